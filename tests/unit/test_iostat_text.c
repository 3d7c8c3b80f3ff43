#include "iostat.h"
#include "note.h"
#include "summary.h"

#include <string.h>

#define BANNER "Linux 5.14.0-1.x86_64 (db1) \t11/30/26 \t_x86_64_\t(8 CPU)\n\n"
#define CPU                                                                                                            \
    "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n           1.00    0.50    2.00    3.00    0.00   "      \
    "93.50\n\n"
#define E1 "Device:         rrqm/s   wrqm/s     r/s     w/s    rMB/s    wMB/s avgrq-sz avgqu-sz   await  svctm  %util\n"
#define E3                                                                                                             \
    "Device            r/s     w/s     rMB/s     wMB/s   rrqm/s   wrqm/s  %rrqm  %wrqm r_await w_await aqu-sz "        \
    "rareq-sz wareq-sz  svctm  %util\n"
#define ROW_E3(name, r, w) name "  " r " " w " 1.00 2.00 0.00 0.00 0.00 0.00 1.00 3.00 0.25 8.00 8.00 0.10 40.00\n"

static GPtrArray *
parse_with(const char *text, size_t len, const struct iostat_options *options, GError **error)
{
    GPtrArray *captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    struct stream *stream = stream_new_memory("a.log", text, len);
    bool parsed = iostat_text_parse(stream, options, captures, error);
    g_assert_true(parsed == (captures->len > 0));
    stream_free(stream);
    return captures;
}

/* The captures of a text, every sample kept. */
static GPtrArray *
parse_mode(const char *text, enum since_boot mode)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = mode;
    g_autoptr(GError) error = NULL;
    GPtrArray *captures = parse_with(text, strlen(text), &options, &error);
    g_assert_no_error(error);
    return captures;
}

