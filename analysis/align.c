#include "align.h"

#include "quantile.h"
#include "study.h"

#include <string.h>

/* Samples over less of the snapshot interval than this say little of it. */
#define COVERED_SHARE_MIN 0.5
/* Log and snapshot are taken to be one run where each has this much of the other. */
#define COINCIDE_SHARE 0.8

#define QUARTER_S 900
#define QUARTERS_MAX 56 /* 14 h: no zone is further from Greenwich */
#define CLOCK_ERROR_S 180
#define CLOCK_STEP_S 15
#define CLOCK_ERROR_MIN_S 30 /* less cannot be told from the seconds between a snapshot's time and its counters */
#define APART_S 600          /* candidates nearer than this speak for each other */

#define PAIRS_MAX 512
#define MISFIT_MOST 0.10   /* an offset that fits */
#define MISFIT_FLOOR 0.02  /* below, two candidates fit alike */
#define MISFIT_TIMES 2.0   /* so much worse the others must be */
#define MISFIT_LEAST 0.05  /* and at least so bad */
#define MISFIT_NO_LOG 0.69 /* ln 2: the log does not have the interval */
#define BIAS_MOST 1.4      /* ln 4: three copies and some */
#define PAIRS_FOR_BIAS 3
#define EVIDENCE_LEAST 3 /* pairs, and other candidates that their logs refute */
#define BIAS_WEIGHT 0.1  /* of a lasting factor in the misfit: of two offsets that fit, the one without it */
#define MIB 1048576.0
#define SAMPLES_MIN 5

/* Running sums of a series, so that the mean over any stretch is one subtraction. */
struct sums {
    double *iops, *mib_s;
    uint32_t *count;
};

struct trace {
    const struct series *series;
    const struct sums *sums; /* borrowed; pairs of one log share them */
    int64_t begin_s, end_s;
    double iops, mib_s; /* of the report */
    bool has_seconds;
};

static void
sums_free(void *data)
{
    struct sums *sums = data;
    g_free(sums->iops);
    g_free(sums->mib_s);
    g_free(sums->count);
    g_free(sums);
}

static struct sums *
sums_of(const struct series *series)
{
    struct sums *sums = g_new(struct sums, 1);
    sums->iops = g_new0(double, series->n + 1);
    sums->mib_s = g_new0(double, series->n + 1);
    sums->count = g_new0(uint32_t, series->n + 1);
    for (size_t i = 0; i < series->n; i++) {
        bool seen = isfinite(series->iops[i]);
        sums->iops[i + 1] = sums->iops[i] + (seen ? series->iops[i] : 0);
        sums->mib_s[i + 1] = sums->mib_s[i] + (seen && isfinite(series->mib_s[i]) ? series->mib_s[i] : 0);
        sums->count[i + 1] = sums->count[i] + (seen ? 1 : 0);
    }
    return sums;
}

static bool
has_times(const struct awr *awr, const struct series *series, int64_t *out_begin_s, int64_t *out_end_s)
{
    *out_begin_s = study_time_s(awr->begin);
    *out_end_s = study_time_s(awr->end);
    return *out_begin_s != CAPTURE_NO_TIME && *out_end_s != CAPTURE_NO_TIME && *out_end_s > *out_begin_s &&
           series->start_s != CAPTURE_NO_TIME && series->n > 0;
}

/* Pairs without times are left out. `by_series` takes the sums. */
static GArray *
traces_of(const struct align_pair *pairs, size_t n, GHashTable *by_series)
{
    GArray *traces = g_array_new(FALSE, TRUE, sizeof(struct trace));
    for (size_t i = 0; i < n && traces->len < PAIRS_MAX; i++) {
        const struct awr_rates *rates = &pairs[i].awr->rates;
        struct trace trace = {.series = pairs[i].series,
            .iops = rates->read_requests_per_s + rates->write_requests_per_s,
            .mib_s = (rates->read_bytes_per_s + rates->write_bytes_per_s) / MIB};
        if (!has_times(pairs[i].awr, pairs[i].series, &trace.begin_s, &trace.end_s))
            continue;
        struct sums *sums = g_hash_table_lookup(by_series, trace.series);
        if (!sums) {
            sums = sums_of(trace.series);
            g_hash_table_insert(by_series, (gpointer)trace.series, sums);
        }
        trace.sums = sums;
        trace.has_seconds = strlen(pairs[i].awr->begin) > strlen("YYYY-MM-DDTHH:MM");
        g_array_append_val(traces, trace);
    }
    return traces;
}

/* ln(report / log) of one rate, into `out` where both are known; `all` is the log's sum, 0 where it has no such rate.
 */
static void
add_distance(double *out, guint *n, double report, double log_mean, double all)
{
    if (!(report > 0) || !(all > 0))
        return;
    double distance = log_mean > 0 ? log(report / log_mean) : INFINITY;
    out[(*n)++] = fmax(-2 * BIAS_MOST, fmin(2 * BIAS_MOST, distance));
}

