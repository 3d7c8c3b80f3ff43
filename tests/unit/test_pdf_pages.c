#include "pdf_written.h"

#include "logo.h"
#include "pdf_flow.h"
#include "pdf_artifact.h"

/* The text of a page with its operators: names of content, strings in pieces as cairo kerns them. */
static char *
content_of_page(qpdf_data pdf, size_t page)
{
    unsigned char *bytes = NULL;
    size_t len = 0;
    g_assert_cmpint(qpdf_oh_get_page_content_data(pdf, qpdf_get_page_n(pdf, page), &bytes, &len), ==, QPDF_SUCCESS);
    char *content = g_strndup((const char *)bytes, len);
    free(bytes);
    return content;
}

static void
assert_bytes(gconstpointer a, gsize a_len, gconstpointer b, gsize b_len)
{
    g_assert_cmpuint(a_len, ==, b_len);
    g_assert_cmpint(memcmp(a, b, a_len), ==, 0);
}

/* "595x841" */
static char *
size_of_page(qpdf_data pdf, size_t page)
{
    qpdf_oh box = qpdf_oh_get_key(pdf, qpdf_get_page_n(pdf, page), "/MediaBox");
    return g_strdup_printf("%dx%d", (int)qpdf_oh_get_numeric_value(pdf, qpdf_oh_get_array_item(pdf, box, 2)),
        (int)qpdf_oh_get_numeric_value(pdf, qpdf_oh_get_array_item(pdf, box, 3)));
}

static void
assert_page_size(qpdf_data pdf, size_t page, const char *size)
{
    g_autofree char *seen = size_of_page(pdf, page);
    g_assert_cmpstr(seen, ==, size);
}

static struct table *
table_with_columns(guint rows, guint columns, const char *number)
{
    struct table *table = table_new("t", "Rates of all columns, with more to say");
    g_autofree const char **cell = g_new0(const char *, columns);
    for (guint i = 0; i < columns; i++) {
        table_add_column(table, i == 0 ? "Device" : "r/s", i == 0 ? TABLE_TEXT : TABLE_NUMBER);
        cell[i] = i == 0 ? "dm-0" : number;
    }
    for (guint i = 0; i < rows; i++)
        table_add_row_v(table, cell);
    return table;
}

static struct chart *
chart_of_line(const char *id)
{
    struct chart *chart = chart_new(id, "IOPS flatten", "IOPS against sessions");
    struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
    chart_add_series(panel, "measured", CHART_LINE, 0, (double[]){1, 2, 3}, (double[]){10, 20, 25}, 3);
    return chart;
}

static void
the_theme_sets_the_page_size(void)
{
    struct view *view = view_new();
    g_autoptr(GByteArray) a4 = pdf_of("# T\n", view, NULL);
    g_autoptr(GByteArray) letter = pdf_of_theme("# T\n", view, NULL, "[theme]\npaper_size = letter\n");
    qpdf_data first = pdf_open(a4), second = pdf_open(letter);
    assert_page_size(first, 0, "595x841");
    assert_page_size(second, 0, "612x792");
    qpdf_cleanup(&first);
    qpdf_cleanup(&second);
    view_free(view);
}

