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
