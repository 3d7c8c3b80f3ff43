#include "ladder.h"

#include "note.h"

#include <string.h>

/* A workload of runs built by hand; frees what it made. */
struct bench {
    struct workload workload;
    GPtrArray *captures, *awrs, *notes;
    struct layer *layer;
};

static void
run_release(void *data)
{
    struct run *run = data;
    g_ptr_array_unref(run->captures);
    g_ptr_array_unref(run->awrs);
    g_free(run->label);
    g_free(run);
}

static void
bench_open(struct bench *bench)
{
    bench->workload = (struct workload){.name = (char *)"w", .name_given = true};
    bench->workload.runs = g_ptr_array_new_with_free_func(run_release);
    bench->captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    bench->awrs = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    bench->notes = notes_new();
    bench->layer = layer_of_device("sda");
}

static void
bench_close(struct bench *bench)
{
    g_ptr_array_unref(bench->workload.runs);
    g_ptr_array_unref(bench->captures);
    g_ptr_array_unref(bench->awrs);
    g_ptr_array_unref(bench->notes);
    layer_free(bench->layer);
}

static struct run *
add_run(struct bench *bench, double concurrency)
{
    struct run *run = g_new0(struct run, 1);
    run->label = g_strdup_printf("run%u", bench->workload.runs->len);
    run->concurrency = concurrency;
    run->captures = g_ptr_array_new();
    run->awrs = g_ptr_array_new();
    run->point_iops = run->point_latency_ms = NAN;
    run->from_s = run->to_s = CAPTURE_NO_TIME;
    g_ptr_array_add(bench->workload.runs, run);
    return run;
}

static void
add_point(struct bench *bench, double concurrency, double iops, double latency_ms)
{
    struct run *run = add_run(bench, concurrency);
    run->point_iops = iops;
    run->point_latency_ms = latency_ms;
}

/* Reads and writes 9 : 1 of 8 KiB, reads of 0.5 ms, writes of 1 ms; `iops` at each second. */
static void
add_log(struct bench *bench, struct run *run, const double *iops, int n)
{
    struct capture *capture = capture_new("log", CAPTURE_TEXT, true);
    capture->interval_s = 1;
    for (int i = 0; i < n; i++) {
        struct capture_report report = {.time_s = 1000 + i};
        capture_add_report(capture, &report);
        struct capture_row row;
        for (int c = 0; c < CAPTURE_VALUES; c++)
            row.value[c] = NAN;
        row.value[CAPTURE_READ_IOPS] = 0.9 * iops[i];
        row.value[CAPTURE_WRITE_IOPS] = 0.1 * iops[i];
        row.value[CAPTURE_READ_MIB_S] = 0.9 * iops[i] / 128;
        row.value[CAPTURE_WRITE_MIB_S] = 0.1 * iops[i] / 128;
        row.value[CAPTURE_READ_AWAIT_MS] = 0.5;
        row.value[CAPTURE_WRITE_AWAIT_MS] = 1;
        capture_add_row(capture, capture_device_named(capture, "sda", 3), &row, 1);
    }
    g_ptr_array_add(bench->captures, capture);
    g_ptr_array_add(run->captures, capture);
}

/* A level that wobbles by 1% from second to second and keeps its mean over each five. */
static void
fill_level(double *iops, int from, int to, double level)
{
    static const double wobble[] = {0.99, 1.01, 1, 1.005, 0.995};
    for (int i = from; i < to; i++)
        iops[i] = level * wobble[i % 5];
}

/* The largest ladder of a workload. */
static struct ladder *
largest_ladder(const struct workload *workload, const struct layer *layer, GPtrArray *notes)
{
    g_autoptr(GPtrArray) ladders = ladders_of_workload(workload, layer, 1.0, notes);
    g_assert_cmpuint(ladders->len, >, 0);
    return g_ptr_array_steal_index(ladders, 0);
}

static struct ladder *
ladder_of(struct bench *bench)
{
    return largest_ladder(&bench->workload, bench->layer, bench->notes);
}

static bool
has_note(const struct bench *bench, const char *code)
{
    for (guint i = 0; i < bench->notes->len; i++)
        if (strcmp(((const struct note *)g_ptr_array_index(bench->notes, i))->code, code) == 0)
            return true;
    return false;
}

static void
assert_near(double value, double expected)
{
    g_assert_cmpfloat_with_epsilon(value, expected, 1e-6 * fabs(expected));
}

