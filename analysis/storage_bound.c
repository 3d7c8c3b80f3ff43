#include "storage_bound.h"

#include "storage_figures.h"
#include "waits.h"

#include <string.h>

#define USER_IO_REFUTED 20.0
#define HOST_CPU_REFUTED 95.0
#define ACCOUNTED_LOST 70.0 /* percent of DB time in waits and CPU: below, a third of it is nowhere */
#define DOUBTFUL_IOWAIT_RELEASE 12

/* Thresholds. A database that waits for I/O more than half of its time, and computes less than a third of it on a host
 * that is not busy, is limited by storage; where hardly any time is I/O wait, or the host is busy, it is not.
 * `names_at`: from there on (below it, of at_least tests) the figure names a limit where the verdict is not PROVEN. */
static const struct rule {
    const char *name;
    enum storage_unit unit;
    double threshold;
    bool at_least;
    enum storage_limit limit;
    double names_at;
} rules[STORAGE_TESTS] = {
    [TEST_TOP_WAIT] = {"top_wait_is_user_io", STORAGE_PERCENT, 25, true},
    [TEST_USER_IO] = {"user_io_share", STORAGE_PERCENT, 50, true},
    [TEST_DB_CPU] = {"db_cpu_share", STORAGE_PERCENT, 35, false, STORAGE_LIMIT_CPU, 50},
    [TEST_HOST_CPU] = {"host_cpu_busy", STORAGE_PERCENT, 80, false, STORAGE_LIMIT_CPU, 80},
    [TEST_SYSTEM_IO] = {"system_io_share", STORAGE_PERCENT, 20, false},
    [TEST_ACCOUNTED] = {"db_time_accounted", STORAGE_PERCENT, 90, true},
    [TEST_ACTIVE_SESSIONS] = {"active_sessions", STORAGE_SESSIONS, 0.5, true, STORAGE_LIMIT_NOT_LOADED, 0.5},
    [TEST_RUN_QUEUE] = {"run_queue_per_core", STORAGE_PER_CORE, 1, false},
    [TEST_RESOURCE_MANAGER] = {"resource_manager_share", STORAGE_PERCENT, 5, false, STORAGE_LIMIT_RESOURCE_MANAGER, 10},
    [TEST_LOG_SYNC] = {"log_file_sync_share", STORAGE_PERCENT, 15, false, STORAGE_LIMIT_REDO, 20},
    [TEST_LOG_SYNC_MS] = {"log_file_sync_ms", STORAGE_MS, 10, false},
    [TEST_LOG_WRITE] = {"log_file_parallel_write_share", STORAGE_PERCENT, 50, false},
    [TEST_LOG_WRITE_MS] = {"log_file_parallel_write_ms", STORAGE_MS, 5, false},
    [TEST_LOG_SPACE] = {"log_space_share", STORAGE_PERCENT, 10, false, STORAGE_LIMIT_REDO, 15},
    [TEST_FREE_BUFFERS] = {"free_buffer_waits_share", STORAGE_PERCENT, 10, false, STORAGE_LIMIT_BUFFER_WRITES, 15},
    [TEST_BUFFER_BUSY] = {"buffer_busy_share", STORAGE_PERCENT, 10, false, STORAGE_LIMIT_CONCURRENCY, 20},
    [TEST_CONCURRENCY] = {"concurrency_share", STORAGE_PERCENT, 15, false, STORAGE_LIMIT_CONCURRENCY, 20},
    [TEST_CLUSTER] = {"cluster_share", STORAGE_PERCENT, 15, false, STORAGE_LIMIT_INTERCONNECT, 20},
    [TEST_CACHE_HIT] = {"buffer_cache_hit", STORAGE_PERCENT, 99, false},
    [TEST_IOWAIT] = {"host_iowait", STORAGE_PERCENT, 5, true},
    [TEST_LOG_IOWAIT] = {"iostat_iowait", STORAGE_PERCENT, 5, true},
};

static void
set_test(struct storage_test *out, enum storage_test_index at, const struct storage_figures *figures)
{
    const struct rule *rule = &rules[at];
    double value = figures->value[at];
    bool met = isfinite(value) && (rule->at_least ? value >= rule->threshold : value <= rule->threshold);
    bool open = !isfinite(value) || (figures->is_least[at] && met != rule->at_least);
    *out = (struct storage_test){.name = rule->name,
        .role = at < STORAGE_CORE_TESTS ? STORAGE_CORE : STORAGE_SUPPORTING,
        .unit = rule->unit,
        .value = value,
        .threshold = rule->threshold,
        .at_least = rule->at_least,
        .is_least = figures->is_least[at],
        .met = met && !open,
        .result = open  ? STORAGE_NOT_IN_REPORT
                  : met ? STORAGE_MET
                        : STORAGE_NOT_MET};
}

static void
set_reason(
    struct storage_bound *out, enum storage_verdict verdict, enum storage_reason reason, enum storage_test_index test)
{
    out->verdict = verdict;
    out->reason = reason;
    out->reason_test = test;
}

