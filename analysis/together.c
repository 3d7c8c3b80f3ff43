#include "together.h"

#define SHARED_PART_MIN 0.5
#define SAME_STEP 1e-6

/* The stretch that all cover, in slots from the latest start; false where it is too short or cannot be told. */
static bool
shared_stretch(const struct series *const *series, size_t n, int64_t *out_start_s, size_t *out_slots)
{
    double step_s = series[0]->interval_s;
    int64_t start_s = INT64_MIN;
    double end_s = INFINITY, longest_s = 0;
    for (size_t i = 0; i < n; i++) {
        if (series[i]->start_s == CAPTURE_NO_TIME || fabs(series[i]->interval_s - step_s) > SAME_STEP * step_s)
            return false;
        start_s = MAX(start_s, series[i]->start_s);
        end_s = MIN(end_s, (double)series[i]->start_s + (double)series[i]->n * step_s);
        longest_s = MAX(longest_s, (double)series[i]->n * step_s);
    }
    double shared_s = end_s - (double)start_s;
    if (!(shared_s >= SHARED_PART_MIN * longest_s) || shared_s < step_s)
        return false;
    *out_start_s = start_s;
    *out_slots = (size_t)(shared_s / step_s);
    return true;
}

/* Adds one series from slot `from` on; the latency arrays of the sum hold IOPS x latency until they are divided. */
static void
add_series(struct series *sum, const struct series *one, size_t from)
{
    struct {
        double *to;
        const double *from, *weight;
    } column[] = {
        {sum->iops, one->iops, NULL},
        {sum->read_iops, one->read_iops, NULL},
        {sum->write_iops, one->write_iops, NULL},
        {sum->mib_s, one->mib_s, NULL},
        {sum->read_mib_s, one->read_mib_s, NULL},
        {sum->write_mib_s, one->write_mib_s, NULL},
        {sum->latency_ms, one->latency_ms, one->iops},
        {sum->read_latency_ms, one->read_latency_ms, one->read_iops},
        {sum->write_latency_ms, one->write_latency_ms, one->write_iops},
    };
    for (size_t c = 0; c < G_N_ELEMENTS(column); c++) {
        for (size_t i = 0; i < sum->n; i++) {
            double value = column[c].from[from + i];
            if (!column[c].weight)
                column[c].to[i] += value; /* NAN stays: the sum is not known where one part is not */
            else if (isfinite(value) && column[c].weight[from + i] > 0)
                column[c].to[i] += value * column[c].weight[from + i];
        }
    }
}

static void
divide(double *wait, const double *iops, size_t n)
{
    for (size_t i = 0; i < n; i++)
        wait[i] = iops[i] > 0 ? wait[i] / iops[i] : NAN;
}

struct series *
series_together(const struct series *const *series, size_t n)
{
    int64_t start_s = 0;
    size_t slots = 0;
    if (n < 2 || !shared_stretch(series, n, &start_s, &slots))
        return NULL;
    g_autofree double *zeros = g_new0(double, MAX(slots, 1));
    struct series *sum = series_of_values(zeros, zeros, slots, series[0]->interval_s);
    sum->start_s = start_s;
    sum->has_split = sum->has_latency = true;
    double *clear[] = {sum->read_iops, sum->write_iops, sum->mib_s, sum->read_mib_s, sum->write_mib_s,
        sum->read_latency_ms, sum->write_latency_ms};
    for (size_t c = 0; c < G_N_ELEMENTS(clear); c++)
        for (size_t i = 0; i < slots; i++)
            clear[c][i] = 0;
    for (size_t k = 0; k < n; k++) {
        sum->has_split = sum->has_split && series[k]->has_split;
        sum->has_latency = sum->has_latency && series[k]->has_latency;
        size_t from = (size_t)llround((double)(start_s - series[k]->start_s) / sum->interval_s);
        slots = MIN(slots, series[k]->n > from ? series[k]->n - from : 0);
        sum->n = slots;
        add_series(sum, series[k], from);
    }
    divide(sum->latency_ms, sum->iops, sum->n);
    divide(sum->read_latency_ms, sum->read_iops, sum->n);
    divide(sum->write_latency_ms, sum->write_iops, sum->n);
    for (size_t i = 0; i < sum->n; i++)
        sum->gaps += isfinite(sum->iops[i]) ? 0 : 1;
    return sum;
}

