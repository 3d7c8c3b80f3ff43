/* Axes: where a value lies, and the ticks of an axis with their labels.
 *
 *     struct ticks ticks;
 *     ticks_init(&ticks, CHART_LINEAR, 0, 156540, 5, TICKS_ROUND_OUT | TICKS_SUFFIX);   0 40k 80k 120k 160k
 *     struct scale scale = {CHART_LINEAR, ticks.min, ticks.max, bottom, top};
 *     double y = scale_at(&scale, 100000);
 *     ticks_release(&ticks);
 *
 * Linear steps: Talbot, Lin, Hanrahan, "An Extension of Wilkinson's Algorithm for Positioning Tick Labels on Axes",
 * IEEE TVCG 16(6) 2010, with its Q and weights. Log2: powers of two as they are. Log10: 1-2-5, else decades. Time: 1 2
 * 5 10 15 30 s and min, 1 2 3 6 12 h, whole days; the date stands below the clock where it changes. Elapsed: the same
 * steps in one unit.
 */
#pragma once

#include "chart.h"

struct scale {
    enum chart_scale kind;
    double min, max; /* data units, min < max; log: above 0 */
    double from, to; /* points: where min and max lie */
};

/* Place of a value in points, also outside of min..max; NAN for a value that is not finite, or not above 0 on a log
 * axis. */
double scale_at(const struct scale *scale, double value);

/* Whether the axis can show the value. */
bool scale_has(enum chart_scale kind, double value);

enum ticks_flags {
    TICKS_ROUND_OUT = 1 << 0, /* min and max grow to ticks: no data beyond the last grid line */
    TICKS_SUFFIX = 1 << 1,    /* large figures as k, M, G, T; the same one for all of a linear axis */
    TICKS_WHOLE = 1 << 2,     /* a linear axis has whole steps only: sessions */
};

struct tick {
    double value;
    char *label;
    char *below; /* second line: the date on a time axis; NULL: none */
};

struct ticks {
    const struct language *language; /* of labels; borrowed; NULL: English */
    double min, max; /* the axis' range: that of the data, widened where it has no extent or is rounded out */
    GArray *tick;    /* struct tick, rising, all within min..max */
    char *unit;      /* what the labels count, for the axis label: "min" of an elapsed axis, "10⁻⁶"; may be empty */
};

#define TICKS_MOST 64

/* Ticks for data from min to max (either order; finite, log: above 0; what is not gives 0..1 or 1..10), `most` of them
 * at most (2..TICKS_MOST; a log axis with fewer than two decades, or powers, within may have 1). Release with
 * ticks_release. */
void ticks_init(struct ticks *ticks, enum chart_scale kind, double min, double max, size_t most, unsigned flags);
/* The same with labels in the signs and dates of a language. */
void ticks_init_local(struct ticks *ticks, const struct language *language, enum chart_scale kind, double min,
    double max, size_t most, unsigned flags);
void ticks_release(struct ticks *ticks);
