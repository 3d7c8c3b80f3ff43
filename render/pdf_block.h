/* The blocks of a document put into a flow: headings, paragraphs, lists, quotes, code, rules, tables, charts.
 *
 *     blocks_flow(flow, document->root, title_heading);
 */
#pragma once

#include "pdf_flow.h"

/* Puts all children of `root` but `skip` (NULL: none) into the flow. What is nested deeper than 24 levels becomes plain
 * paragraphs. */
void blocks_flow(struct flow *flow, cmark_node *root, const cmark_node *skip);

/* Draws a short text as lines of one style, kept together, under a tag ("P", "Caption", "H1"). */
void text_flow(struct flow *flow, enum style_name name, const char *tag, const char *utf8, const struct color *color);
