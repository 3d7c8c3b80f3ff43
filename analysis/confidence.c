#include "confidence.h"

#include "note.h"

#include <stdarg.h>

#define RUNGS_WANTED 6
#define DAYS_WANTED 7.0
#define GAP_PCT_FINE 1.0
#define GAP_PCT_GOOD 5.0
#define STEP_FINE_S 60.0
#define STEP_GOOD_S 300.0
#define STEP_HOUR_S 3780.0 /* an hour of snapshots, some late */

static void cap(struct findings *findings, enum grade_part part, int grade, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

static void
cap(struct findings *findings, enum grade_part part, int grade, const char *format, ...)
{
    struct grade_reason *reason = g_new0(struct grade_reason, 1);
    reason->part = part;
    reason->cap = grade;
    va_list args;
    va_start(args, format);
    reason->text = g_strdup_vprintf(format, args);
    va_end(args);
    g_ptr_array_add(findings->grade_reasons, reason);
    g_ptr_array_add(findings->confidence_reasons, g_strdup(reason->text));
    findings->part_grade[part] = MIN(findings->part_grade[part], grade);
}

static void
judge_knee(struct findings *findings, const struct ladder *ladder)
{
    if (ladder->knee.verdict == KNEE_INSUFFICIENT)
        cap(findings, GRADE_LADDER, 2, "%s has too few different loads to find a knee", ladder->name);
    else if (ladder->knee.verdict != KNEE_FOUND)
        cap(findings, GRADE_LADDER, 3, "the knee of %s lies outside the ladder", ladder->name);
    else if (ladder->knee.uncertain)
        cap(findings, GRADE_LADDER, 3, "the knee of %s is uncertain", ladder->name);
    if (ladder->knee.verdict != KNEE_INSUFFICIENT && ladder->best_rung == KNEE_NO_RUNG)
        cap(findings, GRADE_LADDER, 3, "no rung of %s is within the latency ceiling", ladder->name);
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
        cap(findings, GRADE_LADDER, 3, "%s has %u rungs; %d or more, a factor 2 apart, are better", ladder->name,
            ladder->rungs->len, RUNGS_WANTED);
    if (awr_alone > 0)
        cap(findings, GRADE_LADDER, 3, "%u of %u rungs of %s come from AWR alone, no device was measured", awr_alone,
            ladder->rungs->len, ladder->name);
    if (unsteady > 0)
        cap(findings, GRADE_LADDER, 2 * unsteady > ladder->rungs->len ? 2 : 3,
            "%u of %u rungs of %s never reached a steady state", unsteady, ladder->rungs->len, ladder->name);
    if (coarse > 0)
        cap(findings, GRADE_LADDER, 3, "%u of %u rungs of %s scatter or drift (grade C)", coarse, ladder->rungs->len,
            ladder->name);
    judge_knee(findings, ladder);
}

static void
judge_length(struct findings *findings, const struct demand *demand, const struct coverage *coverage)
{
    double minutes = ceil(demand->covered_s / 60), hours = demand->covered_s / 3600;
    bool is_log = demand->source == DEMAND_IOSTAT;
    double days = coverage->first_s == CAPTURE_NO_TIME ? hours / 24 : coverage->days;
    if (is_log && demand->covered_s < 60)
        cap(findings, GRADE_DEMAND, 1, "the demand was observed for %.0f s only; a week shows the peaks that matter",
            demand->covered_s);
    else if (is_log && demand->covered_s < 3600)
        cap(findings, GRADE_DEMAND, demand->covered_s < 900 ? 1 : 2,
            "the demand was observed for %.0f min only; a week shows the peaks that matter", minutes);
    else if (days < DAYS_WANTED - 0.05 && is_log)
        cap(findings, GRADE_DEMAND, 3,
            "the demand was observed for %.1f h, less than 7 days; a week shows the peaks that matter", hours);
    else if (days < DAYS_WANTED - 0.05 && demand->steps > 1)
        cap(findings, GRADE_DEMAND, 2,
            "the AWR reports cover %.1f h, less than 7 days; a week shows the peaks that matter", hours);
}

static void
judge_days(struct findings *findings, const struct demand *demand, const struct coverage *coverage)
{
    if (coverage->first_s == CAPTURE_NO_TIME) {
        cap(findings, GRADE_DEMAND, 3, "the demand has no time stamps: which days and hours were seen is not known");
        return;
    }
    double missing_pct = coverage->span_s > 0 ? 100 * coverage->gap_s / coverage->span_s : 0;
    int gap_cap = missing_pct < GAP_PCT_GOOD ? 4 : 3;
    if (missing_pct >= GAP_PCT_FINE && coverage->longest_gap_s >= 3600)
        cap(findings, GRADE_DEMAND, gap_cap, "%.1f%% of the observed time is missing, the longest gap is %.1f h",
            missing_pct, coverage->longest_gap_s / 3600);
    else if (missing_pct >= GAP_PCT_FINE)
        cap(findings, GRADE_DEMAND, gap_cap, "%.1f%% of the observed time is missing, the longest gap is %.0f s",
            missing_pct, coverage->longest_gap_s);
    if (demand->covered_s < 86400)
        return; /* one reason says it: it was short */
    guint working_days = coverage_working_days(coverage);
    if (working_days < 5)
        cap(findings, GRADE_DEMAND, working_days == 0 ? 3 : 4,
            "of the five working days %u were seen; a peak of the others is not in the demand", working_days);
    if (!coverage->month_end)
        cap(findings, GRADE_DEMAND, 4,
            "no end or start of a month was seen; month-end processing is not in the demand");
}

static void
judge_resolution(struct findings *findings, const struct demand *demand)
{
    if (demand->source == DEMAND_AWR && demand->steps == 1)
        cap(findings, GRADE_DEMAND, 1, "the demand is known from AWR alone, one mean over %.0f min, no peaks",
            demand->covered_s / 60);
    else if (demand->source == DEMAND_AWR)
        cap(findings, GRADE_DEMAND, demand->interval_s <= STEP_HOUR_S ? 3 : 2,
            "the demand is known from AWR alone: means over %.0f min, no peaks inside them", demand->interval_s / 60);
    else if (demand->interval_s > STEP_FINE_S)
        cap(findings, GRADE_DEMAND, demand->interval_s <= STEP_GOOD_S ? 4 : 3,
            "the log's samples are means over %.0f s: shorter peaks are not in the demand", demand->interval_s);
}

static void
judge_demand(struct findings *findings)
{
    const struct demand *demand = &findings->demand;
    if (findings->hosts_apart)
        cap(findings, GRADE_DEMAND, 2,
            "several hosts were captured at different times: what they need together is not known");
    if (demand->source == DEMAND_NONE && findings->ladders->len == 0)
        cap(findings, GRADE_DEMAND, 1, "no demand could be made of the inputs");
    if (demand->source == DEMAND_TYPED)
        cap(findings, GRADE_DEMAND, 3, "the demand was typed by hand: no capture shows it");
    if (demand->source == DEMAND_NONE || demand->source == DEMAND_TYPED)
        return;
    judge_resolution(findings, demand);
    const struct load_finding *load = findings->demand_load;
    if (!load)
        return;
    judge_length(findings, demand, &load->coverage);
    judge_days(findings, demand, &load->coverage);
    if (load->awr_series && load->kind != LOAD_LOG && load->awr_series->incomplete > 0)
        cap(findings, GRADE_DEMAND, 3, "in %u of %u intervals the report of an instance is missing",
            load->awr_series->incomplete, load->awr_series->intervals->len);
}

static void
judge_inputs(struct findings *findings)
{
    if (findings->ladders->len > 0 && findings->awr->len > 0 && findings->bound &&
        findings->bound->bound.verdict != STORAGE_PROVEN)
        cap(findings, GRADE_INPUTS, 3, "the AWR reports do not prove that storage was the limit");
    if (findings->window_checks.differ > 0)
        cap(findings, GRADE_INPUTS, 3,
            "in %u of %u windows the log's columns contradict each other (Little's law, request sizes) or the load",
            findings->window_checks.differ, findings->window_checks.windows);
    if (findings->ladders->len == 0 && findings->loads->len == 0)
        cap(findings, GRADE_INPUTS, 2,
            "the demand was typed by hand and nothing was measured: no more is known than that");
    uint64_t errors = notes_count(findings->notes, NOTE_ERROR);
    if (errors > 0)
        cap(findings, GRADE_INPUTS, 3, "notes of level error: %" G_GUINT64_FORMAT ", see data quality", errors);
}

void
confidence_judge(struct findings *findings)
{
    /* A typed demand is the author's own beside a ladder; alone it is all that the report rests on. */
    enum demand_source source = findings->demand.source;
    bool is_measured = source == DEMAND_IOSTAT || source == DEMAND_AWR;
    bool judges_demand = findings->ladders->len == 0 || is_measured || findings->hosts_apart;
    findings->part_grade[GRADE_DEMAND] = judges_demand ? 5 : 0;
    findings->part_grade[GRADE_LADDER] = findings->ladders->len > 0 ? 5 : 0;
    findings->part_grade[GRADE_INPUTS] = 5;
    for (guint i = 0; i < findings->ladders->len; i++)
        judge_ladder(findings, g_ptr_array_index(findings->ladders, i));
    if (judges_demand)
        judge_demand(findings);
    judge_inputs(findings);
    findings->grade = 5;
    for (int part = 0; part < GRADE_PARTS; part++)
        if (findings->part_grade[part] > 0)
            findings->grade = MIN(findings->grade, findings->part_grade[part]);
    findings->confidence = findings->grade >= 4   ? CONFIDENCE_HIGH
                           : findings->grade == 3 ? CONFIDENCE_MEDIUM
                                                  : CONFIDENCE_LOW;
}

void
grade_reason_free(void *data)
{
    struct grade_reason *reason = data;
    g_free(reason->text);
    g_free(reason);
}

const char *
grade_part_name(enum grade_part part)
{
    static const char *const name[] = {[GRADE_DEMAND] = "demand", [GRADE_LADDER] = "ladder", [GRADE_INPUTS] = "inputs"};
    return name[part];
}

const char *
confidence_name(enum confidence confidence)
{
    static const char *const name[] = {
        [CONFIDENCE_LOW] = "low", [CONFIDENCE_MEDIUM] = "medium", [CONFIDENCE_HIGH] = "high"};
    return name[confidence];
}
