#include "demand.h"

#include "quantile.h"

#include <string.h>

/* Percentiles are taken of 60 s means: what storage must sustain. Shorter logs fall back to their samples. */
#define STEP_S 60.0
#define STEPS_MIN 20
#define SUSTAINED_S 300.0
#define MIB 1048576.0

static const struct demand_figures no_figures = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};

/* Means of `slots` slots each; a step of which less than half is known is left out. Returns how many were written. */
static size_t
step_means(const double *values, const double *iops, size_t n, size_t slots, double *out)
{
    size_t count = 0;
    for (size_t at = 0; at + slots <= n; at += slots) {
        double sum = 0;
        size_t known = 0;
        for (size_t i = at; i < at + slots; i++) {
            if (isfinite(iops[i])) {
                sum += values[i];
                known++;
            }
        }
        if (2 * known >= slots && known > 0)
            out[count++] = sum / (double)known;
    }
    return count;
}

static double
highest_sample(const double *values, const double *iops, size_t n)
{
    double highest = NAN;
    for (size_t i = 0; i < n; i++)
        if (isfinite(iops[i]) && !(values[i] <= highest))
            highest = values[i];
    return highest;
}

/* Highest mean over any stretch of `slots` slots without a gap; NAN where the log is shorter. */
static double
highest_stretch(const double *values, const double *iops, size_t n, size_t slots)
{
    double sum = 0, highest = NAN;
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(iops[i])) {
            sum = 0;
            length = 0;
            continue;
        }
        sum += values[i];
        length++;
        if (length > slots) {
            sum -= values[i - slots];
            length--;
        }
        if (length == slots && !(sum / (double)slots <= highest))
            highest = sum / (double)slots;
    }
    return highest;
}

/* `out_steps`: how many means the percentiles are of. */
static struct demand_figures
figures_of(const double *values, const struct series *series, size_t slots, double mean, size_t *out_steps)
{
    struct demand_figures figures = no_figures;
    g_autofree double *steps = g_new(double, series->n + 1);
    size_t count = *out_steps = step_means(values, series->iops, series->n, slots, steps);
    static const double p[] = {0.5, 0.95, 0.99, 0.999};
    double *const out[] = {&figures.p50, &figures.p95, &figures.p99, &figures.p999};
    double found[G_N_ELEMENTS(p)];
    quantiles(steps, count, p, G_N_ELEMENTS(p), found);
    for (size_t i = 0; i < G_N_ELEMENTS(p); i++)
        *out[i] = found[i];
    figures.mean = mean;
    figures.peak = highest_sample(values, series->iops, series->n);
    /* A mean over more than 5 minutes is no mean over 5 minutes. */
    if (series->interval_s <= SUSTAINED_S)
        figures.sustained_5min =
            highest_stretch(values, series->iops, series->n, (size_t)lround(SUSTAINED_S / series->interval_s));
    return figures;
}

struct demand
demand_of_series(const struct series *series)
{
    struct series_means means = series_means(series, 0, series->n);
    size_t slots = (size_t)MAX(1, lround(STEP_S / series->interval_s));
    if (series->n < STEPS_MIN * slots)
        slots = 1;
    struct demand demand = {
        .source = DEMAND_IOSTAT,
        .step_s = (double)slots * series->interval_s,
        .covered_s = (double)means.samples * series->interval_s,
        .read_pct = means.iops > 0 ? 100 * means.read_iops / means.iops : NAN,
        .io_kib = means.iops > 0 ? 1024 * means.mib_s / means.iops : NAN,
        .latency_ms = means.latency_ms,
        .p95_latency_ms = means.p95_latency_ms,
    };
    if (means.samples == 0)
        demand.source = DEMAND_NONE;
    demand.iops = figures_of(series->iops, series, slots, means.iops, &demand.steps);
    demand.mib_s = figures_of(series->mib_s, series, slots, means.mib_s, &demand.steps);
    return demand;
}

/* The load of one snapshot interval. */
struct interval_load {
    const struct awr *first; /* report that opened it */
    GPtrArray *instances;    /* char *, borrowed: whose load is in it; "" stands for one that is not named */
    bool whole;              /* a report of the whole cluster is in it */
    double elapsed_s, iops, read_iops, bytes_per_s;
};

static void
interval_load_clear(void *data)
{
    g_ptr_array_unref(((struct interval_load *)data)->instances);
}

static bool
same_interval(const struct awr *a, const struct awr *b)
{
    return a->begin && a->end && g_strcmp0(a->begin, b->begin) == 0 && g_strcmp0(a->end, b->end) == 0;
}

