/* One side of a comparison: its results' workloads as estimates with their errors.
 *
 *     g_autoptr(GArray) levels = compare_levels(workloads);
 *     struct compare_estimate iops = compare_estimate_of(&level, COMPARE_IOPS, &noise);
 */
#pragma once

#include "compare.h"

/* A figure and what is known of it. */
struct compare_estimate {
    double value; /* NAN: absent */
    double error; /* relative standard error; NAN: not known */
    double freedom;
    double down, up; /* logarithms: how much lower or higher the choice of the rung alone may have made it */
    enum compare_reason
        why; /* no interval can be had: COMPARE_ABSENT, _NOT_STEADY, _NO_INTERVAL, ...; else _BY_INTERVAL */
};

/* The rungs of one concurrency, over all results of a side. */
struct compare_level {
    double concurrency;
    GPtrArray *rungs; /* json_t *, borrowed */
};

/* The noise of a figure, pooled over the rungs of a workload and both sides. What one run tells of its own slow noise
 * is little, and a steady window is a stretch that happened to be calm: no run counts as calmer than the upper quartile
 * of all.
 */
struct compare_noise {
    double between; /* variance between runs of one rung, relative; NAN: no rung was run twice */
    double between_freedom;
    double per_sample; /* upper quartile over the runs of error^2 x samples; NAN: not known */
};

/* The levels (struct compare_level, by concurrency) of a workload's objects (json_t *, one a result). Rungs without a
 * concurrency above 0 have none. */
GArray *compare_levels(const GPtrArray *workloads);

struct compare_noise compare_noise_of(GArray *const levels[2], enum compare_figure figure);

struct compare_estimate compare_estimate_of(
    const struct compare_level *level, enum compare_figure figure, const struct compare_noise *noise);

/* A point's concurrency in all workload objects; NAN where it is absent in any or differs. `point`: "best",
 * "saturation". */
double compare_point_at(const GPtrArray *workloads, const char *point);

/* IOPS of the best operating point with the range that its choice allows: a rung that is within the ceiling by its mean
 * may lie above it by its interval of `quantile` standard errors, and the other way. */
struct compare_estimate compare_best_iops(const GPtrArray *workloads, const GArray *levels,
    const struct compare_noise noise[COMPARE_FIGURES], double quantile);

/* The same of the saturation point: within 3% of the highest. */
struct compare_estimate compare_saturation_iops(
    const GPtrArray *workloads, const GArray *levels, const struct compare_noise noise[COMPARE_FIGURES]);

/* A figure of the knee from its 90% interval. */
struct compare_estimate compare_knee(const GPtrArray *workloads, enum compare_figure figure);
