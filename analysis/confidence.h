/* How sure the findings are: a grade and the reasons that lowered it.
 *
 *     confidence_judge(findings);
 */
#pragma once

#include "findings.h"

/* Sets `confidence` and `confidence_reasons` of the findings, which are complete but for these. HIGH: nothing was found that
 * lowers it. */
void confidence_judge(struct findings *findings);
