#include "chart_layout.h"

#include <math.h>

/* A mark may stretch an axis by as much as the data has, on either side. */
#define STRETCH_MOST 1.0
/* Above the highest column, as a part of it. */
#define COLUMN_HEADROOM 0.14
/* The lowest x as a part of the highest, below which a linear axis begins at zero. */
#define ZERO_SHARE 0.15

static bool
range_is_empty(const struct range *range)
{
    return range->min > range->max;
}

static void
range_add(struct range *range, double value)
{
    range->min = fmin(range->min, value);
    range->max = fmax(range->max, value);
}

enum beyond
range_beyond(const struct range *range, enum chart_scale kind, double value)
{
    bool logarithmic = kind == CHART_LOG2 || kind == CHART_LOG10;

    if (range_is_empty(range))
        return BEYOND_NOT;
    double low = logarithmic ? log(range->min) : range->min, high = logarithmic ? log(range->max) : range->max;
    double at = logarithmic ? log(value) : value;
    /* Data without extent: its own size, or a factor of 2, is the measure. */
    double extent = high > low ? high - low : logarithmic ? log(2) : fmax(fabs(high), 1e-12);
    if (at < low - STRETCH_MOST * extent)
        return BEYOND_LOW;
    return at > high + STRETCH_MOST * extent ? BEYOND_HIGH : BEYOND_NOT;
}

static void
range_stretch(struct range *range, const struct range *data, enum chart_scale kind, double value)
{
    if (scale_has(kind, value) && range_beyond(data, kind, value) == BEYOND_NOT)
        range_add(range, value);
}

static bool
point_is_shown(const struct chart *chart, const struct chart_panel *panel, double x, double y)
{
    return scale_has(chart->x_scale, x) && scale_has(panel->scale, y);
}

double
area_top(const struct chart_panel *panel, guint number, guint point)
{
    double top = 0;
    bool known = false;

    for (guint i = 0; i < panel->series->len; i++) {
        const struct chart_series *series = panel->series->pdata[i];
        if (series->style != CHART_AREA || point >= series->point->len)
            continue;
        double y = g_array_index(series->point, struct point, point).y;
        known = known || isfinite(y);
        if (i <= number && isfinite(y))
            top += y;
    }
    return known ? top : NAN;
}

/* How far the bars of a series reach, at one of its points: those before it in the row with it. */
static double
bar_end(const struct chart_panel *panel, guint number, guint point)
{
    const struct chart_series *own = panel->series->pdata[number];
    const struct point *at = &g_array_index(own->point, struct point, point);
    double end = 0;

    if (!panel->stacked)
        return at->x;
    for (guint i = 0; i <= number; i++) {
        const struct chart_series *series = panel->series->pdata[i];
        for (guint j = 0; j < series->point->len; j++) {
            const struct point *other = &g_array_index(series->point, struct point, j);
            if (other->y == at->y && isfinite(other->x) && other->x > 0)
                end += other->x;
        }
    }
    return end;
}

bool
panel_has_data(const struct chart *chart, const struct chart_panel *panel)
{
    if (panel->cells && cells_have_data(panel->cells))
        return true;
    for (guint i = 0; i < panel->series->len; i++) {
        const struct chart_series *series = panel->series->pdata[i];
        for (guint j = 0; j < series->point->len; j++) {
            const struct point *point = &g_array_index(series->point, struct point, j);
            if (point_is_shown(chart, panel, point->x, point->y))
                return true;
        }
    }
    return false;
}

double
series_last_step(const struct chart_series *series)
{
    guint n = series->point->len;

    if (series->style != CHART_STEPS || n < 2)
        return 0;
    return g_array_index(series->point, struct point, n - 1).x - g_array_index(series->point, struct point, n - 2).x;
}

bool
chart_x_is_whole(const struct chart *chart)
{
    for (guint p = 0; p < chart->panels->len; p++) {
        const struct chart_panel *panel = chart->panels->pdata[p];
        for (guint i = 0; i < panel->series->len; i++) {
            const struct chart_series *series = panel->series->pdata[i];
            for (guint j = 0; series->style != CHART_DASHED && j < series->point->len; j++) {
                double x = g_array_index(series->point, struct point, j).x;
                if (x != floor(x))
                    return false;
            }
        }
    }
    return true;
}

