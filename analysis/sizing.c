#include "sizing.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

const double sizing_factors[SIZING_FACTORS] = {1.0, 1.2, 1.5, 2.0};

/* Utilisations closer than this are the same. */
#define SAME_PCT 1e-6

double
sizing_usable_iops(double iops, double utilisation_limit)
{
    return iops * utilisation_limit;
}

const char *
sizing_step_name(enum sizing_step_code code)
{
    static const char *const name[] = {[STEP_DEMAND] = "demand",
        [STEP_GROWTH] = "growth",
        [STEP_REQUIRED] = "required",
        [STEP_UTILISATION] = "utilisation_limit",
        [STEP_NEEDED] = "needed",
        [STEP_LIMIT] = "limit_per_unit",
        [STEP_QUOTIENT] = "quotient",
        [STEP_UNITS] = "units",
        [STEP_PROVISION] = "provision_per_unit"};
    return name[code];
}

const char *
sizing_input_origin_name(enum sizing_input_origin origin)
{
    static const char *const name[] = {[INPUT_DEFAULT] = "default",
        [INPUT_STUDY_INI] = "study.ini",
        [INPUT_OPTION] = "option",
        [INPUT_MEASURED] = "measured"};
    return name[origin];
}

const char *
runner_up_reason_name(enum runner_up_reason reason)
{
    static const char *const name[] = {[RUNNER_UP_NONE] = NULL,
        [RUNNER_UP_NOT_JUDGED] = "not_judged",
        [RUNNER_UP_STATUS] = "status",
        [RUNNER_UP_LATENCY] = "latency",
        [RUNNER_UP_UNITS] = "units",
        [RUNNER_UP_CAPACITY] = "capacity",
        [RUNNER_UP_UTILISATION] = "utilisation",
        [RUNNER_UP_PROVISION] = "provision",
        [RUNNER_UP_EQUAL] = "equal"};
    return name[reason];
}

/* What is provisioned of a limit, to the nearest whole; 0 where it cannot be set or is not known. */
static double
figure_of(const struct candidate *candidate, enum candidate_limit_kind kind)
{
    double provisioned = candidate->limits[kind].provisioned;
    return isnan(provisioned) ? 0 : round(provisioned);
}

/* A database whose size is not known is taken to fill this much at least. */
#define UNKNOWN_SIZE_GIB 1024.0

/* Capacity that nobody asked for is paid for: products that need less of it come first. */
static double
ranked_gib(const struct candidate *candidate)
{
    bool size_known = isfinite(candidate->limits[LIMIT_CAPACITY].required);
    double gib = candidate_total_gib(candidate);
    return size_known ? gib : MAX(gib, UNKNOWN_SIZE_GIB);
}

/* Why `right` comes after `left`; RUNNER_UP_NONE where it comes before. */
static enum runner_up_reason
compare(const struct candidate *left, const struct candidate *right)
{
    const struct {
        double left, right; /* the lower comes first */
        enum runner_up_reason reason;
    } rule[] = {
        /* What could not be held against a limit is no first choice, however few units the other limits ask for. */
        {!left->judged_whole, !right->judged_whole, RUNNER_UP_NOT_JUDGED},
        {left->product->status, right->product->status, RUNNER_UP_STATUS},
        {left->latency == LATENCY_ABOVE, right->latency == LATENCY_ABOVE, RUNNER_UP_LATENCY},
        {!left->capacity_judged, !right->capacity_judged, RUNNER_UP_NOT_JUDGED},
        {left->units, right->units, RUNNER_UP_UNITS},
        {ranked_gib(left), ranked_gib(right), RUNNER_UP_CAPACITY},
        {round(-left->utilisation_pct / SAME_PCT), round(-right->utilisation_pct / SAME_PCT), RUNNER_UP_UTILISATION},
        {figure_of(left, LIMIT_IOPS), figure_of(right, LIMIT_IOPS), RUNNER_UP_PROVISION},
        {figure_of(left, LIMIT_MIB_S), figure_of(right, LIMIT_MIB_S), RUNNER_UP_PROVISION},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rule); i++)
        if (rule[i].left != rule[i].right)
            return rule[i].left < rule[i].right ? rule[i].reason : RUNNER_UP_NONE;
    return left->product->line <= right->product->line ? RUNNER_UP_EQUAL : RUNNER_UP_NONE;
}

