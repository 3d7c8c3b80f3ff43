#include "text.h"

#include "error.h"

#include <glib/gstdio.h>
#include <string.h>

static const struct canvas_font small = {7, WEIGHT_NORMAL, {0, 0, 0, 1}};
static const struct canvas_font body = {10, WEIGHT_NORMAL, {0, 0, 0, 1}};
static const struct canvas_font heavy = {10, WEIGHT_SEMIBOLD, {0, 0, 0, 1}};

static struct fonts *
fonts_of_build(void)
{
    GError *error = NULL;
    struct fonts *fonts = fonts_new(NULL, &error);
    g_assert_no_error(error);
    return fonts;
}

/* At 96 dpi or with rounded glyph positions the ratio would not be that of the sizes. */
static void
widths_are_points_and_scale_with_size(void)
{
    g_autoptr(Fonts) fonts = fonts_of_build();
    double at_7 = fonts_text_width(fonts, &small, "Read IOPS 156,540");
    double at_10 = fonts_text_width(fonts, &body, "Read IOPS 156,540");
    g_assert_cmpfloat_with_epsilon(at_10 / at_7, 10.0 / 7.0, 0.002);
    /* Digits of Inter are about 0.63 em wide with tabular figures. */
    g_assert_cmpfloat_with_epsilon(fonts_text_width(fonts, &body, "0000000000"), 63, 4);
    g_assert_cmpfloat(fonts_text_width(fonts, &heavy, "Read IOPS"), >, fonts_text_width(fonts, &body, "Read IOPS"));
    g_assert_cmpfloat(fonts_text_width(fonts, &body, ""), ==, 0);
    g_assert_cmpfloat(fonts_text_width(fonts, &body, NULL), ==, 0);
}

static void
figures_have_one_width(void)
{
    g_autoptr(Fonts) fonts = fonts_of_build();
    double zeros = fonts_text_width(fonts, &body, "000,000");
    g_assert_cmpfloat(fonts_text_width(fonts, &body, "111,111"), ==, zeros);
    g_assert_cmpfloat(fonts_text_width(fonts, &body, "789,456"), ==, zeros);
}

static void
a_width_is_the_same_from_the_cache(void)
{
    g_autoptr(Fonts) fonts = fonts_of_build();
    double first = fonts_text_width(fonts, &body, "dm-0");
    for (int i = 0; i < 9000; i++) {
        g_autofree char *text = g_strdup_printf("dm-%d", i);
        g_assert_cmpfloat(fonts_text_width(fonts, &small, text), >, 0);
    }
    g_assert_cmpfloat(fonts_text_width(fonts, &body, "dm-0"), ==, first);
}

static void
missing_glyphs_are_counted(void)
{
    g_autoptr(Fonts) fonts = fonts_of_build();
    g_assert_cmpfloat(fonts_text_width(fonts, &body, "Größe µs ≤ Ω Привет"), >, 0);
    g_assert_cmpuint(fonts_missing_glyphs(fonts), ==, 0);
    g_assert_cmpfloat(fonts_text_width(fonts, &body, "日本"), >, 0);
    g_assert_cmpfloat(fonts_text_width(fonts, &small, "日本"), >, 0); /* the same text again, elsewhere */
    g_assert_cmpuint(fonts_missing_glyphs(fonts), ==, 1);
    g_assert_cmpfloat(fonts_text_width(fonts, &small, "東京"), >, 0);
    g_assert_cmpuint(fonts_missing_glyphs(fonts), ==, 2);
}

static void
fonts_are_named_with_versions(void)
{
    g_autoptr(Fonts) fonts = fonts_of_build();
    g_assert_true(g_regex_match_simple(
        "^Inter \\d+\\.\\d+, DejaVu Sans Mono \\d+\\.\\d+, DejaVu Sans \\d+\\.\\d+$", fonts_describe(fonts), 0, 0));
}

static void
a_missing_font_names_its_package(void)
{
    g_autofree char *folder = g_dir_make_tmp("iosizer-fonts-XXXXXX", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_null(fonts_new(folder, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT);
    g_assert_nonnull(strstr(error->message, "fonts-inter"));
    g_assert_nonnull(strstr(error->message, folder));
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void
a_file_that_is_no_font_is_refused(void)
{
    g_autofree char *folder = g_dir_make_tmp("iosizer-fonts-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "Inter-Regular.otf", NULL);
    g_assert_true(g_file_set_contents(path, "OTTO but no font", -1, NULL));
    g_autoptr(GError) error = NULL;
    g_assert_null(fonts_new(folder, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT);
    g_assert_nonnull(strstr(error->message, path));
    g_assert_cmpint(g_unlink(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void
hostile_text_is_cleaned(void)
{
    static const struct {
        const char *in, *out, *out_lines;
    } cases[] = {
        {NULL, "", ""}, {"plain", "plain", "plain"}, {"a\tb\nc", "a b c", "a    b\nc"},
        {"bad\xff", "bad\xef\xbf\xbd", "bad\xef\xbf\xbd"}, {"bell\a", "bell\xef\xbf\xbd", "bell\xef\xbf\xbd"},
        {"x\xe2\x80\xaegnp.exe", "xgnp.exe", "xgnp.exe"}, /* U+202E would show "exe.png" */
        {"one\xe2\x80\xa8two", "one two", "one two"},     /* U+2028 */
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *line = text_clean(cases[i].in, false);
        g_autofree char *lines = text_clean(cases[i].in, true);
        g_assert_cmpstr(line, ==, cases[i].out);
        g_assert_cmpstr(lines, ==, cases[i].out_lines);
    }
}

static void
a_layout_is_one_line_of_clean_text(void)
{
    g_autoptr(Fonts) fonts = fonts_of_build();
    g_autoptr(PangoLayout) layout = fonts_layout(fonts, &body, "two\nlines \xc3\x28");
    g_assert_cmpint(pango_layout_get_line_count(layout), ==, 1);
    g_assert_cmpstr(pango_layout_get_text(layout), ==, "two lines \xef\xbf\xbd(");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/widths_are_points_and_scale_with_size", widths_are_points_and_scale_with_size);
    g_test_add_func("/text/figures_have_one_width", figures_have_one_width);
    g_test_add_func("/text/a_width_is_the_same_from_the_cache", a_width_is_the_same_from_the_cache);
    g_test_add_func("/text/missing_glyphs_are_counted", missing_glyphs_are_counted);
    g_test_add_func("/text/fonts_are_named_with_versions", fonts_are_named_with_versions);
    g_test_add_func("/text/a_missing_font_names_its_package", a_missing_font_names_its_package);
    g_test_add_func("/text/a_file_that_is_no_font_is_refused", a_file_that_is_no_font_is_refused);
    g_test_add_func("/text/hostile_text_is_cleaned", hostile_text_is_cleaned);
    g_test_add_func("/text/a_layout_is_one_line_of_clean_text", a_layout_is_one_line_of_clean_text);
    return g_test_run();
}
