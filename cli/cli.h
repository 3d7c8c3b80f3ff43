/* The program's parts: exit statuses, options that every subcommand takes, and the subcommands.
 *
 * Results go to standard output or -o; talk goes to standard error. A subcommand returns the exit status.
 */
#pragma once

#include "error.h"
#include "findings.h"
#include "inputs.h"

#include <glib.h>
#include <stdbool.h>

enum exit_status {
    EXIT_DONE = 0,
    EXIT_NOT_MET = 1, /* a requirement or comparison was not met */
    EXIT_USAGE = 2,
    EXIT_NO_INPUT = 3, /* no usable input; with --strict any note of level error */
    EXIT_OUTPUT = 4,   /* output could not be written */
    EXIT_INTERNAL = 5, /* a self-check failed */
};

/* What steady and knee print. */
enum form { FORM_TEXT, FORM_JSON, FORM_CSV };

/* Options common to the subcommands that read captures. Strings and arrays are owned; release with options_release. */
struct options {
    char **inputs;  /* what is left of the command line: at least one */
    char **devices; /* --device, repeatable */
    char *since_boot, *date_order, *timezone, *catalog, *config;
    double interval_s;
    double latency_ceiling_ms;
    gint jobs; /* 0: as many as processors */
    gboolean strict, quiet;
    char *typed;                  /* the options as typed, for the disclosure; NULL: none */
    struct iostat_options iostat; /* made of the above */
};

/* Parses argv (argv[0] is the subcommand's name) with the common options and those of `own` (NULL-terminated, may be
 * NULL). False with IOSIZER_ERROR_USAGE. --help prints and exits with 0. */
bool options_parse(struct options *options, int argc, char **argv, const char *summary, const GOptionEntry *own,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void options_release(struct options *options);

/* The user's own file at `path`, or the resource compiled in where that is NULL. NULL with IOSIZER_ERROR_USAGE, which
 * names `option`, where the user's cannot be read. */
char *option_text(const char *option, const char *path, const char *resource, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The products of --catalog, or of the catalog compiled in: struct catalog_product *. */
GPtrArray *options_catalog(const struct options *options, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Samples are kept: of a log beyond SERIES_VALUES_MAX only those of devices that --device or the rules can choose. */
void options_keep_series(const struct options *options, struct iostat_options *iostat);

/* Says the error on standard error ("iosizer: ...") and gives the exit status of its code. NULL gives EXIT_DONE. */
int exit_status_of(const GError *error);

/* Prints the runs that were found as a runs.csv to start from; paths below `folder` (NULL: none) are relative to it. False with
 * the study's error. */
bool runs_print(const struct inputs *inputs, const char *folder, GError **error) G_GNUC_WARN_UNUSED_RESULT;

int report_command(int argc, char **argv);
int inspect_command(int argc, char **argv);
int export_command(int argc, char **argv);
int steady_command(int argc, char **argv);
int knee_command(int argc, char **argv);
