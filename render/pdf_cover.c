#include "pdf_cover.h"

#include "language.h"
#include "logo.h"
#include "pdf_block.h"

#define LOGO_WIDTH_MAX 150.0
#define LOGO_HEIGHT_MAX 46.0
#define LOGO_GAP 24.0
#define TITLE_WIDTH_MIN 220.0

#define TILES_IN_A_ROW 4
#define TILE_GAP 12.0
#define TILE_PAD 8.0
#define TILE_FIGURE_MAX_PT 17.0
#define TILE_FIGURE_MIN_PT 9.0
#define TILE_LINES_MAX 2 /* of label and of remark */

#define CONTENTS_LEVEL_MAX 2
#define CONTENTS_INDENT 14.0
#define CONTENTS_COLUMNS_FROM 8 /* lines */
#define CONTENTS_COLUMN_GAP 22.0
#define CONTENTS_NUMBER_WIDTH 22.0
#define CONTENTS_SIZE_MIN 8.0   /* of two columns, rather than one with larger type */
#define CONTENTS_WHOLE_PART 0.5 /* of a page: longer contents may break */
#define CONTENTS_PAGE_PART 0.15 /* of a page: where less is left below the contents, the text begins on the next */

/* --- title block --- */

static void
logo_flow(struct flow *flow, double x, double y, double width, double height)
{
    flow_tag_begin(flow, "Figure");
    if (flow->cr) {
        logo_draw(flow->info->logo, flow->cr, x, y, width, height);
        g_ptr_array_add(flow->alts,
            flow->info->author ? g_strdup_printf(language_text(flow->info->words, "Logo of %s"), flow->info->author)
                               : g_strdup(language_text(flow->info->words, "Logo")));
    }
    flow_tag_end(flow);
}

static char *
byline_text(const struct document_info *info)
{
    g_autofree char *day = document_day(info);
    g_autofree char *customer = info->customer && *info->customer
                                    ? g_strdup_printf(language_text(info->words, "Prepared for %s"), info->customer)
                                    : NULL;
    const char *part[] = {customer, info->author, day};
    g_autoptr(GString) text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(part); i++)
        if (part[i] && *part[i])
            g_string_append_printf(text, "%s%s", text->len > 0 ? "  ·  " : "", part[i]);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

void
cover_flow(struct flow *flow, const char *title, const char *anchor)
{
    double logo_width = LOGO_WIDTH_MAX, logo_height = LOGO_HEIGHT_MAX, full = flow->width, top = flow->y;
    if (flow->info->logo) {
        logo_fit(flow->info->logo, &logo_width, &logo_height);
        logo_flow(flow, flow->left + full - logo_width, top, logo_width, logo_height);
        flow->width = MAX(full - logo_width - LOGO_GAP, TITLE_WIDTH_MIN);
    }
    flow_heading(flow, 1, title, anchor);
    text_flow(flow, STYLE_TITLE, "H1", title, &flow->theme->ink);
    flow_space(flow, 6);
    if (flow->info->subject)
        text_flow(flow, STYLE_SUBJECT, "P", flow->info->subject, &flow->theme->muted);
    flow->width = full;
    g_autofree char *byline = byline_text(flow->info);
    flow_space(flow, 6);
    text_flow(flow, STYLE_CAPTION, "P", byline, &flow->theme->ink);
    if (flow->info->logo && flow->page == 1)
        flow->y = MAX(flow->y, top + logo_height);
    flow_space(flow, 10);
    flow_need(flow, 2);
    flow_rect(flow, flow->left, flow->y, flow->width, 2, &flow->theme->accent);
    flow_advance(flow, 2);
    flow_space(flow, 16);
}

/* --- tiles --- */

struct tile_part {
    const char *tag;
    enum style_name style;
    double y; /* below the tile's top */
    bool muted;
};

static PangoLayout *
tile_layout(struct flow *flow, const struct text_style *style, const char *text, double width, int lines)
{
    g_autofree char *clean = text_clean(text, false);
    PangoLayout *layout = flow_layout(flow, style, clean, NULL, width);
    pango_layout_set_height(layout, -lines);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    return layout;
}

/* The largest type at which the figure stands on one line: a figure that is cut would be read as another. */
static struct text_style
figure_style(struct flow *flow, const char *text, double width)
{
    struct text_style style = pdf_styles[STYLE_HEADING_1];
    style.features = FONTS_FIGURE_FEATURES;
    for (style.size = TILE_FIGURE_MAX_PT; style.size > TILE_FIGURE_MIN_PT; style.size -= 0.5) {
        g_autoptr(PangoLayout) layout = flow_layout(flow, &style, text, NULL, width);
        if (pango_layout_get_line_count(layout) <= 1)
            break;
    }
    return style;
}

