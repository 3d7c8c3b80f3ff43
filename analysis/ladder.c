#include "ladder.h"

#include "advice.h"
#include "alike.h"
#include "note.h"
#include "points.h"
#include "quantile.h"
#include "remarks.h"
#include "rung.h"
#include "steps.h"

#include <math.h>
#include <string.h>

#define READ_ONLY_PCT 99.5
#define MAIN_DEVICE_SHARE 0.9 /* of a run's I/O */

static double
median_of(const GArray *rungs, double (*figure)(const struct rung *))
{
    g_autofree double *values = g_new(double, MAX(rungs->len, 1));
    size_t n = 0;
    for (guint i = 0; i < rungs->len; i++) {
        double value = figure(&g_array_index(rungs, struct rung, i));
        if (isfinite(value))
            values[n++] = value;
    }
    return median(values, n);
}

static double
rung_read_pct(const struct rung *rung)
{
    return rung->read_pct;
}

static double
rung_io_kib(const struct rung *rung)
{
    return rung->io_kib;
}

/* Of two runs at one concurrency: the steady one, then the one with more samples; else the first. */
static bool
is_better_shown(const struct rung *rung, const struct rung *before)
{
    if (!before || rung->steady != before->steady)
        return !before || rung->steady;
    return rung->means.samples > before->means.samples;
}

/* The knee speaks of merged concurrencies; the table of runs. */
static size_t
rung_of_knee_index(const struct ladder *ladder, size_t index)
{
    if (index == KNEE_NO_RUNG || index >= ladder->knee.rungs->len)
        return KNEE_NO_RUNG;
    double concurrency = g_array_index(ladder->knee.rungs, struct knee_rung, index).concurrency;
    size_t found = KNEE_NO_RUNG;
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct rung *rung = &g_array_index(ladder->rungs, struct rung, i);
        if (rung->concurrency == concurrency && is_better_shown(rung, ladder_rung(ladder, found)))
            found = i;
    }
    return found;
}

static struct knee_rung *
points_of(const struct ladder *ladder)
{
    struct knee_rung *points = g_new(struct knee_rung, MAX(ladder->rungs->len, 1));
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct rung *rung = &g_array_index(ladder->rungs, struct rung, i);
        points[i] = (struct knee_rung){rung->concurrency, rung->means.iops, rung->means.latency_ms};
    }
    return points;
}

static void
find_points(struct ladder *ladder)
{
    size_t n = ladder->rungs->len;
    g_autofree struct knee_rung *points = points_of(ladder);
    knee_find(&ladder->knee, points, n, ladder->latency_ceiling_ms);
    ladder->influence = influence_of(points, n, ladder->latency_ceiling_ms);
    ladder->points_measured = ladder->knee.verdict == KNEE_INSUFFICIENT;
    if (ladder->points_measured) {
        ladder->knee_rung = KNEE_NO_RUNG;
        ladder->saturation_rung = points_saturation(points, n);
        ladder->best_rung = points_best(points, n, ladder->latency_ceiling_ms);
        return;
    }
    ladder->knee_rung = rung_of_knee_index(ladder, ladder->knee.knee_rung);
    ladder->saturation_rung = rung_of_knee_index(ladder, ladder->knee.saturation_rung);
    ladder->best_rung = rung_of_knee_index(ladder, ladder->knee.best_rung);
}

static char *
measured_name(const struct ladder *ladder)
{
    if (ladder->read_pct >= READ_ONLY_PCT)
        return g_strdup("read100");
    return isnan(ladder->read_pct) ? g_strdup("load") : g_strdup_printf("mix%.0f", ladder->read_pct);
}

/* Takes the rungs. `name` NULL: named for the measured read share. */
static struct ladder *
ladder_of_rungs(const struct workload *workload, GArray *rungs, const char *name, double latency_ceiling_ms)
{
    struct ladder *ladder = g_new0(struct ladder, 1);
    ladder->workload = workload;
    ladder->latency_ceiling_ms = latency_ceiling_ms;
    ladder->rungs = rungs;
    ladder->plateau_reasons = remarks_new();
    ladder->remarks = remarks_new();
    ladder->advice = remarks_new();
    ladder->read_pct = median_of(rungs, rung_read_pct);
    ladder->io_kib = median_of(rungs, rung_io_kib);
    ladder->name = name ? g_strdup(name) : measured_name(ladder);
    find_points(ladder);
    remarks_of_ladder(ladder->remarks, ladder);
    advice_of_ladder(ladder->advice, ladder);
    return ladder;
}

static GArray *
rungs_new(void)
{
    GArray *rungs = g_array_new(FALSE, TRUE, sizeof(struct rung));
    g_array_set_clear_func(rungs, rung_clear);
    return rungs;
}

