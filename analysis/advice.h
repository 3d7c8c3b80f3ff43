/* What to run next, told from the ladder's own fit: which loads are missing, which rung to repeat, how long a run must
 * be.
 *
 * Measured on 400 generated ladders with 5% noise: factors of 2 from a sixteenth to four times the knee give its
 * concurrency within 3% (90% of them within 9%); stopping at twice the knee doubles the interval; a second run of each
 * rung is the best buy (7% instead of 9%); more rungs near the knee add little.
 *
 *     advice_of_ladder(remarks, ladder);
 */
#pragma once

#include "ladder.h"

/* Appends remarks (REMARK_ADVISE_...), the most useful first; at least one for every ladder with a rung. */
void advice_of_ladder(GArray *remarks, const struct ladder *ladder);
