#include "series.h"

#include "quantile.h"

#include <string.h>

/* Stamps may claim a log of years: slots beyond this many times the reports are no gap but a broken clock. */
#define SLOTS_PER_REPORT_MAX 20

static double *
new_values(size_t n, double value)
{
    double *values = g_new(double, MAX(n, 1));
    for (size_t i = 0; i < n; i++)
        values[i] = value;
    return values;
}

/* Slots by number of sample. Since-boot reports get SIZE_MAX. Returns the number of slots. */
static size_t
slots_by_number(const GArray *reports, size_t *slot)
{
    size_t next = 0;
    for (guint i = 0; i < reports->len; i++)
        slot[i] = g_array_index(reports, struct capture_report, i).since_boot ? SIZE_MAX : next++;
    return next;
}

/* Slots by stamp; 0 where the stamps cannot be trusted: one is absent, goes back or is repeated, or they claim a log
 * far longer than its samples. */
static size_t
slots_by_time(const GArray *reports, double interval_s, size_t *slot)
{
    size_t kept = 0;
    int64_t first_s = CAPTURE_NO_TIME, previous_s = CAPTURE_NO_TIME;
    size_t last_slot = 0;
    for (guint i = 0; i < reports->len; i++) {
        const struct capture_report *report = &g_array_index(reports, struct capture_report, i);
        slot[i] = SIZE_MAX;
        if (report->since_boot)
            continue;
        if (report->time_s == CAPTURE_NO_TIME || (kept > 0 && report->time_s <= previous_s))
            return 0;
        if (kept++ == 0)
            first_s = report->time_s;
        previous_s = report->time_s;
        size_t at = (size_t)llround((double)(report->time_s - first_s) / interval_s);
        /* A jittering clock may put two reports into one slot: the later takes the next one. */
        slot[i] = last_slot = kept > 1 && at <= last_slot ? last_slot + 1 : at;
    }
    return kept > 0 && last_slot < SLOTS_PER_REPORT_MAX * (kept + 1) ? last_slot + 1 : 0;
}

/* The slot of each report, and the stamp of the first sample. */
static size_t
assign_slots(const struct capture *capture, double interval_s, size_t *slot, int64_t *out_start_s)
{
    *out_start_s = CAPTURE_NO_TIME;
    for (guint i = 0; i < capture->reports->len && *out_start_s == CAPTURE_NO_TIME; i++)
        if (!g_array_index(capture->reports, struct capture_report, i).since_boot)
            *out_start_s = g_array_index(capture->reports, struct capture_report, i).time_s;
    size_t n = isfinite(interval_s) ? slots_by_time(capture->reports, interval_s, slot) : 0;
    return n > 0 ? n : slots_by_number(capture->reports, slot);
}

static double
value_at(const struct capture_device *device, enum capture_column column, guint row)
{
    const GArray *values = device->column[column];
    return values ? g_array_index(values, double, row) : NAN;
}

static void
add(double *sum, double value)
{
    if (isfinite(value))
        *sum += value;
}

/* I/Os whose latency is known, slot by slot: the weights of the layer's latency. */
struct weights {
    double *all, *reads, *writes;
};

/* A latency is of the I/Os of its row; rows without one do not weigh. */
static void
add_wait(double *wait, double *weight, double iops, double await_ms)
{
    if (!(iops > 0) || !isfinite(await_ms))
        return;
    *wait += iops * await_ms;
    *weight += iops;
}

/* Adds the rows of one device; latency arrays hold sums of IOPS x latency until finish_latency. */
static void
add_device(struct series *series, struct weights *weights, const struct capture_device *device, const size_t *slot)
{
    for (guint row = 0; row < device->report->len; row++) {
        size_t at = slot[g_array_index(device->report, uint32_t, row)];
        if (at >= series->n)
            continue;
        double reads = value_at(device, CAPTURE_READ_IOPS, row), writes = value_at(device, CAPTURE_WRITE_IOPS, row);
        double iops = value_at(device, CAPTURE_IOPS, row);
        add(&series->iops[at], iops);
        add(&series->read_iops[at], reads);
        add(&series->write_iops[at], writes);
        add(&series->mib_s[at], value_at(device, CAPTURE_MIB_S, row));
        add(&series->read_mib_s[at], value_at(device, CAPTURE_READ_MIB_S, row));
        add(&series->write_mib_s[at], value_at(device, CAPTURE_WRITE_MIB_S, row));
        add_wait(&series->latency_ms[at], &weights->all[at], iops, value_at(device, CAPTURE_AWAIT_MS, row));
        add_wait(
            &series->read_latency_ms[at], &weights->reads[at], reads, value_at(device, CAPTURE_READ_AWAIT_MS, row));
        add_wait(
            &series->write_latency_ms[at], &weights->writes[at], writes, value_at(device, CAPTURE_WRITE_AWAIT_MS, row));
        if (device->check) {
            const struct capture_check *check = &g_array_index(device->check, struct capture_check, row);
            series->aqu_sz[at] += (double)check->aqu_sz;
            series->size_mib_s[at] += (double)check->size_mib_s;
        }
        series->has_split = series->has_split || isfinite(reads);
        series->has_latency = series->has_latency || isfinite(value_at(device, CAPTURE_AWAIT_MS, row));
    }
}

