#include "isotonic.h"
#include "knee_ladders.h"

#include <string.h>

static void
check_same_rungs(const GArray *actual, const GArray *expected)
{
    g_assert_cmpuint(actual->len, ==, expected->len);
    g_assert_true(memcmp(actual->data, expected->data, actual->len * sizeof(struct knee_rung)) == 0);
}

static void
order_of_runs_does_not_matter(void)
{
    struct ladder ladder = {0};
    uint64_t state = 3;
    for (int repeat = 0; repeat < 3; repeat++)
        ladder_of_balanced_network(&ladder, 12, 0.08, 1, 256);
    for (size_t i = 0; i < ladder.n; i++)
        ladder.rung[i].iops *= exp(0.03 * next_normal(&state));
    struct knee expected;
    knee_find(&expected, ladder.rung, ladder.n, 1.0);
    for (int shuffle = 0; shuffle < 5; shuffle++) {
        for (size_t i = ladder.n - 1; i > 0; i--) {
            size_t k = (size_t)(next_random(&state) * (double)(i + 1));
            struct knee_rung swapped = ladder.rung[i];
            ladder.rung[i] = ladder.rung[k];
            ladder.rung[k] = swapped;
        }
        struct knee knee;
        knee_find(&knee, ladder.rung, ladder.n, 1.0);
        check_same_rungs(knee.rungs, expected.rungs);
        check_same_rungs(knee.fit, expected.fit);
        g_assert_cmpfloat(knee.concurrency, ==, expected.concurrency);
        g_assert_cmpfloat(knee.lo, ==, expected.lo);
        g_assert_cmpfloat(knee.hi, ==, expected.hi);
        g_assert_cmpfloat(knee.iops, ==, expected.iops);
        g_assert_cmpfloat(knee.ceiling_iops, ==, expected.ceiling_iops);
        g_assert_cmpuint(knee.best_rung, ==, expected.best_rung);
        knee_release(&knee);
    }
    knee_release(&expected);
}

static void
runs_of_one_concurrency_are_one_rung(void)
{
    struct ladder ladder = {0};
    ladder_of_station(&ladder, 16, 1.0, 1, 64);
    ladder_add(&ladder, 8, 2000, 4.0); /* 8000 and 2000 IOPS: 4000; 1 and 4 ms: 2 ms */
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpuint(knee.rungs->len, ==, 7);
    const struct knee_rung *merged = &g_array_index(knee.rungs, struct knee_rung, 3);
    g_assert_cmpfloat(merged->concurrency, ==, 8);
    check_within(merged->iops, 4000, 1e-12);
    check_within(merged->latency_ms, 2, 1e-12);
    knee_release(&knee);
}

static void
check_insufficient(const struct ladder *ladder, size_t rungs)
{
    struct knee knee;
    knee_find(&knee, ladder->rung, ladder->n, 1.0);
    g_assert_cmpint(knee.verdict, ==, KNEE_INSUFFICIENT);
    g_assert_cmpuint(knee.rungs->len, ==, rungs);
    g_assert_cmpuint(knee.fit->len, ==, 0);
    g_assert_true(isnan(knee.concurrency) && isnan(knee.iops) && isnan(knee.probability) && isnan(knee.ceiling_iops));
    g_assert_true(knee.best_rung == KNEE_NO_RUNG && knee.knee_rung == KNEE_NO_RUNG);
    g_assert_true(knee.saturation_rung == KNEE_NO_RUNG && knee.odd_rung == KNEE_NO_RUNG);
    knee_release(&knee);
}

static void
fewer_than_four_loads_are_insufficient(void)
{
    struct ladder none = {0}, three = {0}, equal = {0};
    check_insufficient(&none, 0);
    ladder_of_station(&three, 16, 1.0, 1, 4);
    ladder_of_station(&three, 16, 1.0, 1, 4);
    check_insufficient(&three, 3);
    for (int i = 0; i < 10; i++)
        ladder_add(&equal, 32, 1000 + i, 2);
    check_insufficient(&equal, 1);
}

static void
rungs_that_are_no_figures_are_left_out(void)
{
    const double bad[] = {0, -1, NAN, INFINITY, -INFINITY, 1e300, 1e-300};
    struct ladder ladder = {0};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        ladder_add(&ladder, bad[i], 1000, 1);
        ladder_add(&ladder, 100 + (double)i, bad[i], 1);
        ladder_add(&ladder, 200 + (double)i, 1000, bad[i]);
    }
    check_insufficient(&ladder, 0);
    ladder_of_station(&ladder, 16, 1.0, 1, 128);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpuint(knee.rungs->len, ==, 8);
    check_within(knee.concurrency, 16, 0.02);
    knee_release(&knee);
}

static void
one_load_on_the_device_is_insufficient(void)
{
    struct ladder ladder = {0};
    for (double n = 8; n <= 512; n *= 2)
        ladder_add(&ladder, n, 5000, 1.2);
    check_insufficient(&ladder, 7);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpint(knee.mode, ==, KNEE_MODE_MEASURED);
    knee_release(&knee);
}

static void
knee_does_not_depend_on_units(void)
{
    struct ladder ladder = {0}, faster = {0};
    ladder_of_balanced_network(&ladder, 12, 0.08, 1, 256);
    ladder_of_balanced_network(&faster, 12, 0.008, 1, 256);
    struct knee knee, other;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    knee_find(&other, faster.rung, faster.n, 0.1);
    check_within(other.concurrency, knee.concurrency, 1e-9);
    check_within(other.lo, knee.lo, 1e-9);
    check_within(other.iops, 10 * knee.iops, 1e-9);
    check_within(other.ceiling_iops, 10 * knee.ceiling_iops, 1e-9);
    knee_release(&knee);
    knee_release(&other);
}

