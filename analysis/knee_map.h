/* From the I/Os outstanding on the device back to the concurrency that was declared for them.
 *
 *     struct knee_map map;
 *     knee_map_init(&map, rungs);
 *     double sessions = knee_map_concurrency(&map, 62.8);
 *     knee_map_release(&map);
 */
#pragma once

#include "isotonic.h"
#include "knee_rungs.h"

struct knee_map {
    struct isotonic_block *blocks; /* position ln N, value ln outstanding */
    size_t count;
    const GArray *rungs; /* borrowed */
};

/* Rising regression of ln outstanding on ln N, up to the rung with the most outstanding. `rungs`: at least 2, and to
 * outlive the map. */
void knee_map_init(struct knee_map *map, const GArray *rungs);
void knee_map_release(struct knee_map *map);

/* Interpolated between the blocks; in proportion outside of them. `outstanding` > 0. */
double knee_map_concurrency(const struct knee_map *map, double outstanding);

/* IOPS and latency of the ladder at a concurrency, interpolated between the measured rungs around it; the end rung
 * outside. */
double knee_map_iops(const struct knee_map *map, double concurrency);
double knee_map_latency_ms(const struct knee_map *map, double concurrency);
