#include "align.h"
#include "study.h"

#include <math.h>

/* A log of one sample a minute from 2026-11-30 00:00 on: the sample that ends at minute k has load[k % period] IOPS of
 * 8 KiB. */
static struct series *
log_of_minutes(size_t n, const double *load, size_t period)
{
    struct series *series = g_new0(struct series, 1);
    series->n = n;
    series->interval_s = 60;
    series->start_s = study_time_s("2026-11-30T00:01");
    double **array[] = {&series->iops, &series->read_iops, &series->write_iops, &series->mib_s, &series->read_mib_s,
        &series->write_mib_s, &series->latency_ms, &series->read_latency_ms, &series->write_latency_ms};
    for (size_t i = 0; i < G_N_ELEMENTS(array); i++)
        *array[i] = g_new0(double, n);
    for (size_t i = 0; i < n; i++) {
        series->iops[i] = load[i % period];
        series->mib_s[i] = series->iops[i] / 128;
    }
    return series;
}

/* A report of [begin, end) minutes of the log, its times moved by shift_min, its rates those of the log times factor.
 */
static struct awr *
report_of(const struct series *series, int begin, int end, int shift_min, double factor)
{
    struct awr *awr = awr_new("a.html", AWR_INSTANCE, AWR_HTML);
    int64_t midnight_s = study_time_s("2026-11-30T00:00");
    awr->begin = capture_time_text(midnight_s + 60 * (begin + shift_min), false, 0);
    awr->end = capture_time_text(midnight_s + 60 * (end + shift_min), false, 0);
    double iops = series_means(series, (size_t)begin, (size_t)end).iops * factor;
    awr->rates = (struct awr_rates){iops, 0, iops * 8192, 0, 0};
    return awr;
}

/* Hours of the day that differ: no two of them can be taken for each other. */
static double *
day_of_hours(void)
{
    static const double hour[24] = {310, 1270, 140, 2210, 530, 3730, 890, 190, 4410, 670, 2890, 260, 1830, 410, 3190,
        1010, 170, 2570, 760, 4970, 350, 1490, 230, 3470};
    double *load = g_new(double, 1440);
    for (size_t i = 0; i < 1440; i++)
        load[i] = hour[i / 60];
    return load;
}

static struct align_offset
offset_of_hours(const struct series *series, int first_hour, int hours, int shift_min, double factor, GTimeZone *zone,
    bool has_zone, int utc_offset_s)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    g_autofree struct align_pair *pairs = g_new(struct align_pair, (gsize)hours);
    for (int i = 0; i < hours; i++) {
        struct awr *awr = report_of(series, 60 * (first_hour + i), 60 * (first_hour + i + 1), shift_min, factor);
        g_ptr_array_add(reports, awr);
        pairs[i] = (struct align_pair){series, awr, has_zone, utc_offset_s};
    }
    return align_offset_of(pairs, (size_t)hours, zone);
}

/* The report is 5:30 h behind: that much is to be added to its times. */
static void
zone_is_estimated_from_the_rates(void)
{
    g_autofree double *load = day_of_hours();
    g_autoptr(Series) series = log_of_minutes(1440, load, 1440);
    static const int shift_min[] = {-330, 330, -60, 45, 840 - 600};
    for (size_t i = 0; i < G_N_ELEMENTS(shift_min); i++) {
        struct align_offset offset = offset_of_hours(series, 9, 6, shift_min[i], 1, NULL, false, 0);
        g_assert_cmpstr(align_source_name(offset.source), ==, "estimated");
        g_assert_cmpint(offset.seconds, ==, -60 * shift_min[i]);
        g_assert_cmpuint(offset.pairs, ==, 6);
        g_assert_cmpfloat(offset.misfit_pct, <, 0.1);
        g_assert_cmpfloat(offset.misfit_at_0_pct, >, 5);
    }
}

static void
agreement_at_0_is_confirmed(void)
{
    g_autofree double *load = day_of_hours();
    g_autoptr(Series) series = log_of_minutes(1440, load, 1440);
    struct align_offset offset = offset_of_hours(series, 9, 6, 0, 1, NULL, false, 0);
    g_assert_cmpint(offset.source, ==, ALIGN_ESTIMATED);
    g_assert_cmpint(offset.seconds, ==, 0);
}

