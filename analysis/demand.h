/* What a load needs: percentiles of its IOPS and MiB/s over the log, from 60 s means where the log is long enough.
 *
 *     struct demand demand = demand_of_series(series);
 */
#pragma once

#include "awr.h"
#include "series.h"

enum demand_source { DEMAND_NONE, DEMAND_IOSTAT, DEMAND_AWR, DEMAND_TYPED };

/* All NAN where not known: an AWR report has means only. */
struct demand_figures {
    double mean, p50, p95, p99, p999;
    double peak;           /* highest single sample */
    double sustained_5min; /* highest mean over 300 s */
};

struct demand {
    enum demand_source source;
    double step_s;    /* length of the means that the percentiles are taken of */
    size_t steps;     /* how many; of AWR: snapshot intervals */
    double covered_s; /* length of the log, gaps left out */
    struct demand_figures iops, mib_s;
    double read_pct, io_kib;
    double latency_ms, p95_latency_ms;
};

/* Source DEMAND_NONE where the series has no sample. A stretch of 5 minutes has no gap; samples longer than that give
 * none. */
struct demand demand_of_series(const struct series *series);

/* Means over the snapshot intervals, weighted by elapsed time; peak = the highest interval's mean. Reports of several
 * instances over one interval are added, a report of the whole cluster replaces theirs, and a second report of one
 * instance and interval is not counted again. `reports`: struct awr * of one database. Source DEMAND_NONE where none
 * has rates. */
struct demand demand_of_awr(const GPtrArray *reports);

/* The figure of this name ("mean", "p50", "p95", "p99", "p999", "peak", "sustained_5min"); NAN for others. */
double demand_figure(const struct demand_figures *figures, const char *name);

/* "iostat", "awr", "typed"; NULL for none. */
const char *demand_source_name(enum demand_source source);
