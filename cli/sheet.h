/* A small document of its own, not a report of findings: a comparison, a history. A view put into a template that is
 * compiled in, written as Markdown, HTML and PDF.
 *
 *     struct sheet sheet = {.view = view, .template_name = "compare.md", .file_name = "compare", .title =
 * "Comparison"}; sheet_write(&sheet, output, FORMAT_HTML | FORMAT_PDF, &error)
 */
#pragma once

#include "document.h"
#include "output.h"

#include <stdint.h>

struct sheet {
    const struct view *view;
    const char *template_name; /* a resource */
    const char *file_name;     /* without its ending */
    const char *title;
    int64_t date_unix_s; /* for the PDF where SOURCE_DATE_EPOCH is not set */
};

/* Adds NAME.md (with charts/), NAME.html and NAME.pdf to the output, as `formats` (enum format) asks for. */
bool sheet_write(
    const struct sheet *sheet, struct output *output, unsigned formats, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The Markdown alone, charts named but not written. Free with g_free; NULL with an error. */
char *sheet_markdown(const struct sheet *sheet, GError **error) G_GNUC_WARN_UNUSED_RESULT;
