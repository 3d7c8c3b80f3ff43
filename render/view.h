/* Looking names up in a scope: used to fill a template, not by the makers of values.
 *
 * Each function searches the scope itself and then the scopes around it; NULL where the name is in none of them.
 */
#pragma once

#include "document.h"

const char *view_value(const struct view *view, const char *name);
const struct table *view_table(const struct view *view, const char *name);
const struct chart *view_chart(const struct view *view, const char *name);

/* Elements (const struct view *) in order; empty for a list that was declared and got none. */
const GPtrArray *view_elements(const struct view *view, const char *name);
