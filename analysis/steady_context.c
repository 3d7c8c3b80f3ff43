#include "steady_context.h"

#include "quantile.h"

#include <math.h>

/* Times in ticks, shares of the stretch where no unit is given. */
#define UNSTEADY_GAP 45         /* a longer gap between windows is time without a steady state */
#define UNSTEADY_SHARE 0.2      /* of it: more of this and windows must prove themselves */
#define UNSTEADY_LONG 0.35      /* share of a window that is proof enough */
#define UNSTEADY_LONG_LAST 0.25 /* of the last window when it ends sharply */
#define NEAR_GAP 30             /* neighbours nearer than this may be steps of one ladder */
#define LADDER_UNSTEADY_MAX 0.12
#define LADDER_COVER_MIN 0.7
#define LADDER_SHARPNESS 0.85
#define LADDER_WINDOWS 3
#define STEP_WINDOW 14     /* ticks on each side of a step */
#define STEP_SHARPNESS 0.8 /* share of a level difference that happens at once */
#define CONTRAST 2.2       /* level difference against the variation of both levels */
#define CONTRAST_SHARP 0.6 /* enough where the step is sharp */
#define VARIATION_FLOOR 1e-3
#define DOMINANT_RATIO 3.0 /* a window so much longer than its neighbour stands by itself */
#define DOMINANT_SHARE 0.25
#define DOMINANT_RATIO_LAST 2.0
#define DOMINANT_SHARE_LAST 0.22
#define LAST_MARGIN 40
#define END_MARGIN 15 /* an edge at the end of the stretch is sharp */
#define EDGE_VARIATIONS 2.0
#define COVER_MIN 0.5 /* less than this in windows: only those that stand alone stay */
#define COVER_LONG 0.25
#define VARIATION_MEAN 20   /* moving mean whose range is the variation */
#define VARIATION_MIN 30    /* shorter windows use the ticks themselves */
#define VARIATION_MARGIN 12 /* left out at both ends where the window is long enough */

struct judged {
    struct tick_window window;
    double level[CHANNELS];
    double variation[CHANNELS]; /* range p5..p95 of moving means */
    bool sharp_end, sharp;      /* its end; both its edges */
    bool dropped;
};

struct context {
    const struct stretch *stretch;
    struct judged *judged;
    size_t count;
    size_t step_window;
    double unsteady;         /* ticks in long gaps */
    double ladder_sharpness; /* share of the steps of the whole stretch that happens at once; 0: no ladder */
};

static double
length_of(const struct judged *judged)
{
    return (double)(judged->window.end - judged->window.start);
}

/* Median of the clean channel between two ticks that may lie outside the stretch; NAN where nothing is between. */
static double
median_between(const struct stretch *stretch, int channel, ptrdiff_t from, ptrdiff_t to)
{
    from = MAX(from, 0);
    to = MIN(to, (ptrdiff_t)stretch->n);
    return to > from ? median(stretch->clean[channel] + from, (size_t)(to - from)) : NAN;
}

/* Range of the slow movement inside a window: p95 - p5 of its moving means. */
static double
variation_of(const double *values, size_t n)
{
    double share[2] = {0.05, 0.95}, range[2];
    if (n < VARIATION_MIN) {
        quantiles(values, n, share, 2, range);
        return range[1] - range[0];
    }
    size_t count = n - VARIATION_MEAN + 1;
    g_autofree double *mean = g_new(double, count);
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t k = 0; k < VARIATION_MEAN; k++)
            sum += values[i + k];
        mean[i] = sum / VARIATION_MEAN;
    }
    quantiles(mean, count, share, 2, range);
    return range[1] - range[0];
}

