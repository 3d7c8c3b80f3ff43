#include "findings_parts.h"

#include "format.h"
#include "remark_words.h"

#include <math.h>

#define RUN_REMARKS_SHOWN 16u

/* The knee's own sentence says these. */
static bool
is_said_of_the_knee(enum remark_code code)
{
    return code == REMARK_TOO_FEW_RUNGS || code == REMARK_ONE_LOAD || code == REMARK_NOT_REACHED ||
           code == REMARK_ALREADY_PAST || code == REMARK_UNCERTAIN;
}

static void
add_remarks(struct builder *builder, struct view *view, const char *list, const GArray *remarks, const char *word)
{
    view_declare_list(view, list);
    for (guint i = 0; i < remarks->len; i++) {
        const struct remark *remark = &g_array_index(remarks, struct remark, i);
        if (!is_said_of_the_knee(remark->code))
            add_sentence(view, list, keep(builder, remark_text(remark, word, language_of(builder))));
    }
}

/* Which of the points sizing uses. */
static const char *
sizing_words(struct builder *builder, const struct ladder *ladder)
{
    bool at_knee = builder->findings->size_at_knee;
    const char *iops = keep_figure(builder, format_iops(ladder_sizing_iops(ladder, at_knee)));
    const char *asked = at_knee ? "size_at = knee" : "size_at = best";
    switch (ladder_sizing_point(ladder, at_knee)) {
    case SIZING_AT_BEST:
        return keepf(builder, "Sizing uses the best operating point, %s IOPS (%s).", iops, asked);
    case SIZING_AT_KNEE:
        return keepf(builder, "Sizing uses the knee, %s IOPS (%s).", iops, asked);
    case SIZING_AT_SATURATION:
        return keepf(
            builder, "Sizing uses the saturation point, %s IOPS: the point asked for (%s) lies past it.", iops, asked);
    case SIZING_AT_NONE:
        break;
    }
    return tr(builder, at_knee ? "Sizing cannot use this ladder: it has no knee."
                               : "Sizing cannot use this ladder: it has no rung within the latency ceiling.");
}

static const char *
verdict_words(const struct influence *influence)
{
    switch (influence->verdict) {
    case KNEE_FOUND:
        return "knee";
    case KNEE_NOT_REACHED:
        return "not reached";
    case KNEE_ALREADY_PAST:
        return "already past";
    case KNEE_INSUFFICIENT:
        break;
    }
    return "cannot tell";
}

static struct table *
influence_table(struct builder *builder, const struct ladder *ladder)
{
    struct table *table = table_new(keep_id(builder, "%s-influence", ladder->name),
        tr(builder, "What each rung does to the knee: the knee of the ladder without it."));
    static const struct {
        const char *heading;
        enum table_kind kind;
    } column[] = {{"Left out", TABLE_NUMBER}, {"Knee", TABLE_NUMBER}, {"Change", TABLE_NUMBER}, {"IOPS", TABLE_NUMBER},
        {"Latency ms", TABLE_NUMBER}, {"Verdict", TABLE_TEXT}};
    for (size_t i = 0; i < G_N_ELEMENTS(column); i++)
        table_add_column(table, tr(builder, column[i].heading), column[i].kind);
    for (guint i = 0; i < ladder->influence->len; i++) {
        const struct influence *influence = &g_array_index(ladder->influence, struct influence, i);
        bool known = influence->verdict != KNEE_INSUFFICIENT;
        table_add_row(table, load_figure(builder, influence->concurrency),
            keep_figure(builder, format_three_digits(influence->knee, 1)),
            keep_figure(builder, format_change_percent(influence->change_pct)),
            keep_figure(builder, format_iops(influence->iops)), keep_figure(builder, format_ms(influence->latency_ms)),
            known && influence->mode == KNEE_MODE_MEASURED
                ? keepf(builder, "%s, uncertain", tr(builder, verdict_words(influence)))
                : tr(builder, verdict_words(influence)));
    }
    return table;
}

/* The rungs beside the fitted curve. */
static struct table *
fit_table(struct builder *builder, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    struct table *table = table_new(keep_id(builder, "%s-fit", ladder->name),
        tr(builder, knee->mode == KNEE_MODE_OUTSTANDING
                        ? "Measured rungs and the fitted curve at their outstanding I/O; a dash is beyond the fit."
                        : "Measured rungs and the fitted curve; a dash is beyond the fit."));
    static const char *const heading[] = {
        "Load", "IOPS", "Fitted", "Measured − fitted", "Latency ms", "Fitted ms", "Measured − fitted"};
    for (size_t i = 0; i < G_N_ELEMENTS(heading); i++)
        table_add_column(table, tr(builder, heading[i]), TABLE_NUMBER);
    for (guint i = 0; i < knee->fitted->len; i++) {
        const struct knee_rung *rung = &g_array_index(knee->rungs, struct knee_rung, i);
        const struct knee_rung *fitted = &g_array_index(knee->fitted, struct knee_rung, i);
        table_add_row(table, load_figure(builder, rung->concurrency), keep_figure(builder, format_iops(rung->iops)),
            keep_figure(builder, format_iops(fitted->iops)),
            keep_figure(builder, format_change_percent(100 * (rung->iops / fitted->iops - 1))),
            keep_figure(builder, format_ms(rung->latency_ms)), keep_figure(builder, format_ms(fitted->latency_ms)),
            keep_figure(builder, format_change_percent(100 * (rung->latency_ms / fitted->latency_ms - 1))));
    }
    return table;
}

/* What the logs of the rungs say, each led by its load. */
static void
add_run_remarks(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    const char *word = concurrency_word(ladder);
    guint seen = 0;
    view_declare_list(view, "run_remark");
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct rung *rung = ladder_rung(ladder, i);
        for (guint k = 0; k < rung->remarks->len; k++) {
            if (seen++ >= RUN_REMARKS_SHOWN)
                continue;
            g_autofree char *text =
                remark_text(&g_array_index(rung->remarks, struct remark, k), word, language_of(builder));
            add_sentence(
                view, "run_remark", keepf(builder, "At %s: %s", at_load(builder, ladder, rung->concurrency), text));
        }
    }
    if (seen > RUN_REMARKS_SHOWN)
        add_sentence(view, "run_remark", keepf(builder, "%u more are in results.json.", seen - RUN_REMARKS_SHOWN));
}

void
fill_ladder_remarks(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    const char *word = concurrency_word(ladder);
    add_remarks(builder, view, "observation", ladder->remarks, word);
    add_sentence(view, "observation", sizing_words(builder, ladder));
    add_remarks(builder, view, "reason", ladder->plateau_reasons, word);
    add_remarks(builder, view, "advice", ladder->advice, word);
    add_run_remarks(builder, view, ladder);
    if (ladder->knee.fitted->len > 0)
        view_take_table(view, "fit", fit_table(builder, ladder));
    if (ladder->influence->len > 0)
        view_take_table(view, "influence", influence_table(builder, ladder));
}

void
fill_load_remarks(struct builder *builder, struct view *view, const struct load_finding *load)
{
    view_declare_list(view, "remark");
    if (load->remarks)
        add_remarks(builder, view, "remark", load->remarks, "concurrency");
}
