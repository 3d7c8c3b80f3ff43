/* What a ladder's rungs say beside its knee: that the limit lies outside the storage, that the load is not what was
 * declared, how sharp the knee is. Each is a reason for words in a report, never a verdict by itself.
 *
 *     struct knee_signs signs = knee_signs_of(&knee);
 *     if (signs.outside_limit_rung != KNEE_NO_RUNG)
 *         ... the plateau is not the storage's ...
 */
#pragma once

#include "knee.h"

/* Rungs are indexes into knee.rungs: the first rung of which a sign speaks; KNEE_NO_RUNG where it does not hold. The
 * first three are told only of ladders whose concurrency is not the outstanding I/O (any mode but declared). */
struct knee_signs {
    size_t queue_limit_rung; /* from half the top concurrency on, outstanding I/O grows by at most 10%: something lets
                                no more through (queue depth, CPU, locks, commits) */
    size_t
        outside_limit_rung; /* beyond saturation, concurrency at least doubles, outstanding I/O grows by at most 20% and
                               latency by at most 30%, from at most twice the lowest: the limit is not the storage */
    size_t slowing_rung;    /* beyond its highest, outstanding I/O falls by more than 30%: the database slows */
    size_t extra_io_rung;   /* on at least two rungs more than 1.12 N is outstanding: other load, prefetch, a wrong N */
    bool thinks;            /* a constant think time outside the device: knee.think_ms */
    bool estimates_disagree; /* the three estimates differ by more than e^0.5: treat the knee as a range */
    bool soft;               /* sharpness < 1.6: no sharp point; about 60% of the maximum is used at the knee */
    bool sharp;              /* sharpness >= 7: it may be a QoS cap; the curve alone cannot tell */
};

/* No sign for an insufficient ladder. */
struct knee_signs knee_signs_of(const struct knee *knee);

/* I/Os outstanding at a rung: IOPS x latency (Little 1961). */
double knee_rung_outstanding(const struct knee_rung *rung);
