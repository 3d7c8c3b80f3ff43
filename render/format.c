#include "format.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* A double has 15 decimal digits that survive any rounding to and from binary. */
#define FIGURE_DIGITS 15
#define FORMAT_MAX_DECIMALS 12

/* 0.d1 d2 d3 ... x 10^point: `point` digits stand before the decimal point. */
struct figure {
    bool negative, zero;
    int point;
    char digit[FIGURE_DIGITS];
};

static void
figure_init(struct figure *figure, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    /* d.dddddddddddddde[+-]xx */
    g_ascii_formatd(text, sizeof text, "%.14e", fabs(value));
    figure->negative = value < 0;
    figure->zero = value == 0;
    figure->digit[0] = text[0];
    memcpy(figure->digit + 1, text + 2, FIGURE_DIGITS - 1);
    figure->point = figure->zero ? 1 : (int)g_ascii_strtoll(strchr(text, 'e') + 1, NULL, 10) + 1;
}

/* Rounds at `decimals` places behind the point, halves away from zero. */
static void
figure_round(struct figure *figure, int decimals)
{
    int kept = figure->point + decimals;

    if (figure->zero || kept >= FIGURE_DIGITS)
        return;
    bool up = kept >= 0 && figure->digit[kept] >= '5';
    for (int i = MAX(kept, 0); i < FIGURE_DIGITS; i++)
        figure->digit[i] = '0';
    for (int i = kept - 1; up && i >= 0; i--) {
        up = figure->digit[i] == '9';
        figure->digit[i] = up ? '0' : (char)(figure->digit[i] + 1);
    }
    if (up) { /* carried past the first digit, or 0.5 and up became 1 */
        memmove(figure->digit + 1, figure->digit, FIGURE_DIGITS - 1);
        figure->digit[0] = '1';
        figure->point++;
    }
    figure->zero = figure->digit[0] == '0';
}

static char
figure_digit(const struct figure *figure, int index)
{
    return index >= 0 && index < FIGURE_DIGITS && !figure->zero ? figure->digit[index] : '0';
}

/* `point` may be below 0 for small figures: the whole part is then "0". */
static void
figure_append(GString *text, const struct figure *figure, int decimals, bool trim)
{
    int whole = figure->zero ? 0 : MAX(figure->point, 0);

    if (figure->negative && !figure->zero)
        g_string_append(text, FORMAT_MINUS);
    if (whole == 0)
        g_string_append_c(text, '0');
    for (int i = 0; i < whole; i++) {
        g_string_append_c(text, figure_digit(figure, i));
        if (i + 1 < whole && (whole - i - 1) % 3 == 0)
            g_string_append_c(text, ',');
    }
    gsize before = text->len;
    for (int i = 0; i < decimals; i++) {
        if (i == 0)
            g_string_append_c(text, '.');
        g_string_append_c(text, figure_digit(figure, figure->point + i));
    }
    while (trim && text->len > before && strchr("0.", text->str[text->len - 1]))
        g_string_truncate(text, text->len - 1);
}

static char *
format_figure(double value, int decimals, bool trim, const char *suffix)
{
    struct figure figure;
    GString *text = g_string_new(NULL);

    decimals = CLAMP(decimals, 0, FORMAT_MAX_DECIMALS);
    figure_init(&figure, value);
    figure_round(&figure, decimals);
    figure_append(text, &figure, decimals, trim);
    g_string_append(text, suffix);
    return g_string_free(text, FALSE);
}

/* Places behind the point that three significant digits take, after rounding to them: 9.996 takes one ("10.0"). */
static int
three_digit_decimals(double value, int max_decimals)
{
    struct figure figure;

    figure_init(&figure, value);
    if (figure.zero)
        return max_decimals;
    int decimals = CLAMP(3 - figure.point, 0, max_decimals);
    figure_round(&figure, decimals);
    return figure.zero ? decimals : CLAMP(3 - figure.point, 0, decimals);
}

char *
format_decimal(double value, int decimals)
{
    return isfinite(value) ? format_figure(value, decimals, false, "") : g_strdup(FORMAT_NOTHING);
}

char *
format_three_digits(double value, int max_decimals)
{
    if (!isfinite(value))
        return g_strdup(FORMAT_NOTHING);
    return format_figure(value, three_digit_decimals(value, CLAMP(max_decimals, 0, FORMAT_MAX_DECIMALS)), false, "");
}

char *
format_needed(double value)
{
    return format_count(ceil(value - 1e-6 * fabs(value))); /* of rounding errors */
}

char *
format_count(double count)
{
    return format_decimal(count, 0);
}

char *
format_iops(double iops)
{
    return format_decimal(iops, fabs(iops) < 99.95 ? 1 : 0);
}

