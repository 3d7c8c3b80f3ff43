#include "candidate.h"

#include <math.h>

/* An exact fit must stay exact although its quotient was rounded in binary. */
#define EXACT_FIT 1e-9
#define GIB_PER_TIB 1024.0

static double
round_up(double value)
{
    return ceil(value - EXACT_FIT * fabs(value));
}

/* NAN stands for "the source does not say": it takes no part. */
static double
smaller_known(double a, double b)
{
    return isnan(a) ? b : isnan(b) ? a : MIN(a, b);
}

static double
larger_known(double a, double b)
{
    return isnan(a) ? b : isnan(b) ? a : MAX(a, b);
}

static double
or_zero(double value)
{
    return isnan(value) ? 0 : value;
}

const char *
candidate_limit_name(enum candidate_limit_kind kind)
{
    static const char *const name[] = {[LIMIT_IOPS] = "IOPS", [LIMIT_MIB_S] = "MiB/s", [LIMIT_CAPACITY] = "capacity"};
    return name[kind];
}

/* IOPS of a unit at the most MiB/s that it can be given. */
static double
iops_with_most_mib_s(const struct catalog_product *product)
{
    double base_mib_s = isnan(product->base_iops) ? 0 : or_zero(product->base_mib_s);
    return or_zero(product->base_iops) + (product->max_mib_s - base_mib_s) * product->iops_per_mib_s;
}

/* What the greatest size carries; never less than the base, which comes with any size. NAN: no rule, or no greatest
 * size. */
static double
at_greatest_size(double per_gib, double max_gib, double base)
{
    double by_size = per_gib * max_gib;
    return isnan(by_size) ? NAN : larger_known(by_size, base);
}

/* Most IOPS that one unit can be provisioned to. */
static double
most_iops(const struct catalog_product *product)
{
    double by_size = at_greatest_size(product->iops_per_gib, product->max_capacity_gib, product->base_iops);
    double told = isnan(product->max_iops) ? larger_known(by_size, iops_with_most_mib_s(product)) : product->max_iops;
    return smaller_known(told, by_size);
}

static double
most_mib_s(const struct catalog_product *product)
{
    double by_size =
        at_greatest_size(product->mib_s_per_tib / GIB_PER_TIB, product->max_capacity_gib, product->base_mib_s);
    double by_iops = most_iops(product) / product->iops_needed_per_mib_s;
    return smaller_known(smaller_known(product->max_mib_s, by_size), by_iops);
}

/* MiB/s that a unit must be given so that it brings these IOPS; NAN where IOPS do not come with MiB/s, or can be set
 * apart. */
static double
mib_s_for_iops(const struct catalog_product *product, double iops)
{
    if (isnan(product->iops_per_mib_s) || product->max_iops > iops_with_most_mib_s(product) ||
        isfinite(product->iops_per_gib))
        return NAN;
    if (isnan(product->base_iops)) /* all IOPS come with MiB/s */
        return iops / product->iops_per_mib_s;
    return iops > product->base_iops
               ? or_zero(product->base_mib_s) + (iops - product->base_iops) / product->iops_per_mib_s
               : NAN;
}

/* The next throughput that can be set: a step, or a whole MiB/s or MB/s, as the vendor counts. */
static double
settable_mib_s(const struct catalog_product *product, double mib_s)
{
    for (guint i = 0; i < product->steps.count; i++)
        if (mib_s <= product->steps.mib_s[i] * (1 + EXACT_FIT))
            return product->steps.mib_s[i];
    return product->in_mb_s ? round_up(mib_s / MIB_PER_MB) * MIB_PER_MB : round_up(mib_s);
}

static void
provision_mib_s(struct candidate *candidate, double iops, double mib_s)
{
    const struct catalog_product *product = candidate->product;
    if (isnan(candidate->limit_mib_s)) {
        candidate->mib_s_per_unit = NAN;
        return;
    }
    double wanted = larger_known(larger_known(mib_s, product->base_mib_s), mib_s_for_iops(product, iops));
    if (isnan(wanted)) /* nothing is asked for: the least that can be set */
        wanted = product->steps.count > 0 ? product->steps.mib_s[0] : 0;
    candidate->mib_s_per_unit = MIN(settable_mib_s(product, wanted), candidate->limit_mib_s);
}

