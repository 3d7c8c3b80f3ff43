#include "made_of.h"

#include "config.h"
#include "press.h"
#include "resource.h"
#include "versions.h"

#include <math.h>
#include <string.h>

static const char *const without_effect[] = {"output", "jobs", "quiet", "each", "resume", "study", "list-studies",
    "list-names", "list-texts", G_OPTION_REMAINING};

static bool
has_effect(const GOptionEntry *entry)
{
    for (size_t i = 0; i < G_N_ELEMENTS(without_effect); i++)
        if (strcmp(entry->long_name, without_effect[i]) == 0)
            return false;
    return true;
}

static gint
compare_paths(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
append_sum(GString *out, const char *path)
{
    g_autofree char *bytes = NULL, *sha256 = NULL;
    gsize len = 0;
    if (g_file_get_contents(path, &bytes, &len, NULL))
        sha256 = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, len);
    g_string_append_printf(out, "%s %s\n", path, sha256 ? sha256 : "-");
}

/* Everything in a folder, such as that of a theme's fonts. */
static void
append_folder(GString *out, const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir))
        g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
    g_ptr_array_sort(paths, compare_paths);
    for (guint i = 0; i < paths->len; i++)
        if (g_file_test(g_ptr_array_index(paths, i), G_FILE_TEST_IS_REGULAR))
            append_sum(out, g_ptr_array_index(paths, i));
}

/* The files that a key file names: a logo, a template, fonts. */
static void
append_named(GString *out, const char *path, const char *text)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        char *value = strchr(*line, '=');
        if (!value || !*g_strstrip(value + 1))
            continue;
        g_autofree char *named =
            g_path_is_absolute(value + 1) ? g_strdup(value + 1) : g_build_filename(folder, value + 1, NULL);
        if (g_file_test(named, G_FILE_TEST_IS_REGULAR))
            append_sum(out, named);
        else if (g_file_test(named, G_FILE_TEST_IS_DIR))
            append_folder(out, named);
    }
}

/* False for what can be read only once. */
static bool
append_file(GString *out, const char *path)
{
    g_autofree char *text = NULL;
    if (g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR | G_FILE_TEST_IS_DIR))
        return false;
    append_sum(out, path);
    if (g_str_has_suffix(path, ".ini") && g_file_get_contents(path, &text, NULL, NULL))
        append_named(out, path, text);
    return true;
}

/* Parts beside a template take the place of those compiled in. */
static bool
append_parts(GString *out, const char *template)
{
    bool good = true;
    static const char *const folders[] = {".", "parts"};
    g_autofree char *folder = g_path_get_dirname(template);
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *within = g_build_filename(folder, folders[i], NULL);
        g_autoptr(GDir) dir = g_dir_open(within, 0, NULL);
        g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
        for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir))
            if (g_str_has_suffix(name, ".md") || g_str_has_suffix(name, ".csv"))
                g_ptr_array_add(paths, g_build_filename(within, name, NULL));
        g_ptr_array_sort(paths, compare_paths);
        for (guint k = 0; k < paths->len; k++)
            good = append_file(out, g_ptr_array_index(paths, k)) && good;
    }
    return good;
}

static bool
append_texts(GString *out, const GOptionEntry *entry, char *const *texts)
{
    bool is_file = entry->arg == G_OPTION_ARG_FILENAME || entry->arg == G_OPTION_ARG_FILENAME_ARRAY, good = true;
    for (; texts && *texts; texts++) {
        g_string_append_printf(out, "--%s %s\n", entry->long_name, *texts);
        if (is_file)
            good = append_file(out, *texts) && good;
        if (strcmp(entry->long_name, "template") == 0)
            good = append_parts(out, *texts) && good;
    }
    return good;
}

static bool
append_option(GString *out, const GOptionEntry *entry)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    switch (entry->arg) {
    case G_OPTION_ARG_NONE:
        if (*(const gboolean *)entry->arg_data)
            g_string_append_printf(out, "--%s\n", entry->long_name);
        return true;
    case G_OPTION_ARG_INT:
        g_string_append_printf(out, "--%s %d\n", entry->long_name, *(const gint *)entry->arg_data);
        return true;
    case G_OPTION_ARG_DOUBLE:
        if (!isnan(*(const gdouble *)entry->arg_data))
            g_string_append_printf(out, "--%s %s\n", entry->long_name,
                g_ascii_dtostr(number, sizeof number, *(const gdouble *)entry->arg_data));
        return true;
    case G_OPTION_ARG_STRING_ARRAY:
    case G_OPTION_ARG_FILENAME_ARRAY:
        return append_texts(out, entry, *(char ***)entry->arg_data);
    case G_OPTION_ARG_STRING:
    case G_OPTION_ARG_FILENAME:
        return append_texts(out, entry, (char *const[]){*(char **)entry->arg_data, NULL});
    default: /* what a callback was given is not known here */
        return false;
    }
}

char *
made_of_options(const GOptionEntry *const *tables)
{
    GString *out = g_string_new(NULL);
    bool good = true;
    for (size_t i = 0; i < 2; i++)
        for (const GOptionEntry *entry = tables[i]; entry && entry->long_name; entry++)
            good = (!has_effect(entry) || append_option(out, entry)) && good;
    return g_string_free(out, !good);
}

char *
made_of_program(const char *options, unsigned formats)
{
    if (!options)
        return NULL;
    struct fonts *fonts = fonts_new(NULL, NULL); /* without fonts there is no document, as its maker will say */
    g_autofree char *libraries = versions_describe(), *resources = resource_sha256();
    const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
    char *program = g_strdup_printf("%s\n%s\n%s\n%s\n%s\n%u\n%s", GENERATOR, libraries,
        fonts ? fonts_describe(fonts) : "", resources, epoch ? epoch : "", formats, options);
    g_clear_pointer(&fonts, fonts_free);
    return program;
}

char *
made_of_hash(const char *program, const char *inputs)
{
    if (!program || !inputs)
        return NULL;
    g_autofree char *whole = g_strconcat(program, "\n", inputs, NULL);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, whole, -1);
}
