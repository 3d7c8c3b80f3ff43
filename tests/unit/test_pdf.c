#include "pdf_written.h"

#include "error.h"
#include "pdf_finish.h"
#include "pdf_flow.h"
#include "pdf_grid.h"

#include <locale.h>
#include <string.h>

static void
catalog_names_language_title_and_structure(void)
{
    struct document_info info = plain_info;
    info.subject = "Größe 5 TiB";
    info.author = "A. Engineer";
    struct view *view = view_new();
    g_autoptr(GByteArray) bytes = pdf_of("# Sizing study\n\nText.\n", view, &info);
    qpdf_data pdf = pdf_open(bytes);
    qpdf_oh root = qpdf_get_root(pdf);
    g_assert_cmpint(qpdf_get_num_pages(pdf), ==, 1);
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, root, "/Lang")), ==, "en");
    qpdf_oh mark = qpdf_oh_get_key(pdf, root, "/MarkInfo");
    g_assert_true(qpdf_oh_get_bool_value(pdf, qpdf_oh_get_key(pdf, mark, "/Marked")));
    qpdf_oh preferences = qpdf_oh_get_key(pdf, root, "/ViewerPreferences");
    g_assert_true(qpdf_oh_get_bool_value(pdf, qpdf_oh_get_key(pdf, preferences, "/DisplayDocTitle")));
    qpdf_oh facts = qpdf_oh_get_key(pdf, qpdf_get_trailer(pdf), "/Info");
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, facts, "/Title")), ==, "Sizing study");
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, facts, "/Subject")), ==, "Größe 5 TiB");
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, facts, "/Author")), ==, "A. Engineer");
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, facts, "/Creator")), ==, "iosizer 1.0.0");
    g_assert_cmpstr(qpdf_get_info_key(pdf, "/CreationDate"), ==, "D:20231114221320Z");
    g_assert_cmpstr(qpdf_get_info_key(pdf, "/ModDate"), ==, "D:20231114221320Z");
    qpdf_cleanup(&pdf);
    view_free(view);
}

static void
blocks_become_structure(void)
{
    struct view *view = view_new();
    g_autofree char *structure = structure_written("# T\n\nOne\n\n- a\n- b\n\n> q\n\n## S\n\n    code\n", view, NULL);
    /* The second P is the date. */
    g_assert_cmpstr(
        structure, ==, "(Document(H1)(P)(P)(L(LI(Lbl)(LBody(P)))(LI(Lbl)(LBody(P))))(BlockQuote(P))(H2)(P(Code)))");
    view_free(view);
}

static void
an_empty_document_is_a_page_with_the_title(void)
{
    struct view *view = view_new();
    int pages = 0;
    g_autofree char *structure = structure_written("", view, &pages);
    g_assert_cmpint(pages, ==, 1);
    g_assert_cmpstr(structure, ==, "(Document(H1)(P))");
    view_free(view);
}

