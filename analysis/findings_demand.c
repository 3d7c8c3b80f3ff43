#include "findings_demand.h"

#include "load_devices.h"
#include "load_findings.h"
#include "note.h"
#include "together.h"

#define PERCENTILE "p95"

/* A load of one host's log, whose host is known and not among those before it. */
static bool
is_new_host(const struct findings *findings, guint index, GPtrArray *hosts)
{
    const struct load_finding *load = g_ptr_array_index(findings->loads, index);
    if (!load->series || !load->run || load->run->captures->len == 0)
        return false;
    const struct capture *capture = g_ptr_array_index(load->run->captures, 0);
    return capture->host && !g_ptr_array_find_with_equal_func(hosts, capture->host, g_str_equal, NULL);
}

/* Series of one step: finer ones are averaged over the longest. Elements of `own` are new. */
static void
bring_to_one_step(GPtrArray *series, GPtrArray *own)
{
    double step_s = 0;
    for (guint i = 0; i < series->len; i++)
        step_s = MAX(step_s, ((const struct series *)g_ptr_array_index(series, i))->interval_s);
    for (guint i = 0; i < series->len; i++) {
        struct series *coarser = series_coarser(g_ptr_array_index(series, i), step_s);
        if (!coarser)
            continue;
        g_ptr_array_add(own, coarser);
        g_ptr_array_index(series, i) = coarser;
    }
}

/* The part of one host in the sum, over the time of the sum. */
static void
add_part(struct load_finding *load, const struct series *one, const char *name)
{
    g_autoptr(Series) own = series_within(one, load->series);
    struct demand demand = demand_of_series(own);
    struct load_part *part = load_part_new(g_strdup(name), &demand);
    const struct demand_moment *peak = &load->demand.at[DEMAND_AT_PEAK_IOPS];
    size_t at = (size_t)llround(peak->offset_s / own->interval_s) - 1;
    if (peak->length_s > 0 && at < own->n) {
        part->iops_then = own->iops[at];
        part->mib_s_then = own->mib_s[at];
        part->read_iops_then = own->has_split ? own->read_iops[at] : NAN;
        part->write_iops_then = own->has_split ? own->write_iops[at] : NAN;
    }
    part->iops = g_steal_pointer(&own->iops);
    g_ptr_array_add(load->parts, part);
}

static void
add_sum(struct findings *findings, struct series *sum, const GPtrArray *series, const GPtrArray *hosts)
{
    struct load_finding *load = load_finding_new(LOAD_HOSTS_TOGETHER, g_strdup_printf("%u hosts together", hosts->len));
    load->series = sum;
    g_array_unref(load->windows);
    load->windows = steady_windows(sum->iops, sum->latency_ms, sum->n, sum->interval_s);
    load->demand = demand_of_series(sum);
    load->parts_kind = LOAD_PARTS_HOSTS;
    load->parts = g_ptr_array_new_with_free_func(load_part_free);
    for (guint i = 0; i < hosts->len; i++)
        add_part(load, g_ptr_array_index(series, i), g_ptr_array_index(hosts, i));
    load_parts_compare(load);
    g_ptr_array_add(findings->loads, load);
    findings->has_together = true;
    notes_add(findings->notes, NOTE_INFO, "hosts-together", 0,
        "the loads of %u hosts are added up, aligned in time: their sum peaks at %.0f IOPS, the sum of their peaks is "
        "%.0f",
        hosts->len, load->coincidence_iops.peak_of_sum, load->coincidence_iops.sum_of_peaks);
}

void
findings_add_together(struct findings *findings)
{
    g_autoptr(GPtrArray) hosts = g_ptr_array_new(), series = g_ptr_array_new();
    g_autoptr(GPtrArray) own = g_ptr_array_new_with_free_func((GDestroyNotify)series_free);
    bool every_load = true;
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        if (!is_new_host(findings, i, hosts)) {
            every_load = false;
            continue;
        }
        g_ptr_array_add(hosts, ((const struct capture *)g_ptr_array_index(load->run->captures, 0))->host);
        g_ptr_array_add(series, load->series);
    }
    if (hosts->len < 2)
        return;
    bring_to_one_step(series, own);
    /* A host with several loads has them at different times: which of them belong together cannot be told. */
    struct series *sum = every_load ? series_together((const struct series *const *)series->pdata, series->len) : NULL;
    if (sum) {
        add_sum(findings, sum, series, hosts);
        return;
    }
    findings->hosts_apart = true;
    notes_add(findings->notes, NOTE_WARNING, "hosts-apart", 0,
        "the loads of %u hosts cannot be added up: their logs do not cover the same time, or have no stamps; what they "
        "need together "
        "is not known",
        hosts->len);
}

/* Takes the series of the sum and of its parts. */
static void
add_database_sum(struct findings *findings, struct awr_series *sum, struct awr_series **parts, const GPtrArray *loads)
{
    struct load_finding *load =
        load_finding_new(LOAD_DATABASES_TOGETHER, g_strdup_printf("%u databases together", loads->len));
    load->awr_series = sum;
    load->demand = demand_of_awr_series(sum);
    load->parts_kind = LOAD_PARTS_DATABASES;
    load->parts = g_ptr_array_new_with_free_func(load_part_free);
    for (guint i = 0; i < loads->len; i++) {
        const struct load_finding *one = g_ptr_array_index(loads, i);
        struct demand demand = demand_of_awr_series(parts[i]);
        struct load_part *part = load_part_new(g_strdup(one->name), &demand);
        const struct awr_interval *then = awr_series_at(parts[i], load->demand.at[DEMAND_AT_PEAK_IOPS].end_s);
        if (then) {
            part->read_iops_then = then->rate[AWR_READ_IOPS];
            part->write_iops_then = then->rate[AWR_WRITE_IOPS];
            part->iops_then = part->read_iops_then + part->write_iops_then;
            part->mib_s_then = (then->rate[AWR_READ_BYTES] + then->rate[AWR_WRITE_BYTES]) / 1048576;
        }
        g_ptr_array_add(load->parts, part);
        awr_series_free(parts[i]);
    }
    load_parts_compare(load);
    g_ptr_array_add(findings->loads, load);
    findings->has_databases_together = true;
    notes_add(findings->notes, NOTE_INFO, "databases-together", 0,
        "the loads of %u databases are added up, aligned in time: their sum peaks at %.0f IOPS, the sum of their peaks "
        "is %.0f",
        loads->len, load->coincidence_iops.peak_of_sum, load->coincidence_iops.sum_of_peaks);
}

