#include "timestamp.h"

#include <string.h>

#define SECONDS_PER_DAY 86400
#define NUMBERS_MAX 7
#define YEAR_DIGITS 4 /* no number of a stamp has more */

/* A run of digits in the text. */
struct number {
    int32_t value;
    size_t at, len;
};

/* Marks of the half of the day in the locales of glibc that use a 12-hour clock. */
static const struct {
    const char *text;
    bool afternoon;
} half_days[] = {
    {"AM", false},
    {"PM", true},
    {"am", false},
    {"pm", true},
    {"a.m.", false},
    {"p.m.", true},
    {"a. m.", false},
    {"p. m.", true},
    {"上午", false},
    {"下午", true},
    {"午前", false},
    {"午後", true},
    {"오전", false},
    {"오후", true},
    {"पूर्वाह्न", false},
    {"अपराह्न", true},
    {"पूर्व", false},
    {"अपर", true},
    {"ص", false},
    {"م", true},
    {"πμ", false},
    {"μμ", true},
    {"SA", false},
    {"CH", true},
    {"ΠΜ", false},
    {"ΜΜ", true},
};

/* Month names: English, and the Arabic abbreviations of glibc. */
static const char *const months[][12] = {
    {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
    {"ينا", "فبر", "مار", "أبر", "ماي", "يون", "يول", "أغس", "سبت", "أكت", "نوف", "ديس"},
};

/* The runs of digits; false where there are too many or one is too long to be part of a stamp. */
static bool
scan_numbers(const char *text, size_t len, struct number *numbers, size_t *out_count)
{
    size_t count = 0;
    for (size_t i = 0; i < len;) {
        if (!g_ascii_isdigit(text[i])) {
            i++;
            continue;
        }
        struct number number = {0, i, 0};
        for (; i < len && g_ascii_isdigit(text[i]) && number.len <= YEAR_DIGITS; i++)
            number.value = number.value * 10 + (text[i] - '0'), number.len++;
        if (count == NUMBERS_MAX || number.len > YEAR_DIGITS)
            return false;
        numbers[count++] = number;
    }
    *out_count = count;
    return true;
}

/* Is the word in the text? One of ASCII letters must stand alone: AM is not in AMT. */
static bool
contains(const char *text, size_t len, const char *word)
{
    size_t word_len = strlen(word);
    const char *end = text + len, *at = memmem(text, len, word, word_len);
    if (at == NULL || !g_ascii_isalpha(word[0]))
        return at != NULL;
    return (at == text || !g_ascii_isalpha(at[-1])) && (at + word_len == end || !g_ascii_isalpha(at[word_len]));
}

/* Letters that a stamp may hold: a zone or half-day in ASCII (few and short), a month name, or another script.
 * Sentences with six numbers in them are not stamps. */
static bool
words_are_plausible(const char *text, size_t len)
{
    size_t letters = 0, words = 0;
    for (size_t i = 0; i < len; i++) {
        bool letter = g_ascii_isalpha(text[i]);
        words += letter && (i == 0 || !g_ascii_isalpha(text[i - 1]));
        letters += letter;
        if ((unsigned char)text[i] < ' ' || strchr("%|<>=*#_()[]{}\"\\!?@&;$^~", text[i]) != NULL)
            return false;
    }
    return letters <= 12 && words <= 4;
}

/* Takes the time of day from three numbers; the separators must be what locales use. */
static bool
time_of_day(const char *text, const struct number *n, struct stamp *out)
{
    for (int i = 0; i < 2; i++) {
        size_t gap = n[i + 1].at - n[i].at - n[i].len;
        char separator = text[n[i].at + n[i].len];
        bool plain = gap == 1 && (separator == ':' || separator == '.');
        if (!plain && (gap < 2 || g_ascii_isprint(separator)))
            return false;
        if (n[i + 1].len != 2)
            return false;
    }
    if (n[0].len > 2 || n[0].value > 24 || n[1].value > 59 || n[2].value > 60)
        return false;
    out->second_of_day = n[0].value * 3600 + n[1].value * 60 + n[2].value;
    out->has_time = true;
    return true;
}

static bool
has_words(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (g_ascii_isalpha(text[i]) || (unsigned char)text[i] >= 0x80)
            return true;
    }
    return false;
}

/* 12:xx AM is 00:xx, 12:xx PM is 12:xx. */
static void
apply_half_day(const char *text, size_t len, struct stamp *out)
{
    for (size_t i = 0; i < G_N_ELEMENTS(half_days); i++) {
        if (!contains(text, len, half_days[i].text))
            continue;
        int32_t hour = out->second_of_day / 3600;
        if (hour == 0 || hour > 12)
            return; /* a word that only looks like a mark */
        out->twelve_hours = true;
        if (hour == 12)
            out->second_of_day -= 12 * 3600;
        if (half_days[i].afternoon)
            out->second_of_day += 12 * 3600;
        return;
    }
}

