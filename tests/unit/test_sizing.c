#include "sizing.h"

#include "resource.h"

#include <math.h>
#include <string.h>

#define NO_FIGURES                                                                                                     \
    {                                                                                                                  \
        NAN, NAN, NAN, NAN, NAN, NAN, NAN                                                                              \
    }

static struct demand
demand_of_p95(double iops, double mib_s)
{
    struct demand demand = {.source = DEMAND_IOSTAT, .iops = NO_FIGURES, .mib_s = NO_FIGURES};
    demand.iops.p95 = iops;
    demand.mib_s.p95 = mib_s;
    return demand;
}

static GPtrArray *
catalog_of(const char *rows)
{
    g_autofree char *text =
        g_strconcat("provider,product,tier,min_capacity_gib,max_capacity_gib,iops_per_gib,base_iops,max_iops,"
                    "mibps_per_tib,base_mibps,max_mibps,iops_per_mibps\n",
            rows, NULL);
    g_autoptr(GError) error = NULL;
    GPtrArray *products = catalog_parse(text, strlen(text), "catalog.csv", &error);
    g_assert_no_error(error);
    return products;
}

static GPtrArray *
builtin_catalog(void)
{
    g_autofree char *text = resource_text("catalog.csv");
    g_autoptr(GError) error = NULL;
    GPtrArray *products = catalog_parse(text, strlen(text), "catalog.csv", &error);
    g_assert_no_error(error);
    return products;
}

static struct sizing *
size(const GPtrArray *products, const char *filter, double iops, double mib_s, double capacity_gib, double limit)
{
    struct demand demand = demand_of_p95(iops, mib_s);
    struct sizing_options options = {.percentile = "p95",
        .growth_pct = 0,
        .utilisation_limit = limit,
        .capacity_gib = capacity_gib,
        .catalog_filter = filter};
    struct sizing *sizing = sizing_new(&demand, &options, products);
    g_assert_nonnull(sizing);
    return sizing;
}

static const struct candidate *
candidate_at(const struct sizing *sizing, guint index)
{
    g_assert_cmpuint(index, <, sizing->candidates->len);
    return &g_array_index(sizing->candidates, struct candidate, index);
}

struct expected {
    double units, iops, mib_s, gib;
    const char *limit;
};

static void
check_number(double seen, double expected)
{
    if (isnan(expected))
        g_assert_true(isnan(seen));
    else
        g_assert_cmpfloat_with_epsilon(seen, expected, 1e-9 * fabs(expected));
}

/* One product of the built-in catalog at a utilisation limit of 0.8. */
static void
check_product(const char *filter, double iops, double mib_s, double capacity_gib, struct expected expected)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) sizing = size(products, filter, iops, mib_s, capacity_gib, 0.8);
    g_assert_cmpuint(sizing->candidates->len, ==, 1);
    const struct candidate *candidate = candidate_at(sizing, 0);
    check_number(candidate->units, expected.units);
    check_number(candidate->iops_per_unit, expected.iops);
    check_number(candidate->mib_s_per_unit, expected.mib_s);
    check_number(candidate->capacity_gib_per_unit, expected.gib);
    g_assert_cmpstr(candidate->binding_limit, ==, expected.limit);
}

static void
requirement_is_percentile_times_growth_and_headroom_is_applied_once(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,V,t,,,,,25000,,,1000,\n");
    struct demand demand = demand_of_p95(10000, 200);
    struct sizing_options options = {
        .percentile = "p95", .growth_pct = 50, .utilisation_limit = 0.6, .capacity_gib = 100};
    g_autoptr(Sizing) sizing = sizing_new(&demand, &options, products);
    g_assert_cmpfloat(sizing->required_iops, ==, 15000);
    g_assert_cmpfloat(sizing->required_mib_s, ==, 300);
    g_assert_cmpfloat(sizing->required_capacity_gib, ==, 150);
    /* 15000 at 60% of 25000: one unit, an exact fit, used to 60% */
    const struct candidate *candidate = candidate_at(sizing, 0);
    g_assert_cmpfloat(candidate->units, ==, 1);
    g_assert_cmpfloat(candidate->iops_per_unit, ==, 25000);
    g_assert_cmpfloat(candidate->mib_s_per_unit, ==, 500);
    g_assert_cmpstr(candidate->binding_limit, ==, "IOPS");
    g_assert_cmpfloat_with_epsilon(candidate->utilisation_pct, 60, 1e-9);
    g_assert_cmpfloat(sizing_usable_iops(156540, 0.8), ==, 125232);
}

