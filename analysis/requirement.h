/* A requirement on results: `read100.knee.iops >= 150000`, `mix90.best.latency_ms < 1`,
 * `awr.storage_bound.verdict == proven`.
 *
 *     struct requirement requirement;
 *     if (requirement_parse(&requirement, "quality.errors == 0", &error) &&
 *         requirement_judge(&requirement, schema, root, &error)) ... requirement.outcome ...
 *     requirement_clear(&requirement);
 *
 * NAME OPERATOR VALUE: names as in schema_names.h; operators >= <= > < == !=; the value a number, which may carry the
 * unit that the name ends in (`< 1 ms`), true or false, or a text, in quotes or not.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

enum requirement_outcome { REQUIREMENT_MET, REQUIREMENT_NOT_MET, REQUIREMENT_MISSING };

struct requirement {
    char *text; /* as given, trimmed */
    char *name;
    const char *operator; /* static */
    char *value;
    char *where; /* file and line it stands in, set by who read it; NULL: the command line */
    enum requirement_outcome outcome; /* of requirement_judge */
    char *found;                      /* the value found as text; NULL: missing */
    char *missing;                    /* the first part of the name that the results lack; NULL: none */
};

/* False with IOSIZER_ERROR_USAGE where it is not of that form. Clear in any case. */
bool requirement_parse(struct requirement *requirement, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* False with IOSIZER_ERROR_USAGE where the schema does not know the name, or no value of that kind: a text for a
 * number, a word that is none of a verdict's, < of a text. What is known but absent is never met, whatever the
 * operator. */
bool requirement_judge(struct requirement *requirement, const json_t *schema, const json_t *root,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void requirement_clear(void *requirement);
