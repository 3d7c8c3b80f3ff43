#include "stretch.h"

#include "quantile.h"
#include "running_median.h"

#include <math.h>
#include <string.h>

#define SHORTEST_TICKS 60
#define SHORTEST_SAMPLES 8
#define BATCH_TICKS 3
#define BATCHES_MAX 4000 /* bounds the segmentation of a long log */
#define BATCHES_MIN 8
#define BURST_HALF_TICKS 22 /* bursts shorter than this belong to the load */
#define BURST_SIGMAS 6
#define TINY 1e-12 /* keeps a noise of nothing above 0 */

#define DETREND_HALF_TICKS 45 /* slower than this is the level, not an oscillation */
#define PERIOD_FLOOR 6
#define PERIOD_CEILING 75
#define PERIOD_PEAK 0.35    /* autocorrelation at the period */
#define PERIOD_TROUGH -0.25 /* and half a period before it */
#define PERIOD_BETTER 0.15  /* by which a longer period must be the clearer one */

const struct channel_tolerance channel_tolerance[CHANNELS] = {
    [CHANNEL_IOPS] = {.burst_floor = 0.06, .level = 0.04, .excursion = 0.05, .range = 0.12, .edge = 0.06},
    [CHANNEL_LATENCY] = {.burst_floor = 0.12, .level = 0.12, .excursion = 0.12, .range = 0.25, .edge = 0.12},
};

size_t
stretch_shortest_window(size_t ticks_per_sample)
{
    return MAX(SHORTEST_TICKS, SHORTEST_SAMPLES * ticks_per_sample);
}

double
clean_of_bursts(double *clean, const double *level, size_t n, double burst_floor)
{
    running_median(clean, level, n, BURST_HALF_TICKS);
    g_autofree double *off = g_new(double, n);
    for (size_t i = 0; i < n; i++)
        off[i] = level[i] - clean[i];
    double spread = mad_sigma(off, n) + TINY;
    double limit = fmax(BURST_SIGMAS * spread, burst_floor);
    for (size_t i = 0; i < n; i++)
        if (fabs(off[i]) <= limit)
            clean[i] = level[i];
    return spread;
}

/* Autocorrelation of values[0..n) at lags 0..lags, into `out`. false where there is nothing but a constant. */
static bool
autocorrelation(double *out, const double *values, size_t n, size_t lags)
{
    double power = 0;
    for (size_t i = 0; i < n; i++)
        power += values[i] * values[i];
    if (!(power > 0))
        return false;
    memset(out, 0, (lags + 1) * sizeof *out);
    /* The lags are the inner loop: their sums are independent, so that the processor can add several at once. */
    for (size_t i = 0; i < n; i++) {
        size_t reach = MIN(lags, i);
        for (size_t lag = 0; lag <= reach; lag++)
            out[lag] += values[i] * values[i - lag];
    }
    for (size_t lag = 0; lag <= lags; lag++)
        out[lag] /= power;
    return true;
}

static double
least_of(const double *values, size_t from, size_t to)
{
    double least = values[from];
    for (size_t i = from + 1; i <= to; i++)
        least = fmin(least, values[i]);
    return least;
}

size_t
oscillation_period(const double *level, size_t n)
{
    size_t lags = n < 4 * PERIOD_CEILING ? n / 4 : PERIOD_CEILING;
    if (lags <= PERIOD_FLOOR + 2)
        return 0;
    g_autofree double *fast = g_new(double, n);
    running_median(fast, level, n, DETREND_HALF_TICKS);
    for (size_t i = 0; i < n; i++)
        fast[i] = level[i] - fast[i];
    double limit = 3 * (mad_sigma(fast, n) + TINY);
    for (size_t i = 0; i < n; i++)
        fast[i] = CLAMP(fast[i], -limit, limit);
    double r[PERIOD_CEILING + 1];
    if (!autocorrelation(r, fast, n, lags))
        return 0;
    size_t best = 0;
    for (size_t lag = PERIOD_FLOOR; lag < lags; lag++) {
        bool peak = r[lag] >= r[lag - 1] && r[lag] >= r[lag + 1] && r[lag] >= PERIOD_PEAK;
        if (peak && least_of(r, lag / 4, 3 * lag / 4) <= PERIOD_TROUGH &&
            (best == 0 || r[lag] > r[best] + PERIOD_BETTER))
            best = lag;
    }
    return best;
}

