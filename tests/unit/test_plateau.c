#include "plateau.h"

#include "catalog.h"
#include "ladder_of_points.h"

#include <string.h>

/* A ladder with the figures of logs: each rung's MiB/s at `io_kib`, its read share, scatter and %util. */
static struct ladder *
measured(struct typed *typed, double limit, double sharpness, double io_kib, double read_pct, double scatter_pct,
    double util_pct)
{
    struct ladder *ladder = typed_bend(typed, 32, limit, sharpness, 2, 512);
    for (guint i = 0; i < ladder->rungs->len; i++) {
        struct rung *rung = &g_array_index(ladder->rungs, struct rung, i);
        rung->means.mib_s = rung->means.iops * io_kib / 1024;
        rung->scatter_pct = scatter_pct;
        rung->util_pct = util_pct;
    }
    ladder->read_pct = read_pct;
    ladder->io_kib = io_kib;
    return ladder;
}

static GPtrArray *
alone(struct ladder *ladder)
{
    GPtrArray *ladders = g_ptr_array_new();
    g_ptr_array_add(ladders, ladder);
    return ladders;
}

static GPtrArray *
one_product(const char *limits)
{
    g_autofree char *text =
        g_strdup_printf("provider,product,tier,max_iops,max_mibps,source\nAcme,Disk,gold,%s,x\n", limits);
    g_autoptr(GError) error = NULL;
    GPtrArray *products = catalog_parse(text, strlen(text), "catalog.csv", &error);
    g_assert_no_error(error);
    return products;
}

/* Flat, sharp, calm, and close to a round number that is a product's limit: five signs. */
static void
set_limit_is_told_by_signs_that_agree(void)
{
    struct typed typed;
    typed_open(&typed);
    g_autoptr(Ladder) ladder = measured(&typed, 16020, 12, 8, 100, 0.4, 100);
    g_autoptr(GPtrArray) ladders = alone(ladder), products = one_product("16000,1000");
    plateau_judge(ladder, ladders, products);
    g_assert_cmpint(ladder->plateau, ==, PLATEAU_PROVISIONED);
    g_assert_cmpfloat(figure_of(ladder->plateau_reasons, REMARK_PLATEAU_ROUND_IOPS, 1), ==, 16000);
    g_assert_cmpfloat(figure_of(ladder->plateau_reasons, REMARK_PLATEAU_PRODUCT_IOPS, 1), ==, 16000);
    g_assert_cmpstr(remarks_find(ladder->plateau_reasons, REMARK_PLATEAU_PRODUCT_IOPS)->name, ==, "Acme Disk gold");
    g_assert_cmpfloat(figure_of(ladder->plateau_reasons, REMARK_PLATEAU_FLAT, 2), <, 1.5);
    g_assert_null(remarks_find(ladder->plateau_reasons, REMARK_PLATEAU_UNDECIDED));
    /* Without the product there are four, and none of them is another workload. */
    plateau_judge(ladder, ladders, NULL);
    g_assert_cmpint(ladder->plateau, ==, PLATEAU_CANNOT_TELL);
    g_assert_cmpfloat(figure_of(ladder->plateau_reasons, REMARK_PLATEAU_UNDECIDED, 0), ==, 4);
    typed_close(&typed);
}

/* A limit of MiB/s: 64 KiB and 8 KiB end at the same 500 MiB/s. */
static void
another_workload_at_the_same_level_counts_twice(void)
{
    struct typed large, small;
    typed_open(&large);
    typed_open(&small);
    g_autoptr(Ladder) of_64k = measured(&large, 8000, 8, 64, 100, 0.4, NAN);
    g_autoptr(Ladder) of_8k = measured(&small, 64000, 8, 8, 100, 0.4, NAN);
    g_autoptr(GPtrArray) ladders = alone(of_64k);
    g_ptr_array_add(ladders, of_8k);
    plateau_judge(of_64k, ladders, NULL);
    g_assert_cmpint(of_64k->plateau, ==, PLATEAU_PROVISIONED);
    g_assert_cmpfloat_with_epsilon(figure_of(of_64k->plateau_reasons, REMARK_PLATEAU_SAME_MIB_S, 2), 0, 0.1);
    g_assert_null(remarks_find(of_64k->plateau_reasons, REMARK_PLATEAU_SAME_IOPS));
    typed_close(&large);
    typed_close(&small);
}

