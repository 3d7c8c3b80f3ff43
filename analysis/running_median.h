/* Running median: what a series does slowly, deaf to spikes shorter than half its window.
 *
 *     running_median(smooth, level, n, 22);
 */
#pragma once

#include <stddef.h>

/* out[i] = median of values[i - half .. i + half], cut short at the ends; a series no longer than the window uses a
 * shorter half. Finite values only; `out` and `values` must not overlap. n = 0 does nothing. */
void running_median(double *out, const double *values, size_t n, size_t half);
