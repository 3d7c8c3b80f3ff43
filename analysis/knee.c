#include "knee.h"

#include "knee_fit.h"
#include "knee_map.h"
#include "knee_points.h"
#include "knee_rungs.h"

#include <math.h>

#define RUNGS_MIN 4
#define ONE_LOAD 1.08      /* outstanding I/O, highest over lowest: less is one load on the device */
#define MISFIT_SECOND 0.10 /* ln IOPS against the curve, second worst rung: more and no curve is trusted */
#define MISFIT_WORST 0.12
#define ODD_SIGMAS 3.5
#define ODD_FLOOR 0.08 /* the law itself is off by this much at a hard corner */
#define NORMAL_90 1.645
#define KNEE_RUNG_SHARE 0.9
#define CERTAIN 0.8
#define CURVE_POINTS 65
#define SAME_LOAD 0.02 /* width of a group of equal outstanding I/O, see knee_rungs_of_device */

/* What the search works on. */
struct ladder {
    struct knee_ladder points;
    GArray *rungs; /* as merged */
    GArray *loads; /* the axis of the fit: rungs, or the rungs of the device */
    struct knee_fit fit;
    struct knee_map map; /* unless the mode is declared */
    double *misfit;      /* ln IOPS of each rung against the curve */
};

static const struct knee_weighted *
rung_at(const GArray *rungs, size_t index)
{
    return &g_array_index(rungs, struct knee_weighted, index);
}

/* Nothing found yet. */
static void
knee_clear(struct knee *knee)
{
    *knee = (struct knee){
        .verdict = KNEE_INSUFFICIENT,
        .rungs = g_array_new(FALSE, FALSE, sizeof(struct knee_rung)),
        .fit = g_array_new(FALSE, FALSE, sizeof(struct knee_rung)),
        .fitted = g_array_new(FALSE, FALSE, sizeof(struct knee_rung)),
        .knee_rung = KNEE_NO_RUNG,
        .saturation_rung = KNEE_NO_RUNG,
        .best_rung = KNEE_NO_RUNG,
        .decline_rung = KNEE_NO_RUNG,
        .odd_rung = KNEE_NO_RUNG,
        .farthest_rung = KNEE_NO_RUNG,
    };
    double *figures[] = {&knee->probability, &knee->concurrency, &knee->lo, &knee->hi, &knee->iops, &knee->latency_ms,
        &knee->iops_lo, &knee->iops_hi, &knee->latency_lo_ms, &knee->latency_hi_ms, &knee->outstanding, &knee->outstanding_lo, &knee->outstanding_hi, &knee->ceiling_iops, &knee->noise,
        &knee->sharpness, &knee->think_ms, &knee->estimate_fit, &knee->estimate_asymptotes, &knee->estimate_elasticity,
        &knee->growth_at_top_pct, &knee->farthest_pct};
    for (size_t i = 0; i < G_N_ELEMENTS(figures); i++)
        *figures[i] = NAN;
}

/* ln of what a rung did against what the curve says. In a closed ladder IOPS and latency are two readings of one
 * figure. */
static double
misfit_of(const struct ladder *ladder, const struct knee_weighted *rung)
{
    double fitted = log(knee_fit_iops(&ladder->fit, knee_axis_of(&ladder->points, rung)));
    bool declared = ladder->points.mode == KNEE_MODE_DECLARED;
    return (declared ? knee_throughput(rung, ladder->fit.think_ms) : log(rung->iops)) - fitted;
}

/* Second largest and largest |misfit|. */
static void
worst_misfits(const struct ladder *ladder, double *second, double *largest)
{
    *second = *largest = 0;
    for (size_t i = 0; i < ladder->rungs->len; i++) {
        double size = fabs(ladder->misfit[i]);
        *second = fmax(*second, fmin(size, *largest));
        *largest = fmax(*largest, size);
    }
}

