/* Logs as they come: cut, appended, prefixed, with noise, with counters that went back, with and without averages since
 * boot. */
#include "iostat.h"
#include "note.h"
#include "summary.h"

#include <string.h>

#define BANNER_OF(host) "Linux 5.14.0-1.x86_64 (" host ") \t11/30/26 \t_x86_64_\t(8 CPU)\n\n"
#define BANNER BANNER_OF("db1")
#define CPU                                                                                                            \
    "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n           1.00    0.50    2.00    3.00    0.00   "      \
    "93.50\n\n"
#define HEADER "Device            r/s     rMB/s r_await     w/s     wMB/s w_await  aqu-sz  %util\n"
#define ROW(name, r, w) name "           " r "      1.00    1.00   " w "      2.00    3.00    0.25  40.00\n"
#define REPORT(r, w) CPU HEADER ROW("sda", r, w) "\n"

static GPtrArray *
parse_bytes(const char *text, size_t len, enum since_boot mode)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = mode;
    GPtrArray *captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    struct stream *stream = stream_new_memory("a.log", text, len);
    g_autoptr(GError) error = NULL;
    bool parsed = iostat_text_parse(stream, &options, captures, &error);
    g_assert_true(parsed == (error == NULL));
    g_assert_true(parsed == (captures->len > 0));
    stream_free(stream);
    return captures;
}

static GPtrArray *
parse(const char *text, enum since_boot mode)
{
    return parse_bytes(text, strlen(text), mode);
}

static const struct capture *
capture_at(const GPtrArray *captures, guint i)
{
    g_assert_cmpuint(i, <, captures->len);
    return g_ptr_array_index(captures, i);
}

static const struct capture_device *
device_named(const struct capture *capture, const char *name)
{
    struct capture_device *device = g_hash_table_lookup(capture->device_by_name, name);
    if (device == NULL)
        g_error("no device %s", name);
    return device;
}

static const struct note *
note_coded(const struct capture *capture, const char *code)
{
    for (guint i = 0; i < capture->notes->len; i++) {
        const struct note *note = g_ptr_array_index(capture->notes, i);
        if (g_str_equal(note->code, code))
            return note;
    }
    return NULL;
}

/* The only capture of a text, of one device sda: samples, and mean of r/s. */
static void
check_sda(const char *text, enum since_boot mode, uint64_t samples, double read_iops)
{
    g_autoptr(GPtrArray) captures = parse(text, mode);
    g_assert_cmpuint(captures->len, ==, 1);
    struct summary summary = summary_of(&device_named(capture_at(captures, 0), "sda")->totals);
    g_assert_cmpuint(summary.samples, ==, samples);
    if (samples > 0)
        g_assert_cmpfloat_with_epsilon(summary.read_iops, read_iops, 1e-9);
}

static void
test_short_row_is_left_out_and_counted(void)
{
    g_autoptr(GPtrArray) captures =
        parse(BANNER REPORT("10.00", "1.00") HEADER "sda           20.00      1.00    1.00\n", SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 1);
    g_assert_cmpuint(capture->rejected_rows, ==, 1);
    g_assert_cmpuint(note_coded(capture, "rejected-row")->line, ==, 10);
    g_assert_cmpuint(note_coded(capture, "rejected-row")->level, ==, NOTE_WARNING);
}

/* The end of a file can cut a row anywhere; only a row that is whole for sure counts. */
static void
test_cut_tail_gives_no_wrong_number(void)
{
    static const char text[] = BANNER REPORT("10.00", "1.00") HEADER ROW("sda", "123.45", "6.78");
    size_t whole = sizeof text - 1, row = strlen(ROW("sda", "123.45", "6.78"));
    for (size_t len = whole - row; len <= whole; len++) {
        g_autoptr(GPtrArray) captures = parse_bytes(text, len, SINCE_BOOT_KEEP);
        const struct capture_totals *totals = &device_named(capture_at(captures, 0), "sda")->totals;
        /* Without its newline "40.00" is known to be whole, for other values have two decimals as well. */
        g_assert_cmpuint(totals->samples, ==, len >= whole - 1 ? 2 : 1);
        if (totals->samples == 2)
            g_assert_cmpfloat_with_epsilon(totals->sum[CAPTURE_READ_IOPS], 133.45, 1e-9);
        if (totals->samples == 2)
            g_assert_cmpfloat(totals->sum[CAPTURE_UTIL_PCT], ==, 80);
    }
}

