#include "knee_rungs.h"

#include "quantile.h"

#include <math.h>
#include <stdlib.h>

#define FIGURE_MIN 1e-9
#define FIGURE_MAX 1e12
#define SAME_CONCURRENCY 1e-9 /* natural logarithm: the same number, written differently */
#define SAME_OUTSTANDING 0.02
#define THINK_SHARE_MIN 0.12
#define GAP_MAX 0.12  /* of ln(X (R + Z)/N), before N counts as foreign */
#define GAP_TREND 1.5 /* times its jitter from rung to rung */
#define MAD_TO_SIGMA 1.4826
#define MS_PER_S 1000.0

static bool
is_figure(double value)
{
    return value >= FIGURE_MIN && value <= FIGURE_MAX; /* false for NAN */
}

static int
compare_rungs(const void *a, const void *b)
{
    const struct knee_weighted *x = a, *y = b;
    if (x->concurrency != y->concurrency)
        return x->concurrency < y->concurrency ? -1 : 1;
    if (x->iops != y->iops)
        return x->iops < y->iops ? -1 : 1;
    return (x->latency_ms > y->latency_ms) - (x->latency_ms < y->latency_ms);
}

/* Weighted geometric means of the rungs [first, end). */
static struct knee_weighted
joined_rungs(const struct knee_weighted *rungs, size_t first, size_t end)
{
    if (end == first + 1)
        return rungs[first];
    double concurrency = 0, iops = 0, latency = 0, weight = 0;
    for (size_t i = first; i < end; i++) {
        concurrency += rungs[i].weight * log(rungs[i].concurrency);
        iops += rungs[i].weight * log(rungs[i].iops);
        latency += rungs[i].weight * log(rungs[i].latency_ms);
        weight += rungs[i].weight;
    }
    struct knee_weighted joined = {exp(concurrency / weight), exp(iops / weight), exp(latency / weight), weight};
    if (rungs[first].concurrency == rungs[end - 1].concurrency)
        joined.concurrency = rungs[first].concurrency; /* exactly, where there is nothing to average */
    return joined;
}

/* Sorts, then joins rungs whose concurrency is within `width` (natural logarithm) of the first of their group. */
static GArray *
join_near(GArray *rungs, double width)
{
    g_array_sort(rungs, compare_rungs);
    const struct knee_weighted *rung = (const struct knee_weighted *)(void *)rungs->data;
    GArray *joined = g_array_new(FALSE, FALSE, sizeof(struct knee_weighted));
    size_t first = 0;
    for (size_t i = 1; i <= rungs->len; i++) {
        if (i < rungs->len && log(rung[i].concurrency / rung[first].concurrency) < width)
            continue;
        struct knee_weighted one = joined_rungs(rung, first, i);
        g_array_append_val(joined, one);
        first = i;
    }
    return joined;
}

GArray *
knee_rungs_merged(const struct knee_rung *rungs, size_t n)
{
    g_autoptr(GArray) usable = g_array_new(FALSE, FALSE, sizeof(struct knee_weighted));
    for (size_t i = 0; i < n; i++) {
        struct knee_weighted rung = {rungs[i].concurrency, rungs[i].iops, rungs[i].latency_ms, 1};
        if (is_figure(rung.concurrency) && is_figure(rung.iops) && is_figure(rung.latency_ms))
            g_array_append_val(usable, rung);
    }
    if (usable->len == 0)
        return g_steal_pointer(&usable);
    GArray *merged = join_near(usable, SAME_CONCURRENCY);
    if (merged->len <= KNEE_RUNGS_MAX)
        return merged;
    double lowest = g_array_index(merged, struct knee_weighted, 0).concurrency;
    double highest = g_array_index(merged, struct knee_weighted, merged->len - 1).concurrency;
    GArray *thinned = join_near(merged, log(highest / lowest) / (KNEE_RUNGS_MAX - 1));
    g_array_unref(merged);
    return thinned;
}

double
knee_outstanding(const struct knee_weighted *rung)
{
    return rung->iops * rung->latency_ms / MS_PER_S;
}

GArray *
knee_rungs_of_device(const GArray *rungs)
{
    g_autoptr(GArray) loads = g_array_new(FALSE, FALSE, sizeof(struct knee_weighted));
    for (guint i = 0; i < rungs->len; i++) {
        struct knee_weighted load = g_array_index(rungs, struct knee_weighted, i);
        load.concurrency = knee_outstanding(&load);
        g_array_append_val(loads, load);
    }
    return join_near(loads, SAME_OUTSTANDING);
}

double
knee_think_ms(const GArray *rungs)
{
    double weighted = 0, weights = 0;
    g_autofree double *share = g_new(double, rungs->len);
    for (guint i = 0; i < rungs->len; i++) {
        const struct knee_weighted *rung = &g_array_index(rungs, struct knee_weighted, i);
        double per_io_ms = MS_PER_S * rung->concurrency / rung->iops;
        double outside_ms = per_io_ms - rung->latency_ms;
        weighted += outside_ms / (per_io_ms * per_io_ms);
        weights += 1 / (per_io_ms * per_io_ms);
        share[i] = outside_ms / per_io_ms;
    }
    double think_ms = weighted / weights;
    return median(share, rungs->len) <= THINK_SHARE_MIN || !(think_ms > 0) ? 0 : think_ms;
}

bool
knee_concurrency_is_foreign(const GArray *rungs, double think_ms)
{
    size_t n = rungs->len;
    g_autofree double *gap = g_new(double, n);
    double squares = 0, largest = 0, second = 0;
    for (size_t i = 0; i < n; i++) {
        const struct knee_weighted *rung = &g_array_index(rungs, struct knee_weighted, i);
        gap[i] = log(rung->iops * (rung->latency_ms + think_ms) / (MS_PER_S * rung->concurrency));
        double size = fabs(gap[i]);
        squares += size * size;
        second = fmax(second, fmin(size, largest));
        largest = fmax(largest, size);
    }
    if (second <= GAP_MAX)
        return false;
    g_autofree double *bend = g_new(double, n);
    for (size_t i = 1; i + 1 < n; i++)
        bend[i - 1] = fabs(gap[i] - 0.5 * (gap[i - 1] + gap[i + 1]));
    double jitter =
        MAD_TO_SIGMA * median(bend, n - 2) / sqrt(1.5); /* a bend of white noise has 1.5 times its variance */
    double rms = sqrt((squares - largest * largest) / (double)(n - 1)); /* without the worst rung */
    return rms > GAP_MAX && rms > GAP_TREND * jitter;
}
