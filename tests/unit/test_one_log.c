/* Ladders within one log, runs named for one log, and kinds of runs set apart: from inputs to findings. */
#include "results.h"
#include "study_in_memory.h"

#include <jansson.h>

#include <stdbool.h>

#define STEP_SAMPLES 150

/* A log of steps, one after the other, at these concurrencies of the station. */
static void
add_steps(struct inputs *inputs, const char *path, const double *concurrency, size_t steps)
{
    g_autoptr(GString) log = g_string_new("Linux 5.15.0 (dbhost) \t11/30/2026 \t_x86_64_\t(16 CPU)\n\n");
    for (size_t i = 0; i < steps * STEP_SAMPLES; i++) {
        double load = concurrency[i / STEP_SAMPLES], iops = station_iops(load) * (1 + 0.001 * (double)((i * 7) % 11));
        double latency_ms = 1000 * load / station_iops(load);
        size_t minute = i / 60;
        g_string_append_printf(log,
            "11/30/2026 %02zu:%02zu:%02zu AM\nDevice r/s rMB/s r_await w/s wMB/s w_await aqu-sz %%util\n"
            "sda %.2f %.4f %.4f 0.00 0.0000 0.0000 %.2f 90.00\n\n",
            8 + minute / 60, minute % 60, i % 60, iops, iops / 128, latency_ms, load);
    }
    struct input *input = add_input(inputs, path, KIND_IOSTAT_TEXT, "iostat text");
    struct stream *stream = stream_new_memory(path, log->str, log->len);
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = SINCE_BOOT_KEEP;
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, input->captures, &error));
    g_assert_no_error(error);
    stream_free(stream);
}

static const double rising[] = {1, 2, 4, 8, 16, 32, 64};

static const struct note *
note_of(const struct findings *findings, const char *code)
{
    for (guint i = 0; i < findings->notes->len; i++) {
        const struct note *note = g_ptr_array_index(findings->notes, i);
        if (strcmp(note->code, code) == 0)
            return note;
    }
    return NULL;
}

static void
log_of_steps_is_a_ladder_and_no_demand(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_steps(inputs, "bench/iostat.txt", rising, G_N_ELEMENTS(rising));
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->ladders->len, ==, 1);
    g_assert_cmpuint(findings->loads->len, ==, 0);
    g_assert_null(findings->sizing);
    const struct ladder *ladder = g_ptr_array_index(findings->ladders, 0);
    g_assert_true(ladder->from_one_log);
    g_assert_cmpstr(ladder->name, ==, "read100");
    g_assert_cmpuint(ladder->rungs->len, ==, 7);
    for (guint i = 0; i < 7; i++) {
        const struct rung *rung = ladder_rung(ladder, i);
        g_assert_cmpfloat_with_epsilon(rung->concurrency / rising[i], 1, 0.02);
        g_assert_cmpfloat(rung->concurrency, ==, rung->outstanding);
        g_assert_true(rung->steady);
        g_assert_cmpuint(rung->end - rung->start, >, 140);
    }
    g_assert_cmpint(ladder->knee.verdict, ==, KNEE_FOUND);
    g_assert_cmpfloat_with_epsilon(ladder->knee.concurrency, 8, 1);
    g_assert_nonnull(note_of(findings, "ladder-in-log"));
}

/* Production comes and goes: its levels are a demand. */
static void
log_of_levels_stays_a_demand(void)
{
    static const double levels[] = {2, 8, 4, 16, 3};
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_steps(inputs, "prod/iostat.txt", levels, G_N_ELEMENTS(levels));
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->ladders->len, ==, 0);
    g_assert_cmpuint(findings->loads->len, ==, 1);
    g_assert_nonnull(findings->sizing);
}

static void
add_runs_csv(struct inputs *inputs, size_t runs)
{
    GString *text = g_string_new("workload,concurrency,iostat\n");
    for (size_t i = 0; i < runs; i++)
        g_string_append_printf(text, "oltp,%.0f,iostat.txt\n", 10 * rising[i]);
    struct input *input = add_input(inputs, "bench/runs.csv", KIND_RUNS_CSV, "runs.csv");
    input->text_len = text->len;
    input->text = g_string_free(text, FALSE);
}

