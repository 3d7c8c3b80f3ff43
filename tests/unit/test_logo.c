#include "logo.h"

#include "error.h"

#include <glib/gstdio.h>
#include <string.h>

#define SVG(inside)                                                                                                    \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 200 "        \
    "50\">" inside "</svg>"

static void
assert_bytes(gconstpointer a, gsize a_len, gconstpointer b, gsize b_len)
{
    g_assert_cmpuint(a_len, ==, b_len);
    g_assert_cmpint(memcmp(a, b, a_len), ==, 0);
}

static cairo_status_t
bytes_append(void *closure, const unsigned char *data, unsigned length)
{
    g_byte_array_append(closure, data, length);
    return CAIRO_STATUS_SUCCESS;
}

static GByteArray *
png_of(int width, int height)
{
    GByteArray *bytes = g_byte_array_new();
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    g_assert_cmpint(cairo_surface_write_to_png_stream(surface, bytes_append, bytes), ==, CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(surface);
    return bytes;
}

static void
refused(const void *bytes, gsize len, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(logo_new(bytes, len, "brand/logo", &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, "brand/logo"));
    if (!strstr(error->message, part))
        g_error("\"%s\" is not in \"%s\"", part, error->message);
}

static void
a_png_is_known_by_its_content(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GByteArray) bytes = png_of(40, 10);
    g_autoptr(Logo) logo = logo_new(bytes->data, bytes->len, "logo", &error);
    g_assert_no_error(error);
    g_assert_cmpstr(logo->mime, ==, "image/png");
    g_assert_cmpfloat(logo->width, ==, 40);
    g_assert_cmpfloat(logo->height, ==, 10);
    gsize len = 0;
    gconstpointer kept = g_bytes_get_data(logo->bytes, &len);
    assert_bytes(kept, len, bytes->data, bytes->len);
}

static void
a_cut_png_is_refused(void)
{
    g_autoptr(GByteArray) bytes = png_of(40, 10);
    for (guint len = 8; len < bytes->len; len += 5)
        refused(bytes->data, len, "PNG");
}

static void
a_huge_picture_is_refused_before_it_is_read(void)
{
    g_autoptr(GByteArray) bytes = png_of(4, 4);
    memcpy(bytes->data + 16, "\x00\x10\x00\x00", 4); /* 1,048,576 pixels wide */
    refused(bytes->data, bytes->len, "1048576 x 4 pixels");
    g_autofree char *large = g_malloc0(LOGO_BYTES_MAX + 1);
    refused(large, LOGO_BYTES_MAX + 1, "2097153 bytes");
}

static void
an_svg_of_shapes_is_taken(void)
{
    static const char *const cases[] = {
        SVG("<rect width='200' height='50' fill='red'/>"),
        "<?xml version=\"1.0\"?><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" "
        "\"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">" SVG(
            "<g style='fill:url(#a)'><path d='M0 0h200v50z'/></g>"),
        SVG("<defs><linearGradient id='a'><stop offset='0'/></linearGradient></defs><use xlink:href='#a'/>"),
        SVG("<style>.a{fill:#123}</style><metadata><x:y xmlns:x='urn:x' href='http://example.com'/></metadata>"),
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(Logo) logo = logo_new(cases[i], strlen(cases[i]), "logo.svg", &error);
        g_assert_no_error(error);
        g_assert_cmpstr(logo->mime, ==, "image/svg+xml");
        g_assert_cmpfloat_with_epsilon(logo->width / logo->height, 4, 1e-9);
    }
}

static void
an_svg_that_reaches_out_is_refused(void)
{
    static const struct {
        const char *svg, *part;
    } cases[] = {
        {SVG("<image xlink:href='file:///etc/passwd'/>"), "<image>"},
        {SVG("<text>ACME</text>"), "turn text into paths"},
        {SVG("<script>alert(1)</script>"), "<script>"},
        {SVG("<foreignObject/>"), "<foreignObject>"},
        {SVG("<filter id='f'/>"), "<filter>"},
        {SVG("<use xlink:href='http://example.com/a.svg#b'/>"), "href=\"http://example.com"},
        {SVG("<use href=' other.svg#b'/>"), "nothing outside"},
        {SVG("<rect onload='x()' width='1' height='1'/>"), "onload"},
        {SVG("<rect fill='url(http://example.com/#a)'/>"), "nothing outside"},
        {SVG("<rect style='fill:u\\72l(http://example.com/#a)'/>"), "nothing outside"},
        {SVG("<style>@import 'http://example.com/a.css';</style>"), "<style>"},
        {SVG("<style>.a{fill:</style><style>URL(\"a.svg#b\")}</style>"), "<style>"},
        {"<?xml-stylesheet href='a.css'?>" SVG(""), "<?xml-stylesheet"},
        {"<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" SVG("<title>&b;</title>"), "entity a"},
        {"<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" SVG("<title>&x;</title>"), "entity x"},
        {"<html><body/></html>", "element svg"},
        {"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "viewBox"},
        {SVG("<g>"), "logo.svg"},
        {"<", "not an SVG"},
        {"", "a PNG or an SVG was expected"},
        {"GIF89a", "a PNG or an SVG was expected"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(logo_new(cases[i].svg, strlen(cases[i].svg), "logo.svg", &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        if (!strstr(error->message, cases[i].part))
            g_error("case %zu: \"%s\" is not in \"%s\"", i, cases[i].part, error->message);
    }
}

static void
an_svg_has_bounds(void)
{
    g_autoptr(GString) many = g_string_new("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\">");
    for (int i = 0; i < LOGO_NODES_MAX; i++)
        g_string_append(many, "<g/>");
    g_string_append(many, "</svg>");
    refused(many->str, many->len, "20000 elements");
    g_autoptr(GString) deep = g_string_new("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\">");
    for (int i = 0; i < 1000; i++)
        g_string_append(deep, "<g>");
    refused(deep->str, deep->len, "nested deeper");
}

static void
a_logo_keeps_its_shape_in_a_box(void)
{
    g_autoptr(GByteArray) bytes = png_of(40, 10);
    g_autoptr(Logo) logo = logo_new(bytes->data, bytes->len, "logo", NULL);
    double width = 150, height = 46;
    logo_fit(logo, &width, &height);
    g_assert_cmpfloat_with_epsilon(width, 150, 1e-9);
    g_assert_cmpfloat_with_epsilon(height, 37.5, 1e-9);
}

static void
only_a_file_is_opened(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(logo_load("/dev/zero", &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
    g_clear_error(&error);
    g_assert_null(logo_load("/nonexistent/logo.png", &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, "/nonexistent/logo.png"));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/logo/a_png_is_known_by_its_content", a_png_is_known_by_its_content);
    g_test_add_func("/logo/a_cut_png_is_refused", a_cut_png_is_refused);
    g_test_add_func("/logo/a_huge_picture_is_refused_before_it_is_read", a_huge_picture_is_refused_before_it_is_read);
    g_test_add_func("/logo/an_svg_of_shapes_is_taken", an_svg_of_shapes_is_taken);
    g_test_add_func("/logo/an_svg_that_reaches_out_is_refused", an_svg_that_reaches_out_is_refused);
    g_test_add_func("/logo/an_svg_has_bounds", an_svg_has_bounds);
    g_test_add_func("/logo/a_logo_keeps_its_shape_in_a_box", a_logo_keeps_its_shape_in_a_box);
    g_test_add_func("/logo/only_a_file_is_opened", only_a_file_is_opened);
    return g_test_run();
}
