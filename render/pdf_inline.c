#include "pdf_inline.h"

#include <string.h>

#define CODE_SIZE 0.88 /* DejaVu Sans Mono looks larger than Inter of the same size */
#define LINE_SEPARATOR "\xe2\x80\xa8"

static void
link_free(gpointer data)
{
    struct inline_link *link = data;
    g_free(link->uri);
    g_free(link->anchor);
    g_free(link);
}

static void
attribute_add(PangoAttrList *list, PangoAttribute *attribute, guint from, guint to)
{
    attribute->start_index = from;
    attribute->end_index = to;
    pango_attr_list_insert(list, attribute);
}

static guint16
channel(double part)
{
    return (guint16)(CLAMP(part, 0, 1) * 65535);
}

static void
link_add(struct inline_text *text, const char *url, guint from, guint to, const struct theme *theme)
{
    bool is_web =
        g_str_has_prefix(url, "http://") || g_str_has_prefix(url, "https://") || g_str_has_prefix(url, "mailto:");
    bool is_anchor = url[0] == '#' && url[1] != '\0';
    if ((!is_web && !is_anchor) || from == to)
        return;
    struct inline_link *link = g_new0(struct inline_link, 1);
    link->from = from;
    link->to = to;
    link->uri = is_web ? g_strdup(url) : NULL;
    link->anchor = is_anchor ? g_strdup(url + 1) : NULL;
    g_ptr_array_add(text->links, link);
    const struct color *accent = &theme->accent;
    attribute_add(text->attributes,
        pango_attr_foreground_new(channel(accent->red), channel(accent->green), channel(accent->blue)), from, to);
}

/* A span's begin is kept on a stack; its attributes are set when it ends. */
static void
span_end(struct inline_text *text, cmark_node *node, guint from, guint to, const struct theme *theme)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_EMPH:
    case CMARK_NODE_IMAGE:
        attribute_add(text->attributes, pango_attr_style_new(PANGO_STYLE_ITALIC), from, to);
        break;
    case CMARK_NODE_STRONG:
        attribute_add(text->attributes, pango_attr_weight_new(PANGO_WEIGHT_SEMIBOLD), from, to);
        break;
    case CMARK_NODE_LINK:
        link_add(text, cmark_node_get_url(node), from, to, theme);
        break;
    default:
        break;
    }
}

static void
leaf_append(struct inline_text *text, GString *out, cmark_node *node, const struct text_style *style)
{
    guint from = (guint)out->len;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
    case CMARK_NODE_CODE: {
        g_autofree char *clean = text_clean(cmark_node_get_literal(node), false);
        g_string_append(out, clean);
        break;
    }
    case CMARK_NODE_SOFTBREAK:
        g_string_append_c(out, ' ');
        break;
    case CMARK_NODE_LINEBREAK:
        g_string_append(out, LINE_SEPARATOR);
        break;
    default:
        break;
    }
    if (cmark_node_get_type(node) == CMARK_NODE_CODE) {
        guint to = (guint)out->len;
        attribute_add(text->attributes, pango_attr_family_new(FONTS_CODE_FAMILY), from, to);
        attribute_add(
            text->attributes, pango_attr_size_new_absolute((int)(style->size * CODE_SIZE * PANGO_SCALE)), from, to);
    }
}

static bool
is_span(cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    return type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG || type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE;
}

struct inline_text *
inline_text_new(cmark_node *block, const struct text_style *style, const struct theme *theme)
{
    struct inline_text *text = g_new0(struct inline_text, 1);
    text->attributes = pango_attr_list_new();
    text->links = g_ptr_array_new_with_free_func(link_free);
    GString *out = g_string_new(NULL);
    g_autoptr(GArray) begin = g_array_new(FALSE, FALSE, sizeof(guint));
    cmark_iter *iter = cmark_iter_new(block);
    for (cmark_event_type event = cmark_iter_next(iter); event != CMARK_EVENT_DONE; event = cmark_iter_next(iter)) {
        cmark_node *node = cmark_iter_get_node(iter);
        guint at = (guint)out->len;
        if (!is_span(node)) {
            if (event == CMARK_EVENT_ENTER)
                leaf_append(text, out, node, style);
        } else if (event == CMARK_EVENT_ENTER) {
            g_array_append_val(begin, at);
        } else {
            span_end(text, node, g_array_index(begin, guint, begin->len - 1), at, theme);
            g_array_set_size(begin, begin->len - 1);
        }
    }
    cmark_iter_free(iter);
    text->utf8 = g_string_free(out, FALSE);
    return text;
}

void
inline_text_free(struct inline_text *text)
{
    if (!text)
        return;
    g_free(text->utf8);
    pango_attr_list_unref(text->attributes);
    g_ptr_array_unref(text->links);
    g_free(text);
}

/* The link that a run is part of and that leads somewhere, or NULL. A run ends where a link does: the link's colour
 * splits it. */
static const struct inline_link *
run_link(const struct flow *flow, const struct inline_text *text, const PangoGlyphItem *run)
{
    for (guint i = 0; i < text->links->len; i++) {
        const struct inline_link *link = g_ptr_array_index(text->links, i);
        if ((guint)run->item->offset >= link->from && (guint)run->item->offset < link->to)
            return link->uri || flow_heading_find(flow, link->anchor) >= 0 ? link : NULL;
    }
    return NULL;
}

static double
run_draw(struct flow *flow, const struct inline_text *text, const struct text_style *style, PangoLayoutLine *line,
    PangoGlyphItem *run, double x, const struct color *color)
{
    const struct inline_link *link = run_link(flow, text, run);
    double baseline = flow->y + text_style_baseline(style), width;
    if (link) {
        int heading = link->uri ? 0 : flow_heading_find(flow, link->anchor);
        double run_width = (double)pango_glyph_string_get_width(run->glyphs) / PANGO_SCALE;
        flow_link_begin(flow, x, flow->y, run_width, style->pitch, link->uri, (guint)heading);
        width = flow_draw_run(flow, line, run, x, baseline, color);
        flow_link_end(flow);
    } else {
        flow_tag_begin(flow, "Span");
        width = flow_draw_run(flow, line, run, x, baseline, color);
        flow_tag_end(flow);
    }
    return width;
}

void
inline_text_line(struct flow *flow, const struct inline_text *text, const struct text_style *style,
    PangoLayoutLine *line, const struct color *color)
{
    double x = flow->left;
    for (GSList *at = line->runs; at && flow->cr; at = at->next)
        x += run_draw(flow, text, style, line, at->data, x, color);
    flow_advance(flow, style->pitch);
}
