#include "tick_series.h"

#include <glib.h>
#include <math.h>

#define HELD_S 3.0     /* missing samples up to here hold the last value */
#define VALUE_MAX 1e12 /* no device does more; keeps sums finite */
#define TICKS_MAX 2000000
#define REPEAT_MAX 80 /* longer than every limit in seconds: more repeats change nothing */

static bool
is_rate(double value)
{
    return value >= 0 && value <= VALUE_MAX; /* false for NAN */
}

static void
set_step(struct tick_series *series, double interval_s)
{
    if (!(interval_s > 0))
        interval_s = 1;
    series->ticks_per_sample = series->samples_per_tick = 1;
    double repeat = round(interval_s), group = round(1 / interval_s);
    if (repeat > 1)
        series->ticks_per_sample = MIN((size_t)fmin(repeat, REPEAT_MAX), MAX(1, TICKS_MAX / MAX(series->samples, 1)));
    else if (group > 1)
        series->samples_per_tick = (size_t)fmin(group, (double)MAX(series->samples, 1));
}

/* The sample that stands at each index: itself, or the last good one where few are missing; series->samples for a gap.
 */
static size_t *
standing_samples(const struct tick_series *series, const double *iops, double interval_s)
{
    size_t n = series->samples;
    size_t held = interval_s > 0 ? (size_t)fmin(floor(HELD_S / interval_s + 1e-9), (double)n) : (size_t)HELD_S;
    size_t *standing = g_new(size_t, n);
    for (size_t i = 0; i < n;) {
        if (is_rate(iops[i])) {
            standing[i] = i;
            i++;
            continue;
        }
        size_t end = i;
        while (end < n && !is_rate(iops[end]))
            end++;
        size_t stand_in = i > 0 && end - i <= held ? i - 1 : n;
        while (i < end)
            standing[i++] = stand_in;
    }
    return standing;
}

/* Mean of the samples [from, to) into one tick; latency weighted by I/Os. */
static void
average_into_tick(struct tick_series *series, size_t tick, const double *iops, const double *latency_ms,
    const size_t *standing, size_t from, size_t to)
{
    double sum = 0, weight = 0, weighted_ms = 0;
    size_t count = 0;
    for (size_t i = from; i < to; i++) {
        size_t sample = standing[i];
        if (sample == series->samples)
            continue;
        count++;
        sum += iops[sample];
        double ms = latency_ms != NULL ? latency_ms[sample] : 0;
        if (ms > 0 && ms <= VALUE_MAX) {
            weight += iops[sample];
            weighted_ms += iops[sample] * ms;
        }
    }
    series->iops[tick] = count > 0 ? sum / (double)count : NAN;
    series->latency_ms[tick] = weight > 0 ? weighted_ms / weight : 0;
}

void
tick_series_init(struct tick_series *series, const double *iops, const double *latency_ms, size_t n, double interval_s)
{
    *series = (struct tick_series){.samples = n};
    set_step(series, interval_s);
    size_t group = series->samples_per_tick, repeat = series->ticks_per_sample;
    series->n = n / group * repeat;
    series->iops = g_new(double, series->n);
    series->latency_ms = g_new(double, series->n);
    g_autofree size_t *standing = standing_samples(series, iops, interval_s);
    for (size_t tick = 0; tick < series->n; tick += repeat) {
        size_t from = tick / repeat * group;
        average_into_tick(series, tick, iops, latency_ms, standing, from, from + group);
        for (size_t k = 1; k < repeat; k++) {
            series->iops[tick + k] = series->iops[tick];
            series->latency_ms[tick + k] = series->latency_ms[tick];
        }
    }
}

void
tick_series_release(struct tick_series *series)
{
    g_free(series->iops);
    g_free(series->latency_ms);
}

size_t
tick_series_sample_at(const struct tick_series *series, size_t tick)
{
    size_t repeat = series->ticks_per_sample;
    return MIN((tick + repeat / 2) / repeat * series->samples_per_tick, series->samples);
}