/* Draws one text of a tile and returns its height. */
static double
tile_text(struct flow *flow, const struct text_style *style, const char *tag, const char *text, double x, double y,
    double width, const struct color *color)
{
    g_autoptr(PangoLayout) layout = tile_layout(flow, style, text, width, TILE_LINES_MAX);
    int lines = *text ? pango_layout_get_line_count(layout) : 0;
    if (tag)
        flow_tag_begin(flow, tag);
    for (int i = 0; tag && i < lines; i++)
        flow_draw_line(flow, style, pango_layout_get_line_readonly(layout, i), x, y + i * style->pitch, color);
    if (tag)
        flow_tag_end(flow);
    return lines * style->pitch;
}

/* Draws a tile (`draws`) or measures it: its height. */
static double
tile_place(
    struct flow *flow, const struct table_row *row, guint columns, double x, double width, double height, bool draws)
{
    double inner = width - TILE_PAD, text_x = x + TILE_PAD, y = flow->y + TILE_PAD * 0.75;
    const struct text_style *label = &pdf_styles[STYLE_NOTE];
    const char *figure_text = columns > 1 ? row->cell[1] : "";
    struct text_style figure = figure_style(flow, figure_text, inner);
    if (draws) {
        struct color tint = flow_tint(flow, &flow->theme->accent, 0.06);
        flow_rect(flow, x, flow->y, width, height, &tint);
        flow_rect(flow, x, flow->y, 2.5, height, &flow->theme->accent);
        flow_tag_begin(flow, "TR");
    }
    y += tile_text(flow, label, draws ? "TH" : NULL, row->cell[0], text_x, y, inner, &flow->theme->muted);
    y += tile_text(flow, &figure, draws ? "TD" : NULL, figure_text, text_x, y + 1, inner, &flow->theme->ink) + 1;
    for (guint i = 2; i < columns; i++)
        y += tile_text(flow, label, draws ? "TD" : NULL, row->cell[i], text_x, y, inner, &flow->theme->muted);
    if (draws)
        flow_tag_end(flow);
    return y + TILE_PAD * 0.75 - flow->y;
}

/* So many beside each other that rows are alike: 5 are 3 and 2. */
static guint
tiles_in_a_row(guint count)
{
    guint rows = (count + TILES_IN_A_ROW - 1) / TILES_IN_A_ROW;
    return (count + rows - 1) / MAX(rows, 1);
}

void
tiles_flow(struct flow *flow, const struct table *table)
{
    guint count = MIN(table->rows->len, TILES_MAX), columns = table->columns->len;
    if (count == 0 || columns == 0)
        return;
    guint beside = tiles_in_a_row(count);
    double width = (flow->width - TILE_GAP * (beside - 1)) / beside;
    flow_tag_begin(flow, "Table");
    for (guint from = 0; from < count; from += beside) {
        double height = 0;
        for (guint i = from; i < MIN(from + beside, count); i++)
            height = MAX(height, tile_place(flow, g_ptr_array_index(table->rows, i), columns, 0, width, 0, false));
        if (from > 0)
            flow_space(flow, TILE_GAP * 0.75);
        flow_need(flow, height);
        for (guint i = from; i < MIN(from + beside, count); i++)
            tile_place(flow, g_ptr_array_index(table->rows, i), columns, flow->left + (i - from) * (width + TILE_GAP),
                width, height, true);
        flow_advance(flow, height);
    }
    flow_tag_end(flow);
}

/* --- contents --- */

static bool
is_listed(const GPtrArray *headings, guint i)
{
    return ((const struct flow_heading *)g_ptr_array_index(headings, i))->level <= CONTENTS_LEVEL_MAX;
}

/* One line of the contents at the flow's y. */
static void
contents_line_flow(struct flow *flow, const struct text_style *style, const struct flow_heading *heading, guint number,
    double x, double width, double indent)
{
    g_autofree char *page = g_strdup_printf(" %u", heading->page); /* a blank, for who reads the line as one text */
    g_autoptr(PangoLayout) right = flow_layout(flow, style, page, NULL, 0);
    int page_width = 0;
    pango_layout_get_size(right, &page_width, NULL);
    double right_width = (double)page_width / PANGO_SCALE;

    flow_tag_begin(flow, "TOCI");
    g_autoptr(PangoLayout) left = flow_layout(flow, style, heading->text, NULL, width - indent - right_width - 14);
    pango_layout_set_height(left, -1);
    pango_layout_set_ellipsize(left, PANGO_ELLIPSIZE_END);
    double y = flow->y;
    flow_link_begin(flow, x, y, width, style->pitch, NULL, number);
    flow_draw_line(flow, style, pango_layout_get_line_readonly(left, 0), x + indent, y, &flow->theme->ink);
    flow_draw_line(
        flow, style, pango_layout_get_line_readonly(right, 0), x + width - right_width, y, &flow->theme->muted);
    flow_link_end(flow);
    flow_tag_end(flow);
    flow_advance(flow, style->pitch);
    flow_rule(flow, x + indent, flow->y + 1, width - indent, 0.4, &flow->theme->grid);
    flow_advance(flow, 2);
}

