/* Times of logs: summer time both ways, zones, jumps of the clock, gaps, order of day and month; and what series and
 * joined logs make of them. */
#include "devices.h"
#include "iostat.h"
#include "note.h"
#include "run_series.h"

#include <string.h>

#define BANNER "Linux 5.14.0-1.x86_64 (db1) \t%s \t_x86_64_\t(8 CPU)\n\n"
/* Central European rules, written out: no zone files are needed. */
#define CENTRAL_EUROPE "CET-1CEST,M3.5.0/2,M10.5.0/3"

/* A log of one device with a report at each stamp; its IOPS count 100, 200, 300 and so on. */
static struct capture *
log_of(const char *date, const char *const *stamps, const struct iostat_options *asked)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, BANNER, date);
    for (int i = 0; stamps[i] != NULL; i++)
        g_string_append_printf(text,
            "%s\nDevice r/s rMB/s r_await w/s wMB/s w_await aqu-sz %%util\nsda %d00.00 1.00 0.50 0.00 0.00 0.00 0.10 "
            "10.00\n\n",
            stamps[i], i + 1);
    struct iostat_options options = *asked;
    options.with_series = true;
    options.since_boot = SINCE_BOOT_KEEP;
    g_autoptr(GPtrArray) captures = g_ptr_array_new();
    struct stream *stream = stream_new_memory("time.log", text->str, text->len);
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, captures, &error));
    stream_free(stream);
    return g_ptr_array_index(captures, 0);
}

static struct capture *
log_in_zone(const char *date, const char *const *stamps, const char *zone)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    g_autoptr(GTimeZone) time_zone = zone != NULL ? g_time_zone_new_identifier(zone) : NULL;
    g_assert_true(zone == NULL || time_zone != NULL);
    options.timezone = time_zone;
    return log_of(date, stamps, &options);
}

static void
check_time(const struct capture *capture, guint report, const char *want)
{
    g_autofree char *time = capture_time_text(g_array_index(capture->reports, struct capture_report, report).time_s,
        capture->has_zone, capture->utc_offset_s);
    g_assert_cmpstr(time, ==, want);
}

static const char *
note_text(const struct capture *capture, const char *code)
{
    for (guint i = 0; i < capture->notes->len; i++) {
        const struct note *note = g_ptr_array_index(capture->notes, i);
        if (g_str_equal(note->code, code))
            return note->text;
    }
    return NULL;
}

static struct series *
series_of_log(const struct capture *capture)
{
    g_autoptr(Layer) layer = layer_of_device("sda");
    return series_of(capture, layer);
}

static const char *const autumn[] = {"2026-10-25 02:59:58", "2026-10-25 02:59:59", "2026-10-25 02:00:00",
    "2026-10-25 02:00:01", "2026-10-25 02:00:02", NULL};
static const char *const spring[] = {
    "2026-03-29 01:59:58", "2026-03-29 01:59:59", "2026-03-29 03:00:00", "2026-03-29 03:00:01", NULL};

static void
test_end_of_summer_time_repeats_an_hour(void)
{
    g_autoptr(Capture) capture = log_in_zone("2026-10-25", autumn, NULL);
    check_time(capture, 2, "2026-10-25T02:00:00");
    g_assert_cmpfloat(capture->interval_s, ==, 1);
    g_assert_nonnull(strstr(note_text(capture, "clock-back"), "3599 s after report 2"));
    g_assert_nonnull(strstr(note_text(capture, "clock-back"), "summer time ends"));
    /* Slots by number: no sample is lost, none counts twice. */
    g_autoptr(Series) series = series_of_log(capture);
    g_assert_cmpuint(series->n, ==, 5);
    for (size_t i = 0; i < 5; i++)
        g_assert_cmpfloat(series->iops[i], ==, 100 * (double)(i + 1));
}

static void
test_zone_makes_the_repeated_hour_plain(void)
{
    g_autoptr(Capture) capture = log_in_zone("2026-10-25", autumn, CENTRAL_EUROPE);
    check_time(capture, 0, "2026-10-25T02:59:58+02:00");
    check_time(capture, 2, "2026-10-25T03:00:00+02:00");
    check_time(capture, 4, "2026-10-25T03:00:02+02:00");
    g_assert_null(note_text(capture, "clock-back"));
    g_autoptr(Series) series = series_of_log(capture);
    g_assert_cmpuint(series->n, ==, 5);
    g_assert_cmpuint(series->gaps, ==, 0);
}

