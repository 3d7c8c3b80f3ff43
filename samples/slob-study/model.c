#include "model.h"

#define MS_PER_S 1000.0
#define BISECTION_STEPS 100

const struct model_workload model_workloads[MODEL_WORKLOADS] = {
    {"read100", "100% random read", 0.0, 0.6, 0, 64, 156540, 0.401},
    {"mix90", "90% read / 10% update", 0.1, 0.6, 10, 64, 145784, 0.377},
};

/* G(n) for all n up to the maximum; times are in units of 1/C, so that the constants stay far from overflow. */
static void
normalisation_constants(double *g, double delay, double media_service)
{
    double delay_term[MODEL_SESSIONS_MAX + 1], media_term[MODEL_SESSIONS_MAX + 1];
    delay_term[0] = media_term[0] = 1;
    for (int k = 1; k <= MODEL_SESSIONS_MAX; k++) {
        int busy = k < MODEL_MEDIA_SERVERS ? k : MODEL_MEDIA_SERVERS;
        delay_term[k] = delay_term[k - 1] * delay / k;
        media_term[k] = media_term[k - 1] * media_service / busy;
    }
    for (int n = 0; n <= MODEL_SESSIONS_MAX; n++) {
        g[n] = 0;
        for (int k = 0; k <= n; k++)
            g[n] += delay_term[n - k] * media_term[k];
    }
    for (int n = 1; n <= MODEL_SESSIONS_MAX; n++)
        g[n] += g[n - 1]; /* the cap's service is one unit of time */
}

static void
throughput_of_floor(struct model *model, double floor_ms)
{
    double unit_ms = MS_PER_S / model->cap_iops;
    double g[MODEL_SESSIONS_MAX + 1];
    normalisation_constants(g, (model->think_ms + floor_ms) / unit_ms, model->media_ms / unit_ms);
    model->floor_ms = floor_ms;
    model->iops[0] = 0;
    for (int n = 1; n <= MODEL_SESSIONS_MAX; n++)
        model->iops[n] = g[n - 1] / g[n] * model->cap_iops;
}

bool
model_solve(struct model *model, const struct model_workload *workload)
{
    unsigned n = workload->target_sessions;
    model->workload = workload;
    model->think_ms = n * MS_PER_S / workload->target_iops - workload->target_latency_ms;
    model->cap_iops = (1 + MODEL_HEADROOM) * workload->target_iops;
    model->media_ms = MODEL_MEDIA_SERVERS * MS_PER_S / (MODEL_MEDIA_RATIO * model->cap_iops);

    double low = 0, high = workload->target_latency_ms; /* X(n) falls as the floor rises */
    throughput_of_floor(model, low);
    if (model->think_ms < 0 || model->iops[n] < workload->target_iops)
        return false;
    for (int step = 0; step < BISECTION_STEPS; step++) {
        double middle = (low + high) / 2;
        throughput_of_floor(model, middle);
        if (model->iops[n] >= workload->target_iops)
            low = middle;
        else
            high = middle;
    }
    throughput_of_floor(model, low);
    return true;
}

double
model_iops(const struct model *model, unsigned sessions)
{
    return model->iops[sessions];
}

double
model_latency_ms(const struct model *model, unsigned sessions)
{
    return sessions == 0 ? 0 : sessions * MS_PER_S / model->iops[sessions] - model->think_ms;
}

double
model_exp_negative(double x)
{
    double share = x < 1024 ? 1 - x / 1024 : 0;
    for (int doubling = 0; doubling < 10; doubling++)
        share *= share;
    return share;
}
