#include "slob_random.h"

static uint64_t
splitmix64_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t
rotated_left(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

void
random_init(struct random *random, uint64_t seed, uint64_t stream)
{
    uint64_t mixed = stream;
    uint64_t state = seed ^ splitmix64_next(&mixed);
    for (int i = 0; i < 4; i++)
        random->state[i] = splitmix64_next(&state);
}

uint64_t
random_next(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotated_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated_left(s[3], 45);
    return result;
}

double
random_uniform(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1.0p-53;
}

double
random_normal(struct random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_uniform(random);
    return sum;
}
