#include "compare_side.h"

#include "quantile.h"

#include <math.h>
#include <string.h>

#define NORMAL_90 1.645
#define SAME_CONCURRENCY 1e-6
#define SAME_OUTSTANDING 0.05 /* within one log concurrency is a measured figure */
#define BEST_TOLERANCE 0.02   /* of the best operating point, and of the saturation point: see knee_points.h */
#define SATURATION_TOLERANCE 0.03
#define CALM 0.75 /* quantile of the runs' noise that no run is taken to be calmer than */
#define FREEDOM_MAX 1e6

static double
number_in(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static gint
by_concurrency(gconstpointer a, gconstpointer b)
{
    double left = number_in(*(json_t *const *)a, "concurrency"), right = number_in(*(json_t *const *)b, "concurrency");
    return (left > right) - (left < right);
}

static void
level_clear(void *data)
{
    g_ptr_array_unref(((struct compare_level *)data)->rungs);
}

GArray *
compare_levels(const GPtrArray *workloads)
{
    g_autoptr(GPtrArray) rungs = g_ptr_array_new();
    bool one_log = false;
    for (guint i = 0; i < workloads->len; i++) {
        size_t k;
        json_t *rung;
        one_log = one_log || json_is_true(json_object_get(g_ptr_array_index(workloads, i), "from_one_log"));
        json_array_foreach(json_object_get(g_ptr_array_index(workloads, i), "rungs"), k, rung)
        {
            if (number_in(rung, "concurrency") > 0)
                g_ptr_array_add(rungs, rung);
        }
    }
    g_ptr_array_sort(rungs, by_concurrency);
    GArray *levels = g_array_new(FALSE, FALSE, sizeof(struct compare_level));
    g_array_set_clear_func(levels, level_clear);
    double tolerance = one_log ? SAME_OUTSTANDING : SAME_CONCURRENCY;
    for (guint i = 0; i < rungs->len; i++) {
        double at = number_in(g_ptr_array_index(rungs, i), "concurrency");
        struct compare_level *last =
            levels->len > 0 ? &g_array_index(levels, struct compare_level, levels->len - 1) : NULL;
        if (!last || at > last->concurrency * (1 + tolerance)) {
            struct compare_level level = {at, g_ptr_array_new()};
            g_array_append_val(levels, level);
            last = &g_array_index(levels, struct compare_level, levels->len - 1);
        }
        g_ptr_array_add(last->rungs, g_ptr_array_index(rungs, i));
    }
    return levels;
}

/* Mean of the logarithms of a level's figure, and the sum of squares about it. */
static double
log_mean_of(const struct compare_level *level, const char *key, double *squares)
{
    double sum = 0;
    *squares = 0;
    for (guint i = 0; i < level->rungs->len; i++)
        sum += log(number_in(g_ptr_array_index(level->rungs, i), key));
    double mean = sum / level->rungs->len;
    for (guint i = 0; i < level->rungs->len; i++) {
        double off = log(number_in(g_ptr_array_index(level->rungs, i), key)) - mean;
        *squares += off * off;
    }
    return mean;
}

static const json_t *
precision_of(const json_t *rung, const char *key)
{
    return json_object_get(json_object_get(rung, "precision"), key);
}

static void
add_samples(GArray *per_sample, const struct compare_level *level, const char *key)
{
    for (guint i = 0; i < level->rungs->len; i++) {
        const json_t *rung = g_ptr_array_index(level->rungs, i);
        double error = number_in(precision_of(rung, key), "error_pct") / 100;
        double value = error * error * number_in(json_object_get(rung, "window"), "samples");
        if (isfinite(value))
            g_array_append_val(per_sample, value);
    }
}

struct compare_noise
compare_noise_of(GArray *const levels[2], enum compare_figure figure)
{
    const char *key = compare_figure_name(figure);
    struct compare_noise noise = {0};
    g_autoptr(GArray) per_sample = g_array_new(FALSE, FALSE, sizeof(double));
    for (int side = 0; side < 2; side++)
        for (guint i = 0; i < levels[side]->len; i++) {
            const struct compare_level *level = &g_array_index(levels[side], struct compare_level, i);
            double squares;
            add_samples(per_sample, level, key);
            if (level->rungs->len < 2 || !isfinite(log_mean_of(level, key, &squares)))
                continue;
            noise.between += squares;
            noise.between_freedom += level->rungs->len - 1;
        }
    noise.between = noise.between_freedom > 0 ? noise.between / noise.between_freedom : NAN;
    noise.per_sample = quantile((const double *)(const void *)per_sample->data, per_sample->len, CALM);
    return noise;
}

static bool
is_steady(const struct compare_level *level)
{
    for (guint i = 0; i < level->rungs->len; i++) {
        const json_t *window = json_object_get(g_ptr_array_index(level->rungs, i), "window");
        if (window && !json_is_true(json_object_get(window, "steady")))
            return false;
    }
    return true;
}

/* The error of the mean over the rungs of a level from the seconds within them (Welch-Satterthwaite). */
static void
within_runs(struct compare_estimate *estimate, const struct compare_level *level, const char *key, double per_sample)
{
    double count = level->rungs->len, variance = 0, spread = 0;
    for (guint i = 0; i < level->rungs->len; i++) {
        const json_t *rung = g_ptr_array_index(level->rungs, i), *precision = precision_of(rung, key);
        double error = number_in(precision, "error_pct") / 100, freedom = number_in(precision, "freedom");
        double typical = per_sample / number_in(json_object_get(rung, "window"), "samples");
        double part = (typical > error * error ? typical : error * error) / (count * count);
        variance += part;
        spread += part > 0 ? part * part / freedom : 0;
    }
    estimate->error = sqrt(variance);
    estimate->freedom = spread > 0 ? fmin(variance * variance / spread, FREEDOM_MAX) : FREEDOM_MAX;
}

struct compare_estimate
compare_estimate_of(const struct compare_level *level, enum compare_figure figure, const struct compare_noise *noise)
{
    const char *key = compare_figure_name(figure);
    struct compare_estimate estimate = {.value = NAN, .error = NAN, .freedom = NAN};
    double squares, mean = log_mean_of(level, key, &squares);
    if (!isfinite(mean)) {
        estimate.why = COMPARE_ABSENT;
        return estimate;
    }
    estimate.value = exp(mean);
    within_runs(&estimate, level, key, noise->per_sample);
    double apart = noise->between / level->rungs->len;
    if (isfinite(apart) && !(estimate.error * estimate.error >= apart)) {
        estimate.error = sqrt(apart);
        estimate.freedom = noise->between_freedom;
    }
    if (!is_steady(level))
        estimate.why = COMPARE_NOT_STEADY;
    else if (!isfinite(estimate.error) || !isfinite(estimate.freedom))
        estimate.why = COMPARE_NO_INTERVAL;
    return estimate;
}

double
compare_point_at(const GPtrArray *workloads, const char *point)
{
    double at = NAN;
    for (guint i = 0; i < workloads->len; i++) {
        double here = number_in(json_object_get(g_ptr_array_index(workloads, i), point), "concurrency");
        if (i > 0 && !(fabs(here - at) <= SAME_CONCURRENCY * at))
            return NAN;
        at = here;
    }
    return at;
}

/* Geometric mean over the results; NAN where any has none. */
static double
mean_of_point(const GPtrArray *workloads, const char *point, const char *key)
{
    double sum = 0;
    for (guint i = 0; i < workloads->len; i++)
        sum += log(number_in(json_object_get(g_ptr_array_index(workloads, i), point), key));
    return exp(sum / workloads->len);
}

/* The estimate of a level goes into `out` where its IOPS are the highest yet. */
static void
keep_highest(struct compare_estimate *out, const struct compare_estimate *iops)
{
    if (!isfinite(out->value) || iops->value > out->value)
        *out = *iops;
}

struct compare_estimate
compare_best_iops(const GPtrArray *workloads, const GArray *levels, const struct compare_noise noise[COMPARE_FIGURES],
    double quantile)
{
    double ceiling_ms = number_in(g_ptr_array_index(workloads, 0), "latency_ceiling_ms");
    struct compare_estimate sure = {.value = NAN}, possible = {.value = NAN};
    for (guint i = 0; i < levels->len; i++) {
        const struct compare_level *level = &g_array_index(levels, struct compare_level, i);
        struct compare_estimate iops = compare_estimate_of(level, COMPARE_IOPS, &noise[COMPARE_IOPS]);
        struct compare_estimate latency = compare_estimate_of(level, COMPARE_LATENCY, &noise[COMPARE_LATENCY]);
        if (!isfinite(latency.value) || !isfinite(iops.value))
            continue;
        double reach = isfinite(latency.error) ? exp(quantile * latency.error) : INFINITY;
        if (latency.value * reach <= ceiling_ms)
            keep_highest(&sure, &iops);
        if (latency.value / reach <= ceiling_ms)
            keep_highest(&possible, &iops);
    }
    struct compare_estimate best = possible;
    best.value = mean_of_point(workloads, "best", "iops");
    if (!isfinite(best.value)) {
        best.why = isfinite(possible.value) ? COMPARE_MAYBE_WITHIN : COMPARE_NONE_WITHIN;
        return best;
    }
    best.down = isfinite(sure.value) ? fmax(0, log(best.value / (sure.value * (1 - BEST_TOLERANCE)))) : INFINITY;
    best.up = isfinite(possible.value) ? fmax(0, log(possible.value / best.value)) : INFINITY;
    return best;
}

struct compare_estimate
compare_saturation_iops(
    const GPtrArray *workloads, const GArray *levels, const struct compare_noise noise[COMPARE_FIGURES])
{
    struct compare_estimate highest = {.value = NAN};
    for (guint i = 0; i < levels->len; i++) {
        struct compare_estimate iops =
            compare_estimate_of(&g_array_index(levels, struct compare_level, i), COMPARE_IOPS, &noise[COMPARE_IOPS]);
        if (isfinite(iops.value))
            keep_highest(&highest, &iops);
    }
    struct compare_estimate saturation = highest;
    saturation.value = mean_of_point(workloads, "saturation", "iops");
    if (!isfinite(saturation.value)) {
        saturation.why = COMPARE_ABSENT;
        return saturation;
    }
    saturation.down = fmax(0, log(saturation.value / (highest.value * (1 - SATURATION_TOLERANCE))));
    saturation.up = fmax(0, log(highest.value / saturation.value));
    return saturation;
}

struct compare_estimate
compare_knee(const GPtrArray *workloads, enum compare_figure figure)
{
    static const char *const lo[] = {
        [COMPARE_IOPS] = "iops_lo", [COMPARE_LATENCY] = "latency_lo_ms", [COMPARE_CONCURRENCY] = "lo"};
    static const char *const hi[] = {
        [COMPARE_IOPS] = "iops_hi", [COMPARE_LATENCY] = "latency_hi_ms", [COMPARE_CONCURRENCY] = "hi"};
    struct compare_estimate knee = {
        .value = mean_of_point(workloads, "knee", compare_figure_name(figure)), .error = 0, .freedom = FREEDOM_MAX};
    for (guint i = 0; i < workloads->len; i++) {
        const json_t *object = json_object_get(g_ptr_array_index(workloads, i), "knee");
        if (g_strcmp0(json_string_value(json_object_get(object, "verdict")), "knee") != 0)
            knee.why = COMPARE_NO_KNEE;
        /* Mostly what the method may be off by, which more runs do not lessen. */
        double width = log(number_in(object, hi[figure]) / number_in(object, lo[figure])) / (2 * NORMAL_90);
        knee.error = isnan(width) ? NAN : fmax(knee.error, width);
    }
    if (knee.why == COMPARE_BY_INTERVAL && !isfinite(knee.value))
        knee.why = COMPARE_ABSENT;
    if (knee.why == COMPARE_BY_INTERVAL && !isfinite(knee.error))
        knee.why = COMPARE_NO_INTERVAL;
    return knee;
}
