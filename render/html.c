#include "html_parts.h"
#include "language.h"
#include "logo.h"

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
    LONG_CELL = 44,   /* bytes: a text that wants some width, so that it does not become a tower of words */
    WHOLE_ROWS = 25,  /* up to so many are kept on one page in print */
    MIN_CONTENTS = 2, /* sections that are worth a list of contents */
};

/* Tables. */

/* `text` of the cell; NULL: a heading. */
static const char *
cell_class(const struct table *table, guint column, const char *text)
{
    const struct table_column *facts = table->columns->pdata[column];
    if (facts->kind == TABLE_NUMBER)
        return " class=\"number\"";
    return text && strlen(text) > LONG_CELL ? " class=\"long\"" : "";
}

static void
append_head(GString *out, const struct table *table)
{
    g_string_append(out, "<thead>\n<tr>");
    for (guint i = 0; i < table->columns->len; i++) {
        const struct table_column *column = table->columns->pdata[i];
        if (!*column->heading) { /* a corner of the table, no heading */
            g_string_append(out, "<td></td>");
            continue;
        }
        g_string_append_printf(out, "<th scope=\"col\"%s>", cell_class(table, i, NULL));
        html_append_within(out, "", column->heading, "</th>");
    }
    g_string_append(out, "</tr>\n</thead>\n");
}

/* The first cell says what the row is about. */
static void
append_row(GString *out, const struct table *table, const struct table_row *row)
{
    g_string_append(out, row->emphasis ? "<tr class=\"emphasis\">" : "<tr>");
    for (guint i = 0; i < table->columns->len; i++) {
        g_string_append_printf(out, i == 0 ? "<th scope=\"row\"%s>" : "<td%s>", cell_class(table, i, row->cell[i]));
        g_autofree char *url = i == 0 ? table_link_url(row) : NULL;
        if (url)
            html_append_within(out, "<a href=\"", url, "\">");
        html_append_within(out, "", row->cell[i], url ? "</a>" : "");
        g_string_append(out, i == 0 ? "</th>" : "</td>");
    }
    g_string_append(out, "</tr>\n");
}

/* What explains the table is in lighter type than its name. */
static void
append_caption(GString *out, const char *caption)
{
    size_t named = table_caption_name(caption);
    g_autofree char *name = g_strndup(caption, named > 0 ? named : strlen(caption));
    html_append_within(out, "<span>", name, "");
    if (named > 0)
        html_append_within(out, caption[named] == ' ' ? " <span class=\"more\">" : "<span class=\"more\">",
            caption + named + strspn(caption + named, " "), "</span>");
    g_string_append(out, "</span></caption>\n");
}

static void
append_table(GString *out, const struct table *table, const struct page *page, guint number)
{
    bool wide = table->columns->len >= WIDE_COLUMNS, captioned = *table->caption != '\0';
    g_string_append_printf(
        out, "<div class=\"table%s%s\"", wide ? " wide" : "", table->rows->len <= WHOLE_ROWS ? " whole" : "");
    if (wide && captioned)
        g_string_append_printf(out, " role=\"group\" aria-labelledby=\"table:%u\" tabindex=\"0\"", number);
    g_string_append(out, ">\n<table>\n");
    if (captioned) {
        g_string_append_printf(out, "<caption id=\"table:%u\">", number);
        append_caption(out, table->caption);
    }
    append_head(out, table);
    g_string_append(out, "<tbody>\n");
    for (guint i = 0; i < table->rows->len; i++)
        append_row(out, table, table->rows->pdata[i]);
    g_string_append(out, "</tbody>\n</table>\n");
    g_autofree char *left_out = table_left_out_text(table, page->info->words);
    if (left_out)
        html_append_within(out, "<p class=\"left-out\">", left_out, "</p>\n");
    g_string_append(out, "</div>");
}

/* Key figures: what a reader should see first, each with its name and a remark. */
static void
append_tiles(GString *out, const struct table *table)
{
    g_string_append(out, "<dl class=\"tiles\">\n");
    for (guint i = 0; i < table->rows->len; i++) {
        const struct table_row *row = table->rows->pdata[i];
        html_append_within(out, "<div><dt>", row->cell[0], "</dt>");
        html_append_within(out, "<dd class=\"figure\">", row->cell[1], "</dd>");
        for (guint c = 2; c < table->columns->len; c++)
            if (*row->cell[c])
                html_append_within(out, "<dd>", row->cell[c], "</dd>");
        g_string_append(out, "</div>\n");
    }
    g_string_append(out, "</dl>");
}

/* One row of facts, each under its heading. */
static void
append_cover(GString *out, const struct table *table)
{
    const struct table_row *row = table->rows->pdata[0];
    g_string_append(out, "<dl class=\"cover\">\n");
    for (guint i = 0; i < table->columns->len; i++) {
        const struct table_column *column = table->columns->pdata[i];
        html_append_within(out, "<div><dt>", column->heading, "</dt>");
        html_append_within(out, "<dd>", row->cell[i], "</dd></div>\n");
    }
    g_string_append(out, "</dl>");
}

static void
append_table_block(GString *out, const struct table *table, const struct page *page, guint number)
{
    if (table->look == TABLE_TILES && table->columns->len >= 2 && table->rows->len > 0)
        append_tiles(out, table);
    else if (table->look == TABLE_COVER && table->rows->len == 1)
        append_cover(out, table);
    else
        append_table(out, table, page, number);
}

