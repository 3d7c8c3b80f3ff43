#include "batch_studies.h"

#include "batch_folder.h"
#include "error.h"
#include "output_folder.h"
#include "source.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

struct gathering {
    GPtrArray *entries;
    GHashTable *names; /* char * */
};

static void
entry_free(void *data)
{
    struct batch_entry *entry = data;
    batch_study_free(entry->study);
    g_free(entry->source);
    g_free(entry);
}

/* The name, or with a number where an earlier study has it. */
static char *
unused_name(const struct gathering *gathering, const char *name)
{
    char *unused = g_strdup(name);
    for (guint i = 2; g_hash_table_contains(gathering->names, unused); i++) {
        g_free(unused);
        unused = g_strdup_printf("%s-%u", name, i);
    }
    return unused;
}

static void
add(struct gathering *gathering, const char *path, bool is_file, const char *left_out)
{
    g_autofree char *base = g_path_get_basename(path), *name = unused_name(gathering, base);
    struct batch_entry *entry = g_new0(struct batch_entry, 1);
    entry->study = batch_study_new(name, path);
    entry->is_file = is_file;
    if (left_out) {
        entry->study->state = BATCH_LEFT_OUT;
        entry->study->reason = g_strdup(left_out);
    }
    g_hash_table_add(gathering->names, g_steal_pointer(&name));
    g_ptr_array_add(gathering->entries, entry);
}

static bool
is_report(const char *folder)
{
    g_autofree char *mark = g_build_filename(folder, OUTPUT_MANIFEST, NULL);
    struct stat facts;
    return lstat(mark, &facts) == 0;
}

static void
add_entry(struct gathering *gathering, const char *path, const char *name)
{
    struct stat facts;
    bool known = lstat(path, &facts) == 0, is_link = known && S_ISLNK(facts.st_mode);
    if (is_link)
        known = stat(path, &facts) == 0;
    if (known && S_ISDIR(facts.st_mode) && is_report(path))
        return;
    const char *left_out = NULL;
    if (!batch_folder_name_is_free(name))
        left_out = "its name is taken: a file of the index has it, or it cannot be written in a list; rename it";
    else if (is_link && known && S_ISDIR(facts.st_mode))
        left_out = "symbolic link to a folder, not followed: name that folder as a tree";
    else if (known && !S_ISDIR(facts.st_mode) && !S_ISREG(facts.st_mode))
        left_out = "neither a file nor a folder";
    add(gathering, path, !(known && S_ISDIR(facts.st_mode)), left_out);
}

static gint
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
add_folder(struct gathering *gathering, const char *tree, GError **error)
{
    g_autofree char *shown = source_printable(tree);
    if (is_report(tree)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: a report made by iosizer; name the folder with the captured files", shown);
        return false;
    }
    g_autoptr(GDir) dir = g_dir_open(tree, 0, NULL);
    if (!dir) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: %s; make it readable for this user", shown,
            g_strerror(errno));
        return false;
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(dir)) != NULL;)
        if (name[0] != '.')
            g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, compare_names);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *path = g_build_filename(tree, g_ptr_array_index(names, i), NULL);
        add_entry(gathering, path, g_ptr_array_index(names, i));
    }
    return true;
}

static bool
add_tree(struct gathering *gathering, const char *tree, GError **error)
{
    struct stat facts;
    g_autofree char *shown = source_printable(tree);
    if (strcmp(tree, "-") == 0) {
        g_set_error_literal(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "--each takes folders and files, not standard input: it holds one study");
        return false;
    }
    if (stat(tree, &facts) != 0) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: %s; name a folder with one folder a study",
            shown, g_strerror(errno));
        return false;
    }
    if (S_ISDIR(facts.st_mode))
        return add_folder(gathering, tree, error);
    add(gathering, tree, true, NULL);
    return true;
}

GPtrArray *
batch_studies(const char *const *trees, GError **error)
{
    struct gathering gathering = {.entries = g_ptr_array_new_with_free_func(entry_free),
        .names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    bool good = true;
    for (; *trees && good; trees++)
        good = add_tree(&gathering, *trees, error);
    g_hash_table_unref(gathering.names);
    if (!good)
        g_clear_pointer(&gathering.entries, g_ptr_array_unref);
    return gathering.entries;
}
