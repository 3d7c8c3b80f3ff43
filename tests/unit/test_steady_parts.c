#include "pelt.h"
#include "quantile.h"
#include "random.h"
#include "running_median.h"
#include "steady.h"
#include "tick_series.h"

#include <math.h>

static void
mean_of_a_line_has_its_drift(void)
{
    double values[101];
    for (size_t i = 0; i <= 100; i++)
        values[i] = 950 + (double)i;
    struct steady_mean mean = steady_mean_of(values, 101, 1);
    g_assert_cmpfloat_with_epsilon(mean.mean, 1000, 1e-9);
    g_assert_cmpfloat_with_epsilon(mean.drift_pct, 10, 1e-9); /* 100 of 1000 from end to end */
}

static void
mean_of_a_constant_is_exact(void)
{
    double values[120];
    for (size_t i = 0; i < 120; i++)
        values[i] = 42;
    struct steady_mean mean = steady_mean_of(values, 120, 1);
    g_assert_cmpfloat(mean.mean, ==, 42);
    g_assert_cmpfloat(mean.half_width, ==, 0);
    g_assert_cmpfloat(mean.drift_pct, ==, 0);
    g_assert_cmpint(steady_grade(&mean), ==, 'A');
}

static void
mean_of_little_has_no_interval(void)
{
    double values[] = {5, NAN, INFINITY, 7};
    struct steady_mean none = steady_mean_of(NULL, 0, 1), gaps = steady_mean_of(values + 1, 2, 1);
    g_assert_true(isnan(none.mean) && isnan(none.half_width) && isnan(none.drift_pct));
    g_assert_true(isnan(gaps.mean) && isnan(gaps.half_width));
    struct steady_mean one = steady_mean_of(values, 1, 1);
    g_assert_cmpfloat(one.mean, ==, 5);
    g_assert_true(isnan(one.half_width));
    struct steady_mean two = steady_mean_of(values, 4, 1);
    g_assert_cmpfloat(two.mean, ==, 6);
    g_assert_cmpint(steady_grade(&one), ==, 'C');
}

/* Twenty batches of 5 whose means are 95 and 105 in turn: sum of squares 500, no positive autocorrelation. */
static void
half_width_is_that_of_batch_means(void)
{
    double values[100];
    for (size_t i = 0; i < 100; i++)
        values[i] = i / 5 % 2 ? 105 : 95;
    struct steady_mean mean = steady_mean_of(values, 100, 1);
    g_assert_cmpfloat_with_epsilon(mean.half_width, (1.96 + 2.4 / 19) * sqrt(500.0 / 19 / 20), 1e-12);
    /* A sample of 5 s is a batch, alike in fives; doubled to 2 and 4, where the means are 95, 97.5, 100, 102.5 or 105.
     */
    struct steady_mean slow = steady_mean_of(values, 100, 5);
    double batch[25], squares = 0, lagged = 0, centre = 0;
    for (size_t i = 0; i < 25; i++) {
        batch[i] = (values[4 * i] + values[4 * i + 1] + values[4 * i + 2] + values[4 * i + 3]) / 4;
        centre += batch[i] / 25;
    }
    for (size_t i = 0; i < 25; i++) {
        squares += (batch[i] - centre) * (batch[i] - centre);
        lagged += i < 24 ? (batch[i] - centre) * (batch[i + 1] - centre) : 0;
    }
    g_assert_cmpfloat(lagged / squares, <, 0.2); /* so that doubling ends here */
    double rho = fmax(lagged / squares, 0), error = sqrt(squares / 24 / 25 * (1 + rho) / (1 - rho));
    g_assert_cmpfloat_with_epsilon(slow.half_width, (1.96 + 2.4 / 24) * error, 1e-12);
}

/* AR(1) noise: s/sqrt(n) would hold the mean in about half the trials. */
static void
interval_holds_the_mean_of_correlated_noise(void)
{
    int held = 0;
    uint64_t state = 99;
    for (int trial = 0; trial < 200; trial++) {
        double values[600], noise = 0;
        for (size_t i = 0; i < 600; i++) {
            noise = 0.7 * noise + next_normal(&state);
            values[i] = 100 + noise;
        }
        struct steady_mean mean = steady_mean_of(values, 600, 1);
        held += fabs(mean.mean - 100) <= mean.half_width;
    }
    g_assert_cmpint(held, >=, 180);
    g_assert_cmpint(held, <=, 200);
}

