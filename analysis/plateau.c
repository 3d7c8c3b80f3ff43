#include "plateau.h"

#include "catalog.h"
#include "knee_signs.h"
#include "quantile.h"

#include <math.h>

#define PLATEAU_WIDTH 1.5 /* highest concurrency over that of the saturation point: less shows no plateau */
#define FLAT_PCT 1.5
#define UNEVEN_PCT 4.0
#define SHARP_FROM 7.0
#define SOFT_BELOW 2.5
#define CALM_PCT 1.0
#define RESTLESS_PCT 5.0
/* Fifteen round numbers a decade at 0.5% are met by chance in 7 of 100 cases, so this is one sign of several. */
#define ROUND_DISTANCE 0.005
#define PRODUCT_DISTANCE 0.01
#define SAME_LEVEL 0.02
#define OTHER_LEVEL 0.10
#define OTHER_READ_PCT 5.0
#define OTHER_IO_SIZE 1.1
#define QUEUES_SHARE 0.8 /* latency must grow with concurrency by this share of it */
#define BUSY_PCT 98.0
#define IDLE_PCT 70.0
#define PROVISIONED_SIGNS 5
#define PROVISIONED_WITH_OTHER 4
#define SATURATED_SIGNS 3
#define SATURATED_AGAINST 1

struct judging {
    const struct ladder *ladder;
    GArray *reasons;
    size_t first, last; /* rungs of the plateau, last inclusive */
    double iops, mib_s;
    int provisioned, saturated;
    bool same_level; /* another workload ends at the same IOPS or MiB/s */
    bool outside;
};

/* Median of a figure over the plateau; NAN where it is not known. */
static double
median_over(const struct judging *judging, double (*figure)(const struct rung *))
{
    size_t n = 0;
    g_autofree double *values = g_new(double, judging->last - judging->first + 1);
    for (size_t i = judging->first; i <= judging->last; i++) {
        double value = figure(ladder_rung(judging->ladder, i));
        if (isfinite(value))
            values[n++] = value;
    }
    return n > 0 ? median(values, n) : NAN;
}

static double
rung_iops(const struct rung *rung)
{
    return rung->means.iops;
}

static double
rung_mib_s(const struct rung *rung)
{
    return rung->means.mib_s;
}

static double
rung_scatter(const struct rung *rung)
{
    return rung->scatter_pct;
}

static double
rung_util(const struct rung *rung)
{
    return rung->util_pct;
}

/* The rungs from the saturation point to the top, or to where throughput falls. */
static bool
find_plateau(struct judging *judging, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    bool flattens = knee->verdict == KNEE_FOUND || knee->verdict == KNEE_ALREADY_PAST;
    const struct rung *saturation = ladder_rung(ladder, ladder->saturation_rung);
    if (!flattens || !saturation)
        return false;
    double below = INFINITY;
    if (knee->decline_rung < knee->rungs->len)
        below = g_array_index(knee->rungs, struct knee_rung, knee->decline_rung).concurrency;
    *judging = (struct judging){.ladder = ladder, .reasons = ladder->plateau_reasons, .first = ladder->saturation_rung};
    judging->last = judging->first;
    for (size_t i = judging->first; i < ladder->rungs->len && ladder_rung(ladder, i)->concurrency < below; i++)
        judging->last = i;
    judging->iops = median_over(judging, rung_iops);
    judging->mib_s = median_over(judging, rung_mib_s);
    return ladder_rung(ladder, judging->last)->concurrency >= PLATEAU_WIDTH * saturation->concurrency;
}

static void
weigh_flatness(struct judging *judging)
{
    const struct rung *first = ladder_rung(judging->ladder, judging->first);
    const struct rung *last = ladder_rung(judging->ladder, judging->last);
    double low = INFINITY, high = 0;
    for (size_t i = judging->first; i <= judging->last; i++) {
        low = fmin(low, ladder_rung(judging->ladder, i)->means.iops);
        high = fmax(high, ladder_rung(judging->ladder, i)->means.iops);
    }
    double range_pct = 100 * (high - low) / judging->iops;
    judging->provisioned += range_pct <= FLAT_PCT;
    judging->saturated += range_pct > UNEVEN_PCT;
    remarks_add(judging->reasons, range_pct <= UNEVEN_PCT ? REMARK_PLATEAU_FLAT : REMARK_PLATEAU_UNEVEN,
        first->concurrency, last->concurrency, range_pct);
    double more = last->concurrency / first->concurrency, slower = last->means.latency_ms / first->means.latency_ms;
    if (!isfinite(slower))
        return;
    judging->outside = knee_signs_of(&judging->ladder->knee).outside_limit_rung != KNEE_NO_RUNG;
    if (judging->outside || slower >= QUEUES_SHARE * more)
        remarks_add(judging->reasons, judging->outside ? REMARK_PLATEAU_OUTSIDE : REMARK_PLATEAU_QUEUES, more, slower);
}

