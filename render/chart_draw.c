#include "chart_layout.h"

#include "language.h"

#include <math.h>

#define GRID_WIDTH 0.6
#define TICK_LENGTH 3.0
#define HATCH_STEP 6.0
#define HATCH_WIDTH 0.8

static const double mark_dash[] = {3, 2.5};
static void
draw_head(struct layout *layout)
{
    double y = 2;

    for (char **line = layout->title_lines; *line; line++, y += 14)
        board_text(layout->board, &layout->title_font, 0, y + 10, ANCHOR_START, *line);
    for (char **line = layout->subtitle_lines; *line; line++, y += LABEL_LEADING)
        board_text(layout->board, &layout->subtitle_font, 0, y + 8, ANCHOR_START, *line);
}

static void
draw_no_data(struct layout *layout, double left, double top, double right, double bottom)
{
    struct canvas_stroke stroke = {layout->theme->grid, AXIS_WIDTH, NULL, 0};
    const struct point frame[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}};

    layout->canvas->ops->polyline(layout->canvas, frame, G_N_ELEMENTS(frame), &stroke);
    board_text(layout->board, &layout->muted_font, (left + right) / 2, (top + bottom) / 2 + LABEL_RISE, ANCHOR_MIDDLE,
        language_text(layout->chart->language, "no data"));
}

/* Parallel lines at 45 degrees, on a grid of the whole chart so that neighbouring parts join. */
static void
draw_hatch(const struct layout *layout, double left, double top, double width, double height)
{
    struct canvas_stroke stroke = {layout->theme->grid, HATCH_WIDTH, NULL, 0};

    layout->canvas->ops->clip_begin(layout->canvas, left, top, width, height);
    double first = HATCH_STEP * floor((left + top) / HATCH_STEP);
    for (double sum = first; sum <= left + width + top + height; sum += HATCH_STEP)
        canvas_line(layout->canvas, sum - top, top, sum - top - height, top + height, &stroke);
    layout->canvas->ops->clip_end(layout->canvas);
}

static void
draw_bands(const struct layout *layout)
{
    for (guint i = 0; i < layout->flags->len; i++) {
        const struct flag *flag = &g_array_index(layout->flags, struct flag, i);
        bool hatched = flag->mark->kind == CHART_MARK_X_HATCH;
        if ((flag->mark->kind != CHART_MARK_X_BAND && !hatched) || flag->beyond != BEYOND_NOT)
            continue;
        double width = fmax(flag->right - flag->left, 1);
        for (size_t j = 0; j < layout->panels; j++) {
            const struct panel_layout *panel = &layout->panel[j];
            double height = panel->bottom - panel->top;
            if (hatched)
                draw_hatch(layout, flag->left, panel->top, width, height);
            else
                layout->canvas->ops->rect(layout->canvas, flag->left, panel->top, width, height, &layout->theme->band);
        }
    }
}

static void
draw_flags(struct layout *layout)
{
    struct canvas_stroke stroke = {layout->theme->ink, AXIS_WIDTH, mark_dash, G_N_ELEMENTS(mark_dash)};
    double baseline = layout->panel[0].label_y;

    for (guint i = 0; i < layout->flags->len; i++) {
        const struct flag *flag = &g_array_index(layout->flags, struct flag, i);
        double y = baseline - LABEL_LEADING * flag->row;
        bool is_line = flag->mark->kind == CHART_MARK_X && flag->beyond == BEYOND_NOT;
        for (size_t j = 0; is_line && j < layout->panels; j++) {
            double top = j > 0 ? layout->panel[j].top : *flag->text ? y + LABEL_SIZE / 2 : layout->panel[j].top;
            canvas_line(layout->canvas, flag->left, layout->panel[j].bottom, flag->left, top, &stroke);
        }
        if (*flag->text)
            board_text(layout->board, &layout->label_font, flag->x, y, ANCHOR_START, flag->text);
    }
}

/* Names of rows, grid lines across them, and the line that bars start from. */
static void
draw_rows_axis(struct layout *layout, const struct panel_layout *panel)
{
    struct canvas_stroke grid = {layout->theme->grid, GRID_WIDTH, NULL, 0};
    struct canvas_stroke axis = {layout->theme->muted, AXIS_WIDTH, NULL, 0};

    for (guint i = 0; i < layout->x_ticks.tick->len; i++) {
        double value = g_array_index(layout->x_ticks.tick, struct tick, i).value, x = scale_at(&layout->x, value);
        canvas_line(layout->canvas, x, panel->top, x, panel->bottom, value == 0 ? &axis : &grid);
    }
    for (guint i = 0; i < panel->ticks.tick->len; i++) {
        const struct tick *tick = &g_array_index(panel->ticks.tick, struct tick, i);
        double y = scale_at(&panel->y, tick->value) + LABEL_RISE - (tick->below ? LABEL_LEADING / 2 - 0.5 : 0);
        board_text(layout->board, &layout->label_font, layout->left - 5, y, ANCHOR_END, tick->label);
        if (tick->below)
            board_text(
                layout->board, &layout->muted_font, layout->left - 5, y + LABEL_LEADING - 1, ANCHOR_END, tick->below);
    }
}

