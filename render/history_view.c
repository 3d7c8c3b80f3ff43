#include "history_view.h"

#include "compare_words.h"
#include "format.h"
#include "plain.h"
#include "results_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 2

/* What a result is called: its date, or the folder or file it lies in. */
static char *
result_name(const struct history *history, guint i)
{
    const struct results_file *file = g_ptr_array_index(history->files, i);
    if (history->by_date)
        return g_strdelimit(g_strdup(results_file_date(file)), "T", ' ');
    g_autofree char *base = g_path_get_basename(file->path), *folder = g_path_get_dirname(file->path);
    return strcmp(base, "results.json") == 0 ? g_path_get_basename(folder) : g_steal_pointer(&base);
}

static char *
figure_name(const struct history_figure *figure)
{
    const char *words = compare_figure_words(figure->figure), *workload = figure->workload;
    char at[G_ASCII_DTOSTR_BUF_SIZE];
    if (figure->place == COMPARE_RUNG)
        return g_strdup_printf(
            "%s, concurrency %s: %s", workload, g_ascii_formatd(at, sizeof at, "%.4g", figure->concurrency), words);
    return g_strdup_printf("%s, %s: %s", workload, compare_place_name(figure->place), words);
}

static char *
summary_text(const struct history *history)
{
    guint changes = 0;
    for (guint i = 0; i < history->figures->len; i++)
        changes += ((struct history_figure *)g_ptr_array_index(history->figures, i))->changes->len;
    if (history->files->len < HISTORY_RESULTS_MIN)
        return g_strdup_printf("%u results are too few to tell a change: at least %d are needed.", history->files->len,
            HISTORY_RESULTS_MIN);
    return g_strdup_printf("Results: %u, figures: %u, changes of level: %u. %s", history->files->len,
        history->figures->len, changes,
        history_is_met(history) ? "No figure ends on a worse level." : "A figure ends on a worse level.");
}

static struct table *
table_of_changes(const struct history *history)
{
    struct table *table = table_new("history-changes", "Changes of level");
    static const char *const texts[] = {"Since", "Figure"}, *const numbers[] = {
                                                                "Before", "After", "Change", "Interval"};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        table_add_column(table, texts[i], TABLE_TEXT);
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
        table_add_column(table, numbers[i], TABLE_NUMBER);
    table_add_column(table, "Verdict", TABLE_TEXT);
    for (guint i = 0; i < history->figures->len; i++) {
        const struct history_figure *figure = g_ptr_array_index(history->figures, i);
        for (guint k = 0; k < figure->changes->len; k++) {
            const struct history_change *change = &g_array_index(figure->changes, struct history_change, k);
            g_autofree char *since = result_name(history, change->at), *name = figure_name(figure);
            g_autofree char *before = compare_value_text(figure->figure, change->before);
            g_autofree char *after = compare_value_text(figure->figure, change->after);
            g_autofree char *percent = format_change_percent(change->change_pct);
            g_autofree char *lo = format_change_percent(change->lo_pct), *hi = format_change_percent(change->hi_pct);
            g_autofree char *interval = g_strdup_printf("%s to %s", lo, hi);
            table_add_row(table, since, name, before, after, percent, interval, compare_verdict_name(change->verdict));
        }
    }
    return table;
}

/* The level of each result: of the segment between changes that it lies in. */
static double *
levels_of(const struct history_figure *figure)
{
    guint n = figure->value->len;
    double *level = g_new(double, n);
    for (guint i = 0; i < n; i++) {
        level[i] = NAN;
        for (guint k = 0; k < figure->changes->len; k++) {
            const struct history_change *change = &g_array_index(figure->changes, struct history_change, k);
            if (i < change->at && k == 0)
                level[i] = change->before;
            if (i >= change->at)
                level[i] = change->after;
        }
    }
    return level;
}

