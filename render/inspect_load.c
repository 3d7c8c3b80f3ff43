#include "inspect.h"

#include <math.h>

static const struct {
    const char *key, *words;
} columns[LOAD_COLUMNS] = {
    [LOAD_RUN_QUEUE] = {"run_queue", "run queue"},
    [LOAD_BLOCKED] = {"blocked", "blocked tasks"},
    [LOAD_USER_PCT] = {"user_pct", "user %"},
    [LOAD_SYSTEM_PCT] = {"system_pct", "system %"},
    [LOAD_IOWAIT_PCT] = {"iowait_pct", "I/O wait %"},
    [LOAD_STEAL_PCT] = {"steal_pct", "steal %"},
    [LOAD_IDLE_PCT] = {"idle_pct", "idle %"},
};

void
inspect_load_json(const struct load_log *load, json_t *object)
{
    json_t *figures = json_object();
    json_object_set_new(figures, "samples", json_integer((json_int_t)load->samples));
    for (int column = 0; column < LOAD_COLUMNS; column++) {
        double mean = load_mean(load, (enum load_column)column);
        if (isfinite(mean))
            json_object_set_new(
                figures, columns[column].key, json_pack("{s:f,s:f}", "mean", mean, "max", load->max[column]));
    }
    json_object_set_new(object, "load", figures);
}

void
inspect_load_text(const struct load_log *load, GString *out)
{
    g_string_append_printf(out, "  CPU and run queue, %" G_GUINT64_FORMAT " samples, mean (highest):", load->samples);
    const char *separator = " ";
    for (int column = 0; column < LOAD_COLUMNS; column++) {
        char mean[G_ASCII_DTOSTR_BUF_SIZE], max[G_ASCII_DTOSTR_BUF_SIZE];
        double value = load_mean(load, (enum load_column)column);
        if (!isfinite(value))
            continue;
        g_ascii_formatd(mean, sizeof mean, "%.1f", value);
        g_ascii_formatd(max, sizeof max, "%.1f", load->max[column]);
        g_string_append_printf(out, "%s%s %s (%s)", separator, columns[column].words, mean, max);
        separator = ", ";
    }
    g_string_append_c(out, '\n');
}