static void
draw_y_axis(struct layout *layout, const struct panel_layout *panel)
{
    struct canvas_stroke grid = {layout->theme->grid, GRID_WIDTH, NULL, 0};
    struct canvas_stroke axis = {layout->theme->muted, AXIS_WIDTH, NULL, 0};

    if (panel->panel->scale == CHART_ROWS) {
        draw_rows_axis(layout, panel);
        return;
    }
    for (guint i = 0; i < panel->ticks.tick->len; i++) {
        const struct tick *tick = &g_array_index(panel->ticks.tick, struct tick, i);
        double y = scale_at(&panel->y, tick->value);
        bool is_base = tick->value == 0 || y > panel->bottom - 0.01;
        canvas_line(layout->canvas, layout->left, y, layout->right, y, is_base ? &axis : &grid);
        board_text(layout->board, &layout->muted_font, layout->left - 5, y + LABEL_RISE, ANCHOR_END, tick->label);
    }
}

static void
draw_x_axis(struct layout *layout)
{
    struct canvas_stroke stroke = {layout->theme->muted, AXIS_WIDTH, NULL, 0};
    double bottom = layout->plot_bottom, baseline = bottom + 12;

    bool rows = layout->panel[layout->panels - 1].panel->scale == CHART_ROWS; /* their grid lines lead to the ticks */
    if (!rows)
        canvas_line(layout->canvas, layout->left, bottom, layout->right, bottom, &stroke);
    for (guint i = 0; i < layout->x_ticks.tick->len; i++) {
        const struct tick *tick = &g_array_index(layout->x_ticks.tick, struct tick, i);
        double x = scale_at(&layout->x, tick->value);
        if (!rows)
            canvas_line(layout->canvas, x, bottom, x, bottom + TICK_LENGTH, &stroke);
        board_text(layout->board, &layout->muted_font, x, baseline, ANCHOR_MIDDLE, tick->label);
        if (tick->below)
            board_text(layout->board, &layout->muted_font, x, baseline + LABEL_LEADING, ANCHOR_MIDDLE, tick->below);
    }
    g_autofree char *whole = layout_x_title(layout);
    g_autofree char *title = label_fit(layout->canvas, &layout->muted_font, whole, layout->right - layout->left);
    baseline += LABEL_LEADING * (layout->two_rows ? 2 : 1) + 1;
    board_text(layout->board, &layout->muted_font, (layout->left + layout->right) / 2, baseline, ANCHOR_MIDDLE, title);
}

static void
draw_y_marks(const struct layout *layout, const struct panel_layout *panel)
{
    struct canvas_stroke stroke = {layout->theme->bad, AXIS_WIDTH, mark_dash, G_N_ELEMENTS(mark_dash)};

    for (guint i = 0; i < panel->panel->marks->len; i++) {
        const struct chart_mark *mark = panel->panel->marks->pdata[i];
        double y = scale_at(&panel->y, mark->from);
        if (mark->kind == CHART_MARK_Y && y >= panel->top - 0.01 && y <= panel->bottom + 0.01)
            canvas_line(layout->canvas, layout->left, y, layout->right, y, &stroke);
    }
}

static void
draw_panel(struct layout *layout, const struct panel_layout *panel)
{
    g_autofree char *title = panel_title(panel);
    g_autofree char *fitted = label_fit(layout->canvas, &layout->strong_font, title, layout->canvas->width);

    board_text(layout->board, &layout->strong_font, 0, panel->label_y, ANCHOR_START, fitted);
    if (panel->empty) {
        draw_no_data(layout, layout->left, panel->top, layout->right, panel->bottom);
        return;
    }
    draw_y_axis(layout, panel);
    draw_y_marks(layout, panel);
    /* Beyond the plot by what a dot or a thick line at its edge needs. */
    layout->canvas->ops->clip_begin(layout->canvas, layout->left - DOT_RADIUS, panel->top - 2 * DOT_RADIUS,
        layout->right - layout->left + 2 * DOT_RADIUS, panel->bottom - panel->top + 4 * DOT_RADIUS);
    if (panel->panel->cells)
        draw_cells(layout, panel);
    draw_bars(layout, panel);
    draw_series(layout, panel);
    layout->canvas->ops->clip_end(layout->canvas);
    if (panel->panel->cells)
        draw_cells_key(layout, panel);
    draw_bar_notes(layout, panel);
    draw_ends(layout, panel);
}

void
chart_draw(const struct chart *chart, const struct theme *theme, struct canvas *canvas)
{
    struct layout layout;

    layout_init(&layout, chart, theme, canvas);
    if (!canvas->transparent)
        canvas->ops->rect(canvas, 0, 0, canvas->width, canvas->height, &theme->paper);
    draw_head(&layout);
    if (layout.empty) {
        draw_no_data(&layout, 1, layout.head_bottom, canvas->width - 1, fmax(canvas->height - 1, layout.head_bottom));
        layout_release(&layout);
        return;
    }
    draw_keys(&layout);
    draw_bands(&layout);
    draw_x_axis(&layout);
    for (size_t i = 0; i < layout.panels; i++)
        draw_panel(&layout, &layout.panel[i]);
    draw_flags(&layout);
    for (size_t i = 0; i < layout.panels; i++)
        if (!layout.panel[i].empty)
            layout_draw_notes(&layout, &layout.panel[i]);
    layout_release(&layout);
}
