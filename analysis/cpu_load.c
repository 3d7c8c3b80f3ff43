#include "cpu_load.h"

#include "demand_awr_private.h"

static const struct demand_figures no_figures = DEMAND_NO_FIGURES;

static struct cpu_load
cpu_none(void)
{
    return (struct cpu_load){.source = CPU_NONE,
        .step_s = NAN,
        .cpus = NAN,
        .cores = NAN,
        .busy_pct = no_figures,
        .iowait_pct = no_figures,
        .busy_cpus = no_figures,
        .db_cpus = no_figures,
        .active_sessions = no_figures,
        .run_queue = no_figures,
        .busy_pct_then = NAN};
}

/* The same figures in another unit. */
static struct demand_figures
scaled(const struct demand_figures *figures, double factor)
{
    return (struct demand_figures){figures->mean * factor, figures->p50 * factor, figures->p95 * factor,
        figures->p99 * factor, figures->p999 * factor, figures->peak * factor, figures->sustained_5min * factor,
        figures->sustained_1min * factor, figures->sustained_15min * factor, figures->sustained_60min * factor};
}

/* Appends the samples of one log; true where one of them has figures of CPUs. */
static bool
append_samples(GArray *busy, GArray *iowait, const struct capture *capture, int64_t then_s, double *busy_then)
{
    bool has_cpu = false;
    for (guint i = 0; i < capture->reports->len; i++) {
        const struct capture_report *report = &g_array_index(capture->reports, struct capture_report, i);
        if (report->since_boot)
            continue;
        double idle = report->has_cpu ? (double)report->idle_pct : NAN,
               wait = report->has_cpu ? (double)report->iowait_pct : NAN;
        double value = CLAMP(100 - idle - wait, 0, 100);
        g_array_append_val(busy, value);
        g_array_append_val(iowait, wait);
        if (then_s != CAPTURE_NO_TIME && report->time_s == then_s)
            *busy_then = value;
        has_cpu = has_cpu || report->has_cpu;
    }
    return has_cpu;
}

struct cpu_load
cpu_load_of_captures(const GPtrArray *captures, int64_t then_s)
{
    struct cpu_load cpu = cpu_none();
    g_autoptr(GArray) busy = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) iowait = g_array_new(FALSE, FALSE, sizeof(double));
    bool has_cpu = false;
    for (guint i = 0; i < captures->len; i++)
        has_cpu = append_samples(busy, iowait, g_ptr_array_index(captures, i), then_s, &cpu.busy_pct_then) || has_cpu;
    if (!has_cpu)
        return cpu;
    const struct capture *first = g_ptr_array_index(captures, 0);
    /* A series of two columns: the formulas of the storage's own figures. */
    struct series columns = {.n = busy->len,
        .interval_s = isfinite(first->interval_s) && first->interval_s > 0 ? first->interval_s : 1,
        .start_s = CAPTURE_NO_TIME,
        .iops = (double *)(void *)busy->data,
        .mib_s = (double *)(void *)iowait->data};
    struct demand figures = demand_of_series(&columns);
    cpu.source = CPU_IOSTAT;
    cpu.name = first->path;
    cpu.steps = figures.steps;
    cpu.step_s = isfinite(first->interval_s) ? figures.step_s : NAN;
    cpu.cpus = first->cpus > 0 ? (double)first->cpus : NAN;
    cpu.busy_pct = figures.iops;
    cpu.iowait_pct = figures.mib_s;
    cpu.busy_cpus = scaled(&cpu.busy_pct, cpu.cpus / 100);
    return cpu;
}

struct cpu_load
cpu_load_of_awr(const struct awr_series *series, int64_t then_s)
{
    struct cpu_load cpu = cpu_none();
    cpu.active_sessions = awr_series_figures(series, AWR_DB_TIME, 1);
    cpu.db_cpus = awr_series_figures(series, AWR_DB_CPU, 1);
    cpu.busy_cpus = awr_series_figures(series, AWR_BUSY_CPUS, 1);
    if (isnan(cpu.active_sessions.mean) && isnan(cpu.db_cpus.mean) && isnan(cpu.busy_cpus.mean))
        return cpu;
    cpu.source = CPU_AWR;
    cpu.cpus = series->cpus;
    cpu.cores = series->cores;
    cpu.busy_pct = scaled(&cpu.busy_cpus, 100 / cpu.cpus);
    cpu.steps = series->intervals->len;
    double seconds = 0;
    for (guint i = 0; i < series->intervals->len; i++) {
        const struct awr_interval *interval = awr_interval_at(series->intervals, i);
        seconds += interval->length_s;
        if (then_s != CAPTURE_NO_TIME && interval->end_s == then_s)
            cpu.busy_pct_then = 100 * interval->rate[AWR_BUSY_CPUS] / cpu.cpus;
    }
    cpu.step_s = seconds / (double)cpu.steps;
    return cpu;
}

struct cpu_load
cpu_load_of_log(const struct load_log *load, const char *path)
{
    struct cpu_load cpu = cpu_none();
    if (load->samples == 0)
        return cpu;
    cpu.source = CPU_LOG;
    cpu.name = path;
    cpu.steps = load->samples;
    double iowait = load_mean(load, LOAD_IOWAIT_PCT);
    cpu.busy_pct.mean = 100 - load_mean(load, LOAD_IDLE_PCT) - (isfinite(iowait) ? iowait : 0);
    cpu.iowait_pct.mean = iowait;
    cpu.run_queue.mean = load_mean(load, LOAD_RUN_QUEUE);
    /* Peaks of user and system time need not be of one moment: there is no peak of their sum. */
    if (load->seen[LOAD_IOWAIT_PCT] > 0)
        cpu.iowait_pct.peak = load->max[LOAD_IOWAIT_PCT];
    if (load->seen[LOAD_RUN_QUEUE] > 0)
        cpu.run_queue.peak = load->max[LOAD_RUN_QUEUE];
    return cpu;
}

const char *
cpu_source_name(enum cpu_source source)
{
    static const char *const name[] = {
        [CPU_NONE] = NULL, [CPU_IOSTAT] = "iostat", [CPU_AWR] = "awr", [CPU_LOG] = "log"};
    return name[source];
}
