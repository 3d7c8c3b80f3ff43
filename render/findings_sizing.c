#include "findings_parts.h"

#include "format.h"

#include <math.h>
#include <string.h>

#define CANDIDATES_SHOWN 10

static struct table *
demand_table(struct builder *builder, const char *id, const struct demand *demand)
{
    struct table *table = table_new(id, "");
    table_add_column(table, "Figure", TABLE_TEXT);
    table_add_column(table, "IOPS", TABLE_NUMBER);
    table_add_column(table, "MiB/s", TABLE_NUMBER);
    static const struct {
        const char *name, *words;
    } line[] = {{"mean", "Mean"}, {"p50", "p50"}, {"p95", "p95"}, {"p99", "p99"}, {"p999", "p99.9"},
        {"sustained_5min", "Highest 5 minutes"}, {"peak", "Peak interval"}};
    for (size_t i = 0; i < G_N_ELEMENTS(line); i++) {
        double iops = demand_figure(&demand->iops, line[i].name), mib_s = demand_figure(&demand->mib_s, line[i].name);
        if (isfinite(iops) || isfinite(mib_s))
            table_add_row(table, line[i].words, keep(builder, format_iops(iops)), keep(builder, format_mib_s(mib_s)));
    }
    return table;
}

static const char *
demand_words(struct builder *builder, const struct demand *demand)
{
    switch (demand->source) {
    case DEMAND_IOSTAT:
        return keepf(builder, "Percentiles are taken of %s means over %s of log.",
            keep(builder, format_duration_s(demand->step_s)), keep(builder, format_duration_s(demand->covered_s)));
    case DEMAND_AWR:
        return keepf(builder,
            "From AWR alone: means over %zu snapshot %s of %s in all. Peaks inside them are not known; the peak is the "
            "highest "
            "interval's mean.",
            demand->steps, demand->steps == 1 ? "interval" : "intervals",
            keep(builder, format_duration_s(demand->covered_s)));
    case DEMAND_TYPED:
        return isfinite(demand->mib_s.mean)
                   ? "Typed by hand in study.ini, not measured here."
                   : "Typed by hand in study.ini, not measured here. No MiB/s was given: throughput is not sized.";
    case DEMAND_NONE:
        break;
    }
    return "";
}

static void
fill_load(struct builder *builder, struct view *view, const struct load_finding *load, guint number)
{
    const char *id = keepf(builder, "load-%u", number);
    view_set(view, "name", load->name);
    view_set(view, "words", demand_words(builder, &load->demand));
    if (isfinite(load->demand.read_pct) && isfinite(load->demand.io_kib))
        view_set(view, "mix",
            keepf(builder, "%s reads, %s KiB per I/O on average.",
                keep(builder, format_percent_whole(load->demand.read_pct)),
                keep(builder, format_three_digits(load->demand.io_kib, 1))));
    if (isfinite(load->demand.latency_ms))
        view_set(view, "latency",
            keepf(builder, "Mean latency %s ms, weighted by I/Os; p95 of the interval means %s ms.",
                keep(builder, format_ms(load->demand.latency_ms)),
                keep(builder, format_ms(load->demand.p95_latency_ms))));
    if (load->demand.source != DEMAND_NONE)
        view_take_table(view, "demand", demand_table(builder, keepf(builder, "%s-demand", id), &load->demand));
    fill_load_remarks(builder, view, load);
    if (!load->series)
        return;
    const char *peak = keep(builder, format_iops(load->demand.iops.peak));
    view_take_chart(view, "series",
        series_chart(builder, keepf(builder, "%s-series", id), keepf(builder, "The load peaks at %s IOPS", peak),
            load->series, load->windows));
    view_set(view, "steady",
        load->windows->len > 0
            ? keepf(builder, "%u steady %s found.", load->windows->len,
                  load->windows->len == 1 ? "window was" : "windows were")
            : "No steady state was found: the load wanders, as production does; use its percentiles.");
}

void
fill_loads(struct builder *builder, struct view *view)
{
    for (guint i = 0; i < builder->findings->loads->len; i++)
        fill_load(builder, view_append(view, "load"), g_ptr_array_index(builder->findings->loads, i), i + 1);
}

