#include "remarks.h"

#include "knee_signs.h"

#include <math.h>

#define THINK_SHARE 0.12    /* of N that is not outstanding */
#define LIMIT_GROWTH 1.1    /* of outstanding I/O beyond a queue limit */
#define DEPTH_DISTANCE 0.06 /* of a usual queue depth */
#define BELOW_BEST 0.97     /* knee IOPS against the best operating point's: less is worth explaining */

static const struct knee_rung *
knee_rung_at(const struct knee *knee, size_t index)
{
    return index < knee->rungs->len ? &g_array_index(knee->rungs, struct knee_rung, index) : NULL;
}

static const struct knee_rung *
highest_rung(const struct knee *knee)
{
    const struct knee_rung *highest = knee_rung_at(knee, 0);
    for (size_t i = 1; i < knee->rungs->len; i++)
        if (knee_rung_at(knee, i)->iops > highest->iops)
            highest = knee_rung_at(knee, i);
    return highest;
}

static void
remark_verdict(GArray *remarks, const struct knee *knee)
{
    size_t n = knee->rungs->len;
    if (knee->verdict == KNEE_INSUFFICIENT && n >= 4) {
        double lowest = INFINITY, highest = 0;
        for (size_t i = 0; i < n; i++) {
            lowest = fmin(lowest, knee_rung_outstanding(knee_rung_at(knee, i)));
            highest = fmax(highest, knee_rung_outstanding(knee_rung_at(knee, i)));
        }
        remarks_add(remarks, REMARK_ONE_LOAD, lowest, highest);
    } else if (knee->verdict == KNEE_INSUFFICIENT) {
        remarks_add(remarks, REMARK_TOO_FEW_RUNGS, (double)n);
    } else if (knee->verdict == KNEE_NOT_REACHED) {
        remarks_add(remarks, REMARK_NOT_REACHED, knee->growth_at_top_pct, knee_rung_at(knee, n - 1)->concurrency);
    } else if (knee->verdict == KNEE_ALREADY_PAST) {
        remarks_add(remarks, REMARK_ALREADY_PAST, knee_rung_at(knee, 0)->concurrency, highest_rung(knee)->iops);
    }
    if (knee->verdict != KNEE_INSUFFICIENT && knee->mode != KNEE_MODE_MEASURED && knee->uncertain)
        remarks_add(remarks, REMARK_UNCERTAIN, 100 * knee->probability);
}

/* How the declared concurrency relates to what the device had outstanding. */
static void
remark_concurrency(GArray *remarks, const struct knee *knee, const struct knee_signs *signs)
{
    const struct knee_rung *first = knee_rung_at(knee, 0), *last = knee_rung_at(knee, knee->rungs->len - 1);
    double low = knee_rung_outstanding(first), high = knee_rung_outstanding(last);
    if (knee->mode == KNEE_MODE_OUTSTANDING) {
        remarks_add(remarks, REMARK_OUTSTANDING, low, first->concurrency, high, last->concurrency, knee->outstanding,
            knee->concurrency, knee->lo, knee->hi);
        return;
    }
    if (knee->mode == KNEE_MODE_MEASURED) {
        const struct knee_rung *farthest = knee_rung_at(knee, knee->farthest_rung);
        if (farthest)
            remarks_add(remarks, REMARK_MEASURED, low, first->concurrency, high, last->concurrency,
                farthest->concurrency, knee->farthest_pct);
        else
            remarks_add(remarks, REMARK_FEW_LOADS, low, first->concurrency, high, last->concurrency);
        return;
    }
    const struct knee_rung *saturation = knee_rung_at(knee, knee->saturation_rung);
    if (signs->thinks && saturation && knee_rung_outstanding(saturation) < (1 - THINK_SHARE) * saturation->concurrency)
        remarks_add(remarks, REMARK_THINKS, saturation->concurrency, knee_rung_outstanding(saturation), knee->think_ms);
    const struct knee_rung *extra = knee_rung_at(knee, signs->extra_io_rung);
    if (extra)
        remarks_add(remarks, REMARK_EXTRA_IO, extra->concurrency, knee_rung_outstanding(extra));
}

/* A depth that drivers and volumes are usually set to; 0 where none is close. */
static double
usual_depth_near(double outstanding)
{
    static const double depths[] = {8, 16, 32, 64, 128, 256, 512, 1024};
    for (size_t i = 0; i < G_N_ELEMENTS(depths); i++)
        if (fabs(outstanding / depths[i] - 1) <= DEPTH_DISTANCE)
            return depths[i];
    return 0;
}

