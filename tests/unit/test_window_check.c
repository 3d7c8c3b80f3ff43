#include "devices.h"
#include "iostat.h"
#include "note.h"
#include "remark.h"
#include "run_series.h"
#include "window_check.h"

#include <math.h>
#include <string.h>

/* Ten samples of one device: 2,000 reads/s at 0.8 ms, 16 KiB each: 1.6 outstanding, 31.25 MiB/s. */
static struct capture *
capture_of(double aqu_sz, double read_kib, double flush_iops)
{
    struct capture *capture = capture_new("a.log", CAPTURE_TEXT, true);
    capture->with_checks = true;
    capture->interval_s = 1;
    struct capture_device *device = capture_device_named(capture, "sda", 3);
    for (int i = 0; i < 10; i++) {
        struct capture_report report = {.time_s = 1000 + i};
        capture_add_report(capture, &report);
        struct capture_row row;
        for (int c = 0; c < CAPTURE_VALUES; c++)
            row.value[c] = NAN;
        row.value[CAPTURE_READ_IOPS] = 2000;
        row.value[CAPTURE_WRITE_IOPS] = row.value[CAPTURE_WRITE_MIB_S] = row.value[CAPTURE_WRITE_KIB] = 0;
        row.value[CAPTURE_READ_MIB_S] = 31.25;
        row.value[CAPTURE_READ_AWAIT_MS] = 0.8;
        row.value[CAPTURE_WRITE_AWAIT_MS] = 0;
        row.value[CAPTURE_READ_KIB] = read_kib;
        row.value[CAPTURE_AQU_SZ] = aqu_sz;
        row.value[CAPTURE_FLUSH_IOPS] = flush_iops;
        row.value[CAPTURE_FLUSH_AWAIT_MS] = 2;
        capture_add_row(capture, device, &row, 1);
    }
    return capture;
}

static struct window_check
check_of(double aqu_sz, double read_kib, double flush_iops)
{
    g_autoptr(Capture) capture = capture_of(aqu_sz, read_kib, flush_iops);
    g_autoptr(Layer) layer = layer_of_device("sda");
    g_autoptr(Series) series = series_of(capture, layer);
    return window_check_of(series, 0, series->n);
}

static void
rate_times_time_is_the_queue(void)
{
    struct window_check check = check_of(1.6, 16, 0);
    g_assert_cmpuint(check.samples, ==, 10);
    g_assert_cmpfloat_with_epsilon(check.outstanding, 1.6, 1e-9);
    g_assert_cmpfloat_with_epsilon(check.aqu_sz, 1.6, 1e-6);
    g_assert_cmpfloat_with_epsilon(check.queue_gap_pct, 0, 1e-4);
    g_assert_cmpint(check.queue, ==, WINDOW_AGREES);
    g_assert_cmpfloat_with_epsilon(check.size_mib_s, 31.25, 1e-5);
    g_assert_cmpint(check.size, ==, WINDOW_AGREES);
    g_assert_cmpint(check.load, ==, WINDOW_NOT_KNOWN);
}

/* 100 flushes a second of 2 ms are 0.2 I/Os in flight: 1.8 is right. */
static void
flushes_are_left_out_of_the_queue(void)
{
    g_assert_cmpfloat_with_epsilon(check_of(1.8, 16, 100).aqu_sz, 1.6, 1e-6);
    g_assert_cmpint(check_of(1.8, 16, 100).queue, ==, WINDOW_AGREES);
}

/* 1.6 against 2.0: 10% of the larger and rounding are 0.25, the gap is 0.4. */
static void
mismatch_beyond_tolerance_differs(void)
{
    struct window_check check = check_of(2.0, 16, 0);
    g_assert_cmpfloat_with_epsilon(check.queue_gap_pct, -20, 1e-4);
    g_assert_cmpint(check.queue, ==, WINDOW_DIFFERS);
    g_assert_cmpint(check_of(1.8, 16, 0).queue, ==, WINDOW_AGREES);
    check = check_of(1.6, 8, 0); /* sectors taken for kB */
    g_assert_cmpfloat_with_epsilon(check.size_gap_pct, -50, 1e-4);
    g_assert_cmpint(check.size, ==, WINDOW_DIFFERS);
    g_autoptr(GArray) remarks = remarks_new();
    window_check_remarks(remarks, &check);
    g_assert_cmpuint(remarks->len, ==, 1);
    const struct remark *remark = remarks_find(remarks, REMARK_RUN_SIZE_DIFFERS);
    g_assert_nonnull(remark);
    g_assert_cmpfloat_with_epsilon(remark->figure[0], 15.625, 1e-5);
    g_assert_cmpfloat(remark->figure[1], ==, 31.25);
    g_autoptr(GPtrArray) notes = notes_new();
    window_check_notes(notes, "a.log", &check);
    g_assert_cmpuint(notes_count(notes, NOTE_WARNING), ==, 1);
}

