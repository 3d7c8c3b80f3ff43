#include "remarks.h"

#include "excluded.h"

#include <math.h>

#define SHORTEST_S 60.0
#define SHORTEST_SAMPLES 8.0
#define FALL 1.15
#define TAIL_S 600.0
#define DRIFT_PCT 5.0
#define SETTLES_S 30.0 /* latency later than IOPS by more */
#define PHASES 24      /* of a period, over which an oscillation is averaged */

static const struct steady_window *
window_at(const GArray *windows, guint index)
{
    return &g_array_index(windows, struct steady_window, index);
}

static double
level_of(const struct series *series, const struct steady_window *window)
{
    return series_means(series, window->start, window->end).iops;
}

/* Drift at the end of a log in which no steady end was found, per 10 minutes. */
static void
remark_drift(GArray *remarks, const struct series *series, const GArray *windows)
{
    g_autoptr(GArray) parts = excluded_parts(series, windows);
    const struct excluded *last = NULL;
    for (guint i = 0; i < parts->len; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        if (part->reason == EXCLUDED_DRIFT || part->reason == EXCLUDED_UNSTEADY)
            last = part;
    }
    /* A window after the drift is the steady state that the run drifted to. */
    if (!last || (windows->len > 0 && window_at(windows, windows->len - 1)->end > last->end))
        return;
    size_t tail = MIN(last->end - last->start, (size_t)ceil(TAIL_S / series->interval_s));
    double length_s = (double)tail * series->interval_s;
    double drift_pct = steady_mean_of(series->iops + last->end - tail, tail, series->interval_s).drift_pct;
    if (length_s >= SHORTEST_S && fabs(drift_pct) > DRIFT_PCT)
        remarks_add(remarks, REMARK_RUN_DRIFTS, drift_pct * TAIL_S / length_s);
}

/* The first window well above the last, with no pause between them: burst credit, cache, a fresh disk. */
static void
remark_fall(GArray *remarks, const struct series *series, const GArray *windows)
{
    if (windows->len < 2)
        return;
    const struct steady_window *first = window_at(windows, 0), *last = window_at(windows, windows->len - 1);
    double before = level_of(series, first), after = level_of(series, last);
    if (!(before > FALL * after))
        return;
    g_autoptr(GArray) parts = excluded_parts(series, windows);
    for (guint i = 0; i < parts->len; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        bool rest = part->reason == EXCLUDED_GAP || part->reason == EXCLUDED_PAUSE;
        if (rest && part->start >= first->end && part->end <= last->start)
            return;
    }
    remarks_add(remarks, REMARK_RUN_FELL, before, after, (double)first->end * series->interval_s);
}

/* Half the range of the mean course over a period, percent of the mean. */
static double
amplitude_pct(const double *iops, size_t n, double period)
{
    double sum[PHASES] = {0}, all = 0;
    size_t count[PHASES] = {0}, known = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(iops[i]))
            continue;
        size_t phase = (size_t)(fmod((double)i, period) / period * PHASES) % PHASES;
        sum[phase] += iops[i];
        count[phase]++;
        all += iops[i];
        known++;
    }
    double low = INFINITY, high = 0;
    for (size_t phase = 0; phase < PHASES; phase++) {
        if (count[phase] == 0)
            continue;
        low = fmin(low, sum[phase] / (double)count[phase]);
        high = fmax(high, sum[phase] / (double)count[phase]);
    }
    return known > 0 && all > 0 ? 100 * (high - low) / 2 / (all / (double)known) : NAN;
}

static const struct steady_window *
longest_window(const GArray *windows)
{
    const struct steady_window *longest = NULL;
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *window = window_at(windows, i);
        if (!longest || window->end - window->start >= longest->end - longest->start)
            longest = window;
    }
    return longest;
}

static void
remark_oscillation(GArray *remarks, const struct series *series, const struct steady_window *window)
{
    size_t n = window->end - window->start;
    double period_s = steady_period_s(series->iops + window->start, n, series->interval_s);
    if (period_s > 0)
        remarks_add(remarks, REMARK_RUN_OSCILLATES, period_s,
            amplitude_pct(series->iops + window->start, n, period_s / series->interval_s));
}

/* IOPS that are steady long before latency is: a load that is limited by its rate. */
static void
remark_settling(GArray *remarks, const struct series *series, const struct steady_window *window)
{
    size_t later = (size_t)ceil(SETTLES_S / series->interval_s);
    if (!series->has_latency || window->start <= later)
        return;
    g_autoptr(GArray) windows = steady_windows(series->iops, NULL, series->n, series->interval_s);
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *plain = window_at(windows, i);
        if (plain->start + later < window->start && plain->end > window->start + (window->end - window->start) / 2)
            remarks_add(remarks, REMARK_RUN_SETTLES, (double)plain->start * series->interval_s,
                (double)window->start * series->interval_s);
    }
}

void
remarks_of_series(
    GArray *remarks, const struct series *series, const GArray *windows, const struct steady_account *account)
{
    if (series->n == 0)
        return;
    if (!series->has_latency)
        remarks_append(remarks, REMARK_RUN_IOPS_ONLY, NULL, NULL, 0);
    const struct steady_window *longest = longest_window(windows);
    if (!longest && account->judged == 0) {
        remarks_add(remarks, REMARK_RUN_TOO_SHORT, account->longest_load_s,
            fmax(SHORTEST_S, SHORTEST_SAMPLES * series->interval_s));
        return;
    }
    if (!longest)
        remarks_add(remarks, REMARK_RUN_NOT_STEADY, account->level_range_pct, account->longest_flat_s);
    if (!longest && account->wandering > 0)
        remarks_add(remarks, REMARK_RUN_WANDERS, (double)account->wandering);
    if (account->drifting > 0)
        remark_drift(remarks, series, windows);
    remark_fall(remarks, series, windows);
    if (longest) {
        remark_oscillation(remarks, series, longest);
        remark_settling(remarks, series, longest);
    }
}
