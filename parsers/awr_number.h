/* Numbers, sizes, durations and times as Oracle reports print them, under any NLS setting.
 *
 *     struct awr_numbers numbers = awr_numbers_of(text, len);
 *     struct awr_value value;
 *     if (awr_number_read(&numbers, "1,234.5K", &value)) ... value.value == 1234.5, value.suffix is "K"
 *
 * Separators follow the session that made the report, so they are decided once a file, from cells that can be read in
 * one way only; a lone "1.234" cannot tell.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct awr_numbers {
    char decimal; /* '.' or ',' */
    bool known;   /* false: nothing in the file decides, '.' is assumed */
};

struct awr_value {
    double value;       /* without the suffix */
    double step;        /* value of one unit of the last digit printed: how exact it is */
    const char *suffix; /* what follows the number, blanks skipped; "" for nothing. Borrowed from the text */
};

/* What a cell's number means; awr_value_in makes the unit of struct awr of it. */
enum awr_unit {
    UNIT_NUMBER,    /* plain; K, M, G, T, P are powers of 1000 */
    UNIT_THOUSANDS, /* in thousands */
    UNIT_WAIT_MS,   /* milliseconds, or with a suffix ns, us, ms, s */
    UNIT_BYTES,     /* bytes; K, M, G, T, P are powers of 1024 */
    UNIT_KIB,       /* as UNIT_BYTES, without suffix KiB */
    UNIT_MIB,
    UNIT_GIB,
    UNIT_MIB_RATE, /* MiB per second, without suffix */
    UNIT_INTEGER,  /* int */
    UNIT_TEXT,     /* char * */
    UNIT_TIME,     /* char *, ISO 8601 */
    UNIT_LIST,     /* GPtrArray of char *: one more, if it is new; commas part several */
    UNIT_YES_NO,   /* bool */
};

/* Decides from "(mins)" values, numbers with two kinds of separators and numbers that start with one. */
struct awr_numbers awr_numbers_of(const char *text, size_t len);

/* Reads the number at the start of `text` (NUL-terminated). False where there is none: blank, "N/A", "####", or
 * separators that do not fit. */
bool awr_number_read(const struct awr_numbers *numbers, const char *text, struct awr_value *out);

/* Reads `text` as `unit` (a numeric one): the value in the base unit, and its step in *out_step where that is not NULL.
 * NAN where it cannot be read. */
double awr_number_in(const struct awr_numbers *numbers, const char *text, enum awr_unit unit, double *out_step);

/* "2014-04-23T18:30:05" of "23-Apr-14 18:30:05 (Wed)", without seconds where none are printed; months of many
 * languages; also the YY/MM/DD HH:MM of AWR Miner. NULL where it is no time. Free with g_free. */
char *awr_time_text(const char *text);

/* Minutes since 1970 of such a time, NAN for NULL. */
double awr_time_minutes(const char *iso);

/* Seconds since 1970 (of the clock that wrote it) of a TIMESTAMP of an export, with its fraction: ISO, DD-MON-RR and
 * DD.MM.RR with 24 hours or AM/PM, parts of the time parted by ':' or '.'. NAN where it is none, or where day and month
 * could be taken for each other. */
double awr_timestamp_s(const char *text);

/* "2024-03-01T10:00:12" of such seconds, the fraction cut off. NULL for NAN. Free with g_free. */
char *awr_timestamp_text(double seconds);

#define AWR_KEY_MAX 96

/* The letters of a heading that matter: ASCII letters in lower case, digits, '%', '#', '*' and every byte above 127.
 * Cut to AWR_KEY_MAX - 1. The digits are left out where `with_digits` is false ("Top 10 ..." is one heading). */
void awr_key(char out[AWR_KEY_MAX], const char *text, bool with_digits);

/* Whether `key` is one of, or begins with one of, the alternatives, parted by '|'. */
bool awr_key_is(const char *key, const char *alternatives);
bool awr_key_begins(const char *key, const char *alternatives);
