/* One run of the synthetic study, second by second: what the device, its paths and the host's CPUs did.
 *
 * A run is idle, ramps up as sessions log in, is steady, ramps down and is idle again. In the steady part the
 * throughput is the model's, times noise whose mean is exactly 1; each second keeps the response time law R = n/X - Z,
 * so that the I/O-weighted latency of the steady part is the model's too.
 *
 *     g_autoptr(SlobRun) run = slob_run_new(&model, &plan);
 *     const struct slob_second *second = &run->seconds[t];
 */
#pragma once

#include <glib.h>
#include <stdint.h>

#include "model.h"

#define SLOB_PATHS 8
#define SLOB_CPUS 32
#define SLOB_BLOCK_KIB 8
#define SLOB_WORK_UNIT 8     /* blocks an operation reads, or updates and commits */
#define SLOB_SECONDS_MIN 120 /* shorter runs have no steady part of a minute */
#define SLOB_SECONDS_MAX 86400

/* Redo of one updated 8 KiB block, commit records included, in bytes. */
#define SLOB_REDO_BYTES_PER_BLOCK 760
/* Of a mixed load's writes: data blocks, undo blocks, redo (the rest). In read-only runs there is only the control
 * file. */
#define SLOB_DATA_BLOCK_WRITE_SHARE 0.90
#define SLOB_UNDO_BLOCK_WRITE_SHARE 0.025
#define SLOB_REDO_WRITE_SHARE 0.075

/* What makes a run: equal plans and models give equal runs. */
struct slob_plan {
    unsigned sessions;
    unsigned seconds;
    int64_t start_s;  /* of the first report, seconds since 1970 UTC */
    unsigned snap_id; /* of the AWR snapshot that opens the measured window */
    uint64_t seed;
};

struct slob_path_second {
    unsigned reads, writes;   /* completed in this second */
    double write_kib;         /* reads are SLOB_BLOCK_KIB each */
    double read_ms, write_ms; /* mean latency; 0 without such I/Os */
};

struct slob_second {
    struct slob_path_second path[SLOB_PATHS];
    double user_pct, system_pct, iowait_pct, idle_pct; /* of all CPUs; sum 100 */
};

struct slob_run {
    const struct model *model;
    struct slob_plan plan;
    unsigned steady_start, steady_end; /* seconds, end exclusive */
    unsigned snap_start, snap_end;     /* the AWR window, inside the steady part; a multiple of 6 s long */
    struct slob_second *seconds;       /* plan.seconds of them */
};

typedef struct slob_run SlobRun;

/* `model` is borrowed and must outlive the run; plan->seconds within the limits above. */
struct slob_run *slob_run_new(const struct model *model, const struct slob_plan *plan);
void slob_run_free(struct slob_run *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SlobRun, slob_run_free)

/* All paths together: what the multipath device did. Latencies are weighted by I/Os. */
struct slob_path_second slob_second_of_device(const struct slob_second *second);

/* Sums over seconds [start, end) of the device. */
struct slob_totals {
    double reads, writes, write_kib;
    double read_wait_ms, write_wait_ms;                /* I/Os times latency */
    double user_pct, system_pct, iowait_pct, idle_pct; /* means */
};
struct slob_totals slob_run_totals(const struct slob_run *run, unsigned start, unsigned end);
