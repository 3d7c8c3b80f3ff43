/* Colours and sizes of a report: compiled-in defaults, overridden by a key file (--theme) and the accent of study.ini.
 *
 *     struct theme theme;
 *     if (!theme_init(&theme, NULL, NULL, &error)) ...
 */
#pragma once

#include "canvas.h"

#define THEME_SERIES_COLORS 8

struct theme {
    struct color ink, muted, grid, paper, accent, band, good, bad;
    struct color series[THEME_SERIES_COLORS]; /* Okabe-Ito (Wong, Nature Methods 2011): blue and orange first */
};

/* Defaults, then the key file's text (NULL: none), then the accent "#rrggbb" (NULL: none). False with
 * IOSIZER_ERROR_USAGE. */
bool theme_init(
    struct theme *theme, const char *key_file_text, const char *accent, GError **error) G_GNUC_WARN_UNUSED_RESULT;
