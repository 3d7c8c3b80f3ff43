/* The points of a ladder beside its knee: saturation, best operating point, highest IOPS within a latency ceiling.
 *
 *     struct knee_ladder ladder = {rungs, rungs, &fit, KNEE_MODE_DECLARED};
 *     size_t best = knee_best_rung(&ladder, 1.0);
 */
#pragma once

#include "knee_fit.h"

struct knee_ladder {
    const GArray *rungs; /* struct knee_weighted, at least 2 */
    const GArray *loads; /* the same on the axis of the fit: its ends are the measured range */
    const struct knee_fit *fit;
    enum knee_mode mode;
};

/* No IOPS above this is shown: 1.03 times the highest measured. */
double knee_iops_limit(const GArray *rungs);

/* Where a rung lies on the axis of the fit: its concurrency, or its outstanding I/O unless the mode is declared. */
double knee_axis_of(const struct knee_ladder *ladder, const struct knee_weighted *rung);

/* Lowest rung whose sustained IOPS (the fit, with a little of the measurement; the measurement alone in mode measured)
 * are within 3% of the highest; never one that a lower rung beats as measured. */
size_t knee_saturation_rung(const struct knee_ladder *ladder);

/* The same with 2% among the rungs measured within the ceiling; KNEE_NO_RUNG where there is none. */
size_t knee_best_rung(const struct knee_ladder *ladder, double ceiling_ms);

/* Highest IOPS within the ceiling in the measured range; NAN where there is none. */
double knee_ceiling_iops(const struct knee_ladder *ladder, double ceiling_ms);
