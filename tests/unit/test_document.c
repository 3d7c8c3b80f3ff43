#include "document.h"
#include "error.h"
#include "template.h"

#include <string.h>

/* The tree as cmark's XML, which shows every node and every literal. */
static char *
tree_of(const char *template_text, const struct view *view)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new(template_text, "t.md", view, &error);
    g_assert_no_error(error);
    char *xml = cmark_render_xml(document->root, CMARK_OPT_DEFAULT);
    char *copy = g_strdup(xml);
    free(xml);
    return copy;
}

static char *
html_of(const char *template_text, const struct view *view)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new(template_text, "t.md", view, &error);
    g_assert_no_error(error);
    char *html = cmark_render_html(document->root, CMARK_OPT_DEFAULT);
    char *copy = g_strdup(html);
    free(html);
    return copy;
}

static void
assert_html(const char *template_text, const struct view *view, const char *expected)
{
    g_autofree char *html = html_of(template_text, view);
    g_assert_cmpstr(html, ==, expected);
}

static void
assert_fails(const char *template_text, const struct view *view, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new(template_text, "t.md", view, &error);
    g_assert_null(document);
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
    g_assert_cmpstr(error->message, ==, message);
}

static struct view *
two_workloads(void)
{
    struct view *view = view_new();
    view_set(view, "title", "Study");
    view_set(view, "empty", "");
    static const char *const name[] = {"read100", "mix90"}, *const iops[] = {"156,540", "145,784"};
    for (int i = 0; i < 2; i++) {
        struct view *workload = view_append(view, "workload");
        view_set(workload, "name", name[i]);
        view_set(workload, "iops", iops[i]);
        for (int rung = 1; rung <= 2; rung++)
            view_setf(view_append(workload, "rung"), "sessions", "%d", rung * 8);
    }
    return view;
}

static void
test_section_repeats_and_looks_outside(void)
{
    struct view *view = two_workloads();
    assert_html("# {{title}}\n\n{{#workload}}\n## {{ name }} of {{title}}\n\n{{#rung}}\n- {{sessions}} of {{name}}\n"
                "{{/rung}}\n\n{{/workload}}\nend\n",
        view,
        "<h1>Study</h1>\n<h2>read100 of Study</h2>\n<ul>\n<li>8 of read100</li>\n<li>16 of read100</li>\n</ul>\n"
        "<h2>mix90 of Study</h2>\n<ul>\n<li>8 of mix90</li>\n<li>16 of mix90</li>\n</ul>\n<p>end</p>\n");
    view_free(view);
}

static void
test_section_and_inverted_keep_one_side(void)
{
    struct view *view = two_workloads();
    assert_html("{{#title}}\nyes\n{{/title}}\n{{^title}}\nno {{unknown}}\n{{/title}}\n", view, "<p>yes</p>\n");
    assert_html("{{#empty}}\nyes\n{{/empty}}\n{{^empty}}\nno\n{{/empty}}\n", view, "<p>no</p>\n");
    assert_html("{{#unknown}}\nyes {{unknown}}\n{{/unknown}}\n", view, "");
    assert_html("{{#workload}}\nlist\n{{/workload}}\n{{#table:x}}\ntable\n{{/table:x}}\n", view, "<p>list\nlist</p>\n");
    view_take_table(view, "x", table_new("x", ""));
    assert_html("  {{#table:x}}  \r\ntable\r\n{{/table:x}}\r\n", view, "<p>table</p>\n");
    view_free(view);
}

static void
test_declared_list_may_be_empty(void)
{
    struct view *view = two_workloads();
    view_declare_list(view, "note");
    assert_html("{{#note}}\n- x\n{{/note}}\n{{^note}}\nno notes\n{{/note}}\n", view, "<p>no notes</p>\n");
    assert_html("{{#notes}}\n- x\n{{/notes}}\n{{^notes}}\nnone\n{{/notes}}\n", view, "<p>none</p>\n");
    view_free(view);
}