static void
fill_verdict(struct knee *knee, const struct ladder *ladder)
{
    const struct knee_fit *fit = &ladder->fit;
    if (fit->bottom_elasticity < KNEE_PAST_ELASTICITY)
        knee->verdict = KNEE_ALREADY_PAST;
    else if (fit->top_elasticity > KNEE_SHORT_ELASTICITY)
        knee->verdict = KNEE_NOT_REACHED;
    else
        knee->verdict = KNEE_FOUND;
    if (knee->mode == KNEE_MODE_MEASURED && knee_last_slope(ladder->rungs) > KNEE_SHORT_ELASTICITY)
        knee->verdict = KNEE_NOT_REACHED;
    double found = 1 - fit->past_probability - fit->short_probability;
    double probability[] = {
        [KNEE_FOUND] = fmax(found, 0),
        [KNEE_NOT_REACHED] = fit->short_probability,
        [KNEE_ALREADY_PAST] = fit->past_probability,
    };
    knee->probability = fmin(probability[knee->verdict], 1);
    knee->uncertain = knee->mode == KNEE_MODE_MEASURED || knee->probability < CERTAIN;
}

static void
place_declared(struct knee *knee, const struct ladder *ladder)
{
    const struct knee_fit *fit = &ladder->fit;
    knee->concurrency = exp(fit->knee);
    knee->lo = exp(fit->knee - fit->half_width);
    knee->hi = exp(fit->knee + fit->half_width);
    knee->iops = knee_fit_iops(fit, knee->concurrency);
    knee->latency_ms = knee_fit_latency_ms(fit, knee->concurrency);
}

/* The knee in outstanding I/O, told in the concurrency of the ladder. Outstanding I/O is a measured figure itself: its
 * noise, and in mode measured the misfit of the curve, widen the interval. */
static void
place_outstanding(struct knee *knee, const struct ladder *ladder, double second_misfit)
{
    const struct knee_fit *fit = &ladder->fit;
    double reading = NORMAL_90 * fit->noise;
    double misfit = knee->mode == KNEE_MODE_MEASURED ? second_misfit : 0;
    double half_width = sqrt(fit->half_width * fit->half_width + reading * reading + misfit * misfit);
    knee->outstanding = exp(fit->knee);
    knee->outstanding_lo = exp(fit->knee - half_width);
    knee->outstanding_hi = exp(fit->knee + half_width);
    knee->concurrency = knee_map_concurrency(&ladder->map, knee->outstanding);
    knee->lo = knee_map_concurrency(&ladder->map, knee->outstanding_lo);
    knee->hi = knee_map_concurrency(&ladder->map, knee->outstanding_hi);
    if (knee->mode == KNEE_MODE_MEASURED) {
        knee->iops = knee_map_iops(&ladder->map, knee->concurrency);
        knee->latency_ms = knee_map_latency_ms(&ladder->map, knee->concurrency);
    } else {
        knee->iops = knee_fit_iops(fit, knee->outstanding);
        knee->latency_ms = knee_fit_latency_ms(fit, knee->outstanding);
    }
}

/* `figure`, moved to where it is `at_end`, and by the noise of a rung in the same direction. */
static double
end_of_interval(double figure, double at_end, double noise, int direction)
{
    double way = fmax(direction * log(at_end / figure), 0);
    return figure * exp(direction * sqrt(way * way + NORMAL_90 * noise * NORMAL_90 * noise));
}

/* The intervals of IOPS and latency follow that of the concurrency: both rise with it. */
static void
place_intervals(struct knee *knee, const struct ladder *ladder)
{
    const struct knee_fit *fit = &ladder->fit;
    bool measured = knee->mode == KNEE_MODE_MEASURED, declared = knee->mode == KNEE_MODE_DECLARED;
    double lo = declared ? knee->lo : knee->outstanding_lo, hi = declared ? knee->hi : knee->outstanding_hi;
    double limit = knee_iops_limit(ladder->rungs);
    double iops_lo = measured ? knee_map_iops(&ladder->map, knee->lo) : knee_fit_iops(fit, lo);
    double iops_hi = measured ? knee_map_iops(&ladder->map, knee->hi) : knee_fit_iops(fit, hi);
    double latency_lo = measured ? knee_map_latency_ms(&ladder->map, knee->lo) : knee_fit_latency_ms(fit, lo);
    double latency_hi = measured ? knee_map_latency_ms(&ladder->map, knee->hi) : knee_fit_latency_ms(fit, hi);
    knee->iops_lo = end_of_interval(knee->iops, fmin(iops_lo, limit), fit->noise, -1);
    knee->iops_hi = end_of_interval(knee->iops, fmin(iops_hi, limit), fit->noise, 1);
    knee->latency_lo_ms = end_of_interval(knee->latency_ms, latency_lo, fit->noise, -1);
    knee->latency_hi_ms = end_of_interval(knee->latency_ms, latency_hi, fit->noise, 1);
}