/* Steps of `base` up to the largest unit that leaves at least 1 before the point, after rounding. */
static char *
format_scaled(double value, double base, const char *const *units, size_t n)
{
    size_t unit = 0;

    if (!isfinite(value))
        return g_strdup(FORMAT_NOTHING);
    while (unit + 1 < n && fabs(value) >= base) {
        value /= base;
        unit++;
    }
    /* 1023.7 KiB would show as 1,024 KiB: it is 1 MiB then. From 100 on whole numbers are shown. */
    if (unit + 1 < n && fabs(value) >= base - 0.5) {
        value /= base;
        unit++;
    }
    return format_figure(value, three_digit_decimals(value, 2), true, units[unit]);
}

char *
format_rough(double count)
{
    static const char *const units[] = {"", "k", "M", "G"};

    return format_scaled(count, 1000, units, G_N_ELEMENTS(units));
}

char *
format_ms(double ms)
{
    return format_three_digits(ms, 3);
}

char *
format_mib_s(double mib_s)
{
    return format_three_digits(mib_s, 2);
}

char *
format_gb_s(double gb_s)
{
    return format_decimal(gb_s, 2);
}

char *
format_percent(double percent)
{
    return isfinite(percent) ? format_figure(percent, 1, false, "%") : g_strdup(FORMAT_NOTHING);
}

char *
format_percent_whole(double percent)
{
    if (!isfinite(percent))
        return g_strdup(FORMAT_NOTHING);
    if (percent > 0 && percent < 0.5)
        return g_strdup("<1%");
    if (percent >= 99.5 && percent < 100)
        return g_strdup(">99%");
    return format_figure(percent, 0, false, "%");
}

char *
format_change_percent(double percent)
{
    g_autofree char *figure = format_percent(percent);
    bool positive = isfinite(percent) && percent > 0 && strcmp(figure, "0.0%") != 0;

    return g_strconcat(positive ? "+" : "", figure, NULL);
}

char *
format_bytes(double bytes)
{
    static const char *const units[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};

    return format_scaled(bytes, 1024, units, G_N_ELEMENTS(units));
}

char *
format_duration_s(double seconds)
{
    static const struct {
        const char *large, *small;
        double large_s, small_s;
    } pairs[] = {{"d", "h", 86400, 3600}, {"h", "min", 3600, 60}, {"min", "s", 60, 1}};
    double length = fabs(seconds);
    const char *sign = seconds < 0 ? FORMAT_MINUS : "";

    if (!isfinite(seconds))
        return g_strdup(FORMAT_NOTHING);
    for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++) {
        double small = round(length / pairs[i].small_s);
        double per = pairs[i].large_s / pairs[i].small_s;
        /* Below a minute one decimal is shown: 59.96 s rounds into a minute, 59.94 s does not. */
        if (small < per || (pairs[i].small_s == 1 && length < 59.95))
            continue;
        g_autofree char *large = format_decimal(floor(small / per), 0);
        double rest = fmod(small, per);
        if (rest == 0)
            return g_strdup_printf("%s%s %s", sign, large, pairs[i].large);
        return g_strdup_printf("%s%s %s %d %s", sign, large, pairs[i].large, (int)rest, pairs[i].small);
    }
    return format_figure(seconds, 1, true, " s");
}

static GDateTime *
local_time(double local_s)
{
    /* Beyond these GDateTime has no calendar; also keeps the cast in range. */
    if (!(local_s >= -62135596800.0 && local_s < 253402300800.0))
        return NULL;
    return g_date_time_new_from_unix_utc((gint64)floor(local_s));
}

static char *
format_local(double local_s, bool date, bool clock)
{
    g_autoptr(GDateTime) time = local_time(local_s);
    GString *text = g_string_new(NULL);

    if (!time)
        g_string_append(text, FORMAT_NOTHING);
    if (time && date)
        g_string_append_printf(text, "%04d-%02d-%02d", g_date_time_get_year(time), g_date_time_get_month(time),
            g_date_time_get_day_of_month(time));
    if (time && date && clock)
        g_string_append_c(text, ' ');
    if (time && clock)
        g_string_append_printf(text, "%02d:%02d:%02d", g_date_time_get_hour(time), g_date_time_get_minute(time),
            g_date_time_get_second(time));
    return g_string_free(text, FALSE);
}

char *
format_time(double local_s)
{
    return format_local(local_s, true, true);
}

char *
format_clock(double local_s)
{
    return format_local(local_s, false, true);
}

char *
format_date(double local_s)
{
    return format_local(local_s, true, false);
}

char *
format_time_range(double from_local_s, double to_local_s)
{
    g_autofree char *from_date = format_date(from_local_s), *to_date = format_date(to_local_s);
    bool one_day = strcmp(from_date, to_date) == 0 && strcmp(from_date, FORMAT_NOTHING) != 0;
    g_autofree char *from = format_local(from_local_s, !one_day, true), *to = format_local(to_local_s, !one_day, true);

    return g_strconcat(from, one_day ? FORMAT_NOTHING : " " FORMAT_NOTHING " ", to, NULL);
}
