/* The index of a batch: its studies with their main figures, as Markdown, HTML, JSON and CSV. Figures are those that
 * the reports show (batch_row.h); none is computed here.
 *
 *     g_autoptr(GPtrArray) studies = g_ptr_array_new_with_free_func(batch_study_free);
 *     g_ptr_array_add(studies, batch_study_new("acme", "tree/acme"));
 *     ...
 *     struct batch_index_files files;
 *     batch_index_write(studies, &context, &files, &error);
 */
#pragma once

#include "theme.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum batch_state {
    BATCH_DONE,     /* its report is there */
    BATCH_FAILED,   /* it has none, `reason` says why */
    BATCH_NOTHING,  /* a folder without a file that is read */
    BATCH_LEFT_OUT, /* an entry that is no study: no failure */
};

struct batch_study {
    char *name; /* of its folder in the output; bytes as the file system has them */
    char *path; /* of its input */
    enum batch_state state;
    char *reason;  /* one line; NULL where it is done */
    char *figures; /* batch_figures; NULL unless it is done */
};

struct batch_study *batch_study_new(const char *name, const char *path);
void batch_study_free(void *study);

/* "done", "failed", "nothing_readable", "left_out". */
const char *batch_state_name(enum batch_state state);

struct language; /* language.h */

struct batch_context {
    const char *generator;
    const char *trees;   /* the inputs as typed, for the heading */
    const char *options; /* as typed; NULL: none */
    const struct theme *theme;
    const char *style_sheet;
    const struct language *language; /* of the pages; NULL: English */
};

struct batch_index_files {
    char *md, *html, *json, *csv; /* each ends with a newline */
};

/* Fills `files`; release with batch_index_files_clear. False with an error of the template. */
bool batch_index_write(const GPtrArray *studies, const struct batch_context *context, struct batch_index_files *files,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void batch_index_files_clear(struct batch_index_files *files);

/* How many studies are in the state. */
guint batch_count(const GPtrArray *studies, enum batch_state state);
