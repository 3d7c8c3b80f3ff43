#include "document_fill.h"

#include "error.h"
#include "text.h"

#include <string.h>

/* How the value of a slot may look where it stands. */
enum fill {
    FILL_LINES,    /* text of a paragraph: line breaks kept, no empty lines, no white space at line ends */
    FILL_ONE_LINE, /* headings, link texts, inline code, titles */
    FILL_VERBATIM, /* code blocks: all but newlines at the end */
    FILL_URL,
};

static char *
trimmed_lines(const char *value)
{
    g_auto(GStrv) lines = g_strsplit(value, "\n", -1);
    GString *out = g_string_new(NULL);
    for (char **line = lines; *line; line++) {
        g_strstrip(*line);
        if (**line && out->len > 0)
            g_string_append_c(out, '\n');
        g_string_append(out, *line);
    }
    return g_string_free(out, FALSE);
}

static char *
value_for(const char *value, enum fill fill)
{
    if (fill == FILL_VERBATIM) {
        size_t len = strlen(value);
        while (len > 0 && value[len - 1] == '\n')
            len--;
        return g_strndup(value, len);
    }
    if (fill == FILL_LINES)
        return trimmed_lines(value);
    char *line = g_strstrip(text_clean(value, false));
    if (fill == FILL_ONE_LINE)
        return line;
    char *url = g_uri_escape_string(line, "!#$%&'()*+,/:;=?@[]", FALSE);
    g_free(line);
    return url;
}

/* A literal with its slots filled; NULL where it has none, or with an error. */
static char *
filled(const struct template *template, const char *literal, enum fill fill, GError **error)
{
    if (!literal || !strstr(literal, TEMPLATE_SLOT_OPEN))
        return NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    const char *at = literal;
    for (const char *mark; (mark = strstr(at, TEMPLATE_SLOT_OPEN)) != NULL;) {
        g_string_append_len(out, at, mark - at);
        const struct slot *slot = template_slot_at(template, mark, &at);
        if (!slot->value) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
                "%s:%u:%u: a table or chart must be a paragraph of its own, with empty lines around it",
                slot->place.file, slot->place.line, slot->place.column);
            return NULL;
        }
        g_autofree char *value = value_for(slot->value, fill);
        g_string_append(out, value);
    }
    g_string_append(out, at);
    return g_strdup(out->str);
}

static bool
is_on_one_line(cmark_node *node)
{
    for (; node; node = cmark_node_parent(node)) {
        cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_HEADING || type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
            return true;
    }
    return false;
}

/* Sets a text node; each further line becomes a line break and a text node of its own behind it. */
static void
set_text_lines(cmark_node *node, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    cmark_node_set_literal(node, lines[0] ? lines[0] : "");
    cmark_node *last = node;
    for (guint i = 1; lines[0] && lines[i]; i++) {
        cmark_node *line_break = cmark_node_new(CMARK_NODE_LINEBREAK);
        cmark_node_insert_after(last, line_break);
        last = cmark_node_new(CMARK_NODE_TEXT);
        cmark_node_set_literal(last, lines[i]);
        cmark_node_insert_after(line_break, last);
    }
}

static void
drop(cmark_node *node)
{
    cmark_node_unlink(node);
    cmark_node_free(node);
}

static bool
fill_literal(cmark_node *node, const struct template *template, GError **error)
{
    cmark_node_type type = cmark_node_get_type(node);
    enum fill fill = type == CMARK_NODE_CODE_BLOCK                     ? FILL_VERBATIM
                     : type == CMARK_NODE_CODE || is_on_one_line(node) ? FILL_ONE_LINE
                                                                       : FILL_LINES;
    GError *fault = NULL;
    g_autofree char *text = filled(template, cmark_node_get_literal(node), fill, &fault);
    if (text && *text == '\0' && type == CMARK_NODE_TEXT)
        drop(node);
    else if (text && fill == FILL_LINES)
        set_text_lines(node, text);
    else if (text)
        cmark_node_set_literal(node, text);
    if (fault)
        g_propagate_error(error, fault);
    return !fault;
}

/* A value must not bring a script or a local file behind a link. */
static bool
is_safe_url(const char *url)
{
    static const char *const safe[] = {"http:", "https:", "mailto:"};
    for (size_t i = 0; i < G_N_ELEMENTS(safe); i++)
        if (g_ascii_strncasecmp(url, safe[i], strlen(safe[i])) == 0)
            return true;
    return url[strcspn(url, ":/?#")] != ':';
}

