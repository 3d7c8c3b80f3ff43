#include "pdf_table.h"

#include "pdf_block.h"
#include "pdf_grid.h"

#define WHOLE_TABLE_PART 0.5 /* of a page: a shorter table is not split */
#define CAPTION_GAP 4.0
#define PART_GAP 10.0

/* A header's texts stand at the foot of its row, others at the head. */
static void
cell_draw(struct flow *flow, const struct grid *grid, guint line, guint column, double x)
{
    struct text_style style = grid_style(grid, line);
    flow_tag_begin(flow, line == 0 ? "TH" : "TD");
    if (*grid_text(grid, line, column) && flow->cr) {
        g_autoptr(PangoLayout) layout = grid_cell(flow, grid, line, column);
        int n = pango_layout_get_line_count(layout);
        double y = line == 0 ? flow->y + grid->row_height[0] - GRID_ROW_PAD - n * style.pitch : flow->y + GRID_ROW_PAD;
        for (int i = 0; i < n; i++) {
            PangoLayoutLine *text_line = pango_layout_get_line_readonly(layout, i);
            PangoRectangle extents;
            pango_layout_line_get_extents(text_line, NULL, &extents);
            double slack = grid_is_number(grid, column) ? grid->width[column] - (double)extents.width / PANGO_SCALE : 0;
            flow_draw_line(flow, &style, text_line, x + slack, y + i * style.pitch, &flow->theme->ink);
        }
    }
    flow_tag_end(flow);
}

static void
line_draw(struct flow *flow, const struct grid *grid, guint line)
{
    double height = grid->row_height[line];
    if (line > 0 && grid_is_bold(grid, line)) {
        struct color tint = flow_tint(flow, &flow->theme->accent, 0.11);
        flow_rect(flow, flow->left, flow->y, grid_width(grid), height, &tint);
    }
    flow_tag_begin(flow, "TR");
    double x = flow->left;
    for (guint column = 0; column < grid->columns; column++) {
        x += grid_lead(grid, column);
        cell_draw(flow, grid, line, column, x);
        x += grid->width[column] + grid->pad;
    }
    flow_tag_end(flow);
    flow_advance(flow, height);
    const struct color *color = line == 0 ? &flow->theme->muted : &flow->theme->grid;
    flow_rule(flow, flow->left, flow->y, grid_width(grid), line == 0 ? 0.8 : 0.5, color);
}

static double
caption_height(struct flow *flow, const struct table *table)
{
    g_autofree char *clean = text_clean(table->caption, false);
    if (!*clean)
        return 0;
    const struct text_style *style = &pdf_styles[STYLE_CAPTION];
    g_autoptr(PangoLayout) layout = flow_layout(flow, style, clean, NULL, flow->width);
    return pango_layout_get_line_count(layout) * style->pitch + CAPTION_GAP;
}

static double
note_height(const struct grid *grid)
{
    return grid->left_out > 0 || grid->rows == 0 ? pdf_styles[STYLE_NOTE].pitch + CAPTION_GAP : 0;
}

/* What must stand together before the first break: all of a short table, else header and two rows. */
static double
grid_head_height(struct flow *flow, const struct grid *grid)
{
    double all = grid_height(grid) + note_height(grid);
    if (all <= flow_page_room(flow) * WHOLE_TABLE_PART)
        return all;
    double height = 0;
    for (guint line = 0; line <= MIN(grid->rows, 2); line++)
        height += grid->row_height[line];
    return height;
}

double
table_head_height(struct flow *flow, const struct table *table)
{
    if (table->columns->len == 0)
        return 0;
    return caption_height(flow, table) + grid_head_height(flow, grid_of(flow, table, 0));
}

static void
note_flow(struct flow *flow, const struct grid *grid)
{
    g_autofree char *text = grid->rows == 0 ? g_strdup("No rows.") : table_more_text(grid->table, grid->left_out);
    if (!text)
        return;
    flow_space(flow, CAPTION_GAP);
    text_flow(flow, STYLE_NOTE, "P", text, &flow->theme->muted);
}

/* One part, with the line below it where `is_last`. The caption is in the first only: the first column leads the
 * others. */
static void
part_flow(struct flow *flow, const struct grid *grid, bool is_first, bool is_last)
{
    const char *caption = is_first ? grid->table->caption : NULL;
    flow_need(flow, (is_first ? caption_height(flow, grid->table) : 0) + grid_head_height(flow, grid));
    flow_tag_begin(flow, "Table");
    if (caption && *caption) {
        text_flow(flow, STYLE_CAPTION, "Caption", caption, &flow->theme->ink);
        flow_advance(flow, CAPTION_GAP);
    }
    line_draw(flow, grid, 0);
    for (guint line = 1; line <= grid->rows; line++) {
        /* The last row takes the one before it, and the line below the table, to the next page. */
        double height = grid->row_height[line] + (line + 1 >= grid->rows ? note_height(grid) : 0);
        if (line + 1 == grid->rows)
            height += grid->row_height[line + 1];
        if (flow_need(flow, height))
            line_draw(flow, grid, 0);
        line_draw(flow, grid, line);
    }
    flow_tag_end(flow);
    if (is_last)
        note_flow(flow, grid);
}

void
table_flow(struct flow *flow, const struct table *table)
{
    if (table->columns->len == 0)
        return;
    guint from = 0;
    do {
        const struct grid *grid = grid_of(flow, table, from);
        part_flow(flow, grid, from == 0, grid->next == 0);
        from = grid->next;
        if (from > 0)
            flow_space(flow, PART_GAP);
    } while (from > 0);
}
