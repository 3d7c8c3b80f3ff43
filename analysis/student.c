#include "student.h"

#include <math.h>

#define FRACTION_TERMS 500
#define FRACTION_PRECISION 1e-14
#define BISECTIONS 200
#define NEARLY_NORMAL 1e7 /* degrees of freedom from which the normal distribution serves */
#define TINY 1e-300

/* The continued fraction of the incomplete beta function, by Lentz's method (Press et al., Numerical Recipes 6.4). */
static double
beta_fraction(double a, double b, double x)
{
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < TINY ? TINY : d);
    double h = d;
    for (int m = 1; m <= FRACTION_TERMS; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 + even * d;
        c = 1 + even / c;
        d = 1 / (fabs(d) < TINY ? TINY : d);
        c = fabs(c) < TINY ? TINY : c;
        h *= d * c;
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 + odd * d;
        c = 1 + odd / c;
        d = 1 / (fabs(d) < TINY ? TINY : d);
        c = fabs(c) < TINY ? TINY : c;
        h *= d * c;
        if (fabs(d * c - 1) < FRACTION_PRECISION)
            break;
    }
    return h;
}

static double
log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

/* The regularised incomplete beta function I_x(a, b). */
static double
beta_share(double a, double b, double x)
{
    if (!(x > 0))
        return 0;
    if (x >= 1)
        return 1;
    double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double
student_tails(double t, double freedom)
{
    if (!(freedom > 0) || isnan(t))
        return NAN;
    if (freedom >= NEARLY_NORMAL)
        return erfc(fabs(t) / sqrt(2));
    return beta_share(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double
student_quantile(double p, double freedom)
{
    if (!(freedom > 0) || !(p > 0 && p < 1))
        return NAN;
    double tails = 2 * fmin(p, 1 - p), low = 0, high = 1;
    while (student_tails(high, freedom) > tails && isfinite(high))
        high *= 2;
    for (int i = 0; i < BISECTIONS && low < high; i++) {
        double middle = (low + high) / 2;
        if (middle == low || middle == high)
            break;
        *(student_tails(middle, freedom) > tails ? &low : &high) = middle;
    }
    return p < 0.5 ? -high : high;
}
