#include "excluded.h"

#include "quantile.h"
#include "steady.h"

#include <math.h>

#define IDLE_SHARE 0.003 /* of p95, as in the search for windows */
#define PAUSE_S 8.0
#define GAP_S 3.0 /* a shorter one is bridged by the search, so it is no reason */
#define RAMP_S 120.0
#define CHANGE_S 45.0
#define DRIFT_PCT 5.0

enum slot { SLOT_LOAD, SLOT_IDLE, SLOT_GAP };

struct sorting {
    const struct series *series;
    double idle_iops;
    GArray *parts;
};

static double
idle_iops_of(const struct series *series)
{
    g_autofree double *known = g_new(double, MAX(series->n, 1));
    size_t n = 0;
    for (size_t i = 0; i < series->n; i++)
        if (isfinite(series->iops[i]))
            known[n++] = series->iops[i];
    return n > 0 ? IDLE_SHARE * quantile(known, n, 0.95) : 0;
}

static enum slot
slot_kind(const struct sorting *sorting, size_t i)
{
    double iops = sorting->series->iops[i];
    return !isfinite(iops) ? SLOT_GAP : iops > sorting->idle_iops ? SLOT_LOAD : SLOT_IDLE;
}

static void
append_part(struct sorting *sorting, size_t start, size_t end, enum excluded_reason reason, double drift_pct)
{
    struct excluded part = {start, end, reason, drift_pct};
    if (end > start)
        g_array_append_val(sorting->parts, part);
}

/* A part under load: told by what lies on both sides of it. */
static void
append_load(struct sorting *sorting, size_t start, size_t end, bool after_window, bool before_window)
{
    const struct series *series = sorting->series;
    double length_s = (double)(end - start) * series->interval_s;
    double drift_pct = steady_mean_of(series->iops + start, end - start, series->interval_s).drift_pct;
    enum excluded_reason reason = fabs(drift_pct) > DRIFT_PCT ? EXCLUDED_DRIFT : EXCLUDED_UNSTEADY;
    if (after_window && before_window && length_s <= CHANGE_S)
        reason = EXCLUDED_CHANGE;
    else if (before_window && !after_window && length_s <= RAMP_S)
        reason = EXCLUDED_RAMP_UP;
    else if (after_window && !before_window && length_s <= RAMP_S)
        reason = EXCLUDED_RAMP_DOWN;
    append_part(sorting, start, end, reason, drift_pct);
}

/* End of the gap or pause at `i`; `i` itself where what lies there is too short to be one. */
static size_t
rest_end(const struct sorting *sorting, size_t i, size_t start, size_t end, enum slot kind)
{
    size_t stop = i;
    while (stop < end && slot_kind(sorting, stop) == kind)
        stop++;
    double length_s = (double)(stop - i) * sorting->series->interval_s;
    bool at_end = (start == 0 && i == 0) || stop == sorting->series->n;
    bool long_enough = kind == SLOT_GAP ? length_s > GAP_S : length_s >= PAUSE_S || at_end;
    return long_enough ? stop : i;
}

/* Sorts the slots between two windows, or between one and an end of the series. */
static void
sort_between(struct sorting *sorting, size_t start, size_t end, bool after_window, bool before_window)
{
    size_t load = start;
    for (size_t i = start; i < end;) {
        enum slot kind = slot_kind(sorting, i);
        size_t stop = kind == SLOT_LOAD ? i : rest_end(sorting, i, start, end, kind);
        if (stop == i) {
            i++;
            continue;
        }
        if (i > load)
            append_load(sorting, load, i, after_window && load == start, false);
        append_part(sorting, i, stop, kind == SLOT_GAP ? EXCLUDED_GAP : EXCLUDED_PAUSE, NAN);
        i = load = stop;
    }
    if (end > load)
        append_load(sorting, load, end, after_window && load == start, before_window);
}

GArray *
excluded_parts(const struct series *series, const GArray *windows)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(struct excluded));
    struct sorting sorting = {series, idle_iops_of(series), parts};
    size_t from = 0;
    for (guint i = 0; i <= windows->len; i++) {
        bool last = i == windows->len;
        const struct steady_window *window = last ? NULL : &g_array_index(windows, struct steady_window, i);
        sort_between(&sorting, from, last ? series->n : window->start, i > 0, !last);
        if (!last)
            from = window->end;
    }
    return parts;
}

const char *
excluded_reason_name(enum excluded_reason reason)
{
    static const char *const names[] = {
        [EXCLUDED_GAP] = "no samples",
        [EXCLUDED_PAUSE] = "pause",
        [EXCLUDED_RAMP_UP] = "ramp-up",
        [EXCLUDED_RAMP_DOWN] = "ramp-down",
        [EXCLUDED_CHANGE] = "change of load",
        [EXCLUDED_DRIFT] = "drift",
        [EXCLUDED_UNSTEADY] = "not steady",
    };
    return names[reason];
}
