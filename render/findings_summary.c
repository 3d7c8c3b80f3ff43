#include "findings_parts.h"

#include "format.h"

#include <math.h>

/* A sentence of one of the summary's lists; `summary_line` has them all. */
static void
tell(struct view *view, const char *list, const char *text)
{
    add_sentence(view, list, text);
    add_sentence(view, "summary_line", text);
}

static const char *
percent_words(struct builder *builder, double share)
{
    return keep_figure(builder, format_percent_whole(100 * share));
}

static void
found_of_ladder(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    if (best)
        tell(view, "found",
            keepf(builder,
                "%s (%s): the storage served %s IOPS at %s ms with %s. That is its best operating point: the most work "
                "within the latency ceiling of %s.",
                ladder->name, workload_words(builder, ladder), keep_figure(builder, format_iops(best->means.iops)),
                keep_figure(builder, format_ms(best->means.latency_ms)), at_load(builder, ladder, best->concurrency),
                limit_ms(builder, ladder->latency_ceiling_ms)));
    else if (g_str_has_prefix(no_best_words(ladder), "cannot tell"))
        tell(view, "found",
            keepf(builder, "%s: which load is best cannot be told, since no latency is known.", ladder->name));
    else
        tell(view, "found",
            keepf(builder, "%s: no run stayed within the latency ceiling of %s.", ladder->name,
                limit_ms(builder, ladder->latency_ceiling_ms)));
}

static void
found_of_load(struct builder *builder, struct view *view, const struct load_finding *load)
{
    const struct demand *demand = &load->demand;
    const char *name = files_shown(builder, load->name), *mean = keep_figure(builder, format_iops(demand->iops.mean));
    if (demand->source == DEMAND_NONE)
        return;
    if (demand->source == DEMAND_AWR && demand->steps > 1)
        tell(view, "found",
            keepf(builder, "%s: %s IOPS on average, %s in the busiest of %s snapshot intervals.", name, mean,
                keep_figure(builder, format_iops(demand->iops.peak)),
                keep_figure(builder, format_count((double)demand->steps))));
    else if (isfinite(demand->iops.p95))
        tell(view, "found",
            keepf(builder, "%s: %s IOPS on average; at most %s in 95%% of the intervals (p95); %s at the peak.", name,
                mean, keep_figure(builder, format_iops(demand->iops.p95)),
                keep_figure(builder, format_iops(demand->iops.peak))));
    else if (demand->steps == 1)
        tell(view, "found", keepf(builder, "%s: %s IOPS on average over the snapshot interval.", name, mean));
    else
        tell(view, "found", keepf(builder, "%s: %s IOPS on average over the snapshot intervals.", name, mean));
}

static void
found_by_awr(struct builder *builder, struct view *view)
{
    static const char *const words[] = {
        [STORAGE_PROVEN] = ("The database waited for storage: storage was what limited it (storage-bound: proven by "
                            "AWR)."),
        [STORAGE_NOT_PROVEN] = "That storage limited the database is not proven by AWR (storage-bound: not proven).",
        [STORAGE_REFUTED] = "Storage was not what limited the database (storage-bound: refuted by AWR).",
    };
    const struct findings *findings = builder->findings;
    tell(view, "found",
        tr(builder, findings->bound ? words[findings->bound->bound.verdict]
                                    : "Whether storage limited a database cannot be told: no AWR report is among the "
                                      "inputs."));
}

