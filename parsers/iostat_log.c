#include "iostat_log.h"
#include "iostat_boot.h"
#include "note.h"

#include <string.h>

#define SECONDS_PER_DAY 86400
#define HALF_DAY_S 43200
#define HOUR_S 3600
#define GAP_STEPS 3 /* steps that one must be as long as, to be called a gap */

/* A row of a report that may turn out to be a sample. */
struct held_row {
    struct capture_device *device;
    struct capture_row row;
    uint64_t line;
};

/* What the tables of a split report have given so far for one device; index: that of the device. */
struct part_row {
    struct capture_row row;
    uint64_t line;
    uint32_t report; /* reports->len at that time; another number: not of this report */
    uint32_t kept;
    bool rejected, hundredths;
};

struct iostat_log {
    struct capture *capture;
    struct iostat_options options;
    GArray *stamps; /* struct stamp, one a report */
    GArray *starts; /* uint32_t: reports before each banner */
    struct stamp next_stamp;
    struct stamp banner_date;
    struct iostat_cpu next_cpu;
    bool has_stamp, has_cpu;
    struct date_evidence dates;
    bool needs_order; /* a stamp's date depends on the order of day and month */
    bool extra_blank; /* behind the banner */
    bool first_ahead; /* the next report is the first after a banner */
    bool holding;     /* the report `held_report` is undecided */
    bool in_held;     /* it is the open one */
    uint32_t held_report;
    GArray *held; /* struct held_row */
    struct boot_test test;
    GArray *parts;          /* struct part_row */
    uint32_t split_columns; /* columns of a whole split row; 0: none seen */
    bool has_parts;         /* the open report has some */
};

struct iostat_log *
iostat_log_new(const char *path, enum capture_format format, const struct iostat_options *options)
{
    struct iostat_log *log = g_new0(struct iostat_log, 1);
    log->capture = capture_new(path, format, options->with_series);
    log->options = *options;
    log->capture->all_thin = options->thin_series;
    if (options->series_columns != 0)
        log->capture->series_columns = options->series_columns;
    log->capture->with_checks = options->with_checks;
    log->capture->series_values_max = options->series_values_max;
    log->capture->choose = options->series_values_max > 0 ? options->choose : NULL;
    log->capture->choose_data = options->choose_data;
    log->stamps = g_array_new(FALSE, FALSE, sizeof(struct stamp));
    log->starts = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    log->held = g_array_new(FALSE, FALSE, sizeof(struct held_row));
    log->parts = g_array_new(FALSE, TRUE, sizeof(struct part_row));
    return log;
}

void
iostat_log_free(struct iostat_log *log)
{
    if (log == NULL)
        return;
    capture_free(log->capture);
    g_array_unref(log->stamps);
    g_array_unref(log->starts);
    g_array_unref(log->held);
    g_array_unref(log->parts);
    g_free(log);
}

struct capture *
iostat_log_capture(struct iostat_log *log)
{
    return log->capture;
}

/* Samples are in the capture at once; those of the held report wait for its verdict. */
static void
add_row(struct iostat_log *log, struct capture_device *device, const struct capture_row *row, bool hundredths,
    uint64_t line)
{
    if (log->in_held && device->last_report != (int64_t)log->held_report) {
        struct held_row held = {device, *row, line};
        g_array_append_val(log->held, held);
        boot_test_first(&log->test, row, hundredths);
    } else if (log->holding) {
        boot_test_later(&log->test, row);
    }
    capture_add_row(log->capture, device, row, line);
}

static void
reject_row(struct iostat_log *log, const struct capture_device *device, uint64_t line)
{
    log->capture->rejected_rows++;
    notes_add(log->capture->notes, NOTE_WARNING, "rejected-row", line,
        "row of %s left out: too few values, or a rate or size of 1e9 or more (a counter went back)", device->name);
}

