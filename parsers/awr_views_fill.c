/* What the counters of two snapshots say of the time between them. */
#include "awr_fill_private.h"
#include "awr_views_private.h"

#include <string.h>

GHashTable *
awr_views_cells(const struct view_snapshot *snapshot, enum view view)
{
    GHashTable *table = g_hash_table_new(g_direct_hash, g_direct_equal);
    const GArray *cells = snapshot->cells[view];
    for (guint i = 0; cells && i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        if (!g_hash_table_contains(table, cell->name))
            g_hash_table_insert(table, (gpointer)cell->name, (gpointer)cell);
    }
    return table;
}

static double
grown(const struct view_cell *begin, const struct view_cell *end, int value)
{
    double change = end->value[value] - (begin ? begin->value[value] : 0);
    return change >= 0 ? change : NAN;
}

/* The increase of a statistic of the instance; NAN where it is not there. */
static double
total_of(const struct view_interval *interval, const char *name)
{
    const struct awr_statistic *statistic = awr_statistic_named(interval->awr, name);
    return statistic ? statistic->total : NAN;
}

static void
fill_statistics(struct view_interval *interval)
{
    g_autoptr(GHashTable) before = awr_views_cells(interval->begin, VIEW_OF_STATISTICS);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    const GArray *cells = interval->end->cells[VIEW_OF_STATISTICS];
    struct awr *awr = interval->awr;
    for (guint i = 0; cells && i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        const struct view_cell *first = g_hash_table_lookup(before, cell->name);
        double total = first ? grown(first, cell, 0) : NAN; /* not there before: no difference can be told */
        if (isnan(total))
            continue;
        if (g_str_has_prefix(cell->name, TIME_MODEL)) { /* microseconds */
            if (strcmp(cell->name, TIME_MODEL "DB time") == 0)
                awr->db_time_min = total / 60e6;
            else if (strcmp(cell->name, TIME_MODEL "DB CPU") == 0)
                awr->db_cpu_time_s = total / 1e6;
        } else if (g_hash_table_add(seen, (gpointer)cell->name)) {
            struct awr_statistic *statistic = g_new(struct awr_statistic, 1);
            *statistic = (struct awr_statistic){
                .name = g_strdup(cell->name), .total = total, .per_s = total / interval->seconds, .line = cell->line};
            g_ptr_array_add(awr->statistics, statistic);
        }
    }
    double db_time_cs = total_of(interval, "DB time"); /* hundredths of a second in DBA_HIST_SYSSTAT */
    if (isnan(awr->db_time_min) && isfinite(db_time_cs))
        awr->db_time_min = db_time_cs / 6000;
}

static void
fill_load(struct view_interval *interval)
{
    struct awr *awr = interval->awr;
    const struct {
        const char *statistic;
        double *per_s;
    } loads[] = {
        {"session logical reads", &awr->load.logical_reads},
        {"db block changes", &awr->load.block_changes},
        {"physical reads", &awr->load.physical_reads_blocks},
        {"physical writes", &awr->load.physical_writes_blocks},
        {"physical read IO requests", &awr->load.read_io_requests},
        {"physical write IO requests", &awr->load.write_io_requests},
        {"user calls", &awr->load.user_calls},
        {"execute count", &awr->load.executes},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(loads); i++)
        *loads[i].per_s = total_of(interval, loads[i].statistic) / interval->seconds;
    awr->load.transactions =
        (total_of(interval, "user commits") + total_of(interval, "user rollbacks")) / interval->seconds;
    awr->load.db_time_s = awr->db_time_min * 60 / interval->seconds;
    awr->load.db_cpu_s = awr->db_cpu_time_s / interval->seconds;
}

static double *
os_figure(struct awr *awr, const char *name)
{
    return g_hash_table_lookup(awr->os_statistics, name);
}

