/* Many results of one study in order of time: where the level of a figure changed.
 *
 * Levels are found by PELT on the logarithms (pelt.h), with the noise that neighbouring results tell (median absolute
 * difference). A boundary stays where the interval of its change, from the scatter within the levels, excludes 0 and
 * the change is beyond the limit; all intervals of a history hold together with 1 - COMPARE_ALPHA (Bonferroni over
 * figures and places). The scatter between results is the noise here: what runs differ by from day to day is in it.
 *
 *     g_autoptr(History) history = history_new(files, &limits);
 */
#pragma once

#include "compare.h"

#define HISTORY_RESULTS_MIN 6 /* fewer tell no change */

/* A level that begins. */
struct history_change {
    guint at;             /* place of its first result in `files` */
    double before, after; /* the figure's levels */
    double change_pct, lo_pct, hi_pct;
    enum compare_verdict verdict; /* COMPARE_BETTER, _WORSE or _CHANGED */
};

struct history_figure {
    char *workload;
    enum compare_place place;
    enum compare_figure figure;
    double concurrency; /* of a rung; NAN for points */
    double limit_pct;
    GArray *value;   /* double, one a file; NAN: absent */
    GArray *changes; /* struct history_change, in order */
};

struct history {
    GPtrArray *files;   /* struct results_file *: those that are alike, in order */
    bool by_date;       /* ordered by the dates in them, else by their paths */
    GArray *unlike;     /* struct compare_unlike: what was left out, against the newest */
    GPtrArray *figures; /* struct history_figure * */
    double alpha_each;
};

typedef struct history History;

/* Never NULL; `files` are borrowed for as long as it lives. */
struct history *history_new(GPtrArray *files, const struct compare_limits *limits);
void history_free(struct history *history);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(History, history_free)

/* False where a figure's newest level is worse than the one before. */
bool history_is_met(const struct history *history);

/* The changes (struct history_change) of `n` values in order, NANs left out, with `alpha` for each. Free with
 * g_array_unref. */
GArray *history_changes(const double *value, guint n, int direction, double limit_pct, double alpha);
