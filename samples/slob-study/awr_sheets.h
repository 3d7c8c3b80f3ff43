/* The tables of a report that awr_report_html made, as cells: what its other forms are written from.
 *
 *     g_autoptr(GPtrArray) sheets = awr_sheets_new(html->str);
 *     const struct awr_sheet *sheet = g_ptr_array_index(sheets, 0);
 */
#pragma once

#include <glib.h>

struct awr_sheet {
    char *section; /* of the h3 above it, or "" */
    char *label;   /* the bare line above it, in the report's summary, or "" */
    char *summary;
    GPtrArray *rows;    /* char **, NULL-terminated: texts of the cells, without markup; the first row has the names */
    gboolean has_names; /* whether the first row does */
};

/* struct awr_sheet *, in the order of the report. Names over several columns are left out. */
GPtrArray *awr_sheets_new(const char *html);

/* The first sheet of this section or label; NULL where there is none. */
struct awr_sheet *awr_sheet_named(const GPtrArray *sheets, const char *title);
