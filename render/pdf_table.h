/* Tables in a PDF: column widths from their contents, rows that are never split, a header on every page.
 *
 *     table_flow(flow, table);
 *
 * At most TABLE_ROWS_MAX rows are printed; a line below says how many are in results.csv. A table too wide for the page
 * gets smaller type down to 7 pt, then its first column is cut with an ellipsis; if that is not enough, it is turned
 * onto a page that lies on its side, or the columns that have no room follow in a second part below, led by the first
 * column again. A number is never cut; those of one column stand with their decimal points below each other.
 */
#pragma once

#include "pdf_flow.h"

#define TABLE_ROWS_MAX 50

/* Whether a table that an upright page has no room for goes onto pages on their side: it is long enough for such a
 * page, and fits there. False on such a page. */
bool table_wants_turn(struct flow *flow, const struct table *table);

void table_flow(struct flow *flow, const struct table *table);

/* The height of what must stand together at the table's begin: caption, header and first rows, or all of a short table.
 */
double table_head_height(struct flow *flow, const struct table *table);
