#include "source_private.h"

#include "error.h"

#include <string.h>

struct stream {
    char *path;
    stream_reader reader;
    void *context;
    char *head; /* the peeked bytes; NULL until the first peek or after they were read */
    size_t head_len, head_used;
    bool peeked;   /* head was filled once */
    bool ended;    /* the reader said so, or failed: it is not called again */
    GError *fault; /* met by a peek, reported by the read that gets there */
    GChecksum *checksum;
    uint64_t bytes;
};

/* The first size that stream_read_all reserves. */
#define READ_ALL_START ((size_t)65536)

/* A stream over memory: the part that is not read yet. */
struct memory {
    const char *data;
    size_t size;
};

char *
source_printable(const char *bytes)
{
    GString *out = g_string_new(NULL);
    while (*bytes) {
        gunichar c = g_utf8_get_char_validated(bytes, -1);
        bool valid = c != (gunichar)-1 && c != (gunichar)-2;
        size_t len = valid ? (size_t)(g_utf8_next_char(bytes) - bytes) : 1;
        if (valid && g_unichar_isdefined(c) && !g_unichar_iscntrl(c) && c != 0x2028 && c != 0x2029)
            g_string_append_len(out, bytes, (gssize)len);
        else
            for (size_t i = 0; i < len; i++)
                g_string_append_printf(out, "\\x%02x", (unsigned)(unsigned char)bytes[i]);
        bytes += len;
    }
    return g_string_free(out, FALSE);
}

struct stream *
stream_new(const char *path, stream_reader reader, void *context)
{
    struct stream *stream = g_new0(struct stream, 1);
    stream->path = source_printable(path);
    stream->reader = reader;
    stream->context = context;
    return stream;
}

static gssize
memory_read(void *context, void *buffer, size_t size, GError **error)
{
    (void)error;
    struct memory *memory = context;
    size_t n = MIN(size, memory->size);
    if (n == 0)
        return 0;
    memcpy(buffer, memory->data, n);
    memory->data += n;
    memory->size -= n;
    return (gssize)n;
}

struct stream *
stream_new_memory(const char *path, const void *data, size_t size)
{
    struct memory *memory = g_new(struct memory, 1);
    *memory = (struct memory){.data = data, .size = size};
    return stream_new(path, memory_read, memory);
}

void
stream_free(struct stream *stream)
{
    if (!stream)
        return;
    if (stream->reader == memory_read)
        g_free(stream->context);
    if (stream->checksum)
        g_checksum_free(stream->checksum);
    g_clear_error(&stream->fault);
    g_free(stream->head);
    g_free(stream->path);
    g_free(stream);
}

const char *
stream_path(const struct stream *stream)
{
    return stream->path;
}

uint64_t
stream_bytes(const struct stream *stream)
{
    return stream->bytes;
}

const GError *
stream_fault(const struct stream *stream)
{
    return stream->fault;
}

/* Calls the reader unless it has ended; an end is final. */
static gssize
fetch(struct stream *stream, void *buffer, size_t size, GError **error)
{
    if (stream->ended)
        return 0;
    gssize n = stream->reader(stream->context, buffer, size, error);
    if (n <= 0)
        stream->ended = true;
    return n;
}

const char *
stream_peek(struct stream *stream, size_t *out_len)
{
    if (!stream->peeked && stream->bytes == 0) {
        stream->peeked = true;
        stream->head = g_malloc(STREAM_PEEK_MAX);
        while (stream->head_len < STREAM_PEEK_MAX) {
            gssize n =
                fetch(stream, stream->head + stream->head_len, STREAM_PEEK_MAX - stream->head_len, &stream->fault);
            if (n <= 0)
                break;
            stream->head_len += (size_t)n;
        }
    }
    *out_len = MIN(stream->head_len - stream->head_used, STREAM_PEEK_MAX);
    return *out_len ? stream->head + stream->head_used : "";
}

