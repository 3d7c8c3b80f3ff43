#include "together.h"

static struct series *
load(int64_t start_s, const double *iops, const double *latency_ms, size_t n)
{
    struct series *series = series_of_values(iops, latency_ms, n, 1);
    series->start_s = start_s;
    series->has_split = true;
    for (size_t i = 0; i < n; i++) {
        series->read_iops[i] = iops[i];
        series->write_iops[i] = 0;
        series->mib_s[i] = series->read_mib_s[i] = iops[i] / 128;
        series->write_mib_s[i] = 0;
        series->read_latency_ms[i] = latency_ms[i];
    }
    return series;
}

/* Peaks at different moments: 900 + 900 is never needed at once. */
static void
peak_of_the_sum_is_not_the_sum_of_peaks(void)
{
    const double one[] = {100, 900, 100, 100}, two[] = {100, 100, 900, 100}, ms[] = {1, 1, 1, 1};
    g_autoptr(Series) a = load(1000, one, ms, 4), b = load(1000, two, ms, 4);
    g_autoptr(Series) sum = series_together((const struct series *[]){a, b}, 2);
    g_assert_nonnull(sum);
    g_assert_cmpuint(sum->n, ==, 4);
    const double expected[] = {200, 1000, 1000, 200};
    for (size_t i = 0; i < 4; i++)
        g_assert_cmpfloat(sum->iops[i], ==, expected[i]);
    g_assert_cmpfloat(sum->mib_s[1], ==, 1000.0 / 128);
}

static void
hosts_are_aligned_by_their_stamps(void)
{
    const double one[] = {1, 2, 3, 4, 5, 6}, two[] = {10, 20, 30, 40, 50, 60}, ms[] = {1, 1, 1, 1, 1, 1};
    g_autoptr(Series) a = load(1000, one, ms, 6), b = load(1002, two, ms, 6);
    g_autoptr(Series) sum = series_together((const struct series *[]){a, b}, 2);
    g_assert_nonnull(sum);
    g_assert_cmpuint(sum->n, ==, 4);
    g_assert_cmpint(sum->start_s, ==, 1002);
    g_assert_cmpfloat(sum->iops[0], ==, 13);
    g_assert_cmpfloat(sum->iops[3], ==, 46);
}

static void
latency_is_weighted_by_ios(void)
{
    const double one[] = {300, 0}, two[] = {100, 50}, one_ms[] = {1, NAN}, two_ms[] = {5, 3};
    g_autoptr(Series) a = load(0, one, one_ms, 2), b = load(0, two, two_ms, 2);
    g_autoptr(Series) sum = series_together((const struct series *[]){a, b}, 2);
    g_assert_cmpfloat(sum->latency_ms[0], ==, 2);
    g_assert_cmpfloat(sum->latency_ms[1], ==, 3);
}

/* Where one host is not known, neither is the sum: a part of it would pass for the whole. */
static void
gap_of_one_host_is_a_gap_of_the_sum(void)
{
    const double one[] = {100, NAN, 100}, two[] = {50, 50, 50}, ms[] = {1, 1, 1};
    g_autoptr(Series) a = load(0, one, ms, 3), b = load(0, two, ms, 3);
    g_autoptr(Series) sum = series_together((const struct series *[]){a, b}, 2);
    g_assert_true(isnan(sum->iops[1]));
    g_assert_cmpuint(sum->gaps, ==, 1);
    g_assert_cmpfloat(sum->iops[2], ==, 150);
}

static void
loads_that_cannot_be_aligned_are_not_added(void)
{
    const double iops[] = {1, 2, 3, 4}, ms[] = {1, 1, 1, 1};
    g_autoptr(Series) a = load(0, iops, ms, 4), later = load(3, iops, ms, 4),
                      unknown = load(CAPTURE_NO_TIME, iops, ms, 4);
    g_autoptr(Series) slow = series_of_values(iops, ms, 4, 5);
    slow->start_s = 0;
    g_assert_null(series_together((const struct series *[]){a, later}, 2));
    g_assert_null(series_together((const struct series *[]){a, unknown}, 2));
    g_assert_null(series_together((const struct series *[]){a, slow}, 2));
    g_assert_null(series_together((const struct series *[]){a}, 1));
}

/* 10 s into 20 s; the last sample has no partner and is left out; stamps are those of the ends. */
static void
finer_samples_are_averaged_over_longer_ones(void)
{
    const double iops[] = {100, 300, 50, NAN, 10}, ms[] = {1, 3, 2, NAN, 1};
    g_autoptr(Series) fine = load(1010, iops, ms, 5);
    fine->interval_s = 10;
    g_autoptr(Series) coarse = series_coarser(fine, 20);
    g_assert_nonnull(coarse);
    g_assert_cmpuint(coarse->n, ==, 2);
    g_assert_cmpint(coarse->start_s, ==, 1020);
    g_assert_cmpfloat(coarse->iops[0], ==, 200);
    g_assert_cmpfloat(coarse->latency_ms[0], ==, 2.5); /* 100 x 1 and 300 x 3 over 400 */
    g_assert_cmpfloat(coarse->iops[1], ==, 50);        /* half of it is known */
    g_assert_null(series_coarser(fine, 10));
    g_assert_null(series_coarser(fine, 100));
}

/* Peaks are compared over the time that the sum is of: the 9000 before it do not count. */
static void
part_of_a_sum_is_cut_to_its_time(void)
{
    const double one[] = {9000, 2, 3, 4}, two[] = {10, NAN, 30}, ms[] = {1, 1, 1, 1};
    g_autoptr(Series) a = load(1000, one, ms, 4), b = load(1001, two, ms, 3);
    g_autoptr(Series) sum = series_together((const struct series *[]){a, b}, 2);
    g_assert_nonnull(sum);
    g_autoptr(Series) part = series_within(a, sum);
    g_assert_cmpuint(part->n, ==, 3);
    g_assert_cmpfloat(part->iops[0], ==, 2);
    g_assert_true(isnan(part->iops[1]));
    g_assert_cmpfloat(part->iops[2], ==, 4);
    g_assert_cmpuint(part->gaps, ==, 1);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/together/peak_of_the_sum_is_not_the_sum_of_peaks", peak_of_the_sum_is_not_the_sum_of_peaks);
    g_test_add_func("/together/hosts_are_aligned_by_their_stamps", hosts_are_aligned_by_their_stamps);
    g_test_add_func("/together/latency_is_weighted_by_ios", latency_is_weighted_by_ios);
    g_test_add_func("/together/gap_of_one_host_is_a_gap_of_the_sum", gap_of_one_host_is_a_gap_of_the_sum);
    g_test_add_func("/together/loads_that_cannot_be_aligned_are_not_added", loads_that_cannot_be_aligned_are_not_added);
    g_test_add_func(
        "/together/finer_samples_are_averaged_over_longer_ones", finer_samples_are_averaged_over_longer_ones);
    g_test_add_func("/together/part_of_a_sum_is_cut_to_its_time", part_of_a_sum_is_cut_to_its_time);
    return g_test_run();
}
