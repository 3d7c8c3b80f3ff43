/* What is to be said of a ladder or a run beside its figures: how it fails, what it does not prove, what to run next.
 *
 * A remark is a code and the figures that its sentence needs; the words stand in render. Nothing here changes a figure.
 *
 *     g_autoptr(GArray) remarks = remarks_new();
 *     remarks_of_ladder(remarks, ladder);
 *     remarks_of_series(remarks, series, windows, &account);
 */
#pragma once

#include "ladder.h"
#include "remark.h"
#include "steady.h"

/* Appends what the rungs, the knee and the points of a ladder say: its verdict where it is not plain, its concurrency
 * against the outstanding I/O, a limit outside of the storage, a falling tail, a rung that is off, the kind of knee,
 * the ceiling that no rung meets, the knee below the best operating point. */
void remarks_of_ladder(GArray *remarks, const struct ladder *ladder);

/* Appends what a log says of its own steadiness. `windows` (struct steady_window) and `account` are those of the
 * series. Nothing for an empty series. */
void remarks_of_series(
    GArray *remarks, const struct series *series, const GArray *windows, const struct steady_account *account);