/* Joins the tables of a split report, at its end. */
static void
flush_parts(struct iostat_log *log)
{
    if (!log->has_parts)
        return;
    log->has_parts = false;
    uint32_t report = log->capture->reports->len;
    for (guint i = 0; i < log->parts->len; i++) {
        struct part_row *part = &g_array_index(log->parts, struct part_row, i);
        if (part->report == report)
            log->split_columns |= part->kept;
    }
    for (guint i = 0; i < log->parts->len; i++) {
        struct part_row *part = &g_array_index(log->parts, struct part_row, i);
        struct capture_device *device = g_ptr_array_index(log->capture->devices, i);
        if (part->report != report)
            continue;
        if (part->rejected || part->kept != log->split_columns)
            reject_row(log, device, part->line);
        else
            add_row(log, device, &part->row, part->hundredths, part->line);
    }
}

static void
join_part(struct iostat_log *log, const struct capture_device *device, const struct iostat_log_row *row, uint64_t line)
{
    uint32_t report = log->capture->reports->len;
    if (log->parts->len <= device->index)
        g_array_set_size(log->parts, device->index + 1);
    struct part_row *part = &g_array_index(log->parts, struct part_row, device->index);
    if (part->report != report)
        *part = (struct part_row){.row = row->row, .line = line, .report = report, .hundredths = true};
    for (int column = 0; column < CAPTURE_VALUES; column++) {
        if ((row->kept & (1u << column)) != 0)
            part->row.value[column] = row->row.value[column];
    }
    part->kept |= row->kept;
    part->rejected |= row->rejected;
    part->hundredths &= row->hundredths;
    log->has_parts = true;
}

void
iostat_log_row(struct iostat_log *log, const struct iostat_log_row *row, uint64_t line)
{
    if (row->name_len == 0 || log->capture->reports->len == 0)
        return;
    struct capture_device *device = capture_device_named(log->capture, row->name, row->name_len);
    if (device == NULL)
        return;
    device->is_group |= row->is_group;
    if (row->part)
        join_part(log, device, row, line);
    else if (row->rejected)
        reject_row(log, device, line);
    else
        add_row(log, device, &row->row, row->hundredths, line);
}

void
iostat_log_sample(struct iostat_log *log, struct capture_device *device, const struct capture_row *row, uint64_t line)
{
    add_row(log, device, row, true, line);
}

bool
iostat_log_is_plain(const struct iostat_log *log)
{
    return !log->in_held;
}

/* The end of one run of iostat: the verdict on its first report. */
static void
close_run(struct iostat_log *log)
{
    flush_parts(log);
    if (log->holding) {
        g_autofree char *reason = boot_test_reason(&log->test);
        if (reason != NULL) {
            capture_keep_report(log->capture, log->held_report);
            for (guint i = 0; i < log->held->len; i++) {
                const struct held_row *held = &g_array_index(log->held, struct held_row, i);
                capture_insert_row(log->capture, held->device, log->held_report, &held->row, held->line);
            }
            notes_add(log->capture->notes, NOTE_INFO, "first-report-kept", 0,
                "the first report is a sample (iostat -y), not an average since boot: %s", reason);
        }
    }
    log->holding = log->in_held = false;
    g_array_set_size(log->held, 0);
}

static void
banner_facts(struct iostat_log *log, const struct iostat_banner *banner, uint64_t line)
{
    struct capture *capture = log->capture;
    if (capture->host == NULL && banner->host != NULL)
        capture->host = g_utf8_make_valid(banner->host, -1);
    if (capture->kernel == NULL && banner->kernel != NULL)
        capture->kernel = g_utf8_make_valid(banner->kernel, -1);
    else if (banner->kernel != NULL && !g_str_equal(capture->kernel, banner->kernel))
        notes_add(capture->notes, NOTE_INFO, "kernel-changed", line, "a later run has another kernel");
    if (capture->cpus == 0)
        capture->cpus = banner->cpus;
    else if (banner->cpus != 0 && banner->cpus != capture->cpus)
        notes_add(capture->notes, NOTE_INFO, "cpus-changed", line, "a later run has %d CPUs, the first had %d",
            banner->cpus, capture->cpus);
}

void
iostat_log_banner(struct iostat_log *log, const struct iostat_banner *banner, uint64_t line)
{
    close_run(log);
    banner_facts(log, banner, line);
    log->capture->banners++;
    struct stamp date;
    if (banner->date != NULL && stamp_parse_date(banner->date, strlen(banner->date), &date)) {
        date_evidence_add(&log->dates, &date);
        if (log->banner_date.date == STAMP_NO_DATE)
            log->banner_date = date;
    }
    g_array_append_val(log->starts, log->capture->reports->len);
    log->has_stamp = log->has_cpu = false;
    log->first_ahead = true;
    log->extra_blank = false;
}

