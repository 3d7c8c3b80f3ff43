#include "chart_layout.h"

#include <math.h>

/* Cividis (Nunez, Anderton, Renslow, PLoS ONE 13(7) e0199239, 2018), from light to dark: on paper the dark is what
 * there is most of, in grey print too. */
static const unsigned cividis[] = {
    0xfee838, 0xe1cc55, 0xc3b369, 0xa59c74, 0x8a8678, 0x707173, 0x575d6d, 0x3b496c, 0x123570, 0x00224e};
#define LEVELS ((int)G_N_ELEMENTS(cividis))
#define KEY_SWATCH 9.0 /* points, of each level */

static struct color
level_color(int level)
{
    unsigned rgb = cividis[level];

    return (struct color){(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, 1};
}

static double
highest_value(const struct chart_cells *cells)
{
    double highest = 0;

    for (size_t i = 0; i < cells->columns * cells->rows; i++)
        if (isfinite(cells->value[i]))
            highest = fmax(highest, cells->value[i]);
    return highest;
}

bool
cells_have_data(const struct chart_cells *cells)
{
    return highest_value(cells) > 0;
}

/* 0..LEVELS - 1 by the logarithm between `least` and `highest`; -1: nothing there. */
static int
level_of(double value, double least, double highest)
{
    if (!(value > 0))
        return -1;
    if (!(highest > least) || value >= highest)
        return LEVELS - 1;
    double part = log(fmax(value, least) / least) / log(highest / least);
    return CLAMP((int)(part * LEVELS), 0, LEVELS - 1);
}

/* Cells of one level as rectangles; neighbours in a row are one. */
static void
draw_level(const struct layout *layout, const struct panel_layout *panel, int level, double highest)
{
    const struct chart_cells *cells = panel->panel->cells;
    g_autoptr(GArray) rects = g_array_new(FALSE, FALSE, sizeof(struct canvas_rect));
    struct color color = level_color(level);

    for (size_t row = 0; row < cells->rows; row++) {
        double top = scale_at(&panel->y, cells->edge[row + 1]), bottom = scale_at(&panel->y, cells->edge[row]);
        size_t from = 0;
        for (size_t column = 0; column <= cells->columns; column++) {
            if (column < cells->columns &&
                level_of(cells->value[column * cells->rows + row], cells->least, highest) == level)
                continue;
            double left = scale_at(&layout->x, cells->x_from + cells->x_step * (double)from);
            double right = scale_at(&layout->x, cells->x_from + cells->x_step * (double)column);
            struct canvas_rect rect = {left, top, right - left, bottom - top};
            if (column > from && isfinite(left + right + top + bottom))
                g_array_append_val(rects, rect);
            from = column + 1;
        }
    }
    layout->canvas->ops->rects(layout->canvas, (const struct canvas_rect *)(void *)rects->data, rects->len, &color);
}

/* A column each: a cell alone tells nothing that its colour does not. */
static void
draw_column_spots(const struct layout *layout, const struct panel_layout *panel)
{
    const struct chart_cells *cells = panel->panel->cells;

    for (size_t i = 0; cells->tip && layout->canvas->transparent && i < cells->columns; i++) {
        double from = cells->x_from + cells->x_step * (double)i, left = scale_at(&layout->x, from);
        double right = scale_at(&layout->x, from + cells->x_step);
        struct canvas_spot spot = {
            left, panel->top, right - left, panel->bottom - panel->top, from, (double)i, cells->tip[i]};
        if (*cells->tip[i] && right > left)
            layout->canvas->ops->spot(layout->canvas, &spot);
    }
}

void
draw_cells(const struct layout *layout, const struct panel_layout *panel)
{
    double highest = highest_value(panel->panel->cells);

    layout->canvas->ops->group_begin(layout->canvas, "series", panel->panel->label);
    for (int level = 0; level < LEVELS; level++)
        draw_level(layout, panel, level, highest);
    draw_column_spots(layout, panel);
    layout->canvas->ops->group_end(layout->canvas);
}

double
cells_key_width(struct layout *layout, const struct chart_cells *cells)
{
    double low = label_width(layout->canvas, &layout->label_font, cells->low_label);

    return 2 * KEY_GAP + KEY_SWATCH + KEY_GAP +
           fmax(low, label_width(layout->canvas, &layout->label_font, cells->high_label));
}

/* The levels right of the plot, the most on top, with what the ends stand for. */
void
draw_cells_key(struct layout *layout, const struct panel_layout *panel)
{
    const struct chart_cells *cells = panel->panel->cells;
    double left = layout->right + 2 * KEY_GAP, text = left + KEY_SWATCH + KEY_GAP;
    double high = fmin(KEY_SWATCH, (panel->bottom - panel->top) / LEVELS);

    for (int level = 0; level < LEVELS; level++) {
        struct color color = level_color(level);
        layout->canvas->ops->rect(
            layout->canvas, left, panel->top + high * (LEVELS - 1 - level), KEY_SWATCH, high, &color);
    }
    board_text(
        layout->board, &layout->label_font, text, panel->top + high / 2 + LABEL_RISE, ANCHOR_START, cells->high_label);
    board_text(layout->board, &layout->label_font, text, panel->top + high * (LEVELS - 0.5) + LABEL_RISE, ANCHOR_START,
        cells->low_label);
}