static void
test_any_cut_ends_well(void)
{
    static const char text[] =
        BANNER "11/30/26 11:33:12\n" REPORT("10.00", "1.00") "11/30/26 11:33:13\n" REPORT("5.00", "1.00");
    for (size_t len = 0; len < sizeof text; len++) {
        g_autoptr(GPtrArray) captures = parse_bytes(text, len, SINCE_BOOT_AUTO);
        g_autoptr(GPtrArray) tail = parse_bytes(text + len, sizeof text - 1 - len, SINCE_BOOT_AUTO);
        g_assert_cmpuint(captures->len, <=, 1);
        g_assert_cmpuint(tail->len, <=, 1);
    }
}

static void
test_counter_that_went_back_rejects_its_row_only(void)
{
    g_autoptr(GPtrArray) captures =
        parse(BANNER HEADER ROW("dm-0", "18446744073709549568.00", "1.00") ROW("sda", "10.00", "1.00") HEADER ROW(
                  "dm-0", "7.00", "1.00") ROW("sda", "999999999.99", "1.00") HEADER ROW("sda", "1000000000.00", "1.00"),
            SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(capture->rejected_rows, ==, 2);
    g_assert_cmpuint(device_named(capture, "dm-0")->totals.samples, ==, 1);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 2);
    g_assert_cmpfloat(device_named(capture, "sda")->totals.iops_max, ==, 999999999.99 + 1);
}

static void
test_util_never_rejects(void)
{
    static const char text[] = BANNER HEADER "sda 10.00 1.00 1.00 1.00 2.00 3.00 0.25 1844674407370932480.00\n" HEADER
                                             "sda 10.00 1.00 1.00 1.00 2.00 3.00 0.25 100.03\n";
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(capture->rejected_rows, ==, 0);
    g_assert_cmpfloat(device_named(capture, "sda")->totals.util_max_pct, ==, 1844674407370932480.0);
}

static void
test_first_report_after_each_banner_is_dropped(void)
{
    check_sda(BANNER REPORT("77.31", "1.00") REPORT("10.00", "1.00") REPORT("20.00", "1.00")
                  BANNER REPORT("88.17", "1.00") REPORT("30.00", "1.00"),
        SINCE_BOOT_AUTO, 3, 20);
    g_autoptr(GPtrArray) captures =
        parse(BANNER REPORT("77.31", "1.00") BANNER REPORT("88.17", "1.00"), SINCE_BOOT_DROP);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(capture->since_boot_reports, ==, 2);
    g_assert_cmpuint(capture->banners, ==, 2);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 0);
    g_assert_nonnull(note_coded(capture, "only-since-boot"));
}

static void
test_keep_and_cut_heads_keep_the_first_report(void)
{
    check_sda(BANNER REPORT("50.00", "1.00") REPORT("10.00", "1.00"), SINCE_BOOT_KEEP, 2, 30);
    check_sda(REPORT("50.00", "1.00") REPORT("10.00", "1.00"), SINCE_BOOT_DROP, 2, 30);
    check_sda("10.00    1.00\n\n" REPORT("50.00", "1.00") REPORT("10.00", "1.00"), SINCE_BOOT_AUTO, 2, 30);
}

