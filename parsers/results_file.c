#include "results_file.h"

#include "error.h"
#include "source.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define RESULTS_NAME "results.json"
#define RESULTS_SCHEMA 1
#define READ_BLOCK 65536

static bool
is_ours(const json_t *root)
{
    const char *generator = json_string_value(json_object_get(root, "generator"));
    return generator && g_str_has_prefix(generator, "iosizer ");
}

static void make_printable(json_t *node);

/* Names of workloads are from folders, and the file may come from anybody: a line break in one would begin a line of
 * its own in a log, an escape a colour of the terminal. */
static void
make_names_printable(json_t *object)
{
    const char *name;
    json_t *value;
    void *next;
    json_object_foreach_safe(object, next, name, value)
    {
        g_autofree char *printable = source_printable(name);
        make_printable(value);
        if (strcmp(printable, name) == 0)
            continue;
        json_object_set(object, printable, value);
        json_object_del(object, name);
    }
}

/* As deep as jansson lets a file be. */
static void
make_printable(json_t *node)
{
    size_t i;
    json_t *element;
    json_array_foreach(node, i, element) make_printable(element);
    if (json_is_object(node))
        make_names_printable(node);
    if (json_is_string(node)) {
        g_autofree char *printable = source_printable(json_string_value(node));
        if (strcmp(printable, json_string_value(node)) != 0)
            json_string_set(node, printable);
    }
}

struct results_file *
results_file_parse(const char *text, size_t len, const char *path, GError **error)
{
    json_error_t fault;
    json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &fault);
    if (!root) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s:%d: expected the results.json of a report, found no valid JSON: %s", path, fault.line, fault.text);
        return NULL;
    }
    json_t *schema = json_object_get(root, "schema");
    if (!is_ours(root) || json_integer_value(schema) != RESULTS_SCHEMA) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: expected the results.json of a report (\"schema\": %d, \"generator\": \"iosizer ...\"), found other "
            "JSON: give "
            "the file that `iosizer report` wrote",
            path, RESULTS_SCHEMA);
        json_decref(root);
        return NULL;
    }
    struct results_file *file = g_new0(struct results_file, 1);
    file->path = source_printable(path);
    file->root = root;
    make_printable(root);
    return file;
}

/* The whole file; NULL with a message in `*fault`. What tells no size, as a pipe, is bounded all the same. */
static GByteArray *
bytes_of(const char *path, const char **fault)
{
    FILE *file = fopen(path, "rbe");
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    guint8 block[READ_BLOCK];
    *fault = file ? NULL : g_strerror(errno);
    while (!*fault && !feof(file)) {
        size_t got = fread(block, 1, sizeof block, file);
        g_byte_array_append(bytes, block, (guint)got);
        if (ferror(file))
            *fault = g_strerror(errno);
        else if (bytes->len > RESULTS_FILE_MAX_BYTES)
            *fault = "larger than any results.json of a report";
    }
    if (file)
        fclose(file);
    return *fault ? NULL : g_steal_pointer(&bytes);
}

struct results_file *
results_file_read(const char *path, GError **error)
{
    g_autofree char *inside = g_file_test(path, G_FILE_TEST_IS_DIR) ? g_build_filename(path, RESULTS_NAME, NULL) : NULL;
    const char *name = inside ? inside : path, *fault;
    g_autoptr(GByteArray) bytes = bytes_of(name, &fault);
    if (bytes)
        return results_file_parse((const char *)bytes->data, bytes->len, name, error);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
        "%s: %s; give the results.json that `iosizer report` wrote, or its folder", name, fault);
    return NULL;
}

