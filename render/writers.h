/* The document writers: each turns the one tree into bytes. None computes a figure, none changes the tree.
 *
 * Markdown: GFM pipe tables, charts as images "charts/ID.svg" with alt text.
 * HTML: one self-contained file, inline SVG, style sheet and script inside, no script needed to read it, no network,
 * light and dark, print styles.
 * PDF: A4 or Letter, tagged, outline, links, running heads and page numbers; cairo and Pango, then libqpdf for /Lang, alt
 * texts, header scope, artifacts, attachments, dates and a deterministic ID.
 */
#pragma once

#include "document.h"
#include "text.h"
#include "theme.h"

#include <stdint.h>

struct language; /* language.h */
struct logo;     /* logo.h */

/* A file that the PDF carries inside: the figures that it was made from. */
struct attachment {
    const char *name, *mime, *description; /* "results.json", "application/json" */
    const char *bytes;
    size_t len;
};

/* What the documents share beside the tree. Strings are borrowed, may be NULL but for title. */
struct document_info {
    const char *title, *subject, *author, *customer;
    const struct logo *logo; /* NULL: none */
    const struct attachment *attachment;
    guint attachment_count;
    const char *language;   /* "en" */
    const struct language *words; /* of the writers' own texts; NULL: English */
    const char *script; /* of the page, run where scripts are allowed; holds no "]]>" and no "</"; NULL: none */
    const char *generator;  /* "iosizer 1.0.0" */
    const char *banner;     /* a warning shown on top of every page: "SYNTHETIC DATA ..."; NULL: none */
    int64_t date_unix_s;    /* for PDF metadata; SOURCE_DATE_EPOCH or the newest stamp of the inputs, never the clock */
};

/* Each returns the bytes (free with g_free / g_byte_array_unref), never NULL without an error. */
char *markdown_write(const struct document *document, const struct document_info *info, const struct theme *theme);
char *html_write(const struct document *document, const struct document_info *info, const struct theme *theme,
    const char *style_sheet, struct fonts *fonts);
GByteArray *pdf_write(const struct document *document, const struct document_info *info, const struct theme *theme,
    struct fonts *fonts, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* One chart as a standalone SVG file. */
char *chart_svg(const struct chart *chart, const struct theme *theme, struct fonts *fonts);

/* The same inside HTML: it follows the page's colours, see canvas_svg_follow_page. */
char *chart_svg_in_page(const struct chart *chart, const struct theme *theme, struct fonts *fonts);
