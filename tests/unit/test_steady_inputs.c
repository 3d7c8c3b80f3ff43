#include "steady_logs.h"

#include <stdbool.h>

static void
check_in_order(const GArray *windows, size_t n)
{
    size_t before = 0;
    for (guint i = 0; i < windows->len; i++) {
        const struct steady_window *window = &g_array_index(windows, struct steady_window, i);
        g_assert_cmpuint(window->start, >=, before);
        g_assert_cmpuint(window->end, >, window->start);
        before = window->end;
    }
    g_assert_cmpuint(before, <=, n);
}

/* Every length from nothing, and every kind of value that is no rate. */
static void
senseless_values_do_no_harm(void)
{
    const double odd[] = {NAN, INFINITY, -INFINITY, -5, 0, 1e308, 1e12, 5e-324, 1};
    const double intervals[] = {1, 0, -1, NAN, INFINITY, 1e-9, 1e9, 0.3, 7};
    for (size_t n = 0; n <= 400; n = n < 140 ? n + 1 : n + 37) {
        for (size_t kind = 0; kind < G_N_ELEMENTS(odd); kind++) {
            struct log log = log_new(n * 16 + kind);
            for (size_t i = 0; i < n; i++) {
                bool strikes = next_random(&log.state) < 0.02 * (double)(kind + 1);
                log_add(&log, strikes ? odd[kind] : 1000, strikes ? odd[(kind + i) % G_N_ELEMENTS(odd)] : 1);
            }
            g_autoptr(GArray) windows = windows_of(&log, intervals[(n + kind) % G_N_ELEMENTS(intervals)]);
            check_in_order(windows, n);
            log_free(&log);
        }
    }
}

static void
random_loads_give_windows_in_order(void)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct log log = log_new(seed);
        size_t pieces = 1 + (size_t)(next_random(&log.state) * 8);
        for (size_t i = 0; i < pieces; i++) {
            size_t samples = (size_t)(next_random(&log.state) * 300);
            double from = exp(10 * next_random(&log.state)), to = exp(10 * next_random(&log.state));
            double noise = 0.3 * next_random(&log.state) * next_random(&log.state);
            log_ramp(&log, samples, from, i % 2 ? from : to, exp(4 * next_random(&log.state)), noise);
        }
        g_autoptr(GArray) windows = windows_of(&log, 1);
        check_in_order(windows, log.iops->len);
        log_free(&log);
    }
}

static void
all_samples_extreme_do_no_harm(void)
{
    const double odd[] = {NAN, INFINITY, -5, 1e308, 1e12, 5e-324};
    for (size_t kind = 0; kind < G_N_ELEMENTS(odd); kind++) {
        struct log log = log_new(1);
        for (int i = 0; i < 500; i++)
            log_add(&log, odd[kind], odd[kind]);
        g_autoptr(GArray) windows = windows_of(&log, 1);
        check_in_order(windows, 500);
        log_free(&log);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/steady_inputs/" #name, name)
    ADD(senseless_values_do_no_harm);
    ADD(random_loads_give_windows_in_order);
    ADD(all_samples_extreme_do_no_harm);
    return g_test_run();
}
