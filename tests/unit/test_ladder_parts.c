/* The parts of a ladder: points as measured, influence of each rung, steps within a log, kinds of runs, what is left
 * out. */
#include "alike.h"
#include "excluded.h"
#include "influence.h"
#include "knee_ladders.h"
#include "points.h"
#include "steady_logs.h"
#include "steps.h"

#include <stdbool.h>

static void
points_are_picked_as_measured(void)
{
    static const struct knee_rung rungs[] = {{1, 1000, 0.5}, {2, 1960, 0.6}, {4, 1990, 1.5}};
    g_assert_cmpuint(points_saturation(rungs, 3), ==, 1);
    g_assert_cmpuint(points_best(rungs, 3, 2), ==, 1);
    g_assert_cmpuint(points_best(rungs, 3, 0.55), ==, 0);
    g_assert_true(points_best(rungs, 3, 0.4) == KNEE_NO_RUNG);
    g_assert_true(points_saturation(rungs, 0) == KNEE_NO_RUNG);
    static const struct knee_rung odd[] = {{1, NAN, 0.5}, {2, 0, 0.5}, {4, 500, NAN}};
    g_assert_cmpuint(points_saturation(odd, 3), ==, 2);
    g_assert_true(points_best(odd, 3, 10) == KNEE_NO_RUNG);
    static const struct knee_rung shuffled[] = {{8, 4000, 1}, {2, 3990, 1}, {4, 3950, 1}};
    g_assert_cmpuint(points_saturation(shuffled, 3), ==, 1);
}

static void
influence_is_the_knee_without_a_rung(void)
{
    struct ladder ladder = {0};
    ladder_of_balanced_network(&ladder, 12, 0.08, 1, 256);
    ladder_add(&ladder, 8, ladder.rung[3].iops, ladder.rung[3].latency_ms); /* a repeat goes with its rung */
    g_autoptr(GArray) influences = influence_of(ladder.rung, ladder.n, 1);
    g_assert_cmpuint(influences->len, ==, 9);
    struct knee whole;
    knee_find(&whole, ladder.rung, ladder.n, 1);
    for (guint i = 0; i < influences->len; i++) {
        const struct influence *influence = &g_array_index(influences, struct influence, i);
        g_assert_cmpfloat(influence->concurrency, ==, exp2(i));
        struct knee_rung rest[16];
        size_t n = 0;
        for (size_t k = 0; k < ladder.n; k++)
            if (ladder.rung[k].concurrency != influence->concurrency)
                rest[n++] = ladder.rung[k];
        struct knee without;
        knee_find(&without, rest, n, 1);
        g_assert_cmpfloat(influence->knee, ==, without.concurrency);
        g_assert_cmpint(influence->verdict, ==, without.verdict);
        g_assert_cmpfloat_with_epsilon(
            influence->change_pct, 100 * (without.concurrency / whole.concurrency - 1), 1e-9);
        knee_release(&without);
    }
    knee_release(&whole);
}

static void
influence_needs_a_ladder_of_its_own(void)
{
    struct ladder ladder = {0};
    ladder_of_station(&ladder, 4, 1, 1, 8);
    g_assert_cmpuint(ladder.n, ==, 4);
    g_autoptr(GArray) few = influence_of(ladder.rung, ladder.n, 1);
    g_assert_cmpuint(few->len, ==, 0);
    g_autoptr(GArray) none = influence_of(NULL, 0, 1);
    g_assert_cmpuint(none->len, ==, 0);
    struct knee_rung many[41];
    for (size_t i = 0; i < 41; i++)
        many[i] = (struct knee_rung){(double)(i + 1), 1000 * (double)(i + 1), 1};
    g_autoptr(GArray) too_many = influence_of(many, 41, 1);
    g_assert_cmpuint(too_many->len, ==, 0);
}

static struct series *
series_of_log(const struct log *log)
{
    return series_of_values(
        (const double *)(void *)log->iops->data, (const double *)(void *)log->latency_ms->data, log->iops->len, 1);
}

