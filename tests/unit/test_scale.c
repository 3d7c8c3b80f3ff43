#include "scale.h"

#include <math.h>
#include <string.h>

/* "0 40k 80k [unit]", dates below as "22:15/14 Nov 2023". */
static char *
ticks_text(enum chart_scale kind, double min, double max, size_t most, unsigned flags)
{
    struct ticks ticks;
    GString *text = g_string_new(NULL);

    ticks_init(&ticks, kind, min, max, most, flags);
    for (guint i = 0; i < ticks.tick->len; i++) {
        const struct tick *tick = &g_array_index(ticks.tick, struct tick, i);
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", tick->label);
        if (tick->below)
            g_string_append_printf(text, "/%s", tick->below);
    }
    if (*ticks.unit)
        g_string_append_printf(text, " [%s]", ticks.unit);
    ticks_release(&ticks);
    return g_string_free(text, FALSE);
}

#define EXPECT_TICKS(kind, min, max, most, flags, text)                                                                \
    do {                                                                                                               \
        g_autofree char *seen = ticks_text(kind, min, max, most, flags);                                               \
        g_assert_cmpstr(seen, ==, text);                                                                               \
    } while (0)

#define IOPS (TICKS_ROUND_OUT | TICKS_SUFFIX)

static void
test_linear_ticks_are_nice_and_hold_the_data(void)
{
    EXPECT_TICKS(CHART_LINEAR, 0, 156540, 5, IOPS, "0 40k 80k 120k 160k");
    EXPECT_TICKS(CHART_LINEAR, 0, 1.2, 5, TICKS_ROUND_OUT, "0 0.3 0.6 0.9 1.2");
    EXPECT_TICKS(CHART_LINEAR, 0, 1223, 5, TICKS_ROUND_OUT, "0 500 1,000 1,500");
    EXPECT_TICKS(CHART_LINEAR, -3, 7, 5, TICKS_ROUND_OUT, "−4 0 4 8");
}

static void
test_one_prefix_serves_the_whole_axis(void)
{
    EXPECT_TICKS(CHART_LINEAR, 0, 1e6, 5, IOPS, "0 0.25M 0.50M 0.75M 1.00M");
    EXPECT_TICKS(CHART_LINEAR, 0, 8000, 5, IOPS, "0 2,000 4,000 6,000 8,000");
    EXPECT_TICKS(CHART_LINEAR, 0, 2e13, 5, IOPS, "0 5T 10T 15T 20T");
    /* A figure with a unit has the factor in the axis label. */
    EXPECT_TICKS(CHART_LINEAR, 0, 1234567, 5, TICKS_ROUND_OUT, "0 0.5 1.0 1.5 [10⁶]");
    EXPECT_TICKS(CHART_LINEAR, 0, 3e-7, 5, TICKS_ROUND_OUT, "0 100 200 300 [10⁻⁹]");
}

static void
test_whole_counts_have_whole_ticks(void)
{
    EXPECT_TICKS(CHART_LINEAR, 1, 5, 16, TICKS_WHOLE, "1 2 3 4 5");
    EXPECT_TICKS(CHART_LINEAR, 1, 3, 16, TICKS_WHOLE, "1 2 3");
}

static void
test_log2_labels_are_the_powers(void)
{
    EXPECT_TICKS(CHART_LOG2, 1, 128, TICKS_MOST, 0, "1 2 4 8 16 32 64 128");
    EXPECT_TICKS(CHART_LOG2, 3, 100, TICKS_MOST, 0, "4 8 16 32 64");
    EXPECT_TICKS(CHART_LOG2, 1, 128, 4, 0, "1 4 16 64");
    EXPECT_TICKS(CHART_LOG2, 512, 2048, TICKS_MOST, 0, "512 1,024 2,048");
    EXPECT_TICKS(CHART_LOG2, 64, 64, TICKS_MOST, 0, "32 64 128");
}

static void
test_log10_is_1_2_5_else_decades(void)
{
    EXPECT_TICKS(CHART_LOG10, 0.2, 30, 10, TICKS_ROUND_OUT, "0.2 0.5 1 2 5 10 20 50");
    EXPECT_TICKS(CHART_LOG10, 0.2, 30, 4, TICKS_ROUND_OUT, "1 10");
    EXPECT_TICKS(CHART_LOG10, 100, 1e6, 8, IOPS, "100 1k 10k 100k 1M");
    EXPECT_TICKS(CHART_LOG10, 1e-7, 9e-7, 8, TICKS_ROUND_OUT, "10⁻⁷ 2×10⁻⁷ 5×10⁻⁷ 10⁻⁶");
}

static void
test_time_has_the_date_where_it_changes(void)
{
    EXPECT_TICKS(CHART_TIME, 1700000000, 1700001800, 8, 0, "22:15/14 Nov 2023 22:20 22:25 22:30 22:35 22:40");
    EXPECT_TICKS(CHART_TIME, 1700000000, 1700000012, 4, 0, "22:13:20/14 Nov 2023 22:13:25 22:13:30");
    EXPECT_TICKS(CHART_TIME, 1700000000, 1700086400, 4, 0, "00:00/15 Nov 2023 06:00 12:00 18:00");
    EXPECT_TICKS(CHART_TIME, 1703894400, 1704240000, 5, 0, "30 Dec/2023 31 Dec 1 Jan/2024 2 Jan 3 Jan");
}

