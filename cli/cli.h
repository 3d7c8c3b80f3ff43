/* The program's parts: exit statuses, options that every subcommand takes, and the subcommands.
 *
 * Results go to standard output or -o; talk goes to standard error. A subcommand returns the exit status.
 */
#pragma once

#include "error.h"
#include "findings.h"
#include "inputs.h"
#include "mask.h"
#include "results_file.h"

#include <glib.h>
#include <stdbool.h>

enum exit_status {
    EXIT_DONE = 0,
    EXIT_NOT_MET = 1, /* a requirement or comparison was not met */
    EXIT_USAGE = 2,
    EXIT_NO_INPUT = 3, /* no usable input; with --strict any note of level error */
    EXIT_OUTPUT = 4,   /* output could not be written */
    EXIT_INTERNAL = 5, /* a self-check failed */
    EXIT_INTERRUPTED = 130,
};

/* What steady and knee print. */
enum form { FORM_TEXT, FORM_JSON, FORM_CSV };

/* Options common to the subcommands that read captures. Strings and arrays are owned; release with options_release. */
struct options {
    char **inputs;  /* what is left of the command line: at least one, with list_names maybe NULL */
    char **devices; /* --device, repeatable */
    char *since_boot, *date_order, *timezone, *catalog, *config;
    char *capacity; /* results.json of measured storage, or its folder; NULL: none */
    double interval_s;
    double latency_ceiling_ms;
    gint jobs; /* 0: as many as processors */
    gboolean strict, quiet;
    gboolean list_names; /* of report: it needs no input */
    gboolean masks;      /* --mask */
    char *made_of;                /* every option that a report depends on, with the content of files: see made_of.h */
    char *typed;                  /* the options as typed, for the disclosure; NULL: none */
    struct iostat_options iostat; /* made of the above */
};

/* Parses argv (argv[0] is the subcommand's name) with the common options and those of `own` (NULL-terminated, may be
 * NULL). False with IOSIZER_ERROR_USAGE. --help prints and exits with 0. */
bool options_parse(struct options *options, int argc, char **argv, const char *summary, const GOptionEntry *own,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void options_release(struct options *options);

/* False with IOSIZER_ERROR_USAGE where both of two options that exclude each other were given. */
bool options_one_form(gboolean one, const char *one_name, gboolean other, const char *other_name,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What the user typed beside the inputs, for the disclosure; new, NULL: nothing. */
char *options_typed(const struct options *options);

/* The user's own file at `path`, or the resource compiled in where that is NULL. NULL with IOSIZER_ERROR_USAGE, which
 * names `option`, where the user's cannot be read. */
char *option_text(const char *option, const char *path, const char *resource, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The products of --catalog, or of the catalog compiled in: struct catalog_product *. */
GPtrArray *options_catalog(const struct options *options, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The results of --capacity; NULL without an error where it was not given. */
struct results_file *options_capacity(const struct options *options, GError **error);

/* Samples are kept: of a log beyond SERIES_VALUES_MAX only those of devices that --device or the rules can choose. */
void options_keep_series(const struct options *options, struct iostat_options *iostat);

/* The exit status of an error's code. NULL gives EXIT_DONE. */
int exit_status_for(const GError *error);

/* The same, and says the error on standard error ("iosizer: ..."). */
int exit_status_of(const GError *error);

/* The runs that were found as a runs.csv to start from (free with g_free); paths below `folder` (NULL: none) are relative to
 * it. With a mask (NULL: none), which is bound here, in neutral names. False with the study's error. */
bool runs_of(struct inputs *inputs, const char *folder, struct mask *mask, char **out, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

int report_command(int argc, char **argv);
int inspect_command(int argc, char **argv);
int export_command(int argc, char **argv);
int steady_command(int argc, char **argv);
int knee_command(int argc, char **argv);
int compare_command(int argc, char **argv);
int check_command(int argc, char **argv);
