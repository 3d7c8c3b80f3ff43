/* XML forms of a report: XHTML, documents that carry its tables, and active reports. */
#include "active_report.h"
#include "awr_forms.h"
#include "error.h"

#include <string.h>

static bool
has(const char *text, size_t len, const char *lower, const char *upper)
{
    return memmem(text, len, lower, strlen(lower)) || memmem(text, len, upper, strlen(upper));
}

/* Blanks the marks of CDATA sections: what is in them is markup here. */
static void
open_cdata(char *text, size_t len)
{
    static const char *const marks[] = {"<![CDATA[", "]]>"};
    for (size_t m = 0; m < G_N_ELEMENTS(marks); m++) {
        size_t mark_len = strlen(marks[m]);
        for (char *p = text, *end = text + len; (p = memmem(p, (size_t)(end - p), marks[m], mark_len)) != NULL;)
            memset(p, ' ', mark_len);
    }
}

/* A document that carries its tables escaped: "&lt;table" becomes "<table", once. Shortens the text. */
static size_t
unescape(char *text, size_t len)
{
    static const struct {
        const char *name;
        char c;
    } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
    size_t out = 0;
    for (size_t i = 0; i < len; out++) {
        size_t taken = 1;
        text[out] = text[i];
        for (size_t e = 0; text[i] == '&' && e < G_N_ELEMENTS(entities); e++) {
            size_t name_len = strlen(entities[e].name);
            if (len - i >= name_len && memcmp(text + i, entities[e].name, name_len) == 0) {
                text[out] = entities[e].c;
                taken = name_len;
                break;
            }
        }
        i += taken;
    }
    text[out] = '\0';
    return out;
}

static size_t
name_length(const char *p, const char *end)
{
    size_t len = 0;
    while (p + len < end && (g_ascii_isalnum(p[len]) || strchr("_-:.", p[len])) && p[len])
        len++;
    return len;
}

/* The element that the document begins with is closed at its end. */
static bool
is_closed(const char *text, size_t len)
{
    const char *end = text + len, *root = text;
    while ((root = memchr(root, '<', (size_t)(end - root))) != NULL && root + 1 < end && !g_ascii_isalpha(root[1]))
        root++;
    while (end > text && g_ascii_isspace(end[-1]))
        end--;
    const char *last = memrchr(text, '<', (size_t)(end - text));
    if (!root || !last || last[1] != '/' || end[-1] != '>')
        return false;
    size_t name = name_length(root + 1, end);
    return name_length(last + 2, end) == name && memcmp(root + 1, last + 2, name) == 0;
}

/* An active report that is not packed stands in a script of its page: *text moves to its <report>. Returns how long the
 * document is; other ones are their whole file. */
static size_t
document_of(const char **text, size_t len)
{
    static const char close[] = "</report>";
    const char *open = active_report_find(*text, len) ? memmem(*text, len, "<report", 7) : NULL;
    if (!open)
        return len;
    const char *end = *text + len, *last = NULL;
    for (const char *p = open; (p = memmem(p, (size_t)(end - p), close, sizeof close - 1)) != NULL;)
        last = p += sizeof close - 1;
    *text = open;
    return (size_t)((last ? last : end) - open);
}

static void
refuse(GError **error, const char *path, const char *component)
{
    if (*component)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: an active report of the component \"%s\", without tables of AWR; make the AWR report of the same time "
            "with awrrpt.sql, as HTML or text",
            path, component);
    else
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: XML without tables of an AWR report and without rows of DBA_HIST views; make the report with "
            "awrrpt.sql, as HTML or text",
            path);
}

char *
awr_xml_open(const char *text, size_t len, const char *path, size_t *out_len, bool *out_whole, GError **error)
{
    char component[ACTIVE_COMPONENT_MAX];
    bool whole = true;
    size_t size = 0;
    char *opened = active_report_unpack(text, len, ACTIVE_BYTES_MAX, &size, &whole);
    active_report_component(opened ? opened : text, opened ? size : len, component);
    if (!*component)
        active_report_component(text, len, component);
    if (!opened) {
        size = document_of(&text, len);
        opened = g_malloc(size + 1);
        memcpy(opened, text, size);
        opened[size] = '\0';
        whole = true;
    }
    whole = whole && is_closed(opened, size);
    open_cdata(opened, size);
    if (!has(opened, size, "<table", "<TABLE") && has(opened, size, "&lt;table", "&lt;TABLE"))
        size = unescape(opened, size);
    if (!has(opened, size, "<table", "<TABLE")) {
        refuse(error, path, component);
        g_free(opened);
        return NULL;
    }
    *out_len = size;
    *out_whole = whole;
    return opened;
}