/* No headroom beyond the one given: with a limit of 1 the requirement itself is provisioned, not its double. */
static void
full_utilisation_adds_nothing(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,V,t,,,,,10000,,,1000,\n");
    g_autoptr(Sizing) sizing = size(products, NULL, 10000, 1000, NAN, 1);
    g_assert_cmpfloat(candidate_at(sizing, 0)->units, ==, 1);
    g_assert_cmpfloat(candidate_at(sizing, 0)->iops_per_unit, ==, 10000);
    g_assert_cmpfloat(candidate_at(sizing, 0)->utilisation_pct, ==, 100);
}

/* 1400 / 0.7 is 2000.0000000000002 in binary, 2.1 / 0.7 is 3.0000000000000004: neither needs one more. */
static void
exact_fits_are_not_rounded_up(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,V,t,,,2,,2000,,,,\nP,W,t,,,,,,,,1,\n");
    g_autoptr(Sizing) one = size(products, "P V t", 1400, NAN, NAN, 0.7);
    g_assert_cmpfloat(candidate_at(one, 0)->units, ==, 1);
    g_assert_cmpfloat(candidate_at(one, 0)->iops_per_unit, ==, 2000);
    g_assert_cmpfloat(candidate_at(one, 0)->capacity_gib_per_unit, ==, 1000);
    g_autoptr(Sizing) three = size(products, "P W t", 1, 2.1, NAN, 0.7);
    g_assert_cmpfloat(candidate_at(three, 0)->units, ==, 3);
    g_autoptr(Sizing) more = size(products, "P W t", 1, 2.1001, NAN, 0.7);
    g_assert_cmpfloat(candidate_at(more, 0)->units, ==, 4);
    g_autoptr(Sizing) most = size(products, "P W t", 1, 64 * 0.7, NAN, 0.7);
    g_assert_cmpfloat(candidate_at(most, 0)->units, ==, 64);
}

static void
binding_limit_is_the_one_that_asks_for_most_units(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,V,t,,1000,,,10000,,,100,\n");
    g_autoptr(Sizing) by_iops = size(products, NULL, 24000, 100, 500, 0.8);
    g_assert_cmpstr(candidate_at(by_iops, 0)->binding_limit, ==, "IOPS");
    g_assert_cmpfloat(candidate_at(by_iops, 0)->units, ==, 3);
    g_assert_cmpfloat_with_epsilon(candidate_at(by_iops, 0)->utilisation_pct, 80, 1e-9);
    g_autoptr(Sizing) by_rate = size(products, NULL, 8000, 300, 500, 0.8);
    g_assert_cmpstr(candidate_at(by_rate, 0)->binding_limit, ==, "MiB/s");
    g_assert_cmpfloat(candidate_at(by_rate, 0)->units, ==, 4);
    g_assert_cmpfloat_with_epsilon(candidate_at(by_rate, 0)->utilisation_pct, 75, 1e-9);
    g_autoptr(Sizing) by_size = size(products, NULL, 8000, 80, 4500, 0.8);
    g_assert_cmpstr(candidate_at(by_size, 0)->binding_limit, ==, "capacity");
    g_assert_cmpfloat(candidate_at(by_size, 0)->units, ==, 5);
    g_assert_cmpfloat(candidate_at(by_size, 0)->capacity_gib_per_unit, ==, 900);
    g_assert_cmpfloat(candidate_at(by_size, 0)->utilisation_pct, ==, 90); /* no headroom on capacity */
}

/* A pool with IOPS and MiB/s set apart: 20000 / 0.8, 400 / 0.8. */
static void
pool_with_included_and_settable_performance(void)
{
    check_product("*Flex Unified custom*", 20000, 400, 1000, (struct expected){1, 25000, 500, 1000, "IOPS"});
    /* what comes with it is the least that is provisioned */
    check_product("*Flex Unified custom*", 100, 10, 1000, (struct expected){1, 1024, 64, 1000, "MiB/s"});
}

