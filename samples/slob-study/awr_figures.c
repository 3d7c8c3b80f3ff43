#include "awr_figures.h"

#include <string.h>

/* What a session's wait takes on top of the device's latency, in microseconds: system call, scheduling, timing. */
#define WAIT_OVERHEAD_US 1.5
/* DB CPU of a mixed load; of a read-only one it is what the waits leave of DB time. */
#define CPU_US_PER_READ 9.5
#define CPU_US_PER_UPDATE 45.0
#define BACKGROUND_CPU_US_PER_WRITE 6.0
#define BACKGROUND_CPU_BASE 0.02 /* of one CPU */

#define INDEX_GETS_PER_OPERATION 3 /* root, branch and leaf, all in the cache */
#define GETS_PER_UPDATE 2.2
#define CHANGES_PER_UPDATE 2.05
#define DBWR_BATCH 12
#define FLOOR_SHARE 0.75 /* of a wait's mean that is its floor */

double
awr_wait_average_us(const struct awr_wait *wait)
{
    return wait->waits > 0 ? wait->time_s * 1e6 / wait->waits : 0;
}

static double
rounded(double value)
{
    return (double)(uint64_t)(value + 0.5);
}

static void
add_wait(GArray *waits, const char *name, const char *wait_class, double count, double average_us)
{
    count = rounded(count);
    if (count < 1)
        return;
    struct awr_wait wait = {.name = name,
        .wait_class = wait_class,
        .waits = count,
        .time_s = count * average_us / 1e6,
        .floor_us = FLOOR_SHARE * average_us,
        .idle = !wait_class};
    g_array_append_val(waits, wait);
}

static int
compare_waits(gconstpointer a, gconstpointer b)
{
    const struct awr_wait *left = a, *right = b;
    if (left->idle != right->idle)
        return left->idle ? 1 : -1;
    if (left->time_s != right->time_s)
        return left->time_s > right->time_s ? -1 : 1;
    return strcmp(left->name, right->name);
}

static double
busy_wait_time(const GArray *waits)
{
    double sum = 0;
    for (guint i = 0; i < waits->len; i++) {
        const struct awr_wait *wait = &g_array_index(waits, struct awr_wait, i);
        if (!wait->idle)
            sum += wait->time_s;
    }
    return sum;
}

/* Requests and bytes: the device's sums, split. What is written beside DBWR's whole blocks and the control file is
 * redo. */
static void
figures_of_io(struct awr_figures *f)
{
    const struct model_workload *workload = f->run->model->workload;
    f->reads = f->device.reads;
    f->writes = f->device.writes;
    f->read_bytes = f->reads * AWR_BLOCK_BYTES;
    f->write_bytes = rounded(f->device.write_kib * 1024 / AWR_REDO_BLOCK_BYTES) * AWR_REDO_BLOCK_BYTES;
    f->control_reads = rounded(f->elapsed_s * 2);
    f->data_reads = f->reads - f->control_reads;
    f->control_writes = rounded(f->elapsed_s / 2);
    double rest = f->writes - f->control_writes;
    bool updates = workload->write_share > 0;
    f->redo_writes = updates ? rounded(rest * SLOB_REDO_WRITE_SHARE) : rest;
    f->block_writes = rest - f->redo_writes;
    f->undo_writes = rounded(
        f->block_writes * SLOB_UNDO_BLOCK_WRITE_SHARE / (SLOB_DATA_BLOCK_WRITE_SHARE + SLOB_UNDO_BLOCK_WRITE_SHARE));
    double redo_written = f->write_bytes - (f->block_writes + f->control_writes) * AWR_BLOCK_BYTES;
    f->redo_blocks = redo_written / AWR_REDO_BLOCK_BYTES;
    f->redo_bytes = redo_written - f->redo_writes * AWR_REDO_BLOCK_BYTES / 2; /* half a block of a write is wasted */
}

