#include "error.h"
#include "language.h"
#include "names.h"
#include "remark_words.h"
#include "resource.h"
#include "template.h"
#include "text.h"

#include <glib/gstdio.h>
#include <string.h>

/* The markdown with slots as their text. */
static char *
expanded(const struct template_source *source, const struct view *view)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Template) template = template_expand(source, view, &error);
    g_assert_no_error(error);
    GString *out = g_string_new(NULL);
    for (const char *at = template->markdown->str; *at;) {
        if (!g_str_has_prefix(at, TEMPLATE_SLOT_OPEN)) {
            g_string_append_c(out, *at++);
            continue;
        }
        const struct slot *slot = template_slot_at(template, at, &at);
        g_string_append(out, slot->value ? slot->value : slot->table ? "[table]" : "[chart]");
    }
    return g_string_free(out, FALSE);
}

static void
assert_text(const char *text, const struct view *view, const char *expected)
{
    struct template_source source = {.text = text, .name = "t.md"};
    g_autofree char *seen = expanded(&source, view);
    g_assert_cmpstr(seen, ==, expected);
}

static void
assert_fails(const struct template_source *source, const struct view *view, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Template) template = template_expand(source, view, &error);
    g_assert_null(template);
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
    g_assert_cmpstr(error->message, ==, message);
}

static struct view *
study(void)
{
    struct view *view = view_new();
    view_set(view, "title", "Study");
    view_set(view, "customer", "");
    view_declare_list(view, "load");
    view_set(view_append(view, "workload"), "name", "read100");
    view_set(view_append(view, "workload"), "name", "mix90");
    return view;
}

static void
sections_stand_inside_a_line_too(void)
{
    struct view *view = study();
    assert_text(
        "a{{#title}} of {{title}}{{/title}}{{#customer}} for {{customer}}{{/customer}}.\n", view, "a of Study.\n");
    assert_text("{{#workload}}{{name}}, {{/workload}}end\n", view, "read100, mix90, end\n");
    assert_text("{{^load}}none{{/load}}{{^workload}}none{{/workload}}\n", view, "none\n");
    view_free(view);
}

static void
tag_of_its_own_line_takes_the_line(void)
{
    struct view *view = study();
    assert_text("a\n  {{#title}}  \n  b\n\t{{/title}}\nc\n", view, "a\n  b\nc\n");
    assert_text("a\n{{! one\n   two }}\nb {{! three }}c\n", view, "a\nb c\n");
    assert_text("{{#workload}}\r\n{{name}}\r\n{{/workload}}\r\n", view, "read100\nmix90\n");
    assert_text("x {{#title}}\ny\n{{/title}} z\n", view, "x \ny\n z\n");
    view_free(view);
}

static void
lines_know_where_they_come_from(void)
{
    struct view *view = study();
    struct template_source source = {.text = "a\n{{#workload}}\n{{name}}\n\n{{/workload}}\nb\n", .name = "t.md"};
    g_autoptr(Template) template = template_expand(&source, view, NULL);
    static const guint line[] = {1, 3, 4, 3, 4, 6};
    g_assert_cmpuint(template->lines->len, ==, G_N_ELEMENTS(line));
    for (guint i = 0; i < template->lines->len; i++) {
        g_assert_cmpuint(g_array_index(template->lines, struct template_place, i).line, ==, line[i]);
        g_assert_cmpstr(g_array_index(template->lines, struct template_place, i).file, ==, "t.md");
    }
    view_free(view);
}

