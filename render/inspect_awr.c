#include "inspect_awr.h"

#include <string.h>

#define EVENTS_SHOWN 10
#define LINES_SHOWN 16
#define TITLE_MAX 80
#define NUMBER_MAX 64

/* "1,454.89": as the reports print numbers, so that the two can be held side by side; "-" where there is none. */
static const char *
grouped(char out[NUMBER_MAX], double value, int decimals)
{
    char format[8], plain[NUMBER_MAX / 2];
    if (!isfinite(value) || fabs(value) >= 1e18)
        return "-";
    g_snprintf(format, sizeof format, "%%.%df", CLAMP(decimals, 0, 3));
    g_ascii_formatd(plain, sizeof plain, format, value);
    size_t whole = strcspn(plain, "."), len = 0;
    for (size_t i = 0; plain[i]; i++) {
        out[len++] = plain[i];
        if (i + 1 < whole && (whole - i - 1) % 3 == 0 && plain[i] != '-')
            out[len++] = ',';
    }
    out[len] = '\0';
    return out;
}

#define FIGURE(key, label, member, unit, decimals, unit_name)                                                          \
    {                                                                                                                  \
        key, label, offsetof(struct awr, member), unit, decimals, unit_name, AWR_FIGURE_NUMBER                         \
    }
#define COUNT(key, label, member)                                                                                      \
    {                                                                                                                  \
        key, label, offsetof(struct awr, member), 1, 0, "", AWR_FIGURE_COUNT                                           \
    }
#define WORDS(key, label, member, type)                                                                                \
    {                                                                                                                  \
        key, label, offsetof(struct awr, member), 1, 0, "", type                                                       \
    }

/* In the order and with the names of a report. */
const struct inspect_awr_figure inspect_awr_figures[] = {
    WORDS("db_name", "DB Name", db_name, AWR_FIGURE_TEXT),
    WORDS("release", "Release", release, AWR_FIGURE_TEXT),
    WORDS("edition", "Edition", edition, AWR_FIGURE_TEXT),
    WORDS("instances", "Instance", instances, AWR_FIGURE_LIST),
    WORDS("hosts", "Host Name", hosts, AWR_FIGURE_LIST),
    WORDS("platform", "Platform", platform, AWR_FIGURE_TEXT),
    COUNT("cpus", "CPUs", cpus),
    COUNT("cores", "Cores", cores),
    COUNT("sockets", "Sockets", sockets),
    FIGURE("memory_bytes", "Memory", memory_bytes, 0x1p30, 2, "GiB"),
    WORDS("begin", "Begin Snap", begin, AWR_FIGURE_TEXT),
    WORDS("end", "End Snap", end, AWR_FIGURE_TEXT),
    FIGURE("elapsed_min", "Elapsed", elapsed_min, 1, 2, "min"),
    FIGURE("db_time_min", "DB Time", db_time_min, 1, 2, "min"),
    FIGURE("db_cpu_time_s", "DB CPU", db_cpu_time_s, 1, 1, "s"),
    FIGURE("database_bytes", "Database size", database_bytes, 0x1p30, 2, "GiB"),
    FIGURE("buffer_cache_bytes", "Buffer Cache", buffer_cache_bytes, 0x1p20, 0, "MiB"),
    FIGURE("block_size_bytes", "Std Block Size", block_size_bytes, 0x1p10, 0, "KiB"),
    FIGURE("load_db_time_s", "DB Time(s)", load.db_time_s, 1, 1, "per s"),
    FIGURE("load_db_cpu_s", "DB CPU(s)", load.db_cpu_s, 1, 1, "per s"),
    FIGURE("logical_reads_per_s", "Logical reads", load.logical_reads, 1, 1, "blocks/s"),
    FIGURE("block_changes_per_s", "Block changes", load.block_changes, 1, 1, "per s"),
    FIGURE("physical_read_blocks_per_s", "Physical reads", load.physical_reads_blocks, 1, 1, "blocks/s"),
    FIGURE("physical_write_blocks_per_s", "Physical writes", load.physical_writes_blocks, 1, 1, "blocks/s"),
    FIGURE("read_io_requests_per_s", "Read IO requests", load.read_io_requests, 1, 1, "per s"),
    FIGURE("write_io_requests_per_s", "Write IO requests", load.write_io_requests, 1, 1, "per s"),
    FIGURE("user_calls_per_s", "User calls", load.user_calls, 1, 1, "per s"),
    FIGURE("executes_per_s", "Executes", load.executes, 1, 1, "per s"),
    FIGURE("transactions_per_s", "Transactions", load.transactions, 1, 1, "per s"),
    FIGURE("read_requests_per_s", "physical read total IO requests", rates.read_requests_per_s, 1, 2, "per s"),
    FIGURE("write_requests_per_s", "physical write total IO requests", rates.write_requests_per_s, 1, 2, "per s"),
    FIGURE("read_bytes_per_s", "physical read total bytes", rates.read_bytes_per_s, 1, 2, "bytes/s"),
    FIGURE("write_bytes_per_s", "physical write total bytes", rates.write_bytes_per_s, 1, 2, "bytes/s"),
    FIGURE("redo_bytes_per_s", "redo size", rates.redo_bytes_per_s, 1, 2, "bytes/s"),
    FIGURE("load_average_begin", "Load Average Begin", host_cpu.load_average_begin, 1, 2, ""),
    FIGURE("load_average_end", "Load Average End", host_cpu.load_average_end, 1, 2, ""),
    FIGURE("user_pct", "%User", host_cpu.user_pct, 1, 1, "%"),
    FIGURE("system_pct", "%System", host_cpu.system_pct, 1, 1, "%"),
    FIGURE("iowait_pct", "%WIO", host_cpu.iowait_pct, 1, 1, "%"),
    FIGURE("idle_pct", "%Idle", host_cpu.idle_pct, 1, 1, "%"),
};
const size_t inspect_awr_figure_count = G_N_ELEMENTS(inspect_awr_figures);

