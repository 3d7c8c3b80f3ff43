#include "findings_parts.h"

#include "format.h"
#include "histogram.h"
#include "language.h"
#include "waits.h"

#include <math.h>

#define REPORTS_SHOWN 16u
#define ROW_HEIGHT 19.0
#define PART_LEAST 1.0 /* percent in any report, to be a part of its own */
#define HISTOGRAMS_SHOWN 3u
#define SHARE_NAMED 95.0 /* percent of the waits that the title speaks of */
#define SHARE_NOTED 1.0  /* percent: smaller columns carry no figure */
#define US_PER_MS 1000.0

/* What the bars are made of, in their order. Of the others, those that are small in every report go into the last. */
static const struct part {
    const char *name;
    bool cpu;
    enum wait_class wait_class;
} parts[] = {
    {"User I/O", false, WAIT_USER_IO},
    {"DB CPU", true, WAIT_OTHER},
    {"Commit", false, WAIT_COMMIT},
    {"Concurrency", false, WAIT_CONCURRENCY},
    {"Configuration", false, WAIT_CONFIGURATION},
    {"Cluster", false, WAIT_CLUSTER},
    {"Application", false, WAIT_APPLICATION},
    {"Scheduler", false, WAIT_SCHEDULER},
    {"System I/O", false, WAIT_SYSTEM_IO},
    {"Other waits", false, WAIT_OTHER},
};
enum { PARTS = G_N_ELEMENTS(parts), PART_OTHER = PARTS - 1 };

/* User I/O blue and DB CPU orange in every report; then as they come; the rest is grey. */
enum { PARTS_ALWAYS = 2 };
static const unsigned colors[] = {0, 1, 3, 2, 5, 4, 7};
#define COLOR_REST 6

static const struct awr_finding *
finding_at(const struct findings *findings, guint index)
{
    return &g_array_index(findings->awr, struct awr_finding, index);
}

/* Percent of DB time; NAN where the report does not tell. */
static double
part_share(const struct awr_finding *finding, const struct part *part)
{
    if (part->cpu)
        return finding->bound.db_cpu_pct;
    /* Without a table of classes what is of no known class is idle waits for the most part: no DB time. */
    if (part->wait_class == WAIT_OTHER && finding->awr->wait_classes->len < 2)
        return NAN;
    return wait_share_of_class(finding->awr, part->wait_class).pct;
}

/* One part over all reports. */
static void
add_part(struct builder *builder, struct chart_panel *panel, const char *part, unsigned color, const double *share,
    const char *const *name, guint n)
{
    g_autofree double *y = g_new(double, n);
    g_autofree const char **tip = g_new0(const char *, n + 1), **note = g_new0(const char *, n + 1);
    for (guint i = 0; i < n; i++) {
        y[i] = i;
        note[i] = isfinite(share[i]) ? keep_figure(builder, format_percent_whole(share[i])) : "";
        tip[i] = keepf(builder, "%s: %s %s of DB time", name[i], part, keep_figure(builder, format_percent(share[i])));
    }
    chart_series_texts(chart_add_series(panel, part, CHART_BARS, color, share, y, n), tip, note);
}

static void
add_parts(struct builder *builder, struct chart_panel *panel, const char *const *name, guint n)
{
    g_autofree double *rest = g_new(double, n), *share = g_new(double, n);
    for (guint i = 0; i < n; i++)
        rest[i] = part_share(finding_at(builder->findings, i), &parts[PART_OTHER]);
    for (size_t k = 0; k < PART_OTHER; k++) {
        double most = 0;
        for (guint i = 0; i < n; i++) {
            share[i] = part_share(finding_at(builder->findings, i), &parts[k]);
            most = fmax(most, share[i]);
        }
        if (k < PARTS_ALWAYS || (most >= PART_LEAST && panel->series->len < G_N_ELEMENTS(colors))) {
            add_part(builder, panel, tr(builder, parts[k].name), colors[panel->series->len], share, name, n);
            continue;
        }
        for (guint i = 0; i < n; i++)
            rest[i] = isfinite(rest[i]) && isfinite(share[i]) ? rest[i] + share[i]
                      : isfinite(share[i])                    ? share[i]
                                                              : rest[i];
    }
    double most = 0;
    for (guint i = 0; i < n; i++)
        most = fmax(most, rest[i]);
    if (most > 0)
        add_part(builder, panel, tr(builder, parts[PART_OTHER].name), COLOR_REST, rest, name, n);
}

