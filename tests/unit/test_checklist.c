#include "checklist.h"

#include <string.h>

static const struct check_facts benchmark_facts = {.has_iostat = true,
    .has_awr = true,
    .multipath_measured = true,
    .is_benchmark = true,
    .storage_bound_known = true,
    .storage_bound_proven = true,
    .layer_names = "dm-0"};

/* The item of this name; the list stays with the caller's next call. */
static const struct check_item *
item_of(const GArray *items, const char *name)
{
    for (guint i = 0; i < items->len; i++) {
        const struct check_item *item = &g_array_index(items, struct check_item, i);
        if (strcmp(item->item, name) == 0)
            return item;
    }
    g_error("no item %s", name);
}

static void
check(const GArray *items, const char *name, enum check_verdict verdict, const char *evidence)
{
    const struct check_item *item = item_of(items, name);
    g_assert_cmpint(item->verdict, ==, verdict);
    g_assert_cmpstr(item->evidence, ==, evidence);
}

static GPtrArray *
no_reports(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
}

static void
nothing_known_is_cannot_tell(void)
{
    g_autoptr(Host) host = host_new();
    g_autoptr(GPtrArray) reports = no_reports();
    struct check_facts facts = {.has_iostat = true, .layer_names = "sdb", .is_benchmark = true};
    g_autoptr(GArray) items = checklist_new(host, reports, &facts);
    g_assert_cmpuint(items->len, ==, 11);
    for (guint i = 0; i < 9; i++)
        g_assert_cmpint(g_array_index(items, struct check_item, i).verdict, ==, CHECK_CANNOT_TELL);
    check(items, "AWR and iostat captured", CHECK_NO, "no AWR report is among the inputs");
    check(items, "Storage metrics from the device layer", CHECK_YES, "measured at sdb");
    check(items, "Benchmark storage-bound", CHECK_CANNOT_TELL, "no AWR report was given");
}

static void
good_host_meets_every_item_that_files_can_show(void)
{
    g_autoptr(Host) host = host_new();
    static const char multipath[] = "mpatha (3600a098) dm-0 NETAPP,LUN C-Mode\n"
                                    "size=1.0T features='3 queue_if_no_path' hwhandler='1 alua' wp=rw\n"
                                    "`-+- policy='service-time 0' prio=50 status=active\n"
                                    "  |- 2:0:0:0 sdb 8:16 active ready running\n"
                                    "  `- 3:0:0:0 sdc 8:32 active ready running\n";
    static const char mounts[] = "/dev/mapper/mpatha /u02 xfs rw,noatime,logbufs=8,logbsize=32k 0 0\n";
    static const char iscsi[] =
        "node.session.nr_sessions = 4\nnode.session.queue_depth = 128\nnode.session.cmds_max = 1024\n";
    g_assert_cmpuint(host_read_multipath(host, multipath, strlen(multipath), "mp.txt"), ==, 1);
    g_assert_cmpuint(host_read_mounts(host, mounts, strlen(mounts), "mounts.txt"), ==, 1);
    g_assert_cmpuint(host_read_iscsi(host, iscsi, strlen(iscsi), "iscsid.conf"), ==, 3);
    g_autoptr(GPtrArray) reports = no_reports();
    struct awr *awr = awr_new("a.html", AWR_INSTANCE, AWR_HTML);
    g_hash_table_insert(awr->parameters, g_strdup("filesystemio_options"), g_strdup("setall"));
    g_ptr_array_add(reports, awr);
    g_autoptr(GArray) items = checklist_new(host, reports, &benchmark_facts);
    check(items, "Performance provisioned for the target", CHECK_CANNOT_TELL,
        "the provisioned limits of the volume and the pool are not in the captured files");
    check(items, "iSCSI in use", CHECK_YES, "iSCSI settings in iscsid.conf");
    check(items, "Several iSCSI sessions", CHECK_YES, "node.session.nr_sessions = 4 in iscsid.conf");
    check(items, "iSCSI queue depth raised", CHECK_YES,
        "queue_depth = 128, cmds_max = 1024 in iscsid.conf (defaults 32 and 128)");
    check(
        items, "Multipath and ALUA on", CHECK_YES, "mpatha (dm-0): 2 paths, policy service-time 0, ALUA on, in mp.txt");
    check(items, "Datafiles on the multipath device", CHECK_YES, "/dev/mapper/mpatha on /u02 in mounts.txt");
    check(items, "XFS with noatime, logbufs=8, logbsize=32k", CHECK_YES,
        "xfs, options rw,noatime,logbufs=8,logbsize=32k in mounts.txt");
    check(items, "Direct and asynchronous I/O (filesystemio_options=SETALL)", CHECK_YES,
        "filesystemio_options = setall in a.html");
    check(items, "Benchmark storage-bound", CHECK_YES, "proven by the tests of the AWR section");
    check(items, "AWR and iostat captured", CHECK_YES, "both are among the inputs");
    check(items, "Storage metrics from the device layer", CHECK_YES, "measured at dm-0 (multipath)");
}