static void
test_start_of_summer_time_looks_like_a_gap_without_a_zone(void)
{
    g_autoptr(Capture) capture = log_in_zone("2026-03-29", spring, NULL);
    check_time(capture, 2, "2026-03-29T03:00:00");
    g_assert_nonnull(strstr(note_text(capture, "gaps"), "3601 s"));
    g_assert_nonnull(strstr(note_text(capture, "gaps"), "summer time starts"));
    g_autoptr(Capture) zoned = log_in_zone("2026-03-29", spring, CENTRAL_EUROPE);
    check_time(zoned, 1, "2026-03-29T01:59:59+01:00");
    check_time(zoned, 2, "2026-03-29T02:00:00+01:00");
    g_assert_null(note_text(zoned, "gaps"));
    g_autoptr(Series) series = series_of_log(zoned);
    g_assert_cmpuint(series->n, ==, 4);
    g_assert_cmpuint(series->gaps, ==, 0);
}

static void
test_zone_of_the_stamps_stands_before_the_option(void)
{
    static const char *const stamps[] = {"2026-07-01T12:00:00-0400", "2026-07-01T12:00:01-0400", NULL};
    g_autoptr(Capture) capture = log_in_zone("2026-07-01", stamps, CENTRAL_EUROPE);
    check_time(capture, 0, "2026-07-01T12:00:00-04:00");
    g_autoptr(Capture) offset = log_in_zone("2026-10-25", autumn, "+05:30");
    check_time(offset, 0, "2026-10-25T02:59:58+05:30");
    g_assert_nonnull(note_text(offset, "clock-back")); /* a zone without summer time: the clock was set */
}

static void
test_gap_is_said_and_seen_in_the_series(void)
{
    static const char *const stamps[] = {"2026-07-01 12:00:00", "2026-07-01 12:00:05", "2026-07-01 12:00:10",
        "2026-07-01 12:00:40", "2026-07-01 12:00:45", NULL};
    g_autoptr(Capture) capture = log_in_zone("2026-07-01", stamps, NULL);
    g_assert_cmpfloat(capture->interval_s, ==, 5);
    g_assert_nonnull(strstr(note_text(capture, "gaps"), "1 steps"));
    g_assert_nonnull(strstr(note_text(capture, "gaps"), "longest 30 s"));
    g_assert_null(strstr(note_text(capture, "gaps"), "summer"));
    g_autoptr(Series) series = series_of_log(capture);
    g_assert_cmpuint(series->n, ==, 10);
    g_assert_cmpuint(series->gaps, ==, 5);
    g_assert_cmpfloat(series->iops[8], ==, 400);
    g_assert_true(isnan(series->iops[5]));
}

static void
test_clock_set_back_loses_no_sample(void)
{
    static const char *const stamps[] = {"2026-07-01 12:00:00", "2026-07-01 12:00:01", "2026-07-01 11:58:20",
        "2026-07-01 11:58:21", "2026-07-01 11:58:22", NULL};
    g_autoptr(Capture) capture = log_in_zone("2026-07-01", stamps, NULL);
    g_assert_nonnull(strstr(note_text(capture, "clock-back"), "101 s after report 2"));
    g_assert_null(strstr(note_text(capture, "clock-back"), "summer"));
    g_autoptr(Series) series = series_of_log(capture);
    g_assert_cmpuint(series->n, ==, 5);
    g_assert_cmpuint(series->gaps, ==, 0);
}

static void
test_order_of_day_and_month_is_left_open_and_said(void)
{
    static const char *const open[] = {"03/04/26 10:00:00", "03/04/26 10:00:01", NULL};
    static const char *const told[] = {"03/12/26 23:59:59", "03/13/26 00:00:00", NULL};
    g_autoptr(Capture) capture = log_in_zone("03/04/26", open, NULL);
    g_assert_nonnull(strstr(note_text(capture, "date-order"), "03/04"));
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.date_order = DATE_ORDER_DMY;
    g_autoptr(Capture) asked = log_of("03/04/26", open, &options);
    g_assert_null(note_text(asked, "date-order"));
    check_time(asked, 0, "2026-04-03T10:00:00");
    g_autoptr(Capture) proven = log_in_zone("03/12/26", told, NULL);
    g_assert_null(note_text(proven, "date-order"));
    check_time(proven, 0, "2026-03-12T23:59:59");
}

/* Logs of one host, joined. */
static struct series *
join(struct capture *first, struct capture *second, GPtrArray *notes)
{
    g_autoptr(GPtrArray) captures = g_ptr_array_new();
    g_ptr_array_add(captures, first);
    g_ptr_array_add(captures, second);
    struct run run = {.captures = captures, .from_s = CAPTURE_NO_TIME, .to_s = CAPTURE_NO_TIME};
    g_autoptr(Layer) layer = layer_of_device("sda");
    return run_series(&run, layer, notes);
}

