#include "chart_layout.h"

#include <math.h>
#include <stdlib.h>

#define FLAG_ROWS 6
#define FLAG_ASIDE 3.0 /* from a line to a text beside it */

static double
flag_baseline(unsigned row)
{
    return -LABEL_LEADING * row;
}

/* The piece of line from a flag down to the plot, relative to row 0's baseline. */
static bool
leader_crosses(const struct flag *flag, unsigned row, const struct box *box)
{
    struct point from = {flag->left, flag_baseline(row)}, to = {flag->left, 0};
    bool is_line = flag->mark->kind == CHART_MARK_X && flag->beyond == BEYOND_NOT;

    return is_line && row > 0 && box_crossed(box, from, to);
}

/* Whether a flag whose text would take `box` in `row` is clear of all texts placed and no leader runs through a text.
 */
static bool
flag_is_clear(const struct layout *layout, guint placed, const struct flag *flag, unsigned row, const struct box *box,
    const struct box *name)
{
    if (box->left < 0 || box->right > layout->canvas->width || box_overlaps(box, name))
        return false;
    for (guint i = 0; i < placed; i++) {
        const struct flag *other = &g_array_index(layout->flags, struct flag, i);
        if (!*other->text)
            continue;
        if (box_overlaps(box, &other->box) || leader_crosses(flag, row, &other->box) ||
            leader_crosses(other, other->row, box))
            return false;
    }
    return true;
}

static void
flag_put(const struct layout *layout, struct flag *flag, unsigned row, double x)
{
    flag->row = row;
    flag->x = x;
    flag->box = board_box(layout->board, &layout->label_font, x, flag_baseline(row), ANCHOR_START, flag->text);
}

/* Ways to go about it: where a text may stand by its line, and the order in which flags take their places. The first
 * way that leaves no leader running through a text is taken; texts never overlap in any. */
enum side { SIDE_OVER, SIDE_RIGHT, SIDE_LEFT, SIDE_INSIDE, SIDES };
enum order { ORDER_FROM_RIGHT, ORDER_FROM_LEFT, ORDER_FROM_MIDDLE };
static const struct way {
    bool lowest_first; /* any side in a low row before the first side in a higher one */
    enum order order;
    enum side sides[SIDES];
} ways[] = {
    {true, ORDER_FROM_RIGHT, {SIDE_OVER, SIDE_RIGHT, SIDE_LEFT, SIDE_INSIDE}},
    /* Texts right of their lines, the rightmost lowest: no leader of a flag further left can cross them; and the
       mirror. */
    {false, ORDER_FROM_RIGHT, {SIDE_RIGHT, SIDE_LEFT, SIDE_INSIDE, SIDE_OVER}},
    {false, ORDER_FROM_LEFT, {SIDE_LEFT, SIDE_RIGHT, SIDE_INSIDE, SIDE_OVER}},
    /* The left half towards the right and the right half towards the left: for flags near both edges. */
    {false, ORDER_FROM_MIDDLE, {SIDE_RIGHT, SIDE_LEFT, SIDE_INSIDE, SIDE_OVER}},
    {false, ORDER_FROM_MIDDLE, {SIDE_LEFT, SIDE_RIGHT, SIDE_INSIDE, SIDE_OVER}},
};

static double
flag_x(const struct layout *layout, const struct flag *flag, enum side side)
{
    double width = label_width(layout->canvas, &layout->label_font, flag->text),
           centre = (flag->left + flag->right) / 2;

    switch (side) {
    case SIDE_OVER:
        return centre - width / 2;
    case SIDE_RIGHT:
        return centre + FLAG_ASIDE;
    case SIDE_LEFT:
        return centre - FLAG_ASIDE - width;
    default:
        return CLAMP(centre - width / 2, 0, fmax(layout->canvas->width - width, 0));
    }
}

/* Puts a flag into the first place in which it is clear. False where there is none: it then has a row of its own. */
static bool
flag_place(struct layout *layout, guint index, const struct way *way, const struct box *name)
{
    struct flag *flag = &g_array_index(layout->flags, struct flag, index);

    for (unsigned i = 0; i < FLAG_ROWS * SIDES; i++) {
        unsigned row = way->lowest_first ? i / SIDES : i % FLAG_ROWS;
        enum side side = way->sides[way->lowest_first ? i % SIDES : i / FLAG_ROWS];
        flag_put(layout, flag, row, flag_x(layout, flag, side));
        if (flag_is_clear(layout, index, flag, row, &flag->box, name))
            return true;
    }
    flag_put(layout, flag, layout->flag_rows + 1, flag_x(layout, flag, SIDE_INSIDE));
    return false;
}

