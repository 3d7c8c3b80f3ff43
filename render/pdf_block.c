#include "pdf_block.h"

#include "pdf_cover.h"
#include "pdf_figure.h"
#include "pdf_inline.h"
#include "pdf_table.h"

#include <math.h>
#include <string.h>

#define NESTING_MAX 24
#define HEADING_CHAIN_MAX 4 /* headings that follow each other and are kept together */
#define LIST_INDENT 16.0
#define QUOTE_INDENT 14.0
#define COLUMN_WIDTH_MIN 120.0 /* lists and quotes narrow the column no further */
#define CODE_PAD 6.0
#define MEASURE_MAX 456.0 /* of a paragraph: at most some 90 characters stand on a line */
#define SPACE_BLOCK 8.0
#define SPACE_TIGHT 2.5
#define SPACE_FIGURE 14.0
#define ANNOUNCED_PART 0.7 /* of a page: what is longer does not pull its announcement along */
#define FLOATS_MAX 2
#define CHART_SQUEEZE_MIN 0.82 /* of a chart's height, rather than leave the page's end empty */

static void block_flow(struct flow *flow, cmark_node *node, unsigned depth);
static bool is_turned_table(struct flow *flow, cmark_node *node);

static const struct heading_look {
    enum style_name style;
    double space_above, space_below;
    const char *tag;
} heading_looks[] = {
    {STYLE_HEADING_1, 26, 8, "H1"},
    {STYLE_HEADING_2, 24, 7, "H2"},
    {STYLE_HEADING_3, 17, 5, "H3"},
    {STYLE_HEADING_4, 13, 4, "H4"},
    {STYLE_HEADING_4, 13, 4, "H5"},
    {STYLE_HEADING_4, 13, 4, "H6"},
};

static const struct heading_look *
heading_look(cmark_node *node)
{
    int level = cmark_node_get_heading_level(node);
    return &heading_looks[CLAMP(level, 1, 6) - 1];
}

/* All lines of a layout, with page breaks that leave no line alone. `text` may be NULL: no links. */
static void
lines_flow(struct flow *flow, const struct text_style *style, PangoLayout *layout, const struct inline_text *text,
    const char *tag, const struct color *color)
{
    int n = pango_layout_get_line_count(layout);
    flow_need(flow, flow_head_lines(n) * style->pitch);
    flow_tag_begin(flow, tag);
    for (int i = 0; i < n; i++) {
        int left = n - i;
        /* The last but one takes the last with it. */
        if (i > 0)
            flow_need(flow, (left == 2 ? 2 : 1) * style->pitch);
        PangoLayoutLine *line = pango_layout_get_line_readonly(layout, i);
        if (text && text->links->len > 0)
            inline_text_line(flow, text, style, line, color);
        else
            flow_line(flow, style, line, flow->left, color);
    }
    flow_tag_end(flow);
}

void
text_flow(struct flow *flow, enum style_name name, const char *tag, const char *utf8, const struct color *color)
{
    g_autofree char *clean = text_clean(utf8, false);
    if (!*clean)
        return;
    g_autoptr(PangoLayout) layout = flow_layout(flow, &pdf_styles[name], clean, NULL, flow->width);
    flow_need(flow, pango_layout_get_line_count(layout) * pdf_styles[name].pitch);
    lines_flow(flow, &pdf_styles[name], layout, NULL, tag, color);
}

/* --- what must stand together at the head of a block --- */

static double
text_head_height(struct flow *flow, cmark_node *node, const struct text_style *style, double width, bool whole)
{
    g_autoptr(InlineText) text = inline_text_new(node, style, flow->theme);
    g_autoptr(PangoLayout) layout = flow_layout(flow, style, text->utf8, text->attributes, width);
    int n = pango_layout_get_line_count(layout);
    return (whole ? n : flow_head_lines(n)) * style->pitch;
}

