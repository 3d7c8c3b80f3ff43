#include "findings_parts.h"

#include "excluded.h"
#include "format.h"
#include "knee_signs.h"

#include <math.h>
#include <string.h>

#define HATCHED_MOST 24u    /* of more parts, only the longer ones are hatched */
#define HATCHED_LEAST 0.005 /* of the series: what is longer then */
#define HATCHED_NAMED 0.12  /* of the series: wide enough for the reason's name */

enum { COLOR_MAIN, COLOR_SECOND, COLOR_THIRD };

/* One figure of every rung, as the arrays that charts take. */
static double *
column(const struct ladder *ladder, double (*figure)(const struct rung *))
{
    double *values = g_new(double, MAX(ladder->rungs->len, 1));
    for (guint i = 0; i < ladder->rungs->len; i++)
        values[i] = figure(&g_array_index(ladder->rungs, struct rung, i));
    return values;
}

static double
concurrency_of(const struct rung *rung)
{
    return rung->concurrency;
}

static double
iops_of(const struct rung *rung)
{
    return rung->means.iops;
}

static double
latency_of(const struct rung *rung)
{
    return rung->means.latency_ms;
}

static double
read_latency_of(const struct rung *rung)
{
    return rung->means.read_latency_ms;
}

static double
write_latency_of(const struct rung *rung)
{
    return rung->means.write_latency_ms;
}

/* The fitted curve of the knee, where there is one, in concurrency. */
static void
add_fit(struct chart_panel *panel, const struct knee *knee, bool latency)
{
    if (knee->verdict == KNEE_INSUFFICIENT || knee->mode != KNEE_MODE_DECLARED || knee->fit->len == 0)
        return;
    guint n = knee->fit->len;
    g_autofree double *x = g_new(double, n), *y = g_new(double, n);
    for (guint i = 0; i < n; i++) {
        const struct knee_rung *point = &g_array_index(knee->fit, struct knee_rung, i);
        x[i] = point->concurrency;
        y[i] = latency ? point->latency_ms : point->iops;
    }
    chart_add_series(panel, "fit", CHART_DASHED, COLOR_THIRD, x, y, n);
}

static const char *
ladder_title(struct builder *builder, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    const char *word = concurrency_word(ladder);
    if (knee->verdict == KNEE_FOUND && knee_signs_of(knee).soft)
        return keepf(builder, "Soft knee near %s: beyond it latency grows faster than IOPS",
            at_fitted_load(builder, ladder, knee->concurrency));
    if (knee->verdict == KNEE_FOUND && knee->mode != KNEE_MODE_MEASURED)
        return keepf(
            builder, "IOPS flatten near %s, latency keeps rising", at_load(builder, ladder, knee->concurrency));
    if (knee->verdict == KNEE_NOT_REACHED)
        return "IOPS still rise at the top of the ladder";
    if (knee->verdict == KNEE_ALREADY_PAST)
        return "IOPS are flat from the lowest rung on";
    return keepf(builder, "IOPS and latency against %s", word);
}

