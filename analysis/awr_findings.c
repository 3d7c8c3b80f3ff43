#include "awr_findings.h"

#include "load_findings.h"
#include "note.h"

#include <string.h>

static const char *
database_of(const struct awr *awr)
{
    return awr->db_name ? awr->db_name : "";
}

static char *
awr_load_name(const char *database)
{
    return *database ? g_strdup_printf("AWR reports of %s", database) : g_strdup("AWR reports");
}

/* A report of one instance of a cluster shows that instance's part of the load only. */
static void
note_lone_instance(GPtrArray *notes, const GPtrArray *reports)
{
    const char *first = NULL;
    for (guint i = 0; i < reports->len; i++) {
        const struct awr *awr = g_ptr_array_index(reports, i);
        if (!awr->is_rac || awr->report != AWR_INSTANCE || awr->instances->len == 0)
            return;
        const char *instance = g_ptr_array_index(awr->instances, 0);
        if (first && strcmp(first, instance) != 0)
            return;
        first = instance;
    }
    notes_add(notes, NOTE_WARNING, "one-instance-of-rac", 0,
        "they are of instance %s of a RAC database alone: the load of its other instances is not in the demand; give "
        "the "
        "global report (awrgrpt.sql) or the reports of all instances over the same interval",
        first);
}

void
findings_add_awr_loads(struct findings *findings, const GPtrArray *reports)
{
    g_autoptr(GPtrArray) databases = g_ptr_array_new();
    for (guint i = 0; i < reports->len; i++) {
        const char *database = database_of(g_ptr_array_index(reports, i));
        if (!g_ptr_array_find_with_equal_func(databases, database, g_str_equal, NULL))
            g_ptr_array_add(databases, (char *)database);
    }
    for (guint d = 0; d < databases->len; d++) {
        const char *database = g_ptr_array_index(databases, d);
        g_autoptr(GPtrArray) own = g_ptr_array_new();
        for (guint i = 0; i < reports->len; i++)
            if (strcmp(database_of(g_ptr_array_index(reports, i)), database) == 0)
                g_ptr_array_add(own, g_ptr_array_index(reports, i));
        struct load_finding *load = load_finding_new(LOAD_AWR, awr_load_name(database));
        load->database = *database ? database : NULL;
        load->awr_series = awr_series_new(own);
        load->demand = demand_of_awr_series(load->awr_series);
        g_autoptr(GPtrArray) notes =
            notes_new(); /* each database speaks for itself: notes of one code would be merged */
        if (load->demand.source == DEMAND_NONE)
            notes_add(notes, NOTE_WARNING, "awr-without-rates", 0,
                "they hold no physical I/O rates: no demand can be made of them");
        else
            note_lone_instance(notes, own);
        notes_append(findings->notes, notes, load->name);
        g_ptr_array_add(findings->loads, load);
    }
}

/* Where the figures of a report's log stand: beside each struct awr_finding, until it is judged. */
struct place_in_log {
    const struct series *series; /* NULL: no log beside the report */
    size_t start, end;           /* stand in where times do not meet */
};

/* The series that a run's log was read into: of a load, or of the steps of a ladder within it. */
static struct place_in_log
place_of_run(const struct findings *findings, const struct run *run)
{
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        if (load->run == run && load->series)
            return (struct place_in_log){load->series, 0, load->series->n};
    }
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        const struct rung *first = ladder_rung(ladder, 0);
        if (ladder->from_one_log && first && first->run == run)
            return (struct place_in_log){first->series, 0, first->series->n};
    }
    return (struct place_in_log){0};
}

static void
add_awr_of_run(
    struct findings *findings, GArray *places, const struct run *run, const struct ladder *ladder, size_t rung_index)
{
    const struct rung *rung = ladder ? ladder_rung(ladder, rung_index) : NULL;
    struct place_in_log place =
        rung ? (struct place_in_log){rung->series, rung->start, rung->end} : place_of_run(findings, run);
    for (guint i = 0; i < run->awrs->len; i++) {
        struct awr_finding finding = {
            .awr = g_ptr_array_index(run->awrs, i), .ladder = ladder, .rung = rung_index, .run = run};
        g_array_append_val(findings->awr, finding);
        g_array_append_val(places, place);
    }
}

static const struct capture *
first_capture(const struct run *run)
{
    return run->captures->len > 0 ? g_ptr_array_index(run->captures, 0) : NULL;
}

