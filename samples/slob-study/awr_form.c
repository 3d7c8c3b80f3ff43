#include "awr_form.h"

#include "awr_report.h"
#include "awr_sheets.h"

#include <string.h>
#include <zlib.h>

#define NAME_WIDTH 32 /* of the first column of a table in text, at most */
#define EVENT_WIDTH 26

static const struct {
    const char *name, *file;
} forms[AWR_FORMS] = {
    [AWR_FORM_HTML19] = {"html19", "awr.html"},
    [AWR_FORM_HTML12] = {"html12", "awr.html"},
    [AWR_FORM_HTML11] = {"html11", "awr.html"},
    [AWR_FORM_TEXT] = {"text", "awr.txt"},
    [AWR_FORM_XHTML] = {"xhtml", "awr.xml"},
    [AWR_FORM_ACTIVE] = {"active", "awr_active.html"},
    [AWR_FORM_XMLGEN] = {"xmlgen", "awr_views.xml"},
    [AWR_FORM_SQLDEV] = {"sqldev", "awr_views.xml"},
    [AWR_FORM_CSV] = {"csv", "awr_views.csv"},
};

gboolean
awr_form_named(const char *name, enum awr_form *out)
{
    for (int f = 0; f < AWR_FORMS; f++)
        if (strcmp(forms[f].name, name) == 0) {
            *out = (enum awr_form)f;
            return TRUE;
        }
    return FALSE;
}

const char *
awr_form_file(enum awr_form form)
{
    return forms[form].file;
}

/* ---- releases: what differs from 19c ---- */

struct change {
    const char *from, *to;
};

static void
change_all(GString *html, const struct change *changes, gsize count)
{
    for (gsize i = 0; i < count; i++)
        g_string_replace(html, changes[i].from, changes[i].to, 0);
}

static void
drop_row(GString *html, const char *label)
{
    g_autofree char *cell = g_strdup_printf(">%s</td>", label);
    const char *at = strstr(html->str, cell);
    if (!at)
        return;
    gsize begin = (gsize)(at - html->str);
    while (begin > 0 && !g_str_has_prefix(html->str + begin, "<tr>"))
        begin--;
    gsize end = (gsize)(strstr(at, "</tr>\n") - html->str) + strlen("</tr>\n");
    g_string_erase(html, (gssize)begin, (gssize)(end - begin));
}

static void
make_release_12(GString *html)
{
    static const struct change changes[] = {
        {"19.0.0.0.0", "12.2.0.1.0"}, {"Modified Parameters", "init.ora Parameters"}, {">19.0.0<", ">12.2.0<"}};
    change_all(html, changes, G_N_ELEMENTS(changes));
    drop_row(html, "User logons:");
}

/* Latencies that the column now prints in milliseconds: "401.5us" becomes "0", or "0.40" with two decimals. */
static void
latencies_in_ms(GString *html, int decimals)
{
    static const struct change units[] = {{"us</td>", "e-3"}, {"ms</td>", "e0"}, {"s</td>", "e3"}};
    for (gsize u = 0; u < G_N_ELEMENTS(units); u++)
        for (gsize at = 0; at < html->len;) {
            const char *mark = strstr(html->str + at, units[u].from);
            if (!mark)
                break;
            gsize end = (gsize)(mark - html->str), begin = end;
            while (begin > 0 && (g_ascii_isdigit(html->str[begin - 1]) || strchr(".,", html->str[begin - 1])))
                begin--;
            at = end + strlen(units[u].from);
            if (begin == end || html->str[begin - 1] != '>')
                continue;
            g_autoptr(GString) number = g_string_new_len(html->str + begin, (gssize)(end - begin));
            g_string_replace(number, ",", "", 0);
            g_string_append(number, units[u].to);
            char format[8], ms[G_ASCII_DTOSTR_BUF_SIZE];
            g_snprintf(format, sizeof format, "%%.%df", decimals);
            g_ascii_formatd(ms, sizeof ms, format, g_ascii_strtod(number->str, NULL));
            gsize unit_len = strlen(units[u].from) - strlen("</td>");
            g_string_erase(html, (gssize)begin, (gssize)(end + unit_len - begin));
            g_string_insert(html, (gssize)begin, ms);
            at = begin + strlen(ms);
        }
}

