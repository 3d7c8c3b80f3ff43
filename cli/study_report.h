/* One report: from input paths to a whole folder.
 *
 *     struct report_plan plan = {.options = options, .press = &press, .formats = FORMAT_HTML, ...};
 *     struct report_result result = {0};
 *     bool good = study_report(&plan, paths, "report", &result, &error);
 *     report_result_clear(&result);
 *
 * Several threads may write reports of one plan at once.
 */
#pragma once

#include "cli.h"
#include "output_group.h"
#include "press.h"

/* What all reports of a run share; nothing in it changes while they are made. Borrowed but for `products` and
 * `program`. */
struct report_plan {
    const struct options *options;
    const struct press_options *press;
    unsigned formats;              /* of enum format */
    unsigned jobs;                 /* threads for one report */
    bool resume;                   /* a report that is up to date is left as it is */
    GPtrArray *products;           /* the catalog */
    struct results_file *capacity; /* of --capacity; NULL: not given */
    char *program;                 /* made_of_program */
    struct output_group *group;
};

struct report_result {
    bool up_to_date;       /* it was there already */
    bool nothing_readable; /* no file of the inputs is of a kind that holds a load, and none is damaged or refused */
    char *figures;         /* batch_figures */
    char *first_fault;     /* what was wrong with an input where no report could be made; NULL: nothing was */
};

/* Fills products and program. False with IOSIZER_ERROR_USAGE. Release with report_plan_clear. */
bool report_plan_fill(struct report_plan *plan, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void report_plan_clear(struct report_plan *plan);

/* Writes the folder `directory`, or with plan->resume finds it up to date. */
bool study_report(const struct report_plan *plan, const char *const *paths, const char *directory,
    struct report_result *result, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void report_result_clear(struct report_result *result);

enum study_list { LIST_NAMES, LIST_TEXTS };

/* Prints the names that a template may use for these inputs, or the texts of their report as a language file. */
bool study_list(const struct report_plan *plan, const char *const *paths, enum study_list what,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