static void
figures_of_work(struct awr_figures *f)
{
    f->operations = rounded(f->data_reads / SLOB_WORK_UNIT);
    f->updated_blocks = f->block_writes - f->undo_writes;
    f->transactions = rounded(f->updated_blocks / SLOB_WORK_UNIT) + rounded(f->elapsed_s / 10);
    f->executions = f->operations + rounded(f->elapsed_s * 6);
    f->user_calls = f->run->plan.sessions + rounded(f->elapsed_s);
    f->recursive_calls = f->executions + f->transactions;
    f->parses = rounded(f->elapsed_s * 4);
    f->hard_parses = rounded(f->parses / 40);
    f->logons = rounded(f->elapsed_s * 0.1);
    f->block_gets = rounded(f->updated_blocks * GETS_PER_UPDATE) + rounded(f->elapsed_s * 20);
    f->block_changes = rounded(f->updated_blocks * CHANGES_PER_UPDATE) + rounded(f->elapsed_s * 15);
    f->logical_reads = f->data_reads + f->operations * INDEX_GETS_PER_OPERATION + f->block_gets;
}

static void
foreground_waits(struct awr_figures *f)
{
    GArray *waits = f->foreground;
    double read_us = f->device.read_wait_ms * 1000 / f->reads;
    double write_us = f->device.write_wait_ms * 1000 / f->writes;
    bool updates = f->run->model->workload->write_share > 0;
    double background_reads = rounded(f->elapsed_s * 2);
    add_wait(
        waits, "db file sequential read", "User I/O", f->data_reads - background_reads, read_us + WAIT_OVERHEAD_US);
    add_wait(waits, "Disk file operations I/O", "User I/O", f->run->plan.sessions * 3, 61);
    add_wait(waits, "control file sequential read", "System I/O", f->elapsed_s / 2, read_us * 1.1);
    add_wait(waits, "SQL*Net message to client", "Network", f->user_calls, 2.1);
    add_wait(waits, "latch: cache buffers chains", "Concurrency", f->operations / 20000, 38);
    add_wait(waits, "PGA memory operation", "Other", f->run->plan.sessions * 12, 14);
    if (updates) {
        add_wait(waits, "log file sync", "Commit", f->transactions, 3 * write_us + 500);
        add_wait(waits, "buffer busy waits", "Concurrency", f->updated_blocks / 4000, 45);
        add_wait(waits, "log file switch completion", "Configuration", f->run->plan.sessions * 3, 21000);
    } else {
        add_wait(waits, "log file sync", "Commit", f->transactions, 3 * write_us + 120);
    }
    double left_s = f->db_time_s - busy_wait_time(waits);
    f->db_cpu_s = left_s;
    if (updates) {
        f->db_cpu_s = (f->data_reads * CPU_US_PER_READ + f->updated_blocks * CPU_US_PER_UPDATE) / 1e6;
        double average_us = 4000 + 20 * write_us;
        double count = rounded((left_s - f->db_cpu_s) * 1e6 / average_us);
        add_wait(waits, "free buffer waits", "Configuration", count, (left_s - f->db_cpu_s) * 1e6 / count);
    }
    add_wait(waits, "SQL*Net message from client", NULL, f->user_calls, 1.6e6);
    g_array_sort(waits, compare_waits);
}

