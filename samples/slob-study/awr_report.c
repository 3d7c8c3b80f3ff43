#include "awr_report.h"

#include "awr_sections.h"
#include "html_table.h"

#define REPORT_BYTES (32 * 1024)

static void
parameters(GString *out)
{
    static const char *const headers[] = {"Parameter Name", "Begin value", "End value (if different)", NULL};
    static const struct {
        const char *name, *value;
    } rows[] = {
        {"audit_trail", "NONE"},
        {"compatible", "19.0.0"},
        {"control_files", "/u02/oradata/SYNTHDB/control01.ctl, /u02/oradata/SYNTHDB/control02.ctl"},
        {"cpu_count", G_STRINGIFY(SLOB_CPUS)},
        {"db_block_size", "8192"},
        {"db_cache_size", "201326592"},
        {"db_create_file_dest", "/u02/oradata"},
        {"db_name", "SYNTHDB"},
        {"disk_asynch_io", "TRUE"},
        {"fast_start_mttr_target", "0"},
        {"filesystemio_options", "SETALL"},
        {"log_buffer", "134217728"},
        {"pga_aggregate_target", "4294967296"},
        {"processes", "1024"},
        {"resource_manager_plan", "&#160;"},
        {"sga_target", "0"},
        {"shared_pool_size", "3758096384"},
        {"undo_tablespace", "UNDOTBS1"},
        {"use_large_pages", "ONLY"},
    };
    html_chapter(out, "Initialization Parameters");
    html_section(out, "Modified Parameters");
    struct html_table table;
    html_table_open(
        &table, out, "This table displays name and value of the modified initialization parameters", headers);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        html_row_open(&table, rows[i].name);
        html_cell(&table, rows[i].value);
        html_cell(&table, "&#160;&#160;");
        html_row_close(&table);
    }
    html_table_close(&table);
}

GString *
awr_report_html(const struct slob_run *run)
{
    g_autoptr(AwrFigures) figures = awr_figures_new(run);
    GString *out = g_string_sized_new(REPORT_BYTES);
    awr_section_identity(out, figures);
    awr_section_summary(out, figures);
    html_chapter(out, "Main Report");
    awr_section_waits(out, figures);
    html_chapter(out, "SQL Statistics");
    html_no_data(out, "SQL ordered by Elapsed Time");
    awr_section_activity(out, figures);
    awr_section_io(out, figures);
    parameters(out);
    g_string_append(out, "<p />\nEnd of Report\n</body></html>\n");
    return out;
}
