#include "awr_sections.h"
#include "html_table.h"
#include "number_text.h"

#include <string.h>

#define BUCKETS 8
#define HISTOGRAM_WAITS_MIN 1000 /* rarer events are left out, to keep the reports small */

static void
time_model(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"Statistic Name", "Time (s)", "% of  DB Time", "% of Total CPU Time", NULL};
    double total_cpu = f->db_cpu_s + f->background_cpu_s;
    double parse_s = f->parses * 0.0012;
    const struct {
        const char *name;
        double time_s;
        bool of_db_time, of_cpu;
    } rows[] = {
        {"sql execute elapsed time", f->db_time_s * 0.9995, true, false},
        {"DB CPU", f->db_cpu_s, true, true},
        {"PL/SQL execution elapsed time", f->operations * 1.1e-6, true, false},
        {"parse time elapsed", parse_s, true, false},
        {"hard parse elapsed time", parse_s * 0.7, true, false},
        {"DB time", f->db_time_s, false, false},
        {"background elapsed time", f->background_s, false, false},
        {"background cpu time", f->background_cpu_s, false, true},
        {"total CPU time", total_cpu, false, false},
    };
    html_section(out, "Time Model Statistics");
    struct html_table table;
    html_table_open(&table, out,
        "This table displays different time model statistics. For each statistic, time and % of DB time are displayed",
        headers);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        html_row_open(&table, rows[i].name);
        html_cell_grouped(&table, rows[i].time_s, 2);
        if (rows[i].of_db_time)
            html_cell_fixed(&table, 100 * rows[i].time_s / f->db_time_s, 2);
        else
            html_cell(&table, NULL);
        if (rows[i].of_cpu)
            html_cell_fixed(&table, 100 * rows[i].time_s / total_cpu, 2);
        else
            html_cell(&table, NULL);
        html_row_close(&table);
    }
    html_table_close(&table);
}

static void
operating_system(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"Statistic", "Value", "End Value", NULL};
    double per_pct = f->elapsed_s * SLOB_CPUS; /* centiseconds of one percent of all CPUs */
    const struct {
        const char *name;
        double value;
    } rows[] = {
        {"FREE_MEMORY_BYTES", 251658240.0 * 1024},
        {"BUSY_TIME", (f->device.user_pct + f->device.system_pct) * per_pct},
        {"IDLE_TIME", (f->device.iowait_pct + f->device.idle_pct) * per_pct},
        {"IOWAIT_TIME", f->device.iowait_pct * per_pct},
        {"NICE_TIME", 0},
        {"SYS_TIME", f->device.system_pct * per_pct},
        {"USER_TIME", f->device.user_pct * per_pct},
        {"RSRC_MGR_CPU_WAIT_TIME", 0},
        {"PHYSICAL_MEMORY_BYTES", AWR_HOST_MEMORY_MIB * 1024.0 * 1024.0},
        {"NUM_CPUS", SLOB_CPUS},
        {"NUM_CPU_CORES", SLOB_CPUS / 2},
        {"NUM_CPU_SOCKETS", 1},
    };
    html_section(out, "Operating System Statistics");
    struct html_table table;
    html_table_open(&table, out,
        "This table displays operating systems statistics. For each statistic, actual value is displayed. If the end "
        "value is different, it is also displayed",
        headers);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        html_row_open(&table, rows[i].name);
        html_cell_grouped(&table, rows[i].value, 0);
        html_cell(&table, NULL);
        html_row_close(&table);
    }
    html_table_close(&table);
}

