/* A gate as annotations of a CI server.
 *
 *     g_autofree char *lines = annotations_github(gate);
 */
#pragma once

#include "gate.h"

/* Workflow commands, a line each: `::error` for what is not met, `::warning` for what cannot be told; "" where all is
 * met. GitHub shows ten of each kind a step, so that the last line of more says how many there are. Free with g_free.
 */
char *annotations_github(const struct gate *gate);

/* `text` as a step may print it: where a line of it could be taken for a workflow command, as that of a workload called
 * "::error::", commands are off until its end, by a word that `text` cannot know. Free with g_free. */
char *annotations_github_quote(const char *text);

/* A Code Quality report (artifacts:reports:codequality): a JSON array, "[]" where all is met. Free with g_free. */
char *annotations_gitlab(const struct gate *gate);