/* Whole numbers in four rates of the first report, as in later ones: chance is below 1e-6, so it is a sample. */
static void
test_first_report_of_whole_rates_is_a_sample(void)
{
    static const char text[] = BANNER HEADER ROW("sda", "50.00", "7.00") ROW("sdb", "31.00", "12.00")
        REPORT("10.00", "3.00") REPORT("11.00", "4.00");
    check_sda(text, SINCE_BOOT_DROP, 2, 10.5);
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_AUTO);
    const struct capture *capture = capture_at(captures, 0);
    const struct capture_device *device = device_named(capture, "sda");
    g_assert_cmpuint(capture->since_boot_reports, ==, 0);
    g_assert_cmpuint(device->totals.samples, ==, 3);
    g_assert_cmpfloat(g_array_index(device->column[CAPTURE_READ_IOPS], double, 0), ==, 50);
    g_assert_cmpfloat(g_array_index(device->column[CAPTURE_READ_IOPS], double, 2), ==, 11);
    g_assert_cmpuint(device_named(capture, "sdb")->totals.samples, ==, 1);
    g_assert_nonnull(note_coded(capture, "first-report-kept"));
}

/* sysstat 12 writes "banner, two empty lines" with -y only. Alone it shows nothing: the rates must fit as well. */
static void
test_empty_line_more_behind_the_banner_is_a_sign(void)
{
    check_sda(BANNER "\n" REPORT("50.00", "7.00") REPORT("10.00", "3.00"), SINCE_BOOT_AUTO, 2, 30);
    check_sda(BANNER "\n" REPORT("50.17", "7.00") REPORT("10.00", "3.00"), SINCE_BOOT_AUTO, 1, 10);
    check_sda(BANNER REPORT("50.00", "7.00") REPORT("10.00", "3.00"), SINCE_BOOT_AUTO, 1, 10);
    check_sda(BANNER "\n" REPORT("0.50", "0.00") REPORT("10.00", "3.00"), SINCE_BOOT_AUTO, 1, 10);
}

/* Without decimals every average is a whole number: nothing is shown, the report is dropped. */
static void
test_rates_without_decimals_show_nothing(void)
{
    check_sda(BANNER
        "Device r/s rMB/s w/s wMB/s %util\nsda 50 1 7 1 4\nsdb 31 1 12 1 4\n"
        "Device r/s rMB/s w/s wMB/s %util\nsda 10 1 7 1 4\nDevice r/s rMB/s w/s wMB/s %util\nsda 20 1 7 1 4\n",
        SINCE_BOOT_AUTO, 2, 15);
}

static void
test_cpu_line_that_adds_up_to_nothing_is_a_sample(void)
{
    check_sda(BANNER
        "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n  0.00 0.00 0.00 0.00 0.00 1.00\n\n" HEADER ROW(
            "sda", "50.50", "1.00") "\n" REPORT("10.00", "1.00"),
        SINCE_BOOT_AUTO, 2, 30.25);
}

static void
test_restarts_of_one_host_are_one_capture_hosts_are_several(void)
{
    g_autoptr(GPtrArray) captures = parse(BANNER_OF("db1") REPORT("10.00", "1.00") BANNER_OF("db2")
                                              REPORT("20.00", "1.00") BANNER_OF("db1") REPORT("30.00", "1.00"),
        SINCE_BOOT_KEEP);
    g_assert_cmpuint(captures->len, ==, 2);
    g_assert_cmpstr(capture_at(captures, 0)->host, ==, "db1");
    g_assert_cmpuint(capture_at(captures, 0)->banners, ==, 2);
    g_assert_cmpuint(device_named(capture_at(captures, 0), "sda")->totals.samples, ==, 2);
    g_assert_cmpstr(capture_at(captures, 1)->host, ==, "db2");
    g_assert_cmpfloat(device_named(capture_at(captures, 1), "sda")->totals.iops_max, ==, 21);
}

/* A killed run ends inside a row, and the next one writes its banner behind it. */
static void
test_banner_behind_a_cut_row(void)
{
    g_autoptr(GPtrArray) captures = parse(BANNER REPORT("77.31", "1.00") REPORT("10.00", "1.00") HEADER
        "sda           20.00      1.0" BANNER REPORT("88.17", "1.00") REPORT("30.00", "1.00"),
        SINCE_BOOT_AUTO);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(captures->len, ==, 1);
    g_assert_cmpuint(capture->banners, ==, 2);
    g_assert_cmpuint(capture->rejected_rows, ==, 1);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 2);
    g_assert_cmpfloat(device_named(capture, "sda")->totals.sum[CAPTURE_READ_IOPS], ==, 40);
}

