#include "compare_words.h"

#include "format.h"

#include <math.h>

static char *
concurrency_text(double concurrency)
{
    return format_decimal(concurrency, fabs(concurrency - round(concurrency)) < 5e-4 ? 0 : 1);
}

char *
compare_at_text(const struct compare_line *line)
{
    g_autofree char *base = concurrency_text(line->base_at), *new = concurrency_text(line->new_at);
    bool moved = !(fabs(line->base_at - line->new_at) <= 1e-6 * fabs(line->base_at));
    switch (line->place) {
    case COMPARE_KNEE:
        return g_strdup("knee");
    case COMPARE_BEST:
        return moved ? g_strdup_printf("best, concurrency %s, now %s", base, new)
                     : g_strdup_printf("best, concurrency %s", base);
    case COMPARE_SATURATION:
        return moved ? g_strdup_printf("saturation, concurrency %s, now %s", base, new)
                     : g_strdup_printf("saturation, concurrency %s", base);
    case COMPARE_RUNG:
    default:
        return g_strdup_printf("concurrency %s", base);
    }
}

const char *
compare_figure_words(enum compare_figure figure)
{
    static const char *const words[] = {[COMPARE_IOPS] = "IOPS",
        [COMPARE_MIB_S] = "MiB/s",
        [COMPARE_LATENCY] = "Latency (ms)",
        [COMPARE_CONCURRENCY] = "Concurrency"};
    return words[figure];
}

char *
compare_value_text(enum compare_figure figure, double value)
{
    static char *(*const format[])(double) = {[COMPARE_IOPS] = format_iops,
        [COMPARE_MIB_S] = format_mib_s,
        [COMPARE_LATENCY] = format_ms,
        [COMPARE_CONCURRENCY] = concurrency_text};
    return format[figure](value);
}

char *
compare_interval_text(const struct compare_line *line)
{
    g_autofree char *lo = format_change_percent(line->lo_pct), *hi = format_change_percent(line->hi_pct);
    return isfinite(line->lo_pct) || isfinite(line->hi_pct) ? g_strdup_printf("%s to %s", lo, hi)
                                                            : g_strdup(FORMAT_NOTHING);
}

static const char *
reason_words(enum compare_reason reason)
{
    static const char *const words[] = {
        [COMPARE_TOO_WIDE] = "cannot tell: the interval is wider than the limit",
        [COMPARE_NEAR_LIMIT] = "cannot tell: a change, but near the limit",
        [COMPARE_NO_INTERVAL] = "cannot tell: no seconds within the runs are known",
        [COMPARE_NOT_STEADY] = "cannot tell: no steady state on one side",
        [COMPARE_ABSENT] = "cannot tell: absent on one side",
        [COMPARE_NO_KNEE] = "cannot tell: no knee within the ladder on one side",
        [COMPARE_NONE_WITHIN] = "cannot tell: no rung is within the latency ceiling on one side",
        [COMPARE_MAYBE_WITHIN] = "cannot tell: a rung may or may not be within the latency ceiling",
    };
    return words[reason];
}

char *
compare_verdict_text(const struct compare_line *line)
{
    static const char *const words[] = {
        [COMPARE_BETTER] = "better", [COMPARE_SAME] = "same", [COMPARE_WORSE] = "worse", [COMPARE_CHANGED] = "changed"};
    if (line->verdict == COMPARE_CANNOT_TELL)
        return g_strdup(reason_words(line->reason));
    if (line->reason == COMPARE_NONE_WITHIN)
        return g_strdup(line->verdict == COMPARE_WORSE ? "worse: no rung is within the latency ceiling any more"
                                                       : "better: a rung is within the latency ceiling now");
    return g_strdup(words[line->verdict]);
}

char *
compare_line_text(const struct compare_line *line)
{
    g_autofree char *base = compare_value_text(line->figure, line->base);
    g_autofree char *new = compare_value_text(line->figure, line->new);
    g_autofree char *change = format_change_percent(line->change_pct), *interval = compare_interval_text(line);
    g_autofree char *verdict = compare_verdict_text(line);
    char limit[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(limit, sizeof limit, "%g", line->limit_pct);
    return g_strdup_printf("%s, was %s: %s (%s), limit %s%%: %s", new, base, change, interval, limit, verdict);
}

static char *
number_text(double value)
{
    return isfinite(value) ? format_three_digits(value, 3) : g_strdup("not known");
}

char *
compare_unlike_text(const struct compare_unlike *unlike)
{
    const char *workload = unlike->workload, *path = unlike->other_path;
    g_autofree char *base = number_text(unlike->base), *other = number_text(unlike->other);
    switch (unlike->difference) {
    case COMPARE_UNLIKE_WORKLOAD:
        return unlike->only_in_base ? g_strdup_printf("workload %s is not in %s", workload, path)
                                    : g_strdup_printf("workload %s is in %s only", workload, path);
    case COMPARE_UNLIKE_READ_SHARE:
        return g_strdup_printf("%s: the read share was %s%% and is %s%% in %s", workload, base, other, path);
    case COMPARE_UNLIKE_IO_SIZE:
        return g_strdup_printf("%s: the I/O size was %s KiB and is %s KiB in %s", workload, base, other, path);
    case COMPARE_UNLIKE_CEILING:
        return g_strdup_printf("%s: the latency ceiling was %s ms and is %s ms in %s", workload, base, other, path);
    case COMPARE_UNLIKE_CONCURRENCY:
        return g_strdup_printf("%s: the runs were at concurrency %s and are at %s in %s", workload, unlike->base_text,
            unlike->other_text, path);
    case COMPARE_UNLIKE_SOURCE:
        return g_strdup_printf("%s: the figures were measured by %s and are by %s in %s", workload, unlike->base_text,
            unlike->other_text, path);
    case COMPARE_UNLIKE_KIND:
    default:
        return g_strdup_printf(
            "%s: the concurrency is declared on one side and is the outstanding I/O of one log on the other (%s)",
            workload, path);
    }
}

char *
compare_summary_text(const struct compare *compare)
{
    const guint *count = compare->count;
    if (compare->unlike->len > 0)
        return g_strdup("These results may not be compared: they are of unlike runs.");
    if (compare->lines->len == 0)
        return g_strdup("There is no workload to compare: neither side has a ladder of runs.");
    return g_strdup_printf("Worse: %u, better: %u, same: %u, changed: %u, cannot tell: %u of %u figures.",
        count[COMPARE_WORSE], count[COMPARE_BETTER], count[COMPARE_SAME], count[COMPARE_CHANGED],
        count[COMPARE_CANNOT_TELL],
        count[COMPARE_WORSE] + count[COMPARE_BETTER] + count[COMPARE_SAME] + count[COMPARE_CHANGED] +
            count[COMPARE_CANNOT_TELL]);
}

char *
compare_confidence_text(const struct compare *compare)
{
    char each[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(each, sizeof each, "%.4g", 100 * (1 - compare->alpha_each));
    if (compare->between_runs)
        return g_strdup_printf(
            "The intervals hold together with 99%% confidence: each of %u has %s%%. They count the seconds within the "
            "runs and the spread between the runs of a side.",
            compare->compared, each);
    return g_strdup_printf(
        "The intervals hold together with 99%% confidence: each of %u has %s%%. They count the seconds within the "
        "runs; "
        "what runs differ by from day to day cannot be known from one run a side: give several results of each.",
        compare->compared, each);
}
