#include "storage_bound.h"

#include <string.h>

/* A report of 100 minutes of DB time: 60 s of wait are 1%. */
static struct awr *
report_of_100_min(void)
{
    struct awr *awr = awr_new("a.html", AWR_INSTANCE, AWR_HTML);
    awr->db_time_min = 100;
    awr->host_cpu.user_pct = 10;
    awr->host_cpu.system_pct = 4;
    awr->host_cpu.idle_pct = 86;
    return awr;
}

static void
add_line(GPtrArray *list, const char *name, const char *wait_class, double pct)
{
    struct awr_event *event = g_new0(struct awr_event, 1);
    event->name = g_strdup(name);
    event->wait_class = g_strdup(wait_class);
    event->waits = event->avg_wait_ms = NAN;
    event->time_s = 60 * pct;
    event->db_time_pct = pct;
    g_ptr_array_add(list, event);
}

static const struct storage_test *
test_named(const struct storage_bound *bound, const char *name)
{
    for (size_t i = 0; i < STORAGE_TESTS; i++)
        if (strcmp(bound->test[i].name, name) == 0)
            return &bound->test[i];
    g_assert_not_reached();
}

static void
read_workload_is_proven(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "db file sequential read", "User I/O", 94.5);
    add_line(awr->top_events, "DB CPU", NULL, 5.2);
    add_line(awr->wait_classes, "User I/O", NULL, 94.7);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
    g_assert_cmpint(bound.reason, ==, STORAGE_ALL_MET);
    g_assert_cmpint(bound.limit, ==, STORAGE_LIMIT_STORAGE);
    g_assert_cmpfloat(bound.user_io_pct, ==, 94.7);
    g_assert_cmpfloat(bound.db_cpu_pct, ==, 5.2);
    g_assert_cmpfloat(bound.host_cpu_pct, ==, 14);
    g_assert_cmpstr(bound.top_wait->name, ==, "db file sequential read");
    g_assert_cmpfloat(test_named(&bound, "top_wait_is_user_io")->value, ==, 94.5);
}

/* Writers that wait for free buffers wait for storage too, but it is the 81% that prove it. */
static void
mixed_workload_with_free_buffer_waits_is_proven(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "db file sequential read", "User I/O", 80.6);
    add_line(awr->top_events, "free buffer waits", "Configuration", 13.1);
    add_line(awr->top_events, "DB CPU", NULL, 4.9);
    add_line(awr->wait_classes, "User I/O", NULL, 81.2);
    add_line(awr->wait_classes, "Configuration", NULL, 13.2);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
    g_assert_cmpfloat(bound.user_io_pct, ==, 81.2);
}

static void
cpu_above_wait_in_the_top_list_is_not_the_top_wait(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "DB CPU", NULL, 34);
    add_line(awr->top_events, "direct path read", "User I/O", 33);
    add_line(awr->wait_classes, "User I/O", NULL, 60);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpstr(bound.top_wait->name, ==, "direct path read");
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
}

static void
other_top_wait_is_not_proven_and_named(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "log file sync", "Commit", 40);
    add_line(awr->top_events, "db file sequential read", "User I/O", 39);
    add_line(awr->top_events, "DB CPU", NULL, 6);
    add_line(awr->wait_classes, "User I/O", NULL, 51);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
    g_assert_cmpint(bound.reason, ==, STORAGE_OTHER_WAIT);
    g_assert_cmpint(bound.limit, ==, STORAGE_LIMIT_UNKNOWN); /* User I/O took more than commits did */
    g_assert_cmpfloat(test_named(&bound, "top_wait_is_user_io")->value, ==, 0);
    g_assert_true(test_named(&bound, "user_io_share")->met);
}

static void
hardly_any_user_io_is_refuted(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "DB CPU", NULL, 85);
    add_line(awr->wait_classes, "User I/O", NULL, 6.3);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_REFUTED);
    g_assert_cmpint(bound.reason, ==, STORAGE_LITTLE_USER_IO);
    g_assert_cmpint(bound.limit, ==, STORAGE_LIMIT_CPU);
    g_assert_cmpint(bound.limit_test, ==, TEST_DB_CPU);
    g_assert_null(bound.top_wait);
}

