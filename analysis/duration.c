#include "duration.h"

#include "quantile.h"

#include <math.h>
#include <stdlib.h>

#define POINTS_PER_DECADE 30
#define POINTS_MOST 400 /* more values than 10^12 cannot be */

static int
compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Percents of time to look at, rising. Returns how many. */
static size_t
percents(double *percent, double least)
{
    static const double spoken[] = {0.1, 1, 5, 10, 50, 100};
    size_t count = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(spoken); i++)
        if (spoken[i] > least)
            percent[count++] = spoken[i];
    for (double at = least; at < 100 && count < POINTS_MOST; at *= pow(10, 1.0 / POINTS_PER_DECADE))
        percent[count++] = at;
    if (count == 0)
        percent[count++] = 100;
    qsort(percent, count, sizeof *percent, compare_doubles);
    return count;
}

GArray *
duration_curve(const double *values, size_t n)
{
    GArray *curve = g_array_new(FALSE, FALSE, sizeof(struct duration_point));
    g_autofree double *known = g_new(double, n + 1);
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i]))
            known[count++] = values[i];
    if (count == 0)
        return curve;
    double percent[POINTS_MOST + 8], p[POINTS_MOST + 8], value[POINTS_MOST + 8];
    size_t points = percents(percent, 100.0 / (double)count);
    for (size_t i = 0; i < points; i++)
        p[i] = 1 - percent[i] / 100;
    quantiles(known, count, p, points, value);
    for (size_t i = 0; i < points; i++) {
        struct duration_point point = {percent[i], value[i]};
        g_array_append_val(curve, point);
    }
    return curve;
}
