#include "canvas_svg.h"
#include "text.h"
#include "writers.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <math.h>
#include <string.h>

static struct fonts *fonts;

static const struct color ink = {0.1, 0.2, 0.3, 1}, half = {0, 0, 0, 0.5};
static const struct canvas_stroke stroke = {{1, 0, 0, 1}, 1.5, NULL, 0};

/* The canvas' text, parsed: a broken one does not pass. */
static xmlDoc *
parsed(const char *svg)
{
    xmlDoc *doc = xmlReadMemory(svg, (int)strlen(svg), "chart.svg", NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);

    g_assert_nonnull(doc);
    g_assert_cmpstr((const char *)xmlDocGetRootElement(doc)->name, ==, "svg");
    return doc;
}

static unsigned
count(xmlDoc *doc, const char *xpath)
{
    xmlXPathContext *context = xmlXPathNewContext(doc);
    xmlXPathRegisterNs(context, BAD_CAST "s", BAD_CAST "http://www.w3.org/2000/svg");
    xmlXPathObject *found = xmlXPathEvalExpression(BAD_CAST xpath, context);
    unsigned n = found->nodesetval ? (unsigned)found->nodesetval->nodeNr : 0;

    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    return n;
}

static void
test_whole_element_is_as_written(void)
{
    struct canvas *canvas = canvas_svg_new(100, 50.5, fonts);
    const struct point line[] = {{1, 2}, {1.5, 1.25}, {0.5, 1.75}, {0.5, 10}};
    const struct canvas_stroke dashed = {{0, 0, 1, 1}, 0.8, (const double[]){4, 2.5}, 2};
    const struct canvas_font font = {8, WEIGHT_SEMIBOLD, {0.1, 0.2, 0.3, 1}};

    canvas->ops->rect(canvas, 0, 0, 100, 50.5, &half);
    canvas->ops->polyline(canvas, line, 4, &stroke);
    canvas->ops->polyline(canvas, line, 2, &dashed);
    canvas->ops->polygon(canvas, line, 3, &ink);
    canvas->ops->dots(canvas, line, 2, 2.5, NULL, &ink);
    canvas->ops->dots(canvas, line, 3, 1.25, &ink, NULL);
    canvas->ops->text(canvas, 5, 9.999, ANCHOR_END, &font, "160k");
    g_autofree char *svg = canvas_svg_finish(canvas);
    g_assert_cmpstr(svg, ==,
        "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50.5\" viewBox=\"0 0 100 50.5\" role=\"img\""
        " font-family=\"Inter, system-ui, sans-serif\" style=\"font-variant-numeric:tabular-nums\">\n"
        "<rect x=\"0\" y=\"0\" width=\"100\" height=\"50.5\" fill=\"#000000\" fill-opacity=\"0.5\"/>\n"
        "<path d=\"M1 2l.5-.75-1 .5 0 8.25\" fill=\"none\" stroke=\"#ff0000\" stroke-width=\"1.5\" "
        "stroke-linejoin=\"round\"/>\n"
        "<path d=\"M1 2l.5-.75\" fill=\"none\" stroke=\"#0000ff\" stroke-width=\"0.8\" stroke-dasharray=\"4 2.5\"/>\n"
        "<path d=\"M1 2l.5-.75-1 .5z\" fill=\"#1a334d\"/>\n"
        "<g fill=\"none\" stroke=\"#1a334d\" stroke-width=\"1\"><circle cx=\"1\" cy=\"2\" r=\"2.5\"/>"
        "<circle cx=\"1.5\" cy=\"1.25\" r=\"2.5\"/></g>\n"
        "<path d=\"m1 2h0m.5-.75h0m-1 .5h0\" stroke-linecap=\"round\" fill=\"none\" stroke=\"#1a334d\""
        " stroke-width=\"2.5\"/>\n"
        "<text x=\"5\" y=\"10\" font-size=\"8\" font-weight=\"600\" fill=\"#1a334d\" text-anchor=\"end\">160k</text>\n"
        "</svg>\n");
}

static void
test_hostile_text_stays_text(void)
{
    struct canvas *canvas = canvas_svg_new(100, 50, fonts);
    const struct canvas_font font = {8, WEIGHT_NORMAL, {0, 0, 0, 1}};

    canvas_svg_describe(canvas, "a\"><script>1</script>", "</title><script>alert(1)</script>", "a & b \x01 \xff ]]>");
    canvas->ops->text(canvas, 1, 9, ANCHOR_START, &font, "</text><script>\"'&amp;\xef\xbf\xbf\x1b");
    g_autofree char *svg = canvas_svg_finish(canvas);
    xmlDoc *doc = parsed(svg);
    g_assert_null(strstr(svg, "<script"));
    g_assert_cmpuint(count(doc, "//s:text"), ==, 1);
    g_assert_cmpuint(count(doc, "//s:title"), ==, 1);
    g_assert_cmpuint(count(doc, "//s:title[@id='ascript1script-title']"), ==, 1);
    g_assert_nonnull(strstr(svg, "&lt;/text&gt;&lt;script&gt;&quot;'&amp;amp;"));
    xmlFreeDoc(doc);
}

