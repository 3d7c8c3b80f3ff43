#include "names.h"
#include "template_read.h"

#include <string.h>

static bool
unknown(const struct piece *piece, const struct names *names, const char *path, GError **error)
{
    const char *nearest = names_nearest(names, path, piece->text);
    return template_fail(error, &piece->place,
        "nothing is named '%s' here; the nearest is '%s' (--list-names prints all names)", piece->text,
        nearest ? nearest : "");
}

/* Recursion is bounded by TEMPLATE_MAX_DEPTH. */
static bool
check(const GPtrArray *pieces, const struct names *names, const char *path, GError **error)
{
    bool good = true;
    for (guint i = 0; good && i < pieces->len; i++) {
        const struct piece *piece = pieces->pdata[i];
        if (piece->kind == PIECE_TEXT)
            continue;
        if (piece->kind == PIECE_PART) {
            good = check(piece->body, names, path, error);
            continue;
        }
        g_autofree char *list = g_strconcat("#", piece->text, NULL);
        const char *inner = NULL;
        bool is_list = piece->kind != PIECE_SLOT && names_reach(names, path, list, &inner);
        if (!is_list && !names_reach(names, path, piece->text, NULL))
            return unknown(piece, names, path, error);
        if (piece->body)
            good = check(piece->body, names, is_list && piece->kind == PIECE_SECTION ? inner : path, error);
    }
    return good;
}

bool
template_names_check(const GPtrArray *pieces, const struct names *names, GError **error)
{
    return check(pieces, names, "", error);
}
