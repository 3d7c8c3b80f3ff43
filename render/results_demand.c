#include "results_parts.h"

#include "confidence.h"

static json_t *
figures_json(const struct demand_figures *figures, int decimals)
{
    json_t *object = json_object();
    for (size_t i = 0; i < DEMAND_FIGURES; i++)
        set_number(object, demand_figure_names[i], demand_figure(figures, demand_figure_names[i]), decimals);
    return object;
}

/* No key where nothing of it is known. */
static void
set_figures(json_t *object, const char *name, const struct demand_figures *figures, int decimals)
{
    json_t *found = figures_json(figures, decimals);
    if (json_object_size(found) > 0)
        json_object_set_new(object, name, found);
    else
        json_decref(found);
}

static void
set_time(json_t *object, const char *name, int64_t time_s)
{
    g_autofree char *text = capture_time_text(time_s, false, 0);
    set_text(object, name, text);
}

static json_t *
moment_json(const struct demand_moment *moment)
{
    json_t *object = json_object();
    set_time(object, "end", moment->end_s);
    set_number(object, "offset_s", moment->offset_s, DECIMALS_COUNT);
    set_number(object, "length_s", moment->length_s, DECIMALS_COUNT);
    set_number(object, "iops", moment->iops, DECIMALS_RATE);
    set_number(object, "read_iops", moment->read_iops, DECIMALS_RATE);
    set_number(object, "write_iops", moment->write_iops, DECIMALS_RATE);
    set_number(object, "mib_s", moment->mib_s, DECIMALS_RATE);
    set_number(object, "read_mib_s", moment->read_mib_s, DECIMALS_RATE);
    set_number(object, "write_mib_s", moment->write_mib_s, DECIMALS_RATE);
    set_number(object, "read_pct", moment->read_pct, DECIMALS_PCT);
    set_number(object, "io_kib", moment->io_kib, DECIMALS_COUNT);
    set_number(object, "latency_ms", moment->latency_ms, DECIMALS_LATENCY);
    set_number(object, "read_latency_ms", moment->read_latency_ms, DECIMALS_LATENCY);
    set_number(object, "write_latency_ms", moment->write_latency_ms, DECIMALS_LATENCY);
    return object;
}

json_t *
demand_json(const struct demand *demand)
{
    json_t *object = json_object(), *moments = json_object();
    set_text(object, "source", demand_source_name(demand->source));
    json_object_set_new(object, "iops", figures_json(&demand->iops, DECIMALS_RATE));
    json_object_set_new(object, "mib_s", figures_json(&demand->mib_s, DECIMALS_RATE));
    set_figures(object, "read_iops", &demand->read_iops, DECIMALS_RATE);
    set_figures(object, "write_iops", &demand->write_iops, DECIMALS_RATE);
    set_number(object, "read_pct", demand->read_pct, DECIMALS_PCT);
    set_figures(object, "read_share_pct", &demand->read_share_pct, DECIMALS_PCT);
    set_number(object, "io_kib", demand->io_kib, DECIMALS_COUNT);
    set_figures(object, "io_size_kib", &demand->io_size_kib, DECIMALS_COUNT);
    set_number(object, "latency_ms", demand->latency_ms, DECIMALS_LATENCY);
    set_number(object, "p95_latency_ms", demand->p95_latency_ms, DECIMALS_LATENCY);
    for (int at = 0; at < DEMAND_MOMENTS; at++)
        if (demand->at[at].length_s > 0)
            json_object_set_new(moments, demand_moment_name((enum demand_at)at), moment_json(&demand->at[at]));
    if (json_object_size(moments) > 0)
        json_object_set(object, "moments", moments);
    json_decref(moments);
    set_number(object, "interval_s", demand->interval_s, DECIMALS_COUNT);
    set_number(object, "step_s", demand->step_s, DECIMALS_COUNT);
    if (demand->steps > 0)
        set_count(object, "steps", demand->steps);
    set_number(object, "covered_s", demand->covered_s, DECIMALS_COUNT);
    return object;
}

