/* How often compare tells a change where there is none, and how often it finds one of 5%.
 *
 * Pairs of ladders of 9 runs of iostat are drawn from one process, put through the whole way (log, steady window,
 * rungs, knee, results.json) and compared. Seeds are fixed: two runs print the same.
 *
 * usage: bench_compare [PAIRS [N]]      default 200 pairs of every process; N: of the Nth alone, from 0
 */
#include "compare.h"
#include "results.h"
#include "study_in_memory.h"

#include <stdio.h>
#include <stdlib.h>

#define RUNGS 9

/* Relative noise of a second, a sum of parts; all of one process for the whole ladder. */
struct process {
    const char *name;
    int seconds;
    double white;        /* standard deviation */
    double slow, memory; /* AR(1): standard deviation, correlation from one second to the next */
    double swing, period_s;
    double dip, dip_gap_s; /* depth of dips of 3 s, at irregular distances */
    double latency;        /* white noise of latency alone */
};

static const struct process processes[] = {
    {.name = "white 3%, 300 s", .seconds = 300, .white = 0.03, .latency = 0.02},
    {.name = "white 8%, 120 s", .seconds = 120, .white = 0.08, .latency = 0.05},
    {.name = "AR(1) 0.8 of 3%, 300 s", .seconds = 300, .slow = 0.03, .memory = 0.8, .white = 0.01, .latency = 0.02},
    {.name = "AR(1) 0.95 of 3%, 300 s", .seconds = 300, .slow = 0.03, .memory = 0.95, .white = 0.02, .latency = 0.02},
    {.name = "AR(1) 0.98 of 2%, 300 s", .seconds = 300, .slow = 0.02, .memory = 0.98, .white = 0.02, .latency = 0.02},
    {.name = "AR(1) 0.95 of 3%, 1200 s", .seconds = 1200, .slow = 0.03, .memory = 0.95, .white = 0.02, .latency = 0.02},
    {.name = "swings of 10%, 42 s, 300 s",
        .seconds = 300,
        .swing = 0.1,
        .period_s = 42,
        .white = 0.03,
        .latency = 0.02},
    {.name = "dips of 60% every 40 s, 300 s",
        .seconds = 300,
        .dip = 0.6,
        .dip_gap_s = 40,
        .white = 0.02,
        .latency = 0.02},
    {.name = "all of it, 300 s",
        .seconds = 300,
        .slow = 0.02,
        .memory = 0.9,
        .swing = 0.03,
        .period_s = 30,
        .dip = 0.4,
        .dip_gap_s = 60,
        .white = 0.02,
        .latency = 0.03},
};

static double
normal(GRand *random)
{
    double u = g_rand_double_range(random, 1e-12, 1);
    return sqrt(-2 * log(u)) * cos(2 * G_PI * g_rand_double(random));
}

static double *
noise_of(const struct process *process, GRand *random)
{
    double *noise = g_new(double, process->seconds);
    double slow = process->slow * normal(random), phase = 2 * G_PI * g_rand_double(random);
    double kick = process->slow * sqrt(1 - process->memory * process->memory);
    double dip_at = process->dip_gap_s * g_rand_double(random);
    for (int i = 0; i < process->seconds; i++) {
        slow = process->memory * slow + kick * normal(random);
        noise[i] = slow + process->white * normal(random);
        if (process->swing > 0)
            noise[i] += process->swing * sin(phase + 2 * G_PI * i / process->period_s);
        if (process->dip > 0 && i >= dip_at && i < dip_at + 3)
            noise[i] -= process->dip;
        if (i >= dip_at + 3)
            dip_at += process->dip_gap_s * (0.5 + g_rand_double(random));
    }
    return noise;
}

static void
add_run(struct inputs *inputs, const char *path, int concurrency, double level, const struct process *process,
    GRand *random)
{
    double iops = level * station_iops(concurrency);
    g_autofree double *noise = noise_of(process, random);
    g_autoptr(GString) log = g_string_new("Linux 5.15.0 (dbhost) \t11/30/2026 \t_x86_64_\t(16 CPU)\n\n");
    for (int i = 0; i < process->seconds; i++) {
        double reads = iops * fmax(0.02, 1 + noise[i]);
        double latency_ms = 1000 * concurrency / reads * exp(process->latency * normal(random));
        g_string_append_printf(log,
            "11/30/2026 %02d:%02d:%02d AM\nDevice r/s rMB/s r_await w/s wMB/s w_await aqu-sz %%util\n"
            "sda %.2f %.4f %.4f 0.00 0.00 0.00 %.2f 90.00\n\n",
            10, i / 60, i % 60, reads, reads / 128, latency_ms, reads * latency_ms / 1000);
    }
    struct input *input = add_input(inputs, path, KIND_IOSTAT_TEXT, "iostat text");
    struct stream *stream = stream_new_memory(path, log->str, log->len);
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = SINCE_BOOT_KEEP;
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, input->captures, &error));
    stream_free(stream);
}

