#include "window_check.h"

#include "note.h"
#include "remark.h"

#define ROUNDING 0.005    /* half of the last digit printed */
#define DEVICES_ROUNDED 8 /* sums over more devices have more of it; the relative tolerance then covers them */
#define SMALL_MIB_S 0.05  /* printed rates below say nothing of a size */
#define ALL_READS_PCT 99.5

static enum window_result
result_of(double value, double against, double tolerance)
{
    if (!isfinite(value) || !isfinite(against))
        return WINDOW_NOT_KNOWN;
    return fabs(value - against) <= tolerance ? WINDOW_AGREES : WINDOW_DIFFERS;
}

static double
gap_pct(double value, double against)
{
    return against > 0 ? 100 * (value / against - 1) : NAN;
}

static void
check_queue(struct window_check *check, const struct series *series, size_t start, size_t end)
{
    double outstanding = 0, queue = 0, iops = 0, samples = 0;
    for (size_t i = start; i < end && series->aqu_sz; i++) {
        if (!isfinite(series->iops[i]) || !isfinite(series->aqu_sz[i]))
            continue;
        double latency_ms = series->latency_ms[i];
        if (series->iops[i] > 0 && !isfinite(latency_ms))
            continue;
        outstanding += series->iops[i] > 0 ? series->iops[i] * latency_ms / 1000 : 0;
        queue += series->aqu_sz[i];
        iops += series->iops[i];
        samples++;
    }
    if (samples == 0 || !(iops > 0))
        return;
    check->outstanding = outstanding / samples;
    check->aqu_sz = queue / samples;
    check->queue_gap_pct = gap_pct(check->outstanding, check->aqu_sz);
    double rounding = ROUNDING * DEVICES_ROUNDED + ROUNDING * iops / samples / 1000;
    check->queue = result_of(check->outstanding, check->aqu_sz,
        WINDOW_CHECK_QUEUE_PCT / 100 * fmax(check->outstanding, check->aqu_sz) + rounding);
}

static void
check_size(struct window_check *check, const struct series *series, size_t start, size_t end)
{
    double mib_s = 0, size_mib_s = 0, samples = 0;
    for (size_t i = start; i < end && series->size_mib_s; i++) {
        if (!isfinite(series->iops[i]) || !isfinite(series->mib_s[i]) || !isfinite(series->size_mib_s[i]))
            continue;
        mib_s += series->mib_s[i];
        size_mib_s += series->size_mib_s[i];
        samples++;
    }
    if (samples == 0)
        return;
    check->mib_s = mib_s / samples;
    check->size_mib_s = size_mib_s / samples;
    check->size_gap_pct = gap_pct(check->size_mib_s, check->mib_s);
    if (fmax(check->mib_s, check->size_mib_s) >= SMALL_MIB_S)
        check->size = result_of(check->size_mib_s, check->mib_s,
            WINDOW_CHECK_SIZE_PCT / 100 * fmax(check->mib_s, check->size_mib_s) + ROUNDING * DEVICES_ROUNDED);
}

struct window_check
window_check_of(const struct series *series, size_t start, size_t end)
{
    struct window_check check = WINDOW_CHECK_NONE;
    end = MIN(end, series->n);
    start = MIN(start, end);
    struct series_means means = series_means(series, start, end);
    check.samples = means.samples;
    if (means.samples == 0)
        return check;
    check_queue(&check, series, start, end);
    check_size(&check, series, start, end);
    if (isnan(check.outstanding))
        check.outstanding = means.iops * means.latency_ms / 1000;
    return check;
}

void
window_check_load(struct window_check *check, double concurrency, double read_pct, bool keeps_outstanding)
{
    check->concurrency = concurrency;
    check->load_gap_pct = gap_pct(check->outstanding, concurrency);
    check->load = WINDOW_NOT_KNOWN;
    if (!isfinite(check->load_gap_pct))
        return;
    if (!keeps_outstanding && !(read_pct >= ALL_READS_PCT))
        return;
    bool differs = check->load_gap_pct > WINDOW_CHECK_LOAD_PCT ||
                   (keeps_outstanding && check->load_gap_pct < -WINDOW_CHECK_LOAD_LESS_PCT);
    check->load = differs ? WINDOW_DIFFERS : WINDOW_AGREES;
}

void
window_check_remarks(GArray *remarks, const struct window_check *check)
{
    if (check->queue == WINDOW_DIFFERS)
        remarks_add(remarks, REMARK_RUN_QUEUE_DIFFERS, check->outstanding, check->aqu_sz, WINDOW_CHECK_QUEUE_PCT);
    if (check->size == WINDOW_DIFFERS)
        remarks_add(remarks, REMARK_RUN_SIZE_DIFFERS, check->size_mib_s, check->mib_s, WINDOW_CHECK_SIZE_PCT);
    if (check->load == WINDOW_DIFFERS)
        remarks_add(remarks, REMARK_RUN_LOAD_DIFFERS, check->outstanding, check->concurrency, check->load_gap_pct);
}

void
window_check_notes(GPtrArray *notes, const char *label, const struct window_check *check)
{
    if (check->queue == WINDOW_DIFFERS)
        notes_add(notes, NOTE_WARNING, "littles-law", 0,
            "%s: IOPS x await is %.2f I/Os outstanding, the log's own aqu-sz %.2f (more than %.0f%% apart): one of the "
            "columns is not what its name says",
            label, check->outstanding, check->aqu_sz, WINDOW_CHECK_QUEUE_PCT);
    if (check->size == WINDOW_DIFFERS)
        notes_add(notes, NOTE_WARNING, "request-size", 0,
            "%s: IOPS x mean request size is %.2f MiB/s, the log's own rate %.2f MiB/s (more than %.0f%% apart): one "
            "of the columns is not what its name says",
            label, check->size_mib_s, check->mib_s, WINDOW_CHECK_SIZE_PCT);
    if (check->load == WINDOW_DIFFERS)
        notes_add(notes, NOTE_WARNING, "load-outstanding", 0,
            "%s: %.2f I/Os are outstanding at the device, the load declares %.6g (%+.0f%%): it was not kept up, or "
            "other "
            "load ran beside it",
            label, check->outstanding, check->concurrency, check->load_gap_pct);
}

void
window_check_count(struct window_check_counts *counts, const struct window_check *check)
{
    if (check->queue == WINDOW_NOT_KNOWN && check->size == WINDOW_NOT_KNOWN && check->load == WINDOW_NOT_KNOWN)
        return;
    bool queue = check->queue == WINDOW_DIFFERS, size = check->size == WINDOW_DIFFERS,
         load = check->load == WINDOW_DIFFERS;
    counts->windows++;
    counts->queue += queue ? 1 : 0;
    counts->size += size ? 1 : 0;
    counts->load += load ? 1 : 0;
    counts->differ += queue || size || load ? 1 : 0;
}

const char *
window_result_name(enum window_result result)
{
    static const char *const name[] = {
        [WINDOW_NOT_KNOWN] = "not_known", [WINDOW_AGREES] = "agrees", [WINDOW_DIFFERS] = "differs"};
    return name[result];
}
