#include "capture.h"
#include "note.h"
#include "summary.h"

#include <string.h>

static struct capture_row
row_of(double read_iops, double write_iops, double read_await_ms, double write_await_ms)
{
    struct capture_row row;
    for (int column = 0; column < CAPTURE_VALUES; column++)
        row.value[column] = NAN;
    row.value[CAPTURE_READ_IOPS] = read_iops;
    row.value[CAPTURE_WRITE_IOPS] = write_iops;
    row.value[CAPTURE_READ_AWAIT_MS] = read_await_ms;
    row.value[CAPTURE_WRITE_AWAIT_MS] = write_await_ms;
    return row;
}

static struct capture_device *
device_of(struct capture *capture, const char *name)
{
    return capture_device_named(capture, name, strlen(name));
}

static void
open_report(struct capture *capture, bool since_boot)
{
    struct capture_report report = {.time_s = CAPTURE_NO_TIME, .since_boot = since_boot};
    capture_add_report(capture, &report);
}

static double
series_value(const struct capture_device *device, enum capture_column column, guint i)
{
    return g_array_index(device->column[column], double, i);
}

static void
test_derived_columns_follow_from_their_parts(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    struct capture_device *device = device_of(capture, "sda");
    struct capture_row row = row_of(30, 10, 1, 5);
    row.value[CAPTURE_READ_MIB_S] = 2;
    row.value[CAPTURE_WRITE_MIB_S] = 0.5;
    open_report(capture, false);
    capture_add_row(capture, device, &row, 1);
    g_assert_cmpfloat(series_value(device, CAPTURE_IOPS, 0), ==, 40);
    g_assert_cmpfloat(series_value(device, CAPTURE_MIB_S, 0), ==, 2.5);
    g_assert_cmpfloat(series_value(device, CAPTURE_AWAIT_MS, 0), ==, 2);
    g_assert_null(device->column[CAPTURE_AQU_SZ]);
}

/* 0.00 is printed for the latency of nothing: it must not pull a mean down. */
static void
test_idle_rows_carry_no_latency(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    struct capture_device *device = device_of(capture, "sda");
    struct capture_row busy = row_of(10, 0, 4, 0), idle = row_of(0, 0, 0, 0);
    open_report(capture, false);
    capture_add_row(capture, device, &busy, 1);
    open_report(capture, false);
    capture_add_row(capture, device, &idle, 2);
    struct summary summary = summary_of(&device->totals);
    g_assert_cmpuint(summary.samples, ==, 2);
    g_assert_cmpfloat(summary.iops, ==, 5);
    g_assert_cmpfloat(summary.await_ms, ==, 4);
    g_assert_cmpfloat(summary.read_await_ms, ==, 4);
    g_assert_true(isnan(summary.write_await_ms));
    g_assert_true(isnan(series_value(device, CAPTURE_AWAIT_MS, 1)));
    g_assert_cmpfloat(summary.iops_max, ==, 10);
}

/* A layout with tps and no latency has no await, not one of 0. */
static void
test_absent_stays_absent(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    struct capture_device *device = device_of(capture, "sda");
    struct capture_row row = row_of(NAN, NAN, NAN, NAN);
    row.value[CAPTURE_IOPS] = 12;
    open_report(capture, false);
    capture_add_row(capture, device, &row, 1);
    struct summary summary = summary_of(&device->totals);
    g_assert_cmpfloat(summary.iops, ==, 12);
    g_assert_true(isnan(summary.await_ms));
    g_assert_true(isnan(summary.read_iops));
    g_assert_true(isnan(summary.mib_s));
    g_assert_null(device->column[CAPTURE_AWAIT_MS]);
}

static void
test_rows_since_boot_are_no_samples(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    struct capture_device *device = device_of(capture, "sda");
    struct capture_row row = row_of(1, 1, 1, 1);
    open_report(capture, true);
    capture_add_row(capture, device, &row, 1);
    g_assert_cmpuint(device->totals.samples, ==, 0);
    g_assert_cmpuint(capture->since_boot_reports, ==, 1);
    g_assert_true(isnan(summary_of(&device->totals).iops_max));
}

static void
test_kept_report_is_inserted_in_order(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    struct capture_device *device = device_of(capture, "sda");
    struct capture_row first = row_of(1, 0, 1, 0), second = row_of(2, 0, 1, 0);
    open_report(capture, true);
    open_report(capture, false);
    capture_add_row(capture, device, &second, 2);
    capture_keep_report(capture, 0);
    capture_insert_row(capture, device, 0, &first, 1);
    g_assert_cmpuint(capture->since_boot_reports, ==, 0);
    g_assert_cmpuint(device->report->len, ==, 2);
    g_assert_cmpuint(g_array_index(device->report, uint32_t, 0), ==, 0);
    g_assert_cmpfloat(series_value(device, CAPTURE_READ_IOPS, 0), ==, 1);
    g_assert_cmpfloat(series_value(device, CAPTURE_READ_IOPS, 1), ==, 2);
}

static void
test_second_row_of_a_report_is_left_out_and_noted(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, false);
    struct capture_device *device = device_of(capture, "sda");
    struct capture_row row = row_of(1, 1, 1, 1);
    open_report(capture, false);
    capture_add_row(capture, device, &row, 7);
    capture_add_row(capture, device, &row, 8);
    g_assert_cmpuint(device->totals.samples, ==, 1);
    g_assert_cmpuint(capture->notes->len, ==, 1);
    const struct note *note = g_ptr_array_index(capture->notes, 0);
    g_assert_cmpstr(note->code, ==, "double-row");
    g_assert_cmpuint(note->line, ==, 8);
}