static int16_t
full_year(const struct number *year)
{
    if (year->len > 2)
        return (int16_t)year->value;
    return (int16_t)(year->value + (year->value < 70 ? 2000 : 1900));
}

static void
set_date(struct stamp *out, int year, int month, int day)
{
    out->date = STAMP_KNOWN;
    out->part[0] = (int16_t)year;
    out->part[1] = (int16_t)month;
    out->part[2] = (int16_t)day;
}

/* Three numbers: year first where it has four digits, else as printed. */
static bool
numeric_date(const char *text, const struct number *n, struct stamp *out)
{
    char separator = text[n[0].at + n[0].len];
    out->separator = strchr("/-.", separator) != NULL ? (uint8_t)separator : 0;
    if (n[0].len == 4) {
        if (n[1].value < 1 || n[1].value > 12 || n[2].value < 1 || n[2].value > 31 || n[2].len > 2)
            return false;
        set_date(out, n[0].value, n[1].value, n[2].value);
        return true;
    }
    if (n[0].len > 2 || n[1].len > 2 || n[2].len == 3 || n[1].value < 1 || n[1].value > 31 || out->separator == 0)
        return false;
    out->date = STAMP_NUMERIC;
    out->short_year = n[2].len <= 2;
    for (int i = 0; i < 2; i++)
        out->part[i] = (int16_t)n[i].value;
    out->part[2] = out->short_year ? (int16_t)n[2].value : full_year(&n[2]);
    return true;
}

/* Day and year as numbers, the month as a word. */
static bool
named_date(const char *text, size_t len, const struct number *n, struct stamp *out)
{
    for (size_t set = 0; set < G_N_ELEMENTS(months); set++) {
        for (int month = 0; month < 12; month++) {
            if (!contains(text, len, months[set][month]))
                continue;
            bool year_first = n[0].len == 4;
            const struct number *year = year_first ? &n[0] : &n[1], *day = year_first ? &n[1] : &n[0];
            if (day->value < 1 || day->value > 31)
                return false;
            set_date(out, full_year(year), month + 1, day->value);
            return true;
        }
    }
    return false;
}

static bool
parse_offset(const char *at, const char *end, struct stamp *out)
{
    if (at == end)
        return true;
    if (*at == 'Z' && at + 1 == end) {
        out->has_zone = true;
        return true;
    }
    char digits[5] = "";
    size_t count = 0;
    int sign = *at == '+' ? 1 : *at == '-' ? -1 : 0;
    for (at++; at < end && (g_ascii_isdigit(*at) || *at == ':'); at++) {
        if (*at != ':' && count < 4)
            digits[count++] = *at;
        else if (*at != ':')
            return false;
    }
    if (sign == 0 || at != end || count != 4)
        return false;
    int number = (int)g_ascii_strtoll(digits, NULL, 10);
    out->utc_offset_s = sign * ((number / 100) * 3600 + (number % 100) * 60);
    out->has_zone = true;
    return number / 100 <= 14 && number % 100 < 60;
}

/* YYYY-MM-DDTHH:MM:SS and an offset. */
static bool
parse_iso(const char *text, size_t len, struct stamp *out)
{
    struct number n[NUMBERS_MAX];
    size_t count;
    if (len < 19 || text[10] != 'T' || !scan_numbers(text, 19, n, &count) || count != 6)
        return false;
    return numeric_date(text, n, out) && out->date == STAMP_KNOWN && time_of_day(text, n + 3, out) &&
           parse_offset(text + 19, text + len, out);
}

/* iostat -U: seconds since 1970, UTC. Nine to eleven digits: 1973 to 5138. */
static bool
parse_epoch(const char *text, size_t len, struct stamp *out)
{
    if (len < 9 || len > 11 || strspn(text, "0123456789") < len)
        return false;
    int64_t seconds = 0;
    for (size_t i = 0; i < len; i++)
        seconds = seconds * 10 + (text[i] - '0');
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(seconds);
    if (time == NULL)
        return false;
    set_date(out, g_date_time_get_year(time), g_date_time_get_month(time), g_date_time_get_day_of_month(time));
    out->second_of_day = (int32_t)(seconds % SECONDS_PER_DAY);
    out->has_time = out->has_zone = true;
    return true;
}

static void
trim(const char **text, size_t *len)
{
    while (*len > 0 && g_ascii_isspace((*text)[0]))
        (*text)++, (*len)--;
    while (*len > 0 && g_ascii_isspace((*text)[*len - 1]))
        (*len)--;
}

