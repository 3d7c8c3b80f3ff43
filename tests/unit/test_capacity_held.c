#include "capacity_held.h"

#include <math.h>
#include <string.h>

/* The two workloads of the study: 156,540 IOPS of pure reads, 145,784 of nine reads in ten, 8 KiB each. */
static const struct measured_point read100 = {.workload = (char *)"read100",
    .read_pct = 100,
    .io_kib = 8,
    .concurrency = 80,
    .iops = 156540,
    .mib_s = 156540 * 8 / 1024.0,
    .latency_ms = 0.401,
    .latency_ceiling_ms = 1,
    .point = SIZING_AT_BEST,
    .saturated = true};
static const struct measured_point mix90 = {.workload = (char *)"mix90",
    .read_pct = 90,
    .io_kib = 8,
    .concurrency = 64,
    .iops = 145784,
    .mib_s = 145784 * 8 / 1024.0,
    .latency_ms = 0.377,
    .latency_ceiling_ms = 1,
    .point = SIZING_AT_BEST,
    .saturated = true};

static GArray *
points_of(const struct measured_point *first, const struct measured_point *second)
{
    GArray *points = g_array_new(FALSE, TRUE, sizeof(struct measured_point));
    g_array_append_vals(points, first, 1);
    if (second)
        g_array_append_vals(points, second, 1);
    return points;
}

struct asked {
    double read_pct, io_kib, iops;
};

/* At a utilisation limit of 0.8 and a ceiling of 1 ms; MiB/s follow from size and IOPS. */
static struct capacity_held
hold(const GArray *points, struct asked asked)
{
    struct measured_load load = {asked.read_pct, asked.io_kib};
    struct sizing_need need = {.iops = asked.iops,
        .mib_s = asked.iops * asked.io_kib / 1024,
        .capacity_gib = NAN,
        .utilisation_limit = 0.8,
        .latency_ceiling_ms = 1};
    return capacity_hold(points, &load, &need, NULL);
}

static void
check(const GArray *points, struct asked asked, enum capacity_verdict verdict, const char *workload, unsigned remarks)
{
    struct capacity_held held = hold(points, asked);
    g_assert_cmpint(held.verdict, ==, verdict);
    g_assert_cmpstr(held.workload, ==, workload);
    g_assert_cmphex(held.remarks, ==, remarks);
    capacity_held_release(&held);
}

/* 156,540 x 0.8 = 125,232 are usable. */
static void
usable_is_the_point_times_the_limit(void)
{
    g_autoptr(GArray) points = points_of(&mix90, &read100);
    struct capacity_held held = hold(points, (struct asked){100, 8, 100000});
    g_assert_cmpint(held.verdict, ==, CAPACITY_FITS);
    g_assert_cmpstr(held.workload, ==, "read100");
    g_assert_null(held.other);
    g_assert_cmpfloat_with_epsilon(held.usable_iops, 125232, 1e-6);
    g_assert_cmpfloat_with_epsilon(held.usable_mib_s, 978.375, 1e-9);
    g_assert_cmpfloat_with_epsilon(held.iops_utilisation_pct, 63.881436, 1e-6);
    g_assert_cmpfloat_with_epsilon(held.mib_s_utilisation_pct, 63.881436, 1e-6);
    g_assert_cmpfloat(held.read_pct_apart, ==, 0);
    g_assert_cmpfloat(held.io_size_ratio, ==, 1);
    g_assert_cmphex(held.remarks, ==, 0);
    capacity_held_release(&held);
    check(points, (struct asked){100, 8, 125232}, CAPACITY_FITS, "read100", 0);
    check(points, (struct asked){100, 8, 125233}, CAPACITY_DOES_NOT_FIT, "read100", 0);
    check(points, (struct asked){90, 8, 116627}, CAPACITY_FITS, "mix90", 0); /* 145,784 x 0.8 = 116,627.2 */
    check(points, (struct asked){90, 8, 116628}, CAPACITY_DOES_NOT_FIT, "mix90", 0);
}

/* 50 points from reads alone and from writes alone: nothing like the load was measured. 20 from one of them is near
 * enough: 1 / (0.8 / 156,540 + 0.2 / 100,000) = 140,636.79. */
static void
far_workloads_are_not_interpolated(void)
{
    struct measured_point reads = read100, writes = mix90;
    writes.read_pct = 0;
    writes.iops = 100000;
    g_autoptr(GArray) points = points_of(&reads, &writes);
    check(points, (struct asked){50, 8, 1000}, CAPACITY_CANNOT_TELL, "read100", CAPACITY_READ_SHARE_TOO_FAR);
    struct capacity_held held = hold(points, (struct asked){80, 8, 100000});
    g_assert_cmpfloat_with_epsilon(held.point.iops, 140636.792, 1e-3);
    g_assert_cmphex(held.remarks & CAPACITY_INTERPOLATED, ==, CAPACITY_INTERPOLATED);
    capacity_held_release(&held);
}

