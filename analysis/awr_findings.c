#include "awr_findings.h"

#include "note.h"

#include <string.h>

static const char *
database_of(const struct awr *awr)
{
    return awr->db_name ? awr->db_name : "";
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
        struct load_finding *load = g_new0(struct load_finding, 1);
        load->name = *database ? g_strdup_printf("AWR reports of %s", database) : g_strdup("AWR reports");
        load->windows = g_array_new(FALSE, TRUE, sizeof(struct steady_window));
        load->demand = demand_of_awr(own);
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

static void
add_awr_of_run(struct findings *findings, const struct run *run, const struct ladder *ladder, size_t rung_index)
{
    for (guint i = 0; i < run->awrs->len; i++) {
        struct awr_finding finding = {.awr = g_ptr_array_index(run->awrs, i), .ladder = ladder, .rung = rung_index};
        storage_bound_judge(&finding.bound, finding.awr);
        const struct rung *rung = ladder ? ladder_rung(ladder, rung_index) : NULL;
        if (rung && rung->series)
            finding.reconcile = reconcile_run(finding.awr, rung->series, rung->start, rung->end);
        for (guint k = 0; k < findings->loads->len && !ladder; k++) {
            const struct load_finding *load = g_ptr_array_index(findings->loads, k);
            if (load->run == run)
                finding.reconcile = reconcile_run(finding.awr, load->series, 0, load->series->n);
        }
        g_array_append_val(findings->awr, finding);
    }
}

static void
choose_bound(struct findings *findings)
{
    static const int rank[] = {[STORAGE_REFUTED] = 0, [STORAGE_NOT_PROVEN] = 1, [STORAGE_PROVEN] = 2};
    for (int best_only = 1; best_only >= 0 && !findings->bound; best_only--) {
        for (guint i = 0; i < findings->awr->len; i++) {
            const struct awr_finding *finding = &g_array_index(findings->awr, struct awr_finding, i);
            if (best_only && !(finding->ladder && finding->rung == finding->ladder->best_rung))
                continue;
            if (!findings->bound || rank[finding->bound.verdict] < rank[findings->bound->bound.verdict])
                findings->bound = finding;
        }
    }
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
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        /* Which step of a log a report is of is not known: it is taken with the loads below. */
        for (guint k = 0; k < ladder->rungs->len && !ladder->from_one_log; k++)
            add_awr_of_run(findings, ladder_rung(ladder, k)->run, ladder, k);
    }
    for (guint i = 0; i < findings->study->ladders->len; i++) {
        const struct workload *workload = g_ptr_array_index(findings->study->ladders, i);
        for (guint k = 0; k < workload->runs->len; k++) {
            const struct run *run = g_ptr_array_index(workload->runs, k);
            if (!became_rung(findings, run))
                add_awr_of_run(findings, run, NULL, KNEE_NO_RUNG);
        }
    }
    for (guint i = 0; i < findings->study->loads->len; i++)
        add_awr_of_run(findings, g_ptr_array_index(findings->study->loads, i), NULL, KNEE_NO_RUNG);
    choose_bound(findings);
}
