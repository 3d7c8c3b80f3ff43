#include "storage_figures.h"

#include "waits.h"

#include <string.h>

static double
db_cpu_share(const struct awr *awr)
{
    for (guint i = 0; i < awr->top_events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(awr->top_events, i);
        double share = wait_share_of_line(awr, event);
        if (wait_is_cpu(event) && isfinite(share))
            return share;
    }
    if (isfinite(awr->db_cpu_time_s) && awr->db_time_min > 0)
        return 100 * awr->db_cpu_time_s / (60 * awr->db_time_min);
    return awr->load.db_time_s > 0 ? 100 * awr->load.db_cpu_s / awr->load.db_time_s : NAN;
}

/* Time spent waiting for I/O is idle CPU time: it is not counted as busy. */
static double
busy_pct(const struct awr_host_cpu *cpu)
{
    return isfinite(cpu->user_pct) && isfinite(cpu->system_pct) ? cpu->user_pct + cpu->system_pct : 100 - cpu->idle_pct;
}

static double
os_figure(const struct awr *awr, const char *name)
{
    const double *value = g_hash_table_lookup(awr->os_statistics, name);
    return value ? *value : NAN;
}

/* Of the busiest host; *out_mean_pct of all of them. */
static double
host_cpu_pct(const struct awr *awr, double *out_mean_pct)
{
    double busiest = busy_pct(&awr->host_cpu), sum = 0, cpus = 0;
    for (guint i = 0; i < awr->nodes->len && isnan(busiest); i++) {
        const struct awr_node *node = g_ptr_array_index(awr->nodes, i);
        double busy = busy_pct(&node->host_cpu);
        if (isnan(busy) && node->busy_s + node->idle_s > 0)
            busy = 100 * node->busy_s / (node->busy_s + node->idle_s);
        if (!isfinite(busy))
            continue;
        sum += MAX(node->cpus, 1) * busy;
        cpus += MAX(node->cpus, 1);
        *out_mean_pct = fmax(*out_mean_pct, busy); /* the highest, until all are seen */
    }
    if (cpus > 0) {
        busiest = *out_mean_pct;
        *out_mean_pct = sum / cpus;
        return busiest;
    }
    double busy = os_figure(awr, "BUSY_TIME"), idle = os_figure(awr, "IDLE_TIME");
    if (isnan(busiest) && busy + idle > 0)
        busiest = 100 * busy / (busy + idle);
    *out_mean_pct = busiest;
    return busiest;
}

static double
queue_per_core(const struct awr_host_cpu *cpu, int cores, int cpus)
{
    int count = cores > 0 ? cores : cpus;
    double begin = cpu->load_average_begin, end = cpu->load_average_end;
    double load = isnan(begin) ? end : isnan(end) ? begin : (begin + end) / 2;
    return count > 0 ? load / count : NAN;
}

static double
run_queue(const struct awr *awr)
{
    double longest = queue_per_core(&awr->host_cpu, awr->cores, awr->cpus);
    for (guint i = 0; i < awr->nodes->len; i++) {
        const struct awr_node *node = g_ptr_array_index(awr->nodes, i);
        longest = fmax(longest, queue_per_core(&node->host_cpu, node->cores, node->cpus));
    }
    return longest;
}

static double
per_s(const struct awr *awr, const char *name)
{
    const struct awr_statistic *statistic = awr_statistic_named(awr, name);
    return statistic ? statistic->per_s : NAN;
}

static double
cache_hit_pct(const struct awr *awr)
{
    double gets = per_s(awr, "consistent gets from cache") + per_s(awr, "db block gets from cache");
    double reads = per_s(awr, "physical reads cache");
    return gets > 0 && reads <= gets ? 100 * (1 - reads / gets) : NAN;
}

/* Background waits stand in a list of their own, but for reports that mix them. */
static const struct awr_event *
log_write(const struct awr *awr)
{
    const struct awr_event *event = awr_event_named(awr->background_events, "log file parallel write");
    return event ? event : awr_event_named(awr->events, "log file parallel write");
}

static double
log_write_share(const struct awr *awr)
{
    const struct awr_event *event = log_write(awr);
    guint writers = MAX(awr->report == AWR_RAC ? awr->instances->len : 1, 1);
    return event && awr->elapsed_min > 0 ? 100 * event->time_s / (60 * awr->elapsed_min * writers) : NAN;
}