/* The log of a run that has one, whole; NULL for others. */
static const struct capture *
whole_log(const struct run *run)
{
    bool whole = run->captures->len == 1 && run->from_s == CAPTURE_NO_TIME && run->to_s == CAPTURE_NO_TIME;
    return whole ? g_ptr_array_index(run->captures, 0) : NULL;
}

/* Runs are in order of concurrency. */
static struct rung_share
share_of(const struct workload *workload, guint index)
{
    struct rung_share share = {0, 0};
    const struct capture *log = whole_log(g_ptr_array_index(workload->runs, index));
    for (guint i = 0; log && i < workload->runs->len; i++) {
        if (whole_log(g_ptr_array_index(workload->runs, i)) != log)
            continue;
        share.index += i < index;
        share.count++;
    }
    return share;
}

static GArray *
rungs_of_workload(const struct workload *workload, const struct layer *layer, GPtrArray *notes)
{
    GArray *rungs = rungs_new();
    for (guint i = 0; i < workload->runs->len; i++) {
        const struct run *run = g_ptr_array_index(workload->runs, i);
        struct rung_share share = share_of(workload, i);
        struct rung rung;
        rung_init(&rung, run);
        g_autoptr(GPtrArray) own =
            notes_new(); /* each run speaks for itself: its notes are not merged with another's */
        if (rung.concurrency > 0 && rung_fill(&rung, layer, &share, own)) {
            g_array_append_val(rungs, rung);
        } else {
            notes_add(own, NOTE_WARNING, "run-left-out", 0, "%s: left out of workload %s: %s", run->label,
                workload->name,
                rung.concurrency > 0 ? "it holds no I/O of the measured devices" : "its concurrency is not known");
            rung_clear(&rung);
        }
        notes_append(notes, own, NULL);
    }
    return rungs;
}

/* The device that did nearly all of a run's I/O, led by its host; NULL where several did, or without a log. */
static char *
main_device(const struct run *run, const struct layer *layer)
{
    if (run->device)
        return g_strdup(run->device);
    if (run->captures->len == 0)
        return NULL;
    const struct capture *capture = g_ptr_array_index(run->captures, 0);
    const struct capture_device *most = NULL;
    double all = 0;
    for (guint i = 0; i < capture->devices->len; i++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, i);
        if (!layer_holds(layer, device->name))
            continue;
        all += device->totals.sum[CAPTURE_IOPS];
        if (!most || device->totals.sum[CAPTURE_IOPS] > most->totals.sum[CAPTURE_IOPS])
            most = device;
    }
    if (!most || most->totals.sum[CAPTURE_IOPS] < MAIN_DEVICE_SHARE * all)
        return NULL;
    return g_strdup_printf("%s on %s", most->name, capture->host ? capture->host : "an unnamed host");
}

static size_t
group_rungs(const GArray *rungs, const struct layer *layer, size_t *group)
{
    g_autoptr(GPtrArray) devices = g_ptr_array_new_with_free_func(g_free);
    g_autofree struct alike_trait *traits = g_new(struct alike_trait, MAX(rungs->len, 1));
    for (guint i = 0; i < rungs->len; i++) {
        const struct rung *rung = &g_array_index(rungs, struct rung, i);
        bool of_log = rung->source == RUNG_IOSTAT;
        g_ptr_array_add(devices, of_log ? main_device(rung->run, layer) : NULL);
        traits[i] =
            (struct alike_trait){rung->concurrency, rung->read_pct, rung->io_kib, g_ptr_array_index(devices, i)};
    }
    return alike_groups(traits, rungs->len, group);
}

static void
note_set_apart(const struct workload *workload, const struct ladder *ladder, GPtrArray *notes)
{
    notes_add(notes, NOTE_WARNING, "set-apart", 0,
        "workload %s: %u of its runs (%s and so on) differ from the others in device, read share (%.0f%%) or I/O size "
        "(%.1f KiB) and "
        "are %s",
        workload->name, ladder->rungs->len, ladder_rung(ladder, 0)->run->label, ladder->read_pct, ladder->io_kib,
        ladder->rungs->len > 1 ? "a ladder of their own" : "left out: one run is no ladder");
}

