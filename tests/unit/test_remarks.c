#include "ladder_of_points.h"
#include "plateau.h"
#include "remark_words.h"
#include "remarks.h"
#include "steady_logs.h"

#include <stdbool.h>
#include <string.h>

static bool
says(const GArray *remarks, enum remark_code code)
{
    return remarks_find(remarks, code) != NULL;
}

static void
plain_ladder_has_nothing_odd_to_say(void)
{
    struct typed typed;
    typed_open(&typed);
    g_autoptr(Ladder) ladder = typed_bend(&typed, 32, 80000, 4, 2, 256);
    static const enum remark_code quiet[] = {REMARK_TOO_FEW_RUNGS, REMARK_NOT_REACHED, REMARK_ALREADY_PAST,
        REMARK_UNCERTAIN, REMARK_DECLINE, REMARK_ODD_RUNG, REMARK_THINKS, REMARK_EXTRA_IO, REMARK_OUTSTANDING,
        REMARK_MEASURED, REMARK_QUEUE_LIMIT, REMARK_QUEUE_DEPTH, REMARK_OUTSIDE_LIMIT, REMARK_SLOWING,
        REMARK_NONE_WITHIN, REMARK_SOFT, REMARK_SHARP, REMARK_DISAGREE};
    for (size_t i = 0; i < G_N_ELEMENTS(quiet); i++)
        if (says(ladder->remarks, quiet[i]))
            g_error("it says %s", remark_code_name(quiet[i]));
    typed_close(&typed);
}

static void
short_and_late_ladders_say_so(void)
{
    struct typed typed;
    typed_open(&typed);
    g_autoptr(Ladder) rising = typed_bend(&typed, 512, 80000, 4, 1, 64);
    g_assert_cmpfloat(figure_of(rising->remarks, REMARK_NOT_REACHED, 1), ==, 64);
    g_assert_cmpfloat(figure_of(rising->remarks, REMARK_NOT_REACHED, 0), >, 90);
    g_assert_cmpfloat(figure_of(rising->advice, REMARK_ADVISE_HIGHER, 0), ==, 128);
    g_assert_cmpfloat(figure_of(rising->advice, REMARK_ADVISE_HIGHER, 1), ==, 256);
    typed_close(&typed);

    typed_open(&typed);
    g_autoptr(Ladder) flat = typed_bend(&typed, 2, 80000, 6, 8, 256);
    g_assert_cmpfloat(figure_of(flat->remarks, REMARK_ALREADY_PAST, 0), ==, 8);
    g_assert_cmpfloat_with_epsilon(figure_of(flat->remarks, REMARK_ALREADY_PAST, 1), 80000, 100);
    g_assert_cmpfloat(figure_of(flat->advice, REMARK_ADVISE_LOWER, 0), ==, 4);
    g_assert_cmpfloat(figure_of(flat->advice, REMARK_ADVISE_LOWER, 2), ==, 1);
    typed_close(&typed);
}

static void
few_rungs_and_equal_loads_are_told_apart(void)
{
    struct typed typed;
    typed_open(&typed);
    g_autoptr(Ladder) few = typed_bend(&typed, 32, 80000, 4, 2, 8);
    g_assert_cmpfloat(figure_of(few->remarks, REMARK_TOO_FEW_RUNGS, 0), ==, 3);
    g_assert_cmpfloat(figure_of(few->advice, REMARK_ADVISE_EIGHT, 0), ==, 2);
    g_assert_cmpfloat(figure_of(few->advice, REMARK_ADVISE_EIGHT, 7), ==, 256);
    typed_close(&typed);

    typed_open(&typed);
    for (double n = 1; n <= 64; n *= 2)
        typed_add(&typed, n, 10000, 0.5);
    g_autoptr(Ladder) equal = typed_ladder(&typed, 1);
    g_assert_false(says(equal->remarks, REMARK_TOO_FEW_RUNGS));
    g_assert_cmpfloat(figure_of(equal->remarks, REMARK_ONE_LOAD, 0), ==, 5);
    g_assert_cmpuint(equal->best_rung, ==, 0);
    typed_close(&typed);
}

