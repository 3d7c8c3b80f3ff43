/* Several hosts' loads as one: their sum aligned in time, which is what shared storage has to carry.
 *
 *     g_autoptr(Series) sum = series_together(series, n);
 *
 * The sum of each host's peak overstates the need where peaks fall at different moments, and one host's load
 * understates it; the peak of the sum is the need.
 */
#pragma once

#include "series.h"

/* The sum over the time that all of the n >= 2 series cover, slot by slot; a slot that one of them lacks is NAN.
 * Latency is weighted by I/Os. NULL where they cannot be aligned: no stamps, different intervals, or less than half of
 * the longest is covered by all. */
struct series *series_together(const struct series *const *series, size_t n);

/* The same load in longer steps: means over the samples that end within each, weighted by I/Os for latency; a step of
 * which less than half is known is NAN. Slot 0 is the first whole step. NULL where the series is not finer than step_s,
 * or has no whole step. */
struct series *series_coarser(const struct series *series, double step_s);

/* One of the series that made `sum`, over the slots of the sum and NAN where that is: what is compared with it is of
 * the same time. Never NULL. */
struct series *series_within(const struct series *one, const struct series *sum);
