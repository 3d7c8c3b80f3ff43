/* The windows of a stretch judged together: a wandering production load has flat crests, troughs and stairs that look
 * steady alone. What is kept has levels that differ by more than they vary, sharp edges, or a large share of the
 * stretch.
 *
 *     steady_context_filter(windows, &stretch);
 */
#pragma once

#include "stretch.h"

/* Removes the windows (struct tick_window, in order, not overlapping) that the context speaks against. */
void steady_context_filter(GArray *windows, const struct stretch *stretch);
