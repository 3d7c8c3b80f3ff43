#include "sizing.h"

#include "resource.h"

#include <math.h>
#include <string.h>

#define NO_FIGURES DEMAND_NO_FIGURES

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

/* MiB/s of MB/s */
#define MB_S(mb_s) ((mb_s)*1e6 / 1048576.0)

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
    /* 500 MiB/s are 524.3 MB/s of 10^6, which are bought by the whole */
    check_product("*Premium SSD v2*", 64000, 400, NAN, (struct expected){1, 80000, MB_S(525), 160, "IOPS"});
    check_product("*Ultra Disk*", 64000, 400, NAN, (struct expected){1, 80000, MB_S(525), 80, "IOPS"});
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
    /* 62.5 MiB/s each are 65.5 MB/s; a fixed size is all GiB or none */
    check_product("*P50*", 12000, 100, 1000, (struct expected){2, 7500, MB_S(66), 4095, "IOPS"});
    check_product("*io1*", 51200, 100, 1000, (struct expected){1, 64000, 125, 1000, "IOPS"});
    check_product("*io2*", 204800, 3200, 1000, (struct expected){1, 256000, 4000, 1000, "IOPS"});
    check_product("Oracle*Balanced*", 40000, 100, 1000, (struct expected){2, 25000, MB_S(66), 500, "IOPS"});
    check_product("Oracle*Balanced*", 40000, 100, 100, (struct expected){2, 25000, MB_S(66), 417, "IOPS"});
}

/* 3 IOPS come with each GiB, more are bought apart: the database's size is enough. Throughput has steps: 500 MiB/s are
 * 524.3 MB/s, the next step is 768. */
static void
iops_bought_apart_ask_for_no_capacity(void)
{
    check_product("AWS*MULTI_AZ_2", 96000, 400, 2000, (struct expected){1, 120000, MB_S(768), 2000, "IOPS"});
    /* 3 x 40000 come along, more than the 3000 that are asked for */
    check_product("AWS*MULTI_AZ_2", 2400, 400, 40000, (struct expected){1, 120000, MB_S(768), 40000, "MiB/s"});
    /* 6144 MB/s x 0.8 is the step itself; a little more takes a second unit of 3072 each */
    check_product("AWS*MULTI_AZ_2", 2400, MB_S(6144) * 0.8, 900, (struct expected){1, 3000, MB_S(6144), 900, "MiB/s"});
    check_product(
        "AWS*MULTI_AZ_2", 2400, MB_S(6144) * 0.8 + 1, 900, (struct expected){2, 1500, MB_S(6144), 450, "MiB/s"});
    /* the greatest step of the first generation has conditions of its own */
    check_product("AWS*4096 MB/s", 2400, 400, 900, (struct expected){1, 160000, MB_S(4096), 5120, "MiB/s"});
}

/* 2400000 IOPS are twelve pairs, which is all that a system has: 0.8 of them fit exactly. */
static void
system_has_a_greatest_number_of_units(void)
{
    check_product("AWS*SINGLE_AZ_2*", 1920000, 4000, 12000, (struct expected){12, 200000, MB_S(1536), 1000, "IOPS"});
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) sizing = size(products, "AWS*SINGLE_AZ_2*", 1920001, 4000, 12000, 0.8);
    g_assert_cmpuint(sizing->candidates->len, ==, 0);
    const struct left_out *why = &g_array_index(sizing->left_out, struct left_out, 0);
    g_assert_cmpint(why->reason, ==, LEFT_OUT_ABOVE_MAX_UNITS);
    g_assert_cmpfloat(why->units, ==, 13);
}

/* 250 MiB/s for each 1000 IOPS: 4000 MiB/s need 16000 IOPS. 0.25 MiB/s for each IOPS of gp3: 800 need 3200, which 7 GiB
 * carry. */