/* What the measured storage may be loaded with: IOPS at the operating point x utilisation limit. */
static struct table *
usable_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table = table_new("usable", "");
    table_add_column(table, "Workload", TABLE_TEXT);
    table_add_column(
        table, findings->size_at_knee ? "IOPS at the knee" : "IOPS at the best operating point", TABLE_NUMBER);
    table_add_column(table,
        keepf(builder, "Usable at %s", keep(builder, format_percent_whole(100 * findings->utilisation_limit))),
        TABLE_NUMBER);
    if (findings->sizing)
        table_add_column(table, "Required load, of usable", TABLE_NUMBER);
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        double iops = ladder_sizing_iops(ladder, findings->size_at_knee);
        double usable = sizing_usable_iops(iops, findings->utilisation_limit);
        bool saturated = ladder_sizing_point(ladder, findings->size_at_knee) == SIZING_AT_SATURATION;
        const char *at_point =
            keepf(builder, "%s%s", keep(builder, format_iops(iops)), saturated ? " (saturation point)" : "");
        const char *cell[] = {ladder->name, at_point, keep(builder, format_iops(usable)),
            findings->sizing ? keep(builder, format_percent(100 * findings->sizing->required_iops / usable)) : NULL};
        table_add_row_v(table, cell);
    }
    return table;
}

static struct table *
requirement_table(struct builder *builder, const struct sizing *sizing)
{
    const struct demand *demand = &builder->findings->demand;
    const char *percentile = sizing->options.percentile;
    struct table *table = table_new("requirement", "");
    table_add_column(table, "", TABLE_TEXT);
    table_add_column(
        table, keepf(builder, "Demand (%s)", demand->source == DEMAND_TYPED ? "typed" : percentile), TABLE_NUMBER);
    table_add_column(table, "Growth", TABLE_NUMBER);
    table_add_column(table, "Required", TABLE_NUMBER);
    const char *growth = keep(builder, format_change_percent(sizing->options.growth_pct));
    table_add_row(table, "IOPS", keep(builder, format_iops(demand_figure(&demand->iops, percentile))), growth,
        keep(builder, format_iops(sizing->required_iops)));
    if (isfinite(sizing->required_mib_s))
        table_add_row(table, "MiB/s", keep(builder, format_mib_s(demand_figure(&demand->mib_s, percentile))), growth,
            keep(builder, format_mib_s(sizing->required_mib_s)));
    if (isfinite(sizing->required_capacity_gib))
        table_add_row(table, "Capacity GiB", keep(builder, format_count(sizing->options.capacity_gib)), growth,
            keep(builder, format_count(sizing->required_capacity_gib)));
    return table;
}

/* A product whose IOPS limit the catalog does not give was judged by what it does give: that is said. */
static const char *
candidate_limit(struct builder *builder, const struct candidate *candidate)
{
    const char *unknown = isnan(candidate->limit_iops) ? "IOPS" : isnan(candidate->limit_mib_s) ? "MiB/s" : NULL;
    const char *limit = unknown ? keepf(builder, "%s; %s limit not known", candidate->binding_limit, unknown)
                                : candidate->binding_limit;
    bool sized_up = candidate->capacity_raised_by && strcmp(candidate->capacity_raised_by, "least size") != 0;
    return sized_up ? keepf(builder, "%s; GiB set by %s", limit, candidate->capacity_raised_by) : limit;
}

/* The limit with the catalog's own words: a condition that its columns cannot hold is said. */
static const char *
first_limit(struct builder *builder, const struct candidate *first)
{
    const char *limit = candidate_limit(builder, first), *notes = first->product->notes;
    if (!notes || !*notes)
        return limit;
    g_autofree char *words = g_strchomp(g_strdup(notes));
    if (g_str_has_suffix(words, "."))
        words[strlen(words) - 1] = '\0';
    return keepf(builder, "%s. The catalog notes: %s", limit, words);
}

/* "Azure NetApp Files, Ultra": the provider is not said twice. */
static const char *
product_name(struct builder *builder, const struct catalog_product *product)
{
    bool said = g_str_has_prefix(product->product, product->provider);
    return keepf(
        builder, "%s%s%s, %s", said ? "" : product->provider, said ? "" : " ", product->product, product->tier);
}

