#include "history.h"

#include "compare_alike.h"
#include "compare_side.h"
#include "pelt.h"
#include "quantile.h"
#include "student.h"

#include <math.h>
#include <string.h>

#define PENALTY 3.0     /* times the logarithm of the number of results */
#define NOISE_MIN 0.002 /* results that agree to the last digit have this much all the same */
#define SAME_LEVEL 0.05 /* of one log concurrency is a measured figure */
#define MAD_DIFFERENCE (1.4826 / 1.4142135623730951)

/* Levels of logarithms: `end` holds the ends (guint) of segments, the last is n. */
struct levels {
    const double *y;
    guint n;
    GArray *end;
};

static guint
start_of(const struct levels *levels, guint i)
{
    return i == 0 ? 0 : g_array_index(levels->end, guint, i - 1);
}

static double
mean_of(const struct levels *levels, guint i)
{
    double sum = 0;
    guint from = start_of(levels, i), to = g_array_index(levels->end, guint, i);
    for (guint k = from; k < to; k++)
        sum += levels->y[k];
    return sum / (to - from);
}

/* Scatter about the levels, and its degrees of freedom. */
static double
scatter_of(const struct levels *levels, double *freedom)
{
    double squares = 0;
    for (guint i = 0; i < levels->end->len; i++) {
        double mean = mean_of(levels, i);
        for (guint k = start_of(levels, i); k < g_array_index(levels->end, guint, i); k++)
            squares += (levels->y[k] - mean) * (levels->y[k] - mean);
    }
    *freedom = fmax(1, (double)levels->n - levels->end->len);
    return fmax(sqrt(squares / *freedom), NOISE_MIN);
}

/* The step from segment i - 1 to i, and the reach of its interval. */
static double
step_of(const struct levels *levels, guint i, double alpha, double *reach)
{
    double freedom, scatter = scatter_of(levels, &freedom);
    guint middle = start_of(levels, i), from = start_of(levels, i - 1), to = g_array_index(levels->end, guint, i);
    *reach = student_quantile(1 - alpha / 2, freedom) * scatter * sqrt(1.0 / (middle - from) + 1.0 / (to - middle));
    return mean_of(levels, i) - mean_of(levels, i - 1);
}

/* Takes boundaries out, the weakest first, until all that stay are beyond noise and limit. */
static void
keep_changes(struct levels *levels, double limit_pct, double alpha)
{
    for (;;) {
        guint weakest = 0;
        double least = INFINITY;
        for (guint i = 1; i < levels->end->len; i++) {
            double reach, step = step_of(levels, i, alpha, &reach);
            bool strong = fabs(step) > reach && fabs(100 * expm1(step)) > limit_pct;
            if (strong || fabs(step) / reach >= least)
                continue;
            least = fabs(step) / reach;
            weakest = i;
        }
        if (weakest == 0)
            return;
        g_array_remove_index(levels->end, weakest - 1);
    }
}

static void
find_levels(struct levels *levels)
{
    g_autofree double *scaled = g_new(double, levels->n), *none = g_new0(double, levels->n);
    g_autofree double *difference = g_new(double, levels->n);
    for (guint i = 1; i < levels->n; i++)
        difference[i - 1] = fabs(levels->y[i] - levels->y[i - 1]);
    double noise = fmax(MAD_DIFFERENCE * median(difference, levels->n - 1), NOISE_MIN);
    for (guint i = 0; i < levels->n; i++)
        scaled[i] = (levels->y[i] - levels->y[0]) / noise;
    g_autoptr(GArray) ends = pelt_segment_ends(scaled, none, levels->n, PENALTY * log(levels->n));
    for (guint i = 0; i < ends->len; i++) {
        guint end = (guint)g_array_index(ends, size_t, i);
        g_array_append_val(levels->end, end);
    }
}

static struct history_change
change_at(const struct levels *levels, guint i, int direction, double alpha, const guint *place)
{
    double reach, step = step_of(levels, i, alpha, &reach);
    return (struct history_change){
        .at = place[start_of(levels, i)],
        .before = exp(mean_of(levels, i - 1)),
        .after = exp(mean_of(levels, i)),
        .change_pct = 100 * expm1(step),
        .lo_pct = 100 * expm1(step - reach),
        .hi_pct = 100 * expm1(step + reach),
        .verdict = direction == 0                  ? COMPARE_CHANGED
                   : (step > 0) == (direction > 0) ? COMPARE_BETTER
                                                   : COMPARE_WORSE,
    };
}

