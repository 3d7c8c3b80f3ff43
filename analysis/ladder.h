/* A ladder of runs turned into operating points: one rung a run, each the mean of its steady window.
 *
 *     g_autoptr(GPtrArray) ladders = ladders_of_workload(workload, layer, 1.0, notes);
 *     ... plateau_judge(ladder, ladders, products) for each, see plateau.h ...
 */
#pragma once

#include "influence.h"
#include "knee.h"
#include "precision.h"
#include "remark.h"
#include "run_series.h"
#include "steady.h"
#include "study.h"
#include "window_check.h"

enum rung_source { RUNG_IOSTAT, RUNG_FIO, RUNG_AWR, RUNG_CSV };

/* How well the seconds of its window tell a rung's figures; latency as a ratio of sums (weighted by I/Os),
 * linearised. */
struct rung_precision {
    struct precision iops, mib_s, latency_ms;
};

struct rung {
    const struct run *run; /* borrowed */
    enum rung_source source;
    double concurrency;
    struct series *series; /* of the run's log; NULL for other sources */
    bool series_owned;     /* rungs of one log share its series: the first of them owns it */
    GArray *windows;       /* struct steady_window of the series; empty for other sources */
    size_t start, end;     /* slots of `series` that the figures are means of */
    bool steady;           /* the slots are a steady window; else the active part of a log without one */
    struct series_means means;
    double half_width_pct; /* of the mean IOPS, 95%; NAN: not known */
    struct rung_precision precision;
    double drift_pct;
    char grade;              /* 'A', 'B', 'C'; '-' where nothing is steady or the source has no samples */
    double outstanding;      /* IOPS x latency: Little's law; NAN without latency */
    double read_pct, io_kib; /* NAN: not known */
    double period_s;         /* of an oscillation; 0: none */
    double scatter_pct;      /* of interval IOPS about their median in the steady window; NAN: not known */
    double util_pct;         /* of the busiest device while it worked; NAN: not known */
    GArray *remarks;         /* struct remark: what the log says of its own steadiness */
    struct window_check check; /* of the slots; nothing known for other sources */
};

enum plateau_verdict { PLATEAU_CANNOT_TELL, PLATEAU_PROVISIONED, PLATEAU_SATURATED };

struct ladder {
    const struct workload *workload; /* borrowed; NULL for a ladder within one log */
    bool from_one_log; /* its rungs are the steady windows of one log, concurrency is the outstanding I/O */
    char *name;        /* the workload's, or its measured read share: read100, mix90 */
    double latency_ceiling_ms;
    double read_pct, io_kib; /* medians over the rungs; NAN: not known */
    GArray *rungs;           /* struct rung, by concurrency */
    struct knee knee;
    /* Indexes into `rungs` of the run shown for a point (where a concurrency was run twice: a steady one, of
     * those the one with most samples);
     * KNEE_NO_RUNG: there is none. */
    size_t knee_rung, saturation_rung, best_rung;
    bool points_measured;         /* no knee could be fitted: the points are picked on the measured figures alone */
    enum plateau_verdict plateau; /* of plateau_judge; until then "cannot tell" without a reason */
    GArray *plateau_reasons;      /* struct remark */
    GArray *remarks;              /* struct remark: see remarks.h */
    GArray *advice;               /* struct remark: what to run next */
    GArray *influence;            /* struct influence: the knee without each rung */
};

typedef struct ladder Ladder;

/* The ladders that the runs of a workload make, as struct ladder *, the largest first; one as a rule. Runs that differ
 * in device, read share or I/O size are never on one ladder (alike.h): each kind makes its own, with a note. A run
 * without a usable figure is left out with a note. Ladders of one rung are among them. `workload` and `layer` must
 * outlive them. */
GPtrArray *ladders_of_workload(
    const struct workload *workload, const struct layer *layer, double latency_ceiling_ms, GPtrArray *notes);

/* The ladder within the log of one run whose concurrency is not known (steps.h); NULL where it holds none. Takes
 * `series` where it gives a ladder; `windows` (struct steady_window) are those of it. */
struct ladder *ladder_of_log(
    const struct run *run, struct series *series, GArray *windows, double latency_ceiling_ms, GPtrArray *notes);

void ladder_free(struct ladder *ladder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Ladder, ladder_free)

/* The rung as fit for the point; NULL for KNEE_NO_RUNG. */
const struct rung *ladder_rung(const struct ladder *ladder, size_t index);

/* "provisioned", "saturated", "cannot_tell". */
const char *plateau_verdict_name(enum plateau_verdict verdict);

/* "iostat", "fio", "awr", "csv". */
const char *rung_source_name(enum rung_source source);

enum sizing_point { SIZING_AT_NONE, SIZING_AT_BEST, SIZING_AT_KNEE, SIZING_AT_SATURATION };

/* Where sizing reads the ladder: the best operating point, or the knee; the saturation point where that is lower. NONE
 * where there is no such point: no rung within the ceiling, no knee. */
enum sizing_point ladder_sizing_point(const struct ladder *ladder, bool at_knee);

/* The IOPS there; NAN for NONE. */
double ladder_sizing_iops(const struct ladder *ladder, bool at_knee);
