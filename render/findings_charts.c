#include "findings_parts.h"

#include "excluded.h"
#include "format.h"
#include "language.h"
#include "knee_signs.h"

#include <math.h>
#include <string.h>

#define HATCHED_MOST 24u    /* of more parts, only the longer ones are hatched */
#define HATCHED_LEAST 0.005 /* of the series: what is longer then */
#define RUNGS_NAMED 14u     /* at the points; of more, every second, third, ... and the last */
#define HATCHED_NAMED 3u    /* reasons: of more, those with a wide part are named */
#define HATCHED_WIDE 0.1    /* of the series */

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
add_fit(struct builder *builder, struct chart_panel *panel, const struct knee *knee, bool latency)
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
    chart_add_series(panel, tr(builder, "fit"), CHART_DASHED, COLOR_THIRD, x, y, n);
}

/* Adds the rungs, each with what it stands for: "64 sessions: 156,540 IOPS, 0.401 ms". `note`: what to draw beside
 * them, NULL: nothing. */
static void
add_rungs(struct builder *builder, struct chart_panel *panel, const struct ladder *ladder, const char *label,
    unsigned color, const double *x, const double *y, const char *const *note)
{
    guint n = ladder->rungs->len;
    g_autofree const char **tip = g_new0(const char *, n + 1);
    for (guint i = 0; i < n; i++) {
        const struct rung *rung = ladder_rung(ladder, i);
        tip[i] = keepf(builder, "%s: %s IOPS, %s ms", at_load(builder, ladder, rung->concurrency),
            keep_figure(builder, format_iops(rung->means.iops)),
            keep_figure(builder, format_ms(rung->means.latency_ms)));
    }
    chart_series_texts(chart_add_series(panel, label, CHART_LINE_DOTS, color, x, y, n), tip, note);
}

/* The limit that the plateau is, or could be: as set, or as the catalog gives it. */
static void
add_cap(struct builder *builder, struct chart_panel *panel, const struct ladder *ladder)
{
    const struct remark *product = remarks_find(ladder->plateau_reasons, REMARK_PLATEAU_PRODUCT_IOPS);
    const struct remark *round = remarks_find(ladder->plateau_reasons, REMARK_PLATEAU_ROUND_IOPS);
    const struct rung *saturation = ladder_rung(ladder, ladder->saturation_rung);
    if (product)
        chart_panel_add_mark(panel, CHART_MARK_Y, product->figure[1], NAN,
            keepf(builder, "product limit %s", keep_figure(builder, format_rough(product->figure[1]))));
    else if (ladder->plateau == PLATEAU_PROVISIONED && (round || saturation))
        chart_panel_add_mark(panel, CHART_MARK_Y, round ? round->figure[1] : saturation->means.iops, NAN,
            tr(builder, "provisioned limit"));
}

static const char *
ladder_title(struct builder *builder, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    const char *word = tr(builder, concurrency_word(ladder));
    if (knee->verdict == KNEE_FOUND && knee_signs_of(knee).soft)
        return keepf(builder, "Soft knee near %s: beyond it latency grows faster than IOPS",
            at_fitted_load(builder, ladder, knee->concurrency));
    if (knee->verdict == KNEE_FOUND && knee->mode != KNEE_MODE_MEASURED)
        return keepf(
            builder, "IOPS flatten near %s, latency keeps rising", at_load(builder, ladder, knee->concurrency));
    if (knee->verdict == KNEE_NOT_REACHED)
        return tr(builder, "IOPS still rise at the top of the ladder");
    if (knee->verdict == KNEE_ALREADY_PAST)
        return tr(builder, "IOPS are flat from the lowest rung on");
    return keepf(builder, "IOPS and latency against %s", word);
}

