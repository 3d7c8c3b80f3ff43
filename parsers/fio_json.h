/* The JSON report of a fio run (`fio --output-format=json`, also json+): what the load generator says of itself.
 *
 *     g_autoptr(FioRun) run = fio_json_parse(text, len, path, &error);
 *
 * Text before or after the JSON object ("fio: ..." warnings) is passed over; of several
 * reports (--status-interval) the last whole one counts. Jobs that ran one after another (stonewall) are refused: their
 * rates were never there at one time.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* One direction, summed over the jobs of the run; latencies are complete latencies in ms. NAN where it did no I/O. */
struct fio_side {
    double iops, mib_s;
    double latency_ms, p50_ms, p95_ms, p99_ms; /* percentiles of several jobs: from the bins of json+, else NAN */
    double total_ios;
};

struct fio_run {
    char *path, *version, *job_name;
    double concurrency;  /* sum over jobs of iodepth (x numjobs where group_reporting made one entry of several);
                            * an engine that waits for each I/O counts 1. NAN: no options in the report */
    double block_kib;    /* NAN: several sizes */
    double read_pct;     /* measured share of reads in the I/Os, 0..100 */
    double runtime_s;
    double start_unix_s; /* from "timestamp" (end) - runtime, NAN: not there */
    bool direct;
    char *rw;            /* as given: randread, randrw, ... ; NULL: not given */
    struct fio_side read, write;
    double iops, latency_ms; /* both sides; latency weighted by I/Os */
};

typedef struct fio_run FioRun;

/* NULL with IOSIZER_ERROR_NO_INPUT where it is no fio report or holds no job. */
struct fio_run *fio_json_parse(const char *text, size_t len, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void fio_run_free(struct fio_run *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FioRun, fio_run_free)
