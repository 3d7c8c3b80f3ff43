/* Times of Oracle reports: DD-MON-YY with the month in the language of the session. */
#include "awr_number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Beginnings of month names, in lower case, longest first where one begins another. '?' stands for a letter that an
 * export lost. Digits followed by a CJK month sign are read as numbers. */
static const char *const months[12] = {
    "jan|ene|gen|janv|sty|янв|oca|led",
    "feb|fev|fév|f?v|lut|фев|şub|úno",
    "mar|mär|m?r|mrt|maa|мар|bře",
    "apr|abr|avr|kwi|апр|nis|dub",
    "may|mai|maj|mei|mag|май|мая|kvě",
    "jun|juin|giu|cze|июн|haz|čvn",
    "jul|juil|lug|lip|июл|tem|čvc",
    "aug|ago|aoû|ao?|sie|авг|ağu|srp",
    "sep|set|wrz|сен|eyl|zář",
    "oct|okt|out|ott|paź|окт|eki|říj",
    "nov|lis|ноя|kas",
    "dec|dez|dic|dé|déc|d?c|gru|дек|ara|pro",
};

static bool
month_begins(const char *name, const char *alternatives)
{
    for (const char *p = alternatives; *p;) {
        size_t len = strcspn(p, "|");
        if (strncmp(name, p, len) == 0)
            return true;
        p += len + (p[len] == '|');
    }
    return false;
}

/* 1..12; 0 where `name` is no month. */
static int
month_number(const char *name, size_t len)
{
    g_autofree char *copy = g_strndup(name, len);
    g_autofree char *lower = g_utf8_validate(copy, -1, NULL) ? g_utf8_strdown(copy, -1) : g_ascii_strdown(copy, -1);
    if (g_ascii_isdigit(*lower)) {
        int number = lower[0] - '0';
        if (g_ascii_isdigit(lower[1]))
            number = number * 10 + (lower[1] - '0');
        return number >= 1 && number <= 12 ? number : 0;
    }
    for (int i = 0; i < 12; i++)
        if (month_begins(lower, months[i]))
            return i + 1;
    return 0;
}

static const char *
digits_at(const char *p, size_t max, int *out)
{
    int value = 0;
    size_t n = 0;
    for (; n < max && g_ascii_isdigit(p[n]); n++)
        value = value * 10 + (p[n] - '0');
    *out = value;
    return n ? p + n : NULL;
}

/* "HH:MM" or "HH:MM:SS" at the end of a time. */
static char *
with_clock(int year, int month, int day, const char *p)
{
    int hour, minute, second;
    while (*p == ' ' || *p == '\t')
        p++;
    if (!(p = digits_at(p, 2, &hour)) || *p != ':' || !(p = digits_at(p + 1, 2, &minute)))
        return NULL;
    const char *after = *p == ':' ? digits_at(p + 1, 2, &second) : NULL;
    if (year < 100)
        year += year < 70 ? 2000 : 1900;
    if (!g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year) || hour > 23 || minute > 59 ||
        (after && second > 60))
        return NULL;
    return after ? g_strdup_printf("%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, hour, minute, second)
                 : g_strdup_printf("%04d-%02d-%02dT%02d:%02d", year, month, day, hour, minute);
}

char *
awr_time_text(const char *text)
{
    int a, b, c;
    const char *p = text;
    while (*p == ' ')
        p++;
    if (!(p = digits_at(p, 4, &a)))
        return NULL;
    if (*p == '/') { /* AWR Miner: YY/MM/DD */
        if (!(p = digits_at(p + 1, 2, &b)) || *p != '/' || !(p = digits_at(p + 1, 2, &c)))
            return NULL;
        return with_clock(a, b, c, p);
    }
    if (*p != '-')
        return NULL;
    const char *name = ++p;
    const char *dash = strchr(name, '-');
    if (!dash || dash - name > 32)
        return NULL;
    int month = month_number(name, (size_t)(dash - name));
    p = digits_at(dash + 1, 4, &c);
    return month && p ? with_clock(c, month, a, p) : NULL;
}

