/* Logs of loads whose level is known, for the tests of steady windows. */
#pragma once

#include "random.h"
#include "steady.h"

#include <math.h>

/* A log under construction. */
struct log {
    GArray *iops, *latency_ms; /* double */
    uint64_t state;
};

static inline struct log
log_new(uint64_t seed)
{
    return (struct log){g_array_new(FALSE, FALSE, sizeof(double)), g_array_new(FALSE, FALSE, sizeof(double)), seed};
}

static inline void
log_free(struct log *log)
{
    g_array_unref(log->iops);
    g_array_unref(log->latency_ms);
}

static inline void
log_add(struct log *log, double iops, double latency_ms)
{
    g_array_append_val(log->iops, iops);
    g_array_append_val(log->latency_ms, latency_ms);
}

static inline double
noisy(struct log *log, double value, double noise)
{
    return value * exp(noise * next_normal(&log->state));
}

static inline void
log_add_noisy(struct log *log, double iops, double latency_ms, double noise)
{
    double noisy_iops = noisy(log, iops, noise); /* before the other: arguments have no order */
    log_add(log, noisy_iops, noisy(log, latency_ms, noise));
}

/* Samples whose level goes from one value to the other in a straight line; `noise` relative. */
static inline void
log_ramp(struct log *log, size_t samples, double from_iops, double to_iops, double latency_ms, double noise)
{
    for (size_t i = 0; i < samples; i++) {
        double iops = from_iops + (to_iops - from_iops) * (double)i / (double)samples;
        log_add_noisy(log, iops, latency_ms, noise);
    }
}

static inline void
log_level(struct log *log, size_t samples, double iops, double latency_ms, double noise)
{
    log_ramp(log, samples, iops, iops, latency_ms, noise);
}

static inline GArray *
windows_of(const struct log *log, double interval_s)
{
    return steady_windows((const double *)(void *)log->iops->data, (const double *)(void *)log->latency_ms->data,
        log->iops->len, interval_s);
}