static GPtrArray *
parse(const char *text)
{
    return parse_mode(text, SINCE_BOOT_KEEP);
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

static void
check_near(const char *what, double got, double want)
{
    if (!(fabs(got - want) < 1e-9))
        g_error("%s: %.17g, not %.17g", what, got, want);
}

/* One load in every layout: 30 reads/s of 2 MiB/s and 1 ms, 10 writes/s of 0.5 MiB/s and 5 ms, queue 0.08, 4% busy. */
static const struct {
    const char *what, *table;
    enum capture_unit unit;
} layouts[] = {
    {"rsec and rkB at once, /dev/ in the name",
        "Device:    rrqm/s wrqm/s   r/s   w/s  rsec/s  wsec/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await  svctm  "
        "%util\n"
        "/dev/sda     0.00   0.00 30.00 10.00 4096.00 1024.00  2048.00   512.00   128.00     0.08    2.00   1.00   "
        "4.00\n",
        CAPTURE_UNIT_KB},
    {"E1 MB", E1 "sda 0.00 0.00 30.00 10.00 2.00 0.50 128.00 0.08 2.00 1.00 4.00\n", CAPTURE_UNIT_MB},
    {"E1 sectors",
        "Device:         rrqm/s   wrqm/s   r/s   w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await  svctm  %util\n"
        "sda 0.00 0.00 30.00 10.00 4096.00 1024.00 128.00 0.08 2.00 1.00 4.00\n",
        CAPTURE_UNIT_SECTORS},
    {"E2 kB",
        "Device: rrqm/s wrqm/s r/s w/s rkB/s wkB/s avgrq-sz avgqu-sz await r_await w_await svctm %util\n"
        "sda 0.00 0.00 30.00 10.00 2048.00 512.00 128.00 0.08 2.00 1.00 5.00 1.00 4.00\n",
        CAPTURE_UNIT_KB},
    {"E3 MB", E3 "sda 30.00 10.00 2.00 0.50 0.00 0.00 0.00 0.00 1.00 5.00 0.08 68.27 51.20 1.00 4.00\n",
        CAPTURE_UNIT_MB},
    {"E4 kB",
        "Device r/s rkB/s rrqm/s %rrqm r_await rareq-sz w/s wkB/s wrqm/s %wrqm w_await wareq-sz d/s dkB/s drqm/s %drqm "
        "d_await dareq-sz aqu-sz %util\n"
        "sda 30.00 2048.00 0.00 0.00 1.00 68.27 10.00 512.00 0.00 0.00 5.00 51.20 7.00 9.00 0.00 0.00 1.00 1.00 0.08 "
        "4.00\n",
        CAPTURE_UNIT_KB},
    {"E5 MB, unknown column, tabs",
        "Device\tr/s\trMB/s\trrqm/s\t%rrqm\tr_await\tnew-sz\tw/s\twMB/s\tw_await\tf/s\tf_await\taqu-sz\t%util\n"
        "sda\t30.00\t2.00\t0.00\t0.00\t1.00\t7777.00\t10.00\t0.50\t5.00\t3.00\t9.00\t0.08\t4.00\n",
        CAPTURE_UNIT_MB},
    {"E5 without decimals and with a comma",
        "Device r/s rMB/s r_await w/s wMB/s w_await aqu-sz %util\nsda 30 2 1 10 0,5 5 0,08 4,00\n", CAPTURE_UNIT_MB},
    {"human suffixes under an MB header",
        "Device r/s rMB/s r_await rareq-sz w/s wMB/s w_await wareq-sz aqu-sz %util\n"
        "sda 30.00 2.0M 1.00 68.3k 10.00 512.0k 5.00 51.2k 0.08 4.0%\n",
        CAPTURE_UNIT_HUMAN},
    {"name on a line of its own",
        E3 "sda\n             30.00 10.00 2.00 0.50 0.00 0.00 0.00 0.00 1.00 5.00 0.08 68.27 "
           "51.20 1.00 4.00\n",
        CAPTURE_UNIT_MB},
    {"device last, one table",
        "     r/s  rMB/s r_await    w/s  wMB/s w_await aqu-sz  %util Device\n   30.00   2.00    1.00  10.00   0.50    "
        "5.00 "
        "  0.08   4.00 sda\n",
        CAPTURE_UNIT_MB},
    {"device last, four tables",
        "     r/s     rMB/s r_await Device\n   30.00      2.00    1.00 sda\n\n     w/s     wMB/s w_await Device\n"
        "   10.00      0.50    5.00 sda\n\n     d/s     dMB/s d_await Device\n    7.00      9.00    1.00 sda\n\n"
        "     f/s f_await  aqu-sz  %util Device\n    1.00    2.00    0.08   4.00 sda\n",
        CAPTURE_UNIT_MB},
    {"colours",
        "Device r/s rMB/s r_await w/s wMB/s w_await aqu-sz %util\n"
        "\033[32;22msda          \033[0m\033[34;1m    30.00\033[0m\033[34;1m     2.00\033[0m\033[34;1m 1.00\033[0m "
        "10.00 \033[34;22m 0.50\033[0m 5.00 0.08 \033[31;1m4.00\033[0m\n",
        CAPTURE_UNIT_MB},
};

static void
test_every_layout_gives_the_same_load(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(layouts); i++) {
        g_autofree char *text = g_strconcat(BANNER, layouts[i].table, "\n", layouts[i].table, NULL);
        g_autoptr(GPtrArray) captures = parse(text);
        const struct capture *capture = capture_at(captures, 0);
        struct summary summary = summary_of(&device_named(capture, "sda")->totals);
        g_test_message("%s", layouts[i].what);
        g_assert_cmpuint(capture->reports->len, ==, 2);
        g_assert_cmpuint(capture->devices->len, ==, 1);
        g_assert_cmpuint(summary.samples, ==, 2);
        g_assert_cmpint(capture->unit, ==, layouts[i].unit);
        check_near("read IOPS", summary.read_iops, 30);
        check_near("write IOPS", summary.write_iops, 10);
        check_near("IOPS", summary.iops, 40);
        check_near("read MiB/s", summary.read_mib_s, 2);
        check_near("write MiB/s", summary.write_mib_s, 0.5);
        check_near("await", summary.await_ms, 2);
        check_near("queue", summary.aqu_sz, 0.08);
        check_near("util", summary.util_max_pct, 4);
        g_assert_cmpuint(capture->rejected_rows, ==, 0);
    }
}

static void
test_layouts_without_a_split_give_totals(void)
{
    g_autoptr(GPtrArray) captures = parse(BANNER "Device       tps      kB/s    rqm/s   await  aqu-sz  areq-sz  %util\n"
                                                 "sda 40.00 2560.00 0.00 2.00 0.08 64.00 4.00\n");
    struct summary summary = summary_of(&device_named(capture_at(captures, 0), "sda")->totals);
    check_near("IOPS", summary.iops, 40);
    check_near("MiB/s", summary.mib_s, 2.5);
    check_near("await", summary.await_ms, 2);
    check_near("queue", summary.aqu_sz, 0.08);
    g_assert_true(isnan(summary.read_iops));
    g_assert_true(isnan(summary.write_mib_s));
}

