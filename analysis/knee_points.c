#include "knee_points.h"

#include <math.h>

#define ABOVE_MEASURED 0.03
#define SATURATION_TOLERANCE 0.03
#define BEST_TOLERANCE 0.02
#define MEASURED_SHARE 0.15 /* of a rung's own reading in its sustained IOPS, as an exponent */
#define BISECTIONS 40

static const struct knee_weighted *
rung_at(const struct knee_ladder *ladder, size_t index)
{
    return &g_array_index(ladder->rungs, struct knee_weighted, index);
}

double
knee_iops_limit(const GArray *rungs)
{
    double highest = 0;
    for (guint i = 0; i < rungs->len; i++)
        highest = fmax(highest, g_array_index(rungs, struct knee_weighted, i).iops);
    return highest * (1 + ABOVE_MEASURED);
}

double
knee_axis_of(const struct knee_ladder *ladder, const struct knee_weighted *rung)
{
    return ladder->mode == KNEE_MODE_DECLARED ? rung->concurrency : knee_outstanding(rung);
}

static double
sustained_iops(const struct knee_ladder *ladder, const struct knee_weighted *rung)
{
    if (ladder->mode == KNEE_MODE_MEASURED)
        return rung->iops;
    double fitted = knee_fit_iops(ladder->fit, knee_axis_of(ladder, rung));
    return pow(rung->iops, MEASURED_SHARE) * pow(fitted, 1 - MEASURED_SHARE);
}

/* Lowest rung within the ceiling whose sustained IOPS are within the tolerance of the highest. */
static size_t
lowest_near_highest(const struct knee_ladder *ladder, double ceiling_ms, double tolerance)
{
    size_t n = ladder->rungs->len;
    g_autofree double *sustained = g_new(double, n);
    double highest_sustained = 0, highest = 0;
    for (size_t i = 0; i < n; i++) {
        sustained[i] = -1; /* not a candidate */
        if (!(rung_at(ladder, i)->latency_ms <= ceiling_ms))
            continue;
        sustained[i] = sustained_iops(ladder, rung_at(ladder, i));
        highest_sustained = fmax(highest_sustained, sustained[i]);
        highest = fmax(highest, rung_at(ladder, i)->iops);
    }
    if (highest_sustained == 0)
        return KNEE_NO_RUNG;
    size_t chosen = 0;
    while (sustained[chosen] < (1 - tolerance) * highest_sustained)
        chosen++;
    double floor = fmax(rung_at(ladder, chosen)->iops, (1 - tolerance) * highest);
    for (size_t i = 0; i < chosen; i++)
        if (sustained[i] >= 0 && rung_at(ladder, i)->iops >= floor)
            return i;
    return chosen;
}

size_t
knee_saturation_rung(const struct knee_ladder *ladder)
{
    return lowest_near_highest(ladder, INFINITY, SATURATION_TOLERANCE);
}

size_t
knee_best_rung(const struct knee_ladder *ladder, double ceiling_ms)
{
    return lowest_near_highest(ladder, ceiling_ms, BEST_TOLERANCE);
}

/* Highest measured IOPS among the rungs within the ceiling; NAN where there is none. */
static double
highest_within(const struct knee_ladder *ladder, double ceiling_ms)
{
    double highest = NAN;
    for (size_t i = 0; i < ladder->rungs->len; i++)
        if (rung_at(ladder, i)->latency_ms <= ceiling_ms)
            highest = fmax(highest, rung_at(ladder, i)->iops); /* fmax passes over NAN */
    return highest;
}

static double
measured_ceiling_iops(const struct knee_ladder *ladder, double ceiling_ms)
{
    double highest = highest_within(ladder, ceiling_ms);
    for (size_t i = 0; i + 1 < ladder->rungs->len; i++) {
        const struct knee_weighted *low = rung_at(ladder, i), *high = rung_at(ladder, i + 1);
        if ((low->latency_ms <= ceiling_ms) == (high->latency_ms <= ceiling_ms))
            continue;
        double share = log(ceiling_ms / low->latency_ms) / log(high->latency_ms / low->latency_ms);
        highest = fmax(highest, exp(log(low->iops) + share * log(high->iops / low->iops)));
    }
    return highest;
}

/* Where the fitted latency meets the ceiling between the ends of the axis. */
static double
fitted_ceiling_iops(const struct knee_ladder *ladder, double ceiling_ms)
{
    double lowest = g_array_index(ladder->loads, struct knee_weighted, 0).concurrency;
    double highest = g_array_index(ladder->loads, struct knee_weighted, ladder->loads->len - 1).concurrency;
    if (knee_fit_latency_ms(ladder->fit, highest) <= ceiling_ms)
        return knee_fit_iops(ladder->fit, highest);
    if (!(knee_fit_latency_ms(ladder->fit, lowest) <= ceiling_ms))
        return NAN;
    double within = log(lowest), beyond = log(highest);
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = 0.5 * (within + beyond);
        if (knee_fit_latency_ms(ladder->fit, exp(middle)) > ceiling_ms)
            beyond = middle;
        else
            within = middle;
    }
    return knee_fit_iops(ladder->fit, exp(within));
}

double
knee_ceiling_iops(const struct knee_ladder *ladder, double ceiling_ms)
{
    if (!(ceiling_ms > 0))
        return NAN;
    if (ladder->mode == KNEE_MODE_MEASURED)
        return measured_ceiling_iops(ladder, ceiling_ms);
    double iops = fitted_ceiling_iops(ladder, ceiling_ms);
    if (ladder->mode == KNEE_MODE_OUTSTANDING) /* never below a rung that was measured clearly within */
        iops = fmax(iops, highest_within(ladder, ceiling_ms * (1 - ladder->fit->noise)));
    return isnan(iops) ? NAN : fmin(iops, knee_iops_limit(ladder->rungs));
}
