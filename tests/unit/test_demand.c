#include "demand.h"

#include <math.h>
#include <string.h>

/* A series with these IOPS; 16 KiB an I/O, three quarters of them reads. */
static struct series *
series_of_iops(const double *iops, size_t n, double interval_s)
{
    struct series *series = g_new0(struct series, 1);
    series->n = n;
    series->interval_s = interval_s;
    series->start_s = CAPTURE_NO_TIME;
    series->has_split = true;
    double **array[] = {&series->iops, &series->read_iops, &series->write_iops, &series->mib_s, &series->read_mib_s,
        &series->write_mib_s, &series->latency_ms, &series->read_latency_ms, &series->write_latency_ms};
    for (size_t i = 0; i < G_N_ELEMENTS(array); i++)
        *array[i] = g_new0(double, MAX(n, 1));
    for (size_t i = 0; i < n; i++) {
        double known = isfinite(iops[i]) ? iops[i] : 0;
        series->iops[i] = iops[i];
        series->read_iops[i] = 0.75 * known;
        series->write_iops[i] = 0.25 * known;
        series->mib_s[i] = known / 64;
    }
    return series;
}

static void
percentiles_of_a_short_log_are_of_its_samples(void)
{
    double iops[101];
    for (size_t i = 0; i < 101; i++)
        iops[i] = (double)((i * 37) % 101); /* 0..100 in another order */
    g_autoptr(Series) series = series_of_iops(iops, 101, 1);
    struct demand demand = demand_of_series(series);
    g_assert_cmpint(demand.source, ==, DEMAND_IOSTAT);
    g_assert_cmpfloat(demand.step_s, ==, 1);
    g_assert_cmpuint(demand.steps, ==, 101);
    g_assert_cmpfloat(demand.iops.mean, ==, 50);
    g_assert_cmpfloat(demand.iops.p50, ==, 50);
    g_assert_cmpfloat(demand.iops.p95, ==, 95);
    g_assert_cmpfloat(demand.iops.p99, ==, 99);
    g_assert_cmpfloat_with_epsilon(demand.iops.p999, 99.9, 1e-9);
    g_assert_cmpfloat(demand.iops.peak, ==, 100);
    g_assert_true(isnan(demand.iops.sustained_5min)); /* the log is shorter */
    g_assert_cmpfloat(demand.mib_s.p95, ==, 95.0 / 64);
    g_assert_cmpfloat(demand.read_pct, ==, 75);
    g_assert_cmpfloat(demand.io_kib, ==, 16);
    g_assert_cmpfloat(demand.covered_s, ==, 101);
}

/* Mean 100, standard deviation far above it: mean + 2 sd is 722, the true p95 of the samples is 0. */
static void
p95_is_no_mean_plus_two_deviations(void)
{
    double iops[100] = {0};
    iops[10] = iops[50] = iops[90] = 10000.0 / 3;
    g_autoptr(Series) series = series_of_iops(iops, 100, 1);
    struct demand demand = demand_of_series(series);
    g_assert_cmpfloat_with_epsilon(demand.iops.mean, 100, 1e-9);
    g_assert_cmpfloat(demand.iops.p95, ==, 0);
}

/* 21 minutes at 1 s; minute m holds 100 x m but for one second ten times as high: percentiles see minutes, the peak the
 * second. */
static void
percentiles_of_a_longer_log_are_of_minutes(void)
{
    double iops[21 * 60];
    for (size_t i = 0; i < G_N_ELEMENTS(iops); i++)
        iops[i] = 100.0 * (double)(i / 60);
    iops[20 * 60 + 30] = 20000;
    g_autoptr(Series) series = series_of_iops(iops, G_N_ELEMENTS(iops), 1);
    struct demand demand = demand_of_series(series);
    g_assert_cmpfloat(demand.step_s, ==, 60);
    g_assert_cmpuint(demand.steps, ==, 21);
    g_assert_cmpfloat(demand.iops.p50, ==, 1000);
    g_assert_cmpfloat(demand.iops.p95, ==, 1900);
    g_assert_cmpfloat(demand.iops.peak, ==, 20000);
    /* minutes 16 to 20: 1800 on average, and one second of 18000 more in 300 */
    g_assert_cmpfloat_with_epsilon(demand.iops.sustained_5min, 1860, 1e-6);
}