struct chart *
ladder_chart(struct builder *builder, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    size_t n = ladder->rungs->len;
    const char *word = concurrency_word(ladder);
    struct chart *chart = chart_new(keepf(builder, "%s-ladder", ladder->name), ladder_title(builder, ladder),
        keepf(builder, "%s: mean IOPS and latency of each run's steady window against %s",
            workload_words(builder, ladder), word));
    g_autofree double *x = column(ladder, concurrency_of), *iops = column(ladder, iops_of),
                      *latency = column(ladder, latency_of);
    g_autofree double *reads = column(ladder, read_latency_of), *writes = column(ladder, write_latency_of);
    chart_x_axis(chart, keepf(builder, "%c%s", g_ascii_toupper(*word), word + 1), CHART_LOG2);
    struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
    add_fit(panel, knee, false);
    chart_add_series(panel, "measured", CHART_LINE_DOTS, COLOR_MAIN, x, iops, n);
    struct chart_panel *lower = chart_add_panel(chart, "Latency", "ms", CHART_LINEAR, true);
    bool mixed = ladder->read_pct < 99.5 && ladder->read_pct > 0.5;
    if (mixed) {
        chart_add_series(lower, "reads", CHART_LINE_DOTS, COLOR_MAIN, x, reads, n);
        chart_add_series(lower, "writes", CHART_LINE_DOTS, COLOR_SECOND, x, writes, n);
    } else {
        chart_add_series(lower, "measured", CHART_LINE_DOTS, COLOR_MAIN, x, latency, n);
    }
    const struct rung *top = n > 0 ? ladder_rung(ladder, n - 1) : NULL;
    if (top && ladder->latency_ceiling_ms < 3 * top->means.latency_ms)
        chart_panel_add_mark(lower, CHART_MARK_Y, ladder->latency_ceiling_ms, NAN,
            keepf(builder, "ceiling %s", limit_ms(builder, ladder->latency_ceiling_ms)));
    if (knee->verdict == KNEE_FOUND) {
        chart_add_mark(chart, CHART_MARK_X_BAND, knee->lo, knee->hi, "");
        chart_add_mark(chart, CHART_MARK_X, knee->concurrency, NAN,
            keepf(builder, "knee %s", keep(builder, format_three_digits(knee->concurrency, 1))));
    }
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    if (best) {
        chart_panel_add_mark(panel, CHART_MARK_POINT, best->concurrency, best->means.iops,
            keepf(builder, "best %s", keep(builder, format_iops(best->means.iops))));
        if (!mixed)
            chart_panel_add_mark(lower, CHART_MARK_POINT, best->concurrency, best->means.latency_ms,
                keepf(builder, "%s ms", keep(builder, format_ms(best->means.latency_ms))));
    }
    const struct rung *saturation = ladder_rung(ladder, ladder->saturation_rung);
    bool flattens = knee->verdict == KNEE_FOUND || knee->verdict == KNEE_ALREADY_PAST;
    if (saturation && flattens && ladder->saturation_rung != ladder->best_rung)
        chart_panel_add_mark(panel, CHART_MARK_POINT, saturation->concurrency, saturation->means.iops, "saturation");
    chart->height = 300;
    chart->alt = g_strdup_printf(
        "Line chart of %zu rungs. IOPS rise from %s to %s and latency from %s to %s ms as %s goes from %s "
        "to %s. %s.",
        n, n > 0 ? keep(builder, format_iops(iops[0])) : "–", n > 0 ? keep(builder, format_iops(iops[n - 1])) : "–",
        n > 0 ? keep(builder, format_ms(latency[0])) : "–", n > 0 ? keep(builder, format_ms(latency[n - 1])) : "–",
        word, n > 0 ? keep(builder, format_count(x[0])) : "–", n > 0 ? keep(builder, format_count(x[n - 1])) : "–",
        chart->title);
    return chart;
}

struct chart *
latency_chart(struct builder *builder, const struct ladder *ladder)
{
    size_t n = ladder->rungs->len;
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    const char *title =
        best ? keepf(builder, "%s IOPS at %s ms is the best operating point",
                   keep(builder, format_iops(best->means.iops)), keep(builder, format_ms(best->means.latency_ms)))
             : "No rung is within the latency ceiling";
    struct chart *chart = chart_new(keepf(builder, "%s-latency", ladder->name), title,
        keepf(builder, "%s: what each rung's IOPS cost in latency, from the lowest rung to the highest",
            workload_words(builder, ladder)));
    g_autofree double *iops = column(ladder, iops_of), *latency = column(ladder, latency_of);
    chart_x_axis(chart, "IOPS", CHART_LINEAR);
    struct chart_panel *panel = chart_add_panel(chart, "Latency", "ms", CHART_LINEAR, true);
    chart_add_series(panel, "measured", CHART_LINE_DOTS, COLOR_MAIN, iops, latency, n);
    const struct rung *top = n > 0 ? ladder_rung(ladder, n - 1) : NULL;
    if (top && ladder->latency_ceiling_ms < 3 * top->means.latency_ms)
        chart_panel_add_mark(panel, CHART_MARK_Y, ladder->latency_ceiling_ms, NAN,
            keepf(builder, "ceiling %s", limit_ms(builder, ladder->latency_ceiling_ms)));
    if (best)
        chart_panel_add_mark(panel, CHART_MARK_POINT, best->means.iops, best->means.latency_ms,
            keepf(builder, "best: %s", at_load(builder, ladder, best->concurrency)));
    chart->alt = g_strdup_printf("Line chart of latency in milliseconds against IOPS over %zu rungs. %s.", n, title);
    return chart;
}

