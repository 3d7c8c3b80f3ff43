#include "findings_parts.h"

#include "awr_words.h"
#include "format.h"
#include "language.h"
#include "view.h"

#include <math.h>
#include <stdarg.h>

const char *
keep(struct builder *builder, char *text)
{
    const char *kept = g_string_chunk_insert(builder->pool, text ? text : "");
    g_free(text);
    return kept;
}

/* What prints to a terminal has no context. */
const struct language *
language_of(const struct builder *builder)
{
    return builder->context ? builder->context->language : NULL;
}

const char *
keep_figure(struct builder *builder, char *text)
{
    char *local = language_number(language_of(builder), text);
    g_free(text);
    return keep(builder, local);
}

const char *
keep_date(struct builder *builder, char *text)
{
    char *local = language_date(language_of(builder), text);
    g_free(text);
    return keep(builder, local);
}

const char *
tr(const struct builder *builder, const char *english)
{
    return language_text(language_of(builder), english);
}

const char *
keepf(struct builder *builder, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = g_strdup_vprintf(tr(builder, format), args);
    va_end(args);
    return keep(builder, text);
}

const char *
keep_id(struct builder *builder, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = g_strdup_vprintf(format, args);
    va_end(args);
    return keep(builder, text);
}

const char *
joined(struct builder *builder, const char *first, const char *second)
{
    return *first && *second ? keepf(builder, "%s %s", first, second) : *first ? first : second;
}

struct chart *
new_chart(struct builder *builder, const char *id, const char *title, const char *subtitle)
{
    struct chart *chart = chart_new(id, title, subtitle);
    chart->language = language_of(builder);
    return chart;
}

void
add_sentence(struct view *view, const char *name, const char *text)
{
    view_set(view_append(view, name), "text", text);
}

const char *
findings_title(const struct findings *findings, const struct language *language)
{
    const struct study_ini *ini = findings->study->ini;
    if (ini && ini->title)
        return ini->title;
    return language_text(language, findings->ladders->len > 0 ? "Storage performance study" : "Storage demand report");
}

static const char *
first_host(const struct findings *findings)
{
    for (guint i = 0; i < findings->inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(findings->inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++) {
            const struct capture *capture = g_ptr_array_index(input->captures, c);
            if (capture->host)
                return capture->host;
        }
    }
    return NULL;
}

char *
findings_subject(const struct findings *findings, const struct language *language)
{
    guint runs = 0, workloads = findings->ladders->len, loads = findings->loads->len;
    for (guint i = 0; i < workloads; i++)
        runs += ((const struct ladder *)g_ptr_array_index(findings->ladders, i))->rungs->len;
    g_autofree char *counts = workloads == 1  ? language_textf(language, "1 workload, %u runs", runs)
                              : workloads > 1 ? language_textf(language, "%u workloads, %u runs", workloads, runs)
                              : loads == 1    ? g_strdup(language_text(language, "1 load"))
                                              : language_textf(language, "%u loads", loads);
    const GPtrArray *names = findings->layer->names;
    if (names->len == 0)
        return g_steal_pointer(&counts);
    g_autofree char *listed = names_listed(language, names);
    const char *host = first_host(findings);
    return host ? language_textf(language, "%s, measured at %s of %s", counts, listed, host)
                : language_textf(language, "%s, measured at %s", counts, listed);
}

/* Workload | Performance | ... : the study's first table. */
static struct table *
headline_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table = table_new("headline", "");
    table_add_column(table, tr(builder, "Workload"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Best operating point"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Latency"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Throughput"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Knee"), TABLE_NUMBER);
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        const struct rung *best = ladder_rung(ladder, ladder->best_rung);
        const struct knee *knee = &ladder->knee;
        table_add_row(table, keepf(builder, "%s (%s)", ladder->name, workload_words(builder, ladder)),
            best ? keepf(builder, "%s IOPS", keep_figure(builder, format_iops(best->means.iops)))
                 : tr(builder, no_best_words(ladder)),
            best ? keepf(builder, "%s ms", keep_figure(builder, format_ms(best->means.latency_ms))) : FORMAT_NOTHING,
            best ? keepf(builder, "%s MiB/s", keep_figure(builder, format_mib_s(best->means.mib_s))) : FORMAT_NOTHING,
            knee->verdict == KNEE_FOUND          ? at_fitted_load(builder, ladder, knee->concurrency)
            : knee->verdict == KNEE_NOT_REACHED  ? tr(builder, "not reached")
            : knee->verdict == KNEE_ALREADY_PAST ? tr(builder, "already past")
                                                 : tr(builder, "cannot tell"));
    }
    return table;
}

static void
fill_head(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    const struct study_ini *ini = findings->study->ini;
    view_set(view, "title", findings_title(findings, language_of(builder)));
    view_set(view, "customer", ini ? ini->customer : NULL);
    view_set(view, "author", ini ? ini->author : NULL);
    view_set(view, "notice", ini ? ini->notice : NULL);
    if (findings->date_s != CAPTURE_NO_TIME)
        view_set(view, "captured_until", keep_date(builder, format_date((double)findings->date_s)));
    view_set(view, "latency_ceiling", limit_ms(builder, findings->latency_ceiling_ms));
    view_set(view, "layer_rule", layer_rule_words(builder, findings->layer->rule));
    g_autofree char *names = names_listed(language_of(builder), findings->layer->names);
    view_set(view, "layer_names", *names ? names : NULL);
    if (findings->ladders->len > 0)
        view_take_table(view, "headline", headline_table(builder));
}

/* An appendix without a table would be a heading alone. */
static void
announce_appendix(struct view *view)
{
    static const char *const table[] = {"awr_tests", "awr_alignment", "paths", "evidence", "window_checks"};
    const GPtrArray *workloads = view_elements(view, "workload");
    bool has_fits = false, has_any = false;
    for (guint i = 0; i < workloads->len; i++)
        has_fits = has_fits || view_table(g_ptr_array_index(workloads, i), "fit");
    for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
        has_any = has_any || view_table(view, table[i]);
    view_set(view, "has_fits", has_fits ? "yes" : NULL);
    view_set(view, "has_appendix", has_fits || has_any ? "yes" : NULL);
}

struct view *
findings_view_new(const struct findings *findings, const struct report_context *context)
{
    struct builder builder = {.findings = findings, .context = context, .pool = g_string_chunk_new(4096)};
    files_learn(&builder);
    struct view *view = view_new();
    static const char *const list[] = {"workload", "load"};
    for (size_t i = 0; i < G_N_ELEMENTS(list); i++)
        view_declare_list(view, list[i]);
    fill_head(&builder, view);
    fill_cover(&builder, view);
    fill_summary(&builder, view);
    for (guint i = 0; i < findings->ladders->len; i++)
        fill_workload(&builder, view_append(view, "workload"), g_ptr_array_index(findings->ladders, i));
    fill_loads(&builder, view);
    fill_awr(&builder, view);
    fill_checks(&builder, view);
    fill_sizing(&builder, view);
    fill_quality(&builder, view);
    announce_appendix(view);
    g_hash_table_unref(builder.files);
    g_string_chunk_free(builder.pool);
    return view;
}
