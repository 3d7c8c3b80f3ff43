#include "storage_bound.h"

#include <string.h>

/* Thresholds, in percent. A database that waits for I/O more than half of its time, and computes less than a third of
 * it on a host that is not busy, is limited by storage; where hardly any time is I/O wait, or the host is busy, it is
 * not. */
#define TOP_WAIT_PROVEN 25.0
#define USER_IO_PROVEN 50.0
#define USER_IO_REFUTED 20.0
#define DB_CPU_PROVEN 35.0
#define HOST_CPU_PROVEN 80.0
#define HOST_CPU_REFUTED 95.0

static const char *const cpu_row[] = {"DB CPU", "CPU time", NULL};

static bool
is_cpu(const struct awr_event *event)
{
    return g_strv_contains(cpu_row, event->name);
}

/* Wait events that are reads of data files, for reports that print no wait class. */
static bool
is_user_io(const struct awr_event *event)
{
    if (event->wait_class)
        return g_ascii_strncasecmp(event->wait_class, "User I/O", strlen("User I/O")) == 0;
    static const char *const lead[] = {"db file sequential read", "db file scattered read", "db file parallel read",
        "direct path read", "direct path write", "read by other session", "local write wait", "cell single block",
        "cell multiblock", "cell smart", "cell list of blocks"};
    for (size_t i = 0; i < G_N_ELEMENTS(lead); i++)
        if (g_str_has_prefix(event->name, lead[i]))
            return true;
    return false;
}

static const struct awr_event *
top_wait_of(const struct awr *awr)
{
    for (guint i = 0; i < awr->top_events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(awr->top_events, i);
        if (!is_cpu(event))
            return event;
    }
    return NULL;
}

/* Share of a time in DB time, percent. */
static double
db_time_share(const struct awr *awr, double time_s)
{
    return awr->db_time_min > 0 ? 100 * time_s / (60 * awr->db_time_min) : NAN;
}

/* Printed; else from the time. */
static double
share_of_line(const struct awr *awr, const struct awr_event *line)
{
    return isfinite(line->db_time_pct) ? line->db_time_pct : db_time_share(awr, line->time_s);
}

/* The wait class line where there is one; else the sum over the events of the class. Where a report holds no more than
 * its top list, the sum is a least figure: other events of the class may be below the list. */
static double
user_io_share(const struct awr *awr, bool *out_is_least)
{
    *out_is_least = false;
    for (guint i = 0; i < awr->wait_classes->len; i++) {
        const struct awr_event *line = g_ptr_array_index(awr->wait_classes, i);
        if (g_ascii_strcasecmp(line->name, "User I/O") == 0)
            return share_of_line(awr, line);
    }
    *out_is_least = awr->events->len <= awr->top_events->len;
    const GPtrArray *events = awr->events->len > 0 ? awr->events : awr->top_events;
    double share = 0;
    bool any = false;
    for (guint i = 0; i < events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(events, i);
        double of_event =
            isfinite(event->time_s) && awr->db_time_min > 0 ? db_time_share(awr, event->time_s) : event->db_time_pct;
        if (!is_cpu(event) && is_user_io(event) && isfinite(of_event)) {
            share += of_event;
            any = true;
        }
    }
    return any ? share : NAN;
}

static double
db_cpu_share(const struct awr *awr)
{
    for (guint i = 0; i < awr->top_events->len; i++) {
        const struct awr_event *event = g_ptr_array_index(awr->top_events, i);
        double share = share_of_line(awr, event);
        if (is_cpu(event) && isfinite(share))
            return share;
    }
    if (isfinite(awr->db_cpu_time_s))
        return db_time_share(awr, awr->db_cpu_time_s);
    return awr->load.db_time_s > 0 ? 100 * awr->load.db_cpu_s / awr->load.db_time_s : NAN;
}

static void
set_test(struct storage_bound *out, size_t at, const char *name, const char *words, double value, double threshold,
    bool at_least)
{
    bool met = isfinite(value) && (at_least ? value >= threshold : value <= threshold);
    out->test[at] = (struct storage_test){.name = name,
        .words = words,
        .unit = "%",
        .value = value,
        .threshold = threshold,
        .at_least = at_least,
        .met = met};
}

static void
say_what_failed(struct storage_bound *out, const struct storage_test *failed)
{
    if (isnan(failed->value))
        g_snprintf(out->reason, sizeof out->reason, "%s: not in the report", failed->words);
    else if (failed == &out->test[0] && !is_user_io(out->top_wait))
        g_snprintf(
            out->reason, sizeof out->reason, "the top wait event is %.80s, which is no User I/O", out->top_wait->name);
    else
        g_snprintf(out->reason, sizeof out->reason, "%s: %.1f%%, needed %s %.0f%%", failed->words, failed->value,
            failed->at_least ? "at least" : "at most", failed->threshold);
}

static void
conclude(struct storage_bound *out, bool user_io_is_least)
{
    if (out->user_io_pct < USER_IO_REFUTED && !user_io_is_least) {
        out->verdict = STORAGE_REFUTED;
        g_snprintf(out->reason, sizeof out->reason, "only %.1f%% of DB time is User I/O wait", out->user_io_pct);
        return;
    }
    if (out->host_cpu_pct > HOST_CPU_REFUTED) {
        out->verdict = STORAGE_REFUTED;
        g_snprintf(out->reason, sizeof out->reason, "the host's CPUs were %.1f%% busy", out->host_cpu_pct);
        return;
    }
    const struct storage_test *failed = NULL;
    for (size_t i = 0; i < STORAGE_TESTS && !failed; i++)
        failed = out->test[i].met ? NULL : &out->test[i];
    out->verdict = failed ? STORAGE_NOT_PROVEN : STORAGE_PROVEN;
    if (failed)
        say_what_failed(out, failed);
    else
        g_snprintf(out->reason, sizeof out->reason, "all tests are met");
}

void
storage_bound_judge(struct storage_bound *out, const struct awr *awr)
{
    memset(out, 0, sizeof *out);
    out->top_wait = top_wait_of(awr);
    bool user_io_is_least = false;
    out->user_io_pct = user_io_share(awr, &user_io_is_least);
    out->db_cpu_pct = db_cpu_share(awr);
    /* Time spent waiting for I/O is idle CPU time: it is not counted as busy. */
    out->host_cpu_pct = isfinite(awr->host_cpu.user_pct) && isfinite(awr->host_cpu.system_pct)
                            ? awr->host_cpu.user_pct + awr->host_cpu.system_pct
                            : 100 - awr->host_cpu.idle_pct;
    double top_share = !out->top_wait ? NAN : is_user_io(out->top_wait) ? share_of_line(awr, out->top_wait) : 0;
    set_test(out, 0, "top_wait_is_user_io", "share of the top wait event in DB time, where it is a User I/O event",
        top_share, TOP_WAIT_PROVEN, true);
    set_test(out, 1, "user_io_share", "User I/O share of DB time", out->user_io_pct, USER_IO_PROVEN, true);
    set_test(out, 2, "db_cpu_share", "DB CPU share of DB time", out->db_cpu_pct, DB_CPU_PROVEN, false);
    set_test(out, 3, "host_cpu_busy", "host CPU busy", out->host_cpu_pct, HOST_CPU_PROVEN, false);
    conclude(out, user_io_is_least);
}

const char *
storage_verdict_name(enum storage_verdict verdict)
{
    static const char *const name[] = {
        [STORAGE_NOT_PROVEN] = "not_proven", [STORAGE_PROVEN] = "proven", [STORAGE_REFUTED] = "refuted"};
    return name[verdict];
}
