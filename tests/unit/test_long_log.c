/* Logs too long to keep all of: which samples stay in memory, and that nothing is made of what is not there. */
#include "capture_dump.h"
#include "devices.h"
#include "iostat.h"
#include "random.h"
#include "run_series.h"

#include <string.h>

#define REPORTS 3000u

/* dm-0 over two paths, and a partition. */
static char *
log_of_a_map(void)
{
    GString *out = g_string_new("Linux 5.14.0-1.x86_64 (db1) \t11/30/26 \t_x86_64_\t(8 CPU)\n\n");
    uint64_t random = 3;
    for (unsigned i = 0; i < REPORTS; i++) {
        int one = (int)(next_random(&random) * 1000), two = (int)(next_random(&random) * 1000);
        g_string_append_printf(out,
            "Device r/s rMB/s r_await w/s wMB/s w_await aqu-sz %%util\n"
            "dm-0 %d.00 1.00 0.50 0.00 0.00 0.00 0.10 10.00\n"
            "sdb %d.00 1.00 0.50 0.00 0.00 0.00 0.10 10.00\n"
            "sdc %d.00 1.00 0.50 0.00 0.00 0.00 0.10 10.00\n"
            "sda1 3.00 1.00 0.50 0.00 0.00 0.00 0.10 10.00\n\n",
            one + two, one, two);
    }
    return g_string_free(out, FALSE);
}

static struct capture *
parse(const struct iostat_options *asked)
{
    /* Whole rates look like those of iostat -y: the first report is no sample all the same. */
    struct iostat_options options = *asked;
    options.since_boot = SINCE_BOOT_DROP;
    g_autofree char *text = log_of_a_map();
    g_autoptr(GPtrArray) captures = g_ptr_array_new();
    struct stream *stream = stream_new_memory("long.log", text, strlen(text));
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, captures, &error));
    stream_free(stream);
    g_assert_cmpuint(captures->len, ==, 1);
    return g_ptr_array_index(captures, 0);
}

static const struct capture_device *
device_named(const struct capture *capture, const char *name)
{
    const struct capture_device *device = g_hash_table_lookup(capture->device_by_name, name);
    g_assert_nonnull(device);
    return device;
}

static struct iostat_options
options_of_long_log(const char *const *globs)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.series_values_max = 20000; /* passed after some 450 reports */
    options.choose = layer_thin_others;
    options.choose_data = globs;
    return options;
}

static void
check_thin(const struct capture_device *device)
{
    g_assert_true(device->is_thin);
    g_assert_cmpuint(device->totals.samples, ==, REPORTS - 1);
    g_assert_cmpuint(device->report->len, <=, CAPTURE_THIN_SAMPLES);
    g_assert_cmpuint(device->report->len, >=, CAPTURE_THIN_SAMPLES / 2 - 1);
    g_assert_cmpuint(device->column[CAPTURE_IOPS]->len, ==, device->report->len);
    g_assert_cmpuint(g_array_index(device->report, uint32_t, device->report->len - 1), >, REPORTS - 16);
}

static void
test_thin_series_are_spread_over_the_log_and_totals_are_whole(void)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    g_autoptr(Capture) whole = parse(&options);
    options.thin_series = true;
    g_autoptr(Capture) thin = parse(&options);
    for (guint i = 0; i < thin->devices->len; i++) {
        const struct capture_device *device = g_ptr_array_index(thin->devices, i);
        const struct capture_device *same = device_named(whole, device->name);
        check_thin(device);
        g_assert_true(memcmp(&device->totals, &same->totals, sizeof device->totals) == 0);
        for (guint row = 0; row < device->report->len; row++) {
            uint32_t report = g_array_index(device->report, uint32_t, row);
            g_assert_cmpuint(report % thin->thin_every, ==, 0);
            /* The first report is the average since boot: sample i is that of report i + 1. */
            g_assert_cmpfloat(g_array_index(device->column[CAPTURE_IOPS], double, row), ==,
                g_array_index(same->column[CAPTURE_IOPS], double, report - 1));
        }
    }
}

static void
test_roles_are_told_from_thin_series(void)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = options.thin_series = true;
    g_autoptr(Capture) capture = parse(&options);
    g_autoptr(Layer) roles = layer_of_roles(capture, NULL);
    const enum device_role want[] = {DEVICE_MULTIPATH, DEVICE_PATH, DEVICE_PATH, DEVICE_PARTITION};
    for (guint i = 0; i < G_N_ELEMENTS(want); i++)
        g_assert_cmpint(layer_device_at(roles, i)->role, ==, want[i]);
}

static void
test_devices_of_the_layer_keep_all_samples(void)
{
    struct iostat_options options = options_of_long_log(NULL);
    g_autoptr(Capture) capture = parse(&options);
    g_assert_cmpuint(device_named(capture, "dm-0")->report->len, ==, REPORTS - 1);
    g_assert_false(device_named(capture, "dm-0")->is_thin);
    check_thin(device_named(capture, "sdb"));
    check_thin(device_named(capture, "sda1"));
    g_autofree char *dump = dump_captures(&(GPtrArray){.pdata = (void **)&capture, .len = 1});
    g_assert_nonnull(strstr(dump, "note 0 thin-series"));
}

static void
test_devices_asked_for_keep_all_samples(void)
{
    static const char *const globs[] = {"sd?", NULL};
    struct iostat_options options = options_of_long_log(globs);
    g_autoptr(Capture) capture = parse(&options);
    g_assert_cmpuint(device_named(capture, "sdb")->report->len, ==, REPORTS - 1);
    g_assert_cmpuint(device_named(capture, "sdc")->report->len, ==, REPORTS - 1);
    check_thin(device_named(capture, "dm-0"));
    check_thin(device_named(capture, "sda1"));
}

static void
test_no_series_is_made_of_thin_devices(void)
{
    static const char *const globs[] = {"sdb", NULL};
    struct iostat_options options = options_of_long_log(globs);
    g_autoptr(Capture) capture = parse(&options);
    g_autoptr(Layer) kept = layer_of_device("sdb"), thin = layer_of_device("sdc");
    g_autoptr(Series) whole = series_of(capture, kept), none = series_of(capture, thin);
    g_assert_cmpuint(whole->n, ==, REPORTS - 1);
    g_assert_cmpuint(none->n, ==, 0);
    g_autoptr(GPtrArray) captures = g_ptr_array_new(), notes = notes_new();
    g_ptr_array_add(captures, capture);
    struct run run = {.captures = captures, .from_s = CAPTURE_NO_TIME, .to_s = CAPTURE_NO_TIME};
    g_assert_null(run_series(&run, thin, notes));
    g_assert_cmpuint(notes->len, ==, 1);
    g_assert_cmpstr(((const struct note *)g_ptr_array_index(notes, 0))->code, ==, "thin-series");
    g_assert_cmpint(((const struct note *)g_ptr_array_index(notes, 0))->level, ==, NOTE_ERROR);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/long_log/thin_series_are_spread_over_the_log_and_totals_are_whole",
        test_thin_series_are_spread_over_the_log_and_totals_are_whole);
    g_test_add_func("/long_log/roles_are_told_from_thin_series", test_roles_are_told_from_thin_series);
    g_test_add_func("/long_log/devices_of_the_layer_keep_all_samples", test_devices_of_the_layer_keep_all_samples);
    g_test_add_func("/long_log/devices_asked_for_keep_all_samples", test_devices_asked_for_keep_all_samples);
    g_test_add_func("/long_log/no_series_is_made_of_thin_devices", test_no_series_is_made_of_thin_devices);
    return g_test_run();
}