static void
header_cells_have_scope(void)
{
    struct view *view = view_new();
    view_take_table(view, "t", table_of_rows(1, 2));
    g_autoptr(GByteArray) bytes = pdf_of("{{table:t}}\n", view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    g_autofree char *structure = structure_of(pdf);
    g_assert_nonnull(strstr(structure, "(Table(Caption)(TR(TH)(TH))(TR(TH)(TD)))"));
    qpdf_oh tree = qpdf_oh_get_key(pdf, qpdf_get_root(pdf), "/StructTreeRoot");
    qpdf_oh kids = qpdf_oh_get_key(pdf, qpdf_oh_get_key(pdf, tree, "/K"), "/K");
    qpdf_oh table = qpdf_oh_get_array_item(pdf, kids, 2);
    qpdf_oh row = qpdf_oh_get_array_item(pdf, qpdf_oh_get_key(pdf, table, "/K"), 1);
    qpdf_oh cell = qpdf_oh_get_array_item(pdf, qpdf_oh_get_key(pdf, row, "/K"), 1);
    qpdf_oh attributes = qpdf_oh_get_key(pdf, cell, "/A");
    g_assert_cmpstr(qpdf_oh_get_name(pdf, qpdf_oh_get_key(pdf, attributes, "/O")), ==, "/Table");
    g_assert_cmpstr(qpdf_oh_get_name(pdf, qpdf_oh_get_key(pdf, attributes, "/Scope")), ==, "/Column");
    qpdf_cleanup(&pdf);
    view_free(view);
}

static void
figures_have_their_text(void)
{
    struct view *view = view_new();
    for (int i = 0; i < 2; i++) {
        struct chart *chart = chart_new(i == 0 ? "one" : "two", "IOPS flatten", "IOPS against sessions");
        g_free(chart->alt);
        chart->alt = g_strdup(i == 0 ? "IOPS rise — to 157,000 µ" : "Latency (ms) \\ rises");
        struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
        chart_add_series(panel, "measured", CHART_LINE, 0, (double[]){1, 2, 3}, (double[]){10, 20, 25}, 3);
        view_take_chart(view, i == 0 ? "one" : "two", chart);
    }
    g_autoptr(GByteArray) bytes = pdf_of("{{chart:one}}\n\nBetween.\n\n{{chart:two}}\n", view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    g_autofree char *structure = structure_of(pdf);
    g_assert_cmpstr(structure, ==, "(Document(H1)(P)(Figure)(P)(Figure))");
    qpdf_oh tree = qpdf_oh_get_key(pdf, qpdf_get_root(pdf), "/StructTreeRoot");
    qpdf_oh kids = qpdf_oh_get_key(pdf, qpdf_oh_get_key(pdf, tree, "/K"), "/K");
    qpdf_oh first = qpdf_oh_get_array_item(pdf, kids, 2), second = qpdf_oh_get_array_item(pdf, kids, 4);
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, first, "/Alt")), ==, "IOPS rise — to 157,000 µ");
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, second, "/Alt")), ==, "Latency (ms) \\ rises");
    qpdf_cleanup(&pdf);
    view_free(view);
}

static void
assert_outline_title(qpdf_data pdf, qpdf_oh item, const char *title)
{
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, item, "/Title")), ==, title);
}

static void
outline_follows_three_levels_of_headings(void)
{
    struct view *view = view_new();
    g_autoptr(GByteArray) bytes = pdf_of("# Title\n\n## A\n\n### A1\n\n#### A1x\n\n## B\n\nend\n", view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    qpdf_oh outlines = qpdf_oh_get_key(pdf, qpdf_get_root(pdf), "/Outlines");
    qpdf_oh title = qpdf_oh_get_key(pdf, outlines, "/First");
    qpdf_oh a = qpdf_oh_get_key(pdf, title, "/First");
    qpdf_oh a1 = qpdf_oh_get_key(pdf, a, "/First");
    qpdf_oh b = qpdf_oh_get_key(pdf, a, "/Next");
    assert_outline_title(pdf, title, "Title");
    assert_outline_title(pdf, a, "A");
    assert_outline_title(pdf, a1, "A1");
    assert_outline_title(pdf, b, "B");
    g_assert_false(qpdf_oh_has_key(pdf, a1, "/First"));
    g_assert_false(qpdf_oh_has_key(pdf, b, "/Next"));
    qpdf_cleanup(&pdf);
    view_free(view);
}

/* The links of the first page, "uri:https://…" or "dest", each followed by a blank. */
static char *
links_of_first_page(qpdf_data pdf)
{
    GString *out = g_string_new(NULL);
    qpdf_oh annots = qpdf_oh_get_key(pdf, qpdf_get_page_n(pdf, 0), "/Annots");
    for (int i = 0; qpdf_oh_is_array(pdf, annots) && i < qpdf_oh_get_array_n_items(pdf, annots); i++) {
        qpdf_oh annot = qpdf_oh_get_array_item(pdf, annots, i);
        qpdf_oh action = qpdf_oh_get_key(pdf, annot, "/A");
        if (qpdf_oh_is_dictionary(pdf, action) && qpdf_oh_has_key(pdf, action, "/URI"))
            g_string_append_printf(out, "uri:%s ", qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, action, "/URI")));
        else
            g_string_append(out, "dest ");
    }
    return g_string_free(out, FALSE);
}

