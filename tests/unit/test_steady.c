#include "steady_cases.h"

#include <string.h>

struct expected_window {
    size_t start, end, slack;
};

static void
check_windows(const struct log *log, double interval_s, const struct expected_window *expected, size_t count)
{
    g_autoptr(GArray) windows = windows_of(log, interval_s);
    g_assert_cmpuint(windows->len, ==, count);
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *window = &g_array_index(windows, struct steady_window, i);
        g_assert_cmpuint(window->start, <=, expected[i].start + expected[i].slack);
        g_assert_cmpuint(window->start + expected[i].slack, >=, expected[i].start);
        g_assert_cmpuint(window->end, <=, expected[i].end + expected[i].slack);
        g_assert_cmpuint(window->end + expected[i].slack, >=, expected[i].end);
    }
}

#define CHECK_WINDOWS(log, interval_s, ...)                                                                            \
    do {                                                                                                               \
        const struct expected_window expected[] = {__VA_ARGS__};                                                       \
        check_windows(log, interval_s, expected, G_N_ELEMENTS(expected));                                              \
    } while (0)

static void
constant_load_is_one_window(void)
{
    struct log log = log_new(1);
    log_level(&log, 600, 20000, 0.5, 0.03);
    CHECK_WINDOWS(&log, 1, {0, 600, 0});
    log_free(&log);
}

static void
load_without_noise_is_one_window(void)
{
    struct log log = log_new(1);
    log_level(&log, 300, 20000, 0.5, 0);
    CHECK_WINDOWS(&log, 1, {0, 300, 0});
    log_free(&log);
}

static void
load_steps_are_windows_of_their_own(void)
{
    struct log log = log_new(2);
    log_level(&log, 300, 10000, 0.4, 0.02);
    log_level(&log, 300, 20000, 0.5, 0.02);
    log_level(&log, 300, 40000, 0.9, 0.02);
    CHECK_WINDOWS(&log, 1, {0, 300, 1}, {300, 600, 1}, {600, 900, 1});
    log_free(&log);
}

static void
saturated_steps_are_told_by_latency(void)
{
    struct log log = log_new(3);
    log_level(&log, 240, 50000, 1, 0.02);
    log_level(&log, 240, 50000, 2, 0.02);
    log_level(&log, 240, 50000, 4, 0.02);
    CHECK_WINDOWS(&log, 1, {0, 240, 4}, {240, 480, 4}, {480, 720, 4});
    log_free(&log);
}

static void
ramps_are_cut_from_a_plateau(void)
{
    struct log log = log_new(4);
    log_ramp(&log, 120, 2000, 20000, 0.5, 0.02);
    log_level(&log, 600, 20000, 0.5, 0.02);
    log_ramp(&log, 90, 20000, 1000, 0.5, 0.02);
    CHECK_WINDOWS(&log, 1, {118, 722, 8});
    log_free(&log);
}

static void
warm_up_is_left_out(void)
{
    struct log log = log_new(5);
    for (int i = 0; i < 1200; i++)
        log_add_noisy(&log, 30000 * (1 - 0.5 * exp(-i / 60.0)), 0.7, 0.02);
    g_autoptr(GArray) windows = windows_of(&log, 1);
    g_assert_cmpuint(windows->len, ==, 1);
    const struct steady_window *window = &g_array_index(windows, struct steady_window, 0);
    /* The level is within 5% from 138 s on, within 0.8% from 248 s on. */
    g_assert_cmpuint(window->start, >=, 130);
    g_assert_cmpuint(window->start, <=, 250);
    g_assert_cmpuint(window->end, ==, 1200);
    log_free(&log);
}

static void
drift_is_never_steady(void)
{
    struct log log = log_new(6);
    log_ramp(&log, 1800, 30000, 18000, 0.5, 0.02);
    g_autoptr(GArray) windows = windows_of(&log, 1);
    g_assert_cmpuint(windows->len, ==, 0);
    log_free(&log);
}

static void
wandering_load_is_not_steady(void)
{
    int claims = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct log log = log_new(seed);
        double level = log2(10000);
        for (int i = 0; i < 3600; i++) {
            level += 0.03 * next_normal(&log.state);
            level += 0.002 * (log2(10000) - level);
            log_add_noisy(&log, exp2(level), 0.6, 0.03);
        }
        g_autoptr(GArray) windows = windows_of(&log, 1);
        claims += windows->len > 0;
        log_free(&log);
    }
    g_assert_cmpint(claims, <=, 2);
}

