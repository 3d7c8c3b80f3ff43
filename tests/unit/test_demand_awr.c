#include "demand_awr.h"
#include "quantile.h"

#include <math.h>
#include <string.h>

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

/* Eight hours, the times ten of 1..8: p50 45, p95 of type 7 is 76.5. Too few for p99. */
static void
percentiles_need_enough_intervals(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    for (int hour = 0; hour < 8; hour++) {
        g_autofree char *begin = g_strdup_printf("2026-11-30T%02d:00", hour);
        g_autofree char *end = g_strdup_printf("2026-11-30T%02d:00", hour + 1);
        report(reports, begin, end, "db1", 60, 10 * ((hour * 3) % 8 + 1), 0);
        if (hour == 6)
            g_assert_true(isnan(demand_of_awr(reports).iops.p95));
    }
    struct demand demand = demand_of_awr(reports);
    g_assert_cmpfloat(demand.iops.p50, ==, 45);
    g_assert_cmpfloat(demand.iops.p95, ==, 76.5);
    g_assert_true(isnan(demand.iops.p99));
    g_assert_cmpfloat(demand.interval_s, ==, 3600);
}

/* 10, 20 and 30 for 1, 1 and 2 hours: middles of the weights at 0, 1 and 2.5 of 2.5. */
static void
percentiles_are_weighted_by_time(void)
{
    const double values[] = {30, 10, 20}, hours[] = {2, 1, 1}, p[] = {0, 0.4, 0.7, 1};
    double out[4];
    quantiles_weighted(values, hours, 3, p, 4, out);
    g_assert_cmpfloat(out[0], ==, 10);
    g_assert_cmpfloat(out[1], ==, 20);
    g_assert_cmpfloat_with_epsilon(out[2], 25, 1e-9);
    g_assert_cmpfloat(out[3], ==, 30);
    const double equal[] = {1, 1, 1};
    quantiles_weighted(values, equal, 3, (const double[]){0.25}, 1, out);
    g_assert_cmpfloat(out[0], ==, 15);
    quantiles_weighted(values, equal, 0, p, 1, out);
    g_assert_true(isnan(out[0]));
}

/* Four hours at 1000 on average, of which the second is known to have been at 2500: the others had 500. */
static void
finer_intervals_take_their_part_of_a_longer_one(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00", "2026-11-30T14:00", "db1", 240, 1000, 0);
    report(reports, "2026-11-30T11:00", "2026-11-30T12:00", "db1", 60, 2500, 0);
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    g_assert_cmpuint(series->intervals->len, ==, 3);
    g_assert_cmpuint(series->overlapped, ==, 1);
    g_assert_cmpuint(series->gaps, ==, 0);
    const struct awr_interval *piece = &g_array_index(series->intervals, struct awr_interval, 0);
    g_assert_cmpfloat(piece[0].length_s, ==, 3600);
    g_assert_cmpfloat(piece[0].rate[AWR_READ_IOPS], ==, 500);
    g_assert_true(piece[0].is_remainder);
    g_assert_cmpfloat(piece[1].rate[AWR_READ_IOPS], ==, 2500);
    g_assert_false(piece[1].is_remainder);
    g_assert_cmpfloat(piece[2].length_s, ==, 7200);
    g_assert_cmpfloat(piece[2].rate[AWR_READ_IOPS], ==, 500);
    struct demand demand = demand_of_awr_series(series);
    g_assert_cmpfloat(demand.iops.mean, ==, 1000);
    g_assert_cmpfloat(demand.iops.peak, ==, 2500);
    g_assert_cmpfloat(demand.covered_s, ==, 4 * 3600);
}

/* A report over the whole of two that are there already says nothing new, whatever the rates say. */
static void
longer_interval_that_is_covered_is_dropped(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00", "2026-11-30T12:00", "db1", 120, 9000, 0);
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 100, 0);
    report(reports, "2026-11-30T11:00:20", "2026-11-30T12:00", "db1", 59.67, 300, 0);
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    g_assert_cmpuint(series->intervals->len, ==, 2);
    g_assert_cmpuint(series->overlapped, ==, 1);
    g_assert_cmpfloat(demand_of_awr_series(series).iops.peak, ==, 300);
}

