/* The documents of a report: findings put into a template and written as Markdown, HTML and PDF.
 *
 *     struct press press = {0};
 *     bool good = press_init(&press, findings, &own, typed, &error) &&
 *                 press_documents(&press, output, FORMAT_HTML | FORMAT_PDF, &error);
 *     press_release(&press);
 */
#pragma once

#include "findings_view.h"
#include "language.h"
#include "mask.h"
#include "logo.h"
#include "output.h"
#include "text.h"
#include "theme.h"

#include <stdbool.h>

#define GENERATOR "iosizer " IOSIZER_VERSION /* config.h */

enum format {
    FORMAT_MD = 1 << 0,
    FORMAT_HTML = 1 << 1,
    FORMAT_PDF = 1 << 2,
    FORMAT_JSON = 1 << 3,
    FORMAT_CSV = 1 << 4
};

/* What the user chose for the documents; strings are owned. */
struct press_options {
    char *template_path, *theme_path; /* NULL: those of study.ini, else compiled in */
    char *language;                   /* a code or a .csv; NULL: that of study.ini, else English */
    char *paper;                      /* "a4" or "letter"; NULL: that of study.ini, else of the theme */
};

struct press {
    const struct findings *findings; /* borrowed */
    const struct press_options *own; /* borrowed */
    struct fonts *fonts;
    struct theme theme;
    struct view *view;
    struct mask *mask;         /* borrowed; set before press_init; NULL: names are shown */
    struct logo *logo;         /* NULL: none */
    struct language *language; /* never NULL between press_init and press_release */
};

/* Loads fonts and theme and puts the findings into a view. `typed`: the options as typed, NULL for none. False with an
 * error; press_release is due in any case. */
bool press_init(struct press *press, const struct findings *findings, const struct press_options *own,
    const char *typed, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void press_release(struct press *press);

/* Adds report.md (with charts/), report.html and report.pdf to the output, as `formats` asks for. */
bool press_documents(
    struct press *press, struct output *output, unsigned formats, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Every fixed text of the documents of these findings with its translation, as a language file. NULL with an error.
 * Free with g_free. */
char *press_texts(struct press *press, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds charts/ID.svg for each chart of the document: what Markdown points at. */
bool press_charts(struct output *output, const struct document *document, const struct theme *theme,
    struct fonts *fonts, GError **error) G_GNUC_WARN_UNUSED_RESULT;
