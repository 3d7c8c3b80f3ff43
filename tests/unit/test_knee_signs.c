#include "knee_ladders.h"
#include "knee_signs.h"

/* Sessions whose requests a queue limit of 24 holds back, on a station that could serve 64. */
static void
queue_limit_is_a_sign_and_so_is_the_idle_storage(void)
{
    struct ladder ladder = {0};
    for (double n = 2; n <= 512; n *= 2) {
        double outstanding = fmin(n, 24);
        ladder_add(&ladder, n, 1000 * outstanding, 1.0);
    }
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    g_assert_cmpint(knee.mode, !=, KNEE_MODE_DECLARED);
    struct knee_signs signs = knee_signs_of(&knee);
    g_assert_cmpfloat(concurrency_at(&knee, signs.queue_limit_rung), ==, 256);
    g_assert_cmpfloat(concurrency_at(&knee, signs.outside_limit_rung), ==, 32);
    g_assert_true(signs.slowing_rung == KNEE_NO_RUNG);
    g_assert_true(signs.extra_io_rung == KNEE_NO_RUNG);
    knee_release(&knee);
}

static void
slowing_database_and_extra_io_are_signs(void)
{
    const double outstanding[] = {5, 8, 12, 20, 32, 30, 18, 10};
    struct ladder ladder = {0};
    for (int i = 0; i < 8; i++) {
        double iops = 1000 * fmin(outstanding[i], 24);
        ladder_add(&ladder, exp2(i), iops, 1000 * outstanding[i] / iops);
    }
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    struct knee_signs signs = knee_signs_of(&knee);
    g_assert_cmpuint(signs.slowing_rung, ==, 6); /* 18 of 32 */
    g_assert_cmpuint(signs.extra_io_rung, ==, 0);
    g_assert_true(signs.queue_limit_rung == 6); /* 10 at 128, 18 at 64 */
    knee_release(&knee);
}

static void
closed_ladder_has_only_the_signs_of_its_shape(void)
{
    struct ladder hard = {0}, soft = {0}, thinkers = {0};
    ladder_of_station(&hard, 16, 1.0, 1, 128);
    ladder_of_balanced_network(&soft, 17, 0.05, 1, 512);
    ladder_of_thinkers(&thinkers, 8, 0.5, 2.0, 1, 256);
    const struct {
        const struct ladder *ladder;
        bool sharp, soft, thinks;
    } cases[] = {{&hard, true, false, false}, {&soft, false, true, false}, {&thinkers, true, false, true}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct knee knee;
        knee_find(&knee, cases[i].ladder->rung, cases[i].ladder->n, 1.0);
        struct knee_signs signs = knee_signs_of(&knee);
        g_assert_cmpint(signs.sharp, ==, cases[i].sharp);
        g_assert_cmpint(signs.soft, ==, cases[i].soft);
        g_assert_cmpint(signs.thinks, ==, cases[i].thinks);
        g_assert_false(signs.estimates_disagree);
        g_assert_true(signs.queue_limit_rung == KNEE_NO_RUNG && signs.outside_limit_rung == KNEE_NO_RUNG);
        g_assert_true(signs.slowing_rung == KNEE_NO_RUNG && signs.extra_io_rung == KNEE_NO_RUNG);
        knee_release(&knee);
    }
}

static void
insufficient_ladder_has_no_sign(void)
{
    struct ladder ladder = {0};
    ladder_add(&ladder, 1, 5000, 1);
    ladder_add(&ladder, 2, 9000, 1);
    struct knee knee;
    knee_find(&knee, ladder.rung, ladder.n, 1.0);
    struct knee_signs signs = knee_signs_of(&knee);
    g_assert_true(signs.queue_limit_rung == KNEE_NO_RUNG && signs.extra_io_rung == KNEE_NO_RUNG);
    g_assert_false(signs.thinks || signs.soft || signs.sharp || signs.estimates_disagree);
    knee_release(&knee);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/knee_signs/" #name, name)
    ADD(queue_limit_is_a_sign_and_so_is_the_idle_storage);
    ADD(slowing_database_and_extra_io_are_signs);
    ADD(closed_ladder_has_only_the_signs_of_its_shape);
    ADD(insufficient_ladder_has_no_sign);
    return g_test_run();
}
