#include "language.h"

#include "csv_rows.h"
#include "error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#define NO_BREAK_SPACE "\302\240"

enum { CONVERSIONS_MAX = 16, WIDTH_DIGITS_MAX = 3 };

struct language {
    GHashTable *text; /* English -> translation */
    GHashTable *used; /* English; a set that grows while texts are asked for: one report at a time uses a language */
    char *code, *decimal, *thousands, *date, *fonts, *package;
};

void
language_free(struct language *language)
{
    if (!language)
        return;
    g_hash_table_destroy(language->text);
    g_hash_table_destroy(language->used);
    g_free(language->code);
    g_free(language->decimal);
    g_free(language->thousands);
    g_free(language->date);
    g_free(language->fonts);
    g_free(language->package);
    g_free(language);
}

/* The arguments that a format takes: type letters with their length, "s", "zu", "f", by number. */
struct conversions {
    char type[CONVERSIONS_MAX][4];
    guint count, loose; /* percent signs that begin none of the conversions known here, as in "2% of" */
};

/* Reads one conversion behind its %; `at` moves behind it. False where it is a percent sign as text. */
static bool
read_conversion(const char **at, guint *number, char type[4])
{
    const char *p = *at;
    *number = 0;
    size_t digits = strspn(p, "0123456789");
    if (digits > 0 && digits < 3 && p[digits] == '$') {
        *number = (guint)g_ascii_strtoull(p, NULL, 10);
        p += digits + 1;
    }
    p += strspn(p, "-+0");
    size_t width = strspn(p, "0123456789"), precision = 0;
    p += width;
    if (*p == '.') {
        precision = strspn(p + 1, "0123456789");
        p += 1 + precision;
    }
    if (width > WIDTH_DIGITS_MAX || precision > WIDTH_DIGITS_MAX)
        return false;
    size_t length = strspn(p, "hlz");
    if (length > 2 || !p[length] || !strchr("diuxfgsc", p[length]))
        return false;
    memset(type, 0, 4); /* types are compared as whole arrays */
    memcpy(type, p, length + 1);
    *at = p + length + 1;
    return true;
}

/* False where the conversions are numbered in part only, or too many. */
static bool
conversions_of(struct conversions *out, const char *format)
{
    memset(out, 0, sizeof *out);
    guint in_turn = 0, numbered = 0;
    for (const char *at = format; (at = strchr(at, '%')) != NULL;) {
        at++;
        if (*at == '%') {
            at++;
            continue;
        }
        guint number;
        char type[4];
        if (!read_conversion(&at, &number, type)) {
            out->loose++;
            continue;
        }
        if (number > 0)
            numbered++;
        else
            number = ++in_turn;
        if (number > CONVERSIONS_MAX || (in_turn > 0 && numbered > 0))
            return false;
        memcpy(out->type[number - 1], type, sizeof type);
        out->count = MAX(out->count, number);
    }
    return true;
}

static int
by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The {placeholders} and {{tags}} of a text, sorted and joined. Free with g_free. */
static char *
placeholders_of(const char *text)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    for (const char *open; (open = strchr(text, '{')) != NULL;) {
        size_t length = 1 + strcspn(open + 1, "{}");
        g_ptr_array_add(found, g_strndup(open, length + (open[length] == '}' ? 1 : 0)));
        text = open + length;
    }
    g_ptr_array_sort(found, by_text);
    g_ptr_array_add(found, NULL);
    return g_strjoinv("\n", (char **)found->pdata);
}

static bool
same_placeholders(const char *english, const char *translation)
{
    g_autofree char *asked = placeholders_of(english), *given = placeholders_of(translation);
    return strcmp(asked, given) == 0;
}

/* A text with a loose percent sign is no format; any other may be one, and its translation must be safe to print by. */
static bool
same_conversions(const char *english, const char *translation)
{
    struct conversions a, b;
    return conversions_of(&a, english) && conversions_of(&b, translation) && a.count == b.count &&
           (b.loose == 0 || a.loose > 0) && memcmp(a.type, b.type, sizeof a.type) == 0;
}

/* Reading the file. */

struct reading {
    struct language *language;
    const char *path;
};