static void
mib_s_ask_for_iops(void)
{
    check_product("*Hyperdisk Extreme*", 800, 3200, 500, (struct expected){1, 16000, 4000, 500, "MiB/s"});
    check_product("AWS EBS gp3 limits before*", 800, 640, 4, (struct expected){1, 3200, 800, 7, "MiB/s"});
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) sizing = size(products, "AWS EBS gp3 limits before*", 800, 640, 4, 0.8);
    g_assert_cmpstr(candidate_at(sizing, 0)->iops_raised_by, ==, "MiB/s");
    g_assert_cmpstr(candidate_at(sizing, 0)->capacity_raised_by, ==, "IOPS");
    /* 2 IOPS for each GiB must be set */
    check_product("*Hyperdisk Extreme*", 800, 3200, 10000, (struct expected){1, 20000, 4000, 10000, "MiB/s"});
    /* at least 10 MiB/s for each TiB */
    check_product("*Hyperdisk Throughput*", 160, 40, 10240, (struct expected){1, 200, 100, 10240, "capacity"});
}

/* 640 MiB/s for each TiB of the pool at most: 5000 need 7.8125 TiB; one volume has 4500. */
static void
volumes_within_a_unit_have_limits_of_their_own(void)
{
    check_product("*Flexible (pool*", 1000, 4000, 1000, (struct expected){1, NAN, 5000, 8000, "MiB/s"});
    check_product("*Flexible (pool*", 1000, 80, 1000, (struct expected){1, NAN, 128, 1024, "capacity"});
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) two = size(products, "*Flexible (pool*", 1000, 4000, 1000, 0.8);
    g_assert_cmpfloat(candidate_at(two, 0)->volumes_per_unit, ==, 2);
    g_autoptr(Sizing) one = size(products, "*Flexible (pool*", 1000, 3600, 1000, 0.8); /* 4500 */
    g_assert_cmpfloat(candidate_at(one, 0)->volumes_per_unit, ==, 1);
    /* 5000 IOPS for each TiB: 80000 are 16 TiB, in one volume; 100000 are 20, in two */
    g_autoptr(Sizing) san = size(products, "*Elastic SAN SAN*", 64000, 400, 1000, 0.8);
    g_assert_cmpfloat(candidate_at(san, 0)->capacity_gib_per_unit, ==, 16384);
    g_assert_cmpfloat(candidate_at(san, 0)->volumes_per_unit, ==, 1);
    g_autoptr(Sizing) more = size(products, "*Elastic SAN SAN*", 80000, 400, 1000, 0.8);
    g_assert_cmpfloat(candidate_at(more, 0)->capacity_gib_per_unit, ==, 20480);
    g_assert_cmpfloat(candidate_at(more, 0)->volumes_per_unit, ==, 2);
    check_product("*Elastic SAN volume*", 64000, 400, 50, (struct expected){1, 80000, MB_S(525), 107, "IOPS"});
}

/* A volume of 100 GiB is in a pool of 1 TiB at least; 3000 TiB of volumes are in two pools. */
static void
pool_around_the_units_has_a_least_and_a_greatest_size(void)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) small = size(products, "*Premium (regular volume)*", 100, 4, 100, 0.8);
    g_assert_cmpfloat(candidate_at(small, 0)->capacity_gib_per_unit, ==, 100);
    g_assert_cmpfloat(candidate_at(small, 0)->pool_gib, ==, 1024);
    g_assert_cmpfloat(candidate_at(small, 0)->pools, ==, 1);
    g_autoptr(Sizing) large = size(products, "*Premium (regular volume)*", 100, 4, 3000 * 1024.0, 0.8);
    g_assert_cmpfloat(candidate_at(large, 0)->units, ==, 30);
    g_assert_cmpfloat(candidate_at(large, 0)->pools, ==, 2);
    g_autoptr(Sizing) none = size(products, "*Ultra Disk*", 100, 4, 100, 0.8);
    g_assert_true(isnan(candidate_at(none, 0)->pool_gib));
    g_assert_true(isnan(candidate_at(none, 0)->volumes_per_unit));
}

/* 160000 of 160000 is one pool, one more is two. */
static void
a_whole_limit_is_one_unit(void)
{
    check_product("*Flex Unified custom*", 128000, 400, 1000, (struct expected){1, 160000, 500, 1000, "IOPS"});
    check_product("*Flex Unified custom*", 128001, 400, 1000, (struct expected){2, 80001, 250, 500, "IOPS"});
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) sizing = size(products, "*Flex Unified custom*", 160000, NAN, NAN, 1);
    g_assert_cmpfloat(candidate_at(sizing, 0)->units, ==, 1);
    g_assert_cmpfloat(candidate_at(sizing, 0)->iops_per_unit, ==, 160000);
    g_assert_cmpfloat(candidate_at(sizing, 0)->utilisation_pct, ==, 100);
}