static void
gaps_are_no_zero_load(void)
{
    double iops[700];
    for (size_t i = 0; i < 700; i++)
        iops[i] = i % 7 == 3 ? NAN : 500;
    g_autoptr(Series) series = series_of_iops(iops, 700, 1);
    struct demand demand = demand_of_series(series);
    g_assert_cmpfloat(demand.iops.mean, ==, 500);
    g_assert_cmpfloat(demand.iops.p50, ==, 500);
    g_assert_cmpuint(demand.steps, ==, 600);
    g_assert_cmpfloat(demand.covered_s, ==, 600);
    g_assert_true(isnan(demand.iops.sustained_5min)); /* no 5 minutes without a gap */
}

/* A minute of which more than half is missing gives no mean. */
static void
minute_with_few_samples_is_left_out(void)
{
    double iops[20 * 60];
    for (size_t i = 0; i < G_N_ELEMENTS(iops); i++)
        iops[i] = 100;
    for (size_t i = 60; i < 60 + 31; i++)
        iops[i] = NAN;
    iops[60 + 40] = 1e6;
    g_autoptr(Series) series = series_of_iops(iops, G_N_ELEMENTS(iops), 1);
    struct demand demand = demand_of_series(series);
    g_assert_cmpuint(demand.steps, ==, 19);
    g_assert_cmpfloat(demand.iops.p999, ==, 100);
}

static void
five_minutes_fit_the_interval(void)
{
    static const double iops[] = {100, 300, 200, 900, 100, 100, 100};
    g_autoptr(Series) minutes = series_of_iops(iops, 7, 60);
    g_assert_cmpfloat(demand_of_series(minutes).iops.sustained_5min, ==, 320);
    g_autoptr(Series) five = series_of_iops(iops, 7, 300);
    g_assert_cmpfloat(demand_of_series(five).iops.sustained_5min, ==, 900);
    g_autoptr(Series) ten = series_of_iops(iops, 7, 600);
    g_assert_true(isnan(demand_of_series(ten).iops.sustained_5min));
    g_assert_cmpfloat(demand_of_series(ten).iops.peak, ==, 900);
}

static void
series_without_a_sample_is_no_demand(void)
{
    static const double iops[] = {NAN, NAN};
    g_autoptr(Series) series = series_of_iops(iops, 2, 1);
    struct demand demand = demand_of_series(series);
    g_assert_cmpint(demand.source, ==, DEMAND_NONE);
    g_assert_true(isnan(demand.iops.mean) && isnan(demand.iops.p95) && isnan(demand.iops.peak));
    g_autoptr(Series) empty = series_of_iops(iops, 0, 1);
    g_assert_cmpint(demand_of_series(empty).source, ==, DEMAND_NONE);
}

static struct awr *
report(GPtrArray *reports, const char *begin, const char *end, const char *instance, double minutes, double reads,
    double writes)
{
    struct awr *awr = awr_new("a.html", AWR_INSTANCE, AWR_HTML);
    awr->begin = g_strdup(begin);
    awr->end = g_strdup(end);
    awr->elapsed_min = minutes;
    if (instance)
        g_ptr_array_add(awr->instances, g_strdup(instance));
    awr->rates = (struct awr_rates){reads, writes, reads * 16384, writes * 16384, 5e9};
    g_ptr_array_add(reports, awr);
    return awr;
}

static GPtrArray *
reports_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
}

/* 60 min at 1000 and 20 min at 5000 are 2000 on average. Redo is part of the writes: it is not added. */
static void
awr_means_are_weighted_by_time(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 750, 250);
    report(reports, "2026-11-30T11:00", "2026-11-30T11:20", "db1", 20, 3000, 2000);
    struct demand demand = demand_of_awr(reports);
    g_assert_cmpint(demand.source, ==, DEMAND_AWR);
    g_assert_cmpuint(demand.steps, ==, 2);
    g_assert_cmpfloat(demand.covered_s, ==, 4800);
    g_assert_cmpfloat(demand.iops.mean, ==, 2000);
    g_assert_cmpfloat(demand.iops.peak, ==, 5000);
    g_assert_true(isnan(demand.iops.p95));
    g_assert_cmpfloat(demand.mib_s.mean, ==, 2000.0 / 64);
    g_assert_cmpfloat(demand.mib_s.peak, ==, 5000.0 / 64);
    g_assert_cmpfloat(demand.io_kib, ==, 16);
    /* reads: 750 x 3600 + 3000 x 1200 of 9.6 million */
    g_assert_cmpfloat(demand.read_pct, ==, 65.625);
}

