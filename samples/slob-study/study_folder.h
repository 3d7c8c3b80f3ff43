/* The whole study as a folder of captured files.
 *
 *     struct study_options options = {.seconds = 240, .rungs = 9, .seed = 1};
 *     if (!study_folder_write("out", &options, &error))
 *         ...
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "awr_form.h"

#define STUDY_RUNGS_MIN 4
#define STUDY_RUNGS_MAX 9

struct study_options {
    unsigned seconds; /* one-second reports a run: SLOB_SECONDS_MIN..SLOB_SECONDS_MAX */
    unsigned rungs;   /* STUDY_RUNGS_MIN..STUDY_RUNGS_MAX of a ladder */
    bool padded;      /* iostat's own column widths */
    uint64_t seed;
    enum awr_form awr_form; /* AWR_FORM_HTML19 is that of the committed captures */
};

/* Sessions of the chosen rungs, rising, into out[STUDY_RUNGS_MAX]; returns their number, `rungs`. */
unsigned study_folder_rungs(unsigned *out, unsigned rungs);

/* Writes below `folder`, which is made where it is missing; existing files of the same names are replaced. False with
 * G_FILE_ERROR where something cannot be written, G_OPTION_ERROR_BAD_VALUE where an option is out of range. */
bool study_folder_write(
    const char *folder, const struct study_options *options, GError **error) G_GNUC_WARN_UNUSED_RESULT;