static void
note_offset(struct findings *findings, const char *host, const struct align_offset *offset)
{
    g_autoptr(GPtrArray) notes = notes_new();
    if (offset->source == ALIGN_ESTIMATED && offset->seconds != 0)
        notes_add(notes, NOTE_WARNING, "clock-offset", 0,
            "the clocks of log and AWR reports differ%s%s: %+.2f h are added to the reports' times, as the rates then "
            "agree within %.1f%% (reports: %u; as they are: %.0f%%); --timezone tells the zone",
            *host ? " on " : "", host, (double)offset->seconds / 3600, offset->misfit_pct, offset->pairs,
            offset->misfit_at_0_pct);
    else if (offset->source == ALIGN_CANNOT_TELL)
        notes_add(notes, NOTE_WARNING, "clock-offset-unknown", 0,
            "the rates of log and AWR reports do not agree at their times%s%s, and no other offset of the clocks is "
            "clearly better: 0 is assumed; --timezone tells the zone",
            *host ? " on " : "", host);
    notes_append(findings->notes, notes, NULL);
}

/* Pairs of one host share their clocks: `offset` of each finding. */
static void
find_offsets(struct findings *findings, const GArray *places, struct align_offset *offset)
{
    g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct capture *capture = first_capture(g_array_index(findings->awr, struct awr_finding, i).run);
        const char *host = capture && capture->host ? capture->host : "";
        if (!g_array_index(places, struct place_in_log, i).series || !g_hash_table_add(done, (gpointer)host))
            continue;
        g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct align_pair));
        g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint));
        for (guint k = i; k < findings->awr->len; k++) {
            const struct awr_finding *finding = &g_array_index(findings->awr, struct awr_finding, k);
            const struct capture *own = first_capture(finding->run);
            const struct series *series = g_array_index(places, struct place_in_log, k).series;
            if (!series || !own || strcmp(own->host ? own->host : "", host) != 0)
                continue;
            struct align_pair pair = {series, finding->awr, own->has_zone, own->utc_offset_s};
            g_array_append_val(pairs, pair);
            g_array_append_val(members, k);
        }
        struct align_offset common = align_offset_of(
            (const struct align_pair *)(const void *)pairs->data, pairs->len, findings->inputs->timezone);
        for (guint k = 0; k < members->len; k++)
            offset[g_array_index(members, guint, k)] = common;
        note_offset(findings, host, &common);
    }
}

/* Mean %iowait of the log's CPU lines over the slots that a report is compared with. NAN: there are none. */
static double
log_iowait_pct(const struct run *run, const struct series *series, size_t start, size_t end)
{
    double sum = 0, count = 0;
    bool timed = series->start_s != CAPTURE_NO_TIME;
    double from_s = timed ? (double)series->start_s + ((double)start - 1) * series->interval_s : -INFINITY;
    double to_s = timed ? (double)series->start_s + ((double)end - 1) * series->interval_s : INFINITY;
    for (guint i = 0; i < run->captures->len; i++) {
        const struct capture *capture = g_ptr_array_index(run->captures, i);
        for (guint k = 0; k < capture->reports->len; k++) {
            const struct capture_report *report = &g_array_index(capture->reports, struct capture_report, k);
            double time_s = (double)report->time_s;
            if (report->since_boot || !report->has_cpu || (timed && !(time_s > from_s && time_s <= to_s)))
                continue;
            sum += (double)report->iowait_pct;
            count++;
        }
    }
    return count > 0 ? sum / count : NAN;
}

static void
judge(struct awr_finding *finding, const struct place_in_log *place, const struct align_offset *offset)
{
    struct storage_beside beside = {.log_iowait_pct = NAN};
    if (place->series) {
        finding->reconcile = reconcile_run(finding->awr, place->series, place->start, place->end, offset);
        const struct reconcile *line = &finding->reconcile;
        beside.log_iowait_pct = log_iowait_pct(finding->run, place->series,
            line->aligned ? line->at.start : place->start, line->aligned ? line->at.end : place->end);
    }
    storage_bound_judge(&finding->bound, finding->awr, &beside);
}

static bool
is_weaker(const struct awr_finding *finding, const struct awr_finding *than)
{
    static const int rank[] = {[STORAGE_REFUTED] = 0, [STORAGE_NOT_PROVEN] = 1, [STORAGE_PROVEN] = 2};
    return !than || rank[finding->bound.verdict] < rank[than->bound.verdict];
}

static bool
is_at_best(const struct awr_finding *finding)
{
    return finding->ladder && finding->rung == finding->ladder->best_rung;
}

