#include "awr_sections.h"
#include "html_table.h"

struct statistic {
    const char *name;
    double total;
};

static void
statistics_table(GString *out, const struct awr_figures *f, const char *title, const char *summary,
    const struct statistic *rows, gsize n)
{
    static const char *const headers[] = {"Statistic", "Total", "per Second", "per Trans", NULL};
    html_section(out, title);
    struct html_table table;
    html_table_open(&table, out, summary, headers);
    for (gsize i = 0; i < n; i++) {
        html_row_open(&table, rows[i].name);
        html_cell_grouped(&table, rows[i].total, 0);
        html_cell_grouped(&table, rows[i].total / f->elapsed_s, 2);
        html_cell_grouped(&table, rows[i].total / f->transactions, 2);
        html_row_close(&table);
    }
    html_table_close(&table);
}

static void
key_statistics(GString *out, const struct awr_figures *f)
{
    const struct statistic rows[] = {
        {"db block changes", f->block_changes},
        {"execute count", f->executions},
        {"logons cumulative", f->logons},
        {"parse count (total)", f->parses},
        {"physical reads", f->data_reads},
        {"physical writes", f->block_writes},
        {"redo size", f->redo_bytes},
        {"session logical reads", f->logical_reads},
        {"user calls", f->user_calls},
        {"user commits", f->transactions},
    };
    statistics_table(out, f, "Key Instance Activity Stats",
        "This table displays Key Instance activity statistics. For each instance, activity total, activity per second, "
        "and activity per transaction are displayed",
        rows, G_N_ELEMENTS(rows));
}

static void
all_statistics(GString *out, const struct awr_figures *f)
{
    double consistent_gets = f->logical_reads - f->block_gets;
    double block_bytes = AWR_BLOCK_BYTES;
    const struct statistic rows[] = {
        {"CPU used by this session", f->db_cpu_s * 100},
        {"DBWR undo block writes", f->undo_writes},
        {"consistent gets", consistent_gets},
        {"consistent gets from cache", consistent_gets},
        {"db block changes", f->block_changes},
        {"db block gets", f->block_gets},
        {"execute count", f->executions},
        {"free buffer requested", f->data_reads + f->undo_writes},
        {"logons cumulative", f->logons},
        {"parse count (hard)", f->hard_parses},
        {"parse count (total)", f->parses},
        {"physical read IO requests", f->data_reads},
        {"physical read bytes", f->data_reads * block_bytes},
        {"physical read total IO requests", f->reads},
        {"physical read total bytes", f->read_bytes},
        {"physical read total bytes optimized", 0},
        {"physical read total multi block requests", 0},
        {"physical reads", f->data_reads},
        {"physical reads cache", f->data_reads},
        {"physical reads direct", 0},
        {"physical write IO requests", f->block_writes},
        {"physical write bytes", f->block_writes * block_bytes},
        {"physical write total IO requests", f->writes},
        {"physical write total bytes", f->write_bytes},
        {"physical write total multi block requests", 0},
        {"physical writes", f->block_writes},
        {"physical writes direct", 0},
        {"physical writes from cache", f->block_writes},
        {"recursive calls", f->recursive_calls},
        {"redo blocks written", f->redo_blocks},
        {"redo size", f->redo_bytes},
        {"redo wastage", f->redo_blocks * AWR_REDO_BLOCK_BYTES - f->redo_bytes},
        {"redo writes", f->redo_writes},
        {"session logical reads", f->logical_reads},
        {"undo change vector size", f->redo_bytes * 0.31},
        {"user calls", f->user_calls},
        {"user commits", f->transactions},
        {"user rollbacks", 0},
    };
    statistics_table(out, f, "Instance Activity Stats",
        "This table displays Instance activity statistics. For each instance, activity total, activity per second, and "
        "activity per transaction are displayed",
        rows, G_N_ELEMENTS(rows));
}

void
awr_section_activity(GString *out, const struct awr_figures *f)
{
    html_chapter(out, "Instance Activity Statistics");
    key_statistics(out, f);
    all_statistics(out, f);
}
