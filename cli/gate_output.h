/* How compare and check tell the outcome of a gate: --ci and --junit.
 *
 *     if (!gate_output(gate, "github", "junit.xml", text, &error)) ...
 */
#pragma once

#include "gate.h"

#include <stdbool.h>

/* False with IOSIZER_ERROR_USAGE for a --ci that is neither github nor gitlab; NULL is none. */
bool gate_ci_known(const char *ci, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* `text`, the outcome for people, goes to standard output; behind it GitHub's annotations. With gitlab standard output
 * is the Code Quality report and the text goes to standard error. The JUnit file is written where `junit` is not NULL;
 * false with IOSIZER_ERROR_OUTPUT where it cannot be. */
bool gate_output(const struct gate *gate, const char *ci, const char *junit, const char *text,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
