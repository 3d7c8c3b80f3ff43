/* Input paths as named byte streams: files, folders, archives, compressed files, standard input.
 *
 * source_walk visits every leaf below the given inputs, one stream at a time, in a fixed order (folders by byte order of
 * the names, archives in their own order). Folders are walked without following links out of them; archives (tar, zip)
 * and compressed files (gz, xz, zst, bz2) are opened by content, nested once, through libarchive, streamed. A member is
 * named by its archive's path, a slash and its own path ("logs.tar.gz/qd8/iostat.log"), a compressed file by its own path;
 * nothing is ever written to disk. Damage or a cut in an archive is a note of level error and ends the stream: what precedes
 * is read. Hidden files, special files and our own output folders (`.iosizer`) are left out, with a note.
 *
 *     static bool visit(struct stream *stream, void *user_data, GError **error) { ... return true; }
 *     ok = source_walk(inputs, notes, visit, user_data, &error);
 *
 * Limits (named constants in source.c): members, bytes and expansion ratio of an archive, depth of folders.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct stream;

#define STREAM_PEEK_MAX ((size_t)65536)

/* Called for each leaf. The stream is borrowed and ends with the call; what is not read is skipped. False with an error
 * stops the walk. An unreadable leaf never gets here: it becomes a note of level error. */
typedef bool (*source_visit)(struct stream *stream, void *user_data, GError **error);

/* Walks `inputs` (NULL-terminated; "-" is standard input). False with IOSIZER_ERROR_NO_INPUT where an input named by the
 * caller does not exist or cannot be read; faults below it become notes. */
bool source_walk(const char *const *inputs, GPtrArray *notes, source_visit visit, void *user_data, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

/* Name for messages and results, UTF-8 (other bytes are escaped). Borrowed. */
const char *stream_path(const struct stream *stream);

/* A file name as messages show it: UTF-8, other bytes and control characters escaped. Free with g_free. */
char *source_printable(const char *bytes);

/* The first bytes of the stream, at most STREAM_PEEK_MAX, without consuming them. Borrowed until the next read. An empty
 * stream gives *out_len = 0. */
const char *stream_peek(struct stream *stream, size_t *out_len);

/* Reads up to `size` bytes: the number read, 0 at the end, -1 with an error. */
gssize stream_read(struct stream *stream, void *buffer, size_t size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* All bytes from here to the end, with a NUL after the last that is not counted. NULL with an error when unreadable or
 * longer than `limit`. */
char *stream_read_all(struct stream *stream, size_t limit, size_t *out_len, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The whole content as a stream in memory that outlives the visit (free with stream_free), where it has at most `limit`
 * bytes and nothing was read yet; what a read would meet, a fault too, it meets there. NULL where it is longer: the stream
 * is as before. */
struct stream *stream_detach(struct stream *stream, size_t limit);

/* Turns hashing of what is read on (off by default); to be called before the first read. */
void stream_hash_start(struct stream *stream);

/* SHA-256 of the whole content in hex: reads the rest of the stream first. NULL where hashing is off or reading fails.
 * Free with g_free. */
char *stream_sha256(struct stream *stream);

/* Bytes read so far, decompressed. */
uint64_t stream_bytes(const struct stream *stream);

/* A stream over memory, which must outlive it. Free with stream_free. Used by tests and fuzz targets. */
struct stream *stream_new_memory(const char *path, const void *data, size_t size);
void stream_free(struct stream *stream);
