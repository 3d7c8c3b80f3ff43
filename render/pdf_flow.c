#include "pdf_flow.h"

#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

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
    [STYLE_CONTENTS] = {FONTS_TEXT_FAMILY, 9.5, 13.5, PANGO_WEIGHT_NORMAL, FONTS_FIGURE_FEATURES},
    [STYLE_MARGIN] = {FONTS_TEXT_FAMILY, 7.5, 11, PANGO_WEIGHT_NORMAL, FONTS_FIGURE_FEATURES},
    [STYLE_BANNER] = {FONTS_TEXT_FAMILY, 8.5, 12, PANGO_WEIGHT_SEMIBOLD, FONTS_TEXT_FEATURES},
};

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
    /* The first heading is the title, which the head names anyway. */
    if (level <= 2 && flow->headings->len > 0) {
        flow->section = heading->text;
        if (flow->page_is_empty || !flow->page_section)
            flow->page_section = heading->text;
    }
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
