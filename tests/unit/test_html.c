#include "writers.h"

#include <stdlib.h>
#include <string.h>

static const struct theme *
test_theme(void)
{
    static struct theme theme;
    g_assert_true(theme_init(&theme, NULL, "#123abc", NULL));
    return &theme;
}

static char *
page_of(const char *template_text, const struct view *view, const struct document_info *info, const char *style_sheet)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Fonts) fonts = fonts_new(NULL, &error);
    g_assert_no_error(error);
    g_autoptr(Document) document = document_new(template_text, "t.md", view, &error);
    g_assert_no_error(error);
    char *before = cmark_render_xml(document->root, CMARK_OPT_DEFAULT);
    char *html = html_write(document, info, test_theme(), style_sheet, fonts);
    char *after = cmark_render_xml(document->root, CMARK_OPT_DEFAULT);
    g_assert_cmpstr(before, ==, after); /* a writer leaves the tree as it is */
    free(before);
    free(after);
    return html;
}

static const struct document_info plain_info = {.title = "t"};

static void
assert_has(const char *html, const char *part)
{
    if (!strstr(html, part))
        g_error("'%s' is not in '%s'", part, html);
}

static void
assert_lacks(const char *html, const char *part)
{
    if (strstr(html, part))
        g_error("'%s' is in '%s'", part, html);
}

/* Elements balance, all is escaped, ids are unique, and links within the page lead somewhere. */

struct seen {
    GHashTable *ids, *links;
};

static void
element_start(GMarkupParseContext *context, const char *element, const char **name, const char **value, void *data,
    GError **error)
{
    struct seen *seen = data;
    g_assert_cmpstr(element, !=, "script");
    for (; *name; name++, value++) {
        if (strcmp(*name, "id") == 0 && !g_hash_table_add(seen->ids, g_strdup(*value)))
            g_error("id '%s' is there twice", *value);
        if (strcmp(*name, "href") == 0 && (*value)[0] == '#')
            g_hash_table_add(seen->links, g_strdup(*value + 1));
        g_assert_false(g_str_has_prefix(*name, "on"));
        g_assert_cmpstr(*name, !=, "src");
    }
}

