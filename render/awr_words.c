#include "awr_words.h"

#include "format.h"
#include "language.h"
#include "waits.h"

#include <math.h>

const char *
storage_test_words(enum storage_test_index test)
{
    static const char *const words[STORAGE_TESTS] = {
        [TEST_TOP_WAIT] = "share of the top wait event in DB time, where it is a User I/O event",
        [TEST_USER_IO] = "User I/O share of DB time",
        [TEST_DB_CPU] = "DB CPU share of DB time",
        [TEST_HOST_CPU] = "host CPU busy",
        [TEST_SYSTEM_IO] = "System I/O share of DB time",
        [TEST_ACCOUNTED] = "DB time that CPU and waits account for",
        [TEST_ACTIVE_SESSIONS] = "average active sessions",
        [TEST_RUN_QUEUE] = "run queue (load average)",
        [TEST_RESOURCE_MANAGER] = "resource manager waits (resmgr), share of DB time",
        [TEST_LOG_SYNC] = "log file sync, share of DB time",
        [TEST_LOG_SYNC_MS] = "log file sync, mean wait",
        [TEST_LOG_WRITE] = "log file parallel write, share of the log writer's time",
        [TEST_LOG_WRITE_MS] = "log file parallel write, mean wait",
        [TEST_LOG_SPACE] = "log file switch and log buffer space, share of DB time",
        [TEST_FREE_BUFFERS] = "free buffer waits, share of DB time",
        [TEST_BUFFER_BUSY] = "buffer busy waits, share of DB time",
        [TEST_CONCURRENCY] = "Concurrency and Application waits, share of DB time",
        [TEST_CLUSTER] = "Cluster (gc) waits, share of DB time",
        [TEST_CACHE_HIT] = "buffer cache hit",
        [TEST_IOWAIT] = "%iowait of the report's host CPU",
        [TEST_LOG_IOWAIT] = "%iowait of the iostat log",
    };
    return words[test];
}

const char *
storage_verdict_words(enum storage_verdict verdict)
{
    static const char *const words[] = {
        [STORAGE_NOT_PROVEN] = "not proven", [STORAGE_PROVEN] = "proven", [STORAGE_REFUTED] = "refuted"};
    return words[verdict];
}

const char *
storage_result_words(const struct storage_test *test)
{
    static const char *const words[] = {
        [STORAGE_NOT_IN_REPORT] = "not in report", [STORAGE_MET] = "met", [STORAGE_NOT_MET] = "not met"};
    return test->result == STORAGE_NOT_IN_REPORT && isfinite(test->value) ? "top events only" : words[test->result];
}

static char *
figure_text(enum storage_unit unit, double value, const struct language *language)
{
    g_autofree char *figure = NULL;
    switch (unit) {
    case STORAGE_PERCENT:
        return language_figure(language, value == floor(value) ? format_percent_whole(value) : format_percent(value));
    case STORAGE_MS:
        figure = language_figure(language, format_ms(value));
        return language_textf(language, "%s ms", figure);
    case STORAGE_SESSIONS:
        return language_figure(language, format_three_digits(value, 2));
    case STORAGE_PER_CORE:
        figure = language_figure(language, format_three_digits(value, 1));
        return language_textf(language, "%s per core", figure);
    }
    return g_strdup(FORMAT_NOTHING);
}

char *
storage_value_text(const struct storage_test *test, double value, const struct language *language)
{
    if (!isfinite(value))
        return g_strdup(FORMAT_NOTHING);
    g_autofree char *figure = test->unit == STORAGE_PERCENT ? language_figure(language, format_percent(value))
                                                            : figure_text(test->unit, value, language);
    return test->is_least ? language_textf(language, "at least %s", figure) : g_steal_pointer(&figure);
}

char *
storage_needed_text(const struct storage_test *test, const struct language *language)
{
    g_autofree char *figure = figure_text(test->unit, test->threshold, language);
    return g_strconcat(test->at_least ? "≥ " : "≤ ", figure, NULL);
}

char *
storage_reason_text(const struct storage_bound *bound, const struct language *language)
{
    const struct storage_test *test = &bound->test[MIN(bound->reason_test, STORAGE_TESTS - 1)];
    g_autofree char *value = storage_value_text(test, test->value, language),
                    *needed = storage_needed_text(test, language);
    switch (bound->reason) {
    case STORAGE_ALL_MET:
        return g_strdup(language_text(language, "all core tests are met"));
    case STORAGE_LITTLE_USER_IO:
        return language_textf(language, "only %s of DB time is User I/O wait", value);
    case STORAGE_HOST_BUSY:
        return language_textf(language, "the host's CPUs were %s busy", value);
    case STORAGE_NO_FIGURE:
        return language_textf(
            language, "%s: not in the report", language_text(language, storage_test_words(bound->reason_test)));
    case STORAGE_OTHER_WAIT:
        return language_textf(language, "the top wait event is %.80s, which is no User I/O", bound->top_wait->name);
    case STORAGE_TEST_FAILED:
        return language_textf(language, "%s: %s, needed %s",
            language_text(language, storage_test_words(bound->reason_test)), value, needed);
    }
    return g_strdup("");
}

const char *
storage_limit_words(enum storage_limit limit)
{
    static const char *const words[] = {[STORAGE_LIMIT_UNKNOWN] = "cannot tell",
        [STORAGE_LIMIT_STORAGE] = "storage",
        [STORAGE_LIMIT_CPU] = "CPU",
        [STORAGE_LIMIT_RESOURCE_MANAGER] = "resource manager",
        [STORAGE_LIMIT_REDO] = "redo and commits",
        [STORAGE_LIMIT_BUFFER_WRITES] = "buffer cache writes",
        [STORAGE_LIMIT_INTERCONNECT] = "cluster interconnect",
        [STORAGE_LIMIT_CONCURRENCY] = "locks and concurrency",
        [STORAGE_LIMIT_NOT_LOADED] = "not loaded"};
    return words[limit];
}