static struct interval_load *
interval_of(GArray *loads, const struct awr *awr)
{
    for (guint i = 0; i < loads->len; i++) {
        struct interval_load *load = &g_array_index(loads, struct interval_load, i);
        if (same_interval(load->first, awr))
            return load;
    }
    struct interval_load load = {.first = awr, .instances = g_ptr_array_new(), .elapsed_s = 60 * awr->elapsed_min};
    g_array_append_val(loads, load);
    return &g_array_index(loads, struct interval_load, loads->len - 1);
}

/* Instances of one cluster add up within an interval; a report of the whole cluster takes their place; a second report
 * of one instance and interval (the same in another format) says nothing new. */
static void
interval_add(struct interval_load *load, const struct awr *awr)
{
    const struct awr_rates *rates = &awr->rates;
    bool whole = awr->report == AWR_RAC;
    const char *instance = awr->instances->len > 0 ? g_ptr_array_index(awr->instances, 0) : "";
    if (load->whole || (!whole && g_ptr_array_find_with_equal_func(load->instances, instance, g_str_equal, NULL)))
        return;
    if (whole)
        load->iops = load->read_iops = load->bytes_per_s = 0;
    load->whole = whole;
    g_ptr_array_add(load->instances, (char *)instance);
    load->iops += rates->read_requests_per_s + rates->write_requests_per_s;
    load->read_iops += rates->read_requests_per_s;
    load->bytes_per_s += rates->read_bytes_per_s + rates->write_bytes_per_s;
}

static bool
has_rates(const struct awr *awr)
{
    const struct awr_rates *rates = &awr->rates;
    return isfinite(rates->read_requests_per_s + rates->write_requests_per_s + rates->read_bytes_per_s +
                    rates->write_bytes_per_s) &&
           awr->elapsed_min > 0;
}

struct demand
demand_of_awr(const GPtrArray *reports)
{
    struct demand demand = {.source = DEMAND_AWR,
        .iops = no_figures,
        .mib_s = no_figures,
        .read_pct = NAN,
        .io_kib = NAN,
        .step_s = NAN,
        .latency_ms = NAN,
        .p95_latency_ms = NAN};
    g_autoptr(GArray) loads = g_array_new(FALSE, TRUE, sizeof(struct interval_load));
    g_array_set_clear_func(loads, interval_load_clear);
    for (guint i = 0; i < reports->len; i++) {
        const struct awr *awr = g_ptr_array_index(reports, i);
        if (has_rates(awr))
            interval_add(interval_of(loads, awr), awr);
    }
    double seconds = 0, requests = 0, reads = 0, bytes = 0;
    for (guint i = 0; i < loads->len; i++) {
        const struct interval_load *load = &g_array_index(loads, struct interval_load, i);
        seconds += load->elapsed_s;
        requests += load->iops * load->elapsed_s;
        reads += load->read_iops * load->elapsed_s;
        bytes += load->bytes_per_s * load->elapsed_s;
        if (!(load->iops <= demand.iops.peak))
            demand.iops.peak = load->iops;
        if (!(load->bytes_per_s / MIB <= demand.mib_s.peak))
            demand.mib_s.peak = load->bytes_per_s / MIB;
    }
    demand.steps = loads->len;
    demand.covered_s = seconds;
    if (seconds > 0) {
        demand.iops.mean = requests / seconds;
        demand.mib_s.mean = bytes / seconds / MIB;
        demand.step_s = seconds / (double)demand.steps;
    } else {
        demand.source = DEMAND_NONE;
    }
    if (requests > 0) {
        demand.read_pct = 100 * reads / requests;
        demand.io_kib = bytes / requests / 1024;
    }
    return demand;
}

double
demand_figure(const struct demand_figures *figures, const char *name)
{
    const struct {
        const char *name;
        double value;
    } table[] = {{"mean", figures->mean}, {"p50", figures->p50}, {"p95", figures->p95}, {"p99", figures->p99},
        {"p999", figures->p999}, {"peak", figures->peak}, {"sustained_5min", figures->sustained_5min}};
    for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].value;
    return NAN;
}

const char *
demand_source_name(enum demand_source source)
{
    static const char *const name[] = {
        [DEMAND_NONE] = NULL, [DEMAND_IOSTAT] = "iostat", [DEMAND_AWR] = "awr", [DEMAND_TYPED] = "typed"};
    return name[source];
}