static void
remark_limits(GArray *remarks, const struct knee *knee, const struct knee_signs *signs)
{
    if (knee_rung_at(knee, signs->queue_limit_rung)) {
        double most = 0;
        for (size_t i = signs->queue_limit_rung; i < knee->rungs->len; i++)
            most = fmax(most, knee_rung_outstanding(knee_rung_at(knee, i)));
        /* The limit begins at the first rung from which on nothing is added. */
        size_t first = signs->queue_limit_rung;
        while (first > 0 && most <= LIMIT_GROWTH * knee_rung_outstanding(knee_rung_at(knee, first - 1)))
            first--;
        const struct knee_rung *queue = knee_rung_at(knee, first);
        double depth = usual_depth_near(most);
        if (depth > 0)
            remarks_add(remarks, REMARK_QUEUE_DEPTH, queue->concurrency, most, depth);
        else
            remarks_add(remarks, REMARK_QUEUE_LIMIT, queue->concurrency, most);
    }
    const struct knee_rung *outside = knee_rung_at(knee, signs->outside_limit_rung);
    if (outside)
        remarks_add(remarks, REMARK_OUTSIDE_LIMIT, outside->concurrency, outside->iops);
    const struct knee_rung *slowing = knee_rung_at(knee, signs->slowing_rung);
    if (slowing) {
        double most = 0;
        for (size_t i = 0; i < signs->slowing_rung; i++)
            most = fmax(most, knee_rung_outstanding(knee_rung_at(knee, i)));
        remarks_add(remarks, REMARK_SLOWING, slowing->concurrency, most,
            knee_rung_outstanding(knee_rung_at(knee, knee->rungs->len - 1)));
    }
}

static void
remark_shape(GArray *remarks, const struct knee *knee, const struct knee_signs *signs)
{
    const struct knee_rung *highest = highest_rung(knee), *last = knee_rung_at(knee, knee->rungs->len - 1);
    const struct knee_rung *decline = knee_rung_at(knee, knee->decline_rung);
    if (decline)
        remarks_add(
            remarks, REMARK_DECLINE, decline->concurrency, 100 * (1 - last->iops / highest->iops), highest->iops);
    const struct knee_rung *odd = knee_rung_at(knee, knee->odd_rung);
    if (odd && knee->mode != KNEE_MODE_MEASURED)
        remarks_add(remarks, REMARK_ODD_RUNG, odd->concurrency, knee->farthest_pct);
    if (knee->verdict != KNEE_FOUND)
        return;
    if (signs->estimates_disagree)
        remarks_add(remarks, REMARK_DISAGREE, knee->estimate_fit, knee->estimate_asymptotes, knee->estimate_elasticity);
    if (signs->soft)
        remarks_add(remarks, REMARK_SOFT, 100 * knee->iops / highest->iops);
    if (signs->sharp)
        remarks_add(remarks, REMARK_SHARP, knee->sharpness);
}

/* The rung of the lowest latency: the nearest to a ceiling that none meets. */
static const struct rung *
quickest_rung(const struct ladder *ladder)
{
    const struct rung *quickest = NULL;
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct rung *rung = ladder_rung(ladder, i);
        if (rung->means.latency_ms > 0 && isfinite(rung->means.latency_ms) &&
            (!quickest || rung->means.latency_ms < quickest->means.latency_ms))
            quickest = rung;
    }
    return quickest;
}

static void
remark_points(GArray *remarks, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    const struct rung *best = ladder_rung(ladder, ladder->best_rung), *quickest = quickest_rung(ladder);
    const struct rung *saturation = ladder_rung(ladder, ladder->saturation_rung);
    if (!best && quickest)
        remarks_add(
            remarks, REMARK_NONE_WITHIN, ladder->latency_ceiling_ms, quickest->concurrency, quickest->means.latency_ms);
    if (best && knee->verdict == KNEE_FOUND && knee->concurrency < best->concurrency &&
        knee->iops < BELOW_BEST * best->means.iops)
        remarks_add(remarks, REMARK_KNEE_BELOW_BEST, knee->concurrency, knee->iops, knee->latency_ms, best->concurrency,
            best->means.iops, best->means.latency_ms);
    if (best && saturation && best->concurrency > saturation->concurrency)
        remarks_add(remarks, REMARK_BEST_ABOVE_SATURATION, best->concurrency, best->means.iops, saturation->concurrency,
            saturation->means.iops);
}

void
remarks_of_ladder(GArray *remarks, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    remark_verdict(remarks, knee);
    if (knee->verdict != KNEE_INSUFFICIENT) {
        struct knee_signs signs = knee_signs_of(knee);
        remark_concurrency(remarks, knee, &signs);
        remark_limits(remarks, knee, &signs);
        remark_shape(remarks, knee, &signs);
    }
    remark_points(remarks, ladder);
}
