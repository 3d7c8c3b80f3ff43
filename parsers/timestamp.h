/* Time stamps of iostat: what one line says, and what a whole file says about the order of day and month.
 *
 * A stamp of "%x %X" is read in the order that is printed; only the file decides whether 03/04 is in March or April.
 * Read all stamps first, feed each to an evidence, then resolve:
 *
 *     struct stamp stamp;
 *     if (stamp_parse(text, len, &stamp))
 *         date_evidence_add(&evidence, &stamp);
 *     ...
 *     struct date_verdict verdict = date_evidence_verdict(&evidence);
 *     int64_t time_s = stamp_time_s(&stamp, verdict.order);
 *
 * Accepted: the date and time of any locale that writes numbers (30/11/26, 11/30/2026 ... PM, 30.11.2026,
 * 2026年11月30日) or an English or Arabic month name, ISO 8601 with offset, seconds since 1970, and "Time: 03:49:57 PM"
 * without a date.
 */
#pragma once

#include "iostat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STAMP_LEN_MAX 96

enum stamp_date {
    STAMP_NO_DATE, /* `part` is not set */
    STAMP_NUMERIC, /* `part` as printed; the order is open */
    STAMP_KNOWN,   /* `part` is year, month, day */
};

struct stamp {
    uint8_t date;      /* enum stamp_date */
    uint8_t separator; /* between the parts of the date: '/', '-', '.'; 0: another */
    bool has_time, has_zone;
    bool twelve_hours; /* a mark of half-day was there */
    bool short_year;   /* two digits */
    int16_t part[3];
    int32_t second_of_day;
    int32_t utc_offset_s;
};

/* Is the whole text one stamp? Blanks around it are allowed. */
bool stamp_parse(const char *text, size_t len, struct stamp *out);

/* The date of a banner, without a time of day. */
bool stamp_parse_date(const char *text, size_t len, struct stamp *out);

/* Local seconds since 1970; CAPTURE_NO_TIME for a stamp without a date, or with a month over 12 in this order (the
 * other order is not tried). DATE_ORDER_AUTO counts as month first. */
int64_t stamp_time_s(const struct stamp *stamp, enum date_order order);

/* What the stamps of one file tell of the order; start with zeros. Add the stamps in file order. */
struct date_evidence {
    struct stamp last;                          /* the numeric one before */
    uint64_t numeric;                           /* stamps whose order is open */
    bool first_over_12, second_over_12;         /* seen in parts 1 and 2 */
    bool first_is_year;                         /* part 1 is over 31 */
    bool first_counts_days, second_counts_days; /* the part that went up by one, alone, or fell back to 1 */
    bool twelve_hours;
    bool comma; /* set by the reader: numbers have a decimal comma */
};

void date_evidence_add(struct date_evidence *evidence, const struct stamp *stamp);

struct date_verdict {
    enum date_order order;
    bool proven;        /* by the dates themselves; false: by the habits of locales */
    bool contradictory; /* both orders are proven: the file mixes locales */
};

/* Without numeric stamps: month first, proven. */
struct date_verdict date_evidence_verdict(const struct date_evidence *evidence);
