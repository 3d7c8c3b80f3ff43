#include "pdf_flow.h"

#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

#define FOOT_BASELINE (FLOW_PAGE_HEIGHT - 32)
#define FOOT_RULE (FLOW_PAGE_HEIGHT - 46)
#define COLUMN_BOTTOM (FLOW_PAGE_HEIGHT - 60)
#define BANNER_TOP 24.0
#define BANNER_PAD 5.0
#define BANNER_LINES_MAX 4
#define BAR_WIDTH 2.0

const struct text_style pdf_styles[STYLE_COUNT] = {
    [STYLE_BODY] = {FONTS_TEXT_FAMILY, 10, 14.5, PANGO_WEIGHT_NORMAL, FONTS_TEXT_FEATURES},
    [STYLE_TITLE] = {FONTS_TEXT_FAMILY, 22, 27, PANGO_WEIGHT_BOLD, FONTS_TEXT_FEATURES},
    [STYLE_SUBJECT] = {FONTS_TEXT_FAMILY, 11.5, 16, PANGO_WEIGHT_NORMAL, FONTS_TEXT_FEATURES},
    [STYLE_HEADING_1] = {FONTS_TEXT_FAMILY, 17, 22, PANGO_WEIGHT_BOLD, FONTS_TEXT_FEATURES},
    [STYLE_HEADING_2] = {FONTS_TEXT_FAMILY, 14, 18.5, PANGO_WEIGHT_SEMIBOLD, FONTS_TEXT_FEATURES},
    [STYLE_HEADING_3] = {FONTS_TEXT_FAMILY, 11.5, 16, PANGO_WEIGHT_SEMIBOLD, FONTS_TEXT_FEATURES},
    [STYLE_HEADING_4] = {FONTS_TEXT_FAMILY, 10, 14.5, PANGO_WEIGHT_SEMIBOLD, FONTS_TEXT_FEATURES},
    [STYLE_CODE] = {FONTS_CODE_FAMILY, 8, 11.5, PANGO_WEIGHT_NORMAL, FONTS_TEXT_FEATURES},
    [STYLE_CAPTION] = {FONTS_TEXT_FAMILY, 9, 12.5, PANGO_WEIGHT_SEMIBOLD, FONTS_TEXT_FEATURES},
    [STYLE_NOTE] = {FONTS_TEXT_FAMILY, 8, 11.5, PANGO_WEIGHT_NORMAL, FONTS_FIGURE_FEATURES},
    [STYLE_BANNER] = {FONTS_TEXT_FAMILY, 8.5, 12, PANGO_WEIGHT_SEMIBOLD, FONTS_TEXT_FEATURES},
};

struct flow_bar {
    double x, from_y;
};

static void
heading_free(gpointer data)
{
    struct flow_heading *heading = data;
    g_free(heading->text);
    g_free(heading);
}

struct color
flow_tint(const struct flow *flow, const struct color *over, double part)
{
    const struct color *paper = &flow->theme->paper;
    return (struct color){paper->red + (over->red - paper->red) * part,
        paper->green + (over->green - paper->green) * part, paper->blue + (over->blue - paper->blue) * part, 1};
}

static void
source_color(cairo_t *cr, const struct color *color)
{
    if (color->alpha >= 1)
        cairo_set_source_rgb(cr, color->red, color->green, color->blue);
    else
        cairo_set_source_rgba(cr, color->red, color->green, color->blue, color->alpha);
}

void
flow_rect(struct flow *flow, double x, double y, double width, double height, const struct color *fill)
{
    if (!flow->cr)
        return;
    source_color(flow->cr, fill);
    cairo_rectangle(flow->cr, x, y, width, height);
    cairo_fill(flow->cr);
}

void
flow_rule(struct flow *flow, double x, double y, double width, double thickness, const struct color *color)
{
    flow_rect(flow, x, y - thickness / 2, width, thickness, color);
}