static void
operating_system_detail(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {"Snap Time", "Load", "%busy", "%user", "%sys", "%idle", "%iowait", NULL};
    const struct slob_totals *cpu = &f->device;
    const double value[] = {cpu->user_pct + cpu->system_pct, cpu->user_pct, cpu->system_pct,
        cpu->iowait_pct + cpu->idle_pct, cpu->iowait_pct};
    html_section(out, "Operating System Statistics - Detail");
    struct html_table table;
    html_table_open(&table, out,
        "This table displays some detailed operating systems statistics. load, % busy , % user, % sys, % idle, % "
        "iowait "
        "are displayed for begin and end snap time",
        headers);
    for (int end = 0; end < 2; end++) {
        int64_t time_s = f->run->plan.start_s + (end ? f->run->snap_end : f->run->snap_start);
        g_autoptr(GString) time = g_string_new(NULL);
        text_oracle_date(time, time_s);
        g_string_truncate(time, time->len - strlen("-26"));
        g_string_append_c(time, ' ');
        text_clock(time, time_s);
        html_row_open(&table, time->str);
        html_cell_fixed(&table, awr_load_average(f, end), 2);
        for (gsize i = 0; i < G_N_ELEMENTS(value); i++) {
            if (end)
                html_cell_fixed(&table, value[i], 2);
            else
                html_cell(&table, NULL);
        }
        html_row_close(&table);
    }
    html_table_close(&table);
}

static void
foreground_classes(GString *out, const struct awr_figures *f)
{
    static const char *const headers[] = {
        "Wait Class", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait", "%DB time", NULL};
    g_autoptr(GArray) classes = awr_figures_classes(f, false);
    html_section(out, "Foreground Wait Class");
    struct html_table table;
    html_table_open(&table, out, "This table displays foreground wait class statistics", headers);
    for (guint i = 0; i < classes->len; i++) {
        const struct awr_wait *sum = &g_array_index(classes, struct awr_wait, i);
        html_row_open(&table, sum->name);
        if (sum->wait_class)
            html_cell_grouped(&table, sum->waits, 0);
        else
            html_cell(&table, NULL);
        html_cell(&table, sum->wait_class ? "0" : NULL);
        html_cell_grouped(&table, sum->time_s, 0);
        html_cell_duration(&table, awr_wait_average_us(sum));
        html_cell_fixed(&table, 100 * sum->time_s / f->db_time_s, 2);
        html_row_close(&table);
    }
    html_table_close(&table);
}

static void
wait_events(GString *out, const struct awr_figures *f, bool background)
{
    const char *headers[] = {"Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait", "Waits /txn",
        background ? "% bg time" : "% DB time", NULL};
    const GArray *waits = background ? f->background : f->foreground;
    double whole_s = background ? f->background_s : f->db_time_s;
    html_section(out, background ? "Background Wait Events" : "Foreground Wait Events");
    struct html_table table;
    html_table_open(&table, out,
        background ? "This table displays background wait events statistics"
                   : "This table displays Foreground Wait Events and their wait statistics",
        headers);
    for (guint i = 0; i < waits->len; i++) {
        const struct awr_wait *wait = &g_array_index(waits, struct awr_wait, i);
        if (wait->time_s < 0.001)
            continue;
        html_row_open(&table, wait->name);
        html_cell_grouped(&table, wait->waits, 0);
        html_cell(&table, background ? "0" : NULL);
        html_cell_grouped(&table, wait->time_s, 0);
        html_cell_duration(&table, awr_wait_average_us(wait));
        html_cell_grouped(&table, wait->waits / f->transactions, 2);
        if (wait->idle)
            html_cell(&table, NULL);
        else
            html_cell_fixed(&table, 100 * wait->time_s / whole_s, 2);
        html_row_close(&table);
    }
    html_table_close(&table);
}

struct histogram {
    const char *title, *waits_header;
    const char *headers[BUCKETS + 1];
    double bound_us[BUCKETS - 1]; /* upper bounds; the last bucket is open */
    bool above_first_only;        /* list only events with waits beyond the first bucket, and count those */
};

static const struct histogram histograms[] = {
    {"Wait Event Histogram", "Total Waits",
        {"&lt;8us", "&lt;16us", "&lt;32us", "&lt;64us", "&lt;128us", "&lt;256us", "&lt;512us", "&gt;=512us", NULL},
        {8, 16, 32, 64, 128, 256, 512}, false},
    {"Wait Event Histogram (up to 32 ms)", "Waits 1ms  to 32ms",
        {"&lt;512us", "&lt;1ms", "&lt;2ms", "&lt;4ms", "&lt;8ms", "&lt;16ms", "&lt;32ms", "&gt;=32ms", NULL},
        {512, 1024, 2048, 4096, 8192, 16384, 32768}, true},
};

static void
histogram_row(struct html_table *table, const struct histogram *histogram, const struct awr_wait *wait)
{
    double first = awr_wait_share_below(wait, histogram->bound_us[0]);
    double counted = wait->waits;
    if (histogram->above_first_only)
        counted *= awr_wait_share_below(wait, histogram->bound_us[BUCKETS - 2]) - first;
    if (counted < 1)
        return;
    html_row_open(table, wait->name);
    html_cell_count(table, counted);
    double below = 0;
    for (int b = 0; b < BUCKETS; b++) {
        double upto = b == BUCKETS - 1 ? 1 : awr_wait_share_below(wait, histogram->bound_us[b]);
        double share = upto - below;
        if (share * wait->waits < 0.5)
            html_cell(table, NULL);
        else
            html_cell_short(table, 100 * share);
        below = upto;
    }
    html_row_close(table);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(((const struct awr_wait *)a)->name, ((const struct awr_wait *)b)->name);
}

/* Foreground and background waits of a name together, by name, idle and rare ones left out. */
static GArray *
all_waits(const struct awr_figures *f)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct awr_wait));
    const GArray *lists[] = {f->foreground, f->background};
    for (int l = 0; l < 2; l++) {
        for (guint i = 0; i < lists[l]->len; i++) {
            const struct awr_wait *wait = &g_array_index(lists[l], struct awr_wait, i);
            struct awr_wait *known = NULL;
            for (guint k = 0; k < all->len && !known; k++)
                if (strcmp(g_array_index(all, struct awr_wait, k).name, wait->name) == 0)
                    known = &g_array_index(all, struct awr_wait, k);
            if (wait->idle || wait->waits < HISTOGRAM_WAITS_MIN)
                continue;
            if (known) {
                known->waits += wait->waits;
                known->time_s += wait->time_s;
            } else {
                g_array_append_val(all, *wait);
            }
        }
    }
    g_array_sort(all, compare_names);
    return all;
}

