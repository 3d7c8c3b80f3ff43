#include "waits.h"

#include <string.h>

static const char *const cpu_row[] = {"DB CPU", "CPU time", NULL};

/* As printed; reports in text cut them to 8 letters and more. */
static const struct {
    enum wait_class wait_class;
    const char *name;
} classes[] = {{WAIT_USER_IO, "User I/O"}, {WAIT_SYSTEM_IO, "System I/O"}, {WAIT_COMMIT, "Commit"},
    {WAIT_CONFIGURATION, "Configuration"}, {WAIT_CONCURRENCY, "Concurrency"}, {WAIT_APPLICATION, "Application"},
    {WAIT_CLUSTER, "Cluster"}, {WAIT_SCHEDULER, "Scheduler"}};

/* Letters that tell the classes apart: "Conf", "Conc", "Comm". */
#define CLASS_LETTERS_MIN 4

/* Events of reports that print no class: V$EVENT_NAME has the classes. Longer beginnings first. */
static const struct {
    const char *lead;
    enum wait_class wait_class;
} event_classes[] = {{"db file parallel write", WAIT_SYSTEM_IO}, {"db file async I/O submit", WAIT_SYSTEM_IO},
    {"db file ", WAIT_USER_IO}, {"direct path ", WAIT_USER_IO}, {"read by other session", WAIT_USER_IO},
    {"local write wait", WAIT_USER_IO}, {"cell single block", WAIT_USER_IO}, {"cell multiblock", WAIT_USER_IO},
    {"cell smart", WAIT_USER_IO}, {"cell list of blocks", WAIT_USER_IO}, {"control file ", WAIT_SYSTEM_IO},
    {"log file parallel write", WAIT_SYSTEM_IO}, {"log file sequential read", WAIT_SYSTEM_IO},
    {"log file single write", WAIT_SYSTEM_IO}, {"Log archive I/O", WAIT_SYSTEM_IO}, {"RMAN backup", WAIT_SYSTEM_IO},
    {"log file sync", WAIT_COMMIT}, {"log file switch", WAIT_CONFIGURATION}, {"log buffer space", WAIT_CONFIGURATION},
    {"free buffer waits", WAIT_CONFIGURATION}, {"write complete waits", WAIT_CONFIGURATION},
    {"enq: HW", WAIT_CONFIGURATION}, {"enq: ST", WAIT_CONFIGURATION}, {"enq: TX - row lock", WAIT_APPLICATION},
    {"enq: TX - allocate ITL", WAIT_CONFIGURATION}, {"enq: TX", WAIT_CONCURRENCY}, {"enq: TM", WAIT_APPLICATION},
    {"enq: UL", WAIT_APPLICATION}, {"SQL*Net break/reset", WAIT_APPLICATION}, {"buffer busy waits", WAIT_CONCURRENCY},
    {"latch", WAIT_CONCURRENCY}, {"library cache", WAIT_CONCURRENCY}, {"cursor: ", WAIT_CONCURRENCY},
    {"row cache lock", WAIT_CONCURRENCY}, {"gc ", WAIT_CLUSTER}, {"resmgr:", WAIT_SCHEDULER}};

bool
wait_is_cpu(const struct awr_event *event)
{
    return g_strv_contains(cpu_row, event->name);
}

enum wait_class
wait_class_of(const struct awr_event *event)
{
    if (event->wait_class) {
        size_t len = strlen(event->wait_class);
        for (size_t i = 0; i < G_N_ELEMENTS(classes) && len >= CLASS_LETTERS_MIN; i++)
            if (g_ascii_strncasecmp(event->wait_class, classes[i].name, MIN(len, strlen(classes[i].name))) == 0)
                return classes[i].wait_class;
        return WAIT_OTHER;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(event_classes); i++)
        if (g_str_has_prefix(event->name, event_classes[i].lead))
            return event_classes[i].wait_class;
    return WAIT_OTHER;
}

bool
waits_are_top_only(const struct awr *awr)
{
    return awr->events->len <= awr->top_events->len;
}

bool
waits_are_mixed(const struct awr *awr)
{
    return awr->report == AWR_STATSPACK || awr->report == AWR_DIFF ||
           (awr->background_events->len == 0 && awr_event_named(awr->events, "log file parallel write"));
}

