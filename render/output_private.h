/* What the sources of output.h share. */
#pragma once

#include "output.h"

/* The temporary folder of TARGET is .TARGET.iosizer-PID-N beside it; an old report put aside has OUTPUT_ASIDE before
 * the PID. TARGET is cut to so many bytes. */
#define OUTPUT_INFIX ".iosizer-"
#define OUTPUT_ASIDE "old-"
enum { OUTPUT_MAX_STEM = 200 };

/* Removes the temporary folder, if there is one. */
void output_remove_temporary(struct output *output);