static void
a_wide_long_table_lies_on_its_side(void)
{
    struct view *view = view_new();
    view_take_table(view, "t", table_with_columns(20, 15, "12345.67"));
    g_autoptr(GByteArray) bytes = pdf_of("# T\n\nBefore.\n\n## Rates\n\n{{table:t}}\n\nAfter.\n", view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    g_assert_cmpint(qpdf_get_num_pages(pdf), ==, 3);
    assert_page_size(pdf, 0, "595x841");
    assert_page_size(pdf, 1, "841x595");
    assert_page_size(pdf, 2, "595x841");
    g_autofree char *structure = structure_of(pdf);
    g_assert_cmpuint(occurrences(structure, "(Table"), ==, 1);
    g_assert_nonnull(strstr(structure, "(H2)(Table(Caption)"));
    qpdf_cleanup(&pdf);
    view_free(view);
}

/* A page of its own would stay nearly empty. */
static void
a_wide_short_table_is_parted(void)
{
    struct view *view = view_new();
    view_take_table(view, "t", table_with_columns(4, 15, "12345.67"));
    g_autoptr(GByteArray) bytes = pdf_of("{{table:t}}\n", view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    g_assert_cmpint(qpdf_get_num_pages(pdf), ==, 1);
    g_autofree char *structure = structure_of(pdf);
    g_assert_cmpuint(occurrences(structure, "(Table"), ==, 2);
    qpdf_cleanup(&pdf);
    view_free(view);
}

static void
text_goes_on_where_a_figure_has_no_room(void)
{
    struct view *view = view_new();
    view_take_chart(view, "c", chart_of_line("c"));
    GString *text = g_string_new("# T\n\n");
    for (int i = 0; i < 25; i++)
        g_string_append(text, "A paragraph of one line.\n\n");
    g_string_append(text, "{{chart:c}}\n\n");
    for (int i = 0; i < 4; i++)
        g_string_append(text, "- what follows it\n");
    g_string_append(text, "\n## Next\n\nText.\n");
    g_autofree char *structure = structure_written(text->str, view, NULL);
    /* The list stands on the first page; the figure heads the second, before the next heading. */
    const char *list = strstr(structure, "(L("), *figure = strstr(structure, "(Figure)"),
               *next = strstr(structure, "(H2)");
    g_assert_nonnull(list);
    g_assert_nonnull(figure);
    g_assert_nonnull(next);
    g_assert_true(list < figure && figure < next);
    g_string_free(text, TRUE);
    view_free(view);
}

/* Pages of a report with four charts of half a page each. */
static int
pages_of_charts(bool is_half, guint charts, char **structure)
{
    static const char *const name[] = {"a", "b", "c", "d"};
    struct view *view = view_new();
    for (guint i = 0; i < charts; i++) {
        struct chart *chart = chart_of_line(name[i]);
        chart->height = 330;
        chart->is_half = is_half;
        view_take_chart(view, name[i], chart);
    }
    int pages = 0;
    g_autoptr(GString) text = g_string_new("# T\n\n");
    for (guint i = 0; i < charts; i++)
        g_string_append_printf(text, "{{chart:%s}}\n\n", name[i]);
    *structure = structure_written(text->str, view, &pages);
    view_free(view);
    return pages;
}

static void
small_charts_stand_side_by_side(void)
{
    g_autofree char *one = NULL, *two = NULL, *odd = NULL;
    g_assert_cmpint(pages_of_charts(false, 4, &one), ==, 2);
    g_assert_cmpint(pages_of_charts(true, 4, &two), ==, 1);
    g_assert_cmpint(pages_of_charts(true, 3, &odd), ==, 1);
    g_assert_cmpuint(occurrences(one, "(Figure)"), ==, 4);
    g_assert_cmpuint(occurrences(two, "(Figure)"), ==, 4);
    g_assert_cmpuint(occurrences(odd, "(Figure)"), ==, 3);
}

static void
a_pair_that_has_no_room_waits_whole(void)
{
    struct view *view = view_new();
    for (guint i = 0; i < 2; i++) {
        struct chart *chart = chart_of_line(i == 0 ? "a" : "b");
        chart->height = 400;
        chart->is_half = true;
        view_take_chart(view, i == 0 ? "a" : "b", chart);
    }
    struct chart *whole = chart_of_line("w");
    whole->height = 420;
    view_take_chart(view, "w", whole);
    int pages = 0;
    g_autofree char *structure =
        structure_written("# T\n\n{{chart:w}}\n\n{{chart:a}}\n\n{{chart:b}}\n\nText.\n\n## Next\n", view, &pages);
    g_assert_cmpint(pages, ==, 2);
    g_assert_nonnull(strstr(structure, "(Figure)(P)(Figure)(Figure)(H2)"));
    view_free(view);
}

static void
inputs_without_stamps_have_no_day(void)
{
    struct document_info info = plain_info;
    g_autofree char *known = document_day(&info);
    g_assert_cmpstr(known, ==, "2023-11-14");
    info.date_unix_s = 0;
    g_autofree char *unknown = document_day(&info);
    g_assert_cmpstr(unknown, ==, "");
}

static void
contents_follow_a_short_summary(void)
{
    g_autoptr(GString) text = g_string_new("# T\n\n## Summary\n\nIn short.\n\n");
    for (int section = 0; section < 4; section++) {
        g_string_append_printf(text, "## Section %d\n\n", section);
        for (int i = 0; i < 70; i++)
            g_string_append(text, "- a line of it\n");
        g_string_append(text, "\n");
    }
    struct view *view = view_new();
    g_autofree char *structure = structure_written(text->str, view, NULL);
    g_assert_nonnull(strstr(structure, "(H1)"));
    g_assert_nonnull(strstr(structure, "(H2)(P)(P)(TOC"));
    g_assert_cmpuint(occurrences(structure, "(TOC("), ==, 1);
    g_assert_cmpuint(occurrences(structure, "(TOCI"), ==, 5);
    view_free(view);
}

static void
key_figures_are_rows_headed_by_their_label(void)
{
    struct view *view = view_new();
    struct table *table = table_new("key", "");
    table->look = TABLE_TILES;
    table_add_column(table, "Key figure", TABLE_TEXT);
    table_add_column(table, "Value", TABLE_NUMBER);
    table_add_column(table, "Remark", TABLE_TEXT);
    for (int i = 0; i < 5; i++)
        table_add_row(table, "read100", "156,540 IOPS", i == 0 ? "" : "0.401 ms");
    view_take_table(view, "key", table);
    g_autofree char *structure = structure_written("{{table:key}}\n", view, NULL);
    g_assert_cmpuint(occurrences(structure, "(TR(TH)(TD)(TD))"), ==, 5);
    view_free(view);
}

static void
what_the_cover_shows_is_not_repeated(void)
{
    struct view *view = view_new();
    struct table *table = table_new("cover", "");
    table->look = TABLE_COVER;
    table_add_column(table, "Prepared for", TABLE_TEXT);
    table_add_row(table, "Example Ltd");
    view_take_table(view, "cover", table);
    g_autofree char *structure = structure_written("# T\n\n{{table:cover}}\n", view, NULL);
    g_assert_cmpstr(structure, ==, "(Document(H1)(P))");
    view_free(view);
}

/* All that is shown outside of the text is marked, on every page; marks pair. */
static void
running_heads_are_artifacts(void)
{
    struct view *view = view_new();
    struct document_info info = plain_info;
    info.banner = "SYNTHETIC DATA";
    GString *text = g_string_new("# T\n\n");
    for (int i = 0; i < 100; i++)
        g_string_append(text, "A paragraph of one line.\n\n");
    g_autoptr(GByteArray) bytes = pdf_of(text->str, view, &info);
    qpdf_data pdf = pdf_open(bytes);
    for (int page = 0; page < qpdf_get_num_pages(pdf); page++) {
        g_autofree char *content = content_of_page(pdf, (size_t)page);
        g_assert_cmpuint(occurrences(content, "/Artifact BMC"), >=, 2);
        g_assert_cmpuint(occurrences(content, "BMC") + occurrences(content, "BDC"), ==, occurrences(content, "EMC"));
    }
    qpdf_cleanup(&pdf);
    g_string_free(text, TRUE);
    view_free(view);
}

static void
each_stretch_that_paints_is_marked(void)
{
    static const struct {
        const char *content, *marked;
    } cases[] = {
        {"", ""},
        {"q 1 0 0 1 0 0 cm Q\n", "q 1 0 0 1 0 0 cm Q\n"},
        {"0 0 5 5 re f\n", "/Artifact BMC\n0 0 5 5 re f\nEMC\n"},
        {"/P << /MCID 0 >> BDC\n0 0 5 5 re f\nEMC\n", "/P << /MCID 0 >> BDC\n0 0 5 5 re f\nEMC\n"},
        /* Apart for each text object. */
        {"1 w BT (a\\)BDC) Tj ET\n", "1 w BT /Artifact BMC\n(a\\)BDC) Tj \nEMC\nET\n"},
        /* What is marked already is left alone, also where it begins within a text object. */
        {"BT <6566> Tj /P << /MCID 0 >> BDC (b) Tj EMC ET S\n",
            "BT /Artifact BMC\n<6566> Tj \nEMC\n/P << /MCID 0 >> BDC (b) Tj EMC ET /Artifact BMC\nS\nEMC\n"},
        {"/Span << /ActualText (x) >> BDC /P BMC f EMC EMC", "/Span << /ActualText (x) >> BDC /P BMC f EMC EMC"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        GString *marked = artifacts_mark(cases[i].content, strlen(cases[i].content));
        g_assert_nonnull(marked);
        g_autofree char *tidy = g_strdup(marked->str);
        g_string_free(marked, TRUE);
        g_autofree char *expected = g_strdup(cases[i].marked);
        g_strdelimit(tidy, "\n", ' ');
        g_strdelimit(expected, "\n", ' ');
        g_auto(GStrv) seen = g_strsplit(tidy, "  ", -1), wanted = g_strsplit(expected, "  ", -1);
        g_autofree char *a = g_strjoinv(" ", seen), *b = g_strjoinv(" ", wanted);
        g_assert_cmpstr(a, ==, b);
    }
}

static void
content_that_is_not_cairos_is_refused(void)
{
    static const char *const cases[] = {"EMC", "/P BMC f", "(open", "<41", "BI /W 1 ID x EI", "f ) g", "\xff\xff EMC"};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_null(artifacts_mark(cases[i], strlen(cases[i])));
}

static void
results_are_inside_the_pdf(void)
{
    struct view *view = view_new();
    const char *results = "{\"schema\": 1}\n";
    const struct attachment files[] = {{"results.json", "application/json", "Every figure", results, strlen(results)},
        {"a.csv", "text/csv", "", "", 0}};
    struct document_info info = plain_info;
    info.attachment = files;
    info.attachment_count = G_N_ELEMENTS(files);
    g_autoptr(GByteArray) bytes = pdf_of("# T\n\n[s](#s)\n\n## S\n\nx\n", view, &info);
    g_autoptr(GByteArray) again = pdf_of("# T\n\n[s](#s)\n\n## S\n\nx\n", view, &info);
    assert_bytes(bytes->data, bytes->len, again->data, again->len);
    qpdf_data pdf = pdf_open(bytes);
    qpdf_oh root = qpdf_get_root(pdf);
    qpdf_oh names = qpdf_oh_get_key(pdf, qpdf_oh_get_key(pdf, root, "/Names"), "/EmbeddedFiles");
    qpdf_oh leaves = qpdf_oh_get_key(pdf, names, "/Names");
    g_assert_cmpint(qpdf_oh_get_array_n_items(pdf, leaves), ==, 4);
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_array_item(pdf, leaves, 0)), ==, "a.csv"); /* sorted */
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, qpdf_oh_get_array_item(pdf, leaves, 2)), ==, "results.json");
    qpdf_oh file = qpdf_oh_get_array_item(pdf, leaves, 3);
    g_assert_cmpstr(qpdf_oh_get_name(pdf, qpdf_oh_get_key(pdf, file, "/AFRelationship")), ==, "/Data");
    g_assert_cmpint(qpdf_oh_get_array_n_items(pdf, qpdf_oh_get_key(pdf, root, "/AF")), ==, 2);
    qpdf_oh stream = qpdf_oh_get_key(pdf, qpdf_oh_get_key(pdf, file, "/EF"), "/F");
    unsigned char *data = NULL;
    size_t len = 0;
    qpdf_oh_get_stream_data(pdf, stream, qpdf_dl_generalized, NULL, &data, &len);
    assert_bytes(data, len, results, strlen(results));
    free(data);
    qpdf_oh facts = qpdf_oh_get_key(pdf, qpdf_oh_get_dict(pdf, stream), "/Params");
    g_assert_cmpint(qpdf_oh_get_int_value(pdf, qpdf_oh_get_key(pdf, facts, "/Size")), ==, (long long)strlen(results));
    qpdf_cleanup(&pdf);
    view_free(view);
}

