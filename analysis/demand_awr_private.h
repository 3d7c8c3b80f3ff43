/* Shared by the sources of demand_awr: boundaries of snapshots that are as good as the same.
 *
 *     if (begin_s - end_s > awr_slack_s(length_s)) ... a hole
 */
#pragma once

#include "demand_awr.h"

/* The snapshots of two instances, or of two databases, are taken some seconds apart; short intervals stand closer. */
#define AWR_SLACK_S 60.0
#define AWR_SLACK_PART 0.05

static inline double
awr_slack_s(double length_s)
{
    return MIN(AWR_SLACK_S, AWR_SLACK_PART * length_s);
}

static inline const struct awr_interval *
awr_interval_at(const GArray *intervals, guint index)
{
    return &g_array_index(intervals, struct awr_interval, index);
}

static inline bool
awr_interval_is_timed(const struct awr_interval *interval)
{
    return interval->begin_s != CAPTURE_NO_TIME;
}

/* demand_awr_overlap.c: makes `intervals` (by begin) free of overlaps: the finer ones stay whole, of a longer one stays
 * what they do not cover, with what it holds beyond them. Returns how many were cut or dropped. */
guint awr_intervals_part(GArray *intervals);

/* By begin, then by end; those without times first, in the order they were in. */
void awr_intervals_sort(GArray *intervals);
