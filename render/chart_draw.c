#include "chart_layout.h"

#include <math.h>

#define GRID_WIDTH 0.6
#define AXIS_WIDTH 0.8
#define LINE_WIDTH 1.5
#define DENSE_WIDTH 0.8
#define DENSE_POINTS 600
#define TICK_LENGTH 3.0
#define HATCH_STEP 6.0
#define HATCH_WIDTH 0.8
#define SCATTER_MOST 2000 /* dots; of more, those that fall on one place are drawn once */
#define SCATTER_CELL 0.5  /* points: what one place is */

static const double mark_dash[] = {3, 2.5};
static const double fit_dash[] = {4, 2.5};
static const double line_dash_2[] = {8, 2.5}, line_dash_3[] = {2, 2}, line_dash_4[] = {8, 2.5, 2, 2.5};

/* How series of one panel differ beside their colour, so that they do in grey print: by their number. */
static const struct pattern {
    const double *dash;
    size_t dash_count;
    bool hollow;
} patterns[] = {{NULL, 0, false}, {line_dash_2, 2, true}, {line_dash_3, 2, false}, {line_dash_4, 4, true}};

struct look {
    struct canvas_stroke stroke;
    double radius;
    struct color fill, border;
    bool line, dots;
};

static struct look
series_look(const struct layout *layout, const struct chart_series *series, size_t number, size_t points)
{
    const struct theme *theme = layout->theme;
    const struct pattern *pattern = &patterns[number % G_N_ELEMENTS(patterns)];
    struct color color = theme->series[series->color % THEME_SERIES_COLORS];
    bool dense = points > DENSE_POINTS;
    struct look look = {.stroke = {color, dense ? DENSE_WIDTH : LINE_WIDTH, NULL, 0}};

    look.line = series->style != CHART_DOTS;
    look.dots = series->style == CHART_DOTS || (series->style == CHART_LINE_DOTS && points < MANY_POINTS);
    look.radius = points < MANY_POINTS / 2 ? DOT_RADIUS : points <= SCATTER_MOST ? DOT_RADIUS / 2 : DOT_RADIUS / 3;
    look.fill = pattern->hollow ? theme->paper : color;
    look.border = pattern->hollow ? color : theme->paper;
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
        "no data");
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

static void
draw_y_axis(struct layout *layout, const struct panel_layout *panel)
{
    struct canvas_stroke grid = {layout->theme->grid, GRID_WIDTH, NULL, 0};
    struct canvas_stroke axis = {layout->theme->muted, AXIS_WIDTH, NULL, 0};

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

    canvas_line(layout->canvas, layout->left, bottom, layout->right, bottom, &stroke);
    for (guint i = 0; i < layout->x_ticks.tick->len; i++) {
        const struct tick *tick = &g_array_index(layout->x_ticks.tick, struct tick, i);
        double x = scale_at(&layout->x, tick->value);
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
    layout->canvas->ops->dots(layout->canvas, (const struct point *)(void *)shown->data, shown->len, look->radius,
        &look->fill, path->len > SCATTER_MOST ? NULL : &look->border);
}

static void
draw_series(const struct layout *layout, const struct panel_layout *panel)
{
    /* Derived curves first: what was measured lies on top of them. */
    for (int pass = 0; pass < 2; pass++)
        for (guint i = 0; i < panel->path->len; i++) {
            const struct chart_series *series = panel->panel->series->pdata[i];
            const GArray *path = panel->path->pdata[i];
            if ((series->style == CHART_DASHED) != (pass == 0))
                continue;
            struct look look = series_look(layout, series, i, path->len);
            draw_runs(layout, path, &look);
            if (look.dots)
                draw_dots(layout, path, &look);
        }
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

/* A piece of the line as it is drawn, so that a label can be told in grey. */
static void
draw_key(const struct layout *layout, const struct panel_layout *panel, const struct end_label *end, double x)
{
    struct canvas_stroke stroke = {layout->theme->bad, AXIS_WIDTH, mark_dash, G_N_ELEMENTS(mark_dash)};
    struct point middle = {x + KEY_WIDTH / 2, end->place};

    if (end->mark)
        canvas_line(layout->canvas, x, end->place, x + KEY_WIDTH, end->place, &stroke);
    if (!end->series)
        return;
    const GArray *path = panel->path->pdata[end->number];
    struct look look = series_look(layout, end->series, end->number, path->len);
    look.stroke.width = fmax(look.stroke.width, 1.1);
    if (look.line)
        canvas_line(layout->canvas, x, end->place, x + KEY_WIDTH, end->place, &look.stroke);
    if (look.dots)
        layout->canvas->ops->dots(layout->canvas, &middle, 1, look.radius, &look.fill, &look.border);
}

static void
draw_ends(struct layout *layout, const struct panel_layout *panel)
{
    double key = layout->right + KEY_GAP;

    for (guint i = 0; i < panel->ends->len; i++) {
        const struct end_label *end = &g_array_index(panel->ends, struct end_label, i);
        draw_key(layout, panel, end, key);
        board_text(layout->board, &layout->label_font, key + KEY_WIDTH + KEY_GAP, end->place + LABEL_RISE, ANCHOR_START,
            end->text);
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
    draw_series(layout, panel);
    layout->canvas->ops->clip_end(layout->canvas);
    draw_ends(layout, panel);
}

void
chart_draw(const struct chart *chart, const struct theme *theme, struct canvas *canvas)
{
    struct layout layout;

    layout_init(&layout, chart, theme, canvas);
    canvas->ops->rect(canvas, 0, 0, canvas->width, canvas->height, &theme->paper);
    draw_head(&layout);
    if (layout.empty) {
        draw_no_data(&layout, 1, layout.head_bottom, canvas->width - 1, fmax(canvas->height - 1, layout.head_bottom));
        layout_release(&layout);
        return;
    }
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