/* The capacity that the limits ask for, with what raised it above the one that was asked for. */
static void
provision_capacity(struct candidate *candidate, double asked_gib, double iops, double mib_s)
{
    const struct catalog_product *product = candidate->product;
    const struct {
        const char *limit;
        double gib;
    } need[] = {
        {"IOPS", iops <= product->base_iops ? NAN : iops / product->iops_per_gib},
        {"MiB/s", mib_s <= product->base_mib_s ? NAN : mib_s / product->mib_s_per_tib * GIB_PER_TIB},
        {CANDIDATE_LEAST_SIZE, product->min_capacity_gib},
    };
    double capacity = asked_gib;
    for (size_t i = 0; i < G_N_ELEMENTS(need); i++) {
        if (!isfinite(need[i].gib) || need[i].gib <= capacity)
            continue;
        capacity = need[i].gib;
        candidate->capacity_raised_by = need[i].limit;
    }
    candidate->capacity_gib_per_unit =
        isfinite(capacity) ? smaller_known(round_up(capacity), product->max_capacity_gib) : NAN;
}

/* A whole MiB/s or MB/s may be more than the GiB carry that were chosen for what is wanted. */
static void
cap_mib_s_by_size(struct candidate *candidate)
{
    const struct catalog_product *product = candidate->product;
    double by_size = candidate->capacity_gib_per_unit / GIB_PER_TIB * product->mib_s_per_tib;
    if (product->steps.count == 0 && isfinite(by_size) && isfinite(candidate->mib_s_per_unit))
        candidate->mib_s_per_unit = MIN(candidate->mib_s_per_unit, larger_known(by_size, product->base_mib_s));
}

/* Raises the IOPS to set to what the MiB/s and the GiB ask for. */
static void
provision_iops(struct candidate *candidate, double iops)
{
    const struct catalog_product *product = candidate->product;
    const struct {
        const char *limit;
        double iops;
    } need[] = {
        {"base", product->base_iops},
        {"MiB/s", candidate->mib_s_per_unit * product->iops_needed_per_mib_s},
        {"capacity", candidate->capacity_gib_per_unit * product->least_iops_per_gib},
    };
    double wanted = or_zero(iops);
    for (size_t i = 0; i < G_N_ELEMENTS(need); i++) {
        if (!isfinite(need[i].iops) || need[i].iops <= wanted)
            continue;
        wanted = need[i].iops;
        candidate->iops_raised_by = need[i].limit;
    }
    candidate->iops_per_unit = isnan(candidate->limit_iops) ? NAN : MIN(round_up(wanted), candidate->limit_iops);
}

/* The volumes within a unit, and the pool around the units. */
static void
provision_around(struct candidate *candidate, double iops, double mib_s)
{
    const struct catalog_product *product = candidate->product;
    double volumes = larger_known(iops / product->volume_max_iops, mib_s / product->volume_max_mib_s);
    volumes = larger_known(volumes, candidate->capacity_gib_per_unit / product->volume_max_gib);
    candidate->volumes_per_unit = isfinite(volumes) ? MAX(1, round_up(volumes)) : NAN;
    double all_gib = candidate->units * candidate->capacity_gib_per_unit;
    bool in_pool = isfinite(product->pool_min_gib) || isfinite(product->pool_max_gib);
    candidate->pools = !in_pool                          ? NAN
                       : isfinite(product->pool_max_gib) ? MAX(1, round_up(or_zero(all_gib) / product->pool_max_gib))
                                                         : 1;
    candidate->pool_gib = in_pool ? larger_known(all_gib, candidate->pools * product->pool_min_gib) : NAN;
}

static void
provision(struct candidate *candidate, const struct sizing_need *need)
{
    const struct catalog_product *product = candidate->product;
    double usable_units = need->utilisation_limit * candidate->units;
    double iops = need->iops / usable_units, mib_s = need->mib_s / usable_units;
    provision_mib_s(candidate, iops, mib_s);
    /* A chosen step is more MiB/s than were asked for: it asks for IOPS, but for no capacity of its own. */
    double with_mib_s = larger_known(iops, candidate->mib_s_per_unit * product->iops_needed_per_mib_s);
    provision_capacity(candidate, need->capacity_gib / candidate->units, with_mib_s, mib_s);
    double least_mib_s = candidate->capacity_gib_per_unit / GIB_PER_TIB * product->least_mib_s_per_tib;
    if (least_mib_s > candidate->mib_s_per_unit)
        candidate->mib_s_per_unit = MIN(settable_mib_s(product, least_mib_s), candidate->limit_mib_s);
    cap_mib_s_by_size(candidate);
    provision_iops(candidate, iops);
    provision_around(candidate, iops, mib_s);
}

