/* The canvas as SVG text, for standalone files and inside HTML.
 *
 *     struct canvas *canvas = canvas_svg_new(483, 240, fonts);
 *     canvas_svg_describe(canvas, "read100-ladder", "IOPS flatten at 64 sessions", "IOPS rise from ... to ...");
 *     chart_draw(chart, theme, canvas);
 *     g_autofree char *svg = canvas_svg_finish(canvas);
 *
 * One svg element: viewBox in points (a style sheet may scale it), real text in Inter or the
 * reader's own sans-serif, lengths with at most two decimals, every id begins with the chart's id, so that many charts
 * may stand in one page. No script, no style sheet, no outside reference.
 */
#pragma once

#include "canvas.h"

/* The fonts are borrowed and must outlive the canvas. */
struct canvas *canvas_svg_new(double width, double height, struct fonts *fonts);

/* Id prefix (cut to letters, digits, "-" and "_"), title and text alternative. NULL or empty: left out; without an id,
 * ids begin with "chart". */
void canvas_svg_describe(struct canvas *canvas, const char *id, const char *title, const char *alt);

/* The svg element as UTF-8 text that ends with a line feed; frees the canvas. Free with g_free. */
char *canvas_svg_finish(struct canvas *canvas);