/* A line that announces what follows ("The ladder:", "**What to run next.**" before a list) is kept with it. */
static bool
announces(cmark_node *paragraph)
{
    cmark_node *first = cmark_node_first_child(paragraph), *last = cmark_node_last_child(paragraph);
    cmark_node *next = cmark_node_next(paragraph);
    if (!first || !next)
        return false;
    const char *text = cmark_node_get_type(last) == CMARK_NODE_TEXT ? cmark_node_get_literal(last) : "";
    return g_str_has_suffix(text, ":") ||
           (cmark_node_get_type(first) == CMARK_NODE_STRONG && cmark_node_get_type(next) == CMARK_NODE_LIST);
}

static double block_head_height(struct flow *flow, cmark_node *node, unsigned chain);

/* What an item needs on its page: neither the first nor the last item of a list is left alone. */
static double
item_room(struct flow *flow, cmark_node *item)
{
    cmark_node *next = cmark_node_next(item);
    bool with_next = next && (!cmark_node_previous(item) || !cmark_node_next(next));
    return block_head_height(flow, item, 0) - SPACE_BLOCK + (with_next ? block_head_height(flow, next, 0) : 0);
}

static double
block_head_height(struct flow *flow, cmark_node *node, unsigned chain)
{
    if (!node || chain > HEADING_CHAIN_MAX)
        return 0;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING: {
        const struct heading_look *look = heading_look(node);
        return look->space_above + text_head_height(flow, node, &pdf_styles[look->style], flow->width, true) +
               look->space_below + block_head_height(flow, cmark_node_next(node), chain + 1);
    }
    case CMARK_NODE_PARAGRAPH: {
        double height =
            text_head_height(flow, node, &pdf_styles[STYLE_BODY], MIN(flow->width, MEASURE_MAX), announces(node));
        cmark_node *next = cmark_node_next(node);
        /* One line alone is too little below a heading, where more text follows. */
        bool is_brief = chain == 0 && next && height < 2 * pdf_styles[STYLE_BODY].pitch && !figure_chart(next);
        return SPACE_BLOCK + height + (announces(node) || is_brief ? block_head_height(flow, next, chain + 1) : 0);
    }
    case CMARK_NODE_CODE_BLOCK:
        return SPACE_BLOCK + 3 * pdf_styles[STYLE_CODE].pitch + CODE_PAD;
    case CMARK_NODE_CUSTOM_BLOCK: {
        const struct block *block = cmark_node_get_user_data(node);
        if (!block)
            return 0;
        return SPACE_FIGURE + (block->kind == BLOCK_TABLE ? table_head_height(flow, block->table)
                                                          : figure_height(flow, node) * CHART_SQUEEZE_MIN);
    }
    case CMARK_NODE_LIST:
        return cmark_node_first_child(node) ? SPACE_BLOCK + item_room(flow, cmark_node_first_child(node)) : 0;
    case CMARK_NODE_BLOCK_QUOTE:
    case CMARK_NODE_ITEM:
        return block_head_height(flow, cmark_node_first_child(node), chain + 1);
    default:
        return pdf_styles[STYLE_BODY].pitch;
    }
}

/* --- blocks --- */

static void
heading_flow(struct flow *flow, cmark_node *node)
{
    const struct heading_look *look = heading_look(node);
    const struct text_style *style = &pdf_styles[look->style];
    g_autofree char *plain = document_text(node);
    if (!*plain)
        return;
    g_autoptr(InlineText) text = inline_text_new(node, style, flow->theme);
    g_autoptr(PangoLayout) layout = flow_layout(flow, style, text->utf8, text->attributes, flow->width);
    flow_floats_place(flow);
    if (cmark_node_parent(node) && !cmark_node_parent(cmark_node_parent(node)) &&
        is_turned_table(flow, cmark_node_next(node)))
        flow_turn(flow, true);
    cmark_node *above = cmark_node_previous(node);
    bool follows_heading = above && cmark_node_get_type(above) == CMARK_NODE_HEADING;
    flow_space(flow, follows_heading ? look->space_above / 2 : look->space_above);
    double height = pango_layout_get_line_count(layout) * style->pitch + look->space_below;
    flow_need(flow, MIN(height + block_head_height(flow, cmark_node_next(node), 0), flow_page_room(flow)));
    flow_heading(flow, cmark_node_get_heading_level(node), plain, document_slug(node));
    lines_flow(flow, style, layout, text, look->tag, &flow->theme->ink);
    flow_space(flow, look->space_below);
}

