#include "host_limits.h"

#include <math.h>
#include <string.h>

static const struct host_facts nothing = {.network_gbit = NAN, .iscsi_sessions = NAN, .queue_depth = NAN};

static struct host_limit
judge(enum host_limit_code code, const char *iscsi, const struct host_facts *facts, double iops, double mib_s)
{
    g_autoptr(Host) host = host_new();
    host_read_iscsi(host, iscsi, strlen(iscsi), "iscsid.conf");
    struct sizing_need need = {
        .iops = iops, .mib_s = mib_s, .capacity_gib = NAN, .utilisation_limit = 0.8, .latency_ceiling_ms = 1};
    g_autoptr(GArray) list = host_limits_list_new();
    host_limits_judge(list, host, facts, &need);
    g_assert_cmpuint(list->len, ==, 2);
    struct host_limit limit = g_array_index(list, struct host_limit, code);
    g_assert_cmpint(limit.code, ==, code);
    return limit;
}

/* 10 Gbit/s are 1250 MB/s or 1192.09 MiB/s, of which 0.8 are 1000 MB/s or 953.67 MiB/s. */
static void
network_carries_up_to_the_utilisation_limit(void)
{
    struct host_facts ten = nothing;
    ten.network_gbit = 10;
    struct host_limit exact = judge(HOST_NETWORK, "", &ten, 1000, 1e9 / 1048576);
    g_assert_cmpfloat_with_epsilon(exact.available, 1192.0928955078125, 1e-9);
    g_assert_cmpfloat_with_epsilon(exact.utilisation_pct, 80, 1e-9);
    g_assert_cmpint(exact.verdict, ==, HOST_MET);
    g_assert_cmpint(judge(HOST_NETWORK, "", &ten, 1000, 954).verdict, ==, HOST_NOT_MET);
}

static void
what_is_not_known_is_not_met_nor_failed(void)
{
    g_assert_cmpint(judge(HOST_NETWORK, "", &nothing, 1000, 954).verdict, ==, HOST_NOT_KNOWN);
    struct host_facts ten = nothing;
    ten.network_gbit = 10;
    g_assert_cmpint(judge(HOST_NETWORK, "", &ten, 1000, NAN).verdict, ==, HOST_NOT_KNOWN);
    struct host_limit outstanding = judge(HOST_OUTSTANDING, "", &nothing, 78000, 611);
    g_assert_cmpint(outstanding.verdict, ==, HOST_NOT_KNOWN);
    g_assert_cmpfloat(outstanding.needed, ==, 78); /* 78000 x 1 ms */
    g_assert_true(isnan(outstanding.available));
    /* sessions without a queue depth, and the other way round */
    g_assert_cmpint(
        judge(HOST_OUTSTANDING, "tcp: [1] 10.0.0.1:3260,1 iqn.x\n", &nothing, 78000, 611).verdict, ==, HOST_NOT_KNOWN);
    g_assert_cmpint(
        judge(HOST_OUTSTANDING, "node.session.queue_depth = 256\n", &nothing, 78000, 611).verdict, ==, HOST_NOT_KNOWN);
}

/* 2 sessions x 64: 128 outstanding I/Os, of which 0.8 are 102.4. */
static void
sessions_times_queue_depth_hold_the_outstanding_ios(void)
{
    static const char iscsi[] = "node.session.queue_depth = 64\nnode.session.cmds_max = 1024\n"
                                "tcp: [1] 10.0.0.1:3260,1 iqn.x\ntcp: [2] 10.0.0.2:3260,1 iqn.x\n";
    struct host_limit met = judge(HOST_OUTSTANDING, iscsi, &nothing, 102400, 611);
    g_assert_cmpint(met.session_source, ==, SESSIONS_LISTED);
    g_assert_cmpfloat(met.available, ==, 128);
    g_assert_cmpfloat_with_epsilon(met.utilisation_pct, 80, 1e-9);
    g_assert_cmpint(met.verdict, ==, HOST_MET);
    g_assert_cmpint(judge(HOST_OUTSTANDING, iscsi, &nothing, 103000, 611).verdict, ==, HOST_NOT_MET);
}

/* Two LUNs have a queue each, but a session has 100 commands. */
static void
commands_of_a_session_bound_its_queues(void)
{
    struct host_facts two = nothing;
    two.luns = 2;
    two.iscsi_sessions = 4;
    static const char iscsi[] = "node.session.queue_depth = 64\nnode.session.cmds_max = 100\n";
    struct host_limit limit = judge(HOST_OUTSTANDING, iscsi, &two, 78000, 611);
    g_assert_cmpint(limit.session_source, ==, SESSIONS_TYPED);
    g_assert_cmpfloat(limit.available, ==, 400);
    two.queue_depth = 32;
    g_assert_cmpfloat(judge(HOST_OUTSTANDING, iscsi, &two, 78000, 611).available, ==, 256);
}

/* nr_sessions is for each portal: 4 x 16 are the least, more may be there. */
static void
lower_bound_can_meet_but_not_fail(void)
{
    static const char iscsi[] = "node.session.nr_sessions = 4\nnode.session.queue_depth = 16\n";
    struct host_limit few = judge(HOST_OUTSTANDING, iscsi, &nothing, 50000, 611);
    g_assert_cmpint(few.session_source, ==, SESSIONS_PER_PORTAL);
    g_assert_cmpint(few.verdict, ==, HOST_MET);
    g_assert_cmpint(judge(HOST_OUTSTANDING, iscsi, &nothing, 78000, 611).verdict, ==, HOST_NOT_KNOWN);
}

static void
paths_of_a_multipath_device_are_sessions(void)
{
    static const char maps[] = "mpatha (3600a0980) dm-0 NETAPP,LUN C-Mode\n"
                               "size=5.0T features='0' hwhandler='1 alua' wp=rw\n"
                               "`-+- policy='service-time 0' prio=50 status=active\n"
                               "  |- 2:0:0:0 sdb 8:16 active ready running\n"
                               "  `- 3:0:0:0 sdc 8:32 active ready running\n";
    static const char iscsi[] = "node.session.queue_depth = 256\n";
    g_autoptr(Host) host = host_new();
    host_read_multipath(host, maps, strlen(maps), "multipath.txt");
    host_read_iscsi(host, iscsi, strlen(iscsi), "iscsid.conf");
    struct sizing_need need = {.iops = 78000, .mib_s = 611, .utilisation_limit = 0.8, .latency_ceiling_ms = 1};
    g_autoptr(GArray) list = host_limits_list_new();
    host_limits_judge(list, host, &nothing, &need);
    const struct host_limit *limit = &g_array_index(list, struct host_limit, HOST_OUTSTANDING);
    g_assert_cmpint(limit->session_source, ==, SESSIONS_PATHS);
    g_assert_cmpfloat(limit->available, ==, 512);
    g_assert_cmpint(limit->verdict, ==, HOST_MET);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/host_limits/" #name, name)
    ADD(network_carries_up_to_the_utilisation_limit);
    ADD(what_is_not_known_is_not_met_nor_failed);
    ADD(sessions_times_queue_depth_hold_the_outstanding_ios);
    ADD(commands_of_a_session_bound_its_queues);
    ADD(lower_bound_can_meet_but_not_fail);
    ADD(paths_of_a_multipath_device_are_sessions);
    return g_test_run();
}
