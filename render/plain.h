/* Plain text for a terminal: aligned tables and wrapped sentences. Widths are counted in characters, not bytes.
 *
 *     GString *out = g_string_new(NULL);
 *     plain_table(out, table, 2);
 *     plain_paragraph(out, "- ", "The knee lies at 47.2 sessions ...");
 */
#pragma once

#include "table.h"

#define PLAIN_WIDTH 100 /* columns that text is wrapped at; a table may be wider */

/* Appends the table without its caption, each line led by `indent` blanks: a heading line unless all headings are
 * empty, then the rows; the emphasised row is marked with ">" in the last blank of the indent (at least 1). */
void plain_table(GString *out, const struct table *table, int indent);

/* Appends text wrapped at PLAIN_WIDTH: the first line led by `lead`, the others by as many blanks. Ends with a newline.
 */
void plain_paragraph(GString *out, const char *lead, const char *text);
