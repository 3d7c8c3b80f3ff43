/* Several hosts' loads as one: their sum aligned in time, which is what shared storage has to carry.
 *
 *     g_autoptr(Series) sum = series_together(series, n);
 *
 * The sum of each host's peak overstates the need where peaks fall at different moments, and one host's load understates it;
 * the peak of the sum is the need.
 */
#pragma once

#include "series.h"

/* The sum over the time that all of the n >= 2 series cover, slot by slot; a slot that one of them lacks is NAN. Latency is
 * weighted by I/Os. NULL where they cannot be aligned: no stamps, different intervals, or less than half of the longest is
 * covered by all. */
struct series *series_together(const struct series *const *series, size_t n);
