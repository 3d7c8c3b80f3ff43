/* Random numbers that are the same everywhere, for tests. */
#pragma once

#include <stdint.h>

static inline double
next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* Near enough to a normal deviate: twelve uniform ones. */
static inline double
next_normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += next_random(state);
    return sum;
}