static void
finish_latency(double *wait, double *weight, size_t n)
{
    for (size_t i = 0; i < n; i++)
        wait[i] = weight[i] > 0 ? wait[i] / weight[i] : NAN;
    g_free(weight);
}

static void
add_layer(struct series *series, const struct capture *capture, const struct layer *layer, const size_t *slot)
{
    struct weights weights = {new_values(series->n, 0), new_values(series->n, 0), new_values(series->n, 0)};
    for (guint i = 0; i < capture->devices->len; i++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, i);
        if (layer_holds(layer, device->name))
            add_device(series, &weights, device, slot);
    }
    finish_latency(series->latency_ms, weights.all, series->n);
    finish_latency(series->read_latency_ms, weights.reads, series->n);
    finish_latency(series->write_latency_ms, weights.writes, series->n);
}

/* Samples of the capture between the device's first and last row in which it has none. */
static size_t
missing_rows(const struct capture *capture, const struct capture_device *device)
{
    if (device->report->len == 0)
        return 0;
    guint first = g_array_index(device->report, uint32_t, 0);
    guint last = g_array_index(device->report, uint32_t, device->report->len - 1);
    size_t samples = 0;
    for (guint i = first; i <= last; i++)
        samples += g_array_index(capture->reports, struct capture_report, i).since_boot ? 0 : 1;
    return samples - device->report->len;
}

/* Marks in `seen` the slots that a report fills. A row that the parser rejected is no zero load: where a device lacks
 * no more rows than were rejected, the slots of those are as good as missing. (With -z many more are missing than
 * rejected.) */
static void
mark_seen(bool *seen, const struct series *series, const struct capture *capture, const struct layer *layer,
    const size_t *slot)
{
    for (guint i = 0; i < capture->reports->len; i++)
        if (slot[i] < series->n)
            seen[slot[i]] = true;
    for (guint d = 0; d < capture->devices->len && capture->rejected_rows > 0; d++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, d);
        size_t missing = layer_holds(layer, device->name) ? missing_rows(capture, device) : 0;
        if (missing == 0 || missing > capture->rejected_rows)
            continue;
        for (guint row = 1; row < device->report->len; row++)
            for (guint i = g_array_index(device->report, uint32_t, row - 1) + 1;
                 i < g_array_index(device->report, uint32_t, row); i++)
                if (slot[i] < series->n)
                    seen[slot[i]] = false;
    }
}

/* False too where a device of the layer is thin: the sum would lack it. */
static bool
has_rows(const struct capture *capture, const struct layer *layer)
{
    bool found = false;
    for (guint i = 0; i < capture->devices->len; i++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, i);
        if (!layer_holds(layer, device->name))
            continue;
        if (device->is_thin && device->totals.samples > 0)
            return false;
        found = found || device->report->len > 0;
    }
    return found;
}

struct series *
series_of(const struct capture *capture, const struct layer *layer)
{
    struct series *series = g_new0(struct series, 1);
    bool has_interval = isfinite(capture->interval_s) && capture->interval_s > 0;
    series->interval_s = has_interval ? capture->interval_s : 1;
    series->interval_assumed = !has_interval;
    g_autofree size_t *slot = g_new(size_t, MAX(capture->reports->len, 1));
    series->start_s = CAPTURE_NO_TIME;
    if (capture->has_series && has_rows(capture, layer))
        series->n = assign_slots(capture, has_interval ? capture->interval_s : NAN, slot, &series->start_s);
    double **array[] = {&series->iops, &series->read_iops, &series->write_iops, &series->mib_s, &series->read_mib_s,
        &series->write_mib_s, &series->latency_ms, &series->read_latency_ms, &series->write_latency_ms};
    for (size_t i = 0; i < G_N_ELEMENTS(array); i++)
        *array[i] = new_values(series->n, 0);
    if (series->n == 0)
        return series;
    if (capture->with_checks) {
        series->aqu_sz = new_values(series->n, 0);
        series->size_mib_s = new_values(series->n, 0);
    }
    add_layer(series, capture, layer, slot);
    g_autofree bool *seen = g_new0(bool, series->n);
    mark_seen(seen, series, capture, layer, slot);
    for (size_t i = 0; i < series->n; i++) {
        if (!seen[i]) {
            series->iops[i] = NAN;
            series->gaps++;
        }
    }
    return series;
}

