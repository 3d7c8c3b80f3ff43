#include "template_read.h"

#include "error.h"
#include "language.h"
#include "resource.h"

#include <stdarg.h>
#include <string.h>

static void
piece_free(void *data)
{
    struct piece *piece = data;
    g_free(piece->text);
    g_clear_pointer(&piece->body, g_ptr_array_unref);
    g_free(piece);
}

static GPtrArray *
pieces_new(void)
{
    return g_ptr_array_new_with_free_func(piece_free);
}

bool
template_fail(GError **error, const struct template_place *place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(
        error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s:%u:%u: %s", place->file, place->line, place->column, text);
    return false;
}

const char *
template_after_prefix(const char *text, const char *prefix)
{
    return g_str_has_prefix(text, prefix) ? text + strlen(prefix) : NULL;
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

static bool
is_tag_name(const char *text)
{
    const char *table = template_after_prefix(text, "table:"), *chart = template_after_prefix(text, "chart:");
    return is_name(table ? table : chart ? chart : text);
}

/* Reading one file; parts are files of their own. */
struct reader {
    const struct template_source *source;
    GStringChunk *strings;
    guint depth; /* of sections and parts */
    const char *at;
    const char *line_start;
    struct template_place place; /* of `at`; its column is kept by place_at */
    GPtrArray *open;             /* struct piece *: sections not yet closed, borrowed */
    GPtrArray *top;
};

static struct template_place
place_at(const struct reader *reader, const char *at)
{
    struct template_place place = reader->place;
    place.column = (guint)g_utf8_strlen(reader->line_start, at - reader->line_start) + 1;
    return place;
}

/* Moves on to `to`, counting lines. */
static void
advance(struct reader *reader, const char *to)
{
    for (; reader->at < to; reader->at++) {
        if (*reader->at != '\n')
            continue;
        reader->place.line++;
        reader->line_start = reader->at + 1;
    }
}

static GPtrArray *
into(const struct reader *reader)
{
    return reader->open->len > 0 ? ((struct piece *)reader->open->pdata[reader->open->len - 1])->body : reader->top;
}

static struct piece *
add_piece(struct reader *reader, enum piece_kind kind, struct template_place place, const char *text, size_t len)
{
    struct piece *piece = g_new0(struct piece, 1);
    *piece = (struct piece){.kind = kind, .place = place, .text = g_strndup(text, len)};
    g_ptr_array_add(into(reader), piece);
    return piece;
}

static void
add_text(struct reader *reader, const char *to)
{
    if (to > reader->at)
        add_piece(reader, PIECE_TEXT, place_at(reader, reader->at), reader->at, (size_t)(to - reader->at));
    advance(reader, to);
}

static GPtrArray *read_file(const struct template_source *source, GStringChunk *strings, const char *text,
    const char *name, guint depth, GError **error);

/* The user's own part where there is one, else the one compiled in. */
static char *
part_text(const struct template_source *source, const char *name, const struct template_place *place, GError **error)
{
    g_autofree char *file = g_strconcat(name, ".md", NULL);
    g_autofree char *own = source->folder ? g_build_filename(source->folder, file, NULL) : NULL;
    char *text = NULL;
    if (own && g_file_test(own, G_FILE_TEST_EXISTS)) {
        g_autoptr(GError) fault = NULL;
        if (!g_file_get_contents(own, &text, NULL, &fault))
            template_fail(error, place, "the part %s cannot be read: %s", own, fault->message);
        return text;
    }
    g_autofree char *inside = g_strconcat("parts/", file, NULL);
    text = resource_text_if_any(inside);
    if (!text)
        template_fail(
            error, place, "there is no part '%s': neither a file %s nor one compiled in", name, own ? own : file);
    return text;
}

static bool
add_part(struct reader *reader, const char *name, const struct template_place *place, GError **error)
{
    guint depth = reader->depth + reader->open->len + 1;
    if (depth > TEMPLATE_MAX_DEPTH)
        return template_fail(error, place, "more than %d sections and parts within each other", TEMPLATE_MAX_DEPTH);
    g_autofree char *text = part_text(reader->source, name, place, error);
    g_autofree char *file = g_strconcat(name, ".md", NULL);
    g_autoptr(GPtrArray) body = text ? read_file(reader->source, reader->strings, text, file, depth, error) : NULL;
    if (!body)
        return false;
    add_piece(reader, PIECE_PART, *place, name, strlen(name))->body = g_steal_pointer(&body);
    return true;
}

static bool
open_section(
    struct reader *reader, enum piece_kind kind, const char *name, const struct template_place *place, GError **error)
{
    if (reader->depth + reader->open->len >= TEMPLATE_MAX_DEPTH)
        return template_fail(error, place, "more than %d sections and parts within each other", TEMPLATE_MAX_DEPTH);
    struct piece *section = add_piece(reader, kind, *place, name, strlen(name));
    section->body = pieces_new();
    g_ptr_array_add(reader->open, section);
    return true;
}

static bool
close_section(struct reader *reader, const char *name, const struct template_place *place, GError **error)
{
    if (reader->open->len == 0)
        return template_fail(error, place, "{{/%s}} closes a section that is not open", name);
    const struct piece *section = reader->open->pdata[reader->open->len - 1];
    if (strcmp(section->text, name) != 0)
        return template_fail(
            error, place, "the section '%s' of line %u is closed by {{/%s}}", section->text, section->place.line, name);
    g_ptr_array_set_size(reader->open, (int)reader->open->len - 1);
    return true;
}

/* A tag between its braces. */
struct tag {
    char sigil; /* '#', '^', '/', '>', '!', or 0 for a value */
    const char *begin, *end;
    char *name; /* owned */
};

static bool
find_tag(struct tag *tag, const struct template_place *place, GError **error)
{
    const char *inner = tag->begin + 2, *close = strstr(inner, "}}");
    bool is_comment = *inner == '!';
    const char *line_end = strchr(inner, '\n');
    if (!close || (!is_comment && line_end && line_end < close))
        return template_fail(
            error, place, is_comment ? "{{! is not closed by }}" : "{{ is not closed by }} on its line");
    tag->sigil = *inner && strchr("#^/>!", *inner) ? *inner : '\0';
    tag->end = close + 2;
    if (strchr("{&=", *inner) && *inner)
        return template_fail(
            error, place, "{{%c is not known here: values are text, never markup, and tags are always {{ }}", *inner);
    g_autofree char *name = g_strndup(inner + (tag->sigil ? 1 : 0), (size_t)(close - inner) - (tag->sigil ? 1 : 0));
    tag->name = g_strdup(g_strstrip(name));
    if (tag->sigil == '#' && (g_str_has_prefix(tag->name, "if ") || g_str_has_prefix(tag->name, "each ")))
        return template_fail(error, place, "write {{#%s}} ... {{/%s}}, and {{^%s}} for what is shown without it",
            strchr(tag->name, ' ') + 1, strchr(tag->name, ' ') + 1, strchr(tag->name, ' ') + 1);
    if (!is_comment && !(tag->sigil == '>' ? is_name(tag->name) : is_tag_name(tag->name)))
        return template_fail(error, place, "'%s' is not a name (letters, digits, _ . -)", tag->name);
    return true;
}

/* Whether only blanks are beside the tag on its lines; then `from` and `to` are the whole lines. */
static bool
stands_alone(const struct reader *reader, const struct tag *tag, const char **from, const char **to)
{
    const char *before = tag->begin, *after = tag->end + strspn(tag->end, " \t");
    while (before > reader->line_start && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    if (*after == '\r')
        after++;
    if (before != reader->line_start || (*after != '\n' && *after != '\0'))
        return false;
    *from = before;
    *to = *after == '\n' ? after + 1 : after;
    return true;
}

static bool
add_tag(struct reader *reader, const struct tag *tag, const struct template_place *place, GError **error)
{
    switch (tag->sigil) {
    case '#':
        return open_section(reader, PIECE_SECTION, tag->name, place, error);
    case '^':
        return open_section(reader, PIECE_INVERTED, tag->name, place, error);
    case '/':
        return close_section(reader, tag->name, place, error);
    case '>':
        return add_part(reader, tag->name, place, error);
    case '!':
        return true;
    default:
        add_piece(reader, PIECE_SLOT, *place, tag->name, strlen(tag->name));
        return true;
    }
}

static bool
read_tag(struct reader *reader, const char *begin, GError **error)
{
    struct tag tag = {.begin = begin};
    struct template_place place = place_at(reader, begin);
    bool good = find_tag(&tag, &place, error);
    const char *from = begin, *to = tag.end;
    if (good && tag.sigil)
        stands_alone(reader, &tag, &from, &to);
    if (good) {
        if (from < begin) { /* blanks before a tag of its own line */
            struct piece *last = into(reader)->len > 0 ? into(reader)->pdata[into(reader)->len - 1] : NULL;
            if (last && last->kind == PIECE_TEXT)
                last->text[strlen(last->text) - (size_t)(begin - from)] = '\0';
        }
        good = add_tag(reader, &tag, &place, error);
        advance(reader, to);
    }
    g_free(tag.name);
    return good;
}

static bool
read_pieces(struct reader *reader, GError **error)
{
    for (const char *tag; (tag = strstr(reader->at, "{{")) != NULL;) {
        if (tag > reader->at && tag[-1] == '\\') {
            add_text(reader, tag - 1);
            advance(reader, tag);
            add_text(reader, tag + 2);
            continue;
        }
        add_text(reader, tag);
        if (!read_tag(reader, tag, error))
            return false;
    }
    add_text(reader, reader->at + strlen(reader->at));
    if (reader->open->len == 0)
        return true;
    const struct piece *left = reader->open->pdata[reader->open->len - 1];
    return template_fail(error, &left->place, "the section '%s' is not closed", left->text);
}

static bool
check_text(const char *text, const char *file, GError **error)
{
    size_t len = strlen(text);
    struct template_place place = {.file = file, .line = 1, .column = 1};
    if (len > TEMPLATE_MAX_BYTES)
        return template_fail(error, &place, "the template is longer than %d bytes", TEMPLATE_MAX_BYTES);
    const char *bad = NULL, *what = "not UTF-8";
    if (g_utf8_validate(text, (gssize)len, &bad)) {
        const char *open = strstr(text, TEMPLATE_SLOT_OPEN), *close = strstr(text, TEMPLATE_SLOT_CLOSE);
        bad = !open || (close && close < open) ? close : open;
        what = "a noncharacter (U+FDD0 or U+FDD1)";
        if (!bad)
            return true;
    }
    const char *line_start = text;
    for (const char *at = text; at < bad; at++)
        if (*at == '\n') {
            place.line++;
            line_start = at + 1;
        }
    place.column = (guint)g_utf8_strlen(line_start, bad - line_start) + 1;
    return template_fail(error, &place, "%s", what);
}

static GPtrArray *
read_file(const struct template_source *source, GStringChunk *strings, const char *text, const char *name, guint depth,
    GError **error)
{
    const char *file = g_string_chunk_insert_const(strings, name);
    if (!check_text(text, file, error))
        return NULL;
    g_autofree char *translated = language_lines(source->language, text);
    g_autofree char *words =
        *text && !g_str_has_suffix(translated, "\n") ? g_strconcat(translated, "\n", NULL) : g_strdup(translated);
    g_autoptr(GPtrArray) top = pieces_new(), open = g_ptr_array_new();
    struct reader reader = {.source = source,
        .strings = strings,
        .depth = depth,
        .at = words,
        .line_start = words,
        .place = {.file = file, .line = 1},
        .open = open,
        .top = top};
    return read_pieces(&reader, error) ? g_steal_pointer(&top) : NULL;
}

GPtrArray *
template_read(const struct template_source *source, GStringChunk *strings, GError **error)
{
    return read_file(source, strings, source->text, source->name, 0, error);
}
