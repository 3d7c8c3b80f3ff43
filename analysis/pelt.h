/* Changes of the mean in a series of two channels, found exactly: PELT (Killick, Fearnhead, Eckley 2012).
 *
 *     g_autoptr(GArray) ends = pelt_segment_ends(iops, latency, n, 8 * log(n));
 */
#pragma once

#include <glib.h>
#include <stddef.h>

/* Ends (size_t, exclusive, rising; the last is n) of the segments that make the sum of squares about the means of both
 * channels, plus `penalty` for each segment, the least. `first` and `second` hold n values each with a noise of
 * standard deviation 1. Segments hold at least two values; the first may hold one. Empty for n = 0, {n} for n < 2. Free
 * with g_array_unref. */
GArray *pelt_segment_ends(const double *first, const double *second, size_t n, double penalty);