static void
bad_host_is_told_what_is_missing(void)
{
    g_autoptr(Host) host = host_new();
    static const char multipath[] = "mpatha (3600a098) dm-0 NETAPP,LUN C-Mode\n"
                                    "size=1.0T features='0' hwhandler='0' wp=rw\n"
                                    "`-+- policy='round-robin 0' prio=1 status=active\n"
                                    "  `- 2:0:0:0 sdb 8:16 active ready running\n";
    static const char mounts[] = "/dev/sdb /u02 xfs rw,relatime,logbufs=8 0 0\n";
    static const char iscsi[] =
        "node.session.nr_sessions = 1\nnode.session.queue_depth = 32\nnode.session.cmds_max = 1024\n";
    host_read_multipath(host, multipath, strlen(multipath), "mp.txt");
    host_read_mounts(host, mounts, strlen(mounts), "mounts.txt");
    host_read_iscsi(host, iscsi, strlen(iscsi), "iscsid.conf");
    g_autoptr(GPtrArray) reports = no_reports();
    static const char *const value[] = {"SETALL", "NONE"};
    for (size_t i = 0; i < 2; i++) {
        struct awr *awr = awr_new(i == 0 ? "a.html" : "b.html", AWR_INSTANCE, AWR_HTML);
        g_hash_table_insert(awr->parameters, g_strdup("filesystemio_options"), g_strdup(value[i]));
        g_ptr_array_add(reports, awr);
    }
    struct check_facts facts = benchmark_facts;
    facts.storage_bound_proven = false;
    g_autoptr(GArray) items = checklist_new(host, reports, &facts);
    check(items, "Several iSCSI sessions", CHECK_NO, "node.session.nr_sessions = 1 in iscsid.conf");
    g_assert_cmpint(item_of(items, "iSCSI queue depth raised")->verdict, ==, CHECK_NO);
    check(items, "Multipath and ALUA on", CHECK_NO,
        "mpatha (dm-0): 1 path, policy round-robin 0, ALUA not seen, in mp.txt");
    check(items, "Datafiles on the multipath device", CHECK_NO, "/dev/sdb on /u02 in mounts.txt");
    check(items, "XFS with noatime, logbufs=8, logbsize=32k", CHECK_NO,
        "xfs, options rw,relatime,logbufs=8 in mounts.txt; missing: noatime, logbsize=32k");
    /* one report that differs is enough */
    check(items, "Direct and asynchronous I/O (filesystemio_options=SETALL)", CHECK_NO,
        "filesystemio_options = NONE in b.html");
    check(items, "Benchmark storage-bound", CHECK_NO, "not proven by the tests of the AWR section");
}

static void
one_open_session_is_no_several(void)
{
    g_autoptr(Host) host = host_new();
    g_autoptr(GPtrArray) reports = no_reports();
    host->iscsi_sessions = 1;
    g_autoptr(GArray) one = checklist_new(host, reports, &benchmark_facts);
    check(one, "iSCSI in use", CHECK_YES, "1 iSCSI session is open");
    check(one, "Several iSCSI sessions", CHECK_NO, "1 session is open");
    host->iscsi_sessions = 4;
    g_autoptr(GArray) four = checklist_new(host, reports, &benchmark_facts);
    check(four, "Several iSCSI sessions", CHECK_YES, "4 sessions are open");
}

/* A production database that is not bound by storage is no failed benchmark. */
static void
production_load_is_no_benchmark(void)
{
    g_autoptr(Host) host = host_new();
    g_autoptr(GPtrArray) reports = no_reports();
    g_ptr_array_add(reports, awr_new("a.html", AWR_INSTANCE, AWR_HTML));
    struct check_facts facts = {.has_awr = true, .storage_bound_known = true, .layer_names = ""};
    g_autoptr(GArray) items = checklist_new(host, reports, &facts);
    check(items, "Benchmark storage-bound", CHECK_CANNOT_TELL, "no benchmark ladder is among the inputs");
    check(items, "AWR and iostat captured", CHECK_NO, "no iostat log is among the inputs");
    check(items, "Direct and asynchronous I/O (filesystemio_options=SETALL)", CHECK_CANNOT_TELL,
        "no AWR report with parameters was given");
}

static void
verdicts_are_words(void)
{
    g_assert_cmpstr(check_verdict_name(CHECK_YES), ==, "yes");
    g_assert_cmpstr(check_verdict_name(CHECK_NO), ==, "no");
    g_assert_cmpstr(check_verdict_name(CHECK_CANNOT_TELL), ==, "cannot tell");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/checklist/" #name, name)
    ADD(nothing_known_is_cannot_tell);
    ADD(good_host_meets_every_item_that_files_can_show);
    ADD(bad_host_is_told_what_is_missing);
    ADD(one_open_session_is_no_several);
    ADD(production_load_is_no_benchmark);
    ADD(verdicts_are_words);
    return g_test_run();
}