/* Writes that are mirrored make all rates differ by one factor: that is no clock. */
static void
lasting_factor_is_no_offset(void)
{
    g_autofree double *load = day_of_hours();
    g_autoptr(Series) series = log_of_minutes(1440, load, 1440);
    struct align_offset offset = offset_of_hours(series, 9, 6, -330, 0.5, NULL, false, 0);
    g_assert_cmpint(offset.source, ==, ALIGN_ESTIMATED);
    g_assert_cmpint(offset.seconds, ==, 330 * 60);
}

/* A clock that is 2 min fast. The load runs for the first half of each hour; snapshots take in its beginning or its end
 * by turns, so that two minutes are a tenth more of it, or less. */
static void
clock_error_is_estimated_from_edges(void)
{
    g_autofree double *load = day_of_hours();
    for (size_t i = 0; i < 1440; i++)
        load[i] = i % 60 < 30 ? load[i] : 0;
    g_autoptr(Series) series = log_of_minutes(1440, load, 1440);
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    struct align_pair pairs[6];
    for (int i = 0; i < 6; i++) {
        int begin = 60 * (i + 8) + (i % 2 == 0 ? -10 : 10);
        struct awr *awr = report_of(series, begin, begin + 30, 2, 1);
        g_ptr_array_add(reports, awr);
        pairs[i] = (struct align_pair){series, awr, false, 0};
    }
    struct align_offset offset = align_offset_of(pairs, 6, NULL);
    g_assert_cmpint(offset.source, ==, ALIGN_ESTIMATED);
    g_assert_cmpint(offset.seconds, <=, -90);
    g_assert_cmpint(offset.seconds, >=, -150);
}

/* One level all day: every offset fits, none is proven. */
static void
steady_load_proves_no_offset(void)
{
    static const double level = 5000;
    g_autoptr(Series) series = log_of_minutes(1440, &level, 1);
    struct align_offset offset = offset_of_hours(series, 9, 6, 0, 1, NULL, false, 0);
    g_assert_cmpstr(align_source_name(offset.source), ==, "assumed");
    g_assert_cmpint(offset.seconds, ==, 0);
    /* five hours off, but within the log: it fits there as well, and 0 stays */
    offset = offset_of_hours(series, 9, 6, -300, 1, NULL, false, 0);
    g_assert_cmpint(offset.source, ==, ALIGN_ASSUMED);
    g_assert_cmpint(offset.seconds, ==, 0);
}

/* The report of an earlier run of the same load, in the folder of this run's log: its rates fit, and prove nothing. */
static void
one_report_and_a_short_log_cannot_tell(void)
{
    static const double level = 5000;
    g_autoptr(Series) series = log_of_minutes(5, &level, 1);
    g_autoptr(Awr) awr = report_of(series, 1, 4, -120, 1);
    struct align_pair pair = {series, awr, false, 0};
    struct align_offset offset = align_offset_of(&pair, 1, NULL);
    g_assert_cmpint(offset.source, ==, ALIGN_CANNOT_TELL);
    g_assert_cmpint(offset.seconds, ==, 0);
}

/* One report, and a log of two hours with an hour of load: its edges refute the other places. */
static void
edges_of_one_log_tell(void)
{
    g_autofree double *load = g_new0(double, 240);
    for (size_t i = 60; i < 120; i++)
        load[i] = 8000;
    g_autoptr(Series) series = log_of_minutes(240, load, 240);
    g_autoptr(Awr) awr = report_of(series, 60, 120, -330, 1);
    struct align_pair pair = {series, awr, false, 0};
    struct align_offset offset = align_offset_of(&pair, 1, NULL);
    g_assert_cmpint(offset.source, ==, ALIGN_ESTIMATED);
    g_assert_cmpint(offset.seconds, ==, 330 * 60);
}

/* Rates of another load: no offset fits, 0 is kept and doubted. */
static void
rates_of_another_load_cannot_tell(void)
{
    g_autofree double *load = day_of_hours();
    g_autoptr(Series) series = log_of_minutes(1440, load, 1440);
    g_autoptr(Awr) first = report_of(series, 540, 600, 0, 0.11), second = report_of(series, 600, 660, 0, 7.7);
    struct align_pair pairs[] = {{series, first, false, 0}, {series, second, false, 0}};
    struct align_offset offset = align_offset_of(pairs, 2, NULL);
    g_assert_cmpstr(align_source_name(offset.source), ==, "cannot_tell");
    g_assert_cmpint(offset.seconds, ==, 0);
}

