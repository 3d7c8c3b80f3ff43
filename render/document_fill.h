/* Filling the slots of a parsed template: values into text, code, links and titles, each as it may look there. */
#pragma once

#include "template.h"

/* Fills every slot below `root` but those of tables and charts, which must be placed before. What then holds only empty
 * values is taken out, comments too. False with IOSIZER_ERROR_USAGE (template name, line, column) where a table or
 * chart stands inside a line, or the template holds HTML. */
bool document_fill(cmark_node *root, const struct template *template, GError **error) G_GNUC_WARN_UNUSED_RESULT;
