#include "template.h"

#include "error.h"

#include <stdarg.h>
#include <string.h>

enum piece_kind { PIECE_LINE, PIECE_EACH, PIECE_IF };

/* A template is a list of pieces; a block holds two lists, of which {{else}} begins the second. */
struct piece {
    enum piece_kind kind;
    guint line;   /* from 1 */
    guint column; /* of a block's {{ */
    char *text;   /* the line; a block's name */
    GPtrArray *body, *otherwise;
};

static void
piece_free(void *data)
{
    struct piece *piece = data;
    g_free(piece->text);
    if (piece->body)
        g_ptr_array_unref(piece->body);
    if (piece->otherwise)
        g_ptr_array_unref(piece->otherwise);
    g_free(piece);
}

static GPtrArray *
pieces_new(void)
{
    return g_ptr_array_new_with_free_func(piece_free);
}

G_GNUC_PRINTF(5, 6)
static bool
fail(GError **error, const char *name, guint line, guint column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s:%u:%u: %s", name, line, column, text);
    return false;
}

static guint
column_of(const char *line, const char *at)
{
    return (guint)g_utf8_strlen(line, at - line) + 1;
}

/* Block tags: what opens, turns or closes a block. */

enum tag_kind { TAG_NONE, TAG_EACH, TAG_IF, TAG_ELSE, TAG_END_EACH, TAG_END_IF, TAG_UNKNOWN };

static const struct {
    const char *word;
    enum tag_kind kind;
} block_tags[] = {
    {"#each", TAG_EACH}, {"#if", TAG_IF}, {"else", TAG_ELSE}, {"/each", TAG_END_EACH}, {"/if", TAG_END_IF}};

static const char *const tag_text[] = {[PIECE_EACH] = "{{#each}}", [PIECE_IF] = "{{#if}}"};

static bool
is_block_word(const char *inner)
{
    return inner[0] == '#' || inner[0] == '/' || strcmp(inner, "else") == 0;
}

/* The block tag that is the whole line, and the name after its word (owned, may be empty). */
static enum tag_kind
line_tag(const char *line, char **name)
{
    *name = NULL;
    g_autofree char *trimmed = g_strstrip(g_strdup(line));
    size_t len = strlen(trimmed);
    if (len < 4 || !g_str_has_prefix(trimmed, "{{") || strstr(trimmed, "}}") != trimmed + len - 2)
        return TAG_NONE;
    trimmed[len - 2] = '\0';
    char *inner = g_strstrip(trimmed + 2);
    if (!is_block_word(inner))
        return TAG_NONE;
    size_t word_len = strcspn(inner, " \t");
    *name = g_strdup(g_strchug(inner + word_len));
    for (size_t i = 0; i < G_N_ELEMENTS(block_tags); i++)
        if (strlen(block_tags[i].word) == word_len && strncmp(inner, block_tags[i].word, word_len) == 0)
            return block_tags[i].kind;
    return TAG_UNKNOWN;
}

static bool
is_name(const char *text)
{
    if (*text == '\0')
        return false;
    for (; *text; text++)
        if (!g_ascii_isalnum(*text) && !strchr("_.-", *text))
            return false;
    return true;
}

/* The name after "table:" or "chart:", else NULL. */
static const char *
after_prefix(const char *text, const char *prefix)
{
    return g_str_has_prefix(text, prefix) ? text + strlen(prefix) : NULL;
}

static bool
is_condition(const char *text)
{
    const char *table = after_prefix(text, "table:"), *chart = after_prefix(text, "chart:");
    return is_name(table ? table : chart ? chart : text);
}

/* Reading the structure. */

struct reader {
    const char *name;
    GPtrArray *open; /* struct piece *: blocks not yet closed, borrowed */
    GPtrArray *into; /* the list that pieces go to, borrowed */
};

static struct piece *
innermost(const struct reader *reader)
{
    return reader->open->len > 0 ? reader->open->pdata[reader->open->len - 1] : NULL;
}

static struct piece *
add_piece(struct reader *reader, enum piece_kind kind, const char *text, guint line, guint column)
{
    struct piece *piece = g_new0(struct piece, 1);
    *piece = (struct piece){.kind = kind, .line = line, .column = column, .text = g_strdup(text)};
    g_ptr_array_add(reader->into, piece);
    return piece;
}

static bool
open_block(struct reader *reader, enum piece_kind kind, const char *name, guint line, guint column, GError **error)
{
    if (!(kind == PIECE_IF ? is_condition(name) : is_name(name)))
        return fail(error, reader->name, line, column, "%s needs one name, not '%s'", tag_text[kind], name);
    if (reader->open->len == TEMPLATE_MAX_DEPTH)
        return fail(error, reader->name, line, column, "more than %d blocks within each other", TEMPLATE_MAX_DEPTH);
    struct piece *block = add_piece(reader, kind, name, line, column);
    block->body = pieces_new();
    g_ptr_array_add(reader->open, block);
    reader->into = block->body;
    return true;
}