static void
busy_host_is_refuted(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "db file sequential read", "User I/O", 60);
    add_line(awr->top_events, "DB CPU", NULL, 30);
    add_line(awr->wait_classes, "User I/O", NULL, 62);
    awr->host_cpu.user_pct = 90.1;
    awr->host_cpu.system_pct = 6.4;
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_REFUTED);
    g_assert_cmpint(bound.reason, ==, STORAGE_HOST_BUSY);
    g_assert_cmpfloat_with_epsilon(bound.test[TEST_HOST_CPU].value, 96.5, 1e-9);
    g_assert_cmpint(bound.limit, ==, STORAGE_LIMIT_CPU);
    g_assert_cmpint(bound.limit_test, ==, TEST_HOST_CPU);
}

/* Waiting for I/O is idle time: 30% of it leave the host 14% busy, not 44%. */
static void
iowait_is_not_busy(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    awr->host_cpu.iowait_pct = 30;
    awr->host_cpu.idle_pct = 56;
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat(bound.host_cpu_pct, ==, 14);
}

static void
thresholds_themselves_are_met(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "db file sequential read", "User I/O", 25);
    add_line(awr->top_events, "DB CPU", NULL, 35);
    add_line(awr->wait_classes, "User I/O", NULL, 50);
    awr->host_cpu.user_pct = 60;
    awr->host_cpu.system_pct = 20;
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
}

static void
missing_figures_are_not_proven_and_said(void)
{
    g_autoptr(Awr) empty = awr_new("a.txt", AWR_INSTANCE, AWR_TEXT);
    struct storage_bound bound;
    storage_bound_judge(&bound, empty, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
    for (size_t i = 0; i < STORAGE_TESTS; i++) {
        g_assert_true(isnan(bound.test[i].value));
        g_assert_false(bound.test[i].met);
        g_assert_cmpint(bound.test[i].result, ==, STORAGE_NOT_IN_REPORT);
    }
    g_assert_cmpint(bound.reason, ==, STORAGE_NO_FIGURE);

    g_autoptr(Awr) without_host = report_of_100_min();
    without_host->host_cpu = (struct awr_host_cpu){NAN, NAN, NAN, NAN, NAN, NAN};
    add_line(without_host->top_events, "db file sequential read", "User I/O", 80);
    add_line(without_host->top_events, "DB CPU", NULL, 10);
    add_line(without_host->wait_classes, "User I/O", NULL, 81);
    storage_bound_judge(&bound, without_host, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
    g_assert_cmpint(bound.reason, ==, STORAGE_NO_FIGURE);
    g_assert_cmpint(bound.reason_test, ==, TEST_HOST_CPU);
}

static void
exadata_cell_events_are_user_io(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "cell single block physical read", NULL, 41);
    add_line(awr->top_events, "cell smart table scan", NULL, 17);
    add_line(awr->top_events, "DB CPU", NULL, 20);
    for (guint i = 0; i < 2; i++) {
        const struct awr_event *top = g_ptr_array_index(awr->top_events, i);
        add_line(awr->events, top->name, NULL, top->db_time_pct);
    }
    add_line(awr->events, "cell multiblock physical read", NULL, 2);
    add_line(awr->events, "gc buffer busy acquire", NULL, 9);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat_with_epsilon(bound.user_io_pct, 60, 1e-9);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
}

static void
rac_waits_for_the_interconnect_are_no_user_io(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    awr->report = AWR_RAC;
    add_line(awr->top_events, "gc cr block busy", "Cluster", 45);
    add_line(awr->top_events, "db file sequential read", "User I/O", 30);
    add_line(awr->top_events, "DB CPU", NULL, 20);
    add_line(awr->wait_classes, "Cluster", NULL, 46);
    add_line(awr->wait_classes, "User I/O", NULL, 30);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
    g_assert_cmpfloat(bound.user_io_pct, ==, 30);
}

/* Statspack prints no classes, and "CPU time" for "DB CPU". */
static void
statspack_cpu_time_is_db_cpu(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    awr->report = AWR_STATSPACK;
    add_line(awr->top_events, "CPU time", NULL, 30.5);
    add_line(awr->top_events, "db file sequential read", NULL, 55);
    add_line(awr->events, "db file sequential read", NULL, 55);
    add_line(awr->events, "db file scattered read", NULL, 5);
    add_line(awr->events, "log file parallel write", NULL, 3);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpstr(bound.top_wait->name, ==, "db file sequential read");
    g_assert_cmpfloat(bound.db_cpu_pct, ==, 30.5);
    g_assert_cmpfloat_with_epsilon(bound.user_io_pct, 60, 1e-9);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
}

/* What stands below a list of five events is not known: it may hold the other User I/O. */
static void
top_list_alone_does_not_refute(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "db file sequential read", "User I/O", 12);
    add_line(awr->top_events, "DB CPU", NULL, 10);
    add_line(awr->events, "db file sequential read", "User I/O", 12);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
}

