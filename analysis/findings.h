/* The one result: every figure that a report shows, computed once, with what it rests on. Render reads it and computes
 * nothing.
 *
 *     struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
 *     g_autoptr(Findings) findings = findings_new(inputs, &options, products, &error);
 */
#pragma once

#include "checklist.h"
#include "demand.h"
#include "ladder.h"
#include "reconcile.h"
#include "sizing.h"
#include "storage_bound.h"
#include "study.h"

struct findings_options {
    double latency_ceiling_ms;  /* NAN: study.ini's, else 1 */
    const char *const *devices; /* globs, NULL-terminated; NULL: chosen by rule */
    const char *percentile;     /* NULL: study.ini's, else p95 */
    double growth_pct;          /* NAN: study.ini's, else 0 */
    double utilisation_limit;   /* NAN: study.ini's, else 0.8 */
};

#define FINDINGS_OPTIONS_DEFAULT                                                                                       \
    {                                                                                                                  \
        .latency_ceiling_ms = NAN, .growth_pct = NAN, .utilisation_limit = NAN                                         \
    }

/* One AWR report and what it proves. */
struct awr_finding {
    const struct awr *awr;       /* borrowed */
    const struct ladder *ladder; /* borrowed; NULL: of no ladder */
    size_t rung;                 /* index into the ladder's rungs */
    struct storage_bound bound;
    struct reconcile reconcile; /* awr NULL: no log to compare with */
};

/* A load outside a ladder: a production log, a single run, AWR reports alone. */
struct load_finding {
    char *name;            /* the run's label; "AWR reports of DB"; "2 hosts together" */
    const struct run *run; /* borrowed; NULL for the AWR reports of one database, or several hosts, taken together */
    struct series *series; /* NULL without a log */
    GArray *windows;       /* struct steady_window */
    GArray *remarks;       /* struct remark: what the log says of its own steadiness; NULL without a log */
    struct demand demand;
};

struct fact { /* a line of the environment table */
    char *name, *value, *evidence;
};

struct path_share { /* a path of a multipath device, over the best run */
    char *name;
    double iops, share_pct, await_ms;
};

enum confidence { CONFIDENCE_LOW, CONFIDENCE_MEDIUM, CONFIDENCE_HIGH };

struct findings {
    const struct inputs *inputs; /* borrowed */
    struct study *study;
    struct layer *layer;
    double latency_ceiling_ms;
    GPtrArray *ladders; /* struct ladder * */
    GPtrArray *loads;   /* struct load_finding * */
    bool has_together;  /* the last load of a log is the sum of all of them */
    bool hosts_apart;   /* loads of several hosts that cannot be added up */
    GArray *awr; /* struct awr_finding: as the ladders and their rungs, then runs that became no rung, then loads */
    const struct awr_finding
        *bound;          /* the finding the verdict rests on: the weakest of the best operating points; NULL: no AWR */
    GArray *environment; /* struct fact */
    GArray *paths;       /* struct path_share; empty without a measured multipath device that has paths in the log */
    const struct ladder *paths_ladder; /* borrowed: whose rung the paths are shown of; NULL: no paths */
    size_t paths_rung;
    struct demand demand;  /* what sizing rests on; source DEMAND_NONE: nothing was demanded */
    struct sizing *sizing; /* NULL without demand */
    double utilisation_limit;
    bool size_at_knee;
    GArray *checklist; /* struct check_item */
    GPtrArray *notes;  /* everything of every input, led by its path */
    enum confidence confidence;
    GPtrArray *confidence_reasons; /* char * */
    int64_t date_s;                /* newest stamp of the inputs; CAPTURE_NO_TIME: none */
};

typedef struct findings Findings;

/* NULL with IOSIZER_ERROR_NO_INPUT where no input holds a load, or with the study's error. `inputs` must outlive it. */
struct findings *findings_new(const struct inputs *inputs, const struct findings_options *options,
    const GPtrArray *products, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void findings_free(struct findings *findings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Findings, findings_free)

/* "low", "medium", "high". */
const char *confidence_name(enum confidence confidence);
