/* The one result: every figure that a report shows, computed once, with what it rests on. Render reads it and computes
 * nothing.
 *
 *     struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
 *     g_autoptr(Findings) findings = findings_new(inputs, &options, products, &error);
 */
#pragma once

#include "averaging.h"
#include "checklist.h"
#include "coverage.h"
#include "cpu_load.h"
#include "demand.h"
#include "ladder.h"
#include "load_parts.h"
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
    void (*after_study)(struct study *study, GPtrArray *notes, void *data); /* called before any analysis; NULL: none */
    void *after_study_data;
    const struct results_file *capacity; /* measured storage to hold the requirement against; NULL: none */
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
    const struct run *run;       /* borrowed: that the report belongs to */
    struct storage_bound bound;
    struct reconcile reconcile; /* awr NULL: no log to compare with */
};

struct load_finding;

/* The verdict of one workload: the weakest of its reports at the best operating point, else of all its reports. */
struct workload_bound {
    const struct ladder *ladder;     /* borrowed; NULL: a load */
    const struct load_finding *load; /* borrowed; NULL: a ladder */
    const struct awr_finding *weakest;
    bool at_best; /* it rests on the best operating point alone */
    guint reports, proven, not_proven, refuted;
};
enum load_kind { LOAD_LOG, LOAD_AWR, LOAD_HOSTS_TOGETHER, LOAD_DATABASES_TOGETHER };

/* A load outside a ladder: a production log, a single run, AWR reports alone. */
struct load_finding {
    enum load_kind kind;
    char *name;            /* the run's label; "AWR reports of DB"; "2 hosts together" */
    const char *host;      /* borrowed; NULL: not known, or several */
    const char *database;  /* borrowed; NULL: not known, several, or a log */
    const struct run *run; /* borrowed; NULL for the AWR reports of one database, or several hosts, taken together */
    struct series *series; /* NULL without a log */
    struct awr_series *awr_series; /* NULL without AWR reports; beside a log: those of its run */
    GArray *windows;       /* struct steady_window */
    GArray *remarks;       /* struct remark: what the log says of its own steadiness; NULL without a log */
    GArray *checks;        /* struct window_check: of each window, without one of the whole log; NULL without a log */
    struct demand demand;
    struct coverage coverage;
    struct averaging averaging;
    enum load_parts_kind parts_kind;
    GPtrArray *parts; /* struct load_part *: groups of devices, hosts or databases; NULL: fewer than two */
    guint parts_left_out; /* quiet groups beyond those shown */
    struct coincidence coincidence_iops, coincidence_mib_s; /* of the parts; all NAN without them */
    GArray *cpu;      /* struct cpu_load: from the log, from AWR, from logs beside it; may be empty, never NULL */
};

struct fact { /* a line of the environment table */
    char *name, *value, *evidence;
};

struct path_share { /* a path of a multipath device, over the best run */
    char *name;
    double iops, share_pct, await_ms;
};

enum confidence { CONFIDENCE_LOW, CONFIDENCE_MEDIUM, CONFIDENCE_HIGH };

/* What was judged: the demand, the ladders, or what concerns both. */
enum grade_part { GRADE_DEMAND, GRADE_LADDER, GRADE_INPUTS, GRADE_PARTS };

struct findings {
    const struct inputs *inputs; /* borrowed */
    struct study *study;
    struct layer *layer;
    double latency_ceiling_ms;
    GPtrArray *ladders; /* struct ladder * */
    GPtrArray *loads;   /* struct load_finding * */
    bool has_together;  /* the last load of a log is the sum of all of them */
    bool has_databases_together; /* the last load is the sum of all databases that AWR reports alone tell of */
    bool hosts_apart;   /* loads of several hosts that cannot be added up */
    GArray *awr; /* struct awr_finding: as the ladders and their rungs, then runs that became no rung, then loads */
    const struct awr_finding
        *bound;          /* the finding the verdict rests on: the weakest of the best operating points; NULL: no AWR */
    GArray *awr_workloads;                     /* struct workload_bound: ladders, then loads that have reports */
    struct window_check_counts window_checks;  /* over all rungs and loads */
    GArray *environment; /* struct fact */
    GArray *paths;       /* struct path_share; empty without a measured multipath device that has paths in the log */
    const struct ladder *paths_ladder; /* borrowed: whose rung the paths are shown of; NULL: no paths */
    size_t paths_rung;
    struct demand demand;  /* what sizing rests on; source DEMAND_NONE: nothing was demanded */
    const struct load_finding *demand_load; /* whose it is; NULL: typed, or none */
    struct sizing *sizing; /* NULL without demand */
    double utilisation_limit;
    bool size_at_knee;
    GArray *checklist; /* struct check_item */
    GPtrArray *notes;  /* everything of every input, led by its path */
    enum confidence confidence;
    GPtrArray *confidence_reasons; /* char * */
    int grade;                     /* 1..5, 5 best: the lowest of the parts below; see confidence.h */
    int part_grade[GRADE_PARTS];   /* 0: there is no such part */
    GPtrArray *grade_reasons;      /* struct grade_reason *, see confidence.h */
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
