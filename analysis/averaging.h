/* What an average hides: the mean of a long interval beside the highest seconds inside it, of the same log.
 *
 *     struct averaging averaging = averaging_of_series(series, &demand, NULL);
 */
#pragma once

#include "demand_awr.h"

struct averaging {
    double length_s;    /* of the interval; 0: nothing to show, all else is NAN */
    int64_t end_s;      /* its end, local seconds; CAPTURE_NO_TIME */
    double mean_iops;   /* of the log over it */
    double awr_iops;    /* of the AWR report whose interval it is; NAN: it is the busiest hour of the log */
    double highest_60s; /* mean over 60 s inside it; NAN: the samples are longer */
    double highest_sample, sample_s;
};

/* Of the busiest AWR interval that the log covers, else of the log's busiest hour; a log under two minutes, or of
 * samples of 30 min and more, shows nothing. A log without an hour free of gaps is taken whole. `demand` is the series'
 * own. `awr`: of the same database; NULL: none. */
struct averaging averaging_of_series(
    const struct series *series, const struct demand *demand, const struct awr_series *awr);