static struct chart *
chart_of(const struct history *history, const struct history_figure *figure, guint number)
{
    guint n = figure->value->len;
    g_autofree double *x = g_new(double, n), *level = levels_of(figure);
    g_autofree char *id = g_strdup_printf("history-%u", number), *title = figure_name(figure);
    for (guint i = 0; i < n; i++)
        x[i] = i + 1;
    struct chart *chart = chart_new(id, title, "Each result in order of time, and the levels that were found");
    chart_x_axis(chart, "Result", CHART_LINEAR);
    chart->alt =
        g_strdup_printf("%s of %u results in order of time; changes of level: %u.", title, n, figure->changes->len);
    bool latency = figure->figure == COMPARE_LATENCY;
    struct chart_panel *panel = chart_add_panel(
        chart, latency ? "Latency" : compare_figure_words(figure->figure), latency ? "ms" : "", CHART_LINEAR, false);
    chart_add_series(panel, "result", CHART_DOTS, 0, x, (const double *)(const void *)figure->value->data, n);
    if (figure->changes->len > 0)
        chart_add_series(panel, "level", CHART_STEPS, 1, x, level, n);
    for (guint k = 0; k < figure->changes->len; k++) {
        const struct history_change *change = &g_array_index(figure->changes, struct history_change, k);
        g_autofree char *label = format_change_percent(change->change_pct);
        chart_add_mark(chart, CHART_MARK_X, x[change->at], NAN, label);
    }
    return chart;
}

static void
add_results(struct view *view, const struct history *history)
{
    view_declare_list(view, "result");
    for (guint i = 0; i < history->files->len; i++) {
        struct view *result = view_append(view, "result");
        g_autofree char *name = result_name(history, i);
        view_setf(result, "number", "%u", i + 1);
        view_set(result, "name", name);
        view_set(result, "path", ((struct results_file *)g_ptr_array_index(history->files, i))->path);
    }
}

struct view *
history_view_new(const struct history *history, const char *generator)
{
    struct view *view = view_new();
    g_autofree char *summary = summary_text(history);
    view_set(view, "title", "History of results");
    view_set(view, "generator", generator);
    view_set(view, "summary", summary);
    struct table *changes = table_of_changes(history);
    if (changes->rows->len > 0)
        view_take_table(view, "changes", changes);
    else
        table_free(changes);
    add_results(view, history);
    view_declare_list(view, "unlike");
    for (guint i = 0; i < history->unlike->len; i++) {
        g_autofree char *text = compare_unlike_text(&g_array_index(history->unlike, struct compare_unlike, i));
        view_set(view_append(view, "unlike"), "text", text);
    }
    view_declare_list(view, "figure");
    guint number = 0;
    for (guint i = 0; i < history->figures->len; i++) {
        const struct history_figure *figure = g_ptr_array_index(history->figures, i);
        if (figure->place == COMPARE_RUNG && figure->changes->len == 0)
            continue;
        struct view *element = view_append(view, "figure");
        g_autofree char *name = figure_name(figure);
        view_set(element, "name", name);
        view_take_chart(element, "course", chart_of(history, figure, ++number));
    }
    return view;
}

char *
history_text(const struct history *history)
{
    GString *out = g_string_new(NULL);
    g_autofree char *summary = summary_text(history);
    g_autoptr(Table) changes = table_of_changes(history);
    if (changes->rows->len > 0) {
        plain_table(out, changes, INDENT);
        g_string_append_c(out, '\n');
    }
    plain_paragraph(out, "", summary);
    for (guint i = 0; i < history->unlike->len; i++) {
        g_autofree char *text = compare_unlike_text(&g_array_index(history->unlike, struct compare_unlike, i));
        plain_paragraph(out, "- left out: ", text);
    }
    return g_string_free(out, FALSE);
}

static int
decimals_of(enum compare_figure figure)
{
    return figure == COMPARE_LATENCY       ? DECIMALS_LATENCY
           : figure == COMPARE_CONCURRENCY ? DECIMALS_COUNT
                                           : DECIMALS_RATE;
}

