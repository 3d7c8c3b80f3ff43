/* The one document tree of a report: a CommonMark template, filled, as cmark nodes. All three documents are made of it.
 *
 * The tags of a template are in template.h. A paragraph that is just {{table:id}} or {{chart:id}} becomes that table or
 * chart;
 * {{name}} inside text or code becomes the value (escaped by each writer itself). Of HTML a template may hold comments
 * only; they are left out.
 *
 * Values are held in a tree of scopes:
 *
 *     struct view *view = view_new();
 *     view_set(view, "title", "Storage sizing study");
 *     struct view *workload = view_append(view, "workload");
 *     view_set(workload, "name", "read100");
 *     view_take_table(workload, "result", table); // for {{table:result}}
 *     struct document *document = document_new(template_text, "study.md", view, &error);
 */
#pragma once

#include "chart.h"
#include "table.h"

#include <cmark.h>

struct view;
struct template_source;

/* A root scope. Free the root only, with view_free. */
struct view *view_new(void);
void view_free(struct view *view);

/* Sets a value, replacing. NULL takes it away (then a value of an outer scope shows again; "" hides it). Values are
 * plain text, never markup; they go through text_clean (text.h), lines kept. */
void view_set(struct view *view, const char *name, const char *value);
void view_setf(struct view *view, const char *name, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* A new element of the list `name`, in order. Borrowed. */
struct view *view_append(struct view *view, const char *name);

/* Makes the list `name` known though it may stay empty: {{#name}} of it is known. It also hides a list of
 * that name in an outer scope. */
void view_declare_list(struct view *view, const char *name);

/* Adds a table or chart under the name used in templates ({{table:result}}); takes ownership. */
void view_take_table(struct view *view, const char *name, struct table *table);
void view_take_chart(struct view *view, const char *name, struct chart *chart);

/* Every name of the scope tree, sorted, one per line: what --list-names prints. Values are `title`, tables and charts
 * `table:result`, lists `#workload`; names within a list follow its name: `workload/name`. Free with g_free. */
char *view_names(const struct view *view);

enum block_kind { BLOCK_TABLE, BLOCK_CHART };

/* The user_data of a CUSTOM_BLOCK node. Borrowed from the view. */
struct block {
    enum block_kind kind;
    const struct table *table;
    const struct chart *chart;
};

struct document {
    cmark_node *root;
    GPtrArray *blocks; /* struct block *, in order of the document */
    char *title;       /* text of the first heading of level 1; "" where there is none */
    GStringChunk *slugs;
};

typedef struct document Document;

/* Fills a template (template.h). The view must outlive the document. NULL with IOSIZER_ERROR_USAGE (template name,
 * line, column) where a name is unknown, a block is left open or a table or chart stands inside a line. */
struct document *document_of(
    const struct template_source *source, const struct view *view, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same of a text alone: parts are those compiled in, names those of the view. */
struct document *document_new(const char *template_text, const char *template_name, const struct view *view,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void document_free(struct document *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Document, document_free)

/* The anchor of a HEADING node: unique in the document, made as GitHub makes it (lower case, `-` for spaces). Borrowed;
 * NULL for other nodes. */
const char *document_slug(cmark_node *heading);

/* The plain text below a node, breaks as spaces. Free with g_free. */
char *document_text(cmark_node *node);

/* A copy of the tree whose nodes have the same user_data: writers that fill blocks for their format change a copy, so
 * that several may work at once. Free with cmark_node_free, before the document. */
cmark_node *document_copy_tree(const struct document *document);
