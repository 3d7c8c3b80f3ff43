#include "awr_sections.h"
#include "html_table.h"

#define GRANULE_MIB 16
#define BUFFERS (AWR_BUFFER_CACHE_MIB * 1024 / SLOB_BLOCK_KIB)

struct io_line {
    const char *name;
    double reads, read_bytes, writes, write_bytes;
    double waits, wait_us; /* by function */
    double small_us;       /* by file type: service time of small reads */
};

static void
io_cells(struct html_table *table, const struct awr_figures *f, double requests, double bytes)
{
    html_cell_data(table, bytes);
    html_cell_fixed(table, requests / f->elapsed_s, 2);
    html_cell_data_rate(table, bytes / f->elapsed_s);
}

static struct io_line
io_total(const struct io_line *lines, gsize n)
{
    struct io_line total = {.name = "TOTAL:"};
    double wait_time = 0, small_time = 0;
    for (gsize i = 0; i < n; i++) {
        total.reads += lines[i].reads;
        total.read_bytes += lines[i].read_bytes;
        total.writes += lines[i].writes;
        total.write_bytes += lines[i].write_bytes;
        total.waits += lines[i].waits;
        wait_time += lines[i].waits * lines[i].wait_us;
        small_time += lines[i].reads * lines[i].small_us;
    }
    total.wait_us = total.waits > 0 ? wait_time / total.waits : 0;
    total.small_us = total.reads > 0 ? small_time / total.reads : 0;
    return total;
}

static void
io_by_function(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"Function Name", "Reads: Data", "Reqs   per sec", "Data   per sec",
        "Writes: Data", "Reqs   per sec", "Data   per sec", "Waits: Count", "Avg   Time ", NULL};
    double read_us = f->device.read_wait_ms * 1000 / f->device.reads;
    double write_us = f->device.write_wait_ms * 1000 / f->device.writes;
    double redo = f->redo_blocks * AWR_REDO_BLOCK_BYTES;
    struct io_line lines[5] = {
        {"Buffer Cache Reads", f->data_reads, f->data_reads * AWR_BLOCK_BYTES, 0, 0, f->data_reads, read_us, 0},
        {"DBWR", 0, 0, f->block_writes, f->block_writes * AWR_BLOCK_BYTES, 0, 0, 0},
        {"LGWR", 0, 0, f->redo_writes, redo, f->redo_writes, write_us, 0},
        {"Others", f->control_reads, f->control_reads * AWR_BLOCK_BYTES, f->control_writes,
            f->control_writes * AWR_BLOCK_BYTES, f->control_reads, read_us, 0},
    };
    lines[4] = io_total(lines, 4);
    html_section(out, "IOStat by Function summary");
    struct html_table table;
    html_table_open(&table, out,
        "This table displays the IO Statistics for different functions. IO stats includes amount of reads and writes, "
        "requests per second, data per second, wait count and average wait time",
        headers);
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        html_row_open(&table, lines[i].name);
        io_cells(&table, f, lines[i].reads, lines[i].read_bytes);
        io_cells(&table, f, lines[i].writes, lines[i].write_bytes);
        html_cell_count(&table, lines[i].waits);
        html_cell_duration(&table, lines[i].wait_us);
        html_row_close(&table);
    }
    html_table_close(&table);
}

static void
io_by_file_type(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"Filetype Name", "Reads: Data", "Reqs   per sec", "Data   per sec",
        "Writes: Data", "Reqs   per sec", "Data   per sec", "Small Read", "Large Read", NULL};
    double read_us = f->device.read_wait_ms * 1000 / f->device.reads;
    double redo = f->redo_blocks * AWR_REDO_BLOCK_BYTES;
    struct io_line lines[4] = {
        {"Data File", f->data_reads, f->data_reads * AWR_BLOCK_BYTES, f->block_writes,
            f->block_writes * AWR_BLOCK_BYTES, 0, 0, read_us},
        {"Log File", 0, 0, f->redo_writes, redo, 0, 0, 0},
        {"Control File", f->control_reads, f->control_reads * AWR_BLOCK_BYTES, f->control_writes,
            f->control_writes * AWR_BLOCK_BYTES, 0, 0, read_us},
    };
    lines[3] = io_total(lines, 3);
    html_section(out, "IOStat by Filetype summary");
    struct html_table table;
    html_table_open(&table, out,
        "This table displays IO Statistics for different file types, such as data files, control files, log files and "
        "temp files. IO Statistics include amount of reads and writes, requests per second, data per second, wait "
        "count "
        "and average wait time",
        headers);
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        html_row_open(&table, lines[i].name);
        io_cells(&table, f, lines[i].reads, lines[i].read_bytes);
        io_cells(&table, f, lines[i].writes, lines[i].write_bytes);
        html_cell_duration(&table, lines[i].small_us);
        html_cell(&table, NULL);
        html_row_close(&table);
    }
    html_table_close(&table);
}

