/* The canvas on a cairo context: the charts of the PDF, and of pictures made to look at.
 *
 *     struct canvas *canvas = canvas_cairo_new(cr, chart->width, chart->height, fonts);
 *     chart_draw(chart, theme, canvas);
 *     canvas_cairo_free(canvas);
 *
 * The origin is where the context's transform stands when the canvas is made; one unit is one point. The context is
 * left as it was found. Errors stay in the context: ask cairo_status. Texts are drawn line by line with glyphs of the
 * private fonts, so that a PDF keeps them as text. Structure tags are the caller's: the canvas emits none.
 */
#pragma once

#include "canvas.h"
#include "text.h"

#include <cairo.h>

/* Keeps a reference to the context; the fonts are borrowed and must outlive the canvas. */
struct canvas *canvas_cairo_new(cairo_t *cr, double width, double height, struct fonts *fonts);

/* NULL is allowed. */
void canvas_cairo_free(struct canvas *canvas);
