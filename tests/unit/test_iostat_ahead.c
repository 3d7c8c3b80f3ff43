/* A log read by several threads gives what one thread reads, wherever the blocks end: checked to the last bit. */
#include "capture_dump.h"
#include "cursor.h"
#include "iostat.h"
#include "random.h"

#include <string.h>

#define HEADER "Device            r/s     rMB/s r_await     w/s     wMB/s w_await  aqu-sz  %util\n"
#define KB_HEADER "Device            r/s     rkB/s r_await     w/s     wkB/s w_await  aqu-sz  %util\n"
#define CPU_HEADER "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n"

static void
append_banner(GString *out, const char *host)
{
    g_string_append_printf(out, "Linux 5.14.0-1.x86_64 (%s) \t11/30/26 \t_x86_64_\t(8 CPU)\n\n", host);
}

static void
append_row(GString *out, const char *name, uint64_t *random)
{
    int r = (int)(next_random(random) * 200000), w = (int)(next_random(random) * 3000);
    g_string_append_printf(out, "%-13s %d.%02d   %d.%02d   0.%02d  %d.00  %d.%02d  1.%02d  0.25  %d.10\n", name, r / 7,
        r % 100, r / 31, r % 97, r % 89, w, w / 13, w % 100, w % 83, w % 100);
}

static void
append_stamp(GString *out, int64_t time_s, const char *form)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(time_s);
    g_autofree char *text = g_date_time_format(time, form);
    g_string_append_printf(out, "%s\n", text);
}

static void
append_report(GString *out, const char *header, guint devices, uint64_t *random)
{
    g_string_append(out, CPU_HEADER);
    g_string_append_printf(
        out, "          %d.25    0.50    2.00    3.00    0.00   60.00\n\n", (int)(next_random(random) * 30));
    g_string_append(out, header);
    for (guint i = 0; i < devices; i++) {
        g_autofree char *name = g_strdup_printf(i == 0 ? "dm-%u" : "sd%c", i == 0 ? 0 : 'a' + i);
        append_row(out, name, random);
    }
    g_string_append(out, "\n\n");
}

#define START_S INT64_C(1796082000) /* 2026-11-30 23:40:00 */
#define REPORTS 30

/* Reports one after the other, stamped in `form` from `start_s` on; NULL: not stamped. */
static void
append_log(GString *out, const char *host, const char *form, int64_t start_s, uint64_t *random)
{
    append_banner(out, host);
    for (int i = 0; i < REPORTS; i++) {
        if (form != NULL)
            append_stamp(out, start_s + i, form);
        append_report(out, HEADER, 3, random);
    }
}

static char *
plain_log(uint64_t *random)
{
    GString *out = g_string_new(NULL);
    append_log(out, "db1", "%m/%d/%y %H:%M:%S", START_S, random);
    return g_string_free(out, FALSE);
}

static char *
midnight_log(uint64_t *random)
{
    GString *out = g_string_new(NULL);
    append_log(out, "db1", "Time: %I:%M:%S %p", INT64_C(1796083185), random); /* 23:59:45 */
    append_log(out, "db1", "%m/%d/%Y %I:%M:%S %p", INT64_C(1796083185), random);
    return g_string_free(out, FALSE);
}

/* Clocks go back and forth by an hour, and a log is appended that is older. */
static char *
clock_change_log(uint64_t *random)
{
    GString *out = g_string_new(NULL);
    append_log(out, "db1", "%d/%m/%y %H:%M:%S", START_S, random);
    for (int i = 0; i < REPORTS; i++) {
        append_stamp(out, START_S + i - (i > 9 ? 3600 : 0) + (i > 19 ? 7200 : 0), "%Y-%m-%dT%H:%M:%S+0100");
        append_report(out, HEADER, 3, random);
    }
    append_log(out, "db1", "%d/%m/%y %H:%M:%S", START_S - 86400, random);
    return g_string_free(out, FALSE);
}

/* Banners in the middle, another unit, devices that come and go, rows of wild and missing values, other text. */
static char *
banner_log(uint64_t *random)
{
    GString *out = g_string_new(NULL);
    append_log(out, "db1", "%m/%d/%y %H:%M:%S", START_S, random);
    append_banner(out, "db1");
    for (int i = 0; i < REPORTS; i++) {
        append_stamp(out, START_S + 100 + i, "%m/%d/%y %H:%M:%S");
        append_report(out, i < 20 ? HEADER : KB_HEADER, i % 7 == 3 ? 5 : 3, random);
        if (i % 5 == 2)
            g_string_append(out,
                "nohup: ignoring input\n" HEADER "dm-0 1.00 2.00 3.00\nsdb 1844674407370955161.60 1.00 "
                "1.00 1.00 1.00 1.00 1.00 1.00\n\n");
    }
    append_log(out, "db2", NULL, 0, random); /* another host */
    append_log(out, "db1", "%m/%d/%y %H:%M:%S", START_S + 200, random);
    return g_string_free(out, FALSE);
}