/* Loads of 1, 2, 4 ... outstanding I/Os, each 150 s; `down`: the other way round. */
static void
add_steps(struct log *log, size_t count, bool down)
{
    for (size_t i = 0; i < count; i++) {
        double load = exp2((double)(down ? count - 1 - i : i)), iops = 1000 * fmin(load, 8) / 0.5;
        log_level(log, 150, iops, 1000 * load / iops, 0.01);
    }
}

static void
steps_of_a_log_are_a_ladder(void)
{
    for (int down = 0; down <= 1; down++) {
        struct log log = log_new(7);
        add_steps(&log, 6, down == 1);
        g_autoptr(Series) series = series_of_log(&log);
        g_autoptr(GArray) windows = windows_of(&log, 1), steps = steps_of(series, windows);
        g_assert_cmpuint(steps->len, ==, 6);
        for (guint i = 0; i < 6; i++) {
            const struct step *step = &g_array_index(steps, struct step, i);
            check_within(step->outstanding, exp2(i), 0.02);
            g_assert_cmpuint(step->end - step->start, >, 140);
        }
        g_autoptr(GArray) named = steps_by_load(series, windows, 6), wrong = steps_by_load(series, windows, 5);
        g_assert_cmpuint(named->len, ==, 6);
        g_assert_cmpuint(wrong->len, ==, 0);
        log_free(&log);
    }
}

static void
levels_that_come_and_go_are_no_ladder(void)
{
    static const double level[] = {1, 4, 2, 8, 3, 6};
    struct log log = log_new(9), few = log_new(10), short_growth = log_new(11);
    for (size_t i = 0; i < G_N_ELEMENTS(level); i++)
        log_level(&log, 200, 2000 * level[i], 0.5, 0.01);
    add_steps(&few, 3, false);
    for (int i = 0; i < 5; i++)
        log_level(&short_growth, 200, 2000 * (1 + 0.2 * i), 0.5, 0.01);
    struct log *all[] = {&log, &few, &short_growth};
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autoptr(Series) series = series_of_log(all[i]);
        g_autoptr(GArray) windows = windows_of(all[i], 1), steps = steps_of(series, windows);
        g_assert_cmpuint(windows->len, >=, 3);
        g_assert_cmpuint(steps->len, ==, 0);
        log_free(all[i]);
    }
}

static void
kinds_of_runs_are_told_apart(void)
{
    size_t group[8];
    g_assert_cmpuint(alike_groups(NULL, 0, group), ==, 0);
    /* Reads and a mix at the same loads: two ladders, the larger first. */
    const struct alike_trait mixes[] = {
        {1, 100, 8, NULL}, {2, 100, 8, NULL}, {1, 90, 8, NULL}, {2, 91, 8, NULL}, {4, 89, 8, NULL}};
    g_assert_cmpuint(alike_groups(mixes, 5, group), ==, 2);
    g_assert_true(group[2] == 0 && group[3] == 0 && group[4] == 0 && group[0] == 1 && group[1] == 1);
    /* A share that falls along the ladder is one load, even with a wide step at its lowest rung. */
    const struct alike_trait along[] = {{1, 98, 8, NULL}, {4, 91, 8, NULL}, {16, 84, 8, NULL}, {64, 77, 8, NULL}};
    g_assert_cmpuint(alike_groups(along, 4, group), ==, 1);
    /* One run of another kind in the middle. */
    const struct alike_trait stray[] = {{1, 90, 8, NULL}, {2, 90, 8, NULL}, {4, 60, 8, NULL}, {8, 90, 8, NULL}};
    g_assert_cmpuint(alike_groups(stray, 4, group), ==, 2);
    g_assert_true(group[2] == 1 && group[3] == 0);
    /* I/O size: 8 and 64 KiB; within 25% it is the same. */
    const struct alike_trait sizes[] = {
        {1, 100, 8, NULL}, {2, 100, 9.5, NULL}, {1, 100, 64, NULL}, {2, 100, 64, NULL}, {4, 100, 8, NULL}};
    g_assert_cmpuint(alike_groups(sizes, 5, group), ==, 2);
    g_assert_true(group[0] == 0 && group[1] == 0 && group[4] == 0 && group[2] == 1 && group[3] == 1);
    /* Two loads after each other on one ladder: a clear cut with rungs on both sides. */
    const struct alike_trait after[] = {{1, 100, 8, NULL}, {2, 100, 8, NULL}, {4, 70, 8, NULL}, {8, 70, 8, NULL}};
    g_assert_cmpuint(alike_groups(after, 4, group), ==, 2);
    /* Devices; what is not known is alike to all. */
    const struct alike_trait devices[] = {
        {1, NAN, NAN, "a"}, {2, NAN, NAN, "b"}, {4, NAN, NAN, "a"}, {8, NAN, NAN, NULL}};
    g_assert_cmpuint(alike_groups(devices, 4, group), ==, 2);
    g_assert_true(group[0] == 0 && group[1] == 1 && group[2] == 0 && group[3] == 0);
}

