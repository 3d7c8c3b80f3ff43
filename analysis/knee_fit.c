#include "knee_fit.h"

#include "isotonic.h"
#include "quantile.h"

#include <math.h>
#include <string.h>

#define MS_PER_S 1000.0

/* The grid and the priors, as natural logarithms where a prior is log-normal. */
#define KNEES 141
#define KNEE_SPAN 5.0 /* the grid reaches this far below the lowest and above the highest rung */
#define SHARPNESS_PRIOR 5.0
#define SHARPNESS_PRIOR_SD 0.8
#define NOISE_PRIOR 0.035
#define NOISE_PRIOR_SD 0.8
#define STUDENT_NU 5.0
#define REWEIGHTINGS 3
#define NEGLIGIBLE 25.0 /* log-likelihood below the best that no figure feels */
static const double sharpness_grid[] = {1.0, 1.35, 1.8, 2.4, 3.2, 4.5, 6.5, 10.0, 16.0};
static const double noise_grid[] = {0.008, 0.014, 0.024, 0.04, 0.065, 0.1, 0.16};
#define SHARPNESSES G_N_ELEMENTS(sharpness_grid)
#define NOISES G_N_ELEMENTS(noise_grid)

#define DECLINE_MIN 0.15    /* fall of ln X below its peak that makes a tail retrograde */
#define DECLINE_LASTING 0.5 /* share of it that later rungs must keep */
#define NORMAL_90 1.645
#define MODEL_FLOOR 0.04 /* no interval is narrower: the law itself is not exact */
#define EXPONENT_MAX 500.0
#define LATENCY_FLOOR_MS 1e-6

/* The rungs that are fitted, as logarithms. */
struct readings {
    const double *concurrency, *throughput, *weight;
    size_t n;
    double weights; /* their sum */
};

/* ln(1 + e^t) without overflow. */
static double
log_one_plus_exp(double t)
{
    return t > 0 ? t + log1p(exp(-t)) : log1p(exp(t));
}

/* d ln X/d ln N of one curve. */
static double
curve_elasticity(const struct knee_curve *curve, double concurrency)
{
    double exponent = curve->sharpness * (concurrency - curve->knee);
    return 1 / (1 + exp(CLAMP(exponent, -EXPONENT_MAX, EXPONENT_MAX)));
}

/* How far ln X of a curve with this knee and sharpness lies below its ceiling. */
static double
depth_below_ceiling(double knee, double sharpness, double concurrency)
{
    return log_one_plus_exp(sharpness * (knee - concurrency)) / sharpness;
}

double
knee_throughput(const struct knee_weighted *rung, double think_ms)
{
    return 0.5 * (log(rung->iops) + log(MS_PER_S * rung->concurrency / (rung->latency_ms + think_ms)));
}

static double
squared_ratio(double value, double middle, double sd)
{
    double ratio = log(value / middle) / sd;
    return ratio * ratio;
}

/* Robust mean of the ceilings that the rungs imply: Student-t reweighting from their median. */
static double
robust_ceiling(const struct readings *rungs, const double *ceiling, double middle, double noise)
{
    for (int round = 0; round < REWEIGHTINGS; round++) {
        double sum = 0, weights = 0;
        for (size_t i = 0; i < rungs->n; i++) {
            double off = (ceiling[i] - middle) / noise;
            double weight = rungs->weight[i] * (STUDENT_NU + 1) / (STUDENT_NU + off * off);
            sum += weight * ceiling[i];
            weights += weight;
        }
        middle = sum / weights;
    }
    return middle;
}

static double
log_likelihood(const struct readings *rungs, const double *ceiling, double middle, double noise)
{
    double sum = -(rungs->weights - 1) * log(noise);
    for (size_t i = 0; i < rungs->n; i++) {
        double off = (ceiling[i] - middle) / noise;
        sum -= rungs->weight[i] * (STUDENT_NU + 1) / 2 * log1p(off * off / STUDENT_NU);
    }
    return sum;
}

/* One point of the grid: a curve and a noise, with its log posterior (up to a constant). */
struct cell {
    double ceiling, log_posterior;
};