PangoLayout *
flow_layout(
    struct flow *flow, const struct text_style *style, const char *utf8, PangoAttrList *attributes, double width)
{
    PangoLayout *layout = pango_layout_new(flow->context);
    PangoFontDescription *description = pango_font_description_new();
    pango_font_description_set_family_static(description, style->family);
    pango_font_description_set_weight(description, style->weight);
    pango_font_description_set_absolute_size(description, style->size * PANGO_SCALE);
    pango_layout_set_font_description(layout, description);
    pango_font_description_free(description);

    PangoAttrList *all = attributes ? pango_attr_list_copy(attributes) : pango_attr_list_new();
    pango_attr_list_insert_before(all, pango_attr_font_features_new(style->features));
    /* A hyphen put into a path or a hash where it is broken would be read as part of it. */
    pango_attr_list_insert_before(all, pango_attr_insert_hyphens_new(FALSE));
    pango_layout_set_attributes(layout, all);
    pango_attr_list_unref(all);

    pango_layout_set_text(layout, utf8, -1);
    if (width > 0) {
        pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    }
    if (flow->cr) /* counted in the pass that draws, else twice */
        fonts_count_missing(flow->fonts, layout);
    return layout;
}

/* Capitals of Inter are 0.727 em high: the baseline that puts their middle in the middle of the line. */
double
text_style_baseline(const struct text_style *style)
{
    return style->pitch / 2 + style->size * 0.727 / 2;
}

static struct color
run_color(const PangoGlyphItem *run, const struct color *otherwise)
{
    for (GSList *at = run->item->analysis.extra_attrs; at; at = at->next) {
        const PangoAttrColor *attribute = pango_attribute_as_color(at->data);
        if (attribute && attribute->attr.klass->type == PANGO_ATTR_FOREGROUND)
            return (struct color){
                attribute->color.red / 65535.0, attribute->color.green / 65535.0, attribute->color.blue / 65535.0, 1};
    }
    return *otherwise;
}

static bool
is_not_in_font(PangoGlyph glyph)
{
    return glyph == PANGO_GLYPH_EMPTY || (glyph & PANGO_GLYPH_UNKNOWN_FLAG);
}

/* Pango gives the space at which a line is broken no glyph, and draws a character that no font has as a box of its own
 * making. cairo writes an empty /ActualText for both, at which readers take the paragraph for ended. In the copy that
 * this returns they are a space and an empty square, so that the text can be read and copied; NULL:
 * nothing to mend. */
static PangoGlyphItem *
run_mended(PangoGlyphItem *run)
{
    bool is_whole = true;
    for (int i = 0; i < run->glyphs->num_glyphs; i++)
        is_whole &= !is_not_in_font(run->glyphs->glyphs[i].glyph);
    if (is_whole || !run->item->analysis.font)
        return NULL;
    hb_font_t *font = pango_font_get_hb_font(run->item->analysis.font);
    hb_codepoint_t space = 0, square = 0; /* 0: the font's own sign for what it lacks */
    hb_font_get_nominal_glyph(font, ' ', &space);
    hb_font_get_nominal_glyph(font, 0x25a1, &square);
    PangoGlyphItem *copy = pango_glyph_item_copy(run);
    for (int i = 0; i < copy->glyphs->num_glyphs; i++) {
        PangoGlyph *glyph = &copy->glyphs->glyphs[i].glyph;
        if (is_not_in_font(*glyph))
            *glyph = *glyph == PANGO_GLYPH_EMPTY ? space : square;
    }
    return copy;
}

double
flow_draw_run(
    struct flow *flow, PangoLayoutLine *line, PangoGlyphItem *run, double x, double baseline, const struct color *color)
{
    double width = (double)pango_glyph_string_get_width(run->glyphs) / PANGO_SCALE;
    if (!flow->cr)
        return width;
    PangoGlyphItem *mended = run_mended(run);
    struct color own = run_color(run, color);
    source_color(flow->cr, &own);
    cairo_move_to(flow->cr, x, baseline);
    pango_cairo_show_glyph_item(flow->cr, pango_layout_get_text(line->layout), mended ? mended : run);
    pango_glyph_item_free(mended);
    return width;
}