/* 1 IOPS for each GiB up to 60000, 16 MiB/s for each TiB up to 1638.4. */
static void
pool_whose_performance_follows_its_capacity(void)
{
    check_product("*Flex File default*", 16000, 100, 1000, (struct expected){1, 20000, 125, 20000, "IOPS"});
    check_product("*Flex File default*", 1600, 400, 1000, (struct expected){1, 2000, 500, 32000, "MiB/s"});
    check_product("*Flex File default*", 72000, 100, 1000, (struct expected){2, 45000, 63, 45000, "IOPS"});
}

static void
volume_with_iops_per_gib_above_a_base(void)
{
    /* 3000 come with it: no capacity is bought for 2500 */
    check_product("AWS EBS gp3 limits before*", 2000, 40, 100, (struct expected){1, 3000, 125, 100, "IOPS"});
    /* 12500 IOPS ask for 25 GiB, the data for 100 */
    check_product("AWS EBS gp3 limits before*", 10000, 400, 100, (struct expected){1, 12500, 500, 100, "IOPS"});
    check_product("AWS EBS gp3 limits before*", 10000, 400, 10, (struct expected){1, 12500, 500, 25, "IOPS"});
    check_product("AWS EBS gp3 limits before*", 38400, 400, 99, (struct expected){3, 16000, 167, 33, "IOPS"});
    check_product("*Premium SSD v2*", 64000, 400, NAN, (struct expected){1, 80000, 500, 160, "IOPS"});
    check_product("*Ultra Disk*", 64000, 400, NAN, (struct expected){1, 80000, 500, 80, "IOPS"});
    check_product("*Hyperdisk Extreme*", 96000, 400, NAN, (struct expected){1, 120000, 500, 100, "IOPS"});
    check_product("*gp2*", 2400, 100, 100, (struct expected){1, 3000, 125, 1000, "MiB/s"});
}

/* 4 IOPS come with each MiB/s and none without: 2000 IOPS are 500 MiB/s. */
static void
volume_whose_iops_follow_its_mib_s(void)
{
    check_product("*Hyperdisk Throughput*", 1600, 100, 1000, (struct expected){1, 2000, 500, 2048, "IOPS"});
    check_product("*Hyperdisk Throughput*", 160, 400, 1000, (struct expected){1, 200, 500, 2048, "MiB/s"});
}

/* IOPS above what is included come with MiB/s where they cannot be set apart: 64 + (5120 - 1024) / 16. */
static void
iops_above_the_base_ask_for_mib_s(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,V,t,,,,1024,,,64,5120,16\n");
    g_autoptr(Sizing) sizing = size(products, NULL, 4096, 100, NAN, 0.8);
    const struct candidate *candidate = candidate_at(sizing, 0);
    g_assert_cmpfloat(candidate->limit_iops, ==, 81920);
    g_assert_cmpfloat(candidate->iops_per_unit, ==, 5120);
    g_assert_cmpfloat(candidate->mib_s_per_unit, ==, 320);
    /* within what is included none is asked for */
    g_autoptr(Sizing) small = size(products, NULL, 800, 10, NAN, 0.8);
    g_assert_cmpfloat(candidate_at(small, 0)->mib_s_per_unit, ==, 64);
}

/* A large volume has 800 MiB/s at its least size of 50 TiB: 1600 MiB/s ask for 100 TiB. */
static void
large_volume_grows_with_its_mib_s(void)
{
    check_product("*Standard (large volume)*", 1000, 1280, 1000, (struct expected){1, NAN, 1600, 102400, "MiB/s"});
    check_product("*Standard (large volume)*", 1000, 320, 1000, (struct expected){1, NAN, 800, 51200, "MiB/s"});
    check_product("*Ultra (regular volume)*", 1000, 1024, 1000, (struct expected){1, NAN, 1280, 10240, "MiB/s"});
}

static void
fixed_products_take_units(void)
{
    check_product("*P50*", 12000, 100, 1000, (struct expected){2, 7500, 63, 500, "IOPS"});
    check_product("*io1*", 51200, 100, 1000, (struct expected){1, 64000, 125, 1000, "IOPS"});
    check_product("*io2*", 204800, 3200, 1000, (struct expected){1, 256000, 4000, 1000, "IOPS"});
    check_product("Oracle*Balanced*", 40000, 100, 1000, (struct expected){2, 25000, 63, 500, "IOPS"});
}

