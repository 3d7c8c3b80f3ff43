#include "writers.h"

#include <math.h>
#include <string.h>

/* HTML 5 that is well-formed XML too: what is not closed or not escaped is found by any XML parser.
 *
 * The page: its parts in order, from the copied tree whose blocks carry their HTML. */
struct page {
    GString *out;
    cmark_node *root;
    const struct document_info *info;
    const struct theme *theme;
    struct fonts *fonts;
};

enum {
    WIDE_COLUMNS = 5, /* such a table may not fit a phone: it can be scrolled, by keyboard too */
    WHOLE_ROWS = 25,  /* up to so many are kept on one page in print */
    MIN_CONTENTS = 2, /* sections that are worth a list of contents */
};

static void
append_escaped(GString *out, const char *text)
{
    g_autofree char *clean = text_clean(text, false);
    for (const char *at = g_strstrip(clean); *at; at++) {
        switch (*at) {
        case '&':
            g_string_append(out, "&amp;");
            break;
        case '<':
            g_string_append(out, "&lt;");
            break;
        case '>':
            g_string_append(out, "&gt;");
            break;
        case '"':
            g_string_append(out, "&quot;");
            break;
        default:
            g_string_append_c(out, *at);
        }
    }
}

/* `before`, the text escaped, `after`. */
static void
append_within(GString *out, const char *before, const char *text, const char *after)
{
    g_string_append(out, before);
    append_escaped(out, text);
    g_string_append(out, after);
}

/* Tables. */

static const char *
cell_class(const struct table *table, guint column)
{
    const struct table_column *facts = table->columns->pdata[column];
    return facts->kind == TABLE_NUMBER ? " class=\"number\"" : "";
}

static void
append_head(GString *out, const struct table *table)
{
    g_string_append(out, "<thead>\n<tr>");
    for (guint i = 0; i < table->columns->len; i++) {
        const struct table_column *column = table->columns->pdata[i];
        g_string_append_printf(out, "<th scope=\"col\"%s>", cell_class(table, i));
        append_within(out, "", column->heading, "</th>");
    }
    g_string_append(out, "</tr>\n</thead>\n");
}

/* The first cell says what the row is about. */
static void
append_row(GString *out, const struct table *table, const struct table_row *row)
{
    g_string_append(out, row->emphasis ? "<tr class=\"emphasis\">" : "<tr>");
    for (guint i = 0; i < table->columns->len; i++) {
        g_string_append_printf(out, i == 0 ? "<th scope=\"row\"%s>" : "<td%s>", cell_class(table, i));
        append_within(out, "", row->cell[i], i == 0 ? "</th>" : "</td>");
    }
    g_string_append(out, "</tr>\n");
}

static void
append_table(GString *out, const struct table *table, guint number)
{
    bool wide = table->columns->len >= WIDE_COLUMNS, captioned = *table->caption != '\0';
    g_string_append_printf(
        out, "<div class=\"table%s%s\"", wide ? " wide" : "", table->rows->len <= WHOLE_ROWS ? " whole" : "");
    if (wide && captioned)
        g_string_append_printf(out, " role=\"region\" aria-labelledby=\"table:%u\" tabindex=\"0\"", number);
    g_string_append(out, ">\n<table>\n");
    if (captioned) {
        g_string_append_printf(out, "<caption id=\"table:%u\">", number);
        append_within(out, "<span>", table->caption, "</span></caption>\n");
    }
    append_head(out, table);
    g_string_append(out, "<tbody>\n");
    for (guint i = 0; i < table->rows->len; i++)
        append_row(out, table, table->rows->pdata[i]);
    g_string_append(out, "</tbody>\n</table>\n");
    g_autofree char *left_out = table_left_out_text(table);
    if (left_out)
        append_within(out, "<p class=\"left-out\">", left_out, "</p>\n");
    g_string_append(out, "</div>");
}

/* Charts. */

/* The picture holds title and subtitle; the caption says in words what it shows. */
static void
append_chart(GString *out, const struct chart *chart, const struct page *page, guint number)
{
    g_autofree char *svg = g_strchomp(chart_svg(chart, page->theme, page->fonts));
    const char *element = strstr(svg, "<svg"); /* an XML declaration has no place inside HTML */
    bool told = chart->alt && *chart->alt;
    g_string_append_printf(out, "<figure>\n<div class=\"chart\">\n%s\n</div>\n", element ? element : "");
    g_string_append_printf(out, "<figcaption><b>Figure %u.</b> ", number);
    append_within(out, "", told ? chart->alt : chart->subtitle, "</figcaption>\n</figure>");
}

/* The tree. */

/* `count` numbers tables and figures apart. */
static void
fill_block(cmark_node *node, const struct page *page, guint count[])
{
    const struct block *block = cmark_node_get_user_data(node);
    guint number = ++count[block->kind];
    g_autoptr(GString) out = g_string_new(NULL);
    if (block->kind == BLOCK_TABLE)
        append_table(out, block->table, number);
    else
        append_chart(out, block->chart, page, number);
    cmark_node_set_on_enter(node, out->str);
}

/* An image would be fetched: its text stands for it, unless it is within the file. */
static void
replace_image(cmark_node *image)
{
    if (g_str_has_prefix(cmark_node_get_url(image), "data:image/"))
        return;
    g_autofree char *alt = document_text(image);
    cmark_node *text = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(text, alt);
    cmark_node_replace(image, text);
    cmark_node_free(image);
}

static void
prepare(const struct page *page)
{
    cmark_iter *iter = cmark_iter_new(page->root);
    cmark_event_type event;
    guint count[] = {[BLOCK_TABLE] = 0, [BLOCK_CHART] = 0};
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        if (event == CMARK_EVENT_EXIT && type == CMARK_NODE_CUSTOM_BLOCK)
            fill_block(node, page, count);
        else if (event == CMARK_EVENT_EXIT && type == CMARK_NODE_IMAGE)
            replace_image(node);
    }
    cmark_iter_free(iter);
}