/* Takes what is left of the peeked bytes; 0 where nothing is. */
static size_t
take_head(struct stream *stream, void *buffer, size_t size)
{
    size_t n = MIN(size, stream->head_len - stream->head_used);
    if (n == 0)
        return 0;
    memcpy(buffer, stream->head + stream->head_used, n);
    stream->head_used += n;
    if (stream->head_used == stream->head_len) {
        g_clear_pointer(&stream->head, g_free);
        stream->head_len = stream->head_used = 0;
    }
    return n;
}

gssize
stream_read(struct stream *stream, void *buffer, size_t size, GError **error)
{
    size = MIN(size, (size_t)G_MAXSSIZE);
    if (size == 0)
        return 0;
    gssize n = (gssize)take_head(stream, buffer, size);
    if (n == 0 && stream->fault) {
        g_propagate_error(error, g_error_copy(stream->fault));
        return -1;
    }
    if (n == 0) {
        n = fetch(stream, buffer, size, error ? error : &stream->fault);
        if (n < 0) {
            if (error)
                stream->fault = g_error_copy(*error);
            return -1;
        }
    }
    stream->bytes += (uint64_t)n;
    if (stream->checksum && n > 0)
        g_checksum_update(stream->checksum, buffer, n);
    return n;
}

char *
stream_read_all(struct stream *stream, size_t limit, size_t *out_len, GError **error)
{
    limit = MIN(limit, (size_t)G_MAXSSIZE - 1);
    size_t room = MIN(limit, READ_ALL_START), len = 0;
    g_autofree char *text = g_malloc(room + 1);
    for (;;) {
        char spare;
        bool full = len == room && room == limit;
        if (len == room && !full) {
            room = room > limit / 2 ? limit : room * 2;
            text = g_realloc(text, room + 1);
        }
        gssize n = full ? stream_read(stream, &spare, 1, error) : stream_read(stream, text + len, room - len, error);
        if (n < 0)
            return NULL;
        if (n == 0)
            break;
        if (full) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
                "%s: longer than %" G_GSIZE_FORMAT " bytes, the most that is read of a file of this kind", stream->path,
                limit);
            return NULL;
        }
        len += (size_t)n;
    }
    text[len] = '\0';
    *out_len = len;
    return g_steal_pointer(&text);
}

struct stream *
stream_detach(struct stream *stream, size_t limit)
{
    size_t peeked, room = STREAM_PEEK_MAX;
    stream_peek(stream, &peeked);
    if (stream->bytes > 0 || !stream->peeked)
        return NULL;
    while (!stream->ended && stream->head_len <= limit) {
        if (stream->head_len == room)
            stream->head = g_realloc(stream->head, room *= 2);
        gssize n = fetch(stream, stream->head + stream->head_len, room - stream->head_len, &stream->fault);
        stream->head_len += n > 0 ? (size_t)n : 0;
    }
    if (!stream->ended || stream->head_len > limit)
        return NULL;
    struct stream *detached = g_new0(struct stream, 1);
    *detached = (struct stream){.path = g_strdup(stream->path),
        .head = g_steal_pointer(&stream->head),
        .head_len = stream->head_len,
        .peeked = true,
        .ended = true,
        .fault = g_steal_pointer(&stream->fault)};
    stream->head_len = 0;
    return detached;
}

void
stream_hash_start(struct stream *stream)
{
    g_assert(stream->bytes == 0);
    if (!stream->checksum)
        stream->checksum = g_checksum_new(G_CHECKSUM_SHA256);
}

char *
stream_sha256(struct stream *stream)
{
    if (!stream->checksum)
        return NULL;
    g_autofree char *buffer = g_malloc(STREAM_PEEK_MAX);
    gssize n;
    do
        n = stream_read(stream, buffer, STREAM_PEEK_MAX, NULL);
    while (n > 0);
    return n < 0 ? NULL : g_strdup(g_checksum_get_string(stream->checksum));
}