static void
test_rotated_logs_are_joined_and_overlaps_count_once(void)
{
    static const char *const early[] = {"2026-07-01 12:00:00", "2026-07-01 12:00:01", "2026-07-01 12:00:02", NULL};
    static const char *const late[] = {"2026-07-01 12:00:02", "2026-07-01 12:00:03", "2026-07-01 12:00:04", NULL};
    static const char *const later[] = {"2026-07-01 12:00:06", "2026-07-01 12:00:07", NULL};
    g_autoptr(Capture) one = log_in_zone("2026-07-01", early, NULL), two = log_in_zone("2026-07-01", late, NULL),
                       three = log_in_zone("2026-07-01", later, NULL);
    g_autoptr(GPtrArray) notes = notes_new();
    g_autoptr(Series) overlap = join(one, two, notes);
    const double want[] = {100, 200, 300, 200, 300};
    g_assert_cmpuint(overlap->n, ==, G_N_ELEMENTS(want));
    for (size_t i = 0; i < overlap->n; i++)
        g_assert_cmpfloat(overlap->iops[i], ==, want[i]);
    g_assert_cmpuint(notes->len, ==, 1);
    g_assert_cmpstr(((struct note *)g_ptr_array_index(notes, 0))->code, ==, "overlap");
    g_autoptr(Series) gap = join(one, three, notes);
    g_assert_cmpuint(gap->n, ==, 8);
    g_assert_cmpuint(gap->gaps, ==, 3);
    g_assert_cmpfloat(gap->iops[6], ==, 100);
    g_assert_cmpstr(((struct note *)g_ptr_array_index(notes, 1))->code, ==, "gap-between-logs");
}

static void
test_plugged_and_vanished_devices_count_while_they_are_there(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, BANNER, "2026-07-01");
    for (int i = 0; i < 6; i++) {
        g_string_append_printf(
            text, "2026-07-01 12:00:0%d\nDevice r/s rMB/s r_await w/s wMB/s w_await aqu-sz %%util\n", i);
        if (i < 4) /* vanishes after four reports */
            g_string_append(text, "sda 100.00 1.00 0.50 0.00 0.00 0.00 0.10 10.00\n");
        if (i >= 2) /* comes with the third, in the middle */
            g_string_append(text, "sdc 10.00 1.00 2.50 0.00 0.00 0.00 0.10 10.00\n");
        g_string_append(text, "sdb 1.00 1.00 0.50 0.00 0.00 0.00 0.10 10.00\n\n");
    }
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = SINCE_BOOT_KEEP;
    g_autoptr(GPtrArray) captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free), notes = notes_new();
    struct stream *stream = stream_new_memory("plug.log", text->str, text->len);
    g_assert_true(iostat_text_parse(stream, &options, captures, NULL));
    stream_free(stream);
    const struct capture *capture = g_ptr_array_index(captures, 0);
    g_assert_cmpuint(capture->devices->len, ==, 3);
    g_autoptr(Layer) layer = layer_choose(captures, NULL, NULL, notes);
    g_autoptr(Series) series = series_of(capture, layer);
    const double want[] = {101, 101, 111, 111, 11, 11};
    g_assert_cmpuint(series->n, ==, G_N_ELEMENTS(want));
    g_assert_cmpuint(series->gaps, ==, 0);
    for (size_t i = 0; i < series->n; i++)
        g_assert_cmpfloat(series->iops[i], ==, want[i]);
    g_assert_cmpfloat_with_epsilon(series->latency_ms[4], (10 * 2.5 + 1 * 0.5) / 11, 1e-12);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/iostat_time/end_of_summer_time_repeats_an_hour", test_end_of_summer_time_repeats_an_hour);
    g_test_add_func("/iostat_time/zone_makes_the_repeated_hour_plain", test_zone_makes_the_repeated_hour_plain);
    g_test_add_func("/iostat_time/start_of_summer_time_looks_like_a_gap_without_a_zone",
        test_start_of_summer_time_looks_like_a_gap_without_a_zone);
    g_test_add_func(
        "/iostat_time/zone_of_the_stamps_stands_before_the_option", test_zone_of_the_stamps_stands_before_the_option);
    g_test_add_func("/iostat_time/gap_is_said_and_seen_in_the_series", test_gap_is_said_and_seen_in_the_series);
    g_test_add_func("/iostat_time/clock_set_back_loses_no_sample", test_clock_set_back_loses_no_sample);
    g_test_add_func(
        "/iostat_time/order_of_day_and_month_is_left_open_and_said", test_order_of_day_and_month_is_left_open_and_said);
    g_test_add_func("/iostat_time/rotated_logs_are_joined_and_overlaps_count_once",
        test_rotated_logs_are_joined_and_overlaps_count_once);
    g_test_add_func("/iostat_time/plugged_and_vanished_devices_count_while_they_are_there",
        test_plugged_and_vanished_devices_count_while_they_are_there);
    return g_test_run();
}
