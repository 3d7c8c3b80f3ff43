/* A drawing surface of a few operations, in points, y downwards: charts draw on it, backends make PDF or SVG of it, and
 * the recording backend lets tests ask what was drawn.
 *
 *     struct canvas *canvas = canvas_svg_new(483, 220, fonts);
 *     chart_draw(chart, theme, canvas);
 *     g_autofree char *svg = canvas_svg_finish(canvas);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct fonts; /* text.h */

struct color {
    double red, green, blue, alpha; /* 0..1 */
};

struct point {
    double x, y;
};

enum canvas_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
enum canvas_weight { WEIGHT_NORMAL, WEIGHT_SEMIBOLD };

struct canvas_stroke {
    struct color color;
    double width;
    const double *dash; /* lengths on, off, ...; NULL: solid */
    size_t dash_count;
};

struct canvas_font {
    double size; /* points */
    enum canvas_weight weight;
    struct color color;
};

/* A place that a reader may point at: what it stands for. */
struct canvas_spot {
    double x, y, width, height; /* a box; or a dot's centre where width is 0 */
    double data_x, data_y;
    const char *title; /* "64 sessions: 156,540 IOPS" */
};

struct canvas_rect {
    double x, y, width, height;
};

struct canvas;

/* Line width of a dot's border in points, centred on its edge. */
#define CANVAS_DOT_BORDER 1.0

/* A polyline of fewer than 2 points and a polygon of fewer than 3 draw nothing; fill or border of dots may be NULL.
 * Text is one line, anchored at x, standing on baseline_y. Clips may not be nested. */
struct canvas_ops {
    void (*polyline)(struct canvas *, const struct point *, size_t n, const struct canvas_stroke *);
    void (*polygon)(struct canvas *, const struct point *, size_t n, const struct color *fill);
    void (*rect)(struct canvas *, double x, double y, double width, double height, const struct color *fill);
    void (*rects)(struct canvas *, const struct canvas_rect *, size_t n, const struct color *fill); /* of one colour */
    void (*dots)(struct canvas *, const struct point *, size_t n, double radius, const struct color *fill,
        const struct color *border);
    void (*text)(
        struct canvas *, double x, double baseline_y, enum canvas_anchor, const struct canvas_font *, const char *utf8);
    void (*clip_begin)(struct canvas *, double x, double y, double width, double height);
    void (*clip_end)(struct canvas *);
    /* What belongs together, with a name ("series", "measured"), and what can be pointed at: nothing is to be seen of
     * either. */
    void (*group_begin)(struct canvas *, const char *kind, const char *label);
    void (*group_end)(struct canvas *);
    void (*spot)(struct canvas *, const struct canvas_spot *);
};

/* Every backend's struct begins with this. */
struct canvas {
    const struct canvas_ops *ops;
    double width, height; /* points */
    bool transparent;     /* stands on somebody's paper: none is drawn */
    struct fonts *fonts;  /* to measure text: the same widths for every backend */
};

static inline void
canvas_line(struct canvas *canvas, double x1, double y1, double x2, double y2, const struct canvas_stroke *stroke)
{
    canvas->ops->polyline(canvas, (struct point[]){{x1, y1}, {x2, y2}}, 2, stroke);
}
