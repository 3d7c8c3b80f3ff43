#include "ladder_csv.h"

#include "csv_rows.h"
#include "error.h"
#include "note.h"

#include <math.h>
#include <string.h>

static struct ladder_csv *
parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    struct ladder_csv *csv = ladder_csv_parse(text, strlen(text), "l.csv", &error);
    g_assert_no_error(error);
    return csv;
}

static double
at(const GArray *values, guint i)
{
    g_assert_cmpuint(i, <, values->len);
    return g_array_index(values, double, i);
}

static void
ladder_columns_are_found_by_name_in_any_order(void)
{
    g_autoptr(LadderCsv) csv = parse("note,Latency_ms,IOPS,concurrency\nx,0.5,2000,1\ny,0.75,4e3,3\n");
    g_assert_cmpuint(csv->iops->len, ==, 2);
    g_assert_cmpfloat(at(csv->concurrency, 1), ==, 3);
    g_assert_cmpfloat(at(csv->iops, 1), ==, 4000);
    g_assert_cmpfloat(at(csv->latency_ms, 0), ==, 0.5);
    g_assert_cmpuint(csv->notes->len, ==, 0);
}

static void
series_has_no_concurrency_and_keeps_idle_seconds(void)
{
    g_autoptr(LadderCsv) csv = parse("iops,latency_ms\n10,0.5\n0,\n0.00,0.00\n");
    g_assert_cmpuint(csv->concurrency->len, ==, 0);
    g_assert_cmpuint(csv->iops->len, ==, 3);
    g_assert_true(isnan(at(csv->latency_ms, 1)));
    g_assert_cmpfloat(at(csv->latency_ms, 2), ==, 0);
}

static void
microseconds_become_milliseconds(void)
{
    g_autoptr(LadderCsv) csv = parse("threads,iops,lat_us\n8,100,401\n");
    g_assert_cmpfloat_with_epsilon(at(csv->latency_ms, 0), 0.401, 1e-12);
}

static void
semicolons_with_decimal_commas_are_read(void)
{
    g_autoptr(LadderCsv) csv =
        parse("\xef\xbb\xbf# from a spreadsheet\r\nconcurrency;iops;latency ms\r\n8;1234,5;0,25\r\n;;\r\n");
    g_assert_cmpuint(csv->iops->len, ==, 1);
    g_assert_cmpfloat(at(csv->iops, 0), ==, 1234.5);
    g_assert_cmpfloat(at(csv->latency_ms, 0), ==, 0.25);
}

static void
bad_rows_are_left_out_and_counted_with_the_first_line(void)
{
    g_autoptr(LadderCsv) csv =
        parse("concurrency,iops,latency_ms\n1,100,1\n0,100,1\n2,x,1\n3,nan,1\n4,0x10,1\n5,1e9,1\n"
              "6,100\n7,-1,1\n8,100,-1\n9,200,2\n");
    g_assert_cmpuint(csv->iops->len, ==, 2);
    g_assert_cmpfloat(at(csv->concurrency, 1), ==, 9);
    g_assert_cmpuint(csv->notes->len, ==, 1);
    const struct note *note = g_ptr_array_index(csv->notes, 0);
    g_assert_cmpstr(note->code, ==, "bad-row");
    g_assert_cmpuint(note->line, ==, 3);
    g_assert_cmpuint(note->count, ==, 8);
}

static void
missing_columns_or_rows_are_errors(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"a,b\n1,2\n", "l.csv:1: expected the columns concurrency,iops,latency_ms (or iops,latency_ms), saw \"a\""},
        {"\n\nconcurrency,iops\n1,2\n",
            "l.csv:3: expected the columns concurrency,iops,latency_ms (or iops,latency_ms), saw \"concurrency\""},
        {"iops,latency_ms\n", "l.csv: no row that can be read below the header"},
        {"", "l.csv: no row that can be read below the header"},
        {"iops,latency_ms\nx,1\n", "l.csv: no row that can be read below the header (all were left out)"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(ladder_csv_parse(cases[i].text, strlen(cases[i].text), "l.csv", &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
        g_assert_cmpstr(error->message, ==, cases[i].message);
    }
}

static void
header_lines_tell_the_form(void)
{
    static const struct {
        const char *line;
        enum ladder_csv_form form;
    } cases[] = {
        {"concurrency,iops,latency_ms", LADDER_CSV_LADDER},
        {"iops,latency_ms", LADDER_CSV_SERIES},
        {"workload,concurrency,iostat,awr,device,start,end,note", LADDER_CSV_RUNS},
        {"iops", LADDER_CSV_OTHER},
        {"file,knee_concurrency,knee_iops,knee_latency", LADDER_CSV_OTHER},
        {"", LADDER_CSV_OTHER},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_cmpint((int)ladder_csv_columns(cases[i].line, strlen(cases[i].line)), ==, (int)cases[i].form);
}

static bool
collect(const struct csv_row *row, void *user_data, GError **error)
{
    (void)error;
    for (guint i = 0; i < row->cells; i++)
        g_string_append_printf(user_data, "%s%s", i ? "|" : "", row->cell[i]);
    g_string_append_printf(user_data, "@%u;", row->line);
    return true;
}

static void
quoted_cells_keep_commas_and_lines_are_counted(void)
{
    static const char text[] = "a,b\n\n# no row\n\"x, \"\"y\"\"\",\"two\nlines\"\nlast, cut \xff";
    g_autoptr(GString) seen = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    g_assert_true(csv_rows(text, sizeof text - 1, "t", collect, seen, &error));
    g_assert_no_error(error);
    g_assert_cmpstr(seen->str, ==, "a|b@1;x, \"y\"|two\nlines@4;last|cut \xef\xbf\xbd@6;");
}

static void
absurd_rows_are_errors_not_memory(void)
{
    g_autofree char *commas = g_strnfill(100000, ','), *letters = g_strnfill(100000, 'a');
    g_autoptr(GString) seen = g_string_new(NULL);
    g_autoptr(GError) wide = NULL, longest = NULL;
    g_assert_false(csv_rows(commas, 100000, "t", collect, seen, &wide));
    g_assert_error(wide, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_false(csv_rows(letters, 100000, "t", collect, seen, &longest));
    g_assert_error(longest, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_cmpuint(seen->len, ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func(
        "/ladder_csv/ladder_columns_are_found_by_name_in_any_order", ladder_columns_are_found_by_name_in_any_order);
    g_test_add_func("/ladder_csv/series_has_no_concurrency_and_keeps_idle_seconds",
        series_has_no_concurrency_and_keeps_idle_seconds);
    g_test_add_func("/ladder_csv/microseconds_become_milliseconds", microseconds_become_milliseconds);
    g_test_add_func("/ladder_csv/semicolons_with_decimal_commas_are_read", semicolons_with_decimal_commas_are_read);
    g_test_add_func("/ladder_csv/bad_rows_are_left_out_and_counted_with_the_first_line",
        bad_rows_are_left_out_and_counted_with_the_first_line);
    g_test_add_func("/ladder_csv/missing_columns_or_rows_are_errors", missing_columns_or_rows_are_errors);
    g_test_add_func("/ladder_csv/header_lines_tell_the_form", header_lines_tell_the_form);
    g_test_add_func(
        "/csv_rows/quoted_cells_keep_commas_and_lines_are_counted", quoted_cells_keep_commas_and_lines_are_counted);
    g_test_add_func("/csv_rows/absurd_rows_are_errors_not_memory", absurd_rows_are_errors_not_memory);
    return g_test_run();
}
