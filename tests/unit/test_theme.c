#include "canvas_number.h"
#include "error.h"
#include "theme.h"

static void
expect_color(const struct color *color, const char *rgb)
{
    g_autoptr(GString) text = g_string_new(NULL);

    canvas_append_rgb(text, color);
    g_assert_cmpstr(text->str, ==, rgb);
    g_assert_cmpfloat(color->alpha, ==, 1);
}

static void
test_defaults_begin_with_blue_and_orange(void)
{
    struct theme theme;
    g_autoptr(GError) error = NULL;

    g_assert_true(theme_init(&theme, NULL, NULL, &error));
    g_assert_no_error(error);
    expect_color(&theme.series[0], "#0072b2");
    expect_color(&theme.series[1], "#e69f00");
    expect_color(&theme.paper, "#ffffff");
    expect_color(&theme.accent, "#0072b2");
}

static void
test_accent_is_over_the_key_file(void)
{
    struct theme theme;
    g_autoptr(GError) error = NULL;

    g_assert_true(theme_init(&theme, "[theme]\naccent = #112233\nseries8=#ABCDEF\n", "#445566", &error));
    g_assert_no_error(error);
    expect_color(&theme.accent, "#445566");
    expect_color(&theme.series[7], "#abcdef");
}

static void
test_faults_are_named(void)
{
    static const struct {
        const char *file, *accent, *part;
    } cases[] = {
        {"[theme]\nacent = #112233\n", NULL, "unknown key \"acent\""},
        {"[theme]\nink = red\n", NULL, "ink = \"red\""},
        {"[theme]\nink = #12345\n", NULL, "\"#12345\""},
        {"[theme]\nink = #12345g\n", NULL, "\"#12345g\""},
        {"[colours]\nink = #112233\n", NULL, "group [theme]"},
        {"ink = #112233\n", NULL, "not a key file"},
        {"", NULL, "group [theme]"},
        {NULL, "#fff", "accent \"#fff\""},
        {"[theme]\n\n  acent = #112233\n", NULL, "theme:3: unknown key \"acent\"; nearest known: \"accent\""},
        {"[theme]\npaper_size = a5\n", NULL, "theme:2: paper_size = \"a5\": a4 or letter"},
        {"[theme]\nextra_fonts =\n", NULL, "theme:2: extra_fonts = \"\""},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct theme theme;
        g_autoptr(GError) error = NULL;
        g_assert_false(theme_init(&theme, cases[i].file, cases[i].accent, &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        g_assert_nonnull(g_strstr_len(error->message, -1, cases[i].part));
    }
}

static void
test_the_page_and_extra_fonts_are_keys(void)
{
    struct theme theme;
    g_autoptr(GError) error = NULL;

    g_assert_true(
        theme_init_from(&theme, "[theme]\npaper_size = Letter\nextra_fonts = /fonts/cjk\n", "a.ini", NULL, &error));
    g_assert_no_error(error);
    g_assert_cmpint(theme.page_size, ==, PAGE_LETTER);
    g_assert_cmpstr(theme.extra_fonts, ==, "/fonts/cjk");
    g_assert_true(theme_init(&theme, NULL, NULL, &error));
    g_assert_cmpint(theme.page_size, ==, PAGE_A4);
    g_assert_cmpstr(theme.extra_fonts, ==, "");
    g_assert_false(theme_init_from(&theme, "[theme]\nink=1\n", "brand/a.ini", NULL, &error));
    g_assert_cmpstr(error->message, ==, "brand/a.ini:2: ink = \"1\": a colour \"#rrggbb\" was expected");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/theme/defaults_begin_with_blue_and_orange", test_defaults_begin_with_blue_and_orange);
    g_test_add_func("/theme/accent_is_over_the_key_file", test_accent_is_over_the_key_file);
    g_test_add_func("/theme/faults_are_named", test_faults_are_named);
    g_test_add_func("/theme/the_page_and_extra_fonts_are_keys", test_the_page_and_extra_fonts_are_keys);
    return g_test_run();
}
