#include "awr_sections.h"
#include "html_table.h"
#include "number_text.h"

#define MIB (1024.0 * 1024.0)
#define TOP_EVENTS 10

static const char *const no_headers[] = {NULL};

/* One line of the load profile: per second, and per transaction, execution and call where the report has them. */
static void
profile_row(struct html_table *table, const struct awr_figures *f, const char *label, double total, bool per_call)
{
    html_row_open(table, label);
    html_cell_grouped(table, total / f->elapsed_s, 1);
    html_cell_grouped(table, total / f->transactions, 1);
    if (per_call) {
        html_cell_grouped(table, total / f->executions, 2);
        html_cell_grouped(table, total / f->user_calls, 2);
    } else {
        html_cell(table, NULL);
        html_cell(table, NULL);
    }
    html_row_close(table);
}

static void
load_profile(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"", "Per Second", "Per Transaction", "Per Exec", "Per Call", NULL};
    const struct {
        const char *label;
        double total;
        bool per_call;
    } rows[] = {
        {"DB Time(s):", f->db_time_s, true},
        {"DB CPU(s):", f->db_cpu_s, true},
        {"Background CPU(s):", f->background_cpu_s, true},
        {"Redo size (bytes):", f->redo_bytes, false},
        {"Logical read (blocks):", f->logical_reads, false},
        {"Block changes:", f->block_changes, false},
        {"Physical read (blocks):", f->data_reads, false},
        {"Physical write (blocks):", f->block_writes, false},
        {"Read IO requests:", f->data_reads, false},
        {"Write IO requests:", f->block_writes, false},
        {"Read IO (MB):", f->data_reads * AWR_BLOCK_BYTES / MIB, false},
        {"Write IO (MB):", f->block_writes * AWR_BLOCK_BYTES / MIB, false},
        {"IM scan rows:", 0, false},
        {"Session Logical Read IM:", 0, false},
        {"User calls:", f->user_calls, false},
        {"Parses (SQL):", f->parses, false},
        {"Hard parses (SQL):", f->hard_parses, false},
        {"SQL Work Area (MB):", f->elapsed_s * 0.2, false},
        {"Logons:", f->logons, false},
        {"User logons:", 0, false},
        {"Executes (SQL):", f->executions, false},
        {"Rollbacks:", 0, false},
    };
    html_section(out, "<a class=\"awr\" name=\"99999\"></a>Report Summary");
    html_label(out, "Load Profile");
    struct html_table table;
    html_table_open(&table, out, "This table displays load profile", headers);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        profile_row(&table, f, rows[i].label, rows[i].total, rows[i].per_call);
    html_row_open(&table, "Transactions:");
    html_cell_grouped(&table, f->transactions / f->elapsed_s, 1);
    for (int i = 0; i < 3; i++)
        html_cell(&table, NULL);
    html_row_close(&table);
    html_table_close(&table);
}

static void
efficiency(GString *out, const struct awr_figures *f)
{
    const struct {
        const char *left;
        double left_pct;
        const char *right;
        double right_pct;
    } rows[] = {
        {"Buffer Nowait %:", 100, "Redo NoWait %:", 100},
        {"Buffer  Hit   %:", 100 * (1 - f->data_reads / f->logical_reads), "In-memory Sort %:", 100},
        {"Library Hit   %:", 99.98, "Soft Parse %:", 97.5},
        {"Execute to Parse %:", 100 * (1 - f->parses / f->executions), "Latch Hit %:", 99.99},
        {"Parse CPU to Parse Elapsd %:", 88.24, "% Non-Parse CPU:", 99.97},
    };
    html_label(out, "\nInstance Efficiency Percentages (Target 100%)\n");
    struct html_table table;
    html_table_open(&table, out, "This table displays instance efficiency percentages", no_headers);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        html_row_open(&table, rows[i].left);
        html_cell_fixed(&table, rows[i].left_pct, 2);
        html_cell(&table, rows[i].right);
        html_cell_fixed(&table, rows[i].right_pct, 2);
        html_row_close(&table);
    }
    html_row_open(&table, "Flash Cache Hit %:");
    html_cell_fixed(&table, 0, 2);
    html_row_close(&table);
    html_table_close(&table);
}

