#include "error.h"
#include "findings_view.h"
#include "study_in_memory.h"
#include "names.h"
#include "template.h"
#include "view.h"
#include "writers.h"

static const struct awr_finding *
awr_at(const struct findings *findings, guint index)
{
    g_assert_cmpuint(index, <, findings->awr->len);
    return &g_array_index(findings->awr, struct awr_finding, index);
}

static const struct note *
note_of(const GPtrArray *notes, const char *code)
{
    for (guint i = 0; i < notes->len; i++) {
        const struct note *note = g_ptr_array_index(notes, i);
        if (strcmp(note->code, code) == 0)
            return note;
    }
    return NULL;
}

/* The report as Markdown, as a reader gets it; checked for what no reader should see. */
/* What --list-names prints is whole: templates are checked against it. */
static void
check_names(const struct view *view)
{
    g_autoptr(Names) names = names_new();
    g_autofree char *used = view_names(view);
    g_auto(GStrv) name = g_strsplit(g_strchomp(used), "\n", -1);
    for (char **at = name; *at; at++)
        if (!names_has(names, *at))
            g_error("templates/names.csv lacks %s", *at);
}

static char *
report_of(const struct findings *findings, const char *template)
{
    struct report_context context = {.generator = "iosizer test"};
    struct view *view = findings_view_new(findings, &context);
    check_names(view);
    g_autoptr(GError) error = NULL;
    struct document *document = document_new(template, "test.md", view, &error);
    g_assert_no_error(error);
    struct document_info info = {.title = "t", .subject = "t", .language = "en", .generator = "iosizer test"};
    struct theme theme;
    g_assert_true(theme_init(&theme, NULL, NULL, &error));
    char *text = markdown_write(document, &info, &theme);
    document_free(document);
    view_free(view);
    static const char *const never[] = {"nan", "(null)", "inf ", "IOPS IOPS", "ms ms", "MiB/s MiB/s", "%%",
        "\342\200\223 IOPS", "\342\200\223 ms", "1 sessions"};
    for (size_t i = 0; i < G_N_ELEMENTS(never); i++)
        if (strstr(text, never[i]))
            g_error("\"%s\" is in: %s", never[i], text);
    return text;
}

static void
check_says(const char *text, const char *words)
{
    if (!strstr(text, words))
        g_error("\"%s\" is not in: %s", words, text);
}

static void
check_silent(const char *text, const char *words)
{
    if (strstr(text, words))
        g_error("\"%s\" is in: %s", words, text);
}

#define SUMMARY "{{#summary_line}}\n- {{text}}\n{{/summary_line}}\n\n"
#define WORKLOADS                                                                                                      \
    "{{#workload}}\n\n{{key_observation}}\n\n{{#observation}}\n- "                                           \
    "{{text}}\n{{/observation}}\n\n{{table:result}}\n\n{{table:rungs}}\n\n{{/workload}}\n"

static void
awr_findings_follow_the_ladders(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    static const char *const other[] = {
        "a_mix/slob_128u/awr.html", "prod/awr.html"}; /* the first has no rates: no rung */
    for (guint i = 0; i < 2; i++) {
        struct awr *awr = add_report(inputs, other[i], 75, i == 0 ? NAN : 500);
        g_free(awr->begin);
        g_free(awr->end);
        awr->begin = g_strdup("2026-12-01T10:00");
        awr->end = g_strdup("2026-12-01T10:02");
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->ladders->len, ==, 2);
    g_assert_cmpstr(((struct ladder *)g_ptr_array_index(findings->ladders, 0))->name, ==, "b_read");
    g_assert_cmpuint(findings->awr->len, ==, 16);
    for (guint i = 0; i < 14; i++) {
        g_assert_true(awr_at(findings, i)->ladder == g_ptr_array_index(findings->ladders, i / 7));
        g_assert_cmpuint(awr_at(findings, i)->rung, ==, i % 7);
        g_assert_true(awr_at(findings, i)->reconcile.awr == awr_at(findings, i)->awr);
        g_assert_true(awr_at(findings, i)->reconcile.aligned);
        g_assert_cmpfloat_with_epsilon(awr_at(findings, i)->reconcile.iops_ratio, 1, 0.002);
    }
    g_assert_null(awr_at(findings, 14)->ladder);
    g_assert_cmpstr(awr_at(findings, 14)->awr->path, ==, "a_mix/slob_128u/awr.html");
    g_assert_cmpstr(awr_at(findings, 15)->awr->path, ==, "prod/awr.html");
}

