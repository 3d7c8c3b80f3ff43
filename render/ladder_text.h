/* A ladder as `iosizer knee` prints it: the tables and sentences of the report, and the same figures as JSON.
 *
 *     g_autofree char *text = ladders_text(findings);
 */
#pragma once

#include "findings.h"

/* All ladders of the findings. Never NULL; end with a newline; free with g_free. */
char *ladders_text(const struct findings *findings);

/* {"ladders": [{"name", "file", and what results.json says of a workload}, ...]} */
char *ladders_json(const struct findings *findings);
