/* slob-study-generate [--seconds N] [--rungs N] [--padded] [--seed N] [--awr-form FORM] OUT: writes the synthetic study
 * into the folder OUT. */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#include "study_folder.h"

enum { STATUS_USAGE = 2, STATUS_OUTPUT = 4 };

int
main(int argc, char **argv)
{
    gint seconds = 240, rungs = STUDY_RUNGS_MAX;
    gint64 seed = 1;
    g_autofree char *awr_form = NULL;
    enum awr_form form = AWR_FORM_HTML19;
    gboolean padded = FALSE;
    const GOptionEntry entries[] = {
        {"seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "One-second reports a run (240)", "N"},
        {"rungs", 0, 0, G_OPTION_ARG_INT, &rungs, "Rungs of each ladder, 4 to 9 (9)", "N"},
        {"padded", 0, 0, G_OPTION_ARG_NONE, &padded, "iostat's own column widths, not single blanks", NULL},
        {"seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Seed of the noise (1)", "N"},
        {"awr-form", 0, 0, G_OPTION_ARG_STRING, &awr_form, "Form of the AWR reports (html19): " AWR_FORM_NAMES, "FORM"},
        {NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("OUT - write the synthetic SLOB study into a folder");
    g_option_context_add_main_entries(context, entries, NULL);
    g_autoptr(GError) error = NULL;
    if (!g_option_context_parse(context, &argc, &argv, &error) || argc != 2 || seconds < 0 || rungs < 0) {
        fprintf(stderr, "slob-study-generate: %s; see --help\n",
            error ? error->message : "expected one folder and numbers that are not negative");
        return STATUS_USAGE;
    }
    if (awr_form && !awr_form_named(awr_form, &form)) {
        fprintf(stderr, "slob-study-generate: --awr-form is %s, expected one of: " AWR_FORM_NAMES "\n", awr_form);
        return STATUS_USAGE;
    }
    const struct study_options options = {.seconds = (unsigned)seconds,
        .rungs = (unsigned)rungs,
        .padded = padded,
        .seed = (uint64_t)seed,
        .awr_form = form};
    if (!study_folder_write(argv[1], &options, &error)) {
        fprintf(stderr, "slob-study-generate: %s\n", error->message);
        return g_error_matches(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE) ? STATUS_USAGE : STATUS_OUTPUT;
    }
    return EXIT_SUCCESS;
}
