/* The rungs of a ladder as the search for the knee takes them: equal ones joined, sorted, weighted; and the test
 * whether their concurrency is what the device has outstanding.
 *
 *     g_autoptr(GArray) rungs = knee_rungs_merged(measured, n);
 */
#pragma once

#include "knee.h"

/* More rungs than this are joined on a logarithmic grid: bounds the time of a fit. */
#define KNEE_RUNGS_MAX 512

struct knee_weighted {
    double concurrency, iops, latency_ms;
    double weight; /* number of runs joined */
};

/* struct knee_weighted at rising, distinct concurrencies: geometric means of the runs of each. Left out: runs with a
 * figure that is not within 1e-9..1e12. The order of `rungs` does not matter. Free with g_array_unref. */
GArray *knee_rungs_merged(const struct knee_rung *rungs, size_t n);

/* The same load as the device saw it: concurrency is the outstanding I/O, IOPS x latency (Little 1961); rungs within 2%
 * of it are one. Free with g_array_unref. */
GArray *knee_rungs_of_device(const GArray *rungs);

/* Outstanding I/Os of a rung: IOPS x latency. */
double knee_outstanding(const struct knee_weighted *rung);

/* Constant time that a session spends outside the device for each I/O, ms: N/X - R, weighted by (X/N)^2. 0 where it is
 * within 12% of N/X, as in a closed loop without think time. Needs at least one rung. */
double knee_think_ms(const GArray *rungs);

/* Whether N is something else than the outstanding I/O plus a constant think time: ln(X (R + Z)/N) is off on two rungs
 * or more, and smoothly so, not by the noise of single rungs. Needs at least 4 rungs. */
bool knee_concurrency_is_foreign(const GArray *rungs, double think_ms);
