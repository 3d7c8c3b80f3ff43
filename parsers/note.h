/* Notes: what was skipped, repaired or guessed while a file was read or a figure was made.
 *
 * A list of notes belongs to the model it is about (a capture, an AWR report, the findings). Repeats of one code are
 * counted, not repeated: the first text and line are kept.
 *
 *     g_autoptr(GPtrArray) notes = notes_new();
 *     notes_add(notes, NOTE_WARNING, "short-row", line, "row of %s has %u values, the header has %u", name, got, want);
 */
#pragma once

#include <glib.h>
#include <stdint.h>

enum note_level { NOTE_INFO, NOTE_WARNING, NOTE_ERROR };

struct note {
    enum note_level level;
    const char *code; /* static, kebab-case, one per kind of event */
    char *text;       /* of the first event; one line, no file name */
    uint64_t line;    /* 1-based line of the first event; 0: not about a line */
    uint64_t count;   /* how often, at least 1 */
};

/* A new, empty list of `struct note *` that owns its notes. Free with g_ptr_array_unref. */
GPtrArray *notes_new(void);

/* Adds a note, or counts it where a note of the same code is there. `code` must be a string constant. */
void notes_add(GPtrArray *notes, enum note_level level, const char *code, uint64_t line, const char *format, ...)
    G_GNUC_PRINTF(5, 6);

/* Appends copies of `from`'s notes to `to`, each text led by "PREFIX: " unless prefix is NULL; nothing is merged. */
void notes_append(GPtrArray *to, const GPtrArray *from, const char *prefix);

/* "info", "warning", "error". Never NULL. */
const char *note_level_name(enum note_level level);

/* The notes of this level, counted as events. 0 for an empty list. */
uint64_t notes_count(const GPtrArray *notes, enum note_level level);

/* The text of the first note of this level; NULL where there is none. Borrowed. */
const char *notes_first(const GPtrArray *notes, enum note_level level);
