#include "iostat_lines.h"
#include "decimal.h"
#include "iostat_columns.h"

#include <string.h>

#define ESCAPE '\033'

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The first byte after the escape sequence at `at`: CSI ... final byte, OSC ... BEL or ESC \, or two bytes. */
static const char *
skip_escape(const char *at, const char *end)
{
    at++;
    if (at == end)
        return at;
    char kind = *at++;
    if (kind == '[') {
        while (at < end && (unsigned char)*at < 0x40)
            at++;
        return at < end ? at + 1 : end;
    }
    if (kind == ']') {
        while (at < end && *at != '\a' && *at != ESCAPE)
            at++;
        return at < end ? at + 1 : end;
    }
    return at;
}

size_t
line_clean(const char *text, size_t len, char *out)
{
    const char *at = text, *end = text + len;
    if (len >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    if (end - at >= 2 && at[0] == '^' && at[1] == 'C')
        at += 2;
    char *to = out;
    while (at < end) {
        if (*at == ESCAPE) {
            at = skip_escape(at, end);
            continue;
        }
        *to++ = (unsigned char)*at < ' ' && *at != '\t' ? ' ' : *at;
        at++;
    }
    *to = '\n';
    return (size_t)(to - out);
}

/* Cuts the blanks off both ends, in place. */
static char *
trimmed(char *text)
{
    return g_strstrip(text);
}

bool
banner_parse(const char *text, size_t len, char *copy, struct iostat_banner *out)
{
    *out = (struct iostat_banner){0};
    if (len < 12 || memcmp(text, "Linux ", 6) != 0)
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    char *kernel = copy + 6;
    char *host = strchr(kernel, ' ');
    if (host == NULL || host[1] != '(')
        return false;
    *host = '\0';
    host += 2;
    char *host_end = strstr(host, ") ");
    if (host_end == NULL)
        host_end = strstr(host, ")\t");
    if (host_end == NULL)
        return false;
    *host_end = '\0';
    char *date = host_end + 2;
    char *cpus = strrchr(date, '(');
    if (cpus != NULL && strstr(cpus, "CPU") != NULL) {
        out->cpus = (int)CLAMP(g_ascii_strtoll(cpus + 1, NULL, 10), 0, 1 << 20);
        *cpus = '\0';
    }
    char *machine = strchr(date, '_');
    if (machine != NULL)
        *machine = '\0';
    out->kernel = kernel;
    out->host = trimmed(host);
    out->date = trimmed(date);
    return true;
}

static const struct {
    const char *name;
    signed char place;
} cpu_columns[] = {
    {"%user", 0},
    {"%nice", 0},
    {"%sys", 1},
    {"%system", 1},
    {"%iowait", 2},
    {"%idle", 3},
};

static signed char
cpu_place(const char *word, size_t len)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cpu_columns); i++) {
        if (strncmp(cpu_columns[i].name, word, len) == 0 && cpu_columns[i].name[len] == '\0')
            return cpu_columns[i].place;
    }
    return -1;
}

bool
cpu_layout_parse(const char *text, size_t len, struct cpu_layout *out)
{
    static const char label[] = "avg-cpu:";
    *out = (struct cpu_layout){0};
    if (len < sizeof label || memcmp(text, label, sizeof label - 1) != 0)
        return false;
    const char *at = text + sizeof label - 1, *end = text + len;
    while (out->columns < CPU_COLUMNS_MAX) {
        while (at < end && is_blank(*at))
            at++;
        const char *word = at;
        while (at < end && !is_blank(*at))
            at++;
        if (at == word)
            break;
        out->place[out->columns++] = cpu_place(word, (size_t)(at - word));
    }
    return true;
}

bool
cpu_values_parse(const struct cpu_layout *layout, const char *text, size_t len, struct iostat_cpu *out)
{
    double part[4] = {0}, sum = 0;
    const char *at = text, *end = text + len;
    for (unsigned i = 0; i < layout->columns; i++) {
        double value;
        while (at < end && is_blank(*at))
            at++;
        const char *after = decimal_scan(at, &value);
        if (after == NULL || after > end)
            return false;
        at = after < end && *after == '%' ? after + 1 : after;
        sum += value;
        if (layout->place[i] >= 0)
            part[layout->place[i]] += value;
    }
    while (at < end && is_blank(*at))
        at++;
    *out = (struct iostat_cpu){part[0], part[1], part[2], part[3], sum};
    return at == end && layout->columns > 0;
}

/* A date, a time of day, an offset, or seconds with decimals, as ts writes them; brackets allowed. An address with a
 * colon behind it is a host. */
static bool
is_time_word(const char *word, size_t len)
{
    size_t digits = 0, separators = 0;
    if (len == 0 || word[len - 1] == ':')
        return false;
    for (size_t i = 0; i < len; i++) {
        digits += g_ascii_isdigit(word[i]) ? 1 : 0;
        separators += strchr(":/-", word[i]) != NULL ? 1 : 0;
        if (strchr("0123456789:/-.,+TZ[]", word[i]) == NULL)
            return false;
    }
    return (separators >= 1 && digits >= 4) || digits >= 9;
}

/* A part of a date of its own: a day, a month or a weekday. */
static bool
is_date_word(const char *word, size_t len)
{
    if (len <= 2)
        return g_ascii_isdigit(word[0]);
    return len == 3 && g_ascii_isalpha(word[0]) && g_ascii_isalpha(word[1]) && g_ascii_isalpha(word[2]);
}

struct word {
    const char *text;
    size_t len;
};

/* iostat[1234]: names a program, as syslog does; the host is the word before it. */
static bool
is_program_tag(const struct word *word)
{
    return word->len > 4 && word->text[word->len - 1] == ':' && word->text[word->len - 2] == ']' &&
           memchr(word->text, '[', word->len) != NULL;
}

