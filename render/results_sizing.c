#include "results_parts.h"

#include "sizing_words.h"

#include <math.h>

enum { DECIMALS_SHARE = 4 };

static void
set_product(json_t *object, const struct catalog_product *product)
{
    set_text(object, "provider", product->provider);
    set_text(object, "product", product->product);
    set_text(object, "tier", product->tier);
}

static json_t *
limits_json(const struct candidate *candidate)
{
    json_t *array = json_array();
    for (int kind = 0; kind < CANDIDATE_LIMITS; kind++) {
        const struct candidate_limit *limit = &candidate->limits[kind];
        json_t *object = json_object();
        set_text(object, "limit", candidate_limit_name((enum candidate_limit_kind)kind));
        set_number(object, "required", limit->required, DECIMALS_RATE);
        set_number(object, "provisioned", limit->provisioned, DECIMALS_RATE);
        set_number(object, "most", limit->most, DECIMALS_RATE);
        set_number(object, "utilisation", limit->utilisation_pct / 100, DECIMALS_SHARE);
        set_number(object, "utilisation_of_provisioned", limit->provisioned_utilisation_pct / 100, DECIMALS_SHARE);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
candidate_json(const struct candidate *candidate)
{
    const struct catalog_product *product = candidate->product;
    json_t *object = json_object(), *provision = json_object();
    set_product(object, product);
    set_text(object, "unit", product->unit);
    set_text(object, "status", catalog_status_name(product->status));
    set_number(object, "units", candidate->units, 0);
    set_number(provision, "iops", candidate->iops_per_unit, DECIMALS_RATE);
    set_number(provision, "mib_s", candidate->mib_s_per_unit, DECIMALS_RATE);
    if (product->in_mb_s)
        set_number(provision, "mb_s", candidate->mib_s_per_unit / MIB_PER_MB, DECIMALS_RATE);
    set_number(provision, "capacity_gib", candidate->capacity_gib_per_unit, DECIMALS_RATE);
    set_number(provision, "volumes", candidate->volumes_per_unit, 0);
    set_number(provision, "pool_gib", candidate->pool_gib, DECIMALS_RATE);
    set_number(provision, "pools", candidate->pools, 0);
    json_object_set_new(object, "provision", provision);
    set_text(object, "binding_limit", candidate->binding_limit);
    set_text(object, "capacity_raised_by", candidate->capacity_raised_by);
    set_text(object, "iops_raised_by", candidate->iops_raised_by);
    json_object_set_new(object, "judged_whole", json_boolean(candidate->judged_whole));
    json_object_set_new(object, "capacity_judged", json_boolean(candidate->capacity_judged));
    set_number(object, "utilisation", candidate->utilisation_pct / 100, DECIMALS_SHARE);
    json_object_set_new(object, "limits", limits_json(candidate));
    set_text(object, "latency_ms_claim", product->latency_claim);
    if (candidate->latency != LATENCY_NOT_CLAIMED)
        json_object_set_new(object, "latency_claim_within_ceiling", json_boolean(candidate->latency == LATENCY_WITHIN));
    set_text(object, "protocol", product->protocol);
    set_text(object, "source", product->source);
    set_text(object, "source_date", product->source_date);
    set_text(object, "notes", product->notes);
    return object;
}

static json_t *
runner_up_json(const struct sizing *sizing)
{
    const struct candidate *second = sizing_runner_up(sizing);
    json_t *object = json_object();
    set_product(object, second->product);
    set_number(object, "units", second->units, 0);
    set_text(object, "reason", runner_up_reason_name(sizing->runner_up));
    set_count(object, "equal_to_first", sizing->equal_to_first);
    return object;
}

static json_t *
sensitivity_json(const struct sizing *sizing)
{
    json_t *array = json_array();
    for (guint i = 0; i < sizing->sensitivity->len; i++) {
        const struct sensitivity *line = &g_array_index(sizing->sensitivity, struct sensitivity, i);
        for (size_t k = 0; k < SIZING_FACTORS; k++) {
            const struct sensitivity_choice *choice = &line->choice[k];
            json_t *entry = json_object();
            set_text(entry, "percentile", line->figure);
            set_number(entry, "factor", sizing_factors[k], DECIMALS_PCT);
            set_number(entry, "iops", choice->iops, DECIMALS_RATE);
            set_number(entry, "mib_s", choice->mib_s, DECIMALS_RATE);
            if (choice->product) {
                json_t *first = json_object();
                set_product(first, choice->product);
                set_number(first, "units", choice->units, 0);
                json_object_set_new(entry, "first_choice", first);
                json_object_set_new(entry, "as_recommended", json_boolean(choice->as_recommended));
            }
            json_array_append_new(array, entry);
        }
    }
    return array;
}

static json_t *
evidence_json(const struct sizing *sizing)
{
    json_t *array = json_array();
    for (guint i = 0; i < sizing->evidence->len; i++) {
        const struct sizing_step *step = &g_array_index(sizing->evidence, struct sizing_step, i);
        json_t *object = json_object();
        set_text(object, "step", sizing_step_name(step->code));
        if (step->code == STEP_DEMAND)
            set_text(object, "figure", sizing->options.percentile);
        if (step->code == STEP_LIMIT) {
            set_product(object, sizing_first_choice(sizing)->product);
            set_text(object, "source", sizing_first_choice(sizing)->product->source);
        }
        set_number(object, "iops", step->iops, DECIMALS_SHARE);
        set_number(object, "mib_s", step->mib_s, DECIMALS_SHARE);
        set_number(object, "capacity_gib", step->capacity_gib, DECIMALS_SHARE);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
sizing_inputs_json(const struct sizing *sizing)
{
    json_t *array = json_array();
    for (guint i = 0; i < sizing->inputs->len; i++) {
        const struct sizing_input *input = &g_array_index(sizing->inputs, struct sizing_input, i);
        json_t *object = json_object();
        set_text(object, "name", input->name);
        if (input->text)
            set_text(object, "value", input->text);
        else
            set_number(object, "value", input->value, DECIMALS_SHARE);
        set_text(object, "from", sizing_input_origin_name(input->origin));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
capacity_remarks_json(unsigned remarks)
{
    json_t *array = json_array();
    for (unsigned bit = 1; bit <= remarks && bit != 0; bit <<= 1)
        if (remarks & bit)
            json_array_append_new(array, json_string(capacity_remark_name((enum capacity_remark)bit)));
    return array;
}

static json_t *
capacity_json(const struct capacity_held *held)
{
    const struct measured_point *point = &held->point;
    json_t *object = json_object(), *measured = json_object(), *usable = json_object(), *used = json_object();
    set_text(object, "source", held->source ? held->source : "this study");
    set_text(object, "workload", held->workload);
    set_text(object, "other_workload", held->other);
    set_text(object, "verdict", capacity_verdict_name(held->verdict));
    json_object_set_new(object, "remarks", capacity_remarks_json(held->remarks));
    set_text(measured, "point", sizing_point_name(point->point));
    set_number(measured, "concurrency", point->concurrency, DECIMALS_COUNT);
    set_number(measured, "read_pct", point->read_pct, DECIMALS_PCT);
    set_number(measured, "io_kib", point->io_kib, DECIMALS_COUNT);
    set_number(measured, "iops", point->iops, DECIMALS_RATE);
    set_number(measured, "mib_s", point->mib_s, DECIMALS_RATE);
    set_number(measured, "latency_ms", point->latency_ms, DECIMALS_LATENCY);
    set_number(usable, "iops", held->usable_iops, DECIMALS_RATE);
    set_number(usable, "mib_s", held->usable_mib_s, DECIMALS_RATE);
    set_number(used, "iops", held->iops_utilisation_pct / 100, DECIMALS_SHARE);
    set_number(used, "mib_s", held->mib_s_utilisation_pct / 100, DECIMALS_SHARE);
    json_object_set_new(object, "measured", measured);
    json_object_set_new(object, "usable", usable);
    json_object_set_new(object, "utilisation", used);
    set_number(object, "read_pct_apart", held->read_pct_apart, DECIMALS_PCT);
    set_number(object, "io_size_ratio", held->io_size_ratio, DECIMALS_COUNT);
    return object;
}

static json_t *
host_limit_json(const struct host_limit *limit)
{
    json_t *object = json_object();
    set_text(object, "limit", host_limit_name(limit->code));
    set_text(object, "verdict", host_verdict_name(limit->verdict));
    set_text(object, "unit", limit->code == HOST_NETWORK ? "MiB/s" : "outstanding I/Os");
    set_number(object, "needed", limit->needed, DECIMALS_RATE);
    set_number(object, "available", limit->available, DECIMALS_RATE);
    set_number(object, "utilisation", limit->utilisation_pct / 100, DECIMALS_SHARE);
    set_number(object, "network_gbit", limit->network_gbit, DECIMALS_COUNT);
    set_number(object, "latency_ms", limit->latency_ms, DECIMALS_LATENCY);
    set_number(object, "sessions", limit->sessions, 0);
    set_text(object, "sessions_from", session_source_name(limit->session_source));
    set_number(object, "queue_depth", limit->queue_depth, 0);
    set_number(object, "cmds_max", limit->cmds_max, 0);
    set_number(object, "luns", limit->luns, 0);
    return object;
}

static json_t *
db_size_json(const struct db_size *size)
{
    json_t *object = json_object();
    set_text(object, "source", db_size_source_name(size->source));
    set_number(object, "gib", size->gib, DECIMALS_RATE);
    set_text(object, "path", size->path);
    if (size->line > 0)
        set_count(object, "line", size->line);
    return object;
}

static json_t *
left_out_json(const struct sizing *sizing)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < sizing->left_out->len; i++)
        g_ptr_array_add(texts, left_out_text(&g_array_index(sizing->left_out, struct left_out, i)));
    return strings_json(texts);
}

json_t *
sizing_json(const struct sizing *sizing)
{
    json_t *object = json_object(), *required = json_object(), *candidates = json_array();
    json_t *held = json_array(), *host = json_array();
    set_text(object, "percentile", sizing->options.percentile);
    set_number(object, "growth_pct", sizing->options.growth_pct, DECIMALS_PCT);
    set_number(object, "utilisation_limit", sizing->options.utilisation_limit, DECIMALS_LATENCY);
    json_object_set_new(object, "inputs", sizing_inputs_json(sizing));
    set_number(required, "iops", sizing->required_iops, DECIMALS_RATE);
    set_number(required, "mib_s", sizing->required_mib_s, DECIMALS_RATE);
    set_number(required, "capacity_gib", sizing->required_capacity_gib, DECIMALS_RATE);
    json_object_set_new(object, "required", required);
    json_object_set_new(object, "db_size", db_size_json(&sizing->db_size));
    for (guint i = 0; i < sizing->capacity_held->len; i++)
        json_array_append_new(held, capacity_json(&g_array_index(sizing->capacity_held, struct capacity_held, i)));
    json_object_set_new(object, "capacity_held", held);
    for (guint i = 0; i < sizing->host_limits->len; i++)
        json_array_append_new(host, host_limit_json(&g_array_index(sizing->host_limits, struct host_limit, i)));
    json_object_set_new(object, "host_limits", host);
    for (guint i = 0; i < sizing->candidates->len; i++)
        json_array_append_new(candidates, candidate_json(&g_array_index(sizing->candidates, struct candidate, i)));
    json_object_set_new(object, "candidates", candidates);
    if (sizing_runner_up(sizing))
        json_object_set_new(object, "runner_up", runner_up_json(sizing));
    json_object_set_new(object, "evidence", evidence_json(sizing));
    json_object_set_new(object, "sensitivity", sensitivity_json(sizing));
    json_object_set_new(object, "left_out", left_out_json(sizing));
    return object;
}
