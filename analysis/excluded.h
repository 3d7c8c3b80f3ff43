/* The parts of a series that no steady window covers, each with the reason.
 *
 *     g_autoptr(GArray) parts = excluded_parts(series, windows);
 */
#pragma once

#include "series.h"

enum excluded_reason {
    EXCLUDED_GAP,       /* no samples */
    EXCLUDED_PAUSE,     /* no load to speak of: under 0.3% of the 95th percentile for 8 s or more, or at either end */
    EXCLUDED_RAMP_UP,   /* up to 2 min between a pause, a gap or the start and a window */
    EXCLUDED_RAMP_DOWN, /* the same after a window */
    EXCLUDED_CHANGE,    /* up to 45 s between two windows */
    EXCLUDED_DRIFT,     /* longer, and IOPS change by more than 5% along it: warm-up, drift */
    EXCLUDED_UNSTEADY,  /* longer, without a direction */
    EXCLUDED_REASONS
};

struct excluded {
    size_t start, end; /* slots, end exclusive */
    enum excluded_reason reason;
    double drift_pct; /* of IOPS along it, by a fitted line; NAN for gaps and pauses */
};

/* struct excluded in order; together with the windows (struct steady_window, in order) they cover the series. */
GArray *excluded_parts(const struct series *series, const GArray *windows);

/* "no samples", "pause", "ramp-up", ... */
const char *excluded_reason_name(enum excluded_reason reason);
