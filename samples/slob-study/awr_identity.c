#include "awr_sections.h"
#include "html_table.h"
#include "number_text.h"

#define DATABASE "SYNTHDB"
#define DATABASE_ID "1234567890"
#define STARTUP "10-Feb-26 06:30"
#define BACKGROUND_SESSIONS 58

static void
database_tables(GString *out)
{
    static const char *const database[] = {
        "DB Name", "DB Id", "Unique Name", "Role", "Edition", "Release", "RAC", "CDB", NULL};
    static const char *const instance[] = {"Instance", "Inst Num", "Startup Time", NULL};
    static const char *const host[] = {"Host Name", "Platform", "CPUs", "Cores", "Sockets", "Memory (GB)", NULL};
    struct html_table table;
    html_table_open(&table, out, "This table displays database instance information", database);
    html_row_open(&table, DATABASE);
    static const char *const cells[] = {DATABASE_ID, DATABASE, "PRIMARY", "EE", "19.0.0.0.0", "NO", "NO"};
    for (gsize i = 0; i < G_N_ELEMENTS(cells); i++)
        html_cell(&table, cells[i]);
    html_row_close(&table);
    html_table_close(&table);

    html_table_open(&table, out, "This table displays database instance information", instance);
    html_row_open(&table, DATABASE);
    html_cell(&table, "1");
    html_cell(&table, STARTUP);
    html_row_close(&table);
    html_table_close(&table);

    html_table_open(&table, out, "This table displays host information", host);
    html_row_open(&table, "slob-synthetic");
    html_cell(&table, "Linux x86 64-bit");
    html_cell_fixed(&table, SLOB_CPUS, 0);
    html_cell_fixed(&table, SLOB_CPUS / 2, 0);
    html_cell_fixed(&table, 1, 0);
    html_cell_fixed(&table, AWR_HOST_MEMORY_MIB / 1024.0, 2);
    html_row_close(&table);
    html_table_close(&table);
}

static void
snapshot_row(struct html_table *table, const char *label, const struct slob_run *run, unsigned id, unsigned second)
{
    html_row_open(table, label);
    html_cell_fixed(table, id, 0);
    g_autoptr(GString) time = g_string_new(NULL);
    text_oracle_date(time, run->plan.start_s + second);
    g_string_append_c(time, ' ');
    text_clock(time, run->plan.start_s + second);
    html_cell(table, time->str);
    html_cell_fixed(table, run->plan.sessions + BACKGROUND_SESSIONS, 0);
    html_cell_fixed(table, 1.4, 1);
    html_row_close(table);
}

static void
minutes_row(struct html_table *table, const char *label, double seconds)
{
    html_row_open(table, label);
    html_cell(table, NULL);
    g_autoptr(GString) minutes = g_string_new(NULL);
    text_grouped(minutes, seconds / 60, 2);
    g_string_append(minutes, " (mins)");
    html_cell(table, minutes->str);
    html_cell(table, NULL);
    html_cell(table, NULL);
    html_row_close(table);
}

void
awr_section_identity(GString *out, const struct awr_figures *f)
{
    static const char *const snapshots[] = {"", "Snap Id", "Snap Time", "Sessions", "Cursors/Session", NULL};
    const struct slob_run *run = f->run;
    unsigned id = run->plan.snap_id;
    g_string_append_printf(out,
        "<html lang=\"en\"><head><title>AWR Report for DB: " DATABASE ", Inst: " DATABASE ", Snaps: %u-%u</title>\n"
        "<!-- SYNTHETIC DATA: generated from a queueing model; no database was measured -->\n"
        "</head><body class=\"awr\">\n<h1 class=\"awr\">\nWORKLOAD REPOSITORY report for\n\n</h1>\n<p />\n",
        id, id + 1);
    database_tables(out);
    struct html_table table;
    html_table_open(&table, out, "This table displays snapshot information", snapshots);
    snapshot_row(&table, "Begin Snap:", run, id, run->snap_start);
    snapshot_row(&table, "End Snap:", run, id + 1, run->snap_end);
    minutes_row(&table, "Elapsed:", f->elapsed_s);
    minutes_row(&table, "DB Time:", f->db_time_s);
    html_table_close(&table);
}
