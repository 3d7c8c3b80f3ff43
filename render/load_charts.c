#include "findings_parts.h"

#include "demand_awr.h"
#include "duration.h"
#include "format.h"
#include "language.h"
#include "heat_map.h"

#include <math.h>

#define DURATION_STEPS 20u /* fewer means tell no more than the table */
#define INTERVALS_SHOWN 3u /* of AWR: at least */
#define BYTES_PER_MIB 1048576.0
#define HEAT_DECADES 2 /* of I/Os that colours tell apart */
#define HOSTS_SHOWN 7u /* of more, the smaller ones are one area */
#define AT_ONCE 0.999  /* coincidence factor above which all peaks are of one moment */
#define PATHS_SHOWN 24u
#define ROW_HEIGHT 17.0
#define EVEN_PCT 10.0 /* shares within this of each other, relative: evenly shared */

enum { COLOR_MAIN, COLOR_SECOND, COLOR_THIRD, COLOR_FOURTH, COLOR_FIFTH, COLOR_SIXTH, COLOR_REST };

/* One figure's curve with its percentiles, which lie on it. */
static void
add_duration(struct builder *builder, struct chart *chart, const char *label, const char *unit, const GArray *steps,
    const struct demand_figures *figures)
{
    g_autoptr(GArray) curve = duration_curve((const double *)(void *)steps->data, steps->len);
    guint n = curve->len;
    g_autofree double *x = g_new(double, n + 1), *y = g_new(double, n + 1);
    g_autofree const char **tip = g_new0(const char *, n + 1);
    bool iops = !*unit;
    for (guint i = 0; i < n; i++) {
        const struct duration_point *point = &g_array_index(curve, struct duration_point, i);
        x[i] = point->time_pct;
        y[i] = point->value;
        tip[i] = keepf(builder, "%s%% of the time at or above %s %s",
            keep_figure(builder, format_three_digits(point->time_pct, 2)),
            keep_figure(builder, iops ? format_iops(point->value) : format_mib_s(point->value)), iops ? label : unit);
    }
    struct chart_panel *panel = chart_add_panel(chart, label, unit, CHART_LINEAR, true);
    chart_series_texts(chart_add_series(panel, "", CHART_LINE, iops ? COLOR_MAIN : COLOR_THIRD, x, y, n), tip, NULL);
    const struct {
        const char *name;
        double time_pct, value;
    } mark[] = {{"p50", 50, figures->p50}, {"p95", 5, figures->p95}, {"p99", 1, figures->p99}};
    for (size_t i = 0; i < G_N_ELEMENTS(mark); i++)
        if (isfinite(mark[i].value) && n > 0 && mark[i].time_pct >= x[0])
            chart_panel_add_mark(panel, CHART_MARK_POINT, mark[i].time_pct, mark[i].value,
                keep_id(builder, "%s %s", mark[i].name,
                    keep_figure(builder, iops ? format_iops(mark[i].value) : format_mib_s(mark[i].value))));
}

static struct chart *
duration_chart(struct builder *builder, const struct load_finding *load, const char *id)
{
    const struct demand *demand = &load->demand;
    g_autoptr(GArray) iops = demand_steps(load->series, load->series->iops, demand->step_s);
    if (iops->len < DURATION_STEPS || !isfinite(demand->iops.p95))
        return NULL;
    const char *step = keep_figure(builder, format_duration_s(demand->step_s));
    struct chart *chart = new_chart(builder, keep_id(builder, "%s-duration", id),
        keepf(builder, "5%% of the time the load is at or above %s IOPS",
            keep_figure(builder, format_iops(demand->iops.p95))),
        keepf(builder, "How much of the time, on a logarithmic axis, the load is at or above a figure; means of %s",
            step));
    chart_x_axis(chart, tr(builder, "Share of the time at or above, %"), CHART_LOG10);
    add_duration(builder, chart, "IOPS", "", iops, &demand->iops);
    if (isfinite(demand->mib_s.p95)) {
        g_autoptr(GArray) mib_s = demand_steps(load->series, load->series->mib_s, demand->step_s);
        add_duration(builder, chart, tr(builder, "Throughput"), "MiB/s", mib_s, &demand->mib_s);
    }
    chart->height = 70 + 85 * chart->panels->len;
    chart->is_half = true;
    chart->alt = language_textf(language_of(builder),
        "Duration curve: half of the time the load is at or above %s IOPS, 5%% of the time at "
        "or above %s, 1%% at or above %s.",
        keep_figure(builder, format_iops(demand->iops.p50)), keep_figure(builder, format_iops(demand->iops.p95)),
        keep_figure(builder, format_iops(demand->iops.p99)));
    return chart;
}

