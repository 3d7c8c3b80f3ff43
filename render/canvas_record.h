/* A canvas that keeps what is drawn as lines of text, for tests that ask for ticks, labels and their places.
 *
 *     struct canvas *canvas = canvas_record_new(483, 240, fonts);
 *     chart_draw(chart, theme, canvas);
 *     const GPtrArray *lines = canvas_record_lines(canvas);
 *     canvas_record_free(canvas);
 *
 * One operation is one line; lengths have at most two decimals, colours are #rrggbb (with /alpha where below 1):
 *
 *     rect 0 0 483 240 #ffffff
 *     polyline 40 180 440 180 | #5a6671 0.8
 *     polyline 40 100 60.5 90 | #0072b2 1.5 dash 4 3
 *     polygon 1 2 3 4 5 6 | #e9eff5
 *     dots 40 100 60.5 90 | 2.5 #0072b2 #ffffff          radius, fill, border ("none" for NULL)
 *     text end 36 183 8 normal #5a6671 | 40k
 *     rects 40 20 10 8 50 20 10 8 | #0072b2
 *     clip 40 20 400 160
 *     unclip
 *     group series | measured
 *     ungroup
 *     spot 40 100 0 0 | 64 156540 | 64 sessions: 156,540 IOPS
 */
#pragma once

#include "canvas.h"

/* Where a text lies: its measured width, from 0.75 size above the baseline to 0.25 size below. */
struct record_text {
    double left, top, right, bottom;
    char *text;
};

struct canvas *canvas_record_new(double width, double height, struct fonts *fonts);
void canvas_record_free(struct canvas *canvas);

/* char *, in order of drawing. Borrowed. */
const GPtrArray *canvas_record_lines(const struct canvas *canvas);

/* struct record_text, in order of drawing. Borrowed. */
const GArray *canvas_record_texts(const struct canvas *canvas);
