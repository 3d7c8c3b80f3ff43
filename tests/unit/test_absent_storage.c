/* Logs that do not show the storage that did the work. */
#include "absent_storage.h"
#include "note.h"

#include <math.h>

/* A run with a log of one device, and a report of fio and of AWR. NAN: none. */
static const struct note *
note_of(double device_iops_max, double fio_iops, double awr_iops, GPtrArray *notes)
{
    struct capture *capture = capture_new("qd8.log", CAPTURE_TEXT, false);
    struct capture_device *device = capture_device_named(capture, "sda", 3);
    struct capture_report report = {.time_s = CAPTURE_NO_TIME};
    capture_add_report(capture, &report);
    struct capture_row row;
    for (int i = 0; i < CAPTURE_VALUES; i++)
        row.value[i] = NAN;
    row.value[CAPTURE_IOPS] = device_iops_max;
    if (!isnan(device_iops_max))
        capture_add_row(capture, device, &row, 1);
    struct fio_run fio = {.path = (char *)"qd8.json", .iops = fio_iops};
    struct awr awr = {
        .path = (char *)"awr.html", .rates = {.read_requests_per_s = awr_iops, .write_requests_per_s = 0}};
    g_autoptr(GPtrArray) captures = g_ptr_array_new(), awrs = g_ptr_array_new(), loads = g_ptr_array_new(),
                         ladders = g_ptr_array_new();
    g_ptr_array_add(captures, capture);
    if (!isnan(awr_iops))
        g_ptr_array_add(awrs, &awr);
    struct run run = {.captures = captures, .awrs = awrs, .fio = isnan(fio_iops) ? NULL : &fio};
    g_ptr_array_add(loads, &run);
    struct study study = {.ladders = ladders, .loads = loads};
    absent_storage_note(&study, notes);
    capture_free(capture);
    return notes->len > 0 ? g_ptr_array_index(notes, 0) : NULL;
}

static void
test_idle_devices_under_a_load_are_told(void)
{
    g_autoptr(GPtrArray) fio = notes_new(), awr = notes_new();
    const struct note *note = note_of(12, 50000, NAN, fio);
    g_assert_cmpstr(note->code, ==, "storage-not-in-log");
    g_assert_cmpstr(note->text, ==,
        "qd8.log: its devices did at most 12 IOPS at any time, while fio counted 50000 (qd8.json): the measured "
        "storage "
        "is not in the log (NFS, or devices that iostat was not told to show)");
    g_assert_cmpint(note->level, ==, NOTE_WARNING);
    g_assert_nonnull(note_of(99, 10, 1000, awr));
}

static void
test_devices_that_did_some_of_it_are_not(void)
{
    g_autoptr(GPtrArray) notes = notes_new();
    g_assert_null(note_of(100, NAN, 1000, notes)); /* a tenth: caches and other layers may explain it */
    g_assert_null(note_of(12, 99, NAN, notes));    /* no load to speak of */
    g_assert_null(note_of(12, NAN, NAN, notes));   /* nobody tells of one */
    g_assert_null(note_of(NAN, 5000, NAN, notes)); /* no sample: said elsewhere */
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/absent_storage/idle_devices_under_a_load_are_told", test_idle_devices_under_a_load_are_told);
    g_test_add_func("/absent_storage/devices_that_did_some_of_it_are_not", test_devices_that_did_some_of_it_are_not);
    return g_test_run();
}