static gint
by_path(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Where results may lie below a folder: char *, sorted. NULL with an error. */
static GPtrArray *
paths_below(const char *folder, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, &fault);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *inside = g_build_filename(path, RESULTS_NAME, NULL);
        if (g_file_test(inside, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add(paths, g_steal_pointer(&inside));
        else if (g_str_has_suffix(name, ".json") && g_file_test(path, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add(paths, g_steal_pointer(&path));
    }
    if (!dir || paths->len == 0 || paths->len > RESULTS_FILES_MAX) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: expected the folder of a report or of up to %d reports, %s: give what `iosizer report` wrote", folder,
            RESULTS_FILES_MAX,
            !dir              ? fault->message
            : paths->len == 0 ? "found no results.json"
                              : "found more");
        return NULL;
    }
    g_ptr_array_sort(paths, by_path);
    return g_steal_pointer(&paths);
}

/* A *.json that was found by looking around may be anything; a results.json must be ours. */
static bool
is_stray(const char *path, const GError *fault)
{
    g_autofree char *name = g_path_get_basename(path);
    return fault && strcmp(name, RESULTS_NAME) != 0;
}

GPtrArray *
results_files_read(const char *path, GError **error)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func((GDestroyNotify)results_file_free);
    g_autofree char *inside = g_build_filename(path, RESULTS_NAME, NULL);
    if (!g_file_test(path, G_FILE_TEST_IS_DIR) || g_file_test(inside, G_FILE_TEST_EXISTS)) {
        struct results_file *file = results_file_read(path, error);
        if (!file)
            return NULL;
        g_ptr_array_add(files, file);
        return g_steal_pointer(&files);
    }
    g_autoptr(GPtrArray) paths = paths_below(path, error);
    for (guint i = 0; paths && i < paths->len; i++) {
        g_autoptr(GError) fault = NULL;
        struct results_file *file = results_file_read(g_ptr_array_index(paths, i), &fault);
        if (file) {
            g_ptr_array_add(files, file);
        } else if (!is_stray(g_ptr_array_index(paths, i), fault)) {
            g_propagate_error(error, g_steal_pointer(&fault));
            return NULL;
        }
    }
    if (paths && files->len == 0)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: no JSON file in it is the results.json of a report: give what `iosizer report` wrote", path);
    return files->len > 0 ? g_steal_pointer(&files) : NULL;
}

const char *
results_file_date(const struct results_file *file)
{
    const char *earliest = NULL, *name;
    json_t *workload, *rung;
    size_t i;
    json_object_foreach(json_object_get(file->root, "workloads"), name, workload)
        json_array_foreach(json_object_get(workload, "rungs"), i, rung)
    {
        const char *start = json_string_value(json_object_get(json_object_get(rung, "window"), "start_time"));
        if (start && (!earliest || strcmp(start, earliest) < 0))
            earliest = start;
    }
    return earliest;
}

void
results_file_free(struct results_file *file)
{
    if (!file)
        return;
    json_decref(file->root);
    g_free(file->path);
    g_free(file);
}

static json_t *
element_at(json_t *array, const char *name, const char **rest)
{
    char *end = NULL;
    guint64 place = g_ascii_strtoull(name, &end, 10);
    if (!g_ascii_isdigit(*name) || (*end != '.' && *end != '\0'))
        return NULL;
    *rest = *end == '.' ? end + 1 : end;
    return json_array_get(array, (size_t)place);
}

/* The member whose key is the longest beginning of `name` that ends at a dot or the end. */
static json_t *
member_of(json_t *object, const char *name, const char **rest)
{
    json_t *found = NULL, *value;
    size_t longest = 0;
    const char *key;
    json_object_foreach(object, key, value)
    {
        size_t len = strlen(key);
        if (strncmp(name, key, len) != 0 || (name[len] != '.' && name[len] != '\0') || (found && len <= longest))
            continue;
        found = value;
        longest = len;
        *rest = name[len] == '.' ? name + len + 1 : name + len;
    }
    return found;
}

static json_t *
value_below(json_t *value, const char *name)
{
    while (value && *name)
        value = json_is_array(value)    ? element_at(value, name, &name)
                : json_is_object(value) ? member_of(value, name, &name)
                                        : NULL;
    return value;
}

json_t *
results_file_value(const struct results_file *file, const char *name)
{
    json_t *value = value_below(file->root, name);
    return value ? value : value_below(json_object_get(file->root, "workloads"), name);
}

double
results_file_number(const struct results_file *file, const char *name)
{
    json_t *value = results_file_value(file, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}