/* Without a printed share, time over DB time stands for it. */
static void
share_is_made_of_time_where_it_is_not_printed(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "db file sequential read", "User I/O", 70);
    add_line(awr->top_events, "DB CPU", NULL, 20);
    add_line(awr->wait_classes, "User I/O", NULL, 71);
    for (guint i = 0; i < 2; i++)
        ((struct awr_event *)g_ptr_array_index(awr->top_events, i))->db_time_pct = NAN;
    ((struct awr_event *)g_ptr_array_index(awr->wait_classes, 0))->db_time_pct = NAN;
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat_with_epsilon(bound.user_io_pct, 71, 1e-9);
    g_assert_cmpfloat_with_epsilon(bound.db_cpu_pct, 20, 1e-9);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
}

/* 96 minutes of 100 of DB time in a table of events, 60 minutes elapsed. */
static struct awr *
report_with_events(void)
{
    struct awr *awr = report_of_100_min();
    awr->elapsed_min = 60;
    add_line(awr->top_events, "DB CPU", NULL, 20);
    add_line(awr->top_events, "db file sequential read", "User I/O", 15);
    add_line(awr->events, "db file sequential read", "User I/O", 15);
    add_line(awr->events, "SQL*Net more data to client", "Network", 1);
    add_line(awr->events, "db file scattered read", "User I/O", 5);
    return awr;
}

static struct awr_event *
last_event(struct awr *awr)
{
    return g_ptr_array_index(awr->events, awr->events->len - 1);
}

/* Each event with a share that names a limit, and the test that says so. */
static void
largest_wait_names_the_limit(void)
{
    static const struct {
        const char *event, *wait_class, *test;
        enum storage_limit limit;
    } cases[] = {{"resmgr:cpu quantum", "Scheduler", "resource_manager_share", STORAGE_LIMIT_RESOURCE_MANAGER},
        {"log file sync", "Commit", "log_file_sync_share", STORAGE_LIMIT_REDO},
        {"log file switch (checkpoint incomplete)", "Configuration", "log_space_share", STORAGE_LIMIT_REDO},
        {"log buffer space", "Configuration", "log_space_share", STORAGE_LIMIT_REDO},
        {"free buffer waits", "Configuration", "free_buffer_waits_share", STORAGE_LIMIT_BUFFER_WRITES},
        {"gc buffer busy acquire", "Cluster", "cluster_share", STORAGE_LIMIT_INTERCONNECT},
        {"buffer busy waits", "Concurrency", "buffer_busy_share", STORAGE_LIMIT_CONCURRENCY},
        {"enq: TX - row lock contention", "Application", "concurrency_share", STORAGE_LIMIT_CONCURRENCY}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        for (int named = 0; named < 2; named++) { /* by printed class, and by name alone as in Statspack */
            g_autoptr(Awr) awr = report_with_events();
            add_line(awr->events, cases[i].event, named ? NULL : cases[i].wait_class, 55);
            struct storage_bound bound;
            storage_bound_judge(&bound, awr, NULL);
            g_assert_cmpstr(storage_limit_name(bound.limit), ==, storage_limit_name(cases[i].limit));
            g_assert_cmpstr(bound.test[bound.limit_test].name, ==, cases[i].test);
            g_assert_cmpfloat_with_epsilon(test_named(&bound, cases[i].test)->value, 55, 1e-9);
            g_assert_cmpint(test_named(&bound, cases[i].test)->result, ==, STORAGE_NOT_MET);
            g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN); /* 20% User I/O refute nothing */
        }
    }
}

