/* Wait event histograms: a report prints up to six tables of one event, each with eight of its buckets. They are joined
 * to one cumulative curve. In every table the shares are of all waits of the event, and the first column counts all
 * that were shorter than its bound. */
#include "awr_fill_private.h"

#include <string.h>

#define CURVES_MAX 3000
#define POINTS_MAX 64 /* 33 powers of two from 1 us to an hour, and some */
#define SAME_BOUND 0.001
#define SAME_WAITS 0.02 /* of the waits printed with four digits */

/* The bound of a bucket in microseconds by the key of its column ("512us", "18s" of "<1/8s"); NAN for others. */
static double
bound_us(const char *key, double ms_us)
{
    static const struct {
        const char *key;
        double number;
        char unit;
    } fractions[] = {{"18s", 1 / 8., 's'}, {"14s", 1 / 4., 's'}, {"12s", 1 / 2., 's'}, {"14h", 1 / 4., 'h'},
        {"12h", 1 / 2., 'h'}, {"14m", 1 / 4., 'm'}, {"12m", 1 / 2., 'm'}};
    double number = 0;
    char unit = 0;
    size_t digits = strspn(key, "0123456789");
    for (size_t i = 0; i < G_N_ELEMENTS(fractions) && !unit; i++)
        if (strcmp(key, fractions[i].key) == 0) {
            number = fractions[i].number;
            unit = fractions[i].unit;
        }
    if (!unit && digits > 0 && digits < 5) {
        number = g_ascii_strtod(key, NULL);
        const char *suffix = key + digits;
        if (strcmp(suffix, "us") == 0)
            return number;
        if (strcmp(suffix, "ms") == 0)
            return number * ms_us;
        unit = strlen(suffix) == 1 && strchr("smh", *suffix) ? *suffix : 0;
    }
    switch (unit) { /* a second is 1024 ms here, a minute 64 of these, an hour 64 of those */
    case 's':
        return number * ms_us * 1024;
    case 'm':
        return number * ms_us * 1024 * 64;
    case 'h':
        return number * ms_us * 1024 * 64 * 64;
    default:
        return NAN;
    }
}

static struct awr_curve *
curve_of(struct awr_fill *fill, const char *name)
{
    struct awr *awr = fill->awr[0];
    struct awr_curve *curve = (struct awr_curve *)awr_curve_named(awr, name);
    if (curve || awr->curves->len >= CURVES_MAX)
        return curve;
    curve = g_new0(struct awr_curve, 1);
    curve->name = g_strdup(name);
    curve->waits = NAN;
    curve->line = fill->line;
    curve->points = g_array_new(FALSE, FALSE, sizeof(struct awr_curve_point));
    g_ptr_array_add(awr->curves, curve);
    return curve;
}

static void
add_point(struct awr_curve *curve, double below_us, double waits_pct)
{
    for (guint i = 0; i < curve->points->len; i++)
        if (fabs(g_array_index(curve->points, struct awr_curve_point, i).below_us / below_us - 1) < SAME_BOUND)
            return; /* the tables overlap by one bound */
    struct awr_curve_point point = {below_us, waits_pct};
    if (curve->points->len < POINTS_MAX)
        g_array_append_val(curve->points, point);
}

/* "33.4"; blank is 0; "0.0(6)" is 6 waits, too few for a share. */
static double
share_pct(const struct awr_fill *fill, const char *text, double waits)
{
    const char *bracket = strchr(text, '(');
    double count = bracket ? awr_number_in(&fill->numbers, bracket + 1, UNIT_NUMBER, NULL) : NAN;
    if (isfinite(count) && waits > 0)
        return 100 * count / waits;
    double pct = awr_number_in(&fill->numbers, text, UNIT_NUMBER, NULL);
    return pct >= 0 && pct <= 100 ? pct : 0;
}

void
awr_curve_read(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count)
{
    unsigned name_column = match->column[0][0], waits_column = match->column[0][1];
    const char *name = name_column < count ? cells[name_column].text : "";
    if (!*name)
        return;
    for (unsigned c = 0; c < fill->column_count; c++)
        fill->has_microseconds |= g_str_has_suffix(fill->columns[c].key, "us");
    double ms_us = fill->has_microseconds ? 1024 : 1000;
    struct awr_curve *curve = curve_of(fill, name);
    if (!curve)
        return;
    /* only the first table counts all waits; the others count those between their bounds */
    if (isnan(curve->waits) && waits_column < count)
        curve->waits = awr_number_in(&fill->numbers, cells[waits_column].text, UNIT_NUMBER, NULL);
    double below_pct = 0, last_us = 0;
    for (unsigned c = 0; c < MIN(fill->column_count, count); c++) {
        double us = c == name_column || c == waits_column ? NAN : bound_us(fill->columns[c].key, ms_us);
        if (!(us > last_us)) /* another column, or the last one, of all that were longer */
            continue;
        below_pct += share_pct(fill, cells[c].text, curve->waits);
        add_point(curve, us, below_pct);
        last_us = us;
    }
}

static int
by_bound(const void *a, const void *b)
{
    const struct awr_curve_point *x = a, *y = b;
    return (x->below_us > y->below_us) - (x->below_us < y->below_us);
}

/* 521.6 where the wait tables have 521,366: the column of a text report is too narrow for its K. */
static void
restore_unit(const struct awr *awr, struct awr_curve *curve)
{
    const struct awr_event *foreground = awr_event_named(awr->events, curve->name);
    const struct awr_event *background = awr_event_named(awr->background_events, curve->name);
    double waits = (foreground && isfinite(foreground->waits) ? foreground->waits : 0) +
                   (background && isfinite(background->waits) ? background->waits : 0);
    for (double unit = 1e3; unit <= 1e9; unit *= 1e3)
        if (fabs(curve->waits * unit - waits) < SAME_WAITS * waits)
            curve->waits *= unit;
}

void
awr_curves_finish(struct awr *awr)
{
    for (guint i = 0; i < awr->curves->len; i++) {
        struct awr_curve *curve = g_ptr_array_index(awr->curves, i);
        g_array_sort(curve->points, by_bound);
        double most = 0;
        for (guint p = 0; p < curve->points->len; p++) {
            struct awr_curve_point *point = &g_array_index(curve->points, struct awr_curve_point, p);
            most = CLAMP(point->waits_pct, most, 100); /* sums of rounded shares */
            point->waits_pct = most;
        }
        if (awr->format == AWR_TEXT)
            restore_unit(awr, curve);
    }
}
