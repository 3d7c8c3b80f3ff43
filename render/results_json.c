#include "results_parts.h"

#include "inspect.h"
#include "note.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static json_t *
bound_json(const struct storage_bound *bound)
{
    json_t *object = json_object(), *tests = json_array();
    set_text(object, "verdict", storage_verdict_name(bound->verdict));
    set_text(object, "reason", bound->reason);
    for (size_t i = 0; i < STORAGE_TESTS; i++) {
        const struct storage_test *test = &bound->test[i];
        json_t *line = json_object();
        set_text(line, "name", test->name);
        set_number(line, "value", test->value, DECIMALS_PCT);
        set_number(line, "threshold", test->threshold, DECIMALS_PCT);
        json_object_set_new(line, "met", json_boolean(test->met));
        json_array_append_new(tests, line);
    }
    json_object_set_new(object, "tests", tests);
    return object;
}

static json_t *
reconcile_json(const struct reconcile *line)
{
    json_t *object = json_object();
    set_text(object, "path", line->awr->path);
    json_object_set_new(object, "aligned", json_boolean(line->aligned));
    set_count(object, "samples", line->samples);
    set_number(object, "awr_iops", line->awr_iops, DECIMALS_RATE);
    set_number(object, "iostat_iops", line->iostat_iops, DECIMALS_RATE);
    set_number(object, "iops_ratio", line->iops_ratio, DECIMALS_LATENCY);
    set_number(object, "awr_mib_s", line->awr_mib_s, DECIMALS_RATE);
    set_number(object, "iostat_mib_s", line->iostat_mib_s, DECIMALS_RATE);
    set_number(object, "mib_s_ratio", line->mib_s_ratio, DECIMALS_LATENCY);
    set_number(object, "awr_read_wait_ms", line->awr_read_wait_ms, DECIMALS_LATENCY);
    set_number(object, "iostat_read_latency_ms", line->iostat_read_latency_ms, DECIMALS_LATENCY);
    return object;
}

static json_t *
awr_report_json(const struct awr_finding *finding)
{
    json_t *object = json_object();
    set_text(object, "path", finding->awr->path);
    if (finding->ladder) {
        set_text(object, "workload", finding->ladder->name);
        set_number(object, "concurrency", ladder_rung(finding->ladder, finding->rung)->concurrency, DECIMALS_COUNT);
    }
    if (finding->bound.top_wait) {
        set_text(object, "top_wait", finding->bound.top_wait->name);
        set_number(object, "top_wait_pct", finding->bound.top_wait->db_time_pct, DECIMALS_PCT);
    }
    set_number(object, "user_io_pct", finding->bound.user_io_pct, DECIMALS_PCT);
    set_number(object, "db_cpu_pct", finding->bound.db_cpu_pct, DECIMALS_PCT);
    set_number(object, "host_cpu_pct", finding->bound.host_cpu_pct, DECIMALS_PCT);
    json_object_set_new(object, "storage_bound", bound_json(&finding->bound));
    return object;
}

static json_t *
awr_json(const struct findings *findings)
{
    json_t *object = json_object(), *reports = json_array(), *lines = json_array();
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct awr_finding *finding = &g_array_index(findings->awr, struct awr_finding, i);
        json_array_append_new(reports, awr_report_json(finding));
        if (finding->reconcile.awr)
            json_array_append_new(lines, reconcile_json(&finding->reconcile));
    }
    json_object_set_new(object, "reports", reports);
    if (findings->bound)
        json_object_set_new(object, "storage_bound", bound_json(&findings->bound->bound));
    json_object_set_new(object, "reconcile", lines);
    return object;
}

static json_t *
figures_json(const struct demand_figures *figures)
{
    static const char *const name[] = {"mean", "p50", "p95", "p99", "p999", "peak", "sustained_5min"};
    json_t *object = json_object();
    for (size_t i = 0; i < G_N_ELEMENTS(name); i++)
        set_number(object, name[i], demand_figure(figures, name[i]), DECIMALS_RATE);
    return object;
}