static void
test_errors_name_line_and_column(void)
{
    struct view *view = two_workloads();
    assert_fails("a\nä {{x}}\n", view, "t.md:2:3: nothing is named 'x' here (--list-names prints all names)");
    assert_fails("{{table:x}}\n", view, "t.md:1:1: nothing is named 'table:x' here (--list-names prints all names)");
    assert_fails("{{#workload}}\n\n{{name}} {{nam}}\n{{/workload}}\n", view,
        "t.md:3:10: nothing is named 'nam' here (--list-names prints all names)");
    assert_fails("{{title\n}}\n", view, "t.md:1:1: {{ is not closed by }} on its line");
    assert_fails("{{a b}}\n", view, "t.md:1:1: 'a b' is not a name (letters, digits, _ . -)");
    assert_fails("{{}}\n", view, "t.md:1:1: '' is not a name (letters, digits, _ . -)");
    assert_fails("\n {{#title}}\n{{#workload}}\n{{/workload}}\n", view, "t.md:2:2: the section 'title' is not closed");
    assert_fails(
        "{{#title}}\n{{/workload}}\n", view, "t.md:2:1: the section 'title' of line 1 is closed by {{/workload}}");
    assert_fails("a {{/title}}\n", view, "t.md:1:3: {{/title}} closes a section that is not open");
    assert_fails("{{#}}\n{{/}}\n", view, "t.md:1:1: '' is not a name (letters, digits, _ . -)");
    assert_fails(
        "{{#if a}}\n{{/if}}\n", view, "t.md:1:1: write {{#a}} ... {{/a}}, and {{^a}} for what is shown without it");
    assert_fails("a\n{{! b\nc\n", view, "t.md:2:1: {{! is not closed by }}");
    assert_fails("{{{title}}}\n", view,
        "t.md:1:1: {{{ is not known here: values are text, never markup, and tags are always {{ }}");
    assert_fails("{{&title}}\n", view,
        "t.md:1:1: {{& is not known here: values are text, never markup, and tags are always {{ }}");
    assert_fails("{{=<% %>=}}\n", view,
        "t.md:1:1: {{= is not known here: values are text, never markup, and tags are always {{ }}");
    assert_fails(
        "{{> ../../etc/passwd}}\n", view, "t.md:1:1: '../../etc/passwd' is not a name (letters, digits, _ . -)");
    assert_fails(
        "{{> no-such}}\n", view, "t.md:1:1: there is no part 'no-such': neither a file no-such.md nor one compiled in");
    assert_fails("a\n\xff\n", view, "t.md:2:1: not UTF-8");
    assert_fails(
        "a\nb" TEMPLATE_SLOT_OPEN "0" TEMPLATE_SLOT_CLOSE "\n", view, "t.md:2:2: a noncharacter (U+FDD0 or U+FDD1)");
    view_free(view);
}

static void
test_nesting_is_bounded(void)
{
    struct view *view = two_workloads();
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i <= TEMPLATE_MAX_DEPTH; i++)
        g_string_append(text, "{{#title}}\n");
    assert_fails(text->str, view, "t.md:33:1: more than 32 sections and parts within each other");
    view_free(view);
}

static void
test_expansion_is_bounded(void)
{
    struct view *view = view_new();
    for (int i = 0; i < 2000; i++)
        view_append(view, "x");
    g_autofree char *line = g_strnfill(40, 'x');
    g_autofree char *text = g_strdup_printf("{{#x}}\n{{#x}}\n%s\n{{/x}}\n{{/x}}\n", line);
    assert_fails(text, view, "t.md:3:1: the filled template is longer than 67108864 bytes");
    view_free(view);
}

static void
test_values_are_never_markup(void)
{
    struct view *view = view_new();
    view_set(view, "v", "**b** <script> [l](u) `c` | {{w}} &amp; \\* # ~~x~~");
    view_set(view, "w", "W");
    assert_html("{{v}}\n", view, "<p>**b** &lt;script&gt; [l](u) `c` | {{w}} &amp;amp; \\* # ~~x~~</p>\n");
    assert_html("# {{v}}\n", view, "<h1>**b** &lt;script&gt; [l](u) `c` | {{w}} &amp;amp; \\* # ~~x~~</h1>\n");
    assert_html("a `{{v}}` b\n", view,
        "<p>a <code>**b** &lt;script&gt; [l](u) `c` | {{w}} &amp;amp; \\* # ~~x~~</code> b</p>\n");
    assert_html("[t](http://a/?q={{w}} \"{{w}}\")\n", view, "<p><a href=\"http://a/?q=W\" title=\"W\">t</a></p>\n");
    assert_html("**{{w}}** _{{w}}_ x_{{w}}_y\n", view, "<p><strong>W</strong> <em>W</em> x_W_y</p>\n");
    assert_html("\\{{w}} and \\{{{w}}\n", view, "<p>{{w}} and {{{w}}</p>\n");
    view_free(view);
}

