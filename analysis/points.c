#include "points.h"

#include <math.h>

#define SATURATION_WITHIN 0.03
#define BEST_WITHIN 0.02

static size_t
lowest_within(const struct knee_rung *rungs, size_t n, double ceiling_ms, double share)
{
    double highest = 0;
    for (size_t i = 0; i < n; i++)
        if (isinf(ceiling_ms) || rungs[i].latency_ms <= ceiling_ms)
            highest = fmax(highest, rungs[i].iops);
    size_t lowest = KNEE_NO_RUNG;
    for (size_t i = 0; i < n; i++) {
        bool within = isinf(ceiling_ms) || rungs[i].latency_ms <= ceiling_ms;
        if (within && rungs[i].iops > 0 && rungs[i].iops >= (1 - share) * highest &&
            (lowest == KNEE_NO_RUNG || rungs[i].concurrency < rungs[lowest].concurrency))
            lowest = i;
    }
    return lowest;
}

size_t
points_saturation(const struct knee_rung *rungs, size_t n)
{
    return lowest_within(rungs, n, INFINITY, SATURATION_WITHIN);
}

size_t
points_best(const struct knee_rung *rungs, size_t n, double ceiling_ms)
{
    return lowest_within(rungs, n, ceiling_ms, BEST_WITHIN);
}