/* The first rung of the tail in which throughput falls: in mode declared by number, else by its load. */
static size_t
decline_rung_of(const struct ladder *ladder)
{
    if (ladder->fit.fitted == ladder->loads->len)
        return KNEE_NO_RUNG;
    double fallen = rung_at(ladder->loads, ladder->fit.fitted)->concurrency * exp(-SAME_LOAD);
    if (ladder->points.mode == KNEE_MODE_DECLARED)
        return ladder->fit.fitted;
    for (size_t i = 0; i < ladder->rungs->len; i++)
        if (knee_outstanding(rung_at(ladder->rungs, i)) >= fallen)
            return i;
    return KNEE_NO_RUNG;
}

static void
fill_misfits(struct knee *knee, const struct ladder *ladder)
{
    double farthest = 0;
    size_t n = MIN(ladder->rungs->len, knee->decline_rung);
    for (size_t i = 0; i < n; i++) {
        if (fabs(ladder->misfit[i]) <= farthest)
            continue;
        farthest = fabs(ladder->misfit[i]);
        knee->farthest_rung = i;
        knee->farthest_pct = 100 * expm1(ladder->misfit[i]);
    }
    if (farthest > fmax(ODD_SIGMAS * ladder->fit.noise, ODD_FLOOR))
        knee->odd_rung = knee->farthest_rung;
}

static void
fill_points(struct knee *knee, const struct ladder *ladder, double ceiling_ms)
{
    size_t n = knee->rungs->len;
    knee->knee_rung = 0;
    while (knee->knee_rung + 1 < n &&
           rung_at(ladder->rungs, knee->knee_rung)->concurrency < KNEE_RUNG_SHARE * knee->concurrency)
        knee->knee_rung++;
    knee->saturation_rung = knee_saturation_rung(&ladder->points);
    knee->best_rung = knee_best_rung(&ladder->points, ceiling_ms);
    knee->ceiling_iops = knee_ceiling_iops(&ladder->points, ceiling_ms);
}

/* Points of the fitted curve, evenly spaced in ln of its axis, over the rungs that were fitted. */
static void
fill_curve(struct knee *knee, const struct ladder *ladder)
{
    double lowest = log(rung_at(ladder->loads, 0)->concurrency);
    double highest = log(rung_at(ladder->loads, ladder->fit.fitted - 1)->concurrency);
    double limit = knee_iops_limit(ladder->rungs);
    for (int i = 0; i < CURVE_POINTS; i++) {
        double at = exp(lowest + (highest - lowest) * i / (CURVE_POINTS - 1));
        bool declared = knee->mode == KNEE_MODE_DECLARED;
        struct knee_rung point = {
            .concurrency = declared ? at : knee_map_concurrency(&ladder->map, at),
            .iops = fmin(knee_fit_iops(&ladder->fit, at), limit),
            .latency_ms = knee_fit_latency_ms(&ladder->fit, at),
        };
        g_array_append_val(knee->fit, point);
    }
}

/* The curve at the rungs themselves. */
static void
fill_fitted(struct knee *knee, const struct ladder *ladder)
{
    double limit = knee_iops_limit(ladder->rungs);
    for (size_t i = 0; i < ladder->rungs->len; i++) {
        const struct knee_weighted *rung = rung_at(ladder->rungs, i);
        double at = knee_axis_of(&ladder->points, rung);
        bool falls = i >= knee->decline_rung;
        struct knee_rung fitted = {
            .concurrency = rung->concurrency,
            .iops = falls ? NAN : fmin(knee_fit_iops(&ladder->fit, at), limit),
            .latency_ms = falls ? NAN : knee_fit_latency_ms(&ladder->fit, at),
        };
        g_array_append_val(knee->fitted, fitted);
    }
}

static void
fill_figures(struct knee *knee, const struct ladder *ladder)
{
    const struct knee_fit *fit = &ladder->fit;
    knee->noise = fit->noise;
    knee->sharpness = fit->sharpness;
    knee->think_ms = fit->think_ms;
    knee->estimate_fit = exp(fit->estimate_fit);
    knee->estimate_asymptotes = exp(fit->estimate_asymptotes);
    knee->estimate_elasticity = exp(fit->estimate_elasticity);
    knee->iops = fmin(knee->iops, knee_iops_limit(ladder->rungs));
    place_intervals(knee, ladder);
    /* The posterior is the steadier figure, but it knows no falling throughput and no concurrency that is not its axis.
     */
    bool fitted = knee->mode == KNEE_MODE_DECLARED && fit->fitted == ladder->loads->len;
    double growth = fitted ? fit->top_elasticity : knee_last_slope(ladder->rungs);
    knee->growth_at_top_pct = 100 * (exp2(growth) - 1);
}

