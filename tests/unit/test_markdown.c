#include "writers.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *
markdown_of(const char *template_text, const struct view *view, const char *banner)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new(template_text, "t.md", view, &error);
    g_assert_no_error(error);
    char *before = cmark_render_xml(document->root, CMARK_OPT_DEFAULT);
    char *markdown = markdown_write(document, &(struct document_info){.title = "t", .banner = banner}, NULL);
    char *after = cmark_render_xml(document->root, CMARK_OPT_DEFAULT);
    g_assert_cmpstr(before, ==, after); /* a writer leaves the tree as it is */
    free(before);
    free(after);
    return markdown;
}

static void
assert_markdown(const char *template_text, const struct view *view, const char *expected)
{
    g_autofree char *markdown = markdown_of(template_text, view, NULL);
    g_assert_cmpstr(markdown, ==, expected);
}

/* The file, read again, shows what the tree shows. */
static void
assert_reads_back(const char *template_text, const struct view *view)
{
    g_autofree char *markdown = markdown_of(template_text, view, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new(template_text, "t.md", view, &error);
    g_assert_no_error(error);
    char *expected = cmark_render_html(document->root, CMARK_OPT_DEFAULT);
    char *seen = cmark_markdown_to_html(markdown, strlen(markdown), CMARK_OPT_DEFAULT);
    g_assert_cmpstr(seen, ==, expected);
    free(expected);
    free(seen);
}

static struct table *
result_table(void)
{
    struct table *table = table_new("read100-result", "Metric | *read*");
    table_add_column(table, "Metric", TABLE_TEXT);
    table_add_column(table, "Result|unit", TABLE_NUMBER);
    table_add_row(table, "db_file_read <b>", "156,540");
    table_add_row(table, "a|b `c` \\|", "~0.401 ms")->emphasis = true;
    table_add_row(table, "", "~~1~~ &lt; _x_ [y](z)");
    table->left_out = 3;
    return table;
}

#define RESULT_TABLE                                                                                                   \
    "*Metric \\| \\*read\\**\n\n"                                                                                      \
    "| Metric | Result\\|unit |\n"                                                                                     \
    "| :--- | ---: |\n"                                                                                                \
    "| db_file_read \\<b\\> | 156,540 |\n"                                                                             \
    "| **a\\|b \\`c\\` \\\\\\|** | **~0.401 ms** |\n"                                                                  \
    "|  | \\~\\~1\\~\\~ \\&lt; \\_x\\_ \\[y\\](z) |\n\n"                                                               \
    "*3 more rows in results.csv*\n"

static void
test_table_is_a_pipe_table(void)
{
    struct view *view = view_new();
    view_take_table(view, "result", result_table());
    assert_markdown("## A\n\n{{table:result}}\n\nafter\n", view, "## A\n\n" RESULT_TABLE "\nafter\n");
    view_free(view);
}

static void
test_table_parses_as_a_table(void)
{
    g_autofree char *program = g_find_program_in_path("cmark-gfm");
    if (!program) {
        g_test_skip("cmark-gfm is not installed");
        return;
    }
    struct view *view = view_new();
    view_take_table(view, "result", result_table());
    g_autofree char *markdown = markdown_of("- x\n\n  {{table:result}}\n", view, NULL);
    g_autofree char *path = NULL, *html = NULL;
    int fd = g_file_open_tmp("iosizer-XXXXXX.md", &path, NULL);
    g_assert_true(g_file_set_contents(path, markdown, -1, NULL));
    close(fd);
    const char *const argv[] = {program, "-e", "table", "-e", "strikethrough", path, NULL};
    g_assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &html, NULL, NULL, NULL));
    remove(path);
    static const char *const expected[] = {"<em>Metric | *read*</em>", "<th align=\"left\">Metric</th>",
        "<th align=\"right\">Result|unit</th>", "<td align=\"left\">db_file_read &lt;b&gt;</td>",
        "<td align=\"left\"><strong>a|b `c` \\|</strong></td>", "<td align=\"right\"><strong>~0.401 ms</strong></td>",
        "<td align=\"right\">~~1~~ &amp;lt; _x_ [y](z)</td>", "<em>3 more rows in results.csv</em>"};
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++)
        if (!strstr(html, expected[i]))
            g_error("'%s' is not in '%s'", expected[i], html);
    view_free(view);
}

