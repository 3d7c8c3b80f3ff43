/* Lengths and colours as text, for the backends that write text. No locale is asked.
 *
 *     canvas_append_length(text, 12.3456);      "12.35"
 *     canvas_append_rgb(text, &theme->ink);     "#1b2733"
 */
#pragma once

#include "canvas.h"

/* Hundredths of a point, the resolution of both text backends. Clamped to a million points; NAN gives 0. */
int canvas_hundredths(double length);

/* At most two decimals, trailing zeros dropped, no leading zero for |x| < 1 where `terse`: "0.5", ".5" ,"-12", "0". */
void canvas_append_hundredths(GString *text, int hundredths, bool terse);

/* canvas_append_hundredths of a length, not terse. */
void canvas_append_length(GString *text, double length);

/* "#rrggbb", each part to the nearest of 256; alpha is not in it. */
void canvas_append_rgb(GString *text, const struct color *color);

/* A figure of the data as it is, ten digits: "156540". What is not finite is "0". */
void canvas_append_figure(GString *text, double value);
