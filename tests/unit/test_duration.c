#include "duration.h"
#include "quantile.h"

#include <math.h>

/* The value at exactly this percent of the time; NAN where the curve has no such point. */
static double
value_at(const GArray *curve, double percent)
{
    for (guint i = 0; i < curve->len; i++)
        if (fabs(g_array_index(curve, struct duration_point, i).time_pct - percent) < 1e-9)
            return g_array_index(curve, struct duration_point, i).value;
    return NAN;
}

static const struct duration_point *
at(const GArray *curve, guint i)
{
    return &g_array_index(curve, struct duration_point, i);
}

/* 1..100: half of the time at or above 50.5, 5% at or above 95.05 (Hyndman and Fan's type 7, by hand). */
static void
test_hundred_values_have_their_percentiles(void)
{
    double values[100];
    for (int i = 0; i < 100; i++)
        values[(i * 37) % 100] = i + 1;
    g_autoptr(GArray) curve = duration_curve(values, 100);

    g_assert_cmpfloat_with_epsilon(value_at(curve, 50), 50.5, 1e-9);
    g_assert_cmpfloat_with_epsilon(value_at(curve, 5), 95.05, 1e-9);
    g_assert_cmpfloat_with_epsilon(value_at(curve, 10), 90.1, 1e-9);
    g_assert_cmpfloat_with_epsilon(value_at(curve, 100), 1, 1e-9);
    g_assert_cmpfloat_with_epsilon(at(curve, 0)->time_pct, 1, 1e-9);
    g_assert_cmpfloat_with_epsilon(at(curve, 0)->value, 99.01, 1e-9);
    g_assert_cmpfloat_with_epsilon(value_at(curve, 5), quantile(values, 100, 0.95), 1e-12);
}

static void
test_curve_rises_in_time_and_never_in_value(void)
{
    double values[5000];
    for (int i = 0; i < 5000; i++)
        values[i] = g_test_rand_double_range(0, 1e6);
    g_autoptr(GArray) curve = duration_curve(values, 5000);

    g_assert_cmpuint(curve->len, >, 50);
    g_assert_cmpuint(curve->len, <, 400);
    for (guint i = 1; i < curve->len; i++) {
        g_assert_cmpfloat(at(curve, i)->time_pct, >=, at(curve, i - 1)->time_pct);
        g_assert_cmpfloat(at(curve, i)->value, <=, at(curve, i - 1)->value);
    }
    g_assert_cmpfloat(at(curve, curve->len - 1)->time_pct, ==, 100);
}

static void
test_gaps_are_left_out(void)
{
    const double values[] = {NAN, 10, INFINITY, 20, NAN, 30};
    g_autoptr(GArray) curve = duration_curve(values, 6);

    g_assert_cmpfloat_with_epsilon(value_at(curve, 50), 20, 1e-9);
    g_assert_cmpfloat_with_epsilon(value_at(curve, 100), 10, 1e-9);
}

static void
test_constant_load_is_a_flat_line(void)
{
    const double values[] = {7, 7, 7, 7};
    g_autoptr(GArray) curve = duration_curve(values, 4);

    for (guint i = 0; i < curve->len; i++)
        g_assert_cmpfloat(at(curve, i)->value, ==, 7);
    g_assert_cmpfloat_with_epsilon(at(curve, 0)->time_pct, 25, 1e-9);
}

static void
test_one_value_is_one_point_and_none_is_none(void)
{
    const double one[] = {3}, none[] = {NAN};
    g_autoptr(GArray) single = duration_curve(one, 1), empty = duration_curve(none, 1),
                      nothing = duration_curve(NULL, 0);

    g_assert_cmpuint(single->len, ==, 1);
    g_assert_cmpfloat(at(single, 0)->time_pct, ==, 100);
    g_assert_cmpfloat(at(single, 0)->value, ==, 3);
    g_assert_cmpuint(empty->len, ==, 0);
    g_assert_cmpuint(nothing->len, ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/duration/hundred_values_have_their_percentiles", test_hundred_values_have_their_percentiles);
    g_test_add_func("/duration/curve_rises_in_time_and_never_in_value", test_curve_rises_in_time_and_never_in_value);
    g_test_add_func("/duration/gaps_are_left_out", test_gaps_are_left_out);
    g_test_add_func("/duration/constant_load_is_a_flat_line", test_constant_load_is_a_flat_line);
    g_test_add_func("/duration/one_value_is_one_point_and_none_is_none", test_one_value_is_one_point_and_none_is_none);
    return g_test_run();
}
