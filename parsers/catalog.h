/* The catalog of storage products: limits with their source and date, read from CSV (libcsv).
 *
 *     g_autoptr(GPtrArray) products = catalog_parse(text, len, path, &error);
 *
 * Columns (by name, any order; only provider and product are required) are described at the top of the compiled-in
 * catalog.csv. A figure is written in the unit its source gives (MB/s of 10^6 or MiB/s, TiB or GiB) and converted here,
 * once; two columns for one figure in a row are an error. An empty number is NAN: the source does not give it, which is
 * not the same as "no limit"; an empty text is "". A row without any figure of IOPS or MiB/s and without a source, an
 * unknown column or status, a base above its maximum are errors.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { CATALOG_STEPS_MAX = 32 };

/* Bytes of a decimal MB over those of a MiB. */
#define MIB_PER_MB (1e6 / 1048576.0)

struct catalog_steps { /* the only throughputs that can be chosen, rising; count 0: any can */
    guint count;
    double mib_s[CATALOG_STEPS_MAX];
};

/* What the row's figures stand for today. */
enum catalog_status {
    CATALOG_CURRENT,
    CATALOG_OLD_SOURCE, /* read from an older copy of the source: today's limits may be others */
    CATALOG_SUPERSEDED  /* other limits, or another product, took its place: kept for what runs on it */
};

struct catalog_product {
    char *provider, *product, *tier;
    enum catalog_status status;
    char *unit;                                /* "pool", "volume", "HA pair"; "": not told */
    double min_capacity_gib, max_capacity_gib; /* per unit (volume or pool) */
    double iops_per_gib;                       /* most IOPS that each GiB carries; NAN: IOPS are bought apart */
    double least_iops_per_gib;                 /* IOPS that come with each GiB, or must be set for it */
    double base_iops, max_iops;
    double mib_s_per_tib, least_mib_s_per_tib; /* the same of MiB/s */
    double base_mib_s, max_mib_s;              /* max_mib_s: the last step where only steps are given */
    struct catalog_steps steps;
    bool in_mb_s;                      /* the source counts throughput in MB/s of 10^6: so is it set */
    double iops_per_mib_s;             /* IOPS that come with each MiB/s above base */
    double iops_needed_per_mib_s;      /* IOPS that must be provisioned for each MiB/s */
    double max_units;                  /* of one system */
    double pool_min_gib, pool_max_gib; /* of the pool that holds the units */
    double volume_max_gib, volume_max_iops, volume_max_mib_s; /* of one volume inside a unit */
    char *latency_claim, *protocol, *source, *source_date, *notes;
    guint line;
};

void catalog_product_free(struct catalog_product *product);

/* The rows as struct catalog_product *, in file order. NULL with IOSIZER_ERROR_USAGE (file, line, expected, seen). */
GPtrArray *catalog_parse(const char *text, size_t len, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* "" (current), "old source", "superseded", as in the column status. */
const char *catalog_status_name(enum catalog_status status);

/* The lowest latency that the product's claim speaks of ("<1": 1, "10-30": 10, "<0.5 avg at 16 KiB": 0.5), in ms; NAN
 * where it has no figure ("single-digit", ""). */
double catalog_latency_ms(const struct catalog_product *product);