GPtrArray *
ladders_of_workload(
    const struct workload *workload, const struct layer *layer, double latency_ceiling_ms, GPtrArray *notes)
{
    GPtrArray *ladders = g_ptr_array_new_with_free_func((GDestroyNotify)ladder_free);
    g_autoptr(GArray) rungs = rungs_of_workload(workload, layer, notes);
    g_autofree size_t *group = g_new(size_t, MAX(rungs->len, 1));
    size_t groups = group_rungs(rungs, layer, group);
    for (size_t g = 0; g < groups; g++) {
        GArray *own = rungs_new();
        for (guint i = 0; i < rungs->len; i++)
            if (group[i] == g)
                g_array_append_val(own, g_array_index(rungs, struct rung, i));
        bool named = g == 0 && (workload->name_given || isnan(median_of(own, rung_read_pct)));
        struct ladder *ladder = ladder_of_rungs(workload, own, named ? workload->name : NULL, latency_ceiling_ms);
        if (g > 0 && workload->name_given) {
            char *name = g_strdup_printf("%s-%s", workload->name, ladder->name);
            g_free(ladder->name);
            ladder->name = name;
        }
        if (g > 0)
            note_set_apart(workload, ladder, notes);
        g_ptr_array_add(ladders, ladder);
    }
    /* The rungs belong to their ladders now. */
    g_array_set_clear_func(rungs, NULL);
    return ladders;
}

struct ladder *
ladder_of_log(
    const struct run *run, struct series *series, GArray *windows, double latency_ceiling_ms, GPtrArray *notes)
{
    g_autoptr(GArray) steps = steps_of(series, windows);
    if (steps->len == 0)
        return NULL;
    GArray *rungs = rungs_new();
    for (guint i = 0; i < steps->len; i++) {
        const struct step *step = &g_array_index(steps, struct step, i);
        struct rung rung;
        rung_init(&rung, run);
        rung.concurrency = step->outstanding;
        rung.series = series;
        rung.series_owned = i == 0;
        g_array_unref(rung.windows);
        rung.windows = g_array_ref(windows);
        rung_take_step(&rung, step->start, step->end);
        window_check_notes(notes, run->label, &rung.check);
        g_array_append_val(rungs, rung);
    }
    struct ladder *ladder = ladder_of_rungs(NULL, rungs, NULL, latency_ceiling_ms);
    ladder->from_one_log = true;
    notes_add(notes, NOTE_INFO, "ladder-in-log", 0,
        "%s: its %u steady windows of rising load are taken for a ladder; the concurrency of each is its outstanding "
        "I/O (IOPS x "
        "latency, Little's law), as none was told (runs.csv tells it)",
        run->label, steps->len);
    return ladder;
}

void
ladder_free(struct ladder *ladder)
{
    knee_release(&ladder->knee);
    g_array_unref(ladder->rungs);
    g_array_unref(ladder->plateau_reasons);
    g_array_unref(ladder->remarks);
    g_array_unref(ladder->advice);
    g_array_unref(ladder->influence);
    g_free(ladder->name);
    g_free(ladder);
}

const struct rung *
ladder_rung(const struct ladder *ladder, size_t index)
{
    return index < ladder->rungs->len ? &g_array_index(ladder->rungs, struct rung, index) : NULL;
}

/* IOPS and concurrency of the point that was asked for. */
static enum sizing_point
point_wanted(const struct ladder *ladder, bool at_knee, double *iops, double *concurrency)
{
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    if (at_knee && ladder->knee.verdict == KNEE_FOUND) {
        *iops = ladder->knee.iops;
        *concurrency = ladder->knee.concurrency;
        return SIZING_AT_KNEE;
    }
    if (at_knee || !best)
        return SIZING_AT_NONE;
    *iops = best->means.iops;
    *concurrency = best->concurrency;
    return SIZING_AT_BEST;
}

enum sizing_point
ladder_sizing_point(const struct ladder *ladder, bool at_knee)
{
    double iops = NAN, concurrency = NAN;
    enum sizing_point point = point_wanted(ladder, at_knee, &iops, &concurrency);
    const struct rung *saturation = ladder_rung(ladder, ladder->saturation_rung);
    bool past = saturation && concurrency > saturation->concurrency && iops > saturation->means.iops;
    return point != SIZING_AT_NONE && past ? SIZING_AT_SATURATION : point;
}

double
ladder_sizing_iops(const struct ladder *ladder, bool at_knee)
{
    double iops = NAN, concurrency = NAN;
    point_wanted(ladder, at_knee, &iops, &concurrency);
    bool past = ladder_sizing_point(ladder, at_knee) == SIZING_AT_SATURATION;
    return past ? ladder_rung(ladder, ladder->saturation_rung)->means.iops : iops;
}

const char *
plateau_verdict_name(enum plateau_verdict verdict)
{
    static const char *const name[] = {[PLATEAU_CANNOT_TELL] = "cannot_tell",
        [PLATEAU_PROVISIONED] = "provisioned",
        [PLATEAU_SATURATED] = "saturated"};
    return name[verdict];
}