static void
paragraph_flow(struct flow *flow, cmark_node *node)
{
    const struct text_style *style = &pdf_styles[STYLE_BODY];
    g_autoptr(InlineText) text = inline_text_new(node, style, flow->theme);
    if (!*text->utf8)
        return;
    g_autoptr(PangoLayout) layout =
        flow_layout(flow, style, text->utf8, text->attributes, MIN(flow->width, MEASURE_MAX));
    if (announces(node)) {
        double together = block_head_height(flow, node, 1) - SPACE_BLOCK;
        if (together < flow_page_room(flow) * ANNOUNCED_PART)
            flow_need(flow, together);
    }
    lines_flow(flow, style, layout, text, "P", &flow->theme->ink);
}

static void
code_strip(struct flow *flow, double above, double below)
{
    struct color tint = flow_tint(flow, &flow->theme->muted, 0.09);
    flow_rect(
        flow, flow->left, flow->y - above, flow->width, pdf_styles[STYLE_CODE].pitch + above + below + 0.1, &tint);
}

static void
code_flow(struct flow *flow, cmark_node *node)
{
    const struct text_style *style = &pdf_styles[STYLE_CODE];
    g_autofree char *clean = text_clean(cmark_node_get_literal(node), true);
    g_strchomp(clean);
    if (!*clean)
        return;
    g_autoptr(PangoLayout) layout = flow_layout(flow, style, clean, NULL, flow->width - 2 * CODE_PAD);
    int n = pango_layout_get_line_count(layout);
    flow_need(flow, flow_head_lines(n) * style->pitch + 2 * CODE_PAD);
    flow_tag_begin(flow, "P");
    flow_tag_begin(flow, "Code");
    for (int i = 0; i < n; i++) {
        bool breaks = i > 0 && flow_need(flow, (n - i == 2 ? 2 : 1) * style->pitch + CODE_PAD);
        double above = i == 0 || breaks ? CODE_PAD : 0;
        flow_advance(flow, above);
        code_strip(flow, above, i == n - 1 ? CODE_PAD : 0);
        flow_line(flow, style, pango_layout_get_line_readonly(layout, i), flow->left + CODE_PAD, &flow->theme->ink);
    }
    flow_tag_end(flow);
    flow_tag_end(flow);
    flow_advance(flow, CODE_PAD);
}

static void
rule_flow(struct flow *flow)
{
    flow_need(flow, 2);
    flow_rule(flow, flow->left, flow->y + 1, flow->width, 0.6, &flow->theme->grid);
    flow_advance(flow, 2);
}

static bool
is_heading(cmark_node *node)
{
    return node && cmark_node_get_type(node) == CMARK_NODE_HEADING;
}

/* Where the page has no room, the text that follows fills it and the figure heads the next page, but never beyond the
 * next heading nor apart from the heading or the line that announces it. */
static void
chart_flow(struct flow *flow, cmark_node *node, unsigned depth)
{
    if (figure_is_right(node))
        return;
    double height = figure_height(flow, node), room = flow_room(flow);
    bool fits = height * CHART_SQUEEZE_MIN <= room || flow->page_is_empty;
    cmark_node *above = cmark_node_previous(node), *below = cmark_node_next(node);
    if (figure_is_left(node))
        below = cmark_node_next(below);
    bool follows = below && !is_heading(below);
    bool is_led =
        is_heading(above) || (above && cmark_node_get_type(above) == CMARK_NODE_PARAGRAPH && announces(above));
    if (flow->waiting->len >= FLOATS_MAX)
        flow_floats_place(flow);
    if (depth == 0 && !is_led && follows && (!fits || flow->waiting->len > 0)) {
        flow_float(flow, height, figure_place, node);
        return;
    }
    flow_floats_place(flow);
    if (height > room && room >= height * CHART_SQUEEZE_MIN)
        height = room;
    flow_need(flow, height);
    figure_place(flow, node, height);
}

