#include "chart_layout.h"

#include "m4.h"

#include <math.h>
#include <string.h>

#define TITLE_SIZE 11.5
#define TITLE_LEADING 14.0
#define SUBTITLE_SIZE 8.5
#define HEAD_LINES_MOST 2
#define HEAD_GAP 7.0       /* between head and first flag row */
#define PANEL_NAME_GAP 7.0 /* between a panel's name and its plot */
#define PANEL_GAP 10.0     /* between a plot and the next panel's name */
#define TICK_GAP 6.0       /* between tick labels and the plot */
#define X_TICK_DROP 14.0   /* from the plot to the baseline of the tick labels */
#define FOOT_PADDING 4.0
#define END_SHARE_MOST 0.30 /* of the width for direct labels */
#define RIGHT_LEAST 20
#define Y_TICK_ROOM 26.0 /* height for one tick of a linear axis */
#define Y_TICK_ROOM_LOG 13.0
#define ENDS_INSIDE 0.86 /* a line that ends left of this part of the plot is labelled where it ends */
#define COLUMNS_PER_POINT 2.0
#define MANY_ENDS 8 /* labels that may not all have room */

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

    layout->title_lines = label_wrap(layout->canvas, &layout->title_font, layout->chart->title, width, HEAD_LINES_MOST);
    layout->subtitle_lines =
        label_wrap(layout->canvas, &layout->subtitle_font, layout->chart->subtitle, width, HEAD_LINES_MOST);
    bottom += TITLE_LEADING * g_strv_length(layout->title_lines);
    bottom += LABEL_LEADING * g_strv_length(layout->subtitle_lines);
    layout->head_bottom = bottom + (bottom > 2 ? HEAD_GAP : 0);
}

/* Tops and bottoms of the plots: equal heights in what head, flags and foot leave. */
static void
layout_panels(struct layout *layout)
{
    double foot = FOOT_PADDING + X_TICK_DROP + (layout->two_rows ? LABEL_LEADING : 0) +
                  (*layout->chart->x_label || *layout->x_ticks.unit ? LABEL_LEADING + 2 : 0);
    double first = layout->head_bottom + LABEL_LEADING * layout->flag_rows;
    double n = (double)layout->panels;
    double name = LABEL_LEADING + PANEL_NAME_GAP - 3;
    double height = (layout->canvas->height - first - foot - n * name - (n - 1) * PANEL_GAP) / n;

    height = fmax(height, 1);
    for (size_t i = 0; i < layout->panels; i++) {
        struct panel_layout *panel = &layout->panel[i];
        panel->top = first + name + (double)i * (height + name + PANEL_GAP);
        panel->bottom = panel->top + height;
        panel->label_y = panel->top - PANEL_NAME_GAP;
        panel->y = (struct scale){panel->panel->scale, panel->ticks.min, panel->ticks.max, panel->bottom, panel->top};
    }
    layout->plot_bottom = layout->panel[layout->panels - 1].bottom;
}

static void
layout_y_ticks(struct layout *layout, struct panel_layout *panel)
{
    const struct chart_panel *data = panel->panel;
    struct range range = panel_y_range(layout->chart, data);
    bool logarithmic = data->scale == CHART_LOG2 || data->scale == CHART_LOG10;
    double room = logarithmic ? Y_TICK_ROOM_LOG : Y_TICK_ROOM;
    size_t most = (size_t)CLAMP((panel->bottom - panel->top) / room + 1, 2, logarithmic ? 16 : 8);
    unsigned flags = TICKS_ROUND_OUT | (*data->unit ? 0 : TICKS_SUFFIX);

    ticks_release(&panel->ticks);
    ticks_init(&panel->ticks, data->scale, range.min, range.max, most, flags);
}

static double
layout_left(struct layout *layout)
{
    double width = 0;

    for (size_t i = 0; i < layout->panels; i++) {
        const struct panel_layout *panel = &layout->panel[i];
        for (guint j = 0; !panel->empty && j < panel->ticks.tick->len; j++)
            width = fmax(width, label_width(layout->canvas, &layout->muted_font,
                                    g_array_index(panel->ticks.tick, struct tick, j).label));
    }
    return fmin(width + TICK_GAP, layout->canvas->width / 3);
}

bool
series_ends_inside(const struct layout *layout, const struct chart_series *series)
{
    double last = NAN;

    for (guint i = series->point->len; i-- > 0 && isnan(last);) {
        const struct point *point = &g_array_index(series->point, struct point, i);
        if (isfinite(point->y))
            last = scale_at(&layout->x, point->x + (i + 1 == series->point->len ? series_last_step(series) : 0));
    }
    return last < layout->x.from + ENDS_INSIDE * (layout->x.to - layout->x.from);
}

