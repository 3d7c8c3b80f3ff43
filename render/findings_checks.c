#include "findings_parts.h"

#include "format.h"

#include <math.h>

#define CHECKS_SHOWN 60u

static const char *
result_words(const struct window_check *check)
{
    bool differs = check->queue == WINDOW_DIFFERS || check->size == WINDOW_DIFFERS || check->load == WINDOW_DIFFERS;
    return differs ? "differs" : "agrees";
}

static bool
is_known(const struct window_check *check)
{
    return check->queue != WINDOW_NOT_KNOWN || check->size != WINDOW_NOT_KNOWN || check->load != WINDOW_NOT_KNOWN;
}

static void
add_check(
    struct builder *builder, struct table *table, guint *seen, const char *place, const struct window_check *check)
{
    if (!is_known(check) || (*seen)++ >= CHECKS_SHOWN)
        return;
    table_add_row(table, place, keep_figure(builder, format_three_digits(check->outstanding, 2)),
        keep_figure(builder, format_three_digits(check->aqu_sz, 2)),
        keep_figure(builder, format_change_percent(check->queue_gap_pct)),
        keep_figure(builder, format_mib_s(check->size_mib_s)), keep_figure(builder, format_mib_s(check->mib_s)),
        keep_figure(builder, format_change_percent(check->size_gap_pct)), tr(builder, result_words(check)));
}

static void
add_checks(struct builder *builder, struct table *table, guint *seen)
{
    const struct findings *findings = builder->findings;
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        for (guint k = 0; k < ladder->rungs->len; k++) {
            const struct rung *rung = ladder_rung(ladder, k);
            add_check(builder, table, seen,
                keep_id(builder, "%s, %s", ladder->name, at_load(builder, ladder, rung->concurrency)), &rung->check);
        }
    }
    for (guint i = 0; i < findings->loads->len; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        for (guint k = 0; load->checks && k < load->checks->len; k++)
            add_check(builder, table, seen,
                load->windows->len > 0 ? keepf(builder, "%s, window %u", files_shown(builder, load->name), k + 1)
                                       : files_shown(builder, load->name),
                &g_array_index(load->checks, struct window_check, k));
    }
}

void
fill_checks(struct builder *builder, struct view *view)
{
    const struct window_check_counts *counts = &builder->findings->window_checks;
    if (counts->windows == 0)
        return;
    struct table *table = table_new("window-checks",
        tr(builder, "Do the columns of each window agree? IOPS × await against aqu-sz without discards and flushes "
                    "(Little's law), "
                    "and IOPS × mean request size against MiB/s; more than 10% apart, and rounding, differs."));
    static const struct {
        const char *heading;
        enum table_kind kind;
    } column[] = {{"Window", TABLE_TEXT}, {"IOPS × await", TABLE_NUMBER}, {"aqu-sz", TABLE_NUMBER},
        {"Gap", TABLE_NUMBER}, {"IOPS × size MiB/s", TABLE_NUMBER}, {"MiB/s", TABLE_NUMBER}, {"Gap", TABLE_NUMBER},
        {"Result", TABLE_TEXT}};
    for (size_t i = 0; i < G_N_ELEMENTS(column); i++)
        table_add_column(table, tr(builder, column[i].heading), column[i].kind);
    guint seen = 0;
    add_checks(builder, table, &seen);
    table->left_out = seen > CHECKS_SHOWN ? seen - CHECKS_SHOWN : 0;
    table->left_out_file = "results.json";
    view_take_table(view, "window_checks", table);
    view_set(view, "window_checks_summary",
        keepf(builder, "Windows checked: %u, with a contradiction: %u.", counts->windows, counts->differ));
}
