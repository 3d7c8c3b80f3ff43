#include "pdf_artifact.h"

#include <stdbool.h>
#include <string.h>

#define ARTIFACT_BEGIN "/Artifact BMC\n"
#define ARTIFACT_END "EMC\n"

/* The state of a walk over a content stream, token by token. */
struct walk {
    const char *content;
    gsize len, at;
    gsize operands; /* where the operands of the next operator begin */
    gsize copied;   /* all before it is in `out` */
    gsize stretch;  /* where what stands in no mark begins */
    bool paints;    /* something in that stretch does */
    unsigned marks; /* open BDC and BMC */
    GString *out;
};

static bool
is_white(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

static bool
is_regular(char c)
{
    return !is_white(c) && !strchr("()<>[]{}/%", c);
}

/* "(...)" with nested pairs and escapes. */
static bool
string_skip(struct walk *walk)
{
    unsigned depth = 0;
    for (; walk->at < walk->len; walk->at++) {
        char c = walk->content[walk->at];
        if (c == '\\')
            walk->at++;
        else if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0) {
            walk->at++;
            return true;
        }
    }
    return false;
}

/* Steps over one operand, one bracket or white space that begins at walk->at. False: no operand begins here, or it does
 * not end. */
static bool
operand_skip(struct walk *walk)
{
    char c = walk->content[walk->at];
    if (c == '(')
        return string_skip(walk);
    if (c == '<' && walk->at + 1 < walk->len && walk->content[walk->at + 1] == '<') {
        walk->at += 2;
        return true;
    }
    if (c == '<') {
        const char *end = memchr(walk->content + walk->at, '>', walk->len - walk->at);
        walk->at = end ? (gsize)(end + 1 - walk->content) : walk->len;
        return end != NULL;
    }
    if (c == '%') {
        while (walk->at < walk->len && walk->content[walk->at] != '\n' && walk->content[walk->at] != '\r')
            walk->at++;
        return true;
    }
    bool is_name = c == '/';
    bool is_number = g_ascii_isdigit(c) || c == '-' || c == '+' || c == '.';
    if (!is_name && !is_number && !is_white(c) && !strchr("<>[]{}", c))
        return false;
    walk->at++;
    while ((is_name || is_number) && walk->at < walk->len && is_regular(walk->content[walk->at]))
        walk->at++;
    return true;
}

static bool
is_any(const char *name, gsize len, const char *const *names)
{
    for (; *names; names++)
        if (strlen(*names) == len && memcmp(*names, name, len) == 0)
            return true;
    return false;
}

/* Ends the stretch before `end`. */
static void
stretch_end(struct walk *walk, gsize end)
{
    if (walk->paints) {
        g_string_append_len(walk->out, walk->content + walk->copied, (gssize)(walk->stretch - walk->copied));
        g_string_append(walk->out, ARTIFACT_BEGIN);
        g_string_append_len(walk->out, walk->content + walk->stretch, (gssize)(end - walk->stretch));
        if (walk->out->len > 0 && !is_white(walk->out->str[walk->out->len - 1]))
            g_string_append_c(walk->out, '\n');
        g_string_append(walk->out, ARTIFACT_END);
        walk->copied = end;
    }
    walk->paints = false;
}

/* A stretch begins behind the operator and the white space that ends it. */
static void
stretch_begin(struct walk *walk)
{
    if (walk->at < walk->len && is_white(walk->content[walk->at]))
        walk->at++;
    walk->stretch = walk->at;
}

static bool
operator_take(struct walk *walk, const char *name, gsize len)
{
    static const char *const painting[] = {
        "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "'", "\"", "Do", "sh", NULL};
    static const char *const opening[] = {"BDC", "BMC", NULL}, *const closing[] = {"EMC", NULL};
    static const char *const text[] = {"BT", "ET", NULL}, *const refused[] = {"BI", "ID", "EI", NULL};
    if (is_any(name, len, refused))
        return false;
    if (is_any(name, len, opening)) {
        if (walk->marks++ == 0)
            stretch_end(walk, walk->operands);
    } else if (is_any(name, len, closing)) {
        if (walk->marks == 0)
            return false;
        if (--walk->marks == 0)
            stretch_begin(walk);
    } else if (walk->marks == 0 && is_any(name, len, text)) {
        stretch_end(walk, walk->operands);
        stretch_begin(walk);
    } else if (walk->marks == 0) {
        walk->paints = walk->paints || is_any(name, len, painting);
    }
    return true;
}

GString *
artifacts_mark(const char *content, gsize len)
{
    struct walk walk = {.content = content, .len = len, .out = g_string_sized_new(len + len / 8)};
    bool good = true;
    while (good && walk.at < walk.len) {
        if (operand_skip(&walk))
            continue;
        gsize from = walk.at;
        while (walk.at < walk.len && is_regular(content[walk.at]))
            walk.at++;
        good = walk.at > from && operator_take(&walk, content + from, walk.at - from);
        walk.operands = walk.at;
        while (walk.operands < walk.len && is_white(content[walk.operands]))
            walk.operands++;
    }
    if (!good || walk.marks > 0) {
        g_string_free(walk.out, TRUE);
        return NULL;
    }
    stretch_end(&walk, walk.len);
    g_string_append_len(walk.out, content + walk.copied, (gssize)(walk.len - walk.copied));
    return walk.out;
}
