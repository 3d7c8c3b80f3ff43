#include "steps.h"

#include "quantile.h"
#include "steady.h"

#include <math.h>
#include <stdlib.h>

#define STEPS_MIN 4
#define COVERED 0.6
#define LENGTHS 3.0
#define STEP_GROWTH 1.10
#define WHOLE_GROWTH 4.0
#define LOAD_SHARE 0.003 /* of p95, as in the search for windows */

static const struct step *
step_at(const GArray *steps, guint index)
{
    return &g_array_index(steps, struct step, index);
}

static GArray *
steps_in_time(const struct series *series, const GArray *windows)
{
    GArray *steps = g_array_new(FALSE, FALSE, sizeof(struct step));
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *window = &g_array_index(windows, struct steady_window, i);
        struct series_means means = series_means(series, window->start, window->end);
        struct step step = {window->start, window->end, means.iops * means.latency_ms / 1000};
        g_array_append_val(steps, step);
    }
    return steps;
}

static int
by_outstanding(const void *a, const void *b)
{
    double left = ((const struct step *)a)->outstanding, right = ((const struct step *)b)->outstanding;
    return (left > right) - (left < right);
}

static size_t
loaded_slots(const struct series *series)
{
    g_autofree double *known = g_new(double, MAX(series->n, 1));
    size_t n = 0, loaded = 0;
    for (size_t i = 0; i < series->n; i++)
        if (isfinite(series->iops[i]))
            known[n++] = series->iops[i];
    double floor = n > 0 ? LOAD_SHARE * quantile(known, n, 0.95) : 0;
    for (size_t i = 0; i < series->n; i++)
        loaded += series->iops[i] > floor;
    return loaded;
}

static bool
is_ladder(const struct series *series, const GArray *steps)
{
    size_t shortest = SIZE_MAX, longest = 0, covered = 0;
    bool rising = step_at(steps, steps->len - 1)->outstanding > step_at(steps, 0)->outstanding;
    for (guint i = 0; i < steps->len; i++) {
        const struct step *step = step_at(steps, i);
        size_t length = step->end - step->start;
        shortest = MIN(shortest, length);
        longest = MAX(longest, length);
        covered += length;
        if (!isfinite(step->outstanding) || step->outstanding <= 0)
            return false;
        if (i == 0)
            continue;
        double before = step_at(steps, i - 1)->outstanding, growth = step->outstanding / before;
        if ((rising ? growth : 1 / growth) < STEP_GROWTH)
            return false;
    }
    double whole = step_at(steps, steps->len - 1)->outstanding / step_at(steps, 0)->outstanding;
    return (double)longest <= LENGTHS * (double)shortest && (rising ? whole : 1 / whole) >= WHOLE_GROWTH &&
           (double)covered >= COVERED * (double)loaded_slots(series);
}

GArray *
steps_of(const struct series *series, const GArray *windows)
{
    GArray *steps = steps_in_time(series, windows);
    if (steps->len < STEPS_MIN || !is_ladder(series, steps))
        g_array_set_size(steps, 0);
    g_array_sort(steps, by_outstanding);
    return steps;
}

GArray *
steps_by_load(const struct series *series, const GArray *windows, size_t count)
{
    GArray *steps = steps_in_time(series, windows);
    if (steps->len != count)
        g_array_set_size(steps, 0);
    g_array_sort(steps, by_outstanding);
    return steps;
}