static void
oscillation_belongs_to_the_load(void)
{
    struct log log = log_new(7);
    for (int i = 0; i < 1200; i++)
        log_add_noisy(&log, 20000 * (1 + 0.15 * sin(2 * G_PI * i / 40)), 0.5, 0.02);
    CHECK_WINDOWS(&log, 1, {0, 1200, 20});
    g_assert_cmpfloat(steady_period_s((const double *)(void *)log.iops->data, log.iops->len, 1), ==, 40);
    log_free(&log);
}

static void
noise_has_no_period(void)
{
    struct log log = log_new(8);
    log_level(&log, 1000, 20000, 0.5, 0.05);
    g_assert_cmpfloat(steady_period_s((const double *)(void *)log.iops->data, log.iops->len, 1), ==, 0);
    g_assert_cmpfloat(steady_period_s(NULL, 0, 1), ==, 0);
    log_free(&log);
}

static void
period_is_in_seconds_at_any_interval(void)
{
    for (double interval_s = 0.5; interval_s <= 5; interval_s *= 10) {
        struct log log = log_new(9);
        for (int i = 0; i < 600; i++)
            log_add(&log, noisy(&log, 20000 * (1 + 0.2 * sin(2 * G_PI * i * interval_s / 50)), 0.02), 0.5);
        double period_s = steady_period_s((const double *)(void *)log.iops->data, log.iops->len, interval_s);
        g_assert_cmpfloat_with_epsilon(period_s, 50, 2);
        log_free(&log);
    }
}

static void
bursts_belong_to_the_load(void)
{
    struct log log = log_new(10);
    for (int i = 0; i < 900; i++) {
        double factor = i % 100 >= 40 && i % 100 < 48 ? 1.6 : 1; /* 8 s of checkpoint writes */
        log_add_noisy(&log, 20000 * factor, 0.5 * factor, 0.02);
    }
    CHECK_WINDOWS(&log, 1, {0, 900, 0});
    log_free(&log);
}

static void
pauses_are_not_part_of_a_window(void)
{
    struct log log = log_new(11);
    log_level(&log, 60, 0, 0, 0);
    log_level(&log, 300, 20000, 0.5, 0.02);
    log_level(&log, 40, 0, 0, 0);
    log_level(&log, 300, 20000, 0.5, 0.02);
    log_level(&log, 30, 3, 0.2, 0.2); /* not quite idle: far below 0.3% of p95 */
    CHECK_WINDOWS(&log, 1, {60, 360, 1}, {400, 700, 1});
    log_free(&log);
}

static void
stall_of_seconds_is_bridged(void)
{
    struct log log = log_new(12);
    log_level(&log, 300, 20000, 0.5, 0.02);
    log_level(&log, 4, 0, 0, 0);
    log_level(&log, 300, 20000, 0.5, 0.02);
    CHECK_WINDOWS(&log, 1, {0, 604, 0});
    log_free(&log);
}

static void
pause_is_told_from_a_stall_by_its_length(void)
{
    struct log stall = log_new(23), pause = log_new(23);
    log_level(&stall, 300, 20000, 0.5, 0.02);
    log_level(&stall, 7, 0, 0, 0);
    log_level(&stall, 300, 20000, 0.5, 0.02);
    CHECK_WINDOWS(&stall, 1, {0, 607, 0});
    log_level(&pause, 300, 20000, 0.5, 0.02);
    log_level(&pause, 10, 0, 0, 0);
    log_level(&pause, 300, 20000, 0.5, 0.02);
    CHECK_WINDOWS(&pause, 1, {0, 300, 1}, {310, 610, 1});
    log_free(&stall);
    log_free(&pause);
}

static void
low_load_is_told_from_idling_by_its_share(void)
{
    struct log load = log_new(24), idling = log_new(24);
    log_level(&load, 300, 20000, 0.5, 0.02);
    log_level(&load, 300, 80, 0.5, 0.02); /* 0.4% */
    CHECK_WINDOWS(&load, 1, {0, 300, 1}, {300, 600, 1});
    log_level(&idling, 300, 20000, 0.5, 0.02);
    log_level(&idling, 300, 40, 0.5, 0.02); /* 0.2% */
    CHECK_WINDOWS(&idling, 1, {0, 300, 1});
    log_free(&load);
    log_free(&idling);
}

static void
idle_log_has_no_window(void)
{
    struct log log = log_new(13);
    log_level(&log, 600, 0, 0, 0);
    g_autoptr(GArray) windows = windows_of(&log, 1);
    g_assert_cmpuint(windows->len, ==, 0);
    log_free(&log);
}

