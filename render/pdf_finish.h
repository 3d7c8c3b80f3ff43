/* The last pass over a PDF that cairo wrote, by libqpdf: what cairo 1.16 cannot write.
 *
 * Adds /Lang, the figures' /Alt, the header cells' /Scope, one Document element above all others, page labels, the tab
 * order of the pages and the wish to show the title; marks running heads as artifacts; attaches files; mends the dates;
 * sets an ID made from the content; packs the objects.
 *
 *     GByteArray *whole = pdf_finish(drawn, info, alts, &error);
 */
#pragma once

#include "writers.h"

/* `alts`: char *, one a Figure in order of the structure. NULL with IOSIZER_ERROR_INTERNAL: not a PDF that can be read,
 * or not as many figures as texts. */
GByteArray *pdf_finish(const GByteArray *drawn, const struct document_info *info, const GPtrArray *alts,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* "D:20231114221320Z"; a date that a calendar cannot show is the first of 1970. Free with g_free. */
char *pdf_date(int64_t unix_s);
