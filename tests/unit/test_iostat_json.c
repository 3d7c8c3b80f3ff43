#include "iostat.h"
#include "json_reader.h"
#include "note.h"
#include "summary.h"

#include <string.h>

#define HEAD                                                                                                           \
    "{\"sysstat\": {\n\"hosts\": [\n{\"nodename\": \"db1\", \"sysname\": \"Linux\", \"release\": \"5.14.0\", "         \
    "\"machine\": \"x86_64\", \"number-of-cpus\": 8, \"date\": \"11/30/26\",\n\"statistics\": [\n"
#define TAIL "\n]}\n]\n}}\n"
#define CPU                                                                                                            \
    "\"avg-cpu\": {\"user\": 1.00, \"nice\": 0.50, \"system\": 2.00, \"iowait\": 3.00, \"steal\": 0.00, \"idle\": "    \
    "93.50}"
#define DISK(name, r, w)                                                                                               \
    "{\"disk_device\": \"" name "\", \"r/s\": " r ", \"w/s\": " w                                                      \
    ", \"d/s\": 9.00, \"rMB/s\": 2.00, \"wMB/s\": 0.50, "                                                              \
    "\"rrqm\": 0.00, \"r_await\": 1.00, \"w_await\": 5.00, \"rareq-sz\": 68.27, \"wareq-sz\": 51.20, \"aqu-sz\": "     \
    "0.08, \"util\": 4.00}"
#define SAMPLE(time, disks) "{\"timestamp\": \"" time "\", " CPU ", \"disk\": [" disks "]}"

static GPtrArray *
parse_bytes(const char *text, size_t len, enum since_boot mode, GError **error)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = mode;
    GPtrArray *captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    struct stream *stream = stream_new_memory("a.json", text, len);
    bool parsed = iostat_json_parse(stream, &options, captures, error);
    g_assert_true(parsed == (captures->len > 0));
    stream_free(stream);
    return captures;
}

static GPtrArray *
parse(const char *text, enum since_boot mode)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *captures = parse_bytes(text, strlen(text), mode, &error);
    g_assert_no_error(error);
    return captures;
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

static bool
has_note(const struct capture *capture, const char *code)
{
    for (guint i = 0; i < capture->notes->len; i++) {
        if (g_str_equal(((const struct note *)g_ptr_array_index(capture->notes, i))->code, code))
            return true;
    }
    return false;
}

static void
check_near(double got, double want)
{
    g_assert_cmpfloat_with_epsilon(got, want, 1e-9);
}

static void
test_facts_and_figures(void)
{
    g_autoptr(GPtrArray) captures =
        parse(HEAD SAMPLE("11/30/26 11:33:12", DISK("sda", "77.31", "1.00")) ",\n" SAMPLE(
                  "11/30/26 11:33:14", DISK("sda", "30.00", "10.00") "," DISK("dm-0", "1.00", "0.00")) TAIL,
            SINCE_BOOT_AUTO);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(captures->len, ==, 1);
    g_assert_cmpint(capture->format, ==, CAPTURE_JSON);
    g_assert_cmpint(capture->unit, ==, CAPTURE_UNIT_MB);
    g_assert_cmpstr(capture->host, ==, "db1");
    g_assert_cmpstr(capture->kernel, ==, "5.14.0");
    g_assert_cmpint(capture->cpus, ==, 8);
    g_assert_cmpuint(capture->since_boot_reports, ==, 1);
    g_assert_cmpuint(capture->reports->len, ==, 2);
    check_near(capture->interval_s, 2);
    g_autofree char *time =
        capture_time_text(g_array_index(capture->reports, struct capture_report, 1).time_s, false, 0);
    g_assert_cmpstr(time, ==, "2026-11-30T11:33:14");
    check_near(g_array_index(capture->reports, struct capture_report, 1).user_pct, 1.5);
    struct summary summary = summary_of(&device_named(capture, "sda")->totals);
    g_assert_cmpuint(summary.samples, ==, 1);
    check_near(summary.iops, 40);
    check_near(summary.mib_s, 2.5);
    check_near(summary.await_ms, 2);
    check_near(summary.aqu_sz, 0.08);
    check_near(summary.util_max_pct, 4);
    g_assert_cmpuint(device_named(capture, "dm-0")->totals.samples, ==, 1);
    g_assert_false(has_note(capture, "json-cut"));
}

