#include "findings_parts.h"

#include "awr_words.h"
#include "format.h"

#include <math.h>

struct column {
    const char *heading;
    enum table_kind kind;
};

static void
add_columns(struct builder *builder, struct table *table, const struct column *column, size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_add_column(table, tr(builder, column[i].heading), column[i].kind);
}

static const struct awr_finding *
finding_at(const struct findings *findings, guint index)
{
    return &g_array_index(findings->awr, struct awr_finding, index);
}

const char *
place_of_finding(struct builder *builder, const struct awr_finding *finding)
{
    if (!finding->ladder)
        return keep(builder, g_path_get_basename(finding->awr->path));
    const struct rung *rung = ladder_rung(finding->ladder, finding->rung);
    return keep_id(builder, "%s, %s", finding->ladder->name, at_load(builder, finding->ladder, rung->concurrency));
}

static struct table *
workloads_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table =
        table_new("awr-workloads", tr(builder, "The verdict of each workload: the weakest of its reports at the "
                                               "best operating point, else of all its reports."));
    static const struct column column[] = {{"Workload", TABLE_TEXT}, {"Storage-bound", TABLE_TEXT},
        {"Limit", TABLE_TEXT}, {"Rests on", TABLE_TEXT}, {"Proven", TABLE_NUMBER}, {"Not proven", TABLE_NUMBER},
        {"Refuted", TABLE_NUMBER}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    for (guint i = 0; i < findings->awr_workloads->len; i++) {
        const struct workload_bound *bound = &g_array_index(findings->awr_workloads, struct workload_bound, i);
        table_add_row(table, bound->ladder ? bound->ladder->name : files_shown(builder, bound->load->name),
            tr(builder, storage_verdict_words(bound->weakest->bound.verdict)),
            tr(builder, storage_limit_words(bound->weakest->bound.limit)),
            tr(builder, bound->at_best ? "best operating point" : "all reports"),
            keep_figure(builder, format_count(bound->proven)), keep_figure(builder, format_count(bound->not_proven)),
            keep_figure(builder, format_count(bound->refuted)));
    }
    return table;
}

static struct table *
reports_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table = table_new(
        "awr-reports", tr(builder, "What each AWR report says of the database's time; shares are of DB time."));
    static const struct column column[] = {{"Run", TABLE_TEXT}, {"Top wait event", TABLE_TEXT}, {"Share", TABLE_NUMBER},
        {"User I/O", TABLE_NUMBER}, {"DB CPU", TABLE_NUMBER}, {"Host CPU", TABLE_NUMBER}, {"Storage-bound", TABLE_TEXT},
        {"Limit", TABLE_TEXT}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct awr_finding *finding = finding_at(findings, i);
        const struct storage_bound *bound = &finding->bound;
        table_add_row(table, place_of_finding(builder, finding),
            bound->top_wait ? bound->top_wait->name : FORMAT_NOTHING,
            keep_figure(builder, format_percent(bound->top_wait ? bound->top_wait->db_time_pct : NAN)),
            keep_figure(builder, format_percent(bound->user_io_pct)),
            keep_figure(builder, format_percent(bound->db_cpu_pct)),
            keep_figure(builder, format_percent(bound->host_cpu_pct)),
            tr(builder, storage_verdict_words(bound->verdict)), tr(builder, storage_limit_words(bound->limit)))
            ->emphasis = finding == findings->bound;
    }
    return table;
}

static struct table *
tests_table(struct builder *builder, const struct awr_finding *finding)
{
    struct table *table =
        table_new("awr-tests", keepf(builder,
                                   "The tests on the report of %s: the core decides, the others support it or name "
                                   "another limit. %%iowait is no evidence of its own.",
                                   place_of_finding(builder, finding)));
    static const struct column column[] = {{"Test", TABLE_TEXT}, {"Role", TABLE_TEXT}, {"Needed", TABLE_NUMBER},
        {"Seen", TABLE_NUMBER}, {"Result", TABLE_TEXT}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    for (enum storage_test_index i = 0; i < STORAGE_TESTS; i++) {
        const struct storage_test *test = &finding->bound.test[i];
        table_add_row(table, tr(builder, storage_test_words(i)), tr(builder, storage_role_name(test->role)),
            keep(builder, storage_needed_text(test, language_of(builder))),
            keep(builder, storage_value_text(test, test->value, language_of(builder))),
            tr(builder, storage_result_words(test)));
    }
    return table;
}

static struct table *
reconcile_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table =
        table_new("awr-reconcile", tr(builder, "AWR (physical read and write total) against iostat over the same "
                                               "interval. The gap is AWR less iostat, in percent of iostat."));
    static const struct column column[] = {{"Run", TABLE_TEXT}, {"AWR IOPS", TABLE_NUMBER},
        {"iostat IOPS", TABLE_NUMBER}, {"Gap", TABLE_NUMBER}, {"AWR MiB/s", TABLE_NUMBER},
        {"iostat MiB/s", TABLE_NUMBER}, {"Gap", TABLE_NUMBER}, {"Probable reason", TABLE_TEXT}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct awr_finding *finding = finding_at(findings, i);
        const struct reconcile *line = &finding->reconcile;
        if (!line->awr)
            continue;
        table_add_row(table, keep_id(builder, "%s%s", place_of_finding(builder, finding), line->aligned ? "" : " *"),
            keep_figure(builder, format_iops(line->awr_iops)), keep_figure(builder, format_iops(line->iostat_iops)),
            keep_figure(builder, format_change_percent(line->iops_gap_pct)),
            keep_figure(builder, format_mib_s(line->awr_mib_s)), keep_figure(builder, format_mib_s(line->iostat_mib_s)),
            keep_figure(builder, format_change_percent(line->mib_s_gap_pct)),
            keep(builder, gap_reasons_text(line, language_of(builder))));
    }
    return table;
}

