/* A generator of ladders of random systems whose knee follows from the model, for the scores of the knee.
 *
 * A system is solved exactly for every whole concurrency up to four times its knee and more: queues of one server by
 * mean value analysis (Reiser & Lavenberg 1980), with a delay that is part of the latency (a pool of servers, the floor
 * of an array) and one that is not (think time); or a limit that throughput bends into. The true knee is the geometric
 * mean of where the asymptotes cross, X_max (R_0 + Z), and where power X/R is highest.
 */
#pragma once

#include "knee_ladders.h"

#define SYSTEM_LOADS 6144
#define SYSTEM_QUEUES 24

enum family { FAMILY_POOL, FAMILY_BOTTLENECK, FAMILY_STRIPED, FAMILY_LIMIT, FAMILY_COLLAPSE, FAMILIES };

struct system {
    enum family family;
    double demand_ms[SYSTEM_QUEUES]; /* of each queue */
    size_t queues;
    double floor_ms, think_ms;
    double iops[SYSTEM_LOADS + 1], latency_ms[SYSTEM_LOADS + 1]; /* at each whole concurrency from 1 on */
    size_t loads;
    double crossing, power; /* the two theories of the knee */
    double knee;
    double highest_iops;
};

static inline double
between(uint64_t *state, double low, double high)
{
    return low + (high - low) * next_random(state);
}

static inline double
between_log(uint64_t *state, double low, double high)
{
    return low * pow(high / low, next_random(state));
}

/* Mean value analysis, one customer after the other. */
static inline void
system_solve(struct system *system)
{
    double queue[SYSTEM_QUEUES] = {0};
    for (size_t n = 1; n <= system->loads; n++) {
        double residence[SYSTEM_QUEUES], latency_ms = system->floor_ms;
        for (size_t k = 0; k < system->queues; k++) {
            residence[k] = system->demand_ms[k] * (1 + queue[k]);
            latency_ms += residence[k];
        }
        double per_ms = (double)n / (latency_ms + system->think_ms);
        for (size_t k = 0; k < system->queues; k++)
            queue[k] = per_ms * residence[k];
        system->iops[n] = 1000 * per_ms;
        system->latency_ms[n] = latency_ms;
    }
}

/* Throughput bends into a limit with sharpness p. */
static inline void
system_limit(struct system *system, double sharpness)
{
    double knee = (system->floor_ms + system->think_ms) / system->demand_ms[0];
    for (size_t n = 1; n <= system->loads; n++) {
        system->iops[n] = 1000 / system->demand_ms[0] / pow(1 + pow(knee / (double)n, sharpness), 1 / sharpness);
        system->latency_ms[n] = 1000 * (double)n / system->iops[n] - system->think_ms;
    }
}

/* Beyond a few times the knee each further session costs throughput. */
static inline void
system_collapse(struct system *system, double from)
{
    for (size_t n = 1; n <= system->loads; n++) {
        double beyond = fmax((double)n / from - 1, 0);
        system->iops[n] /= 1 + 0.25 * beyond;
        system->latency_ms[n] = 1000 * (double)n / system->iops[n] - system->think_ms;
    }
}

static inline void
system_find_knee(struct system *system)
{
    double base_ms = system->floor_ms, longest = 0, highest_power = 0;
    for (size_t k = 0; k < system->queues; k++) {
        longest = fmax(longest, system->demand_ms[k]);
        base_ms += system->family == FAMILY_LIMIT ? 0 : system->demand_ms[k];
    }
    system->crossing = (base_ms + system->think_ms) / longest;
    system->highest_iops = 0;
    for (size_t n = 1; n <= system->loads; n++) {
        double power = system->iops[n] / system->latency_ms[n];
        system->highest_iops = fmax(system->highest_iops, system->iops[n]);
        if (power > highest_power) {
            highest_power = power;
            system->power = (double)n;
        }
    }
    system->knee = sqrt(system->crossing * system->power);
}

