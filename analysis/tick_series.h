/* A series brought to even ticks of about one second, gaps kept: what the search for steady windows runs on.
 *
 *     struct tick_series series;
 *     tick_series_init(&series, iops, latency_ms, n, 10.0);
 *     ... tick_series_release(&series);
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct tick_series {
    size_t n;                /* ticks */
    double *iops;            /* NAN: a gap */
    double *latency_ms;      /* 0: no I/O, or not known */
    size_t ticks_per_sample; /* samples longer than a second are repeated */
    size_t samples_per_tick; /* shorter ones are averaged; one of the two is 1 */
    size_t samples;
};

/* `iops` NAN, infinite, negative or above 1e12 is a missing sample: up to 3 s of them hold the last value, more are a
 * gap. `interval_s` that is not above 0 counts as 1. At most about 2 million ticks are made: where samples are many and
 * long, a tick is longer than a second (all limits in seconds then mean ticks). `latency_ms` may be NULL. */
void tick_series_init(
    struct tick_series *series, const double *iops, const double *latency_ms, size_t n, double interval_s);
void tick_series_release(struct tick_series *series);

/* Index of the sample at a tick, to the nearest sample boundary. */
size_t tick_series_sample_at(const struct tick_series *series, size_t tick);