/* Chooses the axis, fits, and tells in which mode the figures are to be read. false where the device saw one load only.
 */
static bool
fit_ladder(struct knee *knee, struct ladder *ladder)
{
    double think_ms = knee_think_ms(ladder->rungs);
    bool foreign = knee_concurrency_is_foreign(ladder->rungs, think_ms);
    knee->mode = foreign ? KNEE_MODE_MEASURED : KNEE_MODE_DECLARED;
    ladder->loads = foreign ? knee_rungs_of_device(ladder->rungs) : g_array_ref(ladder->rungs);
    size_t loads = ladder->loads->len;
    if (foreign && rung_at(ladder->loads, loads - 1)->concurrency < ONE_LOAD * rung_at(ladder->loads, 0)->concurrency)
        return false;
    knee_fit_init(&ladder->fit, ladder->loads, foreign ? 0 : think_ms);
    ladder->points = (struct knee_ladder){ladder->rungs, ladder->loads, &ladder->fit, knee->mode};
    ladder->misfit = g_new(double, ladder->rungs->len);
    for (size_t i = 0; i < ladder->rungs->len; i++)
        ladder->misfit[i] = misfit_of(ladder, rung_at(ladder->rungs, i));
    double second, largest;
    worst_misfits(ladder, &second, &largest);
    if (foreign) {
        knee_map_init(&ladder->map, ladder->rungs);
        if (second <= MISFIT_SECOND && largest <= MISFIT_WORST && loads >= RUNGS_MIN)
            ladder->points.mode = knee->mode = KNEE_MODE_OUTSTANDING;
        place_outstanding(knee, ladder, second);
    } else {
        place_declared(knee, ladder);
    }
    return true;
}

void
knee_find(struct knee *knee, const struct knee_rung *rungs, size_t n, double latency_ceiling_ms)
{
    knee_clear(knee);
    struct ladder ladder = {.rungs = knee_rungs_merged(rungs, n)};
    for (guint i = 0; i < ladder.rungs->len; i++) {
        const struct knee_weighted *rung = rung_at(ladder.rungs, i);
        struct knee_rung merged = {rung->concurrency, rung->iops, rung->latency_ms};
        g_array_append_val(knee->rungs, merged);
    }
    if (ladder.rungs->len >= RUNGS_MIN && fit_ladder(knee, &ladder)) {
        fill_verdict(knee, &ladder);
        fill_figures(knee, &ladder);
        knee->decline_rung = decline_rung_of(&ladder);
        fill_misfits(knee, &ladder);
        fill_points(knee, &ladder, latency_ceiling_ms);
        if (knee->mode != KNEE_MODE_MEASURED) {
            fill_curve(knee, &ladder);
            fill_fitted(knee, &ladder);
        }
    }
    g_clear_pointer(&ladder.loads, g_array_unref);
    g_free(ladder.misfit);
    knee_fit_release(&ladder.fit);
    knee_map_release(&ladder.map);
    g_array_unref(ladder.rungs);
}

void
knee_release(struct knee *knee)
{
    g_clear_pointer(&knee->rungs, g_array_unref);
    g_clear_pointer(&knee->fit, g_array_unref);
    g_clear_pointer(&knee->fitted, g_array_unref);
}

const char *
knee_verdict_name(enum knee_verdict verdict)
{
    static const char *const names[] = {
        [KNEE_INSUFFICIENT] = "insufficient",
        [KNEE_FOUND] = "knee",
        [KNEE_NOT_REACHED] = "not_reached",
        [KNEE_ALREADY_PAST] = "already_past",
    };
    return names[verdict];
}

const char *
knee_mode_name(enum knee_mode mode)
{
    static const char *const names[] = {
        [KNEE_MODE_DECLARED] = "declared",
        [KNEE_MODE_OUTSTANDING] = "outstanding",
        [KNEE_MODE_MEASURED] = "measured",
    };
    return names[mode];
}