/* The first report is a sample of iostat -y: seen from the rates of the later ones. */
static char *
whole_rates_log(uint64_t *random)
{
    GString *out = g_string_new(NULL);
    append_banner(out, "db1");
    for (int i = 0; i < REPORTS; i++) {
        g_string_append(out, HEADER);
        for (int d = 0; d < 6; d++)
            g_string_append_printf(out, "sd%c %d.00 1.00 0.50 %d.00 1.00 0.50 0.10 10.00\n", 'a' + d,
                1 + (int)(next_random(random) * 900), 1 + (int)(next_random(random) * 900));
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

/* A prefix before every line; two hosts take turns. */
static char *
prefix_log(uint64_t *random)
{
    g_autoptr(GString) out = g_string_new(NULL);
    GString *prefixed = g_string_new(NULL);
    append_log(out, "db1", "%m/%d/%y %H:%M:%S", START_S, random);
    g_auto(GStrv) lines = g_strsplit(out->str, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        g_string_append_printf(prefixed, "node%u: %s\n", 1u, lines[i]);
        g_string_append_printf(prefixed, "node%u: %s\n", 2u, lines[i]);
    }
    return g_string_free(prefixed, FALSE);
}

/* Split tables, device last; carriage returns; colours; a line beyond all limits; a cut end. */
static char *
odd_lines_log(uint64_t *random)
{
    GString *out = g_string_new(NULL);
    append_log(out, "db1", "%m/%d/%y %H:%M:%S", START_S, random);
    for (int i = 0; i < 12; i++)
        g_string_append(out, "     r/s     rkB/s r_await Device\n   10.00    100.00    1.00 sda\n\n"
                             "     w/s     wkB/s w_await Device\n   20.00    400.00    2.00 sda\n\n"
                             "  aqu-sz  %util Device\n    0.10    5.0 sda\n\n");
    for (int i = 0; i < 12; i++)
        g_string_append(out, KB_HEADER "\033[1msda\033[0m 1.00 1.00 1.00 1.00 1.00 1.00 1.00 1.00\r\n\r\n");
    for (size_t i = 0; i < 2 * CURSOR_BLOCK; i++)
        g_string_append_c(out, (char)('a' + i % 26));
    g_string_append_c(out, '\n');
    for (int i = 0; i < REPORTS; i++)
        append_report(out, HEADER, 3, random);
    g_string_append(out, HEADER "dm-0 1.00 2.00 3.00 4.00 5.00 6.00 7.00 8.0");
    return g_string_free(out, FALSE);
}

static char *
dump_of(const char *text, unsigned jobs, size_t block_bytes)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.jobs = jobs;
    options.block_bytes = block_bytes;
    g_autoptr(GPtrArray) captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    struct stream *stream = stream_new_memory("a.log", text, strlen(text));
    stream_hash_start(stream);
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, captures, &error));
    g_assert_no_error(error);
    g_autofree char *sha256 = stream_sha256(stream), *dump = dump_captures(captures);
    g_assert_cmpuint(stream_bytes(stream), ==, strlen(text));
    stream_free(stream);
    return g_strconcat(sha256, "\n", dump, NULL);
}

static void
check_split_points(char *(*log)(uint64_t *), size_t first, size_t last, size_t step)
{
    uint64_t random = 7;
    g_autofree char *text = log(&random), *want = dump_of(text, 1, 0);
    g_assert_nonnull(strstr(want, "report "));
    for (size_t block = first; block <= last; block += step) {
        g_autofree char *got = dump_of(text, 2 + (unsigned)(block % 3), block);
        if (!g_str_equal(got, want))
            g_error("blocks of %zu bytes change the result", block);
    }
}

static void
test_plain_log_is_the_same_at_every_split_point(void)
{
    check_split_points(plain_log, 1, 900, 3);
}

static void
test_midnight_is_the_same_at_every_split_point(void)
{
    check_split_points(midnight_log, 1, 1500, 13);
}

static void
test_clock_changes_are_the_same_at_every_split_point(void)
{
    check_split_points(clock_change_log, 1, 1500, 13);
}

static void
test_banners_and_hosts_are_the_same_at_every_split_point(void)
{
    check_split_points(banner_log, 1, 1500, 13);
}

static void
test_first_report_is_judged_the_same_at_every_split_point(void)
{
    check_split_points(whole_rates_log, 1, 700, 11);
}

static void
test_prefixes_are_the_same_at_every_split_point(void)
{
    check_split_points(prefix_log, 1, 1500, 17);
}

static void
test_odd_lines_are_the_same_at_every_split_point(void)
{
    check_split_points(odd_lines_log, 100, 9000, 239);
    check_split_points(odd_lines_log, CURSOR_BLOCK - 2, CURSOR_BLOCK + 2, 1);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func(
        "/iostat_ahead/plain_log_is_the_same_at_every_split_point", test_plain_log_is_the_same_at_every_split_point);
    g_test_add_func(
        "/iostat_ahead/midnight_is_the_same_at_every_split_point", test_midnight_is_the_same_at_every_split_point);
    g_test_add_func("/iostat_ahead/clock_changes_are_the_same_at_every_split_point",
        test_clock_changes_are_the_same_at_every_split_point);
    g_test_add_func("/iostat_ahead/banners_and_hosts_are_the_same_at_every_split_point",
        test_banners_and_hosts_are_the_same_at_every_split_point);
    g_test_add_func("/iostat_ahead/first_report_is_judged_the_same_at_every_split_point",
        test_first_report_is_judged_the_same_at_every_split_point);
    g_test_add_func(
        "/iostat_ahead/prefixes_are_the_same_at_every_split_point", test_prefixes_are_the_same_at_every_split_point);
    g_test_add_func(
        "/iostat_ahead/odd_lines_are_the_same_at_every_split_point", test_odd_lines_are_the_same_at_every_split_point);
    return g_test_run();
}
