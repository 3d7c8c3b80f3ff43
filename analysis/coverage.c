#include "coverage.h"

#include "demand_awr_private.h"

#define DAY_S 86400
#define JULIAN_OF_1970 719163 /* GDate counts days from year 1 */

/* Stretches come in order of time. */
struct counting {
    struct coverage *coverage;
    int64_t day, last_s;
    double day_s;
    bool has_day;
};

static bool
is_month_end(int64_t day)
{
    int64_t julian = day + JULIAN_OF_1970;
    if (julian < 1 || julian >= G_MAXINT32)
        return false;
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_julian(&date, (guint32)julian);
    return g_date_get_day(&date) == 1 || g_date_is_last_of_month(&date);
}

static void
close_day(struct counting *counting)
{
    if (!counting->has_day || counting->day_s < 3600 * COVERAGE_DAY_HOURS_MIN)
        return;
    struct coverage *coverage = counting->coverage;
    coverage->dates++;
    /* 1970-01-01 was a Thursday: 3 from Monday. */
    coverage->weekdays |= 1u << (guint)(((counting->day + 3) % 7 + 7) % 7);
    coverage->month_end = coverage->month_end || is_month_end(counting->day);
}

static int64_t
day_of(int64_t time_s)
{
    return time_s >= 0 ? time_s / DAY_S : -((-time_s + DAY_S - 1) / DAY_S);
}

/* Counts the stretch [from, to); what lies between it and the one before is a gap, where it is longer than `slack_s`.
 */
static void
count_stretch(struct counting *counting, int64_t from_s, int64_t to_s, double slack_s)
{
    struct coverage *coverage = counting->coverage;
    if (coverage->first_s == CAPTURE_NO_TIME) {
        coverage->first_s = from_s;
    } else if ((double)(from_s - counting->last_s) > slack_s) {
        double gap_s = (double)(from_s - counting->last_s);
        coverage->gaps++;
        coverage->gap_s += gap_s;
        coverage->longest_gap_s = MAX(coverage->longest_gap_s, gap_s);
    }
    counting->last_s = coverage->last_s = to_s;
    for (int64_t day = day_of(from_s); from_s < to_s; day++, from_s = day * DAY_S) {
        if (!counting->has_day || day != counting->day) {
            close_day(counting);
            counting->day_s = 0;
        }
        counting->has_day = true;
        counting->day = day;
        counting->day_s += (double)(MIN(to_s, (day + 1) * DAY_S) - from_s);
    }
}

static struct coverage
finish(struct counting *counting)
{
    close_day(counting);
    struct coverage *coverage = counting->coverage;
    if (coverage->first_s != CAPTURE_NO_TIME) {
        coverage->span_s = (double)(coverage->last_s - coverage->first_s);
        coverage->days = coverage->span_s / DAY_S;
    }
    return *coverage;
}

struct coverage
coverage_of_series(const struct series *series)
{
    struct coverage coverage = {.first_s = CAPTURE_NO_TIME, .last_s = CAPTURE_NO_TIME};
    struct counting counting = {.coverage = &coverage};
    for (size_t i = 0; i < series->n;) {
        size_t end = i;
        while (end < series->n && isfinite(series->iops[end]))
            end++;
        coverage.covered_s += (double)(end - i) * series->interval_s;
        if (end > i && series->start_s != CAPTURE_NO_TIME) {
            /* Slot k is the interval that ends at start_s + k steps. */
            double from_s = (double)series->start_s + ((double)i - 1) * series->interval_s;
            double to_s = (double)series->start_s + ((double)end - 1) * series->interval_s;
            count_stretch(&counting, (int64_t)llround(from_s), (int64_t)llround(to_s), 0.5 * series->interval_s);
        }
        i = MAX(end, i + 1);
    }
    return finish(&counting);
}

struct coverage
coverage_of_awr(const struct awr_series *series)
{
    struct coverage coverage = {.first_s = CAPTURE_NO_TIME, .last_s = CAPTURE_NO_TIME};
    struct counting counting = {.coverage = &coverage};
    for (guint i = 0; i < series->intervals->len; i++) {
        const struct awr_interval *interval = awr_interval_at(series->intervals, i);
        coverage.covered_s += interval->length_s;
        if (awr_interval_is_timed(interval))
            count_stretch(&counting, interval->begin_s, interval->end_s, AWR_SLACK_S);
    }
    return finish(&counting);
}

guint
coverage_working_days(const struct coverage *coverage)
{
    guint days = 0;
    for (guint day = 0; day < 5; day++)
        days += coverage->weekdays >> day & 1u;
    return days;
}
