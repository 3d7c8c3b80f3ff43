/* A results.json that this program wrote before, read back: what compare, check and --capacity start from.
 *
 *     g_autoptr(ResultsFile) base = results_file_read("base/results.json", &error);
 *     double iops = results_file_number(base, "workloads.read100.best.iops"); // NAN: absent
 *
 * Names are those of results.json joined by dots; `workloads.` may be left out where the first word is no part of the
 * root.
 */
#pragma once

#include <glib.h>
#include <jansson.h>

enum { RESULTS_FILE_MAX_BYTES = 256 << 20, RESULTS_FILES_MAX = 10000 };

struct results_file {
    char *path;   /* of the file itself */
    json_t *root; /* an object with "schema": 1 */
};

typedef struct results_file ResultsFile;

/* Reads a results.json, or the one in a folder. NULL with IOSIZER_ERROR_NO_INPUT where it cannot be read, is no JSON,
 * too large, not ours, or of another schema number. */
struct results_file *results_file_read(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same from text in memory; `path` is for messages. */
struct results_file *results_file_parse(
    const char *text, size_t len, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void results_file_free(struct results_file *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ResultsFile, results_file_free)

/* All results at a path, as struct results_file *: a file or a folder with a results.json is one; of another folder
 * every results.json one level below and every *.json of ours in it, in order of their paths. NULL with
 * IOSIZER_ERROR_NO_INPUT where there is none, one of them cannot be read, or there are more than RESULTS_FILES_MAX. */
GPtrArray *results_files_read(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* When what it holds was measured: the earliest start of a steady window of its rungs, "2026-11-30T10:00:00", borrowed;
 * NULL where no rung tells. Stamps of one form sort as text. */
const char *results_file_date(const struct results_file *file);

/* The value of this name, borrowed; NULL: absent. A word may be the place of an array's element, from 0. Workload names
 * may hold dots: the longest match wins. */
json_t *results_file_value(const struct results_file *file, const char *name);

/* The number of this name; NAN where it is absent or no number. */
double results_file_number(const struct results_file *file, const char *name);
