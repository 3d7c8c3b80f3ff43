/* The curve of throughput against concurrency, fitted to the rungs of a ladder.
 *
 * The law is a soft minimum of the two asymptotes, ln X(N) = c - ln(1 + (N_knee/N)^p)/p, with Student-t noise. Its
 * parameters are not optimised but weighed on a grid, so that the result is a posterior: every figure is a mean over
 * all curves that the rungs allow. Two companions that know no law stand beside it: the crossing of the asymptotes and
 * the point where the concave regression has elasticity 1/2.
 *
 *     struct knee_fit fit;
 *     knee_fit_init(&fit, rungs, think_ms);
 *     double iops = knee_fit_iops(&fit, 64);
 *     knee_fit_release(&fit);
 */
#pragma once

#include "knee_rungs.h"

/* A ladder begins past the knee where its lowest rung has less elasticity than the first of these, and ends short of it
 * where its highest rung has more than the second (the knee itself has 1/2). */
#define KNEE_PAST_ELASTICITY 0.40
#define KNEE_SHORT_ELASTICITY 0.42

struct knee_fit {
    GArray *curves; /* struct knee_curve: what the rungs allow */
    double think_ms;
    double estimate_fit, estimate_asymptotes, estimate_elasticity; /* natural logarithms of concurrency */
    double knee;                                                   /* their median, natural logarithm */
    double half_width;                                             /* of its 90% interval, natural logarithm */
    double noise, sharpness;                    /* posterior geometric means: relative noise of a rung, p */
    double bottom_elasticity, top_elasticity;   /* d ln X/d ln N at the lowest and the highest rung */
    double past_probability, short_probability; /* that the ladder begins past the knee, ends short of it */
    size_t fitted;                              /* rungs before a retrograde tail: all of them where there is none */
};

/* One curve of the posterior with its weight; weights sum to 1. */
struct knee_curve {
    double knee;      /* ln N_knee */
    double sharpness; /* p */
    double ceiling;   /* c: ln of the IOPS approached */
    double weight;
};

/* `rungs`: struct knee_weighted, at least 2, at rising and distinct concurrencies. */
void knee_fit_init(struct knee_fit *fit, const GArray *rungs, double think_ms);
void knee_fit_release(struct knee_fit *fit);

/* Throughput at a concurrency, and the latency that Little's law gives for it. concurrency > 0. */
double knee_fit_iops(const struct knee_fit *fit, double concurrency);
double knee_fit_latency_ms(const struct knee_fit *fit, double concurrency);

/* Slope d ln y/d ln x of the concave regression over the last interval. NAN for fewer than 2 rungs. */
double knee_last_slope(const GArray *rungs);

/* ln IOPS of a rung, read twice: as measured, and from N and latency by Little's law; the mean of both. */
double knee_throughput(const struct knee_weighted *rung, double think_ms);
