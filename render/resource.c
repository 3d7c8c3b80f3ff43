#include "resource.h"

#include "iosizer-templates.h"

#include <gio/gio.h>

char *
resource_text(const char *name)
{
    g_autofree char *path = g_strconcat("/iosizer/", name, NULL);
    g_autoptr(GBytes) bytes =
        g_resource_lookup_data(iosizer_templates_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    g_assert(bytes);
    gsize len = 0;
    const char *text = g_bytes_get_data(bytes, &len);
    return g_strndup(text, len);
}
