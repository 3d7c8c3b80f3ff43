#include "demand_awr_private.h"

#include "demand_private.h"

#include "quantile.h"

#include <stddef.h>
#include <string.h>

#define MIB 1048576.0
/* An interval so much longer than a stretch still tells its mean: snapshots are never exactly an hour apart. */
#define STRETCH_LONGER 1.05
#define STRETCH_SHORTER 0.95

static const struct demand_figures no_figures = DEMAND_NO_FIGURES;

static const struct {
    double p;
    size_t intervals_min; /* fewer say nothing of it: it would be the peak under another name */
    size_t offset;
} percentile[] = {
    {0.5, 4, offsetof(struct demand_figures, p50)},
    {0.95, 8, offsetof(struct demand_figures, p95)},
    {0.99, 40, offsetof(struct demand_figures, p99)},
    {0.999, 400, offsetof(struct demand_figures, p999)},
};

/* What is summed up of an interval. */
static double
iops_of(const struct awr_interval *interval)
{
    return interval->rate[AWR_READ_IOPS] + interval->rate[AWR_WRITE_IOPS];
}

static double
mib_s_of(const struct awr_interval *interval)
{
    return (interval->rate[AWR_READ_BYTES] + interval->rate[AWR_WRITE_BYTES]) / MIB;
}

static double
read_iops_of(const struct awr_interval *interval)
{
    return interval->rate[AWR_READ_IOPS];
}

static double
write_iops_of(const struct awr_interval *interval)
{
    return interval->rate[AWR_WRITE_IOPS];
}

static double
read_share_of(const struct awr_interval *interval)
{
    return iops_of(interval) > 0 ? 100 * interval->rate[AWR_READ_IOPS] / iops_of(interval) : NAN;
}

static double
io_size_of(const struct awr_interval *interval)
{
    return iops_of(interval) > 0 ? 1024 * mib_s_of(interval) / iops_of(interval) : NAN;
}

typedef double (*interval_value)(const struct awr_interval *interval);

/* A stretch of whole intervals and parts of them. */
struct window {
    double from_s, to_s; /* local seconds */
    double mean;         /* NAN: there is none */
};

/* Mean of the value over [from, to], which the intervals from `first` on cover. */
static double
mean_between(const GArray *intervals, guint first, double from_s, double to_s, interval_value value)
{
    double sum = 0, seconds = 0;
    for (guint i = first; i < intervals->len && (double)awr_interval_at(intervals, i)->begin_s < to_s; i++) {
        const struct awr_interval *interval = awr_interval_at(intervals, i);
        double shared_s = MIN(to_s, (double)interval->end_s) - MAX(from_s, (double)interval->begin_s);
        if (shared_s > 0) {
            sum += value(interval) * shared_s;
            seconds += shared_s;
        }
    }
    return seconds > 0 ? sum / seconds : NAN;
}

/* The highest window within intervals [first, end), which have no hole: its start or its end is at a boundary. */
static void
search_run(const GArray *intervals, guint first, guint end, double length_s, interval_value value, struct window *best)
{
    double from_s = (double)awr_interval_at(intervals, first)->begin_s;
    double to_s = (double)awr_interval_at(intervals, end - 1)->end_s;
    if (to_s - from_s < STRETCH_SHORTER * length_s)
        return;
    length_s = MIN(length_s, to_s - from_s);
    guint early = first;
    for (guint i = first; i < end; i++) {
        const double start_s[] = {
            (double)awr_interval_at(intervals, i)->end_s - length_s, (double)awr_interval_at(intervals, i)->begin_s};
        while ((double)awr_interval_at(intervals, early)->end_s <= start_s[0])
            early++;
        for (guint k = 0; k < G_N_ELEMENTS(start_s); k++) {
            if (start_s[k] < from_s || start_s[k] + length_s > to_s)
                continue;
            double mean = mean_between(intervals, early, start_s[k], start_s[k] + length_s, value);
            if (!(mean <= best->mean))
                *best = (struct window){start_s[k], start_s[k] + length_s, mean};
        }
    }
}