/* What may be planned with on the measured storage. */
static void
plan_of_ladder(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    const struct findings *findings = builder->findings;
    double usable = sizing_usable_iops(ladder_sizing_iops(ladder, findings->size_at_knee), findings->utilisation_limit);
    const char *iops = keep_figure(builder, format_iops(usable)),
               *share = percent_words(builder, findings->utilisation_limit);
    enum sizing_point point = ladder_sizing_point(ladder, findings->size_at_knee);
    if (!isfinite(usable))
        tell(view, "provision",
            findings->size_at_knee ? keepf(builder, "%s: no knee was found to plan with.", ladder->name)
                                   : keepf(builder, "%s: there is no operating point to plan with.", ladder->name));
    else if (point == SIZING_AT_KNEE)
        tell(view, "provision",
            keepf(builder, "%s, as measured: plan with at most %s IOPS, %s of the knee. The rest is reserve.",
                ladder->name, iops, share));
    else if (point == SIZING_AT_SATURATION)
        tell(view, "provision",
            keepf(builder,
                "%s, as measured: plan with at most %s IOPS, %s of the saturation point. The rest is reserve.",
                ladder->name, iops, share));
    else
        tell(view, "provision",
            keepf(builder,
                "%s, as measured: plan with at most %s IOPS, %s of the best operating point. The rest is reserve.",
                ladder->name, iops, share));
}

/* The step of the evidence with what is needed, the reserve included. NULL: not known. */
static const struct sizing_step *
needed_step(const struct sizing *sizing)
{
    for (guint i = 0; sizing->evidence && i < sizing->evidence->len; i++) {
        const struct sizing_step *step = &g_array_index(sizing->evidence, struct sizing_step, i);
        if (step->code == STEP_NEEDED && isfinite(step->iops))
            return step;
    }
    return NULL;
}

static void
plan_of_load(struct builder *builder, struct view *view, const struct sizing *sizing)
{
    const struct findings *findings = builder->findings;
    const struct sizing_step *needed = needed_step(sizing);
    const char *iops = keep_figure(builder, format_iops(sizing->required_iops)),
               *mib_s = keep_figure(builder, format_mib_s(sizing->required_mib_s)),
               *growth = keep_figure(builder, format_percent(sizing->options.growth_pct)),
               *limit = percent_words(builder, findings->utilisation_limit);
    const char *figure = findings->demand.source == DEMAND_TYPED
                             ? tr(builder, "the demand as typed")
                             : keepf(builder, "the demand's %s", sizing->options.percentile);
    tell(view, "provision",
        isfinite(sizing->required_mib_s)
            ? keepf(
                  builder, "The load needs %s IOPS and %s MiB/s (%s, with growth of %s).", iops, mib_s, figure, growth)
            : keepf(builder, "The load needs %s IOPS (%s, with growth of %s).", iops, figure, growth));
    if (!needed)
        return;
    const char *needed_iops = keep_figure(builder, format_needed(needed->iops));
    tell(view, "provision",
        isfinite(needed->mib_s)
            ? keepf(builder, "Provide %s IOPS and %s MiB/s: the load then uses %s of them, the rest is reserve.",
                  needed_iops, keep_figure(builder, format_needed(needed->mib_s)), limit)
            : keepf(
                  builder, "Provide %s IOPS: the load then uses %s of them, the rest is reserve.", needed_iops, limit));
}

void
fill_summary(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    static const char *const list[] = {"summary_line", "found", "provision"};
    for (size_t i = 0; i < G_N_ELEMENTS(list); i++)
        view_declare_list(view, list[i]);
    for (guint i = 0; i < findings->ladders->len; i++)
        found_of_ladder(builder, view, g_ptr_array_index(findings->ladders, i));
    for (guint i = 0; i < findings->loads->len; i++)
        found_of_load(builder, view, g_ptr_array_index(findings->loads, i));
    found_by_awr(builder, view);
    if (findings->sizing)
        plan_of_load(builder, view, findings->sizing);
    for (guint i = 0; i < findings->ladders->len && !findings->sizing; i++) /* else the load is held against them */
        plan_of_ladder(builder, view, g_ptr_array_index(findings->ladders, i));
    view_set(view, "has_ladders", findings->ladders->len > 0 ? "yes" : NULL);
    view_set(view, "has_loads", findings->loads->len > 0 ? "yes" : NULL);
}
