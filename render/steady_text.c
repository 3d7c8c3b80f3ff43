#include "steady_text.h"

#include "excluded.h"
#include "format.h"
#include "plain.h"
#include "remark_words.h"
#include "remarks.h"
#include "results_parts.h"

#include <math.h>
#include <stdlib.h>

#define INDENT 2

void
steady_item_free(struct steady_item *item)
{
    g_free(item->path);
    g_free(item->host);
    g_free(item->device);
    series_free(item->series);
    g_array_unref(item->windows);
    g_free(item);
}

/* What a window's samples say. */
struct window_figures {
    struct series_means means;
    struct steady_mean iops;
    double length_s, half_width_pct, period_s;
    char grade;
};

static struct window_figures
figures_of(const struct series *series, const struct steady_window *window)
{
    size_t n = window->end - window->start;
    const double *iops = series->iops + window->start;
    struct window_figures figures = {
        .means = series_means(series, window->start, window->end),
        .iops = steady_mean_of(iops, n, series->interval_s),
        .length_s = (double)n * series->interval_s,
        .period_s = steady_period_s(iops, n, series->interval_s),
    };
    figures.half_width_pct = 100 * figures.iops.half_width / figures.iops.mean;
    figures.grade = steady_grade(&figures.iops);
    return figures;
}

static GArray *
remarks_of_item(const struct steady_item *item)
{
    GArray *remarks = remarks_new();
    remarks_of_series(remarks, item->series, item->windows, &item->account);
    return remarks;
}

static void
add_window(struct table *table, const struct series *series, const struct steady_window *window)
{
    struct window_figures figures = figures_of(series, window);
    g_autofree char *samples = g_strdup_printf("%zu to %zu", window->start, window->end);
    g_autofree char *length = format_duration_s(figures.length_s), *iops = format_iops(figures.means.iops);
    g_autofree char *width = format_percent(figures.half_width_pct),
                    *drift = format_change_percent(figures.iops.drift_pct);
    g_autofree char *latency = format_ms(figures.means.latency_ms), *p95 = format_ms(figures.means.p95_latency_ms);
    g_autofree char *period = figures.period_s > 0 ? format_duration_s(figures.period_s) : g_strdup(FORMAT_NOTHING);
    const char grade[] = {figures.grade, '\0'};
    table_add_row(table, samples, length, iops, width, latency, p95, drift, period, grade);
}

static struct table *
windows_table(const struct steady_item *item)
{
    static const struct {
        const char *heading;
        enum table_kind kind;
    } column[] = {{"Samples", TABLE_TEXT}, {"Length", TABLE_TEXT}, {"IOPS", TABLE_NUMBER}, {"± 95%", TABLE_NUMBER},
        {"Latency ms", TABLE_NUMBER}, {"p95 ms", TABLE_NUMBER}, {"Drift", TABLE_NUMBER}, {"Period", TABLE_NUMBER},
        {"Grade", TABLE_TEXT}};
    struct table *table = table_new("windows", "");
    for (size_t i = 0; i < G_N_ELEMENTS(column); i++)
        table_add_column(table, column[i].heading, column[i].kind);
    for (guint i = 0; i < item->windows->len; i++)
        add_window(table, item->series, &g_array_index(item->windows, struct steady_window, i));
    return table;
}

static void
append_excluded(GString *out, const struct steady_item *item)
{
    g_autoptr(GArray) parts = excluded_parts(item->series, item->windows);
    g_autoptr(GString) text = g_string_new("Left out:");
    for (guint i = 0; i < parts->len; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        g_autofree char *length = format_duration_s((double)(part->end - part->start) * item->series->interval_s);
        g_string_append_printf(text, "%s %zu to %zu %s (%s)", i > 0 ? "," : "", part->start, part->end,
            excluded_reason_name(part->reason), length);
    }
    if (parts->len > 0)
        plain_paragraph(out, "  ", text->str);
}

