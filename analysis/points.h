/* The points of a ladder by measurement alone: for ladders that are too short for a fit.
 *
 *     size_t saturation = points_saturation(rungs, n);
 *     size_t best = points_best(rungs, n, 1.0);
 */
#pragma once

#include "knee.h"

/* Index of the rung with the lowest concurrency within 3% of the highest IOPS; KNEE_NO_RUNG for n = 0. Rungs in any
 * order; latency is not looked at. */
size_t points_saturation(const struct knee_rung *rungs, size_t n);

/* The same with 2% among the rungs within the ceiling; KNEE_NO_RUNG where none is. A rung without latency (NAN) is
 * within no ceiling. */
size_t points_best(const struct knee_rung *rungs, size_t n, double ceiling_ms);
