#include "precision.h"

#include "student.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>

#define BATCH_S 5.0
#define BATCHES_MIN 20
#define PERIODS_MIN 6
#define CORRELATION_MAX 0.9
#define WEAKEST 0.1 /* of the variance of few and correlated batches, what is at least trusted to be seen */

struct batches {
    size_t length, count;
    double variance;    /* of one batch mean */
    double correlation; /* of neighbours, put right for their number; 0..CORRELATION_MAX */
};

/* The lag-1 correlation of n values is too low by (1 + 4 rho) / n on average. */
static double
unbiased_correlation(double correlation, double n)
{
    return CLAMP((n * correlation + 1) / (n - 4), 0.0, CORRELATION_MAX);
}

static struct batches
batches_of(const double *values, size_t n, size_t length)
{
    struct batches batches = {.length = length, .count = n / length};
    g_autofree double *mean = g_new(double, batches.count);
    double total = 0, squares = 0, lagged = 0, count = (double)batches.count;
    for (size_t i = 0; i < batches.count; i++) {
        double sum = 0;
        for (size_t k = 0; k < length; k++)
            sum += values[i * length + k];
        mean[i] = sum / (double)length;
        total += mean[i];
    }
    for (size_t i = 0; i < batches.count; i++) {
        double off = mean[i] - total / count;
        squares += off * off;
        if (i + 1 < batches.count)
            lagged += off * (mean[i + 1] - total / count);
    }
    batches.correlation = squares > 0 ? unbiased_correlation(lagged / squares, count) : 0;
    batches.variance = squares / (count - 1);
    return batches;
}

/* Standard error of the mean and its degrees of freedom from batches of one length. */
static void
error_of(const struct batches *batches, double *error, double *freedom)
{
    double worth = (1 - batches->correlation) / (1 + batches->correlation), count = (double)batches->count;
    /* Batches that go together lie nearer to their own mean than to the true one. */
    double seen = fmax(1 - (1 / worth - 1) / (count - 1), WEAKEST);
    *error = sqrt(batches->variance / seen / count / worth);
    *freedom = fmax(1, count * worth - 1);
}

/* The largest of the errors that batches of doubled lengths give. Stopping where they first look independent would pick
 * the length at which they do so by chance. */
static void
largest_error(const double *values, size_t n, size_t length, size_t fewest, double *error, double *freedom)
{
    *error = 0;
    *freedom = NAN;
    length = MAX(1, MIN(length, n / fewest));
    do {
        struct batches batches = batches_of(values, n, length);
        double here, free_here;
        error_of(&batches, &here, &free_here);
        if (here > *error || isnan(*freedom)) {
            *error = here;
            *freedom = free_here;
        }
        length *= 2;
    } while (n / length >= fewest);
}

struct precision
precision_of_mean(const double *values, size_t n, double interval_s, double period_s)
{
    struct precision unknown = PRECISION_UNKNOWN;
    g_autofree double *present = g_new(double, MAX(n, 1));
    size_t count = 0;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i])) {
            present[count++] = values[i];
            sum += values[i];
        }
    double step_s = interval_s > 0 ? interval_s : 1, mean = sum / (double)MAX(count, 1);
    bool swings = period_s > step_s && (double)count * step_s >= PERIODS_MIN * period_s;
    size_t fewest = swings || count < BATCHES_MIN ? PERIODS_MIN : BATCHES_MIN;
    if (count < PERIODS_MIN || !(mean > 0))
        return unknown;
    size_t length = (size_t)fmin(fmax(1, round((swings ? period_s : BATCH_S) / step_s)), (double)count);
    double error, freedom;
    largest_error(present, count, length, fewest, &error, &freedom);
    double variance = batches_of(present, count, 1).variance;
    return (struct precision){
        .error_pct = 100 * error / mean,
        .freedom = freedom,
        .half_width_pct = 100 * student_quantile(0.975, freedom) * error / mean,
        .effective_samples = error > 0 ? fmin((double)count, variance / (error * error)) : (double)count,
    };
}
