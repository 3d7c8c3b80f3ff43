#include "scale_step.h"

#include "format.h"
#include "language.h"

#include <math.h>
#include <string.h>

#define MINUTE 60.0
#define HOUR 3600.0
#define DAY 86400.0

/* Steps in seconds. Longer ones are whole days, 1-2-5 times a power of ten. */
static const double clock_steps[] = {1, 2, 5, 10, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE,
    30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY};

/* Multiples of the step within the range. */
static double
ticks_within(const struct ticks *ticks, double step)
{
    return floor(ticks->max / step) - ceil(ticks->min / step) + 1;
}

static double
clock_step(const struct ticks *ticks, size_t most, double unit_s)
{
    for (size_t i = 0; i < G_N_ELEMENTS(clock_steps); i++)
        if (clock_steps[i] >= unit_s && ticks_within(ticks, clock_steps[i]) <= (double)most)
            return clock_steps[i];
    static const double parts[] = {1, 2, 5};
    for (double ten = fmax(DAY, unit_s);; ten *= 10)
        for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
            if (ticks_within(ticks, parts[i] * ten) <= (double)most)
                return parts[i] * ten;
}

/* "14 Nov 2023", NULL where there is no calendar. Months of English have names. */
static char *
date_label(const struct language *language, double local_s, bool year)
{
    static const char *const months[] = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    g_autofree char *date = format_date(local_s); /* YYYY-MM-DD */

    if (strcmp(date, FORMAT_NOTHING) == 0)
        return NULL;
    if (strcmp(language_code(language), "en") != 0)
        return year ? language_date(language, date) : language_day(language, date);
    guint64 month = g_ascii_strtoull(date + 5, NULL, 10), day = g_ascii_strtoull(date + 8, NULL, 10);
    if (!year)
        return g_strdup_printf("%d %s", (int)day, months[month - 1]);
    return g_strdup_printf("%d %s %.4s", (int)day, months[month - 1], date);
}

void
ticks_add_time(struct ticks *ticks, size_t most)
{
    double step = clock_step(ticks, most, 1), last_day = NAN;
    g_autofree char *last_year = NULL;

    for (double i = ceil(ticks->min / step); i <= floor(ticks->max / step); i++) {
        double value = i * step, day = floor(value / DAY);
        g_autofree char *clock = format_clock(value);
        g_autofree char *date = date_label(ticks->language, value, true);
        if (step >= DAY) {
            g_autofree char *day_of = format_date(value); /* YYYY-MM-DD */
            char *year = date ? g_strndup(day_of, 4) : NULL;
            bool changed = g_strcmp0(year, last_year) != 0;
            char *label = date_label(ticks->language, value, false);
            ticks_append(ticks, value, label ? label : g_strdup(FORMAT_NOTHING), changed ? g_strdup(year) : NULL);
            g_free(last_year);
            last_year = year;
            continue;
        }
        if (step >= MINUTE && strlen(clock) == 8)
            clock[5] = '\0';
        bool changed = !(day == last_day);
        ticks_append(ticks, value, g_steal_pointer(&clock), changed ? g_steal_pointer(&date) : NULL);
        last_day = day;
    }
}

void
ticks_add_elapsed(struct ticks *ticks, size_t most)
{
    /* The largest unit of which the range has at least two; minutes serve up to three hours. */
    static const struct {
        const char *name;
        double unit_s, from_s;
    } units[] = {{"d", DAY, 4 * DAY}, {"h", HOUR, 3 * HOUR + 1}, {"min", MINUTE, 2 * MINUTE + 1}, {"s", 1, 0}};
    double reach = fmax(fabs(ticks->min), fabs(ticks->max));
    size_t unit = 0;

    while (unit + 1 < G_N_ELEMENTS(units) && reach < units[unit].from_s)
        unit++;
    /* A narrow view far from the start: finer units, so that there are ticks at all. */
    while (unit + 1 < G_N_ELEMENTS(units) && ticks->max - ticks->min < 2 * units[unit].unit_s)
        unit++;
    double step = clock_step(ticks, most, units[unit].unit_s);
    for (double i = ceil(ticks->min / step); i <= floor(ticks->max / step); i++)
        ticks_append(ticks, i * step, format_decimal(i * step / units[unit].unit_s, 0), NULL);
    g_free(ticks->unit);
    ticks->unit = g_strdup(units[unit].name);
}
