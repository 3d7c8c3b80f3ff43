#include "host_files.h"

static const char study_ini[] =
    "[study]\n"
    "title = Oracle Database on iSCSI block storage: SLOB study (synthetic)\n"
    "notice = SYNTHETIC DATA: every figure was generated from a queueing model by slob-study-generate; no system was "
    "measured\n"
    "latency_ceiling_ms = 1\n"
    "# An example of a demand typed by hand: what a production database is planned to need.\n"
    "demand_iops = 90000\n"
    "demand_mib_s = 703\n"
    "demand_read_pct = 95\n"
    "capacity_gib = 2048\n"
    "growth_pct = 20\n"
    "\n"
    "[environment]\n"
    "Cloud platform = Google Cloud (modelled, not measured)\n"
    "Storage = NetApp Volumes, 5 TiB block volume (modelled)\n"
    "Protocol = iSCSI, 8 paths over two portals\n"
    "Database = Oracle Database 19c, single instance\n"
    "VM type = 32 vCPU, 256 GB\n"
    "File system = XFS (noatime, logbufs=8, logbsize=32k) on one multipath device\n"
    "Working set = 2 TiB against a buffer cache of 192 MiB\n"
    "Benchmark tool = SLOB, random 8 KiB I/O\n"
    "Measurement source = iostat -xmt 1 at dm-0 (generated)\n";

static const char multipath[] = "mpatha (3600a09800000000000000000534c4f42) dm-0 NETAPP,LUN C-Mode\n"
                                "size=5.0T features='3 queue_if_no_path pg_init_retries 50' hwhandler='1 alua' wp=rw\n"
                                "`-+- policy='service-time 0' prio=50 status=active\n"
                                "  |- 2:0:0:0 sdb 8:16  active ready running\n"
                                "  |- 3:0:0:0 sdc 8:32  active ready running\n"
                                "  |- 4:0:0:0 sdd 8:48  active ready running\n"
                                "  |- 5:0:0:0 sde 8:64  active ready running\n"
                                "  |- 6:0:0:0 sdf 8:80  active ready running\n"
                                "  |- 7:0:0:0 sdg 8:96  active ready running\n"
                                "  |- 8:0:0:0 sdh 8:112 active ready running\n"
                                "  `- 9:0:0:0 sdi 8:128 active ready running\n";

static const char mounts[] =
    "/dev/sda2 / xfs rw,relatime,attr2,inode64,logbufs=8,logbsize=32k,noquota 0 0\n"
    "tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n"
    "/dev/mapper/mpatha /u02/oradata xfs rw,noatime,attr2,inode64,logbufs=8,logbsize=32k,noquota 0 0\n";

static const char iscsid_conf[] = "# SYNTHETIC: settings of the modelled host.\n"
                                  "node.startup = automatic\n"
                                  "node.session.timeo.replacement_timeout = 5\n"
                                  "node.session.nr_sessions = 4\n"
                                  "node.session.queue_depth = 256\n"
                                  "node.session.cmds_max = 1024\n";

const struct host_file host_files[] = {
    {"study.ini", study_ini},
    {"host/multipath.txt", multipath},
    {"host/mounts.txt", mounts},
    {"host/iscsid.conf", iscsid_conf},
    {NULL, NULL},
};

GString *
host_files_slob_conf(const struct slob_run *run)
{
    GString *out = g_string_new("# SYNTHETIC: the run that the generated captures beside this file stand for.\n");
    g_string_append_printf(out, "UPDATE_PCT=%d\n", run->model->workload->update_pct);
    g_string_append_printf(out, "RUN_TIME=%u\n", run->snap_end - run->snap_start);
    g_string_append(out, "WORK_LOOP=0\n");
    /* Working set: schemas x scale is 2 TiB whatever the number of schemas. */
    g_string_append_printf(out, "SCALE=%uG\n", 2048 / run->plan.sessions);
    g_string_append_printf(out, "WORK_UNIT=%d\n", SLOB_WORK_UNIT);
    g_string_append(out, "REDO_STRESS=LITE\n"
                         "LOAD_PARALLEL_DEGREE=8\n"
                         "THREADS_PER_SCHEMA=1\n"
                         "DATABASE_STATISTICS_TYPE=awr\n"
                         "DO_HOTSPOT=FALSE\n"
                         "HOTSPOT_PCT=0\n"
                         "THINK_TM_FREQUENCY=0\n");
    return out;
}
