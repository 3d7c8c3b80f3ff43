/* How sure the findings are: a grade of 1 to 5 for the demand, for the ladders and for the inputs as a whole, each with
 * its reasons.
 *
 *     confidence_judge(findings);
 *
 * A grade starts at 5; every reason caps it at its own grade, and the lowest cap counts. The whole has the lowest grade
 * of its parts.
 *   5  nothing that was looked for is missing: a demand seen for 7 days or more at 60 s or finer, every working day and
 *      a month's end or start among them, gaps under 1%; ladders of 6 or more steady rungs whose knee is certain
 *   4  good: what is missing is named and moves the figures little (no month's end seen, gaps up to 5%, intervals of up
 *      to 5 min)
 *   3  usable with its reservations: less than 7 days, 60 min means over a week, an uncertain knee, some unsteady rungs
 *   2  an estimate: less than an hour of log, AWR reports of less than a week, most rungs unsteady, no knee
 *   1  a single sighting: one AWR interval, a log under 15 min, or nothing to judge
 * A demand typed by hand beside a ladder is not judged: it is the author's; without one it is capped at 3. Confidence
 * follows: HIGH from 4 on, MEDIUM 3, LOW below.
 */
#pragma once

#include "findings.h"

struct grade_reason {
    enum grade_part part;
    int cap; /* 1..4 */
    char *text;
};

/* Sets `grade`, `part_grade`, `grade_reasons`, `confidence` and `confidence_reasons` of the findings, which are
 * complete but for these. The latter are the texts of the former. */
void confidence_judge(struct findings *findings);

void grade_reason_free(void *reason);

/* "demand", "ladder", "inputs". */
const char *grade_part_name(enum grade_part part);
