/* Colours, page and extra fonts of a report: compiled-in defaults, overridden by a key file (--theme) and by study.ini.
 *
 *     [theme]
 *     accent = #0a5fb4          ; ink, muted, grid, paper, accent, band, good, bad, series1 to series8: "#rrggbb"
 *     paper_size = letter       ; of the PDF: a4 (the default) or letter
 *     extra_fonts = /usr/share/fonts/opentype/ipafont-gothic   ; looked into for signs that Inter and DejaVu lack
 *
 *     struct theme theme;
 *     if (!theme_init(&theme, NULL, NULL, &error)) ...
 */
#pragma once

#include "canvas.h"

#define THEME_SERIES_COLORS 8
#define THEME_PATH_MAX 1024

enum page_size { PAGE_A4, PAGE_LETTER };

struct theme {
    struct color ink, muted, grid, paper, accent, band, good, bad;
    struct color series[THEME_SERIES_COLORS]; /* Okabe-Ito (Wong, Nature Methods 2011): blue and orange first */
    enum page_size page_size;
    char extra_fonts[THEME_PATH_MAX]; /* a folder; "": none */
};

/* Defaults, then the key file's text (NULL: none), then the accent "#rrggbb" (NULL: none). False with
 * IOSIZER_ERROR_USAGE. */
bool theme_init(
    struct theme *theme, const char *key_file_text, const char *accent, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same; errors name the key file `path` and the line. */
bool theme_init_from(struct theme *theme, const char *key_file_text, const char *path, const char *accent,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* "a4" or "letter", as --paper and study.ini name them. False: neither. */
bool page_size_parse(enum page_size *out, const char *name);