void
flow_draw_line(struct flow *flow, const struct text_style *style, PangoLayoutLine *line, double x, double y,
    const struct color *color)
{
    for (GSList *at = line->runs; at && flow->cr; at = at->next)
        x += flow_draw_run(flow, line, at->data, x, y + text_style_baseline(style), color);
}

void
flow_line(struct flow *flow, const struct text_style *style, PangoLayoutLine *line, double x, const struct color *color)
{
    flow_draw_line(flow, style, line, x, flow->y, color);
    flow_advance(flow, style->pitch);
}

int
flow_head_lines(int n)
{
    return n <= 3 ? n : 2;
}

/* The banner's layout, or NULL where there is none. */
static PangoLayout *
banner_layout(struct flow *flow)
{
    if (!flow->info->banner || !*flow->info->banner)
        return NULL;
    g_autofree char *clean = text_clean(flow->info->banner, false);
    PangoLayout *layout = flow_layout(flow, &pdf_styles[STYLE_BANNER], clean, NULL, FLOW_TEXT_WIDTH - 4 * BANNER_PAD);
    pango_layout_set_height(layout, -BANNER_LINES_MAX);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    return layout;
}

static double
banner_height(PangoLayout *layout)
{
    return pango_layout_get_line_count(layout) * pdf_styles[STYLE_BANNER].pitch + 2 * BANNER_PAD;
}

/* A page begins: the banner is drawn outside all tags. */
static void
page_begin(struct flow *flow)
{
    flow->page++;
    flow->top = FLOW_MARGIN;
    g_autoptr(PangoLayout) banner = banner_layout(flow);
    if (banner) {
        double height = banner_height(banner);
        struct color tint = flow_tint(flow, &flow->theme->bad, 0.14);
        flow_rect(flow, FLOW_MARGIN, BANNER_TOP, FLOW_TEXT_WIDTH, height, &tint);
        flow_rect(flow, FLOW_MARGIN, BANNER_TOP, 3, height, &flow->theme->bad);
        for (int i = 0; i < pango_layout_get_line_count(banner); i++)
            flow_draw_line(flow, &pdf_styles[STYLE_BANNER], pango_layout_get_line_readonly(banner, i),
                FLOW_MARGIN + 2 * BANNER_PAD, BANNER_TOP + BANNER_PAD + i * pdf_styles[STYLE_BANNER].pitch,
                &flow->theme->ink);
        flow->top = MAX(flow->top, BANNER_TOP + height + 18);
    }
    flow->y = flow->top;
    flow->space = 0;
    flow->page_is_empty = true;
}

static void
foot_draw(struct flow *flow)
{
    const struct text_style *style = &pdf_styles[STYLE_NOTE];
    double y = FOOT_BASELINE - text_style_baseline(style);
    flow_rule(flow, FLOW_MARGIN, FOOT_RULE, FLOW_TEXT_WIDTH, 0.5, &flow->theme->grid);

    g_autofree char *number = flow->page_count > 0 ? g_strdup_printf("Page %u of %u", flow->page, flow->page_count)
                                                   : g_strdup_printf("Page %u", flow->page);
    g_autoptr(PangoLayout) right = flow_layout(flow, style, number, NULL, 0);
    int width = 0;
    pango_layout_get_size(right, &width, NULL);
    double right_width = (double)width / PANGO_SCALE;
    flow_draw_line(flow, style, pango_layout_get_line_readonly(right, 0), FLOW_MARGIN + FLOW_TEXT_WIDTH - right_width,
        y, &flow->theme->muted);

    g_autoptr(PangoLayout) left = flow_layout(flow, style, flow->title, NULL, FLOW_TEXT_WIDTH - right_width - 24);
    pango_layout_set_height(left, -1);
    pango_layout_set_ellipsize(left, PANGO_ELLIPSIZE_END);
    flow_draw_line(flow, style, pango_layout_get_line_readonly(left, 0), FLOW_MARGIN, y, &flow->theme->muted);
}

