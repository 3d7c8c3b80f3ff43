/* sar, sadf, mpstat and vmstat: disk sections as captures, CPU and run queue as means. */
#include "note.h"
#include "sar.h"
#include "summary.h"

#include <string.h>

struct sar {
    GPtrArray *captures;
    struct load_log load;
    bool parsed;
};

static struct sar
parse(const char *text)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    struct sar sar = {.captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free)};
    load_log_init(&sar.load);
    struct stream *stream = stream_new_memory("sar.txt", text, strlen(text));
    g_autoptr(GError) error = NULL;
    sar.parsed = text[0] == '{' ? sar_json_parse(stream, &options, sar.captures, &error)
                                : sar_text_parse(stream, &options, sar.captures, &sar.load, &error);
    g_assert_true(sar.parsed == (error == NULL));
    stream_free(stream);
    return sar;
}

static const struct capture *
only_capture(const struct sar *sar)
{
    g_assert_true(sar->parsed);
    g_assert_cmpuint(sar->captures->len, ==, 1);
    return g_ptr_array_index(sar->captures, 0);
}

static struct summary
summary_named(const struct capture *capture, const char *name)
{
    const struct capture_device *device = g_hash_table_lookup(capture->device_by_name, name);
    g_assert_nonnull(device);
    return summary_of(&device->totals);
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

#define BANNER "Linux 5.14.0 (db1) \t11/30/26 \t_x86_64_\t(8 CPU)\n\n"

static void
test_every_interval_is_a_sample_and_averages_are_not(void)
{
    struct sar sar =
        parse(BANNER "10:00:00          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     "
                     "await     %util\n"
                     "10:10:00          sda    100.00   1024.00   2048.00      0.00     30.00      0.10     "
                     " 1.00      5.00\n"
                     "10:10:00          sdb      0.00      0.00      0.00      0.00      0.00      0.00     "
                     " 0.00      0.00\n\n"
                     "10:10:00          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     "
                     "await     %util\n"
                     "10:20:00          sda    300.00   1024.00      0.00      0.00     30.00      0.10     "
                     " 2.00     15.00\n\n"
                     "Average:          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     "
                     "await     %util\n"
                     "Average:          sda    200.00   1024.00   1024.00      0.00     30.00      0.10     "
                     " 1.75     10.00\n");
    const struct capture *capture = only_capture(&sar);
    g_assert_cmpstr(capture->tool, ==, "sar");
    g_assert_cmpstr(capture->host, ==, "db1");
    g_assert_cmpuint(capture->reports->len, ==, 2);
    g_assert_cmpuint(capture->since_boot_reports, ==, 0);
    g_assert_cmpfloat(capture->interval_s, ==, 600);
    struct summary sda = summary_named(capture, "sda");
    g_assert_cmpuint(sda.samples, ==, 2);
    g_assert_cmpfloat(sda.iops, ==, 200);
    g_assert_true(isnan(sda.read_iops));
    g_assert_cmpfloat(sda.read_mib_s, ==, 1);
    g_assert_cmpfloat(sda.write_mib_s, ==, 1);
    g_assert_cmpfloat_with_epsilon(sda.await_ms, (100 * 1 + 300 * 2) / 400.0, 1e-12);
    g_assert_cmpfloat(sda.util_max_pct, ==, 15);
    g_assert_cmpuint(summary_named(capture, "sdb").samples, ==, 1);
    g_autofree char *time =
        capture_time_text(g_array_index(capture->reports, struct capture_report, 1).time_s, false, 0);
    g_assert_cmpstr(time, ==, "2026-11-30T10:20:00");
    g_assert_nonnull(strstr(note_coded(capture, "sar-averages")->text, "600 s"));
    g_assert_null(note_coded(capture, "sar-names"));
    g_ptr_array_unref(sar.captures);
}

static void
test_old_sectors_midnight_and_numbered_names(void)
{
    struct sar sar =
        parse("Linux 2.6.32 (db1) \t11/30/2026 \t_x86_64_\t(8 CPU)\n\n"
              "11:58:01 PM       DEV       tps  rd_sec/s  wr_sec/s  avgrq-sz  avgqu-sz     await     svctm "
              "    %util\n"
              "11:59:01 PM    dev8-0     10.00   2048.00   4096.00     16.00      0.10      1.00      0.10 "
              "     5.00\n"
              "11:59:01 PM  dev253-0     10.00   2048.00   4096.00     16.00      0.10      1.00      0.10 "
              "     5.00\n"
              "12:00:01 AM    dev8-0     20.00   2048.00   4096.00     16.00      0.10      1.00      0.10 "
              "     5.00\n");
    const struct capture *capture = only_capture(&sar);
    struct summary disk = summary_named(capture, "dev8-0");
    g_assert_cmpfloat(disk.iops, ==, 15);
    g_assert_cmpfloat(disk.read_mib_s, ==, 1);
    g_assert_cmpfloat(disk.write_mib_s, ==, 2);
    g_autofree char *time =
        capture_time_text(g_array_index(capture->reports, struct capture_report, 1).time_s, false, 0);
    g_assert_cmpstr(time, ==, "2026-12-01T00:00:01");
    g_assert_cmpint(note_coded(capture, "sar-names")->level, ==, NOTE_WARNING);
    g_ptr_array_unref(sar.captures);
}

static void
test_cpu_of_all_times_printed_first_belongs_to_its_report(void)
{
    struct sar sar = parse(
        BANNER "10:00:00        CPU     %user     %nice   %system   %iowait    %steal     %idle\n"
               "10:10:00        all     10.00      1.00      5.00      4.00      0.00     80.00\n"
               "10:10:00          0     90.00      1.00      5.00      4.00      0.00      0.00\n"
               "10:20:00        all     20.00      1.00      5.00     14.00      0.00     60.00\n"
               "Average:        all     15.00      1.00      5.00      9.00      0.00     70.00\n\n"
               "10:00:00      runq-sz  plist-sz   ldavg-1   ldavg-5  ldavg-15   blocked\n"
               "10:10:00            3       500      0.10      0.20      0.30         1\n"
               "10:20:00            5       500      0.10      0.20      0.30         2\n\n"
               "10:00:00          tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util DEV\n"
               "10:10:00       100.00   1024.00   2048.00      0.00     30.00      0.10      1.00      5.00 vg-data\n"
               "10:20:00       100.00   1024.00   2048.00      0.00     30.00      0.10      1.00      5.00 vg-data\n");
    const struct capture *capture = only_capture(&sar);
    const struct capture_report *report = &g_array_index(capture->reports, struct capture_report, 0);
    g_assert_true(report[0].has_cpu && report[1].has_cpu);
    g_assert_cmpfloat(report[0].user_pct, ==, 11);
    g_assert_cmpfloat(report[1].iowait_pct, ==, 14);
    g_assert_cmpuint(summary_named(capture, "vg-data").samples, ==, 2);
    g_assert_cmpuint(sar.load.samples, ==, 2);
    g_assert_cmpfloat(load_mean(&sar.load, LOAD_USER_PCT), ==, 16);
    g_assert_cmpfloat(load_mean(&sar.load, LOAD_RUN_QUEUE), ==, 4);
    g_assert_cmpfloat(sar.load.max[LOAD_BLOCKED], ==, 2);
    g_ptr_array_unref(sar.captures);
}

static void
test_vmstat_without_its_average_since_boot(void)
{
    struct sar sar = parse("procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
                           " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
                           " 9  9      0 100000   2000 700000    0    0     1     3   29   57 90 10  0  0  0\n"
                           " 2  1      0 100000   2000 700000    0    0     1     3   29   57 10  5 75 10  0\n"
                           "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
                           " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
                           " 4  3      0 100000   2000 700000    0    0     1     3   29   57 20  5 55 20  0\n");
    g_assert_true(sar.parsed);
    g_assert_cmpuint(sar.captures->len, ==, 0);
    g_assert_cmpuint(sar.load.samples, ==, 2);
    g_assert_cmpfloat(load_mean(&sar.load, LOAD_RUN_QUEUE), ==, 3);
    g_assert_cmpfloat(load_mean(&sar.load, LOAD_IOWAIT_PCT), ==, 15);
    g_assert_cmpfloat(sar.load.max[LOAD_BLOCKED], ==, 3);
    g_ptr_array_unref(sar.captures);
}

static void
test_sadf_json_has_stamps_in_utc_and_no_average_since_boot(void)
{
#define SAMPLE(time, tps)                                                                                              \
    "{\"timestamp\": {\"date\": \"2026-11-30\", \"time\": \"" time "\", \"utc\": 1, \"interval\": 1},"                 \
    "\"cpu-load\": [{\"cpu\": \"0\", \"user\": 99.00, \"idle\": 1.00}, {\"cpu\": \"all\", \"user\": 9.00, "            \
    "\"nice\": 1.00, \"system\": 20.00, \"iowait\": 5.00, \"steal\": 0.00, \"idle\": 65.00}],"                         \
    "\"disk\": [{\"disk-device\": \"vda\", \"tps\": " tps                                                              \
    ", \"rd_sec\": 8.00, \"wr_sec\": 2680.00, \"rkB\": 1024.00, "                                                      \
    "\"wkB\": 2048.00, \"areq-sz\": 292.67, \"aqu-sz\": 0.25, \"await\": 0.50, \"util-percent\": 0.40}]}"
    struct sar sar =
        parse("{\"sysstat\": {\"hosts\": [{\"nodename\": \"db1\", \"number-of-cpus\": 2, \"file-date\": "
              "\"2026-11-30\", \"statistics\": [" SAMPLE("14:55:37", "6.00") "," SAMPLE("14:55:38", "8.00") "]}]}}");
    const struct capture *capture = only_capture(&sar);
    g_assert_cmpint(capture->format, ==, CAPTURE_JSON);
    g_assert_cmpuint(capture->since_boot_reports, ==, 0);
    g_assert_true(capture->has_zone && capture->utc_offset_s == 0);
    g_assert_cmpfloat(capture->interval_s, ==, 1);
    struct summary vda = summary_named(capture, "vda");
    g_assert_cmpuint(vda.samples, ==, 2);
    g_assert_cmpfloat(vda.iops, ==, 7);
    g_assert_cmpfloat(vda.read_mib_s, ==, 1);
    g_assert_cmpfloat(vda.write_mib_s, ==, 2);
    g_assert_cmpfloat(vda.aqu_sz, ==, 0.25);
    g_assert_cmpfloat(vda.util_max_pct, ==, 0.4);
    g_assert_cmpfloat(g_array_index(capture->reports, struct capture_report, 0).user_pct, ==, 10);
    g_ptr_array_unref(sar.captures);
}

static void
test_text_without_figures_is_an_error(void)
{
    const char *const texts[] = {"", "10:00:00 nothing here\n", BANNER,
        "10:00:00          DEV       tps     rkB/s     wkB/s     await     %util\n"};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        struct sar sar = parse(texts[i]);
        g_assert_false(sar.parsed);
        g_assert_cmpuint(sar.captures->len, ==, 0);
        g_ptr_array_unref(sar.captures);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func(
        "/sar/every_interval_is_a_sample_and_averages_are_not", test_every_interval_is_a_sample_and_averages_are_not);
    g_test_add_func("/sar/old_sectors_midnight_and_numbered_names", test_old_sectors_midnight_and_numbered_names);
    g_test_add_func("/sar/cpu_of_all_times_printed_first_belongs_to_its_report",
        test_cpu_of_all_times_printed_first_belongs_to_its_report);
    g_test_add_func("/sar/vmstat_without_its_average_since_boot", test_vmstat_without_its_average_since_boot);
    g_test_add_func("/sar/sadf_json_has_stamps_in_utc_and_no_average_since_boot",
        test_sadf_json_has_stamps_in_utc_and_no_average_since_boot);
    g_test_add_func("/sar/text_without_figures_is_an_error", test_text_without_figures_is_an_error);
    return g_test_run();
}