/* Narrows the column, as far as it may be; gives back what was taken. */
static double
column_indent(struct flow *flow, double indent)
{
    double taken = MAX(0, MIN(indent, flow->width - COLUMN_WIDTH_MIN));
    flow->left += taken;
    flow->width -= taken;
    return taken;
}

static void
column_outdent(struct flow *flow, double taken)
{
    flow->left -= taken;
    flow->width += taken;
}

static void
children_flow(struct flow *flow, cmark_node *node, unsigned depth)
{
    for (cmark_node *child = cmark_node_first_child(node); child; child = cmark_node_next(child))
        block_flow(flow, child, depth + 1);
}

static void
quote_flow(struct flow *flow, cmark_node *node, unsigned depth)
{
    flow_need(flow, block_head_height(flow, cmark_node_first_child(node), 0));
    flow_tag_begin(flow, "BlockQuote");
    flow_bar_begin(flow, flow->left);
    double taken = column_indent(flow, QUOTE_INDENT);
    children_flow(flow, node, depth);
    column_outdent(flow, taken);
    flow_bar_end(flow);
    flow_tag_end(flow);
}

/* The marker stands on the line of the item's first text; `number` 0: a bullet. */
static void
marker_draw(struct flow *flow, int number, unsigned depth, double indent)
{
    static const char *const bullets[] = {"•", "–", "·"};
    const struct text_style *style = &pdf_styles[STYLE_BODY];
    g_autofree char *marker =
        number > 0 ? g_strdup_printf("%d.", number) : g_strdup(bullets[MIN(depth / 2, G_N_ELEMENTS(bullets) - 1)]);
    g_autoptr(PangoLayout) layout = flow_layout(flow, style, marker, NULL, 0);
    int width = 0;
    pango_layout_get_size(layout, &width, NULL);
    double x = number > 0 ? flow->left + indent - 5 - (double)width / PANGO_SCALE : flow->left + 4;
    flow_tag_begin(flow, "Lbl");
    flow_draw_line(flow, style, pango_layout_get_line_readonly(layout, 0), x, flow->y, &flow->theme->muted);
    flow_tag_end(flow);
}

/* Wide enough for the largest number of the list. */
static double
list_indent(struct flow *flow, cmark_node *list, int last_number)
{
    if (cmark_node_get_list_type(list) != CMARK_ORDERED_LIST)
        return LIST_INDENT;
    g_autofree char *widest = g_strdup_printf("%d.", last_number);
    struct canvas_font font = {pdf_styles[STYLE_BODY].size, WEIGHT_NORMAL, {0, 0, 0, 1}};
    return MAX(LIST_INDENT + 2, fonts_text_width(flow->fonts, &font, widest) + 7);
}

static void
list_flow(struct flow *flow, cmark_node *list, unsigned depth)
{
    bool is_ordered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
    int number = is_ordered ? MAX(cmark_node_get_list_start(list), 1) : 0, items = 0;
    for (cmark_node *item = cmark_node_first_child(list); item; item = cmark_node_next(item))
        items++;
    double indent = list_indent(flow, list, number + items);
    flow_need(flow, cmark_node_first_child(list) ? item_room(flow, cmark_node_first_child(list)) : 0);
    flow_tag_begin(flow, "L");
    for (cmark_node *item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
        if (cmark_node_previous(item))
            flow_space(flow, cmark_node_get_list_tight(list) ? SPACE_TIGHT : SPACE_BLOCK - 2);
        double taken = column_indent(flow, indent);
        flow_need(flow, item_room(flow, item));
        column_outdent(flow, taken);
        flow_tag_begin(flow, "LI");
        marker_draw(flow, number, depth, indent);
        column_indent(flow, indent);
        flow_tag_begin(flow, "LBody");
        children_flow(flow, item, depth);
        flow_tag_end(flow);
        flow_tag_end(flow);
        column_outdent(flow, taken);
        number += is_ordered ? 1 : 0;
    }
    flow_tag_end(flow);
}

