#include "coverage.h"

#include <math.h>

#define HOUR_S 3600
#define DAY_S 86400
#define MONDAY_S ((int64_t)20787 * DAY_S) /* 2026-11-30, a Monday and the last day of its month */

/* Hourly samples of 100 IOPS whose first interval begins at `from_s`. */
static struct series *
hours(int64_t from_s, size_t n)
{
    g_autofree double *iops = g_new(double, n);
    for (size_t i = 0; i < n; i++)
        iops[i] = 100;
    struct series *series = series_of_values(iops, iops, n, HOUR_S);
    series->start_s = from_s + HOUR_S;
    return series;
}

static void
week_shows_every_working_day(void)
{
    g_autoptr(Series) series = hours(MONDAY_S, 7 * 24);
    struct coverage coverage = coverage_of_series(series);
    g_assert_cmpint(coverage.first_s, ==, MONDAY_S);
    g_assert_cmpint(coverage.last_s, ==, MONDAY_S + 7 * DAY_S);
    g_assert_cmpfloat(coverage.days, ==, 7);
    g_assert_cmpuint(coverage.dates, ==, 7);
    g_assert_cmpuint(coverage.weekdays, ==, 0x7f);
    g_assert_cmpuint(coverage_working_days(&coverage), ==, 5);
    g_assert_true(coverage.month_end);
    g_assert_cmpuint(coverage.gaps, ==, 0);
}

/* Saturday and Sunday, and five hours of Monday, which are too few for it to count. */
static void
weekend_is_no_working_day(void)
{
    g_autoptr(Series) series = hours(MONDAY_S + 5 * DAY_S, 2 * 24 + 5);
    struct coverage coverage = coverage_of_series(series);
    g_assert_cmpuint(coverage.weekdays, ==, 0x60);
    g_assert_cmpuint(coverage_working_days(&coverage), ==, 0);
    g_assert_cmpuint(coverage.dates, ==, 2);
    g_assert_false(coverage.month_end);
}

static void
first_day_of_a_month_counts_as_its_end(void)
{
    g_autoptr(Series) first = hours(MONDAY_S + DAY_S, 24);
    g_assert_true(coverage_of_series(first).month_end);
    g_autoptr(Series) second = hours(MONDAY_S + 2 * DAY_S, 24);
    g_assert_false(coverage_of_series(second).month_end);
}

static void
gaps_are_measured(void)
{
    g_autoptr(Series) series = hours(MONDAY_S, 24);
    series->iops[3] = series->iops[10] = series->iops[11] = NAN;
    struct coverage coverage = coverage_of_series(series);
    g_assert_cmpuint(coverage.gaps, ==, 2);
    g_assert_cmpfloat(coverage.gap_s, ==, 3 * HOUR_S);
    g_assert_cmpfloat(coverage.longest_gap_s, ==, 2 * HOUR_S);
    g_assert_cmpfloat(coverage.covered_s, ==, 21 * HOUR_S);
    g_assert_cmpfloat(coverage.span_s, ==, DAY_S);
}

static void
log_without_stamps_has_a_length_only(void)
{
    g_autoptr(Series) series = hours(0, 5);
    series->start_s = CAPTURE_NO_TIME;
    struct coverage coverage = coverage_of_series(series);
    g_assert_cmpint(coverage.first_s, ==, CAPTURE_NO_TIME);
    g_assert_cmpfloat(coverage.covered_s, ==, 5 * HOUR_S);
    g_assert_cmpuint(coverage.weekdays, ==, 0);
    g_autoptr(Series) empty = hours(0, 0);
    g_assert_cmpfloat(coverage_of_series(empty).covered_s, ==, 0);
}

/* Times before 1970 and far away are no fault: such stamps are read from files. */
static void
odd_times_are_survived(void)
{
    g_autoptr(Series) early = hours(-10 * (int64_t)DAY_S, 24);
    g_assert_cmpuint(coverage_of_series(early).dates, ==, 1);
    g_autoptr(Series) late = hours((int64_t)4000000 * DAY_S, 24);
    g_assert_cmpuint(coverage_of_series(late).dates, ==, 1);
}

static void
snapshots_cover_their_intervals(void)
{
    g_autoptr(AwrSeries) series = awr_series_empty();
    struct awr_interval day = {.begin_s = MONDAY_S, .end_s = MONDAY_S + DAY_S, .length_s = DAY_S};
    g_array_append_val(series->intervals, day);
    day.begin_s = day.end_s + 30; /* as good as no hole */
    day.end_s = day.begin_s + DAY_S;
    g_array_append_val(series->intervals, day);
    day.begin_s = day.end_s + HOUR_S;
    day.end_s = day.begin_s + HOUR_S;
    day.length_s = HOUR_S;
    g_array_append_val(series->intervals, day);
    struct coverage coverage = coverage_of_awr(series);
    g_assert_cmpuint(coverage.gaps, ==, 1);
    g_assert_cmpfloat(coverage.longest_gap_s, ==, HOUR_S);
    g_assert_cmpfloat(coverage.covered_s, ==, 2 * DAY_S + HOUR_S);
    g_assert_cmpuint(coverage.weekdays, ==, 0x3);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/coverage/" #name, name)
    ADD(week_shows_every_working_day);
    ADD(weekend_is_no_working_day);
    ADD(first_day_of_a_month_counts_as_its_end);
    ADD(gaps_are_measured);
    ADD(log_without_stamps_has_a_length_only);
    ADD(odd_times_are_survived);
    ADD(snapshots_cover_their_intervals);
    return g_test_run();
}
