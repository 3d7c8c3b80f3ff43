#include "compare_view.h"

#include "compare_words.h"
#include "format.h"
#include "plain.h"

#include <math.h>
#include <string.h>

#define INDENT 2

static const char *
path_of(const GPtrArray *files, guint i)
{
    return ((const struct results_file *)g_ptr_array_index(files, i))->path;
}

static void
add_line(struct table *table, const struct compare_line *line)
{
    g_autofree char *at = compare_at_text(line), *verdict = compare_verdict_text(line);
    g_autofree char *base = compare_value_text(line->figure, line->base);
    g_autofree char *new = compare_value_text(line->figure, line->new);
    g_autofree char *change = format_change_percent(line->change_pct), *interval = compare_interval_text(line);
    struct table_row *row =
        table_add_row(table, at, compare_figure_words(line->figure), base, new, change, interval, verdict);
    row->emphasis = line->verdict == COMPARE_WORSE || line->verdict == COMPARE_BETTER;
}

static struct table *
table_of_lines(const struct compare *compare, const char *workload, bool all)
{
    g_autofree char *id = g_strdup_printf("compare-%s", workload);
    g_autofree char *caption = g_strdup_printf("%s: base against new", workload);
    struct table *table = table_new(id, caption);
    static const struct {
        const char *heading;
        enum table_kind kind;
    } columns[] = {{"At", TABLE_TEXT}, {"Figure", TABLE_TEXT}, {"Base", TABLE_NUMBER}, {"New", TABLE_NUMBER},
        {"Change", TABLE_NUMBER}, {"Interval", TABLE_NUMBER}, {"Verdict", TABLE_TEXT}};
    for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
        table_add_column(table, columns[i].heading, columns[i].kind);
    for (guint i = 0; i < compare->lines->len; i++) {
        const struct compare_line *line = &g_array_index(compare->lines, struct compare_line, i);
        if (strcmp(line->workload, workload) != 0)
            continue;
        if (all || line->place != COMPARE_RUNG ||
            (line->verdict != COMPARE_SAME && line->verdict != COMPARE_CANNOT_TELL))
            add_line(table, line);
    }
    return table;
}

/* The names of the workloads that have lines, in order; borrowed. */
static GPtrArray *
workloads_of(const struct compare *compare)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < compare->lines->len; i++) {
        const char *name = g_array_index(compare->lines, struct compare_line, i).workload;
        if (names->len == 0 || strcmp(g_ptr_array_index(names, names->len - 1), name) != 0)
            g_ptr_array_add(names, (void *)name);
    }
    return names;
}

/* Both sides of a figure at the rungs of a workload. */
static void
add_curves(struct chart_panel *panel, const struct compare *compare, const char *workload, enum compare_figure figure)
{
    g_autoptr(GArray) at = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) base = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) new = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < compare->lines->len; i++) {
        const struct compare_line *line = &g_array_index(compare->lines, struct compare_line, i);
        if (line->place != COMPARE_RUNG || line->figure != figure || strcmp(line->workload, workload) != 0)
            continue;
        g_array_append_val(at, line->base_at);
        g_array_append_val(base, line->base);
        g_array_append_val(new, line->new);
    }
    const double *x = (const double *)(const void *)at->data;
    chart_add_series(panel, "base", CHART_LINE_DOTS, 0, x, (const double *)(const void *)base->data, at->len);
    chart_add_series(panel, "new", CHART_LINE_DOTS, 1, x, (const double *)(const void *)new->data, at->len);
}

static struct chart *
curves_of(const struct compare *compare, const char *workload, guint number)
{
    g_autofree char *id = g_strdup_printf("compare-%u", number);
    g_autofree char *title = g_strdup_printf("%s: base and new", workload);
    struct chart *chart = chart_new(id, title, "IOPS and latency against concurrency");
    chart_x_axis(chart, "Concurrency", CHART_LOG2);
    add_curves(chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true), compare, workload, COMPARE_IOPS);
    add_curves(chart_add_panel(chart, "Latency", "ms", CHART_LOG10, false), compare, workload, COMPARE_LATENCY);
    chart->alt = g_strdup_printf(
        "IOPS and latency of %s against concurrency, base and new; the table has the figures.", workload);
    return chart;
}

