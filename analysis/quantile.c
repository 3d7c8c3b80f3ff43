#include "quantile.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STACK_VALUES 128    /* shorter arrays are copied to the stack */
#define INSERTION_LENGTH 16 /* below this a plain insertion sort is the fastest */
#define MAD_TO_SIGMA 1.4826 /* of a normal distribution */

static int
compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void
sort_values(double *values, size_t n)
{
    if (n > INSERTION_LENGTH) {
        qsort(values, n, sizeof *values, compare_doubles);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        double value = values[i];
        size_t at = i;
        for (; at > 0 && values[at - 1] > value; at--)
            values[at] = values[at - 1];
        values[at] = value;
    }
}

static double
middle_of_three(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* Puts the value of this rank at its sorted place, no larger one before it and no smaller one behind it (Hoare's FIND).
 * An input that keeps splitting badly is sorted instead, so that no input costs more than n log n. */
static double
place_rank(double *values, size_t n, size_t rank)
{
    ptrdiff_t left = 0, right = (ptrdiff_t)n - 1, wanted = (ptrdiff_t)rank;
    int rounds_left = 8;
    for (size_t k = n; k > 1; k /= 2)
        rounds_left += 2;
    while (right - left >= INSERTION_LENGTH && rounds_left-- > 0) {
        double pivot = middle_of_three(values[left], values[left + (right - left) / 2], values[right]);
        ptrdiff_t i = left, j = right;
        while (i <= j) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i <= j) {
                double swapped = values[i];
                values[i++] = values[j];
                values[j--] = swapped;
            }
        }
        if (wanted <= j)
            right = j;
        else if (wanted >= i)
            left = i;
        else
            return values[wanted];
    }
    sort_values(values + left, (size_t)(right - left + 1));
    return values[wanted];
}

/* A copy that may be reordered: `stack` where it fits. `heap` is to be freed. */
static double *
scratch_copy(const double *values, size_t n, double stack[STACK_VALUES], double **heap)
{
    double *copy = n <= STACK_VALUES ? stack : (*heap = g_new(double, n));
    memcpy(copy, values, n * sizeof *copy);
    return copy;
}

static double
smallest(const double *values, size_t n)
{
    double least = values[0];
    for (size_t i = 1; i < n; i++)
        least = fmin(least, values[i]);
    return least;
}

static double
quantile_in_place(double *values, size_t n, double p)
{
    double rank = (double)(n - 1) * CLAMP(p, 0.0, 1.0);
    size_t below = MIN((size_t)rank, n - 1);
    double low = place_rank(values, n, below);
    double share = rank - (double)below;
    if (share <= 0 || below + 1 == n)
        return low;
    return low + share * (smallest(values + below + 1, n - below - 1) - low);
}

static double
median_in_place(double *values, size_t n)
{
    double upper = place_rank(values, n, n / 2);
    if (n % 2 == 1)
        return upper;
    double lower = values[0];
    for (size_t i = 1; i < n / 2; i++)
        lower = fmax(lower, values[i]);
    return 0.5 * (lower + upper);
}

double
quantile(const double *values, size_t n, double p)
{
    double result;
    quantiles(values, n, &p, 1, &result);
    return result;
}

void
quantiles(const double *values, size_t n, const double *p, size_t p_count, double *out)
{
    double stack[STACK_VALUES];
    g_autofree double *heap = NULL;
    double *copy = n > 0 ? scratch_copy(values, n, stack, &heap) : NULL;
    for (size_t i = 0; i < p_count; i++)
        out[i] = n > 0 && !isnan(p[i]) ? quantile_in_place(copy, n, p[i]) : NAN;
}

struct weighted {
    double value, weight;
};

static int
by_value(const void *a, const void *b)
{
    double left = ((const struct weighted *)a)->value, right = ((const struct weighted *)b)->value;
    return left < right ? -1 : left > right;
}

static double
quantile_of_sorted(const struct weighted *sorted, size_t n, double p)
{
    double all = -0.5 * (sorted[0].weight + sorted[n - 1].weight);
    for (size_t i = 0; i < n; i++)
        all += sorted[i].weight;
    double rank = all * CLAMP(p, 0.0, 1.0), at = 0;
    for (size_t i = 1; i < n; i++) {
        double step = 0.5 * (sorted[i - 1].weight + sorted[i].weight);
        if (rank < at + step)
            return sorted[i - 1].value + (rank - at) / step * (sorted[i].value - sorted[i - 1].value);
        at += step;
    }
    return sorted[n - 1].value;
}

void
quantiles_weighted(const double *values, const double *weights, size_t n, const double *p, size_t p_count, double *out)
{
    g_autofree struct weighted *sorted = g_new(struct weighted, MAX(n, 1));
    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct weighted){values[i], weights[i]};
    qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t i = 0; i < p_count; i++)
        out[i] = n > 0 && !isnan(p[i]) ? quantile_of_sorted(sorted, n, p[i]) : NAN;
}

double
median(const double *values, size_t n)
{
    double stack[STACK_VALUES];
    g_autofree double *heap = NULL;
    return n > 0 ? median_in_place(scratch_copy(values, n, stack, &heap), n) : NAN;
}

double
mad_sigma(const double *values, size_t n)
{
    if (n == 0)
        return NAN;
    double stack[STACK_VALUES];
    g_autofree double *heap = NULL;
    double *copy = scratch_copy(values, n, stack, &heap);
    double middle = median_in_place(copy, n);
    for (size_t i = 0; i < n; i++)
        copy[i] = fabs(copy[i] - middle);
    return MAD_TO_SIGMA * median_in_place(copy, n);
}