static void
background_waits(struct awr_figures *f)
{
    GArray *waits = f->background;
    double read_us = f->device.read_wait_ms * 1000 / f->reads;
    double write_us = f->device.write_wait_ms * 1000 / f->writes;
    add_wait(waits, "db file parallel write", "System I/O", f->block_writes / DBWR_BATCH, write_us * 1.5);
    add_wait(waits, "db file async I/O submit", "System I/O", f->block_writes / DBWR_BATCH, 31);
    add_wait(waits, "log file parallel write", "System I/O", f->redo_writes, write_us + 12);
    add_wait(waits, "control file parallel write", "System I/O", f->control_writes / 2, write_us * 1.3);
    add_wait(waits, "control file sequential read", "System I/O", f->control_reads - rounded(f->elapsed_s / 2),
        read_us * 1.1);
    add_wait(waits, "db file sequential read", "User I/O", f->elapsed_s * 2, read_us + WAIT_OVERHEAD_US);
    add_wait(waits, "LGWR wait for redo copy", "Other", f->redo_writes / 40, 9);
    add_wait(waits, "os thread creation", "Other", f->elapsed_s / 20, 950);
    add_wait(waits, "rdbms ipc message", NULL, f->elapsed_s * 14, 2.4e6);
    add_wait(waits, "pmon timer", NULL, f->elapsed_s / 3, 3e6);
    add_wait(waits, "DIAG idle wait", NULL, f->elapsed_s * 2, 1e6);
    g_array_sort(waits, compare_waits);
    f->background_cpu_s = f->elapsed_s * BACKGROUND_CPU_BASE + f->block_writes * BACKGROUND_CPU_US_PER_WRITE / 1e6;
    f->background_s = busy_wait_time(waits) + f->background_cpu_s;
}

struct awr_figures *
awr_figures_new(const struct slob_run *run)
{
    struct awr_figures *f = g_new0(struct awr_figures, 1);
    f->run = run;
    f->device = slob_run_totals(run, run->snap_start, run->snap_end);
    f->elapsed_s = run->snap_end - run->snap_start;
    f->db_time_s = run->plan.sessions * f->elapsed_s;
    f->foreground = g_array_new(FALSE, FALSE, sizeof(struct awr_wait));
    f->background = g_array_new(FALSE, FALSE, sizeof(struct awr_wait));
    figures_of_io(f);
    figures_of_work(f);
    foreground_waits(f);
    background_waits(f);
    return f;
}

void
awr_figures_free(struct awr_figures *figures)
{
    if (!figures)
        return;
    g_array_unref(figures->foreground);
    g_array_unref(figures->background);
    g_free(figures);
}

static void
add_to_class(GArray *classes, const struct awr_wait *wait)
{
    for (guint i = 0; i < classes->len; i++) {
        struct awr_wait *sum = &g_array_index(classes, struct awr_wait, i);
        if (g_strcmp0(sum->wait_class, wait->wait_class) == 0) {
            sum->waits += wait->waits;
            sum->time_s += wait->time_s;
            return;
        }
    }
    struct awr_wait sum = {
        .name = wait->wait_class, .wait_class = wait->wait_class, .waits = wait->waits, .time_s = wait->time_s};
    g_array_append_val(classes, sum);
}

GArray *
awr_figures_classes(const struct awr_figures *figures, bool with_background)
{
    GArray *classes = g_array_new(FALSE, FALSE, sizeof(struct awr_wait));
    const GArray *lists[] = {figures->foreground, figures->background};
    for (int l = 0; l < (with_background ? 2 : 1); l++) {
        for (guint i = 0; i < lists[l]->len; i++) {
            const struct awr_wait *wait = &g_array_index(lists[l], struct awr_wait, i);
            if (!wait->idle)
                add_to_class(classes, wait);
        }
    }
    struct awr_wait cpu = {.name = "DB CPU", .time_s = figures->db_cpu_s};
    g_array_append_val(classes, cpu);
    g_array_sort(classes, compare_waits);
    return classes;
}

double
awr_wait_share_below(const struct awr_wait *wait, double us)
{
    double tail_us = awr_wait_average_us(wait) - wait->floor_us;
    if (us <= wait->floor_us)
        return 0;
    return 1 - model_exp_negative((us - wait->floor_us) / tail_us);
}

double
awr_load_average(const struct awr_figures *figures, bool at_end)
{
    const struct slob_run *run = figures->run;
    double outstanding = (figures->device.read_wait_ms + figures->device.write_wait_ms) / 1000 / figures->elapsed_s;
    double under_load_s = at_end ? run->snap_end : run->snap_start;
    return 0.35 + outstanding * (1 - model_exp_negative(under_load_s / 60));
}
