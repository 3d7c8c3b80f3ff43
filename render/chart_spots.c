#include "chart_layout.h"

#include "format.h"
#include "language.h"

#include <math.h>
#include <string.h>

#define SPOTS_MOST 200   /* of dots and bars */
#define SPOTS_OF_LINE 48 /* of a long line: the highest point of as many equal parts */

/* "09:00:30", "12 min", "64". Free with g_free. */
static char *
x_words(const struct layout *layout, double x)
{
    const struct language *language = layout->chart->language;
    g_autofree char *figure = NULL;
    switch (layout->chart->x_scale) {
    case CHART_TIME:
        figure = format_time(x);
        return language_date(language, figure);
    case CHART_ELAPSED:
        return language_figure(language, format_duration_s(x));
    default:
        return language_figure(language, format_three_digits(x, 3));
    }
}

/* "145,649 IOPS", "0.376 ms": with the unit, or the panel's name where it has none. Free with g_free. */
static char *
y_words(const struct language *language, const struct chart_panel *panel, double y)
{
    static const struct {
        const char *unit;
        char *(*format)(double);
    } forms[] = {{"IOPS", format_iops}, {"ms", format_ms}, {"MiB/s", format_mib_s}};
    const char *unit = *panel->unit ? panel->unit : panel->label;
    g_autofree char *figure = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(forms) && !figure; i++)
        if (strcmp(forms[i].unit, unit) == 0)
            figure = forms[i].format(y);
    if (!figure)
        figure = format_three_digits(y, 3);
    figure = language_figure(language, figure);
    return *unit ? g_strconcat(figure, " ", unit, NULL) : g_steal_pointer(&figure);
}

static char *
spot_title(const struct layout *layout, const struct chart_panel *panel, const struct chart_series *series, guint i)
{
    const struct point *point = &g_array_index(series->point, struct point, i);
    if (series->tip)
        return g_strdup(series->tip[i]);
    g_autofree char *x = x_words(layout, point->x), *y = y_words(layout->chart->language, panel, point->y);
    return g_strconcat(x, ": ", y, NULL);
}

static void
spot_draw(const struct layout *layout, const struct panel_layout *panel, const struct chart_series *series, guint i,
    struct canvas_spot spot)
{
    const struct point *point = &g_array_index(series->point, struct point, i);
    g_autofree char *title = spot_title(layout, panel->panel, series, i);

    spot.data_x = point->x;
    spot.data_y = point->y;
    spot.title = title;
    if (*title && isfinite(spot.x) && isfinite(spot.y))
        layout->canvas->ops->spot(layout->canvas, &spot);
}

static void
draw_bar_spots(const struct layout *layout, const struct panel_layout *panel, guint number)
{
    guint drawn = 0;

    for (guint i = 0; i < panel->bars->len && drawn < SPOTS_MOST; i++) {
        const struct bar *bar = &g_array_index(panel->bars, struct bar, i);
        if (bar->number != number)
            continue;
        struct canvas_spot spot = {.x = bar->x, .y = bar->y, .width = bar->width, .height = bar->height};
        spot_draw(layout, panel, bar->series, bar->point, spot);
        drawn++;
    }
}

void
draw_spots(const struct layout *layout, const struct panel_layout *panel, guint number)
{
    const struct chart_series *series = panel->panel->series->pdata[number];
    guint n = series->point->len;
    if (series->style == CHART_BARS || series->style == CHART_COLUMNS) {
        draw_bar_spots(layout, panel, number);
        return;
    }
    bool dots = series->style == CHART_DOTS || series->style == CHART_LINE_DOTS;
    /* A picture that stands alone is looked at, not pointed at: its long lines are spared the bytes. */
    if (series->style == CHART_DASHED || (!dots && !layout->canvas->transparent))
        return;
    guint parts = MIN(n, dots && n <= SPOTS_MOST ? SPOTS_MOST : SPOTS_OF_LINE);
    for (guint part = 0; part < parts; part++) {
        guint from = (guint)((guint64)part * n / parts), to = (guint)((guint64)(part + 1) * n / parts), best = from;
        for (guint i = from; i < to; i++) {
            double y = g_array_index(series->point, struct point, i).y;
            if (isfinite(y) && !(y <= g_array_index(series->point, struct point, best).y))
                best = i;
        }
        const struct point *point = &g_array_index(series->point, struct point, best);
        double y = series->style == CHART_AREA ? area_top(panel->panel, number, best) : point->y;
        if (isfinite(point->y))
            spot_draw(layout, panel, series, best,
                (struct canvas_spot){.x = scale_at(&layout->x, point->x), .y = scale_at(&panel->y, y)});
    }
}
