/* The tables and the text that kind.c and kind_rules.c share; no other room includes it. */
#pragma once

#include "kind.h"
#include "line_words.h"

#include <glib.h>
#include <stdbool.h>

/* The bytes `at` an offset of the file. */
struct kind_magic {
    size_t at, len;
    const char *bytes;
    struct kind_verdict verdict;
};

/* A text anywhere in the lower-case head, all of `need` present. Tried in order. */
struct kind_mark {
    const char *need[3];
    struct kind_verdict verdict;
};

/* What one line shows: it begins with `start`, or has all words of `need`. The first rule that any line meets wins. */
struct kind_line_rule {
    const char *start;
    const char *need[4];
    struct kind_verdict verdict;
};

struct kind_component {
    const char *name; /* NULL: any other */
    struct kind_verdict verdict;
};

extern const struct kind_component kind_components[];
extern const struct kind_magic kind_magics[];
extern const struct kind_mark kind_titles[];     /* of HTML pages, in the title */
extern const struct kind_mark kind_html_marks[]; /* of HTML pages, anywhere */
extern const struct kind_mark kind_json_marks[];
extern const struct kind_mark kind_xml_marks[];
extern const struct kind_line_rule kind_line_rules[];
extern const struct kind_mark kind_text_marks[]; /* of other text, anywhere, after the line rules */

/* True where the line heads a table of iostat: the word Device and the names of at least three of its columns. */
bool kind_line_is_iostat(const struct line_words *line);
