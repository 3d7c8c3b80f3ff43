#include "series.h"

#include "run_series.h"
#include "note.h"

#include <string.h>

static struct capture *
capture_at(double interval_s)
{
    struct capture *capture = capture_new("log", CAPTURE_TEXT, true);
    capture->interval_s = interval_s;
    return capture;
}

static void
add_report(struct capture *capture, int64_t time_s)
{
    struct capture_report report = {.time_s = time_s};
    capture_add_report(capture, &report);
}

static void
add_row(struct capture *capture, const char *name, double reads, double writes, double read_ms, double write_ms)
{
    struct capture_row row;
    for (int c = 0; c < CAPTURE_VALUES; c++)
        row.value[c] = NAN;
    row.value[CAPTURE_READ_IOPS] = reads;
    row.value[CAPTURE_WRITE_IOPS] = writes;
    row.value[CAPTURE_READ_MIB_S] = reads / 128;
    row.value[CAPTURE_WRITE_MIB_S] = writes / 64;
    row.value[CAPTURE_READ_AWAIT_MS] = read_ms;
    row.value[CAPTURE_WRITE_AWAIT_MS] = write_ms;
    capture_add_row(capture, capture_device_named(capture, name, strlen(name)), &row, 1);
}

static struct series *
series_from(struct capture *capture, const char *const *globs)
{
    g_autoptr(GPtrArray) captures = g_ptr_array_new(), notes = notes_new();
    g_ptr_array_add(captures, capture);
    g_autoptr(Layer) layer = layer_choose(captures, NULL, globs, notes);
    return series_of(capture, layer);
}

static void
assert_near(double value, double expected)
{
    g_assert_cmpfloat_with_epsilon(value, expected, 1e-9);
}

static void
layer_adds_up_and_latency_is_weighted(void)
{
    struct capture *capture = capture_at(1);
    add_report(capture, 100);
    add_row(capture, "sda", 300, 100, 1, 4);
    add_row(capture, "sda1", 300, 100, 1, 4);
    add_row(capture, "sdb", 100, 0, 3, 0);
    add_report(capture, 101);
    add_row(capture, "sda", 0, 0, 0, 0);
    add_row(capture, "sdb", 0, 50, 0, 2);
    g_autoptr(Series) series = series_from(capture, NULL);
    g_assert_cmpuint(series->n, ==, 2);
    g_assert_cmpint(series->start_s, ==, 100);
    assert_near(series->iops[0], 500);
    assert_near(series->read_iops[0], 400);
    assert_near(series->write_iops[0], 100);
    assert_near(series->mib_s[0], 400.0 / 128 + 100.0 / 64);
    assert_near(series->read_latency_ms[0], (300 * 1 + 100 * 3) / 400.0);
    assert_near(series->write_latency_ms[0], 4);
    assert_near(series->latency_ms[0], (300 * 1 + 100 * 4 + 100 * 3) / 500.0);
    g_assert_true(isnan(series->read_latency_ms[1]));
    assert_near(series->latency_ms[1], 2);
    g_assert_true(series->has_split && series->has_latency);
    capture_free(capture);
}

static void
missing_row_is_no_load_and_missing_report_is_a_gap(void)
{
    struct capture *capture = capture_at(2);
    static const int64_t stamp[] = {100, 102, 108};
    for (int i = 0; i < 3; i++) {
        add_report(capture, stamp[i]);
        if (i != 1)
            add_row(capture, "sda", 10, 0, 1, 0);
        add_row(capture, "sdb", 5, 0, 1, 0); /* hot-plugged or not, it adds where it is */
    }
    g_autoptr(Series) series = series_from(capture, NULL);
    g_assert_cmpuint(series->n, ==, 5);
    assert_near(series->iops[0], 15);
    assert_near(series->iops[1], 5);
    g_assert_true(isnan(series->iops[2]) && isnan(series->iops[3]));
    assert_near(series->iops[4], 15);
    g_assert_cmpuint(series->gaps, ==, 2);
    struct series_means means = series_means(series, 0, 5);
    g_assert_cmpuint(means.samples, ==, 3);
    assert_near(means.iops, 35.0 / 3);
    capture_free(capture);
}

