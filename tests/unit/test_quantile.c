#include "quantile.h"
#include "random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static int
compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void
check_near(double actual, double expected)
{
    g_assert_cmpfloat_with_epsilon(actual, expected, 1e-12 * fmax(1, fabs(expected)));
}

static void
interpolates_between_order_statistics(void)
{
    const double values[] = {15, 50, 20, 40, 35};
    check_near(quantile(values, 5, 0), 15);
    check_near(quantile(values, 5, 0.05), 16);
    check_near(quantile(values, 5, 0.3), 23);
    check_near(quantile(values, 5, 0.4), 29);
    check_near(quantile(values, 5, 0.5), 35);
    check_near(quantile(values, 5, 0.95), 48);
    check_near(quantile(values, 5, 1), 50);
}

static void
shares_outside_count_as_the_ends(void)
{
    const double values[] = {3, 1, 2};
    check_near(quantile(values, 3, -1), 1);
    check_near(quantile(values, 3, 7), 3);
    g_assert_true(isnan(quantile(values, 3, NAN)));
}

static void
nothing_gives_nan(void)
{
    double out[2] = {1, 1};
    const double p[] = {0.5, 0.9};
    quantiles(NULL, 0, p, 2, out);
    g_assert_true(isnan(out[0]) && isnan(out[1]));
    g_assert_true(isnan(quantile(NULL, 0, 0.5)));
    g_assert_true(isnan(median(NULL, 0)));
    g_assert_true(isnan(mad_sigma(NULL, 0)));
}

static void
one_value_is_every_quantile(void)
{
    const double value = -4.5;
    check_near(quantile(&value, 1, 0), -4.5);
    check_near(quantile(&value, 1, 0.77), -4.5);
    check_near(median(&value, 1), -4.5);
    check_near(mad_sigma(&value, 1), 0);
}

static void
median_of_even_count_is_the_mean_of_two(void)
{
    const double values[] = {9, 1, 4, 2};
    check_near(median(values, 4), 3);
    check_near(median(values, 3), 4);
    check_near(median(values, 2), 5);
}

static void
mad_sigma_is_deaf_to_an_outlier(void)
{
    /* Median 3; distances 2 1 0 1 997: their median is 1. */
    const double values[] = {1, 2, 3, 4, 1000};
    check_near(mad_sigma(values, 5), 1.4826);
}

static void
input_is_left_as_it_was(void)
{
    double values[500], copy[500];
    uint64_t state = 5;
    for (size_t i = 0; i < 500; i++)
        values[i] = next_random(&state);
    memcpy(copy, values, sizeof values);
    quantile(values, 500, 0.3);
    median(values, 500);
    mad_sigma(values, 500);
    g_assert_true(memcmp(values, copy, sizeof values) == 0);
}

/* Against a sort, on orders that are hard for a selection. */
static void
check_against_sort(const double *values, size_t n)
{
    g_autofree double *sorted = g_memdup2(values, n * sizeof *values);
    qsort(sorted, n, sizeof *sorted, compare);
    const double p[] = {0.5, 0.01, 0.999, 0, 1, 0.25};
    double out[G_N_ELEMENTS(p)];
    quantiles(values, n, p, G_N_ELEMENTS(p), out);
    for (size_t i = 0; i < G_N_ELEMENTS(p); i++) {
        double rank = p[i] * (double)(n - 1);
        size_t low = (size_t)rank, high = MIN(low + 1, n - 1);
        check_near(out[i], sorted[low] + (rank - (double)low) * (sorted[high] - sorted[low]));
    }
    check_near(median(values, n), n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2);
}

static void
agrees_with_a_sort_for_every_order(void)
{
    enum { LARGEST = 3000 };
    g_autofree double *values = g_new(double, LARGEST);
    uint64_t state = 11;
    for (size_t n = 1; n <= LARGEST; n = n < 300 ? n + 1 : n * 2) {
        for (int order = 0; order < 5; order++) {
            for (size_t i = 0; i < n; i++) {
                double pipe = (double)(i < n / 2 ? i : n - i); /* organ pipe */
                double orders[] = {(double)i, (double)(n - i), pipe, (double)(i % 3), next_random(&state)};
                values[i] = orders[order];
            }
            check_against_sort(values, n);
        }
    }
}

static void
infinities_keep_their_places(void)
{
    const double values[] = {INFINITY, 1, -INFINITY, 2, 3};
    check_near(median(values, 5), 2);
    g_assert_cmpfloat(quantile(values, 5, 1), ==, INFINITY);
    g_assert_cmpfloat(quantile(values, 5, 0), ==, -INFINITY);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/quantile/interpolates_between_order_statistics", interpolates_between_order_statistics);
    g_test_add_func("/quantile/shares_outside_count_as_the_ends", shares_outside_count_as_the_ends);
    g_test_add_func("/quantile/nothing_gives_nan", nothing_gives_nan);
    g_test_add_func("/quantile/one_value_is_every_quantile", one_value_is_every_quantile);
    g_test_add_func("/quantile/median_of_even_count_is_the_mean_of_two", median_of_even_count_is_the_mean_of_two);
    g_test_add_func("/quantile/mad_sigma_is_deaf_to_an_outlier", mad_sigma_is_deaf_to_an_outlier);
    g_test_add_func("/quantile/input_is_left_as_it_was", input_is_left_as_it_was);
    g_test_add_func("/quantile/agrees_with_a_sort_for_every_order", agrees_with_a_sort_for_every_order);
    g_test_add_func("/quantile/infinities_keep_their_places", infinities_keep_their_places);
    return g_test_run();
}
