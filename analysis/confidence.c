#include "confidence.h"

#include "note.h"

#include <stdarg.h>

#define RUNGS_WANTED 6
#define DEMAND_HOURS_WANTED 24.0

static void lower(struct findings *findings, enum confidence to, const char *format, ...) G_GNUC_PRINTF(3, 4);

static void
lower(struct findings *findings, enum confidence to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_ptr_array_add(findings->confidence_reasons, g_strdup_vprintf(format, args));
    va_end(args);
    findings->confidence = MIN(findings->confidence, to);
}

static void
judge_ladder(struct findings *findings, const struct ladder *ladder)
{
    guint unsteady = 0, coarse = 0, awr_alone = 0;
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct rung *rung = &g_array_index(ladder->rungs, struct rung, i);
        unsteady += rung->source == RUNG_IOSTAT && !rung->steady ? 1 : 0;
        coarse += rung->grade == 'C' ? 1 : 0;
        awr_alone += rung->source == RUNG_AWR ? 1 : 0;
    }
    if (ladder->rungs->len < RUNGS_WANTED)
        lower(findings, CONFIDENCE_MEDIUM, "%s has %u rungs; %d or more, a factor 2 apart, are better", ladder->name,
            ladder->rungs->len, RUNGS_WANTED);
    if (awr_alone > 0)
        lower(findings, CONFIDENCE_MEDIUM, "%u of %u rungs of %s come from AWR alone, no device was measured", awr_alone,
            ladder->rungs->len, ladder->name);
    if (unsteady > 0)
        lower(findings, 2 * unsteady > ladder->rungs->len ? CONFIDENCE_LOW : CONFIDENCE_MEDIUM,
            "%u of %u rungs of %s never reached a steady state", unsteady, ladder->rungs->len, ladder->name);
    if (coarse > 0)
        lower(findings, CONFIDENCE_MEDIUM, "%u of %u rungs of %s scatter or drift (grade C)", coarse,
            ladder->rungs->len, ladder->name);
    if (ladder->knee.verdict == KNEE_INSUFFICIENT)
        lower(findings, CONFIDENCE_LOW, "%s has too few different loads to find a knee", ladder->name);
    else if (ladder->knee.verdict != KNEE_FOUND)
        lower(findings, CONFIDENCE_MEDIUM, "the knee of %s lies outside the ladder", ladder->name);
    else if (ladder->knee.uncertain)
        lower(findings, CONFIDENCE_MEDIUM, "the knee of %s is uncertain", ladder->name);
    if (ladder->knee.verdict != KNEE_INSUFFICIENT && ladder->best_rung == KNEE_NO_RUNG)
        lower(findings, CONFIDENCE_MEDIUM, "no rung of %s is within the latency ceiling", ladder->name);
}

static void
judge_demand(struct findings *findings)
{
    if (findings->hosts_apart)
        lower(findings, CONFIDENCE_LOW, "several hosts were captured at different times: what they need together is not known");
    const struct demand *demand = &findings->demand;
    bool hours = demand->covered_s >= 7200;
    if (demand->source == DEMAND_AWR)
        lower(findings, CONFIDENCE_LOW, "the demand is known from AWR alone: means over %.0f %s, no peaks",
            demand->covered_s / (hours ? 3600 : 60), hours ? "h" : "min");
    else if (demand->source == DEMAND_NONE && findings->ladders->len == 0)
        lower(findings, CONFIDENCE_LOW, "no demand could be made of the inputs");
    else if (demand->source == DEMAND_IOSTAT && demand->covered_s < 3600)
        lower(findings, CONFIDENCE_LOW, "the demand was observed for %.0f min only; a week shows the peaks that matter",
            ceil(demand->covered_s / 60));
    else if (demand->source == DEMAND_IOSTAT && demand->covered_s < 3600 * DEMAND_HOURS_WANTED)
        lower(findings, CONFIDENCE_MEDIUM,
            "the demand was observed for %.1f h only; a week shows the peaks that matter", demand->covered_s / 3600);
}

void
confidence_judge(struct findings *findings)
{
    findings->confidence = CONFIDENCE_HIGH;
    for (guint i = 0; i < findings->ladders->len; i++)
        judge_ladder(findings, g_ptr_array_index(findings->ladders, i));
    judge_demand(findings);
    if (findings->ladders->len > 0 && findings->awr->len > 0 && findings->bound &&
        findings->bound->bound.verdict != STORAGE_PROVEN)
        lower(findings, CONFIDENCE_MEDIUM, "the AWR reports do not prove that storage was the limit");
    uint64_t errors = notes_count(findings->notes, NOTE_ERROR);
    if (errors > 0)
        lower(findings, CONFIDENCE_MEDIUM, "%" G_GUINT64_FORMAT " %s of level error, see data quality", errors,
            errors == 1 ? "note" : "notes");
}

const char *
confidence_name(enum confidence confidence)
{
    static const char *const name[] = {
        [CONFIDENCE_LOW] = "low", [CONFIDENCE_MEDIUM] = "medium", [CONFIDENCE_HIGH] = "high"};
    return name[confidence];
}