static void
test_old_keys_and_basic_reports(void)
{
    g_autoptr(GPtrArray) captures = parse(HEAD "{\"disk\": [{\"disk_device\": \"sda\", \"tps\": 4.00, "
                                               "\"kB_read_per_sec\": 1024.00, \"kB_wrtn_per_sec\": 512.00, "
                                               "\"kB_read\": 9000000000, \"kB_wrtn\": 1}]}" TAIL,
        SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    struct summary summary = summary_of(&device_named(capture, "sda")->totals);
    check_near(summary.iops, 4);
    check_near(summary.read_mib_s, 1);
    check_near(summary.write_mib_s, 0.5);
    g_assert_true(isnan(summary.await_ms));
    g_assert_cmpuint(capture->rejected_rows, ==, 0);
    g_assert_cmpint(capture->unit, ==, CAPTURE_UNIT_KB);
}

/* Every cut: never more than the samples that are complete, and never a wrong figure. */
static void
test_cut_document_gives_its_complete_samples(void)
{
    static const char first[] = HEAD SAMPLE("11/30/26 11:33:12", DISK("sda", "30.00", "10.00"));
    static const char second[] = ",\n" SAMPLE("11/30/26 11:33:13", DISK("sda", "50.00", "10.00"));
    g_autofree char *text = g_strconcat(first, second, TAIL, NULL);
    for (size_t len = 0; len <= strlen(text); len++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) captures = parse_bytes(text, len, SINCE_BOOT_KEEP, &error);
        uint64_t want = len >= strlen(first) + strlen(second) ? 2 : len >= strlen(first) ? 1 : 0;
        if (want == 0) {
            g_assert_nonnull(error);
            continue;
        }
        const struct capture *capture = capture_at(captures, 0);
        const struct capture_totals *totals = &device_named(capture, "sda")->totals;
        g_assert_cmpuint(totals->samples, ==, want);
        check_near(totals->sum[CAPTURE_READ_IOPS], want == 2 ? 80 : 30);
        g_assert_true(has_note(capture, "json-cut") == (len < strlen(text) - 1));
    }
}

static void
test_appended_documents_are_runs_of_one_host(void)
{
    static const char run[] = HEAD SAMPLE("11/30/26 11:33:12", DISK("sda", "77.31", "1.00")) ",\n" SAMPLE(
        "11/30/26 11:33:13", DISK("sda", "30.00", "10.00"));
    g_autofree char *cut = g_strconcat(run, ",\n{\"timestamp\": \"11/30/26 11:33:14\", \"disk\": [{\"disk_dev", NULL);
    g_autofree char *text = g_strconcat(run, TAIL, cut, "\n", run, TAIL, NULL);
    g_autoptr(GPtrArray) captures = parse(text, SINCE_BOOT_AUTO);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(captures->len, ==, 1);
    g_assert_cmpuint(capture->since_boot_reports, ==, 3);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 3);
    g_assert_true(has_note(capture, "json-cut"));
}

/* iostat -y wrote a comma before the first sample. */
static void
test_missing_and_spare_commas(void)
{
    g_autoptr(GPtrArray) captures =
        parse(HEAD ",,\n" SAMPLE("11/30/26 11:33:12", DISK("sda", "30.00", "10.00")) "\n" SAMPLE(
                  "11/30/26 11:33:13", DISK("sda", "50.00", "10.00")) "," TAIL,
            SINCE_BOOT_KEEP);
    g_assert_cmpuint(device_named(capture_at(captures, 0), "sda")->totals.samples, ==, 2);
}

