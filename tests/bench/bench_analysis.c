/* Times the search for steady windows and the knee on series and ladders of growing size. No test: it prints tables.
 *
 * usage: bench_analysis [RUNS]      the best of RUNS (default 5) is shown; once from 1,000,000 samples on
 */
#include "influence.h"
#include "knee.h"
#include "steady.h"

#include "../unit/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Levels of ten minutes with noise that remembers, a pause between them. */
static void
fill_series(double *iops, double *latency_ms, size_t n)
{
    uint64_t state = 5;
    double off = 0, level = 5000;
    for (size_t i = 0; i < n; i++) {
        if (i % 600 == 0)
            level = 2000 + 20000 * next_random(&state);
        off = 0.5 * off + 0.02 * next_normal(&state);
        iops[i] = i % 600 < 20 ? 0 : level * exp(off);
        latency_ms[i] = 0.5 * exp(-0.5 * off);
    }
}

static void
time_steady(size_t n, int runs)
{
    double *iops = g_new(double, n), *latency_ms = g_new(double, n), best_s = INFINITY;
    guint windows = 0;
    fill_series(iops, latency_ms, n);
    for (int run = 0; run < (n >= 1000000 ? 1 : runs); run++) {
        gint64 start = g_get_monotonic_time();
        g_autoptr(GArray) found = steady_windows(iops, latency_ms, n, 1);
        best_s = fmin(best_s, 1e-6 * (double)(g_get_monotonic_time() - start));
        windows = found->len;
    }
    printf("%10zu samples %10.4f s %8.1f ns a sample %6u windows\n", n, best_s, 1e9 * best_s / (double)n, windows);
    g_free(iops);
    g_free(latency_ms);
}

static void
time_knee(size_t n, int runs)
{
    struct knee_rung *rungs = g_new(struct knee_rung, n);
    double best_s = INFINITY, influence_s = INFINITY;
    uint64_t state = 7;
    for (size_t i = 0; i < n; i++) {
        double load = pow(256, (double)i / (double)(n - 1)),
               iops = 80000 / (1 + 32 / load) * exp(0.03 * next_normal(&state));
        rungs[i] = (struct knee_rung){load, iops, 1000 * load / iops};
    }
    for (int run = 0; run < runs; run++) {
        struct knee knee;
        gint64 start = g_get_monotonic_time();
        knee_find(&knee, rungs, n, 1);
        best_s = fmin(best_s, 1e-6 * (double)(g_get_monotonic_time() - start));
        knee_release(&knee);
        start = g_get_monotonic_time();
        g_array_unref(influence_of(rungs, n, 1));
        influence_s = fmin(influence_s, 1e-6 * (double)(g_get_monotonic_time() - start));
    }
    printf("%10zu rungs   %10.4f s, and %.4f s with the influence of each\n", n, best_s, influence_s);
    g_free(rungs);
}

int
main(int argc, char **argv)
{
    int runs = argc > 1 ? MAX(atoi(argv[1]), 1) : 5;
    static const size_t samples[] = {1800, 3600, 7200, 14400, 43200, 86400, 172800, 1000000, 10000000};
    static const size_t rungs[] = {9, 14, 40, 512, 100000};
    for (size_t i = 0; i < G_N_ELEMENTS(samples); i++)
        time_steady(samples[i], runs);
    for (size_t i = 0; i < G_N_ELEMENTS(rungs); i++)
        time_knee(rungs[i], runs);
    return 0;
}
