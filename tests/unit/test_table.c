#include "table.h"

static void
test_cells_are_copied_in_order(void)
{
    g_autoptr(Table) table = table_new("read100-result", "Metric (100% random read)");
    table_add_column(table, "Metric", TABLE_TEXT);
    table_add_column(table, "Result", TABLE_NUMBER);
    char value[] = "156,540";
    struct table_row *row = table_add_row(table, "Read IOPS", value);
    value[0] = '9';
    row->emphasis = true;
    table_add_row_v(table, (const char *const[]){"Latency", "0.401 ms"});

    g_assert_cmpstr(table->id, ==, "read100-result");
    g_assert_cmpuint(table->columns->len, ==, 2);
    g_assert_cmpuint(table->rows->len, ==, 2);
    const struct table_column *column = table->columns->pdata[1];
    g_assert_cmpstr(column->heading, ==, "Result");
    g_assert_cmpint(column->kind, ==, TABLE_NUMBER);
    const struct table_row *first = table->rows->pdata[0], *second = table->rows->pdata[1];
    g_assert_cmpstr(first->cell[1], ==, "156,540");
    g_assert_true(first->emphasis);
    g_assert_cmpstr(second->cell[0], ==, "Latency");
    g_assert_null(second->cell[2]);
    g_assert_false(second->emphasis);
}

static void
test_texts_are_one_clean_line(void)
{
    g_autoptr(Table) table = table_new("t", " two\nlines ");
    table_add_column(table, "a\tb", TABLE_TEXT);
    table_add_column(table, "c", TABLE_TEXT);
    const struct table_row *row = table_add_row(table, "x\x02\n\xffy\n", NULL);
    g_assert_cmpstr(table->caption, ==, "two lines");
    g_assert_cmpstr(((const struct table_column *)table->columns->pdata[0])->heading, ==, "a b");
    g_assert_cmpstr(row->cell[0], ==, "x\xef\xbf\xbd \xef\xbf\xbdy");
    g_assert_cmpstr(row->cell[1], ==, "");
}

static void
test_rows_left_out_are_said(void)
{
    g_autoptr(Table) table = table_new("t", "");
    g_assert_null(table_left_out_text(table, NULL));
    table->left_out = 1;
    g_autofree char *one = table_left_out_text(table, NULL);
    g_assert_cmpstr(one, ==, "1 more row in results.csv");
    table->left_out = 950;
    g_autofree char *many = table_left_out_text(table, NULL);
    g_assert_cmpstr(many, ==, "950 more rows in results.csv");
}

static void
test_table_without_columns(void)
{
    g_autoptr(Table) table = table_new("t", "");
    const struct table_row *row = table_add_row(table);
    g_assert_null(row->cell[0]);
    table_free(NULL);
}

static void
test_caption_begins_with_the_name(void)
{
    g_assert_cmpuint(table_caption_name("All rungs of read100"), ==, 0);
    g_assert_cmpuint(table_caption_name(""), ==, 0);
    g_assert_cmpuint(table_caption_name("Limits of 3.5 ms. More"), ==, 17);
    g_assert_cmpuint(table_caption_name("Do they agree? Yes: all."), ==, 14);
    g_assert_cmpuint(table_caption_name("One sentence."), ==, 0);
    g_assert_cmpuint(table_caption_name("全段。太字"), ==, strlen("全段。"));
    g_assert_cmpuint(table_caption_name("全段。"), ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/table/cells_are_copied_in_order", test_cells_are_copied_in_order);
    g_test_add_func("/table/texts_are_one_clean_line", test_texts_are_one_clean_line);
    g_test_add_func("/table/rows_left_out_are_said", test_rows_left_out_are_said);
    g_test_add_func("/table/table_without_columns", test_table_without_columns);
    g_test_add_func("/table/caption_begins_with_the_name", test_caption_begins_with_the_name);
    return g_test_run();
}
