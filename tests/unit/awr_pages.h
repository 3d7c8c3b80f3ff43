/* Pages of AWR reports, made table by table, for the tests. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Adds a table: rows parted by '\n', cells by '|'; the first `heads` rows are column names, "2*Name" spans two columns.
 */
static void
add_table(GString *html, const char *before, const char *summary, unsigned heads, const char *rows)
{
    g_string_append_printf(html, "%s\n<table border=\"0\" summary=\"%s\">", before, summary);
    g_auto(GStrv) lines = g_strsplit(rows, "\n", -1);
    for (guint r = 0; lines[r]; r++) {
        const char *tag = r < heads ? "th" : "td";
        g_auto(GStrv) cells = g_strsplit(lines[r], "|", -1);
        g_string_append(html, "<tr>");
        for (guint c = 0; cells[c]; c++) {
            bool spans = cells[c][0] && cells[c][1] == '*' && g_ascii_isdigit(cells[c][0]);
            g_autofree char *span = spans ? g_strdup_printf(" colspan=\" %c\"", cells[c][0]) : g_strdup("");
            g_autofree char *text = g_markup_escape_text(cells[c] + (spans ? 2 : 0), -1);
            g_string_append_printf(html, "<%s class='awrc'%s>%s</%s>", tag, span, *text ? text : "&#160;", tag);
        }
        g_string_append(html, "</tr>\n");
    }
    g_string_append(html, "</table><p />\n");
}

static GString *
report_begin(const char *title, const char *h1)
{
    GString *html = g_string_new(NULL);
    g_string_append_printf(html,
        "SQL> @awrrpt\nEnter value for report_name:\n\n<html lang=\"en\"><head><title>%s</title>"
        "<style type=\"text/css\">h1.awr {color:#336699}</style></head><body class=\"awr\"><h1 "
        "class=\"awr\">\n%s\n</h1>",
        title, h1);
    return html;
}