static void
test_ids_begin_with_the_chart_and_are_unique(void)
{
    struct canvas *canvas = canvas_svg_new(100, 50, fonts);

    canvas_svg_describe(canvas, "7-sizing", "Title", "Alternative");
    for (int i = 0; i < 2; i++) {
        canvas->ops->clip_begin(canvas, 0, 0, 10, 10);
        canvas->ops->clip_end(canvas);
    }
    g_autofree char *svg = canvas_svg_finish(canvas);
    xmlDoc *doc = parsed(svg);
    g_assert_cmpuint(count(doc, "//@id"), ==, 4);
    g_assert_cmpuint(count(doc, "//@id[starts-with(., 'chart-7-sizing-')]"), ==, 4);
    g_assert_cmpuint(count(doc, "//s:clipPath[@id='chart-7-sizing-clip2']"), ==, 1);
    g_assert_cmpuint(count(doc, "//s:g[@clip-path='url(#chart-7-sizing-clip2)']"), ==, 1);
    g_assert_cmpuint(count(doc, "/s:svg[@aria-labelledby='chart-7-sizing-title']"), ==, 1);
    g_assert_cmpuint(count(doc, "/s:svg[@aria-describedby='chart-7-sizing-desc']"), ==, 1);
    xmlFreeDoc(doc);
}

static void
test_absurd_lengths_do_no_harm(void)
{
    struct canvas *canvas = canvas_svg_new(100, 50, fonts);
    const struct point line[] = {{NAN, INFINITY}, {-1e300, 1e300}, {-0.001, 0.004}};

    canvas->ops->polyline(canvas, line, 3, &stroke);
    canvas->ops->polyline(canvas, line, 1, &stroke);
    canvas->ops->dots(canvas, line, 0, 1, &ink, NULL);
    g_autofree char *svg = canvas_svg_finish(canvas);
    xmlFreeDoc(parsed(svg));
    g_assert_nonnull(strstr(svg, "d=\"M0 1000000l-1000000 0 1000000-1000000\""));
    g_assert_null(strstr(svg, "<circle"));
}

/* Steps are taken from rounded places, so that a long line ends where it should. */
static void
test_long_line_does_not_drift(void)
{
    enum { N = 1000 };
    struct canvas *canvas = canvas_svg_new(100, 50, fonts);
    g_autofree struct point *line = g_new(struct point, N);
    for (int i = 0; i < N; i++)
        line[i] = (struct point){i * 0.104, 20};
    canvas->ops->polyline(canvas, line, N, &stroke);
    g_autofree char *svg = canvas_svg_finish(canvas);
    double x = 0;
    char *at = strstr(svg, "d=\"M0 20l") + strlen("d=\"M0 20l");
    for (int i = 1; i < N; i++) {
        x += g_ascii_strtod(at, &at);
        g_assert_cmpfloat(g_ascii_strtod(at, &at), ==, 0);
    }
    g_assert_cmpfloat_with_epsilon(x, 0.104 * (N - 1), 0.006);
}

static void
test_chart_file_has_title_and_alternative(void)
{
    g_autoptr(Chart) chart = chart_new("ladder", "IOPS < 200 & flat", "what is drawn");
    struct theme theme;
    const double x[] = {1, 2, 4}, y[] = {10, 19, 30};

    g_assert_true(theme_init(&theme, NULL, NULL, NULL));
    chart_add_series(chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true), "measured", CHART_LINE_DOTS, 0, x, y, 3);
    chart->alt = g_strdup("IOPS rise from 10 to 30.");
    g_autofree char *svg = chart_svg(chart, &theme, fonts);
    g_autofree char *again = chart_svg(chart, &theme, fonts);
    xmlDoc *doc = parsed(svg);
    g_assert_cmpuint(count(doc, "/s:svg[@role='img']/s:title[.='IOPS < 200 & flat']"), ==, 1);
    g_assert_cmpuint(count(doc, "/s:svg/s:desc[.='IOPS rise from 10 to 30.']"), ==, 1);
    g_assert_cmpuint(count(doc, "//s:circle[not(@class)]"), ==, 4); /* three points and the key */
    g_assert_cmpuint(count(doc, "//s:circle[@class='pt'][@data-x][@data-y]/s:title"), ==, 3);
    g_assert_cmpuint(count(doc, "/s:svg[@class='chart']//s:g[@class='series'][@aria-label='measured']"), ==, 1);
    g_assert_cmpuint(count(doc, "//s:text[.='measured']"), ==, 1);
    g_assert_cmpstr(svg, ==, again);
    xmlFreeDoc(doc);
}

int
main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;

    g_test_init(&argc, &argv, NULL);
    fonts = fonts_new(NULL, &error);
    g_assert_no_error(error);
    g_test_add_func("/canvas_svg/whole_element_is_as_written", test_whole_element_is_as_written);
    g_test_add_func("/canvas_svg/hostile_text_stays_text", test_hostile_text_stays_text);
    g_test_add_func(
        "/canvas_svg/ids_begin_with_the_chart_and_are_unique", test_ids_begin_with_the_chart_and_are_unique);
    g_test_add_func("/canvas_svg/absurd_lengths_do_no_harm", test_absurd_lengths_do_no_harm);
    g_test_add_func("/canvas_svg/long_line_does_not_drift", test_long_line_does_not_drift);
    g_test_add_func("/canvas_svg/chart_file_has_title_and_alternative", test_chart_file_has_title_and_alternative);
    int status = g_test_run();
    fonts_free(fonts);
    xmlCleanupParser();
    return status;
}