static void
rejected_row_is_a_gap_and_no_load_of_zero(void)
{
    struct capture *capture = capture_at(1);
    for (int i = 0; i < 4; i++) {
        add_report(capture, 100 + i);
        add_row(capture, "sda", 10, 0, 1, 0);
        if (i != 2)
            add_row(capture, "sdb", 90, 0, 1, 0);
    }
    capture->rejected_rows = 1;
    g_autoptr(Series) series = series_from(capture, NULL);
    g_assert_true(isnan(series->iops[2]));
    assert_near(series_means(series, 0, 4).iops, 100);
    g_assert_cmpuint(series->gaps, ==, 1);
    capture_free(capture);
}

static void
since_boot_report_has_no_slot(void)
{
    struct capture *capture = capture_at(1);
    struct capture_report boot = {.time_s = 99, .since_boot = true};
    capture_add_report(capture, &boot);
    add_row(capture, "sda", 7000, 0, 1, 0);
    add_report(capture, 100);
    add_row(capture, "sda", 10, 0, 1, 0);
    g_autoptr(Series) series = series_from(capture, NULL);
    g_assert_cmpuint(series->n, ==, 1);
    g_assert_cmpint(series->start_s, ==, 100);
    assert_near(series->iops[0], 10);
    capture_free(capture);
}

static void
stamps_that_cannot_be_trusted_are_counted(void)
{
    static const int64_t stamps[][4] = {
        {100, 101, 101, 103}, {3700, 3701, 102, 103}, {100, CAPTURE_NO_TIME, 102, 103}, {100, 101, 102, 2000000000}};
    for (size_t s = 0; s < G_N_ELEMENTS(stamps); s++) {
        struct capture *capture = capture_at(1);
        for (int i = 0; i < 4; i++) {
            add_report(capture, stamps[s][i]);
            add_row(capture, "sda", 10 + i, 0, 1, 0);
        }
        g_autoptr(Series) series = series_from(capture, NULL);
        g_assert_cmpuint(series->n, ==, 4);
        g_assert_cmpuint(series->gaps, ==, 0);
        for (int i = 0; i < 4; i++)
            assert_near(series->iops[i], 10 + i);
        capture_free(capture);
    }
}

static void
log_without_stamps_counts_seconds(void)
{
    struct capture *capture = capture_at(NAN);
    for (int i = 0; i < 3; i++) {
        add_report(capture, CAPTURE_NO_TIME);
        add_row(capture, "sda", 10, 0, 1, 0);
    }
    g_autoptr(Series) series = series_from(capture, NULL);
    g_assert_cmpuint(series->n, ==, 3);
    g_assert_cmpfloat(series->interval_s, ==, 1);
    g_assert_true(series->interval_assumed);
    size_t start, end;
    g_assert_false(series_range(series, 0, 1000, &start, &end));
    capture_free(capture);
}

static void
device_without_rows_gives_no_series(void)
{
    static const char *const globs[] = {"sdz", NULL};
    struct capture *capture = capture_at(1);
    add_report(capture, 100);
    add_row(capture, "sda", 10, 0, 1, 0);
    g_autoptr(Series) series = series_from(capture, globs);
    g_assert_cmpuint(series->n, ==, 0);
    g_assert_true(isnan(series_means(series, 0, 10).iops));
    capture_free(capture);
}

static void
range_takes_intervals_that_end_within_it(void)
{
    /* Stamps 110, 120, 130, 140 end the intervals (100,110] ... (130,140]. */
    struct capture *capture = capture_at(10);
    for (int i = 0; i < 4; i++) {
        add_report(capture, 110 + 10 * i);
        add_row(capture, "sda", 10 + i, 0, 1, 0);
    }
    g_autoptr(Series) series = series_from(capture, NULL);
    static const struct {
        int64_t from_s, to_s;
        size_t start, end; /* end 0: no overlap */
    } cases[] = {{100, 140, 0, 4}, {110, 130, 1, 3}, {0, 1000, 0, 4}, {104, 126, 0, 3}, {106, 124, 1, 2},
        {0, 100, 0, 0}, {140, 200, 0, 0}, {130, 130, 0, 0}, {130, 120, 0, 0}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        size_t start = 0, end = 0;
        bool found = series_range(series, cases[i].from_s, cases[i].to_s, &start, &end);
        g_assert_true(found == (cases[i].end > 0));
        if (found) {
            g_assert_cmpuint(start, ==, cases[i].start);
            g_assert_cmpuint(end, ==, cases[i].end);
        }
    }
    capture_free(capture);
}

