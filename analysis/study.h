/* Which files form which run of which workload: found from folder and file names, contents and times, or told by
 * runs.csv.
 *
 *   - A concurrency stands in a file or folder name (slob_32u, qd8, 128th, threads=64, 032), or in fio's own report,
 * which wins. Files with the same place and the same concurrency are one run, whatever their kind.
 *   - Files without one share a run with the others of their folder; an AWR report finds its log by time where several
 *     logs lie beside it. Several logs of one host in such a folder are one run, in order of time; other hosts' are
 * runs of their own. Several fio reports in one place are runs of their own, those of one access pattern are one
 * workload.
 *   - Runs whose places differ only in the concurrency are one workload. It is named for its folder; for what the name
 *     with the concurrency says beside it where a folder holds several; else for its measured read share (read100,
 * mix90).
 *   - A workload with at least two concurrencies is a ladder. Everything else is demand: load as it was found.
 *
 *     g_autoptr(Study) study = study_new(inputs, notes);
 */
#pragma once

#include "inputs.h"
#include "manifest.h"

struct run {
    char *label;                         /* short name for messages: path of its first file */
    double concurrency;                  /* NAN: not known */
    const char *concurrency_source;      /* "fio", "name", "runs.csv", "csv"; NULL: not known */
    GPtrArray *captures;                 /* struct capture *, borrowed, of one host, by first stamp */
    GPtrArray *awrs;                     /* struct awr *, borrowed; figures of a rung without a log are of the first */
    const struct fio_run *fio;           /* borrowed, NULL: none */
    const struct slob_conf *slob;        /* borrowed, NULL: none */
    double point_iops, point_latency_ms; /* of a plain ladder CSV; NAN otherwise */
    int64_t from_s, to_s;                /* bounds on the samples from runs.csv, local seconds; CAPTURE_NO_TIME: none */
    char *device; /* of runs.csv: globs, blanks between them, that replace the layer for this run; NULL: none */
};

struct workload {
    char *name;      /* unique in the study, [A-Za-z0-9._-] */
    bool name_given; /* false: to be replaced by the measured read share */
    GPtrArray *runs; /* struct run *, by concurrency */
};

struct study {
    const struct inputs *inputs; /* borrowed */
    GPtrArray *ladders;          /* struct workload * */
    GPtrArray *loads;            /* struct run * outside any ladder: demand */
    struct study_ini *ini;       /* NULL: none */
};

typedef struct study Study;

/* NULL with an error where runs.csv or study.ini is wrong. An empty study is no error here. `inputs` must outlive it.
 */
struct study *study_new(const struct inputs *inputs, GPtrArray *notes, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void study_free(struct study *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Study, study_free)

/* Local seconds of "YYYY-MM-DDTHH:MM[:SS]" (a blank for the T is allowed; an offset is left out of account, as both
 * sides of a comparison are local times of the same host). CAPTURE_NO_TIME where it is not of that form. */
int64_t study_time_s(const char *text);
