/* From demand to a recommendation: what is required, and which products can give it.
 *
 * required = percentile x (1 + growth). A product or a measured storage is used up to the utilisation limit (default
 * 0.8): the headroom is applied once, there.
 *
 *     g_autoptr(Sizing) sizing = sizing_new(&demand, &options, products);
 */
#pragma once

#include "candidate.h"
#include "capacity_held.h"
#include "catalog.h"
#include "db_size.h"
#include "demand.h"
#include "host_limits.h"

#include <stdbool.h>

struct sizing_options {
    const char *percentile; /* as in demand_figure */
    double growth_pct;
    double utilisation_limit;   /* 0 < it <= 1 */
    double capacity_gib;        /* of the database; NAN: not known */
    double latency_ceiling_ms;  /* that claims of products are held against; NAN: nothing */
    const char *catalog_filter; /* glob over "provider product tier"; NULL: all */
};

/* Why the second candidate is not the first. */
enum runner_up_reason {
    RUNNER_UP_NONE, /* there is no second one */
    RUNNER_UP_NOT_JUDGED,  /* a limit that it would have to be held against is not in the catalog */
    RUNNER_UP_STATUS,      /* its row is superseded, or read from an older source */
    RUNNER_UP_LATENCY,     /* its source claims more than the ceiling */
    RUNNER_UP_UNITS,       /* it takes more */
    RUNNER_UP_CAPACITY,    /* its GiB, bought for IOPS or MiB/s, are more */
    RUNNER_UP_UTILISATION, /* more of it is left unused */
    RUNNER_UP_PROVISION,   /* more IOPS or MiB/s must be provisioned than of the first: it has them in steps, or comes
                              with them */
    RUNNER_UP_EQUAL        /* nothing but the order of the catalog */
};

/* The first choice under another choice of percentile and headroom. */
struct sensitivity_choice {
    double iops, mib_s;                    /* that are required */
    const struct catalog_product *product; /* borrowed; NULL: none can carry it */
    double units;
    bool as_recommended; /* the same product and the same number of units */
};

extern const double sizing_factors[4];
enum { SIZING_FACTORS = 4 };

struct sensitivity {
    const char *figure;          /* "mean", "p95", ... */
    double iops[SIZING_FACTORS]; /* x 1.0, 1.2, 1.5, 2.0 */
    struct sensitivity_choice choice[SIZING_FACTORS];
};

/* The way from the demand to the units, a step a line: each with its figure of IOPS, of MiB/s and of GiB. */
enum sizing_step_code {
    STEP_DEMAND,      /* the figure of the demand */
    STEP_GROWTH,      /* x: 1 + growth */
    STEP_REQUIRED,    /* = */
    STEP_UTILISATION, /* /: the utilisation limit; 1 of capacity, which has no headroom */
    STEP_NEEDED,      /* = */
    STEP_LIMIT,       /* /: the most of a unit of the first choice */
    STEP_QUOTIENT,    /* = */
    STEP_UNITS,       /* the highest of them, rounded up */
    STEP_PROVISION    /* of a unit */
};

struct sizing_step {
    enum sizing_step_code code;
    double iops, mib_s, capacity_gib; /* NAN: not known, or not asked for */
};

/* One input of the sizing and where it came from: nothing is assumed in silence. */
enum sizing_input_origin { INPUT_DEFAULT, INPUT_STUDY_INI, INPUT_OPTION, INPUT_MEASURED };

struct sizing_input {
    const char *name; /* "percentile", "growth_pct", ...; static */
    const char *text; /* borrowed; NULL: `value` */
    double value;     /* NAN: not known */
    enum sizing_input_origin origin;
};

struct sizing {
    struct sizing_options options;
    struct sizing_need need;
    double required_iops, required_mib_s, required_capacity_gib;
    GArray *candidates;  /* struct candidate: judged whole, of a current source, latency not claimed above the ceiling,
                            capacity held against a limit, fewest units, least capacity, highest utilisation first */
    GArray *left_out;    /* struct left_out */
    GArray *sensitivity; /* struct sensitivity */
    GArray *evidence;    /* struct sizing_step; the last four only where there is a first choice */
    enum runner_up_reason runner_up;
    guint equal_to_first;   /* how many candidates come out as the first one, itself not counted */
    GArray *inputs;         /* struct sizing_input; filled by findings_size, so are the next */
    struct db_size db_size; /* what required capacity rests on */
    GArray *capacity_held;  /* struct capacity_held: the requirement against measured storage */
    GArray *host_limits;    /* struct host_limit */
};

typedef struct sizing Sizing;

/* NULL where the demand has no figure of that percentile. */
struct sizing *sizing_new(const struct demand *demand, const struct sizing_options *options, const GPtrArray *products);
void sizing_free(struct sizing *sizing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sizing, sizing_free)

/* The first candidate where it could be held against the whole requirement; NULL: there is no first choice. */
const struct candidate *sizing_first_choice(const struct sizing *sizing);

/* The one after it; NULL: none. */
const struct candidate *sizing_runner_up(const struct sizing *sizing);

/* Measured capacity that may be used: IOPS at the operating point x utilisation limit. */
double sizing_usable_iops(double iops, double utilisation_limit);

/* "demand", "growth", ...; "default", "study.ini", ...; "units", "capacity", ... (NULL for none). Static. */
const char *sizing_step_name(enum sizing_step_code code);
const char *sizing_input_origin_name(enum sizing_input_origin origin);
const char *runner_up_reason_name(enum runner_up_reason reason);
