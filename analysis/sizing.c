#include "sizing.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

const double sizing_factors[4] = {1.0, 1.2, 1.5, 2.0};

/* More units than this of one product is no recommendation. */
#define UNITS_MAX 64.0
/* An exact fit must stay exact although its quotient was rounded in binary. */
#define EXACT_FIT 1e-9
#define GIB_PER_TIB 1024.0

double
sizing_usable_iops(double iops, double utilisation_limit)
{
    return iops * utilisation_limit;
}

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

/* IOPS of a unit at the most MiB/s that it can be given. */
static double
iops_with_most_mib_s(const struct catalog_product *product)
{
    double base_iops = isnan(product->base_iops) ? 0 : product->base_iops;
    double base_mib_s = isnan(product->base_iops) || isnan(product->base_mib_s) ? 0 : product->base_mib_s;
    return base_iops + (product->max_mib_s - base_mib_s) * product->iops_per_mib_s;
}

/* Most IOPS that one unit can be provisioned to. */
static double
most_iops(const struct catalog_product *product)
{
    double by_size = product->iops_per_gib * product->max_capacity_gib;
    return isnan(product->max_iops) ? larger_known(by_size, iops_with_most_mib_s(product)) : product->max_iops;
}

static double
most_mib_s(const struct catalog_product *product)
{
    double by_size = product->mib_s_per_tib * product->max_capacity_gib / GIB_PER_TIB;
    return isnan(product->max_mib_s) ? by_size : smaller_known(product->max_mib_s, by_size > 0 ? by_size : NAN);
}

struct need { /* one limit: how many units it asks for */
    const char *limit;
    double units;
};

/* MiB/s that a unit must be given so that it brings these IOPS; NAN where IOPS do not come with MiB/s, or can be set
 * apart. */
static double
mib_s_for_iops(const struct catalog_product *product, double iops)
{
    if (isnan(product->iops_per_mib_s) || product->max_iops > iops_with_most_mib_s(product) ||
        isfinite(product->iops_per_gib))
        return NAN;
    if (isnan(product->base_iops)) /* all IOPS come with MiB/s */
        return round_up(iops / product->iops_per_mib_s);
    double base_mib_s = isnan(product->base_mib_s) ? 0 : product->base_mib_s;
    return iops > product->base_iops ? base_mib_s + round_up((iops - product->base_iops) / product->iops_per_mib_s)
                                     : NAN;
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
        {"MiB/s", mib_s / product->mib_s_per_tib * GIB_PER_TIB},
        {"least size", product->min_capacity_gib},
    };
    double capacity = asked_gib;
    for (size_t i = 0; i < G_N_ELEMENTS(need); i++) {
        if (!isfinite(need[i].gib) || need[i].gib <= capacity)
            continue;
        capacity = need[i].gib;
        candidate->capacity_raised_by = need[i].limit;
    }
    candidate->capacity_gib_per_unit = isfinite(capacity) ? round_up(capacity) : NAN;
}

static void
provision(struct candidate *candidate, const struct sizing *sizing)
{
    const struct catalog_product *product = candidate->product;
    double limit = sizing->options.utilisation_limit, units = candidate->units;
    double iops = sizing->required_iops / limit / units, mib_s = sizing->required_mib_s / limit / units;
    candidate->iops_per_unit = isnan(candidate->limit_iops) ? NAN : round_up(larger_known(iops, product->base_iops));
    candidate->mib_s_per_unit =
        isnan(candidate->limit_mib_s) ? NAN : round_up(larger_known(mib_s, product->base_mib_s));
    double for_iops = mib_s_for_iops(product, iops);
    if (isfinite(for_iops))
        candidate->mib_s_per_unit =
            smaller_known(larger_known(candidate->mib_s_per_unit, for_iops), candidate->limit_mib_s);
    provision_capacity(candidate, sizing->required_capacity_gib / units, iops, mib_s);
}

