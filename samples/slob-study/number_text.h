/* Numbers as text, the same in every locale and on every machine: no printf of floating point.
 *
 *     text_fixed(out, 0.4012, 2, 7);     "   0.40"
 *     text_grouped(out, 1234567.5, 1);   "1,234,567.5"
 */
#pragma once

#include <glib.h>
#include <stdint.h>

/* `value` >= 0 with `decimals` (0..4) digits after the point, rounded half up, right-aligned in `width` characters (0:
 * as long as it is). */
void text_fixed(GString *out, double value, int decimals, int width);

/* The same with thousands separators and no alignment. */
void text_grouped(GString *out, double value, int decimals);

/* A whole number in at least `digits` digits, zeros in front. */
void text_padded(GString *out, unsigned value, int digits);

/* "2026-02-10" and "08:30:05" of seconds since 1970, UTC. */
void text_date(GString *out, int64_t time_s);
void text_clock(GString *out, int64_t time_s);

/* "10-Feb-26", as Oracle prints a date. */
void text_oracle_date(GString *out, int64_t time_s);

/* As Oracle prints them in tables. A short number drops the zero before the point (".4"), and from 10,000 on counts in
 * thousands ("26.4K"); a duration has two decimals and a unit ("885.00us", "1.43ms", "18.73 s"); data is in powers of
 * 1024 with one decimal at most, beginning at M ("0M", "4G", "29.1T"), a rate of
 * data with three ("499.764M", ".061M"); a count from 10,000 on is in K, M, G of 1000. */
void text_short(GString *out, double value);
void text_duration(GString *out, double us);
void text_data(GString *out, double bytes);
void text_data_rate(GString *out, double bytes_per_s);
void text_count(GString *out, double value);
