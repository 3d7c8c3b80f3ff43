/* One stretch of a log without pauses, as the search for steady windows sees it: two channels, IOPS and latency, as
 * natural logarithms, so that one tolerance serves 100 and 250,000 IOPS. Latency is a channel of its own because
 * saturated load steps have equal IOPS and differ in latency only.
 *
 * Time runs in ticks (one second, or less than one sample for long intervals, see tick_series.h).
 *
 *     struct stretch stretch;
 *     if (stretch_init(&stretch, iops, latency_ms, n, idle_iops, 1))
 *         ...
 *     stretch_release(&stretch);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

enum { CHANNEL_IOPS, CHANNEL_LATENCY, CHANNELS };

/* How far two things may differ before they are not the same, in natural logarithms (0.05 is 5%). */
struct channel_tolerance {
    double burst_floor; /* a single value this near the running median is never a burst */
    double level;       /* two segments this near are at one level */
    double excursion;   /* fitted line of a window, end against start */
    double range;       /* means of the five fifths of a window */
    double edge;        /* smallest step that makes a window's edge sharp */
};

extern const struct channel_tolerance channel_tolerance[CHANNELS];

struct stretch {
    size_t n;
    size_t shortest;              /* of a window, in ticks */
    size_t batch, batches;        /* ticks in a batch; whole batches */
    size_t period;                /* of the dominant oscillation, in ticks; 0: none */
    double spread;                /* noise of a tick of the IOPS channel about its running median */
    double *level[CHANNELS];      /* as measured */
    double *clean[CHANNELS];      /* bursts replaced by the running median */
    double *smooth[CHANNELS];     /* clean, averaged over the period; the same array as clean without one */
    double *batch_mean[CHANNELS]; /* of smooth */
    double noise[CHANNELS];       /* long-run noise of one batch mean; set by segment_boundaries */
};

/* Window in ticks from the start of its stretch, `end` exclusive. */
struct tick_window {
    size_t start, end;
};

/* `iops` >= 0; `latency_ms` 0 where there was no I/O; `idle_iops` > 0 is the least level; `ticks_per_sample` >= 1.
 * false, with nothing to release, when the stretch is too short to be judged. */
bool stretch_init(struct stretch *stretch, const double *iops, const double *latency_ms, size_t n, double idle_iops,
    size_t ticks_per_sample);
void stretch_release(struct stretch *stretch);

/* Ticks of the shortest window: 60 or 8 samples. */
size_t stretch_shortest_window(size_t ticks_per_sample);

/* Copies `level` with single values that are far off the running median replaced by it; the noise about that median is
 * returned. */
double clean_of_bursts(double *clean, const double *level, size_t n, double burst_floor);

/* Ticks of the dominant oscillation of 6..74 ticks (0: none): the first strong peak of the autocorrelation. */
size_t oscillation_period(const double *level, size_t n);