static void
test_blocks_keep_quote_and_list_prefixes(void)
{
    struct view *view = view_new();
    struct table *table = table_new("t", "");
    table_add_column(table, "A", TABLE_TEXT);
    table_add_row(table, "1");
    view_take_table(view, "t", table);
    view_take_chart(view, "c", chart_new("c-1", "t", "s"));
    assert_markdown(
        "> {{table:t}}\n>\n> {{chart:c}}\n", view, "> | A |\n> | :--- |\n> | 1 |\n> \n> ![](charts/c-1.svg)\n");
    assert_markdown("1. x\n\n   {{table:t}}\n", view, "1.  x\n    \n    | A |\n    | :--- |\n    | 1 |\n");
    view_free(view);
}

static void
test_chart_is_an_image_with_its_alternative(void)
{
    struct view *view = view_new();
    struct chart *chart = chart_new("read100-ladder", "t", "s");
    g_free(chart->alt);
    chart->alt = g_strdup("IOPS [k] <flat>\nfrom *64*");
    view_take_chart(view, "ladder", chart);
    assert_markdown(
        "{{chart:ladder}}\n", view, "![IOPS \\[k\\] \\<flat\\> from \\*64\\*](charts/read100-ladder.svg)\n");
    view_free(view);
}

static void
test_banner_is_a_quote_on_top(void)
{
    struct view *view = view_new();
    g_autofree char *markdown = markdown_of("# A\n", view, "SYNTHETIC *DATA*\nnot measured");
    g_assert_cmpstr(markdown, ==, "> **SYNTHETIC \\*DATA\\* not measured**\n\n# A\n");
    g_autofree char *none = markdown_of("# A\n", view, "");
    g_assert_cmpstr(none, ==, "# A\n");
    view_free(view);
}

static void
test_hostile_values_read_back(void)
{
    static const char *const value[] = {"# h", "a | b\n:--|:--\n1 | 2", "~~~\nx", "~~strike~~", "1. x\n2) y",
        "- a\n+ b\n* c", "    indented", "> q", "***", "a\n===", "a\n---", "<script>alert(1)</script>", "<!-- c -->",
        "&lt;&#35;", "[l](u)", "![i](u)", "`c` ``d``", "\\", "\\n*", "trailing  ", "", "__b__ _e_", "{{v}} }}",
        "http://x.example/_a_", "a\tb", "ends with !", "\xe2\x80\xae rtl", "\xff\x01"};
    static const char *const template_text[] = {"{{v}}\n", "# {{v}}\n", "- {{v}}\n- {{v}}\n", "> {{v}}\n",
        "x {{v}} y\n", "**{{v}}x** _y{{v}}y_\n", "`x{{v}}x`\n", "```\n{{v}}\n```\n", "[{{v}}x](u \"{{v}}\")\n",
        "{{v}}{{v}}\n"};
    for (size_t v = 0; v < G_N_ELEMENTS(value); v++) {
        struct view *view = view_new();
        view_set(view, "v", value[v]);
        for (size_t t = 0; t < G_N_ELEMENTS(template_text); t++) {
            g_test_message("value '%s' in '%s'", value[v], template_text[t]);
            assert_reads_back(template_text[t], view);
        }
        view_free(view);
    }
}

static void
test_marks_of_github_are_escaped(void)
{
    struct view *view = view_new();
    view_set(view, "v", "a | b ~~c~~ ~157K");
    assert_markdown("{{v}} `{{v}}`\n", view, "a \\| b \\~\\~c\\~\\~ ~157K `a | b ~~c~~ ~157K`\n");
    view_free(view);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/markdown/table_is_a_pipe_table", test_table_is_a_pipe_table);
    g_test_add_func("/markdown/table_parses_as_a_table", test_table_parses_as_a_table);
    g_test_add_func("/markdown/blocks_keep_quote_and_list_prefixes", test_blocks_keep_quote_and_list_prefixes);
    g_test_add_func("/markdown/chart_is_an_image_with_its_alternative", test_chart_is_an_image_with_its_alternative);
    g_test_add_func("/markdown/banner_is_a_quote_on_top", test_banner_is_a_quote_on_top);
    g_test_add_func("/markdown/hostile_values_read_back", test_hostile_values_read_back);
    g_test_add_func("/markdown/marks_of_github_are_escaped", test_marks_of_github_are_escaped);
    return g_test_run();
}
