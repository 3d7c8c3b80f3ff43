#include "chart_layout.h"

#include <math.h>

/* A text that wants to stand near a point of the plot. */
struct note {
    struct point at;
    double clearance; /* of the ring or dot */
    char *text;
    bool optional; /* left out where it would need a leader or lie on a line */
};

/* Directions in order of preference: rising curves leave room below right and above left. */
static const struct point directions[] = {{1, 0.7}, {-1, -0.7}, {1, -0.7}, {-1, 0.7}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}};
static const double distances[] = {3, 9, 18, 30, 46, 66};

#define NAMED_AT_MOST 12u /* places along a line where its name is tried */
#define COST_CROSSING 10
#define COST_DISTANCE 4
#define COST_DIRECTION 1

static unsigned
paths_crossing(const struct panel_layout *panel, const struct box *box)
{
    unsigned crossings = 0;

    for (guint i = 0; i < panel->path->len; i++) {
        const GArray *path = panel->path->pdata[i];
        for (guint j = 0; j < path->len; j++) {
            struct point b = g_array_index(path, struct point, j);
            struct point a = j > 0 ? g_array_index(path, struct point, j - 1) : b;
            if (!isfinite(a.x) || !isfinite(a.y))
                a = b;
            if (isfinite(b.x) && isfinite(b.y) && box_crossed(box, a, b))
                crossings++;
        }
    }
    return crossings;
}

static unsigned
marks_crossing(const struct layout *layout, const struct panel_layout *panel, const struct box *box)
{
    unsigned crossings = 0;

    for (guint i = 0; i < layout->flags->len; i++) {
        const struct flag *flag = &g_array_index(layout->flags, struct flag, i);
        crossings += flag->mark->kind == CHART_MARK_X && flag->left >= box->left && flag->left <= box->right;
    }
    for (guint i = 0; i < panel->panel->marks->len; i++) {
        const struct chart_mark *mark = panel->panel->marks->pdata[i];
        double y = scale_at(&panel->y, mark->kind == CHART_MARK_Y ? mark->from : mark->to);
        double x = mark->kind == CHART_MARK_POINT ? scale_at(&layout->x, mark->from) : box->left;
        double room = mark->kind == CHART_MARK_POINT ? RING_RADIUS : 0;
        crossings += y >= box->top - room && y <= box->bottom + room && x >= box->left - room && x <= box->right + room;
    }
    return crossings;
}

/* The box of the note's text in a direction and at a distance from its point. */
static struct box
note_box(const struct layout *layout, const struct note *note, struct point direction, double distance)
{
    double width = label_width(layout->canvas, &layout->label_font, note->text);
    double reach = note->clearance + distance;
    double x = note->at.x + direction.x * reach, middle = note->at.y + direction.y * (reach + LABEL_SIZE / 2);
    double left = direction.x > 0 ? x : direction.x < 0 ? x - width : x - width / 2;

    return board_box(layout->board, &layout->label_font, left, middle + LABEL_RISE, ANCHOR_START, note->text);
}

/* Where the line from the point meets the text. */
static struct point
leader_end(const struct note *note, const struct box *box)
{
    return (struct point){CLAMP(note->at.x, box->left, box->right), CLAMP(note->at.y, box->top + 1, box->bottom - 1)};
}

static bool
note_find(const struct layout *layout, const struct panel_layout *panel, const struct note *note, struct box *best,
    bool *needs_leader)
{
    unsigned least = G_MAXUINT;

    for (size_t i = 0; i < G_N_ELEMENTS(distances); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(directions); j++) {
            struct box box = note_box(layout, note, directions[j], distances[i]);
            if (box.left < layout->left || box.right > layout->right || box.top < panel->top ||
                box.bottom > panel->bottom || !board_is_free(layout->board, &box))
                continue;
            unsigned cost = COST_DISTANCE * (unsigned)i + COST_DIRECTION * (unsigned)j;
            cost += COST_CROSSING * (paths_crossing(panel, &box) + 3 * marks_crossing(layout, panel, &box));
            if (i > 1 && !board_line_is_free(layout->board, note->at, leader_end(note, &box)))
                cost += 2 * COST_CROSSING;
            if (cost < least && (!note->optional || (i <= 1 && cost < COST_CROSSING))) {
                least = cost;
                *best = box;
                *needs_leader = i > 1;
            }
        }
    return least < G_MAXUINT;
}

