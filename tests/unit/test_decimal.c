#include "decimal.h"

#include <math.h>
#include <string.h>

static void
check(const char *text, double want, size_t used)
{
    double value = -1;
    const char *after = decimal_scan(text, &value);
    g_assert_nonnull(after);
    g_assert_cmpuint((size_t)(after - text), ==, used);
    g_assert_cmpfloat(value, ==, want);
}

static void
test_plain_numbers(void)
{
    check("0.00 ", 0, 4);
    check("0,50 ", 0.5, 4);
    check("12.34\n", 12.34, 5);
    check("1796038452", 1796038452.0, 10);
    check("12.", 12, 3);
    check("007.10x", 7.1, 6);
    check("1.2.3", 1.2, 3);
}

static void
test_no_digit_is_no_number(void)
{
    double value = 7;
    g_assert_null(decimal_scan(".5", &value));
    g_assert_null(decimal_scan("", &value));
    g_assert_null(decimal_scan("-1", &value));
    g_assert_null(decimal_scan("nan", &value));
    g_assert_cmpfloat(value, ==, 7);
}

/* Values beyond the fast path: more digits than 2^53 holds, and than 19. */
static void
test_long_numbers_are_nearest_doubles(void)
{
    check("18446744073709549568.00 ", 18446744073709549568.0, 23);
    check("9007199252642969.00", 9007199252642969.0, 19);
    check("9007199254740993", 9007199254740992.0, 16);
    check("0.1000000000000000055511151231257827", 0.1, 36);
    check("123456789012345,678", 123456789012345.678, 19);
    g_autofree char *zeros = g_strnfill(5000, '0');
    g_autofree char *text = g_strconcat(zeros, "3.25", NULL);
    check(text, 3.25, 5004);
    g_autofree char *nines = g_strnfill(400, '9');
    double value = -1;
    g_assert_nonnull(decimal_scan(nines, &value));
    g_assert_true(isinf(value));
}

/* Every value that iostat can print with two decimals up to 100000, against the C library's own reading. */
static void
test_hundredths_equal_strtod(void)
{
    for (unsigned i = 0; i < 10000000; i += 37) {
        char text[32];
        g_snprintf(text, sizeof text, "%u.%02u", i / 100, i % 100);
        double value = -1;
        decimal_scan(text, &value);
        g_assert_cmpfloat(value, ==, g_ascii_strtod(text, NULL));
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/decimal/plain_numbers", test_plain_numbers);
    g_test_add_func("/decimal/no_digit_is_no_number", test_no_digit_is_no_number);
    g_test_add_func("/decimal/long_numbers_are_nearest_doubles", test_long_numbers_are_nearest_doubles);
    g_test_add_func("/decimal/hundredths_equal_strtod", test_hundredths_equal_strtod);
    return g_test_run();
}