GArray *
history_changes(const double *value, guint n, int direction, double limit_pct, double alpha)
{
    GArray *changes = g_array_new(FALSE, FALSE, sizeof(struct history_change));
    g_autofree double *y = g_new(double, MAX(n, 1));
    g_autofree guint *place = g_new(guint, MAX(n, 1));
    struct levels levels = {.y = y};
    for (guint i = 0; i < n; i++)
        if (value[i] > 0 && isfinite(value[i])) {
            place[levels.n] = i;
            y[levels.n++] = log(value[i]);
        }
    if (levels.n < HISTORY_RESULTS_MIN)
        return changes;
    levels.end = g_array_new(FALSE, FALSE, sizeof(guint));
    find_levels(&levels);
    keep_changes(&levels, limit_pct, alpha);
    for (guint i = 1; i < levels.end->len; i++) {
        struct history_change change = change_at(&levels, i, direction, alpha, place);
        g_array_append_val(changes, change);
    }
    g_array_unref(levels.end);
    return changes;
}

static gint
by_date(gconstpointer a, gconstpointer b)
{
    const struct results_file *left = *(struct results_file *const *)a, *right = *(struct results_file *const *)b;
    int order = strcmp(results_file_date(left), results_file_date(right));
    return order != 0 ? order : strcmp(left->path, right->path);
}

/* The files in order; those unlike the newest are left out and told. */
static void
order_files(struct history *history, const GPtrArray *files)
{
    history->files = g_ptr_array_new();
    history->unlike = compare_unlike_new();
    history->by_date = true;
    g_autoptr(GPtrArray) ordered = g_ptr_array_new();
    for (guint i = 0; i < files->len; i++) {
        g_ptr_array_add(ordered, g_ptr_array_index(files, i));
        history->by_date = history->by_date && results_file_date(g_ptr_array_index(files, i)) != NULL;
    }
    if (history->by_date)
        g_ptr_array_sort(ordered, by_date);
    for (guint i = 0; i < ordered->len; i++) {
        guint differences = history->unlike->len;
        compare_unlike_add(
            history->unlike, g_ptr_array_index(ordered, ordered->len - 1), g_ptr_array_index(ordered, i));
        if (history->unlike->len == differences)
            g_ptr_array_add(history->files, g_ptr_array_index(ordered, i));
    }
}

static double
number_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* One workload in all results: its object and its levels in each. */
struct workload_levels {
    GPtrArray *workloads; /* json_t *, borrowed; NULL where a result lacks it */
    GPtrArray *levels;    /* GArray of struct compare_level */
};

static struct workload_levels
workload_levels_of(const struct history *history, const char *name)
{
    struct workload_levels all = {g_ptr_array_new(), g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref)};
    for (guint i = 0; i < history->files->len; i++) {
        const struct results_file *file = g_ptr_array_index(history->files, i);
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        g_ptr_array_add(one, json_object_get(json_object_get(file->root, "workloads"), name));
        g_ptr_array_add(all.workloads, g_ptr_array_index(one, 0));
        g_ptr_array_add(all.levels, compare_levels(one));
    }
    return all;
}

static double
concurrency_at(const GArray *levels, guint i)
{
    return g_array_index(levels, struct compare_level, i).concurrency;
}

/* The level nearest to a concurrency, within SAME_LEVEL of it; levels rise. NULL: none. */
static const struct compare_level *
level_at(const GArray *levels, double concurrency)
{
    guint low = 0, high = levels->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (concurrency_at(levels, middle) < concurrency)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == levels->len ||
        (low > 0 && concurrency - concurrency_at(levels, low - 1) < concurrency_at(levels, low) - concurrency))
        low = low > 0 ? low - 1 : 0;
    if (levels->len == 0 || fabs(concurrency_at(levels, low) - concurrency) > SAME_LEVEL * concurrency)
        return NULL;
    return &g_array_index(levels, struct compare_level, low);
}

