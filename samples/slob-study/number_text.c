#include "number_text.h"

#define DIGITS_MAX 48
#define DECIMALS_MAX 4
#define SECONDS_PER_DAY 86400

static const uint64_t power_of_ten[DECIMALS_MAX + 1] = {1, 10, 100, 1000, 10000};

/* Fills the end of `buffer` from the right; returns where the text starts. */
static const char *
digits_of(char buffer[DIGITS_MAX], double value, int decimals, gboolean grouped)
{
    uint64_t scaled = (uint64_t)(value * (double)power_of_ten[decimals] + 0.5);
    char *at = buffer + DIGITS_MAX - 1;
    *at = '\0';
    int written = 0;
    do {
        if (decimals > 0 && written == decimals)
            *--at = '.';
        if (grouped && written > decimals && (written - decimals) % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + scaled % 10);
        scaled /= 10;
        written++;
    } while (scaled > 0 || written <= decimals);
    return at;
}

void
text_fixed(GString *out, double value, int decimals, int width)
{
    char buffer[DIGITS_MAX];
    const char *digits = digits_of(buffer, value, decimals, FALSE);
    gssize length = buffer + DIGITS_MAX - 1 - digits;
    for (gssize i = length; i < width; i++)
        g_string_append_c(out, ' ');
    g_string_append_len(out, digits, length);
}

void
text_grouped(GString *out, double value, int decimals)
{
    char buffer[DIGITS_MAX];
    g_string_append(out, digits_of(buffer, value, decimals, TRUE));
}

void
text_padded(GString *out, unsigned value, int digits)
{
    g_string_append_printf(out, "%0*u", digits, value);
}

/* The calendar day of days since 1970-01-01 (Howard Hinnant's civil_from_days, for years from 1970 on). */
static void
calendar_day(int64_t days, unsigned *year, unsigned *month, unsigned *day)
{
    int64_t z = days + 719468;
    int64_t era = z / 146097;
    unsigned day_of_era = (unsigned)(z - era * 146097);
    unsigned year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    unsigned shifted = (5 * day_of_year + 2) / 153; /* March is 0 */
    *day = day_of_year - (153 * shifted + 2) / 5 + 1;
    *month = shifted < 10 ? shifted + 3 : shifted - 9;
    *year = year_of_era + (unsigned)(era * 400) + (*month <= 2 ? 1 : 0);
}

void
text_date(GString *out, int64_t time_s)
{
    unsigned year, month, day;
    calendar_day(time_s / SECONDS_PER_DAY, &year, &month, &day);
    g_string_append_printf(out, "%04u-%02u-%02u", year, month, day);
}

void
text_clock(GString *out, int64_t time_s)
{
    unsigned second = (unsigned)(time_s % SECONDS_PER_DAY);
    g_string_append_printf(out, "%02u:%02u:%02u", second / 3600, second / 60 % 60, second % 60);
}

void
text_oracle_date(GString *out, int64_t time_s)
{
    static const char *const name[] = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    unsigned year, month, day;
    calendar_day(time_s / SECONDS_PER_DAY, &year, &month, &day);
    g_string_append_printf(out, "%02u-%s-%02u", day, name[month - 1], year % 100);
}

/* One decimal, without ".0" and without a zero before the point. */
static void
text_trimmed(GString *out, double value)
{
    gsize start = out->len;
    text_fixed(out, value, 1, 0);
    if (g_str_has_suffix(out->str, ".0"))
        g_string_truncate(out, out->len - 2);
    else if (out->str[start] == '0')
        g_string_erase(out, (gssize)start, 1);
}

void
text_short(GString *out, double value)
{
    if (value >= 10000) {
        text_trimmed(out, value / 1000);
        g_string_append_c(out, 'K');
        return;
    }
    gsize start = out->len;
    text_fixed(out, value, 1, 0);
    if (out->str[start] == '0')
        g_string_erase(out, (gssize)start, 1);
}

void
text_duration(GString *out, double us)
{
    if (us < 1000) {
        text_fixed(out, us, 2, 0);
        g_string_append(out, "us");
    } else if (us < 1e7) {
        text_fixed(out, us / 1000, 2, 0);
        g_string_append(out, "ms");
    } else {
        text_fixed(out, us / 1e6, 2, 0);
        g_string_append(out, " s");
    }
}

/* Divides by `step` until the value has few digits; `units` begins at that of `value`. */
static void
text_scaled(GString *out, double value, double step, double limit, const char *units)
{
    while (value >= limit && units[1] != '\0') {
        value /= step;
        units++;
    }
    if (*units == ' ') {
        text_fixed(out, value, 0, 0);
        return;
    }
    text_trimmed(out, value);
    g_string_append_c(out, *units);
}

void
text_data(GString *out, double bytes)
{
    double mib = bytes / (1024 * 1024);
    if (mib < 1024) {
        text_fixed(out, mib, 0, 0);
        g_string_append_c(out, 'M');
    } else {
        text_scaled(out, mib, 1024, 1024, "MGTP");
    }
}

void
text_data_rate(GString *out, double bytes_per_s)
{
    double value = bytes_per_s / (1024 * 1024);
    const char *units = "MGT";
    while (value >= 1024 && units[1] != '\0') {
        value /= 1024;
        units++;
    }
    gsize start = out->len;
    text_fixed(out, value, 3, 0);
    while (g_str_has_suffix(out->str, "0") && !g_str_has_suffix(out->str, ".0"))
        g_string_truncate(out, out->len - 1);
    if (g_str_has_suffix(out->str, ".0"))
        g_string_truncate(out, out->len - 2);
    else if (out->str[start] == '0')
        g_string_erase(out, (gssize)start, 1);
    g_string_append_c(out, *units);
}

void
text_count(GString *out, double value)
{
    text_scaled(out, value, 1000, value < 10000 ? 10000 : 1000, " KMG");
}
