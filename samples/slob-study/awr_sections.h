/* The chapters of an AWR report, in the order of the report. Each appends its markup to `out`. */
#pragma once

#include "awr_figures.h"

/* Database, instance, host and snapshot tables. */
void awr_section_identity(GString *out, const struct awr_figures *f);
/* Load profile, efficiency, top events, wait classes, host and instance CPU, IO profile, memory, cache sizes. */
void awr_section_summary(GString *out, const struct awr_figures *f);
/* Time model, operating system, wait classes and events, histograms. */
void awr_section_waits(GString *out, const struct awr_figures *f);
/* Instance activity statistics. */
void awr_section_activity(GString *out, const struct awr_figures *f);
/* IOStat by function and file type, buffer pool, advisory. */
void awr_section_io(GString *out, const struct awr_figures *f);