static void
top_event_row(struct html_table *table, const struct awr_figures *f, const struct awr_wait *wait)
{
    html_row_open(table, wait->name);
    html_cell_grouped(table, wait->waits, 0);
    html_cell_short(table, wait->time_s);
    html_cell_duration(table, awr_wait_average_us(wait));
    html_cell_short(table, 100 * wait->time_s / f->db_time_s);
    html_cell(table, wait->wait_class);
    html_row_close(table);
}

static void
top_events(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {
        "Event", "Waits", "Total Wait Time (sec)", "Avg Wait", "% DB time", "Wait Class", NULL};
    html_label(out, "Top 10 Foreground Events by Total Wait Time");
    struct html_table table;
    html_table_open(&table, out, "This table displays top 10 wait events by total wait time", headers);
    bool cpu_shown = false;
    guint next = 0;
    while (table.rows < TOP_EVENTS) {
        const struct awr_wait *wait =
            next < f->foreground->len ? &g_array_index(f->foreground, struct awr_wait, next) : NULL;
        bool ended = !wait || wait->idle;
        if (!cpu_shown && (ended || wait->time_s < f->db_cpu_s)) {
            html_row_open(&table, "DB CPU");
            html_cell(&table, NULL);
            html_cell_short(&table, f->db_cpu_s);
            html_cell(&table, NULL);
            html_cell_short(&table, 100 * f->db_cpu_s / f->db_time_s);
            html_cell(&table, NULL);
            html_row_close(&table);
            cpu_shown = true;
        } else if (ended) {
            break;
        } else {
            top_event_row(&table, f, wait);
            next++;
        }
    }
    html_table_close(&table);
}

/* The cells of waits and average are empty for DB CPU. */
static void
class_row(struct html_table *table, const struct awr_figures *f, const struct awr_wait *sum)
{
    html_row_open(table, sum->name);
    if (sum->wait_class)
        html_cell_grouped(table, sum->waits, 0);
    else
        html_cell(table, NULL);
    html_cell_grouped(table, sum->time_s, 0);
    html_cell_duration(table, awr_wait_average_us(sum));
    html_cell_short(table, 100 * sum->time_s / f->db_time_s);
    html_cell_fixed(table, sum->time_s / f->elapsed_s, 1);
    html_row_close(table);
}

static void
wait_classes(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {
        "Wait Class", "Waits", "Total Wait Time (sec)", "Avg Wait Time", "% DB time", "Avg Active Sessions", NULL};
    g_autoptr(GArray) classes = awr_figures_classes(f, true);
    html_label(out, "Wait Classes by Total Wait Time");
    struct html_table table;
    html_table_open(&table, out, "This table displays wait class statistics ordered by total wait time", headers);
    for (guint i = 0; i < classes->len; i++)
        class_row(&table, f, &g_array_index(classes, struct awr_wait, i));
    html_table_close(&table);
}

static void
cpu_tables(GString *out, const struct awr_figures *f)
{
    static const char *const host[] = {"CPUs", "Cores", "Sockets", "Load Average Begin", "Load Average End", "%User",
        "%System", "%WIO", "%Idle", NULL};
    static const char *const instance[] = {
        "%Total CPU", "%Busy CPU", "%DB time waiting for CPU (Resource Manager)", NULL};
    double total_pct = 100 * (f->db_cpu_s + f->background_cpu_s) / (f->elapsed_s * SLOB_CPUS);
    html_label(out, "\nHost CPU\n");
    struct html_table table;
    html_table_open(&table, out, "This table displays system load statistics", host);
    html_row_open(&table, G_STRINGIFY(SLOB_CPUS));
    html_cell_fixed(&table, SLOB_CPUS / 2, 0);
    html_cell_fixed(&table, 1, 0);
    html_cell_fixed(&table, awr_load_average(f, false), 2);
    html_cell_fixed(&table, awr_load_average(f, true), 2);
    html_cell_fixed(&table, f->device.user_pct, 1);
    html_cell_fixed(&table, f->device.system_pct, 1);
    html_cell_fixed(&table, f->device.iowait_pct, 1);
    html_cell_fixed(&table, f->device.iowait_pct + f->device.idle_pct, 1);
    html_row_close(&table);
    html_table_close(&table);

    html_label(out, "\nInstance CPU\n");
    html_table_open(&table, out, "This table displays CPU usage and wait statistics", instance);
    g_autoptr(GString) first = g_string_new(NULL);
    text_fixed(first, total_pct, 1, 0);
    html_row_open(&table, first->str);
    html_cell_fixed(&table, 100 * total_pct / (f->device.user_pct + f->device.system_pct), 1);
    html_cell_fixed(&table, 0, 1);
    html_row_close(&table);
    html_table_close(&table);
}