static void
measure_window(struct judged *judged, const struct stretch *stretch)
{
    size_t length = judged->window.end - judged->window.start;
    size_t spare = length > VARIATION_MIN + 14 ? (length - VARIATION_MIN - 14) / 2 : 0;
    size_t margin = MIN(VARIATION_MARGIN, spare);
    margin = MAX(margin, MIN(stretch->period / 2 + 1, length / 4));
    for (int channel = 0; channel < CHANNELS; channel++) {
        const double *inner = stretch->smooth[channel] + judged->window.start + margin;
        judged->level[channel] = median(inner, length - 2 * margin);
        judged->variation[channel] = variation_of(inner, length - 2 * margin);
    }
}

static size_t
gap_between(const struct judged *left, const struct judged *right)
{
    return right->window.start - left->window.end;
}

/* How much the clean level changes from the last ticks of one window to the first of the next. */
static double
step_between(const struct context *context, const struct judged *left, const struct judged *right, int channel)
{
    ptrdiff_t reach = (ptrdiff_t)context->step_window;
    ptrdiff_t end = (ptrdiff_t)left->window.end, start = (ptrdiff_t)right->window.start;
    return median_between(context->stretch, channel, start, start + reach) -
           median_between(context->stretch, channel, end - reach, end);
}

static double
ladder_sharpness_of(const struct context *context)
{
    double n = (double)context->stretch->n, covered = 0, sharp = 0, total = 0;
    for (size_t i = 0; i < context->count; i++)
        covered += length_of(&context->judged[i]);
    if (context->unsteady > LADDER_UNSTEADY_MAX * n || covered < LADDER_COVER_MIN * n)
        return 0;
    for (size_t i = 0; i + 1 < context->count; i++) {
        const struct judged *left = &context->judged[i], *right = left + 1;
        if (gap_between(left, right) > NEAR_GAP)
            continue;
        for (int channel = 0; channel < CHANNELS; channel++) {
            double difference = right->level[channel] - left->level[channel];
            double tolerance = channel_tolerance[channel].level;
            if (fabs(difference) < tolerance)
                continue;
            sharp += step_between(context, left, right, channel) * difference / (tolerance * tolerance);
            total += difference * difference / (tolerance * tolerance);
        }
    }
    return total > 0 ? sharp / total : 0;
}

/* Whether two neighbours are two levels rather than parts of one wandering level. */
static bool
levels_are_distinct(const struct context *context, const struct judged *left, const struct judged *right)
{
    for (int channel = 0; channel < CHANNELS; channel++) {
        double difference = fabs(left->level[channel] - right->level[channel]);
        double contrast = difference / (left->variation[channel] + right->variation[channel] + VARIATION_FLOOR);
        if (contrast >= CONTRAST)
            return true;
        if (contrast < CONTRAST_SHARP || gap_between(left, right) > NEAR_GAP)
            continue;
        if (fabs(step_between(context, left, right, channel)) >= STEP_SHARPNESS * difference ||
            (context->count >= LADDER_WINDOWS && context->ladder_sharpness >= LADDER_SHARPNESS))
            return true;
    }
    return false;
}

static bool
is_last(const struct context *context, const struct judged *judged)
{
    return judged == context->judged + context->count - 1;
}

static bool
dominates(const struct context *context, const struct judged *judged, const struct judged *neighbour)
{
    bool closes = is_last(context, judged) && judged->window.end + LAST_MARGIN > context->stretch->n;
    double ratio = closes ? DOMINANT_RATIO_LAST : DOMINANT_RATIO;
    double share = closes ? DOMINANT_SHARE_LAST : DOMINANT_SHARE;
    return length_of(judged) >= ratio * length_of(neighbour) &&
           length_of(judged) >= share * (double)context->stretch->n;
}

/* A sharp edge is a step, most of which happens within seconds of it, to a level clearly outside the window's
 * variation. `outward` is 1 for the end of the window and -1 for its start. */