/* CPU and all waits of the foreground, without idle ones; only where they are listed whole. */
static double
accounted_share(const struct awr *awr, double cpu_pct)
{
    double sum = cpu_pct;
    if (awr->wait_classes->len <= 1)
        return NAN;
    for (guint i = 0; i < awr->wait_classes->len; i++) {
        const struct awr_event *line = g_ptr_array_index(awr->wait_classes, i);
        double share = wait_share_of_line(awr, line);
        if (!wait_is_cpu(line) && isfinite(share) && g_ascii_strcasecmp(line->name, "Idle") != 0)
            sum += share;
    }
    return sum;
}

static double
active_sessions(const struct awr *awr)
{
    return awr->elapsed_min > 0 && isfinite(awr->db_time_min) ? awr->db_time_min / awr->elapsed_min
                                                              : awr->load.db_time_s;
}

static void
set_share(struct storage_figures *out, enum storage_test_index at, struct wait_share share)
{
    out->value[at] = share.pct;
    out->is_least[at] = share.is_least;
}

/* Events that are not listed took no time where the table of classes has none for theirs. */
static void
set_event(struct storage_figures *out, enum storage_test_index at, const struct awr *awr, enum wait_class wait_class,
    const char *a, const char *b)
{
    const char *const names[] = {a, b, NULL};
    struct wait_share share = wait_share_of_events(awr, names), whole = wait_share_of_class(awr, wait_class);
    if (isnan(share.pct) && whole.pct == 0 && !whole.is_least)
        share = (struct wait_share){.pct = 0, .avg_ms = NAN};
    set_share(out, at, share);
}

static void
set_waits(struct storage_figures *out, const struct awr *awr)
{
    static const char *const sync[] = {"log file sync", NULL};
    struct wait_share log_sync = wait_share_of_events(awr, sync);
    set_share(out, TEST_USER_IO, wait_share_of_class(awr, WAIT_USER_IO));
    set_share(out, TEST_SYSTEM_IO, wait_share_of_class(awr, WAIT_SYSTEM_IO));
    set_share(out, TEST_CLUSTER, wait_share_of_class(awr, WAIT_CLUSTER));
    struct wait_share locks = wait_share_of_class(awr, WAIT_CONCURRENCY),
                      rows = wait_share_of_class(awr, WAIT_APPLICATION);
    out->value[TEST_CONCURRENCY] = isnan(locks.pct) ? rows.pct : isnan(rows.pct) ? locks.pct : locks.pct + rows.pct;
    out->is_least[TEST_CONCURRENCY] = locks.is_least || rows.is_least;
    set_share(out, TEST_LOG_SYNC, log_sync);
    out->value[TEST_LOG_SYNC_MS] = log_sync.avg_ms;
    set_event(out, TEST_RESOURCE_MANAGER, awr, WAIT_SCHEDULER, "resmgr:*", NULL);
    set_event(out, TEST_LOG_SPACE, awr, WAIT_CONFIGURATION, "log file switch*", "log buffer space");
    set_event(out, TEST_FREE_BUFFERS, awr, WAIT_CONFIGURATION, "free buffer waits", NULL);
    set_event(out, TEST_BUFFER_BUSY, awr, WAIT_CONCURRENCY, "buffer busy waits", NULL);
}

struct storage_figures
storage_figures_of(const struct awr *awr, const struct storage_beside *beside)
{
    struct storage_figures out = {.top_wait = wait_on_top(awr), .mean_host_cpu_pct = NAN};
    for (size_t i = 0; i < STORAGE_TESTS; i++)
        out.value[i] = NAN;
    const struct awr_event *top = out.top_wait, *write = log_write(awr);
    if (top)
        out.value[TEST_TOP_WAIT] = wait_class_of(top) == WAIT_USER_IO ? wait_share_of_line(awr, top) : 0;
    set_waits(&out, awr);
    out.value[TEST_DB_CPU] = db_cpu_share(awr);
    out.value[TEST_HOST_CPU] = host_cpu_pct(awr, &out.mean_host_cpu_pct);
    out.value[TEST_ACCOUNTED] = accounted_share(awr, out.value[TEST_DB_CPU]);
    out.value[TEST_ACTIVE_SESSIONS] = active_sessions(awr);
    out.value[TEST_RUN_QUEUE] = run_queue(awr);
    out.value[TEST_LOG_WRITE] = log_write_share(awr);
    out.value[TEST_LOG_WRITE_MS] = write ? write->avg_wait_ms : NAN;
    out.value[TEST_CACHE_HIT] = cache_hit_pct(awr);
    out.value[TEST_IOWAIT] = awr->host_cpu.iowait_pct;
    out.value[TEST_LOG_IOWAIT] = beside ? beside->log_iowait_pct : NAN;
    return out;
}
