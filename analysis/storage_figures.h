/* The figures of the storage-bound tests, read from one report; private to storage_bound.c.
 *
 *     struct storage_figures figures = storage_figures_of(awr, beside);
 */
#pragma once

#include "storage_bound.h"

struct storage_figures {
    double value[STORAGE_TESTS]; /* NAN: not in the report */
    bool is_least[STORAGE_TESTS];
    double mean_host_cpu_pct; /* of all hosts of a RAC report, weighted by CPUs */
    const struct awr_event *top_wait;
};

struct storage_figures storage_figures_of(const struct awr *awr, const struct storage_beside *beside);