static void
unlisted_event_of_a_whole_table_took_no_time(void)
{
    g_autoptr(Awr) awr = report_with_events();
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat(bound.test[TEST_RESOURCE_MANAGER].value, ==, 0);
    g_assert_cmpint(bound.test[TEST_RESOURCE_MANAGER].result, ==, STORAGE_MET);
    g_assert_cmpint(bound.limit, ==, STORAGE_LIMIT_UNKNOWN);
}

/* Below a top list there may be anything; what it lists is known all the same. */
static void
unlisted_event_of_a_top_list_is_not_known(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "db file sequential read", "User I/O", 12);
    add_line(awr->top_events, "log file sync", "Commit", 40);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.test[TEST_RESOURCE_MANAGER].result, ==, STORAGE_NOT_IN_REPORT);
    g_assert_cmpint(bound.test[TEST_USER_IO].result, ==, STORAGE_NOT_IN_REPORT);
    g_assert_cmpfloat_with_epsilon(bound.test[TEST_USER_IO].value, 12, 1e-9);
    g_assert_true(bound.test[TEST_USER_IO].is_least);
    g_assert_cmpint(bound.test[TEST_LOG_SYNC].result, ==, STORAGE_NOT_MET);
    g_assert_cmpint(bound.limit, ==, STORAGE_LIMIT_REDO);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
}

/* A table of classes without a class says 0 of its events too. */
static void
table_of_classes_tells_of_unlisted_events(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    add_line(awr->top_events, "db file sequential read", "User I/O", 90);
    add_line(awr->wait_classes, "User I/O", NULL, 90);
    add_line(awr->wait_classes, "Commit", NULL, 2);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.test[TEST_RESOURCE_MANAGER].result, ==, STORAGE_MET);
    g_assert_cmpint(bound.test[TEST_LOG_SYNC].result, ==, STORAGE_NOT_IN_REPORT); /* 2% are of Commit, not 0 */
}

/* 100 minutes of DB time in 60 minutes are 1.67 sessions; load 4 to 8 on 4 cores is 1.5 a core. */
static void
sessions_and_run_queue_are_per_elapsed_time_and_core(void)
{
    g_autoptr(Awr) awr = report_with_events();
    awr->cpus = 8;
    awr->cores = 4;
    awr->host_cpu.load_average_begin = 4;
    awr->host_cpu.load_average_end = 8;
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat_with_epsilon(bound.test[TEST_ACTIVE_SESSIONS].value, 100.0 / 60, 1e-9);
    g_assert_cmpint(bound.test[TEST_ACTIVE_SESSIONS].result, ==, STORAGE_MET);
    g_assert_cmpfloat(bound.test[TEST_RUN_QUEUE].value, ==, 1.5);
    g_assert_cmpint(bound.test[TEST_RUN_QUEUE].result, ==, STORAGE_NOT_MET);
    g_assert_cmpint(bound.test[TEST_RUN_QUEUE].role, ==, STORAGE_SUPPORTING);
    awr->cores = 0; /* not printed: per CPU */
    awr->elapsed_min = 250;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat(bound.test[TEST_RUN_QUEUE].value, ==, 0.75);
    g_assert_cmpint(bound.limit, ==, STORAGE_LIMIT_NOT_LOADED); /* 0.4 sessions */
    g_assert_cmpfloat(bound.test[bound.limit_test].value, ==, 0.4);
}

