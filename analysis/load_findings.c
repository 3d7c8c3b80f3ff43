#include "load_findings.h"

#include "load_devices.h"
#include "note.h"
#include "remarks.h"

#include <string.h>

struct load_finding *
load_finding_new(enum load_kind kind, char *name)
{
    const struct coincidence none = {NAN, NAN, NAN, NAN};
    struct load_finding *load = g_new0(struct load_finding, 1);
    load->kind = kind;
    load->name = name;
    load->windows = g_array_new(FALSE, TRUE, sizeof(struct steady_window));
    load->cpu = g_array_new(FALSE, TRUE, sizeof(struct cpu_load));
    load->demand = demand_none();
    load->coincidence_iops = load->coincidence_mib_s = none;
    load->coverage.first_s = load->coverage.last_s = CAPTURE_NO_TIME;
    load->averaging = (struct averaging){0, CAPTURE_NO_TIME, NAN, NAN, NAN, NAN, NAN};
    return load;
}

void
load_finding_free(void *data)
{
    struct load_finding *load = data;
    g_clear_pointer(&load->series, series_free);
    g_clear_pointer(&load->awr_series, awr_series_free);
    g_clear_pointer(&load->remarks, g_array_unref);
    g_clear_pointer(&load->checks, g_array_unref);
    g_clear_pointer(&load->parts, g_ptr_array_unref);
    g_array_unref(load->windows);
    g_array_unref(load->cpu);
    g_free(load->name);
    g_free(load);
}

static bool
has_samples(const struct run *run)
{
    for (guint i = 0; i < run->captures->len; i++) {
        const struct capture *capture = g_ptr_array_index(run->captures, i);
        if (capture->reports->len > capture->since_boot_reports)
            return true;
    }
    return false;
}

/* A log whose windows are a ladder is no demand. */
static bool
add_ladder_of_log(struct findings *findings, const struct run *run, struct series *series, GArray *windows)
{
    if (isfinite(run->concurrency))
        return false;
    struct ladder *ladder = ladder_of_log(run, series, windows, findings->latency_ceiling_ms, findings->notes);
    if (ladder)
        g_ptr_array_add(findings->ladders, ladder);
    return ladder != NULL;
}

/* Of each steady window; without one, of the whole log. */
static GArray *
check_windows(struct findings *findings, const struct load_finding *load)
{
    GArray *checks = g_array_new(FALSE, FALSE, sizeof(struct window_check));
    g_autoptr(GPtrArray) notes = notes_new();
    for (guint i = 0; i < MAX(load->windows->len, 1); i++) {
        struct steady_window window = {.start = 0, .end = load->series->n};
        if (i < load->windows->len)
            window = g_array_index(load->windows, struct steady_window, i);
        struct window_check check = window_check_of(load->series, window.start, window.end);
        window_check_remarks(load->remarks, &check);
        window_check_notes(notes, load->name, &check);
        g_array_append_val(checks, check);
    }
    notes_append(findings->notes, notes, NULL);
    return checks;
}

static void
add_load(struct findings *findings, const struct run *run)
{
    if (!has_samples(run))
        return;
    g_autoptr(GPtrArray) notes = notes_new();
    struct series *series = run_series(run, findings->layer, notes);
    notes_append(findings->notes, notes, NULL);
    if (!series)
        return;
    struct steady_account account;
    g_autoptr(GArray) windows =
        steady_windows_accounted(&account, series->iops, series->latency_ms, series->n, series->interval_s);
    if (add_ladder_of_log(findings, run, series, windows))
        return;
    struct load_finding *load = load_finding_new(LOAD_LOG, g_strdup(run->label));
    load->run = run;
    load->host = run->captures->len > 0 ? ((const struct capture *)g_ptr_array_index(run->captures, 0))->host : NULL;
    load->series = series;
    g_array_unref(load->windows);
    load->windows = g_steal_pointer(&windows);
    load->remarks = remarks_new();
    remarks_of_series(load->remarks, series, load->windows, &account);
    load->checks = check_windows(findings, load);
    load->demand = demand_of_series(series);
    g_ptr_array_add(findings->loads, load);
}

void
findings_add_loads(struct findings *findings, const GPtrArray *runs, GPtrArray *lone_reports)
{
    for (guint i = 0; i < runs->len; i++) {
        const struct run *run = g_ptr_array_index(runs, i);
        add_load(findings, run);
        for (guint r = 0; r < run->awrs->len && !has_samples(run); r++)
            g_ptr_array_add(lone_reports, g_ptr_array_index(run->awrs, r));
    }
}

/* Folder and stem of a path: up to the first dot of its name. */
static size_t
stem_len(const char *path)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    const char *dot = strchr(name, '.');
    return dot ? (size_t)(dot - path) : strlen(path);
}

static size_t
folder_len(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

/* A log of CPUs, with the names that tell which load it is of. */
struct cpu_log {
    const struct input *input;
    char *stem, *folder;
};

/* What is looked up for each load: many logs of storage and of CPUs may lie in one folder. */
struct cpu_logs {
    GArray *logs;                /* struct cpu_log, in the order of the inputs */
    GHashTable *loads_of_folder; /* folder -> number of loads that have their first log there */
};

static void
cpu_log_clear(void *data)
{
    struct cpu_log *log = data;
    g_free(log->stem);
    g_free(log->folder);
}

static struct cpu_logs
cpu_logs_of(const struct findings *findings)
{
    struct cpu_logs all = {g_array_new(FALSE, FALSE, sizeof(struct cpu_log)),
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    g_array_set_clear_func(all.logs, cpu_log_clear);
    for (guint i = 0; i < findings->inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(findings->inputs->input, i);
        if (!input->load)
            continue;
        struct cpu_log log = {
            input, g_strndup(input->path, stem_len(input->path)), g_strndup(input->path, folder_len(input->path))};
        g_array_append_val(all.logs, log);
    }
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        if (!load->run || load->run->captures->len == 0)
            continue;
        const char *path = ((const struct capture *)g_ptr_array_index(load->run->captures, 0))->path;
        char *folder = g_strndup(path, folder_len(path));
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(all.loads_of_folder, folder));
        g_hash_table_replace(all.loads_of_folder, folder, GUINT_TO_POINTER(count + 1));
    }
    return all;
}

