#include "nearest.h"

#include <string.h>

/* Longer words are compared in their first bytes. */
#define WORD_MAX 64u

/* Levenshtein distance, one row kept. */
static guint
edits(const char *a, const char *b)
{
    guint row[WORD_MAX + 1];
    size_t a_len = MIN(strlen(a), WORD_MAX), b_len = MIN(strlen(b), WORD_MAX);
    for (guint j = 0; j <= b_len; j++)
        row[j] = j;
    for (guint i = 1; i <= a_len; i++) {
        guint diagonal = row[0];
        row[0] = i;
        for (guint j = 1; j <= b_len; j++) {
            guint change = diagonal + (g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[j - 1]));
            diagonal = row[j];
            row[j] = MIN(change, MIN(row[j], row[j - 1]) + 1);
        }
    }
    return row[b_len];
}

const char *
nearest_name(const void *names, size_t count, size_t stride, const char *word)
{
    const char *best = NULL;
    guint least = G_MAXUINT;
    for (size_t i = 0; i < count; i++) {
        const char *name = *(const char *const *)(const void *)((const char *)names + i * stride);
        guint distance = edits(name, word);
        if (distance < least) {
            least = distance;
            best = name;
        }
    }
    return best;
}
