/* CPU and run queue of a host, from the text of vmstat, mpstat or sar: means and peaks, no series.
 *
 *     struct load_log load;
 *     load_log_init(&load);
 *     while (...) load_log_line(&load, &line);
 *     if (load.samples > 0) ... load_mean(&load, LOAD_IOWAIT_PCT)
 *
 * mpstat and sar: the lines of all CPUs together ("all"). vmstat: its first line is the average since boot and is left
 * out. Lines of averages at the end are no samples.
 */
#pragma once

#include "line_words.h"

#include <stdint.h>

enum load_column {
    LOAD_RUN_QUEUE, /* runnable tasks, those that run included */
    LOAD_BLOCKED,   /* tasks that wait for I/O */
    LOAD_USER_PCT,  /* with nice */
    LOAD_SYSTEM_PCT,
    LOAD_IOWAIT_PCT,
    LOAD_STEAL_PCT,
    LOAD_IDLE_PCT,
    LOAD_COLUMNS
};

enum load_section { LOAD_NO_SECTION, LOAD_VMSTAT, LOAD_CPU, LOAD_QUEUE };

struct load_log {
    uint64_t samples; /* lines; of sar: those of the section that has most */
    uint64_t seen[LOAD_COLUMNS];
    double sum[LOAD_COLUMNS], max[LOAD_COLUMNS];
    /* The open table. */
    enum load_section section;
    guint words;                        /* of a row, time left out */
    signed char column[LINE_WORDS_MAX]; /* enum load_column of each word; -1: none */
    guint cpu_word;                     /* which says "all" */
    bool past_first;                    /* vmstat: the average since boot is behind us */
    double value[LOAD_COLUMNS];         /* of the last line taken; NAN: not in it */
};

void load_log_init(struct load_log *load);

/* Takes one line; true where it was a row of figures, which are in `value` then. */
bool load_log_line(struct load_log *load, const struct line_words *line);

/* NAN where the column was never seen. */
double load_mean(const struct load_log *load, enum load_column column);

/* Words of a time of day at the start of the line: "09:10:01", "09:10:01 PM"; 0: none. */
guint line_time_words(const struct line_words *line);