static void
falling_tail_and_odd_rung_are_named(void)
{
    struct typed typed;
    typed_open(&typed);
    static const double iops[] = {4000, 8000, 16000, 30000, 50000, 60000, 61000, 45000, 30000};
    double n = 1;
    for (size_t i = 0; i < G_N_ELEMENTS(iops); i++, n *= 2)
        typed_add(&typed, n, iops[i], 1000 * n / iops[i]);
    g_autoptr(Ladder) falling = typed_ladder(&typed, 100);
    g_assert_cmpfloat(figure_of(falling->remarks, REMARK_DECLINE, 0), ==, 128);
    g_assert_cmpfloat_with_epsilon(figure_of(falling->remarks, REMARK_DECLINE, 1), 100 * (1 - 30.0 / 61), 1e-9);
    g_assert_cmpfloat(figure_of(falling->remarks, REMARK_DECLINE, 2), ==, 61000);
    typed_close(&typed);

    typed_open(&typed);
    for (n = 1; n <= 256; n *= 2) {
        double limit = 64000 / pow(1 + pow(32 / n, 4), 0.25), wrong = n == 8 ? 0.6 : 1;
        typed_add(&typed, n, limit * wrong, 1000 * n / (limit * wrong));
    }
    g_autoptr(Ladder) odd = typed_ladder(&typed, 100);
    g_assert_cmpfloat(figure_of(odd->remarks, REMARK_ODD_RUNG, 0), ==, 8);
    g_assert_cmpfloat(figure_of(odd->remarks, REMARK_ODD_RUNG, 1), <, -25);
    g_assert_cmpfloat(figure_of(odd->advice, REMARK_ADVISE_REPEAT, 0), ==, 8);
    typed_close(&typed);
}

/* 10 ms of think time for 0.5 ms on the device: 64 sessions keep 3 I/Os outstanding. */
static void
think_time_is_told_with_its_figures(void)
{
    struct typed typed;
    typed_open(&typed);
    for (double n = 8; n <= 2048; n *= 2) {
        double iops = 40000 / pow(1 + pow(420 / n, 5), 0.2);
        typed_add(&typed, n, iops, fmax(1000 * n / iops - 10, 0.1));
    }
    g_autoptr(Ladder) ladder = typed_ladder(&typed, 100);
    g_assert_cmpfloat_with_epsilon(figure_of(ladder->remarks, REMARK_THINKS, 2), 10, 0.2);
    g_assert_cmpfloat(
        figure_of(ladder->remarks, REMARK_THINKS, 1), <, 0.88 * figure_of(ladder->remarks, REMARK_THINKS, 0));
    typed_close(&typed);
}

/* A queue depth of 32 holds the sessions back: the device never sees more, its latency stays. */
static void
limits_outside_of_the_storage_are_named(void)
{
    struct typed typed;
    typed_open(&typed);
    for (double n = 4; n <= 1024; n *= 2) {
        double outstanding = 32 / pow(1 + pow(64 / n, 3), 1 / 3.0);
        double latency_ms = 0.4 + 0.001 * outstanding;
        typed_add(&typed, n, 1000 * outstanding / latency_ms, latency_ms);
    }
    g_autoptr(Ladder) ladder = typed_ladder(&typed, 100);
    g_assert_cmpint(ladder->knee.mode, !=, KNEE_MODE_DECLARED);
    g_assert_true(says(ladder->remarks, REMARK_OUTSIDE_LIMIT));
    g_assert_cmpfloat(figure_of(ladder->remarks, REMARK_QUEUE_DEPTH, 2), ==, 32);
    typed_close(&typed);
}

static void
ceiling_that_no_rung_meets_names_the_nearest(void)
{
    struct typed typed;
    typed_open(&typed);
    for (double n = 4; n <= 256; n *= 2)
        typed_add(&typed, n, 10000 / pow(1 + pow(32 / n, 4), 0.25), 1000 * n / (10000 / pow(1 + pow(32 / n, 4), 0.25)));
    g_autoptr(Ladder) ladder = typed_ladder(&typed, 1);
    g_assert_cmpfloat(figure_of(ladder->remarks, REMARK_NONE_WITHIN, 0), ==, 1);
    g_assert_cmpfloat(figure_of(ladder->remarks, REMARK_NONE_WITHIN, 1), ==, 4);
    g_assert_cmpfloat_with_epsilon(figure_of(ladder->remarks, REMARK_NONE_WITHIN, 2), 3.2, 0.01);
    g_assert_cmpint(ladder_sizing_point(ladder, false), ==, SIZING_AT_NONE);
    g_assert_cmpint(ladder_sizing_point(ladder, true), ==, SIZING_AT_KNEE);
    typed_close(&typed);
}

/* Sizing at the best operating point, at the knee, and never past the saturation point. */
static void
sizing_never_goes_past_saturation(void)
{
    struct typed typed;
    typed_open(&typed);
    g_autoptr(Ladder) ladder = typed_bend(&typed, 32, 80000, 4, 2, 256);
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    g_assert_cmpint(ladder_sizing_point(ladder, false), ==, SIZING_AT_BEST);
    g_assert_cmpfloat(ladder_sizing_iops(ladder, false), ==, best->means.iops);
    g_assert_cmpfloat(ladder_sizing_iops(ladder, true), ==, ladder->knee.iops);
    g_assert_true(says(ladder->remarks, REMARK_KNEE_BELOW_BEST));
    ladder->saturation_rung = ladder->best_rung - 1;
    double saturation_iops = ladder_rung(ladder, ladder->saturation_rung)->means.iops;
    g_assert_cmpint(ladder_sizing_point(ladder, false), ==, SIZING_AT_SATURATION);
    g_assert_cmpfloat(ladder_sizing_iops(ladder, false), ==, saturation_iops);
    typed_close(&typed);
}