static void
fill_os(struct view_interval *interval)
{
    g_autoptr(GHashTable) before = awr_views_cells(interval->begin, VIEW_OF_OS);
    const GArray *cells = interval->end->cells[VIEW_OF_OS];
    struct awr *awr = interval->awr;
    for (guint i = 0; cells && i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        const struct view_cell *first = g_hash_table_lookup(before, cell->name);
        double value = first ? first->value[0] : cell->value[0];
        if (g_str_has_suffix(cell->name, "_TIME")) /* hundredths of a second since the host started */
            value = first ? grown(first, cell, 0) : NAN;
        if (isfinite(value) && !os_figure(awr, cell->name))
            g_hash_table_replace(awr->os_statistics, g_strdup(cell->name), g_memdup2(&value, sizeof value));
        if (strcmp(cell->name, "LOAD") == 0) {
            awr->host_cpu.load_average_begin = first ? first->value[0] : NAN;
            awr->host_cpu.load_average_end = cell->value[0];
        }
    }
    cells = interval->begin->cells[VIEW_OF_OS];
    for (guint i = 0; cells && i < cells->len; i++) { /* what only the first snapshot has, and is no counter */
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        if (!g_str_has_suffix(cell->name, "_TIME") && isfinite(cell->value[0]) && !os_figure(awr, cell->name))
            g_hash_table_replace(awr->os_statistics, g_strdup(cell->name), g_memdup2(cell->value, sizeof(double)));
    }
    const struct {
        const char *name;
        int *count;
    } counts[] = {{"NUM_CPUS", &awr->cpus}, {"NUM_CPU_CORES", &awr->cores}, {"NUM_CPU_SOCKETS", &awr->sockets}};
    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
        const double *value = os_figure(awr, counts[i].name);
        if (value && *value > 0 && *value < 1e6)
            *counts[i].count = (int)*value;
    }
    const double *memory = os_figure(awr, "PHYSICAL_MEMORY_BYTES");
    if (memory && *memory > 0)
        awr->memory_bytes = *memory;
    const double *busy = os_figure(awr, "BUSY_TIME"), *idle = os_figure(awr, "IDLE_TIME");
    const struct {
        const char *name;
        double *pct;
    } shares[] = {{"USER_TIME", &awr->host_cpu.user_pct}, {"SYS_TIME", &awr->host_cpu.system_pct},
        {"IOWAIT_TIME", &awr->host_cpu.iowait_pct}, {"IDLE_TIME", &awr->host_cpu.idle_pct}};
    for (size_t i = 0; i < G_N_ELEMENTS(shares) && busy && idle && *busy + *idle > 0; i++) {
        const double *time = os_figure(awr, shares[i].name);
        if (time)
            *shares[i].pct = 100 * *time / (*busy + *idle);
    }
}

static struct awr_event_read *
event_of(const struct view_cell *cell, double waits, double time_us, double db_time_s)
{
    struct awr_event_read *read = awr_event_read_new(cell->name);
    struct awr_event *event = &read->event;
    event->wait_class = g_strdup(cell->text);
    event->waits = waits;
    event->time_s = time_us / 1e6;
    event->avg_wait_ms = waits > 0 ? time_us / waits / 1e3 : NAN;
    event->db_time_pct = db_time_s > 0 ? 100 * event->time_s / db_time_s : NAN;
    event->line = cell->line;
    read->time_step_s = 1e-6;
    return read;
}

static int
by_time(const void *a, const void *b)
{
    const struct awr_event *x = *(const struct awr_event *const *)a, *y = *(const struct awr_event *const *)b;
    return (x->time_s < y->time_s) - (x->time_s > y->time_s);
}

#define TOP_EVENTS 10

/* As the report's top list: foreground waits but idle ones, and CPU, by time. */
static void
fill_top(struct view_interval *interval)
{
    struct awr *awr = interval->awr;
    double db_time_s = awr->db_time_min * 60;
    for (guint i = 0; i < awr->events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(awr->events, i);
        if (event->wait_class && strcmp(event->wait_class, "Idle") == 0)
            continue;
        struct awr_event_read *copy = awr_event_read_new(event->name);
        g_free(copy->event.name);
        copy->event = *event;
        copy->event.name = g_strdup(event->name);
        copy->event.wait_class = g_strdup(event->wait_class);
        g_ptr_array_add(awr->top_events, copy);
    }
    if (isfinite(awr->db_cpu_time_s)) {
        struct awr_event_read *cpu = awr_event_read_new("DB CPU");
        cpu->event.time_s = awr->db_cpu_time_s;
        cpu->event.db_time_pct = db_time_s > 0 ? 100 * awr->db_cpu_time_s / db_time_s : NAN;
        g_ptr_array_add(awr->top_events, cpu);
    }
    g_ptr_array_sort(awr->top_events, by_time);
    if (awr->top_events->len > TOP_EVENTS)
        g_ptr_array_set_size(awr->top_events, TOP_EVENTS);
}

static void
fill_events(struct view_interval *interval)
{
    g_autoptr(GHashTable) before = awr_views_cells(interval->begin, VIEW_OF_EVENTS);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    const GArray *cells = interval->end->cells[VIEW_OF_EVENTS];
    struct awr *awr = interval->awr;
    double db_time_s = awr->db_time_min * 60;
    bool mixed = false;
    for (guint i = 0; cells && i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        const struct view_cell *first =
            g_hash_table_lookup(before, cell->name); /* events come up with their first wait */
        double waits = grown(first, cell, 0), time_us = grown(first, cell, 1);
        double waits_fg = grown(first, cell, 2), time_fg_us = grown(first, cell, 3);
        if (!g_hash_table_add(seen, (gpointer)cell->name))
            continue;
        if (isnan(cell->value[2])) {
            mixed = true;
            waits_fg = waits;
            time_fg_us = time_us;
        }
        if (waits_fg > 0)
            g_ptr_array_add(awr->events, event_of(cell, waits_fg, time_fg_us, db_time_s));
        if (!isnan(cell->value[2]) && waits - waits_fg > 0)
            g_ptr_array_add(awr->background_events, event_of(cell, waits - waits_fg, time_us - time_fg_us, NAN));
    }
    g_ptr_array_sort(awr->events, by_time);
    g_ptr_array_sort(awr->background_events, by_time);
    if (mixed)
        notes_add(awr->notes, NOTE_INFO, "mixed-events", 0,
            "the events of this export count foreground and background waits together");
    fill_top(interval);
}

