#include "catalog.h"

#include "error.h"

#include <math.h>
#include <string.h>

static GPtrArray *
parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *products = catalog_parse(text, strlen(text), "c.csv", &error);
    g_assert_no_error(error);
    return products;
}

static void
columns_are_found_by_name(void)
{
    g_autoptr(GPtrArray) products =
        parse("product,provider,max_iops,base_iops,notes,iops_per_mibps,max_capacity_gib,tier\n"
              "Disk,ACME,160000,1024,\"a, b\",16,,gold\n");
    g_assert_cmpuint(products->len, ==, 1);
    const struct catalog_product *product = g_ptr_array_index(products, 0);
    g_assert_cmpstr(product->provider, ==, "ACME");
    g_assert_cmpstr(product->product, ==, "Disk");
    g_assert_cmpstr(product->tier, ==, "gold");
    g_assert_cmpfloat(product->max_iops, ==, 160000);
    g_assert_cmpfloat(product->base_iops, ==, 1024);
    g_assert_cmpfloat(product->iops_per_mib_s, ==, 16);
    g_assert_cmpstr(product->notes, ==, "a, b");
    g_assert_cmpstr(product->source, ==, "");
    g_assert_cmpuint(product->line, ==, 2);
    /* Not given is not the same as none. */
    g_assert_true(isnan(product->max_capacity_gib));
    g_assert_true(isnan(product->max_mib_s));
}