/* Half way between the two: 2 / (1/145,784 + 1/156,540) = 150,970.66. */
static void
read_share_between_two_workloads_is_interpolated(void)
{
    g_autoptr(GArray) points = points_of(&read100, &mix90);
    struct capacity_held held = hold(points, (struct asked){95, 8, 100000});
    g_assert_cmpint(held.verdict, ==, CAPACITY_FITS);
    g_assert_cmpstr(held.workload, ==, "mix90");
    g_assert_cmpstr(held.other, ==, "read100");
    g_assert_cmpfloat_with_epsilon(held.point.iops, 150970.663, 1e-3);
    g_assert_cmpfloat_with_epsilon(held.point.mib_s, 150970.663 * 8 / 1024, 1e-3);
    g_assert_cmpfloat(held.point.latency_ms, ==, 0.401);
    g_assert_cmphex(held.remarks, ==, CAPACITY_INTERPOLATED);
    capacity_held_release(&held);
    check(points, (struct asked){95, 8, 120777}, CAPACITY_DOES_NOT_FIT, "mix90", CAPACITY_INTERPOLATED); /* 120,776.5 */
    /* within two points of a measured one nothing is interpolated */
    check(points, (struct asked){98, 8, 1000}, CAPACITY_FITS, "read100", 0);
}

/* 90 and 100% are no bracket of 80%: ten points away the nearest stands for it, thirty are too far. */
static void
read_share_outside_is_named_or_not_told(void)
{
    g_autoptr(GArray) points = points_of(&read100, &mix90);
    check(points, (struct asked){80, 8, 100000}, CAPACITY_FITS, "mix90", CAPACITY_OTHER_READ_SHARE);
    check(points, (struct asked){80, 8, 120000}, CAPACITY_DOES_NOT_FIT, "mix90", CAPACITY_OTHER_READ_SHARE);
    check(points, (struct asked){60, 8, 1000}, CAPACITY_CANNOT_TELL, "mix90", CAPACITY_READ_SHARE_TOO_FAR);
    struct capacity_held held = hold(points, (struct asked){80, 8, 1000});
    g_assert_cmpfloat(held.read_pct_apart, ==, -10);
    capacity_held_release(&held);
}

static void
unknown_read_share_cannot_be_told_but_shows_the_figures(void)
{
    g_autoptr(GArray) points = points_of(&read100, &mix90);
    struct capacity_held held = hold(points, (struct asked){NAN, 8, 1000});
    g_assert_cmpint(held.verdict, ==, CAPACITY_CANNOT_TELL);
    g_assert_cmphex(held.remarks, ==, CAPACITY_READ_SHARE_UNKNOWN);
    g_assert_cmpfloat_with_epsilon(held.iops_utilisation_pct, 100 * 1000 / 156540.0, 1e-9);
    capacity_held_release(&held);
}

/* 978.375 MiB/s of 8 KiB are usable. Larger I/Os that move more: not shown. Smaller ones, more of them: not shown. */
static void
another_io_size_is_named_or_not_told(void)
{
    g_autoptr(GArray) points = points_of(&read100, NULL);
    check(points, (struct asked){100, 16, 60000}, CAPACITY_FITS, "read100", CAPACITY_OTHER_IO_SIZE); /* 937.5 MiB/s */
    check(points, (struct asked){100, 16, 100000}, CAPACITY_CANNOT_TELL, "read100",
        CAPACITY_OTHER_IO_SIZE | CAPACITY_MIB_S_NOT_SHOWN);
    check(points, (struct asked){100, 16, 130000}, CAPACITY_DOES_NOT_FIT, "read100", CAPACITY_OTHER_IO_SIZE);
    check(points, (struct asked){100, 4, 130000}, CAPACITY_CANNOT_TELL, "read100",
        CAPACITY_OTHER_IO_SIZE | CAPACITY_SMALLER_IO);
    check(points, (struct asked){100, 64, 1000}, CAPACITY_CANNOT_TELL, "read100", CAPACITY_IO_SIZE_TOO_FAR);
    check(points, (struct asked){100, 9, 100000}, CAPACITY_FITS, "read100", 0);
    check(points, (struct asked){100, NAN, 100000}, CAPACITY_FITS, "read100",
        CAPACITY_IO_SIZE_UNKNOWN | CAPACITY_MIB_S_UNKNOWN);
}

/* What was never saturated may do more: more than was seen cannot be told, what was seen fits. */
static void
ladder_that_did_not_end_proves_no_lack(void)
{
    struct measured_point open = read100;
    open.saturated = false;
    g_autoptr(GArray) points = points_of(&open, NULL);
    check(points, (struct asked){100, 8, 100000}, CAPACITY_FITS, "read100", CAPACITY_NOT_SATURATED);
    check(points, (struct asked){100, 8, 140000}, CAPACITY_CANNOT_TELL, "read100", CAPACITY_NOT_SATURATED);
}