static void
drop_between(GString *html, const char *from, const char *to)
{
    const char *a = strstr(html->str, from), *b = a ? strstr(a, to) : NULL;
    if (b)
        g_string_erase(html, a - html->str, b - a);
}

static void
make_release_11(GString *html)
{
    static const struct change changes[] = {
        {"<th>Avg Wait</th>", "<th>Wait Avg(ms)</th>"},
        {"<th>Avg wait</th>", "<th>Avg wait (ms)</th>"},
        {"<th>Avg Wait Time</th>", "<th>Avg Wait (ms)</th>"},
        {"<th>Avg   Time </th>", "<th>Avg Tm(ms)</th>"},
        {"<h3 class=\"awr\">Instance Activity Stats", "<h3 class=\"awr\">Other Instance Activity Stats"},
        {"Modified Parameters", "init.ora Parameters"},
        {">19.0.0<", ">11.2.0.4.0<"},
    };
    static const char *const unknown[] = {"Background CPU(s):", "IM scan rows:", "Session Logical Read IM:",
        "User logons:", "Flash Cache Hit %:", "In-Memory Area:"};
    change_all(html, changes, G_N_ELEMENTS(changes));
    for (gsize i = 0; i < G_N_ELEMENTS(unknown); i++)
        drop_row(html, unknown[i]);
    drop_between(html, "<h3 class=\"awr\">Wait Event Histogram</h3>", "<h2"); /* its buckets are those of 12.2 */
    latencies_in_ms(html, 0);
    /* one table of the instance, without the columns of later releases */
    drop_between(html, "<tr><th>Instance</th><th>Inst Num</th>", "</table>");
    g_string_replace(html, "<th>Unique Name</th><th>Role</th><th>Edition</th><th>Release</th><th>RAC</th><th>CDB</th>",
        "<th>Instance</th><th>Inst num</th><th>Startup Time</th><th>Release</th><th>RAC</th>", 1);
    g_string_replace(html, "<td>SYNTHDB</td><td>PRIMARY</td><td>EE</td><td>19.0.0.0.0</td><td>NO</td><td>NO</td>",
        "<td>SYNTHDB</td><td>1</td><td>10-Feb-26 06:30</td><td>11.2.0.4.0</td><td>NO</td>", 1);
}

/* ---- text ---- */

static guint
cell_count(char **cells)
{
    return g_strv_length(cells);
}

/* Widths of the columns; the first one is cut where names are too long. */
static GArray *
widths_of(const struct awr_sheet *sheet)
{
    GArray *widths = g_array_new(FALSE, TRUE, sizeof(gsize));
    for (guint r = 0; r < sheet->rows->len; r++) {
        char **cells = g_ptr_array_index(sheet->rows, r);
        if (cell_count(cells) > widths->len)
            g_array_set_size(widths, cell_count(cells));
        for (guint c = 0; cells[c]; c++)
            g_array_index(widths, gsize, c) = MAX(g_array_index(widths, gsize, c), MAX(strlen(cells[c]), 3));
    }
    char **names = g_ptr_array_index(sheet->rows, 0);
    gsize most = sheet->has_names && strcmp(names[0], "Event") == 0 ? EVENT_WIDTH : NAME_WIDTH;
    g_array_index(widths, gsize, 0) = MIN(g_array_index(widths, gsize, 0), most);
    return widths;
}

