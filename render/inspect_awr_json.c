#include "inspect_awr.h"

#include <string.h>

static void
put_number(json_t *object, const char *key, double value)
{
    if (isfinite(value))
        json_object_set_new(object, key, json_real(value));
}

/* Counts are integers where they are whole. */
static void
put_waits(json_t *object, double waits)
{
    if (isfinite(waits) && waits == floor(waits) && fabs(waits) < 0x1p53)
        json_object_set_new(object, "waits", json_integer((json_int_t)waits));
    else
        put_number(object, "waits", waits);
}

static void
put_text(json_t *object, const char *key, const char *text)
{
    if (text)
        json_object_set_new(object, key, json_string(text));
}

static void
put_count(json_t *object, const char *key, int count)
{
    if (count > 0)
        json_object_set_new(object, key, json_integer(count));
}

static void
put_list(json_t *object, const char *key, const GPtrArray *list)
{
    json_t *array = json_array();
    for (guint i = 0; i < list->len; i++)
        json_array_append_new(array, json_string(g_ptr_array_index(list, i)));
    json_object_set_new(object, key, array);
}

/* Where it stands; nothing for what was computed. */
static void
put_line(json_t *object, uint64_t line)
{
    if (line)
        json_object_set_new(object, "line", json_integer((json_int_t)line));
}

static json_t *
rates_json(const struct awr_rates *rates)
{
    json_t *object = json_object();
    put_number(object, "read_requests_per_s", rates->read_requests_per_s);
    put_number(object, "write_requests_per_s", rates->write_requests_per_s);
    put_number(object, "read_bytes_per_s", rates->read_bytes_per_s);
    put_number(object, "write_bytes_per_s", rates->write_bytes_per_s);
    put_number(object, "redo_bytes_per_s", rates->redo_bytes_per_s);
    return object;
}

