/* Ladders of systems whose knee is known exactly, for the tests of the knee. */
#pragma once

#include "knee.h"
#include "random.h"

#include <math.h>

/* A ladder under construction. */
struct ladder {
    struct knee_rung rung[64];
    size_t n;
};

static inline void
ladder_add(struct ladder *ladder, double concurrency, double iops, double latency_ms)
{
    ladder->rung[ladder->n++] = (struct knee_rung){concurrency, iops, latency_ms};
}

static inline void
check_within(double actual, double expected, double share)
{
    if (!(fabs(actual / expected - 1) <= share))
        g_error("%.6g is not within %g of %.6g", actual, share, expected);
}

static inline double
concurrency_at(const struct knee *knee, size_t rung)
{
    g_assert_cmpuint(rung, <, knee->rungs->len);
    return g_array_index(knee->rungs, struct knee_rung, rung).concurrency;
}

/* One station of `servers`, each `service_ms`, no think time: X = min(N, m)/S exactly. The asymptotes cross at N = m,
 * where power is highest too. */
static inline void
ladder_of_station(struct ladder *ladder, double servers, double service_ms, double first, double last)
{
    for (double n = first; n <= last; n *= 2) {
        double iops = 1000 * fmin(n, servers) / service_ms;
        ladder_add(ladder, n, iops, 1000 * n / iops);
    }
}

/* `stations` in a row with one server each and equal demand: X = N/((N + K - 1) D) exactly (balanced network). The
 * asymptotes cross at K, power N/(N + K - 1)^2 peaks at K - 1. */
static inline void
ladder_of_balanced_network(struct ladder *ladder, double stations, double demand_ms, double first, double last)
{
    for (double n = first; n <= last; n *= 2)
        ladder_add(ladder, n, 1000 * n / ((n + stations - 1) * demand_ms), (n + stations - 1) * demand_ms);
}

/* Machine repair: N sessions think Z, then queue for m servers: exact from the birth-death balance. */
static inline void
ladder_of_thinkers(struct ladder *ladder, int servers, double service_ms, double think_ms, int first, int last)
{
    for (int n = first; n <= last; n *= 2) {
        double share = 1, total = 0, queue = 0, busy = 0; /* share of k at the station, up to a factor */
        for (int k = 0; k <= n; k++) {
            if (k > 0)
                share *= (double)(n - k + 1) / think_ms * service_ms / MIN(k, servers);
            total += share;
            queue += share * k;
            busy += share * MIN(k, servers);
        }
        double per_ms = busy / total / service_ms;
        ladder_add(ladder, n, 1000 * per_ms, queue / total / per_ms);
    }
}
