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
    g_assert_cmpuint(products->len, ==, 39);
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
    g_assert_cmpstr(disk->source_date, ==, "2026-08-11");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/catalog/columns_are_found_by_name", columns_are_found_by_name);
    g_test_add_func("/catalog/faults_name_line_and_column", faults_name_line_and_column);
    g_test_add_func("/catalog/shipped_catalog_is_valid_and_sourced", shipped_catalog_is_valid_and_sourced);
    return g_test_run();
}