void
series_free(struct series *series)
{
    double *array[] = {series->iops, series->read_iops, series->write_iops, series->mib_s, series->read_mib_s,
        series->write_mib_s, series->latency_ms, series->read_latency_ms, series->write_latency_ms, series->aqu_sz,
        series->size_mib_s};
    for (size_t i = 0; i < G_N_ELEMENTS(array); i++)
        g_free(array[i]);
    g_free(series);
}

/* Mean over the slots with a report, of which there are `samples`. */
static double
mean_over(const struct series *series, const double *values, size_t start, size_t end, size_t samples)
{
    double sum = 0;
    for (size_t i = start; i < end; i++)
        if (isfinite(series->iops[i]))
            sum += values[i];
    return samples > 0 ? sum / (double)samples : NAN;
}

static double
weighted_over(const double *latency, const double *iops, size_t start, size_t end)
{
    double sum = 0, weight = 0;
    for (size_t i = start; i < end; i++) {
        if (isfinite(iops[i]) && iops[i] > 0 && isfinite(latency[i])) {
            sum += iops[i] * latency[i];
            weight += iops[i];
        }
    }
    return weight > 0 ? sum / weight : NAN;
}

static double
p95_over(const double *latency, const double *iops, size_t start, size_t end)
{
    g_autofree double *known = g_new(double, MAX(end - start, 1));
    size_t n = 0;
    for (size_t i = start; i < end; i++)
        if (isfinite(iops[i]) && isfinite(latency[i]))
            known[n++] = latency[i];
    return quantile(known, n, 0.95);
}

struct series_means
series_means(const struct series *series, size_t start, size_t end)
{
    end = MIN(end, series->n);
    start = MIN(start, end);
    struct series_means means = {0};
    for (size_t i = start; i < end; i++)
        means.samples += isfinite(series->iops[i]) ? 1 : 0;
    means.iops = mean_over(series, series->iops, start, end, means.samples);
    means.mib_s = mean_over(series, series->mib_s, start, end, means.samples);
    means.read_iops = means.write_iops = means.read_mib_s = means.write_mib_s = NAN;
    means.latency_ms = means.read_latency_ms = means.write_latency_ms = means.p95_latency_ms = NAN;
    if (series->has_split) {
        means.read_iops = mean_over(series, series->read_iops, start, end, means.samples);
        means.write_iops = mean_over(series, series->write_iops, start, end, means.samples);
        means.read_mib_s = mean_over(series, series->read_mib_s, start, end, means.samples);
        means.write_mib_s = mean_over(series, series->write_mib_s, start, end, means.samples);
    }
    if (series->has_latency) {
        means.latency_ms = weighted_over(series->latency_ms, series->iops, start, end);
        means.p95_latency_ms = p95_over(series->latency_ms, series->iops, start, end);
        if (series->has_split) {
            means.read_latency_ms = weighted_over(series->read_latency_ms, series->read_iops, start, end);
            means.write_latency_ms = weighted_over(series->write_latency_ms, series->write_iops, start, end);
        }
    }
    return means;
}

bool
series_range(const struct series *series, int64_t from_s, int64_t to_s, size_t *out_start, size_t *out_end)
{
    if (series->start_s == CAPTURE_NO_TIME || series->n == 0 || to_s <= from_s)
        return false;
    /* Slot k is the interval that ends at start_s + k steps: its middle lies half a step before. */
    double first = ((double)from_s - (double)series->start_s) / series->interval_s + 0.5;
    double last = ((double)to_s - (double)series->start_s) / series->interval_s + 0.5;
    if (last <= 0 || first >= (double)series->n)
        return false;
    *out_start = first > 0 ? (size_t)ceil(first) : 0;
    *out_end = last < (double)series->n ? (size_t)ceil(last) : series->n;
    return *out_end > *out_start;
}

struct series *
series_of_values(const double *iops, const double *latency_ms, size_t n, double interval_s)
{
    struct series *series = g_new0(struct series, 1);
    series->n = n;
    series->interval_assumed = !(isfinite(interval_s) && interval_s > 0);
    series->interval_s = series->interval_assumed ? 1 : interval_s;
    series->start_s = CAPTURE_NO_TIME;
    series->has_latency = true;
    double **array[] = {&series->iops, &series->read_iops, &series->write_iops, &series->mib_s, &series->read_mib_s,
        &series->write_mib_s, &series->latency_ms, &series->read_latency_ms, &series->write_latency_ms};
    for (size_t i = 0; i < G_N_ELEMENTS(array); i++)
        *array[i] = new_values(n, NAN);
    if (n > 0) {
        memcpy(series->iops, iops, n * sizeof *iops);
        memcpy(series->latency_ms, latency_ms, n * sizeof *latency_ms);
    }
    return series;
}