static bool
is_first_in_item_or_tight(cmark_node *node)
{
    cmark_node *parent = cmark_node_parent(node);
    if (!parent || cmark_node_get_type(parent) != CMARK_NODE_ITEM)
        return false;
    return !cmark_node_previous(node) || cmark_node_get_list_tight(cmark_node_parent(parent));
}

static double
space_around(cmark_node *node)
{
    if (cmark_node_get_type(node) == CMARK_NODE_CUSTOM_BLOCK)
        return SPACE_FIGURE;
    if (cmark_node_get_type(node) == CMARK_NODE_THEMATIC_BREAK)
        return SPACE_FIGURE;
    return is_first_in_item_or_tight(node) ? SPACE_TIGHT : SPACE_BLOCK;
}

/* Whether a node is a table that is too wide for an upright page and long enough for one of its own. */
static bool
is_turned_table(struct flow *flow, cmark_node *node)
{
    const struct block *block =
        node && cmark_node_get_type(node) == CMARK_NODE_CUSTOM_BLOCK ? cmark_node_get_user_data(node) : NULL;
    return block && block->kind == BLOCK_TABLE && block->table->look == TABLE_PLAIN &&
           table_wants_turn(flow, block->table);
}

static void
custom_flow(struct flow *flow, cmark_node *node, unsigned depth)
{
    const struct block *block = cmark_node_get_user_data(node);
    if (!block)
        return;
    if (block->kind == BLOCK_CHART) {
        chart_flow(flow, node, depth);
    } else if (block->table->look == TABLE_TILES) {
        tiles_flow(flow, block->table);
    } else if (block->table->look == TABLE_PLAIN) { /* what the cover shows is there already */
        if (depth == 0 && is_turned_table(flow, node))
            flow_turn(flow, true);
        table_flow(flow, block->table);
        if (depth == 0)
            flow_turn(flow, false);
    }
}

static void
block_flow(struct flow *flow, cmark_node *node, unsigned depth)
{
    if (depth > NESTING_MAX) { /* as a plain paragraph: a page has no room for more */
        g_autofree char *plain = document_text(node);
        text_flow(flow, STYLE_BODY, "P", plain, &flow->theme->ink);
        return;
    }
    bool is_first = depth > 0 && !cmark_node_previous(node);
    if (!is_first) /* the marker of its item is drawn already, on this line */
        flow_space(flow, space_around(node));
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING:
        heading_flow(flow, node);
        return;
    case CMARK_NODE_PARAGRAPH:
        paragraph_flow(flow, node);
        break;
    case CMARK_NODE_CODE_BLOCK:
        code_flow(flow, node);
        break;
    case CMARK_NODE_THEMATIC_BREAK:
        rule_flow(flow);
        break;
    case CMARK_NODE_BLOCK_QUOTE:
        quote_flow(flow, node, depth);
        break;
    case CMARK_NODE_LIST:
        list_flow(flow, node, depth);
        break;
    case CMARK_NODE_CUSTOM_BLOCK:
        custom_flow(flow, node, depth);
        break;
    default: /* raw HTML has no place on paper */
        return;
    }
    flow_space(flow, space_around(node));
}

void
blocks_flow(struct flow *flow, cmark_node *first, const cmark_node *end)
{
    for (cmark_node *node = first; node && node != end; node = cmark_node_next(node))
        block_flow(flow, node, 0);
}
