/* A picture that the cover of a report shows: PNG, or SVG made of shapes alone.
 *
 *     g_autoptr(Logo) logo = logo_new(bytes, len, "study/logo.svg", &error);
 *     logo_draw(logo, cr, x, y, width, height);
 *
 * A logo comes with the captured files and so is hostile: its file and picture are bounded, an SVG that refers to
 * anything outside of itself, runs a script, holds a picture or text (whose look would depend on the machine's fonts)
 * is refused.
 */
#pragma once

#include <cairo.h>
#include <glib.h>
#include <stdbool.h>

#define LOGO_BYTES_MAX (2u << 20)
#define LOGO_SIDE_MAX 4096   /* pixels of a PNG, units of an SVG */
#define LOGO_NODES_MAX 20000 /* elements of an SVG */

struct logo {
    GBytes *bytes;            /* of the file, as it was read */
    const char *mime;         /* "image/png" or "image/svg+xml"; static */
    double width, height;     /* of the picture; only their ratio counts */
    cairo_surface_t *picture; /* of a PNG; NULL: SVG */
};

typedef struct logo Logo;

/* The kind is told by content. `name` is for messages. NULL with IOSIZER_ERROR_USAGE that says what is wrong. */
struct logo *logo_new(const void *bytes, gsize len, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void logo_free(struct logo *logo);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Logo, logo_free)

/* The file at `path`. */
struct logo *logo_load(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The largest size of the logo's shape within a box. */
void logo_fit(const struct logo *logo, double *width, double *height);

/* Draws the logo over the rectangle, as vectors where it is an SVG. */
void logo_draw(const struct logo *logo, cairo_t *cr, double x, double y, double width, double height);