/* The lines from heading `from` on, `count` of them, each with the page break that it needs. Returns the next heading.
 */
static guint
contents_column_flow(struct flow *flow, const struct text_style *style, const GPtrArray *headings, guint from,
    guint count, double x, double width, int top)
{
    guint i = from;
    for (; i < headings->len && count > 0; i++) {
        if (!is_listed(headings, i))
            continue;
        const struct flow_heading *heading = g_ptr_array_index(headings, i);
        flow_need(flow, style->pitch + 2);
        contents_line_flow(flow, style, heading, i, x, width, heading->level > top ? CONTENTS_INDENT : 0);
        count--;
    }
    return i;
}

/* Whether no heading is cut in lines of a width. */
static bool
contents_fit(struct flow *flow, const struct text_style *style, const GPtrArray *headings, double width)
{
    for (guint i = 1; i < headings->len; i++) {
        const struct flow_heading *heading = g_ptr_array_index(headings, i);
        if (!is_listed(headings, i))
            continue;
        g_autoptr(PangoLayout) layout = flow_layout(flow, style, heading->text, NULL, 0);
        int text_width = 0;
        pango_layout_get_size(layout, &text_width, NULL);
        if ((double)text_width / PANGO_SCALE > width - CONTENTS_INDENT - CONTENTS_NUMBER_WIDTH)
            return false;
    }
    return true;
}

/* Many lines stand in two columns, so that the summary begins on the first page. */
static void
contents_lines_flow(struct flow *flow, const GPtrArray *headings)
{
    struct text_style style = pdf_styles[STYLE_CONTENTS];
    int top = CONTENTS_LEVEL_MAX;
    guint count = 0;
    for (guint i = 1; i < headings->len; i++) { /* the first is the title */
        top = MIN(top, ((const struct flow_heading *)g_ptr_array_index(headings, i))->level);
        count += is_listed(headings, i);
    }
    guint half = (count + 1) / 2;
    double height = half * (style.pitch + 2), width = (flow->width - CONTENTS_COLUMN_GAP) / 2, left = flow->left;
    bool has_room = count >= CONTENTS_COLUMNS_FROM && height <= flow_room(flow);
    while (has_room && style.size > CONTENTS_SIZE_MIN && !contents_fit(flow, &style, headings, width))
        style.size -= 0.5;
    if (!has_room || !contents_fit(flow, &style, headings, width)) {
        contents_column_flow(flow, &pdf_styles[STYLE_CONTENTS], headings, 1, count, left, flow->width, top);
        return;
    }
    flow_need(flow, height);
    double y = flow->y;
    guint next = contents_column_flow(flow, &style, headings, 1, half, left, width, top);
    flow->y = y;
    contents_column_flow(flow, &style, headings, next, count - half, left + width + CONTENTS_COLUMN_GAP, width, top);
    flow->y = y + height;
}

/* Of heading and lines, in two columns: they begin a page of their own rather than break. */
static double
contents_height(struct flow *flow, const GPtrArray *headings)
{
    guint count = 0;
    for (guint i = 1; i < headings->len; i++)
        count += is_listed(headings, i);
    guint lines = count >= CONTENTS_COLUMNS_FROM ? (count + 1) / 2 : count;
    double height = 2 * pdf_styles[STYLE_HEADING_3].pitch + lines * (pdf_styles[STYLE_CONTENTS].pitch + 2);
    return height <= flow_page_room(flow) * CONTENTS_WHOLE_PART ? height : 4 * pdf_styles[STYLE_HEADING_3].pitch;
}

void
contents_flow(struct flow *flow, const GPtrArray *headings)
{
    flow_space(flow, 18);
    flow_need(flow, MIN(contents_height(flow, headings), flow_page_room(flow)));
    text_flow(flow, STYLE_HEADING_3, "P", language_text(flow->info->words, "Contents"), &flow->theme->ink);
    flow_space(flow, 4);
    flow_tag_begin(flow, "TOC");
    contents_lines_flow(flow, headings);
    flow_tag_end(flow);
    if (flow_room(flow) < flow_page_room(flow) * CONTENTS_PAGE_PART)
        flow_page_break(flow);
    else
        flow_space(flow, 20);
}