/* A folder with one part; the caller removes both. */
static char *
folder_with_part(const char *name, const char *text)
{
    char *folder = g_dir_make_tmp("iosizer-parts-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return folder;
}

static void
remove_folder(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_unlink(path);
    g_rmdir(folder);
}

static void
own_part_takes_the_place_of_the_compiled_one(void)
{
    struct view *view = study();
    g_autofree char *folder = folder_with_part("cover.md", "mine: {{title}}");
    struct template_source source = {.text = "{{> cover}}\nend\n", .name = "t.md", .folder = folder};
    g_autofree char *seen = expanded(&source, view);
    g_assert_cmpstr(seen, ==, "mine: Study\nend\n");
    remove_folder(folder, "cover.md");
    view_free(view);
}

static void
fault_in_a_part_names_the_part(void)
{
    struct view *view = study();
    g_autofree char *folder = folder_with_part("p.md", "x\n {{nothing}}\n");
    struct template_source source = {.text = "{{> p}}\n", .name = "t.md", .folder = folder};
    assert_fails(&source, view, "p.md:2:2: nothing is named 'nothing' here (--list-names prints all names)");
    remove_folder(folder, "p.md");
    view_free(view);
}

static void
part_that_holds_itself_is_refused(void)
{
    struct view *view = study();
    g_autofree char *folder = folder_with_part("p.md", "{{> p}}\n");
    struct template_source source = {.text = "{{> p}}\n", .name = "t.md", .folder = folder};
    assert_fails(&source, view, "p.md:1:1: more than 32 sections and parts within each other");
    remove_folder(folder, "p.md");
    view_free(view);
}

static void
known_name_without_a_value_shows_as_a_dash(void)
{
    struct view *view = study();
    g_autoptr(Names) names = names_new();
    struct template_source source = {
        .text = "{{author}} {{table:paths}}{{#notice}}x{{/notice}}.\n", .name = "t.md", .names = names};
    g_autofree char *seen = expanded(&source, view);
    g_assert_cmpstr(seen, ==, "– .\n");
    view_free(view);
}

static void
unknown_name_is_an_error_in_any_report(void)
{
    struct view *view = study();
    g_autoptr(Names) names = names_new();
    struct template_source source = {.text = "{{#load}}\n{{nam}}\n{{/load}}\n", .name = "t.md", .names = names};
    assert_fails(
        &source, view, "t.md:2:1: nothing is named 'nam' here; the nearest is 'name' (--list-names prints all names)");
    source.text = "{{#workloads}}\n{{/workloads}}\n";
    assert_fails(&source, view,
        "t.md:1:1: nothing is named 'workloads' here; the nearest is 'workload' (--list-names prints all names)");
    source.text = "{{best_iops}}\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(Template) template = template_expand(&source, view, &error);
    g_assert_null(template);
    g_assert_true(g_str_has_prefix(error->message, "t.md:1:1: nothing is named 'best_iops' here"));
    view_free(view);
}

static void
names_are_described_with_unit_and_meaning(void)
{
    g_autoptr(Names) names = names_new();
    g_autofree char *list = names_describe(names);
    g_assert_nonnull(
        strstr(list, "\nworkload/best_latency_ms             ms         Latency of the best operating point\n"));
    g_assert_true(names_has(names, "#workload"));
    g_assert_false(names_has(names, "workload"));
    const char *path = NULL;
    g_assert_true(names_reach(names, "workload/", "#reason", &path));
    g_assert_cmpstr(path, ==, "workload/reason/");
    g_assert_true(names_reach(names, "workload/reason/", "title", NULL));
    g_assert_false(names_reach(names, "", "best_iops", NULL));
}

#define GERMAN                                                                                                         \
    "english,translation\n@language,de\n@decimal,\",\"\n@thousands,.\n@date,%d.%m.%Y\nSummary,Zusammenfassung\n"       \
    "\"%s IOPS at %s ms\",\"%2$s ms bei %1$s IOPS\"\nPlain,\n"

static void
language_translates_texts_lines_numbers_and_dates(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Language) german = language_new(GERMAN, "de.csv", &error);
    g_assert_no_error(error);
    g_assert_cmpstr(language_code(german), ==, "de");
    g_autofree char *sentence = g_strdup_printf(language_text(german, "%s IOPS at %s ms"), "100", "0,5");
    g_assert_cmpstr(sentence, ==, "0,5 ms bei 100 IOPS");
    g_assert_cmpstr(language_text(german, "Plain"), ==, "Plain");
    g_assert_cmpstr(language_text(NULL, "Summary"), ==, "Summary");
    static const char *const number[][2] = {
        {"1,234,567.5", "1.234.567,5"}, {"−0.4%", "−0,4%"}, {"–", "–"}, {"2 d 3 h", "2 d 3 h"}, {"dm-0.", "dm-0."}};
    for (size_t i = 0; i < G_N_ELEMENTS(number); i++) {
        g_autofree char *seen = language_number(german, number[i][0]);
        g_assert_cmpstr(seen, ==, number[i][1]);
    }
    g_autofree char *date = language_date(german, "2023-11-14 22:13:20"), *none = language_date(german, "–");
    g_assert_cmpstr(date, ==, "14.11.2023 22:13:20");
    g_assert_cmpstr(none, ==, "–");
    g_autofree char *lines = language_lines(german, "# Summary\n\n- Summary\nSummary.\n");
    g_assert_cmpstr(lines, ==, "# Zusammenfassung\n\n- Zusammenfassung\nSummary.\n");
}

