#include "heat_map.h"

#include <math.h>

enum { SLOTS = 1200 };

/* 20 min at 1 s: 1,000 IOPS at 0.5 ms, but 100 IOPS at 8 ms in the 10 s from slot 600 on. */
static struct series *
burst(void)
{
    double iops[SLOTS], latency[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
        bool slow = i >= 600 && i < 610;
        iops[i] = slow ? 100 : 1000;
        latency[i] = slow ? 8 : 0.5;
    }
    return series_of_values(iops, latency, SLOTS, 1);
}

static double
cell(const struct heat_map *map, size_t column, double ms)
{
    return map->ios[column * map->rows + heat_map_row(map, ms)];
}

static void
test_ios_lie_in_their_column_and_band(void)
{
    g_autoptr(Series) series = burst();
    g_autoptr(HeatMap) map = heat_map_new(series);

    g_assert_nonnull(map);
    g_assert_cmpuint(map->columns, ==, 120);
    g_assert_cmpuint(map->slots, ==, 10);
    g_assert_cmpfloat(cell(map, 0, 0.5), ==, 10000);
    g_assert_cmpfloat(cell(map, 0, 8), ==, 0);
    g_assert_cmpfloat(cell(map, 60, 8), ==, 1000);
    g_assert_cmpfloat(cell(map, 60, 0.5), ==, 0);
    g_assert_cmpfloat(map->highest_ios, ==, 10000);
    g_assert_cmpfloat(map->total[60], ==, 1000);
    g_assert_cmpfloat_with_epsilon(map->mean_ms[60], 8, 1e-9);
}

static void
test_every_io_is_counted_once(void)
{
    double iops[777], latency[777], sum = 0, counted = 0;
    for (int i = 0; i < 777; i++) {
        iops[i] = g_test_rand_int_range(0, 1000);
        latency[i] = pow(10, g_test_rand_double_range(-2, 3));
        sum += 5 * iops[i];
    }
    g_autoptr(Series) series = series_of_values(iops, latency, 777, 5);
    g_autoptr(HeatMap) map = heat_map_new(series);

    for (size_t i = 0; i < map->columns * map->rows; i++)
        counted += map->ios[i];
    g_assert_cmpfloat_with_epsilon(counted, sum, 1e-6);
    g_assert_cmpuint(map->rows, <=, HEAT_MAP_ROWS);
    g_assert_cmpuint(map->columns, <=, HEAT_MAP_COLUMNS);
    g_assert_cmpuint(map->columns * map->slots, >=, 777);
}

static void
test_bands_hold_all_latencies_by_a_constant_factor(void)
{
    g_autoptr(Series) series = burst();
    g_autoptr(HeatMap) map = heat_map_new(series);

    g_assert_cmpfloat(map->edge_ms[0], <=, 0.5);
    g_assert_cmpfloat(map->edge_ms[map->rows], >=, 8);
    for (size_t i = 2; i <= map->rows; i++)
        g_assert_cmpfloat_with_epsilon(map->edge_ms[i] / map->edge_ms[i - 1], map->edge_ms[1] / map->edge_ms[0], 1e-9);
    g_assert_cmpuint(heat_map_row(map, 1e-9), ==, 0);
    g_assert_cmpuint(heat_map_row(map, 1e9), ==, map->rows - 1);
}

/* What is missing, idle, or has no sensible latency takes no part and does no harm. */
static void
test_gaps_and_odd_values_are_left_out(void)
{
    double iops[SLOTS], latency[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
        static const double odd_iops[] = {100, NAN, 0, 100, 100, INFINITY};
        static const double odd_latency[] = {1, 1, NAN, NAN, 0, 1};
        iops[i] = i < 600 ? 100 : odd_iops[i % 6];
        latency[i] = i < 600 ? (i % 2 ? 1 : 2) : odd_latency[i % 6];
    }
    g_autoptr(Series) series = series_of_values(iops, latency, SLOTS, 1);
    g_autoptr(HeatMap) map = heat_map_new(series);
    double sum = 0;

    for (size_t i = 0; i < map->columns; i++)
        sum += map->total[i];
    g_assert_cmpfloat(sum, ==, 70000);
}

static void
test_few_samples_or_one_band_make_no_map(void)
{
    double iops[SLOTS], latency[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
        iops[i] = 100;
        latency[i] = 0.5;
    }
    g_autoptr(Series) constant = series_of_values(iops, latency, SLOTS, 1);
    latency[0] = 5;
    g_autoptr(Series) few = series_of_values(iops, latency, HEAT_MAP_SAMPLES - 1, 1);
    g_autoptr(Series) enough = series_of_values(iops, latency, HEAT_MAP_SAMPLES, 1);
    g_autoptr(Series) none = series_of_values(iops, latency, 0, 1);
    g_autoptr(HeatMap) map = heat_map_new(enough);

    g_assert_null(heat_map_new(constant));
    g_assert_null(heat_map_new(few));
    g_assert_null(heat_map_new(none));
    g_assert_nonnull(map);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/heat_map/ios_lie_in_their_column_and_band", test_ios_lie_in_their_column_and_band);
    g_test_add_func("/heat_map/every_io_is_counted_once", test_every_io_is_counted_once);
    g_test_add_func(
        "/heat_map/bands_hold_all_latencies_by_a_constant_factor", test_bands_hold_all_latencies_by_a_constant_factor);
    g_test_add_func("/heat_map/gaps_and_odd_values_are_left_out", test_gaps_and_odd_values_are_left_out);
    g_test_add_func("/heat_map/few_samples_or_one_band_make_no_map", test_few_samples_or_one_band_make_no_map);
    return g_test_run();
}