static void
the_logo_is_a_figure_of_the_cover(void)
{
    g_autoptr(GError) error = NULL;
    const char *svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 60\"><rect width=\"200\" height=\"60\"/></svg>";
    g_autoptr(Logo) logo = logo_new(svg, strlen(svg), "logo.svg", &error);
    g_assert_no_error(error);
    struct document_info info = plain_info;
    info.logo = logo;
    info.author = "Storage team";
    info.customer = "Example Ltd";
    struct view *view = view_new();
    g_autoptr(GByteArray) bytes = pdf_of("# T\n", view, &info);
    qpdf_data pdf = pdf_open(bytes);
    g_autofree char *structure = structure_of(pdf);
    g_assert_cmpstr(structure, ==, "(Document(Figure)(H1)(P))");
    qpdf_oh tree = qpdf_oh_get_key(pdf, qpdf_get_root(pdf), "/StructTreeRoot");
    qpdf_oh kids = qpdf_oh_get_key(pdf, qpdf_oh_get_key(pdf, tree, "/K"), "/K");
    qpdf_oh alt = qpdf_oh_get_key(pdf, qpdf_oh_get_array_item(pdf, kids, 0), "/Alt");
    g_assert_cmpstr(qpdf_oh_get_utf8_value(pdf, alt), ==, "Logo of Storage team");
    qpdf_cleanup(&pdf);
    view_free(view);
}

