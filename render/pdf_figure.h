/* Charts on a page: one over the whole column, or two small ones side by side.
 *
 *     if (!figure_is_right(node)) {            // else it was placed with the chart before it
 *         flow_need(flow, figure_height(flow, node));
 *         figure_place(flow, node, figure_height(flow, node));
 *     }
 */
#pragma once

#include "pdf_flow.h"

/* The chart of a block; NULL: it is none. Borrowed. */
const struct chart *figure_chart(cmark_node *node);

/* Whether a chart is the left one of two: of small charts in a row (chart.h: is_half) the first, third, ... with one to
 * follow; and whether it is the right one. */
bool figure_is_left(cmark_node *node);
bool figure_is_right(cmark_node *node);

/* The height that the chart of a node wants, points; of a left one both. At most a page. */
double figure_height(const struct flow *flow, cmark_node *node);

/* Draws the figure of a node, of a left one both, at the flow's place, which has room for `height`. `node`: a
 * cmark_node, as flow_float takes it. */
void figure_place(struct flow *flow, gconstpointer node, double height);
