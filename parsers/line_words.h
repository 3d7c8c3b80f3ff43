/* Lines of a small text in memory, each split into words: for files that are read whole (settings, listings).
 *
 *     struct line_words line = {0};
 *     while (line_words_next(&line, &at, end))
 *         if (line_words_has(&line, "MAJ:MIN")) ...
 *
 * A carriage return ends a line like a newline. Nothing is copied: all pointers are into the text, not NUL-terminated.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Words beyond these are on the line, but not in the list. */
#define LINE_WORDS_MAX 64u

struct line_words {
    const char *start; /* first byte that is no blank */
    size_t len;        /* to the last byte that is no blank; 0 for a blank line */
    guint indent;      /* blanks before it */
    guint number;      /* 1-based; a pair of carriage return and newline is one end of line */
    guint words;
    const char *word[LINE_WORDS_MAX];
    size_t word_len[LINE_WORDS_MAX];
};

/* Cuts the next line off [*at, end). False at the end. `line` is zeroed before the first call and kept between calls.
 */
bool line_words_next(struct line_words *line, const char **at, const char *end);

/* True where the line begins with `prefix`, blanks aside. */
bool line_words_starts(const struct line_words *line, const char *prefix);

/* True where word `i` is there and is `word`. */
bool line_words_is(const struct line_words *line, guint i, const char *word);

/* The first word of the line, from `from` on, that is `phrase` or begins it where `phrase` is several words with one
 * blank between them; -1 where none does. */
gint line_words_find(const struct line_words *line, guint from, const char *phrase);

/* A copy of word `i`, printable UTF-8; NULL where it is not there. Free with g_free. */
char *line_words_copy(const struct line_words *line, guint i);

/* A copy of the bytes, bad UTF-8 and control characters replaced. Free with g_free. */
char *line_words_text(const char *start, size_t len);