static void
weigh_noises(struct cell *cells, const struct readings *rungs, double knee, double sharpness, double *ceiling)
{
    for (size_t i = 0; i < rungs->n; i++)
        ceiling[i] = rungs->throughput[i] + depth_below_ceiling(knee, sharpness, rungs->concurrency[i]);
    double middle = median(ceiling, rungs->n);
    double prior = -0.5 * squared_ratio(sharpness, SHARPNESS_PRIOR, SHARPNESS_PRIOR_SD);
    for (size_t k = 0; k < NOISES; k++) {
        double noise = noise_grid[k];
        cells[k].ceiling = robust_ceiling(rungs, ceiling, middle, noise);
        cells[k].log_posterior = prior - 0.5 * squared_ratio(noise, NOISE_PRIOR, NOISE_PRIOR_SD) +
                                 log_likelihood(rungs, ceiling, cells[k].ceiling, noise);
    }
}

/* The grid of knees: even steps of ln N. `count` may be cut short. */
struct knee_grid {
    double first, step;
    size_t count;
};

static double
grid_knee(const struct knee_grid *grid, size_t index)
{
    return grid->first + (double)index * grid->step;
}

/* Joins the noises of each knee and sharpness into one weighted curve: the noise does not bend it. `marginal` is the
 * weight of each knee. */
static void
posterior_of_cells(struct knee_fit *fit, const struct cell *cells, const struct knee_grid *grid, double *marginal)
{
    double best = -INFINITY, total = 0, log_noise = 0, log_sharpness = 0;
    for (size_t i = 0; i < grid->count * SHARPNESSES * NOISES; i++)
        best = fmax(best, cells[i].log_posterior);
    for (size_t i = 0; i < grid->count * SHARPNESSES; i++) {
        double weight = 0, ceilings = 0;
        for (size_t k = 0; k < NOISES; k++) {
            const struct cell *cell = &cells[i * NOISES + k];
            if (!(cell->log_posterior > best - NEGLIGIBLE))
                continue;
            double share = exp(cell->log_posterior - best);
            weight += share;
            ceilings += share * cell->ceiling;
            log_noise += share * log(noise_grid[k]);
        }
        if (weight == 0)
            continue;
        double sharpness = sharpness_grid[i % SHARPNESSES];
        struct knee_curve curve = {grid_knee(grid, i / SHARPNESSES), sharpness, ceilings / weight, weight};
        g_array_append_val(fit->curves, curve);
        marginal[i / SHARPNESSES] += weight;
        log_sharpness += weight * log(sharpness);
        total += weight;
    }
    for (guint i = 0; i < fit->curves->len; i++)
        g_array_index(fit->curves, struct knee_curve, i).weight /= total;
    for (size_t i = 0; i < grid->count; i++)
        marginal[i] /= total;
    fit->noise = exp(log_noise / total);
    fit->sharpness = exp(log_sharpness / total);
}

/* Peak of the marginal, refined by a parabola through three logarithms; its standard deviation in `sd`. */
static double
peak_of(const double *marginal, const struct knee_grid *grid, double *sd)
{
    double mean = 0, variance = 0;
    size_t peak = 0;
    for (size_t i = 0; i < grid->count; i++) {
        mean += marginal[i] * grid_knee(grid, i);
        if (marginal[i] > marginal[peak])
            peak = i;
    }
    for (size_t i = 0; i < grid->count; i++)
        variance += marginal[i] * (grid_knee(grid, i) - mean) * (grid_knee(grid, i) - mean);
    *sd = sqrt(variance);
    double knee = grid_knee(grid, peak);
    if (peak == 0 || peak + 1 >= grid->count || marginal[peak - 1] < 1e-200 || marginal[peak + 1] < 1e-200)
        return knee;
    double left = log(marginal[peak - 1]), middle = log(marginal[peak]), right = log(marginal[peak + 1]);
    double bend = left - 2 * middle + right;
    return bend < 0 ? knee + 0.5 * (left - right) / bend * grid->step : knee;
}

