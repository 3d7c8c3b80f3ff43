#include "load_devices.h"

#include "load_findings.h"

#include <math.h>
#include <string.h>

/* Three houses of 10, 20 and 30 kW that need 45 kW together at most: coincidence 0.75, diversity 1.33. */
static void
coincidence_is_that_of_the_textbook(void)
{
    const double peaks[] = {10, 20, 30};
    struct coincidence coincidence = coincidence_of(45, peaks, 3);
    g_assert_cmpfloat(coincidence.sum_of_peaks, ==, 60);
    g_assert_cmpfloat(coincidence.factor, ==, 0.75);
    g_assert_cmpfloat_with_epsilon(coincidence.diversity, 4.0 / 3, 1e-12);
}

static void
coincidence_of_nothing_is_not_known(void)
{
    g_assert_true(isnan(coincidence_of(NAN, (const double[]){1, 2}, 2).factor));
    g_assert_true(isnan(coincidence_of(5, (const double[]){1, NAN}, 2).factor));
    g_assert_true(isnan(coincidence_of(0, (const double[]){0, 0}, 2).factor));
    g_assert_true(isnan(coincidence_of(1, NULL, 0).sum_of_peaks));
}

static void
purposes_are_told_from_numbers_of_the_kernel(void)
{
    static const struct {
        const char *name, *group;
    } of[] = {{"DATA_01", "DATA"}, {"asm-redo2", "asm-redo"}, {"sdata_1", "sdata"}, {"fra.10", "fra"}, {"redo", NULL},
        {"sda", NULL}, {"sda1", NULL}, {"sdaa12", NULL}, {"dm-12", NULL}, {"nvme0n1", NULL}, {"mpathb1", NULL},
        {"emcpowera3", NULL}, {"3600a098000", NULL}, {"17", NULL}, {"_1", NULL}, {"", NULL}};
    for (size_t i = 0; i < G_N_ELEMENTS(of); i++) {
        g_autofree char *group = device_group_name(of[i].name);
        g_assert_cmpstr(group, ==, of[i].group);
    }
}

/* Samples of 1 s at 1, 2, ... of one device; none of the other columns. */
static void
add_device(struct capture *capture, const char *name, const double *reads, const double *writes, guint n)
{
    struct capture_device *device = capture_device_named(capture, name, strlen(name));
    for (guint i = 0; i < n; i++) {
        struct capture_row row;
        for (guint c = 0; c < CAPTURE_COLUMNS; c++)
            row.value[c] = NAN;
        row.value[CAPTURE_READ_IOPS] = reads[i];
        row.value[CAPTURE_WRITE_IOPS] = writes[i];
        row.value[CAPTURE_READ_MIB_S] = reads[i] / 128;
        row.value[CAPTURE_WRITE_MIB_S] = writes[i] / 64;
        capture_insert_row(capture, device, i, &row, 0);
    }
}

/* Two devices of data and one of redo: DATA peaks in the second sample, redo in the third, all together in the third.
 */
static void
groups_peak_at_their_own_moments(void)
{
    g_autoptr(Capture) capture = capture_new("a.log", CAPTURE_TEXT, true);
    for (int i = 0; i < 3; i++) {
        struct capture_report one = {.time_s = 1000 + i};
        capture_add_report(capture, &one);
    }
    capture->interval_s = 1;
    add_device(capture, "DATA_01", (const double[]){100, 400, 300}, (const double[]){0, 0, 0}, 3);
    add_device(capture, "DATA_02", (const double[]){100, 500, 300}, (const double[]){0, 0, 0}, 3);
    add_device(capture, "REDO_01", (const double[]){0, 0, 0}, (const double[]){50, 10, 450}, 3);
    g_autoptr(GPtrArray) captures = g_ptr_array_new();
    g_ptr_array_add(captures, capture);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < capture->devices->len; i++)
        g_ptr_array_add(names, ((struct capture_device *)g_ptr_array_index(capture->devices, i))->name);
    g_autoptr(Layer) layer = layer_of_names(names);
    struct run run = {.captures = captures, .from_s = CAPTURE_NO_TIME, .to_s = CAPTURE_NO_TIME, .concurrency = NAN};
    struct load_finding *load = load_finding_new(LOAD_LOG, g_strdup("a.log"));
    load->run = &run;
    load->series = series_of(capture, layer);
    load->demand = demand_of_series(load->series);
    load_group_devices(load, layer, NULL);
    g_assert_nonnull(load->parts);
    g_assert_cmpuint(load->parts->len, ==, 2);
    for (guint i = 0; i < 2; i++) {
        const struct load_part *part = g_ptr_array_index(load->parts, i);
        bool is_data = g_str_equal(part->name, "DATA");
        g_assert_true(is_data || g_str_equal(part->name, "REDO"));
        g_assert_cmpuint(part->devices->len, ==, is_data ? 2 : 1);
        g_assert_cmpfloat(part->demand.iops.peak, ==, is_data ? 900 : 450);
        g_assert_cmpfloat(part->iops_then, ==, is_data ? 600 : 450);
        g_assert_cmpfloat(part->write_iops_then, ==, is_data ? 0 : 450);
        g_assert_cmpfloat(part->demand.read_pct, ==, is_data ? 100 : 0);
    }
    g_assert_cmpfloat(load->coincidence_iops.peak_of_sum, ==, 1050);
    g_assert_cmpfloat(load->coincidence_iops.sum_of_peaks, ==, 1350);
    g_assert_cmpfloat_with_epsilon(load->coincidence_iops.factor, 1050.0 / 1350, 1e-12);
    load_finding_free(load);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/load_parts/" #name, name)
    ADD(coincidence_is_that_of_the_textbook);
    ADD(coincidence_of_nothing_is_not_known);
    ADD(purposes_are_told_from_numbers_of_the_kernel);
    ADD(groups_peak_at_their_own_moments);
    return g_test_run();
}