/* %s is the figure of the test that names the limit. */
static const char *
limit_format(const struct storage_bound *bound)
{
    switch (bound->limit) {
    case STORAGE_LIMIT_CPU:
        return bound->limit_test == TEST_HOST_CPU ? "The limit is CPU: the host's CPUs were %s busy."
                                                  : "The limit is CPU: %s of DB time is spent computing; where the "
                                                    "host is not busy, it is the speed of "
                                                    "single sessions, not the number of CPUs.";
    case STORAGE_LIMIT_RESOURCE_MANAGER:
        return "The limit is the resource manager (a plan, or instance caging by cpu_count): sessions waited for their "
               "share of CPU in %s of DB time.";
    case STORAGE_LIMIT_REDO:
        return bound->limit_test == TEST_LOG_SYNC
                   ? "The limit is redo: commits waited for the log writer in %s of DB time."
                   : "The limit is redo: sessions waited for log files or the log buffer in %s of DB time.";
    case STORAGE_LIMIT_BUFFER_WRITES:
        return "The limit is the buffer cache: sessions waited for free buffers in %s of DB time, as the database "
               "writer could not keep up (a small cache, few writers, or slow writes).";
    case STORAGE_LIMIT_INTERCONNECT:
        return "The limit is the cluster interconnect: %s of DB time are waits for blocks of other instances.";
    case STORAGE_LIMIT_CONCURRENCY:
        return "The limit is concurrency: sessions waited for locks, latches and busy buffers in %s of DB time.";
    case STORAGE_LIMIT_NOT_LOADED:
        return "The database was not loaded: %s sessions were active on average.";
    case STORAGE_LIMIT_STORAGE:
    case STORAGE_LIMIT_UNKNOWN:
        break;
    }
    return NULL;
}

char *
storage_limit_text(const struct storage_bound *bound, const struct language *language)
{
    if (bound->limit == STORAGE_LIMIT_STORAGE)
        return g_strdup(language_text(language, "The limit is storage."));
    const char *format = limit_format(bound);
    if (!format)
        return g_strdup(language_text(language,
            bound->db_time_is_lost
                ? "No resource stands out: CPU and waits account for too little of DB time, as where sessions "
                  "queue for a CPU."
                : "No other resource stands out in the report."));
    const struct storage_test *test = &bound->test[bound->limit_test];
    g_autofree char *value = storage_value_text(test, test->value, language);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    return language_textf(language, format, value);
#pragma GCC diagnostic pop
}

static const char *const gap_words[] = {
    [GAP_AGREE] = "none: they agree",
    [GAP_CLOCK] = "clocks, or a part of the interval that the log lacks",
    [GAP_ONE_HOST] = "the report is of a cluster, the log of one host",
    [GAP_CELLS] = "I/O of storage cells, which no device of the host shows",
    [GAP_PDB] = "the report is of one pluggable database",
    [GAP_SPLIT] = "multiblock requests, split before the device",
    [GAP_MERGED] = "requests merged before the device",
    [GAP_PAGE_CACHE] = "reads served by the host's page cache",
    [GAP_OTHER_DEVICES] = "database files on devices that were not measured",
    [GAP_MIRROR_TWO] = "writes mirrored twice (ASM NORMAL)",
    [GAP_MIRROR_THREE] = "writes mirrored three times (ASM HIGH)",
    [GAP_REDO] = "redo that the totals lack, or further log members",
    [GAP_ARCHIVE] = "copying of archived logs",
    [GAP_BACKUP] = "backup or copy in large requests",
    [GAP_OTHER_LOAD] = "other databases or programs on the host",
};

char *
gap_reasons_text(const struct reconcile *line, const struct language *language)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (size_t i = 0; i < line->reasons; i++)
        g_string_append_printf(text, "%s%s", i > 0 ? "; " : "", language_text(language, gap_words[line->reason[i]]));
    return g_strdup(text->len > 0 ? text->str : FORMAT_NOTHING);
}

char *
clock_offset_text(const struct align_offset *offset, const struct language *language)
{
    if (offset->source == ALIGN_NO_TIMES)
        return g_strdup(FORMAT_NOTHING);
    if (offset->seconds == 0)
        return g_strdup("0");
    g_autofree char *size = format_duration_s((double)ABS(offset->seconds));
    return g_strconcat(offset->seconds < 0 ? "−" : "+", size, NULL);
}

char *
clock_source_text(const struct align_offset *offset, const struct language *language)
{
    switch (offset->source) {
    case ALIGN_NO_TIMES:
        return g_strdup(language_text(language, "no times"));
    case ALIGN_FILES:
        return g_strdup(language_text(language, "from the files"));
    case ALIGN_TIMEZONE:
        return g_strdup(language_text(language, "from --timezone"));
    case ALIGN_ESTIMATED:
        return offset->seconds == 0 ? language_textf(language, "the rates agree (reports: %u)", offset->pairs)
                                    : language_textf(language, "estimated (reports: %u)", offset->pairs);
    case ALIGN_ASSUMED:
        return g_strdup(language_text(language, "assumed"));
    case ALIGN_CANNOT_TELL:
        return g_strdup(language_text(language, "assumed, cannot tell"));
    }
    return g_strdup("");
}
