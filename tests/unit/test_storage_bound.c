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
    storage_bound_judge(&bound, awr);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
    g_assert_cmpstr(bound.reason, ==, "all tests are met");
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
    storage_bound_judge(&bound, awr);
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
    storage_bound_judge(&bound, awr);
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
    storage_bound_judge(&bound, awr);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
    g_assert_cmpstr(bound.reason, ==, "the top wait event is log file sync, which is no User I/O");
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
    storage_bound_judge(&bound, awr);
    g_assert_cmpint(bound.verdict, ==, STORAGE_REFUTED);
    g_assert_cmpstr(bound.reason, ==, "only 6.3% of DB time is User I/O wait");
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
    storage_bound_judge(&bound, awr);
    g_assert_cmpint(bound.verdict, ==, STORAGE_REFUTED);
    g_assert_cmpstr(bound.reason, ==, "the host's CPUs were 96.5% busy");
}

/* Waiting for I/O is idle time: 30% of it leave the host 14% busy, not 44%. */
static void
iowait_is_not_busy(void)
{
    g_autoptr(Awr) awr = report_of_100_min();
    awr->host_cpu.iowait_pct = 30;
    awr->host_cpu.idle_pct = 56;
    struct storage_bound bound;
    storage_bound_judge(&bound, awr);
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
    storage_bound_judge(&bound, awr);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
}

static void
missing_figures_are_not_proven_and_said(void)
{
    g_autoptr(Awr) empty = awr_new("a.txt", AWR_INSTANCE, AWR_TEXT);
    struct storage_bound bound;
    storage_bound_judge(&bound, empty);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
    for (size_t i = 0; i < STORAGE_TESTS; i++) {
        g_assert_true(isnan(bound.test[i].value));
        g_assert_false(bound.test[i].met);
    }
    g_assert_nonnull(strstr(bound.reason, "not in the report"));

    g_autoptr(Awr) without_host = report_of_100_min();
    without_host->host_cpu = (struct awr_host_cpu){NAN, NAN, NAN, NAN, NAN, NAN};
    add_line(without_host->top_events, "db file sequential read", "User I/O", 80);
    add_line(without_host->top_events, "DB CPU", NULL, 10);
    add_line(without_host->wait_classes, "User I/O", NULL, 81);
    storage_bound_judge(&bound, without_host);
    g_assert_cmpint(bound.verdict, ==, STORAGE_NOT_PROVEN);
    g_assert_cmpstr(bound.reason, ==, "host CPU busy: not in the report");
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
    storage_bound_judge(&bound, awr);
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
    storage_bound_judge(&bound, awr);
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
    storage_bound_judge(&bound, awr);
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
    storage_bound_judge(&bound, awr);
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
    storage_bound_judge(&bound, awr);
    g_assert_cmpfloat_with_epsilon(bound.user_io_pct, 71, 1e-9);
    g_assert_cmpfloat_with_epsilon(bound.db_cpu_pct, 20, 1e-9);
    g_assert_cmpint(bound.verdict, ==, STORAGE_PROVEN);
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
    ADD(verdicts_have_the_contract_names);
    return g_test_run();
}