static struct chart *
heat_chart(struct builder *builder, const struct load_finding *load, const char *id)
{
    const struct series *series = load->series;
    g_autoptr(HeatMap) map = heat_map_new(series);
    if (!map)
        return NULL;
    bool stamped = series->start_s != CAPTURE_NO_TIME;
    double width_s = (double)map->slots * series->interval_s;
    double from = stamped ? (double)series->start_s - series->interval_s : 0;
    double least = fmax(map->highest_ios / pow(10, HEAT_DECADES), fmin(map->highest_ios, 1));
    struct chart *chart = new_chart(builder, keep_id(builder, "%s-heat", id),
        keepf(builder, "Latency is %s ms on average, %s ms in the slowest 5%% of the intervals",
            keep_figure(builder, format_ms(load->demand.latency_ms)),
            keep_figure(builder, format_ms(load->demand.p95_latency_ms))),
        keepf(builder,
            "Where the I/Os are: the darker, the more have this latency at this time; columns of %s, by the mean "
            "latency "
            "of each interval",
            keep_figure(builder, format_duration_s(width_s))));
    chart_x_axis(chart, tr(builder, stamped ? "Local time" : "Time since the first sample"),
        stamped ? CHART_TIME : CHART_ELAPSED);
    struct chart_panel *panel = chart_add_panel(chart, tr(builder, "Latency"), "ms", CHART_LOG10, false);
    g_autofree const char **tip = g_new0(const char *, map->columns + 1);
    for (size_t i = 0; i < map->columns; i++) {
        double at = from + width_s * (double)i;
        tip[i] = map->total[i] > 0
                     ? keepf(builder, "%s: %s I/Os in %s, %s ms on average",
                           stamped ? keep_date(builder, format_time(at)) : keep_figure(builder, format_duration_s(at)),
                           keep_figure(builder, format_rough(map->total[i])),
                           keep_figure(builder, format_duration_s(width_s)),
                           keep_figure(builder, format_ms(map->mean_ms[i])))
                     : "";
    }
    struct chart_cells cells = {.x_from = from,
        .x_step = width_s,
        .columns = map->columns,
        .rows = map->rows,
        .edge = map->edge_ms,
        .value = map->ios,
        .least = least,
        .tip = (char **)tip,
        .low_label = (char *)keepf(builder, "≤ %s I/Os", keep_figure(builder, format_rough(least))),
        .high_label = (char *)keepf(builder, "%s I/Os", keep_figure(builder, format_rough(map->highest_ios)))};
    chart_take_cells(panel, &cells);
    chart->is_half = true;
    chart->height = 220;
    chart->alt = language_textf(language_of(builder), "Heat map of latency over time, %zu columns of %s. %s.",
        map->columns, keep_figure(builder, format_duration_s(width_s)), chart->title);
    return chart;
}

/* --- a load that AWR reports alone tell of --- */

/* Each interval as a level piece of line; a break where snapshots are missing. */
static void
add_awr_rate(struct chart_panel *panel, const char *label, unsigned color, const GArray *intervals,
    const enum awr_rate *rate, guint rates, double factor)
{
    guint n = 0;
    g_autofree double *x = g_new(double, 3 * intervals->len + 1), *y = g_new(double, 3 * intervals->len + 1);
    for (guint i = 0; i < intervals->len; i++) {
        const struct awr_interval *interval = &g_array_index(intervals, struct awr_interval, i);
        double value = 0;
        for (guint k = 0; k < rates; k++)
            value += interval->rate[rate[k]] * factor;
        if (i > 0 && interval->begin_s != g_array_index(intervals, struct awr_interval, i - 1).end_s) {
            x[n] = (double)interval->begin_s;
            y[n++] = NAN;
        }
        x[n] = (double)interval->begin_s;
        y[n++] = value;
        x[n] = (double)interval->end_s;
        y[n++] = value;
    }
    chart_add_series(panel, label, CHART_LINE, color, x, y, n);
}

static bool
intervals_have_times(const GArray *intervals)
{
    for (guint i = 0; i < intervals->len; i++) {
        const struct awr_interval *interval = &g_array_index(intervals, struct awr_interval, i);
        if (interval->begin_s == CAPTURE_NO_TIME || interval->end_s == CAPTURE_NO_TIME)
            return false;
    }
    return true;
}

