#include "chart_layout.h"

#include <math.h>

#define LINE_WIDTH 1.5
#define DENSE_WIDTH 0.8
#define DENSE_POINTS 600
#define SPARSE_POINTS 24  /* whose dots have their full size */
#define SCATTER_MOST 2000 /* dots; of more, those that fall on one place are drawn once */
#define SCATTER_CELL 0.5  /* points: what one place is */
#define AREA_EDGE 0.4     /* of paper between stacked areas, so that they part in grey print */

static const double fit_dash[] = {4, 2.5};
static const double line_dash_2[] = {8, 2.5}, line_dash_3[] = {2, 2}, line_dash_4[] = {8, 2.5, 2, 2.5};

/* How series of one panel differ beside their colour, so that they do in grey print: by their number. */
static const struct pattern {
    const double *dash;
    size_t dash_count;
    bool hollow;
} patterns[] = {{NULL, 0, false}, {line_dash_2, 2, true}, {line_dash_3, 2, false}, {line_dash_4, 4, true}};

/* A series' place among those that were measured: derived curves have a look of their own and take none. */
static guint
measured_number(const struct chart_panel *panel, guint number)
{
    guint place = 0;

    for (guint i = 0; i < number; i++)
        place += ((const struct chart_series *)panel->series->pdata[i])->style != CHART_DASHED;
    return place;
}

struct look
series_look(const struct layout *layout, const struct panel_layout *panel, guint number)
{
    const struct chart_series *series = panel->panel->series->pdata[number];
    size_t points = ((const GArray *)panel->path->pdata[number])->len;
    const struct theme *theme = layout->theme;
    const struct pattern *pattern = &patterns[measured_number(panel->panel, number) % G_N_ELEMENTS(patterns)];
    struct color color = theme->series[series->color % THEME_SERIES_COLORS];
    bool dense = points > DENSE_POINTS;
    struct look look = {.stroke = {color, dense ? DENSE_WIDTH : LINE_WIDTH, NULL, 0}};

    look.line = series->style != CHART_DOTS;
    look.dots = series->style == CHART_DOTS || (series->style == CHART_LINE_DOTS && points < MANY_POINTS);
    look.radius = points <= SPARSE_POINTS    ? DOT_RADIUS
                  : points < MANY_POINTS / 2 ? 0.7 * DOT_RADIUS
                  : points <= SCATTER_MOST   ? DOT_RADIUS / 2
                                             : DOT_RADIUS / 3;
    look.hollow = pattern->hollow;
    look.fill = pattern->hollow ? theme->paper : color;
    look.border = pattern->hollow ? color : theme->paper;
    look.area = series->style == CHART_AREA;
    if (look.area) {
        look.line = false;
        look.fill = color;
    }
    if (series->style == CHART_DASHED) {
        look.stroke.dash = fit_dash;
        look.stroke.dash_count = G_N_ELEMENTS(fit_dash);
        look.stroke.width = 1.1;
    } else if (!look.dots && !dense) {
        look.stroke.dash = pattern->dash;
        look.stroke.dash_count = pattern->dash_count;
    }
    return look;
}

/* Calls for each run of points between breaks. A run of one point of a line is a small dot, or nobody would see it. */
static void
draw_runs(const struct layout *layout, const GArray *path, const struct look *look)
{
    const struct point *point = (const struct point *)(void *)path->data;
    size_t from = 0;

    for (size_t i = 0; i <= path->len; i++) {
        if (i < path->len && isfinite(point[i].y))
            continue;
        if (look->line && i - from == 1 && !look->dots)
            layout->canvas->ops->dots(layout->canvas, point + from, 1, look->stroke.width, &look->stroke.color, NULL);
        else if (look->line && i > from)
            layout->canvas->ops->polyline(layout->canvas, point + from, i - from, &look->stroke);
        from = i + 1;
    }
}

static void
draw_dots(const struct layout *layout, const GArray *path, const struct look *look)
{
    g_autoptr(GArray) shown = g_array_new(FALSE, FALSE, sizeof(struct point));
    g_autoptr(GHashTable) taken = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);

    for (guint i = 0; i < path->len; i++) {
        struct point point = g_array_index(path, struct point, i);
        if (!isfinite(point.y))
            continue;
        if (path->len > SCATTER_MOST) {
            gint64 *cell = g_new(gint64, 1);
            *cell = (gint64)floor(point.x / SCATTER_CELL) * G_MAXINT32 + (gint64)floor(point.y / SCATTER_CELL);
            if (!g_hash_table_add(taken, cell))
                continue;
        }
        g_array_append_val(shown, point);
    }
    /* A border of paper parts dots from the line; around many it would cut the line to pieces. */
    bool border = look->hollow ? path->len <= SCATTER_MOST : path->len <= SPARSE_POINTS;
    layout->canvas->ops->dots(layout->canvas, (const struct point *)(void *)shown->data, shown->len, look->radius,
        &look->fill, border ? &look->border : NULL);
}

/* The area of each run down to the axis: what lies below in the stack is drawn over it. */
static void
draw_area(const struct layout *layout, const struct panel_layout *panel, const GArray *path, const struct look *look)
{
    const struct point *point = (const struct point *)(void *)path->data;
    struct canvas_stroke edge = {layout->theme->paper, AREA_EDGE, NULL, 0};
    size_t from = 0;

    for (size_t i = 0; i <= path->len; i++) {
        if (i < path->len && isfinite(point[i].y))
            continue;
        if (i > from) {
            g_autoptr(GArray) outline = g_array_new(FALSE, FALSE, sizeof(struct point));
            struct point foot = {point[i - 1].x, panel->bottom}, start = {point[from].x, panel->bottom};
            g_array_append_vals(outline, point + from, (guint)(i - from));
            g_array_append_val(outline, foot);
            g_array_append_val(outline, start);
            layout->canvas->ops->polygon(
                layout->canvas, (const struct point *)(void *)outline->data, outline->len, &look->fill);
            layout->canvas->ops->polyline(layout->canvas, point + from, i - from, &edge);
        }
        from = i + 1;
    }
}

static void
draw_one(const struct layout *layout, const struct panel_layout *panel, guint number)
{
    const struct chart_series *series = panel->panel->series->pdata[number];
    const GArray *path = panel->path->pdata[number];
    struct look look = series_look(layout, panel, number);

    layout->canvas->ops->group_begin(layout->canvas, "series", series->label);
    if (look.area)
        draw_area(layout, panel, path, &look);
    else
        draw_runs(layout, path, &look);
    if (look.dots)
        draw_dots(layout, path, &look);
    draw_spots(layout, panel, number);
    layout->canvas->ops->group_end(layout->canvas);
}

void
draw_series(const struct layout *layout, const struct panel_layout *panel)
{
    const GPtrArray *all = panel->panel->series;
    /* Areas from the top of the stack down; then derived curves; what was measured lies on top of them. */
    for (guint i = all->len; i-- > 0;)
        if (((const struct chart_series *)all->pdata[i])->style == CHART_AREA)
            draw_one(layout, panel, i);
    for (int pass = 0; pass < 2; pass++)
        for (guint i = 0; i < all->len; i++) {
            enum chart_style style = ((const struct chart_series *)all->pdata[i])->style;
            bool is_line = style != CHART_AREA && style != CHART_BARS && style != CHART_COLUMNS;
            if (is_line && (style == CHART_DASHED) == (pass == 0))
                draw_one(layout, panel, i);
        }
}