static struct table *
alignment_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table =
        table_new("awr-alignment", tr(builder, "How the snapshot intervals lie in the logs: what is added to the "
                                               "report's times, how that is known, how much of "
                                               "the snapshot interval the log covers and how much of the log "
                                               "lies within it; and what a single-block read waited "
                                               "in the database beside the device's own read latency."));
    static const struct column column[] = {{"Run", TABLE_TEXT}, {"Clock offset", TABLE_NUMBER}, {"Known", TABLE_TEXT},
        {"Snapshot covered", TABLE_NUMBER}, {"Log inside", TABLE_NUMBER}, {"AWR read wait ms", TABLE_NUMBER},
        {"iostat read ms", TABLE_NUMBER}, {"Above the device ms", TABLE_NUMBER}};
    add_columns(builder, table, column, G_N_ELEMENTS(column));
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct awr_finding *finding = finding_at(findings, i);
        const struct reconcile *line = &finding->reconcile;
        if (!line->awr)
            continue;
        table_add_row(table, place_of_finding(builder, finding),
            keep(builder, clock_offset_text(&line->at.offset, language_of(builder))),
            keep(builder, clock_source_text(&line->at.offset, language_of(builder))),
            keep_figure(builder, format_percent(line->at.overlap_pct)),
            keep_figure(builder, format_percent(line->at.log_inside_pct)),
            keep_figure(builder, format_ms(line->awr_read_wait_ms)),
            keep_figure(builder, format_ms(line->iostat_read_latency_ms)),
            keep_figure(builder, format_ms(line->above_device_ms)));
    }
    return table;
}

static bool
any_reconciled(const struct findings *findings, bool unaligned_only)
{
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct reconcile *line = &finding_at(findings, i)->reconcile;
        if (line->awr && !(unaligned_only && line->aligned))
            return true;
    }
    return false;
}

void
fill_awr(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    if (!findings->bound)
        return;
    const struct storage_bound *bound = &findings->bound->bound;
    view_set(view, "storage_bound", tr(builder, storage_verdict_words(bound->verdict)));
    view_set(view, "storage_bound_reason", keep(builder, storage_reason_text(bound, language_of(builder))));
    view_set(view, "storage_bound_limit", keep(builder, storage_limit_text(bound, language_of(builder))));
    view_set(view, "storage_bound_place", place_of_finding(builder, findings->bound));
    if (bound->iowait_is_doubtful && isfinite(bound->test[TEST_IOWAIT].value))
        view_set(view, "storage_bound_iowait",
            tr(builder,
                "%iowait is idle time with an I/O outstanding: it falls when other work takes the CPU, and reports of "
                "release 12 and later often print 0 under full I/O load. It is shown, and decides nothing."));
    if (findings->awr_workloads->len > 0)
        view_take_table(view, "awr_workloads", workloads_table(builder));
    view_take_table(view, "awr_reports", reports_table(builder));
    fill_awr_charts(builder, view);
    view_take_table(view, "awr_tests", tests_table(builder, findings->bound));
    if (any_reconciled(findings, false)) {
        view_take_table(view, "awr_reconcile", reconcile_table(builder));
        view_take_table(view, "awr_alignment", alignment_table(builder));
    }
    if (any_reconciled(findings, true))
        view_set(view, "awr_unaligned",
            tr(builder,
                "* The snapshot interval and the log could not be aligned by time: the figures of the run's window in "
                "the log stand in."));
}
