#include "writers.h"

#include "canvas_svg.h"

static char *
svg_of(const struct chart *chart, const struct theme *theme, struct fonts *fonts, bool in_page)
{
    struct canvas *canvas = canvas_svg_new(chart->width, chart->height, fonts);

    canvas_svg_describe(canvas, chart->id, chart->title, chart->alt ? chart->alt : chart->subtitle);
    if (in_page)
        canvas_svg_follow_page(canvas, theme);
    chart_draw(chart, theme, canvas);
    return canvas_svg_finish(canvas);
}

char *
chart_svg(const struct chart *chart, const struct theme *theme, struct fonts *fonts)
{
    return svg_of(chart, theme, fonts, false);
}

char *
chart_svg_in_page(const struct chart *chart, const struct theme *theme, struct fonts *fonts)
{
    return svg_of(chart, theme, fonts, true);
}
