#include "json_reader.h"

#include <string.h>

#define JSON_BLOCK ((size_t)65536)
#define NO_BYTE (-1)

void
json_reader_init(struct json_reader *reader, struct stream *stream)
{
    *reader = (struct json_reader){
        .stream = stream, .buffer = g_malloc(JSON_BLOCK), .line = 1, .text = g_string_sized_new(128)};
}

void
json_reader_clear(struct json_reader *reader)
{
    g_clear_pointer(&reader->buffer, g_free);
    if (reader->text != NULL)
        g_string_free(g_steal_pointer(&reader->text), TRUE);
}

static bool
json_fill(struct json_reader *reader, GError **error)
{
    if (reader->at_end)
        return false;
    gssize got = stream_read(reader->stream, reader->buffer, JSON_BLOCK, error);
    reader->begin = 0;
    reader->end = got > 0 ? (size_t)got : 0;
    reader->at_end = got <= 0;
    return got > 0;
}

/* The next byte without taking it. */
static int
json_peek(struct json_reader *reader, GError **error)
{
    if (reader->begin == reader->end && !json_fill(reader, error))
        return NO_BYTE;
    return (unsigned char)reader->buffer[reader->begin];
}

static int
json_take(struct json_reader *reader, GError **error)
{
    int byte = json_peek(reader, error);
    if (byte != NO_BYTE)
        reader->begin++;
    if (byte == '\n')
        reader->line++;
    return byte;
}

static void
append(struct json_reader *reader, const char *bytes, size_t len)
{
    size_t room = JSON_TEXT_MAX - reader->text->len;
    g_string_append_len(reader->text, bytes, (gssize)MIN(len, room));
}

/* \uXXXX; a surrogate stays what it is not: a replacement character. NUL becomes a blank, for names are C strings. */
static bool
json_unicode(struct json_reader *reader, GError **error)
{
    gunichar code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = g_ascii_xdigit_value((gchar)json_take(reader, error));
        if (digit < 0)
            return false;
        code = code * 16 + (gunichar)digit;
    }
    char utf8[6];
    if (!g_unichar_validate(code))
        code = 0xFFFD;
    append(reader, utf8, (size_t)g_unichar_to_utf8(code == 0 ? ' ' : code, utf8));
    return true;
}

static bool
json_escape(struct json_reader *reader, GError **error)
{
    static const char letters[] = "bfnrt\"\\/", bytes[] = "\b\f\n\r\t\"\\/";
    int byte = json_take(reader, error);
    if (byte == 'u')
        return json_unicode(reader, error);
    const char *letter = byte > 0 ? strchr(letters, byte) : NULL;
    if (letter != NULL)
        append(reader, &bytes[letter - letters], 1);
    return byte != NO_BYTE;
}

/* The plain bytes of a string that are at hand. */
static void
json_plain_run(struct json_reader *reader)
{
    const char *bytes = reader->buffer;
    size_t at = reader->begin;
    while (at < reader->end && bytes[at] != '"' && bytes[at] != '\\' && bytes[at] != '\n' && bytes[at] != '\0')
        at++;
    append(reader, bytes + reader->begin, at - reader->begin);
    reader->begin = at;
}

/* A string up to its quote. A line break ends it as well: it cannot be in one, and the quote was lost. */
static bool
json_string(struct json_reader *reader, GError **error)
{
    for (;;) {
        json_plain_run(reader);
        int byte = json_take(reader, error);
        if (byte == NO_BYTE || byte == '\n')
            return false;
        if (byte == '"')
            return true;
        char character = byte == 0 ? ' ' : (char)byte;
        if (byte != '\\')
            append(reader, &character, 1);
        else if (!json_escape(reader, error))
            return false;
    }
}

static bool
is_run_byte(char c)
{
    return g_ascii_isalnum(c) || c == '.' || c == '-' || c == '+' || c == '_';
}

/* A number or a word: letters, digits and the signs of numbers. False where the stream ends behind it. */
static bool
json_run(struct json_reader *reader, GError **error)
{
    while (json_peek(reader, error) != NO_BYTE) {
        size_t at = reader->begin;
        while (at < reader->end && is_run_byte(reader->buffer[at]))
            at++;
        append(reader, reader->buffer + reader->begin, at - reader->begin);
        reader->begin = at;
        if (at < reader->end)
            return true;
    }
    return false;
}

/* The first byte of the next token; blanks, commas, colons and garbage are passed over. */
static int
json_token_start(struct json_reader *reader, GError **error)
{
    int byte;
    while ((byte = json_peek(reader, error)) != NO_BYTE) {
        if (byte == '{' || byte == '}' || byte == '[' || byte == ']' || byte == '"' || byte == '-' ||
            g_ascii_isalnum(byte))
            return byte;
        if (byte != ' ' && byte != ',' && byte != ':' && byte != '\t' && byte != '\r' && byte != '\n')
            reader->garbage++;
        (void)json_take(reader, error);
    }
    return NO_BYTE;
}

enum json_kind
json_reader_next(struct json_reader *reader, struct json_token *out, GError **error)
{
    int byte = json_token_start(reader, error);
    *out = (struct json_token){.kind = JSON_END, .text = "", .line = reader->line};
    if (byte == NO_BYTE)
        return JSON_END;
    g_string_truncate(reader->text, 0);
    if (strchr("{}[]\"", byte) != NULL)
        reader->begin++;
    if (byte == '{')
        out->kind = JSON_OBJECT;
    else if (byte == '[')
        out->kind = JSON_ARRAY;
    else if (byte == '}' || byte == ']')
        out->kind = JSON_CLOSE;
    else if (byte == '"') {
        out->kind = JSON_STRING;
        out->cut = !json_string(reader, error);
    } else {
        out->kind = byte == '-' || g_ascii_isdigit(byte) ? JSON_NUMBER : JSON_WORD;
        out->cut = !json_run(reader, error);
    }
    out->text = reader->text->str;
    out->len = reader->text->len;
    return out->kind;
}