/* The weaker of the two best operating points counts, not the strongest report. */
static void
verdict_rests_on_the_weakest_best_point(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    g_autoptr(Findings) proven = findings_of(inputs);
    g_assert_cmpint(proven->bound->bound.verdict, ==, STORAGE_PROVEN);
    const struct ladder *mixed = g_ptr_array_index(proven->ladders, 1);
    const struct run *best = ladder_rung(mixed, mixed->best_rung)->run;
    struct awr *awr = g_ptr_array_index(best->awrs, 0);
    ((struct awr_event *)g_ptr_array_index(awr->wait_classes, 0))->db_time_pct = 45;
    g_autoptr(Findings) weaker = findings_of(inputs);
    g_assert_cmpint(weaker->bound->bound.verdict, ==, STORAGE_NOT_PROVEN);
    g_assert_true(weaker->bound->awr == awr);
    g_assert_cmpint(weaker->confidence, ==, CONFIDENCE_MEDIUM);
}

static void
ladder_report_reads_true(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *text = report_of(findings, SUMMARY WORKLOADS);
    check_says(text, ", 80% of the best operating point. The rest is reserve.");
    check_says(text, "storage was what limited it (storage-bound: proven by AWR).");
    check_says(text, "The knee lies at ");
    check_says(text, "latency stays within 2 ms at the best operating point");
    check_says(text, "the best operating point is bold");
    check_silent(text, "The load needs");
}

