#include "iostat_boot.h"

#include <string.h>

/* The CPU percents of a report add up to 100, but for rounding and for CPUs that went offline; half of it is missing
 * only where there were hardly any clock ticks. */
#define CPU_SUM_MIN_PCT 50.0

static const enum capture_column rate_columns[] = {CAPTURE_READ_IOPS, CAPTURE_WRITE_IOPS, CAPTURE_IOPS};

static unsigned
hundredths_of(double rate)
{
    return (unsigned)((uint64_t)(rate * 100 + 0.5) % 100);
}

void
boot_test_start(struct boot_test *test)
{
    *test = (struct boot_test){.hundredths = true, .cpu_sum_pct = NAN};
}

void
boot_test_first(struct boot_test *test, const struct capture_row *row, bool hundredths)
{
    test->hundredths &= hundredths;
    for (size_t i = 0; i < G_N_ELEMENTS(rate_columns); i++) {
        double rate = row->value[rate_columns[i]];
        bool known = !(rate >= 1) || test->first_count == BOOT_RATES_MAX; /* NAN: not printed */
        /* A path and its multipath device, a disk and its only partition show the same figure: it counts once. */
        for (unsigned seen = 0; seen < test->first_count && !known; seen++)
            known = test->first[seen] == rate;
        if (!known)
            test->first[test->first_count++] = rate;
    }
}

void
boot_test_later(struct boot_test *test, const struct capture_row *row)
{
    if (test->later_seen >= BOOT_SEEN_ENOUGH)
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(rate_columns); i++) {
        double rate = row->value[rate_columns[i]];
        if (rate > 0) {
            test->later[hundredths_of(rate)] = true;
            test->later_seen++;
        }
    }
}

char *
boot_test_reason(const struct boot_test *test)
{
    if (test->cpu_sum_pct < CPU_SUM_MIN_PCT)
        return g_strdup_printf("its CPU percents add up to %d, not 100", (int)test->cpu_sum_pct);
    unsigned used = 0;
    for (unsigned i = 0; i < 100; i++)
        used += test->later[i];
    double chance = 1;
    for (unsigned i = 0; i < test->first_count; i++) {
        if (!test->later[hundredths_of(test->first[i])])
            return NULL;
        chance *= used / 100.0;
    }
    if (!test->hundredths || test->first_count == 0 || used == 0)
        return NULL;
    if (test->extra_blank)
        return g_strdup("an empty line more follows the banner, and its rates end as those of later reports do");
    if (chance > BOOT_CHANCE)
        return NULL;
    return g_strdup_printf(
        "%u different rates of it end in the %u fractions that later reports use", test->first_count, used);
}