void
iostat_log_extra_blank(struct iostat_log *log)
{
    log->extra_blank = true;
}

void
iostat_log_stamp(struct iostat_log *log, const struct stamp *stamp)
{
    log->next_stamp = *stamp;
    log->has_stamp = true;
}

void
iostat_log_prefix_stamp(struct iostat_log *log, const struct stamp *stamp)
{
    if (log->has_stamp)
        return;
    iostat_log_stamp(log, stamp);
    notes_add(log->capture->notes, NOTE_INFO, "prefix-times", 0,
        "reports have no time stamp (iostat -t): the times before the lines are taken");
}

void
iostat_log_cpu(struct iostat_log *log, const struct iostat_cpu *cpu, uint64_t line)
{
    const double parts[] = {cpu->user_pct, cpu->system_pct, cpu->iowait_pct, cpu->idle_pct};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (parts[i] > 100.5) {
            notes_add(log->capture->notes, NOTE_WARNING, "wild-cpu", line, "CPU percents above 100 are left out");
            return;
        }
    }
    log->next_cpu = *cpu;
    log->has_cpu = true;
}

void
iostat_log_open_report(struct iostat_log *log)
{
    flush_parts(log);
    enum since_boot mode = log->options.since_boot;
    struct capture_report report = {.time_s = CAPTURE_NO_TIME, .has_cpu = log->has_cpu};
    report.since_boot = log->first_ahead && mode != SINCE_BOOT_KEEP;
    if (log->has_cpu) {
        report.user_pct = (float)log->next_cpu.user_pct;
        report.system_pct = (float)log->next_cpu.system_pct;
        report.iowait_pct = (float)log->next_cpu.iowait_pct;
        report.idle_pct = (float)log->next_cpu.idle_pct;
    }
    log->in_held = report.since_boot && mode == SINCE_BOOT_AUTO;
    if (log->in_held) {
        log->holding = true;
        log->held_report = log->capture->reports->len;
        boot_test_start(&log->test);
        log->test.extra_blank = log->extra_blank;
        if (log->has_cpu)
            log->test.cpu_sum_pct = log->next_cpu.sum_pct;
    }
    struct stamp stamp = log->has_stamp ? log->next_stamp : (struct stamp){0};
    if (log->has_stamp) {
        date_evidence_add(&log->dates, &stamp);
        log->needs_order |=
            stamp.date == STAMP_NUMERIC || (stamp.date == STAMP_NO_DATE && log->banner_date.date == STAMP_NUMERIC);
    }
    g_array_append_val(log->stamps, stamp);
    capture_add_report(log->capture, &report);
    log->first_ahead = log->has_stamp = log->has_cpu = false;
}

void
iostat_log_comma(struct iostat_log *log)
{
    log->dates.comma = true;
}

static enum date_order
date_order_of(struct iostat_log *log)
{
    struct date_verdict verdict = date_evidence_verdict(&log->dates);
    enum date_order asked = log->options.date_order;
    if (!log->needs_order)
        return verdict.order;
    if (verdict.contradictory)
        notes_add(log->capture->notes, NOTE_WARNING, "date-order-mixed", 0,
            "some dates can only be day first and others only month first");
    if (asked != DATE_ORDER_AUTO) {
        if (verdict.proven && log->dates.numeric > 0 && verdict.order != asked)
            notes_add(log->capture->notes, NOTE_WARNING, "date-order-asked", 0,
                "the dates contradict the order that was asked for");
        return asked;
    }
    if (!verdict.proven)
        notes_add(log->capture->notes, NOTE_WARNING, "date-order", 0,
            "dates such as %02d%c%02d can be read day first or month first; taken as %s first (--date-order decides)",
            log->dates.last.part[0], log->dates.last.separator, log->dates.last.part[1],
            verdict.order == DATE_ORDER_DMY ? "day" : "month");
    return verdict.order;
}

