/* Repeatable random numbers: xoshiro256** seeded by splitmix64 (Blackman and Vigna 2018).
 *
 * Only integer arithmetic, +, - and x are used on the way to a double, so that a seed gives the same numbers on every
 * machine with IEEE 754 doubles.
 *
 *     struct random random;
 *     random_init(&random, seed, stream);
 *     double jitter = 0.01 * random_normal(&random);
 */
#pragma once

#include <stdint.h>

struct random {
    uint64_t state[4];
};

/* `stream` separates the series of one seed: equal pairs give equal series. */
void random_init(struct random *random, uint64_t seed, uint64_t stream);

uint64_t random_next(struct random *random);

/* In [0, 1), 53 bits. */
double random_uniform(struct random *random);

/* Mean 0, standard deviation 1, never beyond 6: the sum of twelve uniform numbers (Irwin-Hall) less 6. */
double random_normal(struct random *random);
