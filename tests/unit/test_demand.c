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

/* 70 minutes at 1 min: the first hour at 100 + its minute, then 1000 for ten minutes. */
static void
stretches_of_every_length_are_found(void)
{
    double iops[70];
    for (size_t i = 0; i < 70; i++)
        iops[i] = i < 60 ? 100 + (double)i : 1000;
    g_autoptr(Series) series = series_of_iops(iops, 70, 60);
    struct demand demand = demand_of_series(series);
    g_assert_cmpfloat(demand.iops.sustained_1min, ==, 1000);
    g_assert_cmpfloat(demand.iops.sustained_5min, ==, 1000);
    /* minutes 55 to 59 are 155..159 = 785, and ten of 1000: 10785 / 15 */
    g_assert_cmpfloat(demand.iops.sustained_15min, ==, 719);
    /* minutes 10 to 59 are 110..159 = 6725, and ten of 1000: 16725 / 60 */
    g_assert_cmpfloat(demand.iops.sustained_60min, ==, 278.75);
    g_assert_cmpfloat(demand.at[DEMAND_AT_15MIN].length_s, ==, 900);
    g_assert_cmpfloat(demand.at[DEMAND_AT_15MIN].offset_s, ==, 4200);
}

/* Samples of 45 s: two are a minute and a half, which is no minute; of 10 min none make 15, six an hour; nine of 7 s
 * are 63 s, about a minute. */
static void
stretch_is_about_as_long_as_its_name(void)
{
    static const double iops[] = {100, 400, 200, 100, 100, 100, 100, 100, 100};
    g_autoptr(Series) coarse = series_of_iops(iops, 4, 45);
    struct demand demand = demand_of_series(coarse);
    g_assert_true(isnan(demand.iops.sustained_1min));
    g_assert_cmpfloat(demand.at[DEMAND_AT_1MIN].length_s, ==, 0);
    g_autoptr(Series) ten_min = series_of_iops(iops, 6, 600);
    demand = demand_of_series(ten_min);
    g_assert_true(isnan(demand.iops.sustained_15min));
    g_assert_cmpfloat(demand.iops.sustained_60min, ==, 1000.0 / 6);
    g_autoptr(Series) seven = series_of_iops(iops, 9, 7);
    demand = demand_of_series(seven);
    g_assert_cmpfloat(demand.iops.sustained_1min, ==, 1300.0 / 9);
    g_assert_cmpfloat(demand.at[DEMAND_AT_1MIN].length_s, ==, 63);
}

/* The highest read and the highest write are of different samples: the moment of the peak has one of them only. */
static void
reads_and_writes_of_a_moment_belong_together(void)
{
    static const double iops[] = {1000, 1200, 900};
    g_autoptr(Series) series = series_of_iops(iops, 3, 1);
    series->start_s = 5000;
    series->has_latency = true;
    const double reads[] = {990, 300, 100}, writes[] = {10, 900, 800}, mib_s[] = {50, 9, 8}, ms[] = {1, 2, 3};
    memcpy(series->read_iops, reads, sizeof reads);
    memcpy(series->write_iops, writes, sizeof writes);
    memcpy(series->mib_s, mib_s, sizeof mib_s);
    memcpy(series->latency_ms, ms, sizeof ms);
    struct demand demand = demand_of_series(series);
    const struct demand_moment *peak = &demand.at[DEMAND_AT_PEAK_IOPS];
    g_assert_cmpfloat(demand.read_iops.peak, ==, 990);
    g_assert_cmpfloat(demand.write_iops.peak, ==, 900);
    g_assert_cmpfloat(peak->iops, ==, 1200);
    g_assert_cmpfloat(peak->read_iops, ==, 300);
    g_assert_cmpfloat(peak->write_iops, ==, 900);
    g_assert_cmpfloat(peak->mib_s, ==, 9);
    g_assert_cmpfloat(peak->read_pct, ==, 25);
    g_assert_cmpfloat(peak->latency_ms, ==, 2);
    g_assert_cmpint(peak->end_s, ==, 5001);
    g_assert_cmpfloat(peak->offset_s, ==, 2);
    g_assert_cmpfloat(demand.at[DEMAND_AT_PEAK_MIB_S].iops, ==, 1000);
    g_assert_cmpfloat(demand.at[DEMAND_AT_1MIN].length_s, ==, 0);
    g_assert_true(isnan(demand.at[DEMAND_AT_1MIN].iops));
}

/* Read shares 99, 25 and 11.1 percent: the middle one is 25, the mean over all I/Os 1390 of 3100. */
static void
read_share_has_percentiles_of_its_own(void)
{
    static const double iops[] = {1000, 1200, 900, 0};
    g_autoptr(Series) series = series_of_iops(iops, 4, 1);
    const double reads[] = {990, 300, 100, 0};
    memcpy(series->read_iops, reads, sizeof reads);
    struct demand demand = demand_of_series(series);
    g_assert_cmpfloat(demand.read_share_pct.p50, ==, 25);
    g_assert_cmpfloat(demand.read_share_pct.peak, ==, 99);
    g_assert_cmpfloat_with_epsilon(demand.read_share_pct.mean, 100 * 1390.0 / 3100, 1e-9);
    g_assert_cmpfloat(demand.io_size_kib.p95, ==, 16);
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

static void
figures_have_the_contract_names(void)
{
    struct demand_figures figures = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static const char *const name[] = {"mean", "p50", "p95", "p99", "p999", "peak", "sustained_5min", "sustained_1min",
        "sustained_15min", "sustained_60min"};
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
    ADD(stretches_of_every_length_are_found);
    ADD(stretch_is_about_as_long_as_its_name);
    ADD(reads_and_writes_of_a_moment_belong_together);
    ADD(read_share_has_percentiles_of_its_own);
    ADD(series_without_a_sample_is_no_demand);
    ADD(figures_have_the_contract_names);
    return g_test_run();
}
