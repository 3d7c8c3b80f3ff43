#include "histogram.h"

#define SHARE_LEAST 1e-9 /* of 100: what rounding of differences leaves */
#define SAME_BOUND 1e-6  /* relative */

static void
trim_empty(GArray *buckets)
{
    while (buckets->len > 0 &&
           !(g_array_index(buckets, struct histogram_bucket, buckets->len - 1).share_pct > SHARE_LEAST))
        g_array_set_size(buckets, buckets->len - 1);
    guint leading = 0;
    while (
        leading < buckets->len && !(g_array_index(buckets, struct histogram_bucket, leading).share_pct > SHARE_LEAST))
        leading++;
    if (leading > 0)
        g_array_remove_range(buckets, 0, leading);
}

GArray *
histogram_of_curve(const struct awr_curve *curve)
{
    GArray *buckets = g_array_new(FALSE, FALSE, sizeof(struct histogram_bucket));
    double from_us = 0, before_pct = 0;
    for (guint i = 0; curve && i < curve->points->len; i++) {
        const struct awr_curve_point *point = &g_array_index(curve->points, struct awr_curve_point, i);
        if (!isfinite(point->below_us) || !isfinite(point->waits_pct) || point->below_us <= from_us)
            continue;
        double upto_pct = CLAMP(point->waits_pct, before_pct, 100);
        struct histogram_bucket bucket = {from_us, point->below_us, upto_pct - before_pct};
        g_array_append_val(buckets, bucket);
        from_us = point->below_us;
        before_pct = upto_pct;
    }
    struct histogram_bucket longer = {from_us, INFINITY, 100 - before_pct};
    if (buckets->len > 0)
        g_array_append_val(buckets, longer);
    trim_empty(buckets);
    return buckets;
}

double
histogram_bound(const GArray *buckets, double percent)
{
    double sum = 0;
    for (guint i = 0; i < buckets->len; i++) {
        const struct histogram_bucket *bucket = &g_array_index(buckets, struct histogram_bucket, i);
        sum += bucket->share_pct;
        if (sum >= percent - SHARE_LEAST)
            return bucket->below_us;
    }
    return buckets->len > 0 ? INFINITY : NAN;
}

double
histogram_share_below(const GArray *buckets, double bound_us)
{
    double sum = 0;
    for (guint i = 0; i < buckets->len; i++) {
        const struct histogram_bucket *bucket = &g_array_index(buckets, struct histogram_bucket, i);
        sum += bucket->share_pct;
        if (fabs(bucket->below_us / bound_us - 1) < SAME_BOUND)
            return sum;
    }
    return NAN;
}