static void
set_limits(struct view *view, const struct compare *compare)
{
    const struct compare_limits *limits = &compare->limits;
    const struct {
        const char *name;
        double pct;
    } named[] = {{"limit_iops", limits->pct[COMPARE_IOPS]}, {"limit_mib_s", limits->pct[COMPARE_MIB_S]},
        {"limit_latency", limits->pct[COMPARE_LATENCY]}, {"limit_knee", limits->knee_pct}};
    for (size_t i = 0; i < G_N_ELEMENTS(named); i++) {
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        view_setf(view, named[i].name, "%s%%", g_ascii_formatd(text, sizeof text, "%g", named[i].pct));
    }
}

static void
add_paths(struct view *view, const char *list, const GPtrArray *files)
{
    view_declare_list(view, list);
    for (guint i = 0; i < files->len; i++)
        view_set(view_append(view, list), "path", path_of(files, i));
}

struct view *
compare_view_new(const struct compare *compare, const char *generator)
{
    struct view *view = view_new();
    g_autofree char *summary = compare_summary_text(compare), *confidence = compare_confidence_text(compare);
    view_set(view, "title", "Comparison of results");
    view_set(view, "generator", generator);
    view_set(view, "summary", summary);
    view_set(view, "outcome", compare_is_met(compare) ? "No figure is worse beyond its limit." : "Not met.");
    if (compare->compared > 0)
        view_set(view, "confidence", confidence);
    set_limits(view, compare);
    add_paths(view, "base", compare->base);
    add_paths(view, "new", compare->new);
    view_declare_list(view, "unlike");
    for (guint i = 0; i < compare->unlike->len; i++) {
        g_autofree char *text = compare_unlike_text(&g_array_index(compare->unlike, struct compare_unlike, i));
        view_set(view_append(view, "unlike"), "text", text);
    }
    view_declare_list(view, "workload");
    g_autoptr(GPtrArray) names = workloads_of(compare);
    for (guint i = 0; i < names->len; i++) {
        struct view *workload = view_append(view, "workload");
        view_set(workload, "name", g_ptr_array_index(names, i));
        view_take_table(workload, "figures", table_of_lines(compare, g_ptr_array_index(names, i), true));
        view_take_chart(workload, "curves", curves_of(compare, g_ptr_array_index(names, i), i + 1));
    }
    return view;
}

char *
compare_text(const struct compare *compare)
{
    GString *out = g_string_new(NULL);
    g_autofree char *summary = compare_summary_text(compare);
    for (guint i = 0; i < compare->base->len; i++)
        g_string_append_printf(out, "base %s\n", path_of(compare->base, i));
    for (guint i = 0; i < compare->new->len; i++)
        g_string_append_printf(out, "new  %s\n", path_of(compare->new, i));
    g_autoptr(GPtrArray) names = workloads_of(compare);
    for (guint i = 0; i < names->len; i++) {
        g_autoptr(Table) table = table_of_lines(compare, g_ptr_array_index(names, i), false);
        g_string_append_printf(out, "\n%s\n", (const char *)g_ptr_array_index(names, i));
        plain_table(out, table, INDENT);
    }
    g_string_append_c(out, '\n');
    plain_paragraph(out, "", summary);
    for (guint i = 0; i < compare->unlike->len; i++) {
        g_autofree char *text = compare_unlike_text(&g_array_index(compare->unlike, struct compare_unlike, i));
        plain_paragraph(out, "- ", text);
    }
    if (compare->compared > 0) {
        g_autofree char *confidence = compare_confidence_text(compare);
        plain_paragraph(out, "", confidence);
    }
    return g_string_free(out, FALSE);
}

struct gate *
compare_gate(const struct compare *compare, bool strict)
{
    struct gate *gate = gate_new("compare", path_of(compare->new, 0));
    for (guint i = 0; i < compare->unlike->len; i++) {
        g_autofree char *text = compare_unlike_text(&g_array_index(compare->unlike, struct compare_unlike, i));
        gate_add(gate, "runs", "alike", GATE_NOT_MET, text);
    }
    for (guint i = 0; i < compare->lines->len; i++) {
        const struct compare_line *line = &g_array_index(compare->lines, struct compare_line, i);
        if (line->is_repeated)
            continue;
        g_autofree char *at = compare_at_text(line), *text = compare_line_text(line);
        g_autofree char *name = g_strdup_printf("%s: %s, %s", line->workload, at, compare_figure_words(line->figure));
        enum gate_state state = line->verdict == COMPARE_WORSE         ? GATE_NOT_MET
                                : line->verdict != COMPARE_CANNOT_TELL ? GATE_MET
                                : strict                               ? GATE_NOT_MET
                                                                       : GATE_NOT_TOLD;
        gate_add(gate, line->workload, name, state, text);
    }
    return gate;
}
