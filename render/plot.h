/* One chart as a file of its own: SVG, PNG or PDF, told by the ending of the name.
 *
 *     if (!plot_write(chart, "knee.svg", &error)) ...
 */
#pragma once

#include "chart.h"
#include "findings.h"

#include <stdbool.h>

/* The chart of one ladder, and of one series with its windows: those of the report. Free with chart_free. */
struct chart *plot_ladder(const struct findings *findings, const struct ladder *ladder);
struct chart *plot_series(const char *title, const struct series *series, const GArray *windows);

/* False with IOSIZER_ERROR_USAGE where the name ends in none of the forms; NULL is no name and is true. */
bool plot_name_check(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes through a temporary file and a rename. False with IOSIZER_ERROR_USAGE for another ending, IOSIZER_ERROR_OUTPUT
 * where it cannot be written. PNG has 2 pixels a point. */
bool plot_write(const struct chart *chart, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