static void
weigh_knee(struct judging *judging)
{
    const struct knee *knee = &judging->ladder->knee;
    const struct knee_rung *last = &g_array_index(knee->rungs, struct knee_rung, knee->rungs->len - 1);
    if (knee->verdict == KNEE_FOUND && knee->mode != KNEE_MODE_MEASURED && knee->sharpness >= SHARP_FROM) {
        judging->provisioned++;
        remarks_add(judging->reasons, REMARK_PLATEAU_SHARP, knee->sharpness);
    } else if (knee->verdict == KNEE_FOUND && knee->mode != KNEE_MODE_MEASURED && knee->sharpness < SOFT_BELOW) {
        judging->saturated++;
        remarks_add(judging->reasons, REMARK_PLATEAU_SOFT, knee->sharpness);
    }
    if (knee->decline_rung != KNEE_NO_RUNG) {
        judging->saturated += 2;
        remarks_add(judging->reasons, REMARK_PLATEAU_DECLINES, 100 * (1 - last->iops / judging->iops));
    }
}

static void
weigh_samples(struct judging *judging)
{
    double scatter_pct = median_over(judging, rung_scatter), util_pct = median_over(judging, rung_util);
    if (scatter_pct <= CALM_PCT) {
        judging->provisioned++;
        remarks_add(judging->reasons, REMARK_PLATEAU_CALM, scatter_pct);
    } else if (scatter_pct >= RESTLESS_PCT) {
        judging->saturated++;
        remarks_add(judging->reasons, REMARK_PLATEAU_RESTLESS, scatter_pct);
    }
    if (util_pct >= BUSY_PCT)
        remarks_add(judging->reasons, REMARK_PLATEAU_BUSY, util_pct);
    if (util_pct < IDLE_PCT) {
        judging->outside = true;
        remarks_add(judging->reasons, REMARK_PLATEAU_IDLE, util_pct);
    }
}

/* The nearest of the numbers that limits are set to, in the decade of the value; MiB/s are also set in powers of 2. */
static double
round_near(double value, bool binary)
{
    static const double round[] = {1, 1.2, 1.25, 1.5, 1.6, 2, 2.5, 3, 3.2, 4, 5, 6, 6.4, 7.5, 8, 10};
    if (!(value > 0) || !isfinite(value))
        return NAN;
    double decade = pow(10, floor(log10(value))), nearest = binary ? exp2(nearbyint(log2(value))) : decade;
    for (size_t i = 0; i < G_N_ELEMENTS(round); i++)
        if (fabs(log(value / (round[i] * decade))) < fabs(log(value / nearest)))
            nearest = round[i] * decade;
    return nearest;
}

static bool
weigh_round(struct judging *judging, double level, bool binary, enum remark_code code)
{
    double near = round_near(level, binary);
    if (!(fabs(level / near - 1) <= ROUND_DISTANCE))
        return false;
    remarks_add(judging->reasons, code, level, near, 100 * (level / near - 1));
    return true;
}

/* The limit of the catalog that lies nearest to the level; of equal ones the first. */
static bool
weigh_products(struct judging *judging, const GPtrArray *products, double level, bool bandwidth, enum remark_code code)
{
    const struct catalog_product *nearest = NULL;
    double limit = NAN;
    for (guint i = 0; products && i < products->len; i++) {
        const struct catalog_product *product = g_ptr_array_index(products, i);
        double candidate = bandwidth ? product->max_mib_s : product->max_iops;
        double distance = fabs(level / candidate - 1);
        if (distance <= PRODUCT_DISTANCE && (!nearest || distance < fabs(level / limit - 1))) {
            nearest = product;
            limit = candidate;
        }
    }
    if (!nearest)
        return false;
    g_autofree char *name = g_strdup_printf("%s %s %s", nearest->provider, nearest->product, nearest->tier);
    remarks_append(
        judging->reasons, code, g_strchomp(name), (const double[]){level, limit, 100 * (level / limit - 1)}, 3);
    return true;
}

