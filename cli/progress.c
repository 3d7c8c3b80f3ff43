#include "progress.h"

#include "format.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_DEFAULT = 80 };

struct progress {
    GMutex lock;
    guint count, done, timed;
    bool on_terminal, quiet;
    gint64 start_us;
    char **lines; /* text to print, by index; without a terminal they wait for those before them */
    bool *is_done;
    guint next; /* index of the first line that is not printed */
};

struct progress *
progress_new(guint count, bool quiet)
{
    struct progress *progress = g_new0(struct progress, 1);
    g_mutex_init(&progress->lock);
    progress->count = count;
    progress->quiet = quiet;
    progress->on_terminal = !quiet && isatty(STDERR_FILENO);
    progress->start_us = g_get_monotonic_time();
    progress->lines = g_new0(char *, count + 1);
    progress->is_done = g_new0(bool, count + 1);
    return progress;
}

static long
terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : WIDTH_DEFAULT;
}

/* The mean time of those that took any, times what is left. */
static char *
time_left(const struct progress *progress)
{
    if (progress->timed == 0)
        return g_strdup("");
    double spent_s = (double)(g_get_monotonic_time() - progress->start_us) / 1e6;
    g_autofree char *left = format_duration_s(spent_s / progress->timed * (progress->count - progress->done));
    return g_strdup_printf(", about %s left", left);
}

static void
redraw(const struct progress *progress, const char *name)
{
    g_autofree char *left = time_left(progress);
    g_autofree char *line =
        g_strdup_printf("iosizer: %u of %u reports%s: %s", progress->done, progress->count, left, name);
    g_autofree char *cut = g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), terminal_width() - 1));
    fprintf(stderr, "\r\033[K%s", cut);
}

static void
print_in_order(struct progress *progress)
{
    for (; progress->next < progress->count && progress->is_done[progress->next]; progress->next++)
        if (progress->lines[progress->next])
            fprintf(stderr, "iosizer: %s\n", progress->lines[progress->next]);
}

void
progress_done(struct progress *progress, guint index, const struct progress_line *line)
{
    g_mutex_lock(&progress->lock);
    progress->done++;
    progress->timed += line->took_time ? 1 : 0;
    progress->is_done[index] = true;
    if (progress->on_terminal && line->is_fault)
        fprintf(stderr, "\r\033[Kiosizer: %s\n", line->text);
    if (progress->on_terminal) {
        redraw(progress, line->name);
    } else {
        progress->lines[index] = line->is_fault || !progress->quiet ? g_strdup(line->text) : NULL;
        print_in_order(progress);
    }
    g_mutex_unlock(&progress->lock);
}

void
progress_free(struct progress *progress)
{
    if (progress->on_terminal)
        fputs("\r\033[K", stderr);
    for (guint i = 0; i < progress->count; i++)
        g_free(progress->lines[i]);
    g_free(progress->lines);
    g_free(progress->is_done);
    g_mutex_clear(&progress->lock);
    g_free(progress);
}
