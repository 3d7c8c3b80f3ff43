#include "awr_words.h"

#include <math.h>

#define check_text(call, expected)                                                                                     \
    do {                                                                                                               \
        g_autofree char *text = (call);                                                                                \
        g_assert_cmpstr(text, ==, expected);                                                                           \
    } while (0)

static struct storage_bound
judged(enum storage_reason reason, enum storage_test_index test, double value, double threshold, bool at_least)
{
    struct storage_bound bound = {.reason = reason, .reason_test = test, .limit_test = test};
    if (test < STORAGE_TESTS)
        bound.test[test] = (struct storage_test){.unit = STORAGE_PERCENT,
            .value = value,
            .threshold = threshold,
            .at_least = at_least,
            .result = STORAGE_NOT_MET};
    return bound;
}

static void
reasons_read_as_sentences(void)
{
    struct storage_bound bound = judged(STORAGE_LITTLE_USER_IO, TEST_USER_IO, 6.3, 50, true);
    check_text(storage_reason_text(&bound, NULL), "only 6.3% of DB time is User I/O wait");
    bound = judged(STORAGE_HOST_BUSY, TEST_HOST_CPU, 96.5, 80, false);
    check_text(storage_reason_text(&bound, NULL), "the host's CPUs were 96.5% busy");
    bound = judged(STORAGE_NO_FIGURE, TEST_HOST_CPU, NAN, 80, false);
    check_text(storage_reason_text(&bound, NULL), "host CPU busy: not in the report");
    bound = judged(STORAGE_TEST_FAILED, TEST_DB_CPU, 41.26, 35, false);
    check_text(storage_reason_text(&bound, NULL), "DB CPU share of DB time: 41.3%, needed ≤ 35%");
    struct awr_event sync = {.name = (char *)"log file sync"};
    bound = judged(STORAGE_OTHER_WAIT, TEST_TOP_WAIT, 0, 25, true);
    bound.top_wait = &sync;
    check_text(storage_reason_text(&bound, NULL), "the top wait event is log file sync, which is no User I/O");
    bound = judged(STORAGE_ALL_MET, STORAGE_TESTS, NAN, NAN, false);
    check_text(storage_reason_text(&bound, NULL), "all core tests are met");
}

static void
limit_is_named_with_its_figure(void)
{
    struct storage_bound bound = judged(STORAGE_LITTLE_USER_IO, TEST_RESOURCE_MANAGER, 83.14, 5, false);
    bound.limit = STORAGE_LIMIT_RESOURCE_MANAGER;
    check_text(storage_limit_text(&bound, NULL), "The limit is the resource manager (a plan, or instance caging by "
                                           "cpu_count): sessions waited for their share of "
                                           "CPU in 83.1% of DB time.");
    bound.limit = STORAGE_LIMIT_STORAGE;
    check_text(storage_limit_text(&bound, NULL), "The limit is storage.");
    bound.limit = STORAGE_LIMIT_UNKNOWN;
    check_text(storage_limit_text(&bound, NULL), "No other resource stands out in the report.");
    bound.db_time_is_lost = true;
    check_text(storage_limit_text(&bound, NULL),
        "No resource stands out: CPU and waits account for too little of DB time, as "
        "where sessions queue for a CPU.");
}

static void
results_tell_a_top_list_from_an_absent_figure(void)
{
    struct storage_test test = {
        .unit = STORAGE_PERCENT, .value = NAN, .threshold = 15, .result = STORAGE_NOT_IN_REPORT};
    g_assert_cmpstr(storage_result_words(&test), ==, "not in report");
    check_text(storage_value_text(&test, test.value, NULL), "–");
    test.value = 3;
    test.is_least = true;
    g_assert_cmpstr(storage_result_words(&test), ==, "top events only");
    check_text(storage_value_text(&test, test.value, NULL), "at least 3.0%");
    check_text(storage_needed_text(&test, NULL), "≤ 15%");
    test = (struct storage_test){.unit = STORAGE_MS, .value = 0.514, .threshold = 10, .result = STORAGE_MET};
    check_text(storage_value_text(&test, test.value, NULL), "0.514 ms");
    g_assert_cmpstr(storage_result_words(&test), ==, "met");
    test = (struct storage_test){.unit = STORAGE_SESSIONS, .value = 0.0072};
    check_text(storage_value_text(&test, test.value, NULL), "0.01");
}

static void
every_test_and_limit_has_words(void)
{
    for (int i = 0; i < STORAGE_TESTS; i++)
        g_assert_nonnull(storage_test_words((enum storage_test_index)i));
    for (int i = STORAGE_LIMIT_UNKNOWN; i <= STORAGE_LIMIT_NOT_LOADED; i++) {
        g_assert_nonnull(storage_limit_words((enum storage_limit)i));
        struct storage_bound bound = judged(STORAGE_LITTLE_USER_IO, TEST_DB_CPU, 60, 35, false);
        bound.limit = (enum storage_limit)i;
        g_autofree char *text = storage_limit_text(&bound, NULL);
        g_assert_true(g_str_has_suffix(text, "."));
    }
}

static void
offsets_have_a_sign_and_their_source(void)
{
    struct align_offset offset = {.seconds = 19800, .source = ALIGN_ESTIMATED, .pairs = 16};
    check_text(clock_offset_text(&offset, NULL), "+5 h 30 min");
    check_text(clock_source_text(&offset, NULL), "estimated (reports: 16)");
    offset.seconds = -45;
    check_text(clock_offset_text(&offset, NULL), "−45 s");
    offset.seconds = 0;
    check_text(clock_offset_text(&offset, NULL), "0");
    check_text(clock_source_text(&offset, NULL), "the rates agree (reports: 16)");
    offset.source = ALIGN_CANNOT_TELL;
    check_text(clock_source_text(&offset, NULL), "assumed, cannot tell");
    offset.source = ALIGN_NO_TIMES;
    check_text(clock_offset_text(&offset, NULL), "–");
}

static void
gap_reasons_are_listed(void)
{
    struct reconcile line = {.reasons = 2, .reason = {GAP_CLOCK, GAP_PAGE_CACHE}};
    check_text(gap_reasons_text(&line, NULL),
        "clocks, or a part of the interval that the log lacks; reads served by the host's page cache");
    line.reasons = 0;
    check_text(gap_reasons_text(&line, NULL), "–");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/awr_words/" #name, name)
    ADD(reasons_read_as_sentences);
    ADD(limit_is_named_with_its_figure);
    ADD(results_tell_a_top_list_from_an_absent_figure);
    ADD(every_test_and_limit_has_words);
    ADD(offsets_have_a_sign_and_their_source);
    ADD(gap_reasons_are_listed);
    return g_test_run();
}
