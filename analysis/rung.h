/* How a run becomes a rung: from its log's steady window, else from fio's, AWR's or a table's own figures.
 *
 *     struct rung rung;
 *     rung_init(&rung, run);
 *     if (rung_fill(&rung, layer, &share, notes)) ...
 *     rung_clear(&rung);
 */
#pragma once

#include "ladder.h"

/* Where several runs of a workload are in one log: their number, and which one this is by rising concurrency. */
struct rung_share {
    size_t index, count;
};

void rung_init(struct rung *rung, const struct run *run);
void rung_clear(void *rung);

/* False where no source of the run has a usable figure. */
bool rung_fill(struct rung *rung, const struct layer *layer, const struct rung_share *share, GPtrArray *notes);

/* Takes the figures of slots [start, end) of its series, a steady window. */
void rung_take_step(struct rung *rung, size_t start, size_t end);

/* Sets what follows from the means: outstanding I/O, read share, I/O size. */
void rung_finish(struct rung *rung);
