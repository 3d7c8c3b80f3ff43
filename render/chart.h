/* A chart as data: panels that share one x axis, series, cells, and marks. No drawing is in it; chart_draw puts it on
 * a canvas.
 *
 * Two figures of different units never share an axis: each has its panel (small multiples, Tufte; Cleveland). Series
 * are labelled at their end, not in a legend. Every chart has a text alternative.
 *
 *     struct chart *chart = chart_new("read100-ladder", "IOPS flatten at 64 sessions", "IOPS against sessions");
 *     chart_x_axis(chart, "Sessions", CHART_LOG2);
 *     struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
 *     chart_add_series(panel, "measured", CHART_LINE_DOTS, 0, x, y, n);
 *     chart_add_mark(chart, CHART_MARK_X, 62.8, NAN, "knee 62.8");
 */
#pragma once

#include "canvas.h"

#include <glib.h>
#include <stdint.h>

enum chart_scale {
    CHART_LINEAR,
    CHART_LOG2,
    CHART_LOG10,
    CHART_TIME,    /* local seconds since 1970 */
    CHART_ELAPSED, /* seconds */
    CHART_ROWS,    /* of a panel's y: named rows, top to bottom; y is the number of the row, from 0 */
};
enum chart_style {
    CHART_LINE,
    CHART_DOTS,
    CHART_LINE_DOTS,
    CHART_DASHED,  /* fits and other derived curves */
    CHART_STEPS,   /* a value holds until the next; the last as long as the one before */
    CHART_AREA,    /* stacked on the areas before it; all areas of a panel have the same x */
    CHART_COLUMNS, /* a histogram: each from its x to the next; the last point only closes, its y is not looked at */
    CHART_BARS,    /* of a panel with rows: from 0 to x, or from where the bar before ends where the rows are stacked */
};
enum chart_mark_kind {
    CHART_MARK_X,       /* vertical dashed line with a label, over all panels */
    CHART_MARK_Y,       /* horizontal dashed line in one panel */
    CHART_MARK_X_BAND,  /* shaded x interval, over all panels: a steady window, a confidence interval */
    CHART_MARK_X_HATCH, /* hatched x interval, over all panels: a part that is left out */
    CHART_MARK_POINT,   /* ringed point in one panel with a label */
};

struct chart_series {
    char *label;
    enum chart_style style;
    unsigned color; /* index into the theme's series colours */
    GArray *point;  /* struct point in data units; NAN y breaks the line */
    char **tip;     /* of each point, for a reader who points at it; NULL: made of x and y */
    char **note;    /* of each point, drawn beside it where there is room; "": none; NULL: none at all */
};

/* A heat map: `columns` x `rows` values over even steps of x. */
struct chart_cells {
    double x_from, x_step;
    size_t columns, rows;
    double *edge;    /* rows + 1 rising edges of y */
    double *value;   /* column after column, from the lowest row; nothing is drawn for 0 and NAN */
    double least;    /* values up to this have the first colour, the highest one has the last: logarithmic between */
    char *low_label; /* what the first colour stands for, and the last */
    char *high_label;
    char **tip; /* of each column; NULL: none */
};

struct chart_mark {
    enum chart_mark_kind kind;
    double from, to; /* x; or y (MARK_Y: from); POINT: x = from, y = to */
    char *label;     /* may be empty */
};

struct chart_panel {
    char *label; /* "IOPS", "Latency" */
    char *unit;  /* "ms", "MiB/s", "" */
    enum chart_scale scale;
    bool from_zero;
    char **rows;               /* names, of a panel with CHART_ROWS, in two lines where they hold '\n'; else NULL */
    bool stacked;              /* the bars of a row stand end to end, with a key above; else one below the other */
    struct chart_cells *cells; /* NULL: none */
    GPtrArray *series;         /* struct chart_series * */
    GPtrArray *marks;          /* struct chart_mark * of this panel */
};

struct language; /* language.h */

struct chart {
    char *id;       /* unique in a report, [a-z0-9-]: file name of the SVG */
    char *title;    /* says the finding */
    char *subtitle; /* says what is drawn */
    char *alt;      /* text alternative: set by the maker, freed by chart_free; NULL: title and subtitle serve */
    char *x_label;
    enum chart_scale x_scale;
    double x_from, x_to; /* what the x axis shows at least; NAN: as the data has it */
    double width;
    double height;     /* points; 483 x 240, and 110 more for each panel after the first; set after the panels */
    bool is_half;      /* on paper it may stand beside the next chart, where that is one such too */
    GPtrArray *panels; /* struct chart_panel *, top to bottom */
    GPtrArray *marks;  /* struct chart_mark * of all panels */
    const struct language *language; /* of the axes' figures and dates; borrowed; NULL: English */
};

typedef struct chart Chart;

/* `id` may be any name: what is no letter, digit or hyphen is replaced, and told apart by four digits more. */
struct chart *chart_new(const char *id, const char *title, const char *subtitle);
void chart_free(struct chart *chart);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Chart, chart_free)
void chart_x_axis(struct chart *chart, const char *label, enum chart_scale scale);

/* The x axis shows this much at least: a share of 100%. */
void chart_x_reach(struct chart *chart, double from, double to);
struct chart_panel *chart_add_panel(
    struct chart *chart, const char *label, const char *unit, enum chart_scale scale, bool from_zero);

/* A panel of bars: a row for each of n names. Its bars run along x. */
struct chart_panel *chart_add_rows(
    struct chart *chart, const char *label, const char *const *names, size_t n, bool stacked);
struct chart_series *chart_add_series(struct chart_panel *panel, const char *label, enum chart_style style,
    unsigned color, const double *x, const double *y, size_t n);

/* Texts of each point of a series, as many as it has; NULL: none. They are copied. */
void chart_series_texts(struct chart_series *series, const char *const *tip, const char *const *note);

/* Cells of the panel; edges and values are copied, and tips (one a column; NULL: none). */
void chart_take_cells(struct chart_panel *panel, const struct chart_cells *cells);

/* Marks of all panels (CHART_MARK_X, CHART_MARK_X_BAND, CHART_MARK_X_HATCH) and of one (CHART_MARK_Y,
 * CHART_MARK_POINT); `to` is not looked at where the kind has no use for it. */
void chart_add_mark(struct chart *chart, enum chart_mark_kind kind, double from, double to, const char *label);
void chart_panel_add_mark(
    struct chart_panel *panel, enum chart_mark_kind kind, double from, double to, const char *label);

struct theme; /* theme.h */

/* Draws the whole chart into the canvas' size, on the theme's paper. A value that an axis cannot show (not finite; not
 * above 0 on a log axis) breaks the line. A mark far outside of the data is named at the edge with an arrow instead of
 * stretching the axis. Long series are reduced without loss at print resolution (M4, Jugel et al., PVLDB 7(10) 2014). A
 * chart without a finite point draws its frame and "no data". */
void chart_draw(const struct chart *chart, const struct theme *theme, struct canvas *canvas);