/* The log writer waited 1,800 s of an hour, 6 ms each: 50% of its time. */
static void
log_writer_is_measured_by_elapsed_time(void)
{
    g_autoptr(Awr) awr = report_with_events();
    add_line(awr->background_events, "log file parallel write", "System I/O", 0);
    struct awr_event *write = g_ptr_array_index(awr->background_events, 0);
    write->time_s = 1800;
    write->avg_wait_ms = 6;
    add_line(awr->events, "log file sync", "Commit", 10);
    last_event(awr)->avg_wait_ms = 8;
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat(bound.test[TEST_LOG_WRITE].value, ==, 50);
    g_assert_cmpint(bound.test[TEST_LOG_WRITE].result, ==, STORAGE_MET);
    g_assert_cmpint(bound.test[TEST_LOG_WRITE_MS].result, ==, STORAGE_NOT_MET);
    g_assert_cmpfloat(bound.test[TEST_LOG_SYNC_MS].value, ==, 8);
    g_assert_cmpint(bound.test[TEST_LOG_SYNC_MS].unit, ==, STORAGE_MS);
    g_assert_cmpint(bound.test[TEST_LOG_SYNC_MS].result, ==, STORAGE_MET);
}

static void
add_statistic(struct awr *awr, const char *name, double per_s)
{
    struct awr_statistic *statistic = g_new0(struct awr_statistic, 1);
    statistic->name = g_strdup(name);
    statistic->total = statistic->per_s = per_s;
    g_ptr_array_add(awr->statistics, statistic);
}

/* 1 - 500 / (9,000 + 1,000) = 95%; without its parts it is not made of the load profile, which has direct reads. */
static void
cache_hit_is_of_reads_through_the_cache(void)
{
    g_autoptr(Awr) awr = report_with_events();
    awr->load.logical_reads = 1e4;
    awr->load.physical_reads_blocks = 9e3;
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpint(bound.test[TEST_CACHE_HIT].result, ==, STORAGE_NOT_IN_REPORT);
    add_statistic(awr, "consistent gets from cache", 9000);
    add_statistic(awr, "db block gets from cache", 1000);
    add_statistic(awr, "physical reads cache", 500);
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat_with_epsilon(bound.test[TEST_CACHE_HIT].value, 95, 1e-9);
}

/* Shown, never evidence: with or without, the verdict stands. */
static void
iowait_decides_nothing(void)
{
    static const double iowait_pct[] = {0, 60};
    for (size_t i = 0; i < G_N_ELEMENTS(iowait_pct); i++) {
        g_autoptr(Awr) awr = report_of_100_min();
        awr->release = g_strdup("19.0.0.0.0");
        awr->host_cpu.iowait_pct = iowait_pct[i];
        add_line(awr->top_events, "db file sequential read", "User I/O", 90);
        add_line(awr->top_events, "DB CPU", NULL, 5);
        add_line(awr->wait_classes, "User I/O", NULL, 90);
        struct storage_beside beside = {.log_iowait_pct = 60 - iowait_pct[i]};
        struct storage_bound bound;
        storage_bound_judge(&bound, awr, &beside);
        g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
        g_assert_true(bound.iowait_is_doubtful);
        g_assert_cmpint(bound.test[TEST_IOWAIT].result, ==, i == 0 ? STORAGE_NOT_MET : STORAGE_MET);
        g_assert_cmpfloat(bound.test[TEST_LOG_IOWAIT].value, ==, 60 - iowait_pct[i]);
    }
    g_autoptr(Awr) old = report_of_100_min();
    old->release = g_strdup("11.2.0.4.0");
    struct storage_bound bound;
    storage_bound_judge(&bound, old, NULL);
    g_assert_false(bound.iowait_is_doubtful);
}

/* 32% in waits and 1% on CPU: two thirds of DB time are nowhere. */
static void
lost_db_time_is_seen(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    awr->elapsed_min = 60;
    add_line(awr->top_events, "direct path read", "User I/O", 32);
    add_line(awr->top_events, "DB CPU", NULL, 1);
    add_line(awr->wait_classes, "User I/O", NULL, 32);
    add_line(awr->wait_classes, "DB CPU", NULL, 1);
    add_line(awr->wait_classes, "Commit", NULL, 0);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat(bound.test[TEST_ACCOUNTED].value, ==, 33);
    g_assert_true(bound.db_time_is_lost);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
}

