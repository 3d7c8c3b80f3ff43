#include "scale_step.h"

#include "format.h"
#include "language.h"

#include <math.h>
#include <string.h>

/* Beyond these the arithmetic of steps would overflow; no measured figure comes near. */
#define VALUE_LIMIT 1e150
#define LOG_LEAST 1e-150
#define TIME_LIMIT 1e12 /* seconds: 30,000 years */
#define MAX_DECIMALS 12

bool
scale_has(enum chart_scale kind, double value)
{
    if (!isfinite(value) || fabs(value) > VALUE_LIMIT)
        return false;
    if ((kind == CHART_TIME || kind == CHART_ELAPSED) && fabs(value) > TIME_LIMIT)
        return false;
    return (kind != CHART_LOG2 && kind != CHART_LOG10) || value >= LOG_LEAST;
}

double
scale_at(const struct scale *scale, double value)
{
    if (!scale_has(scale->kind, value))
        return NAN;
    bool logarithmic = scale->kind == CHART_LOG2 || scale->kind == CHART_LOG10;
    double part = logarithmic ? log(value / scale->min) / log(scale->max / scale->min)
                              : (value - scale->min) / (scale->max - scale->min);
    return scale->from + part * (scale->to - scale->from);
}

void
ticks_append(struct ticks *ticks, double value, char *label, char *below)
{
    struct tick tick = {value, label, below};

    g_array_append_val(ticks->tick, tick);
}

static void
tick_clear(void *tick)
{
    g_free(((struct tick *)tick)->label);
    g_free(((struct tick *)tick)->below);
}

/* Steps of a linear axis: `count` ticks from `first`. */
struct steps {
    double first, step;
    int count;
};

struct search {
    double min, max;
    int most;
    bool round_out, whole;
    double best;
    struct steps steps;
};

/* Nice numbers in order of preference, and the weights of simplicity, coverage, density and legibility (Talbot 2010,
 * section 4). */
static const double nice_numbers[] = {1, 5, 2, 2.5, 4, 3};
enum { NICE = G_N_ELEMENTS(nice_numbers), SKIP_MOST = 4, TENS_MOST = 3 };
static const double weight_simplicity = 0.25, weight_coverage = 0.2, weight_density = 0.5, weight_legibility = 0.05;

static double
search_score(double simplicity, double coverage, double density)
{
    return weight_simplicity * simplicity + weight_coverage * coverage + weight_density * density + weight_legibility;
}

static double
simplicity_of(int q, int skip, bool has_zero)
{
    return 1 - q / (NICE - 1.0) - skip + (has_zero ? 1 : 0);
}

static double
coverage_of(const struct search *search, double first, double last)
{
    double range = search->max - search->min, over = search->max - last, under = search->min - first;

    return 1 - 0.5 * (over * over + under * under) / pow(0.1 * range, 2);
}

static double
coverage_most(const struct search *search, double span)
{
    double range = search->max - search->min, half = (span - range) / 2;

    return span > range ? 1 - half * half / pow(0.1 * range, 2) : 1;
}

static double
density_of(const struct search *search, int count, double first, double last)
{
    double have = (count - 1) / (last - first);
    double want = (search->most - 1) / (fmax(last, search->max) - fmin(first, search->min));

    return 2 - fmax(have / want, want / have);
}

static double
density_most(const struct search *search, int count)
{
    return count >= search->most ? 2 - (count - 1.0) / (search->most - 1.0) : 1;
}

/* Every start of `count` ticks of one step that could beat the best. */
static void
search_starts(struct search *search, int q, int skip, int count, double step)
{
    double range = search->max - search->min, unit = step / skip;

    if (search->whole && fabs(unit - round(unit)) > 1e-9 * unit)
        return;
    double from = floor(search->max / step) * skip - (count - 1) * skip, to = ceil(search->min / step) * skip;

    for (double start = from; start <= to && start - from <= 2 * TICKS_MOST; start++) {
        double first = start * unit, last = first + step * (count - 1);
        if (search->round_out && (first > search->min + 1e-9 * range || last < search->max - 1e-9 * range))
            continue;
        bool has_zero = first <= 1e-9 * step && last >= -1e-9 * step && fabs(remainder(first, step)) < 1e-9 * step;
        double score = search_score(
            simplicity_of(q, skip, has_zero), coverage_of(search, first, last), density_of(search, count, first, last));
        if (score > search->best) {
            search->best = score;
            search->steps = (struct steps){first, step, count};
        }
    }
}

static void
search_counts(struct search *search, int q, int skip)
{
    double simplicity = simplicity_of(q, skip, true);

    for (int count = 2; count <= search->most; count++) {
        double density = density_most(search, count);
        if (search_score(simplicity, 1, density) < search->best)
            continue;
        double delta = (search->max - search->min) / (count + 1) / skip / nice_numbers[q];
        int tens = (int)ceil(log10(delta));
        for (int z = tens; z <= tens + TENS_MOST; z++) {
            double step = skip * nice_numbers[q] * pow(10, z);
            if (search_score(simplicity, coverage_most(search, step * (count - 1)), density) < search->best)
                break;
            search_starts(search, q, skip, count, step);
        }
    }
}

