/* Rows of the DBA_HIST views of two snapshots: counters since an instance start that a short while of the same load
 * precedes. */
#include "awr_figures.h"
#include "awr_form.h"
#include "awr_report.h"
#include "awr_sheets.h"

#include <stdlib.h>
#include <string.h>

#define DBID "1234567890"
#define BEFORE 0.5 /* counters at the first snapshot, in what the interval adds to them */

struct writer {
    GString *out;
    enum awr_form form;
    const struct slob_run *run;
    char **names; /* of the open view */
    const char *snapshot_time[2];
};

static void
write_row(struct writer *writer, const char *const *cells)
{
    GString *out = writer->out;
    g_string_append(out, writer->form == AWR_FORM_CSV ? "" : " <ROW>\n");
    for (guint c = 0; writer->names[c]; c++) {
        g_autofree char *text = g_markup_escape_text(cells[c], -1);
        if (writer->form == AWR_FORM_CSV)
            g_string_append_printf(out, "%s\"%s\"", c ? "," : "", cells[c]);
        else if (writer->form == AWR_FORM_SQLDEV)
            g_string_append_printf(out, "  <COLUMN NAME=\"%s\"><![CDATA[%s]]></COLUMN>\n", writer->names[c], cells[c]);
        else
            g_string_append_printf(out, "  <%s>%s</%s>\n", writer->names[c], text, writer->names[c]);
    }
    g_string_append(out, writer->form == AWR_FORM_CSV ? "\n" : " </ROW>\n");
}

static void
open_view(struct writer *writer, const char *names)
{
    writer->names = g_strsplit(names, ",", -1);
    if (writer->form == AWR_FORM_CSV)
        write_row(writer, (const char *const *)writer->names);
    else
        g_string_append_printf(
            writer->out, "<?xml version=\"1.0\"?>\n<%s>\n", writer->form == AWR_FORM_SQLDEV ? "RESULTS" : "ROWSET");
}

static void
close_view(struct writer *writer)
{
    if (writer->form != AWR_FORM_CSV)
        g_string_append_printf(writer->out, "</%s>\n", writer->form == AWR_FORM_SQLDEV ? "RESULTS" : "ROWSET");
    g_strfreev(writer->names);
    writer->names = NULL;
}

/* One row a snapshot: "snap, dbid, 1" and the texts; each "%" is the counter of the next value, which grows by it. */
static void
counter_rows(struct writer *writer, const char *const *texts, const double *values)
{
    for (unsigned s = 0; s < 2; s++) {
        g_autofree char *snap = g_strdup_printf("%u", writer->run->plan.snap_id + s);
        const char *cells[24] = {snap, DBID, "1"};
        char numbers[12][32];
        guint next = 0, c = 3;
        for (guint i = 0; texts[i] && c < G_N_ELEMENTS(cells); i++) {
            cells[c++] = texts[i];
            if (strcmp(texts[i], "%") != 0)
                continue;
            g_ascii_formatd(
                numbers[next], sizeof numbers[next], "%.0f", values[next] * BEFORE + (s ? values[next] : 0));
            cells[c - 1] = numbers[next++];
        }
        write_row(writer, cells);
    }
}

static void
snapshots(struct writer *writer)
{
    open_view(writer, "SNAP_ID,DBID,INSTANCE_NUMBER,STARTUP_TIME,BEGIN_INTERVAL_TIME,END_INTERVAL_TIME");
    for (unsigned s = 0; s < 2; s++) {
        g_autofree char *snap = g_strdup_printf("%u", writer->run->plan.snap_id + s);
        const char *const cells[] = {
            snap, DBID, "1", "2026-02-10 06:30:00.000", writer->snapshot_time[0], writer->snapshot_time[s], NULL};
        write_row(writer, cells);
    }
    close_view(writer);
}

/* The printed number, without the signs of its groups. */
static double
printed(const char *text)
{
    g_autoptr(GString) plain = g_string_new(text);
    g_string_replace(plain, ",", "", 0);
    return g_ascii_strtod(plain->str, NULL);
}

static void
statistics(struct writer *writer, const GPtrArray *sheets, const struct awr_figures *f)
{
    const struct awr_sheet *sheet = awr_sheet_named(sheets, "Instance Activity Stats");
    open_view(writer, "SNAP_ID,DBID,INSTANCE_NUMBER,STAT_ID,STAT_NAME,VALUE");
    for (guint r = 1; r < sheet->rows->len; r++) {
        char **cells = g_ptr_array_index(sheet->rows, r);
        counter_rows(writer, (const char *const[]){"1", cells[0], "%", NULL}, (double[]){printed(cells[1])});
    }
    close_view(writer);
    open_view(writer, "SNAP_ID,DBID,INSTANCE_NUMBER,STAT_ID,STAT_NAME,VALUE");
    counter_rows(writer, (const char *const[]){"1", "DB time", "%", NULL}, (double[]){f->db_time_s * 1e6});
    counter_rows(writer, (const char *const[]){"2", "DB CPU", "%", NULL}, (double[]){f->db_cpu_s * 1e6});
    close_view(writer);
}

