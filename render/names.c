#include "names.h"

#include "csv_rows.h"
#include "nearest.h"
#include "resource.h"

#include <string.h>

struct name {
    char *name, *unit, *meaning;
    char *inner_path; /* of a list; else NULL */
};

struct names {
    GPtrArray *name;   /* struct name *, in file order */
    GHashTable *known; /* name -> struct name * */
};

static void
name_free(void *data)
{
    struct name *name = data;
    g_free(name->name);
    g_free(name->unit);
    g_free(name->meaning);
    g_free(name->inner_path);
    g_free(name);
}

/* "workload/#reason" holds names of "workload/reason/". */
static char *
inner_path_of(const char *name)
{
    const char *hash = strchr(name, '#');
    return hash ? g_strdup_printf("%.*s%s/", (int)(hash - name), name, hash + 1) : NULL;
}

static bool
add_row(const struct csv_row *row, void *data, GError **error)
{
    struct names *names = data;
    (void)error;
    if (row->line == 1)
        return true;
    struct name *name = g_new(struct name, 1);
    *name = (struct name){.name = g_strdup(csv_cell(row, 0)),
        .unit = g_strdup(csv_cell(row, 1)),
        .meaning = g_strdup(csv_cell(row, 2)),
        .inner_path = inner_path_of(csv_cell(row, 0))};
    g_ptr_array_add(names->name, name);
    g_hash_table_insert(names->known, name->name, name);
    return true;
}

struct names *
names_new(void)
{
    struct names *names = g_new(struct names, 1);
    names->name = g_ptr_array_new_with_free_func(name_free);
    names->known = g_hash_table_new(g_str_hash, g_str_equal);
    g_autofree char *text = resource_text("names.csv");
    bool good = csv_rows(text, strlen(text), "names.csv", add_row, names, NULL);
    g_assert(good);
    return names;
}

void
names_free(struct names *names)
{
    if (!names)
        return;
    g_hash_table_destroy(names->known);
    g_ptr_array_unref(names->name);
    g_free(names);
}

char *
names_describe(const struct names *names)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < names->name->len; i++) {
        const struct name *name = names->name->pdata[i];
        g_string_append_printf(out, "%-36s %-10s %s\n", name->name, *name->unit ? name->unit : "-", name->meaning);
    }
    return g_string_free(out, FALSE);
}

bool
names_has(const struct names *names, const char *name)
{
    return g_hash_table_contains(names->known, name);
}

/* Cuts the last element of a path: "workload/reason/" to "workload/", that to "". False at the top. */
static bool
path_outwards(char *path)
{
    size_t len = strlen(path);
    if (len == 0)
        return false;
    path[len - 1] = '\0';
    char *slash = strrchr(path, '/');
    *(slash ? slash + 1 : path) = '\0';
    return true;
}

bool
names_reach(const struct names *names, const char *path, const char *word, const char **list_path)
{
    g_autofree char *scope = g_strdup(path);
    do {
        g_autofree char *full = g_strconcat(scope, word, NULL);
        const struct name *name = g_hash_table_lookup(names->known, full);
        if (name && list_path)
            *list_path = name->inner_path;
        if (name)
            return true;
    } while (path_outwards(scope));
    return false;
}

const char *
names_nearest(const struct names *names, const char *path, const char *word)
{
    g_autoptr(GPtrArray) usable = g_ptr_array_new();
    g_autofree char *scope = g_strdup(path);
    do {
        size_t len = strlen(scope);
        for (guint i = 0; i < names->name->len; i++) {
            const struct name *name = names->name->pdata[i];
            const char *rest = strncmp(name->name, scope, len) == 0 ? name->name + len : "/";
            if (!strchr(rest, '/'))
                g_ptr_array_add(usable, (char *)(*rest == '#' ? rest + 1 : rest));
        }
    } while (path_outwards(scope));
    return nearest_name(usable->pdata, usable->len, sizeof(char *), word);
}