static void
only_links_that_lead_somewhere_are_links(void)
{
    struct view *view = view_new();
    g_autoptr(GByteArray) bytes = pdf_of("[web](https://example.com/a?b='c'&d=(e)) [in](#method) [nowhere](#absent) "
                                         "[file](results.csv) [script](javascript:alert(1))\n\n## Method\n\nx\n",
        view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    g_autofree char *links = links_of_first_page(pdf);
    g_assert_cmpstr(links, ==, "uri:https://example.com/a?b=%27c%27&d=%28e%29 dest ");
    qpdf_cleanup(&pdf);
    view_free(view);
}

static void
a_long_table_is_cut_and_its_header_repeated(void)
{
    struct view *view = view_new();
    view_take_table(view, "t", table_of_rows(120, 6));
    int pages = 0;
    g_autofree char *structure = structure_written("{{table:t}}\n", view, &pages);
    g_assert_cmpint(pages, ==, 2);
    g_assert_cmpuint(occurrences(structure, "(TR(TH)(TD)"), ==, 50);
    g_assert_cmpuint(occurrences(structure, "(TR(TH)(TH)"), ==, 2);
    g_assert_cmpuint(occurrences(structure, "(Table(Caption)(TR"), ==, 2);
    g_assert_true(g_str_has_suffix(structure, ")(P))")); /* "70 more rows in results.csv" */
    view_free(view);
}

static void
a_short_table_is_kept_on_one_page(void)
{
    struct view *view = view_new();
    view_take_table(view, "t", table_of_rows(12, 6));
    GString *text = g_string_new(NULL);
    for (int i = 0; i < 28; i++)
        g_string_append(text, "A paragraph of one line.\n\n");
    g_string_append(text, "{{table:t}}\n");
    int pages = 0;
    g_autofree char *structure = structure_written(text->str, view, &pages);
    g_assert_cmpint(pages, ==, 2);
    g_assert_cmpuint(occurrences(structure, "(Table"), ==, 1);
    g_string_free(text, TRUE);
    view_free(view);
}

static void
no_column_of_a_wide_table_is_lost(void)
{
    struct view *view = view_new();
    view_take_table(view, "t", table_of_rows(3, 40));
    g_autofree char *structure = structure_written("{{table:t}}\n", view, NULL);
    unsigned parts = occurrences(structure, "(Table");
    g_assert_cmpuint(parts, >=, 2);
    g_assert_cmpuint(occurrences(structure, "(TD)"), ==, 3 * 39);           /* the columns of numbers */
    g_assert_cmpuint(occurrences(structure, "(TR(TH)(TD)"), ==, 3 * parts); /* the first column leads each part */
    view_free(view);
}

static void
contents_stand_in_long_documents_only(void)
{
    struct view *view = view_new();
    GString *text = g_string_new("# T\n\n");
    int pages = 0;
    for (int i = 0; i < 20; i++)
        g_string_append_printf(text, "## Part %d\n\nText.\n\n", i);
    g_autofree char *brief = structure_written(text->str, view, &pages);
    g_assert_cmpint(pages, <, 7);
    g_assert_null(strstr(brief, "(TOC"));
    for (int i = 0; i < 400; i++)
        g_string_append(text, "A paragraph of one line.\n\n");
    g_autofree char *full = structure_written(text->str, view, &pages);
    g_assert_cmpint(pages, >=, 7);
    g_assert_cmpuint(occurrences(full, "(TOCI(Link))"), ==, 20);
    g_string_free(text, TRUE);
    view_free(view);
}

static void
assert_same_bytes(const GByteArray *a, const GByteArray *b)
{
    g_assert_cmpuint(a->len, ==, b->len);
    g_assert_cmpint(memcmp(a->data, b->data, a->len), ==, 0);
}

static void
two_writes_are_equal(void)
{
    struct view *view = view_new();
    view_take_table(view, "t", table_of_rows(60, 6));
    const char *text = "# T\n\n[m](#method)\n\n## Method\n\n{{table:t}}\n";
    g_autoptr(GByteArray) first = pdf_of(text, view, NULL), second = pdf_of(text, view, NULL);
    assert_same_bytes(first, second);
    view_free(view);
}

static void
locale_does_not_matter(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8"};
    struct view *view = view_new();
    const char *text = "# T\n\n[m](#method) and [w](https://example.com/)\n\n## Method\n\nx\n";
    g_autoptr(GByteArray) in_c = pdf_of(text, view, NULL);
    const char *set = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(names) && !set; i++)
        set = setlocale(LC_ALL, names[i]);
    if (set) {
        g_autoptr(GByteArray) in_other = pdf_of(text, view, NULL);
        setlocale(LC_ALL, "C");
        assert_same_bytes(in_c, in_other);
    } else {
        g_test_skip("no locale with a decimal comma is installed");
    }
    view_free(view);
}