static void
means_of_a_range_are_weighted(void)
{
    struct capture *capture = capture_at(1);
    for (int i = 0; i < 4; i++) {
        add_report(capture, 100 + i);
        add_row(capture, "sda", i < 2 ? 100 : 300, 0, i < 2 ? 1 : 2, 0);
    }
    g_autoptr(Series) series = series_from(capture, NULL);
    struct series_means means = series_means(series, 1, 3);
    g_assert_cmpuint(means.samples, ==, 2);
    assert_near(means.iops, 200);
    assert_near(means.latency_ms, (100 * 1 + 300 * 2) / 400.0);
    assert_near(means.p95_latency_ms, 1.95);
    g_assert_true(isnan(means.write_latency_ms));
    assert_near(means.write_iops, 0);
    means = series_means(series, 3, 3);
    g_assert_true(isnan(means.iops) && isnan(means.latency_ms) && isnan(means.mib_s) && isnan(means.p95_latency_ms));
    g_assert_cmpuint(means.samples, ==, 0);
    capture_free(capture);
}

static void
totals_alone_have_no_split(void)
{
    struct capture *capture = capture_at(1);
    add_report(capture, 100);
    struct capture_row row;
    for (int c = 0; c < CAPTURE_VALUES; c++)
        row.value[c] = NAN;
    row.value[CAPTURE_IOPS] = 40;
    row.value[CAPTURE_READ_MIB_S] = 1;
    row.value[CAPTURE_WRITE_MIB_S] = 2;
    capture_add_row(capture, capture_device_named(capture, "sda", 3), &row, 1);
    g_autoptr(Series) series = series_from(capture, NULL);
    g_assert_false(series->has_split || series->has_latency);
    struct series_means means = series_means(series, 0, 1);
    assert_near(means.iops, 40);
    assert_near(means.mib_s, 3);
    g_assert_true(isnan(means.read_iops) && isnan(means.latency_ms));
    capture_free(capture);
}

/* A run of logs: each holds `n` samples of a second from its start, all of one level. */
struct part {
    int64_t start_s;
    int n;
    double iops;
};

static struct series *
joined(const struct part *parts, size_t n, struct run *run, GPtrArray *notes)
{
    run->captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    for (size_t p = 0; p < n; p++) {
        struct capture *capture = capture_at(1);
        for (int i = 0; i < parts[p].n; i++) {
            add_report(capture, parts[p].start_s + i);
            add_row(capture, "sda", parts[p].iops, 0, 1, 0);
            add_row(capture, "sdb", 1, 0, 1, 0);
        }
        g_ptr_array_add(run->captures, capture);
    }
    g_autoptr(Layer) layer = layer_of_device("sda");
    struct series *series = run_series(run, layer, notes);
    g_ptr_array_unref(run->captures);
    return series;
}

static void
joined_logs_count_overlaps_once_and_show_gaps(void)
{
    static const struct part parts[] = {{100, 10, 5}, {107, 6, 7}, {115, 2, 9}};
    struct run run = {.from_s = CAPTURE_NO_TIME, .to_s = CAPTURE_NO_TIME};
    g_autoptr(GPtrArray) notes = notes_new();
    g_autoptr(Series) series = joined(parts, 3, &run, notes);
    static const double expected[] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 7, 7, 7, 0, 0, 9, 9};
    g_assert_cmpuint(series->n, ==, G_N_ELEMENTS(expected));
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
        if (expected[i] > 0)
            assert_near(series->iops[i], expected[i]);
        else
            g_assert_true(isnan(series->iops[i]));
    }
    g_assert_cmpuint(series->gaps, ==, 2);
    g_assert_cmpuint(notes->len, ==, 2);
    g_assert_cmpstr(((struct note *)g_ptr_array_index(notes, 0))->text, ==,
        "log: 3 samples overlap the log before it and are counted once");
    g_assert_cmpstr(((struct note *)g_ptr_array_index(notes, 1))->text, ==,
        "log: 2 s are missing between it and the log before it");
    struct series_means means = series_means(series, 0, series->n);
    g_assert_cmpuint(means.samples, ==, 15);
    assert_near(means.iops, (10 * 5 + 3 * 7 + 2 * 9) / 15.0);
    assert_near(means.p95_latency_ms, 1); /* gaps are no latency of 0 */
}