/* A column that starts later has NAN before, so that all columns have one length. */
static void
test_late_column_is_filled_up(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    struct capture_device *device = device_of(capture, "sda");
    struct capture_row row = row_of(1, 1, 1, 1);
    open_report(capture, false);
    capture_add_row(capture, device, &row, 1);
    row.value[CAPTURE_AQU_SZ] = 3;
    open_report(capture, false);
    capture_add_row(capture, device, &row, 2);
    g_assert_cmpuint(device->column[CAPTURE_AQU_SZ]->len, ==, 2);
    g_assert_true(isnan(series_value(device, CAPTURE_AQU_SZ, 0)));
    g_assert_cmpfloat(series_value(device, CAPTURE_AQU_SZ, 1), ==, 3);
}

static void
test_devices_are_found_by_name_in_any_order(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, false);
    struct capture_device *sda = device_of(capture, "sda"), *sdb = device_of(capture, "sdb");
    open_report(capture, false);
    g_assert_true(device_of(capture, "sdb") == sdb);
    g_assert_true(device_of(capture, "sda") == sda);
    struct capture_device *sdaa = device_of(capture, "sdaa");
    open_report(capture, false);
    g_assert_true(capture_device_expected(capture) == sdb);
    g_assert_true(device_of(capture, "sdb") == sdb);
    g_assert_true(capture_device_expected(capture) == sda);
    g_assert_true(device_of(capture, "sdaa") == sdaa);
    g_assert_cmpuint(capture->devices->len, ==, 3);
}

static void
test_names_become_valid_utf8(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, false);
    struct capture_device *device = capture_device_named(capture, "sd\xff", 3);
    g_assert_cmpstr(device->name, ==, "sd\xEF\xBF\xBD");
    g_assert_true(capture_device_named(capture, "sd\xff", 3) == device);
}

static void
test_time_text(void)
{
    g_autofree char *plain = capture_time_text(1796038452, false, 0);
    g_autofree char *east = capture_time_text(1796038452, true, 19800), *west = capture_time_text(0, true, -12600);
    g_assert_cmpstr(plain, ==, "2026-11-30T11:34:12");
    g_assert_cmpstr(east, ==, "2026-11-30T11:34:12+05:30");
    g_assert_cmpstr(west, ==, "1970-01-01T00:00:00-03:30");
    g_assert_null(capture_time_text(CAPTURE_NO_TIME, true, 0));
    g_assert_null(capture_time_text(INT64_MAX, false, 0));
}

static void
test_roles_by_name(void)
{
    static const struct {
        const char *name;
        enum device_role role;
    } names[] = {
        {"sda", DEVICE_DISK},
        {"sdaa", DEVICE_DISK},
        {"sda1", DEVICE_PARTITION},
        {"sdaa12", DEVICE_PARTITION},
        {"vda", DEVICE_DISK},
        {"xvdb1", DEVICE_PARTITION},
        {"nvme0n1", DEVICE_DISK},
        {"nvme0n1p2", DEVICE_PARTITION},
        {"nvme0c0n1", DEVICE_PATH},
        {"dm-0", DEVICE_MULTIPATH},
        {"dm-127", DEVICE_MULTIPATH},
        {"mpatha", DEVICE_MULTIPATH},
        {"mpathap1", DEVICE_PARTITION},
        {"emcpowera", DEVICE_MULTIPATH},
        {"3600507680c80855a8800000000000a1f", DEVICE_MULTIPATH},
        {"rhel-root", DEVICE_LVM},
        {"vgora-lvdata", DEVICE_LVM},
        {"md0", DEVICE_MD},
        {"md127p1", DEVICE_PARTITION},
        {"loop7", DEVICE_LOOP},
        {"cciss/c0d0", DEVICE_DISK},
        {"cciss/c0d0p2", DEVICE_PARTITION},
        {"qbd0", DEVICE_DISK},
        {"ata-VENDOR_MODEL_SERIAL", DEVICE_DISK},
        {"ata-VENDOR_MODEL_SERIAL-part2", DEVICE_PARTITION},
        {"", DEVICE_DISK},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (device_role_of_name(names[i].name, false) != names[i].role)
            g_error("%s: %s", names[i].name, device_role_name(device_role_of_name(names[i].name, false)));
    }
    g_assert_cmpint(device_role_of_name("sda", true), ==, DEVICE_GROUP);
    g_assert_cmpstr(device_role_name(DEVICE_GROUP), ==, "group");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/capture/derived_columns_follow_from_their_parts", test_derived_columns_follow_from_their_parts);
    g_test_add_func("/capture/idle_rows_carry_no_latency", test_idle_rows_carry_no_latency);
    g_test_add_func("/capture/absent_stays_absent", test_absent_stays_absent);
    g_test_add_func("/capture/rows_since_boot_are_no_samples", test_rows_since_boot_are_no_samples);
    g_test_add_func("/capture/kept_report_is_inserted_in_order", test_kept_report_is_inserted_in_order);
    g_test_add_func(
        "/capture/second_row_of_a_report_is_left_out_and_noted", test_second_row_of_a_report_is_left_out_and_noted);
    g_test_add_func("/capture/late_column_is_filled_up", test_late_column_is_filled_up);
    g_test_add_func("/capture/devices_are_found_by_name_in_any_order", test_devices_are_found_by_name_in_any_order);
    g_test_add_func("/capture/names_become_valid_utf8", test_names_become_valid_utf8);
    g_test_add_func("/capture/time_text", test_time_text);
    g_test_add_func("/capture/roles_by_name", test_roles_by_name);
    return g_test_run();
}