/* Index of the first rung of a lasting fall below the peak; n where there is none. */
static size_t
decline_start(const double *throughput, size_t n)
{
    size_t peak = 0;
    for (size_t i = 1; i < n; i++)
        if (throughput[i] > throughput[peak])
            peak = i;
    if (throughput[peak] - throughput[n - 1] <= DECLINE_MIN)
        return n;
    size_t start = n;
    double highest_behind = -INFINITY;
    for (size_t i = n; i-- > peak + 1;) {
        highest_behind = fmax(highest_behind, throughput[i]);
        if (throughput[peak] - throughput[i] > DECLINE_MIN &&
            throughput[peak] - highest_behind > DECLINE_LASTING * DECLINE_MIN)
            start = i;
    }
    return start;
}

/* Slopes of the concave regression of y on x, one for each interval. */
static void
concave_slopes(double *slopes, const double *x, const double *y, size_t n)
{
    g_autofree struct isotonic_block *blocks = g_new(struct isotonic_block, n - 1);
    for (size_t i = 0; i + 1 < n; i++) {
        double length = x[i + 1] - x[i];
        blocks[i] = (struct isotonic_block){-(y[i + 1] - y[i]) / length, x[i], length, 1};
    }
    size_t count = isotonic_pool(blocks, n - 1), at = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < blocks[i].count; k++)
            slopes[at++] = -blocks[i].value;
}

/* x where the concave regression's slope falls through 1/2, between the middles of the intervals. */
static double
half_elasticity_point(const double *x, const double *y, size_t n)
{
    const double half = 0.5, clearly_flat = 0.35;
    g_autofree double *slopes = g_new(double, n - 1);
    concave_slopes(slopes, x, y, n);
    size_t first_flat = 0;
    while (first_flat + 1 < n && slopes[first_flat] > half)
        first_flat++;
    if (first_flat + 1 == n)
        return x[n - 1];
    double right = 0.5 * (x[first_flat] + x[first_flat + 1]);
    if (first_flat == 0)
        return slopes[0] < clearly_flat ? x[0] : right;
    double left = 0.5 * (x[first_flat - 1] + x[first_flat]);
    double share = (slopes[first_flat - 1] - half) / (slopes[first_flat - 1] - slopes[first_flat]);
    return left + share * (right - left);
}

/* max X (min R + Z): where the line of no waiting meets the highest throughput. */
static double
asymptotes_crossing(const GArray *rungs, double think_ms)
{
    double iops = 0, latency_ms = INFINITY;
    for (guint i = 0; i < rungs->len; i++) {
        iops = fmax(iops, g_array_index(rungs, struct knee_weighted, i).iops);
        latency_ms = fmin(latency_ms, g_array_index(rungs, struct knee_weighted, i).latency_ms);
    }
    return log(iops * (latency_ms + think_ms) / MS_PER_S);
}

/* Fills the posterior; returns the standard deviation of ln N_knee. */
static double
fit_posterior(struct knee_fit *fit, const struct readings *rungs, double lowest, double highest, double decline)
{
    struct knee_grid grid = {.first = lowest - log(KNEE_SPAN), .count = KNEES};
    grid.step = (highest + log(KNEE_SPAN) - grid.first) / (KNEES - 1);
    while (grid.count > 1 && grid_knee(&grid, grid.count - 1) > decline)
        grid.count--; /* the knee is not beyond the rung where throughput has fallen */
    g_autofree struct cell *cells = g_new(struct cell, grid.count * SHARPNESSES * NOISES);
    g_autofree double *ceiling = g_new(double, rungs->n);
    for (size_t i = 0; i < grid.count; i++)
        for (size_t k = 0; k < SHARPNESSES; k++)
            weigh_noises(
                cells + (i * SHARPNESSES + k) * NOISES, rungs, grid_knee(&grid, i), sharpness_grid[k], ceiling);
    double marginal[KNEES] = {0}, sd;
    posterior_of_cells(fit, cells, &grid, marginal);
    fit->estimate_fit = peak_of(marginal, &grid, &sd);
    return sd;
}

