/* The wait histogram of an AWR event: what share of its waits fell between two bounds.
 *
 *     g_autoptr(GArray) buckets = histogram_of_curve(awr_curve_named(awr, "db file sequential read"));
 *     double within_us = histogram_bound(buckets, 95);
 */
#pragma once

#include "awr.h"

struct histogram_bucket {
    double from_us, below_us; /* from 0 in the first; INFINITY in the last where waits are longer than all bounds */
    double share_pct;         /* of all waits of the event */
};

/* struct histogram_bucket in order, empty ones at either end left out; the shares add up to 100. Empty for NULL or a
 * curve without points. Free with g_array_unref. */
GArray *histogram_of_curve(const struct awr_curve *curve);

/* The lowest bound below which at least so many percent of the waits are; INFINITY where that is above all bounds, NAN
 * for an empty histogram. */
double histogram_bound(const GArray *buckets, double percent);

/* Percent of the waits below a bound; the bound itself has to be one of the histogram's, else NAN. */
double histogram_share_below(const GArray *buckets, double bound_us);
