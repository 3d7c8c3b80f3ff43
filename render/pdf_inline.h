/* The inline nodes of a block as one text with Pango attributes and links.
 *
 *     g_autoptr(InlineText) text = inline_text_new(paragraph, style, theme);
 *     PangoLayout *layout = flow_layout(flow, style, text->utf8, text->attributes, flow->width);
 */
#pragma once

#include "pdf_flow.h"

#include <cmark.h>

struct inline_link {
    guint from, to; /* bytes of the text */
    char *uri;      /* web address; or NULL and */
    char *anchor;   /* the heading meant by "#anchor" */
};

struct inline_text {
    char *utf8; /* cleaned; U+2028 is a line break */
    PangoAttrList *attributes;
    GPtrArray *links; /* struct inline_link * */
};

typedef struct inline_text InlineText;

/* Never NULL. Links to other than http, https, mailto and "#" are plain text: a file beside the report has no address
 * that holds once the PDF is sent on. Raw HTML is left out. An image gives its alternative text. */
struct inline_text *inline_text_new(cmark_node *block, const struct text_style *style, const struct theme *theme);
void inline_text_free(struct inline_text *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(InlineText, inline_text_free)

/* Draws a line of the text at the flow's place, with its links as links, and goes on by its pitch. A tag must be open.
 */
void inline_text_line(struct flow *flow, const struct inline_text *text, const struct text_style *style,
    PangoLayoutLine *line, const struct color *color);