static struct table *
candidates_table(struct builder *builder, const struct sizing *sizing)
{
    struct table *table = table_new("candidates", "Products of the catalog that can carry the requirement, fewest "
                                                  "units first; latency and price take no part. What to provision "
                                                  "is per unit; a dash is not settable or not given by the source. GiB "
                                                  "set by IOPS: they come with capacity; where a product also "
                                                  "sells them apart, less is enough.");
    static const struct {
        const char *heading;
        enum table_kind kind;
    } column[] = {{"Product", TABLE_TEXT}, {"Units", TABLE_NUMBER}, {"IOPS", TABLE_NUMBER}, {"MiB/s", TABLE_NUMBER},
        {"GiB", TABLE_NUMBER}, {"Binding limit", TABLE_TEXT}, {"Used", TABLE_NUMBER}};
    for (size_t i = 0; i < G_N_ELEMENTS(column); i++)
        table_add_column(table, column[i].heading, column[i].kind);
    guint shown = MIN(sizing->candidates->len, CANDIDATES_SHOWN);
    for (guint i = 0; i < shown; i++) {
        const struct candidate *candidate = &g_array_index(sizing->candidates, struct candidate, i);
        const struct catalog_product *product = candidate->product;
        table_add_row(table, product_name(builder, product), keep(builder, format_count(candidate->units)),
            keep(builder, format_count(candidate->iops_per_unit)),
            keep(builder, format_count(candidate->mib_s_per_unit)),
            keep(builder, format_count(candidate->capacity_gib_per_unit)), candidate_limit(builder, candidate),
            keep(builder, format_percent(candidate->utilisation_pct)));
    }
    table->left_out = sizing->candidates->len - shown;
    table->left_out_file = "results.json";
    return table;
}

static struct table *
sensitivity_table(struct builder *builder, const struct sizing *sizing)
{
    struct table *table = table_new("sensitivity", "Required IOPS under other choices of percentile and growth.");
    table_add_column(table, "Demand", TABLE_TEXT);
    for (size_t k = 0; k < G_N_ELEMENTS(sizing_factors); k++)
        table_add_column(table, keepf(builder, "× %.1f", sizing_factors[k]), TABLE_NUMBER);
    for (guint i = 0; i < sizing->sensitivity->len; i++) {
        const struct sensitivity *line = &g_array_index(sizing->sensitivity, struct sensitivity, i);
        const char *figure = builder->findings->demand.source == DEMAND_TYPED ? "typed" : line->figure;
        table_add_row(table, figure, keep(builder, format_iops(line->iops[0])),
            keep(builder, format_iops(line->iops[1])), keep(builder, format_iops(line->iops[2])),
            keep(builder, format_iops(line->iops[3])));
    }
    return table;
}

void
fill_sizing(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    const struct sizing *sizing = findings->sizing;
    view_set(view, "utilisation_limit", keep(builder, format_percent_whole(100 * findings->utilisation_limit)));
    if (findings->ladders->len > 0)
        view_take_table(view, "usable", usable_table(builder));
    if (!sizing) {
        view_set(view, "no_demand",
            findings->ladders->len > 0 ? "No demand is known: neither a production log nor a figure in study.ini is "
                                         "among the inputs. What to provision for a "
                                         "production load cannot be told from a benchmark alone."
                                       : "No demand could be made of the inputs: what to provision cannot be told.");
        return;
    }
    view_set(view, "required_iops", keep(builder, format_iops(sizing->required_iops)));
    view_set(view, "required_mib_s", keep(builder, format_mib_s(sizing->required_mib_s)));
    view_set(view, "demand_words", demand_words(builder, &findings->demand));
    view_take_table(view, "requirement", requirement_table(builder, sizing));
    view_take_table(view, "sensitivity", sensitivity_table(builder, sizing));
    if (sizing->candidates->len > 0) {
        const struct candidate *first = &g_array_index(sizing->candidates, struct candidate, 0);
        if (first->judged_whole) {
            view_set(view, "first_candidate", product_name(builder, first->product));
            view_set(view, "first_candidate_limit", first_limit(builder, first));
        } else {
            view_set(view, "no_candidate",
                "No product of the catalog can be held against the whole requirement: each of these lacks a limit in "
                "the catalog.");
        }
        view_take_table(view, "candidates", candidates_table(builder, sizing));
    } else {
        view_set(view, "no_candidate",
            "No product of the catalog can carry the requirement; results.json says why of each.");
    }
    if (isnan(sizing->required_capacity_gib))
        view_set(view, "no_capacity",
            "The database's size is not known: capacity is not sized; set capacity_gib in study.ini.");
}
