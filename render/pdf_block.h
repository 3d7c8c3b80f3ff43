/* The blocks of a document put into a flow: headings, paragraphs, lists, quotes, code, rules, tables, charts.
 *
 *     blocks_flow(flow, cmark_node_first_child(document->root), NULL);
 */
#pragma once

#include "pdf_flow.h"

/* Puts the blocks from `first` up to and without `end` (NULL: all that follow) into the flow. What is nested deeper
 * than 24 levels becomes plain paragraphs. */
void blocks_flow(struct flow *flow, cmark_node *first, const cmark_node *end);

/* Draws a short text as lines of one style, kept together, under a tag ("P", "Caption", "H1"). */
void text_flow(struct flow *flow, enum style_name name, const char *tag, const char *utf8, const struct color *color);
