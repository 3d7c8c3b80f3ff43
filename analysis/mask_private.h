/* Shared by the sources of mask.h. */
#pragma once

#include "mask.h"

struct mask {
    GHashTable *issued; /* "KIND/name in lower case" -> mask */
    guint count[MASK_KINDS];
    guint devices;
    GHashTable *known;      /* first word in lower case -> struct known_names * */
    GHashTable *vocabulary; /* words that may stay, in lower case */
    GHashTable *secret;     /* words that no output may hold, in lower case */
    GHashTable *neutral;    /* words of the masks themselves */
    struct inputs *inputs;  /* borrowed; NULL: not bound */
    bool renamed;
};

/* A name and what stands for it in free text; both from their first word on. */
struct known_name {
    char *text, *mask;
};

/* Those that begin with one word: as many as there are files in a folder. */
struct known_names {
    GHashTable *by_text; /* in lower case (ASCII) -> struct known_name * */
    GArray *lengths;     /* size_t, each once, longest first */
};

/* Letters and digits from *at on, in lower case, with *at moved behind them; NULL at the end. `*out_start`: where it
 * began. */
char *mask_next_word(const char **at, const char *end, const char **out_start);

/* Makes a name known to mask_text; `is_secret`: its words must not be in an output. */
void mask_learn(struct mask *mask, const char *name, const char *neutral, bool is_secret);

/* The known name at `text`, which begins a word; NULL: none. */
const struct known_name *mask_known_at(const struct mask *mask, const char *text, const char *end);

/* A mask kept for a name under this key; the first time it is made of `format`, that takes one number. */
char *mask_issue(
    struct mask *mask, const char *family, const char *name, const char *prefix, guint *count, const char *suffix);

/* A word that is in file names of captures whoever made them: "qd8", "read100", "iostat", "20261130". */
bool mask_word_is_standard(const char *word);