/* 78000 and 611 of 160000 and 5120; 111429 and 873 are provisioned; no greatest size is known. */
static void
each_limit_tells_its_use(void)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) sizing = size(products, "*Flex Unified custom*", 78000, 611, 5324.8, 0.7);
    const struct candidate_limit *limit = candidate_at(sizing, 0)->limits;
    g_assert_cmpfloat_with_epsilon(limit[LIMIT_IOPS].utilisation_pct, 48.75, 1e-9);
    g_assert_cmpfloat_with_epsilon(limit[LIMIT_MIB_S].utilisation_pct, 11.93359375, 1e-9);
    g_assert_true(isnan(limit[LIMIT_CAPACITY].utilisation_pct));
    g_assert_cmpfloat_with_epsilon(limit[LIMIT_IOPS].provisioned_utilisation_pct, 100 * 78000.0 / 111429, 1e-9);
    g_assert_cmpfloat(limit[LIMIT_CAPACITY].provisioned, ==, 5325);
    g_autoptr(Sizing) two = size(products, "*io1*", 64000, 500, 8192, 0.8);
    limit = candidate_at(two, 0)->limits; /* two volumes of 64000, 1000 and 16384 */
    g_assert_cmpfloat(candidate_at(two, 0)->units, ==, 2);
    g_assert_cmpfloat(limit[LIMIT_IOPS].utilisation_pct, ==, 50);
    g_assert_cmpfloat(limit[LIMIT_MIB_S].utilisation_pct, ==, 25);
    g_assert_cmpfloat(limit[LIMIT_CAPACITY].utilisation_pct, ==, 25);
}

static void
capacity_that_was_raised_says_by_what(void)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) pool = size(products, "*Flex File default*", 16000, 100, 1000, 0.8);
    g_assert_cmpstr(candidate_at(pool, 0)->capacity_raised_by, ==, "IOPS");
    g_autoptr(Sizing) enough = size(products, "AWS*MULTI_AZ_2", 2400, 400, 2000, 0.8);
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
    const struct left_out *none = &g_array_index(sizing->left_out, struct left_out, 0);
    const struct left_out *small = &g_array_index(sizing->left_out, struct left_out, 1);
    g_assert_cmpint(none->reason, ==, LEFT_OUT_NO_LIMIT);
    g_assert_cmpstr(none->product->product, ==, "none");
    g_assert_cmpint(small->reason, ==, LEFT_OUT_MANY_UNITS);
    g_assert_cmpfloat(small->units, ==, 100);
}

