/* The machine-readable results: results.json (names as in the contract) and results.csv (one row a rung or load).
 *
 *     g_autofree char *json = results_json(findings, "iosizer 1.0.0");
 *     g_autofree char *csv = results_csv(findings);
 *     if (!results_agree(json, csv, &error)) ...
 *
 * Figures are written with their natural precision: IOPS and MiB/s 2 decimals, latencies 4, percent 2. Absent figures
 * have no key, or an empty cell.
 */
#pragma once

#include "findings.h"

#include <stdbool.h>

/* Both never NULL; free with g_free. They end with a newline. */
char *results_json(const struct findings *findings, const char *generator);
char *results_csv(const struct findings *findings);

/* Appends one cell to a CSV line, quoted where it must be; a comma first unless the line is empty. */
void results_csv_cell(GString *csv, const char *text);

/* The figure as both outputs write it: rounded once, halves away from zero, to `decimals` places. */
double results_rounded(double value, int decimals);

/* Self-check: the CSV has the rungs of the JSON (without a ladder its loads), all of them, in its order, with its
 * figures. False with IOSIZER_ERROR_INTERNAL. */
bool results_agree(const char *json, const char *csv, GError **error) G_GNUC_WARN_UNUSED_RESULT;
