/* The figures of an AWR report of a run, derived from the run's seconds within the snapshot window.
 *
 * Invariants: DB time = sessions x elapsed = DB CPU + the waits of all foreground events; the time of an event is its
 * waits times its average; device reads and writes are the sums of the window, split over what the database did.
 *
 *     g_autoptr(AwrFigures) figures = awr_figures_new(run);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "run.h"

struct awr_wait {
    const char *name;
    const char *wait_class;
    double waits;
    double time_s;
    double floor_us; /* the least a wait takes: below it the histogram is empty */
    bool idle;       /* has no share of DB time, and no place in wait classes and histograms */
};

#define AWR_BLOCK_BYTES (SLOB_BLOCK_KIB * 1024)
#define AWR_REDO_BLOCK_BYTES 512
#define AWR_BUFFER_CACHE_MIB 192
#define AWR_HOST_MEMORY_MIB (256 * 1024)

struct awr_figures {
    const struct slob_run *run;
    struct slob_totals device; /* of the window */
    double elapsed_s, db_time_s, db_cpu_s, background_cpu_s, background_s;

    double reads, writes, read_bytes, write_bytes; /* all requests of the database, as the device saw them */
    double data_reads, control_reads;              /* reads = data_reads + control_reads */
    double block_writes, undo_writes;              /* DBWR's, undo among them */
    double redo_writes, redo_bytes, redo_blocks;   /* redo size, and 512-byte blocks written */
    double control_writes;

    double operations, updated_blocks; /* of SLOB; an operation is SLOB_WORK_UNIT blocks */
    double transactions, executions, user_calls, recursive_calls, parses, hard_parses, logons;
    double logical_reads, block_gets, block_changes;

    GArray *foreground; /* struct awr_wait, longest time first, idle ones last */
    GArray *background;
};

typedef struct awr_figures AwrFigures;

/* `run` is borrowed and must outlive the figures. */
struct awr_figures *awr_figures_new(const struct slob_run *run);
void awr_figures_free(struct awr_figures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AwrFigures, awr_figures_free)

/* Average of a wait in microseconds; 0 without waits. */
double awr_wait_average_us(const struct awr_wait *wait);

/* Sums by wait class, longest time first: struct awr_wait named for its class, and DB CPU without waits and class. Idle
 * waits are left out; so are classes without waits. Free with g_array_unref. */
GArray *awr_figures_classes(const struct awr_figures *figures, bool with_background);

/* Share of the waits that took less than `us`: a fixed floor, and beyond it an exponential tail to the wait's mean. */
double awr_wait_share_below(const struct awr_wait *wait, double us);

/* Load average of the host at the begin or end snapshot: sessions waiting for I/O count, a minute's memory lags. */
double awr_load_average(const struct awr_figures *figures, bool at_end);