/* Adds the squares about the lasting factor of all pairs. */
static void
add_squares(double *distance, guint n, double *sum, guint *terms)
{
    double bias = 0;
    if (n >= PAIRS_FOR_BIAS) {
        g_autofree double *copy = g_memdup2(distance, n * sizeof *distance);
        bias = fmax(-BIAS_MOST, fmin(BIAS_MOST, median(copy, n)));
    }
    for (guint i = 0; i < n; i++) {
        double off = fmin(MISFIT_NO_LOG, fabs(distance[i] - bias));
        *sum += off * off + BIAS_WEIGHT * BIAS_WEIGHT * bias * bias;
        (*terms)++;
    }
}

/* Root mean square of the distances at an offset; NAN where no pair has rates. */
static double
misfit_at(const GArray *traces, int64_t offset_s, double share_min)
{
    double iops[PAIRS_MAX], mib_s[PAIRS_MAX], sum = 0;
    guint n_iops = 0, n_mib = 0, terms = 0;
    for (guint i = 0; i < traces->len; i++) {
        const struct trace *trace = &g_array_index(traces, struct trace, i);
        size_t start = 0, end = 0;
        bool met = series_range(trace->series, trace->begin_s + offset_s, trace->end_s + offset_s, &start, &end);
        uint32_t samples = met ? trace->sums->count[end] - trace->sums->count[start] : 0;
        double share = samples * trace->series->interval_s / (double)(trace->end_s - trace->begin_s);
        if (samples == 0 || share < share_min || (share_min == 0 && samples < SAMPLES_MIN)) {
            sum += MISFIT_NO_LOG * MISFIT_NO_LOG;
            terms++;
            continue;
        }
        add_distance(iops, &n_iops, trace->iops, (trace->sums->iops[end] - trace->sums->iops[start]) / samples,
            trace->sums->iops[trace->series->n]);
        add_distance(mib_s, &n_mib, trace->mib_s, (trace->sums->mib_s[end] - trace->sums->mib_s[start]) / samples,
            trace->sums->mib_s[trace->series->n]);
    }
    add_squares(iops, n_iops, &sum, &terms);
    add_squares(mib_s, n_mib, &sum, &terms);
    return terms > 0 && n_iops + n_mib > 0 ? sqrt(sum / terms) : terms > 0 ? MISFIT_NO_LOG : NAN;
}

static bool
clearly_worse(double misfit, double best)
{
    return misfit >= MISFIT_LEAST && misfit >= MISFIT_TIMES * fmax(best, MISFIT_FLOOR);
}

/* The clock error beside a whole quarter of an hour, where it is clearly better than none. */
static int64_t
clock_error_at(const GArray *traces, int64_t quarter_s)
{
    double none = misfit_at(traces, quarter_s, COVERED_SHARE_MIN), best = none;
    int64_t best_s = 0;
    for (int64_t error_s = -CLOCK_ERROR_S; error_s <= CLOCK_ERROR_S; error_s += CLOCK_STEP_S) {
        double misfit = misfit_at(traces, quarter_s + error_s, COVERED_SHARE_MIN);
        if (misfit < best || (misfit == best && ABS(error_s) < ABS(best_s))) {
            best = misfit;
            best_s = error_s;
        }
    }
    bool at_the_end = ABS(best_s) == CLOCK_ERROR_S;
    return ABS(best_s) >= CLOCK_ERROR_MIN_S && !at_the_end && clearly_worse(none, best) ? best_s : 0;
}

static int64_t
best_candidate(const GArray *traces, bool has_seconds, double *out_misfit)
{
    int64_t best_s = 0;
    *out_misfit = INFINITY;
    /* From 0 outwards, so that of equals the nearest is kept. */
    for (int64_t step = 0; step <= 2 * QUARTERS_MAX; step++) {
        int64_t quarter_s = (step % 2 == 1 ? step / 2 + 1 : -step / 2) * QUARTER_S;
        double misfit = misfit_at(traces, quarter_s, COVERED_SHARE_MIN);
        /* A clock error may hide a quarter that fits: it is looked for where it could help at all. */
        if (has_seconds && misfit < MISFIT_NO_LOG && misfit > MISFIT_FLOOR) {
            int64_t error_s = clock_error_at(traces, quarter_s);
            if (error_s != 0) {
                quarter_s += error_s;
                misfit = misfit_at(traces, quarter_s, COVERED_SHARE_MIN);
            }
        }
        if (misfit < *out_misfit) {
            *out_misfit = misfit;
            best_s = quarter_s;
        }
    }
    return best_s;
}

/* Does the best stand alone among the candidates that do not speak for it? One report and a short log make one
 * candidate by chance, as where they are of two runs of one load: other candidates must be refuted by rates, or pairs
 * be many. */
static bool
stands_alone(const GArray *traces, int64_t best_s, double best)
{
    guint evidence = traces->len;
    for (int64_t step = -QUARTERS_MAX; step <= QUARTERS_MAX; step++) {
        int64_t other_s = step * QUARTER_S;
        if (ABS(other_s - best_s) < APART_S)
            continue;
        double misfit = misfit_at(traces, other_s, COVERED_SHARE_MIN);
        if (!clearly_worse(misfit, best))
            return false;
        evidence += misfit < MISFIT_NO_LOG ? 1 : 0;
    }
    return evidence >= EVIDENCE_LEAST;
}

