#include "awr_sheets.h"

#include <string.h>

static void
sheet_free(void *data)
{
    struct awr_sheet *sheet = data;
    g_free(sheet->section);
    g_free(sheet->label);
    g_free(sheet->summary);
    g_ptr_array_unref(sheet->rows);
    g_free(sheet);
}

/* The text of a piece of markup: tags out, entities resolved, blanks single. */
static char *
plain(const char *from, const char *end)
{
    static const struct {
        const char *entity, *text;
    } entities[] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&#160;", " "}};
    GString *out = g_string_new(NULL);
    while (from < end) {
        gsize taken = 1;
        const char *text = NULL;
        if (*from == '<') {
            const char *close = memchr(from, '>', (gsize)(end - from));
            from = close ? close + 1 : end;
            continue;
        }
        for (gsize i = 0; i < G_N_ELEMENTS(entities) && !text; i++)
            if (g_str_has_prefix(from, entities[i].entity)) {
                text = entities[i].text;
                taken = strlen(entities[i].entity);
            }
        char c = text ? *text : *from == '\n' ? ' ' : *from;
        if (c != ' ' || (out->len && out->str[out->len - 1] != ' '))
            g_string_append_c(out, c);
        from += taken;
    }
    g_strchomp(out->str);
    return g_string_free(out, FALSE);
}

/* The text between two marks, the first at or after `from` and before `end`; NULL where they are not there. */
static char *
between(const char *from, const char *end, const char *open, const char *close)
{
    const char *a = g_strstr_len(from, end - from, open);
    const char *b = a ? g_strstr_len(a + strlen(open), end - a - (gssize)strlen(open), close) : NULL;
    return b ? g_strndup(a + strlen(open), (gsize)(b - a) - strlen(open)) : NULL;
}

static char **
row_cells(const char *from, const char *end, gboolean *out_names)
{
    GPtrArray *cells = g_ptr_array_new();
    *out_names = TRUE;
    for (const char *p = from; (p = g_strstr_len(p, end - p, "<t")) != NULL;) {
        gboolean is_head = p[2] == 'h';
        const char *begin = memchr(p, '>', (gsize)(end - p)), *close = g_strstr_len(p, end - p, "</t");
        if (!begin || !close)
            break;
        *out_names = *out_names && is_head;
        g_ptr_array_add(cells, plain(begin + 1, close));
        p = close + 1;
    }
    g_ptr_array_add(cells, NULL);
    return (char **)g_ptr_array_free(cells, FALSE);
}

static struct awr_sheet *
sheet_new(const char *table, const char *end, const char *section, const char *label)
{
    struct awr_sheet *sheet = g_new0(struct awr_sheet, 1);
    g_autofree char *summary = between(table, end, "summary=\"", "\"");
    sheet->section = g_strdup(section);
    sheet->label = g_strdup(label);
    sheet->summary = g_strdup(summary ? summary : "");
    sheet->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    for (const char *row = table; (row = g_strstr_len(row, end - row, "<tr>")) != NULL;) {
        const char *stop = g_strstr_len(row, end - row, "</tr>");
        gboolean names;
        char **cells = row_cells(row + 4, stop, &names);
        gboolean spans = g_strstr_len(row, stop - row, "colspan") != NULL;
        sheet->has_names |= names && !spans;
        if (spans)
            g_strfreev(cells);
        else
            g_ptr_array_add(sheet->rows, cells);
        row = stop;
    }
    return sheet;
}

GPtrArray *
awr_sheets_new(const char *html)
{
    GPtrArray *sheets = g_ptr_array_new_with_free_func(sheet_free);
    g_autofree char *section = g_strdup("");
    const char *before = html;
    for (const char *table; (table = strstr(before, "<table")) != NULL;) {
        const char *end = strstr(table, "</table>");
        g_autofree char *label = g_strdup("");
        for (const char *p = before; (p = g_strstr_len(p, table - p, "<h3")) != NULL; p++) {
            const char *begin = strchr(p, '>') + 1;
            g_free(section);
            section = plain(begin, strstr(begin, "</h3>"));
        }
        const char *last = g_strrstr_len(before, table - before, "<p />");
        const char *open = last ? g_strrstr_len(before, last - before, "<p />") : NULL;
        if (open && !memchr(open + strlen("<p />"), '<', (gsize)(last - open) - strlen("<p />"))) {
            g_free(label);
            label = plain(open + strlen("<p />"), last);
        }
        g_ptr_array_add(sheets, sheet_new(table, end, section, label));
        before = end + strlen("</table>");
    }
    return sheets;
}

struct awr_sheet *
awr_sheet_named(const GPtrArray *sheets, const char *title)
{
    for (guint i = 0; i < sheets->len; i++) {
        struct awr_sheet *sheet = g_ptr_array_index(sheets, i);
        if (strcmp(*sheet->label ? sheet->label : sheet->section, title) == 0)
            return sheet;
    }
    return NULL;
}