struct chart *
ladder_chart(struct builder *builder, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    size_t n = ladder->rungs->len;
    const char *word = tr(builder, concurrency_word(ladder));
    struct chart *chart = new_chart(builder, keep_id(builder, "%s-ladder", ladder->name), ladder_title(builder, ladder),
        keepf(builder, "%s: mean IOPS and latency of each run's steady window against %s",
            workload_words(builder, ladder), word));
    g_autofree double *x = column(ladder, concurrency_of), *iops = column(ladder, iops_of),
                      *latency = column(ladder, latency_of);
    g_autofree double *reads = column(ladder, read_latency_of), *writes = column(ladder, write_latency_of);
    chart_x_axis(chart, keep_id(builder, "%c%s", g_ascii_toupper(*word), word + 1), CHART_LOG2);
    struct chart_panel *panel = chart_add_panel(chart, tr(builder, "IOPS"), "", CHART_LINEAR, true);
    add_fit(builder, panel, knee, false);
    add_rungs(builder, panel, ladder, tr(builder, "measured"), COLOR_MAIN, x, iops, NULL);
    add_cap(builder, panel, ladder);
    struct chart_panel *lower = chart_add_panel(chart, tr(builder, "Latency"), "ms", CHART_LINEAR, true);
    bool mixed = ladder->read_pct < 99.5 && ladder->read_pct > 0.5;
    if (mixed) {
        add_rungs(builder, lower, ladder, tr(builder, "reads"), COLOR_MAIN, x, reads, NULL);
        add_rungs(builder, lower, ladder, tr(builder, "writes"), COLOR_SECOND, x, writes, NULL);
    } else {
        add_rungs(builder, lower, ladder, tr(builder, "measured"), COLOR_MAIN, x, latency, NULL);
    }
    const struct rung *top = n > 0 ? ladder_rung(ladder, n - 1) : NULL;
    if (top && ladder->latency_ceiling_ms < 3 * top->means.latency_ms)
        chart_panel_add_mark(lower, CHART_MARK_Y, ladder->latency_ceiling_ms, NAN,
            keepf(builder, "ceiling %s", limit_ms(builder, ladder->latency_ceiling_ms)));
    if (knee->verdict == KNEE_FOUND) {
        chart_add_mark(chart, CHART_MARK_X_BAND, knee->lo, knee->hi, "");
        chart_add_mark(chart, CHART_MARK_X, knee->concurrency, NAN,
            keepf(builder, "knee %s (90%%: %s to %s)", keep_figure(builder, format_three_digits(knee->concurrency, 1)),
                keep_figure(builder, format_three_digits(knee->lo, 1)),
                keep_figure(builder, format_three_digits(knee->hi, 1))));
    }
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    if (best) {
        chart_panel_add_mark(panel, CHART_MARK_POINT, best->concurrency, best->means.iops,
            keepf(builder, "best %s", keep_figure(builder, format_iops(best->means.iops))));
        if (!mixed)
            chart_panel_add_mark(lower, CHART_MARK_POINT, best->concurrency, best->means.latency_ms,
                keepf(builder, "%s ms", keep_figure(builder, format_ms(best->means.latency_ms))));
    }
    const struct rung *saturation = ladder_rung(ladder, ladder->saturation_rung);
    bool flattens = knee->verdict == KNEE_FOUND || knee->verdict == KNEE_ALREADY_PAST;
    if (saturation && flattens && ladder->saturation_rung != ladder->best_rung)
        chart_panel_add_mark(
            panel, CHART_MARK_POINT, saturation->concurrency, saturation->means.iops, tr(builder, "saturation"));
    chart->height = 285;
    chart->is_half = true;
    chart->alt = language_textf(language_of(builder),
        "Line chart of %zu rungs. IOPS rise from %s to %s and latency from %s to %s ms as %s goes from %s "
        "to %s. %s.",
        n, n > 0 ? keep_figure(builder, format_iops(iops[0])) : "–",
        n > 0 ? keep_figure(builder, format_iops(iops[n - 1])) : "–",
        n > 0 ? keep_figure(builder, format_ms(latency[0])) : "–",
        n > 0 ? keep_figure(builder, format_ms(latency[n - 1])) : "–", word,
        n > 0 ? keep_figure(builder, format_count(x[0])) : "–",
        n > 0 ? keep_figure(builder, format_count(x[n - 1])) : "–", chart->title);
    return chart;
}