/* Charts. */

/* The picture holds title and subtitle; the caption says in words what it shows. */
static void
append_chart(GString *out, const struct chart *chart, const struct page *page, guint number)
{
    g_autofree char *svg = g_strchomp(chart_svg_in_page(chart, page->theme, page->fonts));
    const char *element = strstr(svg, "<svg"); /* an XML declaration has no place inside HTML */
    bool told = chart->alt && *chart->alt;
    g_autofree char *name = g_strdup_printf(language_text(page->info->words, "Figure %u."), number);
    html_append_within(out, "<figure>\n<div class=\"plot\" role=\"group\" tabindex=\"0\" aria-label=\"", name, "\">\n");
    g_string_append_printf(out, "%s\n</div>\n", element ? element : "");
    html_append_within(out, "<figcaption><b>", name, "</b> ");
    html_append_within(out, "", told ? chart->alt : chart->subtitle, "</figcaption>\n</figure>");
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
        append_table_block(out, block->table, page, number);
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

/* Folded away by the script where the screen is narrow. */
static void
append_contents(const struct page *page)
{
    const char *word = language_text(page->info->words, "Contents");
    html_append_within(page->out, "<nav class=\"contents\" aria-label=\"", word, "\">\n<details open=\"open\">\n");
    html_append_within(page->out, "<summary>", word, "</summary>\n<ol>\n");
    for (cmark_node *node = cmark_node_first_child(page->root); node; node = cmark_node_next(node)) {
        if (!is_section(node))
            continue;
        g_autofree char *text = document_text(node);
        g_string_append_printf(page->out, "<li><a href=\"#%s\">", document_slug(node));
        html_append_within(page->out, "", text, "</a></li>\n");
    }
    g_string_append(page->out, "</ol>\n</details>\n</nav>\n");
}

/* The document's title says whose report it is: the picture needs no words of its own. */
static void
append_logo(const struct page *page)
{
    const struct logo *logo = page->info->logo;
    if (!logo)
        return;
    gsize len = 0;
    const guchar *bytes = g_bytes_get_data(logo->bytes, &len);
    g_autofree char *encoded = g_base64_encode(bytes, len);
    g_string_append_printf(
        page->out, "<img class=\"logo\" alt=\"\" src=\"data:%s;base64,%s\" />\n", logo->mime, encoded);
}

static void
append_main(const struct page *page)
{
    bool in_section = false;
    g_string_append(page->out, "<main id=\"page:main\">\n");
    append_logo(page);
    for (cmark_node *node = cmark_node_first_child(page->root); node; node = cmark_node_next(node)) {
        if (is_section(node)) {
            g_string_append(page->out, in_section ? "</section>\n" : "");
            g_string_append_printf(page->out, "<section aria-labelledby=\"%s\">\n", document_slug(node));
            in_section = true;
        }
        append_node(page->out, node);
    }
    g_string_append(page->out, in_section ? "</section>\n</main>\n" : "</main>\n");
}

/* Words for the script stand in the body's attributes. */
static void
append_body_start(const struct page *page)
{
    static const struct {
        const char *name, *english;
    } words[] = {{"colours", "Colours"}, {"auto", "as the system"}, {"dark", "dark"}, {"light", "light"},
        {"keys", "Arrow keys read its points."}};
    const struct language *language = page->info->words;
    g_string_append(page->out, "<body");
    if (page->info->script) {
        for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
            g_string_append_printf(page->out, " data-word-%s=\"", words[i].name);
            html_append_within(page->out, "", language_text(language, words[i].english), "\"");
        }
        g_autofree char *figure = language_number(language, "0.1");
        g_string_append_printf(page->out, " data-decimal=\"%s\"", strchr(figure, ',') ? "," : ".");
    }
    html_append_within(page->out, ">\n<a class=\"skip\" href=\"#page:main\">",
        language_text(language, "Skip to the report"), "</a>\n");
}

/* The page. */

char *
html_write(const struct document *document, const struct document_info *info, const struct theme *theme,
    const char *style_sheet, struct fonts *fonts)
{
    struct page page = {
        .out = g_string_new(NULL), .root = document_copy_tree(document), .info = info, .theme = theme, .fonts = fonts};
    bool warns = info->banner && *info->banner;
    bool contents = count_sections(&page) >= MIN_CONTENTS;
    prepare(&page);
    html_append_head(page.out, info, theme, style_sheet);
    append_body_start(&page);
    if (warns) {
        html_append_within(page.out, "<div class=\"banner\" role=\"region\" aria-label=\"",
            language_text(info->words, "Notice"), "\">");
        html_append_within(page.out, "<p>", info->banner, "</p></div>\n");
    }
    g_string_append_printf(page.out, "<div class=\"page%s\">\n", contents ? " with-contents" : "");
    if (contents)
        append_contents(&page);
    append_main(&page);
    if (info->generator && *info->generator) {
        g_autofree char *made = g_strdup_printf(language_text(info->words, "Made by %s"), info->generator);
        html_append_within(page.out, "<footer><p>", made, "</p></footer>\n");
    }
    g_string_append(page.out, "</div>\n");
    html_append_script(page.out, info);
    g_string_append(page.out, "</body>\n</html>\n");
    cmark_node_free(page.root);
    return g_string_free(page.out, FALSE);
}
