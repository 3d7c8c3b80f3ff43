#include "trim.h"

#include "quantile.h"

#include <math.h>

#define TRIM_ROUNDS_MAX 12
#define BATCHES_MIN 6
#define SHORTEST_SHARE 0.9 /* of the shortest window: the edges are not known better */
#define CUT_SHARE_MAX 0.4  /* of a segment that the truncation rule may cut */
#define CUT_GAIN 0.9       /* a cut must lower the rule's measure at least to this share */
#define CUT_STEP_MIN 0.02  /* and what is cut must differ this much from the rest */
#define CUT_STEP_SIGMAS 2.5
#define LINE_SIGMAS 2.0
#define LINE_CERTAIN 4.0 /* times the tolerance: bad whatever the noise */
#define ROUNDS 5
#define ROUND_SIGMAS 3.0
#define ENDS_SHARE 8     /* an eighth is cut at a time */
#define FRONT_FAVOUR 0.9 /* warm-up is likelier than run-down */
#define EDGE_SIGMAS 3.5
#define EDGE_FLOOR 0.03
#define EDGE_PERIOD_QUANTILE 0.97
#define EDGE_PERIOD_MARGIN 1.05
#define EDGE_TICKS 3 /* whose middle tells an edge from a spike */

static double
mean_of(const double *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum / (double)n;
}

/* Batches of warm-up at the front: MSER (White 1997), the cut that gives the rest the least standard error, if it is
 * worth it. With `reversed` the values are read from their end. */
static size_t
truncation_point(const double *values, size_t n, bool reversed, double noise)
{
    size_t candidates = MAX(1, (size_t)(CUT_SHARE_MAX * (double)n));
    double sum = 0, squares = 0, least = INFINITY, uncut = 0;
    size_t best = 0;
    for (size_t i = n; i-- > 0;) {
        double value = values[reversed ? n - 1 - i : i];
        sum += value;
        squares += value * value;
        double rest = (double)(n - i);
        double error = (squares - sum * sum / rest) / (rest * rest);
        uncut = error;
        if (i < candidates && error <= least) {
            least = error;
            best = i;
        }
    }
    if (best == 0 || least > CUT_GAIN * uncut)
        return 0;
    double cut = mean_of(reversed ? values + n - best : values, best);
    double rest = mean_of(reversed ? values : values + best, n - best);
    return fabs(cut - rest) > fmax(CUT_STEP_MIN, CUT_STEP_SIGMAS * noise / sqrt((double)best)) ? best : 0;
}

/* Whether the fitted line climbs or falls by more than the tolerance and more than chance explains. */
static bool
line_is_steep(const double *values, size_t n, double noise, double tolerance)
{
    double centre = (double)(n - 1) / 2, mean = mean_of(values, n), squares = 0, product = 0;
    for (size_t i = 0; i < n; i++) {
        double at = (double)i - centre;
        squares += at * at;
        product += at * (values[i] - mean);
    }
    double length = (double)(n - 1);
    double excursion = fabs(product / squares) * length, chance = noise / sqrt(squares) * length;
    return (excursion > tolerance && excursion > LINE_SIGMAS * chance) || excursion > LINE_CERTAIN * tolerance;
}

static bool
rounds_differ(const double *values, size_t n, double noise, double tolerance)
{
    size_t length = MAX(1, n / ROUNDS);
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < ROUNDS; i++) {
        double mean = mean_of(values + i * length, length);
        low = fmin(low, mean);
        high = fmax(high, mean);
    }
    return high - low > fmax(tolerance, ROUND_SIGMAS * noise / sqrt((double)length));
}

static bool
is_level(const struct stretch *stretch, size_t start, size_t end)
{
    for (int channel = 0; channel < CHANNELS; channel++) {
        const double *values = stretch->batch_mean[channel] + start;
        const struct channel_tolerance *tolerance = &channel_tolerance[channel];
        if (line_is_steep(values, end - start, stretch->noise[channel], tolerance->excursion) ||
            rounds_differ(values, end - start, stretch->noise[channel], tolerance->range))
            return false;
    }
    return true;
}