static void
test_blocks_of_markup_in_values_stay_text(void)
{
    struct view *view = view_new();
    view_set(view, "v", "  # h\n\n- a\n    code\n```\n<b>\n");
    assert_html("x {{v}} y\n", view, "<p>x # h<br />\n- a<br />\ncode<br />\n```<br />\n&lt;b&gt; y</p>\n");
    assert_html("# x {{v}}\n", view, "<h1>x # h  - a     code ``` &lt;b&gt;</h1>\n");
    assert_html("~~~\n{{v}}\n~~~\n", view, "<pre><code>  # h\n\n- a\n    code\n```\n&lt;b&gt;\n</code></pre>\n");
    assert_html("- {{v}}\n- z\n", view,
        "<ul>\n<li># h<br />\n- a<br />\ncode<br />\n```<br />\n&lt;b&gt;</li>\n<li>z</li>\n</ul>\n");
    view_free(view);
}

static void
test_link_of_a_value_brings_no_script(void)
{
    struct view *view = view_new();
    static const struct {
        const char *url, *href;
    } cases[] = {{"javascript:alert(1)", ""}, {"JaVaScript:x", ""}, {"file:///etc/passwd", ""},
        {"data:text/html,x", ""}, {"java script:x", ""}, {"https://a.example/b?c=d#e", "https://a.example/b?c=d#e"},
        {"#sizing", "#sizing"}, {"a/b:c", "a/b:c"}, {"\"><b>", "%22%3E%3Cb%3E"}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        view_set(view, "u", cases[i].url);
        g_autofree char *expected = g_strdup_printf("<p><a href=\"%s\">t</a></p>\n", cases[i].href);
        assert_html("[t]({{u}})\n", view, expected);
    }
    view_free(view);
}

static void
test_address_is_percent_encoded(void)
{
    struct view *view = view_new();
    view_set(view, "u", "a b'\"<>\n\xc3\xa9?x=%20");
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new("[t]({{u}})\n", "t.md", view, &error);
    g_assert_no_error(error);
    cmark_node *link = cmark_node_first_child(cmark_node_first_child(document->root));
    g_assert_cmpstr(cmark_node_get_url(link), ==, "a%20b'%22%3C%3E%20%C3%A9?x=%20");
    view_free(view);
}

static void
test_html_is_refused_and_comments_left_out(void)
{
    struct view *view = two_workloads();
    assert_html("<!-- for\nauthors {{title}} -->\n\na <!-- b --> c\n", view, "<p>a  c</p>\n");
    assert_fails("{{#title}}\n\na <b>x</b>\n{{/title}}\n", view,
        "t.md:3:3: HTML in a template cannot be shown in every format; write \\< for a literal <");
    assert_fails("<!-- a --> <script>\n", view,
        "t.md:1:1: HTML in a template cannot be shown in every format; write \\< for a literal <");
    view_free(view);
}

static void
test_tables_and_charts_become_blocks(void)
{
    struct view *view = two_workloads();
    struct table *table = table_new("read100-result", "");
    struct chart *chart = chart_new("read100-ladder", "", "");
    view_take_table(view, "result", table);
    view_take_chart(view, "ladder", chart);
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document =
        document_new("# A *b* `c`\n\n{{table:result}}\n\n- x\n\n  {{chart:ladder}}\n", "t.md", view, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(document->title, ==, "A b c");
    g_assert_cmpuint(document->blocks->len, ==, 2);
    cmark_node *node = cmark_node_next(cmark_node_first_child(document->root));
    g_assert_cmpint(cmark_node_get_type(node), ==, CMARK_NODE_CUSTOM_BLOCK);
    const struct block *block = cmark_node_get_user_data(node);
    g_assert_true(block == document->blocks->pdata[0]);
    g_assert_cmpint(block->kind, ==, BLOCK_TABLE);
    g_assert_true(block->table == table);
    block = document->blocks->pdata[1];
    g_assert_cmpint(block->kind, ==, BLOCK_CHART);
    g_assert_true(block->chart == chart);

    static const char *const bad[] = {"x {{table:result}}\n", "`{{table:result}}`\n", "# {{table:result}}\n",
        "t {{chart:ladder}} u\n", "- [{{chart:ladder}}](u)\n"};
    static const unsigned column[] = {3, 2, 3, 3, 4};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *message = g_strdup_printf(
            "t.md:1:%u: a table or chart must be a paragraph of its own, with empty lines around it", column[i]);
        assert_fails(bad[i], view, message);
    }
    view_free(view);
}

