/* Samples as a tidy table: every cell, absent ones, times, CSV and JSON. */
#include "export.h"
#include "iostat.h"

#include <jansson.h>
#include <string.h>

static char *
exported(const char *text, enum export_format format, const char *const *globs, uint64_t rows)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    g_autoptr(GPtrArray) captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    struct stream *stream = stream_new_memory("a,b.log", text, strlen(text));
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, captures, &error));
    stream_free(stream);
    char *written = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&written, &len);
    struct export *export = export_new(format, out);
    g_assert_cmpuint(export_capture(export, g_ptr_array_index(captures, 0), globs), ==, rows);
    g_assert_true(export_finish(export));
    fclose(out);
    char *copy = g_strndup(written, len);
    free(written);
    return copy;
}

#define LOG                                                                                                            \
    "Linux 5.14.0 (db1) \t2026-11-30 \t_x86_64_\t(8 CPU)\n\n"                                                          \
    "2026-11-30T23:59:59+0100\nDevice r/s w/s rkB/s wkB/s r_await w_await aqu-sz %util\nsda 9.00 9 9 9 9 9 9 9\n\n"    \
    "2026-12-01T00:00:00+0100\nDevice r/s w/s rkB/s wkB/s r_await w_await aqu-sz %util\n"                              \
    "sda 100.25 0.00 1024.00 0.00 0.50 0.00 0.07 10.10\nvg-a 1.00 3.00 1.00 0.00 0.50 0.25 0.00 100.03\n\n"            \
    "2026-12-01T00:00:01+0100\nDevice r/s w/s rkB/s wkB/s r_await w_await aqu-sz %util\n"                              \
    "vg-a 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00\n"
#define HEAD                                                                                                           \
    "file,host,device,sample,time_utc,time_local,read_iops,write_iops,iops,read_mib_s,write_mib_s,mib_s,"              \
    "read_await_ms,write_await_ms,await_ms,aqu_sz,util_pct\n"

static void
test_one_row_a_device_and_sample(void)
{
    g_autofree char *csv = exported(LOG, EXPORT_CSV, NULL, 3);
    g_assert_cmpstr(csv, ==,
        HEAD "\"a,b.log\",db1,sda,0,2026-11-30T23:00:00Z,2026-12-01T00:00:00,100.25,0,100.25,1,0,1,0.5,,0.5,0.07,10.1\n"
             "\"a,b.log\",db1,vg-a,0,2026-11-30T23:00:00Z,2026-12-01T00:00:00,1,3,4,0.0009765625,0,0.0009765625,0.5,"
             "0.25,0.3125,0,100.03\n"
             "\"a,b.log\",db1,vg-a,1,2026-11-30T23:00:01Z,2026-12-01T00:00:01,0,0,0,0,0,0,,,,0,0\n");
}

static void
test_only_the_devices_asked_for(void)
{
    static const char *const globs[] = {"/dev/sd*", NULL}, *const none[] = {"nvme*", NULL};
    g_autofree char *csv = exported(LOG, EXPORT_CSV, globs, 1), *empty = exported(LOG, EXPORT_CSV, none, 0);
    g_assert_null(strstr(csv, "vg-a"));
    g_assert_cmpstr(empty, ==, HEAD);
}

static void
test_json_has_no_key_for_what_is_absent(void)
{
    g_autofree char *text = exported(LOG, EXPORT_JSON, NULL, 3);
    json_t *root = json_loads(text, 0, NULL), *samples = json_object_get(root, "samples");
    g_assert_cmpuint(json_array_size(samples), ==, 3);
    json_t *sda = json_array_get(samples, 0);
    g_assert_cmpstr(json_string_value(json_object_get(sda, "time_utc")), ==, "2026-11-30T23:00:00Z");
    g_assert_cmpfloat(json_number_value(json_object_get(sda, "read_iops")), ==, 100.25);
    g_assert_null(json_object_get(sda, "write_await_ms"));
    json_decref(root);
    static const char *const none[] = {"nvme*", NULL};
    g_autofree char *empty = exported(LOG, EXPORT_JSON, none, 0);
    root = json_loads(empty, 0, NULL);
    g_assert_cmpuint(json_array_size(json_object_get(root, "samples")), ==, 0);
    json_decref(root);
}

static void
test_times_without_a_zone_are_local_only_and_names_are_escaped(void)
{
    g_autofree char *json = exported("Linux 5 (h\"\\x) \t11/30/26\n\nDevice: tps kB_read/s kB_wrtn/s kB_read kB_wrtn\n"
                                     "sda 1.00 1.00 1.00 1 1\n\nDevice: tps kB_read/s kB_wrtn/s kB_read kB_wrtn\n"
                                     "sda 2.33 1024.00 2048.00 1 1\n",
        EXPORT_JSON, NULL, 1);
    json_t *root = json_loads(json, 0, NULL);
    g_assert_nonnull(root);
    json_t *row = json_array_get(json_object_get(root, "samples"), 0);
    g_assert_cmpstr(json_string_value(json_object_get(row, "host")), ==, "h\"\\x");
    g_assert_null(json_object_get(row, "time_utc"));
    g_assert_null(json_object_get(row, "time_local"));
    g_assert_null(json_object_get(row, "read_iops"));
    g_assert_cmpfloat(json_number_value(json_object_get(row, "iops")), ==, 2.33);
    g_assert_cmpfloat(json_number_value(json_object_get(row, "mib_s")), ==, 3);
    json_decref(root);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/export/one_row_a_device_and_sample", test_one_row_a_device_and_sample);
    g_test_add_func("/export/only_the_devices_asked_for", test_only_the_devices_asked_for);
    g_test_add_func("/export/json_has_no_key_for_what_is_absent", test_json_has_no_key_for_what_is_absent);
    g_test_add_func("/export/times_without_a_zone_are_local_only_and_names_are_escaped",
        test_times_without_a_zone_are_local_only_and_names_are_escaped);
    return g_test_run();
}
