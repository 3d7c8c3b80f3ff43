#include "line_words.h"

#include <string.h>

bool
line_words_next(struct line_words *line, const char **at, const char *end)
{
    if (*at >= end)
        return false;
    const char *start = *at, *p = start;
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    const char *stop = p;
    if (p < end)
        p += *p == '\r' && p + 1 < end && p[1] == '\n' ? 2 : 1;
    *at = p;
    for (p = start; p < stop && g_ascii_isspace(*p); p++)
        ;
    while (stop > p && g_ascii_isspace(stop[-1]))
        stop--;
    line->start = p;
    line->len = (size_t)(stop - p);
    line->indent = (guint)MIN(p - start, G_MAXINT);
    line->number++;
    for (line->words = 0; p < stop && line->words < LINE_WORDS_MAX; line->words++) {
        line->word[line->words] = p;
        while (p < stop && !g_ascii_isspace(*p))
            p++;
        line->word_len[line->words] = (size_t)(p - line->word[line->words]);
        while (p < stop && g_ascii_isspace(*p))
            p++;
    }
    return true;
}

bool
line_words_starts(const struct line_words *line, const char *prefix)
{
    size_t len = strlen(prefix);
    return line->len >= len && memcmp(line->start, prefix, len) == 0;
}

bool
line_words_is(const struct line_words *line, guint i, const char *word)
{
    size_t len = strlen(word);
    return i < line->words && len == line->word_len[i] && memcmp(line->word[i], word, len) == 0;
}

/* True where the words of `phrase` follow each other from word `i` on. */
static bool
phrase_at(const struct line_words *line, guint i, const char *phrase)
{
    for (; i < line->words; i++) {
        size_t len = strcspn(phrase, " ");
        if (len != line->word_len[i] || memcmp(line->word[i], phrase, len) != 0)
            return false;
        if (phrase[len] == '\0')
            return true;
        phrase += len + 1;
    }
    return false;
}

gint
line_words_find(const struct line_words *line, guint from, const char *phrase)
{
    for (guint i = from; i < line->words; i++)
        if (phrase_at(line, i, phrase))
            return (gint)i;
    return -1;
}

char *
line_words_text(const char *start, size_t len)
{
    char *text = g_utf8_make_valid(start, (gssize)len);
    for (char *p = text; *p; p++)
        if (g_ascii_iscntrl(*p))
            *p = ' ';
    return text;
}

char *
line_words_copy(const struct line_words *line, guint i)
{
    return i < line->words ? line_words_text(line->word[i], line->word_len[i]) : NULL;
}