/* `text` with something before each line. */
static char *
prefixed(const char *text, const char *prefix)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *out = g_string_new(NULL);
    for (guint i = 0; lines[i + 1] != NULL; i++)
        g_string_append_printf(out, "%s%s\n", prefix, lines[i]);
    return g_string_free(out, FALSE);
}

static void
test_prefixes_of_lines(void)
{
    static const char *const prefixes[] = {" ", "db1: ", "2026-11-30 11:33:12 ", "Nov 30 11:33:12 ", "[11:33:12] ",
        "Nov 30 11:33:12 db1 iostat[4711]: ", "a.log:", "a.log-2026.txt:17:", "10.0.0.7: ", "db1 | ",
        "1796038452.123456 "};
    for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        g_autofree char *text = prefixed(BANNER
            "11/30/26 11:33:12\n" REPORT("77.31", "1.00") "11/30/26 11:33:13\n" CPU HEADER ROW("sda", "10.00", "1.00")
                ROW("vg-data", "10.00", "1.00") " all: 3 ready\n",
            prefixes[i]);
        g_test_message("'%s'", prefixes[i]);
        check_sda(text, SINCE_BOOT_AUTO, 1, 10);
        g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_AUTO);
        g_assert_cmpuint(capture_at(captures, 0)->devices->len, ==, 2);
        g_assert_cmpfloat(capture_at(captures, 0)->interval_s, ==, 1);
        g_assert_cmpstr(capture_at(captures, 0)->host, ==, "db1");
    }
}

/* The head is cut: the stamp comes before any line that shows the prefix. */
static void
test_prefix_of_a_cut_head(void)
{
    g_autofree char *text = prefixed("11/30/26 11:33:12\n" HEADER ROW("sda", "5.00",
                                         "1.00") "\n11/30/26 11:33:14\n" HEADER ROW("sda", "10.00", "1.00"),
        "node7: ");
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_AUTO);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpstr(capture->host, ==, "node7");
    g_assert_cmpfloat(capture->interval_s, ==, 2);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 2);
    g_assert_nonnull(note_coded(capture, "no-banner"));
}

static void
test_hosts_line_by_line(void)
{
    g_autoptr(GPtrArray) captures =
        parse("n1: " HEADER "n2: " HEADER "n1: " ROW("sda", "1.00", "0.00") "n2: " ROW(
                  "sda", "2.00", "0.00") "n2: \nn2: " HEADER "n2: " ROW("sda", "4.00", "0.00"),
            SINCE_BOOT_AUTO);
    g_assert_cmpuint(captures->len, ==, 2);
    g_assert_cmpuint(device_named(capture_at(captures, 0), "sda")->totals.samples, ==, 1);
    g_assert_cmpfloat(device_named(capture_at(captures, 1), "sda")->totals.sum[CAPTURE_READ_IOPS], ==, 6);
}

static void
test_times_of_a_prefix_stand_in(void)
{
    g_autofree char *first = prefixed(BANNER REPORT("77.31", "1.00"), "2026-11-30 11:33:12 ");
    g_autofree char *second = prefixed(REPORT("10.00", "1.00"), "2026-11-30 11:33:17 ");
    g_autofree char *text = g_strconcat(first, second, NULL);
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_AUTO);
    g_assert_cmpfloat(capture_at(captures, 0)->interval_s, ==, 5);
    g_assert_nonnull(note_coded(capture_at(captures, 0), "prefix-times"));
}