/* The knee lies between 8 and 256; think time is up to twice the latency, in half of the systems none. */
static inline void
system_make(struct system *system, uint64_t *state)
{
    system->family = (enum family)(next_random(state) * FAMILIES);
    double latency_ms = between_log(state, 0.1, 5), knee = between_log(state, 8, 256);
    system->think_ms = next_random(state) < 0.5 ? 0 : latency_ms * between(state, 0.1, 2);
    double longest = (latency_ms + system->think_ms) / knee;
    system->queues = 1;
    if (system->family == FAMILY_STRIPED)
        system->queues = (size_t)fmin(fmax(latency_ms / longest, 1), SYSTEM_QUEUES);
    if (system->family == FAMILY_BOTTLENECK)
        system->queues = 2 + (size_t)(next_random(state) * 3);
    double sum = 0;
    for (size_t k = 0; k < system->queues; k++) {
        bool is_shorter = system->family == FAMILY_BOTTLENECK && k > 0;
        system->demand_ms[k] = longest * (is_shorter ? between(state, 0.2, 0.8) : 1);
        sum += system->demand_ms[k];
    }
    system->floor_ms = system->family == FAMILY_LIMIT ? latency_ms : fmax(latency_ms - sum, 0);
    system->loads = (size_t)fmin(SYSTEM_LOADS, 24 * knee);
    if (system->family == FAMILY_LIMIT)
        system_limit(system, between(state, 3, 14));
    else
        system_solve(system);
    system_find_knee(system);
    if (system->family == FAMILY_COLLAPSE)
        system_collapse(system, system->knee * between(state, 3, 6));
}

/* d ln X/d ln N at a concurrency. */
static inline double
system_elasticity(const struct system *system, size_t n)
{
    size_t low = MAX((size_t)((double)n * 0.95), 1u), high = MAX((size_t)ceil((double)n * 1.05), low + 1);
    high = MIN(high, system->loads);
    return log(system->iops[high] / system->iops[low]) / log((double)high / (double)low);
}

/* What the verdict must be; KNEE_INSUFFICIENT where the ladder ends too close to a knee to call any answer wrong. */
static inline enum knee_verdict
system_verdict(const struct system *system, size_t first, size_t top)
{
    double low = system_elasticity(system, first), high = system_elasticity(system, top);
    if (high >= 0.6 || (double)top < 0.8 * system->knee)
        return KNEE_NOT_REACHED;
    if (low <= 0.25)
        return KNEE_ALREADY_PAST;
    bool ends_well = high <= 0.25 && (double)top >= 1.2 * system->knee && low >= 0.5;
    return ends_well ? KNEE_FOUND : KNEE_INSUFFICIENT;
}

/* 5 to 11 rungs a factor of 1.5 or 2 apart; `noise` is that of a rung's IOPS and of its latency. */
static inline void
system_ladder(
    struct ladder *ladder, const struct system *system, uint64_t *state, double noise, size_t *first, size_t *top)
{
    double factor = next_random(state) < 0.6 ? 2 : 1.5;
    size_t rungs = 5 + (size_t)(next_random(state) * 7);
    double place = next_random(state); /* where the knee lies on the ladder; some have it outside */
    double start = system->knee / pow(factor, (double)(rungs - 1) * (0.2 + 0.5 * place));
    if (next_random(state) < 0.12)
        start = system->knee * between(state, 1.0, 3);
    if (next_random(state) < 0.12)
        start = system->knee * between(state, 0.4, 0.9) / pow(factor, (double)(rungs - 1));
    size_t wrong =
        next_random(state) < 0.1 ? (size_t)(next_random(state) * (double)rungs) : rungs; /* a disturbed rung */
    ladder->n = 0;
    *first = *top = 0;
    for (size_t i = 0; i < rungs; i++) {
        size_t n = (size_t)fmax(1, nearbyint(start * pow(factor, (double)i)));
        if (n == *top || n > system->loads)
            continue;
        double iops = system->iops[n] * exp(noise * next_normal(state));
        double latency_ms = system->latency_ms[n] * exp(noise * next_normal(state));
        if (i == wrong)
            iops *= 0.75;
        ladder_add(ladder, (double)n, iops, latency_ms);
        *first = *first ? *first : n;
        *top = n;
    }
}
