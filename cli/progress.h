/* How far a batch is, on standard error: one line that is rewritten on a terminal, else a line a study in the order of
 * the batch.
 *
 *     struct progress *progress = progress_new(studies->len, options->quiet);
 *     progress_done(progress, i, &(struct progress_line){"acme", "reports/acme: written", false, true});   any thread
 *     progress_free(progress);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct progress;

struct progress_line {
    const char *name; /* of the study */
    const char *text; /* what became of it; NULL: nothing to say */
    bool is_fault;    /* said with --quiet too */
    bool took_time;   /* counts for the time left: it was not just found to be up to date */
};

struct progress *progress_new(guint count, bool quiet);

/* Once for each index below count. Safe from any thread. */
void progress_done(struct progress *progress, guint index, const struct progress_line *line);

/* Clears the line on a terminal. */
void progress_free(struct progress *progress);
