#include "knee_cases.h"
#include "knee_ladders.h"

static void
station_bends_at_its_servers(void)
{
    struct ladder ladder = {0};
    ladder_of_station(&ladder, 16, 1.0, 1, 128);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 2.5);
    g_assert_cmpint(knee.verdict, ==, KNEE_FOUND);
    g_assert_cmpint(knee.mode, ==, KNEE_MODE_DECLARED);
    g_assert_false(knee.uncertain);
    g_assert_cmpfloat(knee.probability, >, 0.99);
    check_within(knee.concurrency, 16, 0.02);
    check_within(knee.iops, 16000, 0.05);
    check_within(knee.latency_ms, 1.0, 0.06);
    g_assert_cmpfloat(knee.lo, <, 16);
    g_assert_cmpfloat(knee.hi, >, 16);
    g_assert_cmpfloat(knee.hi / knee.lo, <, 1.3);
    check_within(knee.estimate_asymptotes, 16, 1e-9);
    g_assert_cmpfloat(concurrency_at(&knee, knee.knee_rung), ==, 16);
    g_assert_cmpfloat(concurrency_at(&knee, knee.saturation_rung), ==, 16);
    g_assert_cmpfloat(concurrency_at(&knee, knee.best_rung), ==, 16);
    g_assert_true(knee.decline_rung == KNEE_NO_RUNG);
    g_assert_true(isnan(knee.outstanding));
    g_assert_cmpfloat(fabs(knee.growth_at_top_pct), <, 1);
    g_assert_cmpfloat(knee.think_ms, ==, 0);
    knee_release(&knee);
}

static void
balanced_network_has_a_soft_knee(void)
{
    struct ladder ladder = {0};
    ladder_of_balanced_network(&ladder, 17, 0.05, 1, 512);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpint(knee.verdict, ==, KNEE_FOUND);
    check_within(knee.concurrency, 16, 0.04); /* the soft minimum with p = 1 is this law */
    check_within(knee.estimate_fit, 16, 0.04);
    check_within(knee.iops, 10000, 0.04); /* half of 1/D */
    check_within(knee.latency_ms, 1.6, 0.04);
    g_assert_cmpfloat(knee.sharpness, <, 1.2);
    check_within(knee.ceiling_iops, 4.0 / 20 * 20000, 0.03); /* 1 ms: N + 16 = 20 */
    knee_release(&knee);
}

static void
think_time_is_told_apart(void)
{
    struct ladder ladder = {0};
    ladder_of_thinkers(&ladder, 8, 0.5, 2.0, 1, 256);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpint(knee.mode, ==, KNEE_MODE_DECLARED);
    g_assert_cmpint(knee.verdict, ==, KNEE_FOUND);
    check_within(knee.think_ms, 2.0, 1e-6);
    check_within(knee.concurrency, 40, 0.05); /* 8/S (S + Z) */
    check_within(knee.latency_ms, 0.62, 0.25);
    knee_release(&knee);
}

static void
short_ladder_does_not_reach_the_knee(void)
{
    struct ladder ladder = {0};
    ladder_of_station(&ladder, 256, 0.4, 1, 64);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpint(knee.verdict, ==, KNEE_NOT_REACHED);
    g_assert_cmpfloat(knee.probability, >, 0.9);
    check_within(knee.growth_at_top_pct, 100, 0.05);
    g_assert_cmpfloat(knee.hi, >, 64);
    g_assert_cmpfloat(concurrency_at(&knee, knee.saturation_rung), ==, 64);
    check_within(knee.ceiling_iops, 160000, 0.04);
    knee_release(&knee);
}

static void
late_ladder_is_already_past_the_knee(void)
{
    struct ladder ladder = {0};
    ladder_of_station(&ladder, 16, 0.4, 64, 1024);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpint(knee.verdict, ==, KNEE_ALREADY_PAST);
    g_assert_cmpfloat(knee.probability, >, 0.9);
    g_assert_cmpuint(knee.saturation_rung, ==, 0);
    g_assert_true(knee.best_rung == KNEE_NO_RUNG); /* 1.6 ms at the lowest rung */
    g_assert_true(isnan(knee.ceiling_iops));
    g_assert_cmpfloat(knee.lo, <, 64);
    knee_release(&knee);
}

/* Sessions that keep 2 sqrt(N) I/Os outstanding on a station of 16 servers: the knee is at 16 outstanding, 64 sessions.
 */
