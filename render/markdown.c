/* GitHub-flavoured Markdown by cmark's own renderer over a copy of the tree, in which blocks carry their Markdown.
 *
 * The file parses back to the tree, with tables where GitHub's extension is read.
 *
 * cmark escapes for CommonMark (all but entities in link titles and addresses); `|` and `~`, which mean something to
 * GitHub only, are put through it as noncharacters and escaped afterwards. */
#include "writers.h"

#include <string.h>

#define PIPE_MARK "\xef\xb7\x92"  /* U+FDD2 */
#define TILDE_MARK "\xef\xb7\x93" /* U+FDD3 */
#define AND_MARK "\xef\xb7\x94"   /* U+FDD4 */

/* A tilde before a number is "about"; it strikes nothing through, for it has a space before it. */
static bool
means_about(const char *text, const char *at)
{
    return *at == '~' && g_ascii_isdigit(at[1]) && (at == text || at[-1] == ' ');
}

/* Text of a table cell or caption: inline only, so what begins a block needs no escape, and `_` within a word means
 * nothing. */
static void
append_inline(GString *out, const char *text)
{
    for (const char *at = text; *at; at++) {
        bool in_word = at > text && g_ascii_isalnum(at[-1]) && g_ascii_isalnum(at[1]);
        bool entity = *at == '&' && (g_ascii_isalpha(at[1]) || at[1] == '#');
        if (strchr("\\`*[]<>|~_", *at) ? !(*at == '_' && in_word) && !means_about(text, at) : entity)
            g_string_append_c(out, '\\');
        g_string_append_c(out, *at);
    }
}

/* `url` NULL: no link. */
static void
append_cell(GString *out, const char *text, bool bold, const char *url)
{
    bold = bold && *text;
    g_string_append(out, bold ? " **" : " ");
    g_string_append(out, url ? "[" : "");
    append_inline(out, text);
    if (url)
        g_string_append_printf(out, "](%s)", url);
    g_string_append(out, bold ? "** |" : " |");
}

static void
append_table(GString *out, const struct table *table, const struct language *language)
{
    if (*table->caption) {
        g_string_append_c(out, '*');
        append_inline(out, table->caption);
        g_string_append(out, "*\n\n");
    }
    g_string_append_c(out, '|');
    for (guint i = 0; i < table->columns->len; i++)
        append_cell(out, ((const struct table_column *)table->columns->pdata[i])->heading, false, NULL);
    g_string_append(out, "\n|");
    for (guint i = 0; i < table->columns->len; i++)
        g_string_append(
            out, ((const struct table_column *)table->columns->pdata[i])->kind == TABLE_NUMBER ? " ---: |" : " :--- |");
    for (guint r = 0; r < table->rows->len; r++) {
        const struct table_row *row = table->rows->pdata[r];
        g_string_append(out, "\n|");
        g_autofree char *url = table_link_url(row);
        for (guint i = 0; i < table->columns->len; i++)
            append_cell(out, row->cell[i], row->emphasis, i == 0 ? url : NULL);
    }
    g_autofree char *left_out = table_left_out_text(table, language);
    if (left_out)
        g_string_append_printf(out, "\n\n*%s*", left_out);
}

static void
append_chart(GString *out, const struct chart *chart)
{
    g_autofree char *alt = text_clean(chart->alt, false);
    g_string_append(out, "![");
    append_inline(out, g_strstrip(alt));
    g_string_append_printf(out, "](charts/%s.svg)", chart->id);
}

/* A paragraph, so that cmark puts the empty lines and the prefixes of quotes and items round it. */
static void
fill_block(cmark_node *node, const struct block *block, const struct language *language)
{
    g_autoptr(GString) out = g_string_new(NULL);
    if (block->kind == BLOCK_TABLE && block->table->columns->len > 0)
        append_table(out, block->table, language);
    else if (block->kind == BLOCK_CHART)
        append_chart(out, block->chart);
    cmark_node *paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH), *inside = cmark_node_new(CMARK_NODE_CUSTOM_INLINE);
    cmark_node_set_on_enter(inside, out->str);
    cmark_node_append_child(paragraph, inside);
    cmark_node_replace(node, paragraph);
    cmark_node_free(node);
}

static char *
replaced(const char *text, const char *from, const char *to)
{
    GString *out = g_string_new(text);
    g_string_replace(out, from, to, 0);
    return g_string_free(out, FALSE);
}

static char *
marked(const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *at = text; *at; at++) {
        if (*at == '|')
            g_string_append(out, PIPE_MARK);
        else if (*at == '~' && !means_about(text, at))
            g_string_append(out, TILDE_MARK);
        else
            g_string_append_c(out, *at);
    }
    return g_string_free(out, FALSE);
}

static void
mark_link(cmark_node *link)
{
    g_autofree char *url = replaced(cmark_node_get_url(link), "&", AND_MARK);
    g_autofree char *title = replaced(cmark_node_get_title(link), "&", AND_MARK);
    cmark_node_set_url(link, url);
    cmark_node_set_title(link, title);
}

static void
prepare(cmark_node *root, const struct language *language)
{
    cmark_iter *iter = cmark_iter_new(root);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        if (event == CMARK_EVENT_EXIT && type == CMARK_NODE_CUSTOM_BLOCK)
            fill_block(node, cmark_node_get_user_data(node), language);
        else if (type == CMARK_NODE_TEXT) {
            g_autofree char *text = marked(cmark_node_get_literal(node));
            cmark_node_set_literal(node, text);
        } else if (event == CMARK_EVENT_EXIT && (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)) {
            mark_link(node);
        }
    }
    cmark_iter_free(iter);
}

static void
put_banner(cmark_node *root, const char *banner)
{
    static const cmark_node_type outside_in[] = {
        CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_PARAGRAPH, CMARK_NODE_STRONG, CMARK_NODE_TEXT};
    cmark_node *parent = root;
    for (size_t i = 0; i < G_N_ELEMENTS(outside_in); i++) {
        cmark_node *node = cmark_node_new(outside_in[i]);
        cmark_node_prepend_child(parent, node);
        parent = node;
    }
    g_autofree char *text = text_clean(banner, false);
    cmark_node_set_literal(parent, g_strstrip(text));
}

char *
markdown_write(const struct document *document, const struct document_info *info, const struct theme *theme)
{
    cmark_node *root = document_copy_tree(document);
    if (info->banner && *info->banner)
        put_banner(root, info->banner);
    prepare(root, info->words);
    char *markdown = cmark_render_commonmark(root, CMARK_OPT_DEFAULT, 0);
    cmark_node_free(root);
    GString *out = g_string_new(markdown);
    free(markdown);
    g_string_replace(out, PIPE_MARK, "\\|", 0);
    g_string_replace(out, TILDE_MARK, "\\~", 0);
    g_string_replace(out, AND_MARK, "&amp;", 0);
    return g_string_free(out, FALSE);
}
