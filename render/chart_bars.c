#include "chart_layout.h"

#include <math.h>
#include <stdlib.h>

#define BAR_SHARE 0.74 /* of a row */
#define BAR_MOST 15.0  /* points: thicker ones say no more */
#define BAR_LEAST 0.4  /* points: what is not zero is to be seen */
#define BAR_EDGE 0.6   /* of paper between bars that touch */

static bool
is_bars(const struct chart_series *series)
{
    return series->style == CHART_BARS;
}

static guint
count_bars(const struct chart_panel *panel)
{
    guint count = 0;

    for (guint i = 0; i < panel->series->len; i++)
        count += is_bars(panel->series->pdata[i]);
    return count;
}

/* The bars of one series; `place` is its number among those of its row, `reach` where each row's stack ends so far. */
static void
add_bars(const struct layout *layout, struct panel_layout *panel, guint number, guint place, double *reach, guint rows)
{
    const struct chart_series *series = panel->panel->series->pdata[number];
    guint shares = panel->panel->stacked ? 1 : count_bars(panel->panel);
    double row = (panel->bottom - panel->top) / rows, thick = fmin(BAR_SHARE * row / shares, BAR_MOST);

    for (guint i = 0; i < series->point->len; i++) {
        const struct point *point = &g_array_index(series->point, struct point, i);
        if (!isfinite(point->x) || point->y < 0 || point->y >= rows || !(point->x > 0 || !panel->panel->stacked))
            continue;
        double *from = &reach[(guint)point->y], start = panel->panel->stacked ? *from : 0, end = start + point->x;
        double left = scale_at(&layout->x, fmin(start, end)), right = scale_at(&layout->x, fmax(start, end));
        double offset = panel->panel->stacked ? -thick / 2 : (place - shares / 2.0) * thick;
        struct bar bar = {series, number, i, left, scale_at(&panel->y, point->y) + offset, right - left, thick};
        if (!isfinite(left) || !isfinite(right))
            continue;
        if (point->x != 0)
            bar.width = fmax(bar.width, BAR_LEAST);
        *from = end;
        g_array_append_val(panel->bars, bar);
    }
}

static void
add_columns(const struct layout *layout, struct panel_layout *panel, guint number)
{
    const struct chart_series *series = panel->panel->series->pdata[number];

    for (guint i = 0; i + 1 < series->point->len; i++) {
        const struct point *point = &g_array_index(series->point, struct point, i);
        double left = scale_at(&layout->x, point->x), right = scale_at(&layout->x, point[1].x);
        double top = scale_at(&panel->y, point->y);
        if (!isfinite(left) || !isfinite(right) || !isfinite(top) || right <= left)
            continue;
        struct bar bar = {series, number, i, left, top, right - left, panel->bottom - top};
        g_array_append_val(panel->bars, bar);
    }
}

void
layout_bars(struct layout *layout, struct panel_layout *panel)
{
    guint rows = panel->panel->rows ? g_strv_length(panel->panel->rows) : 0, place = 0;
    g_autofree double *reach = g_new0(double, rows + 1);

    for (guint i = 0; i < panel->panel->series->len; i++) {
        const struct chart_series *series = panel->panel->series->pdata[i];
        if (is_bars(series) && rows > 0)
            add_bars(layout, panel, i, place++, reach, rows);
        else if (series->style == CHART_COLUMNS)
            add_columns(layout, panel, i);
    }
}

void
draw_bars(const struct layout *layout, const struct panel_layout *panel)
{
    const struct canvas_ops *ops = layout->canvas->ops;
    struct canvas_stroke edge = {layout->theme->paper, BAR_EDGE, NULL, 0};

    for (guint number = 0; number < panel->panel->series->len; number++) {
        const struct chart_series *series = panel->panel->series->pdata[number];
        const struct color *color = &layout->theme->series[series->color % THEME_SERIES_COLORS];
        if (!is_bars(series) && series->style != CHART_COLUMNS)
            continue;
        ops->group_begin(layout->canvas, "series", series->label);
        for (guint i = 0; i < panel->bars->len; i++) {
            const struct bar *bar = &g_array_index(panel->bars, struct bar, i);
            if (bar->number != number)
                continue;
            ops->rect(layout->canvas, bar->x, bar->y, bar->width, bar->height, color);
            double end = bar->x + bar->width;
            if (bar->width > 2 * BAR_EDGE) /* between neighbours: bars of a stack, columns */
                canvas_line(layout->canvas, end, bar->y, end, bar->y + bar->height, &edge);
        }
        draw_spots(layout, panel, number);
        ops->group_end(layout->canvas);
    }
}

double
bar_notes_width(struct layout *layout, const struct chart_panel *panel)
{
    double width = 0;

    for (guint i = 0; i < panel->series->len; i++) {
        const struct chart_series *series = panel->series->pdata[i];
        for (char **note = series->note; is_bars(series) && !panel->stacked && note && *note; note++)
            if (**note)
                width = fmax(width, label_width(layout->canvas, &layout->label_font, *note) + 2 * BAR_GAP);
    }
    return width;
}

/* Ink or white, whichever can be read on the colour: by its luminance (ITU-R BT.709, near enough without gamma). */
static struct color
text_on(const struct color *color)
{
    double light = 0.2126 * color->red + 0.7152 * color->green + 0.0722 * color->blue;

    return light > 0.5 ? (struct color){0.07, 0.07, 0.07, 1} : (struct color){0.99, 0.99, 0.99, 1};
}

/* Whether a vertical mark runs between two x. */
static bool
line_within(const struct layout *layout, double from, double to)
{
    for (guint i = 0; i < layout->flags->len; i++) {
        const struct flag *flag = &g_array_index(layout->flags, struct flag, i);
        if (flag->mark->kind == CHART_MARK_X && flag->left >= from && flag->left <= to + 2 * BAR_GAP)
            return true;
    }
    return false;
}

static void
draw_bar_note(struct layout *layout, const struct panel_layout *panel, const struct bar *bar, const char *note)
{
    struct canvas_font inside = layout->label_font;
    double width = label_width(layout->canvas, &layout->label_font, note), middle = bar->x + bar->width / 2;

    inside.color = text_on(&layout->theme->series[bar->series->color % THEME_SERIES_COLORS]);
    if (bar->series->style == CHART_COLUMNS) { /* above it */
        if (width <= bar->width)
            board_text(layout->board, &layout->label_font, middle, fmax(bar->y, panel->top + LABEL_SIZE) - BAR_GAP,
                ANCHOR_MIDDLE, note);
        return;
    }
    double baseline = bar->y + bar->height / 2 + LABEL_RISE;
    double end = bar->x + bar->width;
    bool flat = bar->height >= LABEL_SIZE + 0.5;
    if (!panel->panel->stacked && flat && width + 2 * BAR_GAP < bar->width && line_within(layout, end, end + width))
        board_text(layout->board, &inside, end - BAR_GAP, baseline, ANCHOR_END, note);
    else if (!panel->panel->stacked)
        board_text(layout->board, &layout->label_font, end + BAR_GAP, baseline, ANCHOR_START, note);
    else if (width + 2 <= bar->width && bar->height >= LABEL_SIZE + 1)
        board_text(layout->board, &inside, middle, baseline, ANCHOR_MIDDLE, note);
}

void
draw_bar_notes(struct layout *layout, const struct panel_layout *panel)
{
    for (guint i = 0; i < panel->bars->len; i++) {
        const struct bar *bar = &g_array_index(panel->bars, struct bar, i);
        if (bar->series->note && *bar->series->note[bar->point])
            draw_bar_note(layout, panel, bar, bar->series->note[bar->point]);
    }
}
