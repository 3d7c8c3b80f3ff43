#include "plain.h"

#include <string.h>

static void
tables_are_aligned_by_characters(void)
{
    g_autoptr(Table) table = table_new("t", "");
    table_add_column(table, "Name", TABLE_TEXT);
    table_add_column(table, "± 95%", TABLE_NUMBER);
    table_add_row(table, "a", "1");
    table_add_row(table, "größer", "12.5%")->emphasis = true;
    g_autoptr(GString) out = g_string_new(NULL);
    plain_table(out, table, 2);
    g_assert_cmpstr(out->str, ==,
        "  Name    ± 95%\n"
        "  a           1\n"
        "> größer  12.5%\n");
}

static void
headings_that_are_empty_take_no_line(void)
{
    g_autoptr(Table) table = table_new("t", "");
    table_add_column(table, "", TABLE_TEXT);
    table_add_column(table, "", TABLE_TEXT);
    table_add_row(table, "a", "b");
    g_autoptr(GString) out = g_string_new(NULL);
    plain_table(out, table, 0);
    g_assert_cmpstr(out->str, ==, "a  b\n");
}

static void
paragraphs_are_wrapped_with_a_hanging_indent(void)
{
    g_autoptr(GString) text = g_string_new(NULL), out = g_string_new(NULL);
    for (int i = 0; i < 40; i++)
        g_string_append_printf(text, "%sµord%d", i > 0 ? " " : "", i);
    plain_paragraph(out, "- ", text->str);
    g_auto(GStrv) line = g_strsplit(out->str, "\n", -1);
    guint lines = g_strv_length(line);
    g_assert_cmpuint(lines, ==, 4);
    g_assert_cmpstr(line[3], ==, "");
    for (guint i = 0; i < 3; i++) {
        g_assert_cmpint(g_utf8_strlen(line[i], -1), <=, PLAIN_WIDTH);
        g_assert_true(g_str_has_prefix(line[i], i == 0 ? "- µord0 " : "  µord"));
        g_assert_false(g_str_has_suffix(line[i], " "));
    }
    g_assert_true(g_str_has_suffix(line[2], "µord39"));
}

/* A word longer than a line stands alone and is not cut. */
static void
long_words_stay_whole(void)
{
    char word[PLAIN_WIDTH + 20];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    g_autofree char *text = g_strdup_printf("a %s b", word);
    g_autoptr(GString) out = g_string_new(NULL);
    plain_paragraph(out, "", text);
    g_autofree char *expected = g_strdup_printf("a\n%s\nb\n", word);
    g_assert_cmpstr(out->str, ==, expected);
    g_autoptr(GString) empty = g_string_new(NULL);
    plain_paragraph(empty, "- ", "");
    g_assert_cmpstr(empty->str, ==, "- \n");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/plain/" #name, name)
    ADD(tables_are_aligned_by_characters);
    ADD(headings_that_are_empty_take_no_line);
    ADD(paragraphs_are_wrapped_with_a_hanging_indent);
    ADD(long_words_stay_whole);
    return g_test_run();
}