static double
waits_named(const GArray *waits, const char *name)
{
    for (guint i = 0; i < waits->len; i++)
        if (g_str_equal(g_array_index(waits, struct awr_wait, i).name, name))
            return g_array_index(waits, struct awr_wait, i).waits;
    return 0;
}

static void
buffer_pool(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"P", "Number of Buffers", "Pool Hit%", "Buffer Gets", "Physical Reads",
        "Physical Writes", "Free Buff Wait", "Writ Comp Wait", "Buffer Busy Waits", NULL};
    html_chapter(out, "Buffer Pool Statistics");
    html_section(out, "Buffer Pool Statistics");
    struct html_table table;
    html_table_open(&table, out,
        "This table displays buffer pool statistics for different types of buffers, such as default, keep, and "
        "recycle. "
        "Statistics include number of buffers, % Pool hit, buffer gets, physical reads, physical writes, free buffer "
        "wait, etc.",
        headers);
    html_row_open(&table, "D");
    html_cell_grouped(&table, BUFFERS, 0);
    html_cell_fixed(&table, 100 * (1 - f->data_reads / f->logical_reads), 0);
    html_cell_grouped(&table, f->logical_reads, 0);
    html_cell_grouped(&table, f->data_reads, 0);
    html_cell_grouped(&table, f->block_writes, 0);
    html_cell_grouped(&table, waits_named(f->foreground, "free buffer waits"), 0);
    html_cell_grouped(&table, 0, 0);
    html_cell_grouped(&table, waits_named(f->foreground, "buffer busy waits"), 0);
    html_row_close(&table);
    html_table_close(&table);
}

/* Of a working set of 2 TiB a cache of M MiB holds the share M / 2 Mi: that many reads a larger cache would save. */
static void
buffer_pool_advisory(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"P", "Size for Est (M)", "Size Factor", "Buffers (thousands)",
        "Est Phys Read Factor", "Estimated Phys Reads (thousands)", "Est Phys Read Time", "Est %DBtime for Rds", NULL};
    const double working_set_mib = 2048.0 * 1024;
    double misses = 1 - AWR_BUFFER_CACHE_MIB / working_set_mib;
    double read_s = f->device.read_wait_ms / 1000;
    html_chapter(out, "Advisory Statistics");
    html_section(out, "Buffer Pool Advisory");
    struct html_table table;
    html_table_open(&table, out,
        "This table displays MTTR advisory. It displays size for estimate, dirty limit, estimated cache writes, "
        "estimated cache write factor, estimated total write, estimated total IO per second, etc.",
        headers);
    for (int mib = 4 * GRANULE_MIB; mib <= 2 * AWR_BUFFER_CACHE_MIB; mib += 4 * GRANULE_MIB) {
        double factor = (1 - mib / working_set_mib) / misses;
        html_row_open(&table, "D");
        html_cell_grouped(&table, mib, 0);
        html_cell_fixed(&table, (double)mib / AWR_BUFFER_CACHE_MIB, 2);
        html_cell_grouped(&table, mib / (double)SLOB_BLOCK_KIB * 1024 / 1000, 0);
        html_cell_fixed(&table, factor, 2);
        html_cell_grouped(&table, f->data_reads * factor / 1000, 0);
        html_cell_grouped(&table, read_s * factor, 0);
        html_cell_fixed(&table, 100 * read_s * factor / f->db_time_s, 2);
        html_row_close(&table);
    }
    html_table_close(&table);
}

void
awr_section_io(GString *out, const struct awr_figures *f)
{
    html_chapter(out, "IO Stats");
    io_by_function(out, f);
    io_by_file_type(out, f);
    html_no_data(out, "Tablespace IO Stats");
    html_no_data(out, "File IO Stats");
    buffer_pool(out, f);
    buffer_pool_advisory(out, f);
}
