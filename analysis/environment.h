/* The environment table: what was measured, and where each line comes from.
 *
 *     g_autoptr(GArray) facts = environment_of(findings);
 */
#pragma once

#include "findings.h"

/* struct fact, owned by the array. What study.ini says comes first, in the order of the study's table; then what the files
 * themselves say. Reads the study, the inputs and the layer of `findings`. */
GArray *environment_of(const struct findings *findings);