static struct chart *
awr_load_chart(struct builder *builder, const struct load_finding *load, const char *id)
{
    static const enum awr_rate reads[] = {AWR_READ_IOPS}, writes[] = {AWR_WRITE_IOPS},
                               bytes[] = {AWR_READ_BYTES, AWR_WRITE_BYTES}, sessions[] = {AWR_DB_TIME};
    const GArray *intervals = load->awr_series ? load->awr_series->intervals : NULL;
    if (!intervals || intervals->len < INTERVALS_SHOWN || !intervals_have_times(intervals))
        return NULL;
    struct chart *chart = new_chart(builder, keep_id(builder, "%s-series", id),
        keepf(builder, "The load peaks at %s IOPS, the mean of the busiest snapshot interval",
            keep_figure(builder, format_iops(load->demand.iops.peak))),
        keepf(builder, "From AWR alone: means of %u snapshot intervals; what happened inside them is not known",
            intervals->len));
    chart_x_axis(chart, tr(builder, "Local time"), CHART_TIME);
    struct chart_panel *iops = chart_add_panel(chart, tr(builder, "IOPS"), "", CHART_LINEAR, true);
    add_awr_rate(iops, tr(builder, "reads"), COLOR_MAIN, intervals, reads, 1, 1);
    add_awr_rate(iops, tr(builder, "writes"), COLOR_SECOND, intervals, writes, 1, 1);
    add_awr_rate(chart_add_panel(chart, tr(builder, "Throughput"), "MiB/s", CHART_LINEAR, true), "", COLOR_THIRD,
        intervals, bytes, 2, 1 / BYTES_PER_MIB);
    add_awr_rate(chart_add_panel(chart, tr(builder, "Average active sessions"), "", CHART_LINEAR, true), "",
        COLOR_FOURTH, intervals, sessions, 1, 1);
    chart->height = 70 + 66 * chart->panels->len;
    chart->alt = language_textf(language_of(builder),
        "Reads, writes, throughput and active sessions over %u AWR snapshot intervals. %s.", intervals->len,
        chart->title);
    return chart;
}

void
fill_load_charts(struct builder *builder, struct view *view, const struct load_finding *load, const char *id)
{
    if (!load->series) {
        struct chart *snapshots = awr_load_chart(builder, load, id);
        if (snapshots)
            view_take_chart(view, "series", snapshots);
        return;
    }
    struct chart *duration = duration_chart(builder, load, id), *heat = heat_chart(builder, load, id);
    if (duration)
        view_take_chart(view, "duration", duration);
    if (heat)
        view_take_chart(view, "heat", heat);
}

/* --- several hosts --- */

static int
by_mean_falling(const void *a, const void *b)
{
    const struct load_part *left = *(struct load_part *const *)a, *right = *(struct load_part *const *)b;
    double left_iops = left->demand.iops.mean, right_iops = right->demand.iops.mean;
    return left_iops > right_iops ? -1 : left_iops < right_iops ? 1 : 0;
}

/* The largest at the bottom; beyond those shown, the rest as one. */
static void
add_hosts(struct builder *builder, struct chart_panel *panel, const GPtrArray *hosts, size_t n, const double *x)
{
    g_autoptr(GPtrArray) areas = g_ptr_array_new();
    for (guint i = 0; i < hosts->len; i++)
        g_ptr_array_add(areas, g_ptr_array_index(hosts, i));
    g_ptr_array_sort(areas, by_mean_falling);
    guint own = areas->len > HOSTS_SHOWN ? HOSTS_SHOWN - 1 : areas->len;
    for (guint i = 0; i < MIN(own + 1, areas->len); i++) {
        g_autofree double *iops = g_new0(double, MAX(n, 1));
        guint last = i < own ? i : areas->len - 1;
        for (guint k = i; k <= last; k++)
            for (size_t slot = 0; slot < n; slot++)
                iops[slot] += ((const struct load_part *)g_ptr_array_index(areas, k))->iops[slot];
        const char *name = i < own ? ((const struct load_part *)g_ptr_array_index(areas, i))->name
                                   : keepf(builder, "%u other hosts", areas->len - own);
        chart_add_series(panel, name, CHART_AREA, i < own ? i : COLOR_REST, x, iops, n);
    }
}

static const struct load_finding *
hosts_together(const struct findings *findings)
{
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        if (load->kind == LOAD_HOSTS_TOGETHER && load->series->n > 0 && load->series->start_s != CAPTURE_NO_TIME)
            return load;
    }
    return NULL;
}