struct chart *
latency_chart(struct builder *builder, const struct ladder *ladder)
{
    size_t n = ladder->rungs->len;
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    const char *title = best ? keepf(builder, "%s IOPS at %s ms is the best operating point",
                                   keep_figure(builder, format_iops(best->means.iops)),
                                   keep_figure(builder, format_ms(best->means.latency_ms)))
                             : tr(builder, "No rung is within the latency ceiling");
    struct chart *chart = new_chart(builder, keep_id(builder, "%s-latency", ladder->name), title,
        keepf(builder, "%s: what the IOPS of each run cost in latency; figures at the points are %s",
            workload_words(builder, ladder), tr(builder, concurrency_word(ladder))));
    g_autofree double *iops = column(ladder, iops_of), *latency = column(ladder, latency_of);
    chart_x_axis(chart, tr(builder, "IOPS"), CHART_LINEAR);
    struct chart_panel *panel = chart_add_panel(chart, tr(builder, "Latency"), "ms", CHART_LINEAR, true);
    g_autofree const char **note = g_new0(const char *, n + 1);
    size_t every = (n + RUNGS_NAMED - 1) / RUNGS_NAMED;
    for (size_t i = 0; i < n; i++) {
        bool named = i != ladder->best_rung && (i % every == 0 || i + 1 == n);
        note[i] = named ? load_figure(builder, ladder_rung(ladder, i)->concurrency) : "";
    }
    add_rungs(builder, panel, ladder, "", COLOR_MAIN, iops, latency, note);
    const struct rung *top = n > 0 ? ladder_rung(ladder, n - 1) : NULL;
    if (top && ladder->latency_ceiling_ms < 3 * top->means.latency_ms)
        chart_panel_add_mark(panel, CHART_MARK_Y, ladder->latency_ceiling_ms, NAN,
            keepf(builder, "ceiling %s", limit_ms(builder, ladder->latency_ceiling_ms)));
    if (best)
        chart_panel_add_mark(panel, CHART_MARK_POINT, best->means.iops, best->means.latency_ms,
            keepf(builder, "best: %s", at_load(builder, ladder, best->concurrency)));
    chart->is_half = true;
    chart->alt = language_textf(
        language_of(builder), "Line chart of latency in milliseconds against IOPS over %zu rungs. %s.", n, title);
    return chart;
}

/* "IOPS, mean latency and throughput of each interval; the steady window is shaded, hatched parts are left out: ramp-up
 * 10 s" */
static const char *
series_subtitle(struct builder *builder, const struct series *series, const GArray *windows, const GArray *parts)
{
    if (windows->len == 0)
        return tr(builder, "IOPS, mean latency and throughput of each interval; no steady window was found");
    double length_s[EXCLUDED_REASONS] = {0};
    for (guint i = 0; i < parts->len; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        length_s[part->reason] += (double)(part->end - part->start) * series->interval_s;
    }
    g_autoptr(GString) reasons = g_string_new(NULL);
    for (int reason = 0; reason < EXCLUDED_REASONS; reason++) {
        if (!(length_s[reason] > 0))
            continue;
        g_string_append_printf(reasons, "%s%s %s", reasons->len > 0 ? ", " : "",
            tr(builder, excluded_reason_name((enum excluded_reason)reason)),
            keep_figure(builder, format_duration_s(length_s[reason])));
    }
    bool one = windows->len == 1;
    if (reasons->len == 0)
        return tr(builder, one ? "IOPS, mean latency and throughput of each interval; the steady window is shaded"
                               : "IOPS, mean latency and throughput of each interval; steady windows are shaded");
    return one ? keepf(builder,
                     "IOPS, mean latency and throughput of each interval; the steady window is shaded, hatched parts "
                     "are left out: %s",
                     reasons->str)
               : keepf(builder,
                     "IOPS, mean latency and throughput of each interval; steady windows are shaded, hatched parts are "
                     "left out: %s",
                     reasons->str);
}

