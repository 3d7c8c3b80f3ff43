#include "resource.h"

#include "iosizer-templates.h"

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

char *
resource_text_if_any(const char *name)
{
    g_autofree char *path = g_strconcat("/iosizer/", name, NULL);
    g_autoptr(GBytes) bytes =
        g_resource_lookup_data(iosizer_templates_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    gsize len = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &len) : NULL;
    return bytes ? g_strndup(text ? text : "", len) : NULL;
}

char *
resource_text(const char *name)
{
    char *text = resource_text_if_any(name);
    g_assert(text);
    return text;
}

static int
by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **
resource_names(const char *folder)
{
    g_autofree char *path = g_strconcat("/iosizer/", folder, NULL);
    char **names =
        g_resource_enumerate_children(iosizer_templates_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    if (!names)
        return g_new0(char *, 1);
    qsort(names, g_strv_length(names), sizeof *names, by_text);
    return names;
}

static void
add_folder(GChecksum *sum, const char *folder)
{
    g_auto(GStrv) names =
        g_resource_enumerate_children(iosizer_templates_get_resource(), folder, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    for (char **name = names; name && *name; name++) { /* in the order of the bundle: the same in every run */
        g_autofree char *path = g_strconcat(folder, *name, NULL);
        g_checksum_update(sum, (const guchar *)path, -1);
        if (g_str_has_suffix(path, "/")) {
            add_folder(sum, path);
            continue;
        }
        g_autoptr(GBytes) bytes =
            g_resource_lookup_data(iosizer_templates_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
        g_checksum_update(sum, g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes));
    }
}

char *
resource_sha256(void)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    add_folder(sum, "/iosizer/");
    return g_strdup(g_checksum_get_string(sum));
}