static void
runs_named_for_one_log_are_its_steps(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_steps(inputs, "bench/iostat.txt", rising, G_N_ELEMENTS(rising));
    add_runs_csv(inputs, 7);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->ladders->len, ==, 1);
    const struct ladder *ladder = g_ptr_array_index(findings->ladders, 0);
    g_assert_cmpstr(ladder->name, ==, "oltp");
    g_assert_false(ladder->from_one_log);
    g_assert_cmpuint(ladder->rungs->len, ==, 7);
    for (guint i = 0; i < 7; i++) {
        g_assert_cmpfloat(ladder_rung(ladder, i)->concurrency, ==, 10 * rising[i]);
        g_assert_cmpfloat_with_epsilon(ladder_rung(ladder, i)->means.iops / station_iops(rising[i]), 1.005, 0.002);
    }
    g_assert_nonnull(note_of(findings, "step-of-log"));
}

/* More windows than runs: which is which cannot be told, so none is guessed. */
static void
runs_that_are_not_the_steps_are_left_out(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_steps(inputs, "bench/iostat.txt", rising, G_N_ELEMENTS(rising));
    add_runs_csv(inputs, 5);
    struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
    g_autoptr(GError) error = NULL;
    g_autoptr(Findings) findings = findings_new(inputs, &options, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(findings->ladders->len, ==, 0);
    g_assert_nonnull(note_of(findings, "steps-not-found"));
}

/* Eleven runs of one folder, four of them of another mix: two ladders, and their figures are not mixed. */
static void
runs_of_another_mix_are_a_ladder_of_their_own(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    for (size_t i = 0; i < 7; i++) {
        g_autofree char *path = g_strdup_printf("w/slob_%.0fu/iostat.txt", rising[i]);
        add_log(inputs, path, rising[i], 1);
    }
    for (size_t i = 0; i < 4; i++) {
        g_autofree char *path = g_strdup_printf("w/slob_%.0fu/iostat.txt", rising[i] + 2);
        if (rising[i] + 2 != 4)
            add_log(inputs, path, rising[i] + 2, 0.7);
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->ladders->len, ==, 2);
    const struct ladder *reads = g_ptr_array_index(findings->ladders, 0),
                        *mixed = g_ptr_array_index(findings->ladders, 1);
    g_assert_cmpuint(reads->rungs->len, ==, 7);
    g_assert_cmpuint(mixed->rungs->len, ==, 3);
    for (guint i = 0; i < 7; i++)
        g_assert_cmpfloat_with_epsilon(ladder_rung(reads, i)->read_pct, 100, 0.01);
    for (guint i = 0; i < 3; i++)
        g_assert_cmpfloat_with_epsilon(ladder_rung(mixed, i)->read_pct, 70, 0.01);
    g_assert_true(mixed->points_measured);
    g_assert_nonnull(note_of(findings, "set-apart"));
}

static json_t *
member(json_t *object, const char *a, const char *b)
{
    json_t *inner = json_object_get(object, a);
    return b ? json_object_get(inner, b) : inner;
}

/* What machines read of a ladder: the same as its report says. */
static void
results_hold_influence_advice_and_fit(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_steps(inputs, "bench/iostat.txt", rising, G_N_ELEMENTS(rising));
    g_autoptr(Findings) findings = findings_of(inputs);
    const struct ladder *ladder = g_ptr_array_index(findings->ladders, 0);
    g_autofree char *text = results_json(findings, "iosizer test");
    json_t *root = json_loads(text, 0, NULL), *workload = member(root, "workloads", "read100");
    g_assert_nonnull(workload);
    g_assert_true(json_is_true(member(workload, "from_one_log", NULL)));
    g_assert_cmpuint(json_array_size(member(workload, "influence", NULL)), ==, 7);
    g_assert_cmpuint(json_array_size(member(workload, "knee", "fitted")), ==, 7);
    g_assert_cmpuint(json_array_size(member(workload, "advice", NULL)), ==, ladder->advice->len);
    g_assert_cmpuint(json_array_size(member(workload, "plateau", "signs")), ==, ladder->plateau_reasons->len);
    json_t *without = json_array_get(member(workload, "influence", NULL), 0);
    g_assert_cmpfloat_with_epsilon(json_real_value(json_object_get(without, "without")), 1, 0.02);
    g_assert_cmpstr(json_string_value(json_object_get(without, "verdict")), ==, "knee");
    g_assert_cmpfloat_with_epsilon(
        json_real_value(member(workload, "knee", "sharpness")), ladder->knee.sharpness, 0.001);
    json_decref(root);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/one_log/" #name, name)
    ADD(log_of_steps_is_a_ladder_and_no_demand);
    ADD(log_of_levels_stays_a_demand);
    ADD(runs_named_for_one_log_are_its_steps);
    ADD(runs_that_are_not_the_steps_are_left_out);
    ADD(runs_of_another_mix_are_a_ladder_of_their_own);
    ADD(results_hold_influence_advice_and_fit);
    return g_test_run();
}