/* "IOPS and mean latency of each interval; the steady window is shaded, hatched parts are left out: ramp-up 10 s" */
static const char *
series_subtitle(struct builder *builder, const struct series *series, const GArray *windows, const GArray *parts)
{
    if (windows->len == 0)
        return "IOPS and mean latency of each interval; no steady window was found";
    double length_s[EXCLUDED_REASONS] = {0};
    for (guint i = 0; i < parts->len; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        length_s[part->reason] += (double)(part->end - part->start) * series->interval_s;
    }
    g_autoptr(GString) reasons = g_string_new(NULL);
    for (int reason = 0; reason < EXCLUDED_REASONS; reason++) {
        if (!(length_s[reason] > 0))
            continue;
        g_autofree char *length = format_duration_s(length_s[reason]);
        g_string_append_printf(reasons, "%s%s %s", reasons->len > 0 ? ", " : "",
            excluded_reason_name((enum excluded_reason)reason), length);
    }
    const char *shaded = windows->len == 1 ? "the steady window is shaded" : "steady windows are shaded";
    return reasons->len == 0
               ? keepf(builder, "IOPS and mean latency of each interval; %s", shaded)
               : keepf(builder, "IOPS and mean latency of each interval; %s, hatched parts are left out: %s", shaded,
                     reasons->str);
}

/* Slot edges as the chart's x: a slot's sample stands at the end of its interval. */
static void
mark_parts(struct chart *chart, const struct series *series, const GArray *windows, const GArray *parts, double origin)
{
    double step = series->interval_s;
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *window = &g_array_index(windows, struct steady_window, i);
        chart_add_mark(chart, CHART_MARK_X_BAND, origin + (double)window->start * step,
            origin + (double)window->end * step, windows->len == 1 ? "steady" : "");
    }
    for (guint i = 0; i < parts->len && windows->len > 0; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        double share = (double)(part->end - part->start) / (double)series->n;
        if (parts->len > HATCHED_MOST && share < HATCHED_LEAST)
            continue;
        chart_add_mark(chart, CHART_MARK_X_HATCH, origin + (double)part->start * step,
            origin + (double)part->end * step, share >= HATCHED_NAMED ? excluded_reason_name(part->reason) : "");
    }
}

struct chart *
series_chart(
    struct builder *builder, const char *id, const char *title, const struct series *series, const GArray *windows)
{
    bool stamped = series->start_s != CAPTURE_NO_TIME;
    g_autoptr(GArray) parts = excluded_parts(series, windows);
    struct chart *chart = chart_new(id, title, series_subtitle(builder, series, windows, parts));
    chart_x_axis(chart, stamped ? "Local time" : "Time since the first sample", stamped ? CHART_TIME : CHART_ELAPSED);
    double origin = stamped ? (double)series->start_s : 0;
    g_autofree double *x = g_new(double, MAX(series->n, 1));
    for (size_t i = 0; i < series->n; i++)
        x[i] = origin + (double)i * series->interval_s;
    struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
    chart_add_series(panel, "", CHART_LINE, COLOR_MAIN, x, series->iops, series->n);
    if (series->has_latency) {
        struct chart_panel *lower = chart_add_panel(chart, "Latency", "ms", CHART_LINEAR, true);
        chart_add_series(lower, "", CHART_LINE, COLOR_SECOND, x, series->latency_ms, series->n);
    }
    mark_parts(chart, series, windows, parts, origin);
    chart->height = 260;
    chart->alt = g_strdup_printf("Time series of IOPS and latency over %s, %u steady %s shaded. %s.",
        keep(builder, format_duration_s((double)series->n * series->interval_s)), windows->len,
        windows->len == 1 ? "window is" : "windows are", title);
    return chart;
}
