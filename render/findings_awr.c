#include "findings_parts.h"

#include "format.h"

#include <math.h>

static const char *
place_of_finding(struct builder *builder, const struct awr_finding *finding)
{
    if (!finding->ladder)
        return keep(builder, g_path_get_basename(finding->awr->path));
    const struct rung *rung = ladder_rung(finding->ladder, finding->rung);
    return keepf(builder, "%s, %s", finding->ladder->name, at_load(builder, finding->ladder, rung->concurrency));
}

static const char *
verdict_words(enum storage_verdict verdict)
{
    static const char *const words[] = {
        [STORAGE_NOT_PROVEN] = "not proven", [STORAGE_PROVEN] = "proven", [STORAGE_REFUTED] = "refuted"};
    return words[verdict];
}

static struct table *
reports_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table =
        table_new("awr-reports", "What each AWR report says of the database's time; shares are of DB time.");
    table_add_column(table, "Run", TABLE_TEXT);
    table_add_column(table, "Top wait event", TABLE_TEXT);
    table_add_column(table, "Share", TABLE_NUMBER);
    table_add_column(table, "User I/O", TABLE_NUMBER);
    table_add_column(table, "DB CPU", TABLE_NUMBER);
    table_add_column(table, "Host CPU", TABLE_NUMBER);
    table_add_column(table, "Storage-bound", TABLE_TEXT);
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct awr_finding *finding = &g_array_index(findings->awr, struct awr_finding, i);
        const struct storage_bound *bound = &finding->bound;
        table_add_row(table, place_of_finding(builder, finding),
            bound->top_wait ? bound->top_wait->name : FORMAT_NOTHING,
            keep(builder, format_percent(bound->top_wait ? bound->top_wait->db_time_pct : NAN)),
            keep(builder, format_percent(bound->user_io_pct)), keep(builder, format_percent(bound->db_cpu_pct)),
            keep(builder, format_percent(bound->host_cpu_pct)), verdict_words(bound->verdict))
            ->emphasis = finding == findings->bound;
    }
    return table;
}

static struct table *
tests_table(struct builder *builder, const struct awr_finding *finding)
{
    struct table *table = table_new("awr-tests",
        keepf(builder, "The tests behind the verdict, on the report of %s.", place_of_finding(builder, finding)));
    table_add_column(table, "Test", TABLE_TEXT);
    table_add_column(table, "Needed", TABLE_NUMBER);
    table_add_column(table, "Seen", TABLE_NUMBER);
    table_add_column(table, "Met", TABLE_TEXT);
    for (size_t i = 0; i < STORAGE_TESTS; i++) {
        const struct storage_test *test = &finding->bound.test[i];
        table_add_row(table, test->words,
            keepf(builder, "%s %s", test->at_least ? "≥" : "≤", keep(builder, format_percent_whole(test->threshold))),
            isnan(test->value) ? "not in the report" : keep(builder, format_percent(test->value)),
            test->met ? "yes" : "no");
    }
    return table;
}

static struct table *
reconcile_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table = table_new("awr-reconcile", "AWR (physical read and write total) against iostat over the same "
                                                     "interval. The ratio is AWR divided by iostat.");
    static const struct {
        const char *heading;
        enum table_kind kind;
    } column[] = {{"Run", TABLE_TEXT}, {"AWR IOPS", TABLE_NUMBER}, {"iostat IOPS", TABLE_NUMBER},
        {"Ratio", TABLE_NUMBER}, {"AWR MiB/s", TABLE_NUMBER}, {"iostat MiB/s", TABLE_NUMBER}, {"Ratio", TABLE_NUMBER},
        {"AWR read wait ms", TABLE_NUMBER}, {"iostat read ms", TABLE_NUMBER}};
    for (size_t i = 0; i < G_N_ELEMENTS(column); i++)
        table_add_column(table, column[i].heading, column[i].kind);
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct awr_finding *finding = &g_array_index(findings->awr, struct awr_finding, i);
        const struct reconcile *line = &finding->reconcile;
        if (!line->awr)
            continue;
        table_add_row(table, keepf(builder, "%s%s", place_of_finding(builder, finding), line->aligned ? "" : " *"),
            keep(builder, format_iops(line->awr_iops)), keep(builder, format_iops(line->iostat_iops)),
            keep(builder, format_decimal(line->iops_ratio, 2)), keep(builder, format_mib_s(line->awr_mib_s)),
            keep(builder, format_mib_s(line->iostat_mib_s)), keep(builder, format_decimal(line->mib_s_ratio, 2)),
            keep(builder, format_ms(line->awr_read_wait_ms)), keep(builder, format_ms(line->iostat_read_latency_ms)));
    }
    return table;
}

static bool
any_reconciled(const struct findings *findings, bool unaligned_only)
{
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct reconcile *line = &g_array_index(findings->awr, struct awr_finding, i).reconcile;
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
    view_set(view, "storage_bound", verdict_words(findings->bound->bound.verdict));
    view_set(view, "storage_bound_reason", findings->bound->bound.reason);
    view_set(view, "storage_bound_place", place_of_finding(builder, findings->bound));
    view_take_table(view, "awr_reports", reports_table(builder));
    view_take_table(view, "awr_tests", tests_table(builder, findings->bound));
    if (any_reconciled(findings, false))
        view_take_table(view, "awr_reconcile", reconcile_table(builder));
    if (any_reconciled(findings, true))
        view_set(view, "awr_unaligned",
            "* The snapshot interval and the log could not be aligned by time: the figures of the run's window in "
            "the log stand in.");
}
