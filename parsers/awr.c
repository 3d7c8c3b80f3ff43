#include "awr.h"
#include "note.h"

#include <string.h>

static void
event_free(void *data)
{
    struct awr_event *event = data;
    g_free(event->name);
    g_free(event->wait_class);
    g_free(event);
}

static void
statistic_free(void *data)
{
    struct awr_statistic *statistic = data;
    g_free(statistic->name);
    g_free(statistic);
}

static void
io_line_free(void *data)
{
    struct awr_io_line *line = data;
    g_free(line->name);
    g_free(line);
}

static void
file_io_free(void *data)
{
    struct awr_file_io *line = data;
    g_free(line->tablespace);
    g_free(line->file);
    g_free(line->container);
    g_free(line);
}

static void
advice_free(void *data)
{
    g_free(((struct awr_advice *)data)->pool);
    g_free(data);
}

static void
curve_free(void *data)
{
    struct awr_curve *curve = data;
    g_free(curve->name);
    g_array_unref(curve->points);
    g_free(curve);
}

static void
disk_group_free(void *data)
{
    struct awr_disk_group *group = data;
    g_free(group->name);
    g_free(group->redundancy);
    g_free(group->state);
    g_free(group);
}

static void
node_free(void *data)
{
    struct awr_node *node = data;
    char *const texts[] = {node->name, node->host, node->begin, node->end};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    g_free(node);
}

struct awr_io_line *
awr_io_line_new(const char *name)
{
    struct awr_io_line *line = g_new(struct awr_io_line, 1);
    *line = (struct awr_io_line){g_strdup(name), NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0};
    return line;
}

static const struct awr_load_profile absent_load = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

struct awr *
awr_new(const char *path, enum awr_report report, enum awr_format format)
{
    struct awr *awr = g_new0(struct awr, 1);
    awr->path = g_strdup(path);
    awr->report = report;
    awr->format = format;
    awr->instances = g_ptr_array_new_with_free_func(g_free);
    awr->hosts = g_ptr_array_new_with_free_func(g_free);
    awr->elapsed_min = awr->db_time_min = NAN;
    awr->memory_bytes = awr->buffer_cache_bytes = awr->block_size_bytes = NAN;
    awr->rates = (struct awr_rates){NAN, NAN, NAN, NAN, NAN};
    awr->host_cpu = (struct awr_host_cpu){NAN, NAN, NAN, NAN, NAN, NAN};
    awr->load = absent_load;
    awr->db_cpu_time_s = NAN;
    awr->top_events = g_ptr_array_new_with_free_func(event_free);
    awr->events = g_ptr_array_new_with_free_func(event_free);
    awr->background_events = g_ptr_array_new_with_free_func(event_free);
    awr->wait_classes = g_ptr_array_new_with_free_func(event_free);
    awr->statistics = g_ptr_array_new_with_free_func(statistic_free);
    awr->io_functions = g_ptr_array_new_with_free_func(io_line_free);
    awr->io_filetypes = g_ptr_array_new_with_free_func(io_line_free);
    awr->tablespace_io = g_ptr_array_new_with_free_func(file_io_free);
    awr->file_io = g_ptr_array_new_with_free_func(file_io_free);
    awr->cache_advice = g_ptr_array_new_with_free_func(advice_free);
    awr->curves = g_ptr_array_new_with_free_func(curve_free);
    awr->disk_groups = g_ptr_array_new_with_free_func(disk_group_free);
    awr->nodes = g_ptr_array_new_with_free_func(node_free);
    awr->database_bytes = NAN;
    awr->origins = g_array_new(FALSE, FALSE, sizeof(struct awr_origin));
    awr->parameters = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    awr->os_statistics = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    awr->notes = notes_new();
    return awr;
}

void
awr_free(struct awr *awr)
{
    if (!awr)
        return;
    char *const texts[] = {awr->path, awr->release, awr->db_name, awr->edition, awr->platform, awr->begin, awr->end,
        awr->startup};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    GPtrArray *const lists[] = {awr->instances, awr->hosts, awr->top_events, awr->events, awr->background_events,
        awr->wait_classes, awr->statistics, awr->io_functions, awr->io_filetypes, awr->tablespace_io, awr->file_io,
        awr->cache_advice, awr->curves, awr->disk_groups, awr->nodes, awr->notes};
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++)
        g_ptr_array_unref(lists[i]);
    g_array_unref(awr->origins);
    g_hash_table_unref(awr->parameters);
    g_hash_table_unref(awr->os_statistics);
    g_free(awr);
}

const struct awr_event *
awr_event_named(const GPtrArray *events, const char *name)
{
    for (guint i = 0; i < events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(events, i);
        if (strcmp(event->name, name) == 0)
            return event;
    }
    return NULL;
}

const struct awr_statistic *
awr_statistic_named(const struct awr *awr, const char *name)
{
    for (guint i = 0; i < awr->statistics->len; i++) {
        const struct awr_statistic *statistic = g_ptr_array_index(awr->statistics, i);
        if (strcmp(statistic->name, name) == 0)
            return statistic;
    }
    return NULL;
}

const struct awr_curve *
awr_curve_named(const struct awr *awr, const char *event)
{
    for (guint i = 0; i < awr->curves->len; i++) {
        const struct awr_curve *curve = g_ptr_array_index(awr->curves, i);
        if (strcmp(curve->name, event) == 0)
            return curve;
    }
    return NULL;
}

const struct awr_origin *
awr_origin_of(const struct awr *awr, size_t offset)
{
    for (guint i = 0; i < awr->origins->len; i++)
        if (g_array_index(awr->origins, struct awr_origin, i).offset == offset)
            return &g_array_index(awr->origins, struct awr_origin, i);
    return NULL;
}

void
awr_origin_set(struct awr *awr, size_t offset, const char *section, uint64_t line)
{
    struct awr_origin *known = (struct awr_origin *)awr_origin_of(awr, offset);
    struct awr_origin origin = {offset, section, line};
    if (known)
        *known = origin;
    else
        g_array_append_val(awr->origins, origin);
}

const char *
awr_report_name(enum awr_report report)
{
    static const char *const name[] = {[AWR_INSTANCE] = "instance",
        [AWR_PDB] = "pdb",
        [AWR_RAC] = "rac",
        [AWR_DIFF] = "diff",
        [AWR_STATSPACK] = "statspack",
        [AWR_AWRMINER] = "awrminer"};
    return name[report];
}

const char *
awr_format_name(enum awr_format format)
{
    static const char *const name[] = {[AWR_HTML] = "html", [AWR_TEXT] = "text", [AWR_XML] = "xml", [AWR_CSV] = "csv"};
    return name[format];
}