struct flag_order {
    enum order order;
    double middle;
};

/* Lines before bands: the place over a band matters less. */
static int
flag_compare(const void *a, const void *b, void *data)
{
    const struct flag *left = a, *right = b;
    const struct flag_order *by = data;
    double left_x = left->left, right_x = right->left;

    if (left->mark->kind != right->mark->kind)
        return left->mark->kind < right->mark->kind ? -1 : 1;
    if (by->order == ORDER_FROM_MIDDLE) {
        left_x = -fabs(left_x - by->middle);
        right_x = -fabs(right_x - by->middle);
    }
    int rising = left_x < right_x ? -1 : left_x > right_x ? 1 : 0;
    return by->order == ORDER_FROM_LEFT ? rising : -rising;
}

/* Places all flags in one way; the number of those for which no clear place was found. */
static unsigned
flags_place(struct layout *layout, const struct way *way, const struct box *name)
{
    struct flag_order by = {way->order, (layout->left + layout->right) / 2};
    unsigned unclear = 0;

    g_array_sort_with_data(layout->flags, flag_compare, &by);
    layout->flag_rows = 0;
    for (guint i = 0; i < layout->flags->len; i++) {
        const struct flag *flag = &g_array_index(layout->flags, struct flag, i);
        if (!*flag->text)
            continue;
        unclear += !flag_place(layout, i, way, name);
        layout->flag_rows = MAX(layout->flag_rows, flag->row);
    }
    return unclear;
}

/* An x of the mark within the plot; `beyond` is set where it lies outside. */
static double
flag_edge(const struct layout *layout, double value, double otherwise, enum beyond *beyond)
{
    *beyond = BEYOND_NOT;
    if (value == INFINITY || value == -INFINITY)
        otherwise = value > 0 ? layout->right : layout->left;
    double x = scale_at(&layout->x, value);
    if (isnan(x))
        return otherwise;
    double slack = 0.01;
    if (x < layout->left - slack)
        *beyond = BEYOND_LOW;
    else if (x > layout->right + slack)
        *beyond = BEYOND_HIGH;
    return CLAMP(x, layout->left, layout->right);
}

static void
flag_add(struct layout *layout, const struct chart_mark *mark)
{
    struct flag flag = {.mark = mark};
    enum beyond from, to;

    if (mark->kind == CHART_MARK_X && !scale_has(layout->chart->x_scale, mark->from))
        return;
    flag.left = flag_edge(layout, mark->from, layout->left, &from);
    flag.right = flag_edge(layout, mark->to, layout->right, &to);
    if (mark->kind == CHART_MARK_X) {
        flag.right = flag.left;
        flag.beyond = from;
    } else {
        if (flag.left > flag.right) {
            double swap = flag.left;
            flag.left = flag.right;
            flag.right = swap;
        }
        flag.beyond = from == to ? from : BEYOND_NOT;
    }
    g_autofree char *text = !*mark->label                ? g_strdup("")
                            : flag.beyond == BEYOND_LOW  ? g_strconcat("← ", mark->label, NULL)
                            : flag.beyond == BEYOND_HIGH ? g_strconcat(mark->label, " →", NULL)
                                                         : g_strdup(mark->label);
    flag.text = *text ? label_fit(layout->canvas, &layout->label_font, text, layout->canvas->width) : g_strdup("");
    g_array_append_val(layout->flags, flag);
}

void
layout_flags(struct layout *layout)
{
    struct box name = {0}; /* the first panel's name stands in row 0 */
    size_t best = 0;
    unsigned least = G_MAXUINT;

    for (guint i = 0; i < layout->chart->marks->len; i++)
        flag_add(layout, layout->chart->marks->pdata[i]);
    g_autofree char *title = panel_title(&layout->panel[0]);
    if (*title) {
        name = board_box(layout->board, &layout->strong_font, 0, 0, ANCHOR_START, title);
        name.right += LABEL_SIZE / 2;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(ways) && least > 0; i++) {
        unsigned unclear = flags_place(layout, &ways[i], &name);
        if (unclear < least) {
            least = unclear;
            best = i;
        }
    }
    if (least > 0)
        flags_place(layout, &ways[best], &name);
}