static struct align_offset
estimate(const GArray *traces)
{
    bool has_seconds = true;
    for (guint i = 0; i < traces->len; i++)
        has_seconds = has_seconds && g_array_index(traces, struct trace, i).has_seconds;
    struct align_offset out = {.source = ALIGN_ASSUMED, .pairs = traces->len};
    /* At 0 a short overlap counts too: where the few samples agree, nothing speaks against 0. */
    out.misfit_at_0_pct = 100 * fmin(misfit_at(traces, 0, 0), misfit_at(traces, 0, COVERED_SHARE_MIN));
    double misfit = INFINITY;
    int64_t best_s = best_candidate(traces, has_seconds, &misfit);
    out.misfit_pct = 100 * misfit;
    bool zero_fits = !(out.misfit_at_0_pct > 100 * MISFIT_MOST);
    if (misfit <= MISFIT_MOST && stands_alone(traces, best_s, misfit) &&
        (best_s == 0 || clearly_worse(out.misfit_at_0_pct / 100, misfit))) {
        out.source = ALIGN_ESTIMATED;
        out.seconds = best_s;
        return out;
    }
    out.source = zero_fits ? ALIGN_ASSUMED : ALIGN_CANNOT_TELL;
    out.misfit_pct = out.misfit_at_0_pct;
    return out;
}

/* Do the intervals of every pair coincide as they are? */
static bool
coincide(const struct align_pair *pairs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct alignment at = align_report(pairs[i].awr, pairs[i].series, NULL);
        if (!(at.overlap_pct >= 100 * COINCIDE_SHARE) || !(at.log_inside_pct >= 100 * COINCIDE_SHARE))
            return false;
    }
    return n > 0;
}

int64_t
align_zone_difference_s(const struct awr *awr, bool has_zone, int utc_offset_s, GTimeZone *zone)
{
    int64_t begin_s = study_time_s(awr->begin);
    if (!zone || !has_zone || begin_s == CAPTURE_NO_TIME)
        return 0;
    gint interval = g_time_zone_find_interval(zone, G_TIME_TYPE_STANDARD, begin_s);
    return interval < 0 ? 0 : utc_offset_s - g_time_zone_get_offset(zone, interval);
}

struct align_offset
align_offset_of(const struct align_pair *pairs, size_t n, GTimeZone *zone)
{
    struct align_offset out = {.source = ALIGN_NO_TIMES, .misfit_pct = NAN, .misfit_at_0_pct = NAN};
    g_autoptr(GHashTable) by_series = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, sums_free);
    g_autoptr(GArray) traces = traces_of(pairs, n, by_series);
    if (traces->len == 0)
        return out;
    if (zone) {
        out.source = ALIGN_TIMEZONE;
        out.seconds = align_zone_difference_s(pairs[0].awr, pairs[0].has_zone, pairs[0].utc_offset_s, zone);
        return out;
    }
    struct align_offset guess = estimate(traces);
    if (guess.source != ALIGN_ESTIMATED && coincide(pairs, n)) {
        guess.source = ALIGN_FILES;
        guess.seconds = 0;
    }
    return guess;
}

struct alignment
align_report(const struct awr *awr, const struct series *series, const struct align_offset *offset)
{
    struct alignment out = {.overlap_pct = NAN, .log_inside_pct = NAN};
    out.offset =
        offset ? *offset : (struct align_offset){.source = ALIGN_ASSUMED, .misfit_pct = NAN, .misfit_at_0_pct = NAN};
    int64_t begin_s, end_s;
    if (!has_times(awr, series, &begin_s, &end_s)) {
        out.offset.source = ALIGN_NO_TIMES;
        return out;
    }
    out.overlap_pct = out.log_inside_pct = 0;
    if (!series_range(series, begin_s + out.offset.seconds, end_s + out.offset.seconds, &out.start, &out.end))
        return out;
    size_t inside = 0, all = 0;
    for (size_t i = 0; i < series->n; i++) {
        bool seen = isfinite(series->iops[i]);
        all += seen ? 1 : 0;
        inside += seen && i >= out.start && i < out.end ? 1 : 0;
    }
    double share = (double)inside * series->interval_s / (double)(end_s - begin_s);
    out.overlap_pct = 100 * fmin(share, 1);
    out.log_inside_pct = all > 0 ? 100 * (double)inside / (double)all : 0;
    out.covered = share >= COVERED_SHARE_MIN;
    return out;
}

const char *
align_source_name(enum align_source source)
{
    static const char *const name[] = {[ALIGN_NO_TIMES] = "none",
        [ALIGN_FILES] = "files",
        [ALIGN_TIMEZONE] = "timezone",
        [ALIGN_ESTIMATED] = "estimated",
        [ALIGN_ASSUMED] = "assumed",
        [ALIGN_CANNOT_TELL] = "cannot_tell"};
    return name[source];
}
