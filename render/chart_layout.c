#include "chart_layout.h"

#include "scale_step.h"

#include <math.h>

#define TITLE_SIZE 11.5
#define TITLE_LEADING 14.0
#define SUBTITLE_SIZE 8.5
#define HEAD_LINES_MOST 2
#define HEAD_LINES_NARROW 3
#define HEAD_GAP 7.0       /* between head and first flag row */
#define PANEL_NAME_GAP 7.0 /* between a panel's name and its plot */
#define PANEL_GAP 10.0     /* between a plot and the next panel's name */
#define TICK_GAP 6.0       /* between tick labels and the plot */
#define X_TICK_DROP 14.0   /* from the plot to the baseline of the tick labels */
#define FOOT_PADDING 4.0
#define DATE_HALF 22.0 /* of a date's width, less what stands between the label and the plot */
#define NARROW_WIDTH 300.0
#define ROW_NAME_SHARE 0.36 /* of the width for the names of rows */
#define Y_TICK_ROOM 26.0    /* height for one tick of a linear axis */
#define Y_TICK_ROOM_LOG 13.0
#define ENDS_INSIDE 0.86 /* a line that ends left of this part of the plot is labelled where it ends */

static char *
title_with_units(const char *name, const char *factor, const char *unit)
{
    const char *between = *factor && *unit ? " " : "";

    return g_strconcat(name, *name && (*factor || *unit) ? ", " : "", factor, between, unit, NULL);
}

char *
panel_title(const struct panel_layout *panel)
{
    return title_with_units(panel->panel->label, panel->ticks.unit ? panel->ticks.unit : "", panel->panel->unit);
}

char *
layout_x_title(const struct layout *layout)
{
    return title_with_units(layout->chart->x_label, layout->x_ticks.unit, "");
}

static void
layout_fonts(struct layout *layout)
{
    const struct theme *theme = layout->theme;

    layout->title_font = (struct canvas_font){TITLE_SIZE, WEIGHT_SEMIBOLD, theme->ink};
    layout->subtitle_font = (struct canvas_font){SUBTITLE_SIZE, WEIGHT_NORMAL, theme->muted};
    layout->label_font = (struct canvas_font){LABEL_SIZE, WEIGHT_NORMAL, theme->ink};
    layout->muted_font = (struct canvas_font){LABEL_SIZE, WEIGHT_NORMAL, theme->muted};
    layout->strong_font = (struct canvas_font){LABEL_SIZE, WEIGHT_SEMIBOLD, theme->ink};
}

static void
layout_head(struct layout *layout)
{
    double width = layout->canvas->width, bottom = 2;

    unsigned lines = layout_is_narrow(layout) ? HEAD_LINES_NARROW : HEAD_LINES_MOST;
    layout->title_lines = label_wrap(layout->canvas, &layout->title_font, layout->chart->title, width, lines);
    layout->subtitle_lines = label_wrap(layout->canvas, &layout->subtitle_font, layout->chart->subtitle, width, lines);
    bottom += TITLE_LEADING * g_strv_length(layout->title_lines);
    bottom += LABEL_LEADING * g_strv_length(layout->subtitle_lines);
    layout->head_bottom = bottom + (bottom > 2 ? HEAD_GAP : 0);
}

/* Whether anything stands above the plots: names of panels, flags. */
static bool
has_names(const struct layout *layout)
{
    for (size_t i = 0; i < layout->panels; i++) {
        g_autofree char *title = panel_title(&layout->panel[i]);
        if (*title)
            return true;
    }
    for (guint i = 0; i < layout->flags->len; i++)
        if (*g_array_index(layout->flags, struct flag, i).text)
            return true;
    return false;
}

/* Tops and bottoms of the plots: equal heights in what head, flags and foot leave. */
static void
layout_panels(struct layout *layout)
{
    double foot = FOOT_PADDING + X_TICK_DROP + (layout->two_rows ? LABEL_LEADING : 0) +
                  (*layout->chart->x_label || *layout->x_ticks.unit ? LABEL_LEADING + 2 : 0);
    double first = layout->head_bottom + LABEL_LEADING * layout->flag_rows;
    double n = (double)layout->panels;
    double name = has_names(layout) ? LABEL_LEADING + PANEL_NAME_GAP - 3 : 0;
    double height = (layout->canvas->height - first - foot - n * name - (n - 1) * PANEL_GAP) / n;

    height = fmax(height, 1);
    for (size_t i = 0; i < layout->panels; i++) {
        struct panel_layout *panel = &layout->panel[i];
        panel->top = first + name + (double)i * (height + name + PANEL_GAP);
        panel->bottom = panel->top + height;
        panel->label_y = panel->top - PANEL_NAME_GAP;
        bool rows = panel->panel->scale == CHART_ROWS;
        panel->y = (struct scale){panel->panel->scale, panel->ticks.min, panel->ticks.max,
            rows ? panel->top : panel->bottom, rows ? panel->bottom : panel->top};
    }
    layout->plot_bottom = layout->panel[layout->panels - 1].bottom;
}

