/* A comparison as what templates/compare.md speaks of, as text for a terminal, as JSON and as a gate.
 *
 *     struct view *view = compare_view_new(compare);
 */
#pragma once

#include "compare.h"
#include "document.h"
#include "gate.h"

/* Free with view_free. */
struct view *compare_view_new(const struct compare *compare, const char *generator);

/* The short form: what is not the same, the points, and the counts. Free with g_free. */
char *compare_text(const struct compare *compare);

/* {"kind": "compare", "met", "unlike", "lines", ...}. Free with g_free. */
char *compare_json(const struct compare *compare, const char *generator);

/* A case a line that counts; a line that cannot be told is GATE_NOT_TOLD, with `strict` GATE_NOT_MET. */
struct gate *compare_gate(const struct compare *compare, bool strict);