static void
assert_sound(const char *html)
{
    static const GMarkupParser parser = {.start_element = element_start};
    struct seen seen = {.ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .links = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    GMarkupParseContext *context = g_markup_parse_context_new(&parser, G_MARKUP_DEFAULT_FLAGS, &seen, NULL);
    const char *root = strstr(html, "<html");
    GError *error = NULL;
    g_markup_parse_context_parse(context, root, -1, &error);
    g_assert_no_error(error);
    g_markup_parse_context_end_parse(context, &error);
    g_assert_no_error(error);
    g_markup_parse_context_free(context);
    GHashTableIter iter;
    void *link;
    g_hash_table_iter_init(&iter, seen.links);
    while (g_hash_table_iter_next(&iter, &link, NULL))
        if (!g_hash_table_contains(seen.ids, link))
            g_error("link to '%s' leads nowhere", (const char *)link);
    g_hash_table_unref(seen.ids);
    g_hash_table_unref(seen.links);
}

static void
test_page_is_complete(void)
{
    struct view *view = view_new();
    const struct document_info info = {
        .title = "Study", .subject = "Sizing", .author = "A & B", .language = "de", .generator = "iosizer 1.0.0"};
    g_autofree char *html = page_of("# Study\n\ntext\n", view, &info, "p > b { color: var(--accent); }\n");
    g_assert_true(g_str_has_prefix(html, "<!doctype html>\n<html lang=\"de\">\n<head>\n<meta charset=\"utf-8\" />\n"));
    assert_has(html, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />");
    assert_has(html, "default-src 'none'");
    assert_has(html, "<title>Study</title>\n");
    assert_has(html, "<meta name=\"description\" content=\"Sizing\" />");
    assert_has(html, "<meta name=\"author\" content=\"A &amp; B\" />");
    assert_has(html, "<style>\np > b { color: var(--accent); }\n:root {");
    assert_has(html, " --accent: #123abc;");
    assert_has(html, "<a class=\"skip\" href=\"#page:main\">");
    assert_has(html, "<main id=\"page:main\">\n<h1 id=\"study\">Study</h1>\n<p>text</p>\n</main>\n");
    assert_has(html, "<footer><p>Made by iosizer 1.0.0</p></footer>");
    assert_lacks(html, "class=\"banner\"");
    assert_lacks(html, "<nav");
    g_assert_true(g_str_has_suffix(html, "</body>\n</html>\n"));
    assert_sound(html);
    view_free(view);
}

static void
test_table_has_scopes_and_caption(void)
{
    struct view *view = view_new();
    struct table *table = table_new("t", "Rungs <all>");
    table_add_column(table, "Name", TABLE_TEXT);
    table_add_column(table, "IOPS & more", TABLE_NUMBER);
    table_add_row(table, "a<b", "1");
    table_add_row(table, "\"c\"", "2")->emphasis = true;
    table->left_out = 1;
    view_take_table(view, "t", table);
    g_autofree char *html = page_of("{{table:t}}\n", view, &plain_info, "");
    assert_has(html,
        "<div class=\"table whole\">\n<table>\n<caption id=\"table:1\"><span>Rungs &lt;all&gt;</span></caption>\n"
        "<thead>\n<tr><th scope=\"col\">Name</th><th scope=\"col\" class=\"number\">IOPS &amp; "
        "more</th></tr>\n</thead>\n"
        "<tbody>\n<tr><th scope=\"row\">a&lt;b</th><td class=\"number\">1</td></tr>\n"
        "<tr class=\"emphasis\"><th scope=\"row\">&quot;c&quot;</th><td "
        "class=\"number\">2</td></tr>\n</tbody>\n</table>\n"
        "<p class=\"left-out\">1 more row in results.csv</p>\n</div>\n");
    assert_sound(html);
    view_free(view);
}

static void
test_wide_table_scrolls_by_keyboard(void)
{
    struct view *view = view_new();
    struct table *table = table_new("t", "Wide");
    for (int i = 0; i < 5; i++)
        table_add_column(table, "c", TABLE_TEXT);
    view_take_table(view, "t", table);
    g_autofree char *html = page_of("{{table:t}}\n\n{{table:t}}\n", view, &plain_info, "");
    assert_has(html, "<div class=\"table wide whole\" role=\"region\" aria-labelledby=\"table:2\" tabindex=\"0\">");
    assert_sound(html);
    view_free(view);
}

static void
test_chart_is_inline_with_a_caption(void)
{
    struct view *view = view_new();
    struct chart *chart = chart_new("read100-ladder", "Finding", "What is drawn");
    g_free(chart->alt);
    chart->alt = g_strdup("IOPS < 157K & flat");
    view_take_chart(view, "c", chart);
    view_take_chart(view, "d", chart_new("other", "Finding", "Drawn <here>"));
    g_autofree char *html =
        page_of("# Read100 ladder title\n\n{{chart:c}}\n\n- x\n\n  {{chart:d}}\n", view, &plain_info, "");
    assert_has(html, "<figure>\n<div class=\"chart\">\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
    assert_has(html, "</svg>\n</div>\n<figcaption><b>Figure 1.</b> IOPS &lt; 157K &amp; flat</figcaption>\n</figure>");
    assert_has(html, "<figcaption><b>Figure 2.</b> Drawn &lt;here&gt;</figcaption>");
    assert_lacks(html, "<?xml");
    assert_sound(html);
    view_free(view);
}

static void
test_contents_list_the_sections(void)
{
    struct view *view = view_new();
    g_autofree char *html =
        page_of("# T\n\nintro\n\n## A *b*\n\nx\n\n### C\n\n## A b\n\n> ## quoted\n", view, &plain_info, "");
    assert_has(html, "<p>intro</p>\n<nav class=\"contents\" aria-labelledby=\"page:contents\">\n"
                     "<p id=\"page:contents\">Contents</p>\n<ol>\n<li><a href=\"#a-b\">A b</a></li>\n"
                     "<li><a href=\"#a-b-1\">A b</a></li>\n</ol>\n</nav>\n<section aria-labelledby=\"a-b\">\n"
                     "<h2 id=\"a-b\">A <em>b</em></h2>\n<p>x</p>\n<h3 id=\"c\">C</h3>\n</section>\n");
    assert_sound(html);
    view_free(view);
}

static void
test_banner_is_shown(void)
{
    struct view *view = view_new();
    const struct document_info info = {.title = "t", .banner = "SYNTHETIC <DATA>"};
    g_autofree char *html = page_of("# T\n", view, &info, "");
    assert_has(html, "<div class=\"banner\" role=\"note\"><p>SYNTHETIC &lt;DATA&gt;</p></div>\n");
    assert_sound(html);
    view_free(view);
}

static void
test_nothing_hostile_gets_through(void)
{
    static const char evil[] = "</title></style><script>alert(1)</script>\" onload=\"x' &amp; ]]> --> {{v}}\n\x01\xff";
    struct view *view = view_new();
    view_set(view, "v", evil);
    struct table *table = table_new(evil, evil);
    table_add_column(table, evil, TABLE_NUMBER);
    table_add_row(table, evil)->emphasis = true;
    view_take_table(view, "t", table);
    struct chart *chart = chart_new("c", evil, evil);
    chart_x_axis(chart, evil, CHART_LINEAR);
    view_take_chart(view, "c", chart);
    const struct document_info info = {
        .title = evil, .subject = evil, .author = evil, .language = evil, .generator = evil, .banner = evil};
    g_autofree char *html =
        page_of("# {{v}}\n\n## {{v}}\n\n{{v}} `{{v}}` [{{v}}](u \"{{v}}\")\n\n## {{v}}\n\n{{table:t}}\n\n"
                "{{chart:c}}\n\n```{{v}}\n{{v}}\n```\n\n[x]({{v}})\n",
            view, &info, "a::after { content: \"</style><script>\"; }");
    assert_has(html, "content: \"<\\/style>");
    char *style = strstr(html, "<style>"), *style_end = strstr(html, "</style>");
    memset(style, ' ', (size_t)(style_end - style) + strlen("</style>")); /* a style sheet is no markup */
    assert_lacks(html, "<script");
    assert_sound(html);
    view_free(view);
}

static void
test_images_are_not_fetched(void)
{
    struct view *view = view_new();
    g_autofree char *html = page_of("a ![logo *x*](http://a.example/x.png) b\n", view, &plain_info, "");
    assert_has(html, "<p>a logo x b</p>");
    assert_lacks(html, "a.example");
    assert_sound(html);
    view_free(view);
}

static void
test_style_sheet_fetches_nothing(void)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "..", "templates", "style.css", NULL);
    g_autofree char *style = NULL;
    g_assert_true(g_file_get_contents(path, &style, NULL, NULL));
    g_assert_cmpuint(strlen(style), >, 1000);
    static const char *const fetching[] = {"url(", "@import", "src:", "</", "//"};
    for (size_t i = 0; i < G_N_ELEMENTS(fetching); i++)
        assert_lacks(style, fetching[i]);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/html/page_is_complete", test_page_is_complete);
    g_test_add_func("/html/table_has_scopes_and_caption", test_table_has_scopes_and_caption);
    g_test_add_func("/html/wide_table_scrolls_by_keyboard", test_wide_table_scrolls_by_keyboard);
    g_test_add_func("/html/chart_is_inline_with_a_caption", test_chart_is_inline_with_a_caption);
    g_test_add_func("/html/contents_list_the_sections", test_contents_list_the_sections);
    g_test_add_func("/html/banner_is_shown", test_banner_is_shown);
    g_test_add_func("/html/nothing_hostile_gets_through", test_nothing_hostile_gets_through);
    g_test_add_func("/html/images_are_not_fetched", test_images_are_not_fetched);
    g_test_add_func("/html/style_sheet_fetches_nothing", test_style_sheet_fetches_nothing);
    return g_test_run();
}