static void
add_node(struct awr *awr, int cpus, double user_pct)
{
    struct awr_node *node = g_new0(struct awr_node, 1);
    node->cpus = cpus;
    node->host_cpu = (struct awr_host_cpu){user_pct, 0, NAN, 100 - user_pct, NAN, NAN};
    node->busy_s = node->idle_s = NAN;
    g_ptr_array_add(awr->nodes, node);
}

/* 97% on 8 CPUs beside 5% on 24: one host is full, the cluster is 28% busy: not proven, not refuted. */
static void
busiest_host_of_a_cluster_counts(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    awr->report = AWR_RAC;
    awr->host_cpu = (struct awr_host_cpu){NAN, NAN, NAN, NAN, NAN, NAN};
    add_node(awr, 8, 97);
    add_node(awr, 24, 5);
    add_line(awr->top_events, "db file sequential read", "User I/O", 90);
    add_line(awr->top_events, "DB CPU", NULL, 5);
    add_line(awr->wait_classes, "User I/O", NULL, 90);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat(bound.host_cpu_pct, ==, 97);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
    g_assert_cmpint(bound.limit, ==, STORAGE_LIMIT_CPU);
}

static void
os_statistics_stand_in_for_host_cpu(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    awr->host_cpu = (struct awr_host_cpu){NAN, NAN, NAN, NAN, NAN, NAN};
    double busy = 3000, idle = 9000;
    g_hash_table_insert(awr->os_statistics, g_strdup("BUSY_TIME"), g_memdup2(&busy, sizeof busy));
    g_hash_table_insert(awr->os_statistics, g_strdup("IDLE_TIME"), g_memdup2(&idle, sizeof idle));
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat(bound.host_cpu_pct, ==, 25);
}

/* Reports in text cut the names of classes. */
static void
cut_class_names_are_known(void)
{
    g_autoptr(Awr) awr = report_with_events();
    add_line(awr->events, "enq: TX - row lock contenti", "Applicat", 30);
    add_line(awr->events, "some event", "Concurre", 12);
    struct storage_bound bound;
    storage_bound_judge(&bound, awr, NULL);
    g_assert_cmpfloat_with_epsilon(bound.test[TEST_CONCURRENCY].value, 42, 1e-9);
}

static void
verdicts_have_the_contract_names(void)
{
    g_assert_cmpstr(storage_verdict_name(STORAGE_PROVEN), ==, "proven");
    g_assert_cmpstr(storage_verdict_name(STORAGE_NOT_PROVEN), ==, "not_proven");
    g_assert_cmpstr(storage_verdict_name(STORAGE_REFUTED), ==, "refuted");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/storage_bound/" #name, name)
    ADD(read_workload_is_proven);
    ADD(mixed_workload_with_free_buffer_waits_is_proven);
    ADD(cpu_above_wait_in_the_top_list_is_not_the_top_wait);
    ADD(other_top_wait_is_not_proven_and_named);
    ADD(hardly_any_user_io_is_refuted);
    ADD(busy_host_is_refuted);
    ADD(iowait_is_not_busy);
    ADD(thresholds_themselves_are_met);
    ADD(missing_figures_are_not_proven_and_said);
    ADD(exadata_cell_events_are_user_io);
    ADD(rac_waits_for_the_interconnect_are_no_user_io);
    ADD(statspack_cpu_time_is_db_cpu);
    ADD(top_list_alone_does_not_refute);
    ADD(share_is_made_of_time_where_it_is_not_printed);
    ADD(largest_wait_names_the_limit);
    ADD(unlisted_event_of_a_whole_table_took_no_time);
    ADD(unlisted_event_of_a_top_list_is_not_known);
    ADD(table_of_classes_tells_of_unlisted_events);
    ADD(sessions_and_run_queue_are_per_elapsed_time_and_core);
    ADD(log_writer_is_measured_by_elapsed_time);
    ADD(cache_hit_is_of_reads_through_the_cache);
    ADD(iowait_decides_nothing);
    ADD(lost_db_time_is_seen);
    ADD(busiest_host_of_a_cluster_counts);
    ADD(os_statistics_stand_in_for_host_cpu);
    ADD(cut_class_names_are_known);
    ADD(verdicts_have_the_contract_names);
    return g_test_run();
}