/* One time; where the order does not fit this stamp, the other one does. */
static int64_t
resolve(struct iostat_log *log, const struct stamp *stamp, enum date_order order)
{
    int64_t time_s = stamp_time_s(stamp, order);
    if (time_s == CAPTURE_NO_TIME && stamp->date == STAMP_NUMERIC)
        time_s = stamp_time_s(stamp, order == DATE_ORDER_DMY ? DATE_ORDER_MDY : DATE_ORDER_DMY);
    if (time_s == CAPTURE_NO_TIME && stamp->has_time && stamp->date != STAMP_NO_DATE)
        notes_add(log->capture->notes, NOTE_WARNING, "bad-date", 0, "a time stamp is no date of the calendar");
    return time_s;
}

/* Stamps without a date ("Time: 03:49:57 PM") start on the day of the banner; a step back by more than half a day, less
 * what a change to winter time takes, is the next day. */
static void
resolve_undated(struct iostat_log *log, enum date_order order)
{
    int64_t day_s = stamp_time_s(&log->banner_date, order);
    int64_t before = INT64_MIN;
    bool found = false;
    for (guint i = 0; i < log->stamps->len; i++) {
        const struct stamp *stamp = &g_array_index(log->stamps, struct stamp, i);
        if (!stamp->has_time || stamp->date != STAMP_NO_DATE || day_s == CAPTURE_NO_TIME)
            continue;
        if (before != INT64_MIN && stamp->second_of_day < before - HALF_DAY_S)
            day_s += SECONDS_PER_DAY;
        before = stamp->second_of_day;
        found = true;
        g_array_index(log->capture->reports, struct capture_report, i).time_s = day_s + stamp->second_of_day;
    }
    if (found)
        notes_add(log->capture->notes, NOTE_INFO, "no-date", 0,
            "time stamps have no date: the day of the banner is taken for the first");
}

static gint
compare_steps(gconstpointer a, gconstpointer b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* A change of the clock for summer time, less or plus the time between two reports. */
static bool
is_about_an_hour(int64_t step_s)
{
    return step_s >= HOUR_S - HOUR_S / 6 && step_s <= HOUR_S + HOUR_S / 6;
}

/* `steps`: sorted. A gap of about an hour may be none: summer time starts. */
static void
note_long_steps(struct iostat_log *log, const GArray *steps, int64_t median_s)
{
    guint longer = 0, hours = 0;
    for (guint i = 0; i < steps->len; i++) {
        int64_t step = g_array_index(steps, int64_t, i);
        longer += step >= GAP_STEPS * median_s;
        hours += median_s < HOUR_S / 6 && is_about_an_hour(step);
    }
    if (longer == 0)
        return;
    notes_add(log->capture->notes, NOTE_INFO, "gaps", 0,
        "%u steps between stamps are %d times the interval of %" G_GINT64_FORMAT
        " s or more, the longest %" G_GINT64_FORMAT " s: samples are missing there%s",
        longer, GAP_STEPS, median_s, g_array_index(steps, int64_t, steps->len - 1),
        hours > 0 && log->options.timezone == NULL && !log->capture->has_zone
            ? ", or summer time starts (--timezone tells)"
            : "");
}

/* The median step of the stamps within the runs; steps back (winter time) and across banners say nothing. */
static double
median_step_s(struct iostat_log *log)
{
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(int64_t));
    const GArray *reports = log->capture->reports;
    guint start = 0;
    for (guint i = 1; i < reports->len; i++) {
        while (start < log->starts->len && g_array_index(log->starts, uint32_t, start) < i)
            start++;
        bool new_run = start < log->starts->len && g_array_index(log->starts, uint32_t, start) == i;
        int64_t now = g_array_index(reports, struct capture_report, i).time_s;
        int64_t before = g_array_index(reports, struct capture_report, i - 1).time_s;
        if (new_run || now == CAPTURE_NO_TIME || before == CAPTURE_NO_TIME)
            continue;
        int64_t step = now - before;
        if (step > 0)
            g_array_append_val(steps, step);
        else if (step < 0)
            notes_add(log->capture->notes, NOTE_WARNING, "clock-back", 0,
                "the clock goes back by %" G_GINT64_FORMAT " s after report %u: times repeat there%s", -step, i,
                is_about_an_hour(-step) && !log->capture->has_zone ? ", as where summer time ends (--timezone tells)"
                                                                   : "");
    }
    if (steps->len == 0)
        return NAN;
    g_array_sort(steps, compare_steps);
    int64_t median = g_array_index(steps, int64_t, (steps->len - 1) / 2);
    note_long_steps(log, steps, median);
    return (double)median;
}