static void
dates_lose_their_year(void)
{
    static const char *const day[][2] = {{"%d.%m.%Y", "14.11."}, {"%Y年%m月%d日", "11月14日"}, {"%d/%m/%Y", "14/11"},
        {"%Y-%m-%d", "11-14"}, {"%m", "11"}};
    for (size_t i = 0; i < G_N_ELEMENTS(day); i++) {
        g_autofree char *file = g_strdup_printf("@date,%s\n", day[i][0]);
        g_autoptr(GError) error = NULL;
        g_autoptr(Language) language = language_new(file, "x.csv", &error);
        g_assert_no_error(error);
        g_autofree char *seen = language_day(language, "2023-11-14");
        g_assert_cmpstr(seen, ==, day[i][1]);
    }
    g_autofree char *english = language_day(NULL, "2023-11-14"), *none = language_day(NULL, "–");
    g_assert_cmpstr(english, ==, "11-14");
    g_assert_cmpstr(none, ==, "–");
}

/* Each language that is compiled in: conversions and placeholders are checked while it is read. */
static void
languages_compiled_in_are_sound(void)
{
    g_auto(GStrv) names = resource_names("languages/");
    g_assert_cmpuint(g_strv_length(names), >=, 2);
    for (char **name = names; *name; name++) {
        g_autofree char *path = g_strconcat("languages/", *name, NULL), *text = resource_text(path);
        g_autoptr(GError) error = NULL;
        g_autoptr(Language) language = language_new(text, *name, &error);
        g_assert_no_error(error);
        g_autofree char *file = g_strconcat(language_code(language), ".csv", NULL);
        g_assert_cmpstr(file, ==, *name);
        g_assert_cmpstr(language_text(language, "Latency"), !=, "Latency");
    }
}

static void
remarks_speak_the_language(void)
{
    g_autofree char *text = resource_text("languages/de.csv");
    g_autoptr(Language) german = language_new(text, "de.csv", NULL);
    struct remark remark = {.code = REMARK_ODD_RUNG, .figure = {64, -1234.5}};
    g_autofree char *english = remark_text(&remark, "sessions", NULL), *seen = remark_text(&remark, "sessions", german);
    g_assert_cmpstr(english, ==,
        "The rung at 64 sessions looks wrong: 1,234.5% below what its neighbours say. It was weighted down.");
    g_assert_cmpstr(seen, ==,
        "Die Stufe bei 64 Sitzungen sieht falsch aus: 1.234,5% unter dem, was ihre Nachbarn sagen. Sie wurde geringer "
        "gewichtet.");
}

static void
missing_language_font_names_its_package(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Fonts) fonts = fonts_new(NULL, &error);
    g_assert_no_error(error);
    g_autoptr(Language) none = language_new("@language,de\n", "de.csv", NULL);
    g_assert_true(fonts_speak(fonts, none, &error));
    g_autoptr(Language) language =
        language_new("@language,xx\n@fonts,NoSuchFont NorThis\n@package,fonts-xx\n", "xx.csv", NULL);
    g_assert_false(fonts_speak(fonts, language, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT);
    g_assert_nonnull(strstr(error->message, "language xx: no font of its script was found (no NoSuchFont nor NorThis"));
    g_assert_nonnull(strstr(error->message, "apt-get install fonts-xx"));
}

static void
template_lines_are_translated_before_their_tags(void)
{
    struct view *view = study();
    g_autoptr(Language) german =
        language_new("english,translation\nAbout {{title}}.,Über {{title}}.\n", "de.csv", NULL);
    struct template_source source = {.text = "About {{title}}.", .name = "t.md", .language = german};
    g_autofree char *seen = expanded(&source, view);
    g_assert_cmpstr(seen, ==, "Über Study.\n");
    view_free(view);
}

static void
language_lists_the_texts_it_was_asked_for(void)
{
    g_autoptr(Language) german = language_new(GERMAN, "de.csv", NULL);
    language_text(german, "Summary");
    language_text(german, "say \"%s\"");
    g_autofree char *lines = language_lines(german, "{{#workload}}\n- {{name}}: text\n{{/workload}}\n\nSummary\n");
    g_assert_nonnull(lines);
    g_autofree char *used = language_used(german);
    g_assert_cmpstr(used, ==,
        "english,translation\n\"Summary\",\"Zusammenfassung\"\n\"say \"\"%s\"\"\",\"\"\n\"{{name}}: text\",\"\"\n");
}

