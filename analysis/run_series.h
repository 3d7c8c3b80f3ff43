/* All logs of a run as one series.
 *
 *     g_autoptr(Series) series = run_series(run, layer, notes);
 */
#pragma once

#include "series.h"
#include "study.h"

/* The series of all logs of a run, joined in time: gaps are NAN in `iops`, overlaps counted once (a gap of the earlier
 * log is filled from the later one). Samples outside the bounds of runs.csv are NAN too; a device of runs.csv replaces
 * the layer. A log that cannot be placed in time is left out with a note, so is one without
 * the layer's devices. NULL without samples. */
struct series *run_series(const struct run *run, const struct layer *layer, GPtrArray *notes);