static void
append_node(GString *out, cmark_node *node)
{
    char *html = cmark_render_html(node, CMARK_OPT_DEFAULT); /* safe mode: no raw HTML, no script links */
    const char *slug = document_slug(node);
    if (slug) {
        /* "<h2>..." */
        g_string_append_len(out, html, 3);
        g_string_append_printf(out, " id=\"%s\"", slug);
        g_string_append(out, html + 3);
    } else {
        g_string_append(out, html);
    }
    free(html);
}

static bool
is_section(cmark_node *node)
{
    return cmark_node_get_type(node) == CMARK_NODE_HEADING && cmark_node_get_heading_level(node) == 2;
}

static guint
count_sections(const struct page *page)
{
    guint count = 0;
    for (cmark_node *node = cmark_node_first_child(page->root); node; node = cmark_node_next(node))
        count += is_section(node);
    return count;
}

static void
append_contents(const struct page *page)
{
    g_string_append(page->out, "<nav class=\"contents\" aria-labelledby=\"page:contents\">\n"
                               "<p id=\"page:contents\">Contents</p>\n<ol>\n");
    for (cmark_node *node = cmark_node_first_child(page->root); node; node = cmark_node_next(node)) {
        if (!is_section(node))
            continue;
        g_autofree char *text = document_text(node);
        g_string_append_printf(page->out, "<li><a href=\"#%s\">", document_slug(node));
        append_within(page->out, "", text, "</a></li>\n");
    }
    g_string_append(page->out, "</ol>\n</nav>\n");
}

/* The contents stand before the first section: below title and introduction on a phone, beside the text on a wide
 * screen. */
static void
append_body(const struct page *page)
{
    bool contents = count_sections(page) >= MIN_CONTENTS, in_section = false;
    g_string_append_printf(page->out, "<main id=\"page:main\"%s>\n", contents ? " class=\"with-contents\"" : "");
    for (cmark_node *node = cmark_node_first_child(page->root); node; node = cmark_node_next(node)) {
        if (is_section(node)) {
            if (contents && !in_section)
                append_contents(page);
            g_string_append(page->out, in_section ? "</section>\n" : "");
            g_string_append_printf(page->out, "<section aria-labelledby=\"%s\">\n", document_slug(node));
            in_section = true;
        }
        append_node(page->out, node);
    }
    g_string_append(page->out, in_section ? "</section>\n</main>\n" : "</main>\n");
}

/* The head. */

static void
append_style(const struct page *page, const char *style_sheet)
{
    const struct {
        const char *name;
        const struct color *color;
    } variables[] = {{"ink", &page->theme->ink}, {"muted", &page->theme->muted}, {"line", &page->theme->grid},
        {"paper", &page->theme->paper}, {"accent", &page->theme->accent}, {"band", &page->theme->band},
        {"warning", &page->theme->bad}};
    g_autoptr(GString) style = g_string_new(style_sheet);
    g_string_replace(style, "</", "<\\/", 0); /* nothing in it may end the element */
    g_string_append(page->out, "<style>\n");
    g_string_append(page->out, style->str);
    g_string_append(page->out, ":root {");
    for (size_t i = 0; i < G_N_ELEMENTS(variables); i++) {
        const struct color *color = variables[i].color;
        g_string_append_printf(page->out, " --%s: #%02lx%02lx%02lx;", variables[i].name, lround(color->red * 255),
            lround(color->green * 255), lround(color->blue * 255));
    }
    g_string_append(page->out, " }\n</style>\n");
}

static void
append_meta(GString *out, const char *name, const char *content)
{
    if (!content || !*content)
        return;
    g_string_append_printf(out, "<meta name=\"%s\" content=\"", name);
    append_within(out, "", content, "\" />\n");
}

static void
append_head_element(const struct page *page, const char *style_sheet)
{
    const struct document_info *info = page->info;
    append_within(page->out, "<!doctype html>\n<html lang=\"", info->language ? info->language : "en", "\">\n<head>\n");
    /* A second wall behind the escaping: nothing is fetched or run, whatever is in the page. */
    g_string_append(page->out, "<meta charset=\"utf-8\" />\n"
                               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                               "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\" />\n"
                               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n");
    append_within(page->out, "<title>", info->title, "</title>\n");
    append_meta(page->out, "description", info->subject);
    append_meta(page->out, "author", info->author);
    append_meta(page->out, "generator", info->generator);
    append_style(page, style_sheet);
    g_string_append(page->out, "</head>\n");
}

char *
html_write(const struct document *document, const struct document_info *info, const struct theme *theme,
    const char *style_sheet, struct fonts *fonts)
{
    struct page page = {
        .out = g_string_new(NULL), .root = document_copy_tree(document), .info = info, .theme = theme, .fonts = fonts};
    bool warns = info->banner && *info->banner;
    prepare(&page);
    append_head_element(&page, style_sheet);
    g_string_append(page.out, "<body>\n<a class=\"skip\" href=\"#page:main\">Skip to the report</a>\n");
    if (warns)
        append_within(page.out, "<div class=\"banner\" role=\"note\"><p>", info->banner, "</p></div>\n");
    g_string_append(page.out, "<div class=\"page\">\n");
    append_body(&page);
    if (info->generator && *info->generator)
        append_within(page.out, "<footer><p>Made by ", info->generator, "</p></footer>\n");
    g_string_append(page.out, "</div>\n</body>\n</html>\n");
    cmark_node_free(page.root);
    return g_string_free(page.out, FALSE);
}
