#include "results_parts.h"

#include "awr_words.h"

static json_t *
test_json(const struct storage_test *test)
{
    json_t *line = json_object();
    set_text(line, "name", test->name);
    set_number(line, "value", test->value, DECIMALS_PCT);
    set_number(line, "threshold", test->threshold, DECIMALS_PCT);
    json_object_set_new(line, "met", json_boolean(test->met));
    set_text(line, "needed", test->at_least ? "at_least" : "at_most");
    set_text(line, "unit", storage_unit_name(test->unit));
    set_text(line, "role", storage_role_name(test->role));
    set_text(line, "result", storage_result_name(test->result));
    if (test->is_least)
        json_object_set_new(line, "value_is_least", json_true());
    return line;
}

static json_t *
bound_json(const struct storage_bound *bound)
{
    json_t *object = json_object(), *tests = json_array();
    g_autofree char *reason = storage_reason_text(bound, NULL);
    set_text(object, "verdict", storage_verdict_name(bound->verdict));
    set_text(object, "reason", reason);
    set_text(object, "limiting_resource", storage_limit_name(bound->limit));
    if (bound->limit_test < STORAGE_TESTS)
        set_text(object, "limiting_test", bound->test[bound->limit_test].name);
    for (size_t i = 0; i < STORAGE_TESTS; i++)
        json_array_append_new(tests, test_json(&bound->test[i]));
    json_object_set_new(object, "tests", tests);
    return object;
}

static json_t *
alignment_json(const struct alignment *at)
{
    json_t *object = json_object();
    const struct align_offset *offset = &at->offset;
    json_object_set_new(object, "offset_s", json_integer((json_int_t)offset->seconds));
    set_text(object, "known", align_source_name(offset->source));
    if (offset->pairs > 0)
        set_count(object, "reports", offset->pairs);
    set_number(object, "misfit_pct", offset->misfit_pct, DECIMALS_PCT);
    set_number(object, "misfit_at_0_pct", offset->misfit_at_0_pct, DECIMALS_PCT);
    set_number(object, "overlap_pct", at->overlap_pct, DECIMALS_PCT);
    set_number(object, "log_inside_pct", at->log_inside_pct, DECIMALS_PCT);
    return object;
}

static json_t *
reconcile_json(const struct reconcile *line)
{
    json_t *object = json_object(), *reasons = json_array();
    set_text(object, "path", line->awr->path);
    json_object_set_new(object, "aligned", json_boolean(line->aligned));
    json_object_set_new(object, "alignment", alignment_json(&line->at));
    set_count(object, "samples", line->samples);
    set_number(object, "awr_iops", line->awr_iops, DECIMALS_RATE);
    set_number(object, "iostat_iops", line->iostat_iops, DECIMALS_RATE);
    set_number(object, "iops_ratio", line->iops_ratio, DECIMALS_LATENCY);
    set_number(object, "iops_gap_pct", line->iops_gap_pct, DECIMALS_PCT);
    set_number(object, "awr_mib_s", line->awr_mib_s, DECIMALS_RATE);
    set_number(object, "iostat_mib_s", line->iostat_mib_s, DECIMALS_RATE);
    set_number(object, "mib_s_ratio", line->mib_s_ratio, DECIMALS_LATENCY);
    set_number(object, "mib_s_gap_pct", line->mib_s_gap_pct, DECIMALS_PCT);
    set_number(object, "awr_read_wait_ms", line->awr_read_wait_ms, DECIMALS_LATENCY);
    set_number(object, "iostat_read_latency_ms", line->iostat_read_latency_ms, DECIMALS_LATENCY);
    set_number(object, "above_device_ms", line->above_device_ms, DECIMALS_LATENCY);
    for (size_t i = 0; i < line->reasons; i++)
        json_array_append_new(reasons, json_string(gap_reason_name(line->reason[i])));
    json_object_set_new(object, "reasons", reasons);
    return object;
}

static json_t *
workload_bound_json(const struct workload_bound *bound)
{
    json_t *object = json_object();
    const struct awr_finding *weakest = bound->weakest;
    g_autofree char *reason = storage_reason_text(&weakest->bound, NULL);
    set_text(object, "verdict", storage_verdict_name(weakest->bound.verdict));
    set_text(object, "reason", reason);
    set_text(object, "limiting_resource", storage_limit_name(weakest->bound.limit));
    set_text(object, "rests_on", bound->at_best ? "best" : "all");
    set_text(object, "path", weakest->awr->path);
    set_count(object, "reports", bound->reports);
    set_count(object, "proven", bound->proven);
    set_count(object, "not_proven", bound->not_proven);
    set_count(object, "refuted", bound->refuted);
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

json_t *
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
    json_t *workloads = json_object(), *loads = json_array();
    for (guint i = 0; i < findings->awr_workloads->len; i++) {
        const struct workload_bound *bound = &g_array_index(findings->awr_workloads, struct workload_bound, i);
        json_t *line = workload_bound_json(bound);
        if (bound->ladder) {
            g_autofree char *name = g_utf8_make_valid(bound->ladder->name, -1);
            json_object_set_new(workloads, name, line);
        } else {
            set_text(line, "name", bound->load->name);
            json_array_append_new(loads, line);
        }
    }
    json_object_set_new(object, "workloads", workloads);
    json_object_set_new(object, "loads", loads);
    return object;
}

/* Little's law and sizes over one window; figures that are not known get no key. */
json_t *
window_check_json(const struct window_check *check)
{
    json_t *object = json_object();
    set_text(object, "queue", window_result_name(check->queue));
    set_number(object, "outstanding", check->outstanding, DECIMALS_COUNT);
    set_number(object, "aqu_sz", check->aqu_sz, DECIMALS_COUNT);
    set_number(object, "queue_gap_pct", check->queue_gap_pct, DECIMALS_PCT);
    set_text(object, "size", window_result_name(check->size));
    set_number(object, "mib_s", check->mib_s, DECIMALS_RATE);
    set_number(object, "size_mib_s", check->size_mib_s, DECIMALS_RATE);
    set_number(object, "size_gap_pct", check->size_gap_pct, DECIMALS_PCT);
    set_text(object, "load", window_result_name(check->load));
    set_number(object, "concurrency", check->concurrency, DECIMALS_COUNT);
    set_number(object, "load_gap_pct", check->load_gap_pct, DECIMALS_PCT);
    return object;
}