/* From the ring's edge to the nearest place of the text. */
static void
note_leader(const struct layout *layout, const struct note *note, const struct box *box)
{
    struct point to = leader_end(note, box);
    double length = hypot(to.x - note->at.x, to.y - note->at.y);
    struct canvas_stroke stroke = {layout->theme->muted, 0.6, NULL, 0};

    if (length <= note->clearance)
        return;
    double part = note->clearance / length;
    canvas_line(layout->canvas, note->at.x + part * (to.x - note->at.x), note->at.y + part * (to.y - note->at.y), to.x,
        to.y, &stroke);
}

/* Whether there was room for it. */
static bool
note_draw(struct layout *layout, const struct panel_layout *panel, struct point at, double clearance, const char *label,
    bool optional)
{
    struct note note = {
        at, clearance, label_fit(layout->canvas, &layout->label_font, label, layout->right - layout->left), optional};
    struct box box;
    bool needs_leader = false;

    /* Where the plot has no free place at all, the ring stays without its text rather than under another. */
    bool has_room = *label && note_find(layout, panel, &note, &box, &needs_leader);
    if (has_room) {
        if (needs_leader)
            note_leader(layout, &note, &box);
        board_text(
            layout->board, &layout->label_font, box.left, box.bottom - 0.25 * LABEL_SIZE, ANCHOR_START, note.text);
    }
    g_free(note.text);
    return has_room;
}

/* A line's name: at its end, or, where that is crowded, at the last of its points that has room. */
static void
draw_series_note(struct layout *layout, const struct panel_layout *panel, const GArray *path, const char *label)
{
    guint step = path->len / NAMED_AT_MOST + 1;

    for (guint i = path->len; layout_is_narrow(layout) && i > 0; i -= MIN(i, step)) {
        struct point at = g_array_index(path, struct point, i - 1);
        if (isfinite(at.x) && isfinite(at.y) && note_draw(layout, panel, at, DOT_RADIUS, label, true))
            return;
    }
    note_draw(layout, panel, g_array_index(path, struct point, path->len - 1), DOT_RADIUS, label, false);
}

/* The texts of single points, where there is room for them. */
static void
draw_point_notes(struct layout *layout, const struct panel_layout *panel, const struct chart_series *series)
{
    bool barred = series->style == CHART_BARS || series->style == CHART_COLUMNS;

    for (guint i = 0; series->note && !barred && i < series->point->len; i++) {
        const struct point *point = &g_array_index(series->point, struct point, i);
        struct point at = {scale_at(&layout->x, point->x), scale_at(&panel->y, point->y)};
        if (isfinite(at.x) && isfinite(at.y))
            note_draw(layout, panel, at, DOT_RADIUS, series->note[i], true);
    }
}

/* The name of a horizontal line of a narrow chart, at its left end. */
static void
draw_mark_note(struct layout *layout, const struct panel_layout *panel, const struct chart_mark *mark)
{
    double y = scale_at(&panel->y, mark->from);
    const char *arrow = y < panel->top - 0.01 ? "↑ " : y > panel->bottom + 0.01 ? "↓ " : "";
    g_autofree char *text = g_strconcat(arrow, mark->label, NULL);
    struct point at = {layout->left, CLAMP(y, panel->top, panel->bottom)};

    if (*mark->label)
        note_draw(layout, panel, at, 1, text, false);
}

void
layout_draw_notes(struct layout *layout, const struct panel_layout *panel)
{
    for (guint i = 0; i < panel->panel->marks->len; i++) {
        const struct chart_mark *mark = panel->panel->marks->pdata[i];
        struct point at = {scale_at(&layout->x, mark->from), scale_at(&panel->y, mark->to)};
        if (mark->kind != CHART_MARK_POINT || !isfinite(at.x) || !isfinite(at.y))
            continue;
        layout->canvas->ops->dots(layout->canvas, &at, 1, RING_RADIUS, NULL, &layout->theme->ink);
        note_draw(layout, panel, at, RING_RADIUS, mark->label, false);
    }
    for (guint i = 0; i < panel->panel->marks->len && layout_is_narrow(layout); i++) {
        const struct chart_mark *mark = panel->panel->marks->pdata[i];
        if (mark->kind == CHART_MARK_Y && scale_has(panel->panel->scale, mark->from))
            draw_mark_note(layout, panel, mark);
    }
    for (guint i = 0; i < panel->panel->series->len; i++) {
        const struct chart_series *series = panel->panel->series->pdata[i];
        const GArray *path = panel->path->pdata[i];
        if (path->len > 0 && *series->label && series_ends_inside(layout, series))
            draw_series_note(layout, panel, path, series->label);
    }
    for (guint i = 0; i < panel->panel->series->len; i++)
        draw_point_notes(layout, panel, panel->panel->series->pdata[i]);
}
