/* A load and its parts over the same time: groups of devices of a host, hosts, databases. The whole peaks where the sum
 * does; the sum of the parts' peaks is what would be bought without looking at the clock.
 *
 *     struct coincidence iops = coincidence_of(peak_of_sum, peaks, n);     iops.factor <= 1
 */
#pragma once

#include "demand.h"

enum load_parts_kind { LOAD_PARTS_NONE, LOAD_PARTS_DEVICES, LOAD_PARTS_HOSTS, LOAD_PARTS_DATABASES };

/* Electrical engineering's terms: coincidence factor = greatest demand of the whole / sum of the greatest demands of
 * its parts; the diversity factor is its reciprocal. NAN where a peak is not known or all are 0. */
struct coincidence {
    double peak_of_sum, sum_of_peaks, factor, diversity;
};

struct load_part {
    char *name;           /* "DATA", "dm-3", "node1", "AWR reports of PROD" */
    GPtrArray *devices;   /* char *: of a group of devices; else NULL */
    struct demand demand; /* over the time that all parts cover */
    double *iops;         /* of a host: slot by slot as the series of the whole, NAN where that is; else NULL */
    double iops_then, read_iops_then, write_iops_then, mib_s_then; /* when the whole was at its peak IOPS */
};

struct coincidence coincidence_of(double peak_of_sum, const double *peaks, size_t n);

/* `name` is taken, the demand copied. Free with load_part_free. */
struct load_part *load_part_new(char *name, const struct demand *demand);
void load_part_free(void *part);

/* "devices", "hosts", "databases"; NULL for none. */
const char *load_parts_kind_name(enum load_parts_kind kind);
