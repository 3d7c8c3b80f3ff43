#include "pdf_table.h"

#include "language.h"
#include "pdf_block.h"
#include "pdf_grid.h"

#include <string.h>

#define WHOLE_TABLE_PART 0.5 /* of a page: a shorter table is not split, */
#define SPLIT_ROWS_MIN 8     /* unless it has so many rows, */
#define SPLIT_ROOM_PART 0.24 /* and so much of the page would stay empty */
#define SPLIT_ROOM_ABOVE 0.1 /* of a page: what stands above takes of that */
#define HEAD_ROWS 4          /* stand together with the header of one that is split, */
#define HEAD_HEIGHT 70.0     /* but two where they are as high */
#define TURN_ROWS_MIN 14
#define CAPTION_SHORT_CHARS 80
#define CAPTION_GAP 4.0
#define PART_GAP 10.0

/* A header's texts stand at the foot of its row, others at the head. */
static void
cell_draw(struct flow *flow, const struct grid *grid, guint line, guint column, double x)
{
    struct text_style style = grid_style(grid, line);
    /* A first column of text names its row. */
    flow_tag_begin(flow, line == 0 || (column == 0 && !grid_is_number(grid, 0) && grid->columns > 1) ? "TH" : "TD");
    if (*grid_text(grid, line, column) && flow->cr) {
        g_autoptr(PangoLayout) layout = grid_cell(flow, grid, line, column);
        int n = pango_layout_get_line_count(layout);
        double y = line == 0 ? flow->y + grid->row_height[0] - GRID_ROW_PAD - n * style.pitch : flow->y + GRID_ROW_PAD;
        for (int i = 0; i < n; i++) {
            PangoLayoutLine *text_line = pango_layout_get_line_readonly(layout, i);
            PangoRectangle extents;
            pango_layout_line_get_extents(text_line, NULL, &extents);
            double slack = grid_is_number(grid, column) ? grid->width[column] - (double)extents.width / PANGO_SCALE -
                                                              grid_behind(flow, grid, line, column)
                                                        : 0;
            flow_draw_line(flow, &style, text_line, x + MAX(slack, 0), y + i * style.pitch, &flow->theme->ink);
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

/* The first clause of a caption, or its first words: enough to know the table by. Free with g_free. */
static char *
caption_short(const char *caption)
{
    size_t clause = strcspn(caption, ".;,");
    while (caption[clause] && caption[clause + 1] != ' ')
        clause += 1 + strcspn(caption + clause + 1, ".;,");
    g_autofree char *first = g_strndup(caption, clause);
    if (g_utf8_strlen(first, -1) <= CAPTION_SHORT_CHARS)
        return g_steal_pointer(&first);
    g_autofree char *cut = g_utf8_substring(first, 0, CAPTION_SHORT_CHARS);
    char *space = strrchr(cut, ' ');
    if (space)
        *space = '\0';
    return g_strconcat(cut, "…", NULL);
}

/* Above a table, or a part of one that began before. Free with g_free. */
static char *
caption_text(struct flow *flow, const struct table *table, bool continued)
{
    if (!continued)
        return text_clean(table->caption, false);
    g_autofree char *brief = caption_short(table->caption);
    g_autofree char *text = *brief ? g_strdup_printf(language_text(flow->info->words, "%s (continued)"), brief)
                                   : g_strdup(language_text(flow->info->words, "(continued)"));
    return text_clean(text, false);
}

/* The name of the table is bold, what explains it is not. */
static PangoLayout *
caption_layout(struct flow *flow, const char *text)
{
    size_t named = table_caption_name(text);
    g_autoptr(PangoAttrList) attributes = pango_attr_list_new();
    if (named > 0) {
        PangoAttribute *light = pango_attr_weight_new(PANGO_WEIGHT_NORMAL);
        light->start_index = (guint)named;
        pango_attr_list_insert(attributes, light);
    }
    return flow_layout(flow, &pdf_styles[STYLE_CAPTION], text, attributes, flow->width);
}

static double
caption_height(struct flow *flow, const struct table *table, bool continued)
{
    g_autofree char *text = caption_text(flow, table, continued);
    if (!*text)
        return 0;
    const struct text_style *style = &pdf_styles[STYLE_CAPTION];
    g_autoptr(PangoLayout) layout = caption_layout(flow, text);
    return pango_layout_get_line_count(layout) * style->pitch + CAPTION_GAP;
}

static void
caption_flow(struct flow *flow, const struct table *table, bool continued)
{
    g_autofree char *text = caption_text(flow, table, continued);
    if (!*text)
        return;
    g_autoptr(PangoLayout) layout = caption_layout(flow, text);
    flow_need(flow, pango_layout_get_line_count(layout) * pdf_styles[STYLE_CAPTION].pitch);
    flow_tag_begin(flow, "Caption");
    for (int i = 0; i < pango_layout_get_line_count(layout); i++)
        flow_line(flow, &pdf_styles[STYLE_CAPTION], pango_layout_get_line_readonly(layout, i), flow->left,
            continued ? &flow->theme->muted : &flow->theme->ink);
    flow_tag_end(flow);
    flow_advance(flow, CAPTION_GAP);
}

static double
note_height(const struct grid *grid)
{
    return grid->left_out > 0 || grid->rows == 0 ? pdf_styles[STYLE_NOTE].pitch + CAPTION_GAP : 0;
}

/* What must stand together before the first break: all of a short table, else header and some rows. `room_part`: of a
 * page, from which on a table may be split. */
static double
grid_head_height(struct flow *flow, const struct grid *grid, double room_part)
{
    double all = grid_height(grid) + note_height(grid), page = flow_page_room(flow);
    bool may_split = grid->rows >= SPLIT_ROWS_MIN && flow_room(flow) > page * room_part;
    if (all <= page * WHOLE_TABLE_PART && !may_split)
        return all;
    double height = 0;
    for (guint line = 0; line <= MIN(grid->rows, HEAD_ROWS) && (line <= 2 || height < HEAD_HEIGHT); line++)
        height += grid->row_height[line];
    return height;
}

double
table_head_height(struct flow *flow, const struct table *table)
{
    if (table->columns->len == 0)
        return 0;
    /* Asked for by what stands above, which takes some of the room. */
    return caption_height(flow, table, false) +
           grid_head_height(flow, grid_of(flow, table, 0), SPLIT_ROOM_PART + SPLIT_ROOM_ABOVE);
}

static void
note_flow(struct flow *flow, const struct grid *grid)
{
    g_autofree char *text = grid->rows == 0 ? g_strdup(language_text(flow->info->words, "No rows."))
                                            : table_more_text(grid->table, grid->left_out, flow->info->words);
    if (!text)
        return;
    flow_space(flow, CAPTION_GAP);
    text_flow(flow, STYLE_NOTE, "P", text, &flow->theme->muted);
}

/* One part, with the line below it where `is_last`. */
static void
part_flow(struct flow *flow, const struct grid *grid, bool is_first, bool is_last)
{
    flow_need(flow, caption_height(flow, grid->table, !is_first) + grid_head_height(flow, grid, SPLIT_ROOM_PART));
    flow_tag_begin(flow, "Table");
    caption_flow(flow, grid->table, !is_first);
    line_draw(flow, grid, 0);
    for (guint line = 1; line <= grid->rows; line++) {
        /* The last row takes the two before it, and the line below the table, to the next page. */
        double height = grid->row_height[line] + (line + 2 >= grid->rows ? note_height(grid) : 0);
        for (guint last = line + 1; line + 2 >= grid->rows && last <= grid->rows; last++)
            height += grid->row_height[last];
        if (flow_need(flow, height)) {
            caption_flow(flow, grid->table, true);
            line_draw(flow, grid, 0);
        }
        line_draw(flow, grid, line);
    }
    flow_tag_end(flow);
    if (is_last)
        note_flow(flow, grid);
}

bool
table_wants_turn(struct flow *flow, const struct table *table)
{
    double width = flow->width;
    if (table->columns->len == 0 || table->rows->len < TURN_ROWS_MIN || flow->page_width > flow->page_height ||
        width < flow_text_width(flow))
        return false;
    const struct grid *grid = grid_of(flow, table, 0);
    if (grid->next == 0 && !grid->is_cut)
        return false;
    flow->width = flow->page_height - 2 * FLOW_MARGIN;
    grid = grid_of(flow, table, 0);
    flow->width = width;
    return grid->next == 0 && !grid->is_cut;
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