static void
hostile_text_is_written(void)
{
    g_autofree char *word = g_strnfill(5000, 'W');
    struct view *view = view_new();
    view_set(view, "word", word);
    view_set(view, "odd", "bad \xff\xfe end \x01\x1b[31m <b>&amp;</b> (\\)");
    struct table *table = table_new("t", "Caption \xc3\x28 \x02");
    table_add_column(table, word, TABLE_TEXT);
    table_add_column(table, "", TABLE_NUMBER);
    table_add_row(table, word, word);
    table_add_row(table, "\xff\x07", "");
    view_take_table(view, "t", table);
    struct document_info info = plain_info;
    info.title = "T \xff (\\";
    info.author = "\x01)";
    info.banner = word;
    g_autoptr(GByteArray) bytes = pdf_of("{{word}} {{odd}}\n\n`{{odd}}`\n\n{{table:t}}\n", view, &info);
    qpdf_data pdf = pdf_open(bytes);
    qpdf_oh facts = qpdf_oh_get_key(pdf, qpdf_get_trailer(pdf), "/Info");
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_key(pdf, facts, "/Title")), ==, "T \xef\xbf\xbd (\\");
    g_assert_cmpint(qpdf_get_num_pages(pdf), >=, 2);
    g_assert_cmpint(qpdf_get_num_pages(pdf), <=, 4);
    qpdf_cleanup(&pdf);
    view_free(view);
}