static void
choose_bound(struct findings *findings)
{
    for (int best_only = 1; best_only >= 0 && !findings->bound; best_only--) {
        for (guint i = 0; i < findings->awr->len; i++) {
            const struct awr_finding *finding = &g_array_index(findings->awr, struct awr_finding, i);
            if ((!best_only || is_at_best(finding)) && is_weaker(finding, findings->bound))
                findings->bound = finding;
        }
    }
}

/* The load that a report outside any ladder is shown with: of its run, else the one of its database. */
static bool
is_of_load(const struct awr_finding *finding, const struct load_finding *load)
{
    if (load->run)
        return load->run == finding->run;
    return load->kind == LOAD_AWR && load->demand.source == DEMAND_AWR &&
           strcmp(load->database ? load->database : "", database_of(finding->awr)) == 0;
}

static void
add_workload_bound(struct findings *findings, const struct ladder *ladder, const struct load_finding *load)
{
    struct workload_bound out = {.ladder = ladder, .load = load};
    for (int best_only = 1; best_only >= 0; best_only--) {
        for (guint i = 0; i < findings->awr->len; i++) {
            const struct awr_finding *finding = &g_array_index(findings->awr, struct awr_finding, i);
            if (ladder ? finding->ladder != ladder : finding->ladder || !is_of_load(finding, load))
                continue;
            if (best_only && is_at_best(finding) && is_weaker(finding, out.weakest)) {
                out.weakest = finding;
                out.at_best = true;
            }
            if (best_only)
                continue;
            out.reports++;
            out.proven += finding->bound.verdict == STORAGE_PROVEN ? 1 : 0;
            out.not_proven += finding->bound.verdict == STORAGE_NOT_PROVEN ? 1 : 0;
            out.refuted += finding->bound.verdict == STORAGE_REFUTED ? 1 : 0;
            if (!out.at_best && is_weaker(finding, out.weakest))
                out.weakest = finding;
        }
    }
    if (out.reports > 0)
        g_array_append_val(findings->awr_workloads, out);
}

static bool
became_rung(const struct findings *findings, const struct run *run)
{
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        for (guint k = 0; k < ladder->rungs->len; k++)
            if (ladder_rung(ladder, k)->run == run)
                return true;
    }
    return false;
}

void
findings_judge_awr(struct findings *findings)
{
    g_autoptr(GArray) places = g_array_new(FALSE, TRUE, sizeof(struct place_in_log));
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        /* Which step of a log a report is of is not known: it is taken with the loads below. */
        for (guint k = 0; k < ladder->rungs->len && !ladder->from_one_log; k++)
            add_awr_of_run(findings, places, ladder_rung(ladder, k)->run, ladder, k);
    }
    for (guint i = 0; i < findings->study->ladders->len; i++) {
        const struct workload *workload = g_ptr_array_index(findings->study->ladders, i);
        for (guint k = 0; k < workload->runs->len; k++) {
            const struct run *run = g_ptr_array_index(workload->runs, k);
            if (!became_rung(findings, run))
                add_awr_of_run(findings, places, run, NULL, KNEE_NO_RUNG);
        }
    }
    for (guint i = 0; i < findings->study->loads->len; i++)
        add_awr_of_run(findings, places, g_ptr_array_index(findings->study->loads, i), NULL, KNEE_NO_RUNG);
    g_autofree struct align_offset *offset = g_new0(struct align_offset, MAX(findings->awr->len, 1));
    find_offsets(findings, places, offset);
    for (guint i = 0; i < findings->awr->len; i++)
        judge(&g_array_index(findings->awr, struct awr_finding, i), &g_array_index(places, struct place_in_log, i),
            &offset[i]);
    choose_bound(findings);
    for (guint i = 0; i < findings->ladders->len; i++)
        add_workload_bound(findings, g_ptr_array_index(findings->ladders, i), NULL);
    for (guint i = 0; i < findings->loads->len; i++)
        add_workload_bound(findings, NULL, g_ptr_array_index(findings->loads, i));
}

void
findings_count_checks(struct findings *findings)
{
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        for (guint k = 0; k < ladder->rungs->len; k++)
            window_check_count(&findings->window_checks, &ladder_rung(ladder, k)->check);
    }
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        for (guint k = 0; load->checks && k < load->checks->len; k++)
            window_check_count(&findings->window_checks, &g_array_index(load->checks, struct window_check, k));
    }
}