static void
language_refuses_other_conversions(void)
{
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"a %s,b %d\n", "de.csv:1: the translation must hold the %s, %u, ... of its text, in their order or numbered "
                        "as %1$s: \"a %s\""},
        {"a %s,b\n", "de.csv:1: the translation must hold the %s, %u, ... of its text, in their order or numbered as "
                     "%1$s: \"a %s\""},
        {"a,b %n%s\n", "de.csv:1: the translation must hold the %s, %u, ... of its text, in their order or numbered as "
                       "%1$s: \"a\""},
        {"%s %s,%1$s %s\n", "de.csv:1: the translation must hold the %s, %u, ... of its text, in their order or "
                            "numbered as %1$s: \"%s %s\""},
        {"a %s,%n %s\n", "de.csv:1: the translation must hold the %s, %u, ... of its text, in their order or numbered "
                         "as %1$s: \"a %s\""},
        {"a %s,%99999s\n",
            "de.csv:1: the translation must hold the %s, %u, ... of its text, in their order or numbered "
            "as %1$s: \"a %s\""},
        {"a %u,%*u\n", "de.csv:1: the translation must hold the %s, %u, ... of its text, in their order or numbered as "
                       "%1$s: \"a %u\""},
        {"a,5 % n\n", "de.csv:1: the translation must hold the %s, %u, ... of its text, in their order or numbered as "
                      "%1$s: \"a\""},
        {"at {0:load},bei {1:load}\n", "de.csv:1: the translation must hold the {...} of its text, in any order: \"at "
                                       "{0:load}\""},
        {"About {{title}}.,Dazu {{name}}.\n",
            "de.csv:1: the translation must hold the {...} of its text, in any order: "
            "\"About {{title}}.\""},
        {"@decimal,\n", "de.csv: @decimal must be . or , and @thousands another of . , ' space or empty, not \"\" and "
                        "\",\""},
        {"@decimal,\",\"\n", "de.csv: @decimal must be . or , and @thousands another of . , ' space or empty, not "
                             "\",\" and \",\""},
        {"a,b\na,c\n", "de.csv:2: this text was translated before: \"a\""},
        {"@point,x\n",
            "de.csv:1: expected @language, @decimal, @thousands, @date, @fonts or @package, found \"@point\""},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(Language) language = language_new(wrong[i].text, "de.csv", &error);
        g_assert_null(language);
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        g_assert_cmpstr(error->message, ==, wrong[i].message);
    }
    g_autoptr(Language) percent =
        language_new("Share in % of time,Anteil in % der Zeit\n100%% sure,zu 100%% sicher\n", "x", NULL);
    g_assert_nonnull(percent);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/template/sections_stand_inside_a_line_too", sections_stand_inside_a_line_too);
    g_test_add_func("/template/tag_of_its_own_line_takes_the_line", tag_of_its_own_line_takes_the_line);
    g_test_add_func("/template/lines_know_where_they_come_from", lines_know_where_they_come_from);
    g_test_add_func(
        "/template/own_part_takes_the_place_of_the_compiled_one", own_part_takes_the_place_of_the_compiled_one);
    g_test_add_func("/template/fault_in_a_part_names_the_part", fault_in_a_part_names_the_part);
    g_test_add_func("/template/part_that_holds_itself_is_refused", part_that_holds_itself_is_refused);
    g_test_add_func("/template/known_name_without_a_value_shows_as_a_dash", known_name_without_a_value_shows_as_a_dash);
    g_test_add_func("/template/unknown_name_is_an_error_in_any_report", unknown_name_is_an_error_in_any_report);
    g_test_add_func("/names/described_with_unit_and_meaning", names_are_described_with_unit_and_meaning);
    g_test_add_func("/language/texts_lines_numbers_and_dates", language_translates_texts_lines_numbers_and_dates);
    g_test_add_func("/language/template_lines_before_their_tags", template_lines_are_translated_before_their_tags);
    g_test_add_func("/language/texts_asked_for_are_listed", language_lists_the_texts_it_was_asked_for);
    g_test_add_func("/language/other_conversions_are_refused", language_refuses_other_conversions);
    g_test_add_func("/language/dates_lose_their_year", dates_lose_their_year);
    g_test_add_func("/language/languages_compiled_in_are_sound", languages_compiled_in_are_sound);
    g_test_add_func("/language/remarks_speak_the_language", remarks_speak_the_language);
    g_test_add_func("/language/missing_font_names_its_package", missing_language_font_names_its_package);
    return g_test_run();
}