static void
rung_is_the_mean_of_the_steady_window(void)
{
    struct bench bench;
    bench_open(&bench);
    bench.workload.name_given = false;
    double iops[300];
    fill_level(iops, 0, 60, 300); /* warm-up */
    fill_level(iops, 60, 290, 2000);
    fill_level(iops, 290, 300, 0);
    add_log(&bench, add_run(&bench, 8), iops, 300);
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    g_assert_cmpuint(ladder->rungs->len, ==, 1);
    const struct rung *rung = ladder_rung(ladder, 0);
    g_assert_cmpint(rung->source, ==, RUNG_IOSTAT);
    g_assert_true(rung->steady);
    g_assert_cmpuint(rung->start, >=, 58);
    g_assert_cmpuint(rung->end, <=, 292);
    g_assert_cmpuint(rung->means.samples, >=, 200);
    g_assert_cmpfloat_with_epsilon(rung->means.iops, 2000, 4);
    assert_near(rung->means.latency_ms, 0.55);
    assert_near(rung->means.read_latency_ms, 0.5);
    assert_near(rung->means.write_latency_ms, 1);
    assert_near(rung->outstanding, rung->means.iops * 0.55 / 1000);
    assert_near(rung->read_pct, 90);
    assert_near(rung->io_kib, 8);
    g_assert_cmpint(rung->grade, ==, 'A');
    g_assert_cmpstr(ladder->name, ==, "mix90");
    g_assert_cmpuint(bench.notes->len, ==, 0);
    g_assert_null(ladder_rung(ladder, KNEE_NO_RUNG));
    bench_close(&bench);
}

static void
run_without_steady_state_is_marked(void)
{
    struct bench bench;
    bench_open(&bench);
    double iops[200];
    for (int i = 0; i < 200; i++)
        iops[i] = i < 10 || i >= 190 ? 0 : 100 + 50 * (i - 10);
    add_log(&bench, add_run(&bench, 8), iops, 200);
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    const struct rung *rung = ladder_rung(ladder, 0);
    g_assert_nonnull(rung);
    g_assert_false(rung->steady);
    g_assert_cmpint(rung->grade, ==, '-');
    g_assert_true(has_note(&bench, "not-steady"));
    g_assert_cmpuint(rung->end, ==, 190); /* idle ends are no part of it */
    g_assert_cmpuint(rung->start, >=, 10);
    bench_close(&bench);
}

static void
second_level_of_a_run_is_told(void)
{
    struct bench bench;
    bench_open(&bench);
    double iops[400];
    fill_level(iops, 0, 150, 1000);
    fill_level(iops, 150, 400, 2000);
    add_log(&bench, add_run(&bench, 8), iops, 400);
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    g_assert_cmpfloat_with_epsilon(ladder_rung(ladder, 0)->means.iops, 2000, 4);
    g_assert_true(has_note(&bench, "several-levels"));
    bench_close(&bench);
}

static struct fio_run
fio_of(double iops)
{
    return (struct fio_run){.path = (char *)"fio.json",
        .concurrency = 8,
        .iops = iops,
        .latency_ms = 0.4,
        .read = {.iops = iops, .mib_s = iops / 128, .latency_ms = 0.4},
        .write = {NAN, NAN, NAN, NAN, NAN, NAN, NAN}};
}

static struct awr *
add_awr(struct bench *bench, struct run *run, double reads)
{
    struct awr *awr = awr_new("awr.html", AWR_INSTANCE, AWR_HTML);
    awr->rates = (struct awr_rates){.read_requests_per_s = reads,
        .write_requests_per_s = 100,
        .read_bytes_per_s = reads * 8192,
        .write_bytes_per_s = 100 * 8192.0};
    g_ptr_array_add(bench->awrs, awr);
    g_ptr_array_add(run->awrs, awr);
    return awr;
}

static void
rungs_without_a_log_come_from_what_there_is(void)
{
    struct bench bench;
    bench_open(&bench);
    struct fio_run fio = fio_of(20000);
    struct run *run = add_run(&bench, 8);
    run->fio = &fio;
    add_awr(&bench, run, 777); /* fio goes before AWR */
    run = add_run(&bench, 16);
    add_awr(&bench, run, 900);
    add_point(&bench, 32, 30000, 1.5);
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    g_assert_cmpuint(ladder->rungs->len, ==, 3);
    const struct rung *rung = ladder_rung(ladder, 0);
    g_assert_cmpint(rung->source, ==, RUNG_FIO);
    assert_near(rung->means.iops, 20000);
    assert_near(rung->means.mib_s, 20000.0 / 128);
    assert_near(rung->read_pct, 100);
    assert_near(rung->outstanding, 8);
    g_assert_true(isnan(rung->means.p95_latency_ms));
    rung = ladder_rung(ladder, 1);
    g_assert_cmpint(rung->source, ==, RUNG_AWR);
    assert_near(rung->means.iops, 1000);
    assert_near(rung->read_pct, 90);
    assert_near(rung->io_kib, 8);
    g_assert_true(isnan(rung->means.latency_ms));
    rung = ladder_rung(ladder, 2);
    g_assert_cmpint(rung->source, ==, RUNG_CSV);
    assert_near(rung->outstanding, 45);
    g_assert_true(isnan(rung->read_pct));
    g_assert_cmpstr(rung_source_name(rung->source), ==, "csv");
    bench_close(&bench);
}

