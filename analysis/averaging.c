#include "averaging.h"

#include "demand_awr_private.h"

#define LENGTH_MIN_S 120.0
#define KNOWN_PART_MIN 0.9

/* The slots [start, end) as a series of its own, which borrows them. */
static struct series
slice(const struct series *series, size_t start, size_t end)
{
    struct series part = *series;
    double **array[] = {&part.iops, &part.read_iops, &part.write_iops, &part.mib_s, &part.read_mib_s, &part.write_mib_s,
        &part.latency_ms, &part.read_latency_ms, &part.write_latency_ms};
    for (size_t i = 0; i < G_N_ELEMENTS(array); i++)
        *array[i] += start;
    part.n = end - start;
    if (part.start_s != CAPTURE_NO_TIME)
        part.start_s += (int64_t)llround((double)start * series->interval_s);
    return part;
}

/* The busiest interval that the log covers; NULL: none. */
static const struct awr_interval *
busiest_covered(const struct series *series, const struct awr_series *awr, size_t *out_start, size_t *out_end)
{
    const struct awr_interval *busiest = NULL;
    for (guint i = 0; awr && i < awr->intervals->len; i++) {
        const struct awr_interval *interval = awr_interval_at(awr->intervals, i);
        size_t start = 0, end = 0;
        if (!awr_interval_is_timed(interval) ||
            !series_range(series, interval->begin_s, interval->end_s, &start, &end) ||
            (double)series_means(series, start, end).samples * series->interval_s < KNOWN_PART_MIN * interval->length_s)
            continue;
        double iops = interval->rate[AWR_READ_IOPS] + interval->rate[AWR_WRITE_IOPS];
        if (busiest && iops <= busiest->rate[AWR_READ_IOPS] + busiest->rate[AWR_WRITE_IOPS])
            continue;
        busiest = interval;
        *out_start = start;
        *out_end = end;
    }
    return busiest;
}

struct averaging
averaging_of_series(const struct series *series, const struct demand *demand, const struct awr_series *awr)
{
    struct averaging averaging = {0, CAPTURE_NO_TIME, NAN, NAN, NAN, NAN, NAN};
    size_t start = 0, end = series->n;
    const struct awr_interval *interval = busiest_covered(series, awr, &start, &end);
    const struct demand_moment *hour = &demand->at[DEMAND_AT_60MIN];
    if (!interval && hour->length_s > 0) {
        end = MIN((size_t)llround(hour->offset_s / series->interval_s), series->n);
        start = end - MIN(end, (size_t)llround(hour->length_s / series->interval_s));
    }
    double length_s = (double)(end - start) * series->interval_s;
    if (demand->source == DEMAND_NONE || length_s < LENGTH_MIN_S || series->interval_s > length_s / 2)
        return averaging;
    struct series inside = slice(series, start, end);
    struct demand within = demand_of_series(&inside);
    averaging.length_s = length_s;
    if (series->start_s != CAPTURE_NO_TIME)
        averaging.end_s = series->start_s + (int64_t)llround((double)(end - 1) * series->interval_s);
    averaging.mean_iops = within.iops.mean;
    averaging.awr_iops = interval ? interval->rate[AWR_READ_IOPS] + interval->rate[AWR_WRITE_IOPS] : NAN;
    averaging.highest_60s = within.iops.sustained_1min;
    averaging.highest_sample = within.iops.peak;
    averaging.sample_s = series->interval_s;
    return averaging;
}
