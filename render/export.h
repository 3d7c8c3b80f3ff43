/* The samples of a capture as a tidy table: one row a device and sample, in the order of the log.
 *
 *     struct export *export = export_new(EXPORT_CSV, stdout);
 *     export_capture(export, capture, globs);
 *     good = export_finish(export);
 *
 * Columns: file, host, device, sample (counted from 0 in its file, averages since boot left out), time_utc
 * (2026-11-30T11:33:12Z where the log or --timezone tells the zone), time_local (as printed), then the figures of
 * enum capture_column by their names with units. What is absent is an empty cell in CSV, no key in JSON. Figures are
 * the model's, to 15 digits; rows are written as they are made.
 */
#pragma once

#include "capture.h"

#include <stdio.h>

enum export_format { EXPORT_CSV, EXPORT_JSON };

struct export;

/* Writes the head. `out` is borrowed. */
struct export *export_new(enum export_format format, FILE *out);

/* Writes the rows of the devices that match the globs (NULL-terminated; NULL: all). Returns how many. */
uint64_t export_capture(struct export *export, const struct capture *capture, const char *const *globs);

/* Writes the end and frees. False where not all could be written. */
bool export_finish(struct export *export) G_GNUC_WARN_UNUSED_RESULT;