static bool
set_setting(struct reading *reading, const struct csv_row *row, GError **error)
{
    const struct {
        const char *name;
        char **into;
    } setting[] = {{"@language", &reading->language->code}, {"@decimal", &reading->language->decimal},
        {"@thousands", &reading->language->thousands}, {"@date", &reading->language->date},
        {"@fonts", &reading->language->fonts}, {"@package", &reading->language->package}};
    for (size_t i = 0; i < G_N_ELEMENTS(setting); i++) {
        if (strcmp(csv_cell(row, 0), setting[i].name) != 0)
            continue;
        g_free(*setting[i].into);
        *setting[i].into =
            strcmp(csv_cell(row, 1), "space") == 0 ? g_strdup(NO_BREAK_SPACE) : g_strdup(csv_cell(row, 1));
        return true;
    }
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
        "%s:%u: expected @language, @decimal, @thousands, @date, @fonts or @package, found \"%s\"", reading->path,
        row->line, csv_cell(row, 0));
    return false;
}

static bool
read_row(const struct csv_row *row, void *data, GError **error)
{
    struct reading *reading = data;
    const char *english = csv_cell(row, 0), *translation = csv_cell(row, 1);
    if (strcmp(english, "english") == 0 || !*translation)
        return *english != '@' || set_setting(reading, row, error);
    if (*english == '@')
        return set_setting(reading, row, error);
    if (!same_conversions(english, translation)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "%s:%u: the translation must hold the %%s, %%u, ... of its text, in their order or numbered as %%1$s: "
            "\"%s\"",
            reading->path, row->line, english);
        return false;
    }
    if (!same_placeholders(english, translation)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "%s:%u: the translation must hold the {...} of its text, in any order: \"%s\"", reading->path, row->line,
            english);
        return false;
    }
    if (!g_hash_table_insert(reading->language->text, g_strdup(english), g_strdup(translation))) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s:%u: this text was translated before: \"%s\"",
            reading->path, row->line, english);
        return false;
    }
    return true;
}

struct language *
language_english(void)
{
    struct language *language = g_new0(struct language, 1);
    language->text = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    language->used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    language->code = g_strdup("en");
    language->decimal = g_strdup(".");
    language->thousands = g_strdup(",");
    language->date = g_strdup("%Y-%m-%d");
    language->fonts = g_strdup("");
    language->package = g_strdup("");
    return language;
}

/* Figures that can be read one way only. */
static bool
signs_are_clear(const struct language *language)
{
    static const char *const decimal[] = {".", ",", NULL}, *const thousands[] = {
                                                               ".", ",", "'", NO_BREAK_SPACE, "", NULL};
    return g_strv_contains(decimal, language->decimal) && g_strv_contains(thousands, language->thousands) &&
           strcmp(language->decimal, language->thousands) != 0;
}

struct language *
language_new(const char *text, const char *path, GError **error)
{
    g_autoptr(Language) language = language_english();
    struct reading reading = {.language = language, .path = path};
    g_autoptr(GError) fault = NULL;
    if (csv_rows(text, strlen(text), path, read_row, &reading, &fault)) {
        if (signs_are_clear(language))
            return g_steal_pointer(&language);
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "%s: @decimal must be . or , and @thousands another of . , ' space or empty, not \"%s\" and \"%s\"", path,
            language->decimal, language->thousands);
        return NULL;
    }
    if (fault->code == IOSIZER_ERROR_USAGE)
        g_propagate_error(error, g_steal_pointer(&fault));
    else
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s", fault->message);
    return NULL;
}

/* Using it. */

const char *
language_code(const struct language *language)
{
    return language ? language->code : "en";
}

const char *
language_fonts(const struct language *language)
{
    return language ? language->fonts : "";
}

const char *
language_package(const struct language *language)
{
    return language ? language->package : "";
}

/* The translation; NULL: none. The text is noted as asked for. */
static const char *
translation_of(const struct language *language, const char *english)
{
    if (!g_hash_table_contains(language->used, english))
        g_hash_table_add(language->used, g_strdup(english));
    return g_hash_table_lookup(language->text, english);
}

const char *
language_text(const struct language *language, const char *english)
{
    const char *translation = language && *english ? translation_of(language, english) : NULL;
    return translation ? translation : english;
}

char *
language_textf(const struct language *language, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = g_strdup_vprintf(language_text(language, format), args);
    va_end(args);
    return text;
}

static void
append_quoted(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            g_string_append_c(out, '"');
        g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
}

