#include "capture.h"
#include "note.h"

#include <string.h>

struct capture *
capture_new(const char *path, enum capture_format format, bool with_series)
{
    struct capture *capture = g_new0(struct capture, 1);
    capture->path = g_strdup(path);
    capture->tool = "iostat";
    capture->format = format;
    capture->interval_s = NAN;
    capture->thin_every = 1;
    capture->series_columns = UINT32_MAX;
    capture->has_series = with_series;
    capture->reports = g_array_new(FALSE, FALSE, sizeof(struct capture_report));
    capture->devices = g_ptr_array_new();
    capture->notes = notes_new();
    capture->device_by_name = g_hash_table_new(g_str_hash, g_str_equal);
    return capture;
}

static void
capture_device_free(struct capture_device *device)
{
    g_free(device->name);
    g_array_unref(device->report);
    for (int column = 0; column < CAPTURE_COLUMNS; column++)
        g_clear_pointer(&device->column[column], g_array_unref);
    g_clear_pointer(&device->check, g_array_unref);
    g_free(device);
}

void
capture_free(struct capture *capture)
{
    if (capture == NULL)
        return;
    g_hash_table_unref(capture->device_by_name);
    for (guint i = 0; i < capture->devices->len; i++)
        capture_device_free(g_ptr_array_index(capture->devices, i));
    g_ptr_array_unref(capture->devices);
    g_array_unref(capture->reports);
    g_ptr_array_unref(capture->notes);
    g_free(capture->path);
    g_free(capture->host);
    g_free(capture->kernel);
    g_free(capture);
}

/* Takes `name`. */
static struct capture_device *
capture_add_device(struct capture *capture, char *name)
{
    struct capture_device *device = g_new0(struct capture_device, 1);
    device->name = name;
    device->name_len = strlen(name);
    device->index = capture->devices->len;
    device->follower = device->index + 1;
    device->last_report = -1;
    device->totals.iops_max = device->totals.util_max_pct = NAN;
    device->report = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    device->is_thin = capture->all_thin;
    capture->has_thin |= device->is_thin;
    g_ptr_array_add(capture->devices, device);
    g_hash_table_insert(capture->device_by_name, device->name, device);
    return device;
}

struct capture_device *
capture_device_expected(const struct capture *capture)
{
    guint index = capture->last_device != NULL ? capture->last_device->follower : capture->first_device;
    return index < capture->devices->len ? g_ptr_array_index(capture->devices, index) : NULL;
}

void
capture_device_follow(struct capture *capture, struct capture_device *device)
{
    if (capture->last_device != NULL)
        capture->last_device->follower = device->index;
    else
        capture->first_device = device->index;
    capture->last_device = device;
}

struct capture_device *
capture_device_named(struct capture *capture, const char *name, size_t len)
{
    struct capture_device *device = capture_device_expected(capture);
    if (device == NULL || device->name_len != len || memcmp(device->name, name, len) != 0) {
        /* Names go into UTF-8 results: other bytes are replaced before the name is compared with known ones. */
        g_autofree char *valid = g_utf8_make_valid(name, (gssize)len);
        device = g_hash_table_lookup(capture->device_by_name, valid);
        if (device == NULL && capture->devices->len >= CAPTURE_DEVICES_MAX) {
            notes_add(capture->notes, NOTE_ERROR, "too-many-devices", 0,
                "more than %u device names: %s and others left out", CAPTURE_DEVICES_MAX, valid);
            return NULL;
        }
        if (device == NULL)
            device = capture_add_device(capture, g_steal_pointer(&valid));
    }
    capture_device_follow(capture, device);
    return device;
}

static void
thin_series(const struct capture *capture, struct capture_device *device)
{
    guint kept = 0;
    for (guint row = 0; row < device->report->len; row++) {
        uint32_t report = g_array_index(device->report, uint32_t, row);
        if (report % capture->thin_every != 0)
            continue;
        g_array_index(device->report, uint32_t, kept) = report;
        for (int column = 0; column < CAPTURE_COLUMNS; column++) {
            GArray *values = device->column[column];
            if (values != NULL)
                g_array_index(values, double, kept) = g_array_index(values, double, row);
        }
        if (device->check != NULL)
            g_array_index(device->check, struct capture_check, kept) =
                g_array_index(device->check, struct capture_check, row);
        kept++;
    }
    g_array_set_size(device->report, kept);
    for (int column = 0; column < CAPTURE_COLUMNS; column++) {
        if (device->column[column] != NULL)
            g_array_set_size(device->column[column], kept);
    }
    if (device->check != NULL)
        g_array_set_size(device->check, kept);
}

/* Gives the memory of what was cut off back: arrays only grow. */
static void
shrink_series(struct capture_device *device)
{
    GArray *report = g_array_copy(device->report);
    g_array_unref(device->report);
    device->report = report;
    for (int column = 0; column < CAPTURE_COLUMNS; column++) {
        if (device->column[column] == NULL)
            continue;
        GArray *values = g_array_sized_new(FALSE, FALSE, sizeof(double), device->column[column]->len);
        g_array_append_vals(values, device->column[column]->data, device->column[column]->len);
        g_array_unref(device->column[column]);
        device->column[column] = values;
    }
    if (device->check != NULL) {
        GArray *check = g_array_copy(device->check);
        g_array_unref(device->check);
        device->check = check;
    }
}