void
steady_append_text(GString *out, const struct steady_item *item)
{
    g_autofree char *interval = format_duration_s(item->series->interval_s);
    g_autofree char *length = format_duration_s((double)item->series->n * item->series->interval_s);
    g_string_append_printf(out, "%s\n", item->path);
    g_string_append_printf(out, "  %s%s%s%s%zu samples of %s%s: %s\n", item->host ? item->host : "",
        item->host ? ", " : "", item->device ? item->device : "", item->device ? ", " : "", item->series->n, interval,
        item->series->interval_assumed ? " (assumed)" : "", length);
    if (item->windows->len > 0) {
        g_autoptr(Table) table = windows_table(item);
        plain_table(out, table, INDENT);
    } else {
        g_string_append(out, "  No steady window.\n");
    }
    append_excluded(out, item);
    g_autoptr(GArray) remarks = remarks_of_item(item);
    for (guint i = 0; i < remarks->len; i++) {
        g_autofree char *text = remark_text(&g_array_index(remarks, struct remark, i), "concurrency", NULL);
        plain_paragraph(out, "  - ", text);
    }
}

static json_t *
window_json(const struct series *series, const struct steady_window *window)
{
    struct window_figures figures = figures_of(series, window);
    json_t *object = json_object();
    set_count(object, "start", window->start);
    set_count(object, "end", window->end);
    set_count(object, "samples", figures.means.samples);
    set_number(object, "length_s", figures.length_s, DECIMALS_COUNT);
    set_number(object, "iops", figures.means.iops, DECIMALS_RATE);
    set_number(object, "half_width", figures.iops.half_width, DECIMALS_RATE);
    set_number(object, "half_width_pct", figures.half_width_pct, DECIMALS_PCT);
    set_number(object, "latency_ms", figures.means.latency_ms, DECIMALS_LATENCY);
    set_number(object, "p95_latency_ms", figures.means.p95_latency_ms, DECIMALS_LATENCY);
    set_number(object, "drift_pct", figures.iops.drift_pct, DECIMALS_PCT);
    if (figures.period_s > 0)
        set_number(object, "period_s", figures.period_s, DECIMALS_COUNT);
    const char grade[] = {figures.grade, '\0'};
    set_text(object, "grade", grade);
    return object;
}

static json_t *
account_json(const struct steady_account *account)
{
    json_t *object = json_object();
    set_count(object, "judged", account->judged);
    set_count(object, "too_short", account->too_short);
    set_count(object, "drifting", account->drifting);
    set_count(object, "wandering", account->wandering);
    set_number(object, "longest_load_s", account->longest_load_s, DECIMALS_COUNT);
    set_number(object, "longest_flat_s", account->longest_flat_s, DECIMALS_COUNT);
    set_number(object, "level_range_pct", account->level_range_pct, DECIMALS_PCT);
    return object;
}

static json_t *
item_json(const struct steady_item *item)
{
    json_t *object = json_object(), *windows = json_array(), *excluded = json_array();
    set_text(object, "file", item->path);
    set_text(object, "host", item->host);
    set_text(object, "device", item->device);
    set_count(object, "samples", item->series->n);
    set_number(object, "interval_s", item->series->interval_s, DECIMALS_LATENCY);
    json_object_set_new(object, "interval_assumed", json_boolean(item->series->interval_assumed));
    for (guint i = 0; i < item->windows->len; i++)
        json_array_append_new(
            windows, window_json(item->series, &g_array_index(item->windows, struct steady_window, i)));
    g_autoptr(GArray) parts = excluded_parts(item->series, item->windows);
    for (guint i = 0; i < parts->len; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        json_t *line = json_object();
        set_count(line, "start", part->start);
        set_count(line, "end", part->end);
        set_text(line, "reason", excluded_reason_name(part->reason));
        set_number(line, "drift_pct", part->drift_pct, DECIMALS_PCT);
        json_array_append_new(excluded, line);
    }
    json_object_set_new(object, "windows", windows);
    json_object_set_new(object, "excluded", excluded);
    json_object_set_new(object, "account", account_json(&item->account));
    g_autoptr(GArray) remarks = remarks_of_item(item);
    json_object_set_new(object, "remarks", remarks_json(remarks, "concurrency"));
    return object;
}

char *
steady_json(const GPtrArray *items)
{
    json_t *root = json_object(), *array = json_array();
    for (guint i = 0; i < items->len; i++)
        json_array_append_new(array, item_json(g_ptr_array_index(items, i)));
    json_object_set_new(root, "series", array);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(root);
    char *copy = g_strconcat(text, "\n", NULL);
    free(text);
    return copy;
}