static void
gap_of_one_log_is_filled_by_the_other(void)
{
    struct run run = {.captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free),
        .from_s = CAPTURE_NO_TIME,
        .to_s = CAPTURE_NO_TIME};
    static const int64_t stamps[2][4] = {{100, 101, 104, 105}, {102, 103, 104, 105}};
    for (int c = 0; c < 2; c++) {
        struct capture *capture = capture_at(1);
        for (int i = 0; i < 4; i++) {
            add_report(capture, stamps[c][i]);
            add_row(capture, "sda", c == 0 ? 5 : 7, 0, 1, 0);
        }
        g_ptr_array_add(run.captures, capture);
    }
    g_autoptr(Layer) layer = layer_of_device("sda");
    g_autoptr(GPtrArray) notes = notes_new();
    g_autoptr(Series) series = run_series(&run, layer, notes);
    g_ptr_array_unref(run.captures);
    static const double expected[] = {5, 5, 7, 7, 5, 5};
    g_assert_cmpuint(series->n, ==, 6);
    g_assert_cmpuint(series->gaps, ==, 0);
    for (int i = 0; i < 6; i++)
        assert_near(series->iops[i], expected[i]);
}

static void
logs_far_apart_are_not_joined(void)
{
    static const struct part parts[] = {{100, 3, 5}, {2000000000, 3, 7}};
    struct run run = {.from_s = CAPTURE_NO_TIME, .to_s = CAPTURE_NO_TIME};
    g_autoptr(GPtrArray) notes = notes_new();
    g_autoptr(Series) series = joined(parts, 2, &run, notes);
    g_assert_cmpuint(series->n, ==, 3);
    g_assert_cmpstr(((struct note *)g_ptr_array_index(notes, 0))->code, ==, "not-joined");
}

static void
bounds_and_device_of_a_run_replace_the_layer(void)
{
    static const struct part parts[] = {{100, 6, 5}};
    struct run run = {.from_s = 101, .to_s = 103, .device = (char *)"sdb"};
    g_autoptr(GPtrArray) notes = notes_new();
    g_autoptr(Series) series = joined(parts, 1, &run, notes);
    static const bool inside[] = {false, false, true, true, false, false};
    for (int i = 0; i < 6; i++)
        g_assert_true(isfinite(series->iops[i]) == inside[i]);
    assert_near(series_means(series, 0, 6).iops, 1);
}

static void
log_without_the_device_is_told(void)
{
    static const struct part parts[] = {{100, 6, 5}};
    struct run run = {.from_s = CAPTURE_NO_TIME, .to_s = CAPTURE_NO_TIME, .device = (char *)"sdz"};
    g_autoptr(GPtrArray) notes = notes_new();
    g_assert_null(joined(parts, 1, &run, notes));
    g_assert_cmpuint(notes->len, ==, 2);
    g_assert_cmpstr(((struct note *)g_ptr_array_index(notes, 0))->code, ==, "no-device");
    g_assert_cmpstr(((struct note *)g_ptr_array_index(notes, 1))->code, ==, "not-in-layer");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/series/layer_adds_up_and_latency_is_weighted", layer_adds_up_and_latency_is_weighted);
    g_test_add_func("/series/missing_row_is_no_load_and_missing_report_is_a_gap",
        missing_row_is_no_load_and_missing_report_is_a_gap);
    g_test_add_func("/series/rejected_row_is_a_gap_and_no_load_of_zero", rejected_row_is_a_gap_and_no_load_of_zero);
    g_test_add_func("/series/since_boot_report_has_no_slot", since_boot_report_has_no_slot);
    g_test_add_func("/series/stamps_that_cannot_be_trusted_are_counted", stamps_that_cannot_be_trusted_are_counted);
    g_test_add_func("/series/log_without_stamps_counts_seconds", log_without_stamps_counts_seconds);
    g_test_add_func("/series/device_without_rows_gives_no_series", device_without_rows_gives_no_series);
    g_test_add_func("/series/range_takes_intervals_that_end_within_it", range_takes_intervals_that_end_within_it);
    g_test_add_func("/series/means_of_a_range_are_weighted", means_of_a_range_are_weighted);
    g_test_add_func("/series/totals_alone_have_no_split", totals_alone_have_no_split);
    g_test_add_func(
        "/series/joined_logs_count_overlaps_once_and_show_gaps", joined_logs_count_overlaps_once_and_show_gaps);
    g_test_add_func("/series/gap_of_one_log_is_filled_by_the_other", gap_of_one_log_is_filled_by_the_other);
    g_test_add_func("/series/logs_far_apart_are_not_joined", logs_far_apart_are_not_joined);
    g_test_add_func(
        "/series/bounds_and_device_of_a_run_replace_the_layer", bounds_and_device_of_a_run_replace_the_layer);
    g_test_add_func("/series/log_without_the_device_is_told", log_without_the_device_is_told);
    return g_test_run();
}
