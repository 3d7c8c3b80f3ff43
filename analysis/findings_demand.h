/* Which demand the sizing rests on, and the loads of several hosts, or of several databases, as one.
 *
 *     findings_add_together(findings);
 *     findings_add_awr_loads(findings, lone_reports);
 *     findings_add_databases_together(findings);
 *     findings_choose_demand(findings);
 */
#pragma once

#include "findings.h"

/* Adds the sum of the loads where they are of different hosts and cover the same time (together.h); says so where they
 * are and do not. Called once, after the loads of logs are there. */
void findings_add_together(struct findings *findings);

/* The same of the databases that AWR reports alone tell of. */
void findings_add_databases_together(struct findings *findings);

/* Sets `demand`: typed by hand in study.ini, else the load with the highest p95 (or mean, where no percentile is
 * known). */
void findings_choose_demand(struct findings *findings);

/* The figure that sizing takes: the one asked for (NULL: p95); where the demand lacks it, the highest that it has. Of
 * AWR reports nobody asked a percentile of, the busiest interval: a p95 of means over an hour is no p95 of a load.
 * Notes where it differs from what was asked. Static or `asked`. */
const char *findings_sizing_figure(struct findings *findings, const char *asked);
