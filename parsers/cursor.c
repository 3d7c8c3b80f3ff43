#include "cursor.h"

#include <string.h>

void
cursor_init(struct cursor *cursor, struct stream *stream)
{
    /* One byte more: a newline is put behind a last line that has none. */
    *cursor = (struct cursor){.stream = stream, .buffer = g_malloc(CURSOR_BLOCK + 1)};
}

void
cursor_clear(struct cursor *cursor)
{
    g_clear_pointer(&cursor->buffer, g_free);
}

/* Moves what is left to the front and reads behind it until the buffer is full or the stream ends. */
static bool
cursor_fill(struct cursor *cursor, GError **error)
{
    if (cursor->begin > 0) {
        memmove(cursor->buffer, cursor->buffer + cursor->begin, cursor->end - cursor->begin);
        cursor->end -= cursor->begin;
        cursor->begin = 0;
    }
    while (!cursor->at_end && cursor->end < CURSOR_BLOCK) {
        gssize got = stream_read(cursor->stream, cursor->buffer + cursor->end, CURSOR_BLOCK - cursor->end, error);
        if (got < 0)
            return false;
        if (got == 0)
            cursor->at_end = true;
        cursor->end += (size_t)got;
    }
    return true;
}

const char *
cursor_peek(struct cursor *cursor, size_t *out_len)
{
    if (cursor->begin == cursor->end && !cursor->at_end)
        (void)cursor_fill(cursor, NULL);
    *out_len = cursor->end - cursor->begin;
    return cursor->buffer + cursor->begin;
}

/* Passes over the rest of a line that is longer than a block. */
static bool
cursor_skip_line(struct cursor *cursor, GError **error)
{
    for (;;) {
        const char *from = cursor->buffer + cursor->begin;
        const char *newline = memchr(from, '\n', cursor->end - cursor->begin);
        if (newline != NULL) {
            cursor->begin += (size_t)(newline - from) + 1;
            return true;
        }
        cursor->begin = cursor->end;
        if (cursor->at_end)
            return true;
        if (!cursor_fill(cursor, error))
            return false;
    }
}

bool
cursor_next(struct cursor *cursor, struct cursor_line *out, GError **error)
{
    if (cursor->in_long_line && !cursor_skip_line(cursor, error))
        return false;
    cursor->in_long_line = false;
    const char *text = cursor->buffer + cursor->begin;
    const char *newline = memchr(text, '\n', cursor->end - cursor->begin);
    if (newline == NULL && !cursor->at_end) {
        size_t seen = cursor->end - cursor->begin;
        if (!cursor_fill(cursor, error))
            return false;
        text = cursor->buffer;
        newline = memchr(text + seen, '\n', cursor->end - seen);
    }
    size_t len = newline != NULL ? (size_t)(newline - text) : cursor->end - cursor->begin;
    if (newline == NULL && len == 0)
        return false;
    bool too_long = newline == NULL && !cursor->at_end;
    if (newline == NULL)
        cursor->buffer[cursor->end] = '\n';
    cursor->begin = newline != NULL ? cursor->begin + len + 1 : cursor->end;
    cursor->in_long_line = too_long;
    while (len > 0 && text[len - 1] == '\r')
        len--;
    *out = (struct cursor_line){text, len, ++cursor->number, newline != NULL, too_long};
    return true;
}