/* The longest part of each reason, as an index; how many reasons there are. */
static guint
widest_parts(const GArray *parts, guint *widest)
{
    size_t length[EXCLUDED_REASONS] = {0};
    guint reasons = 0;
    for (guint i = 0; i < parts->len; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        if (part->end - part->start <= length[part->reason])
            continue;
        reasons += length[part->reason] == 0 ? 1 : 0;
        length[part->reason] = part->end - part->start;
        widest[part->reason] = i;
    }
    return reasons;
}

/* Slot edges as the chart's x: a slot's sample stands at the end of its interval. */
static void
mark_parts(struct builder *builder, struct chart *chart, const struct series *series, const GArray *windows,
    const GArray *parts, double origin)
{
    double step = series->interval_s;
    size_t longest = 0;
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *window = &g_array_index(windows, struct steady_window, i);
        longest = MAX(longest, window->end - window->start);
    }
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *window = &g_array_index(windows, struct steady_window, i);
        bool named = window->end - window->start == longest;
        longest = named ? SIZE_MAX : longest; /* the first of equal ones */
        chart_add_mark(chart, CHART_MARK_X_BAND, origin + (double)window->start * step,
            origin + (double)window->end * step, named ? tr(builder, "steady") : "");
    }
    guint widest[EXCLUDED_REASONS];
    guint reasons = widest_parts(parts, widest);
    for (guint i = 0; i < parts->len && windows->len > 0; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        double share = (double)(part->end - part->start) / (double)series->n;
        if (parts->len > HATCHED_MOST && share < HATCHED_LEAST)
            continue;
        bool named = widest[part->reason] == i && (reasons <= HATCHED_NAMED || share >= HATCHED_WIDE);
        chart_add_mark(chart, CHART_MARK_X_HATCH, origin + (double)part->start * step,
            origin + (double)part->end * step,
            named ? keepf(builder, "left out: %s", tr(builder, excluded_reason_name(part->reason))) : "");
    }
}

static void
add_throughput(struct builder *builder, struct chart *chart, const struct series *series, const double *x)
{
    bool known = false;
    for (size_t i = 0; i < series->n && !known; i++)
        known = isfinite(series->mib_s[i]);
    if (known)
        chart_add_series(chart_add_panel(chart, tr(builder, "Throughput"), "MiB/s", CHART_LINEAR, true), "", CHART_LINE,
            COLOR_THIRD, x, series->mib_s, series->n);
}

struct chart *
series_chart(
    struct builder *builder, const char *id, const char *title, const struct series *series, const GArray *windows)
{
    bool stamped = series->start_s != CAPTURE_NO_TIME;
    g_autoptr(GArray) parts = excluded_parts(series, windows);
    struct chart *chart = new_chart(builder, id, title, series_subtitle(builder, series, windows, parts));
    chart_x_axis(chart, tr(builder, stamped ? "Local time" : "Time since the first sample"),
        stamped ? CHART_TIME : CHART_ELAPSED);
    double origin = stamped ? (double)series->start_s : 0;
    g_autofree double *x = g_new(double, MAX(series->n, 1));
    for (size_t i = 0; i < series->n; i++)
        x[i] = origin + (double)i * series->interval_s;
    struct chart_panel *panel = chart_add_panel(chart, tr(builder, "IOPS"), "", CHART_LINEAR, true);
    chart_add_series(panel, "", CHART_LINE, COLOR_MAIN, x, series->iops, series->n);
    if (series->has_latency) {
        struct chart_panel *lower = chart_add_panel(chart, tr(builder, "Latency"), "ms", CHART_LINEAR, true);
        chart_add_series(lower, "", CHART_LINE, COLOR_SECOND, x, series->latency_ms, series->n);
    }
    add_throughput(builder, chart, series, x);
    mark_parts(builder, chart, series, windows, parts, origin);
    chart->height = 70 + 66 * chart->panels->len;
    const char *length = keep_figure(builder, format_duration_s((double)series->n * series->interval_s));
    chart->alt = windows->len == 1
                     ? language_textf(language_of(builder),
                           "Time series of IOPS and latency over %s, 1 steady window is shaded. %s.", length, title)
                     : language_textf(language_of(builder),
                           "Time series of IOPS and latency over %s, %u steady windows are shaded. %s.", length,
                           windows->len, title);
    return chart;
}
