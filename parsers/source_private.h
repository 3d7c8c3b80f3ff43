/* What source.c, source_archive.c and source_walk.c share; no other room includes it. */
#pragma once

#include "note.h"
#include "source.h"

#include <sys/types.h>

/* Delivers the next bytes of a stream: the number, 0 at the end, -1 with an error. */
typedef gssize (*stream_reader)(void *context, void *buffer, size_t size, GError **error);

/* A new stream over `reader`; `path` is taken as bytes of a file name and made printable. The context is borrowed. */
struct stream *stream_new(const char *path, stream_reader reader, void *context);

/* The fault met while peeking, NULL where there was none. Borrowed. */
const GError *stream_fault(const struct stream *stream);

/* One call of source_walk. */
struct walk {
    GPtrArray *notes;
    source_visit visit;
    void *user_data;
    guint faults; /* notes with a text of their own so far */
    guint leaves;
};

/* Adds a note about one file: each keeps its own text, so that every path is named (up to a limit; then counted). */
void walk_note(struct walk *walk, enum note_level level, const char *code, const char *path, const char *format, ...)
    G_GNUC_PRINTF(5, 6);

/* Shows one leaf to the visitor; an unreadable one becomes a note. False with an error where the visitor stops. */
bool walk_leaf(struct walk *walk, struct stream *stream, GError **error);

/* True where `head` starts an archive or a compressed file that is to be opened (office documents are not). */
bool archive_recognise(const char *head, size_t len);

/* Visits the members of the archive (or the content of the compressed file) that `stream` holds. `fd` is its regular
 * file, which allows to seek, or -1. Faults become notes. False with an error where the visitor stops. */
bool archive_walk(struct walk *walk, struct stream *stream, int fd, GError **error);
