#include "writers.h"

#include "canvas_svg.h"

char *
chart_svg(const struct chart *chart, const struct theme *theme, struct fonts *fonts)
{
    struct canvas *canvas = canvas_svg_new(chart->width, chart->height, fonts);

    canvas_svg_describe(canvas, chart->id, chart->title, chart->alt ? chart->alt : chart->subtitle);
    chart_draw(chart, theme, canvas);
    return canvas_svg_finish(canvas);
}