double
awr_time_minutes(const char *iso)
{
    int year, month, day, hour, minute, second = 0;
    if (!iso || sscanf(iso, "%d-%d-%dT%d:%d:%d", &year, &month, &day, &hour, &minute, &second) < 5 ||
        !g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year))
        return NAN;
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
    const double epoch_julian = 719163; /* g_date_get_julian of 1970-01-01 */
    return (g_date_get_julian(&date) - epoch_julian) * 1440 + hour * 60 + minute + second / 60.0;
}

/* The date at `p`: where it ends; NULL where it is none. */
static const char *
date_at(const char *p, int *year, int *month, int *day)
{
    int a, b, c;
    const char *start = p;
    if (!(p = digits_at(p, 4, &a)))
        return NULL;
    size_t first_len = (size_t)(p - start);
    char sign = *p;
    if (sign == '-' && !g_ascii_isdigit(p[1])) { /* DD-MON-RR */
        const char *name = p + 1, *dash = strchr(name, '-');
        if (!dash || dash - name > 32)
            return NULL;
        *day = a;
        *month = month_number(name, (size_t)(dash - name));
        return *month ? digits_at(dash + 1, 4, year) : NULL;
    }
    if (!strchr("-./", sign) || !sign || !(p = digits_at(p + 1, 2, &b)) || *p != sign || !(p = digits_at(p + 1, 4, &c)))
        return NULL;
    if (first_len == 4) {
        *year = a;
        *month = b;
        *day = c;
        return p;
    }
    *year = c;
    bool day_first = sign == '.' || a > 12; /* 03/04/24 can be read both ways */
    if (!day_first && !(b > 12))
        return NULL;
    *day = day_first ? a : b;
    *month = day_first ? b : a;
    return p;
}

double
awr_timestamp_s(const char *text)
{
    int year, month, day, hour, minute, second;
    const char *p = text;
    while (*p == ' ')
        p++;
    if (!(p = date_at(p, &year, &month, &day)) || (*p != ' ' && *p != 'T'))
        return NAN;
    while (*p == ' ' || *p == 'T')
        p++;
    if (!(p = digits_at(p, 2, &hour)) || (*p != ':' && *p != '.'))
        return NAN;
    char sign = *p;
    if (!(p = digits_at(p + 1, 2, &minute)) || *p != sign || !(p = digits_at(p + 1, 2, &second)))
        return NAN;
    double fraction = 0, weight = 0.1;
    if ((*p == '.' || *p == ',') && g_ascii_isdigit(p[1]))
        for (p++; g_ascii_isdigit(*p); p++, weight /= 10)
            fraction += (*p - '0') * weight;
    while (*p == ' ')
        p++;
    bool pm = g_ascii_strncasecmp(p, "PM", 2) == 0 || g_ascii_strncasecmp(p, "P.M.", 4) == 0;
    bool am = g_ascii_strncasecmp(p, "AM", 2) == 0 || g_ascii_strncasecmp(p, "A.M.", 4) == 0;
    if ((pm || am) && (hour < 1 || hour > 12))
        return NAN;
    if (pm || am)
        hour = hour % 12 + (pm ? 12 : 0);
    if (year < 100)
        year += year < 70 ? 2000 : 1900;
    if (!g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year) || hour > 23 || minute > 59 || second > 60)
        return NAN;
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
    return (g_date_get_julian(&date) - 719163.0) * 86400 + hour * 3600 + minute * 60 + second + fraction;
}

char *
awr_timestamp_text(double seconds)
{
    if (!(fabs(seconds) < 4e11))
        return NULL;
    double days = floor(seconds / 86400);
    int rest = (int)(seconds - days * 86400);
    if (days < -719162 || days > 2932896)
        return NULL;
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_julian(&date, (guint32)(days + 719163));
    return g_strdup_printf("%04d-%02d-%02dT%02d:%02d:%02d", g_date_get_year(&date), g_date_get_month(&date),
        g_date_get_day(&date), rest / 3600, rest / 60 % 60, rest % 60);
}