/* A long paragraph and a character that no font has: an empty /ActualText would end the text for a reader. */
static void
no_text_is_hidden_from_readers(void)
{
    struct view *view = view_new();
    GString *text = g_string_new("\xe6\x97\xa5\xe6\x9c\xac ");
    for (int i = 0; i < 60; i++)
        g_string_append(text, "words that fill lines ");
    g_autoptr(GByteArray) bytes = pdf_of(text->str, view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    unsigned char *content = NULL;
    size_t length = 0;
    g_assert_cmpint(qpdf_oh_get_page_content_data(pdf, qpdf_get_page_n(pdf, 0), &content, &length), ==, QPDF_SUCCESS);
    g_autofree char *operators = g_strndup((const char *)content, length);
    free(content);
    g_assert_null(strstr(operators, "BDC\nEMC"));
    g_assert_nonnull(strstr(operators, "/P << /MCID"));
    qpdf_cleanup(&pdf);
    g_string_free(text, TRUE);
    view_free(view);
}

static void
deep_nesting_becomes_paragraphs(void)
{
    struct view *view = view_new();
    GString *text = g_string_new(NULL);
    for (int i = 0; i < 3000; i++)
        g_string_append_c(text, '>');
    g_string_append(text, " deep\n");
    g_autofree char *structure = structure_written(text->str, view, NULL);
    g_assert_cmpuint(occurrences(structure, "(BlockQuote"), ==, 25);
    g_assert_nonnull(strstr(structure, "(BlockQuote(P))"));
    g_string_free(text, TRUE);
    view_free(view);
}

static void
dates_are_in_the_form_of_the_standard(void)
{
    static const struct {
        int64_t unix_s;
        const char *date;
    } cases[] = {
        {0, "D:19700101000000Z"},
        {1700000000, "D:20231114221320Z"},
        {951782400, "D:20000229000000Z"},
        {INT64_MAX, "D:19700101000000Z"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *date = pdf_date(cases[i].unix_s);
        g_assert_cmpstr(date, ==, cases[i].date);
    }
}

static void
finish_refuses_what_is_no_pdf(void)
{
    g_autoptr(GByteArray) rubbish = g_byte_array_new();
    g_autoptr(GPtrArray) alts = g_ptr_array_new();
    g_byte_array_append(rubbish, (const guint8 *)"%PDF-1.5 cut", 12);
    g_autoptr(GError) error = NULL;
    g_assert_null(pdf_finish(rubbish, &plain_info, alts, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL);
}

static void
finish_refuses_texts_without_figures(void)
{
    struct view *view = view_new();
    g_autoptr(GByteArray) bytes = pdf_of("No figure.\n", view, NULL);
    g_autoptr(GPtrArray) alts = g_ptr_array_new();
    g_ptr_array_add(alts, (gpointer) "text of no figure");
    g_autoptr(GError) error = NULL;
    g_assert_null(pdf_finish(bytes, &plain_info, alts, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL);
    g_assert_nonnull(strstr(error->message, "0 figures in the structure, 1 texts"));
    view_free(view);
}

/* --- the flow and the grid, without drawing --- */

struct bench {
    struct fonts *fonts;
    struct theme theme;
    GHashTable *grids;
    struct flow *flow;
};

static void
bench_init(struct bench *bench, const struct document_info *info)
{
    bench->fonts = fonts_new(NULL, NULL);
    g_assert_nonnull(bench->fonts);
    g_assert_true(theme_init(&bench->theme, NULL, NULL, NULL));
    bench->grids = grid_cache_new();
    bench->flow = flow_new(NULL, info, "Title", &bench->theme, bench->fonts, bench->grids);
}

static void
bench_clear(struct bench *bench)
{
    flow_free(bench->flow);
    g_hash_table_unref(bench->grids);
    fonts_free(bench->fonts);
}

static void
a_page_breaks_only_where_a_block_does_not_fit(void)
{
    struct bench bench;
    bench_init(&bench, &plain_info);
    struct flow *flow = bench.flow;
    double room = flow_page_room(flow);
    flow_space(flow, 20); /* owed nothing at the top of a page */
    g_assert_false(flow_need(flow, room));
    g_assert_cmpfloat(flow->y, ==, flow->top);
    flow_advance(flow, room - 100);
    flow_space(flow, 20);
    flow_space(flow, 5);
    g_assert_cmpfloat_with_epsilon(flow_room(flow), 80, 1e-9);
    g_assert_false(flow_need(flow, 80));
    g_assert_cmpuint(flow->page, ==, 1);
    flow_advance(flow, 70);
    g_assert_true(flow_need(flow, 11));
    g_assert_cmpuint(flow->page, ==, 2);
    g_assert_cmpfloat(flow->y, ==, flow->top);
    g_assert_false(flow_need(flow, room * 2)); /* higher than a page: an empty page is not left for it */
    bench_clear(&bench);
}

static void
no_line_is_left_alone(void)
{
    g_assert_cmpint(flow_head_lines(1), ==, 1);
    g_assert_cmpint(flow_head_lines(2), ==, 2);
    g_assert_cmpint(flow_head_lines(3), ==, 3);
    g_assert_cmpint(flow_head_lines(4), ==, 2);
    g_assert_cmpint(flow_head_lines(40), ==, 2);
}

static void
a_banner_moves_the_text_down(void)
{
    struct bench without, with, with_long;
    struct document_info info = plain_info;
    bench_init(&without, &info);
    info.banner = "SYNTHETIC DATA";
    bench_init(&with, &info);
    info.banner =
        "SYNTHETIC DATA: none of these figures was measured on storage; they were made to show what a report "
        "looks like, and must not be used for sizing, for a comparison or in any proposal to a customer at all";
    bench_init(&with_long, &info);
    g_assert_cmpfloat(without.flow->top, ==, FLOW_MARGIN);
    g_assert_cmpfloat(with.flow->top, >, without.flow->top);
    g_assert_cmpfloat(with_long.flow->top, >, with.flow->top);
    bench_clear(&without);
    bench_clear(&with);
    bench_clear(&with_long);
}

static void
a_grid_fits_the_column_and_numbers_keep_their_width(void)
{
    struct bench bench;
    bench_init(&bench, &plain_info);
    g_autoptr(Table) table = table_new("t", "");
    table_add_column(table, "Item", TABLE_TEXT);
    table_add_column(table, "IOPS", TABLE_NUMBER);
    table_add_column(table, "Evidence", TABLE_TEXT);
    g_autofree char *prose = g_strnfill(3000, 'x');
    for (size_t i = 7; i < 3000; i += 8)
        prose[i] = ' ';
    table_add_row(table, "Several sessions", "156,540", prose);
    const struct grid *grid = grid_of(bench.flow, table, 0);
    g_assert_cmpuint(grid->columns, ==, 3);
    g_assert_cmpfloat_with_epsilon(grid_width(grid), flow_text_width(bench.flow), 0.01);
    struct canvas_font font = {grid->size, WEIGHT_NORMAL, {0, 0, 0, 1}};
    g_assert_cmpfloat(grid->width[1], >=, fonts_text_width(bench.fonts, &font, "156,540"));
    g_assert_cmpfloat(grid->width[0], >=, fonts_text_width(bench.fonts, &font, "Several sessions"));
    g_autoptr(PangoLayout) number = grid_cell(bench.flow, grid, 1, 1);
    g_assert_cmpstr(pango_layout_get_text(number), ==, "156,540");
    g_autoptr(PangoLayout) evidence = grid_cell(bench.flow, grid, 1, 2);
    g_assert_cmpint(pango_layout_get_line_count(evidence), ==, 8); /* then an ellipsis */
    bench_clear(&bench);
}

/* "156,5…" would be read as another number. */
static void
a_number_without_room_is_not_cut(void)
{
    struct bench bench;
    bench_init(&bench, &plain_info);
    g_autoptr(Table) table = table_new("t", "");
    g_autofree char *digits = g_strnfill(400, '7');
    table_add_column(table, "Item", TABLE_TEXT);
    table_add_column(table, "IOPS", TABLE_NUMBER);
    table_add_row(table, "dm-0", digits);
    const struct grid *grid = grid_of(bench.flow, table, 0);
    g_autoptr(PangoLayout) number = grid_cell(bench.flow, grid, 1, 1);
    g_assert_cmpstr(pango_layout_get_text(number), ==, "…");
    bench_clear(&bench);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pdf/catalog_names_language_title_and_structure", catalog_names_language_title_and_structure);
    g_test_add_func("/pdf/blocks_become_structure", blocks_become_structure);
    g_test_add_func("/pdf/an_empty_document_is_a_page_with_the_title", an_empty_document_is_a_page_with_the_title);
    g_test_add_func("/pdf/header_cells_have_scope", header_cells_have_scope);
    g_test_add_func("/pdf/figures_have_their_text", figures_have_their_text);
    g_test_add_func("/pdf/outline_follows_three_levels_of_headings", outline_follows_three_levels_of_headings);
    g_test_add_func("/pdf/only_links_that_lead_somewhere_are_links", only_links_that_lead_somewhere_are_links);
    g_test_add_func("/pdf/a_long_table_is_cut_and_its_header_repeated", a_long_table_is_cut_and_its_header_repeated);
    g_test_add_func("/pdf/a_short_table_is_kept_on_one_page", a_short_table_is_kept_on_one_page);
    g_test_add_func("/pdf/no_column_of_a_wide_table_is_lost", no_column_of_a_wide_table_is_lost);
    g_test_add_func("/pdf/contents_stand_in_long_documents_only", contents_stand_in_long_documents_only);
    g_test_add_func("/pdf/two_writes_are_equal", two_writes_are_equal);
    g_test_add_func("/pdf/locale_does_not_matter", locale_does_not_matter);
    g_test_add_func("/pdf/hostile_text_is_written", hostile_text_is_written);
    g_test_add_func("/pdf/no_text_is_hidden_from_readers", no_text_is_hidden_from_readers);
    g_test_add_func("/pdf/deep_nesting_becomes_paragraphs", deep_nesting_becomes_paragraphs);
    g_test_add_func("/pdf/finish/dates_are_in_the_form_of_the_standard", dates_are_in_the_form_of_the_standard);
    g_test_add_func("/pdf/finish/refuses_what_is_no_pdf", finish_refuses_what_is_no_pdf);
    g_test_add_func("/pdf/finish/refuses_texts_without_figures", finish_refuses_texts_without_figures);
    g_test_add_func(
        "/pdf/flow/a_page_breaks_only_where_a_block_does_not_fit", a_page_breaks_only_where_a_block_does_not_fit);
    g_test_add_func("/pdf/flow/no_line_is_left_alone", no_line_is_left_alone);
    g_test_add_func("/pdf/flow/a_banner_moves_the_text_down", a_banner_moves_the_text_down);
    g_test_add_func(
        "/pdf/grid/fits_the_column_and_numbers_keep_their_width", a_grid_fits_the_column_and_numbers_keep_their_width);
    g_test_add_func("/pdf/grid/a_number_without_room_is_not_cut", a_number_without_room_is_not_cut);
    return g_test_run();
}
