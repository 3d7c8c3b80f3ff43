#include "findings_parts.h"

#include <string.h>

/* "a/b" of "a/b/c.log"; NULL: no folder, or the root of all. */
static char *
folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash > path ? g_strndup(path, (gsize)(slash - path)) : NULL;
}

/* Whether a path lies below a folder. */
static bool
is_below(const char *path, const char *folder)
{
    return g_str_has_prefix(path, folder) && path[strlen(folder)] == '/';
}

static char *
common_folder(const GPtrArray *inputs)
{
    char *folder = NULL;
    for (guint i = 0; i < inputs->len; i++) {
        const struct input *input = g_ptr_array_index(inputs, i);
        if (i == 0)
            folder = folder_of(input->path);
        while (folder && !is_below(input->path, folder)) {
            char *above = folder_of(folder);
            g_free(folder);
            folder = above;
        }
    }
    return folder;
}

void
files_learn(struct builder *builder)
{
    const GPtrArray *inputs = builder->findings->inputs->input;
    char *folder = common_folder(inputs);
    builder->folder = folder ? keep(builder, folder) : NULL;
    builder->files = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < inputs->len && builder->folder; i++)
        g_hash_table_add(builder->files, ((const struct input *)g_ptr_array_index(inputs, i))->path);
}

/* The length of the input's path that a text begins with: up to a sign that may follow a path in a sentence. 0: none.
 */
static size_t
path_length(const struct builder *builder, const char *text)
{
    for (size_t length = strcspn(text, " :;,)"); length > 0; length += 1 + strcspn(text + length + 1, " :;,)")) {
        g_autofree char *path = g_strndup(text, length);
        if (g_hash_table_contains(builder->files, path))
            return length;
        if (!text[length])
            break;
    }
    return 0;
}

const char *
files_shown(struct builder *builder, const char *text)
{
    if (!text || !builder->files || !builder->folder)
        return text;
    size_t folder = strlen(builder->folder);
    g_autoptr(GString) shown = g_string_new(NULL);
    const char *rest = text;
    for (const char *found; (found = strstr(rest, builder->folder));) {
        bool begins = found == text || strchr(" (", found[-1]);
        size_t length = begins && found[folder] == '/' ? path_length(builder, found) : 0;
        g_string_append_len(shown, rest, found - rest);
        if (length > 0)
            g_string_append_len(shown, found + folder + 1, (gssize)(length - folder - 1));
        else
            g_string_append_len(shown, found, (gssize)(length = folder));
        rest = found + length;
    }
    g_string_append(shown, rest);
    return keep(builder, g_strdup(shown->str));
}

const char *
files_note(struct builder *builder, const char *text, const char **message)
{
    size_t length = builder->files ? path_length(builder, text) : 0;
    *message = length > 0 && g_str_has_prefix(text + length, ": ") ? text + length + 2 : text;
    return *message == text ? NULL : files_shown(builder, keep(builder, g_strndup(text, length)));
}