/* Times of one capture are in the zone of its first stamp, also where summer time ends on the way. */
static void
adjust_zone(struct capture *capture, const struct stamp *stamp, guint i)
{
    struct capture_report *report = &g_array_index(capture->reports, struct capture_report, i);
    if (!stamp->has_zone || report->time_s == CAPTURE_NO_TIME)
        return;
    if (!capture->has_zone) {
        capture->has_zone = true;
        capture->utc_offset_s = stamp->utc_offset_s;
    }
    if (stamp->utc_offset_s == capture->utc_offset_s)
        return;
    report->time_s += capture->utc_offset_s - stamp->utc_offset_s;
    notes_add(capture->notes, NOTE_INFO, "zone-changed", 0,
        "the offset from UTC changes in the log: all times are given with the first one");
}

/* The offset from UTC of a local time. Where summer time ends an hour comes twice: the earlier one, unless that is
 * before `not_before_s` (UTC) and the later one is not. A time that is skipped in spring counts as the first behind it.
 */
static int
offset_of_local(GTimeZone *zone, int64_t time_s, int64_t not_before_s)
{
    gint64 summer_s = time_s, winter_s = time_s;
    int summer = g_time_zone_get_offset(zone, g_time_zone_adjust_time(zone, G_TIME_TYPE_DAYLIGHT, &summer_s));
    int winter = g_time_zone_get_offset(zone, g_time_zone_adjust_time(zone, G_TIME_TYPE_STANDARD, &winter_s));
    int early = MAX(summer, winter), late = MIN(summer, winter);
    return time_s - early >= not_before_s || time_s - late < not_before_s ? early : late;
}

/* Local times in the zone that the user named, as times of the offset at the start of the log: they rise steadily. */
static void
apply_timezone(struct iostat_log *log)
{
    struct capture *capture = log->capture;
    if (log->options.timezone == NULL || capture->has_zone)
        return;
    int64_t before_s = INT64_MIN;
    for (guint i = 0; i < capture->reports->len; i++) {
        struct capture_report *report = &g_array_index(capture->reports, struct capture_report, i);
        if (report->time_s == CAPTURE_NO_TIME)
            continue;
        int offset = offset_of_local(log->options.timezone, report->time_s, before_s);
        if (!capture->has_zone) {
            capture->has_zone = true;
            capture->utc_offset_s = offset;
        }
        before_s = report->time_s - offset;
        report->time_s = before_s + capture->utc_offset_s;
    }
}

static void
resolve_times(struct iostat_log *log)
{
    struct capture *capture = log->capture;
    enum date_order order = date_order_of(log);
    for (guint i = 0; i < log->stamps->len; i++) {
        const struct stamp *stamp = &g_array_index(log->stamps, struct stamp, i);
        if (!stamp->has_time)
            continue;
        g_array_index(capture->reports, struct capture_report, i).time_s = resolve(log, stamp, order);
        adjust_zone(capture, stamp, i);
    }
    resolve_undated(log, order);
    apply_timezone(log);
    capture->interval_s = median_step_s(log);
    if (!isnan(log->options.interval_s)) {
        capture->interval_assumed = true;
        capture->interval_s = log->options.interval_s;
    }
}

struct capture *
iostat_log_finish(struct iostat_log *log)
{
    close_run(log);
    struct capture *capture = NULL;
    if (log->capture->reports->len > 0) {
        resolve_times(log);
        capture = g_steal_pointer(&log->capture);
        if (capture->banners == 0)
            notes_add(capture->notes, NOTE_INFO, "no-banner", 0,
                "no banner of iostat: the head is cut off, the first report counts as a sample");
        if (capture->since_boot_reports == capture->reports->len)
            notes_add(capture->notes, NOTE_WARNING, "only-since-boot", 0,
                "only averages since boot are in it: no sample of any interval");
    }
    iostat_log_free(log);
    return capture;
}
