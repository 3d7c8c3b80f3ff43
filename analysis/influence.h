/* What each rung does to the knee: the knee of the ladder without it.
 *
 *     g_autoptr(GArray) influence = influence_of(rungs, n, 1.0);
 */
#pragma once

#include "knee.h"

/* Ladders of more distinct concurrencies are not looked at: no rung of so many decides alone. */
#define INFLUENCE_RUNGS_MAX 40

struct influence {
    double concurrency; /* of the rung that is left out, with all its repeats */
    enum knee_verdict verdict;
    enum knee_mode mode;
    double knee, iops, latency_ms; /* NAN for insufficient */
    double change_pct;             /* of the knee's concurrency against the whole ladder's; NAN unless both have one */
};

/* struct influence by rising concurrency; empty for fewer than 5 or more than INFLUENCE_RUNGS_MAX distinct ones: what
 * is left must still be a ladder. */
GArray *influence_of(const struct knee_rung *rungs, size_t n, double latency_ceiling_ms);
