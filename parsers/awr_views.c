#include "awr_number.h"
#include "awr_views_private.h"
#include "note.h"

#include <string.h>

#define NAMES_BYTES_MAX ((size_t)64 << 20)

static guint
snapshot_hash(gconstpointer data)
{
    const struct view_snapshot *s = data;
    return (guint)((uint64_t)s->id * 2654435761u + (uint64_t)s->instance * 40503u + (uint64_t)s->dbid);
}

static gboolean
snapshot_equal(gconstpointer a, gconstpointer b)
{
    const struct view_snapshot *x = a, *y = b;
    return x->id == y->id && x->instance == y->instance && x->dbid == y->dbid;
}

static void
snapshot_free(void *data)
{
    struct view_snapshot *snapshot = data;
    for (int v = 0; v < VIEWS; v++)
        if (snapshot->cells[v])
            g_array_unref(snapshot->cells[v]);
    g_free(snapshot);
}

struct awr_views *
awr_views_new(void)
{
    struct awr_views *views = g_new0(struct awr_views, 1);
    views->snapshots = g_ptr_array_new_with_free_func(snapshot_free);
    views->by_id = g_hash_table_new(snapshot_hash, snapshot_equal);
    views->instances = g_array_new(FALSE, TRUE, sizeof(struct view_instance));
    views->sets = g_array_new(FALSE, TRUE, sizeof(struct view_set));
    views->names = g_string_chunk_new(4096);
    views->interned = g_hash_table_new(g_str_hash, g_str_equal);
    views->notes = notes_new();
    views->format = AWR_XML;
    return views;
}

void
awr_views_free(struct awr_views *views)
{
    if (!views)
        return;
    g_hash_table_unref(views->by_id);
    g_hash_table_unref(views->interned);
    g_ptr_array_unref(views->snapshots);
    g_array_unref(views->instances);
    g_array_unref(views->sets);
    g_string_chunk_free(views->names);
    g_ptr_array_unref(views->notes);
    g_free(views);
}

const char *
awr_views_intern(struct awr_views *views, const char *text)
{
    const char *known = g_hash_table_lookup(views->interned, text);
    if (known)
        return known;
    size_t len = strlen(text);
    if (views->names_bytes + len > NAMES_BYTES_MAX) {
        views->over_limit = true;
        return NULL;
    }
    views->names_bytes += len + 1;
    char *copy = g_string_chunk_insert(views->names, text);
    g_hash_table_add(views->interned, copy);
    return copy;
}

double
awr_views_number(const char *text)
{
    char plain[64];
    size_t len = text ? strlen(text) : 0;
    if (!len || len >= sizeof plain)
        return NAN;
    for (size_t i = 0; i <= len; i++)
        plain[i] = text[i] == ',' ? '.' : text[i];
    if (plain[strspn(plain, "+-.0123456789eE")] != '\0')
        return NAN;
    char *end;
    double value = g_ascii_strtod(plain, &end);
    return *end == '\0' && isfinite(value) ? value : NAN;
}

static int64_t
id_of(const char *text)
{
    double value = awr_views_number(text);
    return value >= 0 && value < 0x1p53 ? (int64_t)value : -1;
}

static struct view_snapshot *
snapshot_of(struct awr_views *views, const char *const cell[VIEW_COLUMNS])
{
    struct view_snapshot key = {
        .id = id_of(cell[VIEW_SNAP_ID]), .instance = id_of(cell[VIEW_INSTANCE_NUMBER]), .dbid = id_of(cell[VIEW_DBID])};
    if (!cell[VIEW_INSTANCE_NUMBER]) /* a query that left it out: one instance */
        key.instance = VIEW_FIRST_INSTANCE;
    if (key.id < 0 || key.instance < 0)
        return NULL;
    if (views->last && snapshot_equal(views->last, &key))
        return views->last;
    struct view_snapshot *snapshot = g_hash_table_lookup(views->by_id, &key);
    if (!snapshot) {
        if (views->snapshots->len >= SNAPSHOTS_MAX) {
            views->over_limit = true;
            return NULL;
        }
        snapshot = g_new0(struct view_snapshot, 1);
        *snapshot = key;
        snapshot->startup_s = snapshot->end_s = NAN;
        g_ptr_array_add(views->snapshots, snapshot);
        g_hash_table_add(views->by_id, snapshot);
    }
    return views->last = snapshot;
}

static void
take_time(struct awr_views *views, double *at, const char *text, uint64_t line)
{
    if (!text)
        return;
    double seconds = awr_timestamp_s(text);
    if (isnan(*at))
        *at = seconds;
    if (isnan(seconds) && !views->strange_time) {
        views->strange_time = true;
        views->strange_line = line;
    }
}

static void
take_instance(struct awr_views *views, const char *const cell[VIEW_COLUMNS])
{
    struct view_instance instance = {.dbid = id_of(cell[VIEW_DBID]), .number = id_of(cell[VIEW_INSTANCE_NUMBER])};
    const enum view_column column[] = {
        VIEW_DB_NAME, VIEW_INSTANCE_NAME, VIEW_HOST_NAME, VIEW_VERSION, VIEW_PLATFORM_NAME};
    const char **const place[] = {
        &instance.db_name, &instance.name, &instance.host, &instance.release, &instance.platform};
    for (size_t i = 0; i < G_N_ELEMENTS(column); i++)
        *place[i] = cell[column[i]] ? awr_views_intern(views, cell[column[i]]) : NULL;
    /* one row a start of the instance: the last one counts */
    for (guint i = 0; i < views->instances->len; i++) {
        struct view_instance *known = &g_array_index(views->instances, struct view_instance, i);
        if (known->dbid == instance.dbid && known->number == instance.number) {
            *known = instance;
            return;
        }
    }
    if (views->instances->len < 1000)
        g_array_append_val(views->instances, instance);
}