static void
fill_knee(struct knee_fit *fit, double sd)
{
    double estimates[] = {fit->estimate_fit, fit->estimate_asymptotes, fit->estimate_elasticity};
    double range[3], shares[] = {0, 0.5, 1};
    quantiles(estimates, 3, shares, 3, range);
    double spread = range[2] - range[0];
    fit->knee = range[1];
    fit->half_width = sqrt(NORMAL_90 * NORMAL_90 * (sd * sd + 0.25 * spread * spread) + MODEL_FLOOR * MODEL_FLOOR);
}

static void
fill_ends(struct knee_fit *fit, double lowest, double highest)
{
    fit->bottom_elasticity = fit->top_elasticity = fit->past_probability = fit->short_probability = 0;
    for (guint i = 0; i < fit->curves->len; i++) {
        const struct knee_curve *curve = &g_array_index(fit->curves, struct knee_curve, i);
        double bottom = curve_elasticity(curve, lowest), top = curve_elasticity(curve, highest);
        fit->bottom_elasticity += curve->weight * bottom;
        fit->top_elasticity += curve->weight * top;
        fit->past_probability += bottom < KNEE_PAST_ELASTICITY ? curve->weight : 0;
        fit->short_probability += top > KNEE_SHORT_ELASTICITY ? curve->weight : 0;
    }
}

void
knee_fit_init(struct knee_fit *fit, const GArray *rungs, double think_ms)
{
    size_t n = rungs->len;
    g_autofree double *concurrency = g_new(double, n);
    g_autofree double *throughput = g_new(double, n);
    g_autofree double *weight = g_new(double, n);
    for (size_t i = 0; i < n; i++) {
        const struct knee_weighted *rung = &g_array_index(rungs, struct knee_weighted, i);
        concurrency[i] = log(rung->concurrency);
        throughput[i] = knee_throughput(rung, think_ms);
        weight[i] = rung->weight;
    }
    *fit = (struct knee_fit){.think_ms = think_ms, .fitted = decline_start(throughput, n)};
    fit->curves = g_array_new(FALSE, FALSE, sizeof(struct knee_curve));
    struct readings fitted = {concurrency, throughput, weight, fit->fitted, 0};
    for (size_t i = 0; i < fitted.n; i++)
        fitted.weights += weight[i];
    double lowest = concurrency[0], highest = concurrency[n - 1];
    double sd = fit_posterior(fit, &fitted, lowest, highest, fitted.n < n ? concurrency[fitted.n] : INFINITY);
    fit->estimate_asymptotes = asymptotes_crossing(rungs, think_ms);
    fit->estimate_elasticity = half_elasticity_point(concurrency, throughput, n);
    fill_knee(fit, sd);
    fill_ends(fit, lowest, highest);
}

void
knee_fit_release(struct knee_fit *fit)
{
    g_clear_pointer(&fit->curves, g_array_unref);
}

double
knee_fit_iops(const struct knee_fit *fit, double concurrency)
{
    double at = log(concurrency), sum = 0;
    for (guint i = 0; i < fit->curves->len; i++) {
        const struct knee_curve *curve = &g_array_index(fit->curves, struct knee_curve, i);
        sum += curve->weight * (curve->ceiling - depth_below_ceiling(curve->knee, curve->sharpness, at));
    }
    return exp(sum);
}

double
knee_fit_latency_ms(const struct knee_fit *fit, double concurrency)
{
    return fmax(MS_PER_S * concurrency / knee_fit_iops(fit, concurrency) - fit->think_ms, LATENCY_FLOOR_MS);
}

double
knee_last_slope(const GArray *rungs)
{
    size_t n = rungs->len;
    if (n < 2)
        return NAN;
    g_autofree double *x = g_new(double, n);
    g_autofree double *y = g_new(double, n);
    g_autofree double *slopes = g_new(double, n - 1);
    for (size_t i = 0; i < n; i++) {
        x[i] = log(g_array_index(rungs, struct knee_weighted, i).concurrency);
        y[i] = log(g_array_index(rungs, struct knee_weighted, i).iops);
    }
    concave_slopes(slopes, x, y, n);
    return slopes[n - 2];
}
