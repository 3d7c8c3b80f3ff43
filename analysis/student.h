/* Quantiles of Student's t, for intervals far out in the tails.
 *
 *     student_quantile(0.975, 9) is 2.262; student_quantile(0.975, INFINITY) is 1.960
 */
#pragma once

/* The t that a variable with `freedom` degrees of freedom stays below with probability p, 0 < p < 1; the normal
 * distribution's for infinite freedom. NAN for freedom not above 0. From the incomplete beta function (Abramowitz &
 * Stegun 26.7.1) by bisection: right to 9 digits. */
double student_quantile(double p, double freedom);

/* P(|T| > |t|): both tails. */
double student_tails(double t, double freedom);