static bool
edge_is_sharp(const struct context *context, const struct judged *judged, int outward)
{
    const struct stretch *stretch = context->stretch;
    ptrdiff_t n = (ptrdiff_t)stretch->n;
    ptrdiff_t edge = (ptrdiff_t)(outward > 0 ? judged->window.end : judged->window.start);
    if (outward > 0 ? edge > n - END_MARGIN : edge < END_MARGIN)
        return true;
    for (int channel = 0; channel < CHANNELS; channel++) {
        double near, inside, far;
        if (outward > 0) {
            near = median_between(stretch, channel, edge + 4, edge + 16);
            inside = median_between(stretch, channel, edge - 12, edge);
            far = median_between(stretch, channel, edge + 30, edge + 55);
        } else {
            near = median_between(stretch, channel, edge - 16, edge - 4);
            inside = median_between(stretch, channel, edge, edge + 12);
            far = median_between(stretch, channel, edge - 55, edge - 30);
        }
        double at_once = fabs(near - inside);
        double in_all = fabs(near - judged->level[channel]);
        if (!isnan(far))
            in_all = fmax(in_all, fabs(far - judged->level[channel]));
        double clear = fmax(EDGE_VARIATIONS * judged->variation[channel], channel_tolerance[channel].edge);
        if (at_once >= STEP_SHARPNESS * in_all && in_all >= clear)
            return true;
    }
    return false;
}

static double
unsteady_ticks(const struct context *context)
{
    size_t total = 0, end = 0;
    for (size_t i = 0; i <= context->count; i++) {
        size_t next = i < context->count ? context->judged[i].window.start : context->stretch->n;
        if (next - end > UNSTEADY_GAP)
            total += next - end;
        if (i < context->count)
            end = context->judged[i].window.end;
    }
    return (double)total;
}

static void
drop_indistinct_neighbours(struct context *context)
{
    for (size_t i = 0; i + 1 < context->count; i++) {
        struct judged *left = &context->judged[i], *right = left + 1;
        if (levels_are_distinct(context, left, right))
            continue;
        left->dropped |= !dominates(context, left, right);
        right->dropped |= !dominates(context, right, left);
    }
}

static void
drop_blunt_windows(struct context *context)
{
    double n = (double)context->stretch->n, kept = 0;
    for (size_t i = 0; i < context->count; i++) {
        struct judged *judged = &context->judged[i];
        double share = is_last(context, judged) && judged->sharp_end ? UNSTEADY_LONG_LAST : UNSTEADY_LONG;
        if (context->unsteady > UNSTEADY_SHARE * n && !judged->sharp && length_of(judged) < share * n)
            judged->dropped = true;
        if (!judged->dropped)
            kept += length_of(judged);
    }
    for (size_t i = 0; kept < COVER_MIN * n && i < context->count; i++)
        if (!context->judged[i].sharp && length_of(&context->judged[i]) < COVER_LONG * n)
            context->judged[i].dropped = true;
}

void
steady_context_filter(GArray *windows, const struct stretch *stretch)
{
    size_t count = windows->len;
    if (count == 0)
        return;
    g_autofree struct judged *judged = g_new0(struct judged, count);
    struct context context = {.stretch = stretch, .judged = judged, .count = count};
    context.step_window = MAX(STEP_WINDOW, stretch->period);
    for (size_t i = 0; i < count; i++) {
        judged[i].window = g_array_index(windows, struct tick_window, i);
        measure_window(&judged[i], stretch);
    }
    context.unsteady = unsteady_ticks(&context);
    context.ladder_sharpness = ladder_sharpness_of(&context);
    for (size_t i = 0; i < count; i++) {
        judged[i].sharp_end = edge_is_sharp(&context, &judged[i], 1);
        judged[i].sharp = judged[i].sharp_end && edge_is_sharp(&context, &judged[i], -1);
    }
    drop_indistinct_neighbours(&context);
    drop_blunt_windows(&context);
    g_array_set_size(windows, 0);
    for (size_t i = 0; i < count; i++)
        if (!judged[i].dropped)
            g_array_append_val(windows, judged[i].window);
}
