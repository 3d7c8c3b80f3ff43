/* The canvas as SVG text, for standalone files and inside HTML.
 *
 *     struct canvas *canvas = canvas_svg_new(483, 240, fonts);
 *     canvas_svg_describe(canvas, "read100-ladder", "IOPS flatten at 64 sessions", "IOPS rise from ... to ...");
 *     chart_draw(chart, theme, canvas);
 *     g_autofree char *svg = canvas_svg_finish(canvas);
 *
 * One svg element: viewBox in points (a style sheet may scale it), real text in Inter or the
 * reader's own sans-serif, lengths with at most two decimals, every id begins with the chart's id, so that many charts
 * may stand in one page. No script, no style sheet, no outside reference. The root has class "chart", what belongs to
 * one series is a group of class "series" with its name as aria-label, and each place that tells something when pointed
 * at is an unseen element of class "pt" with a title and attributes data-x and data-y.
 */
#pragma once

#include "theme.h"

/* The fonts are borrowed and must outlive the canvas. */
struct canvas *canvas_svg_new(double width, double height, struct fonts *fonts);

/* Id prefix (cut to letters, digits, "-" and "_"), title and text alternative. NULL or empty: left out; without an id,
 * ids begin with "chart". */
void canvas_svg_describe(struct canvas *canvas, const char *id, const char *title, const char *alt);

/* For a chart inside a page: colours of the theme (borrowed) become variables of its style sheet (--ink, --muted,
 * --grid,
 * --paper, --band, --bad, --good, --s1 to --s8), each with the theme's own colour where the page sets none, and no
 * paper is drawn. Without this the picture stands alone: plain colours on paper, right on a page of any colour. */
void canvas_svg_follow_page(struct canvas *canvas, const struct theme *theme);

/* The svg element as UTF-8 text that ends with a line feed; frees the canvas. Free with g_free. */
char *canvas_svg_finish(struct canvas *canvas);
