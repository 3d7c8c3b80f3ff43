/* The language of templates: Mustache tags in CommonMark, carried out before the text is parsed.
 *
 *     {{name}}                    a value, put in after parsing: it can never become markup
 *     {{table:name}} {{chart:name}}  a paragraph of its own: that table or chart
 *     {{#name}} ... {{/name}}     once for each element of a list; else kept where the value, table or chart is there
 *     {{^name}} ... {{/name}}     kept where the list is empty, or the value, table or chart is not there
 *     {{! words }}                a comment, over lines too
 *     {{> part}}                  the template part.md: of the user's folder, else the one compiled in
 *
 * A tag other than a value that stands alone on its line takes the whole line away. \{{ is a literal {{. There is no
 * {{{name}}},
 * {{&name}} or {{=<% %>=}}.
 *
 * A slot is a mark in the expanded text that no CommonMark rule knows (noncharacters round a number), so that the text
 * is parsed before any value is in it. document.c fills the slots in the parsed tree.
 *
 *     struct template_source source = {.text = text, .name = "study.md"};
 *     g_autoptr(Template) template = template_expand(&source, view, &error);
 *     slot 12 in template->markdown reads TEMPLATE_SLOT_OPEN "12" TEMPLATE_SLOT_CLOSE
 */
#pragma once

#include "view.h"

struct names;
struct language;

#define TEMPLATE_SLOT_OPEN "\xef\xb7\x90"  /* U+FDD0 */
#define TEMPLATE_SLOT_CLOSE "\xef\xb7\x91" /* U+FDD1 */

enum {
    TEMPLATE_MAX_BYTES = 4 << 20,
    TEMPLATE_MAX_EXPANDED_BYTES = 64 << 20,
    TEMPLATE_MAX_DEPTH = 32, /* sections and parts within each other */
};

struct template_source {
    const char *text, *name;   /* the name is for messages */
    const char *folder;        /* the user's own parts are looked for there first; NULL: no such folder */
    const struct names *names; /* every name there is: one that this report lacks is no error then, and shows as a dash;
                                  NULL: the names of the view are all */
    const struct language *language; /* lines of text are translated; NULL: as written */
};

/* Where something stands in a template. */
struct template_place {
    const char *file; /* owned by the template */
    guint line, column;
};

/* One of the first three is set; borrowed from the view. */
struct slot {
    const char *value;
    const struct table *table;
    const struct chart *chart;
    struct template_place place; /* of its {{ */
};

struct template
{
    GString *markdown;
    GArray *slots; /* struct slot */
    GArray *lines; /* struct template_place: where each line of markdown comes from; column 1 */
    GStringChunk *strings;
};

typedef struct template Template;

/* NULL with IOSIZER_ERROR_USAGE "name:line:column: ...": an unknown name, a section not opened or not closed, a part
 * that does not exist, text that is not UTF-8, a limit passed. An empty text gives empty markdown. */
struct template *template_expand(
    const struct template_source *source, const struct view *view, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The slot whose TEMPLATE_SLOT_OPEN is at `at`; `*end` is behind its TEMPLATE_SLOT_CLOSE. */
const struct slot *template_slot_at(const struct template *template, const char *at, const char **end);

void template_free(struct template *template);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Template, template_free)
