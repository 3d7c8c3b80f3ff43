/* What the AWR reports add to the findings: loads where no log stands beside them, and the storage-bound verdicts.
 *
 *     findings_add_awr_loads(findings, lone_reports);
 *     findings_judge_awr(findings);
 */
#pragma once

#include "findings.h"

/* AWR reports that no log stands beside, by database: each database's load over its snapshot intervals becomes a load
 * of the findings. `reports`: struct awr *, may be empty. */
void findings_add_awr_loads(struct findings *findings, const GPtrArray *reports);

/* Fills `awr` in the order that the report shows (rungs as the ladders stand, then runs that became no rung, then
 * loads), `bound`: the verdict rests on the best operating points, else on all reports; the weakest answer counts; and
 * `awr_workloads`, the same for each workload. Logs and reports of one host share one clock offset, which is noted
 * where it is not 0. Ladders and loads are complete. */
void findings_judge_awr(struct findings *findings);

/* Fills `window_checks` from the checks of all rungs and loads. */
void findings_count_checks(struct findings *findings);