/* False with the reason (owned) where the product cannot be judged or cannot do it. */
static bool
candidate_of(
    struct candidate *out, const struct catalog_product *product, const struct sizing *sizing, char **out_reason)
{
    *out = (struct candidate){.product = product, .limit_iops = most_iops(product), .limit_mib_s = most_mib_s(product)};
    if (isnan(out->limit_iops) && isnan(out->limit_mib_s)) {
        *out_reason = g_strdup("the catalog has neither an IOPS nor a MiB/s limit for it");
        return false;
    }
    double limit = sizing->options.utilisation_limit;
    struct need need[] = {
        {"IOPS", sizing->required_iops / limit / out->limit_iops},
        {"MiB/s", sizing->required_mib_s / limit / out->limit_mib_s},
        {"capacity", sizing->required_capacity_gib / product->max_capacity_gib},
    };
    const struct need *binding = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(need); i++)
        if (isfinite(need[i].units) && (!binding || need[i].units > binding->units))
            binding = &need[i];
    if (!binding) {
        *out_reason = g_strdup("no limit of it can be held against the requirement");
        return false;
    }
    if (round_up(binding->units) > UNITS_MAX) {
        *out_reason = g_strdup_printf("it would take %.0f units", round_up(binding->units));
        return false;
    }
    out->units = MAX(1, round_up(binding->units));
    out->binding_limit = binding->limit;
    bool capacity_binds = strcmp(binding->limit, "capacity") == 0;
    out->utilisation_pct = 100 * binding->units / out->units * (capacity_binds ? 1 : limit);
    out->judged_whole = !(isfinite(sizing->required_iops) && isnan(out->limit_iops)) &&
                        !(isfinite(sizing->required_mib_s) && isnan(out->limit_mib_s));
    provision(out, sizing);
    return true;
}

static double
total_capacity(const struct candidate *candidate)
{
    return isnan(candidate->capacity_gib_per_unit) ? 0 : candidate->units * candidate->capacity_gib_per_unit;
}

static gint
by_fit(gconstpointer a, gconstpointer b)
{
    const struct candidate *left = a, *right = b;
    /* What could not be held against a limit is no first choice, however few units the other limits ask for. */
    if (left->judged_whole != right->judged_whole)
        return left->judged_whole ? -1 : 1;
    if (left->units != right->units)
        return left->units < right->units ? -1 : 1;
    /* Capacity that nobody asked for is paid for: products that need less of it come first. */
    double left_gib = total_capacity(left), right_gib = total_capacity(right);
    if (left_gib != right_gib)
        return left_gib < right_gib ? -1 : 1;
    if (left->utilisation_pct != right->utilisation_pct)
        return left->utilisation_pct > right->utilisation_pct ? -1 : 1;
    return left->product->line < right->product->line ? -1 : 1;
}

static void
find_candidates(struct sizing *sizing, const GPtrArray *products)
{
    for (guint i = 0; products && i < products->len; i++) {
        const struct catalog_product *product = g_ptr_array_index(products, i);
        g_autofree char *name = g_strjoin(" ", product->provider, product->product, product->tier, NULL);
        if (sizing->options.catalog_filter && fnmatch(sizing->options.catalog_filter, name, FNM_CASEFOLD) != 0)
            continue;
        struct candidate candidate;
        g_autofree char *reason = NULL;
        if (candidate_of(&candidate, product, sizing, &reason))
            g_array_append_val(sizing->candidates, candidate);
        else
            g_ptr_array_add(sizing->left_out, g_strdup_printf("%s: %s", name, reason));
    }
    g_array_sort(sizing->candidates, by_fit);
}

struct sizing *
sizing_new(const struct demand *demand, const struct sizing_options *options, const GPtrArray *products)
{
    double iops = demand_figure(&demand->iops, options->percentile);
    if (!isfinite(iops))
        return NULL;
    struct sizing *sizing = g_new0(struct sizing, 1);
    sizing->options = *options;
    double growth = 1 + options->growth_pct / 100;
    sizing->required_iops = iops * growth;
    sizing->required_mib_s = demand_figure(&demand->mib_s, options->percentile) * growth;
    sizing->required_capacity_gib = options->capacity_gib * growth;
    sizing->candidates = g_array_new(FALSE, TRUE, sizeof(struct candidate));
    sizing->left_out = g_ptr_array_new_with_free_func(g_free);
    sizing->sensitivity = g_array_new(FALSE, TRUE, sizeof(struct sensitivity));
    static const char *const figure[] = {"mean", "p95", "p99", "peak"};
    for (size_t i = 0; i < G_N_ELEMENTS(figure); i++) {
        struct sensitivity line = {.figure = figure[i]};
        for (size_t k = 0; k < G_N_ELEMENTS(sizing_factors); k++)
            line.iops[k] = demand_figure(&demand->iops, figure[i]) * sizing_factors[k];
        if (isfinite(line.iops[0]))
            g_array_append_val(sizing->sensitivity, line);
    }
    find_candidates(sizing, products);
    return sizing;
}

void
sizing_free(struct sizing *sizing)
{
    g_array_unref(sizing->candidates);
    g_ptr_array_unref(sizing->left_out);
    g_array_unref(sizing->sensitivity);
    g_free(sizing);
}