static struct steps
steps_find(double min, double max, size_t most, unsigned flags)
{
    struct search search = {.min = min, .max = max, .most = (int)most, .best = -INFINITY};

    search.round_out = flags & TICKS_ROUND_OUT;
    search.whole = (flags & TICKS_WHOLE) && max - min >= 2;

    for (int skip = 1; skip <= SKIP_MOST; skip++)
        for (int q = 0; q < (int)NICE; q++)
            if (search_score(simplicity_of(q, skip, true), 1, 1) >= search.best)
                search_counts(&search, q, skip);
    if (search.steps.count < 2) /* not seen to happen: the ends themselves */
        search.steps = (struct steps){min, max - min, 2};
    return search.steps;
}

/* Places behind the point that show multiples of the step exactly. */
static int
step_decimals(double step)
{
    int decimals = 0;

    for (double scaled = step; decimals < MAX_DECIMALS && fabs(scaled - round(scaled)) > 1e-6 * fmax(scaled, 1);
         decimals++)
        scaled *= 10;
    return decimals;
}

static const struct power {
    int tens;
    const char *suffix, *factor;
} powers[] = {{12, "T", "10¹²"}, {9, "G", "10⁹"}, {6, "M", "10⁶"}, {3, "k", "10³"}};

/* The one prefix of an axis whose largest figure is `most`: k from 10,000 on, M from 1,000,000 on. */
static const struct power *
power_of(double most)
{
    for (size_t i = 0; i < G_N_ELEMENTS(powers); i++)
        if (most >= (powers[i].tens == 3 ? 9999.5 : pow(10, powers[i].tens) * 0.9999995))
            return &powers[i];
    return NULL;
}

/* "10⁻⁶", "10¹⁵". */
static char *
power_text(int tens)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    g_autofree char *plain = g_strdup_printf("%d", ABS(tens));
    GString *text = g_string_new(tens < 0 ? "10⁻" : "10");

    for (const char *at = plain; *at; at++)
        g_string_append(text, digits[*at - '0']);
    return g_string_free(text, FALSE);
}

static void
add_linear(struct ticks *ticks, size_t most, unsigned flags)
{
    struct steps steps = steps_find(ticks->min, ticks->max, most, flags);
    double last = steps.first + steps.step * (steps.count - 1);

    if (flags & TICKS_ROUND_OUT) {
        ticks->min = fmin(ticks->min, steps.first);
        ticks->max = fmax(ticks->max, last);
    }
    double largest = fmax(fabs(steps.first), fabs(last));
    const struct power *power = flags & TICKS_SUFFIX ? power_of(largest) : NULL;
    int tens = power ? power->tens : 0;
    if ((!power && largest >= 999999.5) || largest >= 1e16 || largest < 9.5e-4) {
        tens = 3 * (int)floor(log10(largest * 1.0000001) / 3);
        power = NULL;
        g_free(ticks->unit);
        ticks->unit = power_text(tens);
    }
    double factor = pow(10, tens);
    int decimals = step_decimals(steps.step / factor);
    double slack = 1e-9 * (ticks->max - ticks->min);
    for (int i = 0; i < steps.count; i++) {
        double value = steps.first + i * steps.step;
        if (fabs(value) < 1e-9 * steps.step)
            value = 0;
        if (value < ticks->min - slack || value > ticks->max + slack)
            continue;
        g_autofree char *figure = format_decimal(value / factor, value == 0 ? 0 : decimals);
        ticks_append(ticks, value, g_strconcat(figure, power && value != 0 ? power->suffix : "", NULL), NULL);
    }
}

/* 0.05, 1, 2,000 or 2k: the figures of a log axis are each as they are; those of one that ends at `most`, 10,000 or
 * more, have k from 1,000 on. */
static char *
log_label(double value, double most, unsigned flags)
{
    bool with_power = (flags & TICKS_SUFFIX) && power_of(most) && value > 999;
    const struct power *power = with_power ? power_of(fmax(value, 1e4)) : NULL;

    if ((!power && value >= 0.99e7) || value >= 1e16 || value < 0.99e-4) {
        int tens = (int)floor(log10(value) + 1e-9);
        g_autofree char *figure = format_decimal(value / pow(10, tens), step_decimals(value / pow(10, tens)));
        g_autofree char *ten = power_text(tens);
        return strcmp(figure, "1") == 0 ? g_steal_pointer(&ten) : g_strconcat(figure, "×", ten, NULL);
    }
    double shown = power ? value / pow(10, power->tens) : value;
    g_autofree char *figure = format_decimal(shown, step_decimals(shown));
    return g_strconcat(figure, power ? power->suffix : "", NULL);
}