static void
test_basic_reports_have_no_latency(void)
{
    g_autoptr(GPtrArray) captures =
        parse(BANNER CPU "Device:            tps   Blk_read/s   Blk_wrtn/s   Blk_read   Blk_wrtn\n"
                         "sda 40.00 4096.00 1024.00 9000000000 9000000000\n");
    const struct capture *capture = capture_at(captures, 0);
    struct summary summary = summary_of(&device_named(capture, "sda")->totals);
    check_near("IOPS", summary.iops, 40);
    check_near("read MiB/s", summary.read_mib_s, 2);
    check_near("write MiB/s", summary.write_mib_s, 0.5);
    g_assert_true(isnan(summary.await_ms));
    g_assert_cmpint(capture->unit, ==, CAPTURE_UNIT_BLK);
    g_assert_cmpuint(capture->rejected_rows, ==, 0);
}

/* -s adds discards to writes: there is no figure for writes alone. */
static void
test_writes_with_discards_are_no_writes(void)
{
    g_autoptr(GPtrArray) captures =
        parse(BANNER "Device tps MB_read/s MB_w+d/s MB_read MB_w+d\nsda 4.00 1.00 2.00 10 20\n");
    const struct capture *capture = capture_at(captures, 0);
    struct summary summary = summary_of(&device_named(capture, "sda")->totals);
    check_near("MiB/s", summary.mib_s, 3);
    g_assert_true(isnan(summary.write_mib_s));
    g_assert_nonnull(note_coded(capture, "discards-in-writes"));
}

static void
test_banner_facts(void)
{
    g_autoptr(GPtrArray) captures = parse(BANNER CPU E3 ROW_E3("sda", "1.00", "2.00"));
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpstr(capture->path, ==, "a.log");
    g_assert_cmpstr(capture->host, ==, "db1");
    g_assert_cmpstr(capture->kernel, ==, "5.14.0-1.x86_64");
    g_assert_cmpint(capture->cpus, ==, 8);
    g_assert_cmpuint(capture->banners, ==, 1);
    const struct capture_report *report = &g_array_index(capture->reports, struct capture_report, 0);
    g_assert_true(report->has_cpu);
    check_near("user", report->user_pct, 1.5);
    check_near("system", report->system_pct, 2);
    check_near("iowait", report->iowait_pct, 3);
    check_near("idle", report->idle_pct, 93.5);
    g_assert_cmpint(report->time_s, ==, CAPTURE_NO_TIME);
    g_assert_true(isnan(capture->interval_s));
}

static void
test_old_banner_without_machine_and_cpus(void)
{
    g_autoptr(GPtrArray) captures =
        parse("Linux 2.6.18-8.el5 (old.example.com) \t10/07/2014\n\nTime: 11:59:59 PM\n" E1
              "sda 0.00 0.00 1.00 1.00 0.10 0.10 16.00 0.01 1.00 1.00 0.20\n\n"
              "Time: 12:00:01 AM\n" E1 "sda 0.00 0.00 1.00 1.00 0.10 0.10 16.00 0.01 1.00 1.00 0.20\n");
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpstr(capture->host, ==, "old.example.com");
    g_assert_cmpint(capture->cpus, ==, 0);
    check_near("interval", capture->interval_s, 2);
    g_autofree char *last =
        capture_time_text(g_array_index(capture->reports, struct capture_report, 1).time_s, false, 0);
    g_assert_cmpstr(last, ==, "2014-10-08T00:00:01");
    g_assert_nonnull(note_coded(capture, "no-date"));
    g_assert_nonnull(note_coded(capture, "date-order"));
}

/* Reports at the given stamps, joined. */
static char *
log_at(const char *banner, const char *const *stamps)
{
    GString *text = g_string_new(banner);
    for (; *stamps != NULL; stamps++) {
        g_string_append(text, *stamps);
        g_string_append(text, "\n" CPU E3 ROW_E3("sda", "1.00", "2.00") "\n");
    }
    return g_string_free(text, FALSE);
}

static char *
time_of_report(const struct capture *capture, guint i)
{
    return capture_time_text(
        g_array_index(capture->reports, struct capture_report, i).time_s, capture->has_zone, capture->utc_offset_s);
}

static void
check_times(const char *const *stamps, const char *first, const char *last, double interval_s)
{
    g_autofree char *text = log_at(BANNER, stamps);
    g_autoptr(GPtrArray) captures = parse(text);
    const struct capture *capture = capture_at(captures, 0);
    g_autofree char *got_first = time_of_report(capture, 0);
    g_autofree char *got_last = time_of_report(capture, capture->reports->len - 1);
    g_assert_cmpstr(got_first, ==, first);
    g_assert_cmpstr(got_last, ==, last);
    check_near("interval", capture->interval_s, interval_s);
}

