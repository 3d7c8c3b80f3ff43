#include "awr_number.h"

#include <math.h>
#include <string.h>

static const struct awr_numbers point = {'.', true};
static const struct awr_numbers comma = {',', true};

static struct awr_numbers
decided(const char *text)
{
    return awr_numbers_of(text, strlen(text));
}

static void
test_decimal_sign(void)
{
    g_assert_cmpint(decided("<td>117.66 (mins)</td>").decimal, ==, '.');
    g_assert_cmpint(decided("<td>37.825,75 (mins)</td>").decimal, ==, ',');
    g_assert_cmpint(decided("  117,66 (mins)\n 1,234.5 1,234.5").decimal, ==, ',');
    g_assert_cmpint(decided("> 58.744,58 <").decimal, ==, ',');
    g_assert_cmpint(decided("> 58,744.58 <").decimal, ==, '.');
    g_assert_cmpint(decided(" ,8   7,6 ").decimal, ==, ',');
    g_assert_cmpint(decided("Release 19.0.0.0.0, 1.234 and 1,234").decimal, ==, '.');
    g_assert_false(decided("Release 19.0.0.0.0, 1.234 and 1,234").known);
    g_assert_false(decided("").known);
}

static void
test_numbers(void)
{
    static const struct {
        const char *text;
        double value, step;
        const char *suffix;
    } cases[] = {
        {"1,234,567.89", 1234567.89, 0.01, ""},
        {".5", 0.5, 0.1, ""},
        {"-.1", -0.1, 0.1, ""},
        {" 117.66 (mins)", 117.66, 0.01, "(mins)"},
        {"26.4K", 26.4, 0.1, "K"},
        {"1.1E+08", 1.1e8, 1e7, ""},
        {"1.3941455E+09", 1394145500, 100, ""},
        {"52.86 s", 52.86, 0.01, "s"},
        {"0.0(6)", 0, 0.1, "(6)"},
        {"1 234 567", 1234567, 1, ""},
        {"12 34", 12, 1, "34"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct awr_value value;
        g_assert_true(awr_number_read(&point, cases[i].text, &value));
        g_assert_cmpfloat_with_epsilon(value.value, cases[i].value, 1e-6);
        g_assert_cmpfloat_with_epsilon(value.step, cases[i].step, 1e-9);
        g_assert_cmpstr(value.suffix, ==, cases[i].suffix);
    }
}

static void
test_not_numbers(void)
{
    static const char *const texts[] = {"", " ", "N/A", "####", "&#160;", "-", ".", "1,23", "1.2.3", "12,3456",
        "99999999999999999999999999999999999999999"};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        struct awr_value value;
        g_assert_false(awr_number_read(&point, texts[i], &value));
        g_assert_true(isnan(awr_number_in(&point, texts[i], UNIT_NUMBER, NULL)));
    }
}

static void
test_decimal_comma(void)
{
    g_assert_cmpfloat(awr_number_in(&comma, "1.234.567,89", UNIT_NUMBER, NULL), ==, 1234567.89);
    g_assert_cmpfloat(awr_number_in(&comma, ",8", UNIT_NUMBER, NULL), ==, 0.8);
    g_assert_cmpfloat(awr_number_in(&comma, "1.234", UNIT_NUMBER, NULL), ==, 1234);
    g_assert_cmpfloat(awr_number_in(&comma,
                          "1\xc2\xa0"
                          "234,5",
                          UNIT_NUMBER, NULL),
        ==, 1234.5);
    g_assert_true(isnan(awr_number_in(&comma, "1.23", UNIT_NUMBER, NULL)));
}