static void
cpu_logs_clear(struct cpu_logs *all)
{
    g_array_unref(all->logs);
    g_hash_table_unref(all->loads_of_folder);
}

static void
take_cpu(struct load_finding *load, struct cpu_load cpu)
{
    if (cpu.source != CPU_NONE)
        g_array_append_val(load->cpu, cpu);
}

/* A log of CPUs is of the load whose log it shares the stem with, or the folder, where there is but one. */
static void
add_cpu_logs(const struct cpu_logs *all, struct load_finding *load)
{
    if (all->logs->len == 0)
        return;
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < load->run->captures->len; i++) {
        const char *path = ((const struct capture *)g_ptr_array_index(load->run->captures, i))->path;
        g_hash_table_add(names, g_strndup(path, stem_len(path)));
        g_hash_table_add(folders, g_strndup(path, folder_len(path)));
    }
    for (guint i = 0; i < all->logs->len; i++) {
        const struct cpu_log *log = &g_array_index(all->logs, struct cpu_log, i);
        guint loads = GPOINTER_TO_UINT(g_hash_table_lookup(all->loads_of_folder, log->folder));
        if (g_hash_table_contains(names, log->stem) || (loads == 1 && g_hash_table_contains(folders, log->folder)))
            take_cpu(load, cpu_load_of_log(log->input->load, log->input->path));
    }
}

static void
add_cpu(const struct cpu_logs *all, struct load_finding *load)
{
    int64_t then_s = load->demand.at[DEMAND_AT_PEAK_IOPS].end_s;
    if (load->run)
        take_cpu(load, cpu_load_of_captures(load->run->captures, then_s));
    if (load->awr_series) {
        const struct awr_interval *then = awr_series_at(load->awr_series, then_s);
        take_cpu(load, cpu_load_of_awr(load->awr_series, then ? then->end_s : CAPTURE_NO_TIME));
    }
    if (load->run)
        add_cpu_logs(all, load);
}

/* Reports of one database beside a log; NULL where they are of several, or hold no rates. */
static struct awr_series *
awr_beside(const struct run *run)
{
    const char *database = NULL;
    for (guint i = 0; i < run->awrs->len; i++) {
        const struct awr *awr = g_ptr_array_index(run->awrs, i);
        if (i > 0 && g_strcmp0(database, awr->db_name) != 0)
            return NULL;
        database = awr->db_name;
    }
    g_autoptr(AwrSeries) series = awr_series_new(run->awrs);
    return series->intervals->len > 0 ? g_steal_pointer(&series) : NULL;
}

/* What was made of the reports, where it is not one report after the other. */
static void
note_awr_series(struct findings *findings, const struct load_finding *load)
{
    const struct awr_series *series = load->awr_series;
    g_autoptr(GPtrArray) notes = notes_new();
    if (series->repeated > 0)
        notes_add(notes, NOTE_INFO, "awr-repeated", 0,
            "reports that say nothing new (the same instance and interval, or replaced by the whole cluster's): %u of "
            "%u, not counted again",
            series->repeated, series->reports);
    if (series->overlapped > 0)
        notes_add(notes, NOTE_INFO, "awr-overlap", 0,
            "intervals that finer reports cover: %u; the finer ones count, and of the longer one what is left",
            series->overlapped);
    if (series->incomplete > 0)
        notes_add(notes, NOTE_WARNING, "awr-incomplete", 0,
            "intervals that lack the report of an instance which others have: %u; the load there is that of the "
            "instances reported",
            series->incomplete);
    if (series->gaps > 0)
        notes_add(notes, NOTE_WARNING, "awr-gap", 0,
            "holes between the intervals, where snapshots or reports are missing: %u, %.1f h in all; what was needed "
            "then is not known",
            series->gaps, series->gap_s / 3600);
    if (series->restarts > 0)
        notes_add(notes, NOTE_INFO, "awr-restart", 0,
            "instance starts between the intervals: %u; no interval spans one", series->restarts);
    notes_append(findings->notes, notes, load->name);
}

static void
finish_load(struct findings *findings, const struct cpu_logs *cpu_logs, struct load_finding *load)
{
    if (load->kind == LOAD_LOG) {
        load_group_devices(load, findings->layer, findings->inputs->host);
        load->awr_series = awr_beside(load->run);
    }
    if (load->series) {
        load->coverage = coverage_of_series(load->series);
        load->averaging = averaging_of_series(load->series, &load->demand, load->awr_series);
    } else if (load->awr_series) {
        load->coverage = coverage_of_awr(load->awr_series);
    }
    if (load->kind == LOAD_AWR)
        note_awr_series(findings, load);
    add_cpu(cpu_logs, load);
}

void
findings_finish_loads(struct findings *findings)
{
    struct cpu_logs cpu_logs = cpu_logs_of(findings);
    for (guint i = 0; i < findings->loads->len; i++)
        finish_load(findings, &cpu_logs, g_ptr_array_index(findings->loads, i));
    cpu_logs_clear(&cpu_logs);
}