static void
wait_histograms(GString *out, const struct awr_figures *f)
{
    g_autoptr(GArray) waits = all_waits(f);
    for (gsize h = 0; h < G_N_ELEMENTS(histograms); h++) {
        static const char *const none[] = {NULL};
        const struct histogram *histogram = &histograms[h];
        html_section(out, histogram->title);
        struct html_table table;
        html_table_open(&table, out,
            "This table displays total number of waits, and information about total wait time, for each wait event",
            none);
        g_string_append_printf(out,
            "<tr><td>&#160;</td><td>&#160;</td><th colspan=\" 8\">%% of Total Waits</th></tr>\n"
            "<tr><th>Event</th><th>%s</th>",
            histogram->waits_header);
        for (int b = 0; b < BUCKETS; b++)
            g_string_append_printf(out, "<th>%s</th>", histogram->headers[b]);
        g_string_append(out, "</tr>\n");
        for (guint i = 0; i < waits->len; i++)
            histogram_row(&table, histogram, &g_array_index(waits, struct awr_wait, i));
        html_table_close(&table);
    }
}

void
awr_section_waits(GString *out, const struct awr_figures *f)
{
    html_chapter(out, "Wait Events Statistics");
    time_model(out, f);
    operating_system(out, f);
    operating_system_detail(out, f);
    foreground_classes(out, f);
    wait_events(out, f, false);
    wait_events(out, f, true);
    wait_histograms(out, f);
}