static gint
by_fit(gconstpointer a, gconstpointer b)
{
    return compare(a, b) == RUNNER_UP_NONE ? 1 : -1;
}

static bool
passes(const struct catalog_product *product, const char *filter)
{
    g_autofree char *name = g_strjoin(" ", product->provider, product->product, product->tier, NULL);
    return !filter || fnmatch(filter, name, FNM_CASEFOLD) == 0;
}

/* struct candidate in order; `left_out` (struct left_out) may be NULL. */
static GArray *
find_candidates(const GPtrArray *products, const char *filter, const struct sizing_need *need, GArray *left_out)
{
    GArray *candidates = g_array_new(FALSE, TRUE, sizeof(struct candidate));
    for (guint i = 0; products && i < products->len; i++) {
        const struct catalog_product *product = g_ptr_array_index(products, i);
        struct candidate candidate;
        struct left_out why;
        if (!passes(product, filter))
            continue;
        if (candidate_of(&candidate, &why, product, need))
            g_array_append_val(candidates, candidate);
        else if (left_out)
            g_array_append_val(left_out, why);
    }
    g_array_sort(candidates, by_fit);
    return candidates;
}

static const struct candidate *
first_choice_of(const GArray *candidates)
{
    const struct candidate *first = candidates->len > 0 ? &g_array_index(candidates, struct candidate, 0) : NULL;
    return first && first->judged_whole && first->product->status != CATALOG_SUPERSEDED ? first : NULL;
}

const struct candidate *
sizing_first_choice(const struct sizing *sizing)
{
    return first_choice_of(sizing->candidates);
}

const struct candidate *
sizing_runner_up(const struct sizing *sizing)
{
    return sizing_first_choice(sizing) && sizing->candidates->len > 1
               ? &g_array_index(sizing->candidates, struct candidate, 1)
               : NULL;
}

static void
compare_with_first(struct sizing *sizing)
{
    const struct candidate *first = sizing_first_choice(sizing), *second = sizing_runner_up(sizing);
    if (!second)
        return;
    sizing->runner_up = compare(first, second);
    for (guint i = 1; i < sizing->candidates->len; i++)
        if (compare(first, &g_array_index(sizing->candidates, struct candidate, i)) == RUNNER_UP_EQUAL)
            sizing->equal_to_first++;
}

static struct sensitivity_choice
choose_under(const struct sizing *sizing, const GPtrArray *products, double iops, double mib_s)
{
    struct sizing_need need = sizing->need;
    need.iops = iops;
    need.mib_s = mib_s;
    g_autoptr(GArray) candidates = find_candidates(products, sizing->options.catalog_filter, &need, NULL);
    const struct candidate *choice = first_choice_of(candidates), *first = sizing_first_choice(sizing);
    return (struct sensitivity_choice){
        .iops = iops,
        .mib_s = mib_s,
        .product = choice ? choice->product : NULL,
        .units = choice ? choice->units : NAN,
        .as_recommended = choice && first && choice->product == first->product && choice->units == first->units,
    };
}

static void
vary(struct sizing *sizing, const struct demand *demand, const GPtrArray *products)
{
    static const char *const figure[] = {"mean", "p95", "p99", "peak"};
    for (size_t i = 0; i < G_N_ELEMENTS(figure); i++) {
        struct sensitivity line = {.figure = figure[i]};
        double iops = demand_figure(&demand->iops, figure[i]), mib_s = demand_figure(&demand->mib_s, figure[i]);
        if (!isfinite(iops))
            continue;
        for (size_t k = 0; k < SIZING_FACTORS; k++) {
            line.iops[k] = iops * sizing_factors[k];
            line.choice[k] = choose_under(sizing, products, line.iops[k], mib_s * sizing_factors[k]);
        }
        g_array_append_val(sizing->sensitivity, line);
    }
}

