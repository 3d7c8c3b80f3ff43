/* Whose I/O is the sum of whose, sample by sample: how a log itself tells a multipath device from its paths, and a
 * volume from the devices below it. Means alone do not: two devices can do as much as a third by chance.
 *
 *     g_autoptr(IoSums) sums = io_sums_new(captures, names);
 *     g_autoptr(GArray) parts = io_sums_parts(sums, dm_0, disks);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct io_sums;
typedef struct io_sums IoSums;

/* IOPS of each named device over at most some hundred samples, spread over the captures (struct capture *, with
 * series). `names`: char *; further arguments are indexes into it. */
struct io_sums *io_sums_new(const GPtrArray *captures, const GPtrArray *names);
void io_sums_free(struct io_sums *sums);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IoSums, io_sums_free)

/* Those of `candidates` (guint) that together did the I/O of `whole`, at least two of them. NULL where no such set is
 * found: too few samples with I/O, too many candidates, or sums that differ. Found by least squares with weights in
 * 0..1 over the candidates that never exceed the whole; proven by adding up. Free with g_array_unref. */
GArray *io_sums_parts(const struct io_sums *sums, guint whole, const GArray *candidates);

/* True where the devices of `wholes` and those of `parts` (guint) did the same I/O in every sample. */
bool io_sums_equal(const struct io_sums *sums, const GArray *wholes, const GArray *parts);