bool
inspect_awr_is_storage(const struct awr *awr, const char *event)
{
    static const char *const classes[] = {"User I/O", "System I/O", "Commit"};
    static const char *const names[] = {"log file parallel write", "db file parallel write", "log file sync",
        "db file sequential read", "db file scattered read", "direct path read", "cell single block physical read"};
    const GPtrArray *const lists[] = {awr->events, awr->background_events};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(names[i], event) == 0)
            return true;
    for (size_t l = 0; l < G_N_ELEMENTS(lists); l++) {
        const struct awr_event *known = awr_event_named(lists[l], event);
        for (size_t c = 0; known && known->wait_class && c < G_N_ELEMENTS(classes); c++)
            if (strcmp(known->wait_class, classes[c]) == 0)
                return true;
    }
    return false;
}

/* A figure's value as text, "" where it is absent. */
static void
figure_text(const struct awr *awr, const struct inspect_awr_figure *figure, GString *out)
{
    const void *at = (const char *)awr + figure->offset;
    char text[NUMBER_MAX];
    g_string_truncate(out, 0);
    if (figure->type == AWR_FIGURE_TEXT) {
        g_string_append(out, *(char *const *)at ? *(char *const *)at : "");
    } else if (figure->type == AWR_FIGURE_LIST) {
        const GPtrArray *list = *(GPtrArray *const *)at;
        for (guint i = 0; i < list->len; i++)
            g_string_append_printf(out, "%s%s", i ? ", " : "", (const char *)g_ptr_array_index(list, i));
    } else {
        double value = figure->type == AWR_FIGURE_COUNT ? *(const int *)at : *(const double *)at;
        if (isfinite(value) && (figure->type == AWR_FIGURE_NUMBER || value > 0))
            g_string_append_printf(
                out, "%20s %s", grouped(text, value / figure->unit, figure->decimals), figure->unit_name);
    }
    g_strchomp(out->str);
    out->len = strlen(out->str);
}

/* One line a figure: its name, its value, and where the report has it. */
static void
text_figures(const struct awr *awr, GString *out)
{
    g_autoptr(GString) value = g_string_new(NULL);
    g_string_append_printf(out, "%s\n  %-34s Oracle %s, %s\n", awr->path, "Report", awr_report_name(awr->report),
        awr_format_name(awr->format));
    if (awr->is_rac)
        g_string_append_printf(out, "  %-34s YES\n", "RAC");
    for (size_t i = 0; i < inspect_awr_figure_count; i++) {
        const struct inspect_awr_figure *figure = &inspect_awr_figures[i];
        const struct awr_origin *origin = awr_origin_of(awr, figure->offset);
        figure_text(awr, figure, value);
        if (!value->len)
            continue;
        g_string_append_printf(out, "  %-34s %s", figure->label, value->str);
        int pad = 31 - (int)g_utf8_strlen(value->str, -1);
        if (origin && origin->line)
            g_string_append_printf(
                out, "%*s(%s, line %" G_GUINT64_FORMAT ")", MAX(pad, 2), "", origin->section, origin->line);
        else if (origin)
            g_string_append_printf(out, "%*s(%s)", MAX(pad, 2), "", origin->section);
        g_string_append_c(out, '\n');
    }
}