static void
test_wild_rows_and_groups(void)
{
    g_autoptr(GPtrArray) captures =
        parse(HEAD SAMPLE("11/30/26 11:33:12", DISK("sda", "18446744073709549568.00", "10.00") "," DISK(
                                                   " all", "5.00", "1.00") "," DISK("/dev/sdb", "5.00", "1.00")) TAIL,
            SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    g_assert_cmpuint(capture->rejected_rows, ==, 1);
    g_assert_cmpuint(device_named(capture, "sda")->totals.samples, ==, 0);
    g_assert_true(device_named(capture, "all")->is_group);
    g_assert_false(device_named(capture, "sdb")->is_group);
}

/* sysstat 12.2.0: wMB/s is a number of sectors. */
static void
test_write_rate_in_sectors_is_corrected(void)
{
    g_autoptr(GPtrArray) captures = parse(HEAD
        "{\"disk\": [{\"disk_device\": \"sda\", \"r/s\": 0.00, \"w/s\": 31.00, \"rMB/s\": 0.00, \"wMB/s\": 248.00, "
        "\"w_await\": 1.00, \"wareq-sz\": 4.00}]}" TAIL,
        SINCE_BOOT_KEEP);
    const struct capture *capture = capture_at(captures, 0);
    check_near(summary_of(&device_named(capture, "sda")->totals).write_mib_s, 31 * 4.0 / 1024);
    g_assert_true(has_note(capture, "write-unit"));
}

static void
test_other_json_is_an_error(void)
{
    static const char *const texts[] = {"", "{", "[]", "{\"sysstat\": {\"hosts\": []}}",
        "{\"fio version\": \"fio-3.33\"}", "]]]]}}}}", "\"",
        "{\"sysstat\": {\"hosts\": [{\"statistics\": [{\"disk\": "};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) captures = parse_bytes(texts[i], strlen(texts[i]), SINCE_BOOT_AUTO, &error);
        g_assert_cmpuint(captures->len, ==, 0);
        g_assert_nonnull(error);
        g_assert_nonnull(strstr(error->message, "a.json: no complete sample"));
    }
}

static void
test_deep_nesting_does_no_harm(void)
{
    g_autofree char *deep = g_strnfill(200000, '[');
    g_autofree char *text = g_strconcat("{\"x\": ", deep, "\"sysstat\"", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) captures = parse_bytes(text, strlen(text), SINCE_BOOT_AUTO, &error);
    g_assert_cmpuint(captures->len, ==, 0);
    g_assert_nonnull(error);
}

static void
test_tokens(void)
{
    static const char text[] = "{\"a\\u00e9\\n\\\"\": [-1.5e3, true, \"long\0nul\"]} \x01 \"open";
    static const struct {
        enum json_kind kind;
        const char *text;
    } want[] = {{JSON_OBJECT, ""}, {JSON_STRING, "a\xC3\xA9\n\""}, {JSON_ARRAY, ""}, {JSON_NUMBER, "-1.5e3"},
        {JSON_WORD, "true"}, {JSON_STRING, "long nul"}, {JSON_CLOSE, ""}, {JSON_CLOSE, ""}, {JSON_STRING, "open"}};
    struct stream *stream = stream_new_memory("a.json", text, sizeof text - 1);
    g_auto(JsonReader) reader;
    json_reader_init(&reader, stream);
    struct json_token token;
    for (size_t i = 0; i < G_N_ELEMENTS(want); i++) {
        g_assert_cmpint(json_reader_next(&reader, &token, NULL), ==, want[i].kind);
        g_assert_cmpstr(token.text, ==, want[i].text);
        g_assert_true(token.cut == (i + 1 == G_N_ELEMENTS(want)));
    }
    g_assert_cmpint(json_reader_next(&reader, &token, NULL), ==, JSON_END);
    g_assert_cmpuint(reader.garbage, ==, 1);
    stream_free(stream);
}

#define TEST(name) g_test_add_func("/iostat_json/" #name, test_##name)

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST(facts_and_figures);
    TEST(old_keys_and_basic_reports);
    TEST(cut_document_gives_its_complete_samples);
    TEST(appended_documents_are_runs_of_one_host);
    TEST(missing_and_spare_commas);
    TEST(wild_rows_and_groups);
    TEST(write_rate_in_sectors_is_corrected);
    TEST(other_json_is_an_error);
    TEST(deep_nesting_does_no_harm);
    TEST(tokens);
    return g_test_run();
}