/* IOPS of these come with capacity or are bought apart; the catalog has no column to tell, so the reason is carried. */
static void
capacity_that_was_raised_says_by_what(void)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) fsx = size(products, "*MULTI_AZ_2*", 96000, 400, 2000, 0.8);
    g_assert_cmpfloat(candidate_at(fsx, 0)->capacity_gib_per_unit, ==, 40000);
    g_assert_cmpstr(candidate_at(fsx, 0)->capacity_raised_by, ==, "IOPS");
    g_autoptr(Sizing) enough = size(products, "*MULTI_AZ_2*", 2400, 400, 2000, 0.8);
    g_assert_null(candidate_at(enough, 0)->capacity_raised_by);
    g_autoptr(Sizing) least = size(products, "*Hyperdisk Throughput*", 16, 16, 1000, 0.8);
    g_assert_cmpstr(candidate_at(least, 0)->capacity_raised_by, ==, "least size");
    g_autoptr(Sizing) rate = size(products, "*Standard (large volume)*", 1000, 1280, 1000, 0.8);
    g_assert_cmpstr(candidate_at(rate, 0)->capacity_raised_by, ==, "MiB/s");
}

/* A product that is checked by MiB/s alone is behind those that can be held against IOPS too, though it takes fewer
 * units. */
static void
product_without_an_iops_limit_is_never_first(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,rate only,t,,,,,,,,5000,\nP,both,t,,,,,10000,,,1000,\n");
    g_autoptr(Sizing) sizing = size(products, NULL, 24000, 100, NAN, 0.8);
    g_assert_cmpuint(sizing->candidates->len, ==, 2);
    g_assert_cmpstr(candidate_at(sizing, 0)->product->product, ==, "both");
    g_assert_true(candidate_at(sizing, 0)->judged_whole);
    g_assert_cmpfloat(candidate_at(sizing, 0)->units, ==, 3);
    g_assert_false(candidate_at(sizing, 1)->judged_whole);
    g_assert_true(isnan(candidate_at(sizing, 1)->iops_per_unit));
}

static void
products_are_left_out_with_the_reason(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,none,t,,,1,,,,,,\nP,small,t,,,,,100,,,,\n");
    g_autoptr(Sizing) sizing = size(products, NULL, 8000, NAN, NAN, 0.8);
    g_assert_cmpuint(sizing->candidates->len, ==, 0);
    g_assert_cmpuint(sizing->left_out->len, ==, 2);
    g_assert_cmpstr(
        sizing->left_out->pdata[0], ==, "P none t: the catalog has neither an IOPS nor a MiB/s limit for it");
    g_assert_cmpstr(sizing->left_out->pdata[1], ==, "P small t: it would take 100 units");
}

static void
candidates_are_ordered_by_units_capacity_and_use(void)
{
    g_autoptr(GPtrArray) products =
        catalog_of("P,two,t,,,,,6000,,,100,\nP,loose,t,,,,,40000,,,400,\nP,tight,t,,,,,20000,,,400,\n"
                   "P,large,t,9000,,,,20000,,,400,\n");
    g_autoptr(Sizing) sizing = size(products, NULL, 8000, 40, 100, 0.8);
    static const char *const order[] = {"tight", "loose", "large", "two"};
    g_assert_cmpuint(sizing->candidates->len, ==, G_N_ELEMENTS(order));
    for (guint i = 0; i < G_N_ELEMENTS(order); i++)
        g_assert_cmpstr(candidate_at(sizing, i)->product->product, ==, order[i]);
}

static void
filter_is_a_glob_without_case(void)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) aws = size(products, "aws*", 1000, 50, 100, 0.8);
    g_assert_cmpuint(aws->candidates->len, >, 3);
    for (guint i = 0; i < aws->candidates->len; i++)
        g_assert_cmpstr(candidate_at(aws, i)->product->provider, ==, "AWS");
}