/* A quiet device prints 0.00 and 0.01: that says nothing. */
static void
rounding_is_no_mismatch(void)
{
    g_assert_cmpint(check_of(1.6, NAN, 0).size, ==, WINDOW_NOT_KNOWN);
    g_assert_cmpint(check_of(NAN, 16, 0).queue, ==, WINDOW_NOT_KNOWN);
    g_assert_cmpfloat_with_epsilon(check_of(NAN, 16, 0).outstanding, 1.6, 1e-9); /* of the means */
    double iops[] = {1, 1}, latency_ms[] = {0.5, 0.5};
    g_autoptr(Series) series = series_of_values(iops, latency_ms, 2, 1);
    series->aqu_sz = g_new0(double, 2);
    g_assert_cmpint(window_check_of(series, 0, 2).queue, ==, WINDOW_AGREES);
}

static void
queue_depth_has_to_stand_at_the_device(void)
{
    struct window_check check = check_of(1.6, 16, 0);
    window_check_load(&check, 3.1, 100, true);
    g_assert_cmpint(check.load, ==, WINDOW_AGREES);
    window_check_load(&check, 3.3, 100, true);
    g_assert_cmpint(check.load, ==, WINDOW_DIFFERS);
    window_check_load(&check, 1.3, 100, true);
    g_assert_cmpint(check.load, ==, WINDOW_DIFFERS);
    window_check_load(&check, 1.9, 100, true);
    g_assert_cmpfloat_with_epsilon(check.load_gap_pct, -300.0 / 19, 1e-9);
    g_assert_cmpint(check.load, ==, WINDOW_AGREES);
    window_check_load(&check, 4, 100, true);
    g_assert_cmpint(check.load, ==, WINDOW_DIFFERS);
    window_check_load(&check, 4, 100, false); /* sessions think */
    g_assert_cmpint(check.load, ==, WINDOW_AGREES);
    window_check_load(&check, 1, 100, false); /* one reader cannot have 1.6 reads outstanding */
    g_assert_cmpint(check.load, ==, WINDOW_DIFFERS);
    window_check_load(&check, 1, 70, false); /* but the database's writers can add to one session */
    g_assert_cmpint(check.load, ==, WINDOW_NOT_KNOWN);
    window_check_load(&check, NAN, 100, true);
    g_assert_cmpint(check.load, ==, WINDOW_NOT_KNOWN);
}

static void
parse(GPtrArray *captures, const char *text)
{
    struct stream *stream = stream_new_memory("a.log", text, strlen(text));
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = options.with_checks = true;
    options.since_boot = SINCE_BOOT_KEEP;
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, captures, &error));
    g_assert_no_error(error);
    stream_free(stream);
}

#define OLD_HEADER "Device: rrqm/s wrqm/s r/s w/s rMB/s wMB/s avgrq-sz avgqu-sz await r_await w_await svctm %util\n"
#define NEW_HEADER                                                                                                     \
    "Device r/s rMB/s rrqm/s %rrqm r_await rareq-sz w/s wMB/s wrqm/s %wrqm w_await wareq-sz d/s dMB/s drqm/s %drqm "   \
    "d_await dareq-sz f/s f_await aqu-sz %util\n"

/* Sectors in old layouts, kB in new ones, which count discards and flushes in aqu-sz: 100 reads of 16 KiB and 50 writes
 * of 8 are 1.953 MiB/s and, at 2 ms and 4 ms, 0.4 outstanding; 10 discards of 5 ms and 20 flushes of 2.5 are 0.1 more.
 */
