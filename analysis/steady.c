#include "steady.h"

#include "quantile.h"
#include "running_median.h"
#include "segment.h"
#include "steady_context.h"
#include "tick_series.h"
#include "trim.h"

#include <math.h>
#include <stdbool.h>

#define IDLE_SHARE 0.003 /* of p95: less is a pause */
#define IDLE_HALF_TICKS 4
#define PAUSE_TICKS 8       /* a shorter pause is a stall and belongs to the load */
#define CANDIDATE_SHARE 0.8 /* of the shortest window: edges are found later */
#define MEAN_BATCH_S 5.0
#define MEAN_BATCHES_MIN 10
#define MEAN_CORRELATION 0.2 /* of batch means, below which they count as independent */
#define CORRELATION_MAX 0.9
#define HALF_CONFIDENCE 1.96 /* normal 97.5% quantile; Student's for k batches is about 1.96 + 2.4 / (k - 1) */
#define STUDENT_TERM 2.4

/* What is searched, and what was found (struct tick_window, in ticks of the series). */
struct search {
    const struct tick_series *series;
    double idle_iops, tick_s;
    GArray *found;
    struct steady_account *account;
};

static void
separate_overlaps(GArray *windows)
{
    for (guint i = 1; i < windows->len; i++) {
        struct tick_window *left = &g_array_index(windows, struct tick_window, i - 1), *right = left + 1;
        if (left->end > right->start)
            left->end = right->start = (left->end + right->start) / 2;
    }
}

static double
level_range_pct(const struct stretch *stretch)
{
    const double share[2] = {0.05, 0.95};
    double level[2];
    quantiles(stretch->batch_mean[CHANNEL_IOPS], stretch->batches, share, 2, level);
    return 100 * expm1(level[1] - level[0]);
}

/* The windows of the pieces between boundaries, before the context is asked. */
static void
trim_pieces(GArray *windows, struct search *search, const struct stretch *stretch, const GArray *boundaries)
{
    struct steady_account *account = search->account;
    for (guint i = 0; i + 1 < boundaries->len; i++) {
        size_t from = g_array_index(boundaries, size_t, i), to = g_array_index(boundaries, size_t, i + 1);
        double length = (double)((to - from) * stretch->batch);
        account->longest_flat_s = fmax(account->longest_flat_s, length * search->tick_s);
        if (length < CANDIDATE_SHARE * (double)stretch->shortest)
            continue;
        struct tick_window window;
        if (trim_to_window(&window, stretch, from, to))
            g_array_append_val(windows, window);
        else
            account->drifting++;
    }
}

static void
search_stretch(struct search *search, size_t start, size_t end)
{
    const struct tick_series *series = search->series;
    struct steady_account *account = search->account;
    account->longest_load_s = fmax(account->longest_load_s, (double)(end - start) * search->tick_s);
    struct stretch stretch;
    if ((double)(end - start) < CANDIDATE_SHARE * (double)stretch_shortest_window(series->ticks_per_sample) ||
        !stretch_init(&stretch, series->iops + start, series->latency_ms + start, end - start, search->idle_iops,
            series->ticks_per_sample)) {
        account->too_short++;
        return;
    }
    account->judged++;
    account->level_range_pct = fmax(account->level_range_pct, level_range_pct(&stretch));
    g_autoptr(GArray) boundaries = segment_boundaries(&stretch);
    g_autoptr(GArray) windows = g_array_new(FALSE, FALSE, sizeof(struct tick_window));
    trim_pieces(windows, search, &stretch, boundaries);
    separate_overlaps(windows);
    account->wandering += windows->len;
    steady_context_filter(windows, &stretch);
    account->wandering -= windows->len;
    for (guint i = 0; i < windows->len; i++) {
        struct tick_window window = g_array_index(windows, struct tick_window, i);
        window.start += start;
        window.end += start;
        g_array_append_val(search->found, window);
    }
    stretch_release(&stretch);
}

/* Searches the stretches between the pauses of [start, end), which has no gaps. */
static void
search_part(struct search *search, size_t start, size_t end)
{
    size_t n = end - start;
    if (n < stretch_shortest_window(search->series->ticks_per_sample)) {
        search->account->too_short++;
        search->account->longest_load_s = fmax(search->account->longest_load_s, (double)n * search->tick_s);
        return;
    }
    g_autofree double *slow = g_new(double, n);
    running_median(slow, search->series->iops + start, n, IDLE_HALF_TICKS);
    size_t stretch_start = 0;
    for (size_t i = 0; i <= n;) {
        size_t pause_end = i;
        while (pause_end < n && !(slow[pause_end] > search->idle_iops))
            pause_end++;
        bool pause = pause_end - i >= PAUSE_TICKS || (pause_end > i && (i == 0 || pause_end == n));
        if (pause || i == n) {
            if (i > stretch_start)
                search_stretch(search, start + stretch_start, start + i);
            stretch_start = pause_end;
        }
        i = MAX(pause_end, i + 1);
    }
}

static double
idle_iops_of(const struct tick_series *series)
{
    g_autofree double *present = g_new(double, series->n);
    size_t count = 0;
    for (size_t i = 0; i < series->n; i++)
        if (!isnan(series->iops[i]))
            present[count++] = series->iops[i];
    return count > 0 ? IDLE_SHARE * quantile(present, count, 0.95) : 0;
}

static double
tick_s_of(const struct tick_series *series, double interval_s)
{
    return interval_s > 0 ? interval_s * (double)series->samples_per_tick / (double)series->ticks_per_sample : 1;
}

