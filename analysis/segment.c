#include "segment.h"

#include "pelt.h"
#include "quantile.h"

#include <math.h>

#define NOISE_FLOOR 0.002       /* 0.2%: counters and rounding are no better */
#define NOISE_GROWTH_MAX 3      /* of the residual noise against that of the differences */
#define CORRELATION_MAX 0.9     /* above it the correction is guesswork */
#define CORRELATION_BATCHES 6   /* shorter segments say nothing about correlation */
#define PENALTY_PER_CHANNEL 4.0 /* times ln(batches) */
#define MERGE_SIGMAS 3.5        /* a difference below it is noise, unless it is RATIO_KEPT tolerances */
#define RATIO_KEPT 3.0
#define RATIO_MERGED 0.99
#define BRIDGE_TICKS 25 /* a burst or dip this short between equal levels belongs to them */

/* One segment while it is merged with its neighbours. */
struct segment {
    size_t start, end; /* in batches */
    double level[CHANNELS];
    double strength; /* of the boundary at `start`, see boundary_strength */
};

static void
initial_noise(struct stretch *stretch)
{
    size_t steps = stretch->batches - 1;
    g_autofree double *step = g_new(double, steps);
    for (int channel = 0; channel < CHANNELS; channel++) {
        const double *mean = stretch->batch_mean[channel];
        for (size_t i = 0; i < steps; i++)
            step[i] = mean[i + 1] - mean[i];
        stretch->noise[channel] = fmax(mad_sigma(step, steps) / G_SQRT2, NOISE_FLOOR);
    }
}

static GArray *
pelt_pass(const struct stretch *stretch)
{
    size_t n = stretch->batches;
    g_autofree double *scaled = g_new(double, n *CHANNELS);
    for (int channel = 0; channel < CHANNELS; channel++)
        for (size_t i = 0; i < n; i++)
            scaled[(size_t)channel * n + i] = stretch->batch_mean[channel][i] / stretch->noise[channel];
    return pelt_segment_ends(scaled, scaled + n, n, PENALTY_PER_CHANNEL * CHANNELS * log((double)n));
}

/* Residuals about the mean of one segment, summed. */
struct residuals {
    double squares, lagged; /* sum of d[i]^2, of d[i] d[i+1] */
    size_t batches, segments;
};

static void
residuals_add(struct residuals *sum, const double *values, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += values[i];
    double mean = total / (double)n;
    for (size_t i = 0; i < n; i++) {
        double off = values[i] - mean;
        sum->squares += off * off;
        if (i + 1 < n)
            sum->lagged += off * (values[i + 1] - mean);
    }
    sum->batches += n;
    sum->segments++;
}

/* Long-run noise: standard deviation inside the segments times sqrt((1 + rho)/(1 - rho)) of an AR(1) process. */
static void
correct_noise(struct stretch *stretch, const GArray *ends)
{
    for (int channel = 0; channel < CHANNELS; channel++) {
        struct residuals sum = {0};
        size_t start = 0;
        for (guint i = 0; i < ends->len; i++) {
            size_t end = g_array_index(ends, size_t, i);
            if (end - start >= CORRELATION_BATCHES)
                residuals_add(&sum, stretch->batch_mean[channel] + start, end - start);
            start = end;
        }
        if (sum.batches <= sum.segments || !(sum.squares > 0))
            continue;
        double correlation = CLAMP(sum.lagged / sum.squares, 0.0, CORRELATION_MAX);
        double inside = sqrt(sum.squares / (double)(sum.batches - sum.segments));
        double *noise = &stretch->noise[channel];
        *noise = fmax(NOISE_FLOOR, CLAMP(inside, *noise, NOISE_GROWTH_MAX * *noise));
        *noise *= sqrt((1 + correlation) / (1 - correlation));
    }
}

static void
segment_measure(struct segment *segment, const struct stretch *stretch)
{
    for (int channel = 0; channel < CHANNELS; channel++)
        segment->level[channel] = median(stretch->batch_mean[channel] + segment->start, segment->end - segment->start);
}

