#include "findings_parts.h"

#include "format.h"

#include <math.h>
#include <stdarg.h>

const char *
keep(struct builder *builder, char *text)
{
    const char *kept = g_string_chunk_insert(builder->pool, text ? text : "");
    g_free(text);
    return kept;
}

const char *
keepf(struct builder *builder, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = g_strdup_vprintf(format, args);
    va_end(args);
    return keep(builder, text);
}

void
add_sentence(struct view *view, const char *name, const char *text)
{
    view_set(view_append(view, name), "text", text);
}

const char *
findings_title(const struct findings *findings)
{
    const struct study_ini *ini = findings->study->ini;
    if (ini && ini->title)
        return ini->title;
    return findings->ladders->len > 0 ? "Storage performance study" : "Storage demand report";
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
findings_subject(const struct findings *findings)
{
    guint runs = 0, workloads = findings->ladders->len;
    for (guint i = 0; i < workloads; i++)
        runs += ((const struct ladder *)g_ptr_array_index(findings->ladders, i))->rungs->len;
    g_autoptr(GString) subject = g_string_new(NULL);
    if (workloads > 0)
        g_string_append_printf(subject, "%u %s, %u runs", workloads, workloads == 1 ? "workload" : "workloads", runs);
    else
        g_string_append_printf(subject, "%u %s", findings->loads->len, findings->loads->len == 1 ? "load" : "loads");
    const GPtrArray *names = findings->layer->names;
    for (guint i = 0; i < names->len; i++)
        g_string_append_printf(subject, "%s%s", i == 0 ? ", measured at " : ", ", (char *)g_ptr_array_index(names, i));
    const char *host = first_host(findings);
    if (names->len > 0 && host)
        g_string_append_printf(subject, " of %s", host);
    return g_string_free(g_steal_pointer(&subject), FALSE);
}

/* Workload | Performance | ... : the study's first table. */
static struct table *
headline_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table = table_new("headline", "");
    table_add_column(table, "Workload", TABLE_TEXT);
    table_add_column(table, "Best operating point", TABLE_NUMBER);
    table_add_column(table, "Latency", TABLE_NUMBER);
    table_add_column(table, "Throughput", TABLE_NUMBER);
    table_add_column(table, "Knee", TABLE_NUMBER);
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        const struct rung *best = ladder_rung(ladder, ladder->best_rung);
        const struct knee *knee = &ladder->knee;
        table_add_row(table, keepf(builder, "%s (%s)", ladder->name, workload_words(builder, ladder)),
            best ? keepf(builder, "%s IOPS", keep(builder, format_iops(best->means.iops))) : no_best_words(ladder),
            best ? keepf(builder, "%s ms", keep(builder, format_ms(best->means.latency_ms))) : FORMAT_NOTHING,
            best ? keepf(builder, "%s MiB/s", keep(builder, format_mib_s(best->means.mib_s))) : FORMAT_NOTHING,
            knee->verdict == KNEE_FOUND          ? at_fitted_load(builder, ladder, knee->concurrency)
            : knee->verdict == KNEE_NOT_REACHED  ? "not reached"
            : knee->verdict == KNEE_ALREADY_PAST ? "already past"
                                                 : "cannot tell");
    }
    return table;
}

/* What sizing may take from the ladder. */
static const char *
usable_words(struct builder *builder, const struct ladder *ladder)
{
    const struct findings *findings = builder->findings;
    double usable = sizing_usable_iops(ladder_sizing_iops(ladder, findings->size_at_knee), findings->utilisation_limit);
    if (!isfinite(usable))
        return findings->size_at_knee ? "no knee was found to size from" : "there is no point to size from";
    static const char *const whose[] = {
        [SIZING_AT_BEST] = "them", [SIZING_AT_KNEE] = "the knee's", [SIZING_AT_SATURATION] = "the saturation point's"};
    return keepf(builder, "%s IOPS are usable for sizing, %s of %s", keep(builder, format_iops(usable)),
        keep(builder, format_percent_whole(100 * findings->utilisation_limit)),
        whose[ladder_sizing_point(ladder, findings->size_at_knee)]);
}

