#include "knee_signs.h"

#include <math.h>

#define QUEUE_LIMIT_GROWTH 1.1
#define OUTSIDE_CONCURRENCY 2.0
#define OUTSIDE_OUTSTANDING 1.2
#define OUTSIDE_LATENCY 1.3
#define OUTSIDE_LATENCY_MAX 2.0 /* times the lowest: above it the device does queue */
#define SLOWING_SHARE 0.7
#define EXTRA_IO 1.12
#define DISAGREEMENT 0.5 /* natural logarithm */
#define SOFT_BELOW 1.6
#define SHARP_FROM 7.0

static const struct knee_rung *
rung_at(const struct knee *knee, size_t index)
{
    return &g_array_index(knee->rungs, struct knee_rung, index);
}

double
knee_rung_outstanding(const struct knee_rung *rung)
{
    return rung->iops * rung->latency_ms / 1000;
}

static double
outstanding_at(const struct knee *knee, size_t index)
{
    return knee_rung_outstanding(rung_at(knee, index));
}

static size_t
queue_limit_rung(const struct knee *knee)
{
    size_t top = knee->rungs->len - 1, half = KNEE_NO_RUNG;
    for (size_t i = 0; i < top && rung_at(knee, i)->concurrency <= rung_at(knee, top)->concurrency / 2; i++)
        half = i;
    bool limited = half != KNEE_NO_RUNG && outstanding_at(knee, top) <= QUEUE_LIMIT_GROWTH * outstanding_at(knee, half);
    return limited ? half : KNEE_NO_RUNG;
}

static size_t
outside_limit_rung(const struct knee *knee)
{
    size_t top = knee->rungs->len - 1, saturation = knee->saturation_rung;
    const struct knee_rung *first = rung_at(knee, saturation);
    double lowest_ms = INFINITY, outstanding = 0, latency_ms = 0;
    for (size_t i = 0; i <= top; i++)
        lowest_ms = fmin(lowest_ms, rung_at(knee, i)->latency_ms);
    for (size_t i = saturation; i <= top; i++) {
        outstanding = fmax(outstanding, outstanding_at(knee, i));
        latency_ms = fmax(latency_ms, rung_at(knee, i)->latency_ms);
    }
    bool outside = rung_at(knee, top)->concurrency >= OUTSIDE_CONCURRENCY * first->concurrency &&
                   outstanding <= OUTSIDE_OUTSTANDING * knee_rung_outstanding(first) &&
                   latency_ms <= OUTSIDE_LATENCY * first->latency_ms &&
                   first->latency_ms <= OUTSIDE_LATENCY_MAX * lowest_ms;
    return outside ? saturation : KNEE_NO_RUNG;
}

static size_t
slowing_rung(const struct knee *knee)
{
    size_t busiest = 0;
    for (size_t i = 1; i < knee->rungs->len; i++)
        if (outstanding_at(knee, i) > outstanding_at(knee, busiest))
            busiest = i;
    for (size_t i = busiest + 1; i < knee->rungs->len; i++)
        if (outstanding_at(knee, i) < SLOWING_SHARE * outstanding_at(knee, busiest))
            return i;
    return KNEE_NO_RUNG;
}

static size_t
extra_io_rung(const struct knee *knee)
{
    size_t first = KNEE_NO_RUNG, count = 0;
    for (size_t i = 0; i < knee->rungs->len; i++) {
        if (outstanding_at(knee, i) <= EXTRA_IO * rung_at(knee, i)->concurrency)
            continue;
        first = MIN(first, i);
        count++;
    }
    return count >= 2 ? first : KNEE_NO_RUNG;
}

static bool
estimates_disagree(const struct knee *knee)
{
    double estimates[] = {knee->estimate_fit, knee->estimate_asymptotes, knee->estimate_elasticity};
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(estimates); i++) {
        low = fmin(low, estimates[i]);
        high = fmax(high, estimates[i]);
    }
    return log(high / low) > DISAGREEMENT;
}

struct knee_signs
knee_signs_of(const struct knee *knee)
{
    struct knee_signs signs = {KNEE_NO_RUNG, KNEE_NO_RUNG, KNEE_NO_RUNG, KNEE_NO_RUNG};
    if (knee->verdict == KNEE_INSUFFICIENT)
        return signs;
    if (knee->mode != KNEE_MODE_DECLARED) {
        signs.queue_limit_rung = queue_limit_rung(knee);
        signs.outside_limit_rung = outside_limit_rung(knee);
        signs.slowing_rung = slowing_rung(knee);
    }
    signs.extra_io_rung = extra_io_rung(knee);
    signs.thinks = knee->think_ms > 0;
    signs.estimates_disagree = estimates_disagree(knee);
    signs.soft = knee->sharpness < SOFT_BELOW;
    signs.sharp = knee->sharpness >= SHARP_FROM;
    return signs;
}
