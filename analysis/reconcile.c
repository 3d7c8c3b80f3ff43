#include "reconcile.h"

#include "study.h"

#include <string.h>

#define MIB 1048576.0
/* Samples over less of the snapshot interval than this say little of it. */
#define COVERED_SHARE_MIN 0.5

/* The wait event that is one single-block read of a data file, by platform. */
static const char *const single_block_read[] = {"db file sequential read", "cell single block physical read",
    "cell single block physical read: RDMA", "cell single block physical read: flash cache", NULL};

double
awr_single_block_read_ms(const struct awr *awr)
{
    for (const char *const *name = single_block_read; *name; name++) {
        const struct awr_event *event = awr_event_named(awr->events, *name);
        if (event && isfinite(event->avg_wait_ms))
            return event->avg_wait_ms;
    }
    return NAN;
}

static double
ratio(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

/* The log's slots within the snapshot interval; false where they do not cover enough of it. */
static bool
align(const struct awr *awr, const struct series *series, size_t *start, size_t *end)
{
    int64_t begin_s = study_time_s(awr->begin), end_s = study_time_s(awr->end);
    size_t first, last;
    if (begin_s == CAPTURE_NO_TIME || end_s == CAPTURE_NO_TIME || !series_range(series, begin_s, end_s, &first, &last))
        return false;
    double covered_s = (double)series_means(series, first, last).samples * series->interval_s;
    if (covered_s < COVERED_SHARE_MIN * (double)(end_s - begin_s))
        return false;
    *start = first;
    *end = last;
    return true;
}

struct reconcile
reconcile_run(const struct awr *awr, const struct series *series, size_t start, size_t end)
{
    struct reconcile out = {.awr = awr, .aligned = align(awr, series, &start, &end)};
    struct series_means means = series_means(series, start, end);
    out.samples = means.samples;
    out.iostat_iops = means.iops;
    out.iostat_mib_s = means.mib_s;
    out.iostat_read_latency_ms = means.read_latency_ms;
    const struct awr_rates *rates = &awr->rates;
    out.awr_iops = rates->read_requests_per_s + rates->write_requests_per_s;
    out.awr_mib_s = (rates->read_bytes_per_s + rates->write_bytes_per_s) / MIB;
    out.iops_ratio = ratio(out.awr_iops, out.iostat_iops);
    out.mib_s_ratio = ratio(out.awr_mib_s, out.iostat_mib_s);
    out.awr_read_wait_ms = awr_single_block_read_ms(awr);
    return out;
}
