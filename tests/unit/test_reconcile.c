#include "reconcile.h"
#include "study.h"

#include <math.h>

/* One sample a minute from 10:00 on: 100, 200, 300, ... IOPS of 16 KiB reads at 0.5 ms. */
static struct series *
series_from_ten(size_t n)
{
    struct series *series = g_new0(struct series, 1);
    series->n = n;
    series->interval_s = 60;
    series->start_s = study_time_s("2026-11-30T10:00");
    series->has_split = series->has_latency = true;
    double **array[] = {&series->iops, &series->read_iops, &series->write_iops, &series->mib_s, &series->read_mib_s,
        &series->write_mib_s, &series->latency_ms, &series->read_latency_ms, &series->write_latency_ms};
    for (size_t i = 0; i < G_N_ELEMENTS(array); i++)
        *array[i] = g_new0(double, n);
    for (size_t i = 0; i < n; i++) {
        series->iops[i] = series->read_iops[i] = 100 * (double)(i + 1);
        series->mib_s[i] = series->read_mib_s[i] = series->iops[i] / 64;
        series->latency_ms[i] = series->read_latency_ms[i] = 0.5;
    }
    return series;
}

static struct awr *
report(const char *begin, const char *end)
{
    struct awr *awr = awr_new("a.html", AWR_INSTANCE, AWR_HTML);
    awr->begin = g_strdup(begin);
    awr->end = g_strdup(end);
    awr->rates = (struct awr_rates){400, 50, 400 * 16384, 50 * 16384, 1e6};
    return awr;
}

static void
add_event(struct awr *awr, const char *name, double avg_wait_ms)
{
    struct awr_event *event = g_new0(struct awr_event, 1);
    event->name = g_strdup(name);
    event->avg_wait_ms = avg_wait_ms;
    g_ptr_array_add(awr->events, event);
}

/* A sample is stamped at its end: those of 10:02 to 10:05 bear 10:03, 10:04 and 10:05, and are 400, 500 and 600. */
static void
samples_of_the_snapshot_interval_are_compared(void)
{
    g_autoptr(Series) series = series_from_ten(10);
    g_autoptr(Awr) awr = report("2026-11-30T10:02", "2026-11-30T10:05");
    add_event(awr, "db file sequential read", 0.62);
    struct reconcile line = reconcile_run(awr, series, 8, 10, NULL);
    g_assert_true(line.aligned);
    g_assert_cmpuint(line.samples, ==, 3);
    g_assert_cmpfloat(line.iostat_iops, ==, 500);
    g_assert_cmpfloat(line.awr_iops, ==, 450); /* redo is part of the writes */
    g_assert_cmpfloat(line.iops_ratio, ==, 0.9);
    g_assert_cmpfloat(line.iostat_mib_s, ==, 500.0 / 64);
    g_assert_cmpfloat(line.awr_mib_s, ==, 450.0 / 64);
    g_assert_cmpfloat(line.mib_s_ratio, ==, 0.9);
    g_assert_cmpfloat(line.awr_read_wait_ms, ==, 0.62);
    g_assert_cmpfloat(line.iostat_read_latency_ms, ==, 0.5);
    g_assert_true(line.awr == awr);
}

static void
window_stands_in_where_times_do_not_meet(void)
{
    g_autoptr(Series) series = series_from_ten(10);
    static const struct {
        const char *begin, *end;
    } times[] = {{"2026-11-30T12:00", "2026-11-30T13:00"}, {NULL, "2026-11-30T10:05"}, {"2026-11-30T10:02", NULL},
        {"2026-11-30T10:05", "2026-11-30T10:02"}, {"30-Nov-26 10:02", "30-Nov-26 10:05"}};
    for (size_t i = 0; i < G_N_ELEMENTS(times); i++) {
        g_autoptr(Awr) awr = report(times[i].begin, times[i].end);
        struct reconcile line = reconcile_run(awr, series, 8, 10, NULL);
        g_assert_false(line.aligned);
        g_assert_cmpfloat(line.iostat_iops, ==, 950);
    }
}