static json_t *
figure_json(const struct history_figure *figure)
{
    json_t *object = json_object(), *values = json_array(), *changes = json_array();
    int decimals = decimals_of(figure->figure);
    set_text(object, "workload", figure->workload);
    set_text(object, "at", compare_place_name(figure->place));
    set_number(object, "concurrency", figure->concurrency, DECIMALS_COUNT);
    set_text(object, "figure", compare_figure_name(figure->figure));
    set_number(object, "limit_pct", figure->limit_pct, DECIMALS_PCT);
    for (guint i = 0; i < figure->value->len; i++) {
        double value = g_array_index(figure->value, double, i);
        json_array_append_new(values, isfinite(value) ? json_real(results_rounded(value, decimals)) : json_null());
    }
    json_object_set_new(object, "values", values);
    for (guint k = 0; k < figure->changes->len; k++) {
        const struct history_change *change = &g_array_index(figure->changes, struct history_change, k);
        json_t *one = json_object();
        set_count(one, "result", change->at);
        set_number(one, "before", change->before, decimals);
        set_number(one, "after", change->after, decimals);
        set_number(one, "change_pct", change->change_pct, DECIMALS_PCT);
        set_number(one, "lo_pct", change->lo_pct, DECIMALS_PCT);
        set_number(one, "hi_pct", change->hi_pct, DECIMALS_PCT);
        set_text(one, "verdict", compare_verdict_name(change->verdict));
        json_array_append_new(changes, one);
    }
    json_object_set_new(object, "changes", changes);
    return object;
}

char *
history_json(const struct history *history, const char *generator)
{
    json_t *root = json_object(), *results = json_array(), *figures = json_array(), *unlike = json_array();
    set_text(root, "generator", generator);
    set_text(root, "kind", "history");
    json_object_set_new(root, "met", json_boolean(history_is_met(history)));
    for (guint i = 0; i < history->files->len; i++) {
        const struct results_file *file = g_ptr_array_index(history->files, i);
        json_t *one = json_object();
        set_text(one, "path", file->path);
        set_text(one, "date", results_file_date(file));
        json_array_append_new(results, one);
    }
    json_object_set_new(root, "results", results);
    for (guint i = 0; i < history->unlike->len; i++) {
        g_autofree char *text = compare_unlike_text(&g_array_index(history->unlike, struct compare_unlike, i));
        json_array_append_new(unlike, json_string(text));
    }
    json_object_set_new(root, "left_out", unlike);
    for (guint i = 0; i < history->figures->len; i++)
        json_array_append_new(figures, figure_json(g_ptr_array_index(history->figures, i)));
    json_object_set_new(root, "figures", figures);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15)), *copy = g_strconcat(text, "\n", NULL);
    free(text);
    json_decref(root);
    return copy;
}

struct gate *
history_gate(const struct history *history)
{
    const struct results_file *newest = g_ptr_array_index(history->files, history->files->len - 1);
    struct gate *gate = gate_new("history", newest->path);
    for (guint i = 0; i < history->figures->len; i++) {
        const struct history_figure *figure = g_ptr_array_index(history->figures, i);
        const struct history_change *last =
            figure->changes->len > 0 ? &g_array_index(figure->changes, struct history_change, figure->changes->len - 1)
                                     : NULL;
        g_autofree char *name = figure_name(figure), *message = NULL;
        if (last) {
            g_autofree char *since = result_name(history, last->at);
            g_autofree char *before = compare_value_text(figure->figure, last->before);
            g_autofree char *after = compare_value_text(figure->figure, last->after);
            g_autofree char *percent = format_change_percent(last->change_pct);
            message = g_strdup_printf("%s since %s, was %s: %s", after, since, before, percent);
        }
        bool worse = last && last->verdict == COMPARE_WORSE;
        bool told = history->files->len >= HISTORY_RESULTS_MIN;
        gate_add(gate, figure->workload, name, worse ? GATE_NOT_MET : told ? GATE_MET : GATE_NOT_TOLD, message);
    }
    return gate;
}