static cairo_status_t
bytes_append(void *closure, const unsigned char *data, unsigned length)
{
    g_byte_array_append(closure, data, length);
    return CAIRO_STATUS_SUCCESS;
}

static void
a_picture_may_be_the_first_thing_on_the_page(void)
{
    g_autoptr(GByteArray) png = g_byte_array_new();
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 40, 10);
    cairo_surface_write_to_png_stream(surface, bytes_append, png);
    cairo_surface_destroy(surface);
    g_autoptr(GError) error = NULL;
    g_autoptr(Logo) logo = logo_new(png->data, png->len, "logo.png", &error);
    g_assert_no_error(error);
    struct document_info info = plain_info;
    info.logo = logo;
    struct view *view = view_new();
    g_autoptr(GByteArray) bytes = pdf_of("# T\n", view, &info);
    qpdf_data pdf = pdf_open(bytes);
    g_autofree char *structure = structure_of(pdf);
    g_assert_cmpstr(structure, ==, "(Document(Figure)(H1)(P))");
    qpdf_cleanup(&pdf);
    view_free(view);
}

static void
signs_without_a_font_are_named(void)
{
    struct view *view = view_new();
    g_autofree char *with = structure_written("# T\n\n\xe6\x97\xa5\xe6\x9c\xac\n", view, NULL);
    g_autofree char *without = structure_written("# T\n\nab\n", view, NULL);
    g_assert_cmpstr(with, ==, "(Document(H1)(P)(P)(P))"); /* title, date, text, note */
    g_assert_cmpstr(without, ==, "(Document(H1)(P)(P))");
    view_free(view);
}

