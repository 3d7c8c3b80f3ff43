#include "demand_private.h"

#include "quantile.h"

#include <stddef.h>
#include <string.h>

/* Percentiles are taken of 60 s means: what storage must sustain. Shorter logs fall back to their samples. */
#define STEP_S 60.0
#define STEPS_MIN 20
/* A stretch is made of whole samples: at most this part of one less than its length, and no longer than this times it:
 * a mean over 20 minutes is none over 15. */
#define SAMPLE_SHORT 0.1
#define STRETCH_LONGER 1.2

static const struct demand_figures no_figures = DEMAND_NO_FIGURES;

const struct demand_stretch demand_stretches[DEMAND_STRETCHES] = {
    {60, offsetof(struct demand_figures, sustained_1min), DEMAND_AT_1MIN},
    {300, offsetof(struct demand_figures, sustained_5min), DEMAND_AT_5MIN},
    {900, offsetof(struct demand_figures, sustained_15min), DEMAND_AT_15MIN},
    {3600, offsetof(struct demand_figures, sustained_60min), DEMAND_AT_60MIN},
};

double *
demand_figure_at(struct demand_figures *figures, size_t offset)
{
    return (double *)(void *)((char *)figures + offset);
}

/* Means of `slots` slots each; a step of which less than half is known is left out. Returns how many were written. */
static size_t
step_means(const double *values, const struct series *series, size_t slots, double *out)
{
    size_t count = 0;
    for (size_t at = 0; at + slots <= series->n; at += slots) {
        double sum = 0;
        size_t known = 0;
        for (size_t i = at; i < at + slots; i++) {
            if (isfinite(series->iops[i])) {
                sum += values[i];
                known++;
            }
        }
        if (2 * known >= slots && known > 0)
            out[count++] = sum / (double)known;
    }
    return count;
}

/* The slot of the highest sample; n where there is none. */
static size_t
highest_sample(const double *values, const double *iops, size_t n)
{
    size_t highest = n;
    for (size_t i = 0; i < n; i++)
        if (isfinite(iops[i]) && isfinite(values[i]) && (highest == n || values[i] > values[highest]))
            highest = i;
    return highest;
}

/* Highest mean over any stretch of `slots` slots without a gap, and the slot after its end; NAN where none is that
 * long. */
static double
highest_stretch(const double *values, const double *iops, size_t n, size_t slots, size_t *out_end)
{
    double sum = 0, highest = NAN;
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(iops[i]) || !isfinite(values[i])) {
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
        if (length == slots && !(sum / (double)slots <= highest)) {
            highest = sum / (double)slots;
            *out_end = i + 1;
        }
    }
    return highest;
}

/* Samples of a stretch; 0 where whole samples make none of about its length. */
static size_t
stretch_slots(double length_s, double interval_s)
{
    if (interval_s > length_s)
        return 0;
    double slots = MAX(1, ceil(length_s / interval_s - SAMPLE_SHORT));
    return slots * interval_s <= STRETCH_LONGER * length_s ? (size_t)slots : 0;
}

/* Percentiles of the finite ones of `steps`, in place. Returns how many they are. */
static size_t
percentiles_of(struct demand_figures *figures, double *steps, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(steps[i]))
            steps[kept++] = steps[i];
    static const double p[] = {0.5, 0.95, 0.99, 0.999, 1};
    double *const out[] = {&figures->p50, &figures->p95, &figures->p99, &figures->p999, &figures->peak};
    double found[G_N_ELEMENTS(p)];
    quantiles(steps, kept, p, G_N_ELEMENTS(p), found);
    for (size_t i = 0; i < G_N_ELEMENTS(p); i++)
        *out[i] = found[i];
    return kept;
}

