/* The words of remarks: one sentence for each code, with its figures formatted as everywhere else.
 *
 *     g_autofree char *text = remark_text(remark, "sessions", language);
 */
#pragma once

#include "remark.h"

struct language; /* language.h; NULL: English */

/* `word`: "sessions", "queue depth", "concurrency", "outstanding I/Os": what the ladder's concurrency is. Never NULL;
 * free with g_free. */
char *remark_text(const struct remark *remark, const char *word, const struct language *language);

/* "80 sessions", "80 outstanding I/Os", "queue depth 8", "concurrency 16"; `figure` is in the language's signs. Free
 * with g_free. */
char *load_text(const struct language *language, const char *word, const char *figure);