static void
pages_are_labelled_by_their_number(void)
{
    struct view *view = view_new();
    GString *text = g_string_new("# T\n\n");
    for (int i = 0; i < 100; i++)
        g_string_append(text, "A paragraph of one line.\n\n");
    g_autoptr(GByteArray) bytes = pdf_of(text->str, view, NULL);
    qpdf_data pdf = pdf_open(bytes);
    qpdf_oh labels = qpdf_oh_get_key(pdf, qpdf_oh_get_key(pdf, qpdf_get_root(pdf), "/PageLabels"), "/Nums");
    g_assert_cmpint(qpdf_oh_get_array_n_items(pdf, labels), ==, 2); /* from the first page on: decimal */
    g_assert_cmpint(qpdf_oh_get_int_value(pdf, qpdf_oh_get_array_item(pdf, labels, 0)), ==, 0);
    qpdf_oh form = qpdf_oh_get_array_item(pdf, labels, 1);
    g_assert_cmpstr(qpdf_oh_get_name(pdf, qpdf_oh_get_key(pdf, form, "/S")), ==, "/D");
    qpdf_cleanup(&pdf);
    g_string_free(text, TRUE);
    view_free(view);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pdf_pages/small_charts_stand_side_by_side", small_charts_stand_side_by_side);
    g_test_add_func("/pdf_pages/a_pair_that_has_no_room_waits_whole", a_pair_that_has_no_room_waits_whole);
    g_test_add_func("/pdf_pages/inputs_without_stamps_have_no_day", inputs_without_stamps_have_no_day);
    g_test_add_func("/pdf_pages/contents_follow_a_short_summary", contents_follow_a_short_summary);
    g_test_add_func("/pdf_pages/the_theme_sets_the_page_size", the_theme_sets_the_page_size);
    g_test_add_func("/pdf_pages/a_wide_long_table_lies_on_its_side", a_wide_long_table_lies_on_its_side);
    g_test_add_func("/pdf_pages/a_wide_short_table_is_parted", a_wide_short_table_is_parted);
    g_test_add_func("/pdf_pages/text_goes_on_where_a_figure_has_no_room", text_goes_on_where_a_figure_has_no_room);
    g_test_add_func(
        "/pdf_pages/key_figures_are_rows_headed_by_their_label", key_figures_are_rows_headed_by_their_label);
    g_test_add_func("/pdf_pages/what_the_cover_shows_is_not_repeated", what_the_cover_shows_is_not_repeated);
    g_test_add_func("/pdf_pages/running_heads_are_artifacts", running_heads_are_artifacts);
    g_test_add_func("/pdf_pages/artifact/each_stretch_that_paints_is_marked", each_stretch_that_paints_is_marked);
    g_test_add_func("/pdf_pages/artifact/content_that_is_not_cairos_is_refused", content_that_is_not_cairos_is_refused);
    g_test_add_func("/pdf_pages/results_are_inside_the_pdf", results_are_inside_the_pdf);
    g_test_add_func("/pdf_pages/the_logo_is_a_figure_of_the_cover", the_logo_is_a_figure_of_the_cover);
    g_test_add_func(
        "/pdf_pages/a_picture_may_be_the_first_thing_on_the_page", a_picture_may_be_the_first_thing_on_the_page);
    g_test_add_func("/pdf_pages/signs_without_a_font_are_named", signs_without_a_font_are_named);
    g_test_add_func("/pdf_pages/pages_are_labelled_by_their_number", pages_are_labelled_by_their_number);
    return g_test_run();
}