static bool
turn_block(struct reader *reader, guint line, guint column, GError **error)
{
    struct piece *block = innermost(reader);
    if (!block || block->otherwise)
        return fail(error, reader->name, line, column, "{{else}} without an open {{#if}} or {{#each}}");
    block->otherwise = pieces_new();
    reader->into = block->otherwise;
    return true;
}

static bool
close_block(struct reader *reader, GPtrArray *top, enum piece_kind kind, guint line, guint column, GError **error)
{
    struct piece *block = innermost(reader);
    if (!block)
        return fail(error, reader->name, line, column, "a block is closed that is not open");
    if (block->kind != kind)
        return fail(error, reader->name, line, column, "%s of line %u is closed by the tag of another block",
            tag_text[block->kind], block->line);
    g_ptr_array_set_size(reader->open, (int)reader->open->len - 1);
    struct piece *outer = innermost(reader);
    reader->into = !outer ? top : outer->otherwise ? outer->otherwise : outer->body;
    return true;
}

static bool
read_line(struct reader *reader, GPtrArray *top, const char *text, guint line, GError **error)
{
    g_autofree char *name = NULL;
    enum tag_kind tag = line_tag(text, &name);
    guint column = tag == TAG_NONE ? 1 : column_of(text, strstr(text, "{{"));
    bool takes_name = tag == TAG_EACH || tag == TAG_IF;
    if (tag != TAG_NONE && tag != TAG_UNKNOWN && !takes_name && *name)
        return fail(error, reader->name, line, column, "'%s' is too much in this tag", name);
    switch (tag) {
    case TAG_EACH:
        return open_block(reader, PIECE_EACH, name, line, column, error);
    case TAG_IF:
        return open_block(reader, PIECE_IF, name, line, column, error);
    case TAG_ELSE:
        return turn_block(reader, line, column, error);
    case TAG_END_EACH:
        return close_block(reader, top, PIECE_EACH, line, column, error);
    case TAG_END_IF:
        return close_block(reader, top, PIECE_IF, line, column, error);
    case TAG_UNKNOWN:
        return fail(
            error, reader->name, line, column, "expected {{#each name}}, {{#if name}}, {{else}}, {{/each}} or {{/if}}");
    case TAG_NONE:
        break;
    }
    add_piece(reader, PIECE_LINE, text, line, column);
    return true;
}

static GPtrArray *
read_pieces(const char *text, const char *name, GError **error)
{
    g_autoptr(GPtrArray) top = pieces_new();
    g_autoptr(GPtrArray) open = g_ptr_array_new();
    struct reader reader = {.name = name, .open = open, .into = top};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        size_t len = strlen(lines[i]);
        if (len > 0 && lines[i][len - 1] == '\r')
            lines[i][len - 1] = '\0';
        if (!read_line(&reader, top, lines[i], i + 1, error))
            return NULL;
    }
    const struct piece *left_open = innermost(&reader);
    if (left_open) {
        fail(error, name, left_open->line, left_open->column, "%s is not closed", tag_text[left_open->kind]);
        return NULL;
    }
    return g_steal_pointer(&top);
}

/* Carrying it out. */

static bool
find_slot(struct slot *slot, const char *inner, const struct view *scope)
{
    const char *table = after_prefix(inner, "table:"), *chart = after_prefix(inner, "chart:");
    if (table)
        slot->table = view_table(scope, table);
    else if (chart)
        slot->chart = view_chart(scope, chart);
    else
        slot->value = view_value(scope, inner);
    return slot->table || slot->chart || slot->value;
}

static bool
add_slot(struct template *out, char *inner, guint line, guint column, const struct view *scope, GError **error)
{
    g_strstrip(inner);
    if (is_block_word(inner))
        return fail(error, out->name, line, column, "{{%s}} must stand on a line of its own", inner);
    if (!is_condition(inner))
        return fail(error, out->name, line, column, "'%s' is not a name (letters, digits, _ . -)", inner);
    struct slot slot = {.line = line, .column = column};
    if (!find_slot(&slot, inner, scope))
        return fail(
            error, out->name, line, column, "nothing is named '%s' here (--list-names prints all names)", inner);
    g_string_append_printf(out->markdown, TEMPLATE_SLOT_OPEN "%u" TEMPLATE_SLOT_CLOSE, out->slots->len);
    g_array_append_val(out->slots, slot);
    return true;
}

