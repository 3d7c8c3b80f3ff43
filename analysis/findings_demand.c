#include "findings_demand.h"

#include "note.h"
#include "together.h"

#include <string.h>

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

static void
add_sum(struct findings *findings, struct series *sum, guint hosts, double peaks)
{
    struct load_finding *load = g_new0(struct load_finding, 1);
    load->name = g_strdup_printf("%u hosts together", hosts);
    load->series = sum;
    load->windows = steady_windows(sum->iops, sum->latency_ms, sum->n, sum->interval_s);
    load->demand = demand_of_series(sum);
    g_ptr_array_add(findings->loads, load);
    findings->has_together = true;
    notes_add(findings->notes, NOTE_INFO, "hosts-together", 0,
        "the loads of %u hosts are added up, aligned in time: their sum peaks at %.0f IOPS, the sum of their peaks is "
        "%.0f",
        hosts, load->demand.iops.peak, peaks);
}

void
findings_add_together(struct findings *findings)
{
    g_autoptr(GPtrArray) hosts = g_ptr_array_new(), series = g_ptr_array_new();
    double peaks = 0;
    bool every_load = true;
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        if (!is_new_host(findings, i, hosts)) {
            every_load = false;
            continue;
        }
        g_ptr_array_add(hosts, ((const struct capture *)g_ptr_array_index(load->run->captures, 0))->host);
        g_ptr_array_add(series, load->series);
        peaks += load->demand.iops.peak;
    }
    if (hosts->len < 2)
        return;
    /* A host with several loads has them at different times: which of them belong together cannot be told. */
    struct series *sum = every_load ? series_together((const struct series *const *)series->pdata, series->len) : NULL;
    if (sum) {
        add_sum(findings, sum, hosts->len, peaks);
        return;
    }
    findings->hosts_apart = true;
    notes_add(findings->notes, NOTE_WARNING, "hosts-apart", 0,
        "the loads of %u hosts cannot be added up: their logs do not cover the same time, or have no stamps; what they "
        "need together "
        "is not known",
        hosts->len);
}

/* What sizing rests on: typed by hand, else the load with the highest p95 (or mean, for AWR alone). */
void
findings_choose_demand(struct findings *findings)
{
    const struct study_ini *ini = findings->study->ini;
    const struct demand_figures none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    findings->demand = (struct demand){.source = DEMAND_NONE,
        .iops = none,
        .mib_s = none,
        .read_pct = NAN,
        .io_kib = NAN,
        .step_s = NAN,
        .covered_s = 0,
        .latency_ms = NAN,
        .p95_latency_ms = NAN};
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
        }
    }
    if (findings->loads->len > 1 && !findings->has_together)
        notes_add(findings->notes, NOTE_INFO, "several-loads", 0,
            "%u loads are among the inputs; sizing rests on the one with the highest p95, they are not added up",
            findings->loads->len);
}