/* "Top events (line 112)": where the first of its rows stands. */
static void
titled(char out[TITLE_MAX], const char *title, uint64_t line)
{
    if (line)
        g_snprintf(out, TITLE_MAX, "%s (line %" G_GUINT64_FORMAT ")", title, line);
    else
        g_strlcpy(out, title, TITLE_MAX);
}

static void
text_events(const char *title, const GPtrArray *events, GString *out)
{
    if (!events->len)
        return;
    char heading[TITLE_MAX];
    titled(heading, title, ((const struct awr_event *)g_ptr_array_index(events, 0))->line);
    g_string_append_printf(
        out, "  %-44s %18s %16s %14s %8s  %s\n", heading, "Waits", "Time (s)", "Avg wait (ms)", "% time", "Wait Class");
    for (guint i = 0; i < events->len && i < EVENTS_SHOWN; i++) {
        const struct awr_event *event = g_ptr_array_index(events, i);
        char waits[NUMBER_MAX], time[NUMBER_MAX], wait[NUMBER_MAX], share[NUMBER_MAX];
        g_string_append_printf(out, "    %-42s %18s %16s %14s %8s  %s\n", event->name, grouped(waits, event->waits, 0),
            grouped(time, event->time_s, 1), grouped(wait, event->avg_wait_ms, 3),
            grouped(share, event->db_time_pct, 1), event->wait_class ? event->wait_class : "");
    }
    if (events->len > EVENTS_SHOWN)
        g_string_append_printf(out, "    ... and %u more\n", events->len - EVENTS_SHOWN);
}

static void
text_io_lines(const char *title, const GPtrArray *lines, bool is_function, GString *out)
{
    if (!lines->len)
        return;
    char heading[TITLE_MAX];
    titled(heading, title, ((const struct awr_io_line *)g_ptr_array_index(lines, 0))->line);
    g_string_append_printf(out, "  %-44s %18s %16s %14s %16s %14s\n", heading, "Read MiB", "Reads/s", "Write MiB",
        "Writes/s", is_function ? "Avg wait (ms)" : "Small rd (ms)");
    for (guint i = 0; i < lines->len && i < LINES_SHOWN; i++) {
        const struct awr_io_line *line = g_ptr_array_index(lines, i);
        char read[NUMBER_MAX], reads[NUMBER_MAX], write[NUMBER_MAX], writes[NUMBER_MAX], wait[NUMBER_MAX];
        g_string_append_printf(out, "    %-42s %18s %16s %14s %16s %14s\n", line->name,
            grouped(read, line->read_bytes / 0x1p20, 0), grouped(reads, line->read_requests_per_s, 2),
            grouped(write, line->write_bytes / 0x1p20, 0), grouped(writes, line->write_requests_per_s, 2),
            grouped(wait, is_function ? line->avg_wait_ms : line->small_read_ms, 3));
    }
}

static void
text_file_io(const char *title, const GPtrArray *lines, GString *out)
{
    if (!lines->len)
        return;
    char heading[TITLE_MAX];
    titled(heading, title, ((const struct awr_file_io *)g_ptr_array_index(lines, 0))->line);
    g_string_append_printf(
        out, "  %-44s %18s %16s %14s %16s %14s\n", heading, "Reads", "Reads/s", "Av Rd(ms)", "Writes", "Writes/s");
    for (guint i = 0; i < lines->len && i < LINES_SHOWN; i++) {
        const struct awr_file_io *line = g_ptr_array_index(lines, i);
        char reads[NUMBER_MAX], read[NUMBER_MAX], ms[NUMBER_MAX], writes[NUMBER_MAX], write[NUMBER_MAX];
        g_string_append_printf(out, "    %-42s %18s %16s %14s %16s %14s\n", line->file ? line->file : line->tablespace,
            grouped(reads, line->reads, 0), grouped(read, line->reads_per_s, 0), grouped(ms, line->read_ms, 2),
            grouped(writes, line->writes, 0), grouped(write, line->writes_per_s, 0));
    }
    if (lines->len > LINES_SHOWN)
        g_string_append_printf(out, "    ... and %u more\n", lines->len - LINES_SHOWN);
}

/* The latency below which this share of the waits stayed, as the bound of a bucket; NAN beyond the last one. */
static double
curve_bound_ms(const struct awr_curve *curve, double pct)
{
    for (guint p = 0; p < curve->points->len; p++) {
        const struct awr_curve_point *point = &g_array_index(curve->points, struct awr_curve_point, p);
        if (point->waits_pct >= pct)
            return point->below_us / 1e3;
    }
    return NAN;
}

