/* Was the database waiting for storage? A verdict on one AWR report, from stated tests.
 *
 *     struct storage_bound verdict;
 *     storage_bound_judge(&verdict, awr, NULL);
 *
 * PROVEN: every core test is met. REFUTED: the report shows another limit (host CPU, or hardly any User I/O wait).
 * NOT_PROVEN: anything else, a figure that is not in the report included. A report that lists no more than its top
 * events cannot refute by its User I/O share: what lies below the list is not known.
 *
 * The supporting tests decide nothing: they are shown beside the core, and name what limits the database where the
 * verdict is not PROVEN.
 */
#pragma once

#include "awr.h"

enum storage_verdict { STORAGE_NOT_PROVEN, STORAGE_PROVEN, STORAGE_REFUTED };

enum storage_role { STORAGE_CORE, STORAGE_SUPPORTING };

/* NOT_IN_REPORT: the figure is absent, or known as a least figure only, which does not settle the test. */
enum storage_result { STORAGE_NOT_IN_REPORT, STORAGE_MET, STORAGE_NOT_MET };

enum storage_unit { STORAGE_PERCENT, STORAGE_MS, STORAGE_SESSIONS, STORAGE_PER_CORE };

enum storage_limit {
    STORAGE_LIMIT_UNKNOWN, /* nothing in the report stands out */
    STORAGE_LIMIT_STORAGE,
    STORAGE_LIMIT_CPU,
    STORAGE_LIMIT_RESOURCE_MANAGER, /* a plan, or instance caging */
    STORAGE_LIMIT_REDO,             /* commits, log file switches, the log buffer */
    STORAGE_LIMIT_BUFFER_WRITES,    /* free buffers: the cache is too small for what is written, or writes too slow */
    STORAGE_LIMIT_INTERCONNECT,
    STORAGE_LIMIT_CONCURRENCY, /* locks, latches, busy buffers */
    STORAGE_LIMIT_NOT_LOADED
};

/* The core first. */
enum storage_test_index {
    TEST_TOP_WAIT,
    TEST_USER_IO,
    TEST_DB_CPU,
    TEST_HOST_CPU,
    STORAGE_CORE_TESTS,
    TEST_SYSTEM_IO = STORAGE_CORE_TESTS,
    TEST_ACCOUNTED,
    TEST_ACTIVE_SESSIONS,
    TEST_RUN_QUEUE,
    TEST_RESOURCE_MANAGER,
    TEST_LOG_SYNC,
    TEST_LOG_SYNC_MS,
    TEST_LOG_WRITE,
    TEST_LOG_WRITE_MS,
    TEST_LOG_SPACE,
    TEST_FREE_BUFFERS,
    TEST_BUFFER_BUSY,
    TEST_CONCURRENCY,
    TEST_CLUSTER,
    TEST_CACHE_HIT,
    TEST_IOWAIT,
    TEST_LOG_IOWAIT,
    STORAGE_TESTS
};

struct storage_test {
    const char *name; /* static: "user_io_share", ... */
    enum storage_role role;
    enum storage_unit unit;
    double value; /* NAN: not in the report */
    double threshold;
    bool at_least; /* met where value >= threshold; else where value <= threshold */
    bool is_least; /* the value is the least that it can be: the report has its top events only */
    bool met;      /* of `result` */
    enum storage_result result;
};

enum storage_reason {
    STORAGE_ALL_MET,
    STORAGE_LITTLE_USER_IO, /* refuted */
    STORAGE_HOST_BUSY,      /* refuted */
    STORAGE_NO_FIGURE,      /* of reason_test */
    STORAGE_OTHER_WAIT,     /* the top wait is no User I/O */
    STORAGE_TEST_FAILED     /* reason_test */
};

struct storage_bound {
    enum storage_verdict verdict;
    enum storage_reason reason;
    enum storage_test_index reason_test;
    enum storage_limit limit;
    enum storage_test_index limit_test;           /* whose figure names the limit; STORAGE_TESTS: none */
    const struct awr_event *top_wait;             /* borrowed from the report; NULL: none listed */
    double user_io_pct, db_cpu_pct, host_cpu_pct; /* of DB time; of all CPUs. NAN: not in the report */
    bool iowait_is_doubtful;                      /* release 12 or later: see TEST_IOWAIT */
    bool db_time_is_lost; /* waits and CPU add up to little of DB time: sessions waited for a CPU, or were not measured
                           */
    struct storage_test test[STORAGE_TESTS];
};

/* What stands beside a report. */
struct storage_beside {
    double log_iowait_pct; /* mean %iowait of the iostat log's CPU lines over the same time; NAN: none */
};

/* `beside` may be NULL. The figures:
 *   - shares of DB time are those of the wait class table, else sums over events (waits.h); DB CPU may be of the top
 * list, the time model or the load profile;
 *   - host CPU busy is %User + %System, of a RAC report that of its busiest host (refuted only where the mean of all
 * hosts, weighted by CPUs, is that high);
 *   - run queue: mean of the load averages at begin and end, per core. Linux counts processes that wait for I/O as
 * well;
 *   - log writer: time of log file parallel write in the elapsed time of all instances;
 *   - cache hit: 100 (1 - physical reads cache / (db block gets + consistent gets, from cache)); the load profile has
 * direct reads among the others, and gives none;
 *   - active sessions: DB time / elapsed time. */
void storage_bound_judge(struct storage_bound *out, const struct awr *awr, const struct storage_beside *beside);

/* "proven", "not_proven", "refuted". */
const char *storage_verdict_name(enum storage_verdict verdict);
/* "core", "supporting". "met", "not_met", "not_in_report". "%", "ms", "sessions", "per core". */
const char *storage_role_name(enum storage_role role);
const char *storage_result_name(enum storage_result result);
const char *storage_unit_name(enum storage_unit unit);
/* "storage", "cpu", "resource_manager", "redo", "buffer_cache_writes", "interconnect", "concurrency", "not_loaded",
 * "unknown". */
const char *storage_limit_name(enum storage_limit limit);