/* Names of DBA_HIST_OSSTAT: NUM_CPUS, BUSY_TIME, LOAD. Statistics of the instance have small letters. */
static bool
is_os_name(const char *name)
{
    return name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
}

static void
mark_set(struct awr_views *views, const char *name)
{
    static const char *const of_time_model[] = {"DB CPU", "sql execute elapsed time", "background elapsed time"};
    static const char *const of_system[] = {"physical reads", "redo size", "user commits", "session logical reads",
        "physical read total IO requests", "physical write total IO requests"};
    struct view_set *set = &g_array_index(views->sets, struct view_set, views->sets->len - 1);
    for (size_t i = 0; i < G_N_ELEMENTS(of_time_model); i++)
        set->time_model |= strcmp(name, of_time_model[i]) == 0;
    for (size_t i = 0; i < G_N_ELEMENTS(of_system); i++)
        set->system |= strcmp(name, of_system[i]) == 0;
}

/* How the rows of each view become cells. */
static const struct {
    enum view_column name, text;
    enum view_column value[CELL_VALUES];
    enum view_column required;
} view_columns[VIEWS] = {
    [VIEW_OF_STATISTICS] = {VIEW_STAT_NAME, VIEW_NO_COLUMN, {VIEW_VALUE}, VIEW_VALUE},
    [VIEW_OF_EVENTS] = {VIEW_EVENT_NAME, VIEW_WAIT_CLASS,
        {VIEW_TOTAL_WAITS, VIEW_TIME_WAITED_MICRO, VIEW_TOTAL_WAITS_FG, VIEW_TIME_WAITED_MICRO_FG}, VIEW_TOTAL_WAITS},
    [VIEW_OF_PARAMETERS] = {VIEW_PARAMETER_NAME, VIEW_VALUE, {VIEW_CON_ID}, VIEW_PARAMETER_NAME},
    [VIEW_OF_FUNCTIONS] = {VIEW_FUNCTION_NAME, VIEW_NO_COLUMN,
        {VIEW_SMALL_READ_MEGABYTES, VIEW_LARGE_READ_MEGABYTES, VIEW_SMALL_WRITE_MEGABYTES, VIEW_LARGE_WRITE_MEGABYTES,
            VIEW_SMALL_READ_REQS, VIEW_LARGE_READ_REQS, VIEW_SMALL_WRITE_REQS, VIEW_LARGE_WRITE_REQS,
            VIEW_NUMBER_OF_WAITS, VIEW_WAIT_TIME},
        VIEW_SMALL_READ_REQS},
    [VIEW_OF_SPACE] = {VIEW_TABLESPACE_ID, VIEW_NO_COLUMN, {VIEW_TABLESPACE_SIZE}, VIEW_TABLESPACE_SIZE},
    [VIEW_OF_OS] = {VIEW_NO_COLUMN},
};

static bool
take_cell(struct awr_views *views, struct view_snapshot *snapshot, enum view view, const char *const cell[VIEW_COLUMNS],
    uint64_t line)
{
    struct view_cell new = {.line = line, .set = views->sets->len - 1};
    enum view_column text = view_columns[view].text;
    for (int i = 0; i < CELL_VALUES; i++) {
        enum view_column column = view_columns[view].value[i];
        new.value[i] = column == VIEW_SNAP_ID ? NAN : awr_views_number(cell[column]); /* 0: no column */
    }
    const char *name = cell[view_columns[view].name];
    if (view == VIEW_OF_STATISTICS && is_os_name(name))
        view = VIEW_OF_OS;
    else if (view == VIEW_OF_STATISTICS)
        mark_set(views, name);
    new.name = awr_views_intern(views, name);
    new.text = text != VIEW_NO_COLUMN &&cell[text] ? awr_views_intern(views, cell[text]) : NULL;
    if (!new.name)
        return true;
    if (!snapshot->cells[view])
        snapshot->cells[view] = g_array_new(FALSE, FALSE, sizeof(struct view_cell));
    g_array_append_val(snapshot->cells[view], new);
    return true;
}

void
awr_views_begin_set(struct awr_views *views)
{
    g_array_set_size(views->sets, views->sets->len + 1);
    views->last = NULL;
}

bool
awr_views_row(struct awr_views *views, const char *const cell[VIEW_COLUMNS], uint64_t line)
{
    bool taken = false;
    if (cell[VIEW_DB_NAME] || cell[VIEW_INSTANCE_NAME]) {
        take_instance(views, cell);
        taken = true;
    }
    struct view_snapshot *snapshot = cell[VIEW_SNAP_ID] ? snapshot_of(views, cell) : NULL;
    if (!snapshot)
        return taken;
    if (cell[VIEW_END_INTERVAL_TIME]) {
        take_time(views, &snapshot->startup_s, cell[VIEW_STARTUP_TIME], line);
        take_time(views, &snapshot->end_s, cell[VIEW_END_INTERVAL_TIME], line);
        taken = true;
    }
    for (int v = 0; v < VIEWS; v++)
        if (view_columns[v].name != VIEW_NO_COLUMN && cell[view_columns[v].name] && cell[view_columns[v].required])
            taken |= take_cell(views, snapshot, (enum view)v, cell, line);
    return taken;
}

void
awr_views_cut(struct awr_views *views, const char *path, uint64_t line, const char *fault)
{
    g_autofree char *base = g_path_get_basename(path);
    notes_add(views->notes, NOTE_WARNING, "truncated", line,
        "%s is not whole (%s): rows after that are missing, and figures of the last snapshots with them", base, fault);
}

void
awr_views_set_format(struct awr_views *views, enum awr_format format)
{
    views->format = format;
}
