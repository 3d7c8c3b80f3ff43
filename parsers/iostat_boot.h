/* Is the first report after a banner an average since boot, or a sample (iostat -y)? The log does not say; its numbers
 * can.
 *
 * Rates over an interval of whole seconds are counts divided by a small number: at 1 s they end in .00, at 3 s in .00,
 * .33 or .67. Averages since boot end in anything. If the fractions of k different rates of the first report all belong
 * to the r fractions that later reports use, chance explains it with probability (r/100)^k. Second sign: CPU percents
 * of a report that do not add up to 100 come from an interval without clock ticks, never from a time since boot.
 *
 * Third sign: sysstat 12 up to 12.7.6 writes one empty line more behind the banner with -y. A paste can do so too: it
 * counts only where at least one rate is there and all fractions fit.
 */
#pragma once

#include "capture.h"

#include <stdbool.h>

#define BOOT_RATES_MAX 16     /* rates of the first report that are looked at */
#define BOOT_SEEN_ENOUGH 4096 /* later rates after which their fractions are known */
#define BOOT_CHANCE 1e-6      /* below it, the first report is shown to be a sample */

struct boot_test {
    bool later[100]; /* fractions (hundredths) that later reports use */
    unsigned later_seen;
    double first[BOOT_RATES_MAX]; /* different rates of the first report, 1 or more */
    unsigned first_count;
    bool hundredths;    /* the first report has two decimals: false ends the test */
    bool extra_blank;   /* two empty lines behind the banner */
    double cpu_sum_pct; /* of the first report; NAN: none */
};

void boot_test_start(struct boot_test *test);
void boot_test_first(struct boot_test *test, const struct capture_row *row, bool hundredths);
void boot_test_later(struct boot_test *test, const struct capture_row *row);

/* Why the first report is a sample, as words for a note; NULL: not shown. Free with g_free. */
char *boot_test_reason(const struct boot_test *test);