static void
sizes_and_queues_of_all_layouts_agree(void)
{
    static const char *const logs[] = {
        "Linux 3.10 (h) \t11/30/2026 \t_x86_64_\t(4 CPU)\n\n11/30/2026 10:00:01 AM\n" OLD_HEADER
        "sda 0.00 0.00 100.00 50.00 1.56 0.39 26.67 0.40 2.67 2.00 4.00 1.00 50.00\n\n",
        "Linux 6.1 (h) \t11/30/2026 \t_x86_64_\t(4 CPU)\n\n11/30/2026 10:00:01 AM\n" NEW_HEADER
        "sda 100.00 1.56 0.00 0.00 2.00 16.00 50.00 0.39 0.00 0.00 4.00 8.00 10.00 0.10 0.00 0.00 5.00 10.00 20.00 "
        "2.50 "
        "0.50 50.00\n\n"};
    for (size_t i = 0; i < G_N_ELEMENTS(logs); i++) {
        g_autoptr(GPtrArray) captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
        parse(captures, logs[i]);
        g_autoptr(Layer) layer = layer_of_device("sda");
        g_autoptr(Series) series = series_of(g_ptr_array_index(captures, 0), layer);
        struct window_check check = window_check_of(series, 0, series->n);
        g_assert_cmpfloat_with_epsilon(check.size_mib_s, 1.953, 0.002);
        g_assert_cmpfloat_with_epsilon(check.aqu_sz, 0.4, 1e-6);
        g_assert_cmpfloat_with_epsilon(check.outstanding, 0.4, 0.001);
        g_assert_cmpint(check.size, ==, WINDOW_AGREES);
        g_assert_cmpint(check.queue, ==, WINDOW_AGREES);
    }
}

/* Two logs of one run with a gap of one slot: checks are joined as the rates are. */
static void
rotated_logs_are_checked_as_one(void)
{
    g_autoptr(Capture) first = capture_of(1.6, 16, 0), second = capture_of(3.2, 16, 0);
    for (guint i = 0; i < second->reports->len; i++)
        g_array_index(second->reports, struct capture_report, i).time_s += 11;
    g_autoptr(Layer) layer = layer_of_device("sda");
    struct run run = {.captures = g_ptr_array_new(), .from_s = CAPTURE_NO_TIME, .to_s = CAPTURE_NO_TIME};
    g_ptr_array_add(run.captures, first);
    g_ptr_array_add(run.captures, second);
    g_autoptr(GPtrArray) notes = notes_new();
    g_autoptr(Series) series = run_series(&run, layer, notes);
    g_ptr_array_unref(run.captures);
    g_assert_cmpuint(series->n, ==, 21);
    g_assert_cmpfloat_with_epsilon(window_check_of(series, 0, 21).aqu_sz, 2.4, 1e-6);
    g_assert_cmpfloat_with_epsilon(window_check_of(series, 11, 21).aqu_sz, 3.2, 1e-6);
    g_assert_cmpuint(window_check_of(series, 0, 21).samples, ==, 20);
}

static void
empty_window_is_not_known(void)
{
    g_autoptr(Series) series = series_of_values(NULL, NULL, 0, 1);
    struct window_check check = window_check_of(series, 3, 9);
    g_assert_cmpuint(check.samples, ==, 0);
    g_assert_true(isnan(check.outstanding) && isnan(check.aqu_sz) && isnan(check.size_mib_s));
    struct window_check_counts counts = {0};
    window_check_count(&counts, &check);
    g_assert_cmpuint(counts.windows, ==, 0);
}

static void
windows_are_counted_once(void)
{
    struct window_check good = check_of(1.6, 16, 0), bad = check_of(9, 1, 0);
    struct window_check_counts counts = {0};
    window_check_count(&counts, &good);
    window_check_count(&counts, &bad);
    g_assert_cmpuint(counts.windows, ==, 2);
    g_assert_cmpuint(counts.queue, ==, 1);
    g_assert_cmpuint(counts.size, ==, 1);
    g_assert_cmpuint(counts.differ, ==, 1);
    g_assert_cmpstr(window_result_name(bad.queue), ==, "differs");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/window_check/" #name, name)
    ADD(rate_times_time_is_the_queue);
    ADD(flushes_are_left_out_of_the_queue);
    ADD(mismatch_beyond_tolerance_differs);
    ADD(rounding_is_no_mismatch);
    ADD(queue_depth_has_to_stand_at_the_device);
    ADD(sizes_and_queues_of_all_layouts_agree);
    ADD(rotated_logs_are_checked_as_one);
    ADD(empty_window_is_not_known);
    ADD(windows_are_counted_once);
    return g_test_run();
}
