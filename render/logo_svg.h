/* Whether an SVG is a drawing of shapes alone, with nothing that is fetched, run or set in type. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* False with IOSIZER_ERROR_USAGE "name:line: ...": not well-formed, an entity, an element or a reference that is not
 * allowed, more than LOGO_NODES_MAX elements. */
bool logo_svg_check(const char *bytes, gsize len, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