/* `scratch`: room for one value a slot. `out_steps`: how many means the percentiles are of. */
static struct demand_figures
figures_of(
    const double *values, const struct series *series, size_t slots, double mean, double *scratch, size_t *out_steps)
{
    struct demand_figures figures = no_figures;
    *out_steps = percentiles_of(&figures, scratch, step_means(values, series, slots, scratch));
    figures.mean = mean;
    size_t peak = highest_sample(values, series->iops, series->n);
    figures.peak = peak < series->n ? values[peak] : NAN;
    for (size_t i = 0; i < DEMAND_STRETCHES; i++) {
        size_t length = stretch_slots(demand_stretches[i].length_s, series->interval_s), end = 0;
        if (length > 0)
            *demand_figure_at(&figures, demand_stretches[i].offset) =
                highest_stretch(values, series->iops, series->n, length, &end);
    }
    return figures;
}

/* Figures of the quotient of two columns, step by step: a step without I/O has none. */
static struct demand_figures
ratio_figures(
    const double *part, double factor, const struct series *series, size_t slots, double mean, double *scratch)
{
    struct demand_figures figures = no_figures;
    g_autofree double *parts = g_new(double, series->n + 1);
    size_t count = step_means(series->iops, series, slots, scratch);
    step_means(part, series, slots, parts);
    for (size_t i = 0; i < count; i++)
        scratch[i] = scratch[i] > 0 ? factor * parts[i] / scratch[i] : NAN;
    percentiles_of(&figures, scratch, count);
    figures.mean = mean;
    return figures;
}

static struct demand_moment
no_moment(void)
{
    return (struct demand_moment){.end_s = CAPTURE_NO_TIME,
        .offset_s = NAN,
        .iops = NAN,
        .read_iops = NAN,
        .write_iops = NAN,
        .mib_s = NAN,
        .read_mib_s = NAN,
        .write_mib_s = NAN,
        .latency_ms = NAN,
        .read_latency_ms = NAN,
        .write_latency_ms = NAN,
        .read_pct = NAN,
        .io_kib = NAN};
}

/* What was seen over slots [start, end). */
static struct demand_moment
moment_of(const struct series *series, size_t start, size_t end)
{
    struct demand_moment moment = no_moment();
    if (end <= start)
        return moment;
    struct series_means means = series_means(series, start, end);
    moment.length_s = (double)(end - start) * series->interval_s;
    moment.offset_s = (double)end * series->interval_s;
    if (series->start_s != CAPTURE_NO_TIME)
        moment.end_s = series->start_s + (int64_t)llround((double)(end - 1) * series->interval_s);
    moment.iops = means.iops;
    moment.read_iops = means.read_iops;
    moment.write_iops = means.write_iops;
    moment.mib_s = means.mib_s;
    moment.read_mib_s = means.read_mib_s;
    moment.write_mib_s = means.write_mib_s;
    moment.latency_ms = means.latency_ms;
    moment.read_latency_ms = means.read_latency_ms;
    moment.write_latency_ms = means.write_latency_ms;
    moment.read_pct = means.iops > 0 ? 100 * means.read_iops / means.iops : NAN;
    moment.io_kib = means.iops > 0 ? 1024 * means.mib_s / means.iops : NAN;
    return moment;
}

static void
find_moments(struct demand *demand, const struct series *series)
{
    size_t n = series->n;
    size_t peak = highest_sample(series->iops, series->iops, n),
           widest = highest_sample(series->mib_s, series->iops, n);
    demand->at[DEMAND_AT_PEAK_IOPS] = moment_of(series, peak, MIN(peak + 1, n));
    demand->at[DEMAND_AT_PEAK_MIB_S] = moment_of(series, widest, MIN(widest + 1, n));
    for (size_t i = 0; i < DEMAND_STRETCHES; i++) {
        size_t length = stretch_slots(demand_stretches[i].length_s, series->interval_s), end = 0;
        if (length > 0)
            highest_stretch(series->iops, series->iops, n, length, &end);
        demand->at[demand_stretches[i].at] = moment_of(series, end >= length ? end - length : end, end);
    }
}