/* The peaks of the instances lie in different hours: the peak of the sum is 1100, not 1000 + 900. */
static void
instances_add_up_within_an_interval_only(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 1000, 0);
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db2", 60, 100, 0);
    report(reports, "2026-11-30T11:00", "2026-11-30T12:00", "db1", 60, 50, 0);
    report(reports, "2026-11-30T11:00", "2026-11-30T12:00", "db2", 60, 900, 0);
    struct demand demand = demand_of_awr(reports);
    g_assert_cmpuint(demand.steps, ==, 2);
    g_assert_cmpfloat(demand.covered_s, ==, 7200);
    g_assert_cmpfloat(demand.iops.peak, ==, 1100);
    g_assert_cmpfloat(demand.iops.mean, ==, 1025);
}

static void
second_report_of_an_interval_counts_once(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 1000, 0);
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 1000, 0)->format = AWR_TEXT;
    struct demand demand = demand_of_awr(reports);
    g_assert_cmpuint(demand.steps, ==, 1);
    g_assert_cmpfloat(demand.iops.mean, ==, 1000);
}

static void
cluster_report_replaces_those_of_instances(void)
{
    for (int order = 0; order < 2; order++) {
        g_autoptr(GPtrArray) reports = reports_new();
        if (order == 0)
            report(reports, "2026-11-30T10:00", "2026-11-30T11:00", NULL, 60, 1500, 0)->report = AWR_RAC;
        report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 1000, 0);
        report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db2", 60, 500, 0);
        if (order == 1)
            report(reports, "2026-11-30T10:00", "2026-11-30T11:00", NULL, 60, 1500, 0)->report = AWR_RAC;
        g_assert_cmpfloat(demand_of_awr(reports).iops.mean, ==, 1500);
    }
}

static void
reports_without_times_are_intervals_of_their_own(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, NULL, NULL, "db1", 60, 1000, 0);
    report(reports, NULL, NULL, "db1", 60, 3000, 0);
    struct demand demand = demand_of_awr(reports);
    g_assert_cmpuint(demand.steps, ==, 2);
    g_assert_cmpfloat(demand.iops.mean, ==, 2000);
}

static void
reports_without_rates_are_no_demand(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    g_assert_cmpint(demand_of_awr(reports).source, ==, DEMAND_NONE);
    report(reports, NULL, NULL, NULL, 60, NAN, 10);
    report(reports, NULL, NULL, NULL, NAN, 10, 10);
    report(reports, NULL, NULL, NULL, 0, 10, 10);
    struct demand demand = demand_of_awr(reports);
    g_assert_cmpint(demand.source, ==, DEMAND_NONE);
    g_assert_true(isnan(demand.iops.mean) && isnan(demand.iops.peak));
    g_assert_null(demand_source_name(demand.source));
}

static void
figures_have_the_contract_names(void)
{
    struct demand_figures figures = {1, 2, 3, 4, 5, 6, 7};
    static const char *const name[] = {"mean", "p50", "p95", "p99", "p999", "peak", "sustained_5min"};
    for (size_t i = 0; i < G_N_ELEMENTS(name); i++)
        g_assert_cmpfloat(demand_figure(&figures, name[i]), ==, (double)i + 1);
    g_assert_true(isnan(demand_figure(&figures, "p90")));
    g_assert_cmpstr(demand_source_name(DEMAND_IOSTAT), ==, "iostat");
    g_assert_cmpstr(demand_source_name(DEMAND_AWR), ==, "awr");
    g_assert_cmpstr(demand_source_name(DEMAND_TYPED), ==, "typed");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/demand/" #name, name)
    ADD(percentiles_of_a_short_log_are_of_its_samples);
    ADD(p95_is_no_mean_plus_two_deviations);
    ADD(percentiles_of_a_longer_log_are_of_minutes);
    ADD(gaps_are_no_zero_load);
    ADD(minute_with_few_samples_is_left_out);
    ADD(five_minutes_fit_the_interval);
    ADD(series_without_a_sample_is_no_demand);
    ADD(awr_means_are_weighted_by_time);
    ADD(instances_add_up_within_an_interval_only);
    ADD(second_report_of_an_interval_counts_once);
    ADD(cluster_report_replaces_those_of_instances);
    ADD(reports_without_times_are_intervals_of_their_own);
    ADD(reports_without_rates_are_no_demand);
    ADD(figures_have_the_contract_names);
    return g_test_run();
}
