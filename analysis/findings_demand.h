/* Which demand the sizing rests on, and the loads of several hosts as one.
 *
 *     findings_add_together(findings);
 *     findings_choose_demand(findings);
 */
#pragma once

#include "findings.h"

/* Adds the sum of the loads where they are of different hosts and cover the same time (together.h); says so where they are and
 * do not. Called once, after the loads of logs are there. */
void findings_add_together(struct findings *findings);

/* Sets `demand`: typed by hand in study.ini, else the load with the highest p95 (or mean, where no percentile is known). */
void findings_choose_demand(struct findings *findings);