static json_t *
coincidence_json(const struct coincidence *coincidence)
{
    json_t *object = json_object();
    set_number(object, "peak_of_sum", coincidence->peak_of_sum, DECIMALS_RATE);
    set_number(object, "sum_of_peaks", coincidence->sum_of_peaks, DECIMALS_RATE);
    set_number(object, "coincidence_factor", coincidence->factor, DECIMALS_LATENCY);
    set_number(object, "diversity_factor", coincidence->diversity, DECIMALS_LATENCY);
    return object;
}

static json_t *
part_json(const struct load_part *part)
{
    json_t *object = json_object(), *then = json_object();
    set_text(object, "name", part->name);
    if (part->devices)
        json_object_set_new(object, "devices", strings_json(part->devices));
    json_object_set_new(object, "demand", demand_json(&part->demand));
    set_number(then, "iops", part->iops_then, DECIMALS_RATE);
    set_number(then, "read_iops", part->read_iops_then, DECIMALS_RATE);
    set_number(then, "write_iops", part->write_iops_then, DECIMALS_RATE);
    set_number(then, "mib_s", part->mib_s_then, DECIMALS_RATE);
    json_object_set_new(object, "at_peak_of_sum", then);
    return object;
}

static void
set_parts(json_t *object, const struct load_finding *load)
{
    if (!load->parts)
        return;
    json_t *parts = json_object(), *list = json_array();
    set_text(parts, "kind", load_parts_kind_name(load->parts_kind));
    json_object_set_new(parts, "iops", coincidence_json(&load->coincidence_iops));
    json_object_set_new(parts, "mib_s", coincidence_json(&load->coincidence_mib_s));
    for (guint i = 0; i < load->parts->len; i++)
        json_array_append_new(list, part_json(g_ptr_array_index(load->parts, i)));
    json_object_set_new(parts, "list", list);
    if (load->parts_left_out > 0)
        set_count(parts, "left_out", load->parts_left_out);
    json_object_set_new(object, "parts", parts);
}