/* 10 minutes of log say little of a snapshot hour, 30 are enough. */
static void
log_must_cover_half_of_the_interval(void)
{
    g_autoptr(Awr) awr = report("2026-11-30T10:00", "2026-11-30T11:00");
    g_autoptr(Series) ten = series_from_ten(10);
    g_assert_false(reconcile_run(awr, ten, 0, 10, NULL).aligned);
    g_autoptr(Series) thirty = series_from_ten(31);
    struct reconcile line = reconcile_run(awr, thirty, 0, 1, NULL);
    g_assert_true(line.aligned);
    g_assert_cmpuint(line.samples, ==, 30);
}

static void
missing_sides_are_not_known(void)
{
    g_autoptr(Series) series = series_from_ten(10);
    g_autoptr(Awr) awr = report("2026-11-30T10:00", "2026-11-30T10:10");
    awr->rates.write_bytes_per_s = NAN;
    struct reconcile line = reconcile_run(awr, series, 0, 10, NULL);
    g_assert_cmpfloat(line.awr_iops, ==, 450);
    g_assert_true(isnan(line.awr_mib_s));
    g_assert_true(isnan(line.mib_s_ratio));
    g_assert_true(isnan(line.awr_read_wait_ms));
    for (size_t i = 0; i < 10; i++)
        series->iops[i] = 0;
    g_assert_true(isnan(reconcile_run(awr, series, 0, 10, NULL).iops_ratio));
}

static void
single_block_read_of_exadata_is_found(void)
{
    g_autoptr(Awr) awr = report(NULL, NULL);
    g_assert_true(isnan(awr_single_block_read_ms(awr)));
    add_event(awr, "cell single block physical read", 0.3);
    g_assert_cmpfloat(awr_single_block_read_ms(awr), ==, 0.3);
    /* a line without its mean is passed over */
    add_event(awr, "db file sequential read", NAN);
    g_assert_cmpfloat(awr_single_block_read_ms(awr), ==, 0.3);
}

/* 100 MiB/s of reads and 50 of writes, 6,400 and 3,200 of 16 KiB, over the whole hour of the log. */
static struct series *
device_of(double read_iops, double read_mib_s, double write_iops, double write_mib_s)
{
    struct series *series = series_from_ten(60);
    for (size_t i = 0; i < series->n; i++) {
        series->read_iops[i] = read_iops;
        series->write_iops[i] = write_iops;
        series->iops[i] = read_iops + write_iops;
        series->read_mib_s[i] = read_mib_s;
        series->write_mib_s[i] = write_mib_s;
        series->mib_s[i] = read_mib_s + write_mib_s;
    }
    return series;
}

static struct awr *
report_of_150_mib_s(void)
{
    struct awr *awr = report("2026-11-30T10:00", "2026-11-30T11:00");
    awr->rates = (struct awr_rates){6400, 3200, 100 * 1048576.0, 50 * 1048576.0, 10 * 1048576.0};
    return awr;
}

/* Device figures beside the same report; the first reason named for them. */
static void
sign_and_size_of_a_gap_name_its_reason(void)
{
    static const struct {
        double read_iops, read_mib_s, write_iops, write_mib_s;
        const char *reason;
    } cases[] = {
        {6400, 100, 3200, 50, "agree"},
        {6600, 103, 3300, 51.5, "agree"}, /* 3% */
        {12800, 100, 3200, 50, "requests_split"},
        {3200, 100, 1600, 50, "requests_merged"},
        {3200, 50, 3200, 50, "page_cache"},
        {3200, 50, 1600, 25, "other_devices"},
        {6400, 100, 6400, 100, "mirrored_twice"},
        {6400, 100, 9600, 150, "mirrored_three_times"},
        {6400, 100, 3840, 60, "redo"},
        {6500, 110, 3300, 60, "archive"},
        {6500, 200, 3200, 50, "backup"}, /* 100 MiB/s in 100 requests */
        {12800, 200, 4000, 62, "other_load"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Series) series =
            device_of(cases[i].read_iops, cases[i].read_mib_s, cases[i].write_iops, cases[i].write_mib_s);
        g_autoptr(Awr) awr = report_of_150_mib_s();
        struct reconcile line = reconcile_run(awr, series, 0, 1, NULL);
        g_assert_cmpuint(line.reasons, >=, 1);
        g_assert_cmpstr(gap_reason_name(line.reason[0]), ==, cases[i].reason);
        g_assert_cmpfloat_with_epsilon(
            line.mib_s_gap_pct, 100 * (150 / (cases[i].read_mib_s + cases[i].write_mib_s) - 1), 1e-9);
    }
}

