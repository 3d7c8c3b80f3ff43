/* What time a demand was observed over, and which days a business has its peaks on were not seen.
 *
 *     struct coverage coverage = coverage_of_series(series);
 *     if (coverage.days < 7) ...
 */
#pragma once

#include "demand_awr.h"
#include "series.h"

/* Of a calendar day at least so many hours must be covered for it to count as seen. */
#define COVERAGE_DAY_HOURS_MIN 6.0

struct coverage {
    int64_t first_s,
        last_s; /* local seconds; CAPTURE_NO_TIME: the source has no stamps, nothing below but covered_s is known */
    double span_s, covered_s;
    size_t gaps;
    double gap_s, longest_gap_s;
    double days;    /* span in days of 24 h */
    guint dates;    /* calendar days seen */
    guint weekdays; /* bit 0 Monday ... bit 6 Sunday: seen */
    bool month_end; /* the last or the first day of a month was seen */
};

struct coverage coverage_of_series(const struct series *series);
struct coverage coverage_of_awr(const struct awr_series *series);

/* How many working days (Monday to Friday) were seen: 0..5. */
guint coverage_working_days(const struct coverage *coverage);