static void
provisioned_plateau_and_other_ceiling_are_said(void)
{
    struct measured_point bought = read100;
    bought.is_provisioned = true;
    bought.latency_ceiling_ms = 2;
    g_autoptr(GArray) points = points_of(&bought, NULL);
    check(points, (struct asked){100, 8, 140000}, CAPACITY_DOES_NOT_FIT, "read100",
        CAPACITY_IS_PROVISIONED | CAPACITY_OTHER_CEILING);
}

static void
workload_without_a_point_gives_no_answer(void)
{
    struct measured_point none = read100;
    none.iops = NAN;
    g_autoptr(GArray) points = points_of(&none, NULL);
    check(points, (struct asked){100, 8, 1000}, CAPACITY_CANNOT_TELL, NULL, CAPACITY_NO_POINT);
    g_array_set_size(points, 0);
    check(points, (struct asked){100, 8, 1000}, CAPACITY_CANNOT_TELL, NULL, CAPACITY_NO_POINT);
}

static const char results[] =
    "{\"schema\": 1, \"generator\": \"iosizer 1.0.0\", \"workloads\": {\"read100\": {\"read_pct\": 100, \"io_kib\": 8,"
    " \"latency_ceiling_ms\": 1, \"rungs\": [{\"concurrency\": 8}, {\"concurrency\": 64}, {\"concurrency\": 96}],"
    " \"knee\": {\"verdict\": \"knee\", \"concurrency\": 40, \"iops\": 140000, \"latency_ms\": 0.3},"
    " \"saturation\": {\"concurrency\": 64, \"iops\": 155000, \"mib_s\": 1210.9, \"latency_ms\": 0.41},"
    " \"best\": {\"concurrency\": 96, \"iops\": 156540, \"mib_s\": 1222.97, \"latency_ms\": 0.6},"
    " \"plateau\": {\"verdict\": \"provisioned\"}}}}";

static void
results_of_another_study_give_the_same_points(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ResultsFile) file = results_file_parse(results, strlen(results), "results.json", &error);
    g_assert_no_error(error);
    g_autoptr(GArray) best = measured_points_of_results(file, false);
    g_assert_cmpuint(best->len, ==, 1);
    const struct measured_point *point = &g_array_index(best, struct measured_point, 0);
    /* the best operating point lies past the saturation point, which is the lower */
    g_assert_cmpint(point->point, ==, SIZING_AT_SATURATION);
    g_assert_cmpfloat(point->iops, ==, 155000);
    g_assert_cmpfloat(point->mib_s, ==, 1210.9);
    g_assert_true(point->saturated);
    g_assert_true(point->is_provisioned);
    g_autoptr(GArray) knee = measured_points_of_results(file, true);
    point = &g_array_index(knee, struct measured_point, 0);
    g_assert_cmpint(point->point, ==, SIZING_AT_KNEE);
    g_assert_cmpfloat(point->iops, ==, 140000);
    g_assert_cmpfloat(point->mib_s, ==, 1093.75);
    g_assert_cmpfloat(point->latency_ms, ==, 0.3);
}

static void
results_without_a_ladder_or_with_strange_values_give_no_point(void)
{
    static const char *const texts[] = {"{\"schema\": 1, \"generator\": \"iosizer 1.0.0\"}",
        "{\"schema\": 1, \"generator\": \"iosizer 1.0.0\", \"workloads\": [1]}",
        "{\"schema\": 1, \"generator\": \"iosizer 1.0.0\", \"workloads\": {\"w\": 7}}",
        "{\"schema\": 1, \"generator\": \"iosizer 1.0.0\", \"workloads\": {\"w\": {\"rungs\": 3, \"best\": \"x\"}}}"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(ResultsFile) file = results_file_parse(texts[i], strlen(texts[i]), "r.json", &error);
        g_assert_no_error(error);
        g_autoptr(GArray) points = measured_points_of_results(file, false);
        g_assert_cmpuint(points->len, ==, i < 2 ? 0 : 1);
        check(points, (struct asked){100, 8, 1000}, CAPACITY_CANNOT_TELL, NULL, CAPACITY_NO_POINT);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/capacity_held/" #name, name)
    ADD(usable_is_the_point_times_the_limit);
    ADD(read_share_between_two_workloads_is_interpolated);
    ADD(far_workloads_are_not_interpolated);
    ADD(read_share_outside_is_named_or_not_told);
    ADD(unknown_read_share_cannot_be_told_but_shows_the_figures);
    ADD(another_io_size_is_named_or_not_told);
    ADD(ladder_that_did_not_end_proves_no_lack);
    ADD(provisioned_plateau_and_other_ceiling_are_said);
    ADD(workload_without_a_point_gives_no_answer);
    ADD(results_of_another_study_give_the_same_points);
    ADD(results_without_a_ladder_or_with_strange_values_give_no_point);
    return g_test_run();
}