static void
fill_functions(struct view_interval *interval)
{
    g_autoptr(GHashTable) before = awr_views_cells(interval->begin, VIEW_OF_FUNCTIONS);
    const GArray *cells = interval->end->cells[VIEW_OF_FUNCTIONS];
    for (guint i = 0; cells && i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        const struct view_cell *first = g_hash_table_lookup(before, cell->name);
        if (!first)
            continue;
        double change[CELL_VALUES];
        for (int v = 0; v < CELL_VALUES; v++)
            change[v] = grown(first, cell, v);
        struct awr_io_line *line = awr_io_line_new(cell->name);
        line->line = cell->line;
        line->read_bytes = (change[0] + change[1]) * 0x1p20;
        line->write_bytes = (change[2] + change[3]) * 0x1p20;
        line->read_requests_per_s = (change[4] + change[5]) / interval->seconds;
        line->write_requests_per_s = (change[6] + change[7]) / interval->seconds;
        line->wait_count = change[8];
        line->avg_wait_ms = change[8] > 0 ? change[9] / change[8] : NAN;
        g_ptr_array_add(interval->awr->io_functions, line);
    }
}

static void
fill_parameters(struct view_interval *interval)
{
    const GArray *cells = interval->begin->cells[VIEW_OF_PARAMETERS];
    if (!cells)
        cells = interval->end->cells[VIEW_OF_PARAMETERS];
    struct awr *awr = interval->awr;
    for (guint i = 0; cells && i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        bool is_container = cell->value[0] > 1; /* CON_ID of a pluggable database: the root's value goes before */
        if (cell->text && (!is_container || !g_hash_table_contains(awr->parameters, cell->name)) &&
            !(g_hash_table_contains(awr->parameters, cell->name) && !(cell->value[0] == 1)))
            g_hash_table_replace(awr->parameters, g_strdup(cell->name), g_strdup(cell->text));
    }
    /* what automatic memory management gave the cache at the snapshot; db_cache_size is only its least */
    double cache = awr_views_number(g_hash_table_lookup(awr->parameters, "__db_cache_size"));
    if (cache > 0)
        awr->buffer_cache_bytes = cache;
}

/* Tablespaces are of the database: their rows have no instance, and went to the first one. Their sizes are in blocks,
 * those of the database for nearly all; what they hold of undo and temporary data counts too, as it does on disk. */
static void
fill_space(struct view_interval *interval)
{
    struct view_snapshot key = {.dbid = interval->end->dbid, .instance = VIEW_FIRST_INSTANCE, .id = interval->end->id};
    const struct view_snapshot *snapshot = g_hash_table_lookup(interval->views->by_id, &key);
    const GArray *cells = snapshot ? snapshot->cells[VIEW_OF_SPACE] : NULL;
    struct awr *awr = interval->awr;
    double blocks = 0, block_bytes = awr_views_number(g_hash_table_lookup(awr->parameters, "db_block_size"));
    if (!cells)
        return;
    g_autoptr(GHashTable) seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        if (g_hash_table_add(seen, (gpointer)cell->name) && cell->value[0] > 0)
            blocks += cell->value[0];
    }
    if (block_bytes > 0) {
        awr->database_bytes = blocks * block_bytes;
        awr_origin_set(awr, offsetof(struct awr, database_bytes), "DBA_HIST_TBSPC_SPACE_USAGE",
            g_array_index(cells, struct view_cell, 0).line);
    } else {
        notes_add(awr->notes, NOTE_INFO, "no-block-size", 0,
            "sizes of tablespaces are in blocks, and db_block_size is not told; export DBA_HIST_PARAMETER too");
    }
}

static void
fill_identity(struct view_interval *interval, bool is_rac)
{
    struct awr *awr = interval->awr;
    const struct view_instance *known = NULL;
    const GArray *instances = interval->views->instances;
    for (guint i = 0; i < instances->len && !known; i++) {
        const struct view_instance *instance = &g_array_index(instances, struct view_instance, i);
        if (instance->number == interval->end->instance &&
            (instance->dbid == interval->end->dbid || instance->dbid < 0 || interval->end->dbid < 0))
            known = instance;
    }
    awr->begin = awr_timestamp_text(interval->begin->end_s);
    awr->end = awr_timestamp_text(interval->end->end_s);
    awr->elapsed_min = interval->seconds / 60;
    awr->is_rac = is_rac;
    if (known) {
        awr->db_name = g_strdup(known->db_name);
        awr->release = g_strdup(known->release);
        awr->platform = g_strdup(known->platform);
        if (known->host)
            g_ptr_array_add(awr->hosts, g_strdup(known->host));
    }
    g_ptr_array_add(awr->instances,
        known && known->name ? g_strdup(known->name) : g_strdup_printf("%" G_GINT64_FORMAT, interval->end->instance));
}

void
awr_views_fill(struct view_interval *interval, bool is_rac)
{
    fill_identity(interval, is_rac);
    fill_statistics(interval);
    fill_load(interval);
    fill_os(interval);
    fill_events(interval);
    fill_functions(interval);
    fill_parameters(interval);
    fill_space(interval);
}