static void
add_log2(struct ticks *ticks, size_t most, unsigned flags)
{
    double low = log2(ticks->min), high = log2(ticks->max);

    if (flags & TICKS_ROUND_OUT) {
        low = floor(low + 1e-9);
        high = ceil(high - 1e-9);
        ticks->min = exp2(low);
        ticks->max = exp2(high);
    }
    int first = (int)ceil(low - 1e-9), last = (int)floor(high + 1e-9);
    int step = 1;
    while ((last - first) / step + 1 > (int)most)
        step++;
    for (int power = first; power <= last; power += step)
        ticks_append(ticks, exp2(power), log_label(exp2(power), 0, 0), NULL);
}

/* The largest of 1, 2, 5 times a power of ten at or below (above) a value. */
static double
bound_125(double value, bool above)
{
    static const double parts[] = {1, 2, 5, 10};
    double ten = pow(10, floor(log10(value) + 1e-12));

    if (above) {
        for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
            if (parts[i] * ten >= value * (1 - 1e-9))
                return parts[i] * ten;
        return 10 * ten;
    }
    for (size_t i = G_N_ELEMENTS(parts); i-- > 0;)
        if (parts[i] * ten <= value * (1 + 1e-9))
            return parts[i] * ten;
    return ten;
}

static void
add_log10(struct ticks *ticks, size_t most, unsigned flags)
{
    static const double parts[] = {1, 2, 5};

    if (flags & TICKS_ROUND_OUT) {
        ticks->min = bound_125(ticks->min, false);
        ticks->max = bound_125(ticks->max, true);
    }
    int first = (int)floor(log10(ticks->min) + 1e-9), last = (int)floor(log10(ticks->max) + 1e-9);
    size_t fine = (size_t)(3 * log10(ticks->max / ticks->min) + 1.5);
    size_t parts_used = fine <= most ? 3 : 1;
    int step = 1;
    while (parts_used == 1 && (last - first) / step + 1 > (int)most)
        step++;
    for (int power = first; power <= last; power += step)
        for (size_t i = 0; i < parts_used; i++) {
            double value = parts[i] * pow(10, power);
            if (value >= ticks->min * (1 - 1e-9) && value <= ticks->max * (1 + 1e-9))
                ticks_append(ticks, value, log_label(value, ticks->max, flags), NULL);
        }
}

/* Gives data without extent an axis around it. */
static void
widen(struct ticks *ticks, enum chart_scale kind)
{
    double size = fmax(fabs(ticks->min), fabs(ticks->max));

    if (kind == CHART_LOG2 || kind == CHART_LOG10) {
        if (ticks->max / ticks->min < 1 + 1e-9) {
            ticks->min /= 2;
            ticks->max *= 2;
        }
        return;
    }
    double least = kind == CHART_TIME || kind == CHART_ELAPSED ? 2 : size > 0 ? 1e-9 * size : 1;
    if (ticks->max - ticks->min >= least)
        return;
    double half = kind == CHART_TIME || kind == CHART_ELAPSED ? 30 : size > 0 ? size / 2 : 1;
    bool not_negative = ticks->min >= 0 && kind != CHART_TIME;
    ticks->min = not_negative ? fmax(0, ticks->min - half) : ticks->min - half;
    ticks->max += half;
}

void
ticks_init(struct ticks *ticks, enum chart_scale kind, double min, double max, size_t most, unsigned flags)
{
    ticks_init_local(ticks, NULL, kind, min, max, most, flags);
}

/* Clock times and dates have their signs already. */
static void
labels_localise(struct ticks *ticks)
{
    for (guint i = 0; ticks->language && i < ticks->tick->len; i++) {
        struct tick *tick = &g_array_index(ticks->tick, struct tick, i);
        tick->label = language_figure(ticks->language, tick->label);
    }
}

void
ticks_init_local(struct ticks *ticks, const struct language *language, enum chart_scale kind, double min, double max,
    size_t most, unsigned flags)
{
    bool logarithmic = kind == CHART_LOG2 || kind == CHART_LOG10;

    if (!scale_has(kind, min) || !scale_has(kind, max)) {
        min = logarithmic ? 1 : 0;
        max = logarithmic ? 10 : 1;
    }
    most = CLAMP(most, 2, TICKS_MOST);
    *ticks = (struct ticks){.min = fmin(min, max), .max = fmax(min, max), .unit = g_strdup(""), .language = language};
    ticks->tick = g_array_new(FALSE, FALSE, sizeof(struct tick));
    g_array_set_clear_func(ticks->tick, tick_clear);
    widen(ticks, kind);
    switch (kind) {
    case CHART_LINEAR:
        add_linear(ticks, most, flags);
        break;
    case CHART_LOG2:
        add_log2(ticks, most, flags);
        break;
    case CHART_LOG10:
        add_log10(ticks, most, flags);
        break;
    case CHART_TIME:
        ticks_add_time(ticks, most);
        break;
    case CHART_ELAPSED:
        ticks_add_elapsed(ticks, most);
        break;
    case CHART_ROWS: /* the chart names them */
        break;
    }
    if (kind != CHART_TIME)
        labels_localise(ticks);
}

void
ticks_release(struct ticks *ticks)
{
    if (ticks->tick)
        g_array_unref(ticks->tick);
    g_free(ticks->unit);
    *ticks = (struct ticks){0};
}
