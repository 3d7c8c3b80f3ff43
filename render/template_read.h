/* A template as a tree of pieces: text, values, sections; parts are read in. Private to template*.c.
 *
 *     g_autoptr(GPtrArray) pieces = template_read(source, strings, &error);
 */
#pragma once

#include "template.h"

enum piece_kind { PIECE_TEXT, PIECE_SLOT, PIECE_SECTION, PIECE_INVERTED, PIECE_PART };

struct piece {
    enum piece_kind kind;
    struct template_place place; /* of the text's first byte, or of the tag's {{ */
    char *text;                  /* the text; the name that is in the tag */
    GPtrArray *body;             /* struct piece *; NULL for text and slots */
};

/* The pieces (struct piece *); names of files go to `strings`. NULL with IOSIZER_ERROR_USAGE. */
GPtrArray *template_read(
    const struct template_source *source, GStringChunk *strings, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets IOSIZER_ERROR_USAGE "file:line:column: ..." and is false. */
bool template_fail(GError **error, const struct template_place *place, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Every tag of `pieces` names something of the table, in any report. False with IOSIZER_ERROR_USAGE, which names the
 * nearest. */
bool template_names_check(const GPtrArray *pieces, const struct names *names, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The name after "table:" or "chart:", else NULL. */
const char *template_after_prefix(const char *text, const char *prefix);
