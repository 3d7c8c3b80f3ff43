/* Plain CSV: a ladder (concurrency,iops,latency_ms; one row a run, any order) or a series (iops,latency_ms; one row a
 * second). Columns are found by name, others are ignored. Read with libcsv. Besides these names it knows threads, users,
 * clients, sessions, iodepth, queue_depth, qd; total_iops; avg_latency_ms, mean_latency_ms, await, await_ms, lat_ms,
 * latency_us, lat_us.
 *
 *     g_autoptr(LadderCsv) csv = ladder_csv_parse(text, len, path, &error);
 */
#pragma once

#include <glib.h>

struct ladder_csv {
    char *path;
    GArray *concurrency; /* double; empty for a series */
    GArray *iops;        /* double */
    GArray *latency_ms;  /* double; NAN only in a second of a series without I/O whose cell is empty */
    GPtrArray *notes;    /* rows left out */
};

typedef struct ladder_csv LadderCsv;

/* What the names in a header line make a file: used to recognise it before it is read. */
enum ladder_csv_form { LADDER_CSV_OTHER, LADDER_CSV_LADDER, LADDER_CSV_SERIES, LADDER_CSV_RUNS };

/* The form of the header line of `len` bytes. */
enum ladder_csv_form ladder_csv_columns(const char *line, size_t len);

/* NULL with IOSIZER_ERROR_NO_INPUT (file, line, what is wrong) where the columns are not there or no row can be read. */
struct ladder_csv *ladder_csv_parse(const char *text, size_t len, const char *path, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;
void ladder_csv_free(struct ladder_csv *csv);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LadderCsv, ladder_csv_free)
