/* A ladder within one log: steady windows whose load rises (or falls) step by step.
 *
 *     g_autoptr(GArray) steps = steps_of(series, windows);
 *     if (steps->len > 0) ... each is a rung ...
 */
#pragma once

#include "series.h"

struct step {
    size_t start, end;  /* slots of the window */
    double outstanding; /* IOPS x latency (Little 1961) */
};

/* struct step by rising load, or empty where the log does not look like a ladder. It does where it has at least 4
 * windows (struct steady_window) that cover at least 60% of its load, the longest at most 3 times the shortest, and the
 * outstanding I/O goes one way only, by at least 10% a step and to at least 4 times the lowest. A production load does
 * not: its levels come and go. Without latency: empty. */
GArray *steps_of(const struct series *series, const GArray *windows);

/* The windows of a log of `count` runs by rising outstanding I/O, for a log whose runs were named by hand: empty unless
 * there are as many windows as runs. */
GArray *steps_by_load(const struct series *series, const GArray *windows, size_t count);