/* Whatever is asked for, what a candidate is given carries it within the limit, and one unit fewer would not. */
static void
every_candidate_of_the_catalog_carries_the_requirement(void)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    static const double iops[] = {10, 900, 12345, 156540, 1e6}, mib_s[] = {0.5, 64, 999, 8000};
    for (size_t i = 0; i < G_N_ELEMENTS(iops); i++) {
        for (size_t m = 0; m < G_N_ELEMENTS(mib_s); m++) {
            g_autoptr(Sizing) sizing = size(products, NULL, iops[i], mib_s[m], 5000, 0.8);
            g_assert_cmpuint(sizing->candidates->len + sizing->left_out->len, ==, products->len);
            for (guint c = 0; c < sizing->candidates->len; c++) {
                const struct candidate *candidate = candidate_at(sizing, c);
                g_assert_cmpfloat(candidate->units, >=, 1);
                g_assert_cmpfloat(candidate->units, ==, floor(candidate->units));
                g_assert_cmpfloat(candidate->utilisation_pct, <=, 100 + 1e-6);
                if (isfinite(candidate->limit_iops)) {
                    g_assert_cmpfloat(candidate->iops_per_unit * candidate->units * 0.8, >=, iops[i] * (1 - 1e-9));
                    g_assert_cmpfloat(candidate->iops_per_unit, <=, ceil(candidate->limit_iops));
                }
                if (isfinite(candidate->limit_mib_s))
                    g_assert_cmpfloat(candidate->mib_s_per_unit * candidate->units * 0.8, >=, mib_s[m] * (1 - 1e-9));
                if (isfinite(candidate->capacity_gib_per_unit))
                    g_assert_cmpfloat(candidate->capacity_gib_per_unit * candidate->units, >=, 5000 * (1 - 1e-9));
                if (isfinite(candidate->product->max_capacity_gib))
                    g_assert_cmpfloat(candidate->capacity_gib_per_unit, <=, ceil(candidate->product->max_capacity_gib));
            }
        }
    }
}

static void
sensitivity_has_a_line_for_each_known_figure(void)
{
    struct demand demand = demand_of_p95(2000, 30);
    demand.iops.mean = 1000;
    demand.iops.peak = 5000;
    struct sizing_options options = {
        .percentile = "p95", .growth_pct = 20, .utilisation_limit = 0.8, .capacity_gib = NAN};
    g_autoptr(Sizing) sizing = sizing_new(&demand, &options, NULL);
    g_assert_cmpfloat_with_epsilon(sizing->required_iops, 2400, 1e-9);
    g_assert_true(isnan(sizing->required_capacity_gib));
    g_assert_cmpuint(sizing->sensitivity->len, ==, 3);
    const struct sensitivity *p95 = &g_array_index(sizing->sensitivity, struct sensitivity, 1);
    g_assert_cmpstr(p95->figure, ==, "p95");
    static const double expected[] = {2000, 2400, 3000, 4000};
    for (size_t k = 0; k < 4; k++)
        g_assert_cmpfloat_with_epsilon(p95->iops[k], expected[k], 1e-9);
}

static void
demand_without_the_percentile_is_not_sized(void)
{
    struct demand demand = demand_of_p95(NAN, NAN);
    struct sizing_options options = {.percentile = "p95", .utilisation_limit = 0.8, .capacity_gib = NAN};
    g_assert_null(sizing_new(&demand, &options, NULL));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/sizing/" #name, name)
    ADD(requirement_is_percentile_times_growth_and_headroom_is_applied_once);
    ADD(full_utilisation_adds_nothing);
    ADD(exact_fits_are_not_rounded_up);
    ADD(binding_limit_is_the_one_that_asks_for_most_units);
    ADD(pool_with_included_and_settable_performance);
    ADD(pool_whose_performance_follows_its_capacity);
    ADD(volume_with_iops_per_gib_above_a_base);
    ADD(volume_whose_iops_follow_its_mib_s);
    ADD(iops_above_the_base_ask_for_mib_s);
    ADD(large_volume_grows_with_its_mib_s);
    ADD(fixed_products_take_units);
    ADD(capacity_that_was_raised_says_by_what);
    ADD(product_without_an_iops_limit_is_never_first);
    ADD(products_are_left_out_with_the_reason);
    ADD(candidates_are_ordered_by_units_capacity_and_use);
    ADD(filter_is_a_glob_without_case);
    ADD(every_candidate_of_the_catalog_carries_the_requirement);
    ADD(sensitivity_has_a_line_for_each_known_figure);
    ADD(demand_without_the_percentile_is_not_sized);
    return g_test_run();
}
