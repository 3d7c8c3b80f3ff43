#include "load_log.h"

#include "decimal.h"

#include <math.h>
#include <string.h>

static const struct {
    enum load_section section;
    const char *name;
    enum load_column column;
} names[] = {
    {LOAD_VMSTAT, "r", LOAD_RUN_QUEUE},
    {LOAD_VMSTAT, "b", LOAD_BLOCKED},
    {LOAD_VMSTAT, "us", LOAD_USER_PCT},
    {LOAD_VMSTAT, "sy", LOAD_SYSTEM_PCT},
    {LOAD_VMSTAT, "wa", LOAD_IOWAIT_PCT},
    {LOAD_VMSTAT, "st", LOAD_STEAL_PCT},
    {LOAD_VMSTAT, "id", LOAD_IDLE_PCT},
    {LOAD_CPU, "%usr", LOAD_USER_PCT},
    {LOAD_CPU, "%user", LOAD_USER_PCT},
    {LOAD_CPU, "%nice", LOAD_USER_PCT},
    {LOAD_CPU, "%sys", LOAD_SYSTEM_PCT},
    {LOAD_CPU, "%system", LOAD_SYSTEM_PCT},
    {LOAD_CPU, "%iowait", LOAD_IOWAIT_PCT},
    {LOAD_CPU, "%steal", LOAD_STEAL_PCT},
    {LOAD_CPU, "%idle", LOAD_IDLE_PCT},
    {LOAD_QUEUE, "runq-sz", LOAD_RUN_QUEUE},
    {LOAD_QUEUE, "blocked", LOAD_BLOCKED},
};

void
load_log_init(struct load_log *load)
{
    *load = (struct load_log){0};
    for (int column = 0; column < LOAD_COLUMNS; column++)
        load->max[column] = NAN;
}

static bool
is_clock(const char *word, size_t len)
{
    if (len != 8 || word[2] != ':' || word[5] != ':')
        return false;
    for (size_t i = 0; i < len; i++)
        if (i % 3 != 2 && !g_ascii_isdigit(word[i]))
            return false;
    return true;
}

guint
line_time_words(const struct line_words *line)
{
    if (line->words == 0 || !is_clock(line->word[0], line->word_len[0]))
        return 0;
    return line_words_is(line, 1, "AM") || line_words_is(line, 1, "PM") ? 2 : 1;
}

/* Which table a header starts; LOAD_NO_SECTION: the line is no header. */
static enum load_section
header_section(const struct line_words *line, guint times)
{
    if (times == 0)
        return line_words_is(line, 0, "r") && line_words_is(line, 1, "b") && line_words_is(line, 2, "swpd")
                   ? LOAD_VMSTAT
                   : LOAD_NO_SECTION;
    if (line_words_find(line, times, "CPU") >= 0 && line_words_find(line, times, "%idle") >= 0)
        return LOAD_CPU;
    return line_words_find(line, times, "runq-sz") >= 0 ? LOAD_QUEUE : LOAD_NO_SECTION;
}

static void
open_table(struct load_log *load, const struct line_words *line, guint times, enum load_section section)
{
    load->section = section;
    load->words = line->words - times;
    for (guint i = 0; i < load->words; i++) {
        load->column[i] = -1;
        if (line_words_is(line, i + times, "CPU"))
            load->cpu_word = i;
        for (size_t k = 0; k < G_N_ELEMENTS(names); k++)
            if (names[k].section == section && line_words_is(line, i + times, names[k].name))
                load->column[i] = (signed char)names[k].column;
    }
}

static bool
read_values(struct load_log *load, const struct line_words *line, guint times)
{
    for (int column = 0; column < LOAD_COLUMNS; column++)
        load->value[column] = NAN;
    for (guint i = 0; i < load->words; i++) {
        if (load->column[i] < 0)
            continue;
        double value;
        const char *word = line->word[i + times];
        /* Words end with a blank or a line end: the number does too. */
        g_autofree char *copy = g_strndup(word, line->word_len[i + times]);
        const char *after = decimal_scan(copy, &value);
        if (after == NULL || *after != '\0')
            return false;
        double *to = &load->value[load->column[i]];
        *to = isnan(*to) ? value : *to + value;
    }
    return true;
}

bool
load_log_line(struct load_log *load, const struct line_words *line)
{
    guint times = line_time_words(line);
    enum load_section section = header_section(line, times);
    if (section != LOAD_NO_SECTION) {
        open_table(load, line, times, section);
        return false;
    }
    /* vmstat -t ends its lines with a date and a time, which its header names with one word or none. */
    bool fits = load->section == LOAD_VMSTAT ? line->words >= load->words && line->words <= load->words + 1
                                             : times > 0 && line->words - times == load->words;
    if (load->section == LOAD_NO_SECTION || !fits) {
        load->section = load->section == LOAD_VMSTAT ? LOAD_VMSTAT : LOAD_NO_SECTION;
        return false;
    }
    if (load->section == LOAD_CPU && !line_words_is(line, load->cpu_word + times, "all"))
        return false;
    if (!read_values(load, line, load->section == LOAD_VMSTAT ? 0 : times))
        return false;
    if (load->section == LOAD_VMSTAT && !load->past_first) {
        load->past_first = true;
        return false;
    }
    for (int column = 0; column < LOAD_COLUMNS; column++) {
        if (isnan(load->value[column]))
            continue;
        load->seen[column]++;
        load->samples = MAX(load->samples, load->seen[column]);
        load->sum[column] += load->value[column];
        load->max[column] = fmax(load->max[column], load->value[column]);
    }
    return true;
}

double
load_mean(const struct load_log *load, enum load_column column)
{
    return load->seen[column] > 0 ? load->sum[column] / (double)load->seen[column] : NAN;
}
