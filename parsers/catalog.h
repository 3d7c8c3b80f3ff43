/* The catalog of storage products: limits with their source and date, read from CSV (libcsv).
 *
 *     g_autoptr(GPtrArray) products = catalog_parse(text, len, path, &error);
 *
 * Columns (by name): provider,product,tier,min_capacity_gib,max_capacity_gib,iops_per_gib,base_iops,max_iops,
 * mibps_per_tib,base_mibps,max_mibps,iops_per_mibps,latency_ms_claim,protocol,source,source_date,notes. An empty number is
 * NAN: the source does not give it, which is not the same as "no limit"; an empty text is "". A row without any figure of
 * IOPS or MiB/s, an unknown column, a base above its maximum are errors.
 */
#pragma once

#include <glib.h>

struct catalog_product {
    char *provider, *product, *tier;
    double min_capacity_gib, max_capacity_gib; /* per unit (volume or pool) */
    double iops_per_gib, base_iops, max_iops;
    double mib_s_per_tib, base_mib_s, max_mib_s;
    double iops_per_mib_s; /* IOPS that come with each MiB/s above base */
    char *latency_claim, *protocol, *source, *source_date, *notes;
    guint line;
};

void catalog_product_free(struct catalog_product *product);

/* The rows as struct catalog_product *, in file order. NULL with IOSIZER_ERROR_USAGE (file, line, expected, seen). */
GPtrArray *catalog_parse(const char *text, size_t len, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
