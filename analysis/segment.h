/* Segments of one level in a stretch: found with PELT, merged where their levels do not differ enough to matter.
 *
 *     g_autoptr(GArray) boundaries = segment_boundaries(&stretch);
 */
#pragma once

#include "stretch.h"

/* Boundaries (size_t, in batches, rising) from 0 to stretch->batches: neighbours enclose one segment. Sets
 * stretch->noise. PELT takes noise for white; the second pass divides by the long-run noise of the first pass's
 * segments, because samples of storage are autocorrelated (Shi et al. 2021). Free with g_array_unref. */
GArray *segment_boundaries(struct stretch *stretch);