static void
check_sane(const struct knee *knee)
{
    if (knee->verdict == KNEE_INSUFFICIENT)
        return;
    g_assert_true(isfinite(knee->concurrency) && knee->concurrency > 0);
    g_assert_true(knee->lo <= knee->concurrency && knee->concurrency <= knee->hi);
    g_assert_true(isfinite(knee->iops) && knee->iops > 0);
    g_assert_true(isfinite(knee->latency_ms) && knee->latency_ms > 0);
    g_assert_true(knee->probability >= 0 && knee->probability <= 1);
    g_assert_true(knee->knee_rung < knee->rungs->len && knee->saturation_rung < knee->rungs->len);
    double highest = 0;
    for (guint i = 0; i < knee->rungs->len; i++)
        highest = fmax(highest, g_array_index(knee->rungs, struct knee_rung, i).iops);
    g_assert_cmpfloat(knee->iops, <=, 1.03 * highest * (1 + 1e-12));
    g_assert_true(!(knee->ceiling_iops > 1.03 * highest * (1 + 1e-12)));
}

static void
senseless_ladders_give_finite_figures(void)
{
    uint64_t state = 23;
    for (int trial = 0; trial < 300; trial++) {
        struct ladder ladder = {0};
        double spread = trial % 3 == 0 ? 2 : trial % 3 == 1 ? 10 : 20; /* in powers of e */
        size_t n = 4 + (size_t)(next_random(&state) * 12);
        for (size_t i = 0; i < n; i++) {
            double figure[3];
            for (int k = 0; k < 3; k++)
                figure[k] = exp(spread * (next_random(&state) - 0.5));
            ladder_add(&ladder, figure[0], figure[1], figure[2]);
        }
        struct knee knee;
        knee_find(&knee, ladder.rung, ladder.n, 1.0);
        check_sane(&knee);
        knee_release(&knee);
    }
}

static void
extreme_figures_give_finite_figures(void)
{
    static const double low = 1e-9, high = 1e12;
    for (int pattern = 0; pattern < 64; pattern++) {
        struct ladder ladder = {0};
        for (int i = 0; i < 6; i++)
            ladder_add(&ladder, low * pow(high / low, i / 5.0), (pattern >> (i % 3)) & 1 ? low : high,
                (pattern >> (3 + i % 3)) & 1 ? low : high);
        struct knee knee;
        knee_find(&knee, ladder.rung, ladder.n, 1.0);
        check_sane(&knee);
        knee_release(&knee);
    }
}

static void
neighbouring_concurrencies_do_not_divide_by_zero(void)
{
    struct ladder ladder = {0};
    double n = 1e6;
    for (int i = 0; i < 6; i++, n = nextafter(n, INFINITY))
        ladder_add(&ladder, n, 1000 + 10 * i, 1000);
    check_insufficient(&ladder, 1);
    ladder_of_station(&ladder, 16, 1.0, 1, 64);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    check_sane(&knee);
    knee_release(&knee);
}

static void
thousands_of_rungs_are_joined(void)
{
    enum { COUNT = 20000 };
    g_autofree struct knee_rung *rungs = g_new(struct knee_rung, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        double n = 1 + (double)i * 0.01;
        double iops = 1000 * fmin(n, 16);
        rungs[i] = (struct knee_rung){n, iops, 1000 * n / iops};
    }
    struct knee knee;
    knee_find(&knee, rungs, COUNT, 1.0);
    g_assert_cmpuint(knee.rungs->len, <=, 513);
    g_assert_cmpuint(knee.rungs->len, >, 256);
    check_within(knee.concurrency, 16, 0.03);
    knee_release(&knee);
}

static void
pooled_steps_rise_and_keep_their_mean(void)
{
    /* 3 and 1 pool to 2 (weights equal); 2 then equals 2 and pools as well. */
    struct isotonic_block blocks[] = {{1, 0, 1, 1}, {3, 1, 1, 1}, {1, 2, 1, 1}, {2, 3, 2, 1}, {9, 4, 1, 1}};
    g_assert_cmpuint(isotonic_pool(blocks, 5), ==, 3);
    g_assert_cmpfloat(blocks[0].value, ==, 1);
    g_assert_cmpfloat(blocks[1].value, ==, 2);
    g_assert_cmpuint(blocks[1].count, ==, 3);
    g_assert_cmpfloat(blocks[1].weight, ==, 4);
    check_within(blocks[1].position, (1 + 2 + 3 * 2) / 4.0, 1e-12);
    g_assert_cmpfloat(blocks[2].value, ==, 9);
    g_assert_cmpuint(isotonic_pool(blocks, 0), ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/knee_inputs/" #name, name)
    ADD(order_of_runs_does_not_matter);
    ADD(runs_of_one_concurrency_are_one_rung);
    ADD(fewer_than_four_loads_are_insufficient);
    ADD(rungs_that_are_no_figures_are_left_out);
    ADD(one_load_on_the_device_is_insufficient);
    ADD(knee_does_not_depend_on_units);
    ADD(senseless_ladders_give_finite_figures);
    ADD(extreme_figures_give_finite_figures);
    ADD(neighbouring_concurrencies_do_not_divide_by_zero);
    ADD(thousands_of_rungs_are_joined);
    ADD(pooled_steps_rise_and_keep_their_mean);
    return g_test_run();
}
