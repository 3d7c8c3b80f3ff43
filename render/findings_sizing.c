#include "findings_sizing.h"

#include "format.h"
#include "sizing_words.h"

#include <math.h>
#include <string.h>

/* What the catalog does not know of a product that is recommended. */
static const char *
unknown_words(struct builder *builder, const struct candidate *candidate)
{
    const struct candidate_limit *limit = candidate->limits;
    bool iops = isfinite(limit[LIMIT_IOPS].required) && isnan(limit[LIMIT_IOPS].most);
    bool mib_s = isfinite(limit[LIMIT_MIB_S].required) && isnan(limit[LIMIT_MIB_S].most);
    bool gib = isfinite(limit[LIMIT_CAPACITY].required) && isnan(limit[LIMIT_CAPACITY].most);
    if (iops || mib_s)
        return tr(builder, iops ? "Its most IOPS are not in the catalog: check them."
                                : "Its most MiB/s are not in the catalog: check them.");
    return gib ? tr(builder, "Its largest size is not in the catalog: check that the database fits.") : NULL;
}

/* The limit with the catalog's own words: a condition that its columns cannot hold is said. */
static const char *
first_limit(struct builder *builder, const struct candidate *first)
{
    const char *limit = tr(builder, first->binding_limit), *notes = first->product->notes;
    if (!notes || !*notes)
        return limit;
    g_autofree char *words = g_strchomp(g_strdup(notes));
    if (g_str_has_suffix(words, "."))
        words[strlen(words) - 1] = '\0';
    return keepf(builder, "%s. The catalog notes: %s", limit, words);
}

/* "1 pool: 111,429 IOPS, 873 MiB/s, 5,325 GiB each": figures that are not known are dashes. */
static const char *
provision_words(struct builder *builder, const struct candidate *first)
{
    const struct catalog_product *product = first->product;
    const char *unit = *product->unit ? product->unit : tr(builder, "unit");
    const char *units = keep_figure(builder, format_count(first->units)),
               *iops = keep_figure(builder, format_count(first->iops_per_unit)),
               *mib_s = keep_figure(builder, format_count(first->mib_s_per_unit)),
               *mb_s = keep_figure(builder, format_count(first->mib_s_per_unit / MIB_PER_MB)),
               *gib = keep_figure(builder, format_count(first->capacity_gib_per_unit));
    if (isnan(first->capacity_gib_per_unit)) /* sold without a size */
        return product->in_mb_s
                   ? keepf(builder, "Units (%s): %s. Each with %s IOPS, %s MiB/s (%s MB/s).", unit, units, iops, mib_s,
                         mb_s)
                   : keepf(builder, "Units (%s): %s. Each with %s IOPS, %s MiB/s.", unit, units, iops, mib_s);
    return product->in_mb_s
               ? keepf(builder, "Units (%s): %s. Each with %s IOPS, %s MiB/s (%s MB/s), %s GiB.", unit, units, iops,
                     mib_s, mb_s, gib)
               : keepf(builder, "Units (%s): %s. Each with %s IOPS, %s MiB/s, %s GiB.", unit, units, iops, mib_s, gib);
}

static void
tell_around(struct builder *builder, struct view *view, const struct candidate *first)
{
    if (first->volumes_per_unit > 1)
        add_sentence(view, "first_point",
            keepf(builder, "One volume of it cannot carry the load: spread it over %s volumes or more in each unit.",
                keep_figure(builder, format_count(first->volumes_per_unit))));
    if (first->pool_gib > candidate_total_gib(first))
        add_sentence(view, "first_point",
            keepf(builder, "The pool that holds it has %s GiB at least.",
                keep_figure(builder, format_count(first->pool_gib))));
    if (first->pools > 1)
        add_sentence(view, "first_point",
            keepf(builder, "One pool cannot hold it: %s pools.", keep_figure(builder, format_count(first->pools))));
}

static void
tell_first_choice(struct builder *builder, struct view *view, const struct candidate *first)
{
    const struct catalog_product *product = first->product;
    view_set(view, "first_candidate", keep(builder, product_text(product)));
    view_set(view, "first_candidate_limit", first_limit(builder, first));
    view_set(view, "first_units", provision_words(builder, first));
    add_sentence(view, "first_point", provision_words(builder, first));
    tell_around(builder, view, first);
    if (unknown_words(builder, first))
        add_sentence(view, "first_point", unknown_words(builder, first));
    if (product->status == CATALOG_OLD_SOURCE)
        add_sentence(view, "first_point",
            tr(builder,
                "Its limits were read from an older copy of their source: check today's before they are relied on."));
    if (*product->latency_claim)
        add_sentence(
            view, "first_point", keepf(builder, "Latency that its source claims, in ms: %s.", product->latency_claim));
    add_sentence(view, "first_point",
        *product->source_date
            ? keepf(builder, "Source: %s (%s).", product->source, product->source_date)
            : keepf(builder, "Source: %s (undated).", *product->source ? product->source : tr(builder, "not told")));
    add_sentence(view, "first_point", tr(builder, "Price takes no part in the choice."));
}

