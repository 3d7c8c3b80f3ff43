#include "document.h"

#include "document_fill.h"
#include "error.h"

#include <string.h>

/* Tables and charts. */

static bool
chart_id_is_usable(const struct document *document, const struct chart *chart, GError **error)
{
    bool plain = *chart->id && strspn(chart->id, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(chart->id);
    bool own = true; /* two charts of one id would share one file */
    for (guint i = 0; i < document->blocks->len; i++) {
        const struct block *block = document->blocks->pdata[i];
        own = own && (block->kind != BLOCK_CHART || block->chart == chart || strcmp(block->chart->id, chart->id) != 0);
    }
    if (plain && own)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "chart id '%s' %s", chart->id,
        plain ? "is that of another chart too" : "is not made of a-z, 0-9 and -");
    return false;
}

/* The slot that a paragraph consists of, if it is a table or chart. */
static const struct slot *
block_slot(const struct template *template, cmark_node *paragraph)
{
    cmark_node *text = cmark_node_first_child(paragraph);
    if (!text || cmark_node_next(text) || cmark_node_get_type(text) != CMARK_NODE_TEXT)
        return NULL;
    const char *literal = cmark_node_get_literal(text), *end = NULL;
    if (!g_str_has_prefix(literal, TEMPLATE_SLOT_OPEN))
        return NULL;
    const struct slot *slot = template_slot_at(template, literal, &end);
    return *end == '\0' && !slot->value ? slot : NULL;
}

static bool
place_block(struct document *document, cmark_node *paragraph, const struct slot *slot, GError **error)
{
    if (slot->chart && !chart_id_is_usable(document, slot->chart, error))
        return false;
    struct block *block = g_new(struct block, 1);
    *block =
        (struct block){.kind = slot->table ? BLOCK_TABLE : BLOCK_CHART, .table = slot->table, .chart = slot->chart};
    g_ptr_array_add(document->blocks, block);
    cmark_node *custom = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK);
    cmark_node_set_user_data(custom, block);
    cmark_node_replace(paragraph, custom);
    cmark_node_free(paragraph);
    return true;
}

static bool
place_blocks(struct document *document, const struct template *template, GError **error)
{
    cmark_iter *iter = cmark_iter_new(document->root);
    cmark_event_type event;
    bool ok = true;
    while (ok && (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (event != CMARK_EVENT_EXIT || cmark_node_get_type(node) != CMARK_NODE_PARAGRAPH)
            continue;
        const struct slot *slot = block_slot(template, node);
        ok = !slot || place_block(document, node, slot, error);
    }
    cmark_iter_free(iter);
    return ok;
}

/* Headings. */

static char *
slug_of(const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *at = text; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        if (c == ' ')
            g_string_append_c(out, '-');
        else if (g_unichar_isalnum(c) || g_unichar_ismark(c) || c == '-' || c == '_')
            g_string_append_unichar(out, g_unichar_tolower(c));
    }
    if (out->len == 0)
        g_string_append(out, "section");
    return g_string_free(out, FALSE);
}

static void
name_heading(struct document *document, cmark_node *heading, GHashTable *taken)
{
    g_autofree char *text = document_text(heading);
    if (cmark_node_get_heading_level(heading) == 1 && !document->title)
        document->title = g_strdup(text);
    g_autofree char *base = slug_of(text);
    g_autofree char *slug = g_strdup(base);
    for (guint n = 1; g_hash_table_contains(taken, slug); n++) {
        g_free(slug);
        slug = g_strdup_printf("%s-%u", base, n);
    }
    char *kept = g_string_chunk_insert(document->slugs, slug);
    g_hash_table_add(taken, kept);
    cmark_node_set_user_data(heading, kept);
}

/* An SVG inside HTML has ids made of its chart's. */
static void
reserve_chart_ids(struct document *document, GHashTable *taken)
{
    static const char *const suffix[] = {"-title", "-desc"};
    for (guint i = 0; i < document->blocks->len; i++) {
        const struct block *block = document->blocks->pdata[i];
        for (size_t s = 0; block->kind == BLOCK_CHART && s < G_N_ELEMENTS(suffix); s++) {
            g_autofree char *id = g_strconcat(block->chart->id, suffix[s], NULL);
            g_hash_table_add(taken, g_string_chunk_insert_const(document->slugs, id));
        }
    }
}

static void
name_headings(struct document *document)
{
    g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
    reserve_chart_ids(document, taken);
    cmark_iter *iter = cmark_iter_new(document->root);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (event == CMARK_EVENT_EXIT && cmark_node_get_type(node) == CMARK_NODE_HEADING)
            name_heading(document, node, taken);
    }
    cmark_iter_free(iter);
    if (!document->title)
        document->title = g_strdup("");
}

struct document *
document_new(const char *template_text, const char *template_name, const struct view *view, GError **error)
{
    struct template_source source = {.text = template_text, .name = template_name};
    return document_of(&source, view, error);
}

struct document *
document_of(const struct template_source *source, const struct view *view, GError **error)
{
    g_autoptr(Template) template = template_expand(source, view, error);
    if (!template)
        return NULL;
    g_autoptr(Document) document = g_new0(struct document, 1);
    document->root = cmark_parse_document(template->markdown->str, template->markdown->len, CMARK_OPT_DEFAULT);
    document->blocks = g_ptr_array_new_with_free_func(g_free);
    document->slugs = g_string_chunk_new(1024);
    cmark_consolidate_text_nodes(document->root);
    if (!place_blocks(document, template, error) || !document_fill(document->root, template, error))
        return NULL;
    name_headings(document);
    return g_steal_pointer(&document);
}

void
document_free(struct document *document)
{
    if (!document)
        return;
    cmark_node_free(document->root);
    g_ptr_array_unref(document->blocks);
    g_string_chunk_free(document->slugs);
    g_free(document->title);
    g_free(document);
}