bool
stamp_parse(const char *text, size_t len, struct stamp *out)
{
    trim(&text, &len);
    if (len < 7 || len > STAMP_LEN_MAX)
        return false;
    char copy[STAMP_LEN_MAX + 1];
    memcpy(copy, text, len);
    copy[len] = '\0';
    *out = (struct stamp){0};
    if (memchr(copy, '\0', len) != NULL)
        return false;
    if (parse_epoch(copy, len, out) || parse_iso(copy, len, out))
        return true;
    *out = (struct stamp){0};
    size_t skip = g_str_has_prefix(copy, "Time:") ? strlen("Time:") : 0;
    struct number n[NUMBERS_MAX];
    size_t count;
    if (!words_are_plausible(copy + skip, len - skip) || !scan_numbers(copy + skip, len - skip, n, &count))
        return false;
    const char *body = copy + skip;
    bool known = false;
    if (count == 3 && skip > 0)
        known = time_of_day(body, n, out);
    else if (count == 6 && n[0].at <= 12)
        known = numeric_date(body, n, out) && time_of_day(body, n + 3, out);
    else if (count == 5)
        known = named_date(body, len - skip, n, out) && time_of_day(body, n + 2, out);
    if (known && has_words(body, len - skip))
        apply_half_day(body, len - skip, out);
    return known;
}

bool
stamp_parse_date(const char *text, size_t len, struct stamp *out)
{
    trim(&text, &len);
    *out = (struct stamp){0};
    struct number n[NUMBERS_MAX];
    size_t count;
    if (len < 6 || len > STAMP_LEN_MAX || !scan_numbers(text, len, n, &count))
        return false;
    g_autofree char *copy = g_strndup(text, len);
    return count == 3 ? numeric_date(copy, n, out) : count == 2 && named_date(copy, len, n, out);
}

int64_t
stamp_time_s(const struct stamp *stamp, enum date_order order)
{
    if (stamp->date == STAMP_NO_DATE)
        return CAPTURE_NO_TIME;
    int year = stamp->part[0], month = stamp->part[1], day = stamp->part[2];
    if (stamp->date == STAMP_NUMERIC) {
        bool year_first = order == DATE_ORDER_YMD || stamp->part[0] > 31;
        bool day_first = order == DATE_ORDER_DMY;
        year = stamp->part[year_first ? 0 : 2];
        month = stamp->part[year_first || day_first ? 1 : 0];
        day = stamp->part[year_first ? 2 : day_first ? 0 : 1];
        if (year < 100)
            year += year < 70 ? 2000 : 1900;
    }
    /* g_date_valid_dmy has no opinion on years before 1 or past 65535. */
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31 ||
        !g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year))
        return CAPTURE_NO_TIME;
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
    static const int64_t julian_of_1970 = 719163; /* days since the first of January of year 1, which counts as 1 */
    return ((int64_t)g_date_get_julian(&date) - julian_of_1970) * SECONDS_PER_DAY + stamp->second_of_day;
}

/* Months never count up alone from one stamp to the next; days do, and fall back to 1 when the month counts. */
static void
compare_dates(struct date_evidence *evidence, const struct stamp *stamp)
{
    const int16_t *before = evidence->last.part, *now = stamp->part;
    if (evidence->last.date != STAMP_NUMERIC || before[2] != now[2])
        return;
    bool first_moved = before[0] != now[0], second_moved = before[1] != now[1];
    if (first_moved && !second_moved)
        evidence->first_counts_days |= now[0] == before[0] + 1;
    else if (second_moved && !first_moved)
        evidence->second_counts_days |= now[1] == before[1] + 1;
    else if (first_moved) {
        evidence->first_counts_days |= now[0] == 1 && now[1] == before[1] + 1;
        evidence->second_counts_days |= now[1] == 1 && now[0] == before[0] + 1;
    }
}

void
date_evidence_add(struct date_evidence *evidence, const struct stamp *stamp)
{
    evidence->twelve_hours |= stamp->twelve_hours;
    if (stamp->date != STAMP_NUMERIC)
        return;
    evidence->numeric++;
    evidence->first_is_year |= stamp->part[0] > 31;
    evidence->first_over_12 |= stamp->part[0] > 12 && stamp->part[0] <= 31;
    evidence->second_over_12 |= stamp->part[1] > 12;
    compare_dates(evidence, stamp);
    evidence->last = *stamp;
}

struct date_verdict
date_evidence_verdict(const struct date_evidence *evidence)
{
    if (evidence->numeric == 0)
        return (struct date_verdict){DATE_ORDER_MDY, true, false};
    if (evidence->first_is_year)
        return (struct date_verdict){DATE_ORDER_YMD, true, false};
    bool day_first = evidence->first_over_12, month_first = evidence->second_over_12;
    if (!day_first && !month_first) {
        day_first = evidence->first_counts_days;
        month_first = evidence->second_counts_days;
    }
    if (day_first != month_first)
        return (struct date_verdict){day_first ? DATE_ORDER_DMY : DATE_ORDER_MDY, true, false};
    /* Habits: a point or a hyphen between day and month is European; so is a four-digit year after a slash on a 24-hour
     * clock (en_US has AM and PM, the C locale two digits), and a decimal comma. */
    const struct stamp *last = &evidence->last;
    bool european = last->separator == '.' || last->separator == '-' || evidence->comma ||
                    (!last->short_year && !evidence->twelve_hours);
    return (struct date_verdict){european ? DATE_ORDER_DMY : DATE_ORDER_MDY, false, day_first && month_first};
}