static void
bars_draw(struct flow *flow)
{
    for (guint i = 0; i < flow->bars->len; i++) {
        struct flow_bar *bar = &g_array_index(flow->bars, struct flow_bar, i);
        if (flow->y > bar->from_y)
            flow_rect(flow, bar->x, bar->from_y, BAR_WIDTH, flow->y - bar->from_y, &flow->theme->grid);
    }
}

static void
page_end(struct flow *flow)
{
    bars_draw(flow);
    for (guint i = flow->tags->len; i > 0 && flow->cr; i--)
        cairo_tag_end(flow->cr, g_ptr_array_index(flow->tags, i - 1));
    if (!flow->cr)
        return;
    foot_draw(flow);
    g_autofree char *label = g_strdup_printf("%u", flow->page);
    cairo_pdf_surface_set_page_label(flow->surface, label);
    cairo_show_page(flow->cr);
}

struct flow *
flow_new(cairo_surface_t *surface, const struct document_info *info, const char *title, const struct theme *theme,
    struct fonts *fonts, GHashTable *grids)
{
    struct flow *flow = g_new0(struct flow, 1);
    flow->surface = surface;
    flow->cr = surface ? cairo_create(surface) : NULL;
    flow->fonts = fonts;
    flow->context = fonts_context(fonts);
    flow->theme = theme;
    flow->info = info;
    flow->grids = grids;
    flow->title = title;
    flow->left = FLOW_MARGIN;
    flow->width = FLOW_TEXT_WIDTH;
    flow->bottom = COLUMN_BOTTOM;
    flow->tags = g_ptr_array_new();
    flow->bars = g_array_new(FALSE, FALSE, sizeof(struct flow_bar));
    flow->headings = g_ptr_array_new_with_free_func(heading_free);
    flow->alts = g_ptr_array_new_with_free_func(g_free);
    flow->outline = g_array_new(FALSE, TRUE, sizeof(int));
    g_array_set_size(flow->outline, 8);
    page_begin(flow);
    return flow;
}

void
flow_finish(struct flow *flow)
{
    page_end(flow);
}

void
flow_free(struct flow *flow)
{
    if (!flow)
        return;
    if (flow->cr)
        cairo_destroy(flow->cr);
    g_object_unref(flow->context);
    g_ptr_array_unref(flow->tags);
    g_array_unref(flow->bars);
    g_ptr_array_unref(flow->headings);
    g_ptr_array_unref(flow->alts);
    g_array_unref(flow->outline);
    g_free(flow);
}

void
flow_space(struct flow *flow, double points)
{
    flow->space = MAX(flow->space, points);
}

double
flow_room(const struct flow *flow)
{
    return flow->bottom - flow->y - (flow->page_is_empty ? 0 : flow->space);
}

double
flow_page_room(const struct flow *flow)
{
    return flow->bottom - flow->top;
}

void
flow_page_break(struct flow *flow)
{
    page_end(flow);
    page_begin(flow);
    for (guint i = 0; i < flow->bars->len; i++)
        g_array_index(flow->bars, struct flow_bar, i).from_y = flow->y;
    for (guint i = 0; i < flow->tags->len && flow->cr; i++)
        cairo_tag_begin(flow->cr, g_ptr_array_index(flow->tags, i), NULL);
}

bool
flow_need(struct flow *flow, double height)
{
    /* A hundredth of a point for the rounding of sums. */
    bool breaks = !flow->page_is_empty && height > flow_room(flow) + 0.01;
    if (breaks)
        flow_page_break(flow);
    else if (!flow->page_is_empty)
        flow->y += flow->space;
    flow->space = 0;
    return breaks;
}

void
flow_advance(struct flow *flow, double height)
{
    flow->y += height;
    flow->page_is_empty = false;
}

