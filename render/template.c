#include "template.h"

#include "format.h"
#include "names.h"
#include "template_read.h"

#include <string.h>

static bool
find_slot(struct slot *slot, const char *name, const struct view *scope)
{
    const char *table = template_after_prefix(name, "table:"), *chart = template_after_prefix(name, "chart:");
    if (table)
        slot->table = view_table(scope, table);
    else if (chart)
        slot->chart = view_chart(scope, chart);
    else
        slot->value = view_value(scope, name);
    return slot->table || slot->chart || slot->value;
}

static void
end_line(struct template *out, const struct template_place *place, guint line)
{
    struct template_place from = {.file = place->file, .line = line, .column = 1};
    g_array_append_val(out->lines, from);
}

static bool
check_length(const struct template *out, const struct piece *piece, GError **error)
{
    return out->markdown->len <= TEMPLATE_MAX_EXPANDED_BYTES ||
           template_fail(
               error, &piece->place, "the filled template is longer than %d bytes", TEMPLATE_MAX_EXPANDED_BYTES);
}

static bool
expand_text(struct template *out, const struct piece *piece, GError **error)
{
    guint line = piece->place.line;
    for (const char *at = piece->text; *at; at++) {
        if (*at == '\r' && at[1] == '\n')
            continue;
        g_string_append_c(out->markdown, *at);
        if (*at == '\n')
            end_line(out, &piece->place, line++);
    }
    return check_length(out, piece, error);
}

/* A name that is in no scope: an error, unless it is one that other reports have. */
static bool
expand_slot(struct template *out, const struct piece *piece, const struct view *scope, const struct names *names,
    GError **error)
{
    struct slot slot = {.place = piece->place};
    if (!find_slot(&slot, piece->text, scope)) {
        if (!names)
            return template_fail(
                error, &piece->place, "nothing is named '%s' here (--list-names prints all names)", piece->text);
        if (strchr(piece->text, ':'))
            return true;
        slot.value = FORMAT_NOTHING;
    }
    g_string_append_printf(out->markdown, TEMPLATE_SLOT_OPEN "%u" TEMPLATE_SLOT_CLOSE, out->slots->len);
    g_array_append_val(out->slots, slot);
    return check_length(out, piece, error);
}

static bool
holds(const char *name, const struct view *scope)
{
    struct slot slot = {0};
    if (find_slot(&slot, name, scope))
        return !slot.value || *slot.value;
    const GPtrArray *elements = view_elements(scope, name);
    return elements && elements->len > 0;
}

static bool expand_pieces(
    struct template *out, const GPtrArray *pieces, const struct view *scope, const struct names *names, GError **error);

/* A value hides a list of the same name: no view has both. */
static bool
expand_section(struct template *out, const struct piece *piece, const struct view *scope, const struct names *names,
    GError **error)
{
    struct slot slot = {0};
    const GPtrArray *elements = find_slot(&slot, piece->text, scope) ? NULL : view_elements(scope, piece->text);
    for (guint i = 0; elements && i < elements->len; i++)
        if (!expand_pieces(out, piece->body, elements->pdata[i], names, error))
            return false;
    return elements || !holds(piece->text, scope) || expand_pieces(out, piece->body, scope, names, error);
}

/* Recursion is bounded by TEMPLATE_MAX_DEPTH. */
static bool
expand_pieces(
    struct template *out, const GPtrArray *pieces, const struct view *scope, const struct names *names, GError **error)
{
    bool good = true;
    for (guint i = 0; good && i < pieces->len; i++) {
        const struct piece *piece = pieces->pdata[i];
        switch (piece->kind) {
        case PIECE_TEXT:
            good = expand_text(out, piece, error);
            break;
        case PIECE_SLOT:
            good = expand_slot(out, piece, scope, names, error);
            break;
        case PIECE_SECTION:
            good = expand_section(out, piece, scope, names, error);
            break;
        case PIECE_INVERTED:
            good = holds(piece->text, scope) || expand_pieces(out, piece->body, scope, names, error);
            break;
        case PIECE_PART:
            good = expand_pieces(out, piece->body, scope, names, error);
            break;
        }
    }
    return good;
}

struct template *
template_expand(const struct template_source *source, const struct view *view, GError **error)
{
    g_autoptr(Template) out = g_new0(struct template, 1);
    out->markdown = g_string_new(NULL);
    out->slots = g_array_new(FALSE, FALSE, sizeof(struct slot));
    out->lines = g_array_new(FALSE, FALSE, sizeof(struct template_place));
    out->strings = g_string_chunk_new(256);
    g_autoptr(GPtrArray) pieces = template_read(source, out->strings, error);
    if (!pieces || (source->names && !template_names_check(pieces, source->names, error)))
        return NULL;
    return expand_pieces(out, pieces, view, source->names, error) ? g_steal_pointer(&out) : NULL;
}

const struct slot *
template_slot_at(const struct template *template, const char *at, const char **end)
{
    char *close = NULL;
    guint64 number = g_ascii_strtoull(at + strlen(TEMPLATE_SLOT_OPEN), &close, 10);
    g_assert(number < template->slots->len && g_str_has_prefix(close, TEMPLATE_SLOT_CLOSE));
    *end = close + strlen(TEMPLATE_SLOT_CLOSE);
    return &g_array_index(template->slots, struct slot, number);
}

void
template_free(struct template *template)
{
    if (!template)
        return;
    g_string_free(template->markdown, TRUE);
    g_array_unref(template->slots);
    g_array_unref(template->lines);
    g_string_chunk_free(template->strings);
    g_free(template);
}
