/* What a PDF begins with: the title block with the logo, key figures as tiles, the table of contents.
 *
 *     cover_flow(flow, title, anchor);
 *     contents_flow(flow, headings_of_the_pass_before);
 */
#pragma once

#include "pdf_flow.h"

/* Logo, title, subject, for whom, by whom and when. `anchor` is that of the title's heading; NULL: none. */
void cover_flow(struct flow *flow, const char *title, const char *anchor);

/* A table of label, figure and remark as tiles, up to four beside each other; more than TILES_MAX rows are left out. */
#define TILES_MAX 12
void tiles_flow(struct flow *flow, const struct table *table);

/* The headings of level 1 and 2 (struct flow_heading *) but the first, which is the title, with their pages. */
void contents_flow(struct flow *flow, const GPtrArray *headings);