static void
idle_log_gives_way_and_leaves_nothing(void)
{
    struct bench bench;
    bench_open(&bench);
    double iops[100] = {0};
    struct fio_run fio = fio_of(5000);
    struct run *run = add_run(&bench, 8);
    add_log(&bench, run, iops, 100);
    run->fio = &fio;
    run = add_run(&bench, 16);
    add_log(&bench, run, iops, 100);
    add_run(&bench, NAN)->point_iops = 5;
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    g_assert_cmpuint(ladder->rungs->len, ==, 1);
    const struct rung *rung = ladder_rung(ladder, 0);
    g_assert_cmpint(rung->source, ==, RUNG_FIO);
    g_assert_null(rung->series);
    g_assert_cmpuint(rung->end, ==, 0);
    g_assert_cmpuint(rung->windows->len, ==, 0);
    g_assert_true(isnan(rung->half_width_pct));
    g_assert_false(has_note(&bench, "not-steady"));
    guint left_out = 0;
    for (guint i = 0; i < bench.notes->len; i++)
        left_out += strcmp(((struct note *)g_ptr_array_index(bench.notes, i))->code, "run-left-out") == 0 ? 1 : 0;
    g_assert_cmpuint(left_out, ==, 2);
    bench_close(&bench);
}

/* 16 servers of 0.5 ms: 2000 IOPS a session up to 32,000, flat beyond; concurrency 4 was run twice. */
static const double station[][3] = {{1, 2000, 0.5}, {2, 4000, 0.5}, {4, 8000, 0.5}, {4, 8000, 0.5}, {8, 16000, 0.5},
    {16, 32000, 0.5}, {32, 32000, 1.01}, {64, 32000, 2}, {128, 32000, 4}};

static void
points_are_rungs_of_the_ladder(void)
{
    struct bench bench;
    bench_open(&bench);
    for (size_t i = 0; i < G_N_ELEMENTS(station); i++)
        add_point(&bench, station[i][0], station[i][1], station[i][2]);
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    g_assert_cmpuint(ladder->rungs->len, ==, 9);
    g_assert_cmpuint(ladder->knee.rungs->len, ==, 8);
    g_assert_cmpint(ladder->knee.verdict, ==, KNEE_FOUND);
    g_assert_cmpuint(ladder->best_rung, ==, 5);
    g_assert_cmpuint(ladder->saturation_rung, ==, 5);
    g_assert_cmpfloat(ladder_rung(ladder, ladder->knee_rung)->concurrency, ==, 16);
    assert_near(ladder_sizing_iops(ladder, false), 32000);
    g_assert_cmpfloat_with_epsilon(ladder_sizing_iops(ladder, true), 32000, 3200);
    g_assert_cmpstr(plateau_verdict_name(ladder->plateau), ==, "cannot_tell");
    g_assert_cmpuint(ladder->plateau_reasons->len, ==, 0);
    bench_close(&bench);
}

static void
ceiling_that_no_rung_meets_gives_no_best_point(void)
{
    struct bench bench;
    bench_open(&bench);
    for (size_t i = 0; i < G_N_ELEMENTS(station); i++)
        add_point(&bench, station[i][0], station[i][1], station[i][2] * 10);
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    g_assert_true(ladder->best_rung == KNEE_NO_RUNG);
    g_assert_true(isnan(ladder_sizing_iops(ladder, false)));
    bench_close(&bench);
}

static void
steady_run_of_repeats_is_shown(void)
{
    struct bench bench;
    bench_open(&bench);
    double wandering[400], level[200];
    for (int i = 0; i < 400; i++)
        wandering[i] = 10000 + 110 * i;
    for (size_t i = 0; i < G_N_ELEMENTS(station); i++) {
        /* Of the repeats at 16 the longer one is not steady. */
        if (station[i][0] == 16) {
            add_log(&bench, add_run(&bench, 16), wandering, 400);
            fill_level(level, 0, 200, 32000);
            add_log(&bench, add_run(&bench, 16), level, 200);
        } else {
            add_point(&bench, station[i][0], station[i][1], station[i][2]);
        }
    }
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    g_assert_cmpfloat(best->concurrency, ==, 16);
    g_assert_true(best->steady);
    g_assert_cmpfloat_with_epsilon(best->means.iops, 32000, 32);
    bench_close(&bench);
}

