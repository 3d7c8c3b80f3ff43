/* The log that `S_TIME_FORMAT=ISO LC_ALL=C iostat -xmt 1` of sysstat 11.7.3 would have left of a run.
 *
 *     g_autoptr(GString) log = iostat_log_text(run, false);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "run.h"

/* The multipath device first, then its paths. */
extern const char *const iostat_log_devices[1 + SLOB_PATHS];

/* Banner, the report since boot, one report a second. `padded`: columns as wide as iostat's; else runs of blanks are
 * one blank, as `tr -s ' '` leaves them. */
GString *iostat_log_text(const struct slob_run *run, bool padded);
