#include "plot.h"

#include "canvas_cairo.h"
#include "error.h"
#include "findings_parts.h"
#include "text.h"
#include "theme.h"
#include "writers.h"

#include <cairo-pdf.h>
#include <string.h>

#define PNG_PIXELS_PER_POINT 2.0

struct chart *
plot_ladder(const struct findings *findings, const struct ladder *ladder)
{
    struct builder builder = {.findings = findings, .pool = g_string_chunk_new(1024)};
    struct chart *chart = ladder_chart(&builder, ladder);
    g_string_chunk_free(builder.pool);
    return chart;
}

struct chart *
plot_series(const char *title, const struct series *series, const GArray *windows)
{
    struct builder builder = {.pool = g_string_chunk_new(1024)};
    struct chart *chart = series_chart(&builder, "series", title, series, windows);
    g_string_chunk_free(builder.pool);
    return chart;
}

static cairo_status_t
append(void *closure, const unsigned char *data, unsigned length)
{
    g_byte_array_append(closure, data, length);
    return CAIRO_STATUS_SUCCESS;
}

static void
draw_on(cairo_surface_t *surface, const struct chart *chart, const struct theme *theme, struct fonts *fonts, double scale)
{
    cairo_t *cr = cairo_create(surface);
    cairo_scale(cr, scale, scale);
    struct canvas *canvas = canvas_cairo_new(cr, chart->width, chart->height, fonts);
    chart_draw(chart, theme, canvas);
    canvas_cairo_free(canvas);
    cairo_destroy(cr);
}

static GByteArray *
draw_svg(const struct chart *chart, const struct theme *theme, struct fonts *fonts)
{
    g_autofree char *svg = chart_svg(chart, theme, fonts);
    GByteArray *bytes = g_byte_array_new();
    return g_byte_array_append(bytes, (const guint8 *)svg, (guint)strlen(svg));
}

static GByteArray *
draw_png(const struct chart *chart, const struct theme *theme, struct fonts *fonts)
{
    GByteArray *bytes = g_byte_array_new();
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(chart->width * PNG_PIXELS_PER_POINT),
        (int)(chart->height * PNG_PIXELS_PER_POINT));
    draw_on(surface, chart, theme, fonts, PNG_PIXELS_PER_POINT);
    cairo_surface_write_to_png_stream(surface, append, bytes);
    cairo_surface_destroy(surface);
    return bytes;
}

static GByteArray *
draw_pdf(const struct chart *chart, const struct theme *theme, struct fonts *fonts)
{
    GByteArray *bytes = g_byte_array_new();
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(append, bytes, chart->width, chart->height);
    /* No clock in the output: the same chart gives the same bytes. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, chart->title);
    draw_on(surface, chart, theme, fonts, 1);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    return bytes;
}

static const struct {
    const char *ending;
    GByteArray *(*draw)(const struct chart *, const struct theme *, struct fonts *);
} form[] = {{".svg", draw_svg}, {".png", draw_png}, {".pdf", draw_pdf}};

/* G_N_ELEMENTS(form): of none. */
static size_t
form_of(const char *path)
{
    size_t i = 0;
    while (i < G_N_ELEMENTS(form) && !g_str_has_suffix(path, form[i].ending))
        i++;
    return i;
}

bool
plot_name_check(const char *path, GError **error)
{
    if (!path || form_of(path) < G_N_ELEMENTS(form))
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--plot %s: the name must end in .svg, .png or .pdf", path);
    return false;
}

bool
plot_write(const struct chart *chart, const char *path, GError **error)
{
    size_t i = form_of(path);
    if (!plot_name_check(path, error))
        return false;
    struct theme theme;
    g_autoptr(Fonts) fonts = fonts_new(NULL, error);
    if (!fonts || !theme_init(&theme, NULL, NULL, error))
        return false;
    g_autoptr(GByteArray) bytes = form[i].draw(chart, &theme, fonts);
    g_autoptr(GError) fault = NULL;
    if (bytes->len > 0 && g_file_set_contents(path, (const char *)bytes->data, (gssize)bytes->len, &fault))
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "--plot %s: %s", path, fault ? fault->message : "the chart could not be drawn");
    return false;
}
