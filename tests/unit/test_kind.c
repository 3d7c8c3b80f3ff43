#include "kind.h"

#include <glib.h>
#include <string.h>

struct sample {
    const char *text;
    enum kind kind;
    const char *what;
};

static void
assert_kinds(const struct sample *samples, guint count)
{
    for (guint i = 0; i < count; i++) {
        struct kind_verdict verdict = kind_recognise(samples[i].text, strlen(samples[i].text), NULL);
        g_assert_cmpstr(verdict.what, ==, samples[i].what);
        g_assert_cmpint((int)verdict.kind, ==, (int)samples[i].kind);
        g_assert_true((verdict.reason != NULL) == (verdict.kind == KIND_REFUSED));
    }
}

static void
every_kind_is_told_by_its_content(void)
{
    static const struct sample samples[] = {
        {"Linux 5.14.0 (db1) \t11/30/26 \t_x86_64_\t(8 CPU)\n\nDevice: rrqm/s wrqm/s r/s w/s\nsda 0 0 1 2\n",
            KIND_IOSTAT_TEXT, "iostat text"},
        {"Device             tps    kB_read/s    kB_wrtn/s    kB_dscd/s\n", KIND_IOSTAT_TEXT, "iostat text"},
        {"      tps      kB/s    rqm/s   await  areq-sz  aqu-sz  %util Device\n", KIND_IOSTAT_TEXT, "iostat text"},
        {"avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n   1.00 0 0 0 0 99\n", KIND_IOSTAT_TEXT,
            "iostat text"},
        {"{\"sysstat\": {\"hosts\": [{\"statistics\": [{\"disk\": [{\"disk_device\": \"sda\"}]}]}]}}", KIND_IOSTAT_JSON,
            "iostat JSON"},
        {"<html lang=\"en\"><head><title>AWR Report for DB: X, Inst: x1, Snaps: 1-2</title>", KIND_AWR_HTML,
            "AWR report (HTML)"},
        {"<HTML><TITLE>AWR RAC Report for DB: X, Snaps: 1-2</TITLE>", KIND_AWR_HTML, "AWR RAC report (HTML)"},
        {"<html><title>AWR Compare Period Report for (1) DB: X</title>", KIND_AWR_HTML,
            "AWR compare period report (HTML)"},
        {"<html><body><h1 class=awr>\nWORKLOAD REPOSITORY report for\n</h1>", KIND_AWR_HTML, "AWR report (HTML)"},
        {"WORKLOAD REPOSITORY report for\n\nDB Name DB Id\n", KIND_AWR_TEXT, "AWR report (text)"},
        {"Load Profile   Per Second   Per Transaction\n   Redo size: 1 2\n", KIND_AWR_TEXT,
            "part of an AWR report (text)"},
        {"<?xml version=\"1.0\"?>\n<report><report_id>/orarep/awr/x</report_id>", KIND_AWR_XML, "AWR report (active)"},
        {"\nSTATSPACK report for\n\nDatabase DB Id\n", KIND_STATSPACK, "Statspack report"},
        {"~~BEGIN-OS-INFORMATION~~\nSTAT_NAME\n", KIND_AWRMINER, "AWR Miner file"},
        {"fio: warning {x}\n{\n  \"fio version\" : \"fio-3.33\",\n", KIND_FIO_JSON, "fio JSON"},
        {"# SLOB\nUPDATE_PCT=25\nSCALE=80M\nexport RUN_TIME=300\n", KIND_SLOB_CONF, "slob.conf"},
        {"mpatha (3600a) dm-3 NETAPP,LUN\nsize=1.0T features='0' hwhandler='1 alua' wp=rw\n"
         "`-+- policy='service-time 0' prio=50 status=active\n",
            KIND_MULTIPATH, "multipath -ll output"},
        {"/dev/mapper/mpatha /u02 xfs rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n", KIND_MOUNTS, "mounts"},
        {"/dev/sda1 on / type xfs (rw,noatime)\n", KIND_MOUNTS, "mounts"},
        {"TARGET SOURCE    FSTYPE OPTIONS\n/      /dev/sda1 xfs    rw\n", KIND_MOUNTS, "findmnt output"},
        {"# comment\nnode.session.nr_sessions = 4\n", KIND_ISCSI, "iSCSI settings"},
        {"tcp: [1] 10.0.0.1:3260,1 iqn.1992-08.com.example:sn (non-flash)\n", KIND_ISCSI, "iSCSI sessions"},
        {"NAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINT\nsda 8:0 0 1T 0 disk\n", KIND_LSBLK, "lsblk output"},
        {"concurrency,iops,latency_ms\n1,2,3\n", KIND_LADDER_CSV, "ladder CSV"},
        {"# made by hand\nThreads;IOPS;Latency ms\n1;2;3\n", KIND_LADDER_CSV, "ladder CSV"},
        {"iops,latency_ms\n1,2\n", KIND_SERIES_CSV, "series CSV"},
        {"workload,concurrency,iostat,awr,device,start,end,note\n", KIND_RUNS_CSV, "runs.csv"},
        {"\xef\xbb\xbf[study]\r\ntitle = x\r\n", KIND_STUDY_INI, "study.ini"},
        {"procs -----memory----\n r  b   swpd   free   buff  cache\n", KIND_VMSTAT, "vmstat output"},
        {"11:00:00 CPU %usr %nice %sys %iowait %irq %soft %steal %idle\n", KIND_MPSTAT, "mpstat output"},
        {"11:00:00 CPU %usr %nice %sys %iowait %steal %irq %soft %idle\n", KIND_SAR, "sar output"},
        {"11:34:40 DEV tps rkB/s wkB/s areq-sz aqu-sz await %util\n", KIND_SAR, "sar output"},
        {"| Device | r/s | w/s | rMB/s | await |\n|---|---|---|---|---|\n", KIND_TEXT, "text"},
        {"Just a README that names iostat -xmt and <html> pages.\n", KIND_TEXT, "text"},
        {"<!DOCTYPE html>\n<html><title>A page</title>", KIND_UNKNOWN, "HTML page"},
    };
    assert_kinds(samples, G_N_ELEMENTS(samples));
}