static void
summarise_ladders(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        const struct rung *best = ladder_rung(ladder, ladder->best_rung);
        const char *point =
            best ? keepf(builder, "%s IOPS at %s ms at the best operating point (%s)",
                       keep(builder, format_iops(best->means.iops)), keep(builder, format_ms(best->means.latency_ms)),
                       at_load(builder, ladder, best->concurrency))
            : g_str_has_prefix(no_best_words(ladder), "cannot tell")
                ? no_best_words(ladder)
                : keepf(builder, "no rung is within the latency ceiling of %s",
                      limit_ms(builder, ladder->latency_ceiling_ms));
        add_sentence(
            view, "summary_line", keepf(builder, "%s: %s; %s.", ladder->name, point, usable_words(builder, ladder)));
    }
}

static void
summarise_loads(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        const struct demand *demand = &load->demand;
        if (demand->source == DEMAND_NONE)
            continue;
        add_sentence(view, "summary_line",
            isfinite(demand->iops.p95)
                ? keepf(builder, "%s: %s IOPS on average, %s at p95, %s at the peak.", load->name,
                      keep(builder, format_iops(demand->iops.mean)), keep(builder, format_iops(demand->iops.p95)),
                      keep(builder, format_iops(demand->iops.peak)))
                : keepf(builder, "%s: %s IOPS on average over %s.", load->name,
                      keep(builder, format_iops(demand->iops.mean)),
                      demand->steps == 1 ? "the snapshot interval" : "the snapshot intervals"));
    }
}

static void
summarise(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    summarise_ladders(builder, view);
    summarise_loads(builder, view);
    if (findings->bound)
        add_sentence(view, "summary_line",
            keepf(builder, "Storage-bound according to AWR: %s.",
                findings->bound->bound.verdict == STORAGE_PROVEN    ? "proven"
                : findings->bound->bound.verdict == STORAGE_REFUTED ? "refuted"
                                                                    : "not proven"));
    else
        add_sentence(view, "summary_line", "Storage-bound: cannot tell, no AWR report is among the inputs.");
    const struct sizing *sizing = findings->sizing;
    if (sizing)
        add_sentence(view, "summary_line",
            isfinite(sizing->required_mib_s)
                ? keepf(builder, "To provision: %s IOPS and %s MiB/s required, before the utilisation limit of %s.",
                      keep(builder, format_iops(sizing->required_iops)),
                      keep(builder, format_mib_s(sizing->required_mib_s)),
                      keep(builder, format_percent_whole(100 * findings->utilisation_limit)))
                : keepf(builder, "To provision: %s IOPS required, before the utilisation limit of %s.",
                      keep(builder, format_iops(sizing->required_iops)),
                      keep(builder, format_percent_whole(100 * findings->utilisation_limit))));
}

static void
fill_head(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    const struct study_ini *ini = findings->study->ini;
    view_set(view, "title", findings_title(findings));
    view_set(view, "customer", ini ? ini->customer : NULL);
    view_set(view, "author", ini ? ini->author : NULL);
    view_set(view, "notice", ini ? ini->notice : NULL);
    if (findings->date_s != CAPTURE_NO_TIME)
        view_set(view, "captured_until", keep(builder, format_date((double)findings->date_s)));
    view_set(view, "latency_ceiling", limit_ms(builder, findings->latency_ceiling_ms));
    view_set(view, "layer_rule", findings->layer->rule);
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < findings->layer->names->len; i++)
        g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", (char *)g_ptr_array_index(findings->layer->names, i));
    view_set(view, "layer_names", names->len > 0 ? names->str : NULL);
    if (findings->ladders->len > 0)
        view_take_table(view, "headline", headline_table(builder));
}

struct view *
findings_view_new(const struct findings *findings, const struct report_context *context)
{
    struct builder builder = {.findings = findings, .context = context, .pool = g_string_chunk_new(4096)};
    struct view *view = view_new();
    static const char *const list[] = {"workload", "load", "summary_line"};
    for (size_t i = 0; i < G_N_ELEMENTS(list); i++)
        view_declare_list(view, list[i]);
    fill_head(&builder, view);
    summarise(&builder, view);
    for (guint i = 0; i < findings->ladders->len; i++)
        fill_workload(&builder, view_append(view, "workload"), g_ptr_array_index(findings->ladders, i));
    fill_loads(&builder, view);
    fill_awr(&builder, view);
    fill_sizing(&builder, view);
    fill_quality(&builder, view);
    g_string_chunk_free(builder.pool);
    return view;
}
