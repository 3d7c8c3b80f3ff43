#include "knee_map.h"

#include <math.h>

static const struct knee_weighted *
rung_at(const struct knee_map *map, size_t index)
{
    return &g_array_index(map->rungs, struct knee_weighted, index);
}

void
knee_map_init(struct knee_map *map, const GArray *rungs)
{
    *map = (struct knee_map){.rungs = rungs};
    size_t busiest = 0;
    for (size_t i = 1; i < rungs->len; i++)
        if (knee_outstanding(rung_at(map, i)) > knee_outstanding(rung_at(map, busiest)))
            busiest = i;
    map->blocks = g_new(struct isotonic_block, busiest + 1);
    for (size_t i = 0; i <= busiest; i++) {
        const struct knee_weighted *rung = rung_at(map, i);
        map->blocks[i] = (struct isotonic_block){log(knee_outstanding(rung)), log(rung->concurrency), rung->weight, 1};
    }
    map->count = isotonic_pool(map->blocks, busiest + 1);
}

void
knee_map_release(struct knee_map *map)
{
    g_clear_pointer(&map->blocks, g_free);
}

double
knee_map_concurrency(const struct knee_map *map, double outstanding)
{
    double at = log(outstanding);
    const struct isotonic_block *block = map->blocks, *last = map->blocks + map->count - 1;
    if (at <= block->value)
        return exp(block->position + at - block->value);
    if (at >= last->value)
        return exp(last->position + at - last->value);
    while (at > block[1].value)
        block++;
    double share = (at - block->value) / (block[1].value - block->value);
    return exp(block->position + share * (block[1].position - block->position));
}

/* The rung below a concurrency and how far it lies towards the next one, in logarithms, 0..1. */
static size_t
rung_below(const struct knee_map *map, double concurrency, double *share)
{
    size_t last = map->rungs->len - 1, below = 0;
    concurrency = CLAMP(concurrency, rung_at(map, 0)->concurrency, rung_at(map, last)->concurrency);
    while (below + 1 < last && concurrency > rung_at(map, below + 1)->concurrency)
        below++;
    double low = rung_at(map, below)->concurrency, high = rung_at(map, below + 1)->concurrency;
    *share = log(concurrency / low) / log(high / low);
    return below;
}

static double
between(double low, double high, double share)
{
    return exp(log(low) + share * log(high / low));
}

double
knee_map_iops(const struct knee_map *map, double concurrency)
{
    double share;
    size_t below = rung_below(map, concurrency, &share);
    return between(rung_at(map, below)->iops, rung_at(map, below + 1)->iops, share);
}

double
knee_map_latency_ms(const struct knee_map *map, double concurrency)
{
    double share;
    size_t below = rung_below(map, concurrency, &share);
    return between(rung_at(map, below)->latency_ms, rung_at(map, below + 1)->latency_ms, share);
}