static void
few_rungs_have_measured_points_and_no_knee(void)
{
    struct bench bench;
    bench_open(&bench);
    add_point(&bench, 1, 2000, 0.5);
    add_point(&bench, 2, 4000, 0.5);
    g_autoptr(Ladder) ladder = ladder_of(&bench);
    g_assert_cmpint(ladder->knee.verdict, ==, KNEE_INSUFFICIENT);
    g_assert_true(ladder->points_measured);
    g_assert_true(ladder->knee_rung == KNEE_NO_RUNG);
    g_assert_cmpuint(ladder->best_rung, ==, 1);
    g_assert_cmpuint(ladder->saturation_rung, ==, 1);
    g_assert_cmpfloat(ladder_sizing_iops(ladder, false), ==, 4000);
    g_assert_true(isnan(ladder_sizing_iops(ladder, true)));
    bench_close(&bench);
}

static struct ladder_csv *
csv_of(const size_t *order, size_t n)
{
    GString *text = g_string_new("concurrency,iops,latency_ms\n");
    for (size_t i = 0; i < n; i++)
        g_string_append_printf(text, "%.0f,%.0f,%.2f\n", station[order[i]][0],
            station[order[i]][1] * (order[i] == 3 ? 1.01 : 1), station[order[i]][2]);
    struct ladder_csv *csv = ladder_csv_parse(text->str, text->len, "ladder.csv", NULL);
    g_string_free(text, TRUE);
    g_assert_nonnull(csv);
    return csv;
}

static void
order_of_the_input_does_not_matter(void)
{
    static const size_t orders[][9] = {{0, 1, 2, 3, 4, 5, 6, 7, 8}, {8, 3, 5, 2, 0, 7, 1, 6, 4}};
    struct ladder *ladder[2];
    struct study *study[2];
    struct inputs inputs[2];
    struct input input[2];
    g_autoptr(GPtrArray) notes = notes_new(), none = g_ptr_array_new();
    g_autoptr(Layer) layer = layer_of_device("sda");
    for (int i = 0; i < 2; i++) {
        input[i] = (struct input){.path = (char *)"ladder.csv",
            .kind = KIND_LADDER_CSV,
            .captures = none,
            .awrs = none,
            .csv = csv_of(orders[i], 9)};
        inputs[i] = (struct inputs){.input = g_ptr_array_new()};
        g_ptr_array_add(inputs[i].input, &input[i]);
        study[i] = study_new(&inputs[i], notes, NULL);
        g_assert_nonnull(study[i]);
        g_assert_cmpuint(study[i]->ladders->len, ==, 1);
        ladder[i] = largest_ladder(g_ptr_array_index(study[i]->ladders, 0), layer, notes);
    }
    g_assert_cmpuint(ladder[0]->best_rung, ==, 5);
    g_assert_cmpuint(ladder[1]->best_rung, ==, 5);
    g_assert_cmpuint(ladder[0]->knee_rung, ==, ladder[1]->knee_rung);
    g_assert_cmpfloat(ladder[0]->knee.concurrency, ==, ladder[1]->knee.concurrency);
    for (guint r = 0; r < 9; r++)
        g_assert_cmpfloat(ladder_rung(ladder[0], r)->means.iops, ==, ladder_rung(ladder[1], r)->means.iops);
    for (int i = 0; i < 2; i++) {
        ladder_free(ladder[i]);
        study_free(study[i]);
        g_ptr_array_unref(inputs[i].input);
        ladder_csv_free(input[i].csv);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"/ladder/rung_is_the_mean_of_the_steady_window", rung_is_the_mean_of_the_steady_window},
        {"/ladder/run_without_steady_state_is_marked", run_without_steady_state_is_marked},
        {"/ladder/second_level_of_a_run_is_told", second_level_of_a_run_is_told},
        {"/ladder/rungs_without_a_log_come_from_what_there_is", rungs_without_a_log_come_from_what_there_is},
        {"/ladder/idle_log_gives_way_and_leaves_nothing", idle_log_gives_way_and_leaves_nothing},
        {"/ladder/points_are_rungs_of_the_ladder", points_are_rungs_of_the_ladder},
        {"/ladder/ceiling_that_no_rung_meets_gives_no_best_point", ceiling_that_no_rung_meets_gives_no_best_point},
        {"/ladder/steady_run_of_repeats_is_shown", steady_run_of_repeats_is_shown},
        {"/ladder/few_rungs_have_measured_points_and_no_knee", few_rungs_have_measured_points_and_no_knee},
        {"/ladder/order_of_the_input_does_not_matter", order_of_the_input_does_not_matter},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add_func(tests[i].name, tests[i].test);
    return g_test_run();
}