static void
text_curves(const struct awr *awr, GString *out)
{
    bool any = false;
    for (guint i = 0; i < awr->curves->len; i++) {
        const struct awr_curve *curve = g_ptr_array_index(awr->curves, i);
        if (!inspect_awr_is_storage(awr, curve->name))
            continue;
        if (!any)
            g_string_append_printf(out, "  %-44s %18s %16s %14s %16s\n", "Wait Event Histogram", "Waits",
                "50% below (ms)", "90% below (ms)", "99% below (ms)");
        any = true;
        char waits[NUMBER_MAX], half[NUMBER_MAX], most[NUMBER_MAX], nearly_all[NUMBER_MAX];
        g_string_append_printf(out, "    %-42s %18s %16s %14s %16s\n", curve->name, grouped(waits, curve->waits, 0),
            grouped(half, curve_bound_ms(curve, 50), 3), grouped(most, curve_bound_ms(curve, 90), 3),
            grouped(nearly_all, curve_bound_ms(curve, 99), 3));
    }
}

static void
text_nodes(const GPtrArray *nodes, GString *out)
{
    if (!nodes->len)
        return;
    g_string_append_printf(out, "  %-44s %18s %16s %14s %16s %14s\n", "Instance", "DB time (min)", "Phys reads/s",
        "CPUs", "Cache MiB", "%WIO");
    for (guint i = 0; i < nodes->len; i++) {
        const struct awr_node *node = g_ptr_array_index(nodes, i);
        g_autofree char *name =
            g_strdup_printf("%d %s @ %s", node->number, node->name ? node->name : "-", node->host ? node->host : "-");
        char time[NUMBER_MAX], reads[NUMBER_MAX], cpus[NUMBER_MAX], cache[NUMBER_MAX], wait[NUMBER_MAX];
        g_string_append_printf(out, "    %-42s %18s %16s %14s %16s %14s\n", name, grouped(time, node->db_time_min, 2),
            grouped(reads, node->load.physical_reads_blocks, 2), grouped(cpus, node->cpus, 0),
            grouped(cache, node->buffer_cache_bytes / 0x1p20, 0), grouped(wait, node->host_cpu.iowait_pct, 2));
    }
}

static void
text_storage(const struct awr *awr, GString *out)
{
    if (awr->disk_groups->len)
        g_string_append_printf(
            out, "  %-44s %18s %16s  %s\n", "ASM Diskgroups", "Size (GB)", "Used (GB)", "Redundancy");
    for (guint i = 0; i < awr->disk_groups->len; i++) {
        const struct awr_disk_group *group = g_ptr_array_index(awr->disk_groups, i);
        char size[NUMBER_MAX], used[NUMBER_MAX];
        g_string_append_printf(out, "    %-42s %18s %16s  %s\n", group->name,
            grouped(size, group->size_bytes / 0x1p30, 2), grouped(used, group->used_bytes / 0x1p30, 2),
            group->redundancy ? group->redundancy : "");
    }
    if (awr->cache_advice->len)
        g_string_append_printf(
            out, "  %-44s %18s %16s\n", "Buffer Pool Advisory", "Size Factor", "Est Phys Read Factor");
    for (guint i = 0; i < awr->cache_advice->len && i < LINES_SHOWN; i++) {
        const struct awr_advice *advice = g_ptr_array_index(awr->cache_advice, i);
        char size[NUMBER_MAX], factor[NUMBER_MAX], reads[NUMBER_MAX];
        g_autofree char *name = g_strdup_printf("%s %s M", advice->pool, grouped(size, advice->size_bytes / 0x1p20, 0));
        g_string_append_printf(out, "    %-42s %18s %16s\n", name, grouped(factor, advice->size_factor, 2),
            grouped(reads, advice->read_factor, 2));
    }
}

void
inspect_awr_text(const struct awr *awr, GString *out)
{
    text_figures(awr, out);
    text_nodes(awr->nodes, out);
    text_events("Top events", awr->top_events, out);
    text_events("Foreground wait classes", awr->wait_classes, out);
    text_events("Foreground wait events", awr->events, out);
    text_events("Background wait events", awr->background_events, out);
    text_curves(awr, out);
    text_io_lines("IOStat by Function", awr->io_functions, true, out);
    text_io_lines("IOStat by Filetype", awr->io_filetypes, false, out);
    text_file_io("Tablespace IO Stats", awr->tablespace_io, out);
    text_file_io("File IO Stats", awr->file_io, out);
    text_storage(awr, out);
    g_string_append_printf(out, "  %u statistics, %u parameters, %u OS statistics\n", awr->statistics->len,
        g_hash_table_size(awr->parameters), g_hash_table_size(awr->os_statistics));
    inspect_notes_text(awr->notes, out);
}
