/* The AWR report of a run, in the HTML layout of Oracle Database 19c for one instance.
 *
 *     g_autoptr(GString) html = awr_report_html(run);
 */
#pragma once

#include <glib.h>

#include "run.h"

/* All figures follow from the run's seconds within its snapshot window: rate x elapsed = total, waits x average = time.
 */
GString *awr_report_html(const struct slob_run *run);