/* Throughput that collapses, restless samples, and another mix that ends elsewhere: a device under pressure. */
static void
saturated_device_is_told_by_signs_that_agree(void)
{
    struct typed reads, mixed;
    typed_open(&reads);
    typed_open(&mixed);
    static const double iops[] = {4000, 8000, 16000, 30000, 50000, 60700, 61300, 60100, 45000, 30000};
    double n = 1;
    for (size_t i = 0; i < G_N_ELEMENTS(iops); i++, n *= 2)
        typed_add(&reads, n, iops[i], 1000 * n / iops[i]);
    g_autoptr(Ladder) ladder = typed_ladder(&reads, 100);
    for (guint i = 0; i < ladder->rungs->len; i++)
        g_array_index(ladder->rungs, struct rung, i).scatter_pct = 8;
    ladder->read_pct = 100;
    g_autoptr(Ladder) other = measured(&mixed, 37000, 3, 8, 70, 6, NAN);
    g_autoptr(GPtrArray) ladders = alone(ladder);
    g_ptr_array_add(ladders, other);
    plateau_judge(ladder, ladders, NULL);
    g_assert_cmpint(ladder->plateau, ==, PLATEAU_SATURATED);
    g_assert_cmpfloat(figure_of(ladder->plateau_reasons, REMARK_PLATEAU_DECLINES, 0), >, 45);
    g_assert_cmpfloat(figure_of(ladder->plateau_reasons, REMARK_PLATEAU_RESTLESS, 0), ==, 8);
    typed_close(&reads);
    typed_close(&mixed);
}

static void
idle_device_leaves_it_open(void)
{
    struct typed typed;
    typed_open(&typed);
    g_autoptr(Ladder) ladder = measured(&typed, 16000, 12, 8, 100, 0.4, 55);
    g_autoptr(GPtrArray) ladders = alone(ladder), products = one_product("16000,1000");
    plateau_judge(ladder, ladders, products);
    g_assert_cmpint(ladder->plateau, ==, PLATEAU_CANNOT_TELL);
    g_assert_cmpfloat(figure_of(ladder->plateau_reasons, REMARK_PLATEAU_IDLE, 0), ==, 55);
    typed_close(&typed);
}

static void
figures_without_logs_prove_nothing(void)
{
    struct typed typed;
    typed_open(&typed);
    g_autoptr(Ladder) ladder = typed_bend(&typed, 32, 77770, 4, 2, 512);
    g_autoptr(GPtrArray) ladders = alone(ladder);
    plateau_judge(ladder, ladders, NULL);
    g_assert_cmpint(ladder->plateau, ==, PLATEAU_CANNOT_TELL);
    g_assert_nonnull(remarks_find(ladder->plateau_reasons, REMARK_PLATEAU_UNDECIDED));
    g_assert_cmpfloat_with_epsilon(figure_of(ladder->plateau_reasons, REMARK_PLATEAU_QUEUES, 0),
        figure_of(ladder->plateau_reasons, REMARK_PLATEAU_QUEUES, 1), 0.2);
    /* Judged again: nothing is said twice. */
    guint reasons = ladder->plateau_reasons->len;
    plateau_judge(ladder, ladders, NULL);
    g_assert_cmpuint(ladder->plateau_reasons->len, ==, reasons);
    typed_close(&typed);
}

static void
rising_and_short_ladders_have_no_plateau(void)
{
    for (double top = 4; top <= 64; top *= 16) {
        struct typed typed;
        typed_open(&typed);
        g_autoptr(Ladder) ladder = typed_bend(&typed, 512, 80000, 4, 1, top);
        g_autoptr(GPtrArray) ladders = alone(ladder);
        plateau_judge(ladder, ladders, NULL);
        g_assert_cmpint(ladder->plateau, ==, PLATEAU_CANNOT_TELL);
        g_assert_cmpuint(ladder->plateau_reasons->len, ==, 1);
        g_assert_nonnull(remarks_find(ladder->plateau_reasons, REMARK_PLATEAU_NONE));
        typed_close(&typed);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/plateau/" #name, name)
    ADD(set_limit_is_told_by_signs_that_agree);
    ADD(another_workload_at_the_same_level_counts_twice);
    ADD(saturated_device_is_told_by_signs_that_agree);
    ADD(idle_device_leaves_it_open);
    ADD(figures_without_logs_prove_nothing);
    ADD(rising_and_short_ladders_have_no_plateau);
    return g_test_run();
}
