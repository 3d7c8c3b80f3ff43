/* Isotonic regression: the strictly rising steps nearest to a sequence, by pooling adjacent violators (Ayer et al.
 * 1955).
 *
 *     size_t count = isotonic_pool(blocks, n);
 *     double first_level = blocks[0].value;
 */
#pragma once

#include <stddef.h>

struct isotonic_block {
    double value;    /* weighted mean of what was pooled */
    double position; /* weighted mean of their positions */
    double weight;   /* > 0; their sum */
    size_t count;    /* inputs pooled; 1 in each input */
};

/* Pools blocks[0..n), in place, until their values rise strictly; the number of blocks left. */
size_t isotonic_pool(struct isotonic_block *blocks, size_t n);
