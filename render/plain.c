#include "plain.h"

#include <string.h>

static glong
width_of(const char *text)
{
    return g_utf8_strlen(text, -1);
}

static void
append_cell(GString *out, const char *text, glong width, enum table_kind kind, bool last)
{
    int blanks = (int)(width - width_of(text));
    if (kind == TABLE_NUMBER)
        g_string_append_printf(out, "%*s%s", blanks, "", text);
    else
        g_string_append_printf(out, "%s%*s", text, last ? 0 : blanks, "");
}

static void
append_line(GString *out, const struct table *table, const glong *width, char *const *cell, int indent, bool marked)
{
    g_string_append_printf(out, "%*s", indent, marked ? "> " : "");
    for (guint i = 0; i < table->columns->len; i++) {
        const struct table_column *column = g_ptr_array_index(table->columns, i);
        if (i > 0)
            g_string_append(out, "  ");
        append_cell(out, cell ? cell[i] : column->heading, width[i], column->kind, i + 1 == table->columns->len);
    }
    g_string_append_c(out, '\n');
}

void
plain_table(GString *out, const struct table *table, int indent)
{
    guint columns = table->columns->len;
    g_autofree glong *width = g_new0(glong, MAX(columns, 1u));
    bool has_heading = false;
    for (guint i = 0; i < columns; i++) {
        const struct table_column *column = g_ptr_array_index(table->columns, i);
        width[i] = width_of(column->heading);
        has_heading = has_heading || *column->heading;
        for (guint r = 0; r < table->rows->len; r++)
            width[i] = MAX(width[i], width_of(((struct table_row *)g_ptr_array_index(table->rows, r))->cell[i]));
    }
    if (has_heading)
        append_line(out, table, width, NULL, indent, false);
    for (guint r = 0; r < table->rows->len; r++) {
        const struct table_row *row = g_ptr_array_index(table->rows, r);
        append_line(out, table, width, row->cell, indent, row->emphasis);
    }
}

void
plain_paragraph(GString *out, const char *lead, const char *text)
{
    g_auto(GStrv) word = g_strsplit(text, " ", -1);
    glong margin = width_of(lead), column = margin;
    g_string_append(out, lead);
    for (guint i = 0; word[i]; i++) {
        glong width = width_of(word[i]);
        if (column > margin && column + 1 + width > PLAIN_WIDTH) {
            g_string_append_printf(out, "\n%*s", (int)margin, "");
            column = margin;
        } else if (i > 0) {
            g_string_append_c(out, ' ');
            column++;
        }
        g_string_append(out, word[i]);
        column += width;
    }
    g_string_append_c(out, '\n');
}
