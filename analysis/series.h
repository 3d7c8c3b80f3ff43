/* The samples of the measured layer as plain arrays over time: one slot an interval.
 *
 * IOPS and MiB/s are summed over the layer's devices, latency is weighted by I/Os, %util is left out (it does not add).
 * A slot without a report (a gap in the stamps) is NAN in `iops`; a device without a row in a report (iostat -z) adds
 * 0. The slot of a row that was rejected is a gap too.
 *
 * iostat stamps the END of an interval: slot k is the interval that ends at start_s + k x interval_s. Where a stamp is
 * absent, repeated or goes back, samples are counted instead, one slot each, and gaps are not seen.
 *
 *     g_autoptr(Series) series = series_of(capture, layer);
 */
#pragma once

#include "capture.h"
#include "devices.h"

struct series {
    size_t n;
    double interval_s; /* step of the slots; 1 where the log has no stamps (see interval_assumed) */
    bool interval_assumed;
    int64_t start_s; /* stamp of slot 0: the end of its interval; CAPTURE_NO_TIME */
    double *iops, *read_iops, *write_iops;
    double *mib_s, *read_mib_s, *write_mib_s;
    double *latency_ms, *read_latency_ms, *write_latency_ms; /* NAN where there was no I/O, or the layout has none */
    double *aqu_sz;     /* sum of the devices' aqu-sz, I/Os; NULL: not read. NAN where a row has none */
    double *size_mib_s; /* sum of IOPS x mean request size; NULL: not read. NAN where a row has none */
    bool has_split;                                          /* reads and writes are known apart */
    bool has_latency;
    size_t gaps; /* slots without a report */
};

typedef struct series Series;

/* Never NULL; n = 0 for a capture without samples of the layer's devices. */
struct series *series_of(const struct capture *capture, const struct layer *layer);
void series_free(struct series *series);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Series, series_free)

/* Means over slots [start, end). */
struct series_means {
    size_t samples; /* slots with a report */
    double iops, read_iops, write_iops, mib_s, read_mib_s, write_mib_s;
    double latency_ms, read_latency_ms, write_latency_ms; /* weighted by I/Os */
    double p95_latency_ms;                                /* of the interval means, not of single I/Os */
};

/* All NAN for an empty range. */
struct series_means series_means(const struct series *series, size_t start, size_t end);

/* The slots whose intervals lie within [from_s, to_s] of local seconds, by their middle; cut to the series. False where
 * there is no overlap or no stamps. */
bool series_range(const struct series *series, int64_t from_s, int64_t to_s, size_t *out_start, size_t *out_end);

/* A series of plain values, one a slot; latency 0 or NAN where there was no I/O. interval_s NAN: 1 s is assumed. */
struct series *series_of_values(const double *iops, const double *latency_ms, size_t n, double interval_s);