static void
direct_io_rules_the_page_cache_out(void)
{
    g_autoptr(Series) series = device_of(3200, 50, 3200, 50);
    g_autoptr(Awr) awr = report_of_150_mib_s();
    g_hash_table_insert(awr->parameters, g_strdup("filesystemio_options"), g_strdup("SETALL"));
    struct reconcile line = reconcile_run(awr, series, 0, 1, NULL);
    g_assert_cmpuint(line.reasons, ==, 1);
    g_assert_cmpint(line.reason[0], ==, GAP_OTHER_DEVICES);
    g_assert_cmpfloat(line.mib_s_gap_pct, ==, 50);
}

static void
kind_of_report_explains_a_gap(void)
{
    g_autoptr(Series) less = device_of(3200, 50, 1600, 25), more = device_of(12800, 200, 6400, 100);
    g_autoptr(Awr) cluster = report_of_150_mib_s();
    cluster->report = AWR_RAC;
    g_ptr_array_add(cluster->hosts, g_strdup("a"));
    g_ptr_array_add(cluster->hosts, g_strdup("b"));
    g_assert_cmpint(reconcile_run(cluster, less, 0, 1, NULL).reason[0], ==, GAP_ONE_HOST);
    g_autoptr(Awr) pdb = report_of_150_mib_s();
    pdb->report = AWR_PDB;
    g_assert_cmpint(reconcile_run(pdb, more, 0, 1, NULL).reason[0], ==, GAP_PDB);
    g_autoptr(Awr) exadata = report_of_150_mib_s();
    add_event(exadata, "cell single block physical read", 0.3);
    struct reconcile line = reconcile_run(exadata, less, 0, 1, NULL);
    g_assert_cmpint(line.reason[0], ==, GAP_CELLS);
    g_assert_cmpuint(line.reasons, ==, 1);
}

/* A log that ends in the middle of the interval: another load may have followed. */
static void
part_of_an_interval_doubts_the_clock(void)
{
    g_autoptr(Series) series = device_of(3200, 50, 3200, 50);
    series->n = 40;
    g_autoptr(Awr) awr = report_of_150_mib_s();
    struct reconcile line = reconcile_run(awr, series, 0, 1, NULL);
    g_assert_true(line.aligned);
    g_assert_cmpint(line.reason[0], ==, GAP_CLOCK);
    g_assert_cmpint(line.reason[1], ==, GAP_PAGE_CACHE);
}

/* 0.62 ms in the database, 0.5 at the device: 0.12 above it. An offset moves the interval in the log. */
static void
time_above_the_device_is_the_difference(void)
{
    g_autoptr(Series) series = series_from_ten(10);
    g_autoptr(Awr) awr = report("2026-11-30T05:02", "2026-11-30T05:05");
    add_event(awr, "db file sequential read", 0.62);
    struct align_offset offset = {.seconds = 5 * 3600, .source = ALIGN_ESTIMATED};
    struct reconcile line = reconcile_run(awr, series, 8, 10, &offset);
    g_assert_true(line.aligned);
    g_assert_cmpfloat(line.iostat_iops, ==, 500);
    g_assert_cmpfloat_with_epsilon(line.iops_gap_pct, -10, 1e-9);
    g_assert_cmpfloat_with_epsilon(line.above_device_ms, 0.12, 1e-9);
    g_assert_cmpfloat(line.at.overlap_pct, ==, 100);
    g_assert_cmpfloat(line.at.log_inside_pct, ==, 30);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/reconcile/" #name, name)
    ADD(samples_of_the_snapshot_interval_are_compared);
    ADD(window_stands_in_where_times_do_not_meet);
    ADD(log_must_cover_half_of_the_interval);
    ADD(missing_sides_are_not_known);
    ADD(single_block_read_of_exadata_is_found);
    ADD(sign_and_size_of_a_gap_name_its_reason);
    ADD(direct_io_rules_the_page_cache_out);
    ADD(kind_of_report_explains_a_gap);
    ADD(part_of_an_interval_doubts_the_clock);
    ADD(time_above_the_device_is_the_difference);
    return g_test_run();
}
