/* Shared by the sources of the HTML writer. */
#pragma once

#include "writers.h"

/* Text with its markup characters as references; characters that HTML cannot hold are replaced. */
void html_append_escaped(GString *out, const char *text);

/* `before`, the text escaped, `after`. */
void html_append_within(GString *out, const char *before, const char *text, const char *after);

/* From the document type to </head>: metadata, the policy that forbids every load and every script but the one of
 * `info`, the style sheet with the theme's colours for light and dark. */
void html_append_head(
    GString *out, const struct document_info *info, const struct theme *theme, const char *style_sheet);

/* The script element at the end of the body; nothing where `info` has none. */
void html_append_script(GString *out, const struct document_info *info);