/* A tick in the middle of each row. */
static void
layout_row_ticks(struct layout *layout, struct panel_layout *panel)
{
    guint n = panel->panel->rows ? g_strv_length(panel->panel->rows) : 0;

    ticks_release(&panel->ticks);
    ticks_init(&panel->ticks, CHART_ROWS, -0.5, MAX(n, 1) - 0.5, TICKS_MOST, 0);
    for (guint i = 0; i < n; i++) {
        double width = ROW_NAME_SHARE * layout->canvas->width;
        g_auto(GStrv) line = g_strsplit(panel->panel->rows[i], "\n", 2);
        char *first = label_fit(layout->canvas, &layout->label_font, line[0] ? line[0] : "", width);
        ticks_append(&panel->ticks, i, first,
            line[0] && line[1] ? label_fit(layout->canvas, &layout->muted_font, line[1], width) : NULL);
    }
}

static void
layout_y_ticks(struct layout *layout, struct panel_layout *panel)
{
    const struct chart_panel *data = panel->panel;
    if (data->scale == CHART_ROWS) {
        layout_row_ticks(layout, panel);
        return;
    }
    struct range range = panel_y_range(layout->chart, data);
    bool logarithmic = data->scale == CHART_LOG2 || data->scale == CHART_LOG10;
    double room = logarithmic ? Y_TICK_ROOM_LOG : Y_TICK_ROOM;
    size_t most = (size_t)CLAMP((panel->bottom - panel->top) / room + 1, 2, logarithmic ? 16 : 8);
    unsigned flags = TICKS_ROUND_OUT | (*data->unit ? 0 : TICKS_SUFFIX);

    ticks_release(&panel->ticks);
    ticks_init_local(&panel->ticks, layout->chart->language, data->scale, range.min, range.max, most, flags);
}

static double
layout_left(struct layout *layout)
{
    /* The first tick of a time axis has a date below it, which needs room to its left. */
    double width = layout->chart->x_scale == CHART_TIME ? DATE_HALF : 0;

    for (size_t i = 0; i < layout->panels; i++) {
        const struct panel_layout *panel = &layout->panel[i];
        for (guint j = 0; !panel->empty && j < panel->ticks.tick->len; j++) {
            const struct tick *tick = &g_array_index(panel->ticks.tick, struct tick, j);
            width = fmax(width, label_width(layout->canvas, &layout->label_font, tick->label));
            if (tick->below)
                width = fmax(width, label_width(layout->canvas, &layout->label_font, tick->below));
        }
    }
    return fmin(width + TICK_GAP, (ROW_NAME_SHARE + 0.02) * layout->canvas->width);
}

bool
layout_is_narrow(const struct layout *layout)
{
    return layout->canvas->width < NARROW_WIDTH;
}

bool
series_ends_inside(const struct layout *layout, const struct chart_series *series)
{
    double last = NAN;

    if (layout_is_narrow(layout) && series->style != CHART_AREA)
        return true;

    for (guint i = series->point->len; i-- > 0 && isnan(last);) {
        const struct point *point = &g_array_index(series->point, struct point, i);
        if (isfinite(point->y))
            last = scale_at(&layout->x, point->x + (i + 1 == series->point->len ? series_last_step(series) : 0));
    }
    return last < layout->x.from + ENDS_INSIDE * (layout->x.to - layout->x.from);
}

static bool
has_dots(const struct chart *chart)
{
    for (guint i = 0; i < chart->panels->len; i++) {
        const struct chart_panel *panel = chart->panels->pdata[i];
        for (guint j = 0; j < panel->series->len; j++) {
            const struct chart_series *series = panel->series->pdata[j];
            if (series->style == CHART_DOTS || series->style == CHART_LINE_DOTS)
                return true;
        }
    }
    return false;
}

/* Whether every x tick label has its place beside its neighbours. */
static bool
x_labels_fit(const struct layout *layout)
{
    double free_from = 0, free_below = 0;

    for (guint i = 0; i < layout->x_ticks.tick->len; i++) {
        const struct tick *tick = &g_array_index(layout->x_ticks.tick, struct tick, i);
        double x = scale_at(&layout->x, tick->value);
        double half = label_width(layout->canvas, &layout->muted_font, tick->label) / 2;
        if (x - half < free_from || x + half > layout->canvas->width)
            return false;
        free_from = x + half + LABEL_SIZE / 2;
        if (!tick->below)
            continue;
        half = label_width(layout->canvas, &layout->muted_font, tick->below) / 2;
        if (x - half < free_below || x + half > layout->canvas->width)
            return false;
        free_below = x + half + LABEL_SIZE / 2;
    }
    return true;
}

