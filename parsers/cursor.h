/* Lines of a stream, without a copy of each: blocks of CURSOR_BLOCK bytes are read, lines are pointers into them.
 *
 *     g_auto(Cursor) cursor;
 *     cursor_init(&cursor, stream);
 *     struct cursor_line line;
 *     while (cursor_next(&cursor, &line, &error)) ...
 *     if (error != NULL) ...
 *
 * A line has any bytes but '\n' (NULs too) and is valid until the next call. Carriage returns at its end are cut off.
 * The byte at text[len] can be read and is '\r' or '\n': scanning for a digit or a blank stops there by itself.
 */
#pragma once

#include "source.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define CURSOR_BLOCK ((size_t)262144)

struct cursor_line {
    const char *text;
    size_t len;
    uint64_t number; /* from 1 */
    bool whole;      /* ended by a newline; false for a last line that may be cut, and for a too long one */
    bool too_long;   /* longer than a block: the rest of it was passed over */
};

struct cursor {
    struct stream *stream; /* borrowed */
    char *buffer;
    size_t begin, end; /* the bytes not yet given out */
    uint64_t number;
    bool at_end;
    bool in_long_line; /* the rest of a too long line is still ahead */
};

typedef struct cursor Cursor;

void cursor_init(struct cursor *cursor, struct stream *stream);
void cursor_clear(struct cursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Cursor, cursor_clear)

/* The bytes at hand without consuming any; fills the first block. Borrowed until the next call. Empty at the end of the
 * stream; a read error shows in the next cursor_next. */
const char *cursor_peek(struct cursor *cursor, size_t *out_len);

/* The next line. False at the end, and with an error set where the stream cannot be read. */
bool cursor_next(struct cursor *cursor, struct cursor_line *out, GError **error);