static void
parts_left_out_have_their_reasons(void)
{
    struct log log = log_new(12);
    for (int i = 0; i < 20; i++)
        log_add(&log, 0, 0);
    log_ramp(&log, 15, 500, 8000, 0.5, 0.01);
    log_level(&log, 200, 8000, 0.5, 0.01);
    for (int i = 0; i < 30; i++)
        log_add(&log, NAN, NAN);
    log_level(&log, 200, 4000, 0.5, 0.01);
    log_ramp(&log, 300, 4000, 9000, 0.5, 0.01);
    g_autoptr(Series) series = series_of_log(&log);
    g_autoptr(GArray) windows = windows_of(&log, 1), parts = excluded_parts(series, windows);
    g_assert_cmpuint(windows->len, ==, 2);
    static const enum excluded_reason reasons[] = {EXCLUDED_PAUSE, EXCLUDED_RAMP_UP, EXCLUDED_GAP, EXCLUDED_DRIFT};
    g_assert_cmpuint(parts->len, ==, G_N_ELEMENTS(reasons));
    size_t covered = 0;
    for (guint i = 0; i < parts->len; i++) {
        const struct excluded *part = &g_array_index(parts, struct excluded, i);
        g_assert_cmpstr(excluded_reason_name(part->reason), ==, excluded_reason_name(reasons[i]));
        covered += part->end - part->start;
    }
    for (guint i = 0; i < windows->len; i++)
        covered +=
            g_array_index(windows, struct steady_window, i).end - g_array_index(windows, struct steady_window, i).start;
    g_assert_cmpuint(covered, ==, series->n);
    g_assert_cmpfloat(g_array_index(parts, struct excluded, 3).drift_pct, >, 50);
    log_free(&log);
}

/* Whatever the values, the parts and windows cover the series without overlap. */
static void
parts_and_windows_cover_every_series(void)
{
    const double odd[] = {NAN, INFINITY, -5, 0, 1e308, 1000};
    for (size_t n = 0; n < 200; n += 7)
        for (size_t kind = 0; kind < G_N_ELEMENTS(odd); kind++) {
            struct log log = log_new(n + kind + 1);
            for (size_t i = 0; i < n; i++)
                log_add(&log, next_random(&log.state) < 0.3 ? odd[kind] : 1000, 1);
            g_autoptr(Series) series = series_of_log(&log);
            g_autoptr(GArray) windows = windows_of(&log, 1), parts = excluded_parts(series, windows);
            size_t at = 0;
            for (guint p = 0, w = 0; p < parts->len || w < windows->len;) {
                const struct excluded *part = p < parts->len ? &g_array_index(parts, struct excluded, p) : NULL;
                bool is_part = part && part->start == at;
                const struct steady_window *window = is_part ? NULL : &g_array_index(windows, struct steady_window, w);
                g_assert_true(is_part || window->start == at);
                at = is_part ? part->end : window->end;
                p += is_part;
                w += !is_part;
            }
            g_assert_cmpuint(at, ==, n);
            log_free(&log);
        }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/ladder_parts/" #name, name)
    ADD(points_are_picked_as_measured);
    ADD(influence_is_the_knee_without_a_rung);
    ADD(influence_needs_a_ladder_of_its_own);
    ADD(steps_of_a_log_are_a_ladder);
    ADD(levels_that_come_and_go_are_no_ladder);
    ADD(kinds_of_runs_are_told_apart);
    ADD(parts_left_out_have_their_reasons);
    ADD(parts_and_windows_cover_every_series);
    return g_test_run();
}