/* Space for direct labels. */
static double
layout_right(struct layout *layout)
{
    double width = 0;
    guint most_lines = 0;

    for (size_t i = 0; i < layout->panels; i++) {
        const struct chart_panel *panel = layout->panel[i].panel;
        most_lines = MAX(most_lines, panel->series->len + panel->marks->len);
        for (guint j = 0; j < panel->series->len; j++) {
            const struct chart_series *series = panel->series->pdata[j];
            if (series->point->len > 0 && *series->label && !series_ends_inside(layout, series))
                width = fmax(width, label_width(layout->canvas, &layout->label_font, series->label));
        }
        for (guint j = 0; j < panel->marks->len; j++) {
            const struct chart_mark *mark = panel->marks->pdata[j];
            if (mark->kind == CHART_MARK_Y && *mark->label)
                width = fmax(width, label_width(layout->canvas, &layout->label_font, mark->label) + LABEL_SIZE);
        }
    }
    if (width > 0) /* the count of labels left out has to fit, should there be some */
        width = fmax(
            width, label_width(layout->canvas, &layout->label_font, most_lines >= MANY_ENDS ? "and 999 more" : ""));
    width = width > 0 ? width + 2 * KEY_GAP + KEY_WIDTH : RIGHT_LEAST;
    return layout->canvas->width - fmin(width, END_SHARE_MOST * layout->canvas->width);
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
        ticks_init(&layout->x_ticks, chart->x_scale, range.min, range.max, most, flags);
        layout->x = (struct scale){
            chart->x_scale, layout->x_ticks.min, layout->x_ticks.max, layout->left + inset, layout->right - inset};
        if (most <= 2 || x_labels_fit(layout))
            break;
    }
    layout->two_rows = false;
    for (guint i = 0; i < layout->x_ticks.tick->len; i++)
        layout->two_rows |= g_array_index(layout->x_ticks.tick, struct tick, i).below != NULL;
}

/* The series in canvas units, with steps drawn out, reduced where it is a line. */
static GArray *
series_path(const struct layout *layout, const struct panel_layout *panel, const struct chart_series *series)
{
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

/* Where a line ends: of a dense one the mean of its last fiftieth, since its last sample is noise. */
static double
path_end(const GArray *path)
{
    double sum = 0;
    guint want = path->len > MANY_POINTS ? path->len / 50 : 1, have = 0;

    for (guint i = path->len; i-- > 0 && have < want;) {
        double y = g_array_index(path, struct point, i).y;
        if (isfinite(y)) {
            sum += y;
            have++;
        }
    }
    return have > 0 ? sum / have : NAN;
}

static void
end_add(struct layout *layout, struct panel_layout *panel, struct end_label end, const char *text)
{
    double room = layout->canvas->width - layout->right - 2 * KEY_GAP - KEY_WIDTH + 0.01; /* of rounding */

    if (!*text || !isfinite(end.y))
        return;
    end.text = label_fit(layout->canvas, &layout->label_font, text, room);
    g_array_append_val(panel->ends, end);
}

static int
end_compare(const void *a, const void *b)
{
    const struct end_label *left = a, *right = b;

    return left->y < right->y ? -1 : left->y > right->y ? 1 : 0;
}

static void
end_add_mark(struct layout *layout, struct panel_layout *panel, const struct chart_mark *mark)
{
    struct end_label end = {.mark = mark, .y = scale_at(&panel->y, mark->from)};
    const char *arrow = end.y < panel->top - 0.01 ? "↑ " : end.y > panel->bottom + 0.01 ? "↓ " : "";
    g_autofree char *text = g_strconcat(arrow, mark->label, NULL);

    end.y = CLAMP(end.y, panel->top, panel->bottom);
    if (*mark->label)
        end_add(layout, panel, end, text);
}

/* Of more labels than have room, the last becomes a count of those left out. */
static void
ends_limit(struct layout *layout, struct panel_layout *panel)
{
    guint most = (guint)((panel->bottom - panel->top) / LABEL_LEADING) + 1, n = panel->ends->len;

    if (n <= most)
        return;
    struct end_label rest = {.y = g_array_index(panel->ends, struct end_label, most - 1).y};
    g_autofree char *text = g_strdup_printf("and %u more", n - most + 1);
    g_array_set_size(panel->ends, most - 1);
    end_add(layout, panel, rest, text);
}

static void
layout_ends(struct layout *layout, struct panel_layout *panel)
{
    for (guint i = 0; i < panel->panel->series->len; i++) {
        const GArray *path = panel->path->pdata[i];
        struct end_label end = {.series = panel->panel->series->pdata[i], .number = i, .y = path_end(path)};
        if (!series_ends_inside(layout, end.series))
            end_add(layout, panel, end, end.series->label);
    }
    for (guint i = 0; i < panel->panel->marks->len; i++) {
        const struct chart_mark *mark = panel->panel->marks->pdata[i];
        if (mark->kind == CHART_MARK_Y && scale_has(panel->panel->scale, mark->from))
            end_add_mark(layout, panel, mark);
    }
    g_array_sort(panel->ends, end_compare);
    ends_limit(layout, panel);
    g_autofree double *place = g_new(double, panel->ends->len + 1);
    for (guint i = 0; i < panel->ends->len; i++)
        place[i] = g_array_index(panel->ends, struct end_label, i).y;
    labels_spread(place, panel->ends->len, LABEL_LEADING, panel->top, panel->bottom);
    for (guint i = 0; i < panel->ends->len; i++)
        g_array_index(panel->ends, struct end_label, i).place = place[i];
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

    ticks_init(&layout->x_ticks, layout->chart->x_scale, range.min, range.max, 2, 0);
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
    for (size_t i = 0; i < layout->panels; i++) {
        struct panel_layout *panel = &layout->panel[i];
        panel->panel = chart->panels->pdata[i];
        panel->empty = !panel_has_data(chart, panel->panel);
        panel->path = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
        panel->ends = g_array_new(FALSE, TRUE, sizeof(struct end_label));
        g_array_set_clear_func(panel->ends, end_clear);
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
            g_ptr_array_add(panel->path, series_path(layout, panel, panel->panel->series->pdata[j]));
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
    }
    ticks_release(&layout->x_ticks);
    g_strfreev(layout->title_lines);
    g_strfreev(layout->subtitle_lines);
    g_array_unref(layout->flags);
    g_free(layout->panel);
    board_free(layout->board);
}
