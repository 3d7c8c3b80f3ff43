/* Whether results may be compared: the same workloads, rungs and kind of measurement.
 *
 *     g_autoptr(GArray) unlike = compare_unlike_of(base, new); // empty: they are alike
 */
#pragma once

#include "compare.h"

/* What tells each result of both sides from the first one of the base, as struct compare_unlike. */
GArray *compare_unlike_of(const GPtrArray *base, const GPtrArray *new);

/* The same of one pair; differences are added to `unlike`. */
void compare_unlike_add(GArray *unlike, const struct results_file *base, const struct results_file *other);

/* An empty list that frees its elements. */
GArray *compare_unlike_new(void);
