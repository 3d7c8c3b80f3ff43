#include "logo.h"
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

/* Elements balance, all is escaped, ids are unique, links and references within the page lead somewhere, headings leave
 * out no level, and no script is there but one without attributes, the page's own. */

struct seen {
    GHashTable *ids, *links;
    char heading;
    guint scripts;
};

static void
element_start(GMarkupParseContext *context, const char *element, const char **name, const char **value, void *data,
    GError **error)
{
    struct seen *seen = data;
    if (element[0] == 'h' && g_ascii_isdigit(element[1])) {
        g_assert_cmpint(element[1], <=, seen->heading + 1);
        seen->heading = element[1];
    }
    if (strcmp(element, "script") == 0) {
        g_assert_null(*name);
        g_assert_cmpuint(++seen->scripts, ==, 1);
    }
    for (; *name; name++, value++) {
        if (strcmp(*name, "id") == 0 && !g_hash_table_add(seen->ids, g_strdup(*value)))
            g_error("id '%s' is there twice", *value);
        if (strcmp(*name, "href") == 0 && (*value)[0] == '#')
            g_hash_table_add(seen->links, g_strdup(*value + 1));
        if (strcmp(*name, "aria-labelledby") == 0 || strcmp(*name, "aria-describedby") == 0)
            g_hash_table_add(seen->links, g_strdup(*value));
        if (strcmp(*name, "tabindex") == 0)
            g_assert_cmpstr(*value, ==, "0");
        g_assert_false(g_str_has_prefix(*name, "on"));
        g_assert_cmpstr(*name, !=, "src");
    }
}

static void
assert_sound(const char *html)
{
    static const GMarkupParser parser = {.start_element = element_start};
    struct seen seen = {.ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .links = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .heading = '0'};
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
    assert_has(html, "<div class=\"table wide whole\" role=\"group\" aria-labelledby=\"table:2\" tabindex=\"0\">");
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
    assert_has(html, "<figure>\n<div class=\"plot\" role=\"group\" tabindex=\"0\" aria-label=\"Figure 1.\">\n<svg ");
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
    assert_has(html, "<div class=\"page with-contents\">\n<nav class=\"contents\" aria-label=\"Contents\">\n"
                     "<details open=\"open\">\n<summary>Contents</summary>\n<ol>\n<li><a href=\"#a-b\">A b</a></li>\n"
                     "<li><a href=\"#a-b-1\">A b</a></li>\n</ol>\n</details>\n</nav>\n<main");
    assert_has(html, "<p>intro</p>\n<section aria-labelledby=\"a-b\">\n"
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
    assert_has(
        html, "<div class=\"banner\" role=\"region\" aria-label=\"Notice\"><p>SYNTHETIC &lt;DATA&gt;</p></div>\n");
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

/* A hostile text in a key figure stays text; a remark that is not there is left out. */
static void
test_key_figures_are_a_list(void)
{
    struct view *view = view_new();
    struct table *table = table_new("key", "");
    table->look = TABLE_TILES;
    for (int i = 0; i < 3; i++)
        table_add_column(table, "c", TABLE_TEXT);
    table_add_row(table, "Required <b>", "108,000 IOPS", "844 MiB/s");
    table_add_row(table, "Confidence", "high", "");
    view_take_table(view, "t", table);
    g_autofree char *html = page_of("# T\n\n{{table:t}}\n", view, &plain_info, "");
    assert_has(html, "<dl class=\"tiles\">\n<div><dt>Required &lt;b&gt;</dt><dd class=\"figure\">108,000 IOPS</dd>"
                     "<dd>844 MiB/s</dd></div>\n"
                     "<div><dt>Confidence</dt><dd class=\"figure\">high</dd></div>\n</dl>");
    assert_sound(html);
    view_free(view);
}

static void
test_logo_is_within_the_page(void)
{
    g_autoptr(GError) error = NULL;
    static const char svg[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"8\" height=\"8\"/></svg>";
    g_autoptr(Logo) logo = logo_new(svg, strlen(svg), "logo.svg", &error);
    g_assert_no_error(error);
    struct view *view = view_new();
    const struct document_info info = {.title = "t", .logo = logo};
    g_autofree char *html = page_of("# T\n", view, &info, "");
    g_autofree char *encoded = g_base64_encode((const guchar *)svg, strlen(svg));
    g_autofree char *expected =
        g_strdup_printf("<img class=\"logo\" alt=\"\" src=\"data:image/svg+xml;base64,%s\" />\n<h1", encoded);
    assert_has(html, expected);
    view_free(view);
}

/* The policy lets this script run and no other: its hash is of what stands between the tags. */
static void
test_script_is_known_by_its_hash(void)
{
    struct view *view = view_new();
    const struct document_info info = {.title = "t", .script = "if (1 < 2 && 3) { }\n"};
    g_autofree char *html = page_of("# T\n", view, &info, "");
    assert_has(html, "<script>//<![CDATA[\nif (1 < 2 && 3) { }\n//]]>\n</script>\n</body>");
    /* printf '//<![CDATA[\nif (1 < 2 && 3) { }\n//]]>\n' | openssl dgst -sha256 -binary | base64 */
    assert_has(html, "script-src 'sha256-mx8zB3p9052h/Um/r2QDGyVM0jl2isNSpVY7uR4WUq0='; ");
    assert_sound(html);
    g_autofree char *plain = page_of("# T\n", view, &plain_info, "");
    assert_lacks(plain, "script");
    view_free(view);
}

static void
test_script_fetches_and_stores_nothing(void)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "..", "templates", "report.js", NULL);
    g_autofree char *script = NULL;
    g_assert_true(g_file_get_contents(path, &script, NULL, NULL));
    g_assert_cmpuint(strlen(script), >, 1000);
    static const char *const wrong[] = {"fetch(", "XMLHttp", "WebSocket", "import", "eval", "Function(", "innerHTML",
        "insertAdjacent", "document.write", "Storage", "cookie", "</", "]]>", "https:", ".src"};
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
        assert_lacks(script, wrong[i]);
}

/* Contrast by WCAG 2.2: #ffee00 on white has 1.2; the accent itself stays for rules, text of links does not. */
static void
test_colours_can_be_read(void)
{
    struct view *view = view_new();
    struct theme theme;
    g_assert_true(theme_init(&theme, NULL, "#ffee00", NULL));
    g_autoptr(Fonts) fonts = fonts_new(NULL, NULL);
    g_autoptr(Document) document = document_new("# T\n", "t.md", view, NULL);
    g_autofree char *html = html_write(document, &plain_info, &theme, "", fonts);
    assert_has(html, " --accent: #ffee00; --link: #");
    assert_lacks(html, "--link: #ffee00; --band: #e9eff5"); /* by day */
    assert_has(html, "{ color-scheme: dark; --ink: #e6eaee;");
    assert_has(html, "--link: #ffee00; --band: #1d2833"); /* by night it stands out */
    assert_has(html, "@media screen { :root[data-theme=\"dark\"] {");
    view_free(view);
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
    g_test_add_func("/html/key_figures_are_a_list", test_key_figures_are_a_list);
    g_test_add_func("/html/logo_is_within_the_page", test_logo_is_within_the_page);
    g_test_add_func("/html/script_is_known_by_its_hash", test_script_is_known_by_its_hash);
    g_test_add_func("/html/script_fetches_and_stores_nothing", test_script_fetches_and_stores_nothing);
    g_test_add_func("/html/colours_can_be_read", test_colours_can_be_read);
    return g_test_run();
}
