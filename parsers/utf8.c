#include "utf8.h"

#include <glib.h>
#include <libxml/parser.h>
#include <string.h>

static char *
latin1_to_utf8(const char *text, size_t len, size_t *out_len)
{
    GString *out = g_string_sized_new(len + len / 8);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x80) {
            g_string_append_c(out, (char)c);
        } else {
            g_string_append_c(out, (char)(0xc0 | (c >> 6)));
            g_string_append_c(out, (char)(0x80 | (c & 0x3f)));
        }
    }
    *out_len = out->len;
    return g_string_free(out, FALSE);
}

char *
utf8_text(char *text, size_t *len)
{
    if (*len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        memset(text, ' ', 3);
    bool little = *len >= 2 && memcmp(text, "\xff\xfe", 2) == 0;
    bool big = *len >= 2 && memcmp(text, "\xfe\xff", 2) == 0;
    if (little || big) {
        gsize written = 0;
        char *converted =
            g_convert(text + 2, (gssize)*len - 2, "UTF-8", little ? "UTF-16LE" : "UTF-16BE", NULL, &written, NULL);
        if (converted) {
            g_free(text);
            text = converted;
            *len = written;
        }
    }
    for (char *p = text; (p = memchr(p, '\0', *len - (size_t)(p - text))) != NULL;)
        *p = ' ';
    if (g_utf8_validate(text, (gssize)*len, NULL))
        return text;
    char *converted = latin1_to_utf8(text, *len, len);
    g_free(text);
    return converted;
}

void
utf8_xml_ready(void)
{
    static gsize is_ready;
    if (g_once_init_enter(&is_ready)) {
        xmlInitParser();
        g_once_init_leave(&is_ready, 1);
    }
}

uint64_t
utf8_lines(const char *text, const char *end)
{
    uint64_t lines = 0;
    for (const char *p = text; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
        lines++;
    return lines;
}