static void
text_row(GString *out, char **cells, const GArray *widths)
{
    for (guint c = 0; cells[c]; c++) {
        int width = (int)g_array_index(widths, gsize, c);
        g_string_append_printf(out, c ? " %*.*s" : "%-*.*s", width, width, cells[c]);
    }
    while (out->len && out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    g_string_append_c(out, '\n');
}

/* The line of dashes; none for a column of labels, which has no name. */
static void
text_rule(GString *out, char **names, const GArray *widths)
{
    for (guint c = 0; c < widths->len; c++) {
        gboolean blank = names && c == 0 && !*names[0];
        for (gsize i = 0; i < g_array_index(widths, gsize, c); i++)
            g_string_append_c(out, blank ? ' ' : '-');
        g_string_append_c(out, ' ');
    }
    while (out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    g_string_append_c(out, '\n');
}

static void
text_sheet(GString *out, const struct awr_sheet *sheet, const char *snaps)
{
    if (!sheet->rows->len)
        return;
    g_autoptr(GArray) widths = widths_of(sheet);
    char **names = sheet->has_names ? g_ptr_array_index(sheet->rows, 0) : NULL;
    gboolean is_section = *sheet->section && !*sheet->label && strcmp(sheet->section, "Report Summary") != 0;
    if (is_section)
        g_string_append_printf(out, "\f%-33.40sDB/Inst: SYNTHDB/SYNTHDB  Snaps: %s\n\n", sheet->section, snaps);
    else if (*sheet->label) {
        g_string_append_printf(out, "%s\n", sheet->label);
        for (gsize i = 0; i < strlen(sheet->label); i++)
            g_string_append_c(out, '~');
        g_string_append_c(out, '\n');
    }
    if (names)
        text_row(out, names, widths);
    if (names)
        text_rule(out, names, widths);
    for (guint r = names ? 1 : 0; r < sheet->rows->len; r++)
        text_row(out, g_ptr_array_index(sheet->rows, r), widths);
    g_string_append(
        out, is_section ? "          -------------------------------------------------------------\n\n" : "\n");
}

static GString *
as_text(const GString *html, const struct slob_run *run)
{
    GString *out = g_string_new("\nWORKLOAD REPOSITORY report for\n\n");
    g_autoptr(GPtrArray) sheets = awr_sheets_new(html->str);
    g_autofree char *snaps = g_strdup_printf("%u-%u", run->plan.snap_id, run->plan.snap_id + 1);
    for (guint i = 0; i < sheets->len; i++)
        text_sheet(out, g_ptr_array_index(sheets, i), snaps);
    g_string_append(out, "End of Report\n");
    return out;
}

/* ---- XML ---- */

static void
make_xhtml(GString *html)
{
    g_string_prepend(html, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    g_string_replace(html, "<html lang=\"en\">", "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">", 1);
}

static GString *
as_active(const GString *xhtml)
{
    g_autofree char *report = g_strdup_printf(
        "<report db_version=\"19.0.0.0.0\"><report_id><![CDATA[/orarep/awr/main?type=text]]></report_id>"
        "<body><![CDATA[%s]]></body></report>",
        xhtml->str);
    uLongf size = compressBound(strlen(report));
    g_autofree guchar *packed = g_malloc(size);
    g_assert(compress2(packed, &size, (const Bytef *)report, strlen(report), 9) == Z_OK);
    g_autofree char *base64 = g_base64_encode(packed, size);
    GString *out =
        g_string_new("<html>\n<head><title></title></head>\n<body>\n<script id=\"fxtmodel\" type=\"text/xml\">\n"
                     "<!--FXTMODEL-->\n<report db_version=\"19.0.0.0.0\" encode=\"base64\" compress=\"zlib\">");
    for (gsize at = 0, len = strlen(base64); at < len; at += 76)
        g_string_append_printf(out, "\n%.76s", base64 + at);
    g_string_append(out, "\n</report>\n<!--FXTMODEL-->\n</script>\n</body>\n</html>\n");
    return out;
}

GString *
awr_form_report(const struct slob_run *run, enum awr_form form)
{
    GString *html = awr_report_html(run), *other = NULL;
    switch (form) {
    case AWR_FORM_HTML12:
        make_release_12(html);
        break;
    case AWR_FORM_HTML11:
        make_release_11(html);
        break;
    case AWR_FORM_TEXT:
        other = as_text(html, run);
        break;
    case AWR_FORM_XHTML:
        make_xhtml(html);
        break;
    case AWR_FORM_ACTIVE:
        make_xhtml(html);
        other = as_active(html);
        break;
    case AWR_FORM_XMLGEN:
    case AWR_FORM_SQLDEV:
    case AWR_FORM_CSV:
        other = g_string_new(NULL);
        awr_form_views(other, run, form);
        break;
    case AWR_FORM_HTML19:
    case AWR_FORMS:
        break;
    }
    if (!other)
        return html;
    g_string_free(html, TRUE);
    return other;
}
