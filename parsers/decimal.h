/* Decimal numbers as iostat prints them: digits, then `.` or `,` and digits. No sign, no exponent, no locale.
 *
 * The value is the double nearest to the printed decimal, as strtod gives: up to 2^53 and 22 decimals by one division
 * of two exactly known numbers (Clinger's fast path), else by g_ascii_strtod.
 *
 *     double value;
 *     const char *after = decimal_scan(at, &value);
 *     if (after == NULL) ... no number at `at`
 */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#define DECIMAL_POWERS 23
#define DECIMAL_EXACT_MAX (UINT64_C(1) << 53)
#define DECIMAL_DIGITS_MAX 19 /* a uint64_t holds any number of so many digits */

/* 10^0 .. 10^22: each is exact as a double. */
extern const double decimal_power[DECIMAL_POWERS];

/* The number in [text, end), which holds digits and at most one `.` or `,`, of any length. */
double decimal_long(const char *text, const char *end);

/* Reads a number at `at`: the first byte after it, or NULL where there is no digit. The text must end with a byte that
 * is neither digit nor decimal sign. A decimal sign without a digit after it is taken too ("12."). */
static inline const char *
decimal_scan(const char *at, double *out)
{
    const char *start = at;
    uint64_t mantissa = 0;
    unsigned digit;
    while ((digit = (unsigned)(unsigned char)*at - '0') < 10) {
        mantissa = mantissa * 10 + digit;
        at++;
    }
    ptrdiff_t digits = at - start, decimals = 0;
    if (digits == 0)
        return NULL;
    if (*at == '.' || *at == ',') {
        const char *point = at++;
        while ((digit = (unsigned)(unsigned char)*at - '0') < 10) {
            mantissa = mantissa * 10 + digit;
            at++;
        }
        decimals = at - point - 1;
        digits += decimals;
    }
    if (G_LIKELY(digits <= DECIMAL_DIGITS_MAX && mantissa <= DECIMAL_EXACT_MAX))
        *out = (double)mantissa / decimal_power[decimals];
    else
        *out = decimal_long(start, at);
    return at;
}
