#include "awr_number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIGITS_MAX 40
#define EVIDENCE_ENOUGH 8

static bool
is_separator(char c)
{
    return c == '.' || c == ',';
}

/* The token of digits and separators [start, end) votes for its decimal sign: 0 where it could be read both ways. */
static char
decimal_of_token(const char *start, const char *end)
{
    const char *first = NULL, *last = NULL;
    for (const char *p = start; p < end; p++)
        if (is_separator(*p)) {
            first = first ? first : p;
            last = p;
        }
    if (!first)
        return 0;
    if (first == last)
        return first == start && end - start > 1 ? *first : 0;
    if (*first == *last)
        return 0;
    for (const char *p = first; p < last; p += 4) /* groups of three digits up to the last separator */
        if (*p != *first || last - p < 4 || is_separator(p[1]) || is_separator(p[2]) || is_separator(p[3]))
            return 0;
    if ((last - first) % 4 != 0 || last + 1 == end)
        return 0;
    return first > start && first - start <= 3 ? *last : 0;
}

/* "117,66 (mins)": the minutes of a report have exactly two decimals. */
static char
decimal_of_minutes(const char *text, const char *mins)
{
    const char *end = mins;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return end - text >= 4 && g_ascii_isdigit(end[-1]) && g_ascii_isdigit(end[-2]) && is_separator(end[-3]) ? end[-3]
                                                                                                            : 0;
}

struct awr_numbers
awr_numbers_of(const char *text, size_t len)
{
    const char *end = text + len;
    for (const char *p = text; (p = memmem(p, (size_t)(end - p), "(mins)", 6)) != NULL; p += 6) {
        char decimal = decimal_of_minutes(text, p);
        if (decimal)
            return (struct awr_numbers){decimal, true};
    }
    unsigned points = 0, commas = 0;
    for (const char *p = text; p < end && points + commas < EVIDENCE_ENOUGH;) {
        if (!g_ascii_isdigit(*p) && !is_separator(*p)) {
            p++;
            continue;
        }
        const char *start = p;
        while (p < end && (g_ascii_isdigit(*p) || is_separator(*p)))
            p++;
        bool alone = (start == text || strchr(" \t\n>", start[-1])) && (p == end || strchr(" \t\r\n<", *p));
        char decimal = alone ? decimal_of_token(start, p) : 0;
        points += decimal == '.';
        commas += decimal == ',';
    }
    return (struct awr_numbers){commas > points ? ',' : '.', commas != points};
}

/* Length of the group sign at `p` (the other separator, a blank, a no-break blank, an apostrophe) if just three digits
 * follow it; else 0. */