GArray *
steady_windows_accounted(
    struct steady_account *account, const double *iops, const double *latency_ms, size_t n, double interval_s)
{
    *account = (struct steady_account){0};
    struct tick_series series;
    tick_series_init(&series, iops, latency_ms, n, interval_s);
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct tick_window));
    struct search search = {&series, idle_iops_of(&series), tick_s_of(&series, interval_s), found, account};
    for (size_t i = 0; search.idle_iops > 0 && i < series.n;) {
        size_t gap = i;
        while (gap < series.n && !isnan(series.iops[gap]))
            gap++;
        if (gap > i)
            search_part(&search, i, gap);
        i = gap + 1;
    }
    GArray *windows = g_array_new(FALSE, FALSE, sizeof(struct steady_window));
    for (guint i = 0; i < found->len; i++) {
        const struct tick_window *ticks = &g_array_index(found, struct tick_window, i);
        struct steady_window window = {
            tick_series_sample_at(&series, ticks->start), tick_series_sample_at(&series, ticks->end)};
        g_array_append_val(windows, window);
    }
    tick_series_release(&series);
    return windows;
}

GArray *
steady_windows(const double *iops, const double *latency_ms, size_t n, double interval_s)
{
    struct steady_account account;
    return steady_windows_accounted(&account, iops, latency_ms, n, interval_s);
}

double
steady_period_s(const double *iops, size_t n, double interval_s)
{
    struct tick_series series;
    tick_series_init(&series, iops, NULL, n, interval_s);
    double idle_iops = idle_iops_of(&series);
    g_autofree double *level = g_new(double, series.n);
    g_autofree double *clean = g_new(double, series.n);
    double last = log(idle_iops);
    for (size_t i = 0; i < series.n; i++)
        level[i] = last = isnan(series.iops[i]) ? last : log(fmax(series.iops[i], idle_iops));
    size_t period = 0;
    if (idle_iops > 0) {
        clean_of_bursts(clean, level, series.n, channel_tolerance[CHANNEL_IOPS].burst_floor);
        period = oscillation_period(clean, series.n);
    }
    double tick_s = tick_s_of(&series, interval_s);
    tick_series_release(&series);
    return (double)period * tick_s;
}

/* Means of `count` batches of `length` values: their mean, sum of squares about it and lag-1 autocorrelation. */
static double
batch_spread(const double *values, size_t length, size_t count, double *correlation)
{
    g_autofree double *mean = g_new(double, count);
    double total = 0, squares = 0, lagged = 0;
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t k = 0; k < length; k++)
            sum += values[i * length + k];
        mean[i] = sum / (double)length;
        total += mean[i];
    }
    double centre = total / (double)count;
    for (size_t i = 0; i < count; i++) {
        squares += (mean[i] - centre) * (mean[i] - centre);
        if (i + 1 < count)
            lagged += (mean[i] - centre) * (mean[i + 1] - centre);
    }
    *correlation = squares > 0 ? lagged / squares : 0;
    return squares;
}

/* Half of the 95% interval of the mean from batch means, long enough to be nearly independent. */
static double
half_width_of(const double *values, size_t n, double interval_s)
{
    size_t length = (size_t)fmax(1, fmin(round(MEAN_BATCH_S / interval_s), (double)n)), count;
    double squares, correlation;
    for (;;) {
        if (n / length < MEAN_BATCHES_MIN)
            length = MAX(1, n / MEAN_BATCHES_MIN);
        count = n / length;
        squares = batch_spread(values, length, count, &correlation);
        if (correlation < MEAN_CORRELATION || n / (2 * length) < MEAN_BATCHES_MIN)
            break;
        length *= 2;
    }
    if (count < 2)
        return NAN;
    double batches = (double)count, rho = CLAMP(correlation, 0.0, CORRELATION_MAX);
    double error = sqrt(squares / (batches - 1) / batches) * sqrt((1 + rho) / (1 - rho));
    return (HALF_CONFIDENCE + STUDENT_TERM / (batches - 1)) * error;
}

/* Fitted line from the first value to the last, percent of the mean. */
static double
drift_pct_of(const double *values, size_t n, double mean)
{
    double centre = (double)(n - 1) / 2, squares = 0, product = 0;
    for (size_t i = 0; i < n; i++) {
        double at = (double)i - centre;
        squares += at * at;
        product += at * (values[i] - mean);
    }
    return product == 0 ? 0 : 100 * product / squares * (double)(n - 1) / mean;
}

struct steady_mean
steady_mean_of(const double *values, size_t n, double interval_s)
{
    g_autofree double *present = g_new(double, n);
    size_t count = 0;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            continue;
        present[count++] = values[i];
        sum += values[i];
    }
    if (count == 0)
        return (struct steady_mean){NAN, NAN, NAN};
    double mean = sum / (double)count;
    return (struct steady_mean){
        .mean = mean,
        .half_width = half_width_of(present, count, interval_s > 0 ? interval_s : 1),
        .drift_pct = drift_pct_of(present, count, mean),
    };
}

char
steady_grade(const struct steady_mean *iops)
{
    static const struct {
        char grade;
        double half_width_pct, drift_pct;
    } limits[] = {{'A', 1, 2}, {'B', 3, 5}};
    double half_width_pct = 100 * iops->half_width / fabs(iops->mean);
    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++)
        if (half_width_pct <= limits[i].half_width_pct && fabs(iops->drift_pct) <= limits[i].drift_pct)
            return limits[i].grade;
    return 'C';
}
