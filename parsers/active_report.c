#include "active_report.h"

#include <glib.h>
#include <string.h>
#include <zlib.h>

#define TAG_MAX 2000 /* bytes of the <report> tag */
#define BLOCK_BYTES ((size_t)65536)

/* The tag "<report ...>" in the text: its begin, and its '>' in *out_end; NULL where it is not there, or cut. */
static const char *
report_tag(const char *text, size_t len, const char **out_end)
{
    const char *end = text + len;
    for (const char *p = text; (p = memmem(p, (size_t)(end - p), "<report", 7)) != NULL; p += 7) {
        const char *close = memchr(p, '>', MIN((size_t)(end - p), TAG_MAX));
        if (close && (p[7] == '>' || g_ascii_isspace(p[7]))) {
            *out_end = close;
            return p;
        }
    }
    return NULL;
}

bool
active_report_find(const char *text, size_t len)
{
    const char *end;
    return report_tag(text, len, &end) && memmem(text, len, "/orarep/", 8);
}

static bool
attribute_is(const char *tag, const char *end, const char *name, const char *value)
{
    size_t name_len = strlen(name), value_len = strlen(value);
    for (const char *p = tag; (p = memmem(p, (size_t)(end - p), name, name_len)) != NULL; p += name_len) {
        const char *v = p + name_len;
        if ((size_t)(end - v) >= value_len + 3 && v[0] == '=' && (v[1] == '"' || v[1] == '\'') &&
            memcmp(v + 2, value, value_len) == 0 && v[value_len + 2] == v[1])
            return true;
    }
    return false;
}

/* Inflates `packed` into a new text of at most `limit` bytes. */
static char *
inflate_text(const guchar *packed, size_t len, size_t limit, size_t *out_len, bool *out_whole)
{
    z_stream stream = {.next_in = (Bytef *)packed, .avail_in = (uInt)MIN(len, (size_t)G_MAXUINT32)};
    if (inflateInit(&stream) != Z_OK)
        return NULL;
    GString *out = g_string_new(NULL);
    int status = Z_OK;
    while (status == Z_OK && out->len < limit) {
        size_t at = out->len, room = MIN(BLOCK_BYTES, limit - at);
        g_string_set_size(out, at + room);
        stream.next_out = (Bytef *)out->str + at;
        stream.avail_out = (uInt)room;
        status = inflate(&stream, Z_NO_FLUSH);
        g_string_truncate(out, at + room - stream.avail_out);
    }
    inflateEnd(&stream);
    *out_whole = status == Z_STREAM_END;
    *out_len = out->len;
    if (!out->len) {
        g_string_free(out, TRUE);
        return NULL;
    }
    for (char *p = out->str; (p = memchr(p, '\0', out->len - (size_t)(p - out->str))) != NULL;)
        *p = ' ';
    return g_string_free(out, FALSE);
}

char *
active_report_unpack(const char *text, size_t len, size_t limit, size_t *out_len, bool *out_whole)
{
    const char *end = text + len, *close;
    *out_whole = false;
    *out_len = 0;
    for (const char *tag = text; (tag = report_tag(tag, (size_t)(end - tag), &close)) != NULL; tag = close) {
        if (!attribute_is(tag, close, "encode", "base64") || !attribute_is(tag, close, "compress", "zlib"))
            continue;
        const char *from = close + 1;
        while (from < end && *from == '<') { /* <report_id> may stand before the stream */
            const char *next = memmem(from, (size_t)(end - from), "</report_id>", 12);
            from = next ? next + 12 : end;
            while (from < end && g_ascii_isspace(*from))
                from++;
        }
        const char *stop = memchr(from, '<', (size_t)(end - from));
        size_t packed_len = (size_t)((stop ? stop : end) - from);
        g_autofree guchar *packed = g_malloc(packed_len / 4 * 3 + 3);
        int state = 0;
        guint save = 0;
        packed_len = g_base64_decode_step(from, packed_len, packed, &state, &save);
        return inflate_text(packed, packed_len, limit, out_len, out_whole);
    }
    return NULL;
}

bool
active_report_component(const char *text, size_t len, char out[ACTIVE_COMPONENT_MAX])
{
    const char *end = text + len, *mark = memmem(text, len, "/orarep/", 8);
    size_t n = 0;
    for (const char *p = mark ? mark + 8 : end; p < end && n < ACTIVE_COMPONENT_MAX - 1; p++) {
        if (!g_ascii_isalnum(*p) && *p != '_' && *p != '-')
            break;
        out[n++] = g_ascii_tolower(*p);
    }
    out[n] = '\0';
    return n > 0;
}