static void
weigh_numbers(struct judging *judging, const GPtrArray *products)
{
    bool round = weigh_round(judging, judging->iops, false, REMARK_PLATEAU_ROUND_IOPS);
    round = weigh_round(judging, judging->mib_s, true, REMARK_PLATEAU_ROUND_MIB_S) || round;
    bool product = weigh_products(judging, products, judging->iops, false, REMARK_PLATEAU_PRODUCT_IOPS);
    product = weigh_products(judging, products, judging->mib_s, true, REMARK_PLATEAU_PRODUCT_MIB_S) || product;
    judging->provisioned += round + product;
}

static bool
is_other_load(const struct ladder *a, const struct ladder *b)
{
    return fabs(a->read_pct - b->read_pct) > OTHER_READ_PCT || fabs(log(a->io_kib / b->io_kib)) > log(OTHER_IO_SIZE);
}

static void
weigh_others(struct judging *judging, const GPtrArray *ladders)
{
    bool differs = false;
    for (guint i = 0; i < ladders->len; i++) {
        const struct ladder *other = g_ptr_array_index(ladders, i);
        struct judging theirs;
        if (other == judging->ladder || !is_other_load(judging->ladder, other) || !find_plateau(&theirs, other))
            continue;
        double iops = theirs.iops / judging->iops - 1, mib_s = theirs.mib_s / judging->mib_s - 1;
        if (fabs(iops) <= SAME_LEVEL || fabs(mib_s) <= SAME_LEVEL) {
            bool by_iops = fabs(iops) <= SAME_LEVEL;
            judging->same_level = true;
            remarks_append(judging->reasons, by_iops ? REMARK_PLATEAU_SAME_IOPS : REMARK_PLATEAU_SAME_MIB_S,
                other->name,
                (const double[]){by_iops ? judging->iops : judging->mib_s, by_iops ? theirs.iops : theirs.mib_s,
                    100 * (by_iops ? iops : mib_s)},
                3);
        } else if (fabs(iops) > OTHER_LEVEL && fabs(mib_s) > OTHER_LEVEL) {
            differs = true;
            remarks_append(judging->reasons, REMARK_PLATEAU_OTHER_LEVEL, other->name,
                (const double[]){100 * iops, 100 * mib_s}, 2);
        }
    }
    judging->provisioned += judging->same_level ? 2 : 0;
    judging->saturated += differs && !judging->same_level;
}

static enum plateau_verdict
verdict_of(const struct judging *judging)
{
    int needed = judging->same_level ? PROVISIONED_WITH_OTHER : PROVISIONED_SIGNS;
    if (judging->outside)
        return PLATEAU_CANNOT_TELL;
    if (judging->provisioned >= needed && judging->saturated == 0)
        return PLATEAU_PROVISIONED;
    if (judging->saturated >= SATURATED_SIGNS && judging->provisioned <= SATURATED_AGAINST)
        return PLATEAU_SATURATED;
    return PLATEAU_CANNOT_TELL;
}

void
plateau_judge(struct ladder *ladder, const GPtrArray *ladders, const GPtrArray *products)
{
    g_array_set_size(ladder->plateau_reasons, 0);
    ladder->plateau = PLATEAU_CANNOT_TELL;
    struct judging judging;
    if (!find_plateau(&judging, ladder)) {
        remarks_append(ladder->plateau_reasons, REMARK_PLATEAU_NONE, NULL, NULL, 0);
        return;
    }
    weigh_flatness(&judging);
    weigh_knee(&judging);
    weigh_samples(&judging);
    weigh_numbers(&judging, products);
    weigh_others(&judging, ladders);
    ladder->plateau = verdict_of(&judging);
    if (ladder->plateau == PLATEAU_CANNOT_TELL)
        remarks_add(ladder->plateau_reasons, REMARK_PLATEAU_UNDECIDED, judging.provisioned, judging.saturated);
}
