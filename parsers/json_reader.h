/* JSON as a stream of tokens: for logs of any size, cut anywhere, with commas missing or too many (as iostat -y wrote).
 *
 *     g_auto(JsonReader) reader;
 *     json_reader_init(&reader, stream);
 *     struct json_token token;
 *     while (json_reader_next(&reader, &token, &error) != JSON_END) ...
 *
 * Commas and colons are passed over like blanks: the tokens of {"a": 1} are OBJECT, STRING a, NUMBER 1, CLOSE. Nesting
 * is left to the reader of the tokens. What is no JSON is passed over byte by byte and counted. Several documents in a
 * row are one stream of tokens.
 */
#pragma once

#include "source.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define JSON_TEXT_MAX 4096 /* longer strings are cut */

enum json_kind { JSON_END, JSON_OBJECT, JSON_ARRAY, JSON_CLOSE, JSON_STRING, JSON_NUMBER, JSON_WORD };

struct json_token {
    enum json_kind kind;
    const char
        *text; /* of a string (unescaped, UTF-8 or as in the file), a number or a word; NUL-terminated; borrowed */
    size_t len;
    uint64_t line; /* from 1 */
    bool cut;      /* the stream ended inside it */
};

struct json_reader {
    struct stream *stream; /* borrowed */
    char *buffer;
    size_t begin, end;
    uint64_t line;
    uint64_t garbage; /* bytes that are no JSON */
    bool at_end;
    GString *text;
};

typedef struct json_reader JsonReader;

void json_reader_init(struct json_reader *reader, struct stream *stream);
void json_reader_clear(struct json_reader *reader);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(JsonReader, json_reader_clear)

/* The next token; its kind is returned too. JSON_END at the end of the stream, and with an error set where it cannot be
 * read. */
enum json_kind json_reader_next(struct json_reader *reader, struct json_token *out, GError **error);