/* What a log says of itself. */
static GArray *
remarks_of_log(const struct log *log)
{
    g_autoptr(Series) series = series_of_values(
        (const double *)(void *)log->iops->data, (const double *)(void *)log->latency_ms->data, log->iops->len, 1);
    struct steady_account account;
    g_autoptr(GArray) windows =
        steady_windows_accounted(&account, series->iops, series->latency_ms, series->n, series->interval_s);
    GArray *remarks = remarks_new();
    remarks_of_series(remarks, series, windows, &account);
    return remarks;
}

static void
runs_without_a_steady_state_say_why(void)
{
    struct log brief = log_new(1), drift = log_new(2);
    log_level(&brief, 30, 5000, 0.5, 0.01);
    g_autoptr(GArray) too_short = remarks_of_log(&brief);
    g_assert_cmpfloat(figure_of(too_short, REMARK_RUN_TOO_SHORT, 0), ==, 30);
    g_assert_cmpfloat(figure_of(too_short, REMARK_RUN_TOO_SHORT, 1), ==, 60);
    log_ramp(&drift, 600, 4000, 8000, 0.5, 0.01);
    g_autoptr(GArray) drifting = remarks_of_log(&drift);
    g_assert_cmpfloat(figure_of(drifting, REMARK_RUN_NOT_STEADY, 0), >, 60);
    g_assert_cmpfloat_with_epsilon(figure_of(drifting, REMARK_RUN_DRIFTS, 0), 66, 5);
    log_free(&brief);
    log_free(&drift);
}

static void
steady_runs_say_what_is_worth_knowing(void)
{
    struct log fell = log_new(3), waves = log_new(4), late = log_new(5), quiet = log_new(6);
    log_level(&fell, 300, 9000, 0.5, 0.01);
    log_level(&fell, 300, 5000, 0.9, 0.01);
    g_autoptr(GArray) credit = remarks_of_log(&fell);
    g_assert_cmpfloat_with_epsilon(figure_of(credit, REMARK_RUN_FELL, 0), 9000, 30);
    g_assert_cmpfloat_with_epsilon(figure_of(credit, REMARK_RUN_FELL, 1), 5000, 20);
    g_assert_cmpfloat_with_epsilon(figure_of(credit, REMARK_RUN_FELL, 2), 300, 3);

    for (int i = 0; i < 600; i++)
        log_add_noisy(&waves, 5000 * (1 + 0.1 * sin(2 * G_PI * i / 30)), 0.5, 0.005);
    g_autoptr(GArray) period = remarks_of_log(&waves);
    g_assert_cmpfloat_with_epsilon(figure_of(period, REMARK_RUN_OSCILLATES, 0), 30, 1);
    g_assert_cmpfloat_with_epsilon(figure_of(period, REMARK_RUN_OSCILLATES, 1), 10, 1);

    log_level(&late, 200, 5000, 2.0, 0.005);
    log_level(&late, 400, 5000, 0.5, 0.005);
    g_autoptr(GArray) settles = remarks_of_log(&late);
    g_assert_cmpfloat(figure_of(settles, REMARK_RUN_SETTLES, 0), <, 3);
    g_assert_cmpfloat_with_epsilon(figure_of(settles, REMARK_RUN_SETTLES, 1), 200, 4);

    log_level(&quiet, 300, 5000, 0.5, 0.01);
    g_autoptr(GArray) nothing = remarks_of_log(&quiet);
    g_assert_cmpuint(nothing->len, ==, 0);
    struct log *all[] = {&fell, &waves, &late, &quiet};
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        log_free(all[i]);
}

static void
empty_series_says_nothing(void)
{
    struct log empty = log_new(1);
    g_autoptr(GArray) remarks = remarks_of_log(&empty);
    g_assert_cmpuint(remarks->len, ==, 0);
    log_free(&empty);
}

/* Every code has a name and words, and every placeholder of the words is known and filled. */
static void
all_codes_have_words(void)
{
    static const char *const word[] = {"sessions", "queue depth", "outstanding I/Os"};
    for (int code = 0; code < REMARK_CODES; code++) {
        g_assert_nonnull(remark_code_name((enum remark_code)code));
        struct remark remark = {
            .code = (enum remark_code)code, .figure = {1, 2, 3, 4, 5, 6, 7, 8}, .name = (char *)"NAME"};
        for (size_t i = 0; i < G_N_ELEMENTS(word); i++) {
            g_autofree char *text = remark_text(&remark, word[i], NULL);
            if (strpbrk(text, "{}") || strstr(text, "\342\200\223") || strstr(text, "nan"))
                g_error("%s: %s", remark_code_name((enum remark_code)code), text);
            g_assert_cmpint(text[strlen(text) - 1], ==, '.');
        }
    }
}

