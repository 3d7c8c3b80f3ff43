/* Order statistics of plain arrays. None of these changes its input.
 *
 *     double p95 = quantile(values, n, 0.95);
 */
#pragma once

#include <stddef.h>

/* Quantile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7); NANs must not be in it. NAN
 * for n = 0. `p` is 0..1; what lies outside counts as the nearer end. Takes time linear in n. */
double quantile(const double *values, size_t n, double p);

/* The same for several p at once, on one copy of the values. */
void quantiles(const double *values, size_t n, const double *p, size_t p_count, double *out);

/* Quantiles of values that stand for unequal lengths of time: linear interpolation between the middles of the weights,
 * stretched so that p = 0 is the least and p = 1 the greatest value; with equal weights it is type 7. `weights` > 0. NAN
 * for n = 0. */
void quantiles_weighted(const double *values, const double *weights, size_t n, const double *p, size_t p_count, double *out);

/* Middle value, mean of the two middle ones for even n. NAN for n = 0. */
double median(const double *values, size_t n);

/* 1.4826 x median |value - median|: the standard deviation of a normal sample, deaf to outliers. NAN for n = 0. */
double mad_sigma(const double *values, size_t n);