static void
test_stamps_give_times_and_interval(void)
{
    const char *const c[] = {"11/30/26 11:33:12", "11/30/26 11:33:17", "11/30/26 11:33:23", "11/30/26 11:33:28", NULL};
    check_times(c, "2026-11-30T11:33:12", "2026-11-30T11:33:28", 5);
    const char *const us[] = {"11/30/2026 11:59:59 PM", "12/01/2026 12:00:00 AM", NULL};
    check_times(us, "2026-11-30T23:59:59", "2026-12-01T00:00:00", 1);
    const char *const iso[] = {
        "2026-10-25T02:59:59+0200", "2026-10-25T02:00:00+0100", "2026-10-25T02:00:01+0100", NULL};
    check_times(iso, "2026-10-25T02:59:59+02:00", "2026-10-25T03:00:01+02:00", 1);
    const char *const epoch[] = {"1796038452", "1796038512", NULL};
    check_times(epoch, "2026-11-30T11:34:12+00:00", "2026-11-30T11:35:12+00:00", 60);
}

/* Local stamps of winter time go back an hour: they stay as printed, and the interval is that of the other steps. */
static void
test_clock_that_goes_back_is_noted(void)
{
    const char *const stamps[] = {
        "10/25/26 02:59:58", "10/25/26 02:59:59", "10/25/26 02:00:00", "10/25/26 02:00:01", NULL};
    g_autofree char *text = log_at(BANNER, stamps);
    g_autoptr(GPtrArray) captures = parse(text);
    const struct capture *capture = capture_at(captures, 0);
    check_near("interval", capture->interval_s, 1);
    g_assert_nonnull(note_coded(capture, "clock-back"));
    g_assert_null(note_coded(capture, "date-order"));
}

static void
test_date_order_comes_from_the_whole_file_or_the_user(void)
{
    const char *const stamps[] = {"03/04/26 23:59:59", "04/04/26 00:00:00", NULL};
    g_autofree char *text = log_at("Linux 5.14 (db1) \t03/04/26 \t_x86_64_\t(8 CPU)\n\n", stamps);
    g_autoptr(GPtrArray) captures = parse(text);
    g_autofree char *first = time_of_report(capture_at(captures, 0), 0);
    g_assert_cmpstr(first, ==, "2026-04-03T23:59:59");
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.date_order = DATE_ORDER_MDY;
    g_autoptr(GPtrArray) asked = parse_with(text, strlen(text), &options, NULL);
    g_autofree char *other = time_of_report(capture_at(asked, 0), 0);
    g_assert_cmpstr(other, ==, "2026-03-04T23:59:59");
    g_assert_nonnull(note_coded(capture_at(asked, 0), "date-order-asked"));
}

static void
test_interval_of_the_user_is_taken(void)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.interval_s = 10;
    g_autoptr(GPtrArray) captures = parse_with(
        BANNER E3 ROW_E3("sda", "1.00", "2.00"), strlen(BANNER E3 ROW_E3("sda", "1.00", "2.00")), &options, NULL);
    check_near("interval", capture_at(captures, 0)->interval_s, 10);
    g_assert_true(capture_at(captures, 0)->interval_assumed);
}

static void
test_text_without_a_report_is_an_error(void)
{
    static const char *const texts[] = {"", "\n\n", "hello\nworld\n", BANNER, BANNER CPU "11/30/26 11:33:12\n" CPU,
        "Device is busy\n", "procs ---memory---\n r  b   swpd   free\n 1  0 0 100\n"};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) captures = parse_with(texts[i], strlen(texts[i]), &options, &error);
        g_assert_cmpuint(captures->len, ==, 0);
        g_assert_nonnull(error);
        g_assert_nonnull(strstr(error->message, "a.log: no disk report of iostat"));
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/iostat_text/every_layout_gives_the_same_load", test_every_layout_gives_the_same_load);
    g_test_add_func("/iostat_text/layouts_without_a_split_give_totals", test_layouts_without_a_split_give_totals);
    g_test_add_func("/iostat_text/basic_reports_have_no_latency", test_basic_reports_have_no_latency);
    g_test_add_func("/iostat_text/writes_with_discards_are_no_writes", test_writes_with_discards_are_no_writes);
    g_test_add_func("/iostat_text/banner_facts", test_banner_facts);
    g_test_add_func("/iostat_text/old_banner_without_machine_and_cpus", test_old_banner_without_machine_and_cpus);
    g_test_add_func("/iostat_text/stamps_give_times_and_interval", test_stamps_give_times_and_interval);
    g_test_add_func("/iostat_text/clock_that_goes_back_is_noted", test_clock_that_goes_back_is_noted);
    g_test_add_func("/iostat_text/date_order_comes_from_the_whole_file_or_the_user",
        test_date_order_comes_from_the_whole_file_or_the_user);
    g_test_add_func("/iostat_text/interval_of_the_user_is_taken", test_interval_of_the_user_is_taken);
    g_test_add_func("/iostat_text/text_without_a_report_is_an_error", test_text_without_a_report_is_an_error);
    return g_test_run();
}
