#include "averaging.h"
#include "cpu_load.h"

#include <math.h>

static void
add_report(struct capture *capture, int64_t time_s, float user, float iowait, float idle)
{
    struct capture_report report = {
        .time_s = time_s, .has_cpu = true, .user_pct = user, .iowait_pct = iowait, .idle_pct = idle};
    capture_add_report(capture, &report);
}

/* Busy 10, 20 and 60 percent of 40 CPUs; what waits for I/O is idle. The report since boot is no sample. */
static void
waiting_for_io_is_not_busy(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    struct capture_report boot = {.time_s = 9, .since_boot = true, .has_cpu = true, .user_pct = 99};
    capture_add_report(capture, &boot);
    add_report(capture, 10, 10, 50, 40);
    add_report(capture, 11, 20, 0, 80);
    add_report(capture, 12, 60, 5, 35);
    capture->cpus = 40;
    capture->interval_s = 1;
    g_autoptr(GPtrArray) captures = g_ptr_array_new();
    g_ptr_array_add(captures, capture);
    struct cpu_load cpu = cpu_load_of_captures(captures, 12);
    g_assert_cmpint(cpu.source, ==, CPU_IOSTAT);
    g_assert_cmpuint(cpu.steps, ==, 3);
    g_assert_cmpfloat(cpu.busy_pct.mean, ==, 30);
    g_assert_cmpfloat(cpu.busy_pct.p50, ==, 20);
    g_assert_cmpfloat(cpu.busy_pct.peak, ==, 60);
    g_assert_cmpfloat(cpu.busy_cpus.peak, ==, 24);
    g_assert_cmpfloat(cpu.iowait_pct.peak, ==, 50);
    g_assert_cmpfloat(cpu.busy_pct_then, ==, 60);
    g_assert_true(isnan(cpu.active_sessions.mean));
}

static void
log_without_cpu_lines_tells_nothing(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    struct capture_report report = {.time_s = 10};
    capture_add_report(capture, &report);
    g_autoptr(GPtrArray) captures = g_ptr_array_new();
    g_assert_cmpint(cpu_load_of_captures(captures, 0).source, ==, CPU_NONE);
    g_ptr_array_add(captures, capture);
    g_assert_cmpint(cpu_load_of_captures(captures, 10).source, ==, CPU_NONE);
    g_assert_null(cpu_source_name(CPU_NONE));
}

/* An hour at 3 sessions and half an hour at 9 are 5 on average. */
static void
active_sessions_are_weighted_by_time(void)
{
    g_autoptr(AwrSeries) series = awr_series_empty();
    struct awr_interval interval = {.begin_s = 0, .end_s = 3600, .length_s = 3600};
    interval.rate[AWR_DB_TIME] = 3;
    interval.rate[AWR_DB_CPU] = 1;
    interval.rate[AWR_BUSY_CPUS] = 4;
    g_array_append_val(series->intervals, interval);
    interval = (struct awr_interval){.begin_s = 3600, .end_s = 5400, .length_s = 1800};
    interval.rate[AWR_DB_TIME] = 9;
    interval.rate[AWR_DB_CPU] = NAN;
    interval.rate[AWR_BUSY_CPUS] = 7;
    g_array_append_val(series->intervals, interval);
    series->cpus = 20;
    struct cpu_load cpu = cpu_load_of_awr(series, 5400);
    g_assert_cmpfloat(cpu.active_sessions.mean, ==, 5);
    g_assert_cmpfloat(cpu.active_sessions.peak, ==, 9);
    g_assert_cmpfloat(cpu.db_cpus.mean, ==, 1);
    g_assert_cmpfloat(cpu.busy_pct.mean, ==, 25);
    g_assert_cmpfloat(cpu.busy_pct_then, ==, 35);
    g_autoptr(AwrSeries) empty = awr_series_empty();
    g_assert_cmpint(cpu_load_of_awr(empty, 0).source, ==, CPU_NONE);
}

/* Two hours at 1 s: 1000, and in the second hour a minute of 7900 with one second of 20,000 in it. */
static void
hourly_mean_hides_the_minute(void)
{
    g_autofree double *iops = g_new(double, 7200);
    for (size_t i = 0; i < 7200; i++)
        iops[i] = i >= 5000 && i < 5060 ? 7900 : 1000;
    iops[5030] = 20000;
    g_autoptr(Series) series = series_of_values(iops, iops, 7200, 1);
    series->start_s = 1001; /* intervals from 1000 on */
    struct demand demand = demand_of_series(series);
    struct averaging averaging = averaging_of_series(series, &demand, NULL);
    g_assert_cmpfloat(averaging.length_s, ==, 3600);
    g_assert_cmpfloat_with_epsilon(averaging.mean_iops, 1000 + (60 * 6900 + 12100) / 3600.0, 1e-6);
    g_assert_cmpfloat_with_epsilon(averaging.highest_60s, 7900 + 12100 / 60.0, 1e-6);
    g_assert_cmpfloat(averaging.highest_sample, ==, 20000);
    g_assert_true(isnan(averaging.awr_iops));

    /* An AWR report of the first hour alone: it is the one that is looked into. */
    g_autoptr(AwrSeries) awr = awr_series_empty();
    struct awr_interval interval = {.begin_s = 1000, .end_s = 4600, .length_s = 3600, .rate = {600, 390}};
    g_array_append_val(awr->intervals, interval);
    averaging = averaging_of_series(series, &demand, awr);
    g_assert_cmpfloat(averaging.awr_iops, ==, 990);
    g_assert_cmpfloat(averaging.mean_iops, ==, 1000);
    g_assert_cmpfloat(averaging.highest_sample, ==, 1000);
    g_assert_cmpint(averaging.end_s, ==, 4600);
}

static void
short_or_coarse_log_hides_nothing_that_could_be_shown(void)
{
    static const double iops[] = {1, 2, 3};
    g_autoptr(Series) seconds = series_of_values(iops, iops, 3, 1);
    struct demand demand = demand_of_series(seconds);
    g_assert_cmpfloat(averaging_of_series(seconds, &demand, NULL).length_s, ==, 0);
    g_autoptr(Series) hours = series_of_values(iops, iops, 3, 3600);
    demand = demand_of_series(hours);
    g_assert_cmpfloat(averaging_of_series(hours, &demand, NULL).length_s, ==, 0);
    g_autoptr(Series) empty = series_of_values(iops, iops, 0, 1);
    demand = demand_of_series(empty);
    g_assert_cmpfloat(averaging_of_series(empty, &demand, NULL).length_s, ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/cpu_load/" #name, name)
    ADD(waiting_for_io_is_not_busy);
    ADD(log_without_cpu_lines_tells_nothing);
    ADD(active_sessions_are_weighted_by_time);
    ADD(hourly_mean_hides_the_minute);
    ADD(short_or_coarse_log_hides_nothing_that_could_be_shown);
    return g_test_run();
}