void
capture_thin(struct capture *capture, struct capture_device *device)
{
    device->is_thin = capture->has_thin = true;
    while (capture->reports->len > CAPTURE_THIN_SAMPLES * capture->thin_every)
        capture->thin_every *= 2;
    thin_series(capture, device);
    shrink_series(device);
}

/* Half the samples of thin series go where they have become too many. */
static void
keep_thin(struct capture *capture)
{
    if (capture->reports->len <= (uint64_t)CAPTURE_THIN_SAMPLES * capture->thin_every)
        return;
    capture->thin_every *= 2;
    for (guint i = 0; i < capture->devices->len; i++) {
        struct capture_device *device = g_ptr_array_index(capture->devices, i);
        if (device->is_thin)
            thin_series(capture, device);
    }
}

void
capture_add_report(struct capture *capture, const struct capture_report *report)
{
    if (capture->has_thin)
        keep_thin(capture);
    if (capture->choose != NULL && capture->series_values > capture->series_values_max) {
        capture->choose(capture, capture->choose_data);
        capture->choose = NULL;
    }
    g_array_append_val(capture->reports, *report);
    capture->last_device = NULL;
    if (report->since_boot)
        capture->since_boot_reports++;
}

void
capture_keep_report(struct capture *capture, uint32_t index)
{
    struct capture_report *report = &g_array_index(capture->reports, struct capture_report, index);
    if (!report->since_boot)
        return;
    report->since_boot = false;
    capture->since_boot_reports--;
}

/* Time that one side's I/Os waited in a second; 0 where there were none, NAN where it is not printed. */
static double
side_wait_ms_per_s(double iops, double await_ms)
{
    return iops == 0 ? 0 : iops * await_ms;
}

/* Mean latency of a row, from its parts where the log prints none. A row without I/O has no latency: 0.00 is printed.
 */
static double
row_await_ms(const double *value)
{
    double iops = value[CAPTURE_IOPS];
    if (!(iops > 0))
        return NAN;
    if (!isnan(value[CAPTURE_AWAIT_MS]))
        return value[CAPTURE_AWAIT_MS];
    return (side_wait_ms_per_s(value[CAPTURE_READ_IOPS], value[CAPTURE_READ_AWAIT_MS]) +
               side_wait_ms_per_s(value[CAPTURE_WRITE_IOPS], value[CAPTURE_WRITE_AWAIT_MS])) /
           iops;
}

/* The columns that follow from others. NAN stays NAN: a sum with an absent part is absent. */
static void
row_complete(struct capture_row *row)
{
    double *value = row->value;
    if (isnan(value[CAPTURE_IOPS]))
        value[CAPTURE_IOPS] = value[CAPTURE_READ_IOPS] + value[CAPTURE_WRITE_IOPS];
    if (isnan(value[CAPTURE_MIB_S]))
        value[CAPTURE_MIB_S] = value[CAPTURE_READ_MIB_S] + value[CAPTURE_WRITE_MIB_S];
    value[CAPTURE_AWAIT_MS] = row_await_ms(value);
    if (value[CAPTURE_READ_IOPS] == 0)
        value[CAPTURE_READ_AWAIT_MS] = NAN;
    if (value[CAPTURE_WRITE_IOPS] == 0)
        value[CAPTURE_WRITE_AWAIT_MS] = NAN;
}

static void
add_weighted(double *sum, double *weight, double iops, double await_ms)
{
    if (iops > 0 && !isnan(await_ms)) {
        *sum += iops * await_ms;
        *weight += iops;
    }
}

static void
totals_add(struct capture_totals *totals, const double *value)
{
    totals->samples++;
    for (int column = 0; column < CAPTURE_COLUMNS; column++) {
        if (!isnan(value[column])) {
            totals->sum[column] += value[column];
            totals->present[column]++;
        }
    }
    add_weighted(
        &totals->read_wait_ms_per_s, &totals->read_weight, value[CAPTURE_READ_IOPS], value[CAPTURE_READ_AWAIT_MS]);
    add_weighted(
        &totals->write_wait_ms_per_s, &totals->write_weight, value[CAPTURE_WRITE_IOPS], value[CAPTURE_WRITE_AWAIT_MS]);
    add_weighted(&totals->wait_ms_per_s, &totals->weight, value[CAPTURE_IOPS], value[CAPTURE_AWAIT_MS]);
    totals->iops_max = fmax(totals->iops_max, value[CAPTURE_IOPS]);
    totals->util_max_pct = fmax(totals->util_max_pct, value[CAPTURE_UTIL_PCT]);
}

/* NAN where the row lacks a size or a rate. A side without I/O adds nothing. */
static double
size_mib_s(const double *value)
{
    if (!isnan(value[CAPTURE_KIB]))
        return value[CAPTURE_IOPS] * value[CAPTURE_KIB] / 1024;
    return (value[CAPTURE_READ_IOPS] * value[CAPTURE_READ_KIB] + value[CAPTURE_WRITE_IOPS] * value[CAPTURE_WRITE_KIB]) /
           1024;
}

