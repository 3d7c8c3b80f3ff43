/* The single lines of iostat's text that are no rows: banner, CPU block; and lines as other programs leave them:
 * colours, NUL bytes, prefixes of ts, pdsh, grep or syslog.
 */
#pragma once

#include "iostat_log.h"

#include <stdbool.h>
#include <stddef.h>

/* Copies a line without terminal escapes; other control bytes (NUL, CR) become blanks. `out` has room for len + 1
 * bytes: a newline is put behind. Returns the new length. */
size_t line_clean(const char *text, size_t len, char *out);

/* "Linux KERNEL (HOST) DATE _ARCH_ (N CPU)". Strings of `out` are cut out of `copy`, which has room for len + 1 bytes.
 * The last two parts may be missing (sysstat before 8.1.6). */
bool banner_parse(const char *text, size_t len, char *copy, struct iostat_banner *out);

#define CPU_COLUMNS_MAX 16

/* The columns of an avg-cpu line. */
struct cpu_layout {
    unsigned columns;
    signed char place[CPU_COLUMNS_MAX]; /* 0 user, 1 system, 2 iowait, 3 idle, -1 another */
};

/* Without columns where the line is no "avg-cpu:" line. */
bool cpu_layout_parse(const char *text, size_t len, struct cpu_layout *out);

/* The line of values below; false where it does not have exactly those columns. */
bool cpu_values_parse(const struct cpu_layout *layout, const char *text, size_t len, struct iostat_cpu *out);

#define PREFIX_WORDS_MAX 6

/* What stands before every line: some words and one blank, or a last word glued to the line by colons. */
struct line_prefix {
    unsigned words;               /* 0: none */
    unsigned host_word;           /* 1-based; 0: no host among them */
    unsigned time_words;          /* words at the front that are date and time */
    unsigned glue_colons;         /* the last word ends with so many colons and no blank */
    bool digit[PREFIX_WORDS_MAX]; /* the word starts with a digit */
    char last[PREFIX_WORDS_MAX];  /* last byte of the word; 0: any */
};

/* Is text[0, anchor) such a prefix? `anchor` is where iostat's own text starts. False for other text, such as the cut
 * row that a new banner was written behind. */
bool line_prefix_learn(struct line_prefix *out, const char *text, size_t anchor);

/* A line without its prefix, and what the prefix says. All point into the line; lengths may be 0. */
struct line_parts {
    const char *body, *host, *time;
    size_t body_len, host_len, time_len;
};

/* False where the line does not start with such a prefix. */
bool line_prefix_cut(const struct line_prefix *prefix, const char *text, size_t len, struct line_parts *out);

/* Where a banner starts behind other text, such as a row that was cut when iostat was started again. SIZE_MAX: nowhere.
 */
size_t line_glued_banner(const char *text, size_t len);

/* Where iostat's own text starts in the line: at "Linux ", "avg-cpu:" or the header of a disk table. SIZE_MAX: nowhere.
 */
size_t line_anchor(const char *text, size_t len);
