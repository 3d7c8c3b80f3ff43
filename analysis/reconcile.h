/* AWR against iostat: both sides of each figure over the same interval, and their ratio.
 *
 *     struct reconcile lines = reconcile_run(awr, series, start, end);
 */
#pragma once

#include "awr.h"
#include "series.h"

struct reconcile {
    const struct awr *awr; /* borrowed */
    bool aligned;          /* the log's samples within the snapshot interval; else the window given */
    size_t samples;
    double awr_iops, iostat_iops, iops_ratio; /* AWR / iostat; NAN: one side is not known */
    double awr_mib_s, iostat_mib_s, mib_s_ratio;
    double awr_read_wait_ms,
        iostat_read_latency_ms; /* db file sequential read (or cell single block read) beside r_await */
};

/* Compares the "physical ... total" rates with the layer's series over the report's begin..end in local time; where
 * stamps or times are missing, or the log covers less than half of the interval, over slots [start, end) with `aligned`
 * false. */
struct reconcile reconcile_run(const struct awr *awr, const struct series *series, size_t start, size_t end);

/* What the database waited for one single-block read, ms: db file sequential read, or its Exadata kin. NAN: not listed.
 */
double awr_single_block_read_ms(const struct awr *awr);