static void
events(struct writer *writer, const struct awr_figures *f)
{
    open_view(writer, "SNAP_ID,DBID,INSTANCE_NUMBER,EVENT_ID,EVENT_NAME,WAIT_CLASS,TOTAL_WAITS,TIME_WAITED_MICRO,"
                      "TOTAL_WAITS_FG,TIME_WAITED_MICRO_FG");
    for (guint i = 0; i < f->foreground->len; i++) {
        const struct awr_wait *wait = &g_array_index(f->foreground, struct awr_wait, i);
        const double values[] = {wait->waits, wait->time_s * 1e6, wait->waits, wait->time_s * 1e6};
        counter_rows(writer,
            (const char *const[]){"1", wait->name, wait->idle ? "Idle" : wait->wait_class, "%", "%", "%", "%", NULL},
            values);
    }
    close_view(writer);
}

static void
host(struct writer *writer, const GPtrArray *sheets)
{
    const struct awr_sheet *sheet = awr_sheet_named(sheets, "Operating System Statistics");
    open_view(writer, "SNAP_ID,DBID,INSTANCE_NUMBER,STAT_ID,STAT_NAME,VALUE");
    for (guint r = 1; r < sheet->rows->len; r++) {
        char **cells = g_ptr_array_index(sheet->rows, r);
        gboolean is_counter = g_str_has_suffix(cells[0], "_TIME");
        g_autofree char *value = g_strdelimit(g_strdup(cells[1]), ",", '\'');
        g_autoptr(GString) plain = g_string_new(value);
        g_string_replace(plain, "'", "", 0);
        counter_rows(writer, (const char *const[]){"1", cells[0], is_counter ? "%" : plain->str, NULL},
            (double[]){printed(cells[1])});
    }
    close_view(writer);
}

static void
parameters(struct writer *writer, const GPtrArray *sheets)
{
    const struct awr_sheet *sheet = awr_sheet_named(sheets, "Modified Parameters");
    open_view(writer, "SNAP_ID,DBID,INSTANCE_NUMBER,PARAMETER_NAME,VALUE,ISDEFAULT");
    for (guint r = 1; r < sheet->rows->len; r++) {
        char **cells = g_ptr_array_index(sheet->rows, r);
        counter_rows(writer, (const char *const[]){cells[0], cells[1], "FALSE", NULL}, NULL);
    }
    close_view(writer);
}

static void
functions(struct writer *writer, const struct awr_figures *f)
{
    double read_mb = f->data_reads * AWR_BLOCK_BYTES / 0x1p20, write_mb = f->block_writes * AWR_BLOCK_BYTES / 0x1p20;
    double wait_ms = f->device.read_wait_ms / f->device.reads * f->data_reads;
    open_view(writer, "SNAP_ID,DBID,INSTANCE_NUMBER,FUNCTION_ID,FUNCTION_NAME,SMALL_READ_MEGABYTES,"
                      "SMALL_WRITE_MEGABYTES,LARGE_READ_MEGABYTES,LARGE_WRITE_MEGABYTES,SMALL_READ_REQS,"
                      "SMALL_WRITE_REQS,LARGE_READ_REQS,LARGE_WRITE_REQS,NUMBER_OF_WAITS,WAIT_TIME");
    static const char *const read_cells[] = {
        "1", "Buffer Cache Reads", "%", "0", "0", "0", "%", "0", "0", "0", "%", "%", NULL};
    static const char *const write_cells[] = {"2", "DBWR", "0", "%", "0", "0", "0", "%", "0", "0", "0", "0", NULL};
    counter_rows(writer, read_cells, (double[]){read_mb, f->data_reads, f->data_reads, wait_ms});
    counter_rows(writer, write_cells, (double[]){write_mb, f->block_writes});
    close_view(writer);
}

void
awr_form_views(GString *out, const struct slob_run *run, enum awr_form form)
{
    g_autoptr(AwrFigures) figures = awr_figures_new(run);
    g_autoptr(GString) html = awr_report_html(run);
    g_autoptr(GPtrArray) sheets = awr_sheets_new(html->str);
    char *times[2];
    struct writer writer = {.out = out, .form = form, .run = run};
    for (int s = 0; s < 2; s++) {
        gint64 second = run->plan.start_s + (s ? run->snap_end : run->snap_start);
        g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(second);
        times[s] = g_date_time_format(time, "%Y-%m-%d %H:%M:%S.000");
        writer.snapshot_time[s] = times[s];
    }
    snapshots(&writer);
    statistics(&writer, sheets, figures);
    events(&writer, figures);
    host(&writer, sheets);
    parameters(&writer, sheets);
    functions(&writer, figures);
    g_free(times[0]);
    g_free(times[1]);
}