static void
test_two_charts_of_one_id_are_an_internal_error(void)
{
    struct view *view = view_new();
    view_take_chart(view, "a", chart_new("same", "", ""));
    view_take_chart(view, "b", chart_new("same", "", ""));
    g_autoptr(GError) error = NULL;
    g_assert_null(document_new("{{chart:a}}\n\n{{chart:b}}\n", "t.md", view, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL);
    g_clear_error(&error);
    g_autoptr(Document) twice = document_new("{{chart:a}}\n\n{{chart:a}}\n", "t.md", view, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(twice->blocks->len, ==, 2);
    document_free(g_steal_pointer(&twice));
    view_free(view);
}

/* A chart's name is a file's: whatever a workload is called. */
static void
test_names_of_charts_are_made_usable_and_kept_apart(void)
{
    g_autoptr(Chart) plain = chart_new("read100-ladder", "", "");
    g_autoptr(Chart) path = chart_new("../x", "", "");
    g_autoptr(Chart) upper = chart_new("Mix_90", "", "");
    g_autoptr(Chart) lower = chart_new("mix_90", "", "");
    g_assert_cmpstr(plain->id, ==, "read100-ladder");
    g_assert_true(g_str_has_prefix(path->id, "---x-"));
    g_assert_true(g_str_has_prefix(upper->id, "mix-90-") && g_str_has_prefix(lower->id, "mix-90-"));
    g_assert_cmpstr(upper->id, !=, lower->id);
}

static void
test_slugs_are_unique(void)
{
    struct view *view = view_new();
    view_set(view, "n", "read100 <b>");
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new(
        "# Key_Figures: {{n}}!\n\n## A-1\n\n## A\n\n## A\n\n## Größe & Maß\n\n> ## !?\n\ntext\n", "t.md", view, &error);
    g_assert_no_error(error);
    static const char *const expected[] = {"key_figures-read100-b", "a-1", "a", "a-2", "größe--maß"};
    cmark_node *node = cmark_node_first_child(document->root);
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++, node = cmark_node_next(node))
        g_assert_cmpstr(document_slug(node), ==, expected[i]);
    g_assert_cmpstr(document_slug(cmark_node_first_child(node)), ==, "section");
    g_assert_null(document_slug(cmark_node_next(node)));
    view_free(view);
}

static void
test_copy_is_equal_and_deep_nesting_passes(void)
{
    struct view *view = two_workloads();
    view_take_table(view, "t", table_new("t", ""));
    g_autoptr(GString) text =
        g_string_new("# h\n\n3) a *b* **c** [l](u \"t\") ![i](v)\n4) ``x``\n\n   ~~~ c\n   y\n   ~~~\n\n"
                     "- tight\\\n  x\n- y\n\n***\n\n{{table:t}}\n\n");
    for (int i = 0; i < 5000; i++)
        g_string_append(text, ">");
    g_string_append(text, " deep\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new(text->str, "t.md", view, &error);
    g_assert_no_error(error);
    cmark_node *copy = document_copy_tree(document);
    char *left = cmark_render_xml(document->root, CMARK_OPT_DEFAULT),
         *right = cmark_render_xml(copy, CMARK_OPT_DEFAULT);
    g_assert_cmpstr(left, ==, right);
    g_assert_nonnull(strstr(left, "deep"));
    cmark_node_free(copy);
    free(left);
    free(right);
    view_free(view);
}

static void
test_names_are_listed_sorted(void)
{
    struct view *view = two_workloads();
    view_set(view, "gone", "x");
    view_set(view, "gone", NULL);
    view_take_table(view_append(view, "workload"), "result", table_new("r", ""));
    view_take_chart(view, "ladder", chart_new("c", "", ""));
    g_autofree char *names = view_names(view);
    g_assert_cmpstr(names, ==,
        "#workload\nchart:ladder\nempty\ntitle\nworkload/#rung\nworkload/iops\nworkload/name\n"
        "workload/rung/sessions\nworkload/table:result\n");
    view_free(view);
}

static void
test_values_are_cleaned(void)
{
    struct view *view = view_new();
    view_set(view, "v", "a\x01 \xff b\r\nc");
    assert_html("```\n{{v}}\n```\n", view, "<pre><code>a\xef\xbf\xbd \xef\xbf\xbd b \nc\n</code></pre>\n");
    view_set(view, "v", "x" TEMPLATE_SLOT_OPEN "0" TEMPLATE_SLOT_CLOSE);
    g_autofree char *tree = tree_of("{{v}}{{v}}\n", view);
    g_assert_nonnull(strstr(tree, ">x" TEMPLATE_SLOT_OPEN "0" TEMPLATE_SLOT_CLOSE "x"));
    view_free(view);
}

static void
test_empty_values_leave_nothing(void)
{
    struct view *view = view_new();
    view_set(view, "e", "");
    view_set(view, "v", "V");
    assert_html("a\n\n{{e}}\n\n**{{e}}**\n\n{{e}}     {{v}}\n{{e}}\n\n- {{e}}\n- b *{{e}}*\n", view,
        "<p>a</p>\n<p>V</p>\n<ul>\n<li></li>\n<li>b </li>\n</ul>\n");
    view_free(view);
}

static void
test_heading_is_one_line(void)
{
    struct view *view = view_new();
    assert_html("a\\\n*b\nc*\n===\n", view, "<h1>a <em>b c</em></h1>\n");
    view_free(view);
}

static void
test_empty_template(void)
{
    struct view *view = view_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Document) document = document_new("", "t.md", view, &error);
    g_assert_no_error(error);
    g_assert_null(cmark_node_first_child(document->root));
    g_assert_cmpstr(document->title, ==, "");
    view_free(view);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/document/section_repeats_and_looks_outside", test_section_repeats_and_looks_outside);
    g_test_add_func("/document/section_and_inverted_keep_one_side", test_section_and_inverted_keep_one_side);
    g_test_add_func("/document/declared_list_may_be_empty", test_declared_list_may_be_empty);
    g_test_add_func("/document/errors_name_line_and_column", test_errors_name_line_and_column);
    g_test_add_func("/document/nesting_is_bounded", test_nesting_is_bounded);
    g_test_add_func("/document/expansion_is_bounded", test_expansion_is_bounded);
    g_test_add_func("/document/values_are_never_markup", test_values_are_never_markup);
    g_test_add_func("/document/blocks_of_markup_in_values_stay_text", test_blocks_of_markup_in_values_stay_text);
    g_test_add_func("/document/link_of_a_value_brings_no_script", test_link_of_a_value_brings_no_script);
    g_test_add_func("/document/address_is_percent_encoded", test_address_is_percent_encoded);
    g_test_add_func("/document/html_is_refused_and_comments_left_out", test_html_is_refused_and_comments_left_out);
    g_test_add_func("/document/tables_and_charts_become_blocks", test_tables_and_charts_become_blocks);
    g_test_add_func(
        "/document/two_charts_of_one_id_are_an_internal_error", test_two_charts_of_one_id_are_an_internal_error);
    g_test_add_func("/document/names_of_charts_are_made_usable_and_kept_apart",
        test_names_of_charts_are_made_usable_and_kept_apart);
    g_test_add_func("/document/slugs_are_unique", test_slugs_are_unique);
    g_test_add_func("/document/copy_is_equal_and_deep_nesting_passes", test_copy_is_equal_and_deep_nesting_passes);
    g_test_add_func("/document/names_are_listed_sorted", test_names_are_listed_sorted);
    g_test_add_func("/document/values_are_cleaned", test_values_are_cleaned);
    g_test_add_func("/document/empty_values_leave_nothing", test_empty_values_leave_nothing);
    g_test_add_func("/document/heading_is_one_line", test_heading_is_one_line);
    g_test_add_func("/document/empty_template", test_empty_template);
    return g_test_run();
}
