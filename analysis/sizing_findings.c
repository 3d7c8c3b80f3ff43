#include "sizing_findings.h"

#include "findings_demand.h"

#include <string.h>

#define PERCENTILE "p95"
#define GROWTH_PCT 0.0
#define KIB_PER_MIB 1024.0

/* A figure that an option gives, else study.ini, else the default: with where it came from. */
static struct sizing_input
choose_number(const char *name, double option, double typed, double fallback)
{
    struct sizing_input input = {.name = name, .value = fallback, .origin = INPUT_DEFAULT};
    if (isfinite(option)) {
        input.value = option;
        input.origin = INPUT_OPTION;
    } else if (isfinite(typed)) {
        input.value = typed;
        input.origin = INPUT_STUDY_INI;
    }
    return input;
}

static struct sizing_input
choose_text(const char *name, const char *option, const char *typed, const char *fallback)
{
    return (struct sizing_input){.name = name,
        .text = option  ? option
                : typed ? typed
                        : fallback,
        .value = NAN,
        .origin = option  ? INPUT_OPTION
                  : typed ? INPUT_STUDY_INI
                          : INPUT_DEFAULT};
}

static struct sizing_input
measured(const char *name, double value, bool typed)
{
    return (struct sizing_input){.name = name,
        .value = value,
        .origin = typed          ? INPUT_STUDY_INI
                  : isnan(value) ? INPUT_DEFAULT
                                 : INPUT_MEASURED};
}

static double
demand_io_kib(const struct demand *demand, const char *percentile)
{
    if (isfinite(demand->io_kib))
        return demand->io_kib;
    return demand_figure(&demand->mib_s, percentile) * KIB_PER_MIB / demand_figure(&demand->iops, percentile);
}

/* The size of the database that the load is of: reports of a benchmark's ladder tell that of its own. */
static struct db_size
find_db_size(const struct findings *findings)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct awr_finding *finding = &g_array_index(findings->awr, struct awr_finding, i);
        if (!finding->ladder)
            g_ptr_array_add(reports, (void *)finding->awr);
    }
    return db_size_of(reports, findings->study->ini ? findings->study->ini->capacity_gib : NAN);
}

static void
hold_capacity(struct findings *findings, const struct findings_options *options, const struct measured_load *load)
{
    struct sizing *sizing = findings->sizing;
    if (findings->ladders->len > 0) {
        g_autoptr(GArray) points = measured_points_of_ladders(findings->ladders, findings->size_at_knee);
        struct capacity_held held = capacity_hold(points, load, &sizing->need, NULL);
        g_array_append_val(sizing->capacity_held, held);
    }
    if (options->capacity) {
        g_autoptr(GArray) points = measured_points_of_results(options->capacity, findings->size_at_knee);
        struct capacity_held held = capacity_hold(points, load, &sizing->need, options->capacity->path);
        g_array_append_val(sizing->capacity_held, held);
    }
}

static void
judge_host(struct findings *findings)
{
    const struct study_ini *ini = findings->study->ini;
    struct host_facts facts = {
        .network_gbit = ini ? ini->network_gbit : NAN,
        .iscsi_sessions = ini ? ini->iscsi_sessions : NAN,
        .queue_depth = ini ? ini->queue_depth : NAN,
        .luns = findings->layer->names->len,
    };
    host_limits_judge(findings->sizing->host_limits, findings->inputs->host, &facts, &findings->sizing->need);
}

static void
size_with(struct findings *findings, const struct findings_options *options, const GPtrArray *products, GArray *inputs,
    const char *figure)
{
    const struct study_ini *ini = findings->study->ini;
    const struct demand *demand = &findings->demand;
    bool typed = demand->source == DEMAND_TYPED;
    struct sizing_input growth =
        choose_number("growth_pct", options->growth_pct, ini ? ini->growth_pct : NAN, GROWTH_PCT);
    struct db_size db_size = find_db_size(findings);
    struct sizing_options sizing_options = {
        .percentile = figure,
        .growth_pct = growth.value,
        .utilisation_limit = findings->utilisation_limit,
        .capacity_gib = db_size.gib,
        .latency_ceiling_ms = findings->latency_ceiling_ms,
        .catalog_filter = ini ? ini->catalog_filter : NULL,
    };
    struct sizing *sizing = sizing_new(demand, &sizing_options, products);
    if (!sizing) {
        db_size_release(&db_size);
        return;
    }
    findings->sizing = sizing;
    sizing->db_size = db_size;
    struct measured_load load = {demand->read_pct, demand_io_kib(demand, sizing_options.percentile)};
    const struct sizing_input of_demand[] = {
        growth,
        measured("capacity_gib", db_size.gib, db_size.source == DB_SIZE_TYPED),
        measured("read_pct", load.read_pct, typed && isfinite(load.read_pct)),
        measured("io_kib", load.io_kib, typed && isfinite(load.io_kib)),
    };
    g_array_append_vals(sizing->inputs, inputs->data, inputs->len);
    g_array_append_vals(sizing->inputs, of_demand, G_N_ELEMENTS(of_demand));
    if (sizing_options.catalog_filter) {
        struct sizing_input filter = choose_text("catalog_filter", NULL, sizing_options.catalog_filter, NULL);
        g_array_append_val(sizing->inputs, filter);
    }
    hold_capacity(findings, options, &load);
    judge_host(findings);
}

void
findings_size(struct findings *findings, const struct findings_options *options, const GPtrArray *products)
{
    const struct study_ini *ini = findings->study->ini;
    const struct demand *demand = &findings->demand;
    if (demand->source == DEMAND_NONE)
        return;
    bool typed = demand->source == DEMAND_TYPED;
    struct sizing_input percentile =
        choose_text("percentile", options->percentile, ini ? ini->percentile : NULL, PERCENTILE);
    const char *figure = findings_sizing_figure(findings, percentile.origin == INPUT_DEFAULT ? NULL : percentile.text);
    if (strcmp(figure, percentile.text) != 0) {
        percentile.text = typed ? "one figure" : figure;
        percentile.origin = typed ? INPUT_STUDY_INI : INPUT_MEASURED;
    }
    const struct sizing_input chosen[] = {
        {.name = "demand",
            .text = demand_source_name(demand->source),
            .value = NAN,
            .origin = typed ? INPUT_STUDY_INI : INPUT_MEASURED},
        percentile,
        choose_number("utilisation_limit", options->utilisation_limit, ini ? ini->utilisation_limit : NAN,
            findings->utilisation_limit),
        choose_number("latency_ceiling_ms", options->latency_ceiling_ms, ini ? ini->latency_ceiling_ms : NAN,
            findings->latency_ceiling_ms),
        choose_text("size_at", NULL, findings->size_at_knee ? "knee" : NULL, "best"),
    };
    g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(struct sizing_input));
    g_array_append_vals(inputs, chosen, G_N_ELEMENTS(chosen));
    size_with(findings, options, products, inputs, figure);
}