static void
range_add_bars(struct range *range, const struct chart_panel *panel)
{
    for (guint i = 0; i < panel->series->len; i++) {
        const struct chart_series *series = panel->series->pdata[i];
        for (guint j = 0; series->style == CHART_BARS && j < series->point->len; j++) {
            double end = bar_end(panel, i, j);
            range_add(range, 0);
            if (isfinite(end))
                range_add(range, end);
        }
    }
}

struct range
chart_x_range(const struct chart *chart)
{
    struct range data = {INFINITY, -INFINITY}, range;

    for (guint p = 0; p < chart->panels->len; p++) {
        const struct chart_panel *panel = chart->panels->pdata[p];
        if (!panel_has_data(chart, panel))
            continue;
        range_add_bars(&data, panel);
        if (panel->cells) {
            range_add(&data, panel->cells->x_from);
            range_add(&data, panel->cells->x_from + panel->cells->x_step * (double)panel->cells->columns);
        }
        /* An x without y counts: a gap at the end of a series is to be seen. */
        for (guint i = 0; i < panel->series->len; i++) {
            const struct chart_series *series = panel->series->pdata[i];
            for (guint j = 0; j < series->point->len; j++) {
                double x = g_array_index(series->point, struct point, j).x;
                double end = x + (j + 1 == series->point->len ? series_last_step(series) : 0);
                if (scale_has(chart->x_scale, x))
                    range_add(&data, x);
                if (scale_has(chart->x_scale, end))
                    range_add(&data, end);
            }
        }
        for (guint i = 0; i < panel->marks->len; i++) {
            const struct chart_mark *mark = panel->marks->pdata[i];
            if (mark->kind == CHART_MARK_POINT && point_is_shown(chart, panel, mark->from, mark->to))
                range_add(&data, mark->from);
        }
    }
    if (scale_has(chart->x_scale, chart->x_from) && scale_has(chart->x_scale, chart->x_to)) {
        range_add(&data, chart->x_from);
        range_add(&data, chart->x_to);
    }
    /* An axis that nearly reaches zero shows it. */
    if (chart->x_scale == CHART_LINEAR && data.min > 0 && data.min < ZERO_SHARE * data.max)
        range_add(&data, 0);
    range = data;
    for (guint i = 0; i < chart->marks->len; i++) {
        const struct chart_mark *mark = chart->marks->pdata[i];
        if (mark->kind == CHART_MARK_X)
            range_stretch(&range, &data, chart->x_scale, mark->from);
    }
    return range;
}

struct range
panel_y_range(const struct chart *chart, const struct chart_panel *panel)
{
    struct range data = {INFINITY, -INFINITY}, range;

    for (guint i = 0; i < panel->series->len; i++) {
        const struct chart_series *series = panel->series->pdata[i];
        for (guint j = 0; j < series->point->len; j++) {
            const struct point *point = &g_array_index(series->point, struct point, j);
            double y = series->style == CHART_AREA ? area_top(panel, i, j) : point->y;
            /* Room for the figures over the columns. */
            y *= series->style == CHART_COLUMNS && series->note ? 1 + COLUMN_HEADROOM : 1;
            bool closes = series->style == CHART_COLUMNS && j + 1 == series->point->len;
            if (point_is_shown(chart, panel, point->x, y) && !closes)
                range_add(&data, y);
        }
    }
    if (panel->cells) {
        range_add(&data, panel->cells->edge[0]);
        range_add(&data, panel->cells->edge[panel->cells->rows]);
    }
    for (guint i = 0; i < panel->marks->len; i++) {
        const struct chart_mark *mark = panel->marks->pdata[i];
        if (mark->kind == CHART_MARK_POINT && point_is_shown(chart, panel, mark->from, mark->to))
            range_add(&data, mark->to);
    }
    if (panel->from_zero && scale_has(panel->scale, 0) && !range_is_empty(&data))
        range_add(&data, 0);
    range = data;
    for (guint i = 0; i < panel->marks->len; i++) {
        const struct chart_mark *mark = panel->marks->pdata[i];
        if (mark->kind == CHART_MARK_Y)
            range_stretch(&range, &data, panel->scale, mark->from);
    }
    return range;
}