/* Centred mean over `length` ticks, cut short at the ends. */
static void
moving_mean(double *out, const double *values, size_t n, size_t length)
{
    g_autofree double *sum = g_new(double, n + 1);
    sum[0] = 0;
    for (size_t i = 0; i < n; i++)
        sum[i + 1] = sum[i] + values[i];
    size_t before = (length - 1) / 2, after = length - 1 - before;
    for (size_t i = 0; i < n; i++) {
        size_t from = i > before ? i - before : 0, to = MIN(n, i + after + 1);
        out[i] = (sum[to] - sum[from]) / (double)(to - from);
    }
}

static void
batch_means(double *out, const double *values, size_t batches, size_t batch)
{
    for (size_t i = 0; i < batches; i++) {
        double sum = 0;
        for (size_t k = i * batch; k < (i + 1) * batch; k++)
            sum += values[k];
        out[i] = sum / (double)batch;
    }
}

/* Middle latency of the ticks that had I/O: what stands in for the others. 1 where there is none at all. */
static double
typical_latency_ms(const double *latency_ms, size_t n)
{
    g_autofree double *present = g_new(double, n);
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (latency_ms[i] > 0)
            present[count++] = latency_ms[i];
    return count > 0 ? median(present, count) : 1.0;
}

static size_t
batch_length(size_t n, size_t ticks_per_sample)
{
    size_t length = MAX(BATCH_TICKS, n / BATCHES_MAX);
    return (length + ticks_per_sample - 1) / ticks_per_sample * ticks_per_sample;
}

static void
smooth_over_period(struct stretch *stretch, int channel)
{
    stretch->smooth[channel] = stretch->clean[channel];
    if (stretch->period == 0)
        return;
    stretch->smooth[channel] = g_new(double, stretch->n);
    moving_mean(stretch->smooth[channel], stretch->clean[channel], stretch->n, stretch->period);
}

bool
stretch_init(struct stretch *stretch, const double *iops, const double *latency_ms, size_t n, double idle_iops,
    size_t ticks_per_sample)
{
    size_t batch = batch_length(n, ticks_per_sample);
    *stretch = (struct stretch){.n = n, .batch = batch, .batches = n / batch};
    stretch->shortest = stretch_shortest_window(ticks_per_sample);
    if (stretch->batches < BATCHES_MIN)
        return false;
    for (int channel = 0; channel < CHANNELS; channel++) {
        stretch->level[channel] = g_new(double, n);
        stretch->clean[channel] = g_new(double, n);
    }
    double stand_in_ms = typical_latency_ms(latency_ms, n);
    for (size_t i = 0; i < n; i++) {
        stretch->level[CHANNEL_IOPS][i] = log(fmax(iops[i], idle_iops));
        stretch->level[CHANNEL_LATENCY][i] = log(latency_ms[i] > 0 ? latency_ms[i] : stand_in_ms);
    }
    for (int channel = 0; channel < CHANNELS; channel++) {
        double spread = clean_of_bursts(
            stretch->clean[channel], stretch->level[channel], n, channel_tolerance[channel].burst_floor);
        if (channel == CHANNEL_IOPS)
            stretch->spread = spread;
    }
    stretch->period = oscillation_period(stretch->clean[CHANNEL_IOPS], n);
    for (int channel = 0; channel < CHANNELS; channel++) {
        smooth_over_period(stretch, channel);
        stretch->batch_mean[channel] = g_new(double, stretch->batches);
        batch_means(stretch->batch_mean[channel], stretch->smooth[channel], stretch->batches, batch);
    }
    return true;
}

void
stretch_release(struct stretch *stretch)
{
    for (int channel = 0; channel < CHANNELS; channel++) {
        if (stretch->smooth[channel] != stretch->clean[channel])
            g_free(stretch->smooth[channel]);
        g_free(stretch->level[channel]);
        g_free(stretch->clean[channel]);
        g_free(stretch->batch_mean[channel]);
    }
}