/* Half hours of 100, 300, 500 and 200, then a hole, then 900: the hour with 300 and 500. Nothing is known of 15 min. */
static void
sixty_minutes_do_not_reach_over_a_hole(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00", "2026-11-30T10:30", "db1", 30, 100, 0);
    report(reports, "2026-11-30T10:30", "2026-11-30T11:00", "db1", 30, 300, 60);
    report(reports, "2026-11-30T11:00", "2026-11-30T11:30", "db1", 30, 500, 40);
    report(reports, "2026-11-30T11:30", "2026-11-30T12:00", "db1", 30, 200, 0);
    report(reports, "2026-11-30T13:00", "2026-11-30T13:30", "db1", 30, 900, 0);
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    g_assert_cmpuint(series->gaps, ==, 1);
    g_assert_cmpfloat(series->gap_s, ==, 3600);
    struct demand demand = demand_of_awr_series(series);
    g_assert_cmpfloat(demand.iops.sustained_60min, ==, 450);
    g_assert_true(isnan(demand.iops.sustained_15min));
    const struct demand_moment *hour = &demand.at[DEMAND_AT_60MIN];
    g_assert_cmpfloat(hour->read_iops, ==, 400);
    g_assert_cmpfloat(hour->write_iops, ==, 50);
    g_assert_cmpfloat(hour->offset_s, ==, 5400);
    g_assert_cmpfloat(demand.at[DEMAND_AT_PEAK_IOPS].iops, ==, 900);
}

/* Snapshots are some seconds late: an hour and six seconds still tells an hour; two hours do not. */
static void
interval_of_about_an_hour_is_an_hour(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00:00", "2026-11-30T11:00:06", "db1", 60.1, 700, 0);
    g_assert_cmpfloat(demand_of_awr(reports).iops.sustained_60min, ==, 700);
    g_autoptr(GPtrArray) longer = reports_new();
    report(longer, "2026-11-30T10:00", "2026-11-30T12:00", "db1", 120, 700, 0);
    g_assert_true(isnan(demand_of_awr(longer).iops.sustained_60min));
}

/* The snapshots of two instances are some seconds apart; a report of the second hour is missing. */
static void
instances_some_seconds_apart_are_of_one_interval(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00:03", "2026-11-30T11:00:02", "db1", 60, 1000, 0)->cpus = 8;
    report(reports, "2026-11-30T10:00:11", "2026-11-30T11:00:12", "db2", 60, 100, 0)->cpus = 8;
    report(reports, "2026-11-30T11:00:02", "2026-11-30T12:00:02", "db1", 60, 50, 0)->cpus = 8;
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    g_assert_cmpuint(series->intervals->len, ==, 2);
    g_assert_cmpuint(series->incomplete, ==, 1);
    g_assert_cmpfloat(series->cpus, ==, 16);
    g_assert_cmpfloat(demand_of_awr_series(series).iops.peak, ==, 1100);
}

/* Two pluggable databases add up, one of them twice does not; the report of their instance holds both. */
static void
pluggable_databases_add_up_within_their_instance(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 300, 0)->report = AWR_PDB;
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 500, 0)->report = AWR_PDB;
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 500, 0)->report = AWR_PDB;
    g_assert_cmpfloat(demand_of_awr(reports).iops.mean, ==, 800);
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 900, 0);
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    g_assert_cmpfloat(demand_of_awr_series(series).iops.mean, ==, 900);
    g_assert_cmpuint(series->repeated, ==, 3);
}

/* The snapshots of a pluggable database are some seconds off: the report of its instance comes later and holds it. */
static void
wider_report_that_comes_later_replaces(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00:01", "2026-11-30T11:00:01", "db1", 60, 300, 0)->report = AWR_PDB;
    report(reports, "2026-11-30T10:00:01", "2026-11-30T11:00:01", "db1", 60, 500, 0)->report = AWR_PDB;
    report(reports, "2026-11-30T10:00:06", "2026-11-30T11:00:06", "db1", 60, 900, 0)->cpus = 8;
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    g_assert_cmpuint(series->intervals->len, ==, 1);
    g_assert_cmpfloat(demand_of_awr_series(series).iops.mean, ==, 900);
    g_assert_cmpuint(series->repeated, ==, 2);
    g_assert_cmpfloat(series->cpus, ==, 8);
}

/* The cluster did 2000 over the hour; one instance's half hours, 600 and 800, are a part of that, not the load. */
static void
finer_report_of_one_instance_is_no_finer_report_of_the_cluster(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    struct awr *cluster = report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 2000, 0);
    cluster->report = AWR_RAC;
    g_ptr_array_add(cluster->instances, g_strdup("db2"));
    report(reports, "2026-11-30T10:00", "2026-11-30T10:30", "db1", 30, 600, 0);
    report(reports, "2026-11-30T10:30", "2026-11-30T11:00", "db1", 30, 800, 0);
    /* half of it lies beyond the cluster's hour, and keeps its own rate */
    report(reports, "2026-11-30T10:40", "2026-11-30T11:20", "db1", 40, 700, 0);
    struct demand demand = demand_of_awr(reports);
    g_assert_cmpuint(demand.steps, ==, 2);
    g_assert_cmpfloat(demand.iops.peak, ==, 2000);
    g_assert_cmpfloat(demand.covered_s, ==, 4800);
    g_assert_cmpfloat(demand.iops.mean, ==, (2000.0 * 3600 + 700.0 * 1200) / 4800);
}

