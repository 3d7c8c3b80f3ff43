#include "rung.h"

#include "note.h"
#include "quantile.h"
#include "reconcile.h"
#include "remarks.h"
#include "steps.h"

#include <math.h>

/* Without a steady window the active part stands in: slots above this share of the 95th percentile. */
#define ACTIVE_SHARE 0.05
/* Windows whose levels differ by more than this are two loads in one run. */
#define WINDOW_LEVELS_DIFFER 0.05
#define MIB 1048576.0
#define BUSY_SHARE 0.5    /* of a device's mean IOPS */
#define NORMAL_MAD 1.4826 /* standard deviation of a normal distribution over its median absolute deviation */

static const struct precision precision_unknown = PRECISION_UNKNOWN;
static const struct rung_precision nothing_precise = {PRECISION_UNKNOWN, PRECISION_UNKNOWN, PRECISION_UNKNOWN};

void
rung_clear(void *data)
{
    struct rung *rung = data;
    if (rung->series_owned)
        g_clear_pointer(&rung->series, series_free);
    g_clear_pointer(&rung->windows, g_array_unref);
    g_clear_pointer(&rung->remarks, g_array_unref);
}

void
rung_init(struct rung *rung, const struct run *run)
{
    *rung = (struct rung){
        .run = run,
        .concurrency = run->concurrency,
        .windows = g_array_new(FALSE, TRUE, sizeof(struct steady_window)),
        .half_width_pct = NAN,
        .precision = nothing_precise,
        .drift_pct = NAN,
        .grade = '-',
        .scatter_pct = NAN,
        .util_pct = NAN,
        .remarks = remarks_new(),
        .check = WINDOW_CHECK_NONE,
    };
}

static size_t
window_length(const struct steady_window *window)
{
    return window->end - window->start;
}

/* The longest window; of equals the later one, which is further from the ramp. */
static const struct steady_window *
longest_window(const GArray *windows)
{
    const struct steady_window *longest = NULL;
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *window = &g_array_index(windows, struct steady_window, i);
        if (!longest || window_length(window) >= window_length(longest))
            longest = window;
    }
    return longest;
}

static void
active_part(const struct series *series, size_t *out_start, size_t *out_end)
{
    g_autofree double *known = g_new(double, MAX(series->n, 1));
    size_t n = 0;
    for (size_t i = 0; i < series->n; i++)
        if (isfinite(series->iops[i]))
            known[n++] = series->iops[i];
    double floor = n > 0 ? ACTIVE_SHARE * quantile(known, n, 0.95) : 0;
    *out_start = 0;
    *out_end = series->n;
    while (*out_start < *out_end && !(series->iops[*out_start] > floor))
        ++*out_start;
    while (*out_end > *out_start && !(series->iops[*out_end - 1] > floor))
        --*out_end;
}

static void
note_other_levels(const struct rung *rung, GPtrArray *notes)
{
    for (guint i = 0; i < rung->windows->len; i++) {
        const struct steady_window *window = &g_array_index(rung->windows, struct steady_window, i);
        if (window->start == rung->start)
            continue;
        double level = series_means(rung->series, window->start, window->end).iops;
        if (fabs(level / rung->means.iops - 1) > WINDOW_LEVELS_DIFFER)
            notes_add(notes, NOTE_WARNING, "several-levels", 0,
                "%s: the run holds more than one steady level (%.0f IOPS for %.0f s beside %.0f IOPS for %.0f s); the "
                "longest is "
                "the rung",
                rung->run->label, level, (double)window_length(window) * rung->series->interval_s, rung->means.iops,
                (double)(rung->end - rung->start) * rung->series->interval_s);
    }
}

