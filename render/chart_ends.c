#include "chart_layout.h"

#include "language.h"

#include <math.h>

#define END_SHARE_MOST 0.30 /* of the width for direct labels */
#define RIGHT_LEAST 20
#define MANY_ENDS 8 /* labels that may not all have room */

/* Space for direct labels. */
double
layout_right(struct layout *layout)
{
    double width = 0;
    guint most_lines = 0;

    for (size_t i = 0; i < layout->panels; i++) {
        const struct chart_panel *panel = layout->panel[i].panel;
        most_lines = MAX(most_lines, panel->series->len + panel->marks->len);
        for (guint j = 0; j < panel->series->len; j++) {
            const struct chart_series *series = panel->series->pdata[j];
            if (series->style == CHART_BARS || series->style == CHART_COLUMNS)
                continue;
            if (series->point->len > 0 && *series->label && !series_ends_inside(layout, series))
                width = fmax(width, label_width(layout->canvas, &layout->label_font, series->label));
        }
        for (guint j = 0; j < panel->marks->len; j++) {
            const struct chart_mark *mark = panel->marks->pdata[j];
            if (mark->kind == CHART_MARK_Y && *mark->label && !layout_is_narrow(layout))
                width = fmax(width, label_width(layout->canvas, &layout->label_font, mark->label) + LABEL_SIZE);
        }
    }
    if (width > 0) /* the count of labels left out has to fit, should there be some */
        width = fmax(
            width, label_width(layout->canvas, &layout->label_font, most_lines >= MANY_ENDS ? "and 999 more" : ""));
    width = width > 0 ? width + 2 * KEY_GAP + KEY_WIDTH : RIGHT_LEAST;
    for (size_t i = 0; i < layout->panels; i++) {
        const struct chart_panel *panel = layout->panel[i].panel;
        width = fmax(width, bar_notes_width(layout, panel));
        width = fmax(width, panel->cells ? cells_key_width(layout, panel->cells) : 0);
    }
    return layout->canvas->width - fmin(width, END_SHARE_MOST * layout->canvas->width);
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

/* Where the area below this one ends, or the axis. */
static double
area_floor(const struct panel_layout *panel, guint number)
{
    for (guint i = number; i-- > 0;)
        if (((const struct chart_series *)panel->panel->series->pdata[i])->style == CHART_AREA)
            return path_end(panel->path->pdata[i]);
    return panel->bottom;
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
    g_autofree char *text = language_textf(layout->chart->language, "and %u more", n - most + 1);
    g_array_set_size(panel->ends, most - 1);
    end_add(layout, panel, rest, text);
}

void
layout_ends(struct layout *layout, struct panel_layout *panel)
{
    for (guint i = 0; i < panel->panel->series->len; i++) {
        const GArray *path = panel->path->pdata[i];
        struct end_label end = {.series = panel->panel->series->pdata[i], .number = i, .y = path_end(path)};
        if (end.series->style == CHART_BARS || end.series->style == CHART_COLUMNS)
            continue;
        if (end.series->style == CHART_AREA)
            end.y = (end.y + area_floor(panel, i)) / 2;
        if (!series_ends_inside(layout, end.series))
            end_add(layout, panel, end, end.series->label);
    }
    for (guint i = 0; i < panel->panel->marks->len; i++) {
        const struct chart_mark *mark = panel->panel->marks->pdata[i];
        if (mark->kind == CHART_MARK_Y && scale_has(panel->panel->scale, mark->from) && !layout_is_narrow(layout))
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

/* A piece of the line as it is drawn, so that a label can be told in grey. */
static void
draw_key(const struct layout *layout, const struct panel_layout *panel, const struct end_label *end, double x)
{
    static const double mark_dash[] = {3, 2.5};
    struct canvas_stroke stroke = {layout->theme->bad, AXIS_WIDTH, mark_dash, G_N_ELEMENTS(mark_dash)};
    struct point middle = {x + KEY_WIDTH / 2, end->place};

    if (end->mark)
        canvas_line(layout->canvas, x, end->place, x + KEY_WIDTH, end->place, &stroke);
    if (!end->series)
        return;
    struct look look = series_look(layout, panel, (guint)end->number);
    look.stroke.width = fmax(look.stroke.width, 1.1);
    if (look.area) {
        layout->canvas->ops->rect(layout->canvas, x + KEY_WIDTH - SWATCH_SIZE, end->place - SWATCH_SIZE / 2,
            SWATCH_SIZE, SWATCH_SIZE, &look.fill);
        return;
    }
    if (look.line)
        canvas_line(layout->canvas, x, end->place, x + KEY_WIDTH, end->place, &look.stroke);
    if (look.dots)
        layout->canvas->ops->dots(layout->canvas, &middle, 1, look.radius, &look.fill, &look.border);
}

void
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