static void
add_step(struct sizing *sizing, enum sizing_step_code code, double iops, double mib_s, double capacity_gib)
{
    struct sizing_step step = {code, iops, mib_s, capacity_gib};
    g_array_append_val(sizing->evidence, step);
}

/* A limit that nothing is held against has no place in the chain. */
static double
where_asked(double limit, double asked)
{
    return isnan(asked) ? NAN : limit;
}

static void
tell_evidence(struct sizing *sizing, const struct demand *demand)
{
    const struct sizing_options *options = &sizing->options;
    const struct sizing_need *need = &sizing->need;
    double growth = 1 + options->growth_pct / 100, headroom = options->utilisation_limit;
    double needed_iops = need->iops / headroom, needed_mib_s = need->mib_s / headroom;
    add_step(sizing, STEP_DEMAND, demand_figure(&demand->iops, options->percentile),
        demand_figure(&demand->mib_s, options->percentile), options->capacity_gib);
    add_step(sizing, STEP_GROWTH, growth, where_asked(growth, need->mib_s), where_asked(growth, need->capacity_gib));
    add_step(sizing, STEP_REQUIRED, need->iops, need->mib_s, need->capacity_gib);
    add_step(
        sizing, STEP_UTILISATION, headroom, where_asked(headroom, need->mib_s), where_asked(1, need->capacity_gib));
    add_step(sizing, STEP_NEEDED, needed_iops, needed_mib_s, need->capacity_gib);
    const struct candidate *first = sizing_first_choice(sizing);
    if (!first)
        return;
    double most_gib = first->product->max_capacity_gib, units = first->units;
    add_step(sizing, STEP_LIMIT, first->limit_iops, where_asked(first->limit_mib_s, need->mib_s),
        where_asked(most_gib, need->capacity_gib));
    add_step(sizing, STEP_QUOTIENT, needed_iops / first->limit_iops, needed_mib_s / first->limit_mib_s,
        need->capacity_gib / most_gib);
    add_step(sizing, STEP_UNITS, units, where_asked(units, need->mib_s), where_asked(units, need->capacity_gib));
    add_step(sizing, STEP_PROVISION, first->iops_per_unit, first->mib_s_per_unit, first->capacity_gib_per_unit);
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
    sizing->need = (struct sizing_need){
        .iops = sizing->required_iops,
        .mib_s = sizing->required_mib_s,
        .capacity_gib = sizing->required_capacity_gib,
        .utilisation_limit = options->utilisation_limit,
        .latency_ceiling_ms = options->latency_ceiling_ms,
    };
    sizing->left_out = g_array_new(FALSE, TRUE, sizeof(struct left_out));
    sizing->sensitivity = g_array_new(FALSE, TRUE, sizeof(struct sensitivity));
    sizing->evidence = g_array_new(FALSE, TRUE, sizeof(struct sizing_step));
    sizing->inputs = g_array_new(FALSE, TRUE, sizeof(struct sizing_input));
    sizing->capacity_held = capacity_held_list_new();
    sizing->host_limits = host_limits_list_new();
    sizing->candidates = find_candidates(products, options->catalog_filter, &sizing->need, sizing->left_out);
    compare_with_first(sizing);
    vary(sizing, demand, products);
    tell_evidence(sizing, demand);
    return sizing;
}

void
sizing_free(struct sizing *sizing)
{
    g_array_unref(sizing->candidates);
    g_array_unref(sizing->left_out);
    g_array_unref(sizing->sensitivity);
    g_array_unref(sizing->evidence);
    g_array_unref(sizing->inputs);
    g_array_unref(sizing->capacity_held);
    g_array_unref(sizing->host_limits);
    db_size_release(&sizing->db_size);
    g_free(sizing);
}
