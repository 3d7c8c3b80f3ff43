#include "pdf_figure.h"

#include "canvas_cairo.h"

#define HALF_GAP 18.0 /* between two charts side by side */

static double
chart_height(const struct flow *flow, const struct chart *chart)
{
    double width = chart->width > 0 ? chart->width : 483, height = chart->height > 0 ? chart->height : 240;
    return MIN(height * flow->width / width, flow_page_room(flow));
}

const struct chart *
figure_chart(cmark_node *node)
{
    const struct block *block =
        node && cmark_node_get_type(node) == CMARK_NODE_CUSTOM_BLOCK ? cmark_node_get_user_data(node) : NULL;
    return block && block->kind == BLOCK_CHART ? block->chart : NULL;
}

static bool
is_half(cmark_node *node)
{
    return figure_chart(node) && figure_chart(node)->is_half;
}

bool
figure_is_left(cmark_node *node)
{
    guint before = 0;
    for (cmark_node *above = cmark_node_previous(node); is_half(above); above = cmark_node_previous(above))
        before++;
    return is_half(node) && before % 2 == 0 && is_half(cmark_node_next(node));
}

bool
figure_is_right(cmark_node *node)
{
    return is_half(node) && cmark_node_previous(node) && figure_is_left(cmark_node_previous(node));
}

/* Type keeps its size: two charts side by side are as high as the higher one. */
double
figure_height(const struct flow *flow, cmark_node *node)
{
    double height = chart_height(flow, figure_chart(node));
    return figure_is_left(node) ? MAX(height, chart_height(flow, figure_chart(cmark_node_next(node)))) : height;
}

/* One chart with its left top there, as a figure. */
static void
chart_put(struct flow *flow, const struct chart *chart, double x, double width, double height)
{
    flow_tag_begin(flow, "Figure");
    if (flow->cr) {
        cairo_save(flow->cr);
        cairo_translate(flow->cr, x, flow->y);
        struct canvas *canvas = canvas_cairo_new(flow->cr, width, height, flow->fonts);
        chart_draw(chart, flow->theme, canvas);
        canvas_cairo_free(canvas);
        cairo_restore(flow->cr);
        const char *alt = chart->alt && *chart->alt ? chart->alt : chart->title;
        g_ptr_array_add(flow->alts, text_clean(alt, false));
    }
    flow_tag_end(flow);
}

void
figure_place(struct flow *flow, gconstpointer data, double height)
{
    cmark_node *node = (cmark_node *)data; /* cmark's readers take it without const */
    if (figure_is_left(node)) {
        double width = (flow->width - HALF_GAP) / 2;
        chart_put(flow, figure_chart(node), flow->left, width, height);
        chart_put(flow, figure_chart(cmark_node_next(node)), flow->left + width + HALF_GAP, width, height);
    } else {
        chart_put(flow, figure_chart(node), flow->left, flow->width, height);
    }
    flow_advance(flow, height);
}