static void
insert_check(struct capture_device *device, guint position, const double *value)
{
    /* The kernel adds up the time of all requests in flight, discards and (since 5.5) flushes among them. */
    double discards = side_wait_ms_per_s(value[CAPTURE_DISCARD_IOPS], value[CAPTURE_DISCARD_AWAIT_MS]);
    double flushes = side_wait_ms_per_s(value[CAPTURE_FLUSH_IOPS], value[CAPTURE_FLUSH_AWAIT_MS]);
    double others = (isnan(discards) ? 0 : discards) + (isnan(flushes) ? 0 : flushes);
    double queue = value[CAPTURE_AQU_SZ] - others / 1000;
    struct capture_check check = {(float)queue, (float)size_mib_s(value)};
    if (device->check == NULL)
        device->check = g_array_new(FALSE, FALSE, sizeof check);
    g_array_insert_val(device->check, position, check);
}

/* Puts the row's values at `position` of the device's series. A column that the rows before did not have starts here.
 */
static void
series_insert(
    struct capture *capture, struct capture_device *device, guint position, uint32_t report, const double *value)
{
    static const double absent = NAN;
    if (device->is_thin && report % capture->thin_every != 0)
        return;
    capture->series_values += CAPTURE_COLUMNS;
    guint samples = device->report->len;
    g_array_insert_val(device->report, position, report);
    for (int column = 0; column < CAPTURE_COLUMNS; column++) {
        if (device->column[column] == NULL) {
            if (isnan(value[column]) || (capture->series_columns & (1u << column)) == 0)
                continue;
            device->column[column] = g_array_new(FALSE, FALSE, sizeof(double));
            for (guint i = 0; i < samples; i++)
                g_array_append_val(device->column[column], absent);
        }
        g_array_insert_val(device->column[column], position, value[column]);
    }
    if (capture->with_checks)
        insert_check(device, position, value);
}

static void
note_double_row(struct capture *capture, const struct capture_device *device, uint64_t line)
{
    notes_add(
        capture->notes, NOTE_WARNING, "double-row", line, "a second row of %s in one report is left out", device->name);
}

void
capture_add_row(struct capture *capture, struct capture_device *device, const struct capture_row *row, uint64_t line)
{
    if (capture->reports->len == 0)
        return;
    uint32_t report = capture->reports->len - 1;
    if (device->last_report == (int64_t)report) {
        note_double_row(capture, device, line);
        return;
    }
    device->last_report = report;
    if (g_array_index(capture->reports, struct capture_report, report).since_boot)
        return;
    struct capture_row whole = *row;
    row_complete(&whole);
    totals_add(&device->totals, whole.value);
    if (capture->has_series)
        series_insert(capture, device, device->report->len, report, whole.value);
}

void
capture_insert_row(struct capture *capture, struct capture_device *device, uint32_t report,
    const struct capture_row *row, uint64_t line)
{
    struct capture_row whole = *row;
    row_complete(&whole);
    guint position = device->report->len;
    while (position > 0 && g_array_index(device->report, uint32_t, position - 1) >= report)
        position--;
    if (position < device->report->len && g_array_index(device->report, uint32_t, position) == report) {
        note_double_row(capture, device, line);
        return;
    }
    totals_add(&device->totals, whole.value);
    device->last_report = MAX(device->last_report, (int64_t)report);
    if (capture->has_series)
        series_insert(capture, device, position, report, whole.value);
}

const char *
capture_unit_name(enum capture_unit unit)
{
    switch (unit) {
    case CAPTURE_UNIT_KB:
        return "kB";
    case CAPTURE_UNIT_MB:
        return "MB";
    case CAPTURE_UNIT_GB:
        return "GB";
    case CAPTURE_UNIT_BLK:
        return "Blk";
    case CAPTURE_UNIT_SECTORS:
        return "sectors";
    case CAPTURE_UNIT_HUMAN:
        return "human";
    case CAPTURE_UNIT_UNKNOWN:
        break;
    }
    return NULL;
}

char *
capture_time_text(int64_t time_s, bool has_zone, int utc_offset_s)
{
    if (time_s == CAPTURE_NO_TIME)
        return NULL;
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(time_s);
    if (time == NULL)
        return NULL;
    /* Not g_date_time_format: its digits can follow the locale. */
    g_autofree char *text = g_strdup_printf("%04d-%02d-%02dT%02d:%02d:%02d", g_date_time_get_year(time),
        g_date_time_get_month(time), g_date_time_get_day_of_month(time), g_date_time_get_hour(time),
        g_date_time_get_minute(time), g_date_time_get_second(time));
    if (!has_zone)
        return g_steal_pointer(&text);
    int minutes = ABS(utc_offset_s) / 60;
    return g_strdup_printf("%s%c%02d:%02d", text, utc_offset_s < 0 ? '-' : '+', minutes / 60, minutes % 60);
}