static void
faults_name_line_and_column(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "c.csv:1: expected a header and a product a row, saw none"},
        {"provider,product,max_iops\n", "c.csv:1: expected a header and a product a row, saw none"},
        {"provider,max_iops\n", "c.csv:1: expected a column product, saw \"provider\" first"},
        {"provider,product,max_iop\na,b,1\n", "c.csv:1: unknown column \"max_iop\"; nearest known: \"max_iops\""},
        {"provider,product,max_iops\n,b,1\n", "c.csv:2: provider is empty"},
        {"provider,product,max_iops\na,,1\n", "c.csv:2: product is empty"},
        {"provider,product,max_iops\na,b,many\n", "c.csv:2: max_iops: expected a number of 0 or more, saw \"many\""},
        {"provider,product,max_iops\na,b,-1\n", "c.csv:2: max_iops: expected a number of 0 or more, saw \"-1\""},
        {"provider,product,max_iops\na,b,1,2\n",
            "c.csv:2: expected 3 cells as in the header, saw 4 (put quotes around commas)"},
        {"provider,product,base_iops,max_iops\na,b,2,1\n", "c.csv:2: base_iops is above max_iops"},
        {"provider,product,max_iops,min_capacity_gib,max_capacity_gib\na,b,2,9,8\n",
            "c.csv:2: min_capacity_gib is above max_capacity_gib"},
        {"provider,product,base_mibps,max_mibps\na,b,2,1.5\n", "c.csv:2: base_mibps is above max_mibps"},
        {"provider,product,max_mibps,max_mbps\na,b,100,105\n",
            "c.csv:2: max_mbps: another column gives the same figure in another unit: leave one empty"},
        {"provider,product,mbps_steps\na,b,128 64\n",
            "c.csv:2: mbps_steps: expected at most 32 rising numbers above 0 with blanks between them, saw \"128 64\""},
        {"provider,product,mbps_steps\na,b,0 64\n",
            "c.csv:2: mbps_steps: expected at most 32 rising numbers above 0 with blanks between them, saw \"0 64\""},
        {"provider,product,mbps_steps\na,b,64 x\n",
            "c.csv:2: mbps_steps: expected at most 32 rising numbers above 0 with blanks between them, saw \"64 x\""},
        {"provider,product,mbps_steps\na,b,1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 "
         "29 30 "
         "31 32 33\n",
            "c.csv:2: mbps_steps: expected at most 32 rising numbers above 0 with blanks between them, saw \"1 2 3 4 5 "
            "6 7 8 "
            "9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 \""},
        {"provider,product,status,max_iops\na,b,legacy,1\n",
            "c.csv:2: status: expected \"old source\", \"superseded\" or nothing, saw \"legacy\""},
        {"provider,product,mbps_steps,mibps_steps\na,b,64,64\n",
            "c.csv:2: mbps_steps: another column gives the steps in another unit: leave one empty"},
        {"provider,product,max_iops,pool_min_gib,pool_max_gib\na,b,2,9,8\n",
            "c.csv:2: pool_min_gib is above pool_max_gib"},
        {"provider,product,max_capacity_gib\na,b,2\n",
            "c.csv:2: no limit of IOPS or MiB/s: nothing can be sized with it"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(catalog_parse(cases[i].text, strlen(cases[i].text), "c.csv", &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        g_assert_cmpstr(error->message, ==, cases[i].message);
    }
}

static const struct catalog_product *
single(const GPtrArray *products)
{
    g_assert_cmpuint(products->len, ==, 1);
    return g_ptr_array_index(products, 0);
}

/* A TiB is 1024 GiB; 1000 MB/s of 10^6 are 953.67431640625 MiB/s of 2^20. */
static void
units_are_converted_once(void)
{
    g_autoptr(GPtrArray) decimal =
        parse("provider,product,max_mbps,base_mbps,mbps_per_gib,iops_needed_per_mbps,iops_per_mbps\n"
              "a,b,1000,125,60,4,16\n");
    g_assert_cmpfloat(single(decimal)->max_mib_s, ==, 953.67431640625);
    g_assert_cmpfloat(single(decimal)->base_mib_s, ==, 119.20928955078125);
    g_assert_cmpfloat_with_epsilon(single(decimal)->mib_s_per_tib, 58593.75, 1e-9);
    g_assert_cmpfloat_with_epsilon(single(decimal)->iops_needed_per_mib_s, 4.194304, 1e-12);
    g_assert_cmpfloat_with_epsilon(single(decimal)->iops_per_mib_s, 16.777216, 1e-12);
    g_assert_true(single(decimal)->in_mb_s);
    g_autoptr(GPtrArray) binary =
        parse("provider,product,max_mibps,iops_per_tib,max_capacity_tib,mibps_per_gib,mbps_per_tib\n"
              "a,b,1000,5000,4,0.0625,\n");
    g_assert_cmpfloat(single(binary)->max_mib_s, ==, 1000);
    g_assert_cmpfloat(single(binary)->iops_per_gib, ==, 4.8828125);
    g_assert_cmpfloat(single(binary)->max_capacity_gib, ==, 4096);
    g_assert_cmpfloat(single(binary)->mib_s_per_tib, ==, 64);
    g_assert_false(single(binary)->in_mb_s);
    g_autoptr(GPtrArray) tib = parse("provider,product,mbps_per_tib\na,b,200\n");
    g_assert_cmpfloat_with_epsilon(single(tib)->mib_s_per_tib, 190.73486328125, 1e-9);
}

static void
steps_are_the_throughputs_that_can_be_chosen(void)
{
    g_autoptr(GPtrArray) products = parse("provider,product,mbps_steps\na,b,128 256;512\n");
    g_assert_cmpuint(single(products)->steps.count, ==, 3);
    g_assert_cmpfloat(single(products)->steps.mib_s[0], ==, 122.0703125);
    g_assert_cmpfloat(single(products)->max_mib_s, ==, 488.28125);
    g_autoptr(GPtrArray) binary = parse("provider,product,mibps_steps,max_mibps\na,b,100 200,150\n");
    g_assert_cmpfloat(single(binary)->max_mib_s, ==, 150);
}

static void
latency_claims_are_read_by_their_lowest_figure(void)
{
    static const struct {
        const char *claim;
        double ms;
    } cases[] = {{"<1", 1}, {"10-30", 10}, {"<0.5 avg at 16 KiB", 0.5}, {"17", 17}, {"single-digit", NAN}, {"", NAN}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct catalog_product product = {.latency_claim = (char *)cases[i].claim};
        double ms = catalog_latency_ms(&product);
        g_assert_true(isnan(cases[i].ms) ? isnan(ms) : ms == cases[i].ms);
    }
}

/* A product of which nothing is known may be in a catalog that says where it looked. */
static void
row_without_figures_needs_a_source(void)
{
    g_autoptr(GPtrArray) products = parse("provider,product,source\na,b,https://example.org/\n");
    g_assert_true(isnan(single(products)->max_iops));
    g_assert_true(isnan(single(products)->max_units));
}

/* The product of this name and tier in the catalog that is compiled in. */
static const struct catalog_product *
named(const GPtrArray *products, const char *product, const char *tier)
{
    for (guint i = 0; i < products->len; i++) {
        const struct catalog_product *p = g_ptr_array_index(products, i);
        if (strcmp(p->product, product) == 0 && strcmp(p->tier, tier) == 0)
            return p;
    }
    return NULL;
}

static void
shipped_catalog_is_valid_and_sourced(void)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "..", "templates", "catalog.csv", NULL),
                    *text = NULL;
    size_t len;
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_get_contents(path, &text, &len, &error));
    g_autoptr(GPtrArray) products = catalog_parse(text, len, path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(products->len, ==, 43);
    for (guint i = 0; i < products->len; i++) {
        const struct catalog_product *product = g_ptr_array_index(products, i);
        g_assert_true(g_str_has_prefix(product->source, "https://"));
    }
    const struct catalog_product *pool =
        named(products, "NetApp Volumes (GCNV)", "Flex Unified custom performance (pool)");
    g_assert_cmpfloat(pool->max_iops, ==, 160000);
    g_assert_cmpfloat(pool->base_mib_s, ==, 64);
    g_assert_cmpfloat(pool->iops_per_mib_s, ==, 16);
    const struct catalog_product *disk = named(products, "Premium SSD v2", "per disk");
    g_assert_cmpfloat(disk->iops_per_gib, ==, 500);
    g_assert_cmpfloat_with_epsilon(disk->max_mib_s, 1907.3486328125, 1e-9); /* 2000 MB/s */
    const struct catalog_product *san = named(products, "Elastic SAN", "SAN, LRS, high-capacity regions");
    g_assert_cmpfloat(san->iops_per_gib * san->max_capacity_gib * 400 / 600, ==, san->max_iops);
    g_assert_cmpstr(disk->source_date, ==, "2026-08-11");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/catalog/columns_are_found_by_name", columns_are_found_by_name);
    g_test_add_func("/catalog/faults_name_line_and_column", faults_name_line_and_column);
    g_test_add_func("/catalog/shipped_catalog_is_valid_and_sourced", shipped_catalog_is_valid_and_sourced);
    g_test_add_func("/catalog/units_are_converted_once", units_are_converted_once);
    g_test_add_func(
        "/catalog/steps_are_the_throughputs_that_can_be_chosen", steps_are_the_throughputs_that_can_be_chosen);
    g_test_add_func(
        "/catalog/latency_claims_are_read_by_their_lowest_figure", latency_claims_are_read_by_their_lowest_figure);
    g_test_add_func("/catalog/row_without_figures_needs_a_source", row_without_figures_needs_a_source);
    return g_test_run();
}
