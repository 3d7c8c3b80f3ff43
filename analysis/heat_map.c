#include "heat_map.h"

#include <math.h>

#define LEAST_MS 1e-4 /* below what iostat prints: all in the lowest band */
#define MOST_MS 1e7

/* Bands per decade, finest first: as fine as the rows allow. */
static const double per_decade[] = {48, 32, 24, 16, 12, 8, 6, 4, 3, 2};

static bool
has_latency(const struct series *series, size_t slot)
{
    return isfinite(series->iops[slot]) && series->iops[slot] > 0 && isfinite(series->latency_ms[slot]) &&
           series->latency_ms[slot] > 0;
}

/* False where there are too few samples. */
static bool
latency_range(const struct series *series, double *out_least_ms, double *out_most_ms)
{
    size_t count = 0;
    *out_least_ms = INFINITY;
    *out_most_ms = 0;
    for (size_t i = 0; i < series->n; i++) {
        if (!has_latency(series, i))
            continue;
        *out_least_ms = fmin(*out_least_ms, series->latency_ms[i]);
        *out_most_ms = fmax(*out_most_ms, series->latency_ms[i]);
        count++;
    }
    *out_least_ms = CLAMP(*out_least_ms, LEAST_MS, MOST_MS);
    *out_most_ms = CLAMP(*out_most_ms, LEAST_MS, MOST_MS);
    return count >= HEAT_MAP_SAMPLES;
}

/* Edges on a grid of 10^(k / bands), which has the powers of ten among them. */
static void
make_edges(struct heat_map *map, double least_ms, double most_ms)
{
    for (size_t i = 0; i < G_N_ELEMENTS(per_decade); i++) {
        double bands = per_decade[i];
        double first = floor(bands * log10(least_ms) + 1e-9), last = ceil(bands * log10(most_ms) - 1e-9);
        map->rows = (size_t)fmax(last - first, 1);
        if (map->rows > HEAT_MAP_ROWS && i + 1 < G_N_ELEMENTS(per_decade))
            continue;
        map->edge_ms = g_new(double, map->rows + 1);
        for (size_t row = 0; row <= map->rows; row++)
            map->edge_ms[row] = pow(10, (first + (double)row) / bands);
        return;
    }
}

size_t
heat_map_row(const struct heat_map *map, double ms)
{
    size_t low = 0, high = map->rows;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (map->edge_ms[middle] <= ms)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct heat_map *
heat_map_new(const struct series *series)
{
    double least_ms, most_ms;
    if (!series->has_latency || !latency_range(series, &least_ms, &most_ms))
        return NULL;
    struct heat_map *map = g_new0(struct heat_map, 1);
    make_edges(map, least_ms, most_ms);
    if (map->rows < 2) {
        heat_map_free(map);
        return NULL;
    }
    map->slots = (series->n + HEAT_MAP_COLUMNS - 1) / HEAT_MAP_COLUMNS;
    map->columns = (series->n + map->slots - 1) / map->slots;
    map->ios = g_new0(double, map->columns * map->rows);
    map->total = g_new0(double, map->columns);
    map->mean_ms = g_new0(double, map->columns);
    for (size_t i = 0; i < series->n; i++) {
        if (!has_latency(series, i))
            continue;
        size_t column = i / map->slots;
        double ios = series->iops[i] * series->interval_s;
        double *cell = &map->ios[column * map->rows + heat_map_row(map, series->latency_ms[i])];
        *cell += ios;
        map->total[column] += ios;
        map->mean_ms[column] += ios * series->latency_ms[i];
        map->highest_ios = fmax(map->highest_ios, *cell);
    }
    for (size_t column = 0; column < map->columns; column++)
        map->mean_ms[column] = map->total[column] > 0 ? map->mean_ms[column] / map->total[column] : NAN;
    return map;
}

void
heat_map_free(struct heat_map *map)
{
    if (!map)
        return;
    g_free(map->edge_ms);
    g_free(map->ios);
    g_free(map->total);
    g_free(map->mean_ms);
    g_free(map);
}
