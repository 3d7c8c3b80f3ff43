/* CPU beside storage, at the same percentiles: how busy the host was, and the database in it.
 *
 *     struct cpu_load cpu = cpu_load_of_awr(series, demand.at[DEMAND_AT_PEAK_IOPS].end_s);
 *     cpu.active_sessions.p95 / cpu.cores
 */
#pragma once

#include "capture.h"
#include "demand_awr.h"
#include "load_log.h"

enum cpu_source { CPU_NONE, CPU_IOSTAT, CPU_AWR, CPU_LOG /* vmstat, mpstat, sar */ };

/* Figures not known are NAN, counts of CPUs too. Percentiles: of the samples (60 s means where the log is long enough),
 * of AWR over its intervals as for the demand. A log of vmstat, mpstat or sar gives means and peaks only. */
struct cpu_load {
    enum cpu_source source;
    const char *name; /* of the source: the path of a log; borrowed, NULL for AWR */
    size_t steps;
    double step_s;                  /* NAN: not known */
    double cpus, cores;             /* CPUs as the system counts them (threads); of all hosts of a cluster together */
    struct demand_figures busy_pct; /* of all CPUs, waiting for I/O is not busy */
    struct demand_figures iowait_pct;
    struct demand_figures busy_cpus;       /* busy_pct of cpus */
    struct demand_figures db_cpus;         /* DB CPU / elapsed */
    struct demand_figures active_sessions; /* DB time / elapsed */
    struct demand_figures run_queue;
    double busy_pct_then; /* when the storage was at its peak IOPS; NAN: not known */
};

/* Source CPU_NONE where there is nothing of CPUs. `captures`: struct capture * of one host, by first stamp. `then_s`:
 * the stamp at which the storage was at its peak; CAPTURE_NO_TIME: not known. */
struct cpu_load cpu_load_of_captures(const GPtrArray *captures, int64_t then_s);
struct cpu_load cpu_load_of_awr(const struct awr_series *series, int64_t then_s);
struct cpu_load cpu_load_of_log(const struct load_log *load, const char *path);

/* "iostat", "awr", "log"; NULL for none. */
const char *cpu_source_name(enum cpu_source source);
