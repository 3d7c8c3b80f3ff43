/* Two results held against each other: what changed, and what is only noise.
 *
 * Figures are compared as logarithms. Each has a standard error from the seconds within its runs (steady_mean_of:
 * batch means, autocorrelation counted in), degrees of freedom, and so an interval of its change (Welch 1947). The
 * intervals hold together: with m figures compared, each has confidence 1 - COMPARE_ALPHA / m (Bonferroni), so that of
 * a hundred comparisons of unchanged systems one at most tells a change.
 *
 * The rule, with a limit L percent: `worse` where the interval excludes 0 and the change is beyond L to the worse side;
 * `better` the same to the other side; `same` where the whole interval lies within -L..+L; else `cannot tell`.
 *
 * What runs differ by from day to day cannot be known from one run a side. Where a side holds several results of the
 * same study, their spread is counted: the variance between runs, pooled over the rungs of a workload and both sides,
 * where it is above that within the runs.
 *
 *     struct compare_limits limits = COMPARE_LIMITS_DEFAULT;
 *     g_autoptr(Compare) compare = compare_new(base_files, new_files, &limits);
 */
#pragma once

#include "results_file.h"

#include <stdbool.h>

#define COMPARE_ALPHA 0.01 /* chance that any figure of an unchanged system is told better or worse */

enum compare_figure { COMPARE_IOPS, COMPARE_MIB_S, COMPARE_LATENCY, COMPARE_CONCURRENCY, COMPARE_FIGURES };
enum compare_place { COMPARE_RUNG, COMPARE_BEST, COMPARE_SATURATION, COMPARE_KNEE };
enum compare_verdict {
    COMPARE_BETTER,
    COMPARE_SAME,
    COMPARE_WORSE,
    COMPARE_CHANGED, /* beyond the limit, and neither better nor worse: the concurrency of the knee */
    COMPARE_CANNOT_TELL,
    COMPARE_VERDICTS
};

/* Why a verdict is what it is, where figures alone do not say it. */
enum compare_reason {
    COMPARE_BY_INTERVAL,
    COMPARE_TOO_WIDE,    /* the interval reaches over the limit and over 0 */
    COMPARE_NEAR_LIMIT,  /* a change, but the interval lies on both sides of the limit */
    COMPARE_NO_INTERVAL, /* a source without seconds within the run: AWR, fio, a table */
    COMPARE_NOT_STEADY,  /* no steady state was found on one side: its mean describes the log */
    COMPARE_ABSENT,      /* the figure is not known on one side */
    COMPARE_NO_KNEE,     /* no knee within the ladder on one side */
    COMPARE_NONE_WITHIN, /* no rung, not even by its interval, is within the latency ceiling on one side */
    COMPARE_MAYBE_WITHIN /* on one side no rung is within the ceiling, but one may be */
};

enum compare_difference {
    COMPARE_UNLIKE_WORKLOAD, /* a workload is on one side only: which_side tells where */
    COMPARE_UNLIKE_READ_SHARE,
    COMPARE_UNLIKE_IO_SIZE,
    COMPARE_UNLIKE_CEILING,
    COMPARE_UNLIKE_CONCURRENCY,
    COMPARE_UNLIKE_SOURCE, /* iostat on one side, AWR or another on the other */
    COMPARE_UNLIKE_KIND,   /* concurrency as declared on one side, outstanding I/O of one log on the other */
};

/* One difference that forbids a comparison. Figures NAN and texts NULL where the difference has none. */
struct compare_unlike {
    enum compare_difference difference;
    char *workload;
    char *other_path; /* the results that differ from the first ones of the base */
    double base, other;
    char *base_text, *other_text; /* sources; sets of concurrency: "1, 2, 4" */
    bool only_in_base;
};

struct compare_line {
    const char *workload; /* borrowed */
    enum compare_place place;
    enum compare_figure figure;
    double base_at, new_at; /* concurrency */
    double base, new;       /* geometric means where a side has several results; NAN: absent */
    double change_pct, lo_pct, hi_pct;
    double limit_pct;
    enum compare_verdict verdict;
    enum compare_reason reason;
    bool is_repeated; /* the same rung's line stands among the rungs: it counts once */
};

/* Percent that a figure may change, by kind; of the knee's figures `knee_pct`. */
struct compare_limits {
    double pct[COMPARE_FIGURES];
    double knee_pct;
};

#define COMPARE_LIMITS_DEFAULT                                                                                         \
    {                                                                                                                  \
        .pct = {[COMPARE_IOPS] = 3, [COMPARE_MIB_S] = 3, [COMPARE_LATENCY] = 5, [COMPARE_CONCURRENCY] = 20},           \
        .knee_pct = 20,                                                                                                \
    }

struct compare {
    struct compare_limits limits;
    GPtrArray *base, *new;         /* struct results_file *, owned */
    GArray *unlike;                /* struct compare_unlike: not empty: nothing was compared */
    GArray *lines;                 /* struct compare_line: by workload; rungs by concurrency, then the points */
    guint compared;                /* figures with an interval: m */
    double alpha_each;             /* COMPARE_ALPHA / m */
    bool between_runs;             /* a side has several results: the spread between runs is counted */
    guint count[COMPARE_VERDICTS]; /* lines of each verdict, repeated ones left out */
};

typedef struct compare Compare;

/* Takes a reference on both arrays, at least one file each. Never NULL; without workloads in both `lines` is empty. */
struct compare *compare_new(GPtrArray *base, GPtrArray *new, const struct compare_limits *limits);
void compare_free(struct compare *compare);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Compare, compare_free)

/* Comparable, and no figure worse. */
bool compare_is_met(const struct compare *compare);

/* +1: higher is better; -1: lower is; 0: neither. */
int compare_direction(enum compare_figure figure);

/* "iops", "mib_s", "latency_ms", "concurrency"; "rung", "best", "saturation", "knee"; "better", "same", "worse",
 * "changed", "cannot_tell"; "interval", "too_wide", ...; "workload", "read_pct", ... */
const char *compare_figure_name(enum compare_figure figure);
const char *compare_place_name(enum compare_place place);
const char *compare_verdict_name(enum compare_verdict verdict);
const char *compare_reason_name(enum compare_reason reason);
const char *compare_difference_name(enum compare_difference difference);
