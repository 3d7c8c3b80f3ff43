/* Do the columns of a log agree with each other? Little's law and sizes, over one window.
 *
 *     struct window_check check = window_check_of(series, start, end);
 *     window_check_load(&check, concurrency, read_pct, true);
 *     window_check_remarks(remarks, &check);
 *
 * Little (1961): I/Os in the system = rate x time in it, so IOPS x await = aqu-sz of the same devices, and no more than
 * a load keeps outstanding. IOPS x mean request size = MiB/s. A mismatch flags bad columns, wrong units or a leaked
 * counter: what is made of them deserves less trust.
 */
#pragma once

#include "series.h"

#include <glib.h>

enum window_result { WINDOW_NOT_KNOWN, WINDOW_AGREES, WINDOW_DIFFERS };

struct window_check {
    size_t samples;
    double outstanding;   /* IOPS x await, over the samples that have both */
    double aqu_sz;        /* mean over the same samples, summed over the devices; NAN: no such column */
    double queue_gap_pct; /* 100 (outstanding / aqu_sz - 1); NAN: not known */
    double mib_s;         /* mean over the samples that have sizes */
    double size_mib_s;    /* IOPS x mean request size, of the same; NAN: no such column */
    double size_gap_pct;  /* 100 (size_mib_s / mib_s - 1); NAN: not known */
    double concurrency;   /* of the load; NAN: not known */
    double load_gap_pct;  /* 100 (outstanding / concurrency - 1); NAN: not known */
    enum window_result queue, size, load;
};

/* Nothing known. */
#define WINDOW_CHECK_NONE                                                                                              \
    ((struct window_check){                                                                                            \
        0, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, WINDOW_NOT_KNOWN, WINDOW_NOT_KNOWN, WINDOW_NOT_KNOWN})

/* Tolerances: 10% and what rounding to two decimals can make, for queue and size; for the load 20% more, and half of a
 * queue depth (the way of an I/O through the host is a part of fio's latency, and long beside that of a fast device).
 */
#define WINDOW_CHECK_QUEUE_PCT 10.0
#define WINDOW_CHECK_SIZE_PCT 10.0
#define WINDOW_CHECK_LOAD_PCT 20.0
#define WINDOW_CHECK_LOAD_LESS_PCT 50.0

/* Slots [start, end), cut to the series; without a declared load. All not known for an empty window. */
struct window_check window_check_of(const struct series *series, size_t start, size_t end);

/* Holds outstanding I/O against the load's concurrency. A load that `keeps_outstanding` (fio's queue depth) has to have
 * at least half of it there; others may have less (think time), and where they write, more (writers of the database):
 * only more reads than readers differ. */
void window_check_load(struct window_check *check, double concurrency, double read_pct, bool keeps_outstanding);

/* Appends a remark for each result that differs (struct remark). */
void window_check_remarks(GArray *remarks, const struct window_check *check);

/* The same as notes, led by the name of the log. */
void window_check_notes(GPtrArray *notes, const char *label, const struct window_check *check);

/* How many windows were checked, and in how many something differs. */
struct window_check_counts {
    guint windows, queue, size, load, differ;
};

void window_check_count(struct window_check_counts *counts, const struct window_check *check);

/* "not_known", "agrees", "differs". */
const char *window_result_name(enum window_result result);
