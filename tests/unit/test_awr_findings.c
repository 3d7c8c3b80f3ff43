#include "awr_findings.h"
#include "study_in_memory.h"

static const struct workload_bound *
workload_at(const struct findings *findings, guint index)
{
    g_assert_cmpuint(index, <, findings->awr_workloads->len);
    return &g_array_index(findings->awr_workloads, struct workload_bound, index);
}

static struct awr *
report_at(const struct ladder *ladder, size_t rung)
{
    return g_ptr_array_index(ladder_rung(ladder, rung)->run->awrs, 0);
}

static void
set_user_io(struct awr *awr, double pct)
{
    ((struct awr_event *)g_ptr_array_index(awr->wait_classes, 0))->db_time_pct = pct;
}

/* The best point of the mixed workload falls to 45%, its top rung to 10%: one workload is not proven, the other is. */
static void
each_workload_has_its_own_verdict(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    g_autoptr(Findings) all_proven = findings_of(inputs);
    g_assert_cmpuint(all_proven->awr_workloads->len, ==, 2);
    const struct ladder *mixed = g_ptr_array_index(all_proven->ladders, 1);
    g_assert_cmpstr(mixed->name, ==, "a_mix");
    g_assert_cmpuint(mixed->best_rung, <, 6);
    struct awr *best = report_at(mixed, mixed->best_rung);
    set_user_io(best, 45);
    set_user_io(report_at(mixed, 6), 10);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->awr_workloads->len, ==, 2);
    const struct workload_bound *read = workload_at(findings, 0), *mix = workload_at(findings, 1);
    g_assert_cmpstr(read->ladder->name, ==, "b_read");
    g_assert_cmpint(read->weakest->bound.verdict, ==, STORAGE_PROVEN);
    g_assert_cmpuint(read->reports, ==, 7);
    g_assert_cmpuint(read->proven, ==, 7);
    g_assert_true(mix->at_best);
    g_assert_true(mix->weakest->awr == best);
    g_assert_cmpint(mix->weakest->bound.verdict, ==, STORAGE_NOT_PROVEN);
    g_assert_cmpuint(mix->proven, ==, 5);
    g_assert_cmpuint(mix->not_proven, ==, 1);
    g_assert_cmpuint(mix->refuted, ==, 1);
}

/* No rung within the ceiling: no best point, so all reports count, the refuted one among them. */
static void
without_a_best_point_all_reports_count(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
    options.latency_ceiling_ms = 0.01;
    g_autoptr(GError) error = NULL;
    g_autoptr(Findings) first = findings_new(inputs, &options, NULL, &error);
    g_assert_no_error(error);
    struct awr *top = report_at(g_ptr_array_index(first->ladders, 0), 6);
    set_user_io(top, 10);
    g_autoptr(Findings) findings = findings_new(inputs, &options, NULL, &error);
    g_assert_no_error(error);
    const struct workload_bound *read = workload_at(findings, 0);
    g_assert_false(read->at_best);
    g_assert_true(read->weakest->awr == top);
    g_assert_cmpint(read->weakest->bound.verdict, ==, STORAGE_REFUTED);
    g_assert_true(findings->bound->awr == top);
}

static void
loads_have_verdicts_too(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_level(inputs, "prod/iostat.txt", 500, 1, 0.7);
    add_report(inputs, "prod/awr.html", 60, 500);
    struct awr *lone = add_report(inputs, "other/awr.html", 10, 900);
    g_free(lone->begin);
    g_free(lone->end);
    g_free(lone->db_name);
    lone->begin = g_strdup("2026-12-03T10:00");
    lone->end = g_strdup("2026-12-03T10:02");
    lone->db_name = g_strdup("OTHER");
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->awr_workloads->len, ==, 2);
    g_assert_null(workload_at(findings, 0)->ladder);
    g_assert_cmpstr(workload_at(findings, 0)->load->name, ==, "prod/iostat.txt");
    g_assert_cmpint(workload_at(findings, 0)->weakest->bound.verdict, ==, STORAGE_PROVEN);
    g_assert_cmpint(workload_at(findings, 1)->weakest->bound.verdict, ==, STORAGE_REFUTED);
    g_assert_true(workload_at(findings, 1)->weakest->awr == lone);
    g_assert_cmpuint(workload_at(findings, 1)->reports, ==, 1);
}