/* The figure of one result: of a rung the mean over the runs at its concurrency. */
static double
value_in(const struct workload_levels *all, guint result, const struct history_figure *figure)
{
    const char *key = compare_figure_name(figure->figure);
    if (figure->place != COMPARE_RUNG)
        return number_at(
            json_object_get(g_ptr_array_index(all->workloads, result), compare_place_name(figure->place)), key);
    const struct compare_level *level = level_at(g_ptr_array_index(all->levels, result), figure->concurrency);
    const struct compare_noise unknown = {.between = NAN, .per_sample = NAN};
    return level ? compare_estimate_of(level, figure->figure, &unknown).value : NAN;
}

static void
add_figure(struct history *history, const struct workload_levels *all, struct history_figure asked,
    const struct compare_limits *limits)
{
    struct history_figure *figure = g_new(struct history_figure, 1);
    *figure = asked;
    figure->workload = g_strdup(asked.workload);
    figure->limit_pct = asked.place == COMPARE_KNEE ? limits->knee_pct : limits->pct[asked.figure];
    figure->value = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < history->files->len; i++) {
        double value = value_in(all, i, figure);
        g_array_append_val(figure->value, value);
    }
    g_ptr_array_add(history->figures, figure);
}

/* Of the points, and of the rungs that the newest result has. */
static void
add_figures(struct history *history, const char *name, const struct compare_limits *limits)
{
    static const struct {
        enum compare_place place;
        enum compare_figure figure;
    } points[] = {{COMPARE_BEST, COMPARE_IOPS}, {COMPARE_SATURATION, COMPARE_IOPS}, {COMPARE_KNEE, COMPARE_IOPS},
        {COMPARE_KNEE, COMPARE_CONCURRENCY}};
    static const enum compare_figure of_rung[] = {COMPARE_IOPS, COMPARE_LATENCY};
    struct workload_levels all = workload_levels_of(history, name);
    struct history_figure asked = {.workload = (char *)name, .concurrency = NAN};
    for (size_t i = 0; i < G_N_ELEMENTS(points); i++) {
        asked.place = points[i].place;
        asked.figure = points[i].figure;
        add_figure(history, &all, asked, limits);
    }
    const GArray *levels = g_ptr_array_index(all.levels, all.levels->len - 1);
    asked.place = COMPARE_RUNG;
    for (guint i = 0; i < levels->len; i++)
        for (size_t k = 0; k < G_N_ELEMENTS(of_rung); k++) {
            asked.concurrency = g_array_index(levels, struct compare_level, i).concurrency;
            asked.figure = of_rung[k];
            add_figure(history, &all, asked, limits);
        }
    g_ptr_array_unref(all.workloads);
    g_ptr_array_unref(all.levels);
}

static void
figure_free(void *data)
{
    struct history_figure *figure = data;
    g_free(figure->workload);
    g_array_unref(figure->value);
    g_clear_pointer(&figure->changes, g_array_unref);
    g_free(figure);
}

struct history *
history_new(GPtrArray *files, const struct compare_limits *limits)
{
    struct history *history = g_new0(struct history, 1);
    history->figures = g_ptr_array_new_with_free_func(figure_free);
    order_files(history, files);
    const struct results_file *newest = g_ptr_array_index(history->files, history->files->len - 1);
    const char *name;
    json_t *workload;
    json_object_foreach(json_object_get(newest->root, "workloads"), name, workload) add_figures(history, name, limits);
    history->alpha_each = COMPARE_ALPHA / MAX(1, history->figures->len * history->files->len);
    for (guint i = 0; i < history->figures->len; i++) {
        struct history_figure *figure = g_ptr_array_index(history->figures, i);
        figure->changes = history_changes((const double *)(const void *)figure->value->data, figure->value->len,
            compare_direction(figure->figure), figure->limit_pct, history->alpha_each);
    }
    return history;
}

void
history_free(struct history *history)
{
    if (!history)
        return;
    g_ptr_array_unref(history->files);
    g_array_unref(history->unlike);
    g_ptr_array_unref(history->figures);
    g_free(history);
}

bool
history_is_met(const struct history *history)
{
    for (guint i = 0; i < history->figures->len; i++) {
        const GArray *changes = ((struct history_figure *)g_ptr_array_index(history->figures, i))->changes;
        if (changes->len > 0 &&
            g_array_index(changes, struct history_change, changes->len - 1).verdict == COMPARE_WORSE)
            return false;
    }
    return true;
}
