#include "chart_layout.h"

#include <math.h>

#define KEY_STEP 12.0 /* between one name and the next colour */

static bool
has_keys(const struct chart_panel *panel)
{
    return panel->stacked && panel->series->len > 1;
}

/* Left to right in the order of the stack, in as many lines as it takes. */
void
layout_keys(struct layout *layout)
{
    double x = 0, baseline = fmax(layout->head_bottom + LABEL_SIZE / 2, LABEL_SIZE); /* also without a head */

    for (size_t i = 0; i < layout->panels; i++) {
        const struct chart_panel *panel = layout->panel[i].panel;
        for (guint j = 0; has_keys(panel) && j < panel->series->len; j++) {
            struct key key = {.series = panel->series->pdata[j]};
            double room = layout->canvas->width - SWATCH_SIZE - KEY_GAP;
            key.text = label_fit(layout->canvas, &layout->label_font, key.series->label, room);
            double width = SWATCH_SIZE + KEY_GAP + label_width(layout->canvas, &layout->label_font, key.text);
            if (x > 0 && x + width > layout->canvas->width) {
                x = 0;
                baseline += LABEL_LEADING;
            }
            key.x = x;
            key.baseline_y = baseline;
            x += width + KEY_STEP;
            g_array_append_val(layout->keys, key);
        }
    }
    if (layout->keys->len > 0)
        layout->head_bottom = baseline + LABEL_SIZE;
}

void
draw_keys(struct layout *layout)
{
    for (guint i = 0; i < layout->keys->len; i++) {
        const struct key *key = &g_array_index(layout->keys, struct key, i);
        const struct color *color = &layout->theme->series[key->series->color % THEME_SERIES_COLORS];
        if (board_text(layout->board, &layout->label_font, key->x + SWATCH_SIZE + KEY_GAP, key->baseline_y,
                ANCHOR_START, key->text))
            layout->canvas->ops->rect(
                layout->canvas, key->x, key->baseline_y - SWATCH_SIZE + 0.7, SWATCH_SIZE, SWATCH_SIZE, color);
    }
}