static bool
expand_line(struct template *out, const struct piece *piece, const struct view *scope, GError **error)
{
    const char *at = piece->text;
    for (const char *tag; (tag = strstr(at, "{{")) != NULL;) {
        g_string_append_len(out->markdown, at, tag - at);
        if (tag > piece->text && tag[-1] == '\\') {
            g_string_append(out->markdown, "{{");
            at = tag + 2;
            continue;
        }
        guint column = column_of(piece->text, tag);
        const char *end = strstr(tag + 2, "}}");
        if (!end)
            return fail(error, out->name, piece->line, column, "{{ is not closed by }} on its line");
        g_autofree char *inner = g_strndup(tag + 2, (size_t)(end - tag) - 2);
        if (!add_slot(out, inner, piece->line, column, scope, error))
            return false;
        at = end + 2;
    }
    g_string_append(out->markdown, at);
    g_string_append_c(out->markdown, '\n');
    g_array_append_val(out->lines, piece->line);
    if (out->markdown->len > TEMPLATE_MAX_EXPANDED_BYTES)
        return fail(error, out->name, piece->line, 1, "the filled template is longer than %d bytes",
            TEMPLATE_MAX_EXPANDED_BYTES);
    return true;
}

static bool
condition_holds(const char *text, const struct view *scope)
{
    struct slot slot = {0};
    if (find_slot(&slot, text, scope))
        return !slot.value || *slot.value;
    const GPtrArray *elements = view_elements(scope, text);
    return elements && elements->len > 0;
}

static bool expand_pieces(struct template *out, const GPtrArray *pieces, const struct view *scope, GError **error);

static bool
expand_each(struct template *out, const struct piece *piece, const struct view *scope, GError **error)
{
    const GPtrArray *elements = view_elements(scope, piece->text);
    if (!elements)
        return fail(error, out->name, piece->line, piece->column,
            "no list is named '%s' here (--list-names prints all names)", piece->text);
    if (elements->len == 0)
        return !piece->otherwise || expand_pieces(out, piece->otherwise, scope, error);
    for (guint i = 0; i < elements->len; i++)
        if (!expand_pieces(out, piece->body, elements->pdata[i], error))
            return false;
    return true;
}

static bool
expand_if(struct template *out, const struct piece *piece, const struct view *scope, GError **error)
{
    const GPtrArray *pieces = condition_holds(piece->text, scope) ? piece->body : piece->otherwise;
    return !pieces || expand_pieces(out, pieces, scope, error);
}

/* Recursion is bounded by TEMPLATE_MAX_DEPTH. */
static bool
expand_pieces(struct template *out, const GPtrArray *pieces, const struct view *scope, GError **error)
{
    static bool (*const expand[])(struct template *, const struct piece *, const struct view *, GError **) = {
        [PIECE_LINE] = expand_line, [PIECE_EACH] = expand_each, [PIECE_IF] = expand_if};
    for (guint i = 0; i < pieces->len; i++) {
        const struct piece *piece = pieces->pdata[i];
        if (!expand[piece->kind](out, piece, scope, error))
            return false;
    }
    return true;
}

static bool
check_text(const char *text, const char *name, GError **error)
{
    size_t len = strlen(text);
    const char *bad = NULL;
    if (len > TEMPLATE_MAX_BYTES)
        return fail(error, name, 1, 1, "the template is longer than %d bytes", TEMPLATE_MAX_BYTES);
    const char *what = "not UTF-8";
    if (g_utf8_validate(text, (gssize)len, &bad)) {
        const char *open = strstr(text, TEMPLATE_SLOT_OPEN), *close = strstr(text, TEMPLATE_SLOT_CLOSE);
        bad = !open || (close && close < open) ? close : open;
        what = "a noncharacter (U+FDD0 or U+FDD1)";
        if (!bad)
            return true;
    }
    guint line = 1;
    const char *line_start = text;
    for (const char *at = text; at < bad; at++)
        if (*at == '\n') {
            line++;
            line_start = at + 1;
        }
    return fail(error, name, line, column_of(line_start, bad), "%s", what);
}

struct template *
template_expand(const char *text, const char *name, const struct view *view, GError **error)
{
    if (!check_text(text, name, error))
        return NULL;
    g_autoptr(GPtrArray) pieces = read_pieces(text, name, error);
    if (!pieces)
        return NULL;
    g_autoptr(Template) out = g_new0(struct template, 1);
    out->name = g_strdup(name);
    out->markdown = g_string_new(NULL);
    out->slots = g_array_new(FALSE, FALSE, sizeof(struct slot));
    out->lines = g_array_new(FALSE, FALSE, sizeof(guint));
    return expand_pieces(out, pieces, view, error) ? g_steal_pointer(&out) : NULL;
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
    g_free(template->name);
    g_string_free(template->markdown, TRUE);
    g_array_unref(template->slots);
    g_array_unref(template->lines);
    g_free(template);
}
