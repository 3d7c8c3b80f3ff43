#include "running_median.h"

#include <glib.h>
#include <string.h>

/* The values of the window in rising order. Windows are short (at most 91 values here), so that moving part of a sorted
 * array beats a tree: the search is logarithmic and the move is one memmove within a few cache lines. */
struct window {
    double *sorted;
    size_t count;
};

static size_t
place_of(const struct window *window, double value)
{
    size_t low = 0, length = window->count;
    while (length > 0) {
        size_t half = length / 2;
        if (window->sorted[low + half] < value) {
            low += half + 1;
            length -= half + 1;
        } else {
            length = half;
        }
    }
    return low;
}

static void
window_add(struct window *window, double value)
{
    size_t at = place_of(window, value);
    memmove(window->sorted + at + 1, window->sorted + at, (window->count - at) * sizeof value);
    window->sorted[at] = value;
    window->count++;
}

static void
window_remove(struct window *window, double value)
{
    size_t at = MIN(place_of(window, value), window->count - 1);
    window->count--;
    memmove(window->sorted + at, window->sorted + at + 1, (window->count - at) * sizeof value);
}

/* One removal and one addition in a single move of what lies between. */
static void
window_replace(struct window *window, double old, double value)
{
    double *sorted = window->sorted;
    size_t from = MIN(place_of(window, old), window->count - 1), to = place_of(window, value);
    if (to > from) {
        to--;
        memmove(sorted + from, sorted + from + 1, (to - from) * sizeof value);
    } else {
        memmove(sorted + to + 1, sorted + to, (from - to) * sizeof value);
    }
    sorted[to] = value;
}

static double
window_median(const struct window *window)
{
    size_t middle = window->count / 2;
    if (window->count % 2 == 1)
        return window->sorted[middle];
    return 0.5 * (window->sorted[middle - 1] + window->sorted[middle]);
}

void
running_median(double *out, const double *values, size_t n, size_t half)
{
    if (n == 0)
        return;
    if (n <= 2 * half)
        half = MAX(1, (n - 1) / 2);
    g_autofree double *sorted = g_new(double, 2 * half + 2);
    struct window window = {.sorted = sorted};
    for (size_t i = 0; i < MIN(half, n); i++)
        window_add(&window, values[i]);
    for (size_t i = 0; i < n; i++) {
        gboolean enters = i + half<n, leaves = i> half;
        if (enters && leaves)
            window_replace(&window, values[i - half - 1], values[i + half]);
        else if (enters)
            window_add(&window, values[i + half]);
        else if (leaves)
            window_remove(&window, values[i - half - 1]);
        out[i] = window_median(&window);
    }
}