static size_t
group_sign(char decimal, const char *p)
{
    static const char *const sign[] = {" ", "'", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99"};
    size_t len = is_separator(*p) && *p != decimal ? 1 : 0;
    for (size_t i = 0; !len && i < G_N_ELEMENTS(sign); i++)
        if (g_str_has_prefix(p, sign[i]))
            len = strlen(sign[i]);
    if (!len)
        return 0;
    const char *d = p + len;
    bool three = g_ascii_isdigit(d[0]) && g_ascii_isdigit(d[1]) && g_ascii_isdigit(d[2]) && !g_ascii_isdigit(d[3]);
    return three ? len : 0;
}

/* "E+08" at p: its length and exponent; 0 where there is none. */
static size_t
exponent_at(const char *p, int *out)
{
    if ((*p != 'E' && *p != 'e') || (p[1] != '+' && p[1] != '-') || !g_ascii_isdigit(p[2]))
        return 0;
    size_t len = 2;
    int exponent = 0;
    for (; g_ascii_isdigit(p[len]) && len < 5; len++)
        exponent = exponent * 10 + (p[len] - '0');
    *out = p[1] == '-' ? -exponent : exponent;
    return len;
}

bool
awr_number_read(const struct awr_numbers *numbers, const char *text, struct awr_value *out)
{
    char clean[DIGITS_MAX + 16];
    size_t len = 0, digits = 0;
    int decimals = -1, exponent = 0;
    const char *p = text;
    while (*p == ' ')
        p++;
    if (*p == '-' || *p == '+')
        clean[len++] = *p++;
    for (;;) {
        size_t group;
        if (g_ascii_isdigit(*p)) {
            if (++digits > DIGITS_MAX)
                return false;
            clean[len++] = *p++;
            decimals += decimals >= 0;
        } else if (*p == numbers->decimal && decimals < 0 && (digits || g_ascii_isdigit(p[1]))) {
            clean[len++] = '.';
            decimals = 0;
            p++;
        } else if (decimals < 0 && digits && (group = group_sign(numbers->decimal, p)) > 0) {
            p += group;
        } else {
            break;
        }
    }
    if (!digits || is_separator(*p))
        return false;
    p += exponent_at(p, &exponent);
    snprintf(clean + len, sizeof clean - len, "e%d", exponent);
    out->value = g_ascii_strtod(clean, NULL);
    out->step = pow(10, exponent - (decimals > 0 ? decimals : 0));
    while (*p == ' ')
        p++;
    out->suffix = p;
    return true;
}

/* "K", "M", ... as a power of `base`; 1 for none. A letter counts only if no letter but "B" follows it. */
static double
magnitude(const char *suffix, double base)
{
    static const char letters[] = "KMGTPE";
    const char *at = *suffix ? strchr(letters, g_ascii_toupper(*suffix)) : NULL;
    if (!at || (g_ascii_isalpha(suffix[1]) && suffix[1] != 'B'))
        return 1;
    return pow(base, (double)(at - letters + 1));
}

static double
duration_ms(const char *suffix)
{
    static const struct {
        const char *suffix;
        double ms;
    } unit[] = {{"ns", 1e-6}, {"us", 1e-3}, {"ms", 1}, {"s", 1e3}};
    for (size_t i = 0; i < G_N_ELEMENTS(unit); i++)
        if (strcmp(suffix, unit[i].suffix) == 0)
            return unit[i].ms;
    return magnitude(suffix, 1000);
}

double
awr_number_in(const struct awr_numbers *numbers, const char *text, enum awr_unit unit, double *out_step)
{
    struct awr_value value;
    if (!awr_number_read(numbers, text, &value))
        return NAN;
    double factor = unit == UNIT_WAIT_MS ? duration_ms(value.suffix) : magnitude(value.suffix, 1000);
    if (unit == UNIT_BYTES || unit == UNIT_KIB || unit == UNIT_MIB || unit == UNIT_GIB || unit == UNIT_MIB_RATE) {
        double plain = unit == UNIT_BYTES ? 1 : unit == UNIT_KIB ? 0x1p10 : unit == UNIT_GIB ? 0x1p30 : 0x1p20;
        factor = magnitude(value.suffix, 1024);
        factor = factor > 1 ? factor : plain;
    }
    if (unit == UNIT_THOUSANDS)
        factor *= 1000;
    if (out_step)
        *out_step = value.step * factor;
    return value.value * factor;
}

void
awr_key(char out[AWR_KEY_MAX], const char *text, bool with_digits)
{
    size_t len = 0;
    for (const char *p = text; *p && len < AWR_KEY_MAX - 1; p++) {
        char c = g_ascii_tolower(*p);
        if (g_ascii_isalpha(c) || (with_digits && g_ascii_isdigit(c)) || c == '%' || c == '#' || c == '*' || (c & 0x80))
            out[len++] = c;
    }
    out[len] = '\0';
}

static bool
key_matches(const char *key, const char *alternatives, bool whole)
{
    for (const char *p = alternatives;;) {
        size_t len = strcspn(p, "|");
        if (strncmp(key, p, len) == 0 && (!whole || key[len] == '\0'))
            return true;
        if (p[len] == '\0')
            return false;
        p += len + 1;
    }
}

bool
awr_key_is(const char *key, const char *alternatives)
{
    return key_matches(key, alternatives, true);
}

bool
awr_key_begins(const char *key, const char *alternatives)
{
    return key_matches(key, alternatives, false);
}