void
flow_tag_begin(struct flow *flow, const char *name)
{
    g_ptr_array_add(flow->tags, (gpointer)name);
    if (flow->cr)
        cairo_tag_begin(flow->cr, name, NULL);
}

void
flow_tag_end(struct flow *flow)
{
    if (flow->cr)
        cairo_tag_end(flow->cr, g_ptr_array_index(flow->tags, flow->tags->len - 1));
    g_ptr_array_set_size(flow->tags, (int)flow->tags->len - 1);
}

void
flow_bar_begin(struct flow *flow, double x)
{
    struct flow_bar bar = {x, flow->y};
    g_array_append_val(flow->bars, bar);
}

void
flow_bar_end(struct flow *flow)
{
    bars_draw(flow);
    g_array_set_size(flow->bars, flow->bars->len - 1);
}

/* The attribute takes only characters that end neither it nor a PDF string. */
static char *
uri_attribute(const char *uri)
{
    return g_uri_escape_string(uri, ":/?#[]@!$&*+,;=%", FALSE);
}

void
flow_link_begin(struct flow *flow, double x, double y, double width, double height, const char *uri, guint heading)
{
    if (!flow->cr)
        return;
    g_autofree char *safe = uri ? uri_attribute(uri) : NULL;
    g_autofree char *target = uri ? g_strdup_printf("uri='%s'", safe) : g_strdup_printf("dest='h%u'", heading);
    /* Whole points: cairo reads decimals in the locale's form. */
    g_autofree char *attributes = g_strdup_printf(
        "rect=[%d %d %d %d] %s", (int)floor(x), (int)floor(y), (int)ceil(width + 1), (int)ceil(height), target);
    cairo_tag_begin(flow->cr, CAIRO_TAG_LINK, attributes);
}

void
flow_link_end(struct flow *flow)
{
    if (flow->cr)
        cairo_tag_end(flow->cr, CAIRO_TAG_LINK);
}

static int
outline_parent(const struct flow *flow, int level)
{
    for (int above = level - 1; above > 0; above--)
        if (g_array_index(flow->outline, int, above) > 0)
            return g_array_index(flow->outline, int, above);
    return CAIRO_PDF_OUTLINE_ROOT;
}

void
flow_heading(struct flow *flow, int level, const char *text, const char *anchor)
{
    struct flow_heading *heading = g_new0(struct flow_heading, 1);
    heading->level = level;
    heading->text = g_strdup(text);
    heading->anchor = anchor;
    heading->page = flow->page;
    guint number = flow->headings->len;
    g_ptr_array_add(flow->headings, heading);
    if (!flow->cr)
        return;

    g_autofree char *dest = g_strdup_printf("name='h%u' x=%d y=%d", number, (int)FLOW_MARGIN, (int)MAX(flow->y - 8, 0));
    cairo_tag_begin(flow->cr, CAIRO_TAG_DEST, dest);
    cairo_tag_end(flow->cr, CAIRO_TAG_DEST);
    if (level < 1 || level > 3 || !*text)
        return;
    g_autofree char *link = g_strdup_printf("dest='h%u'", number);
    int id = cairo_pdf_surface_add_outline(flow->surface, outline_parent(flow, level), text, link,
        level == 1 ? CAIRO_PDF_OUTLINE_FLAG_OPEN : (cairo_pdf_outline_flags_t)0);
    g_array_index(flow->outline, int, level) = id;
    for (int below = level + 1; below <= 3; below++)
        g_array_index(flow->outline, int, below) = 0;
}

int
flow_heading_find(const struct flow *flow, const char *anchor)
{
    for (guint i = 0; flow->known_headings && i < flow->known_headings->len; i++) {
        const struct flow_heading *heading = g_ptr_array_index(flow->known_headings, i);
        if (heading->anchor && strcmp(heading->anchor, anchor) == 0)
            return (int)i;
    }
    return -1;
}