static void
foreign_concurrency_is_fitted_over_outstanding(void)
{
    struct ladder ladder = {0};
    for (double n = 1; n <= 4096; n *= 2) {
        double outstanding = 2 * sqrt(n), iops = 1000 * fmin(outstanding, 16);
        ladder_add(&ladder, n, iops, 1000 * outstanding / iops);
    }
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 2.0);
    g_assert_cmpint(knee.mode, ==, KNEE_MODE_OUTSTANDING);
    g_assert_cmpint(knee.verdict, ==, KNEE_FOUND);
    check_within(knee.outstanding, 16, 0.02);
    check_within(knee.concurrency, 64, 0.04);
    g_assert_cmpfloat(knee.outstanding_lo, <, 16);
    g_assert_cmpfloat(knee.outstanding_hi, >, 16);
    check_within(knee.iops, 16000, 0.05);
    check_within(knee.latency_ms, 1.0, 0.05);
    check_within(knee.ceiling_iops, 16000, 0.02);
    g_assert_cmpuint(knee.fit->len, ==, 65);
    check_within(g_array_index(knee.fit, struct knee_rung, 0).concurrency, 1, 1e-9);
    check_within(g_array_index(knee.fit, struct knee_rung, 64).concurrency, 4096, 1e-9);
    knee_release(&knee);
}

static void
scattered_rungs_are_not_fitted(void)
{
    const double factor[] = {1.5, 0.7, 1.4, 0.7, 1.5, 0.75, 1.2};
    struct ladder ladder = {0};
    double n = 2, highest = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(factor); i++, n *= 2) {
        double outstanding = sqrt(n), iops = 1000 * fmin(outstanding, 6) * factor[i];
        ladder_add(&ladder, n, iops, 1000 * outstanding / iops);
        highest = fmax(highest, iops);
    }
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.2);
    g_assert_cmpint(knee.mode, ==, KNEE_MODE_MEASURED);
    g_assert_true(knee.uncertain);
    g_assert_cmpuint(knee.fit->len, ==, 0);
    g_assert_cmpfloat(knee.iops, <=, highest * (1 + 1e-12));
    g_assert_cmpfloat(knee.ceiling_iops, <=, highest * (1 + 1e-12));
    g_assert_true(knee.farthest_rung != KNEE_NO_RUNG);
    g_assert_cmpfloat(fabs(knee.farthest_pct), >, 12);
    knee_release(&knee);
}

static void
falling_tail_is_named_and_not_fitted(void)
{
    struct ladder ladder = {0};
    ladder_of_station(&ladder, 16, 1.0, 1, 64);
    ladder_add(&ladder, 128, 10000, 12.8);
    ladder_add(&ladder, 256, 6000, 256 / 6.0);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpint(knee.verdict, ==, KNEE_FOUND);
    g_assert_cmpuint(knee.decline_rung, ==, 7);
    check_within(knee.concurrency, 16, 0.02);
    g_assert_cmpfloat(knee.growth_at_top_pct, <, -30); /* 10000 to 6000 */
    check_within(g_array_index(knee.fit, struct knee_rung, 64).concurrency, 64, 1e-9);
    knee_release(&knee);
}

/* A tail is what ends more than 15% below the peak in logarithms, and never comes back to half of that. */
static void
tail_that_recovers_is_no_decline(void)
{
    static const struct {
        double fall[3]; /* of ln X at 128, 256 and 512 */
        size_t decline; /* rung */
    } cases[] = {
        {{0.29, 0.10, 0.10}, KNEE_NO_RUNG},
        {{0.29, 0.10, 0.29}, 7},
        {{0.29, 0.05, 0.29}, 9},
        {{0.14, 0.14, 0.14}, KNEE_NO_RUNG},
        {{0.00, 0.00, 0.16}, 9},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct ladder ladder = {0};
        ladder_of_station(&ladder, 16, 1.0, 1, 512);
        for (size_t k = 0; k < 3; k++) {
            ladder.rung[7 + k].iops *= exp(-cases[i].fall[k]);
            ladder.rung[7 + k].latency_ms *= exp(cases[i].fall[k]);
        }
        struct knee knee;
        knee_find(&knee, ladder.rung, ladder.n, 1.0);
        g_assert_cmpint(knee.mode, ==, KNEE_MODE_DECLARED);
        g_assert_cmpuint(knee.decline_rung, ==, cases[i].decline);
        check_within(knee.concurrency, 16, 0.1);
        knee_release(&knee);
    }
}