/* Standard deviation of a steady series from its median absolute deviation: bursts do not count. */
static double
scatter_pct_of(const double *values, size_t n, double mean)
{
    if (n == 0 || !(mean > 0))
        return NAN;
    g_autofree double *off = g_memdup2(values, n * sizeof *values);
    double middle = median(off, n);
    for (size_t i = 0; i < n; i++)
        off[i] = fabs(values[i] - middle);
    return 100 * NORMAL_MAD * median(off, n) / mean;
}

/* Latency is sum(IOPS x latency) / sum(IOPS): its error is that of the mean of what each slot adds to the ratio
 * (Cochran, Sampling Techniques, 6.4). */
static struct precision
latency_precision_of(const struct rung *rung, double *values)
{
    const struct series *series = rung->series;
    double iops = rung->means.iops, latency_ms = rung->means.latency_ms;
    size_t known = 0;
    if (!series->has_latency || !(iops > 0) || !(latency_ms > 0))
        return precision_unknown;
    for (size_t i = rung->start; i < rung->end; i++) {
        if (!isfinite(series->iops[i]))
            continue;
        double off = isfinite(series->latency_ms[i]) ? series->latency_ms[i] - latency_ms : 0;
        values[known++] = latency_ms + series->iops[i] / iops * off;
    }
    return precision_of_mean(values, known, series->interval_s, rung->period_s);
}

static void
measure_precision(struct rung *rung)
{
    size_t n = rung->end - rung->start;
    g_autofree double *values = g_new(double, MAX(n, 1));
    size_t known = 0;
    for (size_t i = rung->start; i < rung->end; i++)
        if (isfinite(rung->series->iops[i]))
            values[known++] = rung->series->iops[i];
    struct steady_mean mean = steady_mean_of(values, known, rung->series->interval_s);
    rung->half_width_pct = mean.mean > 0 ? 100 * mean.half_width / mean.mean : NAN;
    rung->drift_pct = mean.drift_pct;
    rung->grade = rung->steady ? steady_grade(&mean) : '-';
    rung->period_s = steady_period_s(values, known, rung->series->interval_s);
    rung->scatter_pct = rung->steady ? scatter_pct_of(values, known, mean.mean) : NAN;
    rung->precision.iops = precision_of_mean(values, known, rung->series->interval_s, rung->period_s);
    if (rung->series->mib_s)
        rung->precision.mib_s =
            precision_of_mean(rung->series->mib_s + rung->start, n, rung->series->interval_s, rung->period_s);
    rung->precision.latency_ms = latency_precision_of(rung, values);
}