/* The highest mean over `length_s`; NAN where an interval of it would be longer, or there is a hole in it. */
static struct window
highest_window(const GArray *intervals, double length_s, interval_value value)
{
    struct window best = {NAN, NAN, NAN};
    for (guint first = 0; first < intervals->len;) {
        const struct awr_interval *interval = awr_interval_at(intervals, first);
        guint end = first + 1;
        if (!awr_interval_is_timed(interval) || interval->length_s > STRETCH_LONGER * length_s) {
            first = end;
            continue;
        }
        for (; end < intervals->len; end++) {
            const struct awr_interval *next = awr_interval_at(intervals, end);
            if (next->length_s > STRETCH_LONGER * length_s ||
                (double)(next->begin_s - awr_interval_at(intervals, end - 1)->end_s) > awr_slack_s(length_s))
                break;
        }
        search_run(intervals, first, end, length_s, value, &best);
        first = end;
    }
    return best;
}

/* Of values that stand for `seconds` each. */
static struct demand_figures
weighted_figures(const double *values, const double *seconds, size_t n)
{
    struct demand_figures figures = no_figures;
    double sum = 0, all_s = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i] * seconds[i];
        all_s += seconds[i];
        if (!(values[i] <= figures.peak))
            figures.peak = values[i];
    }
    figures.mean = all_s > 0 ? sum / all_s : NAN;
    for (size_t i = 0; i < G_N_ELEMENTS(percentile); i++)
        if (n >= percentile[i].intervals_min)
            quantiles_weighted(
                values, seconds, n, &percentile[i].p, 1, demand_figure_at(&figures, percentile[i].offset));
    return figures;
}

static struct demand_figures
figures_of(const GArray *intervals, interval_value value)
{
    g_autofree double *values = g_new(double, MAX(intervals->len, 1)), *seconds = g_new(double, MAX(intervals->len, 1));
    size_t n = 0;
    for (guint i = 0; i < intervals->len; i++) {
        values[n] = value(awr_interval_at(intervals, i));
        seconds[n] = awr_interval_at(intervals, i)->length_s;
        n += isfinite(values[n]) ? 1 : 0;
    }
    return weighted_figures(values, seconds, n);
}

static void
add_stretches(struct demand_figures *figures, const GArray *intervals, interval_value value)
{
    for (size_t i = 0; i < DEMAND_STRETCHES; i++)
        *demand_figure_at(figures, demand_stretches[i].offset) =
            highest_window(intervals, demand_stretches[i].length_s, value).mean;
}

struct demand_figures
awr_series_figures(const struct awr_series *series, enum awr_rate rate, double factor)
{
    guint len = series->intervals->len;
    g_autofree double *values = g_new(double, MAX(len, 1)), *seconds = g_new(double, MAX(len, 1));
    size_t n = 0;
    for (guint i = 0; i < len; i++) {
        values[n] = factor * awr_interval_at(series->intervals, i)->rate[rate];
        seconds[n] = awr_interval_at(series->intervals, i)->length_s;
        n += isfinite(values[n]) ? 1 : 0;
    }
    return weighted_figures(values, seconds, n);
}

static double
read_mib_s_of(const struct awr_interval *interval)
{
    return interval->rate[AWR_READ_BYTES] / MIB;
}

static double
write_mib_s_of(const struct awr_interval *interval)
{
    return interval->rate[AWR_WRITE_BYTES] / MIB;
}

/* What follows from the rates of a moment. */
static void
finish_moment(struct demand_moment *moment)
{
    moment->iops = moment->read_iops + moment->write_iops;
    moment->mib_s = moment->read_mib_s + moment->write_mib_s;
    moment->read_pct = moment->iops > 0 ? 100 * moment->read_iops / moment->iops : NAN;
    moment->io_kib = moment->iops > 0 ? 1024 * moment->mib_s / moment->iops : NAN;
}

static int64_t
first_begin_s(const GArray *intervals)
{
    for (guint i = 0; i < intervals->len; i++)
        if (awr_interval_is_timed(awr_interval_at(intervals, i)))
            return awr_interval_at(intervals, i)->begin_s;
    return CAPTURE_NO_TIME;
}