/* Names what took most of the time where that is neither User I/O nor CPU. */
static const char *
classes_title(struct builder *builder, const struct awr_finding *finding)
{
    const char *place = place_of_finding(builder, finding);
    const char *user_io = keep_figure(builder, format_percent(finding->bound.user_io_pct));
    size_t most = 0;
    for (size_t k = 0; k < PARTS; k++)
        if (part_share(finding, &parts[k]) > part_share(finding, &parts[most]) ||
            isnan(part_share(finding, &parts[most])))
            most = k;
    if (!isfinite(finding->bound.user_io_pct) || !isfinite(finding->bound.db_cpu_pct))
        return tr(builder, "What the database's time went to");
    if (most >= PARTS_ALWAYS)
        return keepf(builder, "%s is %s of DB time, User I/O %s: %s", tr(builder, parts[most].name),
            keep_figure(builder, format_percent(part_share(finding, &parts[most]))), user_io, place);
    return keepf(builder, "User I/O is %s of DB time and DB CPU %s: %s", user_io,
        keep_figure(builder, format_percent(finding->bound.db_cpu_pct)), place);
}

static void
fill_classes(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    const struct awr_finding *bound = findings->bound;
    guint n = MIN(findings->awr->len, REPORTS_SHOWN);
    g_autofree const char **name = g_new0(const char *, n + 1);
    for (guint i = 0; i < n; i++)
        name[i] = place_of_finding(builder, finding_at(findings, i));
    struct chart *chart = new_chart(builder, "awr-classes", classes_title(builder, bound),
        findings->awr->len > n
            ? keepf(builder,
                  "DB time by wait class and CPU, the first %u of %u AWR reports; what is "
                  "missing to 100%% is in neither",
                  n, findings->awr->len)
            : tr(builder, "DB time by wait class and CPU, of each AWR report; what is missing to 100% is in neither"));
    chart_x_axis(chart, tr(builder, "Share of DB time, %"), CHART_LINEAR);
    chart_x_reach(chart, 0, 100);
    struct chart_panel *panel = chart_add_rows(chart, "", name, n, true);
    add_parts(builder, panel, name, n);
    if (!isfinite(bound->bound.user_io_pct) && !isfinite(bound->bound.db_cpu_pct)) { /* nothing is known */
        chart_free(chart);
        return;
    }
    chart->height = 105 + ROW_HEIGHT * n;
    chart->alt = language_textf(
        language_of(builder), "Stacked bars of the shares of DB time for %u AWR reports. %s.", n, chart->title);
    view_take_chart(view, "awr_classes", chart);
}

/* --- the wait histogram --- */

/* Those that a sizing asks for, as they are looked for. */
static const char *const histogram_events[] = {"db file sequential read", "cell single block physical read",
    "cell single block physical read: flash cache", "log file sync", "db file parallel read", "db file scattered read",
    "direct path read", "log file parallel write", "db file parallel write"};

static const char *
bucket_words(struct builder *builder, const struct histogram_bucket *bucket)
{
    const char *from = keep_figure(builder, format_three_digits(bucket->from_us / US_PER_MS, 3));
    const char *to = keep_figure(builder, format_three_digits(bucket->below_us / US_PER_MS, 3));
    if (isinf(bucket->below_us))
        return keepf(builder, "%s ms and longer", from);
    return bucket->from_us > 0 ? keepf(builder, "%s to %s ms", from, to) : keepf(builder, "under %s ms", to);
}