/* The word that names the host: the last that is neither time nor date nor a program. */
static unsigned
host_word_of(const struct word *words, unsigned count)
{
    for (unsigned i = count; i > 0; i--) {
        const struct word *word = &words[i - 1];
        if (is_program_tag(word) || is_time_word(word->text, word->len) || is_date_word(word->text, word->len))
            continue;
        return g_ascii_isalnum(word->text[0]) || word->text[0] == '[' ? i : 0;
    }
    return 0;
}

bool
line_prefix_learn(struct line_prefix *out, const char *text, size_t anchor)
{
    struct word words[PREFIX_WORDS_MAX];
    unsigned count = 0, times = 0, dates = 0;
    *out = (struct line_prefix){0};
    for (size_t i = 0; i < anchor;) {
        if (is_blank(text[i])) {
            i++;
            continue;
        }
        if (count == PREFIX_WORDS_MAX)
            return false;
        struct word word = {text + i, 0};
        for (; i < anchor && !is_blank(text[i]); i++)
            word.len++;
        times += is_time_word(word.text, word.len);
        dates += is_date_word(word.text, word.len);
        out->digit[count] = g_ascii_isdigit(word.text[0]);
        words[count++] = word;
    }
    if (count == 0)
        return true;
    while (out->time_words < count && (is_time_word(words[out->time_words].text, words[out->time_words].len) ||
                                          is_date_word(words[out->time_words].text, words[out->time_words].len)))
        out->time_words++;
    const struct word *last = &words[count - 1];
    char mark = last->text[last->len - 1];
    bool tagged = strchr(":|>]", mark) != NULL;
    if (!tagged && (times == 0 || times + dates < count))
        return false;
    out->words = count;
    out->last[count - 1] = tagged ? mark : '\0';
    out->host_word = host_word_of(words, count);
    if (!is_blank(text[anchor - 1])) {
        for (size_t i = 0; i < last->len; i++)
            out->glue_colons += last->text[i] == mark;
    }
    return true;
}

/* The end of the word at `at`: its blank, or with glue behind the last of its marks. */
static const char *
prefix_word_end(const struct line_prefix *prefix, unsigned i, const char *at, const char *end)
{
    unsigned marks = i + 1 == prefix->words ? prefix->glue_colons : 0;
    bool glued = marks > 0;
    while (at < end && (glued ? marks > 0 : !is_blank(*at))) {
        if (glued && *at == prefix->last[i])
            marks--;
        at++;
    }
    return marks == 0 ? at : NULL;
}

bool
line_prefix_cut(const struct line_prefix *prefix, const char *text, size_t len, struct line_parts *out)
{
    const char *at = text, *end = text + len;
    *out = (struct line_parts){.time = text};
    for (unsigned i = 0; i < prefix->words; i++) {
        while (at < end && is_blank(*at))
            at++;
        const char *word = at;
        at = prefix_word_end(prefix, i, at, end);
        if (at == NULL || at == word || prefix->digit[i] != g_ascii_isdigit(*word))
            return false;
        if (prefix->last[i] != '\0' && at[-1] != prefix->last[i])
            return false;
        if (i < prefix->time_words)
            out->time_len = (size_t)(at - text);
        if (i + 1 == prefix->host_word) {
            const char *host_end = at;
            while (host_end > word && strchr(":|>]", host_end[-1]) != NULL)
                host_end--;
            out->host = *word == '[' ? word + 1 : word;
            out->host_len = host_end > out->host ? (size_t)(host_end - out->host) : 0;
        }
    }
    if (prefix->words > 0 && prefix->glue_colons == 0 && at < end)
        at++;
    out->body = at;
    out->body_len = (size_t)(end - at);
    return true;
}

/* May iostat's text start here: at the start of the line, after a blank, or after a mark that glues a prefix on? */
static bool
is_boundary(const char *text, const char *at)
{
    return at == text || is_blank(at[-1]) || strchr(":|>]", at[-1]) != NULL;
}

/* A header starts with its first column, which for device-last tables is r/s, w/s, d/s, f/s or tps. */
static size_t
header_anchor(const char *text, size_t len)
{
    static const char *const first[] = {"Device", "r/s", "w/s", "d/s", "f/s", "tps"};
    if (memmem(text, len, "Device", 6) == NULL)
        return SIZE_MAX;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < G_N_ELEMENTS(first); i++) {
        const char *at = memmem(text, len, first[i], strlen(first[i]));
        if (at != NULL && is_boundary(text, at))
            best = MIN(best, (size_t)(at - text));
    }
    struct iostat_layout layout;
    return best != SIZE_MAX && iostat_layout_parse(text + best, len - best, &layout) ? best : SIZE_MAX;
}

size_t
line_glued_banner(const char *text, size_t len)
{
    static const char start[] = "Linux ";
    const char *at = memmem(text, len, start, sizeof start - 1);
    if (at == NULL || at == text)
        return SIZE_MAX;
    struct iostat_banner banner;
    size_t rest = len - (size_t)(at - text);
    g_autofree char *copy = g_malloc(rest + 1);
    return banner_parse(at, rest, copy, &banner) ? (size_t)(at - text) : SIZE_MAX;
}

size_t
line_anchor(const char *text, size_t len)
{
    static const char *const starts[] = {"Linux ", "avg-cpu:"};
    for (size_t i = 0; i < G_N_ELEMENTS(starts); i++) {
        const char *at = memmem(text, len, starts[i], strlen(starts[i]));
        if (at != NULL && is_boundary(text, at))
            return (size_t)(at - text);
    }
    return header_anchor(text, len);
}