/* The columns of a series, and what a mean of each is weighted by: NULL, or IOPS. */
#define COLUMNS 9

static void
columns_of(const struct series *series, double **out, const double **out_weight)
{
    double *const column[COLUMNS] = {series->read_iops, series->write_iops, series->mib_s, series->read_mib_s,
        series->write_mib_s, series->latency_ms, series->read_latency_ms, series->write_latency_ms, series->iops};
    const double *const weight[COLUMNS] = {
        NULL, NULL, NULL, NULL, NULL, series->iops, series->read_iops, series->write_iops, NULL};
    for (size_t i = 0; i < COLUMNS; i++) {
        out[i] = column[i];
        if (out_weight)
            out_weight[i] = weight[i];
    }
}

static struct series *
series_like(const struct series *series, size_t n, double interval_s)
{
    g_autofree double *nothing = g_new(double, MAX(n, 1));
    for (size_t i = 0; i < n; i++)
        nothing[i] = NAN;
    struct series *new = series_of_values(nothing, nothing, n, interval_s);
    new->has_split = series->has_split;
    new->has_latency = series->has_latency;
    return new;
}

static void
count_gaps(struct series *series)
{
    series->gaps = 0;
    for (size_t i = 0; i < series->n; i++)
        series->gaps += isfinite(series->iops[i]) ? 0 : 1;
}

/* Mean of values[start..end) where IOPS are known. */
static double
mean_of(const double *values, const double *weight, const double *iops, size_t start, size_t end)
{
    double sum = 0, all = 0;
    for (size_t i = start; i < end; i++) {
        if (!isfinite(iops[i]) || (weight && !(weight[i] > 0 && isfinite(values[i]))))
            continue;
        sum += values[i] * (weight ? weight[i] : 1);
        all += weight ? weight[i] : 1;
    }
    return all > 0 ? sum / all : NAN;
}

struct series *
series_coarser(const struct series *series, double step_s)
{
    double samples = step_s / series->interval_s;
    size_t n = (size_t)((double)series->n / samples + SAME_STEP);
    if (!(samples > 1 + SAME_STEP) || n == 0)
        return NULL;
    struct series *coarse = series_like(series, n, step_s);
    if (series->start_s != CAPTURE_NO_TIME)
        coarse->start_s = series->start_s + (int64_t)llround(step_s - series->interval_s);
    double *from[COLUMNS], *to[COLUMNS];
    const double *weight[COLUMNS];
    columns_of(series, from, weight);
    columns_of(coarse, to, NULL);
    for (size_t k = 0; k < n; k++) {
        size_t start = (size_t)llround((double)k * samples);
        size_t end = MIN((size_t)llround((double)(k + 1) * samples), series->n), known = 0;
        for (size_t i = start; i < end; i++)
            known += isfinite(series->iops[i]) ? 1 : 0;
        for (size_t c = 0; c < COLUMNS && 2 * known >= end - start; c++)
            to[c][k] = mean_of(from[c], weight[c], series->iops, start, end);
    }
    count_gaps(coarse);
    return coarse;
}

struct series *
series_within(const struct series *one, const struct series *sum)
{
    struct series *within = series_like(one, sum->n, sum->interval_s);
    within->start_s = sum->start_s;
    size_t from = (size_t)llround((double)(sum->start_s - one->start_s) / sum->interval_s);
    double *own[COLUMNS], *to[COLUMNS];
    columns_of(one, own, NULL);
    columns_of(within, to, NULL);
    for (size_t i = 0; i < sum->n && from + i < one->n; i++)
        for (size_t c = 0; c < COLUMNS && isfinite(sum->iops[i]); c++)
            to[c][i] = own[c][from + i];
    count_gaps(within);
    return within;
}