struct demand
demand_none(void)
{
    struct demand demand = {.source = DEMAND_NONE,
        .interval_s = NAN,
        .step_s = NAN,
        .iops = no_figures,
        .mib_s = no_figures,
        .read_iops = no_figures,
        .write_iops = no_figures,
        .read_share_pct = no_figures,
        .io_size_kib = no_figures,
        .read_pct = NAN,
        .io_kib = NAN,
        .latency_ms = NAN,
        .p95_latency_ms = NAN};
    for (size_t i = 0; i < DEMAND_MOMENTS; i++)
        demand.at[i] = no_moment();
    return demand;
}

struct demand
demand_of_series(const struct series *series)
{
    struct series_means means = series_means(series, 0, series->n);
    struct demand demand = demand_none();
    if (means.samples == 0)
        return demand;
    size_t slots = (size_t)MAX(1, lround(STEP_S / series->interval_s)), ignored;
    if (series->n < STEPS_MIN * slots)
        slots = 1;
    demand.source = DEMAND_IOSTAT;
    demand.interval_s = series->interval_s;
    demand.step_s = (double)slots * series->interval_s;
    demand.covered_s = (double)means.samples * series->interval_s;
    demand.read_pct = means.iops > 0 ? 100 * means.read_iops / means.iops : NAN;
    demand.io_kib = means.iops > 0 ? 1024 * means.mib_s / means.iops : NAN;
    demand.latency_ms = means.latency_ms;
    demand.p95_latency_ms = means.p95_latency_ms;
    g_autofree double *scratch = g_new(double, series->n + 1);
    demand.iops = figures_of(series->iops, series, slots, means.iops, scratch, &demand.steps);
    demand.mib_s = figures_of(series->mib_s, series, slots, means.mib_s, scratch, &ignored);
    if (series->has_split) {
        demand.read_iops = figures_of(series->read_iops, series, slots, means.read_iops, scratch, &ignored);
        demand.write_iops = figures_of(series->write_iops, series, slots, means.write_iops, scratch, &ignored);
        demand.read_share_pct = ratio_figures(series->read_iops, 100, series, slots, demand.read_pct, scratch);
    }
    demand.io_size_kib = ratio_figures(series->mib_s, 1024, series, slots, demand.io_kib, scratch);
    find_moments(&demand, series);
    return demand;
}

GArray *
demand_steps(const struct series *series, const double *values, double step_s)
{
    size_t slots = (size_t)MAX(1, lround(step_s / series->interval_s));
    GArray *steps = g_array_sized_new(FALSE, FALSE, sizeof(double), (guint)series->n + 1);
    g_array_set_size(steps, (guint)series->n);
    g_array_set_size(steps, (guint)step_means(values, series, slots, (double *)(void *)steps->data));
    return steps;
}

const char *const demand_figure_names[DEMAND_FIGURES] = {"mean", "p50", "p95", "p99", "p999", "sustained_60min",
    "sustained_15min", "sustained_5min", "sustained_1min", "peak"};

double
demand_figure(const struct demand_figures *figures, const char *name)
{
    const double value[DEMAND_FIGURES] = {figures->mean, figures->p50, figures->p95, figures->p99, figures->p999,
        figures->sustained_60min, figures->sustained_15min, figures->sustained_5min, figures->sustained_1min,
        figures->peak};
    for (size_t i = 0; i < DEMAND_FIGURES; i++)
        if (strcmp(demand_figure_names[i], name) == 0)
            return value[i];
    return NAN;
}

const char *
demand_moment_name(enum demand_at at)
{
    static const char *const name[DEMAND_MOMENTS] = {[DEMAND_AT_PEAK_IOPS] = "peak_iops",
        [DEMAND_AT_PEAK_MIB_S] = "peak_mib_s",
        [DEMAND_AT_1MIN] = "sustained_1min",
        [DEMAND_AT_5MIN] = "sustained_5min",
        [DEMAND_AT_15MIN] = "sustained_15min",
        [DEMAND_AT_60MIN] = "sustained_60min"};
    return name[at];
}

const char *
demand_source_name(enum demand_source source)
{
    static const char *const name[] = {
        [DEMAND_NONE] = NULL, [DEMAND_IOSTAT] = "iostat", [DEMAND_AWR] = "awr", [DEMAND_TYPED] = "typed"};
    return name[source];
}