static void
words_hold_the_figures(void)
{
    struct remark loads = {.code = REMARK_ADVISE_HIGHER, .figure = {128, 256, NAN, NAN, NAN, NAN, NAN, NAN}};
    g_autofree char *text = remark_text(&loads, "sessions", NULL);
    g_assert_cmpstr(text, ==, "Add higher loads: 128 and 256 sessions.");
    struct remark one = {.code = REMARK_ADVISE_REPEAT, .figure = {1, NAN, NAN, NAN, NAN, NAN, NAN, NAN}};
    g_autofree char *single = remark_text(&one, "sessions", NULL);
    g_assert_cmpstr(single, ==, "Repeat the rung at 1 session.");
    struct remark odd = {.code = REMARK_ODD_RUNG, .figure = {8, -25.25, NAN, NAN, NAN, NAN, NAN, NAN}};
    g_autofree char *below = remark_text(&odd, "queue depth", NULL);
    g_assert_cmpstr(
        below, ==, "The rung at queue depth 8 looks wrong: 25.3% below what its neighbours say. It was weighted down.");
    struct remark fell = {.code = REMARK_RUN_FELL, .figure = {9000, 5000, 300, NAN, NAN, NAN, NAN, NAN}};
    g_autofree char *lasting = remark_text(&fell, "sessions", NULL);
    g_assert_cmpstr(lasting, ==,
        "Performance fell from 9,000 to 5,000 IOPS after 5 min without a pause: burst credit, cache or a fresh SSD. "
        "The lower "
        "figure is what lasts.");
}

static void
check_clean(const GArray *remarks, uint64_t seed)
{
    for (guint i = 0; i < remarks->len; i++) {
        const struct remark *remark = &g_array_index(remarks, struct remark, i);
        g_autofree char *text = remark_text(remark, "sessions", NULL);
        if (strstr(text, "nan") || strstr(text, "inf ") || strstr(text, "\342\200\223"))
            g_error("seed %" G_GUINT64_FORMAT ", %s: %s", seed, remark_code_name(remark->code), text);
    }
}

/* Whatever the rungs, no remark shows a figure that is not one. */
static void
odd_ladders_give_clean_words(void)
{
    static const double odd[] = {0, -1, NAN, INFINITY, 1e-12, 1e15};
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct typed typed;
        uint64_t state = seed;
        typed_open(&typed);
        size_t n = 1 + (size_t)(12 * next_random(&state));
        for (size_t i = 0; i < n; i++) {
            double load = floor(exp(7 * next_random(&state))), iops = exp(12 * next_random(&state)),
                   latency_ms = next_random(&state) < 0.5 ? 1000 * load / iops : exp(4 * next_random(&state) - 2);
            bool strikes = next_random(&state) < 0.15;
            size_t which = (size_t)(next_random(&state) * G_N_ELEMENTS(odd));
            typed_add(&typed, load, strikes && i % 2 ? odd[which] : iops, strikes ? odd[which] : latency_ms);
        }
        g_autoptr(GPtrArray) ladders = ladders_of_workload(&typed.workload, NULL, 1, typed.notes);
        for (guint i = 0; i < ladders->len; i++) {
            struct ladder *ladder = g_ptr_array_index(ladders, i);
            plateau_judge(ladder, ladders, NULL);
            check_clean(ladder->remarks, seed);
            check_clean(ladder->advice, seed);
            check_clean(ladder->plateau_reasons, seed);
            g_assert_cmpuint(ladder->advice->len, >=, 1);
        }
        typed_close(&typed);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/remarks/" #name, name)
    ADD(plain_ladder_has_nothing_odd_to_say);
    ADD(short_and_late_ladders_say_so);
    ADD(few_rungs_and_equal_loads_are_told_apart);
    ADD(falling_tail_and_odd_rung_are_named);
    ADD(think_time_is_told_with_its_figures);
    ADD(limits_outside_of_the_storage_are_named);
    ADD(ceiling_that_no_rung_meets_names_the_nearest);
    ADD(sizing_never_goes_past_saturation);
    ADD(runs_without_a_steady_state_say_why);
    ADD(steady_runs_say_what_is_worth_knowing);
    ADD(empty_series_says_nothing);
    ADD(all_codes_have_words);
    ADD(words_hold_the_figures);
    ADD(odd_ladders_give_clean_words);
    return g_test_run();
}
