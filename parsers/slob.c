#include "slob.h"

#include "error.h"
#include "line_words.h"

#include <math.h>
#include <string.h>

/* SCALE without a suffix counts blocks of this size. */
#define SLOB_BLOCK_BYTES 8192.0

/* Any of these makes a file of NAME=value lines a slob.conf. */
static const char *const known[] = {"UPDATE_PCT", "RUN_TIME", "SCALE", "WORK_UNIT", "WORK_LOOP", "THREADS_PER_SCHEMA",
    "SCAN_PCT", "LOAD_PARALLEL_DEGREE", "REDO_STRESS", "HOTSPOT_OFFSET_PCT", "OBFUSCATE_COLUMNS"};

/* The value of an assignment: quotes removed, else cut at a comment. */
static char *
value_of(const char *start, const char *end)
{
    if (start < end && (*start == '"' || *start == '\'')) {
        const char *quote = memchr(start + 1, *start, (size_t)(end - start - 1));
        return line_words_text(start + 1, (size_t)((quote ? quote : end) - start - 1));
    }
    const char *stop = start;
    while (stop < end && !g_ascii_isspace(*stop) && *stop != '#' && *stop != ';')
        stop++;
    return line_words_text(start, (size_t)(stop - start));
}

static void
add_line(GHashTable *value, const struct line_words *line)
{
    const char *start = line->start, *end = line->start + line->len;
    if (line_words_is(line, 0, "export") && line->words > 1)
        start = line->word[1];
    const char *p = start;
    while (p < end && (g_ascii_isalnum(*p) || *p == '_'))
        p++;
    if (p == start || p == end || *p != '=')
        return;
    g_hash_table_replace(value, g_strndup(start, (size_t)(p - start)), value_of(p + 1, end));
}

/* A number with its suffix, in bytes where it has one of K M G T, else times `unit`. NAN where it is none. */
static double
scaled(const char *text, double unit)
{
    static const char suffixes[] = "KMGT";
    char *end;
    double number = text ? g_ascii_strtod(text, &end) : NAN;
    if (!text || end == text || !(number >= 0 && number < 1e15))
        return NAN;
    const char *suffix = *end ? strchr(suffixes, g_ascii_toupper(*end)) : NULL;
    if (*end && (!suffix || end[1]))
        return NAN;
    return number * (suffix ? pow(1024, (double)(suffix - suffixes + 1)) : unit);
}

/* A plain number; NAN where the setting is absent, no number or above `most`. */
static double
plain(GHashTable *value, const char *name, double most)
{
    const char *text = g_hash_table_lookup(value, name);
    char *end;
    double number = text ? g_ascii_strtod(text, &end) : NAN;
    return text && end != text && *end == '\0' && number >= 0 && number <= most ? number : NAN;
}

struct slob_conf *
slob_conf_parse(const char *text, size_t len, const char *path, GError **error)
{
    g_autoptr(GHashTable) value = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const char *at = text, *end = len ? text + len : text;
    struct line_words line = {0};
    bool any = false;
    while (line_words_next(&line, &at, end))
        if (line.words > 0)
            add_line(value, &line);
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        any = any || g_hash_table_contains(value, known[i]);
    if (!any) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: expected settings of slob.conf (UPDATE_PCT=..., RUN_TIME=...), saw none in %u lines", path,
            line.number);
        return NULL;
    }
    struct slob_conf *conf = g_new0(struct slob_conf, 1);
    conf->path = g_strdup(path);
    conf->update_pct = plain(value, "UPDATE_PCT", 100);
    conf->run_time_s = plain(value, "RUN_TIME", 1e9);
    conf->scale_bytes = scaled(g_hash_table_lookup(value, "SCALE"), SLOB_BLOCK_BYTES);
    conf->threads_per_schema = plain(value, "THREADS_PER_SCHEMA", 1e9);
    conf->work_unit = plain(value, "WORK_UNIT", 1e9);
    conf->value = g_steal_pointer(&value);
    return conf;
}

void
slob_conf_free(struct slob_conf *conf)
{
    if (!conf)
        return;
    g_free(conf->path);
    g_hash_table_unref(conf->value);
    g_free(conf);
}
