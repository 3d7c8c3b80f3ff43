/* From demand to a recommendation: what is required, and which products can give it.
 *
 * required = percentile x (1 + growth). A product or a measured storage is used up to the utilisation limit (default
 * 0.8): the headroom is applied once, there. Counts are rounded up; an exact fit stays exact.
 *
 *     g_autoptr(Sizing) sizing = sizing_new(&demand, &options, products);
 */
#pragma once

#include "catalog.h"
#include "demand.h"

#include <stdbool.h>

struct sizing_options {
    const char *percentile; /* as in demand_figure */
    double growth_pct;
    double utilisation_limit;   /* 0 < it <= 1 */
    double capacity_gib;        /* of the database; NAN: not known */
    const char *catalog_filter; /* glob over "provider product tier"; NULL: all */
};

struct candidate {
    const struct catalog_product *product;                       /* borrowed */
    double units;                                                /* whole number >= 1 */
    double iops_per_unit, mib_s_per_unit, capacity_gib_per_unit; /* to provision; NAN: cannot be set or is not known */
    double limit_iops, limit_mib_s; /* most that a unit gives at that provision; NAN: the source does not say */
    const char *binding_limit;      /* "IOPS", "MiB/s", "capacity": what fixes the number of units or the provision */
    double utilisation_pct;         /* of the binding limit, at the required load */
    const char *capacity_raised_by; /* "IOPS", "MiB/s", "least size": why more GiB than asked for; NULL: nothing did */
    bool judged_whole;              /* false: the catalog lacks the limit of a figure that is required */
};

struct sensitivity {
    const char *figure; /* "mean", "p95", ... */
    double iops[4];     /* x 1.0, 1.2, 1.5, 2.0 */
};

extern const double sizing_factors[4];

struct sizing {
    struct sizing_options options;
    double required_iops, required_mib_s, required_capacity_gib;
    GArray *candidates;  /* struct candidate: judged whole, fewest units, then least capacity, then highest utilisation
                            first */
    GPtrArray *left_out; /* char *: "PRODUCT: its IOPS limit is not in the catalog" */
    GArray *sensitivity; /* struct sensitivity */
};

typedef struct sizing Sizing;

/* NULL where the demand has no figure of that percentile. */
struct sizing *sizing_new(const struct demand *demand, const struct sizing_options *options, const GPtrArray *products);
void sizing_free(struct sizing *sizing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sizing, sizing_free)

/* Measured capacity that may be used: IOPS at the operating point x utilisation limit. */
double sizing_usable_iops(double iops, double utilisation_limit);
