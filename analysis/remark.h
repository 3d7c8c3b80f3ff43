/* One remark: a code and its figures. See remarks.h for what makes them. */
#pragma once

#include <glib.h>

#define REMARK_FIGURES 8

/* In brackets: the figures of each, in order. Concurrencies are those of the ladder, latencies ms, shares percent. */
enum remark_code {
    /* of a ladder */
    REMARK_TOO_FEW_RUNGS, /* rungs at different loads */
    REMARK_ONE_LOAD,      /* lowest and highest outstanding I/O */
    REMARK_NOT_REACHED,   /* IOPS gained per doubling at the top, concurrency of the top */
    REMARK_ALREADY_PAST,  /* lowest concurrency, highest IOPS */
    REMARK_UNCERTAIN,     /* probability of the verdict */
    REMARK_DECLINE,       /* concurrency, IOPS lost at the top against the highest, highest IOPS */
    REMARK_ODD_RUNG,      /* concurrency, how far it is off in IOPS (sign) */
    REMARK_THINKS,        /* concurrency, outstanding I/O there, think time ms */
    REMARK_EXTRA_IO,      /* concurrency, outstanding I/O there */
    REMARK_OUTSTANDING,   /* outstanding, concurrency of the lowest rung; the same of the highest; knee in I/Os, in
                             concurrency, its interval in concurrency */
    REMARK_MEASURED,      /* outstanding, concurrency of the lowest rung; the same of the highest; the rung farthest off
                             a curve, by how much (sign) */
    REMARK_FEW_LOADS,     /* as REMARK_MEASURED without the rung: too few of them could be fitted at all */
    REMARK_QUEUE_LIMIT,   /* concurrency, outstanding I/O that is not exceeded */
    REMARK_QUEUE_DEPTH,   /* the same, and the queue depth it is close to */
    REMARK_OUTSIDE_LIMIT, /* concurrency, IOPS */
    REMARK_SLOWING,       /* concurrency, highest outstanding I/O, outstanding I/O at the top */
    REMARK_NONE_WITHIN,   /* ceiling, concurrency and latency of the nearest rung */
    REMARK_DISAGREE,      /* the three estimates: fit, asymptotes, elasticity */
    REMARK_SOFT,          /* IOPS at the knee as a share of the highest measured */
    REMARK_SHARP,         /* sharpness */
    REMARK_KNEE_BELOW_BEST,       /* knee: concurrency, IOPS, latency; best operating point: the same */
    REMARK_BEST_ABOVE_SATURATION, /* best operating point: concurrency, IOPS; saturation point: the same */
    /* of a run */
    REMARK_RUN_TOO_SHORT,  /* longest load s, seconds needed */
    REMARK_RUN_NOT_STEADY, /* how far the level moves, longest flat stretch s */
    REMARK_RUN_WANDERS,    /* stretches refused */
    REMARK_RUN_DRIFTS,     /* change of IOPS per 10 min at the end (sign) */
    REMARK_RUN_FELL,       /* IOPS of the first and of the last window, seconds after which it fell */
    REMARK_RUN_SETTLES,    /* seconds from which IOPS are steady, and latency */
    REMARK_RUN_OSCILLATES, /* period s, amplitude +- percent */
    REMARK_RUN_IOPS_ONLY,  /* - */
    REMARK_RUN_QUEUE_DIFFERS, /* IOPS x await, aqu-sz, tolerance */
    REMARK_RUN_SIZE_DIFFERS,  /* IOPS x request size in MiB/s, MiB/s, tolerance */
    REMARK_RUN_LOAD_DIFFERS,  /* outstanding I/O, concurrency of the load, gap (sign) */
    /* what to run next */
    REMARK_ADVISE_EIGHT, /* loads, as many as are figures; NAN fills the rest. So for the next three */
    REMARK_ADVISE_HIGHER,
    REMARK_ADVISE_LOWER,
    REMARK_ADVISE_BETWEEN,
    REMARK_ADVISE_REPEAT, /* concurrency of the rung that is off */
    REMARK_ADVISE_TWICE,  /* - */
    REMARK_ADVISE_LENGTH, /* concurrency of the least precise rung, its half width, seconds that 1% needs */
    REMARK_ADVISE_LONGER, /* rungs without a steady window, of how many, seconds to run at least */
    REMARK_ADVISE_CLOSED, /* - : load that keeps its I/Os outstanding */
    /* reasons of the judgement of a plateau */
    REMARK_PLATEAU_NONE,          /* - */
    REMARK_PLATEAU_FLAT,          /* lowest and highest concurrency, range of IOPS */
    REMARK_PLATEAU_UNEVEN,        /* the same */
    REMARK_PLATEAU_QUEUES,        /* times of concurrency, times of latency */
    REMARK_PLATEAU_OUTSIDE,       /* the same */
    REMARK_PLATEAU_SHARP,         /* sharpness */
    REMARK_PLATEAU_SOFT,          /* sharpness */
    REMARK_PLATEAU_CALM,          /* scatter of interval IOPS */
    REMARK_PLATEAU_RESTLESS,      /* scatter of interval IOPS */
    REMARK_PLATEAU_ROUND_IOPS,    /* plateau, round number, distance (sign) */
    REMARK_PLATEAU_ROUND_MIB_S,   /* the same */
    REMARK_PLATEAU_PRODUCT_IOPS,  /* plateau, limit, distance (sign); name: the product */
    REMARK_PLATEAU_PRODUCT_MIB_S, /* the same */
    REMARK_PLATEAU_SAME_IOPS,     /* plateau, the other's, distance; name: the other workload */
    REMARK_PLATEAU_SAME_MIB_S,    /* the same */
    REMARK_PLATEAU_OTHER_LEVEL,   /* distance of IOPS, of MiB/s to the other workload's; name: it */
    REMARK_PLATEAU_DECLINES,      /* IOPS lost at the top against the highest */
    REMARK_PLATEAU_BUSY,          /* %util of the busiest device */
    REMARK_PLATEAU_IDLE,          /* %util of the busiest device */
    REMARK_PLATEAU_UNDECIDED,     /* signs of a provisioned limit, of a saturated device */
    REMARK_CODES
};

struct remark {
    enum remark_code code;
    double figure[REMARK_FIGURES]; /* NAN: not used */
    char *name;                    /* NULL where none is needed */
};

/* A new, empty array of struct remark that owns its names. Free with g_array_unref. */
GArray *remarks_new(void);

/* Appends a remark with `count` figures (at most REMARK_FIGURES); `name` is copied. */
void remarks_append(GArray *remarks, enum remark_code code, const char *name, const double *figures, gsize count);

/* The same without a name: remarks_add(remarks, REMARK_DECLINE, 64, 12.5, 18000). At least one figure, all doubles. */
#define remarks_add(remarks, code, ...)                                                                                \
    remarks_append(                                                                                                    \
        remarks, code, NULL, (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

/* The first remark of this code; NULL where there is none. Borrowed. */
const struct remark *remarks_find(const GArray *remarks, enum remark_code code);

/* How many figures of a remark are set. */
gsize remark_figures(const struct remark *remark);

/* "knee-not-reached", ...: stable names for machine-readable output. */
const char *remark_code_name(enum remark_code code);
