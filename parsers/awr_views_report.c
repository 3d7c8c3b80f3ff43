/* Snapshots become reports of the time between them. */
#include "awr_fill_private.h"
#include "awr_views_private.h"
#include "error.h"

#include <string.h>

static bool
is_time_model(const struct awr_views *views, const struct view_cell *cell)
{
    const struct view_set *set = &g_array_index(views->sets, struct view_set, cell->set);
    return set->time_model && !set->system;
}

static void
settle_time_model(struct awr_views *views)
{
    for (guint s = 0; s < views->snapshots->len; s++) {
        const struct view_snapshot *snapshot = g_ptr_array_index(views->snapshots, s);
        GArray *cells = snapshot->cells[VIEW_OF_STATISTICS];
        for (guint i = 0; cells && i < cells->len; i++) {
            struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
            if (!is_time_model(views, cell) || g_str_has_prefix(cell->name, TIME_MODEL))
                continue;
            g_autofree char *name = g_strconcat(TIME_MODEL, cell->name, NULL);
            const char *own = awr_views_intern(views, name);
            cell->name = own ? own : cell->name;
        }
    }
}

static int
by_database_instance_id(const void *a, const void *b)
{
    const struct view_snapshot *x = *(const struct view_snapshot *const *)a,
                               *y = *(const struct view_snapshot *const *)b;
    if (x->dbid != y->dbid)
        return x->dbid < y->dbid ? -1 : 1;
    if (x->instance != y->instance)
        return x->instance < y->instance ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static bool
has_counters(const struct view_snapshot *snapshot)
{
    return snapshot->cells[VIEW_OF_STATISTICS] || snapshot->cells[VIEW_OF_EVENTS] || snapshot->cells[VIEW_OF_FUNCTIONS];
}

/* Counters that only grow: where one is less than before, the instance was started anew. */
static bool
counters_went_back(const struct view_snapshot *begin, const struct view_snapshot *end)
{
    static const char *const growing[] = {"physical read total IO requests", "physical write total IO requests",
        "physical read total bytes", "physical write total bytes", "physical reads", "redo size", "user commits",
        "session logical reads", "execute count", TIME_MODEL "DB CPU"};
    g_autoptr(GHashTable) before = awr_views_cells(begin, VIEW_OF_STATISTICS);
    const GArray *cells = end->cells[VIEW_OF_STATISTICS];
    for (guint i = 0; cells && i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        const struct view_cell *first = g_hash_table_lookup(before, cell->name);
        for (size_t g = 0; first && g < G_N_ELEMENTS(growing); g++)
            if (strcmp(cell->name, growing[g]) == 0 && cell->value[0] < first->value[0])
                return true;
    }
    g_autoptr(GHashTable) events = awr_views_cells(begin, VIEW_OF_EVENTS);
    cells = end->cells[VIEW_OF_EVENTS];
    for (guint i = 0; cells && i < cells->len; i++) {
        const struct view_cell *cell = &g_array_index(cells, struct view_cell, i);
        const struct view_cell *first = g_hash_table_lookup(events, cell->name);
        if (first && cell->value[0] < first->value[0])
            return true;
    }
    return false;
}

/* Why no report can be made of the time between the two; NULL where it can. */
static const char *
why_not(const struct view_snapshot *begin, const struct view_snapshot *end)
{
    if (isnan(begin->end_s) || isnan(end->end_s))
        return "no-times";
    if (fabs(begin->startup_s - end->startup_s) > 1) /* false where one is not told */
        return "restart";
    if (!(end->end_s > begin->end_s))
        return "no-time-between";
    return counters_went_back(begin, end) ? "restart" : NULL;
}

static void
make_report(const struct awr_views *views, const struct view_snapshot *begin, const struct view_snapshot *end,
    bool is_rac, const char *path, GPtrArray *reports)
{
    struct view_interval interval = {
        views, begin, end, end->end_s - begin->end_s, awr_new(path, AWR_INSTANCE, views->format)};
    awr_views_fill(&interval, is_rac);
    static const struct awr_rates no_profile = {NAN, NAN, NAN, NAN, NAN};
    awr_finish(interval.awr, &no_profile, true, NULL);
    g_ptr_array_add(reports, interval.awr);
}

/* What was left out, said in the first report, which stands for the file. */
struct left_out {
    GPtrArray *notes;
    guint no_times, no_counters;
};

static void
note_left_out(
    struct left_out *left, const char *why, const struct view_snapshot *begin, const struct view_snapshot *end)
{
    if (strcmp(why, "no-times") == 0)
        left->no_times++;
    else if (strcmp(why, "restart") == 0)
        notes_add(left->notes, NOTE_INFO, "instance-restart", 0,
            "instance %" G_GINT64_FORMAT " was started anew between snapshots %" G_GINT64_FORMAT
            " and %" G_GINT64_FORMAT ": the time between them is left out",
            end->instance, begin->id, end->id);
    else
        notes_add(left->notes, NOTE_WARNING, "snapshot-order", 0,
            "snapshot %" G_GINT64_FORMAT " of instance %" G_GINT64_FORMAT
            " is not later than the one before it; left out",
            end->id, end->instance);
}

static void
say_snapshot_limits(struct awr_views *views)
{
    if (views->over_limit)
        notes_add(views->notes, NOTE_WARNING, "too-many-rows", 0,
            "more than %u snapshots or too many names: the rest is not read", SNAPSHOTS_MAX);
    if (views->strange_time)
        notes_add(views->notes, NOTE_WARNING, "strange-time", views->strange_line,
            "a time cannot be read without guessing; export with NLS_TIMESTAMP_FORMAT 'YYYY-MM-DD HH24:MI:SS.FF3'");
}

bool
awr_views_finish(struct awr_views *views, const char *path, GPtrArray *reports, GError **error)
{
    guint before = reports->len, counted = 0;
    g_autoptr(GPtrArray) notes = notes_new();
    struct left_out left = {.notes = notes};
    g_ptr_array_sort(views->snapshots, by_database_instance_id);
    settle_time_model(views);
    say_snapshot_limits(views);
    const struct view_snapshot *begin = NULL;
    for (guint i = 0; i < views->snapshots->len; i++) {
        const struct view_snapshot *end = g_ptr_array_index(views->snapshots, i);
        const struct view_snapshot *first = g_ptr_array_index(views->snapshots, 0);
        const struct view_snapshot *last = g_ptr_array_index(views->snapshots, views->snapshots->len - 1);
        if (!has_counters(end))
            continue;
        counted++;
        if (begin && begin->dbid == end->dbid && begin->instance == end->instance) {
            const char *why = why_not(begin, end);
            if (why)
                note_left_out(&left, why, begin, end);
            else
                make_report(views, begin, end, first->instance != last->instance, path, reports);
        }
        begin = end;
    }
    if (reports->len == before) {
        const char *lacks = counted == 0 ? "no row of DBA_HIST_SYSSTAT or DBA_HIST_SYSTEM_EVENT; export them too"
                            : left.no_times
                                ? "no times of the snapshots that can be read; export DBA_HIST_SNAPSHOT too, with "
                                  "NLS_TIMESTAMP_FORMAT 'YYYY-MM-DD HH24:MI:SS.FF3'"
                                : "no two snapshots of one run of an instance; export a span of snapshots";
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: of the DBA_HIST views there is %s", path, lacks);
        return false;
    }
    if (left.no_times)
        notes_add(left.notes, NOTE_WARNING, "no-times", 0,
            "%u intervals are left out: the times of their snapshots are not there", left.no_times);
    struct awr *stands_for_file = g_ptr_array_index(reports, before);
    notes_append(stands_for_file->notes, left.notes, NULL);
    for (guint i = before; i < reports->len; i++)
        notes_append(((struct awr *)g_ptr_array_index(reports, i))->notes, views->notes, NULL);
    return true;
}
