/* How well the samples of a steady window tell their mean, for comparisons far out in the tails.
 *
 * The error comes from means of batches, as steady_mean_of's half width does, with what that leaves out and what counts
 * where many intervals are to hold at once: correlation between few batches is underestimated, and is put right
 * (Marriott & Pope 1954); it takes degrees of freedom (Bayley & Hammersley 1946); and an oscillation, which averages
 * out over whole periods, is not taken for noise.
 *
 *     struct precision precision = precision_of_mean(mib_s, n, 1.0, 0);
 */
#pragma once

#include <stddef.h>

/* NANs: not known. */
struct precision {
    double error_pct;         /* standard error, percent of the mean */
    double freedom;           /* degrees of freedom of the error */
    double half_width_pct;    /* of the 95% interval: Student's quantile of the two above */
    double effective_samples; /* independent samples that would give that error; at most n */
};

#define PRECISION_UNKNOWN                                                                                              \
    {                                                                                                                  \
        NAN, NAN, NAN, NAN                                                                                             \
    }

/* Values that are not finite are left out. `period_s`: of an oscillation (steady_period_s); 0: none. Unknown for a mean
 * not above 0 and for fewer than 6 batches: 6 samples, or 6 periods. */
struct precision precision_of_mean(const double *values, size_t n, double interval_s, double period_s);
