#include "chart_layout.h"

#include "m4.h"

#include <math.h>

#define COLUMNS_PER_POINT 2.0
#define AREA_COLUMNS_PER_POINT 1.0 /* an edge without a line shows no more */

/* The height of a stack at each point of one of its areas. */
static GArray *
area_path(const struct layout *layout, const struct panel_layout *panel, guint number)
{
    const struct chart_series *series = panel->panel->series->pdata[number];
    g_autoptr(GArray) points = g_array_sized_new(FALSE, FALSE, sizeof(struct point), series->point->len);

    for (guint i = 0; i < series->point->len; i++) {
        struct point point = {scale_at(&layout->x, g_array_index(series->point, struct point, i).x),
            scale_at(&panel->y, area_top(panel->panel, number, i))};
        g_array_append_val(points, point);
    }
    return m4_reduce((const struct point *)(void *)points->data, points->len, 1 / AREA_COLUMNS_PER_POINT);
}

GArray *
series_path(const struct layout *layout, const struct panel_layout *panel, guint number)
{
    const struct chart_series *series = panel->panel->series->pdata[number];
    if (series->style == CHART_AREA)
        return area_path(layout, panel, number);
    if (series->style == CHART_BARS || series->style == CHART_COLUMNS)
        return g_array_new(FALSE, FALSE, sizeof(struct point));
    g_autoptr(GArray) points = g_array_sized_new(FALSE, FALSE, sizeof(struct point), series->point->len);
    double before = NAN;

    for (guint i = 0; i < series->point->len; i++) {
        const struct point *data = &g_array_index(series->point, struct point, i);
        struct point point = {scale_at(&layout->x, data->x), scale_at(&panel->y, data->y)};
        struct point corner = {point.x, before};
        if (series->style == CHART_STEPS && isfinite(before) && isfinite(point.y))
            g_array_append_val(points, corner);
        before = point.y;
        g_array_append_val(points, point);
        struct point end = {scale_at(&layout->x, data->x + series_last_step(series)), point.y};
        if (series->style == CHART_STEPS && i + 1 == series->point->len && series->point->len > 1)
            g_array_append_val(points, end);
    }
    bool dots = series->style == CHART_DOTS || (series->style == CHART_LINE_DOTS && points->len < MANY_POINTS);
    return m4_reduce((const struct point *)(void *)points->data, points->len, dots ? 0 : 1 / COLUMNS_PER_POINT);
}
