/* The load of one database over its AWR snapshot intervals, and the demand that follows.
 *
 *     g_autoptr(AwrSeries) series = awr_series_new(reports);
 *     struct demand demand = demand_of_awr_series(series);
 *
 * The intervals of a series never overlap: where reports of different lengths cover the same time, the finer ones count
 * and of the longer one only what is left, so that no I/O counts twice and none is lost.
 */
#pragma once

#include "awr.h"
#include "demand.h"

/* Rates per second of one interval. */
enum awr_rate {
    AWR_READ_IOPS,
    AWR_WRITE_IOPS,
    AWR_READ_BYTES,
    AWR_WRITE_BYTES,
    AWR_DB_TIME,   /* DB time s per s: average active sessions */
    AWR_DB_CPU,    /* DB CPU s per s: CPUs that sessions kept busy */
    AWR_BUSY_CPUS, /* CPUs of the host(s) that were busy */
    AWR_RATES
};

struct awr_interval {
    int64_t begin_s, end_s; /* local seconds; CAPTURE_NO_TIME where the report prints none */
    double length_s;
    double rate[AWR_RATES]; /* NAN: not in the reports; the first four are always known */
    guint instances;        /* whose load is in it; of a whole cluster: those that the report names */
    bool whole;             /* a report of the whole cluster is in it */
    bool is_pdb;            /* reports of pluggable databases alone: other containers may have had a load */
    bool is_remainder;      /* what a longer report holds beyond the finer ones inside it */
};

struct awr_series {
    GArray *intervals;  /* struct awr_interval, by begin; those without times first */
    double cpus, cores; /* of all hosts of the database; NAN: not printed */
    guint reports;      /* with rates, the repeated ones among them */
    guint repeated;     /* reports that say nothing new: same instance and interval, or replaced by the cluster's */
    guint overlapped;   /* intervals of which a part, or all, is known finer from other reports */
    guint incomplete;   /* intervals that lack an instance which others have */
    guint gaps;         /* holes between intervals: snapshots or reports are missing */
    double gap_s;       /* all holes together */
    guint restarts;     /* instance starts seen between or inside the intervals */
};

typedef struct awr_series AwrSeries;

/* `reports`: struct awr * of one database, any order; those without rates are passed over. Instances of one cluster
 * add up within an interval, a report of the whole cluster replaces theirs, a second report of one instance and
 * interval is not counted again. Never NULL. */
struct awr_series *awr_series_new(const GPtrArray *reports);
void awr_series_free(struct awr_series *series);

/* Without intervals. */
struct awr_series *awr_series_empty(void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AwrSeries, awr_series_free)

/* The sum of several databases over the time that all of the n >= 2 cover, piece by piece between the snapshots of any
 * (those less than a minute apart count as one). `parts`: room for n series, each set to that database's own load over
 * the same pieces; NULL: not wanted. NULL, and no parts, where there is no such time, or less than half of the longest.
 * CPUs of the sum are not known: databases may share a host. */
struct awr_series *awr_series_together(const struct awr_series *const *series, size_t n, struct awr_series **parts);

/* The interval that holds the last second before `end_s`; NULL where none does. */
const struct awr_interval *awr_series_at(const struct awr_series *series, int64_t end_s);

/* Means over the snapshot intervals, weighted by their length; peak = the highest interval's mean. Percentiles are
 * weighted by time, where there are enough intervals for them: 4 for p50, 8 for p95, 40 for p99, 400 for p99.9.
 * Stretches of 15 and 60 minutes are known where no interval in them is longer. Source DEMAND_NONE for no interval. */
struct demand demand_of_awr_series(const struct awr_series *series);

/* Mean, percentiles and peak of one rate times `factor`, by the same rules; stretches are NAN. */
struct demand_figures awr_series_figures(const struct awr_series *series, enum awr_rate rate, double factor);

/* The same of the reports of one database. */
struct demand demand_of_awr(const GPtrArray *reports);
