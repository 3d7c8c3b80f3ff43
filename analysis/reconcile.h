/* AWR against iostat: both sides of each figure over the same interval, the gap, and what it is probably made of.
 *
 *     struct reconcile lines = reconcile_run(awr, series, start, end, &offset);
 */
#pragma once

#include "align.h"
#include "awr.h"
#include "series.h"

/* What a gap is probably made of, told from its sign and size. */
enum gap_reason {
    GAP_AGREE,         /* both rates within 5%: no gap worth a reason */
    GAP_CLOCK,         /* the log lacks part of the snapshot interval, or its place in it is not known */
    GAP_ONE_HOST,      /* the report is of a cluster, the log of one of its hosts */
    GAP_CELLS,         /* Exadata: the cells do I/O that this host's devices never see */
    GAP_PDB,           /* the report is of one pluggable database */
    GAP_SPLIT,         /* MiB/s agree, the device does more and smaller requests: multiblock requests are split */
    GAP_MERGED,        /* MiB/s agree, the device does fewer and larger requests: they are merged */
    GAP_PAGE_CACHE,    /* the report has more: reads that the page cache of the host served */
    GAP_OTHER_DEVICES, /* the report has more: files on devices that are not measured */
    GAP_MIRROR_TWO,    /* the device writes twice as much and reads as much: ASM NORMAL, or another mirror */
    GAP_MIRROR_THREE,  /* three times: ASM HIGH */
    GAP_REDO,          /* the device writes about one redo stream more: further members, or totals without redo */
    GAP_ARCHIVE,       /* the device reads and writes about one redo stream more: archived logs are copied */
    GAP_BACKUP,        /* the device has more, in requests of 256 KiB and more: backup or copy */
    GAP_OTHER_LOAD,    /* the device has more: other databases or programs of the host */
};

#define RECONCILE_REASONS_MAX 4

struct reconcile_rates {
    double read_iops, write_iops, read_mib_s, write_mib_s; /* NAN: not known apart */
};

struct reconcile {
    const struct awr *awr; /* borrowed */
    struct alignment at;
    bool aligned; /* the log's samples within the snapshot interval; else the window given */
    size_t samples;
    double awr_iops, iostat_iops, iops_ratio; /* AWR / iostat; NAN: one side is not known */
    double awr_mib_s, iostat_mib_s, mib_s_ratio;
    double iops_gap_pct, mib_s_gap_pct; /* 100 (AWR / iostat - 1) */
    struct reconcile_rates report, device;
    double awr_read_wait_ms,
        iostat_read_latency_ms; /* db file sequential read (or cell single block read) beside r_await */
    double above_device_ms;     /* their difference: spent above the device; NAN: one side is not known */
    enum gap_reason reason[RECONCILE_REASONS_MAX]; /* the likeliest first */
    size_t reasons;                                /* 0: a side is not known */
};

/* Compares the "physical ... total" rates with the layer's series over the report's begin..end, moved by `offset`
 * (NULL: 0, assumed); where stamps or times are missing, or the log covers less than half of the interval, over slots
 * [start, end) with `aligned` false. */
struct reconcile reconcile_run(
    const struct awr *awr, const struct series *series, size_t start, size_t end, const struct align_offset *offset);

/* What the database waited for one single-block read, ms: db file sequential read, or its Exadata kin. NAN: not listed.
 */
double awr_single_block_read_ms(const struct awr *awr);

/* Fills `reason` and `reasons`, for reconcile_run. */
void reconcile_reason(struct reconcile *line);

/* "agree", "clock", "one_host_of_cluster", ...: stable names for machine-readable output. */
const char *gap_reason_name(enum gap_reason reason);