static const char *
hosts_title(struct builder *builder, const struct coincidence *iops)
{
    const char *together = keep_figure(builder, format_iops(iops->peak_of_sum));
    if (iops->factor > AT_ONCE)
        return keepf(builder, "All hosts peak at the same moment: %s IOPS together", together);
    return keepf(builder, "Together the hosts peak at %s IOPS, their own peaks add up to %s", together,
        keep_figure(builder, format_iops(iops->sum_of_peaks)));
}

void
fill_hosts_chart(struct builder *builder, struct view *view)
{
    const struct load_finding *together = hosts_together(builder->findings);
    if (!together || !together->parts || together->parts->len < 2)
        return;
    const struct series *sum = together->series;
    g_autofree double *x = g_new(double, sum->n);
    for (size_t i = 0; i < sum->n; i++)
        x[i] = (double)sum->start_s + (double)i * sum->interval_s;
    struct chart *chart = new_chart(builder, "hosts", hosts_title(builder, &together->coincidence_iops),
        tr(builder, "IOPS of each host on top of each other, over the time that all logs cover"));
    chart_x_axis(chart, tr(builder, "Local time"), CHART_TIME);
    add_hosts(builder, chart_add_panel(chart, tr(builder, "IOPS"), "", CHART_LINEAR, true), together->parts, sum->n, x);
    chart->height = 220;
    chart->alt = language_textf(language_of(builder), "Stacked areas of the IOPS of %u hosts over time. %s.",
        together->parts->len, chart->title);
    view_take_chart(view, "hosts", chart);
}

/* --- paths --- */

static const char *
paths_title(struct builder *builder, const GArray *paths)
{
    const struct path_share *most = NULL, *least = NULL;
    for (guint i = 0; i < paths->len; i++) {
        const struct path_share *path = &g_array_index(paths, struct path_share, i);
        most = !most || path->share_pct > most->share_pct ? path : most;
        least = !least || path->share_pct < least->share_pct ? path : least;
    }
    if (!isfinite(most->share_pct))
        return tr(builder, "The paths carried no load");
    const char *high = keep_figure(builder, format_percent(most->share_pct)),
               *low = keep_figure(builder, format_percent(least->share_pct));
    if (most->share_pct - least->share_pct <= EVEN_PCT / 100 * 100 / paths->len)
        return keepf(builder, "The paths share the load evenly: each carries %s to %s", low, high);
    return keepf(
        builder, "The paths do not share the load evenly: %s carries %s, %s %s", most->name, high, least->name, low);
}

void
fill_paths_chart(struct builder *builder, struct view *view)
{
    const GArray *paths = builder->findings->paths;
    guint n = MIN(paths->len, PATHS_SHOWN);
    if (n < 2)
        return;
    g_autofree const char **name = g_new0(const char *, n + 1), **note = g_new0(const char *, n + 1),
                          **tip = g_new0(const char *, n + 1);
    g_autofree double *x = g_new(double, n), *y = g_new(double, n);
    for (guint i = 0; i < n; i++) {
        const struct path_share *path = &g_array_index(paths, struct path_share, i);
        x[i] = path->iops;
        y[i] = i;
        name[i] = path->name;
        note[i] = keepf(builder, "%s, %s ms", keep_figure(builder, format_percent(path->share_pct)),
            keep_figure(builder, format_ms(path->await_ms)));
        tip[i] = keepf(builder, "%s: %s IOPS, %s of all paths, %s ms", path->name,
            keep_figure(builder, format_iops(path->iops)), keep_figure(builder, format_percent(path->share_pct)),
            keep_figure(builder, format_ms(path->await_ms)));
    }
    struct chart *chart = new_chart(builder, "paths", paths_title(builder, paths),
        paths->len > n
            ? keepf(builder, "IOPS of the first %u of %u paths, with their share of all of them and their latency", n,
                  paths->len)
            : tr(builder, "IOPS of each path, with its share of all of them and its latency"));
    chart_x_axis(chart, tr(builder, "IOPS"), CHART_LINEAR);
    struct chart_panel *panel = chart_add_rows(chart, "", name, n, false);
    chart_series_texts(chart_add_series(panel, "", CHART_BARS, COLOR_MAIN, x, y, n), tip, note);
    chart->height = 80 + ROW_HEIGHT * n;
    chart->alt = language_textf(language_of(builder), "Bars of IOPS for %u paths. %s.", n, chart->title);
    view_take_chart(view, "paths", chart);
}