static void
look_alikes_are_refused_by_name(void)
{
    static const struct sample samples[] = {
        {"<html><title>ASH Report - From 18-Oct-24</title>", KIND_REFUSED, "Oracle ASH report"},
        {"ASH Report For DB/x\n", KIND_REFUSED, "Oracle ASH report"},
        {"   ADDM Report for Task 'TASK_1'\n", KIND_REFUSED, "Oracle ADDM report"},
        {"<html>\n<script type=\"text/xml\"><!--FXTMODEL--><report><report_id>/orarep/sqlmonitor/x", KIND_REFUSED,
            "Oracle SQL Monitor active report"},
        {"<html>\n<script><!--FXTMODEL--><report><report_id>/orarep/perfhub/main", KIND_REFUSED,
            "Oracle Performance Hub active report"},
        {"     disk0       cpu    load average\n    KB/t  tps  MB/s  us sy id   1m   5m   15m\n", KIND_REFUSED,
            "macOS or BSD iostat output"},
        {"        extended device statistics\ndevice r/s w/s kr/s kw/s ms/r ms/w ms/o ms/t qlen %b\n", KIND_REFUSED,
            "BSD iostat output"},
        {"        extended device statistics\n r/s w/s kr/s kw/s wait actv wsvc_t asvc_t %w %b device\n", KIND_REFUSED,
            "Solaris iostat output"},
        {"Disks:        % tm_act     Kbps      tps    Kb_read   Kb_wrtn\n", KIND_REFUSED, "AIX iostat output"},
        {"              capacity     operations     bandwidth\npool alloc free read write read write\n", KIND_REFUSED,
            "zpool iostat output"},
        {"srv:/x mounted on /y:\n\n   ops/s       rpc bklog\n", KIND_REFUSED, "nfsiostat output"},
        {"# Device  rrqm/s wrqm/s r/s w/s rkB/s wkB/s await\n", KIND_REFUSED, "pmiostat (PCP) output"},
        {"# Timestamp Device  rrqm/s wrqm/s r/s w/s rkB/s wkB/s await\n", KIND_REFUSED, "pmiostat (PCP) output"},
        {"\xff\xfeL", KIND_REFUSED, "UTF-16 text"},
    };
    assert_kinds(samples, G_N_ELEMENTS(samples));
}

static void
fio_text_is_refused(void)
{
    static const struct sample samples[] = {
        {"seq: (g=0): rw=randread, bs=(R) 8192B-8192B, ioengine=libaio, iodepth=8\nfio-3.33\n", KIND_REFUSED,
            "fio text output"},
    };
    assert_kinds(samples, G_N_ELEMENTS(samples));
}

static void
documents_and_binaries_are_unknown_by_name(void)
{
    static const struct sample samples[] = {
        {"%PDF-1.7\n", KIND_UNKNOWN, "PDF document"},
        {"\x89PNG\r\n", KIND_UNKNOWN, "PNG image"},
        {"PK\x03\x04----------------------[Content_Types].xml word/document.xml", KIND_UNKNOWN, "Word document (docx)"},
        {"PK\x03\x04----------------------[Content_Types].xml xl/workbook.xml", KIND_UNKNOWN, "Excel workbook (xlsx)"},
        {"\x01\x02\x03\x04\x05\x06 text", KIND_UNKNOWN, "binary data"},
    };
    assert_kinds(samples, G_N_ELEMENTS(samples));
}

static void
noise_before_iostat_does_not_hide_it(void)
{
    static const struct sample samples[] = {
        {"$ ssh db1\nWelcome!\n\nDevice: rrqm/s wrqm/s r/s w/s\n", KIND_IOSTAT_TEXT, "iostat text"},
        {"Nov 30 11:33:12 Device            r/s     w/s   rkB/s\n", KIND_IOSTAT_TEXT, "iostat text"},
        {"db1: Device            r/s     w/s   rkB/s\n", KIND_IOSTAT_TEXT, "iostat text"},
        {"\x1b[32;22mDevice\x1b[0m  r/s  w/s  rkB/s\n", KIND_IOSTAT_TEXT, "iostat text"},
        {"\r\nDevice\tr/s\tw/s\trkB/s\r\n", KIND_IOSTAT_TEXT, "iostat text"},
        {"procs ---memory---\n r  b   swpd   free\nDevice r/s w/s rkB/s\n", KIND_IOSTAT_TEXT, "iostat text"},
        {"Using the report name awrrpt_1_5_7.html\n\n<html><title>AWR Report for DB: X</title>", KIND_AWR_HTML,
            "AWR report (HTML)"},
    };
    assert_kinds(samples, G_N_ELEMENTS(samples));
}

