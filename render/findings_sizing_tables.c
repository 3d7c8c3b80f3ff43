#include "findings_sizing.h"

#include "format.h"
#include "sizing_words.h"

#include <math.h>
#include <string.h>

#define CANDIDATES_SHOWN 10

struct column {
    const char *heading;
    enum table_kind kind;
};

static void
add_columns(struct builder *builder, struct table *table, const struct column *column, size_t count)
{
    for (size_t i = 0; i < count; i++)
        table_add_column(table, tr(builder, column[i].heading), column[i].kind);
}

/* What the measured storage may be loaded with: IOPS at the operating point x utilisation limit. */
struct table *
sizing_usable_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table = table_new("usable", "");
    table_add_column(table, tr(builder, "Workload"), TABLE_TEXT);
    table_add_column(table,
        tr(builder, findings->size_at_knee ? "IOPS at the knee" : "IOPS at the best operating point"), TABLE_NUMBER);
    table_add_column(table,
        keepf(builder, "Usable at %s", keep_figure(builder, format_percent_whole(100 * findings->utilisation_limit))),
        TABLE_NUMBER);
    if (findings->sizing)
        table_add_column(table, tr(builder, "Required load, of usable"), TABLE_NUMBER);
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        double iops = ladder_sizing_iops(ladder, findings->size_at_knee);
        double usable = sizing_usable_iops(iops, findings->utilisation_limit);
        bool saturated = ladder_sizing_point(ladder, findings->size_at_knee) == SIZING_AT_SATURATION;
        const char *at_point = saturated
                                   ? keepf(builder, "%s (saturation point)", keep_figure(builder, format_iops(iops)))
                                   : keep_figure(builder, format_iops(iops));
        const char *cell[] = {ladder->name, at_point, keep_figure(builder, format_iops(usable)),
            findings->sizing ? keep_figure(builder, format_percent(100 * findings->sizing->required_iops / usable))
                             : NULL};
        table_add_row_v(table, cell);
    }
    return table;
}

