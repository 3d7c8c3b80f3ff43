/* The rest of a long log, read ahead in blocks of whole lines; other threads read the usual rows in them.
 *
 *     struct ahead *ahead = ahead_start(stream, rest, rest_len, lines_before, block_bytes, jobs);
 *     while ((block = ahead_next(ahead, &error)) != NULL) {
 *         while (ahead_line(ahead, block, &line, &row)) ...
 *         ahead_expect(ahead, &hint);
 *         ahead_done(ahead, block);
 *     }
 *     ahead_stop(ahead);
 *
 * A row is read ahead on a guess: which table is open, which device comes next. The guess travels with the row, and the
 * reader of the log takes the row only where it would have looked for exactly that; else it reads the line itself. So
 * the result never depends on threads, on blocks, or on where their borders fall: it is that of reading line by line.
 *
 * One thread reads (and hashes) the stream, jobs - 1 threads read rows, and a block that none of them has begun yet is
 * given out unread, so that the caller works too. At most jobs + AHEAD_BLOCKS_MORE blocks are in memory.
 */
#pragma once

#include "cursor.h"
#include "iostat_columns.h"

#define AHEAD_BLOCK_BYTES ((size_t)524288)
#define AHEAD_BLOCKS_MORE 3u

/* What rows are to be expected: the devices of the last report, in their order. Names are borrowed: they outlive the
 * reading; so do layouts. */
struct ahead_device {
    const char *name;
    size_t name_len;
    const void *device; /* the caller's mark */
    guint follower;     /* index of the next one; beyond the list: none */
};

struct ahead_hint {
    const struct iostat_layout *layout;
    struct ahead_device *devices;
    guint count;
    guint first; /* whose row follows the header */
};

/* A row that was read ahead, and the guess it was read on. */
struct ahead_row {
    const struct iostat_layout *layout;
    const void *device;
    struct capture_row row;
};

struct ahead;
struct ahead_block;

/* Starts reading behind `rest`, bytes that were taken from the stream already and begin a line. */
struct ahead *ahead_start(
    struct stream *stream, const char *rest, size_t rest_len, uint64_t lines_before, size_t block_bytes, unsigned jobs);

/* The next block, in the order of the stream. NULL at the end, and with an error where the stream cannot be read. */
struct ahead_block *ahead_next(struct ahead *ahead, GError **error);

/* The next line of a block, as cursor_next would give it; `out_row` is its row, NULL where it was not read. */
bool ahead_line(
    struct ahead *ahead, struct ahead_block *block, struct cursor_line *out_line, const struct ahead_row **out_row);

/* The guess for the blocks that are still to be read; copied. A hint without a layout: no rows are read. */
void ahead_expect(struct ahead *ahead, const struct ahead_hint *hint);

/* Gives a block back. */
void ahead_done(struct ahead *ahead, struct ahead_block *block);

/* Ends the threads. Blocks must have been given back. */
void ahead_stop(struct ahead *ahead);