/* All reports five hours behind the logs of their host: one offset for all of them, and a note. */
static void
reports_of_one_host_share_one_offset(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint k = 0; k < input->awrs->len; k++) {
            struct awr *awr = g_ptr_array_index(input->awrs, k);
            g_free(awr->begin);
            g_free(awr->end);
            awr->begin = g_strdup("2026-11-30T05:00:00");
            awr->end = g_strdup("2026-11-30T05:02:00");
        }
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->awr->len, ==, 14);
    for (guint i = 0; i < findings->awr->len; i++) {
        const struct reconcile *line = &g_array_index(findings->awr, struct awr_finding, i).reconcile;
        g_assert_cmpint(line->at.offset.source, ==, ALIGN_ESTIMATED);
        g_assert_cmpint(line->at.offset.seconds, ==, 5 * 3600);
        g_assert_true(line->aligned);
        g_assert_cmpfloat_with_epsilon(line->iops_ratio, 1, 0.002);
        g_assert_cmpint(line->reason[0], ==, GAP_AGREE);
    }
    guint notes = 0;
    for (guint i = 0; i < findings->notes->len; i++)
        notes += strcmp(((struct note *)g_ptr_array_index(findings->notes, i))->code, "clock-offset") == 0 ? 1 : 0;
    g_assert_cmpuint(notes, ==, 1);
}

/* A log whose aqu-sz is a third of IOPS x await: noted with the run, counted, and the confidence falls. */
static void
contradicting_columns_lower_the_confidence(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    g_autoptr(GString) log = g_string_new("Linux 5.15.0 (dbhost) \t11/30/2026 \t_x86_64_\t(16 CPU)\n\n");
    for (int i = 0; i < SAMPLES; i++)
        g_string_append_printf(log,
            "11/30/2026 %02d:%02d:%02d AM\nDevice r/s rMB/s r_await w/s wMB/s w_await aqu-sz %%util\n"
            "sda %d.00 10.00 3.00 0.00 0.00 0.00 1.00 90.00\n\n",
            10, i / 60, i % 60, 1000 + i % 3);
    struct input *input = add_input(inputs, "iostat.txt", KIND_IOSTAT_TEXT, "iostat text");
    struct stream *stream = stream_new_memory("iostat.txt", log->str, log->len);
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = options.with_checks = true;
    options.since_boot = SINCE_BOOT_KEEP;
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, input->captures, &error));
    stream_free(stream);
    g_autoptr(Findings) findings = findings_of(inputs);
    const struct load_finding *load = g_ptr_array_index(findings->loads, 0);
    g_assert_cmpuint(load->checks->len, >=, 1);
    const struct window_check *check = &g_array_index(load->checks, struct window_check, 0);
    g_assert_cmpfloat_with_epsilon(check->outstanding, 3.003, 0.001);
    g_assert_cmpfloat_with_epsilon(check->aqu_sz, 1, 1e-6);
    g_assert_cmpint(check->queue, ==, WINDOW_DIFFERS);
    g_assert_cmpint(check->size, ==, WINDOW_NOT_KNOWN); /* no such column */
    g_assert_nonnull(remarks_find(load->remarks, REMARK_RUN_QUEUE_DIFFERS));
    g_assert_cmpuint(findings->window_checks.differ, ==, load->checks->len);
    bool said = false;
    for (guint i = 0; i < findings->confidence_reasons->len; i++)
        said = said || strstr(g_ptr_array_index(findings->confidence_reasons, i), "Little's law");
    g_assert_true(said);
    g_assert_cmpint(findings->confidence, <=, CONFIDENCE_MEDIUM);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/awr_findings/" #name, name)
    ADD(each_workload_has_its_own_verdict);
    ADD(without_a_best_point_all_reports_count);
    ADD(loads_have_verdicts_too);
    ADD(reports_of_one_host_share_one_offset);
    ADD(contradicting_columns_lower_the_confidence);
    return g_test_run();
}