/* Mean %util of a device over the samples in which it did at least half of its mean: idle ends do not count. */
static double
util_pct_of(const struct capture_device *device)
{
    const GArray *util = device->column[CAPTURE_UTIL_PCT], *iops = device->column[CAPTURE_IOPS];
    if (!util || !iops || util->len != iops->len)
        return NAN;
    double total = 0, sum = 0, count = 0;
    for (guint i = 0; i < iops->len; i++)
        total += isfinite(g_array_index(iops, double, i)) ? g_array_index(iops, double, i) : 0;
    for (guint i = 0; i < iops->len; i++) {
        double busy = g_array_index(util, double, i);
        if (!isfinite(busy) || !(g_array_index(iops, double, i) >= BUSY_SHARE * total / iops->len))
            continue;
        sum += fmin(busy, 100);
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

/* %util of the busiest device of the layer. A part of a log has none: it is not known which samples are meant. */
static void
measure_util(struct rung *rung, const struct layer *layer)
{
    const struct run *run = rung->run;
    if (run->captures->len != 1 || run->device || run->from_s != CAPTURE_NO_TIME || run->to_s != CAPTURE_NO_TIME)
        return;
    const struct capture *capture = g_ptr_array_index(run->captures, 0);
    for (guint i = 0; i < capture->devices->len; i++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, i);
        if (layer_holds(layer, device->name))
            rung->util_pct = fmax(rung->util_pct, util_pct_of(device));
    }
}

void
rung_finish(struct rung *rung)
{
    const struct series_means *means = &rung->means;
    rung->outstanding = means->iops * means->latency_ms / 1000;
    rung->read_pct = means->iops > 0 ? 100 * means->read_iops / means->iops : NAN;
    rung->io_kib = means->iops > 0 ? 1024 * means->mib_s / means->iops : NAN;
}

/* Only a queue depth has to stand at the device; other loads think, or have their writes done for them. */
static void
check_window(struct rung *rung)
{
    const struct series_means *means = &rung->means;
    rung->check = window_check_of(rung->series, rung->start, rung->end);
    if (isfinite(rung->run->concurrency))
        window_check_load(&rung->check, rung->run->concurrency, 100 * means->read_iops / means->iops,
            g_strcmp0(rung->run->concurrency_source, "fio") == 0);
    window_check_remarks(rung->remarks, &rung->check);
}

void
rung_take_step(struct rung *rung, size_t start, size_t end)
{
    rung->steady = true;
    rung->start = start;
    rung->end = end;
    rung->means = series_means(rung->series, start, end);
    measure_precision(rung);
    check_window(rung);
    rung_finish(rung);
}

/* The window of a run whose log holds the runs of others too; false where its windows are not those of the runs. */
static bool
take_shared_window(struct rung *rung, const struct rung_share *share, GPtrArray *notes)
{
    g_autoptr(GArray) steps = steps_by_load(rung->series, rung->windows, share->count);
    if (steps->len == 0) {
        notes_add(notes, NOTE_WARNING, "steps-not-found", 0,
            "%s: %zu runs are named for the log, but it has %u steady windows: give each run its start and end",
            rung->run->label, share->count, rung->windows->len);
        return false;
    }
    const struct step *step = &g_array_index(steps, struct step, share->index);
    notes_add(notes, NOTE_INFO, "step-of-log", 0,
        "%s: %zu runs are in one log; the run at concurrency %g is taken to be its window of slots %zu to %zu, in "
        "order of "
        "outstanding I/O",
        rung->run->label, share->count, rung->concurrency, step->start, step->end);
    rung_take_step(rung, step->start, step->end);
    return true;
}

static bool
rung_of_log(struct rung *rung, const struct layer *layer, const struct rung_share *share, GPtrArray *notes)
{
    rung->series = run_series(rung->run, layer, notes);
    rung->series_owned = true;
    if (!rung->series)
        return false;
    const struct series *series = rung->series;
    struct steady_account account;
    g_array_unref(rung->windows);
    rung->windows = steady_windows_accounted(&account, series->iops, series->latency_ms, series->n, series->interval_s);
    if (share->count > 1)
        return take_shared_window(rung, share, notes);
    const struct steady_window *window = longest_window(rung->windows);
    rung->steady = window != NULL;
    if (window) {
        rung->start = window->start;
        rung->end = window->end;
    } else {
        active_part(series, &rung->start, &rung->end);
    }
    rung->means = series_means(series, rung->start, rung->end);
    bool usable = rung->means.samples > 0 && rung->means.iops > 0;
    if (usable && !window)
        notes_add(notes, NOTE_WARNING, "not-steady", 0,
            "%s: no steady state was found; its figures are means over the active part of the log and describe the "
            "log, not the "
            "storage",
            rung->run->label);
    measure_precision(rung);
    measure_util(rung, layer);
    note_other_levels(rung, notes);
    remarks_of_series(rung->remarks, series, rung->windows, &account);
    check_window(rung);
    return usable;
}

/* A log without I/O of the layer gives way to the next source: nothing of it may stay. */
static void
forget_log(struct rung *rung)
{
    g_clear_pointer(&rung->series, series_free);
    g_array_set_size(rung->windows, 0);
    rung->start = rung->end = 0;
    rung->steady = false;
    rung->half_width_pct = rung->drift_pct = NAN;
    rung->precision = nothing_precise;
    rung->grade = '-';
    rung->period_s = 0;
    rung->scatter_pct = rung->util_pct = NAN;
    g_array_set_size(rung->remarks, 0);
    rung->check = WINDOW_CHECK_NONE;
}

static bool
rung_of_fio(struct rung *rung)
{
    const struct fio_run *fio = rung->run->fio;
    rung->source = RUNG_FIO;
    rung->means = (struct series_means){
        .iops = fio->iops,
        .read_iops = isfinite(fio->read.iops) ? fio->read.iops : 0,
        .write_iops = isfinite(fio->write.iops) ? fio->write.iops : 0,
        .read_mib_s = isfinite(fio->read.mib_s) ? fio->read.mib_s : 0,
        .write_mib_s = isfinite(fio->write.mib_s) ? fio->write.mib_s : 0,
        .latency_ms = fio->latency_ms,
        .read_latency_ms = fio->read.latency_ms,
        .write_latency_ms = fio->write.latency_ms,
        .p95_latency_ms = NAN, /* fio's percentiles are of single I/Os, ours of interval means: not the same figure */
    };
    rung->means.mib_s = rung->means.read_mib_s + rung->means.write_mib_s;
    return fio->iops > 0;
}

/* Figures of AWR alone: what the database asked for, and what it waited for a single-block read. */
static bool
rung_of_awr(struct rung *rung, GPtrArray *notes)
{
    if (rung->run->awrs->len > 1)
        notes_add(notes, NOTE_WARNING, "several-reports", 0,
            "%s: %u AWR reports belong to the run; its figures are those of the first alone", rung->run->label,
            rung->run->awrs->len);
    const struct awr *awr = g_ptr_array_index(rung->run->awrs, 0);
    const struct awr_rates *rates = &awr->rates;
    rung->source = RUNG_AWR;
    rung->means = (struct series_means){
        .iops = rates->read_requests_per_s + rates->write_requests_per_s,
        .read_iops = rates->read_requests_per_s,
        .write_iops = rates->write_requests_per_s,
        .read_mib_s = rates->read_bytes_per_s / MIB,
        .write_mib_s = rates->write_bytes_per_s / MIB,
        .mib_s = (rates->read_bytes_per_s + rates->write_bytes_per_s) / MIB,
        .latency_ms = awr_single_block_read_ms(awr),
        .read_latency_ms = awr_single_block_read_ms(awr),
        .write_latency_ms = NAN,
        .p95_latency_ms = NAN,
    };
    return rung->means.iops > 0;
}

static bool
rung_of_point(struct rung *rung)
{
    rung->source = RUNG_CSV;
    rung->means = (struct series_means){.iops = rung->run->point_iops,
        .latency_ms = rung->run->point_latency_ms,
        .read_iops = NAN,
        .write_iops = NAN,
        .mib_s = NAN,
        .read_mib_s = NAN,
        .write_mib_s = NAN,
        .read_latency_ms = NAN,
        .write_latency_ms = NAN,
        .p95_latency_ms = NAN};
    return rung->means.iops > 0;
}

bool
rung_fill(struct rung *rung, const struct layer *layer, const struct rung_share *share, GPtrArray *notes)
{
    const struct run *run = rung->run;
    bool usable = run->captures->len > 0 && rung_of_log(rung, layer, share, notes);
    if (!usable)
        forget_log(rung);
    if (!usable && run->fio)
        usable = rung_of_fio(rung);
    if (!usable && run->awrs->len > 0)
        usable = rung_of_awr(rung, notes);
    if (!usable && isfinite(run->point_iops))
        usable = rung_of_point(rung);
    rung_finish(rung);
    window_check_notes(notes, run->label, &rung->check);
    return usable;
}

const char *
rung_source_name(enum rung_source source)
{
    static const char *const name[] = {
        [RUNG_IOSTAT] = "iostat", [RUNG_FIO] = "fio", [RUNG_AWR] = "awr", [RUNG_CSV] = "csv"};
    return name[source];
}
