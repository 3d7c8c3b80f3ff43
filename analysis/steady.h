/* Steady-state windows of a series of one sample per interval.
 *
 * A window is a longest stretch in which the level of the load is constant: process noise, short bursts and
 * oscillations belong to it, ramps, warm-up, pauses and other load steps do not. Two channels (IOPS and latency, both
 * as logarithms) are segmented with PELT (Killick, Fearnhead, Eckley 2012) on batch means with noise corrected for
 * autocorrelation, merged by magnitude, trimmed (MSER, White 1997; SNIA-style round test) and judged in context.
 *
 *     g_autoptr(GArray) windows = steady_windows(iops, latency_ms, n, 1.0);
 */
#pragma once

#include <glib.h>
#include <stddef.h>

/* `end` is exclusive; indexes into the arrays given. */
struct steady_window {
    size_t start, end;
};

/* The mean of a stretch and its precision. */
struct steady_mean {
    double mean;
    double half_width; /* of the 95% interval: batch means, size doubled until their lag-1 autocorrelation is < 0.2 */
    double drift_pct;  /* fitted line over the stretch, end against start, percent of the mean */
};

/* The windows as struct steady_window, in order; empty where nothing is steady or the series is too short.
 * iops >= 0; latency_ms 0 or NAN where there was no I/O, NULL where it is not known: IOPS alone judge then; interval_s
 * > 0: the step of the samples. A missing sample is given as NAN in iops: up to 3 s hold the last value, longer gaps
 * split the series. The shortest window is 54 s (60 s with 10% allowed for its edges), at intervals above 7 s as many
 * samples as 90% of 8 are. Free with g_array_unref. */
GArray *steady_windows(const double *iops, const double *latency_ms, size_t n, double interval_s);

/* What was judged and left out on the way to the windows: the reasons where there are few or none. */
struct steady_account {
    size_t judged;          /* stretches of load between pauses and gaps that were long enough to judge */
    size_t too_short;       /* parts and stretches that were not: under 60 s, or under 8 samples */
    size_t drifting;        /* long enough pieces of one level in which no level part was left: warm-up, drift */
    size_t wandering;       /* windows that were refused because neighbouring levels differ no more than they vary */
    double longest_load_s;  /* the longest stretch without a pause */
    double longest_flat_s;  /* the longest piece of one level, steady or not */
    double level_range_pct; /* how far the level moves: p95 against p5 of means of some seconds, in the stretch where it
                               moves most */
};

/* steady_windows, and its account in `account`. */
GArray *steady_windows_accounted(
    struct steady_account *account, const double *iops, const double *latency_ms, size_t n, double interval_s);

/* Mean of values[0..n) with its interval; values that are not finite are left out. NANs for n = 0; half_width NAN for
 * fewer than 2 batches. */
struct steady_mean steady_mean_of(const double *values, size_t n, double interval_s);

/* Grade of a window: 'A' half width <= 1% and drift <= 2%; 'B' <= 3% and <= 5%; 'C' otherwise. */
char steady_grade(const struct steady_mean *iops);

/* Seconds of the dominant short oscillation of a series (0: none), looked for between 6 and 74 s (samples, where they
 * are longer than a second). */
double steady_period_s(const double *iops, size_t n, double interval_s);