static void
take_interval(struct demand_moment *moment, const GArray *intervals, interval_value value)
{
    const struct awr_interval *highest = NULL;
    for (guint i = 0; i < intervals->len; i++)
        if (!highest || value(awr_interval_at(intervals, i)) > value(highest))
            highest = awr_interval_at(intervals, i);
    if (!highest)
        return;
    moment->length_s = highest->length_s;
    moment->end_s = highest->end_s;
    if (awr_interval_is_timed(highest))
        moment->offset_s = (double)(highest->end_s - first_begin_s(intervals));
    moment->read_iops = read_iops_of(highest);
    moment->write_iops = write_iops_of(highest);
    moment->read_mib_s = read_mib_s_of(highest);
    moment->write_mib_s = write_mib_s_of(highest);
    finish_moment(moment);
}

static void
take_window(struct demand_moment *moment, const GArray *intervals, double length_s)
{
    struct window window = highest_window(intervals, length_s, iops_of);
    if (isnan(window.mean))
        return;
    moment->length_s = window.to_s - window.from_s;
    moment->end_s = (int64_t)llround(window.to_s);
    moment->offset_s = window.to_s - (double)first_begin_s(intervals);
    guint first = 0;
    while (!awr_interval_is_timed(awr_interval_at(intervals, first)))
        first++;
    moment->read_iops = mean_between(intervals, first, window.from_s, window.to_s, read_iops_of);
    moment->write_iops = mean_between(intervals, first, window.from_s, window.to_s, write_iops_of);
    moment->read_mib_s = mean_between(intervals, first, window.from_s, window.to_s, read_mib_s_of);
    moment->write_mib_s = mean_between(intervals, first, window.from_s, window.to_s, write_mib_s_of);
    finish_moment(moment);
}

static double
median_length_s(const GArray *intervals)
{
    g_autofree double *seconds = g_new(double, MAX(intervals->len, 1));
    for (guint i = 0; i < intervals->len; i++)
        seconds[i] = awr_interval_at(intervals, i)->length_s;
    return median(seconds, intervals->len);
}

struct demand
demand_of_awr_series(const struct awr_series *series)
{
    const GArray *intervals = series->intervals;
    struct demand demand = demand_none();
    if (intervals->len == 0)
        return demand;
    const struct {
        struct demand_figures *figures;
        interval_value value;
        bool has_stretches;
    } column[] = {
        {&demand.iops, iops_of, true},
        {&demand.mib_s, mib_s_of, true},
        {&demand.read_iops, read_iops_of, true},
        {&demand.write_iops, write_iops_of, true},
        {&demand.read_share_pct, read_share_of, false},
        {&demand.io_size_kib, io_size_of, false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(column); i++) {
        *column[i].figures = figures_of(intervals, column[i].value);
        if (column[i].has_stretches)
            add_stretches(column[i].figures, intervals, column[i].value);
    }
    demand.source = DEMAND_AWR;
    demand.steps = intervals->len;
    demand.interval_s = median_length_s(intervals);
    demand.covered_s = 0;
    for (guint i = 0; i < intervals->len; i++)
        demand.covered_s += awr_interval_at(intervals, i)->length_s;
    demand.step_s = demand.covered_s / (double)demand.steps;
    if (demand.iops.mean > 0) {
        demand.read_pct = 100 * demand.read_iops.mean / demand.iops.mean;
        demand.io_kib = 1024 * demand.mib_s.mean / demand.iops.mean;
    }
    /* The mean of the steps' own ratios would weigh a quiet hour like a busy one. */
    demand.read_share_pct.mean = demand.read_pct;
    demand.io_size_kib.mean = demand.io_kib;
    take_interval(&demand.at[DEMAND_AT_PEAK_IOPS], intervals, iops_of);
    take_interval(&demand.at[DEMAND_AT_PEAK_MIB_S], intervals, mib_s_of);
    for (size_t i = 0; i < DEMAND_STRETCHES; i++)
        take_window(&demand.at[demand_stretches[i].at], intervals, demand_stretches[i].length_s);
    return demand;
}

struct demand
demand_of_awr(const GPtrArray *reports)
{
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    return demand_of_awr_series(series);
}