static void
tell_candidates(struct builder *builder, struct view *view, const struct sizing *sizing)
{
    if (sizing->candidates->len == 0) {
        view_set(view, "no_candidate",
            tr(builder, "No product of the catalog can carry the requirement; results.json says why of each."));
        return;
    }
    const struct candidate *first = sizing_first_choice(sizing);
    if (first)
        tell_first_choice(builder, view, first);
    else
        view_set(view, "no_candidate",
            tr(builder,
                "No current product of the catalog can be held against the whole requirement: each of these lacks a "
                "limit in the catalog, or is superseded."));
    g_autofree char *second = runner_up_text(sizing, language_of(builder));
    if (second)
        view_set(view, "runner_up", second);
    view_take_table(view, "candidates", sizing_candidates_table(builder, sizing));
}

static void
tell_capacity(struct builder *builder, struct view *view, const struct sizing *sizing)
{
    for (guint i = 0; i < sizing->capacity_held->len; i++) {
        const struct capacity_held *held = &g_array_index(sizing->capacity_held, struct capacity_held, i);
        add_sentence(view, "capacity_line", keep(builder, capacity_text(held, sizing, language_of(builder))));
        for (unsigned bit = 1; bit <= held->remarks && bit != 0; bit <<= 1)
            if (held->remarks & bit)
                add_sentence(view, "capacity_line",
                    keep(builder, capacity_remark_text(held, language_of(builder), (enum capacity_remark)bit)));
    }
    if (sizing->capacity_held->len > 0)
        view_take_table(view, "capacity_held", sizing_capacity_table(builder, sizing));
}

/* Whether no other percentile or growth leads to another product: a table would say so in every line. */
static bool
is_choice_the_same(const struct sizing *sizing)
{
    const struct candidate *first = sizing_first_choice(sizing);
    for (guint i = 0; first && i < sizing->sensitivity->len; i++) {
        const struct sensitivity *line = &g_array_index(sizing->sensitivity, struct sensitivity, i);
        for (size_t k = 0; k < SIZING_FACTORS; k++)
            if (!line->choice[k].as_recommended || line->choice[k].units != first->units)
                return false;
    }
    return first && sizing->sensitivity->len > 0;
}

void
fill_sizing(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    const struct sizing *sizing = findings->sizing;
    view_set(view, "utilisation_limit", keep_figure(builder, format_percent_whole(100 * findings->utilisation_limit)));
    if (findings->ladders->len > 0)
        view_take_table(view, "usable", sizing_usable_table(builder));
    if (!sizing) {
        view_set(view, "no_demand",
            tr(builder, findings->ladders->len > 0
                            ? "No demand is known: neither a production log nor a figure in study.ini is among the "
                              "inputs. What to provision for a production load cannot be told from a benchmark alone."
                            : "No demand could be made of the inputs: what to provision cannot be told."));
        return;
    }
    view_set(view, "required_iops", keep_figure(builder, format_iops(sizing->required_iops)));
    view_set(view, "required_mib_s", keep_figure(builder, format_mib_s(sizing->required_mib_s)));
    view_set(view, "demand_words", demand_words(builder, &findings->demand));
    view_set(view, "db_size_words", keep(builder, db_size_text(&sizing->db_size, language_of(builder))));
    view_take_table(view, "sizing_inputs", sizing_inputs_table(builder, sizing));
    view_take_table(view, "requirement", sizing_requirement_table(builder, sizing));
    view_take_table(view, "evidence", sizing_evidence_table(builder, sizing));
    view_set(view, "sensitivity_words",
        is_choice_the_same(sizing)
            ? tr(builder, "The first choice stays the same for every figure of the demand, also where it doubles.")
            : NULL);
    view_take_table(view, "sensitivity", sizing_sensitivity_table(builder, sizing));
    view_take_table(view, "host_limits", sizing_host_table(builder, sizing));
    tell_capacity(builder, view, sizing);
    tell_candidates(builder, view, sizing);
    fill_limits_chart(builder, view);
    if (isnan(sizing->required_capacity_gib))
        view_set(view, "no_capacity",
            tr(builder, "The database's size is not known: capacity is not sized; set capacity_gib in study.ini."));
}
