#include "histogram.h"

#include <math.h>

static struct awr_curve *
curve_of(const struct awr_curve_point *point, guint n)
{
    struct awr_curve *curve = g_new0(struct awr_curve, 1);
    curve->points = g_array_new(FALSE, FALSE, sizeof *point);
    g_array_append_vals(curve->points, point, n);
    return curve;
}

static void
curve_free(struct awr_curve *curve)
{
    g_array_unref(curve->points);
    g_free(curve);
}

static const struct histogram_bucket *
bucket(const GArray *buckets, guint i)
{
    g_assert_cmpuint(i, <, buckets->len);
    return &g_array_index(buckets, struct histogram_bucket, i);
}

/* 10% below 256 us, 70% below 512, 95% below 1024: buckets of 10, 60, 25 and the 5% that are longer. */
static void
test_shares_are_differences_of_the_curve(void)
{
    const struct awr_curve_point point[] = {{128, 0}, {256, 10}, {512, 70}, {1024, 95}};
    struct awr_curve *curve = curve_of(point, 4);
    g_autoptr(GArray) buckets = histogram_of_curve(curve);
    double sum = 0;

    g_assert_cmpuint(buckets->len, ==, 4); /* the empty first one is left out */
    g_assert_cmpfloat(bucket(buckets, 0)->from_us, ==, 128);
    g_assert_cmpfloat(bucket(buckets, 0)->share_pct, ==, 10);
    g_assert_cmpfloat(bucket(buckets, 1)->share_pct, ==, 60);
    g_assert_cmpfloat(bucket(buckets, 2)->share_pct, ==, 25);
    g_assert_cmpfloat(bucket(buckets, 3)->from_us, ==, 1024);
    g_assert_true(isinf(bucket(buckets, 3)->below_us));
    g_assert_cmpfloat(bucket(buckets, 3)->share_pct, ==, 5);
    for (guint i = 0; i < buckets->len; i++)
        sum += bucket(buckets, i)->share_pct;
    g_assert_cmpfloat_with_epsilon(sum, 100, 1e-9);
    g_assert_cmpfloat(histogram_bound(buckets, 50), ==, 512);
    g_assert_cmpfloat(histogram_bound(buckets, 95), ==, 1024);
    g_assert_true(isinf(histogram_bound(buckets, 96)));
    g_assert_cmpfloat(histogram_share_below(buckets, 512), ==, 70);
    g_assert_true(isnan(histogram_share_below(buckets, 700)));
    curve_free(curve);
}

static void
test_whole_curve_has_no_longer_bucket(void)
{
    const struct awr_curve_point point[] = {{1000, 40}, {2000, 100}, {4000, 100}};
    struct awr_curve *curve = curve_of(point, 3);
    g_autoptr(GArray) buckets = histogram_of_curve(curve);

    g_assert_cmpuint(buckets->len, ==, 2);
    g_assert_cmpfloat(bucket(buckets, 0)->from_us, ==, 0);
    g_assert_cmpfloat(bucket(buckets, 1)->below_us, ==, 2000);
    curve_free(curve);
}

/* A curve that falls, goes over 100 or has figures that are none gives no negative share. */
static void
test_damaged_curve_gives_sane_shares(void)
{
    const struct awr_curve_point point[] = {{256, 30}, {512, 20}, {NAN, 50}, {1024, NAN}, {300, 60}, {2048, 130}};
    struct awr_curve *curve = curve_of(point, 6);
    g_autoptr(GArray) buckets = histogram_of_curve(curve);
    double sum = 0;

    for (guint i = 0; i < buckets->len; i++) {
        g_assert_cmpfloat(bucket(buckets, i)->share_pct, >=, 0);
        sum += bucket(buckets, i)->share_pct;
    }
    g_assert_cmpfloat_with_epsilon(sum, 100, 1e-9);
    curve_free(curve);
}

static void
test_no_curve_gives_no_bucket(void)
{
    struct awr_curve *curve = curve_of(NULL, 0);
    g_autoptr(GArray) none = histogram_of_curve(NULL), empty = histogram_of_curve(curve);

    g_assert_cmpuint(none->len, ==, 0);
    g_assert_cmpuint(empty->len, ==, 0);
    g_assert_true(isnan(histogram_bound(none, 50)));
    g_assert_true(isnan(histogram_share_below(none, 1024)));
    curve_free(curve);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/histogram/shares_are_differences_of_the_curve", test_shares_are_differences_of_the_curve);
    g_test_add_func("/histogram/whole_curve_has_no_longer_bucket", test_whole_curve_has_no_longer_bucket);
    g_test_add_func("/histogram/damaged_curve_gives_sane_shares", test_damaged_curve_gives_sane_shares);
    g_test_add_func("/histogram/no_curve_gives_no_bucket", test_no_curve_gives_no_bucket);
    return g_test_run();
}
