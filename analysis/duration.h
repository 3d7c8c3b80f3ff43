/* A load duration curve: for how much of the time a load was at or above a value.
 *
 *     g_autoptr(GArray) curve = duration_curve(means, n);
 *
 * It is the quantile function of quantile.h read from above, so that the percentiles of a demand lie on it: p95 is what
 * 5% of the time was at or above.
 */
#pragma once

#include <glib.h>
#include <stddef.h>

struct duration_point {
    double time_pct; /* of the time, above 0 to 100 */
    double value;    /* reached or exceeded that long */
};

/* struct duration_point by rising time_pct, values never rise: from the highest that n values can tell (100/n percent)
 * to 100, in logarithmic steps, with the whole percentiles that are spoken of (0.1, 1, 5, 10, 50) among them. Values
 * that are not finite are left out; one value gives one point, none an empty array. Free with g_array_unref. */
GArray *duration_curve(const double *values, size_t n);