/* `level` for all rungs; `odd` once more for the fifth. */
static struct results_file *
results_of(const struct process *process, double level, double odd, GRand *random)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    int concurrency = 1;
    for (int i = 0; i < RUNGS; i++, concurrency *= 2) {
        g_autofree char *path = g_strdup_printf("read/slob_%du/iostat.txt", concurrency);
        add_run(inputs, path, concurrency, level * (i == 4 ? odd : 1), process, random);
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *json = results_json(findings, "iosizer bench");
    g_autoptr(GError) error = NULL;
    struct results_file *file = results_file_parse(json, strlen(json), "results.json", &error);
    g_assert_no_error(error);
    return file;
}

struct tally {
    guint pairs, unlike, alarms, better, unsteady;
    double same, lines;
};

static void
add_pair(struct tally *tally, const struct process *process, double level, double odd, GRand *random)
{
    GPtrArray *side[2];
    for (int i = 0; i < 2; i++) {
        side[i] = g_ptr_array_new_with_free_func((GDestroyNotify)results_file_free);
        g_ptr_array_add(side[i], results_of(process, i == 0 ? 1 : level, i == 0 ? 1 : odd, random));
    }
    struct compare_limits limits = COMPARE_LIMITS_DEFAULT;
    g_autoptr(Compare) compare = compare_new(side[0], side[1], &limits);
    tally->pairs++;
    tally->unlike += compare->unlike->len > 0 ? 1 : 0;
    tally->alarms += compare->count[COMPARE_WORSE] > 0 ? 1 : 0;
    tally->better += compare->count[COMPARE_BETTER] > 0 ? 1 : 0;

    for (guint i = 0; i < compare->lines->len; i++) {
        const struct compare_line *line = &g_array_index(compare->lines, struct compare_line, i);
        tally->lines += line->place == COMPARE_RUNG ? 1 : 0;
        tally->same += line->place == COMPARE_RUNG && line->verdict == COMPARE_SAME ? 1 : 0;
        tally->unsteady += line->place == COMPARE_RUNG && line->reason == COMPARE_NOT_STEADY ? 1 : 0;
    }
    g_ptr_array_unref(side[0]);
    g_ptr_array_unref(side[1]);
}

static struct tally
tally_of(const struct process *process, guint pairs, double level, double odd, guint32 seed)
{
    GRand *random = g_rand_new_with_seed(seed);
    struct tally tally = {0};
    for (guint i = 0; i < pairs; i++)
        add_pair(&tally, process, level, odd, random);
    g_rand_free(random);
    return tally;
}

int
main(int argc, char **argv)
{
    guint pairs = argc > 1 ? (guint)strtoul(argv[1], NULL, 10) : 200;
    size_t only = argc > 2 ? strtoul(argv[2], NULL, 10) : G_MAXSIZE;
    printf("%u pairs each; limits %g%% of IOPS, %g%% of latency\n\n%-32s %12s %12s %10s %10s %12s %12s\n", pairs, 3.0,
        5.0, "process", "told worse", "told better", "same", "unsteady", "found -5%", "one rung");
    for (size_t i = 0; i < G_N_ELEMENTS(processes); i++) {
        if (only != G_MAXSIZE && only != i)
            continue;
        struct tally none = tally_of(&processes[i], pairs, 1, 1, 1000 + (guint32)i);
        struct tally all = tally_of(&processes[i], pairs, 0.95, 1, 2000 + (guint32)i);
        struct tally one = tally_of(&processes[i], pairs, 1, 0.95, 3000 + (guint32)i);
        printf("%-32s %11.1f%% %11.1f%% %9.1f%% %9.1f%% %11.1f%% %11.1f%%\n", processes[i].name,
            100.0 * none.alarms / pairs, 100.0 * none.better / pairs, 100 * none.same / none.lines,
            100.0 * none.unsteady / none.lines, 100.0 * all.alarms / pairs, 100.0 * one.alarms / pairs);
        fflush(stdout);
    }
    return 0;
}
