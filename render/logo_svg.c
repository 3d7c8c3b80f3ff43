#include "logo_svg.h"

#include "error.h"
#include "logo.h"

#include <libxml/parser.h>
#include <string.h>

#define SVG_NAMESPACE "http://www.w3.org/2000/svg"
#define DEPTH_MAX 64

/* Elements of SVG that are shapes, paint or structure. What is in another namespace (an editor's notes) is not drawn.
 */
static const char *const allowed[] = {"svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "style", "title",
    "desc", "metadata", "switch", NULL};

struct check {
    xmlParserCtxtPtr parser;
    const char *name;
    unsigned nodes, depth;
    bool in_style;
    GString *style; /* text of all style elements */
    GError **error;
    bool failed;
};

static void refuse(struct check *check, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void
refuse(struct check *check, const char *format, ...)
{
    if (check->failed)
        return;
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(check->error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s:%d: %s", check->name,
        xmlSAX2GetLineNumber(check->parser), text);
    /* The parser is left to read on, since stopping it here would free what the caller still looks at. */
    check->failed = true;
}

/* A text of style or presentation may refer to parts of this drawing only: url(#a). CSS escapes could hide a url. */
static bool
refers_outside(const char *style)
{
    g_autofree char *lower = g_ascii_strdown(style, -1);
    if (strchr(lower, '\\') || strstr(lower, "@import") || strstr(lower, "@font-face"))
        return true;
    for (const char *at = strstr(lower, "url("); at; at = strstr(at + 1, "url(")) {
        const char *target = at + 4;
        target += strspn(target, " \t\r\n'\"");
        if (*target != '#')
            return true;
    }
    return false;
}

static void
attribute_check(struct check *check, const char *name, const char *value)
{
    bool is_script = g_ascii_strncasecmp(name, "on", 2) == 0;
    bool is_link = strcmp(name, "href") == 0 && value[strspn(value, " \t\r\n")] != '#';
    if (is_script || is_link || refers_outside(value))
        refuse(check, "%s=\"%.60s\": a logo may refer to nothing outside of its file and run nothing", name, value);
}

static void
element_begin(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
    const xmlChar **namespace_list, int attributes, int defaulted, const xmlChar **attribute)
{
    struct check *check = data;
    if (check->failed)
        return;
    bool is_svg = uri && strcmp((const char *)uri, SVG_NAMESPACE) == 0;
    if (check->nodes == 0 && (!is_svg || strcmp((const char *)name, "svg") != 0))
        refuse(check, "the element svg of %s was expected, saw %.60s", SVG_NAMESPACE, (const char *)name);
    if (++check->nodes > LOGO_NODES_MAX)
        refuse(check, "more than %d elements", LOGO_NODES_MAX);
    if (++check->depth > DEPTH_MAX)
        refuse(check, "elements are nested deeper than %d", DEPTH_MAX);
    if (is_svg && !g_strv_contains(allowed, (const char *)name))
        refuse(check,
            "<%.60s>: a logo is made of shapes alone; turn text into paths and take out pictures, filters and "
            "scripts, or use a PNG",
            (const char *)name);
    check->in_style = is_svg && strcmp((const char *)name, "style") == 0;
    for (int i = 0; is_svg && !check->failed && i < attributes; i++) {
        const xmlChar *from = attribute[5 * i + 3], *to = attribute[5 * i + 4];
        g_autofree char *value = g_strndup((const char *)from, (gsize)(to - from));
        attribute_check(check, (const char *)attribute[5 * i], value);
    }
}

static void
element_end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    struct check *check = data;
    check->depth -= check->depth > 0;
    check->in_style = false;
}

static void
text_seen(void *data, const xmlChar *text, int len)
{
    struct check *check = data;
    if (check->in_style)
        g_string_append_len(check->style, (const char *)text, len);
}

/* Entities could grow without bound or name files. */
static void
entity_seen(void *data, const xmlChar *name, int type, const xmlChar *external, const xmlChar *system, xmlChar *content)
{
    refuse(data, "the entity %.60s: a logo may declare none", (const char *)name);
}

static void
instruction_seen(void *data, const xmlChar *target, const xmlChar *text)
{
    refuse(data, "<?%.60s ...?>: a logo may refer to nothing outside of its file", (const char *)target);
}

static void
fault_seen(void *data, xmlErrorPtr fault)
{
    struct check *check = data;
    if (fault->level >= XML_ERR_ERROR) {
        g_autofree char *text = g_strdup(fault->message ? fault->message : "not well-formed");
        refuse(check, "not an SVG that can be read: %s", g_strchomp(text));
    }
}

bool
logo_svg_check(const char *bytes, gsize len, const char *name, GError **error)
{
    struct check check = {.name = name, .error = error, .style = g_string_new(NULL)};
    xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC,
        .startElementNs = element_begin,
        .endElementNs = element_end,
        .characters = text_seen,
        .cdataBlock = text_seen,
        .entityDecl = entity_seen,
        .processingInstruction = instruction_seen,
        .serror = (xmlStructuredErrorFunc)fault_seen};
    check.parser = xmlCreatePushParserCtxt(&handler, &check, NULL, 0, NULL);
    xmlCtxtUseOptions(check.parser, XML_PARSE_NONET | XML_PARSE_NOWARNING);
    xmlParseChunk(check.parser, bytes, (int)len, 1);
    if (!check.failed && refers_outside(check.style->str))
        refuse(&check, "<style>: a logo may refer to nothing outside of its file");
    if (!check.failed && (check.nodes == 0 || !check.parser->wellFormed))
        refuse(&check, "not an SVG that can be read");
    if (check.parser->myDoc) /* begun for a document type */
        xmlFreeDoc(check.parser->myDoc);
    xmlFreeParserCtxt(check.parser);
    g_string_free(check.style, TRUE);
    return !check.failed;
}