static json_t *
top_events_json(const GPtrArray *events)
{
    json_t *array = json_array();
    for (guint i = 0; i < events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(events, i);
        json_t *object = json_object();
        put_text(object, "name", event->name);
        put_waits(object, event->waits);
        put_number(object, "time_s", event->time_s);
        put_number(object, "avg_wait_ms", event->avg_wait_ms);
        put_number(object, "db_time_pct", event->db_time_pct);
        put_text(object, "wait_class", event->wait_class);
        put_line(object, event->line);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
events_json(const GPtrArray *events)
{
    json_t *all = json_object();
    for (guint i = 0; i < events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(events, i);
        json_t *object = json_object();
        put_waits(object, event->waits);
        put_number(object, "time_s", event->time_s);
        put_number(object, "avg_wait_ms", event->avg_wait_ms);
        put_line(object, event->line);
        json_object_set_new(all, event->name, object);
    }
    return all;
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static json_t *
parameters_json(GHashTable *parameters)
{
    guint count = 0;
    g_autofree gpointer *names = g_hash_table_get_keys_as_array(parameters, &count);
    if (count)
        qsort(names, count, sizeof *names, by_name);
    json_t *object = json_object();
    for (guint i = 0; i < count; i++)
        put_text(object, names[i], g_hash_table_lookup(parameters, names[i]));
    return object;
}

/* A record's figures by name, in the order of the contract. */
struct figure {
    const char *key;
    size_t offset;
    enum { FIGURE_NUMBER, FIGURE_TEXT, FIGURE_COUNT } type;
};

#define NUMBER(type, member)                                                                                           \
    {                                                                                                                  \
#member, offsetof(struct type, member), FIGURE_NUMBER                                                          \
    }
#define TEXT(type, member)                                                                                             \
    {                                                                                                                  \
#member, offsetof(struct type, member), FIGURE_TEXT                                                            \
    }

static const struct figure io_line_figures[] = {TEXT(awr_io_line, name), NUMBER(awr_io_line, read_bytes),
    NUMBER(awr_io_line, write_bytes), NUMBER(awr_io_line, read_requests_per_s),
    NUMBER(awr_io_line, write_requests_per_s), NUMBER(awr_io_line, wait_count), NUMBER(awr_io_line, avg_wait_ms),
    NUMBER(awr_io_line, small_read_ms), NUMBER(awr_io_line, large_read_ms), {NULL, 0, FIGURE_NUMBER}};

static const struct figure file_io_figures[] = {TEXT(awr_file_io, tablespace), TEXT(awr_file_io, file),
    TEXT(awr_file_io, container), NUMBER(awr_file_io, reads), NUMBER(awr_file_io, reads_per_s),
    NUMBER(awr_file_io, read_ms), NUMBER(awr_file_io, blocks_per_read), NUMBER(awr_file_io, writes),
    NUMBER(awr_file_io, writes_per_s), NUMBER(awr_file_io, write_ms), NUMBER(awr_file_io, buffer_waits),
    NUMBER(awr_file_io, buffer_wait_ms), {NULL, 0, FIGURE_NUMBER}};

static const struct figure advice_figures[] = {TEXT(awr_advice, pool), NUMBER(awr_advice, size_bytes),
    NUMBER(awr_advice, size_factor), NUMBER(awr_advice, read_factor), NUMBER(awr_advice, read_count),
    {NULL, 0, FIGURE_NUMBER}};

static const struct figure group_figures[] = {TEXT(awr_disk_group, name), TEXT(awr_disk_group, redundancy),
    TEXT(awr_disk_group, state), NUMBER(awr_disk_group, size_bytes), NUMBER(awr_disk_group, used_bytes),
    {NULL, 0, FIGURE_NUMBER}};

static const struct figure node_figures[] = {{"number", offsetof(struct awr_node, number), FIGURE_COUNT},
    TEXT(awr_node, name), TEXT(awr_node, host), TEXT(awr_node, begin), TEXT(awr_node, end),
    NUMBER(awr_node, elapsed_min), NUMBER(awr_node, db_time_min), NUMBER(awr_node, db_cpu_time_s),
    {"cpus", offsetof(struct awr_node, cpus), FIGURE_COUNT}, NUMBER(awr_node, memory_bytes),
    NUMBER(awr_node, buffer_cache_bytes), {"user_pct", offsetof(struct awr_node, host_cpu.user_pct), FIGURE_NUMBER},
    {"system_pct", offsetof(struct awr_node, host_cpu.system_pct), FIGURE_NUMBER},
    {"iowait_pct", offsetof(struct awr_node, host_cpu.iowait_pct), FIGURE_NUMBER},
    {"idle_pct", offsetof(struct awr_node, host_cpu.idle_pct), FIGURE_NUMBER},
    {"logical_reads_per_s", offsetof(struct awr_node, load.logical_reads), FIGURE_NUMBER},
    {"physical_read_blocks_per_s", offsetof(struct awr_node, load.physical_reads_blocks), FIGURE_NUMBER},
    {"physical_write_blocks_per_s", offsetof(struct awr_node, load.physical_writes_blocks), FIGURE_NUMBER},
    NUMBER(awr_node, redo_bytes_per_s), {NULL, 0, FIGURE_NUMBER}};

static const struct figure cpu_figures[] = {NUMBER(awr_host_cpu, user_pct), NUMBER(awr_host_cpu, system_pct),
    NUMBER(awr_host_cpu, iowait_pct), NUMBER(awr_host_cpu, idle_pct), NUMBER(awr_host_cpu, load_average_begin),
    NUMBER(awr_host_cpu, load_average_end), {NULL, 0, FIGURE_NUMBER}};

static json_t *
record_json(const void *record, const struct figure *figures)
{
    json_t *object = json_object();
    for (const struct figure *f = figures; f->key; f++) {
        const char *at = (const char *)record + f->offset;
        if (f->type == FIGURE_TEXT)
            put_text(object, f->key, *(const char *const *)(const void *)at);
        else if (f->type == FIGURE_COUNT)
            put_count(object, f->key, *(const int *)(const void *)at);
        else
            put_number(object, f->key, *(const double *)(const void *)at);
    }
    return object;
}

/* Every list of records with its line in the file; nothing where the list is empty. */
static void
put_records(json_t *object, const char *key, const GPtrArray *records, const struct figure *figures, size_t line)
{
    if (!records->len)
        return;
    json_t *array = json_array();
    for (guint i = 0; i < records->len; i++) {
        const char *record = g_ptr_array_index(records, i);
        json_t *one = record_json(record, figures);
        put_line(one, *(const uint64_t *)(const void *)(record + line));
        json_array_append_new(array, one);
    }
    json_object_set_new(object, key, array);
}

/* Curves of the events that wait for storage or commit: [upper bound in us, percent of waits below it], .... */
static void
put_curves(json_t *object, const struct awr *awr)
{
    json_t *all = json_object();
    for (guint i = 0; i < awr->curves->len; i++) {
        const struct awr_curve *curve = g_ptr_array_index(awr->curves, i);
        if (!inspect_awr_is_storage(awr, curve->name))
            continue;
        json_t *points = json_array(), *one = json_object();
        for (guint p = 0; p < curve->points->len; p++) {
            const struct awr_curve_point *point = &g_array_index(curve->points, struct awr_curve_point, p);
            json_array_append_new(points, json_pack("[ff]", point->below_us, point->waits_pct));
        }
        put_waits(one, curve->waits);
        put_line(one, curve->line);
        json_object_set_new(one, "below_us_pct", points);
        json_object_set_new(all, curve->name, one);
    }
    if (json_object_size(all))
        json_object_set(object, "latency_curves", all);
    json_decref(all);
}

static void
put_origins(json_t *object, const struct awr *awr)
{
    json_t *all = json_object();
    for (size_t i = 0; i < inspect_awr_figure_count; i++) {
        const struct awr_origin *origin = awr_origin_of(awr, inspect_awr_figures[i].offset);
        if (!origin)
            continue;
        json_t *one = json_object();
        put_text(one, "section", origin->section);
        put_line(one, origin->line);
        json_object_set_new(all, inspect_awr_figures[i].key, one);
    }
    if (json_object_size(all))
        json_object_set(object, "origins", all);
    json_decref(all);
}

json_t *
inspect_awr_json(const struct awr *awr)
{
    json_t *object = json_object();
    put_text(object, "path", awr->path);
    put_text(object, "kind", "awr");
    put_text(object, "report", awr_report_name(awr->report));
    put_text(object, "format", awr_format_name(awr->format));
    put_text(object, "release", awr->release);
    put_text(object, "db_name", awr->db_name);
    put_list(object, "instances", awr->instances);
    put_list(object, "hosts", awr->hosts);
    put_text(object, "begin", awr->begin);
    put_text(object, "end", awr->end);
    put_number(object, "elapsed_min", awr->elapsed_min);
    put_number(object, "db_time_min", awr->db_time_min);
    put_count(object, "cpus", awr->cpus);
    put_number(object, "buffer_cache_bytes", awr->buffer_cache_bytes);
    json_object_set_new(object, "rates", rates_json(&awr->rates));
    json_object_set_new(object, "top_events", top_events_json(awr->top_events));
    json_object_set_new(object, "events", events_json(awr->events));
    json_object_set_new(object, "parameters", parameters_json(awr->parameters));
    put_number(object, "memory_bytes", awr->memory_bytes);
    put_number(object, "database_bytes", awr->database_bytes);
    json_object_set_new(object, "host_cpu", record_json(&awr->host_cpu, cpu_figures));
    put_curves(object, awr);
    const size_t io_line = offsetof(struct awr_io_line, line), file_line = offsetof(struct awr_file_io, line);
    put_records(object, "io_functions", awr->io_functions, io_line_figures, io_line);
    put_records(object, "io_filetypes", awr->io_filetypes, io_line_figures, io_line);
    put_records(object, "tablespace_io", awr->tablespace_io, file_io_figures, file_line);
    put_records(object, "file_io", awr->file_io, file_io_figures, file_line);
    put_records(object, "cache_advice", awr->cache_advice, advice_figures, offsetof(struct awr_advice, line));
    put_records(object, "disk_groups", awr->disk_groups, group_figures, offsetof(struct awr_disk_group, line));
    put_records(object, "nodes", awr->nodes, node_figures, offsetof(struct awr_node, line));
    put_origins(object, awr);
    json_object_set_new(object, "notes", inspect_notes_json(awr->notes));
    return object;
}