/* Files are named from the folder that holds them all; what several say alike is one line. */
static void
files_are_named_from_their_folder(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    static const char *const path[] = {"/home/me/captures/a/x.log", "/home/me/captures/a/y.log",
        "/home/me/captures/b/z.log"};
    for (size_t i = 0; i < G_N_ELEMENTS(path); i++) {
        add_log(inputs, path[i], 4, 1);
        struct input *input = g_ptr_array_index(inputs->input, i);
        notes_add(input->notes, NOTE_WARNING, "date-order", i + 1, "days of %s", i < 2 ? "one order" : "/home/me/captures/other");
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *text =
        report_of(findings, "{{table:notes}}\n\n{{inputs_folder}}\n\n{{table:inputs}}\n\n{{#load}}\n- {{name}}\n{{/load}}\n");
    check_says(text, "a/x.log and 1 more: days of one order | 1 | 2 |");
    check_says(text, "| b/z.log: days of /home/me/captures/other |"); /* no input: it stays whole */
    check_says(text, "/home/me/captures\n");
    check_says(text, "| a/y.log |");
    check_silent(text, "captures/a");
}

static void
three_rungs_show_measured_points_without_a_knee(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_log(inputs, "read/slob_1u/iostat.txt", 1, 1);
    add_log(inputs, "read/slob_2u/iostat.txt", 2, 1);
    add_log(inputs, "read/slob_4u/iostat.txt", 4, 1);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *text = report_of(findings, SUMMARY WORKLOADS);
    check_says(text, "the storage served 3,846 IOPS at 1.04 ms with concurrency 4.");
    check_says(text, "as measured: no curve could be fitted to so few loads.");
    check_says(text, "| Lowest within 3% of the highest IOPS measured (concurrency) | 4, 3,846 IOPS at 1.04 ms |");
    check_says(text, "| Knee (concurrency, 90% interval) | cannot tell |");
    check_says(text, "Cannot tell where the knee is: 3 different loads; at least 4 are needed");
    check_silent(text, "no run stayed within the latency ceiling");
    check_silent(text, "No rung meets");
    check_says(text, "Whether storage limited a database cannot be told: no AWR report is among the inputs.");
}

static void
ladder_that_still_grows_is_not_reached(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    for (int n = 1; n <= 16; n *= 2) {
        g_autofree char *path = g_strdup_printf("read/slob_%du/iostat.txt", n);
        add_level(inputs, path, 1000.0 * n, 1, 1);
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *text = report_of(findings, SUMMARY WORKLOADS);
    check_says(text, "The knee is not reached: IOPS still change by +");
    check_says(text, "next rungs: 32 and 64. The verdict ");
}

/* Below one there is nothing to run. */
static void
flat_ladder_from_one_is_already_past(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    for (int n = 1; n <= 32; n *= 2) {
        g_autofree char *path = g_strdup_printf("read/slob_%du/iostat.txt", n);
        add_level(inputs, path, 5000, n / 5.0, 1);
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *text = report_of(findings, SUMMARY WORKLOADS);
    check_says(text, "is already past the knee; there is no lower load to run. The verdict ");
}

static void
no_rung_within_the_ceiling_is_said(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    for (int n = 1; n <= 64; n *= 2) {
        g_autofree char *path = g_strdup_printf("read/slob_%du/iostat.txt", n);
        add_level(inputs, path, station_iops(n) / 10, 10 * 1000 * n / station_iops(n), 1);
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *text = report_of(findings, SUMMARY WORKLOADS);
    check_says(text, "read: no run stayed within the latency ceiling of 2 ms.");
    check_says(text, "No rung meets the latency ceiling of 2 ms: there is no operating point to size from.");
    check_says(text, "no rung is within the ceiling");
    check_silent(text, "is bold");
}

static void
production_log_is_demand(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_level(inputs, "prod/iostat.txt", 2000, 0.7, 0.75);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->ladders->len, ==, 0);
    g_assert_cmpint(findings->demand.source, ==, DEMAND_IOSTAT);
    g_assert_cmpfloat_with_epsilon(findings->demand.iops.mean, 2000, 1);
    g_assert_cmpfloat_with_epsilon(findings->demand.iops.peak, 2010, 0.05);
    g_assert_cmpstr(findings->sizing->options.percentile, ==, "p95");
    g_assert_cmpint(findings->confidence, ==, CONFIDENCE_LOW);
    g_assert_cmpstr(findings->confidence_reasons->pdata[0], ==,
        "the demand was observed for 3 min only; a week shows the peaks that matter");
    g_autofree char *text = report_of(findings, SUMMARY "{{table:requirement}}\n\n{{demand_words}}\n");
    check_says(text, "iostat.txt: 2,000 IOPS on average");
    check_says(text, "The load needs ");
    check_says(text, "Whether storage limited a database cannot be told: no AWR report is among the inputs.");
}

static struct awr *
add_hour(
    struct inputs *inputs, const char *database, const char *instance, const char *begin, const char *end, double reads)
{
    g_autofree char *path = g_strdup_printf("awr/%s-%s-%s.html", database, instance, begin);
    struct awr *awr = add_report(inputs, path, 60, reads);
    g_free(awr->db_name);
    g_free(awr->begin);
    g_free(awr->end);
    awr->db_name = g_strdup(database);
    awr->begin = g_strdup(begin);
    awr->end = g_strdup(end);
    awr->elapsed_min = 60;
    g_ptr_array_add(awr->instances, g_strdup(instance));
    return awr;
}

/* Two databases are two loads: their hours are not averaged with one another. Sizing rests on the busiest interval. */
static void
reports_of_two_databases_are_two_loads(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_hour(inputs, "A", "a1", "2026-11-30T10:00", "2026-11-30T11:00", 1000);
    add_hour(inputs, "B", "b1", "2026-11-30T10:00", "2026-11-30T11:00", 200);
    add_hour(inputs, "A", "a1", "2026-11-30T11:00", "2026-11-30T12:00", 3000);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->loads->len, ==, 3); /* and their sum over the hour that both cover */
    const struct load_finding *a = g_ptr_array_index(findings->loads, 0), *b = g_ptr_array_index(findings->loads, 1);
    const struct load_finding *sum = g_ptr_array_index(findings->loads, 2);
    g_assert_cmpint(sum->kind, ==, LOAD_DATABASES_TOGETHER);
    g_assert_cmpfloat(sum->demand.iops.peak, ==, 1200);
    g_assert_cmpstr(a->name, ==, "AWR reports of A");
    g_assert_cmpfloat(a->demand.iops.mean, ==, 2000);
    g_assert_cmpstr(b->name, ==, "AWR reports of B");
    g_assert_cmpfloat(b->demand.iops.mean, ==, 200);
    g_assert_cmpfloat(findings->sizing->required_iops, ==, 3000);
    g_assert_cmpstr(findings->confidence_reasons->pdata[0], ==, "the demand is known from AWR alone: means over 60 min, no peaks inside them");
    g_assert_cmpstr(findings->sizing->options.percentile, ==, "peak");
    g_assert_nonnull(note_of(findings->notes, "figure-not-known"));
    g_assert_nonnull(note_of(findings->notes, "several-loads"));
    g_autofree char *text = report_of(findings, SUMMARY "{{demand_words}}\n\n{{table:requirement}}\n");
    check_says(text, "AWR reports of A: 2,000 IOPS on average, 3,000 in the busiest of 2 snapshot intervals.");
    check_says(text, "AWR reports of B: 200 IOPS on average over the snapshot interval.");
    check_says(text, "The load needs 3,000 IOPS");
}

static void
one_instance_of_a_cluster_is_told(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_hour(inputs, "A", "a1", "2026-11-30T10:00", "2026-11-30T11:00", 1000)->is_rac = true;
    g_autoptr(Findings) alone = findings_of(inputs);
    g_assert_nonnull(note_of(alone->notes, "one-instance-of-rac"));
    add_hour(inputs, "B", "b1", "2026-11-30T10:00", "2026-11-30T11:00", 1)->is_rac = true;
    g_autoptr(Findings) two = findings_of(inputs); /* each is named */
    g_assert_true(g_str_has_prefix(
        note_of(two->notes, "one-instance-of-rac")->text, "AWR reports of A: they are of instance a1 "));
    g_assert_cmpuint(note_of(two->notes, "one-instance-of-rac")->count, ==, 1);
    ((struct awr *)g_ptr_array_index(((struct input *)g_ptr_array_index(inputs->input, 1))->awrs, 0))->is_rac = false;
    add_hour(inputs, "A", "a2", "2026-11-30T10:00", "2026-11-30T11:00", 500)->is_rac = true;
    g_autoptr(Findings) both = findings_of(inputs);
    g_assert_null(note_of(both->notes, "one-instance-of-rac"));
    g_assert_cmpfloat(both->sizing->required_iops, ==, 1501); /* and B's, of the same hour */
}

static void
typed_demand_is_not_called_measured(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    add_study_ini(inputs, "[study]\ndemand_iops=5000\ngrowth_pct=20\nsize_at=knee\n");
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpint(findings->demand.source, ==, DEMAND_TYPED);
    g_assert_cmpfloat_with_epsilon(findings->sizing->required_iops, 6000, 1e-9);
    g_autofree char *text =
        report_of(findings, SUMMARY "{{demand_words}}\n\n{{table:requirement}}\n\n{{table:usable}}\n");
    check_says(text, "| Workload | IOPS at the knee | Usable at 80% |");
    check_says(text, "Demand (typed)");
    check_says(text, "No MiB/s was given: throughput is not sized.");
    check_says(text, "The load needs 6,000 IOPS");
}

static void
mib_s_typed_alone_is_told(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    add_study_ini(inputs, "[study]\ndemand_mib_s=500\n");
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpint(findings->demand.source, ==, DEMAND_NONE);
    g_assert_nonnull(note_of(findings->notes, "demand-without-iops"));
    g_autofree char *text = report_of(findings, "{{#no_demand}}\n{{no_demand}}\n{{/no_demand}}\n");
    check_says(text, "What to provision for a production load cannot be told from a benchmark alone.");
}

static void
inputs_without_a_load_are_refused(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
    g_autoptr(GError) error = NULL;
    g_assert_null(findings_new(inputs, &options, NULL, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_clear_error(&error);
    struct input *input = add_input(inputs, "x/awr.html", KIND_AWR_HTML, "AWR report");
    notes_add(input->notes, NOTE_INFO, "aside", 0, "an aside");
    notes_add(input->notes, NOTE_ERROR, "unusable", 0, "no tables were found");
    g_assert_null(findings_new(inputs, &options, NULL, &error));
    g_assert_cmpstr(error->message, ==, "x/awr.html: no tables were found");
}

/* A fault names its file once. */
static void
notes_name_their_file_once(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    struct input *input = add_input(inputs, "x/awr.html", KIND_AWR_HTML, "AWR report");
    notes_add(input->notes, NOTE_ERROR, "unusable", 0, "x/awr.html:7: no tables were found");
    notes_add(input->notes, NOTE_INFO, "aside", 0, "an aside");
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpstr(note_of(findings->notes, "unusable")->text, ==, "x/awr.html:7: no tables were found");
    g_assert_cmpstr(note_of(findings->notes, "aside")->text, ==, "x/awr.html: an aside");
}

static void
unknown_device_is_refused(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    const char *globs[] = {"nvme*", NULL};
    struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
    options.devices = globs;
    g_autoptr(GError) error = NULL;
    g_assert_null(findings_new(inputs, &options, NULL, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_true(g_str_has_prefix(error->message, "--device nvme*: no device of the logs matches"));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/findings/" #name, name)
    ADD(awr_findings_follow_the_ladders);
    ADD(verdict_rests_on_the_weakest_best_point);
    ADD(ladder_report_reads_true);
    ADD(files_are_named_from_their_folder);
    ADD(three_rungs_show_measured_points_without_a_knee);
    ADD(ladder_that_still_grows_is_not_reached);
    ADD(flat_ladder_from_one_is_already_past);
    ADD(no_rung_within_the_ceiling_is_said);
    ADD(production_log_is_demand);
    ADD(reports_of_two_databases_are_two_loads);
    ADD(one_instance_of_a_cluster_is_told);
    ADD(typed_demand_is_not_called_measured);
    ADD(mib_s_typed_alone_is_told);
    ADD(inputs_without_a_load_are_refused);
    ADD(notes_name_their_file_once);
    ADD(unknown_device_is_refused);
    return g_test_run();
}
