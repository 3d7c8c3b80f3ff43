/* The requirement against storage that a ladder measured, in the same study or in another one's results.json.
 *
 *     g_autoptr(GArray) points = measured_points_of_ladders(ladders, false);
 *     struct capacity_held held = capacity_hold(points, &load, &need, NULL);
 *
 * Usable is the IOPS at the operating point x utilisation limit. What a storage does depends on the read share and on
 * the I/O size, so the verdict holds for a load like the one that was measured:
 *   - a workload within 2 points of the load's read share is taken as it is; between two workloads the time of an I/O
 * is interpolated (1/IOPS, linear in the read share; less than IOPS interpolated would be) where the nearer is within 25
 * points, as what mixing costs a storage is not in it; within 15 points the
 * nearest one is taken and the difference named; else it cannot be told;
 *   - I/O sizes within a quarter of each other are the same, beyond a factor of 2 it cannot be told.
 * "Does not fit" needs a ladder that reached its end: a storage that was never saturated may do more than was seen.
 */
#pragma once

#include "candidate.h"
#include "ladder.h"
#include "results_file.h"

enum capacity_verdict { CAPACITY_CANNOT_TELL, CAPACITY_FITS, CAPACITY_DOES_NOT_FIT };

/* What is to be said beside the verdict, as bits. */
enum capacity_remark {
    CAPACITY_NO_POINT = 1 << 0,           /* no workload has an operating point: no rung within the ceiling, no knee */
    CAPACITY_READ_SHARE_UNKNOWN = 1 << 1, /* of the load or of the workloads: it cannot be told */
    CAPACITY_OTHER_READ_SHARE = 1 << 2,   /* the nearest workload stands for it */
    CAPACITY_INTERPOLATED = 1 << 3,       /* between two workloads */
    CAPACITY_READ_SHARE_TOO_FAR = 1 << 4, /* it cannot be told */
    CAPACITY_IO_SIZE_UNKNOWN = 1 << 5,    /* of the load or of the workload: taken as the same */
    CAPACITY_OTHER_IO_SIZE = 1 << 6,      /* by more than a quarter */
    CAPACITY_IO_SIZE_TOO_FAR = 1 << 7,    /* it cannot be told */
    CAPACITY_SMALLER_IO = 1 << 8,         /* more IOPS than usable, of smaller I/Os than were measured */
    CAPACITY_MIB_S_NOT_SHOWN = 1 << 9,    /* the IOPS fit, so many MiB/s were not measured */
    CAPACITY_MIB_S_UNKNOWN = 1 << 10,     /* of the load or of the workload: not held */
    CAPACITY_NOT_SATURATED = 1 << 11,     /* the ladder ended before the storage did */
    CAPACITY_IS_PROVISIONED = 1 << 12,    /* the plateau is a provisioned limit: more can be bought */
    CAPACITY_OTHER_CEILING = 1 << 13,     /* the point was chosen within another latency ceiling */
};

/* The operating point of one workload. */
struct measured_point {
    char *workload;
    double read_pct, io_kib;
    double concurrency, iops, mib_s, latency_ms; /* IOPS NAN: the workload has no such point */
    double latency_ceiling_ms;
    enum sizing_point point;
    bool saturated; /* false: the point is the last rung, and IOPS were still growing */
    bool is_provisioned;
};

struct measured_load { /* NAN: not known */
    double read_pct, io_kib;
};

struct capacity_held {
    char *source;                /* path of the results.json; NULL: this study */
    char *workload;              /* that was taken; NULL: there is none */
    char *other;                 /* the one at the other side where it was interpolated; NULL: it was not */
    struct measured_point point; /* workload NULL; interpolated figures where it was interpolated */
    double usable_iops, usable_mib_s;
    double iops_utilisation_pct, mib_s_utilisation_pct; /* of the point, not of what is usable of it */
    double read_pct_apart;                              /* load's less the workload's; 0 where it was interpolated */
    double io_size_ratio;                               /* load's over the workload's; NAN: not known */
    enum capacity_verdict verdict;
    unsigned remarks; /* enum capacity_remark */
};

GArray *capacity_held_list_new(void);

/* struct measured_point, one a ladder; `at_knee` as in ladder.h. */
GArray *measured_points_of_ladders(const GPtrArray *ladders, bool at_knee);

/* The same of the workloads of a results.json; empty where it has none. */
GArray *measured_points_of_results(const struct results_file *file, bool at_knee);

/* Free with capacity_held_release. `source` is copied; NULL: this study. */
struct capacity_held capacity_hold(
    const GArray *points, const struct measured_load *load, const struct sizing_need *need, const char *source);
void capacity_held_release(struct capacity_held *held);

/* "cannot_tell", "fits", "does_not_fit"; of one bit: "interpolated", ... Static. */
const char *capacity_verdict_name(enum capacity_verdict verdict);
const char *capacity_remark_name(enum capacity_remark remark);

/* "none", "best", "knee", "saturation". Static. */
const char *sizing_point_name(enum sizing_point point);
