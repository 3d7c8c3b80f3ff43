#include "kind_private.h"

#include <string.h>

#define UNKNOWN(name)                                                                                                  \
    {                                                                                                                  \
        KIND_UNKNOWN, name, NULL                                                                                       \
    }
#define REFUSED(name, advice)                                                                                          \
    {                                                                                                                  \
        KIND_REFUSED, name, advice                                                                                     \
    }

#define ADVICE_AWR "it holds no system statistics; give the AWR report of the same time (awrrpt.sql)"
#define ADVICE_IOSTAT "its columns are not those of Linux sysstat; capture `iostat -xmt 1` on the Linux host"
#define ADVICE_BESIDE                                                                                                  \
    "it has no figures of the device layer in a form that is read; give the iostat log of the same run"

static const char utf16_advice[] = "convert it first: iconv -f UTF-16 -t UTF-8 FILE > NEW";

const struct kind_magic kind_magics[] = {
    {0, 2, "\xff\xfe", REFUSED("UTF-16 text", utf16_advice)},
    {0, 2, "\xfe\xff", REFUSED("UTF-16 text", utf16_advice)},
    {0, 5, "%PDF-", UNKNOWN("PDF document")},
    {0, 4, "\x89PNG", UNKNOWN("PNG image")},
    {0, 3, "\xff\xd8\xff", UNKNOWN("JPEG image")},
    {0, 4, "GIF8", UNKNOWN("GIF image")},
    {0, 4, "PK\x03\x04", UNKNOWN("zip file")},
    {0, 8, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", UNKNOWN("Microsoft Office document (97-2003)")},
    {0, 5, "{\\rtf", UNKNOWN("RTF document")},
    {0, 4,
        "\x7f"
        "ELF",
        UNKNOWN("program")},
    {0, 15, "SQLite format 3", UNKNOWN("SQLite database")},
    {0, 3, "\x1f\x8b\x08", UNKNOWN("compressed data that cannot be opened")},
    {0, 6,
        "\xfd"
        "7zXZ\0",
        UNKNOWN("compressed data that cannot be opened")},
    {0, 4, "\x28\xb5\x2f\xfd", UNKNOWN("compressed data that cannot be opened")},
    {0, 6, "7z\xbc\xaf\x27\x1c", UNKNOWN("7-Zip archive")},
    {0, 4, "Rar!", UNKNOWN("RAR archive")},
    {0, 2, "\x96\xd5", REFUSED("sar data file (binary)", "it has no read and write latencies; give the iostat log")},
    {0, 0, NULL, UNKNOWN(NULL)},
};

const struct kind_mark kind_titles[] = {
    {{"ash report"}, REFUSED("Oracle ASH report", ADVICE_AWR)},
    {{"addm report"}, REFUSED("Oracle ADDM report", ADVICE_AWR)},
    {{"sql monitor"}, REFUSED("Oracle SQL Monitor report", ADVICE_AWR)},
    {{"awr sql report"}, REFUSED("Oracle AWR SQL report", ADVICE_AWR)},
    {{"awr compare period report"}, {KIND_AWR_HTML, "AWR compare period report (HTML)", NULL}},
    {{"awr rac report"}, {KIND_AWR_HTML, "AWR RAC report (HTML)", NULL}},
    {{"awr report"}, {KIND_AWR_HTML, "AWR report (HTML)", NULL}},
    {{NULL}, UNKNOWN(NULL)},
};

const struct kind_mark kind_html_marks[] = {
    {{"workload repository", "sql report"}, REFUSED("Oracle AWR SQL report", ADVICE_AWR)},
    {{"workload repository"}, {KIND_AWR_HTML, "AWR report (HTML)", NULL}},
    {{"this table displays load profile"}, {KIND_AWR_HTML, "AWR report (HTML)", NULL}},
    {{"this table displays database instance information"}, {KIND_AWR_HTML, "AWR report (HTML)", NULL}},
    {{NULL}, UNKNOWN(NULL)},
};

const struct kind_mark kind_json_marks[] = {
    {{"\"sysstat\"", "\"disk_device\""}, {KIND_IOSTAT_JSON, "iostat JSON", NULL}},
    {{"\"sysstat\"", "\"sysdata-version\""}, {KIND_SAR, "sadf JSON", NULL}},
    {{"\"sysstat\"", "\"cpu-load\""}, {KIND_MPSTAT, "mpstat JSON", NULL}},
    {{"\"sysstat\"", "\"avg-cpu\""}, {KIND_IOSTAT_JSON, "iostat JSON", NULL}},
    {{"\"sysstat\"", "\"disk\""}, {KIND_IOSTAT_JSON, "iostat JSON", NULL}},
    {{"\"fio version\""}, {KIND_FIO_JSON, "fio JSON", NULL}},
    {{"\"blockdevices\""}, REFUSED("lsblk JSON", "save the plain output of lsblk instead")},
    {{"\"filesystems\"", "\"fstype\""}, REFUSED("findmnt JSON", "save the plain output of findmnt instead")},
    {{NULL}, UNKNOWN(NULL)},
};

const struct kind_mark kind_xml_marks[] = {
    {{"sql_monitor_report"}, REFUSED("Oracle SQL Monitor report (XML)", ADVICE_AWR)},
    {{"workload repository"}, {KIND_AWR_XML, "AWR report (XML)", NULL}},
    {{"<awr"}, {KIND_AWR_XML, "AWR report (XML)", NULL}},
    {{"<sysstat"}, {KIND_SAR, "sadf XML", NULL}},
    {{NULL}, UNKNOWN(NULL)},
};

/* Components of active reports, as in "/orarep/sqlmonitor/main?...": those that never hold tables of AWR. */
const struct kind_component kind_components[] = {
    {"sqlmonitor", REFUSED("Oracle SQL Monitor active report", ADVICE_AWR)},
    {"sql_monitor", REFUSED("Oracle SQL Monitor active report", ADVICE_AWR)},
    {"sql_detail", REFUSED("Oracle SQL Details active report", ADVICE_AWR)},
    {"sqlpa", REFUSED("Oracle SQL Performance Analyzer active report", ADVICE_AWR)},
    {"ash", REFUSED("Oracle ASH active report", ADVICE_AWR)},
    {"addm", REFUSED("Oracle ADDM active report", ADVICE_AWR)},
    {"rtaddm", REFUSED("Oracle Real-Time ADDM active report", ADVICE_AWR)},
    {"perfhub", REFUSED("Oracle Performance Hub active report", ADVICE_AWR)},
    {"awr", {KIND_AWR_XML, "AWR report (active)", NULL}},
    {NULL, REFUSED("Oracle active report", ADVICE_AWR)},
};

/* iostat is told before these rules; a log of several tools in turn counts as iostat where it has an iostat table. */
const struct kind_line_rule kind_line_rules[] = {
    {"# Device", {NULL}, REFUSED("pmiostat (PCP) output", ADVICE_IOSTAT)},
    {NULL, {"#", "Device", "r/s"}, REFUSED("pmiostat (PCP) output", ADVICE_IOSTAT)},
    {"ASH Report For", {NULL}, REFUSED("Oracle ASH report", ADVICE_AWR)},
    {"ADDM Report for", {NULL}, REFUSED("Oracle ADDM report", ADVICE_AWR)},
    {"DETAILED ADDM REPORT", {NULL}, REFUSED("Oracle ADDM report", ADVICE_AWR)},
    {"SQL Monitoring Report", {NULL}, REFUSED("Oracle SQL Monitor report", ADVICE_AWR)},
    {"WORKLOAD REPOSITORY SQL Report", {NULL}, REFUSED("Oracle AWR SQL report", ADVICE_AWR)},
    {"WORKLOAD REPOSITORY", {NULL}, {KIND_AWR_TEXT, "AWR report (text)", NULL}},
    {"STATSPACK report for", {NULL}, {KIND_STATSPACK, "Statspack report", NULL}},
    {"STATSPACK Statistics Report", {NULL}, {KIND_STATSPACK, "Statspack report", NULL}},
    {"~~BEGIN-", {NULL}, {KIND_AWRMINER, "AWR Miner file", NULL}},
    {NULL, {"asvc_t", "wsvc_t"}, REFUSED("Solaris iostat output", ADVICE_IOSTAT)},
    {NULL, {"kr/s", "kw/s", "actv"}, REFUSED("Solaris iostat output", ADVICE_IOSTAT)},
    {NULL, {"device", "r/s", "kr/s"}, REFUSED("BSD iostat output", ADVICE_IOSTAT)},
    {NULL, {"KB/t tps MB/s"}, REFUSED("macOS or BSD iostat output", ADVICE_IOSTAT)},
    {NULL, {"KB/t", "xfrs", "MB"}, REFUSED("macOS or BSD iostat output", ADVICE_IOSTAT)},
    {NULL, {"tm_act", "Kbps", "tps"}, REFUSED("AIX iostat output", ADVICE_IOSTAT)},
    {NULL, {"%tm_act", "bps", "tps"}, REFUSED("AIX iostat output", ADVICE_IOSTAT)},
    {NULL, {"device", "bps", "sps", "msps"}, REFUSED("HP-UX iostat output", ADVICE_IOSTAT)},
    {NULL, {"pool", "alloc", "free", "read"}, REFUSED("zpool iostat output", ADVICE_IOSTAT)},
    {NULL, {"capacity operations bandwidth"}, REFUSED("zpool iostat output", ADVICE_IOSTAT)},
    {NULL, {"pool", "used", "avail", "read"}, REFUSED("zpool iostat output", ADVICE_IOSTAT)},
    {NULL, {"rpc bklog"}, REFUSED("nfsiostat output", ADVICE_IOSTAT)},
    {"----total-cpu-usage----", {NULL}, REFUSED("dstat output", ADVICE_IOSTAT)},
    {"AAA,progname,", {NULL}, REFUSED("nmon file", ADVICE_IOSTAT)},
    {"Total DISK READ", {NULL}, REFUSED("iotop output", ADVICE_IOSTAT)},
    {NULL, {"interval", "i/o", "MB/sec", "resp"}, REFUSED("vdbench output", ADVICE_BESIDE)},
    {"disk- ", {"------------reads------------"}, {KIND_VMSTAT, "vmstat -d output", NULL}},
    {NULL, {"r", "b", "swpd", "free"}, {KIND_VMSTAT, "vmstat output", NULL}},
    {NULL, {"CPU", "%iowait %irq"}, {KIND_MPSTAT, "mpstat output", NULL}},
    {NULL, {"CPU", "%iowait %steal", "%idle"}, {KIND_SAR, "sar output", NULL}},
    {NULL, {"CPU", "%user %nice %system"}, {KIND_SAR, "sar output", NULL}},
    {NULL, {"DEV", "tps", "await"}, {KIND_SAR, "sar output", NULL}},
    {NULL, {"proc/s", "cswch/s"}, {KIND_SAR, "sar output", NULL}},
    {NULL, {"runq-sz", "plist-sz"}, {KIND_SAR, "sar output", NULL}},
    {NULL, {"kbmemfree", "kbmemused"}, {KIND_SAR, "sar output", NULL}},
    {NULL, {"IFACE", "rxpck/s"}, {KIND_SAR, "sar output", NULL}},
    {NULL, {"tps", "rtps", "wtps"}, {KIND_SAR, "sar output", NULL}},
    {"# hostname;interval;timestamp;", {NULL}, {KIND_SAR, "sadf output", NULL}},
    {NULL, {"NAME", "MAJ:MIN", "TYPE"}, {KIND_LSBLK, "lsblk output", NULL}},
    {NULL, {"NAME", "SIZE", "TYPE"}, {KIND_LSBLK, "lsblk output", NULL}},
    {NULL, {"NAME", "FSTYPE", "UUID"}, {KIND_LSBLK, "lsblk output", NULL}},
    {"TARGET ", {"SOURCE", "FSTYPE", "OPTIONS"}, {KIND_MOUNTS, "findmnt output", NULL}},
    {"node.session.", {NULL}, {KIND_ISCSI, "iSCSI settings", NULL}},
    {"node.conn[0].", {NULL}, {KIND_ISCSI, "iSCSI settings", NULL}},
    {"node.startup", {NULL}, {KIND_ISCSI, "iSCSI settings", NULL}},
    {"# BEGIN RECORD", {NULL}, {KIND_ISCSI, "iSCSI node record", NULL}},
    {"Target: iqn.", {NULL}, {KIND_ISCSI, "iSCSI sessions", NULL}},
    {"tcp: [", {NULL}, {KIND_ISCSI, "iSCSI sessions", NULL}},
    {"[study]", {NULL}, {KIND_STUDY_INI, "study.ini", NULL}},
    {NULL, {NULL}, UNKNOWN(NULL)},
};

const struct kind_mark kind_text_marks[] = {
    {{"hwhandler=", "policy=", "size="}, {KIND_MULTIPATH, "multipath -ll output", NULL}},
    {{"hwhandler=", "[size=", "dm-"}, {KIND_MULTIPATH, "multipath -ll output", NULL}},
    {{"(g=0): rw=", "ioengine="}, REFUSED("fio text output", "run fio with --output-format=json")},
    {{"load profile", "redo size", "per transaction"}, {KIND_AWR_TEXT, "part of an AWR report (text)", NULL}},
    {{NULL}, UNKNOWN(NULL)},
};

/* Column names of every sysstat age, less the unit prefix of the size columns. */
static const char *const iostat_columns[] = {"r/s", "w/s", "d/s", "f/s", "tps", "rrqm/s", "wrqm/s", "drqm/s", "rqm/s",
    "%rrqm", "%wrqm", "%drqm", "await", "r_await", "w_await", "d_await", "f_await", "aqu-sz", "avgqu-sz", "avgrq-sz",
    "areq-sz", "rareq-sz", "wareq-sz", "dareq-sz", "svctm", "%util", "rsec/s", "wsec/s", "dsec/s", "rkB/s", "wkB/s",
    "dkB/s", "rMB/s", "wMB/s", "dMB/s", "rGB/s", "wGB/s", "dGB/s", "kB/s", "MB/s", "GB/s", "kB_read/s", "kB_wrtn/s",
    "kB_dscd/s", "MB_read/s", "MB_wrtn/s", "MB_dscd/s", "GB_read/s", "GB_wrtn/s", "GB_dscd/s", "Blk_read/s",
    "Blk_wrtn/s", "Blk_dscd/s", "kB_w+d/s", "MB_w+d/s", "GB_w+d/s", "Blk_w+d/s", "sec/s", "Blk/s"};

#define IOSTAT_COLUMNS_MIN 3u

bool
kind_line_is_iostat(const struct line_words *line)
{
    guint at = 0, columns = 0;
    while (at < line->words && !line_words_is(line, at, "Device") && !line_words_is(line, at, "Device:"))
        if (line_words_is(line, at++, "#"))
            return false; /* pmiostat */
    if (at == line->words || line_words_find(line, 0, "|") >= 0)
        return false; /* no header, or a table in Markdown */
    for (guint i = 0; i < line->words; i++)
        for (guint c = 0; c < G_N_ELEMENTS(iostat_columns); c++)
            if (line_words_is(line, i, iostat_columns[c])) {
                columns++;
                break;
            }
    return columns >= IOSTAT_COLUMNS_MIN;
}