static void
short_log_has_no_window(void)
{
    struct log log = log_new(14);
    log_level(&log, 59, 20000, 0.5, 0.02);
    g_autoptr(GArray) none = windows_of(&log, 1);
    g_assert_cmpuint(none->len, ==, 0);
    log_level(&log, 1, 20000, 0.5, 0.02);
    CHECK_WINDOWS(&log, 1, {0, 60, 0});
    log_free(&log);
}

static void
short_gap_is_held_and_long_gap_splits(void)
{
    struct log log = log_new(15);
    log_level(&log, 200, 20000, 0.5, 0.02);
    log_level(&log, 3, NAN, NAN, 0);
    log_level(&log, 200, 20000, 0.5, 0.02);
    CHECK_WINDOWS(&log, 1, {0, 403, 0});
    log_level(&log, 4, NAN, NAN, 0);
    log_level(&log, 200, 20000, 0.5, 0.02);
    CHECK_WINDOWS(&log, 1, {0, 403, 0}, {407, 607, 0});
    log_free(&log);
}

static void
gap_of_one_long_sample_splits(void)
{
    struct log log = log_new(16);
    log_level(&log, 40, 20000, 0.5, 0.02);
    log_level(&log, 1, NAN, NAN, 0);
    log_level(&log, 40, 20000, 0.5, 0.02);
    CHECK_WINDOWS(&log, 10, {0, 40, 0}, {41, 81, 0});
    log_free(&log);
}

static void
idle_share_is_judged_over_the_whole_log(void)
{
    struct log log = log_new(17);
    log_level(&log, 300, 20000, 0.5, 0.02);
    log_level(&log, 20, NAN, NAN, 0);
    log_level(&log, 300, 5, 0.2, 0.02); /* the host at rest after the run */
    CHECK_WINDOWS(&log, 1, {0, 300, 0});
    log_free(&log);
}

static void
windows_are_samples_at_long_intervals(void)
{
    struct log log = log_new(18);
    log_level(&log, 60, 10000, 0.4, 0.01);
    log_level(&log, 60, 20000, 0.5, 0.01);
    CHECK_WINDOWS(&log, 2, {0, 60, 1}, {60, 120, 1});
    CHECK_WINDOWS(&log, 5, {0, 60, 1}, {60, 120, 1});
    CHECK_WINDOWS(&log, 60, {0, 60, 1}, {60, 120, 1});
    CHECK_WINDOWS(&log, 600, {0, 60, 1}, {60, 120, 1});
    log_free(&log);
}

static void
windows_are_samples_at_short_intervals(void)
{
    struct log log = log_new(19);
    log_level(&log, 2000, 10000, 0.4, 0.02);
    log_level(&log, 2000, 20000, 0.5, 0.02);
    CHECK_WINDOWS(&log, 0.1, {0, 2000, 10}, {2000, 4000, 10});
    log_free(&log);
}

static void
eight_samples_are_the_least_at_long_intervals(void)
{
    struct log log = log_new(20);
    log_level(&log, 7, 10000, 0.4, 0.01);
    g_autoptr(GArray) none = windows_of(&log, 30);
    g_assert_cmpuint(none->len, ==, 0);
    log_level(&log, 3, 10000, 0.4, 0.01);
    CHECK_WINDOWS(&log, 30, {0, 10, 0});
    log_free(&log);
}

static void
missing_latency_leaves_iops_to_judge(void)
{
    struct log log = log_new(21);
    log_level(&log, 300, 10000, NAN, 0.02);
    log_level(&log, 300, 20000, NAN, 0.02);
    CHECK_WINDOWS(&log, 1, {0, 300, 1}, {300, 600, 1});
    g_autoptr(GArray) windows = windows_of(&log, 1);
    g_autoptr(GArray) same = steady_windows((const double *)(void *)log.iops->data, NULL, log.iops->len, 1);
    g_assert_cmpuint(same->len, ==, 2);
    g_assert_true(memcmp(windows->data, same->data, 2 * sizeof(struct steady_window)) == 0);
    log_free(&log);
}

