/* The knee of a ladder of runs at rising concurrency, and the other points that matter on it.
 *
 * The knee is where the low-load and saturation asymptotes of a closed system cross (Denning & Buzen 1978) and where
 * power IOPS/latency is highest (Kleinrock 1979). It is estimated by three methods (a soft-minimum fit with a full
 * posterior over its parameters, the asymptotes, and the concave regression's elasticity 1/2), of which the median is
 * taken; a guard tells ladders whose concurrency is not the outstanding I/O of the device. Deterministic: no optimiser,
 * no random numbers.
 *
 *     struct knee knee;
 *     knee_find(&knee, rungs, n, 1.0);
 *     ... knee_release(&knee);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* One run as measured. */
struct knee_rung {
    double concurrency; /* sessions, threads x depth; > 0 */
    double iops;        /* > 0 */
    double latency_ms;  /* > 0 */
};

enum knee_verdict { KNEE_INSUFFICIENT, KNEE_FOUND, KNEE_NOT_REACHED, KNEE_ALREADY_PAST };

/* DECLARED: concurrency is the outstanding I/O (plus think time). OUTSTANDING: it is not; the curve is fitted over
 * IOPS x latency. MEASURED: no single curve describes the rungs; figures are rungs and interpolations only. */
enum knee_mode { KNEE_MODE_DECLARED, KNEE_MODE_OUTSTANDING, KNEE_MODE_MEASURED };

#define KNEE_NO_RUNG ((size_t)-1)

struct knee {
    enum knee_verdict verdict;
    enum knee_mode mode;
    bool uncertain;             /* probability < 0.8, or mode measured */
    GArray *rungs;              /* struct knee_rung: merged (equal concurrency: geometric means), sorted */
    double probability;         /* of the verdict, 0..1 */
    double concurrency, lo, hi; /* the knee and its 90% interval */
    double iops, latency_ms;    /* at the knee */
    double iops_lo, iops_hi, latency_lo_ms, latency_hi_ms; /* their 90% intervals: the curve at lo and hi, and the noise
                                                              of a rung */
    double outstanding, outstanding_lo, outstanding_hi; /* in I/Os, modes OUTSTANDING and MEASURED; else NAN */
    size_t knee_rung;        /* index into rungs: lowest at or above 0.9 knee, else the last */
    size_t saturation_rung;  /* lowest within 3% of the highest sustained IOPS */
    size_t best_rung;        /* within the ceiling: lowest within 2% of their best; KNEE_NO_RUNG: none is within */
    double ceiling_iops;     /* highest IOPS within the latency ceiling in the measured range; NAN: none */
    double noise, sharpness; /* posterior means: relative noise of a rung, p of the soft minimum */
    double think_ms;         /* Z */
    double estimate_fit, estimate_asymptotes,
        estimate_elasticity;  /* concurrency (outstanding I/O in mode outstanding) */
    size_t decline_rung;      /* first rung of a retrograde tail; KNEE_NO_RUNG: none */
    size_t odd_rung;          /* a rung off the curve by over 3.5 noise and over 8%: repeat it; KNEE_NO_RUNG: none */
    size_t farthest_rung;     /* the rung farthest off the fitted curve, before the decline; by so many percent */
    double farthest_pct;      /* of IOPS, + above. In mode measured: why no curve is trusted */
    double growth_at_top_pct; /* IOPS gained per doubling of concurrency at the top rung */
    GArray *fit;              /* struct knee_rung: the fitted curve, 65 points over the measured range; empty in
                                 mode measured and for insufficient */
    GArray *fitted;           /* struct knee_rung: the curve at each of `rungs`, where its concurrency (or, in mode
                                 outstanding, its outstanding I/O) puts it; NAN beyond a decline. Empty as `fit` is */
};

/* Finds all of it. Rungs with a figure that is not within 1e-9..1e12 (0, negative, NAN, infinite) are left out; any
 * order. Fewer than 4 distinct concurrencies give KNEE_INSUFFICIENT, of which only `rungs` is set; so does a ladder
 * whose rungs all put one load on the device (mode measured then): figures are NAN, rungs KNEE_NO_RUNG. A ceiling that
 * is not above 0 is one that no rung meets. Release with knee_release. */
void knee_find(struct knee *knee, const struct knee_rung *rungs, size_t n, double latency_ceiling_ms);
void knee_release(struct knee *knee);

/* "knee", "not_reached", "already_past", "insufficient"; "declared", "outstanding", "measured". */
const char *knee_verdict_name(enum knee_verdict verdict);
const char *knee_mode_name(enum knee_mode mode);
