/* Figures as text: the one place that turns a number into what tables, sentences and charts show, so that one figure
 * reads the same everywhere.
 *
 *     g_autofree char *iops = format_count(156540);      "156,540"
 *     g_autofree char *await = format_ms(0.40113);       "0.401"
 *
 * Rules for all of them:
 * - A figure is taken to 15 significant decimal digits, then rounded once, halves away from zero: 1.005 shows as 1.01
 * with two decimals although the double nearest to it is a little smaller. A value that a reader can copy from the JSON
 * output and round by hand gives what is shown.
 * - Decimal point ".", thousands "," from 1,000 on, minus "−" (U+2212); a zero has no sign. No locale is asked.
 * - NAN and infinities show as FORMAT_NOTHING: a figure that is not known is never 0.
 * - Units are written only where said here: elsewhere they stand in the heading or the sentence.
 * - "Three digits" means: three significant digits, never fewer than the whole number, trailing zeros kept
 * (0.401, 3.27, 12.3, 250, 1,223).
 * - Results are new: free with g_free.
 */
#pragma once

#include <glib.h>
#include <stdint.h>

#define FORMAT_NOTHING "\342\200\223" /* en dash */
#define FORMAT_MINUS "\342\210\222"

/* `decimals` places (0..12), with separators: 1234.5 with 1 gives "1,234.5". */
char *format_decimal(double value, int decimals);

/* Three digits, at most `max_decimals` places: 0.0004 with 3 gives "0.000". */
char *format_three_digits(double value, int max_decimals);

/* What is to be provided at the least: rounded up. 186597.2 gives "186,598". */
char *format_needed(double value);

/* The nearest whole number: samples, sessions, I/Os. 156540 gives "156,540". */
char *format_count(double count);

/* I/Os per second: whole from 100 on, below with one decimal, so that a quiet device is not shown as idle: "156,540",
 * "12.3", "0.4". */
char *format_iops(double iops);

/* "about" figures of a headline: three digits with one suffix k, M, G (10^3, 10^6, 10^9), trailing zeros dropped:
 * 156540 gives "157k", 1500 "1.5k", 940 "940". */
char *format_rough(double count);

/* Milliseconds, three digits, at most three decimals: "0.401", "3.27", "12.3", "250". */
char *format_ms(double ms);

/* MiB/s, three digits, at most two decimals: "0.05", "9.77", "97.7", "1,223". */
char *format_mib_s(double mib_s);

/* GB/s (10^9 bytes), always two decimals: "1.28". */
char *format_gb_s(double gb_s);

/* Percent with one decimal and the sign: 97.84 gives "97.8%". */
char *format_percent(double percent);

/* Whole percent: "90%". What is not quite nothing or all never shows as such: 99.7 gives ">99%", 0.2 "<1%". */
char *format_percent_whole(double percent);

/* A signed change with one decimal: "+3.2%", "−0.4%", "0.0%". */
char *format_change_percent(double percent);

/* Bytes in binary units B, KiB ... EiB, three digits, trailing zeros dropped: "8 KiB", "1.5 TiB", "1,023 KiB". */
char *format_bytes(double bytes);

/* A length of time in its two largest units, from s, min, h, d: "0.4 s", "45 s", "30 min", "1 h 30 min", "2 d 3 h".
 * Below a minute one decimal, dropped if 0; from a minute on whole seconds, from an hour on whole minutes, from a day
 * on whole hours. */
char *format_duration_s(double seconds);

/* Local seconds since 1970 (no zone is applied): "2023-11-14 22:13:20". Years 1 to 9999, FORMAT_NOTHING beyond.
 * Fractions of a second are cut. */
char *format_time(double local_s);

/* "22:13:20" of the same. */
char *format_clock(double local_s);

/* "2023-11-14" of the same. */
char *format_date(double local_s);

/* "22:13:20–22:43:20", or with the date before both where the days differ: "2023-11-14 23:50:00 – 2023-11-15 00:20:00".
 */
char *format_time_range(double from_local_s, double to_local_s);
