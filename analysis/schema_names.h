/* The names of results.json, as its published schema has them: whether a name is known, what kind of value it has, and
 * where it leads in a document.
 *
 *     struct schema_place place;
 *     if (schema_find(&place, schema, results, "read100.rungs[concurrency=64].iops", &error)) ...
 *
 * A name is words joined by dots. The element of an array is told by its place, `rungs[0]` or `rungs.0`, or by a key of
 * it, `rungs[concurrency=64]`. `workloads.` may be left out. Names of workloads may hold dots: those of the document go
 * first.
 */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

enum schema_kind { SCHEMA_PART /* an object or array */, SCHEMA_NUMBER, SCHEMA_TEXT, SCHEMA_TRUTH };

struct schema_place {
    const json_t *schema; /* of the value; borrowed */
    enum schema_kind kind;
    const json_t *value; /* borrowed; NULL: absent from the document */
    size_t missing_from; /* bytes of the name up to the end of the first word that is absent */
};

/* False with IOSIZER_ERROR_USAGE, which tells the nearest known name, where the schema does not know it. `root`: the
 * document. */
bool schema_find(struct schema_place *place, const json_t *schema, const json_t *root, const char *name,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Every name of a value, char *, in the schema's order: `workload` stands for a workload, `[]` for an element. */
GPtrArray *schema_names(const json_t *schema, const char *workload);
