/* What a load needs: percentiles of its IOPS and MiB/s over the log, from 60 s means where the log is long enough, its
 * peaks, and what reads, writes and latency were at those moments.
 *
 *     struct demand demand = demand_of_series(series);
 *     const struct demand_moment *busiest = &demand.at[DEMAND_AT_PEAK_IOPS];
 */
#pragma once

#include "series.h"

enum demand_source { DEMAND_NONE, DEMAND_IOSTAT, DEMAND_AWR, DEMAND_TYPED };

/* NAN where not known. `mean` is over the time covered; percentiles are those of the steps (see struct demand). */
struct demand_figures {
    double mean, p50, p95, p99, p999;
    double peak;                                             /* highest single sample */
    double sustained_5min;                                   /* highest mean over 300 s without a gap */
    double sustained_1min, sustained_15min, sustained_60min; /* over 60, 900 and 3600 s */
};

#define DEMAND_NO_FIGURES                                                                                              \
    {                                                                                                                  \
        NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN                                                               \
    }

/* The moments that a demand remembers. The stretches are those of the highest mean IOPS. */
enum demand_at {
    DEMAND_AT_PEAK_IOPS,
    DEMAND_AT_PEAK_MIB_S,
    DEMAND_AT_1MIN,
    DEMAND_AT_5MIN,
    DEMAND_AT_15MIN,
    DEMAND_AT_60MIN,
    DEMAND_MOMENTS
};

/* What was seen at one moment: reads, writes and latency belong together. A moment of highest MiB/s is one of the
 * highest MiB/s, whatever its IOPS. */
struct demand_moment {
    double length_s; /* 0: there is no such moment; all else is NAN then */
    int64_t end_s;   /* stamp of its end, local seconds; CAPTURE_NO_TIME without stamps */
    double offset_s; /* of its end, from the start of the log; NAN: not known */
    double iops, read_iops, write_iops, mib_s, read_mib_s, write_mib_s;
    double latency_ms, read_latency_ms, write_latency_ms; /* weighted by I/Os */
    double read_pct, io_kib;                              /* NAN without I/O */
};

struct demand {
    enum demand_source source;
    double interval_s; /* of the source: of the samples of a log, of AWR the median snapshot interval */
    double step_s;     /* length of the means that the percentiles are taken of */
    size_t steps;      /* how many; of AWR: snapshot intervals */
    double covered_s;  /* length of the log, gaps left out */
    struct demand_figures iops, mib_s;
    struct demand_figures read_iops, write_iops; /* each for itself: their peaks need not be of one moment */
    struct demand_figures read_share_pct,
        io_size_kib; /* of the steps that had I/O; mean weighted by I/Os; no stretches */
    struct demand_moment at[DEMAND_MOMENTS];
    double read_pct, io_kib; /* over all I/Os */
    double latency_ms, p95_latency_ms;
};

/* Source DEMAND_NONE, every figure absent. */
struct demand demand_none(void);

/* Source DEMAND_NONE where the series has no sample. A stretch of 1, 5, 15 or 60 minutes has no gap; samples longer
 * than that, or of which no whole number makes it to within a fifth, give none (of 10 minutes: none of 15). */
struct demand demand_of_series(const struct series *series);

/* The means of `step_s` that the percentiles of a series' values (its `iops` or `mib_s`) are taken of, in order:
 * double. Free with g_array_unref. */
GArray *demand_steps(const struct series *series, const double *values, double step_s);

/* The figure of this name ("mean", "p50", "p95", "p99", "p999", "peak", "sustained_1min", "sustained_5min",
 * "sustained_15min", "sustained_60min"); NAN for others. */
double demand_figure(const struct demand_figures *figures, const char *name);

/* The names above in the order that tables show them. */
#define DEMAND_FIGURES 10
extern const char *const demand_figure_names[DEMAND_FIGURES];

/* "peak_iops", "peak_mib_s", "sustained_1min", ...: of a moment, for machine-readable output. */
const char *demand_moment_name(enum demand_at at);

/* "iostat", "awr", "typed"; NULL for none. */
const char *demand_source_name(enum demand_source source);