struct table *
sizing_inputs_table(struct builder *builder, const struct sizing *sizing)
{
    struct table *table =
        table_new("sizing_inputs", tr(builder, "Sizing inputs: each with its value and where it came from."));
    static const struct column column[] = {{"Input", TABLE_TEXT}, {"Value", TABLE_NUMBER}, {"From", TABLE_TEXT}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    for (guint i = 0; i < sizing->inputs->len; i++) {
        const struct sizing_input *input = &g_array_index(sizing->inputs, struct sizing_input, i);
        bool unknown = !input->text && isnan(input->value);
        const char *value = input->text ? input->text
                            : unknown   ? tr(builder, "not known")
                            : fabs(input->value - round(input->value)) < 0.005
                                ? keep_figure(builder, format_count(input->value))
                                : keep_figure(builder, format_decimal(input->value, 2));
        table_add_row(table, tr(builder, sizing_input_words(input->name)), value,
            unknown ? FORMAT_NOTHING : tr(builder, sizing_origin_words(input->origin)));
    }
    return table;
}

struct table *
sizing_requirement_table(struct builder *builder, const struct sizing *sizing)
{
    const struct demand *demand = &builder->findings->demand;
    const char *percentile = sizing->options.percentile;
    struct table *table = table_new("requirement", "");
    table_add_column(table, "", TABLE_TEXT);
    table_add_column(table,
        keepf(builder, "Demand (%s)", demand->source == DEMAND_TYPED ? tr(builder, "typed") : percentile),
        TABLE_NUMBER);
    table_add_column(table, tr(builder, "Growth"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Required"), TABLE_NUMBER);
    const char *growth = keep_figure(builder, format_change_percent(sizing->options.growth_pct));
    table_add_row(table, "IOPS", keep_figure(builder, format_iops(demand_figure(&demand->iops, percentile))), growth,
        keep_figure(builder, format_iops(sizing->required_iops)));
    if (isfinite(sizing->required_mib_s))
        table_add_row(table, "MiB/s", keep_figure(builder, format_mib_s(demand_figure(&demand->mib_s, percentile))),
            growth, keep_figure(builder, format_mib_s(sizing->required_mib_s)));
    if (isfinite(sizing->required_capacity_gib))
        table_add_row(table, tr(builder, "Capacity GiB"),
            keep_figure(builder, format_count(sizing->options.capacity_gib)), growth,
            keep_figure(builder, format_count(sizing->required_capacity_gib)));
    return table;
}

/* A quotient keeps its digits, a whole figure has none. */
static const char *
step_figure(struct builder *builder, enum sizing_step_code code, double value)
{
    bool ratio = code == STEP_GROWTH || code == STEP_UTILISATION || code == STEP_QUOTIENT;
    return isnan(value)                           ? FORMAT_NOTHING
           : code == STEP_NEEDED                  ? keep_figure(builder, format_needed(value))
           : ratio                                ? keep_figure(builder, format_decimal(value, 3))
           : value < 100 && value != round(value) ? keep_figure(builder, format_decimal(value, 2))
                                                  : keep_figure(builder, format_count(value));
}

struct table *
sizing_evidence_table(struct builder *builder, const struct sizing *sizing)
{
    struct table *table =
        table_new("evidence", tr(builder, "From the demand to the first choice, a step a line. A dash: not asked "
                                          "for, or the source does not give it."));
    static const struct column column[] = {
        {"Step", TABLE_TEXT}, {"IOPS", TABLE_NUMBER}, {"MiB/s", TABLE_NUMBER}, {"GiB", TABLE_NUMBER}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    bool typed = builder->findings->demand.source == DEMAND_TYPED;
    const char *figure = typed ? tr(builder, "typed") : sizing->options.percentile;
    for (guint i = 0; i < sizing->evidence->len; i++) {
        const struct sizing_step *step = &g_array_index(sizing->evidence, struct sizing_step, i);
        const char *words = step->code == STEP_DEMAND
                                ? keep_id(builder, "%s (%s)", tr(builder, sizing_step_words(step->code)), figure)
                                : tr(builder, sizing_step_words(step->code));
        table_add_row(table, words, step_figure(builder, step->code, step->iops),
            step_figure(builder, step->code, step->mib_s), step_figure(builder, step->code, step->capacity_gib));
    }
    return table;
}

/* What fixes the units, and what raised GiB above the database's. */
static const char *
binding_words(struct builder *builder, const struct candidate *candidate)
{
    bool sized_up = candidate->capacity_raised_by && strcmp(candidate->capacity_raised_by, CANDIDATE_LEAST_SIZE) != 0;
    return sized_up ? keepf(builder, "%s; GiB set by %s", tr(builder, candidate->binding_limit),
                          tr(builder, candidate->capacity_raised_by))
                    : tr(builder, candidate->binding_limit);
}

/* Whether a source claims a latency of one of the first candidates. */
static bool
is_latency_claimed(const struct sizing *sizing, guint shown)
{
    for (guint i = 0; i < shown; i++)
        if (*g_array_index(sizing->candidates, struct candidate, i).product->latency_claim)
            return true;
    return false;
}

/* "Oracle OCI Block Volume, Balanced (10 VPU) (old source)" */
static const char *
product_words(struct builder *builder, const struct catalog_product *product)
{
    const char *name = keep(builder, product_text(product));
    return product->status == CATALOG_CURRENT
               ? name
               : keepf(builder, "%s (%s)", name, tr(builder, catalog_status_name(product->status)));
}

struct table *
sizing_candidates_table(struct builder *builder, const struct sizing *sizing)
{
    struct table *table = table_new("candidates",
        tr(builder,
            "Products of the catalog that can carry the requirement, the first choice on top: those held against every "
            "limit first, then fewest units, then least GiB (below 1 TiB all count as one where the database's size is "
            "not "
            "known), then best used. Price takes no part; behind stand products whose row is of an old source or "
            "superseded, "
            "whose source claims a latency above the ceiling, and whose limits are not all known. IOPS, MiB/s and GiB "
            "are "
            "what to provision of one unit (a dash: not settable, or not given by the source). Used is the required "
            "load "
            "over the most that the units can have, of the limit that binds."));
    static const struct column column[] = {{"Product", TABLE_TEXT}, {"Units", TABLE_NUMBER}, {"IOPS", TABLE_NUMBER},
        {"MiB/s", TABLE_NUMBER}, {"GiB", TABLE_NUMBER}, {"Used", TABLE_NUMBER}, {"Binding limit", TABLE_TEXT},
        {"Latency claim, ms", TABLE_TEXT}};
    guint shown = MIN(sizing->candidates->len, CANDIDATES_SHOWN);
    bool is_claimed = is_latency_claimed(sizing, shown);
    add_columns(builder, table, column, G_N_ELEMENTS(column) - (is_claimed ? 0 : 1));
    for (guint i = 0; i < shown; i++) {
        const struct candidate *candidate = &g_array_index(sizing->candidates, struct candidate, i);
        const char *claim = candidate->product->latency_claim;
        const char *cell[] = {product_words(builder, candidate->product),
            keep_figure(builder, format_count(candidate->units)),
            keep_figure(builder, format_count(candidate->iops_per_unit)),
            keep_figure(builder, format_count(candidate->mib_s_per_unit)),
            keep_figure(builder, format_count(candidate->capacity_gib_per_unit)),
            keep_figure(builder, format_percent(candidate->utilisation_pct)), binding_words(builder, candidate),
            *claim ? claim : FORMAT_NOTHING};
        table_add_row_v(table, cell);
    }
    table->left_out = sizing->candidates->len - shown;
    table->left_out_file = "results.json";
    return table;
}

static const char *
choice_words(struct builder *builder, const struct sensitivity_choice *choice)
{
    if (!choice->product)
        return tr(builder, "none of the catalog");
    return choice->as_recommended ? tr(builder, "as recommended") : keep(builder, product_text(choice->product));
}

struct table *
sizing_sensitivity_table(struct builder *builder, const struct sizing *sizing)
{
    struct table *table = table_new("sensitivity",
        tr(builder,
            "The first choice under other choices of percentile and growth: where it is not as recommended, the "
            "recommendation hangs on that choice. The size of the database and the utilisation limit are the same in "
            "all "
            "lines."));
    static const struct column column[] = {{"Demand", TABLE_TEXT}, {"Factor", TABLE_NUMBER}, {"IOPS", TABLE_NUMBER},
        {"MiB/s", TABLE_NUMBER}, {"First choice", TABLE_TEXT}, {"Units", TABLE_NUMBER}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    for (guint i = 0; i < sizing->sensitivity->len; i++) {
        const struct sensitivity *line = &g_array_index(sizing->sensitivity, struct sensitivity, i);
        const char *figure = builder->findings->demand.source == DEMAND_TYPED ? tr(builder, "typed") : line->figure;
        for (size_t k = 0; k < SIZING_FACTORS; k++) {
            const struct sensitivity_choice *choice = &line->choice[k];
            table_add_row(table, figure, keep_figure(builder, format_decimal(sizing_factors[k], 1)),
                keep_figure(builder, format_iops(choice->iops)), keep_figure(builder, format_mib_s(choice->mib_s)),
                choice_words(builder, choice), keep_figure(builder, format_count(choice->units)));
        }
    }
    return table;
}

static const char *
verdict_words(enum capacity_verdict verdict)
{
    static const char *const words[] = {
        [CAPACITY_CANNOT_TELL] = "cannot tell", [CAPACITY_FITS] = "fits", [CAPACITY_DOES_NOT_FIT] = "does not fit"};
    return words[verdict];
}

struct table *
sizing_capacity_table(struct builder *builder, const struct sizing *sizing)
{
    struct table *table = table_new("capacity_held",
        tr(builder,
            "The requirement against measured storage: used is the required load over the operating point; up to the "
            "utilisation limit it fits."));
    static const struct column column[] = {{"Measured by", TABLE_TEXT}, {"Workload", TABLE_TEXT},
        {"Measured IOPS", TABLE_NUMBER}, {"IOPS used", TABLE_NUMBER}, {"Measured MiB/s", TABLE_NUMBER},
        {"MiB/s used", TABLE_NUMBER}, {"Requirement", TABLE_TEXT}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    for (guint i = 0; i < sizing->capacity_held->len; i++) {
        const struct capacity_held *held = &g_array_index(sizing->capacity_held, struct capacity_held, i);
        const char *workload = held->workload ? held->workload : FORMAT_NOTHING;
        const char *cell[] = {held->source ? held->source : tr(builder, "this study"),
            held->other ? keepf(builder, "%s, %s (interpolated)", workload, held->other) : workload,
            keep_figure(builder, format_iops(held->point.iops)),
            keep_figure(builder, format_percent(held->iops_utilisation_pct)),
            keep_figure(builder, format_mib_s(held->point.mib_s)),
            keep_figure(builder, format_percent(held->mib_s_utilisation_pct)),
            tr(builder, verdict_words(held->verdict))};
        table_add_row_v(table, cell);
    }
    return table;
}

struct table *
sizing_host_table(struct builder *builder, const struct sizing *sizing)
{
    struct table *table =
        table_new("host_limits", tr(builder, "Whether the host can carry the required load to the storage, within "
                                             "the utilisation limit."));
    static const struct column column[] = {{"Limit of the host", TABLE_TEXT}, {"Needed", TABLE_NUMBER},
        {"Available", TABLE_NUMBER}, {"Used", TABLE_NUMBER}, {"Verdict", TABLE_TEXT}, {"Evidence", TABLE_TEXT}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    static const char *const verdict[] = {
        [HOST_NOT_KNOWN] = "not known", [HOST_MET] = "met", [HOST_NOT_MET] = "not met"};
    for (guint i = 0; i < sizing->host_limits->len; i++) {
        const struct host_limit *limit = &g_array_index(sizing->host_limits, struct host_limit, i);
        const char *cell[] = {tr(builder, limit->code == HOST_NETWORK ? "Network, MiB/s" : "Outstanding I/Os (iSCSI)"),
            keep_figure(builder, format_three_digits(limit->needed, 1)),
            keep_figure(builder, format_three_digits(limit->available, 1)),
            keep_figure(builder, format_percent(limit->utilisation_pct)), tr(builder, verdict[limit->verdict]),
            keep(builder, host_limit_text(limit, language_of(builder)))};
        table_add_row_v(table, cell);
    }
    return table;
}
