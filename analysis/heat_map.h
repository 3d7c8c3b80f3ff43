/* Where the latency of a load lay over time: how many I/Os fell into each step of time and band of latency.
 *
 *     g_autoptr(HeatMap) map = heat_map_new(series);
 *     if (map) ... map->ios[column * map->rows + row] ...
 *
 * The latency of an I/O is taken as the mean of its interval: single I/Os are not in a log. Bands are logarithmic
 * (Gregg, "Visualizing System Latency", ACM Queue 8(5) 2010).
 */
#pragma once

#include "series.h"

#define HEAT_MAP_COLUMNS 120u /* at most */
#define HEAT_MAP_ROWS 40u     /* at most */
#define HEAT_MAP_SAMPLES 300u /* with latency, at least: fewer are seen better as a line */

struct heat_map {
    size_t columns, rows;
    size_t slots;       /* of the series in one column; the last may have fewer */
    double *edge_ms;    /* rows + 1, rising by a constant factor */
    double *ios;        /* columns x rows, column after column from the lowest band; 0: none */
    double *total;      /* I/Os of each column */
    double *mean_ms;    /* of each column, weighted by I/Os; NAN without */
    double highest_ios; /* of a cell */
};

typedef struct heat_map HeatMap;

/* NULL where the series has no latency or too few samples of it, or where all of them are in one band. */
struct heat_map *heat_map_new(const struct series *series);
void heat_map_free(struct heat_map *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HeatMap, heat_map_free)

/* The band of a latency: edge_ms[row] <= ms < edge_ms[row + 1], the last with its upper edge. */
size_t heat_map_row(const struct heat_map *map, double ms);