static void
fill_limits(struct candidate *candidate, const struct sizing_need *need)
{
    const struct {
        double required, provisioned, most;
    } of[] = {
        [LIMIT_IOPS] = {need->iops, candidate->iops_per_unit, candidate->limit_iops},
        [LIMIT_MIB_S] = {need->mib_s, candidate->mib_s_per_unit, candidate->limit_mib_s},
        [LIMIT_CAPACITY] = {need->capacity_gib, candidate->capacity_gib_per_unit, candidate->product->max_capacity_gib},
    };
    for (int kind = 0; kind < CANDIDATE_LIMITS; kind++)
        candidate->limits[kind] = (struct candidate_limit){
            .required = of[kind].required,
            .provisioned = candidate->units * of[kind].provisioned,
            .most = candidate->units * of[kind].most,
            .utilisation_pct = 100 * of[kind].required / (candidate->units * of[kind].most),
            .provisioned_utilisation_pct = 100 * of[kind].required / (candidate->units * of[kind].provisioned),
        };
}

/* Units that a limit asks for; NAN where one of the two is not known, INFINITY where no number is enough. */
static double
units_for(double wanted, double most)
{
    return wanted > 0 && most == 0 ? INFINITY : wanted / most;
}

static bool
leave_out(struct left_out *why, const struct catalog_product *product, enum left_out_reason reason, double units)
{
    *why = (struct left_out){.product = product, .reason = reason, .units = units};
    return false;
}

/* Sets units and the limit that binds. */
static bool
count_units(struct candidate *candidate, struct left_out *why, const struct sizing_need *need)
{
    const struct catalog_product *product = candidate->product;
    double headroom = need->utilisation_limit, most_units = -1;
    const double units[] = {
        [LIMIT_IOPS] = units_for(need->iops / headroom, candidate->limit_iops),
        [LIMIT_MIB_S] = units_for(need->mib_s / headroom, candidate->limit_mib_s),
        [LIMIT_CAPACITY] = units_for(need->capacity_gib, product->max_capacity_gib),
    };
    for (int kind = 0; kind < CANDIDATE_LIMITS; kind++) {
        if (isnan(units[kind]) || units[kind] <= most_units)
            continue;
        most_units = units[kind];
        candidate->binding = (enum candidate_limit_kind)kind;
    }
    if (most_units < 0)
        return leave_out(why, product, LEFT_OUT_NOTHING_HELD, NAN);
    if (isinf(most_units))
        return leave_out(why, product, LEFT_OUT_MANY_UNITS, most_units);
    candidate->units = MAX(1, round_up(most_units));
    if (candidate->units > product->max_units)
        return leave_out(why, product, LEFT_OUT_ABOVE_MAX_UNITS, candidate->units);
    if (candidate->units > CANDIDATE_UNITS_MAX)
        return leave_out(why, product, LEFT_OUT_MANY_UNITS, candidate->units);
    return true;
}

static enum latency_claim
judge_latency(const struct catalog_product *product, double ceiling_ms)
{
    double claim_ms = catalog_latency_ms(product);
    if (isnan(claim_ms) || isnan(ceiling_ms))
        return LATENCY_NOT_CLAIMED;
    return claim_ms <= ceiling_ms ? LATENCY_WITHIN : LATENCY_ABOVE;
}

bool
candidate_of(
    struct candidate *out, struct left_out *why, const struct catalog_product *product, const struct sizing_need *need)
{
    *out = (struct candidate){.product = product, .limit_iops = most_iops(product), .limit_mib_s = most_mib_s(product)};
    if (isnan(out->limit_iops) && isnan(out->limit_mib_s))
        return leave_out(why, product, LEFT_OUT_NO_LIMIT, NAN);
    if (!count_units(out, why, need))
        return false;
    out->binding_limit = candidate_limit_name(out->binding);
    provision(out, need);
    fill_limits(out, need);
    out->utilisation_pct = out->limits[out->binding].utilisation_pct;
    out->judged_whole =
        !(isfinite(need->iops) && isnan(out->limit_iops)) && !(isfinite(need->mib_s) && isnan(out->limit_mib_s));
    out->capacity_judged = !(isfinite(need->capacity_gib) && isnan(product->max_capacity_gib));
    out->latency = judge_latency(product, need->latency_ceiling_ms);
    return true;
}

double
candidate_total_gib(const struct candidate *candidate)
{
    return or_zero(candidate->units * candidate->capacity_gib_per_unit);
}