/* A limit of nothing is no unknown limit. */
static void
limit_of_nothing_carries_no_load(void)
{
    g_autoptr(GPtrArray) products =
        catalog_of("P,no iops,t,,,,,0,,,100,\nP,no rate,t,,,,,10000,,,0,\nP,no size,t,,0,,,10000,,,100,\n");
    g_autoptr(Sizing) sizing = size(products, NULL, 8000, 40, 100, 0.8);
    g_assert_cmpuint(sizing->candidates->len, ==, 0);
    g_assert_cmpuint(sizing->left_out->len, ==, 3);
    for (guint i = 0; i < 3; i++) {
        const struct left_out *why = &g_array_index(sizing->left_out, struct left_out, i);
        g_assert_cmpint(why->reason, ==, LEFT_OUT_MANY_UNITS);
        g_assert_true(isinf(why->units));
    }
    /* nothing is asked of it: it is held */
    g_autoptr(Sizing) idle = size(products, "P no rate t", 8000, 0, NAN, 0.8);
    g_assert_cmpuint(idle->candidates->len, ==, 1);
    g_assert_cmpfloat(candidate_at(idle, 0)->units, ==, 1);
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

/* 5 IOPS a GiB: 10000 IOPS ask for 2000 GiB, which is more than a database of unknown size is taken to have; 20 a GiB
 * ask for 500, which is not. A least size of 4 GiB says nothing then. */
static void
unknown_size_makes_only_large_capacities_count(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,large,t,,,5,,10000,,,100,\nP,least,t,4,,,,40000,,,400,\n"
                                               "P,carried,t,,,20,,20000,,,400,\n");
    g_autoptr(Sizing) sizing = size(products, NULL, 8000, 40, NAN, 0.8);
    static const char *const order[] = {"carried", "least", "large"};
    for (guint i = 0; i < G_N_ELEMENTS(order); i++)
        g_assert_cmpstr(candidate_at(sizing, i)->product->product, ==, order[i]);
    g_autoptr(Sizing) known = size(products, NULL, 8000, 40, 100, 0.8);
    static const char *const order_known[] = {"least", "carried", "large"};
    for (guint i = 0; i < G_N_ELEMENTS(order_known); i++)
        g_assert_cmpstr(candidate_at(known, i)->product->product, ==, order_known[i]);
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

/* What is provisioned keeps the product's own rules. */
static void
check_rules(const struct candidate *candidate)
{
    const struct catalog_product *product = candidate->product;
    double iops = candidate->iops_per_unit, mib_s = candidate->mib_s_per_unit, gib = candidate->capacity_gib_per_unit;
    const double near = 1 + 1e-9;
    if (iops > product->base_iops && isfinite(product->iops_per_gib) && isfinite(gib))
        g_assert_cmpfloat(iops, <=, ceil(gib * product->iops_per_gib));
    if (isfinite(product->iops_needed_per_mib_s) && isfinite(mib_s))
        g_assert_cmpfloat(mib_s * product->iops_needed_per_mib_s, <=, iops * near);
    if (isfinite(product->least_iops_per_gib) && isfinite(gib))
        g_assert_cmpfloat(MIN(gib * product->least_iops_per_gib, candidate->limit_iops), <=, iops * near);
    if (isfinite(product->min_capacity_gib))
        g_assert_cmpfloat(gib, >=, product->min_capacity_gib);
    bool is_step = product->steps.count == 0;
    for (guint i = 0; i < product->steps.count; i++)
        is_step = is_step || mib_s == product->steps.mib_s[i];
    g_assert_true(is_step);
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
                check_rules(candidate);
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

static enum runner_up_reason
runner_up_of(const char *rows, double ceiling_ms)
{
    g_autofree char *text =
        g_strconcat("provider,product,min_capacity_gib,max_iops,max_mibps,base_mibps,latency_ms_claim\n", rows, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) products = catalog_parse(text, strlen(text), "catalog.csv", &error);
    g_assert_no_error(error);
    struct demand demand = demand_of_p95(8000, 40);
    struct sizing_options options = {
        .percentile = "p95", .utilisation_limit = 0.8, .capacity_gib = 100, .latency_ceiling_ms = ceiling_ms};
    g_autoptr(Sizing) sizing = sizing_new(&demand, &options, products);
    if (sizing_runner_up(sizing))
        g_assert_cmpstr(sizing_first_choice(sizing)->product->product, ==, "first");
    return sizing->runner_up;
}

static void
runner_up_says_what_keeps_it_from_first(void)
{
    g_assert_cmpint(runner_up_of("P,first,,20000,400,,\n", NAN), ==, RUNNER_UP_NONE);
    g_assert_cmpint(runner_up_of("P,second,,,400,,\nP,first,,5000,400,,\n", NAN), ==, RUNNER_UP_NOT_JUDGED);
    g_assert_cmpint(runner_up_of("P,second,,5000,400,,\nP,first,,20000,400,,\n", NAN), ==, RUNNER_UP_UNITS);
    g_assert_cmpint(runner_up_of("P,second,200,20000,400,,\nP,first,,40000,400,,\n", NAN), ==, RUNNER_UP_CAPACITY);
    g_assert_cmpint(runner_up_of("P,second,,40000,400,,\nP,first,,20000,400,,\n", NAN), ==, RUNNER_UP_UTILISATION);
    g_assert_cmpint(runner_up_of("P,second,,20000,400,90,\nP,first,,20000,400,,\n", NAN), ==, RUNNER_UP_PROVISION);
    g_assert_cmpint(runner_up_of("P,first,,20000,400,,\nP,second,,20000,400,,\n", NAN), ==, RUNNER_UP_EQUAL);
}

/* A claim above the ceiling comes last; without a ceiling it takes no part. */
static void
claimed_latency_above_the_ceiling_is_not_first(void)
{
    static const char rows[] = "P,second,,20000,400,,10-30\nP,first,,40000,400,,<1\n";
    g_assert_cmpint(runner_up_of(rows, 1), ==, RUNNER_UP_LATENCY);
    g_assert_cmpint(
        runner_up_of("P,first,,20000,400,,10-30\nP,second,,40000,400,,<1\n", NAN), ==, RUNNER_UP_UTILISATION);
    g_assert_cmpint(
        runner_up_of("P,first,,20000,400,,single-digit\nP,second,,40000,400,,\n", 1), ==, RUNNER_UP_UTILISATION);
}

static GPtrArray *
catalog_with_status(const char *rows)
{
    g_autofree char *text = g_strconcat("provider,product,status,max_capacity_gib,max_iops,max_mibps\n", rows, NULL);
    g_autoptr(GError) error = NULL;
    GPtrArray *products = catalog_parse(text, strlen(text), "catalog.csv", &error);
    g_assert_no_error(error);
    return products;
}

/* Superseded limits are never a first choice, those of an older source only where nothing else carries the load. */
static void
superseded_limits_are_never_first(void)
{
    static const char rows[] = "P,was,superseded,,20000,400\nP,old,old source,,20000,400\nP,now,,,10000,400\n";
    g_autoptr(GPtrArray) products = catalog_with_status(rows);
    g_autoptr(Sizing) sizing = size(products, NULL, 12000, 40, NAN, 0.8);
    g_assert_cmpstr(sizing_first_choice(sizing)->product->product, ==, "now");
    g_assert_cmpfloat(sizing_first_choice(sizing)->units, ==, 2);
    g_assert_cmpstr(sizing_runner_up(sizing)->product->product, ==, "old");
    g_assert_cmpint(sizing->runner_up, ==, RUNNER_UP_STATUS);
    g_assert_cmpstr(candidate_at(sizing, 2)->product->product, ==, "was");
    g_autoptr(Sizing) older = size(products, "P old*", 12000, 40, NAN, 0.8);
    g_assert_cmpstr(sizing_first_choice(older)->product->product, ==, "old");
    g_autoptr(Sizing) gone = size(products, "P was*", 12000, 40, NAN, 0.8);
    g_assert_cmpuint(gone->candidates->len, ==, 1);
    g_assert_null(sizing_first_choice(gone));
    g_assert_null(g_array_index(gone->sensitivity, struct sensitivity, 0).choice[0].product);
}

/* 500 GiB are asked for: a product whose largest size nobody told is behind one that is known to hold them, though it
 * takes fewer units. Without a size it is first. */
static void
unknown_largest_size_is_behind_known_ones(void)
{
    g_autoptr(GPtrArray) products = catalog_with_status("P,open,,,20000,400\nP,told,,4096,10000,400\n");
    g_autoptr(Sizing) sized = size(products, NULL, 12000, 40, 500, 0.8);
    g_assert_cmpstr(sizing_first_choice(sized)->product->product, ==, "told");
    g_assert_true(sizing_first_choice(sized)->capacity_judged);
    g_assert_false(candidate_at(sized, 1)->capacity_judged);
    g_assert_cmpint(sized->runner_up, ==, RUNNER_UP_NOT_JUDGED);
    g_autoptr(Sizing) unsized = size(products, NULL, 12000, 40, NAN, 0.8);
    g_assert_cmpstr(sizing_first_choice(unsized)->product->product, ==, "open");
    g_assert_true(sizing_first_choice(unsized)->capacity_judged);
}

/* 43.538 MiB/s / 0.8 is 57.067 MB/s: 119 GiB at 0.48 MB/s each, which carry 57.12 MB/s, not the next whole 58. */
static void
throughput_that_follows_the_size_is_not_rounded_beyond_it(void)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    g_autoptr(Sizing) sizing = size(products, "Oracle*Balanced*", 957.46, 43.538436, NAN, 0.8);
    const struct candidate *candidate = candidate_at(sizing, 0);
    g_assert_cmpfloat(candidate->capacity_gib_per_unit, ==, 119);
    g_assert_cmpfloat_with_epsilon(candidate->mib_s_per_unit / MIB_PER_MB, 57.12, 1e-9);
}

/* 120000 / 0.8 is 150000 of 160000; x 1.2 is 180000, two pools: the disk of 400000 is first then. */
static void
sensitivity_shows_where_the_first_choice_flips(void)
{
    g_autoptr(GPtrArray) products = catalog_of("P,pool,t,,,,,160000,,,5120,\nP,disk,t,,,,,400000,,,10000,\n");
    g_autoptr(Sizing) sizing = size(products, NULL, 120000, 1000, 500, 0.8);
    const struct sensitivity *line = &g_array_index(sizing->sensitivity, struct sensitivity, 0);
    static const char *const expected[] = {"pool", "disk", "disk", "disk"};
    for (size_t k = 0; k < SIZING_FACTORS; k++) {
        g_assert_cmpstr(line->choice[k].product->product, ==, expected[k]);
        g_assert_cmpfloat(line->choice[k].units, ==, 1);
        g_assert_cmpfloat_with_epsilon(line->choice[k].mib_s, 1000 * sizing_factors[k], 1e-9);
        g_assert_true(line->choice[k].as_recommended == (k == 0));
    }
    /* more than any can: no product, no units */
    g_autoptr(Sizing) huge = size(products, NULL, 1e8, 1000, 500, 0.8);
    line = &g_array_index(huge->sensitivity, struct sensitivity, 0);
    g_assert_null(line->choice[0].product);
    g_assert_false(line->choice[0].as_recommended);
}

/* 60000 x 1.3 = 78000, / 0.7 = 111428.57, / 160000 = 0.696: one pool. */
static void
evidence_leads_from_demand_to_units(void)
{
    g_autoptr(GPtrArray) products = builtin_catalog();
    struct demand demand = demand_of_p95(60000, 470);
    struct sizing_options options = {.percentile = "p95",
        .growth_pct = 30,
        .utilisation_limit = 0.7,
        .capacity_gib = 4096,
        .latency_ceiling_ms = 1,
        .catalog_filter = "*Flex Unified custom*"};
    g_autoptr(Sizing) sizing = sizing_new(&demand, &options, products);
    static const struct sizing_step expected[] = {
        {STEP_DEMAND, 60000, 470, 4096},
        {STEP_GROWTH, 1.3, 1.3, 1.3},
        {STEP_REQUIRED, 78000, 611, 5324.8},
        {STEP_UTILISATION, 0.7, 0.7, 1},
        {STEP_NEEDED, 78000 / 0.7, 611 / 0.7, 5324.8},
        {STEP_LIMIT, 160000, 5120, NAN},
        {STEP_QUOTIENT, 0.6964285714285714, 0.17047991071428571, NAN},
        {STEP_UNITS, 1, 1, 1},
        {STEP_PROVISION, 111429, 873, 5325},
    };
    g_assert_cmpuint(sizing->evidence->len, ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        const struct sizing_step *step = &g_array_index(sizing->evidence, struct sizing_step, i);
        g_assert_cmpint(step->code, ==, expected[i].code);
        check_number(step->iops, expected[i].iops);
        check_number(step->mib_s, expected[i].mib_s);
        check_number(step->capacity_gib, expected[i].capacity_gib);
    }
    options.catalog_filter = "no such product";
    g_autoptr(Sizing) none = sizing_new(&demand, &options, products);
    g_assert_cmpuint(none->evidence->len, ==, 5);
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
    ADD(limit_of_nothing_carries_no_load);
    ADD(candidates_are_ordered_by_units_capacity_and_use);
    ADD(unknown_size_makes_only_large_capacities_count);
    ADD(filter_is_a_glob_without_case);
    ADD(every_candidate_of_the_catalog_carries_the_requirement);
    ADD(sensitivity_has_a_line_for_each_known_figure);
    ADD(iops_bought_apart_ask_for_no_capacity);
    ADD(system_has_a_greatest_number_of_units);
    ADD(mib_s_ask_for_iops);
    ADD(volumes_within_a_unit_have_limits_of_their_own);
    ADD(pool_around_the_units_has_a_least_and_a_greatest_size);
    ADD(a_whole_limit_is_one_unit);
    ADD(each_limit_tells_its_use);
    ADD(runner_up_says_what_keeps_it_from_first);
    ADD(claimed_latency_above_the_ceiling_is_not_first);
    ADD(superseded_limits_are_never_first);
    ADD(unknown_largest_size_is_behind_known_ones);
    ADD(throughput_that_follows_the_size_is_not_rounded_beyond_it);
    ADD(sensitivity_shows_where_the_first_choice_flips);
    ADD(evidence_leads_from_demand_to_units);
    ADD(demand_without_the_percentile_is_not_sized);
    return g_test_run();
}
