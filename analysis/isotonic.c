#include "isotonic.h"

static void
pool_into(struct isotonic_block *left, const struct isotonic_block *right)
{
    double weight = left->weight + right->weight;
    left->value = (left->value * left->weight + right->value * right->weight) / weight;
    left->position = (left->position * left->weight + right->position * right->weight) / weight;
    left->weight = weight;
    left->count += right->count;
}

size_t
isotonic_pool(struct isotonic_block *blocks, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        blocks[kept++] = blocks[i];
        while (kept > 1 && blocks[kept - 1].value <= blocks[kept - 2].value) {
            pool_into(&blocks[kept - 2], &blocks[kept - 1]);
            kept--;
        }
    }
    return kept;
}
