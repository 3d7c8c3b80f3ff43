/* Findings as named values, tables and charts: what templates speak of. Every figure is read from the findings and
 * formatted by format.h; none is computed here.
 *
 *     struct report_context context = {.generator = "iosizer 1.0.0", .fonts = fonts_describe(fonts), .options = "..."};
 *     struct view *view = findings_view_new(findings, &context);
 *
 * Scopes: the root; one `workload` a ladder; one `load` a load outside a ladder; one `summary_line`, `definition`,
 * `observation`, `reason`, ... a sentence of a list (value `text`).
 */
#pragma once

#include "document.h"
#include "findings.h"

struct language;

struct report_context {
    const struct language *language; /* NULL: English */
    const char *generator;           /* "iosizer 1.0.0" */
    const char *fonts;               /* for the disclosure; NULL: no document with fonts is made */
    const char *libraries;           /* "libxml2 2.9.14, cairo 1.16.0, ..." */
    const char *options;             /* the options that the user gave, as typed; NULL: none */
};

/* Free with view_free. Strings of the findings are copied. */
struct view *findings_view_new(const struct findings *findings, const struct report_context *context);

/* Titles used beside the document: report title ("Storage sizing study") from study.ini or the kind of report.
 * Borrowed. NULL language: English. */
const char *findings_title(const struct findings *findings, const struct language *language);

/* What the report is about, in one line below the title: "2 workloads, 16 runs, measured at dm-0 of db01". Free with
 * g_free. */
char *findings_subject(const struct findings *findings, const struct language *language);