static void
set_coverage(json_t *object, const struct coverage *coverage)
{
    if (!(coverage->covered_s > 0))
        return;
    json_t *own = json_object();
    set_number(own, "covered_s", coverage->covered_s, DECIMALS_COUNT);
    if (coverage->first_s != CAPTURE_NO_TIME) {
        static const char *const day[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
        json_t *weekdays = json_array();
        set_time(own, "from", coverage->first_s);
        set_time(own, "to", coverage->last_s);
        set_number(own, "days", coverage->days, DECIMALS_COUNT);
        set_count(own, "dates", coverage->dates);
        for (size_t i = 0; i < G_N_ELEMENTS(day); i++)
            if (coverage->weekdays >> i & 1u)
                json_array_append_new(weekdays, json_string(day[i]));
        json_object_set_new(own, "weekdays", weekdays);
        json_object_set_new(own, "month_end", json_boolean(coverage->month_end));
        set_count(own, "gaps", coverage->gaps);
        set_number(own, "gap_s", coverage->gap_s, DECIMALS_COUNT);
        set_number(own, "longest_gap_s", coverage->longest_gap_s, DECIMALS_COUNT);
    }
    json_object_set_new(object, "coverage", own);
}

static void
set_averaging(json_t *object, const struct averaging *averaging)
{
    if (!(averaging->length_s > 0))
        return;
    json_t *own = json_object();
    set_number(own, "length_s", averaging->length_s, DECIMALS_COUNT);
    set_time(own, "end", averaging->end_s);
    set_number(own, "mean_iops", averaging->mean_iops, DECIMALS_RATE);
    set_number(own, "awr_iops", averaging->awr_iops, DECIMALS_RATE);
    set_number(own, "highest_60s_iops", averaging->highest_60s, DECIMALS_RATE);
    set_number(own, "highest_sample_iops", averaging->highest_sample, DECIMALS_RATE);
    set_number(own, "sample_s", averaging->sample_s, DECIMALS_COUNT);
    json_object_set_new(object, "averaging", own);
}

static json_t *
cpu_json(const struct cpu_load *cpu)
{
    json_t *object = json_object();
    set_text(object, "source", cpu_source_name(cpu->source));
    set_text(object, "path", cpu->name);
    set_number(object, "cpus", cpu->cpus, DECIMALS_COUNT);
    set_number(object, "cores", cpu->cores, DECIMALS_COUNT);
    set_count(object, "steps", cpu->steps);
    set_number(object, "step_s", cpu->step_s, DECIMALS_COUNT);
    set_figures(object, "busy_pct", &cpu->busy_pct, DECIMALS_PCT);
    set_figures(object, "iowait_pct", &cpu->iowait_pct, DECIMALS_PCT);
    set_figures(object, "busy_cpus", &cpu->busy_cpus, DECIMALS_COUNT);
    set_figures(object, "db_cpus", &cpu->db_cpus, DECIMALS_COUNT);
    set_figures(object, "active_sessions", &cpu->active_sessions, DECIMALS_COUNT);
    set_figures(object, "run_queue", &cpu->run_queue, DECIMALS_COUNT);
    set_number(object, "busy_pct_at_peak_iops", cpu->busy_pct_then, DECIMALS_PCT);
    return object;
}

static void
set_awr_series(json_t *object, const struct load_finding *load)
{
    const struct awr_series *series = load->awr_series;
    if (!series || load->kind == LOAD_DATABASES_TOGETHER)
        return;
    json_t *own = json_object();
    set_count(own, "reports", series->reports);
    set_count(own, "intervals", series->intervals->len);
    set_count(own, "repeated", series->repeated);
    set_count(own, "overlapped", series->overlapped);
    set_count(own, "incomplete", series->incomplete);
    set_count(own, "gaps", series->gaps);
    set_number(own, "gap_s", series->gap_s, DECIMALS_COUNT);
    set_count(own, "restarts", series->restarts);
    json_object_set_new(object, "awr", own);
}

static json_t *
load_json(const struct load_finding *load)
{
    static const char *const kind[] = {[LOAD_LOG] = "log",
        [LOAD_AWR] = "awr",
        [LOAD_HOSTS_TOGETHER] = "hosts_together",
        [LOAD_DATABASES_TOGETHER] = "databases_together"};
    json_t *object = demand_json(&load->demand);
    set_text(object, "name", load->name);
    set_text(object, "kind", kind[load->kind]);
    set_text(object, "host", load->host);
    set_text(object, "database", load->database);
    set_coverage(object, &load->coverage);
    set_averaging(object, &load->averaging);
    set_parts(object, load);
    set_awr_series(object, load);
    if (load->checks && load->checks->len > 0) {
        json_t *checks = json_array();
        for (guint i = 0; i < load->checks->len; i++)
            json_array_append_new(checks, window_check_json(&g_array_index(load->checks, struct window_check, i)));
        json_object_set_new(object, "checks", checks);
    }
    if (load->cpu->len > 0) {
        json_t *cpus = json_array();
        for (guint i = 0; i < load->cpu->len; i++)
            json_array_append_new(cpus, cpu_json(&g_array_index(load->cpu, struct cpu_load, i)));
        json_object_set_new(object, "cpu", cpus);
    }
    return object;
}

/* Every load, the one that sizing rests on among them. */
json_t *
loads_json(const struct findings *findings)
{
    json_t *array = json_array();
    for (guint i = 0; i < findings->loads->len; i++)
        json_array_append_new(array, load_json(g_ptr_array_index(findings->loads, i)));
    return array;
}

void
set_grades(json_t *quality, const struct findings *findings)
{
    json_t *parts = json_object(), *reasons = json_array();
    set_count(quality, "grade", (uint64_t)findings->grade);
    for (int part = 0; part < GRADE_PARTS; part++)
        if (findings->part_grade[part] > 0)
            set_count(parts, grade_part_name((enum grade_part)part), (uint64_t)findings->part_grade[part]);
    json_object_set_new(quality, "grades", parts);
    for (guint i = 0; i < findings->grade_reasons->len; i++) {
        const struct grade_reason *reason = g_ptr_array_index(findings->grade_reasons, i);
        json_t *own = json_object();
        set_text(own, "part", grade_part_name(reason->part));
        set_count(own, "cap", (uint64_t)reason->cap);
        set_text(own, "text", reason->text);
        json_array_append_new(reasons, own);
    }
    json_object_set_new(quality, "grade_reasons", reasons);
}