static void
io_profile(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"", "Read+Write Per Second", "Read per Second", "Write Per Second", NULL};
    double redo_mib = f->redo_blocks * AWR_REDO_BLOCK_BYTES / MIB;
    const struct {
        const char *label;
        double read, write;
    } rows[] = {
        {"Total Requests:", f->reads, f->writes},
        {"Database Requests:", f->data_reads, f->block_writes},
        {"Optimized Requests:", 0, 0},
        {"Redo Requests:", 0, f->redo_writes},
        {"Total (MB):", f->read_bytes / MIB, f->write_bytes / MIB},
        {"Database (MB):", f->data_reads * AWR_BLOCK_BYTES / MIB, f->block_writes * AWR_BLOCK_BYTES / MIB},
        {"Optimized Total (MB):", 0, 0},
        {"Redo (MB):", 0, redo_mib},
        {"Database (blocks):", f->data_reads, f->block_writes},
        {"Via Buffer Cache (blocks):", f->data_reads, f->block_writes},
        {"Direct (blocks):", 0, 0},
    };
    html_label(out, "IO Profile");
    struct html_table table;
    html_table_open(&table, out, "This table displays IO profile", headers);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        html_row_open(&table, rows[i].label);
        html_cell_grouped(&table, (rows[i].read + rows[i].write) / f->elapsed_s, 1);
        html_cell_grouped(&table, rows[i].read / f->elapsed_s, 1);
        html_cell_grouped(&table, rows[i].write / f->elapsed_s, 1);
        html_row_close(&table);
    }
    html_table_close(&table);
}

static void
memory_tables(GString *out)
{
    static const char *const memory[] = {"", "Begin", "End", NULL};
    static const char *const cache[] = {"", "Begin", "End", "", "", NULL};
    static const struct {
        const char *label, *begin, *end, *label2, *value2;
    } memory_rows[] =
        {
            {"Host Mem (MB):", "262,144.0", "262,144.0", NULL, NULL},
            {"SGA use (MB):", "4,096.0", "4,096.0", NULL, NULL},
            {"PGA use (MB):", "512.6", "514.1", NULL, NULL},
            {"% Host Mem used for SGA+PGA:", "1.76", "1.76", NULL, NULL},
        },
      cache_rows[] = {
          {"Buffer Cache:", "192M", "192M", "Std Block Size:", "8K"},
          {"Shared Pool Size:", "3,584M", "3,584M", "Log Buffer:", "131,072K"},
          {"In-Memory Area:", "0M", "0M", NULL, NULL},
      };
    html_label(out, "\nMemory Statistics\n");
    struct html_table table;
    html_table_open(&table, out, "This table displays memory statistics", memory);
    for (gsize i = 0; i < G_N_ELEMENTS(memory_rows); i++) {
        html_row_open(&table, memory_rows[i].label);
        html_cell(&table, memory_rows[i].begin);
        html_cell(&table, memory_rows[i].end);
        html_row_close(&table);
    }
    html_table_close(&table);

    html_label(out, "\nCache Sizes\n");
    html_table_open(&table, out,
        "This table displays cache sizes and other statistics for\n                    different types of cache",
        cache);
    for (gsize i = 0; i < G_N_ELEMENTS(cache_rows); i++) {
        html_row_open(&table, cache_rows[i].label);
        html_cell(&table, cache_rows[i].begin);
        html_cell(&table, cache_rows[i].end);
        if (cache_rows[i].label2) {
            html_cell(&table, cache_rows[i].label2);
            html_cell(&table, cache_rows[i].value2);
        }
        html_row_close(&table);
    }
    html_table_close(&table);
}

void
awr_section_summary(GString *out, const struct awr_figures *f)
{
    load_profile(out, f);
    efficiency(out, f);
    top_events(out, f);
    wait_classes(out, f);
    cpu_tables(out, f);
    io_profile(out, f);
    memory_tables(out);
}