static void
test_units(void)
{
    static const struct {
        const char *text;
        enum awr_unit unit;
        double value;
    } cases[] = {
        {"2198.8K", UNIT_NUMBER, 2198800},
        {"1.1M", UNIT_NUMBER, 1100000},
        {"749.07us", UNIT_WAIT_MS, 0.74907},
        {"803.07ns", UNIT_WAIT_MS, 0.00080307},
        {"3.82ms", UNIT_WAIT_MS, 3.82},
        {"52.86 s", UNIT_WAIT_MS, 52860},
        {"9", UNIT_WAIT_MS, 9},
        {"8K", UNIT_BYTES, 8192},
        {"8192", UNIT_BYTES, 8192},
        {"29.1T", UNIT_BYTES, 29.1 * 0x1p40},
        {"1,616M", UNIT_MIB, 1616.0 * 0x1p20},
        {"142,336", UNIT_MIB, 142336.0 * 0x1p20},
        {"7.79", UNIT_GIB, 7.79 * 0x1p30},
        {"7974.6M", UNIT_MIB, 7974.6 * 0x1p20},
        {"3,200.95", UNIT_KIB, 3200.95 * 1024},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        double value = awr_number_in(&point, cases[i].text, cases[i].unit, NULL);
        g_assert_cmpfloat_with_epsilon(value, cases[i].value, fabs(cases[i].value) * 1e-12);
    }
    double step;
    g_assert_cmpfloat(awr_number_in(&point, "26.4K", UNIT_NUMBER, &step), ==, 26400);
    g_assert_cmpfloat_with_epsilon(step, 100, 1e-9);
}

static void
test_times(void)
{
    static const struct {
        const char *text, *iso;
    } cases[] = {
        {"23-Apr-14 18:30:05", "2014-04-23T18:30:05"},
        {"23-Apr-14 18:30:05 (Wed)", "2014-04-23T18:30:05"},
        {"11-Oct-18 20:03", "2018-10-11T20:03"},
        {"20-Okt-24 19:51:14", "2024-10-20T19:51:14"},
        {"01-M\xc3\x84R-21 00:00:00", "2021-03-01T00:00:00"},
        {"01-M?R-21 00:00:00", "2021-03-01T00:00:00"},
        {"05-JUIL.-22 07:08:09", "2022-07-05T07:08:09"},
        {"05-JUIN -22 07:08:09", "2022-06-05T07:08:09"},
        {"01-D\xc3\x89"
         "C. -22 07:08:09",
            "2022-12-01T07:08:09"},
        {"16-2\xe6\x9c\x88 -13 05:00:50", "2013-02-16T05:00:50"},
        {"16-11\xe6\x9c\x88-13 05:00:50", "2013-11-16T05:00:50"},
        {"13/04/11 23:59", "2013-04-11T23:59"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *iso = awr_time_text(cases[i].text);
        g_assert_cmpstr(iso, ==, cases[i].iso);
    }
    static const char *const bad[] = {"", "23-Xyz-14 18:30:05", "31-Feb-14 18:30:05", "23-Apr-14", "23-Apr-14 25:00:00",
        "117.66 (mins)", "13/13/11 23:59", "99999-Apr-14 18:30"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
        g_assert_null(awr_time_text(bad[i]));
    g_assert_cmpfloat(awr_time_minutes("1970-01-02T01:02"), ==, 1440 + 62);
    g_assert_cmpfloat(awr_time_minutes("2014-04-23T18:45:06") - awr_time_minutes("2014-04-23T18:30:06"), ==, 15);
    g_assert_true(isnan(awr_time_minutes(NULL)));
}

static void
test_keys(void)
{
    char key[AWR_KEY_MAX];
    awr_key(key, "Top 10 Foreground Events by Total Wait Time", false);
    g_assert_cmpstr(key, ==, "topforegroundeventsbytotalwaittime");
    awr_key(key, "% DB  time", true);
    g_assert_cmpstr(key, ==, "%dbtime");
    awr_key(key, "Av 1-bk Rd(ms)", true);
    g_assert_cmpstr(key, ==, "av1bkrdms");
    g_autofree char *text = g_strnfill(1000, 'x');
    awr_key(key, text, true);
    g_assert_cmpuint(strlen(key), ==, AWR_KEY_MAX - 1);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/awr_number/decimal_sign_is_decided_by_clear_cells_only", test_decimal_sign);
    g_test_add_func("/awr_number/numbers_are_read_with_their_step_and_suffix", test_numbers);
    g_test_add_func("/awr_number/what_is_no_number_is_no_figure", test_not_numbers);
    g_test_add_func("/awr_number/decimal_comma", test_decimal_comma);
    g_test_add_func("/awr_number/suffixes_count_in_the_base_of_their_unit", test_units);
    g_test_add_func("/awr_number/times_of_many_languages", test_times);
    g_test_add_func("/awr_number/keys_keep_what_matters", test_keys);
    return g_test_run();
}