void
findings_add_databases_together(struct findings *findings)
{
    g_autoptr(GPtrArray) loads = g_ptr_array_new(), series = g_ptr_array_new();
    for (guint i = 0; i < findings->loads->len; i++) {
        struct load_finding *load = g_ptr_array_index(findings->loads, i);
        if (load->kind != LOAD_AWR || load->demand.source == DEMAND_NONE)
            continue;
        g_ptr_array_add(loads, load);
        g_ptr_array_add(series, load->awr_series);
    }
    if (loads->len < 2)
        return;
    g_autofree struct awr_series **parts = g_new0(struct awr_series *, loads->len);
    struct awr_series *sum = awr_series_together((const struct awr_series *const *)series->pdata, series->len, parts);
    if (sum) {
        add_database_sum(findings, sum, parts, loads);
        return;
    }
    notes_add(findings->notes, NOTE_WARNING, "databases-apart", 0,
        "the loads of %u databases cannot be added up: their AWR reports do not cover the same time; what they need "
        "together is not known",
        loads->len);
}

/* A load that peaks above what sizing rests on, at a time when the others are not known. */
static void
note_higher_peaks(struct findings *findings)
{
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        if (load == findings->demand_load || !(load->demand.iops.peak > findings->demand.iops.peak))
            continue;
        g_autoptr(GPtrArray) own = notes_new(); /* each speaks for itself: notes of one code would be merged */
        notes_add(own, NOTE_WARNING, "higher-peak", 0,
            "it peaks at %.0f IOPS, above the %.0f of %s, which sizing rests on: that peak is not in the demand",
            load->demand.iops.peak, findings->demand.iops.peak, findings->demand_load->name);
        notes_append(findings->notes, own, load->name);
    }
}

/* What sizing rests on: typed by hand, else the load with the highest p95 (or mean, for AWR alone). */
void
findings_choose_demand(struct findings *findings)
{
    const struct study_ini *ini = findings->study->ini;
    findings->demand = demand_none();
    if (ini && isfinite(ini->demand_iops)) {
        findings->demand.source = DEMAND_TYPED;
        /* One figure was typed: it stands for the mean, no percentile is made of it. */
        findings->demand.iops.mean = ini->demand_iops;
        findings->demand.mib_s.mean = ini->demand_mib_s;
        findings->demand.read_pct = ini->demand_read_pct;
        return;
    }
    if (ini && isfinite(ini->demand_mib_s))
        notes_add(findings->notes, NOTE_WARNING, "demand-without-iops", 0,
            "study.ini gives demand_mib_s but no demand_iops: it is not used, storage is not sized from MiB/s alone");
    double highest = -1;
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        double iops = isfinite(load->demand.iops.p95) ? load->demand.iops.p95 : load->demand.iops.mean;
        if (load->demand.source != DEMAND_NONE && iops > highest) {
            highest = iops;
            findings->demand = load->demand;
            findings->demand_load = load;
        }
    }
    bool is_sum = findings->demand_load && (findings->demand_load->kind == LOAD_HOSTS_TOGETHER ||
                                               findings->demand_load->kind == LOAD_DATABASES_TOGETHER);
    if (findings->demand_load)
        note_higher_peaks(findings);
    if (findings->loads->len > 1 && !is_sum)
        notes_add(findings->notes, NOTE_INFO, "several-loads", 0,
            "%u loads are among the inputs; sizing rests on the one with the highest p95, they are not added up",
            findings->loads->len);
}

const char *
findings_sizing_figure(struct findings *findings, const char *asked)
{
    const struct demand *demand = &findings->demand;
    const char *percentile = asked ? asked : PERCENTILE;
    bool is_known = isfinite(demand_figure(&demand->iops, percentile));
    if (is_known && (asked || demand->source != DEMAND_AWR))
        return percentile;
    bool has_peak = isfinite(demand->iops.peak) && !(demand->source == DEMAND_AWR && demand->steps < 2);
    if (demand->source == DEMAND_IOSTAT)
        notes_add(findings->notes, NOTE_INFO, "figure-not-known", 0,
            "%s is not known, the log is too short or has too many gaps: sizing rests on the peak", percentile);
    else if (demand->source == DEMAND_AWR && is_known)
        notes_add(findings->notes, NOTE_INFO, "busiest-interval", 0,
            "sizing rests on the busiest interval's mean, not on %s: AWR reports hold means over their intervals, "
            "whose "
            "percentiles hide more than those of a log (percentile = %s in study.ini takes it all the same)",
            percentile, percentile);
    else if (demand->source == DEMAND_AWR)
        notes_add(findings->notes, NOTE_INFO, "figure-not-known", 0,
            "%s is not known from AWR reports, which hold means over their intervals: sizing rests on the %s",
            percentile, demand->steps > 1 ? "busiest interval's mean" : "mean of the one interval");
    return has_peak ? "peak" : "mean";
}