/* A report with a wrong clock between those of two instances: they are of one interval all the same. */
static void
wrong_clock_does_not_part_the_instances(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00:03", "2026-11-30T11:00:03", "db1", 60, 1000, 0);
    report(reports, "2026-11-30T10:00:05", "2026-11-30T13:00:05", "db3", 60, 7, 0);
    report(reports, "2026-11-30T10:00:07", "2026-11-30T11:00:07", "db2", 60, 100, 0);
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    g_assert_cmpuint(series->intervals->len, ==, 2);
    g_assert_cmpfloat(demand_of_awr_series(series).iops.peak, ==, 1100);
}

static void
restart_of_an_instance_is_counted(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "2026-11-30T10:00", "2026-11-30T11:00", "db1", 60, 10, 0)->startup = g_strdup("2026-11-01T00:00");
    report(reports, "2026-11-30T11:30", "2026-11-30T12:00", "db1", 30, 10, 0)->startup = g_strdup("2026-11-30T11:05");
    report(reports, "2026-11-30T12:00", "2026-11-30T13:00", "db1", 60, 10, 0)->startup = g_strdup("2026-11-30T11:05");
    g_autoptr(AwrSeries) series = awr_series_new(reports);
    g_assert_cmpuint(series->restarts, ==, 1);
    g_assert_cmpuint(series->gaps, ==, 1);
}

/* Peaks 900 and 800 in different hours: together 1000. B's snapshots are 20 s later. */
static void
databases_add_up_where_both_are_known(void)
{
    g_autoptr(GPtrArray) a = reports_new(), b = reports_new();
    report(a, "2026-11-30T10:00:00", "2026-11-30T11:00:00", "a", 60, 900, 0);
    report(a, "2026-11-30T11:00:00", "2026-11-30T12:00:00", "a", 60, 200, 0);
    report(a, "2026-11-30T12:00:00", "2026-11-30T13:00:00", "a", 60, 5000, 0);
    report(b, "2026-11-30T10:00:20", "2026-11-30T11:00:20", "b", 60, 0, 100);
    report(b, "2026-11-30T11:00:20", "2026-11-30T12:00:20", "b", 60, 0, 800);
    g_autoptr(AwrSeries) one = awr_series_new(a), two = awr_series_new(b);
    struct awr_series *part[2];
    g_autoptr(AwrSeries) sum = awr_series_together((const struct awr_series *[]){one, two}, 2, part);
    g_assert_nonnull(sum);
    g_assert_cmpuint(sum->intervals->len, ==, 2); /* the third hour of A alone is not in it */
    struct demand demand = demand_of_awr_series(sum);
    g_assert_cmpfloat(demand.iops.peak, ==, 1000);
    g_assert_cmpfloat(demand.at[DEMAND_AT_PEAK_IOPS].write_iops, ==, 100);
    g_assert_cmpfloat(demand_of_awr_series(part[0]).iops.peak, ==, 900);
    g_assert_cmpfloat(demand_of_awr_series(part[1]).iops.peak, ==, 800);
    awr_series_free(part[0]);
    awr_series_free(part[1]);
    g_autoptr(GPtrArray) later = reports_new();
    report(later, "2026-12-30T10:00", "2026-12-30T11:00", "c", 60, 1, 0);
    g_autoptr(AwrSeries) apart = awr_series_new(later);
    g_assert_null(awr_series_together((const struct awr_series *[]){one, apart}, 2, part));
    g_assert_null(awr_series_together((const struct awr_series *[]){one}, 1, NULL));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/demand_awr/" #name, name)
    ADD(awr_means_are_weighted_by_time);
    ADD(instances_add_up_within_an_interval_only);
    ADD(second_report_of_an_interval_counts_once);
    ADD(cluster_report_replaces_those_of_instances);
    ADD(reports_without_times_are_intervals_of_their_own);
    ADD(reports_without_rates_are_no_demand);
    ADD(percentiles_need_enough_intervals);
    ADD(percentiles_are_weighted_by_time);
    ADD(finer_intervals_take_their_part_of_a_longer_one);
    ADD(longer_interval_that_is_covered_is_dropped);
    ADD(sixty_minutes_do_not_reach_over_a_hole);
    ADD(interval_of_about_an_hour_is_an_hour);
    ADD(instances_some_seconds_apart_are_of_one_interval);
    ADD(pluggable_databases_add_up_within_their_instance);
    ADD(wider_report_that_comes_later_replaces);
    ADD(finer_report_of_one_instance_is_no_finer_report_of_the_cluster);
    ADD(wrong_clock_does_not_part_the_instances);
    ADD(restart_of_an_instance_is_counted);
    ADD(databases_add_up_where_both_are_known);
    return g_test_run();
}
