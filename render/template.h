/* The block language of templates: {{#each}}, {{#if}}, {{else}} are carried out, every {{name}} becomes a slot.
 *
 * A slot is a mark in the expanded text that no CommonMark rule knows (noncharacters round a number), so that the text is
 * parsed before any value is in it: a value can never become markup. document.c fills the slots in the parsed tree.
 *
 *     g_autoptr(Template) template = template_expand(text, "study.md", view, &error);
 *     slot 12 in template->markdown reads TEMPLATE_SLOT_OPEN "12" TEMPLATE_SLOT_CLOSE
 */
#pragma once

#include "view.h"

#define TEMPLATE_SLOT_OPEN "\xef\xb7\x90"  /* U+FDD0 */
#define TEMPLATE_SLOT_CLOSE "\xef\xb7\x91" /* U+FDD1 */

enum {
    TEMPLATE_MAX_BYTES = 4 << 20,
    TEMPLATE_MAX_EXPANDED_BYTES = 64 << 20,
    TEMPLATE_MAX_DEPTH = 32, /* blocks within blocks */
};

/* One of the three is set; borrowed from the view. */
struct slot {
    const char *value;
    const struct table *table;
    const struct chart *chart;
    guint line, column; /* of its {{ in the template, from 1 */
};

struct template {
    char *name;
    GString *markdown;
    GArray *slots; /* struct slot */
    GArray *lines; /* guint: template line of each line of markdown */
};

typedef struct template Template;

/* NULL with IOSIZER_ERROR_USAGE "name:line:column: ...": an unknown name, a block not opened, not closed or not on a line of
 * its own, text that is not UTF-8, a limit passed. An empty text gives empty markdown. */
struct template *template_expand(const char *text, const char *name, const struct view *view, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;
/* The slot whose TEMPLATE_SLOT_OPEN is at `at`; `*end` is behind its TEMPLATE_SLOT_CLOSE. */
const struct slot *template_slot_at(const struct template *template, const char *at, const char **end);

void template_free(struct template *template);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Template, template_free)
