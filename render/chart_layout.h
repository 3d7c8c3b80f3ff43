/* The measured plan of one chart on one canvas: what chart_draw computes before it draws. The door is chart.h.
 *
 *     struct layout layout;
 *     layout_init(&layout, chart, theme, canvas);
 *     ... draw from it ...
 *     layout_release(&layout);
 */
#pragma once

#include "chart_labels.h"
#include "scale.h"
#include "theme.h"

/* Sizes in points. */
#define LABEL_SIZE 8.0
#define LABEL_LEADING 11.0
#define LABEL_RISE 2.9 /* from a label's middle down to its baseline */
#define AXIS_WIDTH 0.8
#define DOT_RADIUS 2.6
#define RING_RADIUS 4.6
#define KEY_WIDTH 14.0 /* the piece of line before a direct label */
#define KEY_GAP 4.0
#define MANY_POINTS 400 /* of a line with dots: from here on dots would hide the line */
#define BAR_GAP 3.0     /* between a bar's end and its text */
#define SWATCH_SIZE 7.0 /* of a key's colour */

/* Where a mark or an x value beyond the axis is named instead. */
enum beyond { BEYOND_NOT, BEYOND_LOW, BEYOND_HIGH };

/* A label over the top of the panels: of a vertical line or a band. */
struct flag {
    const struct chart_mark *mark;
    enum beyond beyond;
    double left, right; /* of the band; both x of a line */
    char *text;         /* fitted, may be empty */
    unsigned row;       /* 0: nearest to the plot */
    struct box box;     /* relative to row 0's baseline at y = 0 */
    double x;           /* left end of the text */
};

/* A label right of the plot: of a line's end or of a horizontal mark. */
struct end_label {
    const struct chart_series *series; /* or */
    const struct chart_mark *mark;     /* or neither: "and 3 more" */
    size_t number;                     /* of the series in its panel */
    double y;                          /* where the line ends */
    double place;                      /* where the label's middle goes */
    char *text;                        /* fitted */
};

/* A bar or a column, in canvas units. */
struct bar {
    const struct chart_series *series;
    guint number, point; /* of the series in its panel, of the point in the series */
    double x, y, width, height;
};

/* A colour and its name, above the panels. */
struct key {
    const struct chart_series *series;
    double x, baseline_y; /* of the colour's left end */
    char *text;           /* fitted */
};

struct panel_layout {
    const struct chart_panel *panel;
    bool empty;         /* no value that the axes can show */
    double label_y;     /* baseline of the panel's name */
    double top, bottom; /* of the plot */
    struct scale y;
    struct ticks ticks;
    GPtrArray *path; /* GArray of struct point per series, in canvas units, reduced, with NAN breaks */
    GArray *ends;    /* struct end_label, top to bottom */
    GArray *bars;    /* struct bar */
};

struct layout {
    const struct chart *chart;
    const struct theme *theme;
    struct canvas *canvas;
    struct board *board;
    struct canvas_font title_font, subtitle_font, label_font, muted_font, strong_font;
    char **title_lines, **subtitle_lines;
    double head_bottom; /* below title and subtitle */
    double left, right; /* of the plots */
    double plot_bottom; /* of the last panel */
    bool empty;         /* no panel has data */
    bool two_rows;      /* dates below the clock */
    struct scale x;
    struct ticks x_ticks;
    struct panel_layout *panel;
    size_t panels;
    GArray *keys;  /* struct key */
    GArray *flags; /* struct flag */
    unsigned flag_rows;
};

void layout_init(struct layout *layout, const struct chart *chart, const struct theme *theme, struct canvas *canvas);
void layout_release(struct layout *layout);

/* The range of a panel's or the chart's values, widened by its marks as far as they may. */
struct range {
    double min, max; /* INFINITY, -INFINITY: none */
};

/* Where a mark at `value` stands: within the range, or so far out that showing it would squeeze the data. */
enum beyond range_beyond(const struct range *range, enum chart_scale kind, double value);

/* chart_range.c: ranges of data and marks. */
struct range chart_x_range(const struct chart *chart);
struct range panel_y_range(const struct chart *chart, const struct chart_panel *panel);
bool panel_has_data(const struct chart *chart, const struct chart_panel *panel);
bool chart_x_is_whole(const struct chart *chart);

/* How long the last step of a series lasts: as the one before it. 0 for other styles and single points. */
double series_last_step(const struct chart_series *series);

/* "Latency, ms", "IOPS", "Latency, 10⁻⁶ ms": a panel's name with unit and factor. Free with g_free. */
char *panel_title(const struct panel_layout *panel);

/* The same of the x axis: "Elapsed time, min". */
char *layout_x_title(const struct layout *layout);

/* chart_flags.c: places the flags; sets flag_rows. Needs x, left, right. */
void layout_flags(struct layout *layout);

/* Whether the chart is too narrow to spare room beside the plots: labels stand inside them then. */
bool layout_is_narrow(const struct layout *layout);

/* Whether a series has its label inside the plot, since it ends far from the right edge or the chart is narrow. Needs
 * x. */
bool series_ends_inside(const struct layout *layout, const struct chart_series *series);

/* chart_range.c: the height of a stack up to a series at a point; NAN where no area is known there. */
double area_top(const struct chart_panel *panel, guint number, guint point);

/* chart_keys.c: the names of stacked bars; moves head_bottom. Needs head_bottom. */
void layout_keys(struct layout *layout);
void draw_keys(struct layout *layout);

/* chart_ends.c: labels right of the plot; their width decides its right edge. */
double layout_right(struct layout *layout);
void layout_ends(struct layout *layout, struct panel_layout *panel);
void draw_ends(struct layout *layout, const struct panel_layout *panel);

/* chart_path.c: a series in canvas units, with steps drawn out and areas stacked, reduced where it is a line. */
GArray *series_path(const struct layout *layout, const struct panel_layout *panel, guint number);

/* chart_series.c: lines, areas and dots. */
struct look {
    struct canvas_stroke stroke;
    double radius;
    struct color fill, border;
    bool line, dots, area, hollow;
};

struct look series_look(const struct layout *layout, const struct panel_layout *panel, guint number);
void draw_series(const struct layout *layout, const struct panel_layout *panel);

/* chart_bars.c: bars of rows and columns of a histogram, and their texts. */
void layout_bars(struct layout *layout, struct panel_layout *panel);
void draw_bars(const struct layout *layout, const struct panel_layout *panel);
void draw_bar_notes(struct layout *layout, const struct panel_layout *panel);

/* Width of the widest text that stands beside a bar; 0: none. */
double bar_notes_width(struct layout *layout, const struct chart_panel *panel);

/* chart_cells.c */
void draw_cells(const struct layout *layout, const struct panel_layout *panel);
void draw_cells_key(struct layout *layout, const struct panel_layout *panel);
double cells_key_width(struct layout *layout, const struct chart_cells *cells);
bool cells_have_data(const struct chart_cells *cells);

/* chart_spots.c: what can be pointed at, of one series. Within the series' group. */
void draw_spots(const struct layout *layout, const struct panel_layout *panel, guint number);

/* chart_notes.c: texts inside a plot, after everything else has its place. */
void layout_draw_notes(struct layout *layout, const struct panel_layout *panel);
