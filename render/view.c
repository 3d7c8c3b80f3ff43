#include "view.h"

#include "text.h"

#include <string.h>

struct view {
    const struct view *parent; /* NULL for the root */
    GHashTable *values;        /* name -> char * */
    GHashTable *lists;         /* name -> GPtrArray of struct view * */
    GHashTable *tables;        /* name -> struct table * */
    GHashTable *charts;        /* name -> struct chart * */
};

static void
list_free(void *list)
{
    g_ptr_array_unref(list);
}

static void
table_destroy(void *table)
{
    table_free(table);
}

static void
chart_destroy(void *chart)
{
    chart_free(chart);
}

static struct view *
scope_new(const struct view *parent)
{
    struct view *view = g_new0(struct view, 1);
    view->parent = parent;
    view->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    view->lists = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, list_free);
    view->tables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, table_destroy);
    view->charts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, chart_destroy);
    return view;
}

struct view *
view_new(void)
{
    return scope_new(NULL);
}

static void
scope_free(void *data)
{
    struct view *view = data;
    g_hash_table_destroy(view->values);
    g_hash_table_destroy(view->lists);
    g_hash_table_destroy(view->tables);
    g_hash_table_destroy(view->charts);
    g_free(view);
}

void
view_free(struct view *view)
{
    if (view)
        scope_free(view);
}

void
view_set(struct view *view, const char *name, const char *value)
{
    if (value)
        g_hash_table_replace(view->values, g_strdup(name), text_clean(value, true));
    else
        g_hash_table_remove(view->values, name);
}

void
view_setf(struct view *view, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *value = g_strdup_vprintf(format, args);
    va_end(args);
    view_set(view, name, value);
}

static GPtrArray *
list_of(struct view *view, const char *name)
{
    GPtrArray *list = g_hash_table_lookup(view->lists, name);
    if (!list) {
        list = g_ptr_array_new_with_free_func(scope_free);
        g_hash_table_insert(view->lists, g_strdup(name), list);
    }
    return list;
}

void
view_declare_list(struct view *view, const char *name)
{
    list_of(view, name);
}

struct view *
view_append(struct view *view, const char *name)
{
    struct view *element = scope_new(view);
    g_ptr_array_add(list_of(view, name), element);
    return element;
}

void
view_take_table(struct view *view, const char *name, struct table *table)
{
    g_hash_table_replace(view->tables, g_strdup(name), table);
}

void
view_take_chart(struct view *view, const char *name, struct chart *chart)
{
    g_hash_table_replace(view->charts, g_strdup(name), chart);
}

const char *
view_value(const struct view *view, const char *name)
{
    const char *value = NULL;
    for (; view && !value; view = view->parent)
        value = g_hash_table_lookup(view->values, name);
    return value;
}

const struct table *
view_table(const struct view *view, const char *name)
{
    const struct table *table = NULL;
    for (; view && !table; view = view->parent)
        table = g_hash_table_lookup(view->tables, name);
    return table;
}

const struct chart *
view_chart(const struct view *view, const char *name)
{
    const struct chart *chart = NULL;
    for (; view && !chart; view = view->parent)
        chart = g_hash_table_lookup(view->charts, name);
    return chart;
}

const GPtrArray *
view_elements(const struct view *view, const char *name)
{
    const GPtrArray *list = NULL;
    for (; view && !list; view = view->parent)
        list = g_hash_table_lookup(view->lists, name);
    return list;
}

static void
collect_keys(GHashTable *from, const char *prefix, const char *kind, GHashTable *names)
{
    GHashTableIter iter;
    void *key;
    g_hash_table_iter_init(&iter, from);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        g_hash_table_add(names, g_strconcat(prefix, kind, (const char *)key, NULL));
}

static void
collect_names(const struct view *view, const char *prefix, GHashTable *names)
{
    collect_keys(view->values, prefix, "", names);
    collect_keys(view->tables, prefix, "table:", names);
    collect_keys(view->charts, prefix, "chart:", names);
    collect_keys(view->lists, prefix, "#", names);
    GHashTableIter iter;
    void *key, *value;
    g_hash_table_iter_init(&iter, view->lists);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const GPtrArray *list = value;
        g_autofree char *inner = g_strconcat(prefix, (const char *)key, "/", NULL);
        for (guint i = 0; i < list->len; i++)
            collect_names(list->pdata[i], inner, names);
    }
}

char *
view_names(const struct view *view)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    collect_names(view, "", names);
    g_autoptr(GList) sorted = g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp);
    GString *out = g_string_new(NULL);
    for (const GList *at = sorted; at; at = at->next)
        g_string_append_printf(out, "%s\n", (const char *)at->data);
    return g_string_free(out, FALSE);
}