static void
grade_follows_width_and_drift(void)
{
    static const struct {
        struct steady_mean mean;
        char grade;
    } cases[] = {
        {{1000, 10, 2}, 'A'},
        {{1000, 10, -2}, 'A'},
        {{1000, 10.1, 0}, 'B'},
        {{1000, 1, 2.1}, 'B'},
        {{1000, 30, -5}, 'B'},
        {{1000, 30.1, 0}, 'C'},
        {{1000, 1, -5.1}, 'C'},
        {{1000, NAN, 0}, 'C'},
        {{1000, 1, NAN}, 'C'},
        {{0, 0, 0}, 'C'},
        {{NAN, NAN, NAN}, 'C'},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_cmpint(steady_grade(&cases[i].mean), ==, cases[i].grade);
}

static void
running_median_agrees_with_medians(void)
{
    double values[200], out[200];
    uint64_t state = 31;
    for (size_t n = 1; n <= 200; n = n < 20 ? n + 1 : n + 23) {
        for (size_t half = 1; half <= 45; half = half * 2 + 1) {
            for (size_t i = 0; i < n; i++)
                values[i] = floor(20 * next_random(&state)); /* with ties */
            running_median(out, values, n, half);
            size_t used = n <= 2 * half ? MAX(1, (n - 1) / 2) : half;
            for (size_t i = 0; i < n; i++) {
                size_t from = i > used ? i - used : 0, to = MIN(n, i + used + 1);
                g_assert_cmpfloat(out[i], ==, median(values + from, to - from));
            }
        }
    }
}

/* Cost of one segment: squares about the means of both channels. */
static double
segment_cost(const double *first, const double *second, size_t from, size_t to)
{
    double cost = 0;
    for (int channel = 0; channel < 2; channel++) {
        const double *values = channel == 0 ? first : second;
        double sum = 0;
        for (size_t i = from; i < to; i++)
            sum += values[i];
        for (size_t i = from; i < to; i++)
            cost += pow(values[i] - sum / (double)(to - from), 2);
    }
    return cost;
}

static double
partition_cost(const GArray *ends, const double *first, const double *second, double penalty)
{
    double cost = 0;
    size_t start = 0;
    for (guint i = 0; i < ends->len; i++) {
        size_t end = g_array_index(ends, size_t, i);
        g_assert_cmpuint(end, >, start);
        cost += segment_cost(first, second, start, end) + penalty;
        start = end;
    }
    return cost;
}

/* The least cost over every partition, by exhaustive dynamic programming without pruning. */
static double
least_cost(const double *first, const double *second, size_t n, double penalty)
{
    double best[64] = {0};
    for (size_t end = 1; end <= n; end++) {
        best[end] = INFINITY;
        for (size_t start = 0; start < end; start++)
            if (end - start >= 2 || start == 0)
                best[end] = fmin(best[end], best[start] + segment_cost(first, second, start, end) + penalty);
    }
    return best[n];
}

static void
pelt_finds_the_cheapest_partition(void)
{
    double first[60], second[60];
    uint64_t state = 41;
    for (int trial = 0; trial < 60; trial++) {
        size_t n = 2 + (size_t)(58 * next_random(&state));
        double a = 0, b = 0;
        for (size_t i = 0; i < n; i++) {
            a = next_random(&state) < 0.1 ? 6 * next_normal(&state) : a;
            b = next_random(&state) < 0.05 ? 6 * next_normal(&state) : b;
            first[i] = a + next_normal(&state);
            second[i] = b + next_normal(&state);
        }
        double penalty = 8 * log((double)n);
        g_autoptr(GArray) ends = pelt_segment_ends(first, second, n, penalty);
        g_assert_cmpuint(g_array_index(ends, size_t, ends->len - 1), ==, n);
        double cost = partition_cost(ends, first, second, penalty);
        g_assert_cmpfloat_with_epsilon(cost, least_cost(first, second, n, penalty), 1e-8 * (1 + cost));
    }
}

static void
pelt_of_nothing_is_nothing(void)
{
    const double one = 3;
    g_autoptr(GArray) none = pelt_segment_ends(NULL, NULL, 0, 5);
    g_assert_cmpuint(none->len, ==, 0);
    g_autoptr(GArray) single = pelt_segment_ends(&one, &one, 1, 5);
    g_assert_cmpuint(single->len, ==, 1);
    g_assert_cmpuint(g_array_index(single, size_t, 0), ==, 1);
}

static void
long_samples_are_repeated(void)
{
    const double iops[] = {100, 200, NAN}, latency_ms[] = {1, NAN, 2};
    struct tick_series series;
    tick_series_init(&series, iops, latency_ms, 3, 10);
    g_assert_cmpuint(series.n, ==, 30);
    g_assert_cmpuint(series.ticks_per_sample, ==, 10);
    g_assert_cmpfloat(series.iops[9], ==, 100);
    g_assert_cmpfloat(series.iops[10], ==, 200);
    g_assert_cmpfloat(series.latency_ms[9], ==, 1);
    g_assert_cmpfloat(series.latency_ms[10], ==, 0);
    g_assert_true(isnan(series.iops[20]) && isnan(series.iops[29]));
    g_assert_cmpuint(tick_series_sample_at(&series, 14), ==, 1);
    g_assert_cmpuint(tick_series_sample_at(&series, 15), ==, 2);
    g_assert_cmpuint(tick_series_sample_at(&series, 30), ==, 3);
    tick_series_release(&series);
}

static void
short_samples_are_averaged_by_their_io(void)
{
    const double iops[] = {100, 300, 0, NAN, NAN, NAN, 7, 9}, latency_ms[] = {1, 2, 50, 9, 9, 9, 0, NAN};
    struct tick_series series;
    tick_series_init(&series, iops, latency_ms, 8, 0.5);
    g_assert_cmpuint(series.n, ==, 4);
    g_assert_cmpuint(series.samples_per_tick, ==, 2);
    g_assert_cmpfloat(series.iops[0], ==, 200);
    g_assert_cmpfloat_with_epsilon(series.latency_ms[0], 1.75, 1e-12);
    g_assert_cmpfloat(series.iops[1], ==, 0); /* 1.5 s are missing: the 0 before holds */
    g_assert_cmpfloat(series.latency_ms[1], ==, 0);
    g_assert_cmpfloat(series.iops[3], ==, 8);
    g_assert_cmpuint(tick_series_sample_at(&series, 3), ==, 6);
    tick_series_release(&series);
}

static void
missing_samples_are_held_for_three_seconds(void)
{
    const double iops[] = {NAN, 50, -1, INFINITY, NAN, 60, NAN, NAN, NAN, NAN, 70, NAN};
    struct tick_series series;
    tick_series_init(&series, iops, NULL, 12, 1);
    g_assert_true(isnan(series.iops[0])); /* nothing before it to hold */
    g_assert_cmpfloat(series.iops[2], ==, 50);
    g_assert_cmpfloat(series.iops[4], ==, 50);
    g_assert_cmpfloat(series.iops[5], ==, 60);
    g_assert_true(isnan(series.iops[6]) && isnan(series.iops[9]));
    g_assert_cmpfloat(series.iops[11], ==, 70);
    g_assert_cmpfloat(series.latency_ms[5], ==, 0);
    tick_series_release(&series);
}

static void
ticks_are_bounded(void)
{
    enum { SAMPLES = 100000 };
    g_autofree double *iops = g_new0(double, SAMPLES);
    struct tick_series series;
    tick_series_init(&series, iops, NULL, SAMPLES, 3600);
    g_assert_cmpuint(series.ticks_per_sample, ==, 20);
    g_assert_cmpuint(series.n, ==, 2000000);
    tick_series_release(&series);
    tick_series_init(&series, iops, NULL, 10, 3600);
    g_assert_cmpuint(series.ticks_per_sample, ==, 80);
    tick_series_release(&series);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/steady_parts/" #name, name)
    ADD(mean_of_a_line_has_its_drift);
    ADD(mean_of_a_constant_is_exact);
    ADD(mean_of_little_has_no_interval);
    ADD(half_width_is_that_of_batch_means);
    ADD(interval_holds_the_mean_of_correlated_noise);
    ADD(grade_follows_width_and_drift);
    ADD(long_samples_are_repeated);
    ADD(short_samples_are_averaged_by_their_io);
    ADD(missing_samples_are_held_for_three_seconds);
    ADD(ticks_are_bounded);
    ADD(running_median_agrees_with_medians);
    ADD(pelt_finds_the_cheapest_partition);
    ADD(pelt_of_nothing_is_nothing);
    return g_test_run();
}