static void
add_histogram(struct builder *builder, struct chart *chart, const struct awr_curve *curve, const GArray *buckets)
{
    guint n = buckets->len;
    g_autofree double *x = g_new(double, n + 1), *y = g_new(double, n + 1);
    g_autofree const char **tip = g_new0(const char *, n + 2), **note = g_new0(const char *, n + 2);
    for (guint i = 0; i < n; i++) {
        const struct histogram_bucket *bucket = &g_array_index(buckets, struct histogram_bucket, i);
        /* A logarithmic axis has no 0 and no end: the first and the open last bucket get a factor of two. */
        x[i] = (bucket->from_us > 0 ? bucket->from_us : bucket->below_us / 2) / US_PER_MS;
        x[i + 1] = (isinf(bucket->below_us) ? 2 * bucket->from_us : bucket->below_us) / US_PER_MS;
        y[i] = bucket->share_pct;
        note[i] = bucket->share_pct >= SHARE_NOTED ? keep_figure(builder, format_percent_whole(bucket->share_pct)) : "";
        tip[i] = keepf(builder, "%s: %s of the waits for %s", bucket_words(builder, bucket),
            keep_figure(builder, format_percent(bucket->share_pct)), curve->name);
    }
    y[n] = NAN;
    struct chart_panel *panel = chart_add_panel(chart, curve->name, tr(builder, "% of its waits"), CHART_LINEAR, true);
    chart_series_texts(chart_add_series(panel, curve->name, CHART_COLUMNS, 0, x, y, n + 1), tip, note);
}

/* "95.2% of the waits for db file sequential read are shorter than 1.02 ms": of the first event. */
static const char *
histogram_title(struct builder *builder, const struct awr_curve *curve, const GArray *buckets)
{
    double bound_us = histogram_bound(buckets, SHARE_NAMED);
    const struct histogram_bucket *last = &g_array_index(buckets, struct histogram_bucket, buckets->len - 1);
    if (isinf(bound_us))
        return keepf(builder, "%s of the waits for %s are longer than the last bound of the histogram, %s ms",
            keep_figure(builder, format_percent(last->share_pct)), curve->name,
            keep_figure(builder, format_three_digits(last->from_us / US_PER_MS, 2)));
    return keepf(builder, "%s of the waits for %s are shorter than %s ms",
        keep_figure(builder, format_percent(histogram_share_below(buckets, bound_us))), curve->name,
        keep_figure(builder, format_three_digits(bound_us / US_PER_MS, 2)));
}

static void
fill_histogram(struct builder *builder, struct view *view)
{
    const struct awr_finding *bound = builder->findings->bound;
    struct chart *chart = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(histogram_events); i++) {
        const struct awr_curve *curve = awr_curve_named(bound->awr, histogram_events[i]);
        g_autoptr(GArray) buckets = histogram_of_curve(curve);
        if (buckets->len == 0 || (chart && chart->panels->len >= HISTOGRAMS_SHOWN))
            continue;
        if (!chart) {
            chart = new_chart(builder, "awr-histogram", histogram_title(builder, curve, buckets),
                keepf(builder, "Waits by their length, from the wait event histogram of the AWR report of %s",
                    place_of_finding(builder, bound)));
            chart_x_axis(chart, tr(builder, "Length of a wait, ms"), CHART_LOG10);
        }
        add_histogram(builder, chart, curve, buckets);
    }
    if (!chart)
        return;
    chart->height = 75 + 65 * chart->panels->len;
    chart->alt = language_textf(
        language_of(builder), "Histogram of the length of waits, a panel an event: %u. %s.", chart->panels->len, chart->title);
    view_take_chart(view, "awr_histogram", chart);
}

void
fill_awr_charts(struct builder *builder, struct view *view)
{
    fill_classes(builder, view);
    fill_histogram(builder, view);
}