static void
windows_do_not_depend_on_units(void)
{
    struct log log = log_new(22), scaled = log_new(0);
    log_ramp(&log, 100, 100, 1000, 8, 0.03);
    log_level(&log, 400, 1000, 8, 0.03);
    log_level(&log, 200, 1400, 20, 0.03);
    for (guint i = 0; i < log.iops->len; i++)
        log_add(&scaled, 1024 * g_array_index(log.iops, double, i), g_array_index(log.latency_ms, double, i) / 64);
    g_autoptr(GArray) windows = windows_of(&log, 1);
    g_autoptr(GArray) same = windows_of(&scaled, 1);
    g_assert_cmpuint(windows->len, ==, 2);
    g_assert_cmpuint(same->len, ==, 2);
    g_assert_true(memcmp(windows->data, same->data, 2 * sizeof(struct steady_window)) == 0);
    log_free(&log);
    log_free(&scaled);
}

static struct steady_account
account_of(const struct log *log)
{
    struct steady_account account;
    GArray *windows = steady_windows_accounted(&account, (const double *)(void *)log->iops->data,
        (const double *)(void *)log->latency_ms->data, log->iops->len, 1);
    g_array_unref(windows);
    return account;
}

static void
account_names_what_was_left_out(void)
{
    struct log drift = log_new(6);
    log_ramp(&drift, 1800, 30000, 18000, 0.5, 0.02);
    struct steady_account account = account_of(&drift);
    g_assert_cmpuint(account.judged, ==, 1);
    g_assert_cmpuint(account.too_short, ==, 0);
    g_assert_cmpuint(account.drifting + account.wandering, >, 0);
    g_assert_cmpfloat(account.longest_load_s, ==, 1800);
    g_assert_cmpfloat_with_epsilon(account.level_range_pct, 100 * (29400 / 18600.0 - 1), 4);
    log_free(&drift);

    struct log pieces = log_new(7);
    log_level(&pieces, 30, 20000, 0.5, 0.02);
    log_level(&pieces, 60, 0, 0, 0);
    log_level(&pieces, 300, 20000, 0.5, 0.02);
    account = account_of(&pieces);
    g_assert_cmpuint(account.judged, ==, 1);
    g_assert_cmpuint(account.too_short, ==, 1);
    g_assert_cmpuint(account.drifting + account.wandering, ==, 0);
    g_assert_cmpfloat_with_epsilon(account.longest_load_s, 300, 2);
    g_assert_cmpfloat_with_epsilon(account.longest_flat_s, 300, 4);
    g_assert_cmpfloat(account.level_range_pct, <, 5);
    log_free(&pieces);
}

static void
windows_agree_with_another_implementation(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(steady_cases); i++) {
        const struct steady_case *expected = &steady_cases[i];
        struct log log = log_of_random_load(expected->seed);
        g_assert_cmpuint(log.iops->len, ==, expected->samples);
        g_autoptr(GArray) windows = windows_of(&log, 1);
        g_assert_cmpuint(windows->len, ==, expected->windows);
        for (guint k = 0; k < windows->len; k++) {
            const struct steady_window *window = &g_array_index(windows, struct steady_window, k);
            g_assert_cmpuint(window->start, ==, expected->window[k].start);
            g_assert_cmpuint(window->end, ==, expected->window[k].end);
        }
        log_free(&log);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/steady/" #name, name)
    ADD(constant_load_is_one_window);
    ADD(load_without_noise_is_one_window);
    ADD(load_steps_are_windows_of_their_own);
    ADD(saturated_steps_are_told_by_latency);
    ADD(ramps_are_cut_from_a_plateau);
    ADD(warm_up_is_left_out);
    ADD(drift_is_never_steady);
    ADD(wandering_load_is_not_steady);
    ADD(oscillation_belongs_to_the_load);
    ADD(noise_has_no_period);
    ADD(period_is_in_seconds_at_any_interval);
    ADD(bursts_belong_to_the_load);
    ADD(pauses_are_not_part_of_a_window);
    ADD(stall_of_seconds_is_bridged);
    ADD(pause_is_told_from_a_stall_by_its_length);
    ADD(low_load_is_told_from_idling_by_its_share);
    ADD(idle_log_has_no_window);
    ADD(short_log_has_no_window);
    ADD(short_gap_is_held_and_long_gap_splits);
    ADD(gap_of_one_long_sample_splits);
    ADD(idle_share_is_judged_over_the_whole_log);
    ADD(windows_are_samples_at_long_intervals);
    ADD(windows_are_samples_at_short_intervals);
    ADD(eight_samples_are_the_least_at_long_intervals);
    ADD(missing_latency_leaves_iops_to_judge);
    ADD(windows_do_not_depend_on_units);
    ADD(windows_agree_with_another_implementation);
    ADD(account_names_what_was_left_out);
    return g_test_run();
}