static bool
fill_link(cmark_node *node, const struct template *template, GError **error)
{
    GError *fault = NULL;
    g_autofree char *url = filled(template, cmark_node_get_url(node), FILL_URL, &fault);
    g_autofree char *title = fault ? NULL : filled(template, cmark_node_get_title(node), FILL_ONE_LINE, &fault);
    if (url)
        cmark_node_set_url(node, is_safe_url(url) ? url : "");
    if (title)
        cmark_node_set_title(node, title);
    if (fault)
        g_propagate_error(error, fault);
    return !fault;
}

static bool
fill_fence(cmark_node *node, const struct template *template, GError **error)
{
    GError *fault = NULL;
    g_autofree char *info = filled(template, cmark_node_get_fence_info(node), FILL_URL, &fault);
    if (info)
        cmark_node_set_fence_info(node, info);
    if (fault)
        g_propagate_error(error, fault);
    return !fault && fill_literal(node, template, error);
}

/* Comments go; other HTML could not be shown in every format. */
static bool
drop_comment(cmark_node *node, const struct template *template, GError **error)
{
    g_autofree char *html = g_strstrip(g_strdup(cmark_node_get_literal(node)));
    const char *end = g_str_has_prefix(html, "<!--") ? strstr(html, "-->") : NULL;
    if (!end || end[3] != '\0') {
        int start = cmark_node_get_start_line(node);
        g_assert(start > 0 && (guint)start <= template->lines->len);
        const struct template_place *line = &g_array_index(template->lines, struct template_place, start - 1);
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "%s:%u:%d: HTML in a template cannot be shown in every format; write \\< for a literal <", line->file,
            line->line, cmark_node_get_start_column(node));
        return false;
    }
    drop(node);
    return true;
}

static bool
is_in_heading(cmark_node *node)
{
    while (node && cmark_node_get_type(node) != CMARK_NODE_HEADING)
        node = cmark_node_parent(node);
    return node != NULL;
}

/* A heading of several lines becomes one line: not every format can break it. */
static void
join_heading(cmark_node *line_break)
{
    if (!is_in_heading(line_break))
        return;
    cmark_node *space = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(space, " ");
    cmark_node_replace(line_break, space);
    cmark_node_free(line_break);
}

static bool
fill_node(cmark_node *node, const struct template *template, GError **error)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
    case CMARK_NODE_CODE:
        return fill_literal(node, template, error);
    case CMARK_NODE_CODE_BLOCK:
        return fill_fence(node, template, error);
    case CMARK_NODE_LINK:
    case CMARK_NODE_IMAGE:
        return fill_link(node, template, error);
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_HTML_INLINE:
        return drop_comment(node, template, error);
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
        join_heading(node);
        return true;
    default:
        return true;
    }
}

static bool
is_break(cmark_node *node)
{
    return cmark_node_get_type(node) == CMARK_NODE_SOFTBREAK || cmark_node_get_type(node) == CMARK_NODE_LINEBREAK;
}

static bool
is_blank(cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    return type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK ||
           (type == CMARK_NODE_TEXT &&
               strspn(cmark_node_get_literal(node), " ") == strlen(cmark_node_get_literal(node)));
}

/* An empty value may leave spaces at the beginning of a line, where Markdown would take what follows for code or a
 * rule. */
static void
trim_paragraph(cmark_node *paragraph)
{
    cmark_node *end;
    while ((end = cmark_node_last_child(paragraph)) != NULL && is_blank(end))
        drop(end);
    while ((end = cmark_node_first_child(paragraph)) != NULL && is_blank(end))
        drop(end);
    bool line_start = true;
    for (cmark_node *node = end; node; node = cmark_node_next(node)) {
        if (line_start && cmark_node_get_type(node) == CMARK_NODE_TEXT) {
            g_autofree char *text = g_strchug(g_strdup(cmark_node_get_literal(node)));
            cmark_node_set_literal(node, text);
        }
        line_start = is_break(node);
    }
}

/* What held nothing but empty values goes. */
static void
close_node(cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    bool needs_text = type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG;
    if (type == CMARK_NODE_PARAGRAPH)
        trim_paragraph(node);
    if (needs_text && !cmark_node_first_child(node))
        drop(node);
}

/* Nodes are changed at the ENTER of a leaf or an EXIT; what is inserted behind it is not visited, so no value is read
 * again.
 */
bool
document_fill(cmark_node *root, const struct template *template, GError **error)
{
    cmark_iter *iter = cmark_iter_new(root);
    cmark_event_type event;
    bool ok = true;
    while (ok && (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        if (event == CMARK_EVENT_ENTER)
            ok = fill_node(cmark_iter_get_node(iter), template, error);
        else
            close_node(cmark_iter_get_node(iter));
    }
    cmark_iter_free(iter);
    return ok;
}