static void
conclude(struct storage_bound *out, const struct storage_figures *figures)
{
    if (out->user_io_pct < USER_IO_REFUTED && !figures->is_least[TEST_USER_IO]) {
        set_reason(out, STORAGE_REFUTED, STORAGE_LITTLE_USER_IO, TEST_USER_IO);
        return;
    }
    if (figures->mean_host_cpu_pct > HOST_CPU_REFUTED) {
        set_reason(out, STORAGE_REFUTED, STORAGE_HOST_BUSY, TEST_HOST_CPU);
        return;
    }
    set_reason(out, STORAGE_PROVEN, STORAGE_ALL_MET, STORAGE_TESTS);
    for (enum storage_test_index i = 0; i < STORAGE_CORE_TESTS; i++) {
        const struct storage_test *test = &out->test[i];
        if (test->met)
            continue;
        enum storage_reason reason = isnan(test->value)                       ? STORAGE_NO_FIGURE
                                     : i == TEST_TOP_WAIT && test->value == 0 ? STORAGE_OTHER_WAIT
                                                                              : STORAGE_TEST_FAILED;
        set_reason(out, STORAGE_NOT_PROVEN, reason, i);
        return;
    }
}

static void
set_limit(struct storage_bound *out, enum storage_test_index test)
{
    out->limit = rules[test].limit;
    out->limit_test = test;
}

/* A busy host first, as it makes every wait longer; then a database that hardly ran; then what took the largest share
 * of DB time, where that is more than User I/O took. */
static void
name_limit(struct storage_bound *out)
{
    out->limit_test = STORAGE_TESTS;
    if (out->verdict == STORAGE_PROVEN) {
        out->limit = STORAGE_LIMIT_STORAGE;
        return;
    }
    if (out->test[TEST_HOST_CPU].value > rules[TEST_HOST_CPU].names_at) {
        set_limit(out, TEST_HOST_CPU);
        return;
    }
    if (out->test[TEST_ACTIVE_SESSIONS].value < rules[TEST_ACTIVE_SESSIONS].names_at) {
        set_limit(out, TEST_ACTIVE_SESSIONS);
        return;
    }
    double largest = isfinite(out->user_io_pct) ? out->user_io_pct : 0;
    for (enum storage_test_index i = 0; i < STORAGE_TESTS; i++) {
        const struct storage_test *test = &out->test[i];
        if (rules[i].limit == STORAGE_LIMIT_UNKNOWN || test->at_least || i == TEST_HOST_CPU ||
            !(test->value >= rules[i].names_at) || !(test->value > largest))
            continue;
        largest = test->value;
        set_limit(out, i);
    }
}

void
storage_bound_judge(struct storage_bound *out, const struct awr *awr, const struct storage_beside *beside)
{
    memset(out, 0, sizeof *out);
    struct storage_figures figures = storage_figures_of(awr, beside);
    for (enum storage_test_index i = 0; i < STORAGE_TESTS; i++)
        set_test(&out->test[i], i, &figures);
    out->top_wait = figures.top_wait;
    out->user_io_pct = figures.value[TEST_USER_IO];
    out->db_cpu_pct = figures.value[TEST_DB_CPU];
    out->host_cpu_pct = figures.value[TEST_HOST_CPU];
    out->iowait_is_doubtful = awr->release && g_ascii_strtod(awr->release, NULL) >= DOUBTFUL_IOWAIT_RELEASE;
    out->db_time_is_lost = figures.value[TEST_ACCOUNTED] < ACCOUNTED_LOST;
    conclude(out, &figures);
    name_limit(out);
}

const char *
storage_verdict_name(enum storage_verdict verdict)
{
    static const char *const name[] = {
        [STORAGE_NOT_PROVEN] = "not_proven", [STORAGE_PROVEN] = "proven", [STORAGE_REFUTED] = "refuted"};
    return name[verdict];
}

const char *
storage_role_name(enum storage_role role)
{
    return role == STORAGE_CORE ? "core" : "supporting";
}

const char *
storage_result_name(enum storage_result result)
{
    static const char *const name[] = {
        [STORAGE_NOT_IN_REPORT] = "not_in_report", [STORAGE_MET] = "met", [STORAGE_NOT_MET] = "not_met"};
    return name[result];
}

const char *
storage_unit_name(enum storage_unit unit)
{
    static const char *const name[] = {
        [STORAGE_PERCENT] = "%", [STORAGE_MS] = "ms", [STORAGE_SESSIONS] = "sessions", [STORAGE_PER_CORE] = "per core"};
    return name[unit];
}

const char *
storage_limit_name(enum storage_limit limit)
{
    static const char *const name[] = {[STORAGE_LIMIT_UNKNOWN] = "unknown",
        [STORAGE_LIMIT_STORAGE] = "storage",
        [STORAGE_LIMIT_CPU] = "cpu",
        [STORAGE_LIMIT_RESOURCE_MANAGER] = "resource_manager",
        [STORAGE_LIMIT_REDO] = "redo",
        [STORAGE_LIMIT_BUFFER_WRITES] = "buffer_cache_writes",
        [STORAGE_LIMIT_INTERCONNECT] = "interconnect",
        [STORAGE_LIMIT_CONCURRENCY] = "concurrency",
        [STORAGE_LIMIT_NOT_LOADED] = "not_loaded"};
    return name[limit];
}
