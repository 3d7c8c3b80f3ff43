/* The loads of the findings: runs outside any ladder, each with its demand, its parts, what it hides and the CPU beside
 * it.
 *
 *     findings_add_loads(findings, study->loads, lone_reports);
 *     findings_finish_loads(findings);
 */
#pragma once

#include "findings.h"

/* An empty load; `name` is taken. */
struct load_finding *load_finding_new(enum load_kind kind, char *name);
void load_finding_free(void *load);

/* The loads of the logs among `runs` (struct run *); a log whose windows are a ladder becomes one. AWR reports of runs
 * without a log are appended to `lone_reports` (struct awr *, borrowed). */
void findings_add_loads(struct findings *findings, const GPtrArray *runs, GPtrArray *lone_reports);

/* Once all loads are there: their CPU, what their averages hide, what time they cover. */
void findings_finish_loads(struct findings *findings);
