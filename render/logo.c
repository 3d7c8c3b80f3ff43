#include "logo.h"

#include "error.h"
#include "logo_svg.h"

#include <librsvg/rsvg.h>
#include <string.h>
#include <sys/stat.h>

#define PNG_HEAD_BYTES 24 /* signature, length and name of the first chunk, width, height */

static const unsigned char png_signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

struct reader {
    const unsigned char *at, *end;
};

static cairo_status_t
bytes_read(void *closure, unsigned char *data, unsigned length)
{
    struct reader *reader = closure;
    if (length > (size_t)(reader->end - reader->at))
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, reader->at, length);
    reader->at += length;
    return CAIRO_STATUS_SUCCESS;
}

static guint32
big_endian(const unsigned char *at)
{
    return (guint32)at[0] << 24 | (guint32)at[1] << 16 | (guint32)at[2] << 8 | at[3];
}

/* The size stands in the first bytes: a picture too large is refused before it takes any memory. */
static bool
png_open(struct logo *logo, const unsigned char *bytes, gsize len, const char *name, GError **error)
{
    guint32 width = len >= PNG_HEAD_BYTES ? big_endian(bytes + 16) : 0;
    guint32 height = len >= PNG_HEAD_BYTES ? big_endian(bytes + 20) : 0;
    if (width > LOGO_SIDE_MAX || height > LOGO_SIDE_MAX) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "logo %s: %u x %u pixels, at most %d x %d are taken: make it smaller", name, width, height, LOGO_SIDE_MAX,
            LOGO_SIDE_MAX);
        return false;
    }
    struct reader reader = {bytes, bytes + len};
    logo->mime = "image/png";
    logo->picture = cairo_image_surface_create_from_png_stream(bytes_read, &reader);
    cairo_status_t status = cairo_surface_status(logo->picture);
    logo->width = cairo_image_surface_get_width(logo->picture);
    logo->height = cairo_image_surface_get_height(logo->picture);
    if (status == CAIRO_STATUS_SUCCESS && logo->width >= 1 && logo->height >= 1)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "logo %s: a PNG that cannot be read (%s)", name,
        status == CAIRO_STATUS_READ_ERROR ? "cut off or damaged" : cairo_status_to_string(status));
    return false;
}

static RsvgHandle *
svg_handle(GBytes *bytes, GError **error)
{
    gsize len = 0;
    const guint8 *data = g_bytes_get_data(bytes, &len);
    return rsvg_handle_new_from_data(data, len, error);
}

static bool
svg_open(struct logo *logo, const char *name, GError **error)
{
    gsize len = 0;
    const char *data = g_bytes_get_data(logo->bytes, &len);
    g_autofree char *described = g_strconcat("logo ", name, NULL);
    if (!logo_svg_check(data, len, described, error))
        return false;
    g_autoptr(GError) fault = NULL;
    RsvgHandle *handle = svg_handle(logo->bytes, &fault);
    RsvgRectangle box = {0, 0, 0, 0}, ink = {0, 0, 0, 0};
    gboolean has_box = FALSE, has_width = FALSE, has_height = FALSE;
    RsvgLength width, height;
    logo->mime = "image/svg+xml";
    if (handle) {
        rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &width, &has_height, &height, &has_box, &box);
        if (!has_box && !rsvg_handle_get_intrinsic_size_in_pixels(handle, &box.width, &box.height) &&
            rsvg_handle_get_geometry_for_element(handle, NULL, &ink, NULL, NULL))
            box = ink;
        g_object_unref(handle);
    }
    logo->width = box.width;
    logo->height = box.height;
    if (!fault && box.width > 0 && box.height > 0 && box.width <= 1e6 && box.height <= 1e6)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "logo %s: %s", name,
        fault ? fault->message : "an SVG without a size: give it a viewBox");
    return false;
}

struct logo *
logo_new(const void *bytes, gsize len, const char *name, GError **error)
{
    if (len > LOGO_BYTES_MAX) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "logo %s: %" G_GSIZE_FORMAT " bytes, at most %u are taken: make it smaller", name, len, LOGO_BYTES_MAX);
        return NULL;
    }
    g_autoptr(Logo) logo = g_new0(struct logo, 1);
    logo->bytes = g_bytes_new(bytes, len);
    if (len >= sizeof png_signature && memcmp(bytes, png_signature, sizeof png_signature) == 0)
        return png_open(logo, bytes, len, name, error) ? g_steal_pointer(&logo) : NULL;
    if (len > 0 && memchr(bytes, '<', MIN(len, 256)))
        return svg_open(logo, name, error) ? g_steal_pointer(&logo) : NULL;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "logo %s: a PNG or an SVG was expected", name);
    return NULL;
}

struct logo *
logo_load(const char *path, GError **error)
{
    struct stat status;
    g_autofree char *bytes = NULL;
    gsize len = 0;
    g_autoptr(GError) fault = NULL;
    /* A device or a pipe is not opened, a file too large not read. */
    if (stat(path, &status) == 0 && (!S_ISREG(status.st_mode) || status.st_size > LOGO_BYTES_MAX)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "logo %s: a file of at most %u bytes was expected", path,
            LOGO_BYTES_MAX);
        return NULL;
    }
    if (!g_file_get_contents(path, &bytes, &len, &fault)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "logo: %s", fault->message);
        return NULL;
    }
    return logo_new(bytes, len, path, error);
}

void
logo_free(struct logo *logo)
{
    if (!logo)
        return;
    if (logo->picture)
        cairo_surface_destroy(logo->picture);
    g_bytes_unref(logo->bytes);
    g_free(logo);
}

void
logo_fit(const struct logo *logo, double *width, double *height)
{
    double scale = MIN(*width / logo->width, *height / logo->height);
    *width = logo->width * scale;
    *height = logo->height * scale;
}

void
logo_draw(const struct logo *logo, cairo_t *cr, double x, double y, double width, double height)
{
    cairo_save(cr);
    if (logo->picture) {
        cairo_translate(cr, x, y);
        cairo_scale(cr, width / logo->width, height / logo->height);
        cairo_set_source_surface(cr, logo->picture, 0, 0);
        /* Not cairo_paint: as the first thing on a page it drops the tag that is open. */
        cairo_rectangle(cr, 0, 0, logo->width, logo->height);
        cairo_fill(cr);
    } else {
        RsvgHandle *handle = svg_handle(logo->bytes, NULL);
        const RsvgRectangle box = {x, y, width, height};
        if (handle)
            rsvg_handle_render_document(handle, cr, &box, NULL);
        g_clear_object(&handle);
    }
    cairo_restore(cr);
}