/* The same where sessions are not the outstanding I/O: no curve with a plateau describes the fall. */
static void
falling_tail_is_named_by_its_load(void)
{
    struct ladder ladder = {0};
    for (double n = 1; n <= 1024; n *= 2) {
        double outstanding = 2 * sqrt(n), iops = 1000 * fmin(outstanding, 16);
        ladder_add(&ladder, n, iops, 1000 * outstanding / iops);
    }
    ladder_add(&ladder, 2048, 10000, 2 * sqrt(2048) / 10);
    ladder_add(&ladder, 4096, 6000, 2 * sqrt(4096) / 6);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpint(knee.mode, ==, KNEE_MODE_MEASURED);
    g_assert_cmpuint(knee.decline_rung, ==, 11);
    g_assert_cmpint(knee.verdict, ==, KNEE_FOUND);
    check_within(knee.outstanding, 16, 0.05);
    g_assert_true(knee.farthest_rung < 11);
    g_assert_true(knee.odd_rung == KNEE_NO_RUNG);
    knee_release(&knee);
}

static void
odd_rung_is_named_and_borne(void)
{
    struct ladder ladder = {0};
    ladder_of_station(&ladder, 16, 1.0, 1, 128);
    ladder.rung[2].iops *= 0.6;
    ladder.rung[2].latency_ms /= 0.6;
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpuint(knee.odd_rung, ==, 2);
    g_assert_cmpuint(knee.farthest_rung, ==, 2);
    check_within(knee.farthest_pct, -40, 0.05);
    check_within(knee.concurrency, 16, 0.05);
    knee_release(&knee);
}

static void
even_rungs_have_no_odd_one(void)
{
    struct ladder ladder = {0};
    uint64_t state = 9;
    ladder_of_balanced_network(&ladder, 10, 0.1, 1, 256);
    for (size_t i = 0; i < ladder.n; i++) {
        double factor = exp(0.01 * next_normal(&state));
        ladder.rung[i].iops *= factor;
        ladder.rung[i].latency_ms /= factor;
    }
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_true(knee.odd_rung == KNEE_NO_RUNG);
    g_assert_cmpfloat(knee.noise, <, 0.03);
    knee_release(&knee);
}

static void
ceiling_chooses_the_best_rung(void)
{
    static const struct {
        double ceiling_ms, best; /* 0: none */
    } cases[] = {{0.99, 0}, {1.0, 16}, {2.0, 16}, {100, 16}, {0, 0}, {-1, 0}, {NAN, 0}};
    struct ladder ladder = {0};
    ladder_of_station(&ladder, 16, 1.0, 1, 128);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct knee knee;
        knee_find(&knee, ladder.rung, ladder.n, cases[i].ceiling_ms);
        if (cases[i].best > 0)
            g_assert_cmpfloat(concurrency_at(&knee, knee.best_rung), ==, cases[i].best);
        else
            g_assert_true(knee.best_rung == KNEE_NO_RUNG);
        knee_release(&knee);
    }
}

static void
ceiling_below_every_latency_is_met_by_nothing(void)
{
    struct ladder ladder = {0};
    ladder_of_balanced_network(&ladder, 17, 0.05, 1, 512); /* 0.85 ms at the least */
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 0.5);
    g_assert_true(knee.best_rung == KNEE_NO_RUNG);
    g_assert_true(isnan(knee.ceiling_iops));
    g_assert_cmpint(knee.verdict, ==, KNEE_FOUND);
    knee_release(&knee);
}

static void
fitted_curve_obeys_littles_law(void)
{
    struct ladder ladder = {0};
    ladder_of_thinkers(&ladder, 8, 0.5, 2.0, 1, 256);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpuint(knee.fit->len, ==, 65);
    double before = 0;
    for (guint i = 0; i < knee.fit->len; i++) {
        const struct knee_rung *point = &g_array_index(knee.fit, struct knee_rung, i);
        g_assert_cmpfloat(point->concurrency, >, before);
        check_within(point->iops * (point->latency_ms + knee.think_ms) / 1000, point->concurrency, 1e-6);
        before = point->concurrency;
    }
    check_within(before, 256, 1e-9);
    knee_release(&knee);
}

/* 5% noise on 40 ladders: the interval is to hold the truth in about nine of ten, the knee to be near it. */
static void
interval_holds_the_truth_under_noise(void)
{
    int held = 0, near = 0, found = 0;
    uint64_t state = 17;
    for (int trial = 0; trial < 40; trial++) {
        struct ladder ladder = {0};
        ladder_of_station(&ladder, 24, 0.5, 1, 256);
        for (size_t i = 0; i < ladder.n; i++) {
            double factor = exp(0.05 * next_normal(&state));
            ladder.rung[i].iops *= factor;
            ladder.rung[i].latency_ms /= factor;
        }
        struct knee knee;
        knee_find(&knee, ladder.rung, ladder.n, 1.0);
        found += knee.verdict == KNEE_FOUND;
        held += knee.lo <= 24 && 24 <= knee.hi;
        near += fabs(log(knee.concurrency / 24)) < 0.15;
        knee_release(&knee);
    }
    g_assert_cmpint(found, ==, 40);
    g_assert_cmpint(held, >=, 34);
    g_assert_cmpint(near, >=, 36);
}