static void
test_noise_between_and_inside_reports(void)
{
    check_sda(
        "Warning: added 'db1,10.0.0.11' to the list of known hosts.\n[oracle@db1 ~]$ iostat -xmt 1\n" BANNER REPORT(
            "77.31", "1.00") "kernel:[88123.000350] watchdog: CPU#1 stuck for 22s!\n" CPU HEADER
                             "Message from syslogd@db1 at 12:00:01\nsystem load 3.50\n" ROW(
                                 "sda", "10.00", "1.00") "^C\nlogout\n",
        SINCE_BOOT_AUTO, 1, 10);
    g_autoptr(GPtrArray) captures =
        parse(BANNER HEADER "system load is 3.50\nuptime 3.50\n" ROW("sda", "10.00", "1.00"), SINCE_BOOT_KEEP);
    g_assert_cmpuint(capture_at(captures, 0)->devices->len, ==, 1);
}

static void
test_line_ends_bom_and_nul_bytes(void)
{
    check_sda("\xEF\xBB\xBF" BANNER REPORT("77.31", "1.00") REPORT("10.00", "1.00"), SINCE_BOOT_AUTO, 1, 10);
    g_autofree char *text = g_strdup(BANNER REPORT("77.31", "1.00") REPORT("10.00", "1.00"));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *crlf = g_strjoinv("\r\n", lines);
    check_sda(crlf, SINCE_BOOT_AUTO, 1, 10);
    /* sysstat 11.5.7 writes a NUL behind every percent value. */
    static const char nul[] = BANNER HEADER "sda 10.00 1.00 1.00 1.00 2.00 3.00 0.25 4.00\0\n" HEADER
                                            "sda 20.00 1.00 1.00 1.00 2.00 3.00 0.25 4.00\0\n";
    g_autoptr(GPtrArray) captures = parse_bytes(nul, sizeof nul - 1, SINCE_BOOT_KEEP);
    g_assert_cmpfloat(device_named(capture_at(captures, 0), "sda")->totals.sum[CAPTURE_READ_IOPS], ==, 30);
}

static void
test_names_long_with_blanks_and_groups(void)
{
    static const char text[] =
        BANNER HEADER ROW("docker-253:1-4596-8a8ea113dc92fa34671cee0ae5350ef955ad0d92a09f9d2a06c7e", "1.00", "0.00")
            ROW("My Disk 2", "2.00", "0.00") ROW(" DATA", "3.00", "0.00");
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(capture->devices->len, ==, 3);
    g_assert_false(device_named(capture, "My Disk 2")->is_group);
    g_assert_true(device_named(capture, "DATA")->is_group);
    g_assert_cmpfloat(device_named(capture, "DATA")->totals.iops_max, ==, 3);
}

/* -z leaves idle devices out: a missing row is no sample, and an empty table is a report. */
static void
test_missing_rows_are_no_samples(void)
{
    g_autoptr(GPtrArray) captures = parse(HEADER ROW("sda", "1.00", "0.00") ROW("sdb", "1.00", "0.00") "\n" HEADER ROW(
                                              "sdb", "2.00", "0.00") "\n" HEADER "\n" HEADER ROW("sda", "3.00", "0.00"),
        SINCE_BOOT_AUTO);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(capture->reports->len, ==, 4);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 2);
    g_assert_cmpuint(g_array_index(device_named(capture, "sda")->report, uint32_t, 1), ==, 3);
    g_assert_cmpuint(device_named(capture, "sdb")->totals.samples, ==, 2);
}

/* Scripts run other tools between two reports: their rows have numbers too. */
static void
test_rows_of_other_tools_are_no_devices(void)
{
    static const char text[] = BANNER REPORT("10.00",
        "1.00") "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
                " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
                " 2  0      0 2794716 295968 312724    0    0     1     3   29   57  0  0 99  0  0\n"
                "03:16:15 PM  CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %idle\n"
                "03:16:17 PM  all    0.00    0.00    0.50    0.00    0.00    0.00    0.00    0.00   99.50\n"
                "11:34:41        loop0   2000.00  11200.00   4800.00      0.00      8.00      0.06      0.03      "
                "2.40\n"
                "Filesystem:  rBlk_nor/s wBlk_nor/s rBlk_dir/s wBlk_dir/s rBlk_svr/s wBlk_svr/s ops/s rops/s wops/s\n"
                "srv:/export        0.00       0.00       0.00       0.00       0.00       0.00  0.00   0.00   0.00\n"
                "srv:/export        0.00       0.00       0.00       0.00       0.00       0.00  0.00   0.00\n";
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(capture->devices->len, ==, 1);
    g_assert_cmpuint(capture->rejected_rows, ==, 0);
    g_assert_nonnull(note_coded(capture, "foreign-row"));
}