/* How clearly two neighbours differ, in tolerances of the channel where they differ most; below 1 they are one. */
static double
boundary_strength(const struct segment *left, const struct segment *right, const struct stretch *stretch)
{
    double strength = 0;
    double shortness = sqrt(1.0 / (double)(left->end - left->start) + 1.0 / (double)(right->end - right->start));
    for (int channel = 0; channel < CHANNELS; channel++) {
        double step = fabs(left->level[channel] - right->level[channel]);
        double ratio = step / channel_tolerance[channel].level;
        if (step / (stretch->noise[channel] * shortness) <= MERGE_SIGMAS && ratio < RATIO_KEPT)
            ratio = fmin(ratio, RATIO_MERGED);
        strength = fmax(strength, ratio);
    }
    return strength;
}

/* Joins segments [first .. last] into one and renews the strengths of its boundaries. */
static void
join_segments(GArray *segments, guint first, guint last, const struct stretch *stretch)
{
    struct segment *joined = &g_array_index(segments, struct segment, first);
    joined->end = g_array_index(segments, struct segment, last).end;
    g_array_remove_range(segments, first + 1, last - first);
    segment_measure(joined, stretch);
    if (first > 0)
        joined->strength = boundary_strength(joined - 1, joined, stretch);
    if (first + 1 < segments->len)
        joined[1].strength = boundary_strength(joined, joined + 1, stretch);
}

static GArray *
segments_between(const GArray *ends, const struct stretch *stretch)
{
    GArray *segments = g_array_sized_new(FALSE, FALSE, sizeof(struct segment), ends->len);
    size_t start = 0;
    for (guint i = 0; i < ends->len; i++) {
        struct segment segment = {.start = start, .end = g_array_index(ends, size_t, i)};
        segment_measure(&segment, stretch);
        g_array_append_val(segments, segment);
        struct segment *added = &g_array_index(segments, struct segment, i);
        if (i > 0)
            added->strength = boundary_strength(added - 1, added, stretch);
        start = segment.end;
    }
    return segments;
}

static void
merge_equal_levels(GArray *segments, const struct stretch *stretch)
{
    while (segments->len > 1) {
        guint weakest = 1;
        for (guint i = 2; i < segments->len; i++)
            if (g_array_index(segments, struct segment, i).strength <
                g_array_index(segments, struct segment, weakest).strength)
                weakest = i;
        if (g_array_index(segments, struct segment, weakest).strength >= 1)
            return;
        join_segments(segments, weakest - 1, weakest, stretch);
    }
}

static bool
is_bridge(const struct segment *middle, const struct stretch *stretch)
{
    if ((middle->end - middle->start) * stretch->batch > BRIDGE_TICKS)
        return false;
    for (int channel = 0; channel < CHANNELS; channel++)
        if (fabs(middle[-1].level[channel] - middle[1].level[channel]) >= channel_tolerance[channel].level)
            return false;
    return true;
}

static void
bridge_short_segments(GArray *segments, const struct stretch *stretch)
{
    guint i = 1;
    while (i + 1 < segments->len) {
        if (!is_bridge(&g_array_index(segments, struct segment, i), stretch)) {
            i++;
            continue;
        }
        join_segments(segments, i - 1, i + 1, stretch);
        i = i > 2 ? i - 2 : 1; /* the joined segment may be a neighbour of an earlier bridge now */
    }
}

GArray *
segment_boundaries(struct stretch *stretch)
{
    initial_noise(stretch);
    g_autoptr(GArray) first_ends = pelt_pass(stretch);
    correct_noise(stretch, first_ends);
    g_autoptr(GArray) ends = pelt_pass(stretch);
    g_autoptr(GArray) segments = segments_between(ends, stretch);
    merge_equal_levels(segments, stretch);
    bridge_short_segments(segments, stretch);
    GArray *boundaries = g_array_new(FALSE, FALSE, sizeof(size_t));
    size_t origin = 0;
    g_array_append_val(boundaries, origin);
    for (guint i = 0; i < segments->len; i++)
        g_array_append_val(boundaries, g_array_index(segments, struct segment, i).end);
    return boundaries;
}