static double
share_of_time(const struct awr *awr, double time_s)
{
    return awr->db_time_min > 0 ? 100 * time_s / (60 * awr->db_time_min) : NAN;
}

double
wait_share_of_line(const struct awr *awr, const struct awr_event *line)
{
    return isfinite(line->db_time_pct) ? line->db_time_pct : share_of_time(awr, line->time_s);
}

/* Shares of events are printed with one digit: their times are finer. */
static double
fine_share_of_line(const struct awr *awr, const struct awr_event *line)
{
    double share = share_of_time(awr, line->time_s);
    return isfinite(share) ? share : line->db_time_pct;
}

static const GPtrArray *
listed_events(const struct awr *awr)
{
    return awr->events->len > 0 ? awr->events : awr->top_events;
}

static const struct awr_event *
class_line(const struct awr *awr, enum wait_class wait_class)
{
    for (guint i = 0; i < awr->wait_classes->len; i++) {
        const struct awr_event *line = g_ptr_array_index(awr->wait_classes, i);
        struct awr_event named = {.name = line->name, .wait_class = line->name};
        if (!wait_is_cpu(line) && wait_class_of(&named) == wait_class)
            return line;
    }
    return NULL;
}

/* Sums what `takes` accepts: at most `wanted` events, G_MAXUINT where their number is open. */
static struct wait_share
sum_of(const struct awr *awr, bool (*takes)(const struct awr_event *event, const void *what), const void *what,
    guint wanted)
{
    struct wait_share share = {.pct = NAN, .avg_ms = NAN};
    const GPtrArray *events = listed_events(awr);
    double pct = 0, time_s = 0, waits = 0;
    guint taken = 0;
    bool timed = true;
    for (guint i = 0; i < events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(events, i);
        double of_event = fine_share_of_line(awr, event);
        if (wait_is_cpu(event) || !takes(event, what) || !isfinite(of_event))
            continue;
        taken++;
        pct += of_event;
        timed = timed && isfinite(event->time_s) && isfinite(event->waits);
        time_s += event->time_s;
        waits += event->waits;
        share.avg_ms = taken == 1 ? event->avg_wait_ms : NAN;
    }
    bool whole = !waits_are_top_only(awr);
    share.is_least = !whole && taken < wanted;
    if (taken > 0 || (whole && events->len > 0))
        share.pct = pct;
    if (taken > 1 && timed && waits > 0)
        share.avg_ms = 1000 * time_s / waits;
    return share;
}

static bool
is_of_class(const struct awr_event *event, const void *what)
{
    return wait_class_of(event) == *(const enum wait_class *)what;
}

struct wait_share
wait_share_of_class(const struct awr *awr, enum wait_class wait_class)
{
    const struct awr_event *line = class_line(awr, wait_class);
    if (line)
        return (struct wait_share){.pct = wait_share_of_line(awr, line), .avg_ms = line->avg_wait_ms};
    if (wait_class == WAIT_SYSTEM_IO && waits_are_mixed(awr))
        return (struct wait_share){.pct = NAN, .avg_ms = NAN};
    if (awr->wait_classes->len > 1) /* a table of classes: this one took no time */
        return (struct wait_share){.pct = 0, .avg_ms = NAN};
    return sum_of(awr, is_of_class, &wait_class, G_MAXUINT);
}

static bool
is_named(const struct awr_event *event, const void *what)
{
    for (const char *const *name = what; *name; name++) {
        size_t len = strlen(*name);
        bool lead = len > 0 && (*name)[len - 1] == '*';
        if (lead ? strncmp(event->name, *name, len - 1) == 0 : strcmp(event->name, *name) == 0)
            return true;
    }
    return false;
}

struct wait_share
wait_share_of_events(const struct awr *awr, const char *const *names)
{
    guint wanted = 0;
    for (const char *const *name = names; *name && wanted < G_MAXUINT; name++)
        wanted = g_str_has_suffix(*name, "*") ? G_MAXUINT : wanted + 1;
    return sum_of(awr, is_named, names, wanted);
}

const struct awr_event *
wait_on_top(const struct awr *awr)
{
    for (guint i = 0; i < awr->top_events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(awr->top_events, i);
        if (!wait_is_cpu(event))
            return event;
    }
    return NULL;
}