static void
cut_worse_end(const struct stretch *stretch, size_t *start, size_t *end)
{
    size_t n = *end - *start, cut = MAX(1, n / ENDS_SHARE);
    double front = 0, back = 0;
    for (int channel = 0; channel < CHANNELS; channel++) {
        const double *values = stretch->batch_mean[channel] + *start;
        double middle = median(values + 2 * cut, n - 4 * cut), tolerance = channel_tolerance[channel].excursion;
        front += fabs(mean_of(values, cut) - middle) / tolerance;
        back += fabs(mean_of(values + n - cut, cut) - middle) / tolerance;
    }
    if (front >= FRONT_FAVOUR * back)
        *start += cut;
    else
        *end -= cut;
}

static bool
trim_batches(const struct stretch *stretch, size_t *start, size_t *end)
{
    const double *iops = stretch->batch_mean[CHANNEL_IOPS];
    double noise = stretch->noise[CHANNEL_IOPS];
    size_t fewest = MAX(BATCHES_MIN, (size_t)(SHORTEST_SHARE * (double)stretch->shortest / (double)stretch->batch));
    *start += truncation_point(iops + *start, *end - *start, false, noise);
    *end -= truncation_point(iops + *start, *end - *start, true, noise);
    for (int round = 0; round < TRIM_ROUNDS_MAX && *end - *start >= fewest; round++) {
        if (is_level(stretch, *start, *end))
            return true;
        cut_worse_end(stretch, start, end);
    }
    return false;
}

/* What an edge may do: how far a tick may be off the window's middle, and how far the edge may move. */
struct edge_rule {
    const double *level;
    size_t n, reach;
    double middle, tolerance;
};

static struct edge_rule
edge_rule_of(const struct stretch *stretch, size_t start, size_t end)
{
    const double *clean = stretch->clean[CHANNEL_IOPS];
    size_t whole = MIN(end, stretch->batches * stretch->batch);
    struct edge_rule rule = {
        .level = stretch->level[CHANNEL_IOPS],
        .n = stretch->n,
        .reach = MAX(2 * stretch->batch, stretch->period),
        .middle = median(clean + start, whole - start),
        .tolerance = fmax(EDGE_SIGMAS * stretch->spread, EDGE_FLOOR),
    };
    if (stretch->period == 0)
        return rule;
    g_autofree double *off = g_new(double, end - start);
    for (size_t i = start; i < end; i++)
        off[i - start] = fabs(clean[i] - rule.middle);
    rule.tolerance = fmax(EDGE_FLOOR, EDGE_PERIOD_MARGIN * quantile(off, end - start, EDGE_PERIOD_QUANTILE));
    return rule;
}

static bool
tick_is_off(const struct edge_rule *rule, size_t tick)
{
    return fabs(rule->level[tick] - rule->middle) > rule->tolerance;
}

/* Whether the ticks [from, from + 3) lie off the level; a spike alone does not count. */
static bool
ticks_are_off(const struct edge_rule *rule, size_t from)
{
    double off[EDGE_TICKS];
    size_t count = 0;
    for (; count < EDGE_TICKS && from + count < rule->n; count++)
        off[count] = fabs(rule->level[from + count] - rule->middle);
    return count > 0 && median(off, count) > rule->tolerance;
}

static size_t
start_to_the_tick(const struct edge_rule *rule, size_t coarse, size_t inward)
{
    size_t start = coarse;
    while (start > 0 && coarse - start < rule->reach && !tick_is_off(rule, start - 1))
        start--;
    while (start < coarse + inward && ticks_are_off(rule, start))
        start++;
    return start;
}

static size_t
end_to_the_tick(const struct edge_rule *rule, size_t coarse, size_t inward)
{
    size_t end = coarse;
    while (end < rule->n && end - coarse < rule->reach && !tick_is_off(rule, end))
        end++;
    while (end >= EDGE_TICKS && end + inward > coarse && ticks_are_off(rule, end - EDGE_TICKS))
        end--;
    return end;
}

bool
trim_to_window(struct tick_window *out, const struct stretch *stretch, size_t start, size_t end)
{
    if (!trim_batches(stretch, &start, &end))
        return false;
    size_t coarse_start = start * stretch->batch;
    size_t coarse_end = end == stretch->batches ? stretch->n : end * stretch->batch;
    struct edge_rule rule = edge_rule_of(stretch, coarse_start, coarse_end);
    size_t inward = rule.reach + 2 * stretch->batch;
    out->start = start_to_the_tick(&rule, coarse_start, inward);
    out->end = end_to_the_tick(&rule, coarse_end, inward);
    return out->end > out->start && (double)(out->end - out->start) >= SHORTEST_SHARE * (double)stretch->shortest;
}
