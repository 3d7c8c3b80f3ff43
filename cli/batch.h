/* Many studies at once: iosizer report TREE... --each.
 *
 * What a study is: each folder at the top of a tree, and each file there that holds a load (a log, an archive). A TREE
 * that is a file is a study of its own. Other files at the top (a README, a study.ini, a list of hosts) are none: the
 * index lists them as left out. Hidden entries and reports of ours are passed over; links to folders are left out. Its
 * report is OUT/NAME, by the name of the entry; a name that an earlier tree has gets -2, -3, ...
 *
 *     struct batch_options batch = {.directory = "reports"};
 *     int status = batch_run(&plan, &batch, &error);
 */
#pragma once

#include "study_report.h"

struct batch_options {
    const char *directory;
    char **only; /* names of studies; NULL: all. With names no index is written and nothing is removed */
};

/* Writes the reports and the index. The exit status: of the worst of all studies, or of the error, which is then set.
 */
int batch_run(struct report_plan *plan, const struct batch_options *batch, GError **error);

/* Prints the names of the studies, a line each. */
int batch_list(const struct options *options, GError **error);