static void
check_figure(const char *name, size_t index, double actual, double expected)
{
    bool same = isnan(expected) ? isnan(actual) : fabs(actual - expected) <= 1e-5 * fabs(expected);
    if (!same)
        g_error("case %zu: %s is %.8g, not %.8g", index, name, actual, expected);
}

static void
check_case(size_t index, const struct knee *knee, const struct knee_case *expected)
{
    g_assert_cmpint(knee->mode, ==, expected->mode);
    g_assert_cmpint(knee->verdict, ==, expected->verdict);
    g_assert_cmpfloat_with_epsilon(knee->probability, expected->probability, 1e-5);
    g_assert_cmpint(knee->uncertain, ==, expected->mode == KNEE_MODE_MEASURED || expected->probability < 0.8);
    const struct {
        const char *name;
        double actual, expected;
    } figures[] = {
        {"concurrency", knee->concurrency, expected->concurrency},
        {"lo", knee->lo, expected->lo},
        {"hi", knee->hi, expected->hi},
        {"iops", knee->iops, expected->iops},
        {"latency_ms", knee->latency_ms, expected->latency_ms},
        {"outstanding", knee->outstanding, expected->outstanding},
        {"ceiling_iops", knee->ceiling_iops, expected->ceiling_iops},
        {"noise", knee->noise, expected->noise},
        {"sharpness", knee->sharpness, expected->sharpness},
        {"think_ms", knee->think_ms, expected->think_ms},
        {"estimate_fit", knee->estimate_fit, expected->estimate_fit},
        {"estimate_asymptotes", knee->estimate_asymptotes, expected->estimate_asymptotes},
        {"estimate_elasticity", knee->estimate_elasticity, expected->estimate_elasticity},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(figures); i++)
        check_figure(figures[i].name, index, figures[i].actual, figures[i].expected);
    g_assert_cmpuint(knee->knee_rung, ==, expected->knee_rung);
    g_assert_cmpuint(knee->saturation_rung, ==, expected->saturation_rung);
    g_assert_cmpuint(knee->best_rung, ==, expected->best_rung);
}

static void
figures_agree_with_another_implementation(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(knee_cases); i++) {
        struct knee knee;
        knee_find(&knee, knee_cases[i].rung, knee_cases[i].n, knee_cases[i].ceiling_ms);
        check_case(i, &knee, &knee_cases[i]);
        knee_release(&knee);
    }
}

static void
names_are_those_of_the_contract(void)
{
    g_assert_cmpstr(knee_verdict_name(KNEE_FOUND), ==, "knee");
    g_assert_cmpstr(knee_verdict_name(KNEE_NOT_REACHED), ==, "not_reached");
    g_assert_cmpstr(knee_verdict_name(KNEE_ALREADY_PAST), ==, "already_past");
    g_assert_cmpstr(knee_verdict_name(KNEE_INSUFFICIENT), ==, "insufficient");
    g_assert_cmpstr(knee_mode_name(KNEE_MODE_DECLARED), ==, "declared");
    g_assert_cmpstr(knee_mode_name(KNEE_MODE_OUTSTANDING), ==, "outstanding");
    g_assert_cmpstr(knee_mode_name(KNEE_MODE_MEASURED), ==, "measured");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/knee/" #name, name)
    ADD(station_bends_at_its_servers);
    ADD(balanced_network_has_a_soft_knee);
    ADD(think_time_is_told_apart);
    ADD(short_ladder_does_not_reach_the_knee);
    ADD(late_ladder_is_already_past_the_knee);
    ADD(foreign_concurrency_is_fitted_over_outstanding);
    ADD(scattered_rungs_are_not_fitted);
    ADD(falling_tail_is_named_and_not_fitted);
    ADD(tail_that_recovers_is_no_decline);
    ADD(falling_tail_is_named_by_its_load);
    ADD(odd_rung_is_named_and_borne);
    ADD(even_rungs_have_no_odd_one);
    ADD(ceiling_chooses_the_best_rung);
    ADD(ceiling_below_every_latency_is_met_by_nothing);
    ADD(fitted_curve_obeys_littles_law);
    ADD(interval_holds_the_truth_under_noise);
    ADD(figures_agree_with_another_implementation);
    ADD(names_are_those_of_the_contract);
    return g_test_run();
}