char *
language_used(const struct language *language)
{
    g_autoptr(GList) texts = g_list_sort(g_hash_table_get_keys(language->used), (GCompareFunc)strcmp);
    GString *out = g_string_new("english,translation\n");
    for (const GList *at = texts; at; at = at->next) {
        const char *translation = g_hash_table_lookup(language->text, at->data);
        append_quoted(out, at->data);
        g_string_append_c(out, ',');
        append_quoted(out, translation ? translation : "");
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

/* Lines of tags and marks alone are not for translators. */
static bool
has_words(const char *line)
{
    for (int depth = 0; *line; line++) {
        if (g_str_has_prefix(line, "{{"))
            depth++;
        else if (g_str_has_prefix(line, "}}"))
            depth--;
        else if (depth <= 0 && g_ascii_isalpha(*line))
            return true;
    }
    return false;
}

char *
language_lines(const struct language *language, const char *text)
{
    if (!language)
        return g_strdup(text);
    GString *out = g_string_new(NULL);
    for (const char *line = text; *line;) {
        const char *end = strchrnul(line, '\n');
        size_t marks = strspn(line, "#- \t"), len = (size_t)(end - line);
        marks = MIN(marks, len);
        g_autofree char *words = g_strchomp(g_strndup(line + marks, len - marks));
        const char *translation = has_words(words) ? translation_of(language, words) : NULL;
        g_string_append_len(out, line, (gssize)marks);
        g_string_append(out, translation ? translation : words);
        if (*end)
            g_string_append_c(out, '\n');
        line = *end ? end + 1 : end;
    }
    return g_string_free(out, FALSE);
}

char *
language_number(const struct language *language, const char *figure)
{
    if (!language)
        return g_strdup(figure);
    GString *out = g_string_new(NULL);
    for (const char *at = figure; *at; at++) {
        bool inside = at > figure && g_ascii_isdigit(at[-1]) && g_ascii_isdigit(at[1]);
        if (inside && *at == ',')
            g_string_append(out, language->thousands);
        else if (inside && *at == '.')
            g_string_append(out, language->decimal);
        else
            g_string_append_c(out, *at);
    }
    return g_string_free(out, FALSE);
}

char
language_decimal(const struct language *language)
{
    return language && *language->decimal ? *language->decimal : '.';
}

char *
language_figure(const struct language *language, char *figure)
{
    char *local = language_number(language, figure);
    g_free(figure);
    return local;
}

/* Puts a date into a pattern of %Y %m %d. */
static GString *
date_filled(const char *pattern, const char *date)
{
    GString *out = g_string_new(NULL);
    for (const char *at = pattern; *at; at++) {
        if (at[0] != '%' || !at[1]) {
            g_string_append_c(out, *at);
            continue;
        }
        at++;
        if (*at == 'Y')
            g_string_append_len(out, date, 4);
        else if (*at == 'm')
            g_string_append_len(out, date + 5, 2);
        else if (*at == 'd')
            g_string_append_len(out, date + 8, 2);
        else
            g_string_append_c(out, *at);
    }
    return out;
}

static bool
is_date(const char *date)
{
    return strlen(date) >= 10 && date[4] == '-' && date[7] == '-';
}

char *
language_date(const struct language *language, const char *date)
{
    if (!language || !is_date(date))
        return g_strdup(date);
    GString *out = date_filled(language->date, date);
    g_string_append(out, date + 10);
    return g_string_free(out, FALSE);
}

/* The pattern without its year and the signs between the year and its neighbours. */
static char *
day_pattern(const char *pattern)
{
    const char *year = strstr(pattern, "%Y");
    if (!year)
        return g_strdup(pattern);
    const char *behind = year + 2;
    g_autofree char *before = g_strndup(pattern, (size_t)(year - pattern));
    if (year == pattern)
        behind += strcspn(behind, "%");
    else if (!*behind)
        before[strlen(before) - (strchr("-/ ", before[strlen(before) - 1]) ? 1 : 0)] = '\0';
    return g_strconcat(before, behind, NULL);
}

char *
language_day(const struct language *language, const char *date)
{
    if (!is_date(date))
        return g_strdup(date);
    g_autofree char *pattern = day_pattern(language ? language->date : "%Y-%m-%d");
    return g_string_free(date_filled(pattern, date), FALSE);
}