static void
layout_x(struct layout *layout)
{
    const struct chart *chart = layout->chart;
    struct range range = chart_x_range(chart);
    double inset = has_dots(chart) ? 2 * DOT_RADIUS + 2 : 0;
    size_t most = (size_t)CLAMP((layout->right - layout->left) / 30, 2, 16);
    unsigned flags = TICKS_SUFFIX | (chart_x_is_whole(chart) ? TICKS_WHOLE : 0);

    if (chart->x_scale == CHART_LOG2)
        most = TICKS_MOST;
    for (;; most--) {
        ticks_release(&layout->x_ticks);
        ticks_init_local(&layout->x_ticks, chart->language, chart->x_scale, range.min, range.max, most, flags);
        layout->x = (struct scale){
            chart->x_scale, layout->x_ticks.min, layout->x_ticks.max, layout->left + inset, layout->right - inset};
        if (most <= 2 || x_labels_fit(layout))
            break;
    }
    layout->two_rows = false;
    for (guint i = 0; i < layout->x_ticks.tick->len; i++)
        layout->two_rows |= g_array_index(layout->x_ticks.tick, struct tick, i).below != NULL;
}

static void
key_clear(void *key)
{
    g_free(((struct key *)key)->text);
}

static void
end_clear(void *end)
{
    g_free(((struct end_label *)end)->text);
}

static void
flag_clear(void *flag)
{
    g_free(((struct flag *)flag)->text);
}

/* The x range without places yet: which lines end inside decides how wide the plot is. */
static void
layout_x_range(struct layout *layout)
{
    struct range range = chart_x_range(layout->chart);

    ticks_init_local(&layout->x_ticks, layout->chart->language, layout->chart->x_scale, range.min, range.max, 2, 0);
    layout->x = (struct scale){layout->chart->x_scale, layout->x_ticks.min, layout->x_ticks.max, 0, 1};
}

static void
layout_open(struct layout *layout, const struct chart *chart, const struct theme *theme, struct canvas *canvas)
{
    *layout =
        (struct layout){.chart = chart, .theme = theme, .canvas = canvas, .board = board_new(canvas), .empty = true};
    layout->panels = chart->panels->len;
    layout->panel = g_new0(struct panel_layout, layout->panels + 1);
    layout->flags = g_array_new(FALSE, TRUE, sizeof(struct flag));
    g_array_set_clear_func(layout->flags, flag_clear);
    layout->keys = g_array_new(FALSE, TRUE, sizeof(struct key));
    g_array_set_clear_func(layout->keys, key_clear);
    for (size_t i = 0; i < layout->panels; i++) {
        struct panel_layout *panel = &layout->panel[i];
        panel->panel = chart->panels->pdata[i];
        panel->empty = !panel_has_data(chart, panel->panel);
        panel->path = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
        panel->ends = g_array_new(FALSE, TRUE, sizeof(struct end_label));
        g_array_set_clear_func(panel->ends, end_clear);
        panel->bars = g_array_new(FALSE, TRUE, sizeof(struct bar));
        layout->empty = layout->empty && panel->empty;
    }
}

void
layout_init(struct layout *layout, const struct chart *chart, const struct theme *theme, struct canvas *canvas)
{
    layout_open(layout, chart, theme, canvas);
    layout_fonts(layout);
    layout_head(layout);
    if (layout->empty)
        return;
    layout_keys(layout);
    /* The number of y ticks needs heights, which need the flags, which need the left edge, which needs the tick labels:
     * heights are guessed without flags first, and the ticks then kept. */
    layout_x_range(layout);
    layout_panels(layout);
    for (size_t i = 0; i < layout->panels; i++)
        layout_y_ticks(layout, &layout->panel[i]);
    layout->left = layout_left(layout);
    layout->right = layout_right(layout);
    layout_x(layout);
    layout_flags(layout);
    layout_panels(layout);
    for (size_t i = 0; i < layout->panels; i++) {
        struct panel_layout *panel = &layout->panel[i];
        for (guint j = 0; j < panel->panel->series->len; j++)
            g_ptr_array_add(panel->path, series_path(layout, panel, j));
        layout_bars(layout, panel);
        layout_ends(layout, panel);
    }
}

void
layout_release(struct layout *layout)
{
    for (size_t i = 0; i < layout->panels; i++) {
        ticks_release(&layout->panel[i].ticks);
        g_ptr_array_unref(layout->panel[i].path);
        g_array_unref(layout->panel[i].ends);
        g_array_unref(layout->panel[i].bars);
    }
    ticks_release(&layout->x_ticks);
    g_strfreev(layout->title_lines);
    g_strfreev(layout->subtitle_lines);
    g_array_unref(layout->flags);
    g_array_unref(layout->keys);
    g_free(layout->panel);
    board_free(layout->board);
}
