/* One product of the catalog against what is required: how many units, what to provision, which limit binds.
 *
 *     struct sizing_need need = {.iops = 78000, .mib_s = 611, .capacity_gib = 5325, .utilisation_limit = 0.7};
 *     struct candidate candidate;
 *     struct left_out why;
 *     if (!candidate_of(&candidate, &why, product, &need)) ...
 *
 * A limit of IOPS or MiB/s is used up to the utilisation limit, one of capacity wholly: the headroom is applied once.
 * Units, IOPS, MiB/s and GiB are rounded up to whole ones; an exact fit stays exact.
 */
#pragma once

#include "catalog.h"

#include <stdbool.h>

struct sizing_need { /* NAN: not asked for, or not known */
    double iops, mib_s, capacity_gib;
    double utilisation_limit;  /* 0 < it <= 1 */
    double latency_ceiling_ms; /* what claims of latency are held against; NAN: nothing */
};

enum candidate_limit_kind { LIMIT_IOPS, LIMIT_MIB_S, LIMIT_CAPACITY, CANDIDATE_LIMITS };

/* One limit of a candidate, over all its units together. */
struct candidate_limit {
    double required;        /* of the load, without headroom; NAN: not asked for */
    double provisioned;     /* NAN: cannot be set or is not known */
    double most;            /* most that so many units can be provisioned to; NAN: the source does not say */
    double utilisation_pct; /* 100 x required / most; NAN: one of them is not known */
    double provisioned_utilisation_pct; /* 100 x required / provisioned */
};

#define CANDIDATE_LEAST_SIZE "least size" /* in capacity_raised_by */

enum latency_claim { LATENCY_NOT_CLAIMED, LATENCY_WITHIN, LATENCY_ABOVE };

struct candidate {
    const struct catalog_product *product;                       /* borrowed */
    double units;                                                /* whole number >= 1 */
    double iops_per_unit, mib_s_per_unit, capacity_gib_per_unit; /* to provision; NAN: cannot be set or is not known */
    double limit_iops, limit_mib_s; /* most that a unit can be provisioned to; NAN: the source does not say */
    double volumes_per_unit;        /* that the load must be spread over; NAN: no limit of a volume is known */
    double pool_gib;                /* of the pool that holds the units, over all pools; NAN: no such limit is known */
    double pools;                   /* NAN likewise */
    struct candidate_limit limits[CANDIDATE_LIMITS]; /* by enum candidate_limit_kind */
    enum candidate_limit_kind binding;               /* what fixes the number of units */
    const char *binding_limit;                       /* its name */
    double utilisation_pct;                          /* of the binding limit, at the required load */
    const char *capacity_raised_by; /* "IOPS", "MiB/s", "least size": why more GiB than asked for; NULL: nothing did */
    const char *iops_raised_by;     /* "MiB/s", "capacity", "base": why more IOPS than asked for; NULL: nothing did */
    bool judged_whole;              /* false: the catalog lacks the limit of IOPS or MiB/s that is required */
    bool capacity_judged;           /* false: capacity is required, and the catalog lacks the largest size */
    enum latency_claim latency;     /* the claim of the source against the ceiling */
};

enum left_out_reason {
    LEFT_OUT_NO_LIMIT,       /* the catalog has neither an IOPS nor a MiB/s limit for it */
    LEFT_OUT_NOTHING_HELD,   /* it has limits, of nothing that is required */
    LEFT_OUT_MANY_UNITS,     /* more than CANDIDATE_UNITS_MAX: no recommendation */
    LEFT_OUT_ABOVE_MAX_UNITS /* more than one system can have */
};

enum { CANDIDATE_UNITS_MAX = 64 };

struct left_out {
    const struct catalog_product *product; /* borrowed */
    enum left_out_reason reason;
    double units; /* that it would take; INFINITY: no number is enough. NAN: not known */
};

/* False with `why` where the product cannot be judged or cannot do it. */
bool candidate_of(
    struct candidate *out, struct left_out *why, const struct catalog_product *product, const struct sizing_need *need);

/* GiB of all units; 0 where capacity is not known. */
double candidate_total_gib(const struct candidate *candidate);

/* "IOPS", "MiB/s", "capacity". Static. */
const char *candidate_limit_name(enum candidate_limit_kind kind);
