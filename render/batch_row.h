/* The main figures of one report, picked from its results.json: what the index of a batch shows of a study.
 *
 *     g_autofree char *figures = batch_figures(results_json_text, (const char *const[]){"report.html", NULL});
 *     {"files": ["report.html"], "host": "db01", "workloads": [{"name": "read100", "best": {"iops": 156540, ...},
 * ...}], "demand": {...}, "required": {...}, "storage_bound": "proven", "confidence": "high", "errors": 0, "warnings":
 * 2}
 *
 * It is kept in the manifest of the report's folder, so that a report that is up to date need not be made again for the
 * index.
 */
#pragma once

#include <glib.h>
#include <jansson.h>

/* The name that it is kept under, see output_keep. */
#define BATCH_FIGURES "figures"

/* One line of JSON. `files`: the documents of the folder, best first, NULL-terminated. Free with g_free. */
char *batch_figures(const char *results_json, const char *const *files);

/* What batch_figures made, read back. NULL where it is no such object. Free with json_decref. */
json_t *batch_figures_read(const char *text);