/* A run of 35 min with its report of 30: nothing but the times themselves. */
static void
coinciding_intervals_tell_from_the_files(void)
{
    static const double level = 5000;
    g_autoptr(Series) series = log_of_minutes(35, &level, 1);
    g_autoptr(Awr) awr = report_of(series, 3, 33, 0, 1);
    struct align_pair pair = {series, awr, false, 0};
    struct align_offset offset = align_offset_of(&pair, 1, NULL);
    g_assert_cmpstr(align_source_name(offset.source), ==, "files");
    g_assert_cmpint(offset.seconds, ==, 0);
}

/* The log's stamps say +00:00, the reports are of New York in winter: 5 h are added. */
static void
timezone_settles_the_offset(void)
{
    g_autofree double *load = day_of_hours();
    g_autoptr(Series) series = log_of_minutes(1440, load, 1440);
    g_autoptr(GTimeZone) zone = g_time_zone_new_identifier("-05:00");
    struct align_offset offset = offset_of_hours(series, 9, 6, 0, 1, zone, true, 0);
    g_assert_cmpstr(align_source_name(offset.source), ==, "timezone");
    g_assert_cmpint(offset.seconds, ==, 5 * 3600);
    /* stamps without a zone are in the named one as well */
    offset = offset_of_hours(series, 9, 6, 0, 1, zone, false, 0);
    g_assert_cmpint(offset.source, ==, ALIGN_TIMEZONE);
    g_assert_cmpint(offset.seconds, ==, 0);
}

static void
no_times_give_no_alignment(void)
{
    static const double level = 5000;
    g_autoptr(Series) series = log_of_minutes(60, &level, 1);
    g_autoptr(Awr) awr = awr_new("a.html", AWR_INSTANCE, AWR_HTML);
    struct align_pair pair = {series, awr, false, 0};
    g_assert_cmpint(align_offset_of(&pair, 1, NULL).source, ==, ALIGN_NO_TIMES);
    g_assert_cmpint(align_offset_of(NULL, 0, NULL).source, ==, ALIGN_NO_TIMES);
    struct alignment at = align_report(awr, series, NULL);
    g_assert_false(at.covered);
    g_assert_true(isnan(at.overlap_pct));
    g_assert_cmpstr(align_source_name(at.offset.source), ==, "none");
}

/* A log of 60 min, a snapshot from its minute 30 to 30 min after its end: half of each. */
static void
overlap_is_told_of_both_sides(void)
{
    static const double level = 5000;
    g_autoptr(Series) series = log_of_minutes(60, &level, 1);
    g_autoptr(Awr) awr = awr_new("a.html", AWR_INSTANCE, AWR_HTML);
    awr->begin = g_strdup("2026-11-30T00:30:00");
    awr->end = g_strdup("2026-11-30T01:30:00");
    struct alignment at = align_report(awr, series, NULL);
    g_assert_cmpfloat(at.overlap_pct, ==, 50);
    g_assert_cmpfloat(at.log_inside_pct, ==, 50);
    g_assert_true(at.covered);
    g_assert_cmpuint(at.start, ==, 30);
    g_assert_cmpuint(at.end, ==, 60);
    for (size_t i = 30; i < 40; i++)
        series->iops[i] = NAN; /* a gap is not covered */
    at = align_report(awr, series, NULL);
    g_assert_cmpfloat_with_epsilon(at.overlap_pct, 100.0 / 3, 1e-9);
    g_assert_cmpfloat(at.log_inside_pct, ==, 40);
    g_assert_false(at.covered);
    struct align_offset hour = {.seconds = 5 * 3600, .source = ALIGN_TIMEZONE};
    g_assert_cmpfloat(align_report(awr, series, &hour).overlap_pct, ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/align/" #name, name)
    ADD(zone_is_estimated_from_the_rates);
    ADD(agreement_at_0_is_confirmed);
    ADD(lasting_factor_is_no_offset);
    ADD(clock_error_is_estimated_from_edges);
    ADD(steady_load_proves_no_offset);
    ADD(one_report_and_a_short_log_cannot_tell);
    ADD(edges_of_one_log_tell);
    ADD(rates_of_another_load_cannot_tell);
    ADD(coinciding_intervals_tell_from_the_files);
    ADD(timezone_settles_the_offset);
    ADD(no_times_give_no_alignment);
    ADD(overlap_is_told_of_both_sides);
    return g_test_run();
}