static void
test_elapsed_has_one_unit(void)
{
    EXPECT_TICKS(CHART_ELAPSED, 0, 60, 8, 0, "0 10 20 30 40 50 60 [s]");
    EXPECT_TICKS(CHART_ELAPSED, 0, 1800, 8, 0, "0 5 10 15 20 25 30 [min]");
    EXPECT_TICKS(CHART_ELAPSED, 0, 86400, 8, 0, "0 6 12 18 24 [h]");
    EXPECT_TICKS(CHART_ELAPSED, 0, 9 * 86400, 8, 0, "0 2 4 6 8 [d]");
}

static void
test_data_without_extent_gets_an_axis(void)
{
    EXPECT_TICKS(CHART_LINEAR, 0, 0, 5, TICKS_ROUND_OUT, "0 0.25 0.50 0.75 1.00");
    EXPECT_TICKS(CHART_LINEAR, NAN, NAN, 3, TICKS_ROUND_OUT, "0 0.5 1.0");
    struct ticks ticks;
    ticks_init(&ticks, CHART_TIME, 1700000000, 1700000000, 8, 0);
    g_assert_cmpfloat(ticks.min, ==, 1699999970);
    g_assert_cmpfloat(ticks.max, ==, 1700000030);
    ticks_release(&ticks);
}

static void
test_place_is_between_the_ends(void)
{
    struct scale linear = {CHART_LINEAR, 0, 160, 200, 40};
    g_assert_cmpfloat(scale_at(&linear, 0), ==, 200);
    g_assert_cmpfloat(scale_at(&linear, 40), ==, 160);
    g_assert_cmpfloat(scale_at(&linear, 320), ==, -120);
    struct scale log2 = {CHART_LOG2, 1, 128, 0, 70};
    g_assert_cmpfloat_with_epsilon(scale_at(&log2, 8), 30, 1e-9);
    g_assert_true(isnan(scale_at(&log2, 0)));
    g_assert_true(isnan(scale_at(&log2, -1)));
    g_assert_true(isnan(scale_at(&linear, INFINITY)));
}

/* Any range, also absurd ones: ticks are few, rise, and lie within; rounding out never cuts data off. */
static void
test_any_range_has_few_rising_ticks_within(void)
{
    for (int i = 0; i < 4000; i++) {
        enum chart_scale kind = (enum chart_scale)g_test_rand_int_range(0, 5);
        double size = pow(10, g_test_rand_double_range(-160, 160));
        double min = g_test_rand_double_range(-1, 1) * size;
        double max = i % 3 == 0 ? min * (1 + 1e-11) : g_test_rand_double_range(-1, 1) * size;
        size_t most = (size_t)g_test_rand_int_range(0, 24);
        unsigned flags = (unsigned)g_test_rand_int_range(0, 8);
        struct ticks ticks;
        ticks_init(&ticks, kind, min, max, most, flags);
        g_assert_cmpuint(ticks.tick->len, <=, MAX(most, 2));
        g_assert_cmpfloat(ticks.min, <, ticks.max);
        if (kind == CHART_LINEAR && scale_has(kind, min) && scale_has(kind, max)) {
            g_assert_cmpfloat(ticks.min, <=, fmin(min, max));
            g_assert_cmpfloat(ticks.max, >=, fmax(min, max));
        }
        double slack = 1e-6 * (ticks.max - ticks.min);
        for (guint j = 0; j < ticks.tick->len; j++) {
            const struct tick *tick = &g_array_index(ticks.tick, struct tick, j);
            g_assert_cmpfloat(tick->value, >=, ticks.min - slack);
            g_assert_cmpfloat(tick->value, <=, ticks.max + slack);
            g_assert_cmpuint(strlen(tick->label), >, 0);
            if (j > 0)
                g_assert_cmpfloat(tick->value, >, g_array_index(ticks.tick, struct tick, j - 1).value);
        }
        ticks_release(&ticks);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/scale/linear_ticks_are_nice_and_hold_the_data", test_linear_ticks_are_nice_and_hold_the_data);
    g_test_add_func("/scale/one_prefix_serves_the_whole_axis", test_one_prefix_serves_the_whole_axis);
    g_test_add_func("/scale/whole_counts_have_whole_ticks", test_whole_counts_have_whole_ticks);
    g_test_add_func("/scale/log2_labels_are_the_powers", test_log2_labels_are_the_powers);
    g_test_add_func("/scale/log10_is_1_2_5_else_decades", test_log10_is_1_2_5_else_decades);
    g_test_add_func("/scale/time_has_the_date_where_it_changes", test_time_has_the_date_where_it_changes);
    g_test_add_func("/scale/elapsed_has_one_unit", test_elapsed_has_one_unit);
    g_test_add_func("/scale/data_without_extent_gets_an_axis", test_data_without_extent_gets_an_axis);
    g_test_add_func("/scale/place_is_between_the_ends", test_place_is_between_the_ends);
    g_test_add_func("/scale/any_range_has_few_rising_ticks_within", test_any_range_has_few_rising_ticks_within);
    return g_test_run();
}