static void
nuls_do_not_hide_iostat(void)
{
    static const char text[] = "avg-cpu:  %user\0 %nice %system\nDevice r/s w/s %rrqm\0 %util\0\nsda 1 2 3\0 4\0\n";
    struct kind_verdict verdict = kind_recognise(text, sizeof text - 1, NULL);
    g_assert_cmpint((int)verdict.kind, ==, KIND_IOSTAT_TEXT);
}

static void
utf16_is_seen_without_a_mark(void)
{
    char text[64] = {0};
    for (guint i = 0; i < 32; i++)
        text[2 * i] = "Device: r/s w/s "[i % 16];
    struct kind_verdict verdict = kind_recognise(text, sizeof text, NULL);
    g_assert_cmpint((int)verdict.kind, ==, KIND_REFUSED);
    g_assert_cmpstr(verdict.what, ==, "UTF-16 text");
    g_assert_nonnull(strstr(verdict.reason, "iconv -f UTF-16"));
}

static void
empty_and_blank_are_empty_and_nuls_are_not(void)
{
    static const char nuls[8] = {0};
    g_assert_cmpint((int)kind_recognise("", 0, NULL).kind, ==, KIND_EMPTY);
    g_assert_cmpint((int)kind_recognise(NULL, 0, NULL).kind, ==, KIND_EMPTY);
    g_assert_cmpint((int)kind_recognise(" \r\n\t\n", 5, NULL).kind, ==, KIND_EMPTY);
    g_assert_cmpint((int)kind_recognise("\xef\xbb\xbf", 3, NULL).kind, ==, KIND_EMPTY);
    g_assert_cmpint((int)kind_recognise(nuls, sizeof nuls, NULL).kind, ==, KIND_UNKNOWN);
}

static void
name_decides_only_where_content_does_not(void)
{
    g_assert_cmpint((int)kind_recognise("# nothing\n", 10, "a/fstab").kind, ==, KIND_MOUNTS);
    g_assert_cmpint((int)kind_recognise("title = x\n", 10, "study.ini").kind, ==, KIND_STUDY_INI);
    g_assert_cmpint((int)kind_recognise("title = x\n", 10, "other.ini").kind, ==, KIND_TEXT);
    g_assert_cmpint((int)kind_recognise("iops,latency_ms\n", 16, "runs.csv").kind, ==, KIND_SERIES_CSV);
}

static void
every_prefix_of_a_head_is_safe(void)
{
    static const char text[] =
        "\xef\xbb\xbf\x1b[1m<html><title>AWR\r\nDevice: r/s w/s rkB/s \"fio version\": PK\x03\x04";
    for (size_t len = 0; len < sizeof text; len++) {
        g_autofree char *exact = g_memdup2(text, len);
        for (size_t from = 0; from < len; from++)
            g_assert_nonnull(kind_recognise(exact + from, len - from, "x").what);
    }
}

static void
random_bytes_are_safe(void)
{
    guint32 state = 7;
    for (guint round = 0; round < 300; round++) {
        guint8 bytes[700];
        size_t len = round * 2;
        for (size_t i = 0; i < len; i++)
            bytes[i] = (guint8)((state = state * 1664525u + 1013904223u) >> 24);
        g_assert_nonnull(kind_recognise((const char *)bytes, len, NULL).what);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/kind/every_kind_is_told_by_its_content", every_kind_is_told_by_its_content);
    g_test_add_func("/kind/look_alikes_are_refused_by_name", look_alikes_are_refused_by_name);
    g_test_add_func("/kind/fio_text_is_refused", fio_text_is_refused);
    g_test_add_func("/kind/documents_and_binaries_are_unknown_by_name", documents_and_binaries_are_unknown_by_name);
    g_test_add_func("/kind/noise_before_iostat_does_not_hide_it", noise_before_iostat_does_not_hide_it);
    g_test_add_func("/kind/nuls_do_not_hide_iostat", nuls_do_not_hide_iostat);
    g_test_add_func("/kind/utf16_is_seen_without_a_mark", utf16_is_seen_without_a_mark);
    g_test_add_func("/kind/empty_and_blank_are_empty_and_nuls_are_not", empty_and_blank_are_empty_and_nuls_are_not);
    g_test_add_func("/kind/name_decides_only_where_content_does_not", name_decides_only_where_content_does_not);
    g_test_add_func("/kind/every_prefix_of_a_head_is_safe", every_prefix_of_a_head_is_safe);
    g_test_add_func("/kind/random_bytes_are_safe", random_bytes_are_safe);
    return g_test_run();
}
