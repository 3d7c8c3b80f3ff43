#include "reconcile.h"

#define MIB 1048576.0

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

static double
gap_pct(double ratio)
{
    return 100 * (ratio - 1);
}

struct reconcile
reconcile_run(
    const struct awr *awr, const struct series *series, size_t start, size_t end, const struct align_offset *offset)
{
    struct reconcile out = {.awr = awr, .at = align_report(awr, series, offset)};
    out.aligned = out.at.covered;
    struct series_means means =
        series_means(series, out.aligned ? out.at.start : start, out.aligned ? out.at.end : end);
    const struct awr_rates *rates = &awr->rates;
    out.samples = means.samples;
    out.iostat_iops = means.iops;
    out.iostat_mib_s = means.mib_s;
    out.iostat_read_latency_ms = means.read_latency_ms;
    out.device = (struct reconcile_rates){means.read_iops, means.write_iops, means.read_mib_s, means.write_mib_s};
    out.report = (struct reconcile_rates){rates->read_requests_per_s, rates->write_requests_per_s,
        rates->read_bytes_per_s / MIB, rates->write_bytes_per_s / MIB};
    out.awr_iops = out.report.read_iops + out.report.write_iops;
    out.awr_mib_s = out.report.read_mib_s + out.report.write_mib_s;
    out.iops_ratio = ratio(out.awr_iops, out.iostat_iops);
    out.mib_s_ratio = ratio(out.awr_mib_s, out.iostat_mib_s);
    out.iops_gap_pct = gap_pct(out.iops_ratio);
    out.mib_s_gap_pct = gap_pct(out.mib_s_ratio);
    out.awr_read_wait_ms = awr_single_block_read_ms(awr);
    out.above_device_ms = out.awr_read_wait_ms - out.iostat_read_latency_ms;
    reconcile_reason(&out);
    return out;
}