static json_t *
demand_json(const struct demand *demand)
{
    json_t *object = json_object();
    set_text(object, "source", demand_source_name(demand->source));
    json_object_set_new(object, "iops", figures_json(&demand->iops));
    json_object_set_new(object, "mib_s", figures_json(&demand->mib_s));
    set_number(object, "read_pct", demand->read_pct, DECIMALS_PCT);
    set_number(object, "io_kib", demand->io_kib, DECIMALS_COUNT);
    set_number(object, "latency_ms", demand->latency_ms, DECIMALS_LATENCY);
    set_number(object, "p95_latency_ms", demand->p95_latency_ms, DECIMALS_LATENCY);
    set_number(object, "step_s", demand->step_s, DECIMALS_COUNT);
    set_number(object, "covered_s", demand->covered_s, DECIMALS_COUNT);
    return object;
}

/* Every load, the one that sizing rests on among them. */
static json_t *
loads_json(const struct findings *findings)
{
    json_t *array = json_array();
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        json_t *object = demand_json(&load->demand);
        set_text(object, "name", load->name);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
candidate_json(const struct candidate *candidate)
{
    const struct catalog_product *product = candidate->product;
    json_t *object = json_object(), *provision = json_object();
    set_text(object, "provider", product->provider);
    set_text(object, "product", product->product);
    set_text(object, "tier", product->tier);
    set_number(object, "units", candidate->units, 0);
    set_number(provision, "iops", candidate->iops_per_unit, DECIMALS_RATE);
    set_number(provision, "mib_s", candidate->mib_s_per_unit, DECIMALS_RATE);
    set_number(provision, "capacity_gib", candidate->capacity_gib_per_unit, DECIMALS_RATE);
    json_object_set_new(object, "provision", provision);
    set_text(object, "binding_limit", candidate->binding_limit);
    set_text(object, "capacity_raised_by", candidate->capacity_raised_by);
    json_object_set_new(object, "judged_whole", json_boolean(candidate->judged_whole));
    set_number(object, "utilisation", candidate->utilisation_pct / 100, DECIMALS_LATENCY);
    set_text(object, "source", product->source);
    set_text(object, "source_date", product->source_date);
    set_text(object, "notes", product->notes);
    return object;
}

static json_t *
sizing_json(const struct sizing *sizing)
{
    json_t *object = json_object(), *required = json_object(), *candidates = json_array(), *sensitivity = json_array();
    set_text(object, "percentile", sizing->options.percentile);
    set_number(object, "growth_pct", sizing->options.growth_pct, DECIMALS_PCT);
    set_number(object, "utilisation_limit", sizing->options.utilisation_limit, DECIMALS_LATENCY);
    set_number(required, "iops", sizing->required_iops, DECIMALS_RATE);
    set_number(required, "mib_s", sizing->required_mib_s, DECIMALS_RATE);
    set_number(required, "capacity_gib", sizing->required_capacity_gib, DECIMALS_RATE);
    json_object_set_new(object, "required", required);
    for (guint i = 0; i < sizing->candidates->len; i++)
        json_array_append_new(candidates, candidate_json(&g_array_index(sizing->candidates, struct candidate, i)));
    json_object_set_new(object, "candidates", candidates);
    for (guint i = 0; i < sizing->sensitivity->len; i++) {
        const struct sensitivity *line = &g_array_index(sizing->sensitivity, struct sensitivity, i);
        for (size_t k = 0; k < G_N_ELEMENTS(sizing_factors); k++) {
            json_t *entry = json_object();
            set_text(entry, "percentile", line->figure);
            set_number(entry, "factor", sizing_factors[k], DECIMALS_PCT);
            set_number(entry, "iops", line->iops[k], DECIMALS_RATE);
            json_array_append_new(sensitivity, entry);
        }
    }
    json_object_set_new(object, "sensitivity", sensitivity);
    json_object_set_new(object, "left_out", strings_json(sizing->left_out));
    return object;
}

static json_t *
inputs_json(const struct inputs *inputs)
{
    json_t *array = json_array();
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        json_t *object = json_object();
        set_text(object, "path", input->path);
        set_text(object, "sha256", input->sha256);
        set_text(object, "kind", input_kind_name(input));
        g_autoptr(GPtrArray) notes = notes_new();
        notes_append(notes, input->notes, NULL);
        for (guint c = 0; c < input->captures->len; c++)
            notes_append(notes, ((struct capture *)g_ptr_array_index(input->captures, c))->notes, NULL);
        for (guint r = 0; r < input->awrs->len; r++)
            notes_append(notes, ((struct awr *)g_ptr_array_index(input->awrs, r))->notes, NULL);
        if (input->csv)
            notes_append(notes, input->csv->notes, NULL);
        json_object_set_new(object, "notes", inspect_notes_json(notes));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
environment_json(const struct findings *findings)
{
    json_t *object = json_object(), *facts = json_array();
    static const struct {
        const char *key, *fact;
    } named[] = {{"host", "Host"}, {"kernel", "Kernel"}, {"database", "Database"}, {"database", "Database release"},
        {"storage", "Storage"}};
    for (guint i = 0; i < findings->environment->len; i++) {
        const struct fact *fact = &g_array_index(findings->environment, struct fact, i);
        for (size_t k = 0; k < G_N_ELEMENTS(named); k++)
            if (g_ascii_strcasecmp(fact->name, named[k].fact) == 0)
                set_text(object, named[k].key, fact->value);
        if (strcmp(fact->name, "CPUs") == 0)
            set_count(object, "cpus", g_ascii_strtoull(fact->value, NULL, 10));
        json_t *line = json_object();
        set_text(line, "name", fact->name);
        set_text(line, "value", fact->value);
        set_text(line, "from", fact->evidence);
        json_array_append_new(facts, line);
    }
    json_object_set_new(object, "layer", strings_json(findings->layer->names));
    set_text(object, "layer_rule", findings->layer->rule);
    json_object_set_new(object, "facts", facts);
    return object;
}

static json_t *
checklist_json(const struct findings *findings)
{
    json_t *array = json_array();
    for (guint i = 0; i < findings->checklist->len; i++) {
        const struct check_item *item = &g_array_index(findings->checklist, struct check_item, i);
        json_t *object = json_object();
        set_text(object, "item", item->item);
        set_text(object, "verdict", check_verdict_name(item->verdict));
        set_text(object, "evidence", item->evidence);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
quality_json(const struct findings *findings)
{
    json_t *object = json_object();
    set_text(object, "confidence", confidence_name(findings->confidence));
    json_object_set_new(object, "reasons", strings_json(findings->confidence_reasons));
    set_count(object, "errors", notes_count(findings->notes, NOTE_ERROR));
    set_count(object, "warnings", notes_count(findings->notes, NOTE_WARNING));
    json_object_set_new(object, "notes", inspect_notes_json(findings->notes));
    return object;
}

char *
results_json(const struct findings *findings, const char *generator)
{
    json_t *root = json_object(), *workloads = json_object();
    set_count(root, "schema", 1);
    set_text(root, "generator", generator);
    if (findings->study->ini)
        set_text(root, "notice", findings->study->ini->notice);
    json_object_set_new(root, "inputs", inputs_json(findings->inputs));
    json_object_set_new(root, "environment", environment_json(findings));
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        g_autofree char *name = g_utf8_make_valid(ladder->name, -1);
        json_object_set_new(workloads, name, ladder_json(ladder));
    }
    if (findings->ladders->len > 0)
        json_object_set(root, "workloads", workloads);
    json_decref(workloads);
    if (findings->awr->len > 0)
        json_object_set_new(root, "awr", awr_json(findings));
    if (findings->loads->len > 0)
        json_object_set_new(root, "loads", loads_json(findings));
    if (findings->demand.source != DEMAND_NONE)
        json_object_set_new(root, "demand", demand_json(&findings->demand));
    if (findings->sizing)
        json_object_set_new(root, "sizing", sizing_json(findings->sizing));
    json_object_set_new(root, "checklist", checklist_json(findings));
    json_object_set_new(root, "quality", quality_json(findings));
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(root);
    char *copy = g_strconcat(text, "\n", NULL);
    free(text);
    return copy;
}
