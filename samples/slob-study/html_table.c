#include "html_table.h"

#include "number_text.h"

void
html_table_open(struct html_table *table, GString *out, const char *summary, const char *const *headers)
{
    table->out = out;
    table->rows = 0;
    g_string_append_printf(out, "<table border=\"0\" class=\"tdiff\" summary=\"%s\">\n", summary);
    if (!*headers)
        return;
    g_string_append(out, "<tr>");
    for (; *headers; headers++)
        g_string_append_printf(out, "<th>%s</th>", *headers);
    g_string_append(out, "</tr>\n");
}

void
html_table_close(struct html_table *table)
{
    g_string_append(table->out, "</table><p />\n");
}

static void
cell_open(struct html_table *table)
{
    g_string_append(table->out, "<td>");
}

static void
cell_close(struct html_table *table)
{
    g_string_append(table->out, "</td>");
}

void
html_row_open(struct html_table *table, const char *label)
{
    const char *stripe = table->rows % 2 ? "awrnc" : "awrc";
    g_string_append_printf(table->out, "<tr><td class='%s'>%s</td>", stripe, label);
}

void
html_row_close(struct html_table *table)
{
    g_string_append(table->out, "</tr>\n");
    table->rows++;
}

void
html_cell(struct html_table *table, const char *text)
{
    cell_open(table);
    g_string_append(table->out, text ? text : "&#160;");
    cell_close(table);
}

void
html_cell_grouped(struct html_table *table, double value, int decimals)
{
    cell_open(table);
    text_grouped(table->out, value, decimals);
    cell_close(table);
}

void
html_cell_fixed(struct html_table *table, double value, int decimals)
{
    cell_open(table);
    text_fixed(table->out, value, decimals, 0);
    cell_close(table);
}

void
html_cell_short(struct html_table *table, double value)
{
    cell_open(table);
    text_short(table->out, value);
    cell_close(table);
}

void
html_cell_duration(struct html_table *table, double us)
{
    if (us <= 0) {
        html_cell(table, NULL);
        return;
    }
    cell_open(table);
    text_duration(table->out, us);
    cell_close(table);
}

void
html_cell_data(struct html_table *table, double bytes)
{
    cell_open(table);
    text_data(table->out, bytes);
    cell_close(table);
}

void
html_cell_count(struct html_table *table, double value)
{
    cell_open(table);
    text_count(table->out, value);
    cell_close(table);
}

void
html_cell_data_rate(struct html_table *table, double bytes_per_s)
{
    cell_open(table);
    text_data_rate(table->out, bytes_per_s);
    cell_close(table);
}

void
html_chapter(GString *out, const char *title)
{
    g_string_append_printf(out, "<h2 class=\"awr\">\n%s\n</h2>\n", title);
}

void
html_section(GString *out, const char *title)
{
    g_string_append_printf(out, "<h3 class=\"awr\">%s</h3>\n", title);
}

void
html_label(GString *out, const char *title)
{
    g_string_append_printf(out, "<p />%s<p />\n", title);
}

void
html_no_data(GString *out, const char *title)
{
    html_section(out, title);
    g_string_append(out, "<p />\n                  No data exists for this section of the report.\n<p />\n");
}
