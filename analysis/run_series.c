#include "run_series.h"

#include "note.h"

/* Logs joined in time must fit in this many slots: 48 days of seconds. */
#define JOINED_SLOTS_MAX 4194304.0

/* Series that can be one in time: stamps, one interval, and no gap that would fill the memory. *out_at is the slot of a
 * at which b starts. */
static bool
can_be_joined(const struct series *a, const struct series *b, size_t *out_at)
{
    if (a->start_s == CAPTURE_NO_TIME || b->start_s == CAPTURE_NO_TIME || a->interval_s != b->interval_s)
        return false;
    double offset = round((double)(b->start_s - a->start_s) / a->interval_s);
    if (offset < 0 || offset + (double)b->n > JOINED_SLOTS_MAX)
        return false;
    *out_at = (size_t)offset;
    return true;
}

static void
note_joint(const struct series *a, const struct series *b, size_t at, GPtrArray *notes, const char *path)
{
    if (at < a->n)
        notes_add(notes, NOTE_INFO, "overlap", 0, "%s: %zu samples overlap the log before it and are counted once",
            path, MIN(a->n, at + b->n) - at);
    else if (at > a->n)
        notes_add(notes, NOTE_INFO, "gap-between-logs", 0, "%s: %.0f s are missing between it and the log before it",
            path, (double)(at - a->n) * a->interval_s);
}

/* One that only one of them has is dropped. */
static void
join_check(double **a, const double *b, const struct series *first, const struct series *second, size_t at, size_t n)
{
    if (!*a || !b) {
        g_clear_pointer(a, g_free);
        return;
    }
    *a = g_renew(double, *a, MAX(n, 1));
    for (size_t k = first->n; k < n; k++)
        (*a)[k] = NAN;
    for (size_t k = at; k < at + second->n; k++)
        if (k >= first->n || !isfinite(first->iops[k]))
            (*a)[k] = b[k - at];
}

/* Before the IOPS are joined: their gaps tell which slots b fills. */
static void
join_checks(struct series *a, const struct series *b, size_t at, size_t n)
{
    join_check(&a->aqu_sz, b->aqu_sz, a, b, at, n);
    join_check(&a->size_mib_s, b->size_mib_s, a, b, at, n);
}

/* Puts b behind a by stamps: slots of both are a's unless they are gaps there. Takes both, returns one. */
static struct series *
series_join(struct series *a, struct series *b, GPtrArray *notes, const char *path)
{
    size_t at = 0;
    if (!can_be_joined(a, b, &at)) {
        notes_add(notes, NOTE_WARNING, "not-joined", 0,
            "%s: left out, it cannot be placed in time behind the log before it", path);
        series_free(b);
        return a;
    }
    note_joint(a, b, at, notes, path);
    size_t n = MAX(a->n, at + b->n);
    double **to[] = {&a->read_iops, &a->write_iops, &a->mib_s, &a->read_mib_s, &a->write_mib_s, &a->latency_ms,
        &a->read_latency_ms, &a->write_latency_ms, &a->iops};
    double *from[] = {b->read_iops, b->write_iops, b->mib_s, b->read_mib_s, b->write_mib_s, b->latency_ms,
        b->read_latency_ms, b->write_latency_ms, b->iops};
    join_checks(a, b, at, n);
    a->iops = g_renew(double, a->iops, MAX(n, 1));
    for (size_t k = a->n; k < n; k++)
        a->iops[k] = NAN;
    /* a->iops comes last: its gaps tell which slots b fills. */
    for (size_t i = 0; i < G_N_ELEMENTS(to); i++) {
        *to[i] = g_renew(double, *to[i], MAX(n, 1));
        for (size_t k = a->n; k < n && *to[i] != a->iops; k++)
            (*to[i])[k] = NAN;
        for (size_t k = at; k < at + b->n; k++)
            if (!isfinite(a->iops[k]))
                (*to[i])[k] = from[i][k - at];
    }
    a->n = n;
    a->gaps = 0;
    for (size_t k = 0; k < n; k++)
        a->gaps += isfinite(a->iops[k]) ? 0 : 1;
    a->has_split = a->has_split || b->has_split;
    a->has_latency = a->has_latency || b->has_latency;
    series_free(b);
    return a;
}

/* Cuts the series to the bounds of runs.csv. */
static void
cut_to_bounds(struct series *series, const struct run *run)
{
    if (run->from_s == CAPTURE_NO_TIME && run->to_s == CAPTURE_NO_TIME)
        return;
    size_t start = 0, end = 0;
    int64_t from = run->from_s == CAPTURE_NO_TIME ? INT64_MIN / 4 : run->from_s;
    int64_t to = run->to_s == CAPTURE_NO_TIME ? INT64_MAX / 4 : run->to_s;
    if (!series_range(series, from, to, &start, &end))
        start = end = 0;
    for (size_t i = 0; i < series->n; i++)
        if (i < start || i >= end)
            series->iops[i] = NAN;
}

/* The layer that runs.csv asks for. */
static struct layer *
layer_of_run(const struct run *run, GPtrArray *notes)
{
    g_auto(GStrv) globs = g_strsplit_set(run->device, " ;", -1);
    return layer_choose(run->captures, NULL, (const char *const *)globs, notes);
}

/* Why a log with samples gives none for the layer. */
static void
note_left_out(const struct capture *capture, const struct layer *layer, GPtrArray *notes)
{
    for (guint i = 0; i < capture->devices->len; i++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, i);
        if (!device->is_thin || !layer_holds(layer, device->name))
            continue;
        notes_add(notes, NOTE_ERROR, "thin-series", 0,
            "%s: left out, the log is too long to keep the samples of all its devices, and those of %s were not kept: "
            "name the devices with --device",
            capture->path, device->name);
        return;
    }
    notes_add(notes, NOTE_WARNING, "not-in-layer", 0,
        "%s: left out, none of the measured devices is in it (--device, or a report of its own)", capture->path);
}

struct series *
run_series(const struct run *run, const struct layer *layer, GPtrArray *notes)
{
    struct series *joined = NULL;
    g_autoptr(Layer) own = run->device && run->captures->len > 0 ? layer_of_run(run, notes) : NULL;
    for (guint i = 0; i < run->captures->len; i++) {
        const struct capture *capture = g_ptr_array_index(run->captures, i);
        struct series *series = series_of(capture, own ? own : layer);
        if (series->n == 0) {
            if (capture->reports->len > capture->since_boot_reports)
                note_left_out(capture, own ? own : layer, notes);
            series_free(series);
            continue;
        }
        joined = joined ? series_join(joined, series, notes, capture->path) : series;
    }
    if (joined)
        cut_to_bounds(joined, run);
    return joined;
}
