/* Ends of a window inside a segment of one level: first by batches, then to the tick.
 *
 *     struct tick_window window;
 *     if (trim_to_window(&window, &stretch, first_batch, end_batch))
 *         ...
 */
#pragma once

#include "stretch.h"

/* Cuts warm-up and run-down off the segment of batches [start, end) until what is left is level in both channels:
 * fitted line and means of five rounds within their tolerances (as SNIA PTS asks, with tighter limits). false when too
 * little is left. */
bool trim_to_window(struct tick_window *out, const struct stretch *stretch, size_t start, size_t end);
