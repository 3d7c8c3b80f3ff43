/* The performance model of the synthetic study: a closed queueing network, solved exactly.
 *
 * N sessions each do one I/O after another. An I/O passes four stations:
 *   think   delay   Z       what a session does between device I/Os (CPU, and in a mixed load commits and free buffers)
 *   floor   delay   L       network and controller time that no load changes
 *   media   queue   m servers, service S each: total rate m/S = MODEL_MEDIA_RATIO x C
 *   cap     queue   1 server, rate C: what the volume is provisioned for
 * The network has product form (Baskett, Chandy, Muntz, Palacios 1975). Its normalisation constant G(n) comes from the
 * convolution algorithm (Buzen 1973), all terms positive and hence stable; throughput X(n) = G(n-1)/G(n), and the
 * device's latency R(n) = n/X(n) - Z (response time law). For large n, X -> C and R -> n/C - Z: flat throughput,
 * latency in proportion.
 *
 * Nothing is set per rung. A workload states the point that the ladder is to pass through (sessions n, IOPS X, latency
 * R); from it Z = n/X - R (Little's law), C = (1 + MODEL_HEADROOM) X, and L is found by bisection so that X(n) = X.
 *
 *     struct model model;
 *     if (model_solve(&model, &model_workloads[0]))
 *         double iops = model_iops(&model, 64);
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define MODEL_SESSIONS_MAX 128
#define MODEL_HEADROOM 0.002 /* the cap above the target point: well within the 2% that a best operating point may miss */
#define MODEL_MEDIA_SERVERS 32
#define MODEL_MEDIA_RATIO 1.5 /* rate of the media over the cap */

struct model_workload {
    const char *name; /* folder name: "read100" */
    const char *title;
    double write_share;         /* writes among the device's I/Os */
    double write_latency_ratio; /* write latency over read latency: writes end in battery-backed memory */
    int update_pct;             /* SLOB's UPDATE_PCT */
    unsigned target_sessions;
    double target_iops;
    double target_latency_ms;
};

#define MODEL_WORKLOADS 2
extern const struct model_workload model_workloads[MODEL_WORKLOADS];

struct model {
    const struct model_workload *workload;
    double think_ms, floor_ms, media_ms, cap_iops;
    double iops[MODEL_SESSIONS_MAX + 1]; /* X(n); iops[0] = 0 */
};

/* False where no floor >= 0 meets the target: the target is not reachable with these ratios. */
bool model_solve(struct model *model, const struct model_workload *workload);

/* n in 0..MODEL_SESSIONS_MAX; 0 gives 0. */
double model_iops(const struct model *model, unsigned sessions);
double model_latency_ms(const struct model *model, unsigned sessions);

/* exp(-x) of x >= 0 as the limit (1 - x/1024)^1024: within 0.002 of it, and the same bits on every machine. */
double model_exp_negative(double x);