/* A split report that lacks its last table has no whole row. */
static void
test_cut_split_report_is_left_out(void)
{
    static const char reads[] = "   r/s  rMB/s r_await Device\n 10.00   1.00    1.00 sda\n\n";
    static const char writes[] = "   w/s  wMB/s w_await Device\n  4.00   1.00    1.00 sda\n\n";
    static const char rest[] = "aqu-sz  %util Device\n  0.08   4.00 sda\n\n\n";
    g_autofree char *text = g_strconcat(BANNER, reads, writes, rest, reads, writes, rest, reads, writes, NULL);
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(capture->reports->len, ==, 3);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 2);
    g_assert_cmpuint(capture->rejected_rows, ==, 1);
}

static void
test_layout_may_change_at_a_banner(void)
{
    g_autoptr(GPtrArray) captures = parse(BANNER HEADER ROW("sda", "10.00", "0.00") BANNER
        "Device: rrqm/s wrqm/s r/s w/s rkB/s wkB/s avgrq-sz avgqu-sz await svctm %util\n"
        "sda 0.00 0.00 20.00 0.00 3072.00 0.00 128.00 0.08 2.00 1.00 4.00\n",
        SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    struct summary summary = summary_of(&device_named(capture, "sda")->totals);
    g_assert_cmpfloat(summary.read_iops, ==, 15);
    g_assert_cmpfloat(summary.read_mib_s, ==, 2);
    g_assert_nonnull(note_coded(capture, "unit-changed"));
}

static void
test_too_long_line_is_noted(void)
{
    g_autofree char *filler = g_strnfill(600000, 'x');
    g_autofree char *text = g_strconcat(BANNER REPORT("77.31", "1.00"), filler, "\n", REPORT("10.00", "1.00"), NULL);
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_AUTO);
    g_assert_nonnull(note_coded(capture_at(captures, 0), "long-line"));
    check_sda(text, SINCE_BOOT_AUTO, 1, 10);
}

#define TEST(name) g_test_add_func("/iostat_damage/" #name, test_##name)

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST(short_row_is_left_out_and_counted);
    TEST(cut_tail_gives_no_wrong_number);
    TEST(any_cut_ends_well);
    TEST(counter_that_went_back_rejects_its_row_only);
    TEST(util_never_rejects);
    TEST(first_report_after_each_banner_is_dropped);
    TEST(keep_and_cut_heads_keep_the_first_report);
    TEST(first_report_of_whole_rates_is_a_sample);
    TEST(empty_line_more_behind_the_banner_is_a_sign);
    TEST(rates_without_decimals_show_nothing);
    TEST(cpu_line_that_adds_up_to_nothing_is_a_sample);
    TEST(restarts_of_one_host_are_one_capture_hosts_are_several);
    TEST(banner_behind_a_cut_row);
    TEST(prefixes_of_lines);
    TEST(prefix_of_a_cut_head);
    TEST(hosts_line_by_line);
    TEST(times_of_a_prefix_stand_in);
    TEST(noise_between_and_inside_reports);
    TEST(line_ends_bom_and_nul_bytes);
    TEST(names_long_with_blanks_and_groups);
    TEST(missing_rows_are_no_samples);
    TEST(rows_of_other_tools_are_no_devices);
    TEST(cut_split_report_is_left_out);
    TEST(layout_may_change_at_a_banner);
    TEST(too_long_line_is_noted);
    return g_test_run();
}
