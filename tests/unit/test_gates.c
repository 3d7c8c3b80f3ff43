/* Requirements, histories, JUnit files and annotations. */
#include "annotations.h"
#include "error.h"
#include "history.h"
#include "junit.h"
#include "requirement.h"
#include "resource.h"
#include "schema_names.h"

#include <math.h>
#include <string.h>

static const char results[] =
    "{\"schema\": 1, \"generator\": \"iosizer test\", \"environment\": {\"host\": \"db01\", \"layer\": [\"dm-0\"]}, "
    "\"workloads\": {\"read100\": {\"read_pct\": 100.0, \"rungs\": [{\"concurrency\": 32.0, \"iops\": 104080.5}, "
    "{\"concurrency\": 64.0, \"iops\": 156384.8, \"window\": {\"steady\": true}}], \"knee\": {\"verdict\": \"knee\", "
    "\"iops\": 144189.0}}, \"v1.5\": {\"knee\": {\"iops\": 5.0}}}, \"quality\": {\"errors\": 0}}";

struct fixture {
    json_t *schema, *root;
};

static void
set_up(struct fixture *fixture, gconstpointer data)
{
    g_autofree char *text = resource_text("results.schema.json");
    fixture->schema = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    fixture->root = json_loads(results, 0, NULL);
    g_assert_nonnull(fixture->schema);
    g_assert_nonnull(fixture->root);
}

static void
tear_down(struct fixture *fixture, gconstpointer data)
{
    json_decref(fixture->schema);
    json_decref(fixture->root);
}

static enum requirement_outcome
outcome_of(const struct fixture *fixture, const char *text, const char *found)
{
    struct requirement requirement;
    g_autoptr(GError) error = NULL;
    g_assert_true(requirement_parse(&requirement, text, &error));
    bool good = requirement_judge(&requirement, fixture->schema, fixture->root, &error);
    g_assert_no_error(error);
    g_assert_true(good);
    g_assert_cmpstr(requirement.found, ==, found);
    enum requirement_outcome outcome = requirement.outcome;
    requirement_clear(&requirement);
    return outcome;
}

static void
operators_hold_as_they_read(struct fixture *fixture, gconstpointer data)
{
    static const struct {
        const char *text;
        bool met;
    } cases[] = {{"read100.knee.iops >= 144189", true}, {"read100.knee.iops > 144189", false},
        {"read100.knee.iops<=144189", true}, {"read100.knee.iops < 144189", false},
        {"read100.knee.iops == 144189 IOPS", true}, {"read100.knee.iops != 144189", false},
        {"read100.knee.iops >= 1.5e5", false}, {"read100.knee.iops != 1", true}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_cmpint(
            outcome_of(fixture, cases[i].text, "144189"), ==, cases[i].met ? REQUIREMENT_MET : REQUIREMENT_NOT_MET);
}

static void
names_lead_to_values(struct fixture *fixture, gconstpointer data)
{
    g_assert_cmpint(
        outcome_of(fixture, "workloads.read100.rungs[concurrency=64].iops > 1", "156384.8"), ==, REQUIREMENT_MET);
    g_assert_cmpint(outcome_of(fixture, "read100.rungs[0].iops > 1", "104080.5"), ==, REQUIREMENT_MET);
    g_assert_cmpint(outcome_of(fixture, "read100.rungs.1.window.steady == true", "true"), ==, REQUIREMENT_MET);
    g_assert_cmpint(outcome_of(fixture, "v1.5.knee.iops == 5", "5"), ==, REQUIREMENT_MET);
    g_assert_cmpint(outcome_of(fixture, "environment.host == 'db01'", "db01"), ==, REQUIREMENT_MET);
    g_assert_cmpint(outcome_of(fixture, "environment.layer[0] != dm-0", "dm-0"), ==, REQUIREMENT_NOT_MET);
    g_assert_cmpint(outcome_of(fixture, "read100.knee.verdict == not_reached", "knee"), ==, REQUIREMENT_NOT_MET);
    g_assert_cmpint(outcome_of(fixture, "environment.host == \"<a >= b>\"", "db01"), ==, REQUIREMENT_NOT_MET);
}

static void
missing_figure_is_never_met(struct fixture *fixture, gconstpointer data)
{
    static const struct {
        const char *text, *missing;
    } cases[] = {{"read100.best.iops != 1", "read100.best"}, {"read99.knee.iops >= 0", "read99"},
        {"awr.storage_bound.verdict != proven", "awr"},
        {"read100.rungs[concurrency=8].iops >= 0", "read100.rungs[concurrency=8]"},
        {"read100.rungs[7].iops >= 0", "read100.rungs[7]"}, {"sizing.required.iops >= 0", "sizing"}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct requirement requirement;
        g_autoptr(GError) error = NULL;
        g_assert_true(requirement_parse(&requirement, cases[i].text, &error));
        g_assert_true(requirement_judge(&requirement, fixture->schema, fixture->root, &error));
        g_assert_cmpint(requirement.outcome, ==, REQUIREMENT_MISSING);
        g_assert_cmpstr(requirement.missing, ==, cases[i].missing);
        requirement_clear(&requirement);
    }
}

static void
wrong_requirements_are_errors(struct fixture *fixture, gconstpointer data)
{
    static const struct {
        const char *text, *says;
    } cases[] = {{"read100.knee.iops", "NAME OPERATOR VALUE"}, {">= 5", "NAME OPERATOR VALUE"},
        {"", "NAME OPERATOR VALUE"}, {"read100.knee.iops >== 5", "NAME OPERATOR VALUE"},
        {"qualty.errors == 0", "nearest is quality.errors"}, {"read100.kne.iops > 1", "nearest is read100.knee.iops"},
        {"read100.rungs[users=64].iops > 1", "read100.rungs[].iops"},
        {"read100.rungs[concurrency=64.iops > 1", "NAME OPERATOR VALUE"}, {"read100.knee > 1", "part"},
        {"read100.knee.iops > many", "number"}, {"read100.knee.iops > 1 ms", "unit"},
        {"read100.knee.iops > nan", "number"}, {"read100.knee.verdict == kneee", "nearest word is knee"},
        {"read100.knee.verdict > knee", "=="}, {"read100.rungs[1].window.steady == 1", "true or false"}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct requirement requirement;
        g_autoptr(GError) error = NULL;
        bool good = requirement_parse(&requirement, cases[i].text, &error) &&
                    requirement_judge(&requirement, fixture->schema, fixture->root, &error);
        g_assert_false(good);
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        if (!strstr(error->message, cases[i].says))
            g_error("%s: %s", cases[i].text, error->message);
        requirement_clear(&requirement);
    }
}

/* The schema has a description for every value, and the unit where the name has one. */
static void
every_name_is_described(struct fixture *fixture, gconstpointer data)
{
    g_autoptr(GPtrArray) names = schema_names(fixture->schema, "WORKLOAD");
    g_assert_cmpuint(names->len, >, 200);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *text = g_strdup(g_ptr_array_index(names, i));
        for (char *at = strstr(text, "[]"); at; at = strstr(text, "[]"))
            memmove(at + 2, at + 2, strlen(at + 2) + 1), at[0] = '.', at[1] = '0';
        struct schema_place place;
        g_autoptr(GError) error = NULL;
        g_assert_true(schema_find(&place, fixture->schema, NULL, text, &error));
        const char *description = json_string_value(json_object_get(place.schema, "description"));
        if (!description || !*description)
            g_error("%s has no description", text);
    }
}

static void
level_change_is_found_where_it_is(void)
{
    double value[16];
    for (int i = 0; i < 16; i++)
        value[i] = (i < 10 ? 1000 : 900) * (1 + 0.004 * ((i * 7) % 5 - 2));
    g_autoptr(GArray) changes = history_changes(value, 16, 1, 3, 1e-4);
    g_assert_cmpuint(changes->len, ==, 1);
    const struct history_change *change = &g_array_index(changes, struct history_change, 0);
    g_assert_cmpuint(change->at, ==, 10);
    g_assert_cmpint(change->verdict, ==, COMPARE_WORSE);
    g_assert_cmpfloat_with_epsilon(change->change_pct, -10, 0.5);
    g_autoptr(GArray) latency = history_changes(value, 16, -1, 3, 1e-4);
    g_assert_cmpint(g_array_index(latency, struct history_change, 0).verdict, ==, COMPARE_BETTER);
    g_autoptr(GArray) limited = history_changes(value, 16, 1, 15, 1e-4);
    g_assert_cmpuint(limited->len, ==, 0);
}

static void
absent_values_keep_their_places(void)
{
    double value[16];
    for (int i = 0; i < 16; i++)
        value[i] = i == 3 || i == 12 ? NAN : (i < 10 ? 1000 : 900) * (1 + 0.002 * (i % 3 - 1));
    g_autoptr(GArray) changes = history_changes(value, 16, 1, 3, 1e-4);
    g_assert_cmpuint(changes->len, ==, 1);
    g_assert_cmpuint(g_array_index(changes, struct history_change, 0).at, ==, 10);
}

static void
few_and_noisy_results_tell_no_change(void)
{
    const double few[] = {1000, 1000, 1000, 500, 500};
    g_autoptr(GArray) none = history_changes(few, 5, 1, 3, 1e-4);
    g_assert_cmpuint(none->len, ==, 0);
    GRand *random = g_rand_new_with_seed(3);
    guint told = 0;
    for (int k = 0; k < 500; k++) {
        double value[20];
        for (int i = 0; i < 20; i++)
            value[i] =
                1000 * (1 + 0.05 * (g_rand_double(random) + g_rand_double(random) + g_rand_double(random) - 1.5));
        g_autoptr(GArray) changes = history_changes(value, 20, 1, 1, 0.01 / 20);
        told += changes->len > 0 ? 1 : 0;
    }
    g_rand_free(random);
    g_assert_cmpuint(told, <=, 5);
}

/* Twenty thousand rungs, one with a concurrency that cannot be: the history is not looked for rung by rung in each
 * other rung, and the newest result is never unlike itself. The value is that of its own rung. */
static void
history_of_hostile_results_is_short_work(void)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func((GDestroyNotify)results_file_free);
    g_autoptr(GError) error = NULL;
    for (int i = 0; i < 2; i++) {
        g_autoptr(GString) json = g_string_new("{\"schema\": 1, \"generator\": \"iosizer test\", \"workloads\": "
                                               "{\"w\": {\"rungs\": [{\"concurrency\": -1, \"iops\": 5}");
        for (int k = 1; k <= 20000; k++)
            g_string_append_printf(json, ", {\"concurrency\": %d, \"iops\": %d}", k, 10 * k);
        g_string_append(json, "]}}}");
        struct results_file *file = results_file_parse(json->str, json->len, "results.json", &error);
        g_assert_no_error(error);
        g_ptr_array_add(files, file);
    }
    struct compare_limits limits = COMPARE_LIMITS_DEFAULT;
    g_autoptr(History) history = history_new(files, &limits);
    g_assert_cmpuint(history->files->len, ==, 2);
    g_assert_cmpuint(history->figures->len, ==, 4 + 2 * 20000);
    const struct history_figure *first = g_ptr_array_index(history->figures, 4);
    g_assert_cmpfloat(first->concurrency, ==, 1);
    g_assert_cmpfloat_with_epsilon(g_array_index(first->value, double, 1), 10, 1e-9);
    /* 100, not 95 or another within a twentieth of it */
    const struct history_figure *hundred = g_ptr_array_index(history->figures, 4 + 2 * 99);
    g_assert_cmpfloat(hundred->concurrency, ==, 100);
    g_assert_cmpfloat_with_epsilon(g_array_index(hundred->value, double, 0), 1000, 1e-9);
}

static struct gate *
gate_of_three(void)
{
    struct gate *gate = gate_new("check", "out, dir/results.json");
    gate_add(gate, "requirements", "a < \"5\" & b", GATE_NOT_MET, "found 100%\nthen: 5");
    gate_add(gate, "requirements", "met", GATE_MET, NULL);
    gate_add(gate, "requirements", "not told", GATE_NOT_TOLD, "no \x01 interval");
    return gate;
}

static void
junit_counts_and_escapes(void)
{
    g_autoptr(Gate) gate = gate_of_three();
    g_autofree char *xml = junit_write(gate);
    g_assert_nonnull(strstr(xml, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""));
    g_assert_nonnull(strstr(xml, "name=\"a &lt; &quot;5&quot; &amp; b\""));
    g_assert_nonnull(strstr(xml, "<failure message=\"found 100% then: 5\" type=\"requirement\">"));
    g_assert_nonnull(strstr(xml, "no \357\277\275 interval"));
    g_assert_null(strchr(xml, '\x01'));
}

static void
github_commands_are_escaped(void)
{
    g_autoptr(Gate) gate = gate_of_three();
    g_autofree char *lines = annotations_github(gate);
    g_assert_true(g_str_has_prefix(
        lines, "::error file=out%2C dir/results.json,title=a < \"5\" & b::found 100%25%0Athen: 5\n::warning file="));
}

static void
github_shows_ten_of_a_kind(void)
{
    g_autoptr(Gate) gate = gate_new("check", "results.json");
    for (int i = 0; i < 12; i++)
        gate_add(gate, "requirements", "x", GATE_NOT_MET, "y");
    g_autofree char *lines = annotations_github(gate);
    g_auto(GStrv) line = g_strsplit(lines, "\n", -1);
    g_assert_cmpuint(g_strv_length(line), ==, 11); /* the last is empty */
    g_assert_nonnull(strstr(line[9], "9 of 12"));
}

static void
gitlab_issues_have_fingerprints_of_their_own(void)
{
    g_autoptr(Gate) gate = gate_of_three();
    g_autofree char *text = annotations_gitlab(gate);
    json_t *issues = json_loads(text, 0, NULL);
    g_assert_cmpuint(json_array_size(issues), ==, 2);
    const char *first = json_string_value(json_object_get(json_array_get(issues, 0), "fingerprint"));
    const char *second = json_string_value(json_object_get(json_array_get(issues, 1), "fingerprint"));
    g_assert_cmpstr(first, !=, second);
    g_assert_cmpuint(strlen(first), ==, 32);
    g_assert_cmpstr(json_string_value(json_object_get(json_array_get(issues, 0), "severity")), ==, "major");
    json_decref(issues);
    g_autoptr(Gate) met = gate_new("check", "results.json");
    g_autofree char *empty = annotations_gitlab(met);
    g_assert_cmpstr(empty, ==, "[]\n");
}

static void
gitlab_shows_each_of_equal_names(void)
{
    g_autoptr(Gate) gate = gate_new("compare", "results.json");
    gate_add(gate, "runs", "alike", GATE_NOT_MET, "the read share differs");
    gate_add(gate, "runs", "alike", GATE_NOT_MET, "the size differs");
    g_autofree char *text = annotations_gitlab(gate);
    json_t *issues = json_loads(text, 0, NULL);
    g_assert_cmpstr(json_string_value(json_object_get(json_array_get(issues, 0), "fingerprint")), !=,
        json_string_value(json_object_get(json_array_get(issues, 1), "fingerprint")));
    json_decref(issues);
}

static void
github_takes_no_commands_from_text(void)
{
    static const char plain[] = "met  a::b >= 1: found 2\n";
    g_autofree char *same = annotations_github_quote(plain);
    g_assert_cmpstr(same, ==, plain);
    static const char *const hostile[] = {"read100\n::error::x\n", "  ::set-output name=a::b\n", "a ##[error]b\n",
        "::stop-commands::word", "\xff\n::error::x\n"};
    for (size_t i = 0; i < G_N_ELEMENTS(hostile); i++) {
        g_autofree char *quoted = annotations_github_quote(hostile[i]);
        g_auto(GStrv) line = g_strsplit(quoted, "\n", -1);
        guint count = g_strv_length(line);
        g_assert_true(g_str_has_prefix(line[0], "::stop-commands::"));
        const char *word = line[0] + strlen("::stop-commands::");
        g_autofree char *end = g_strdup_printf("::%s::", word);
        g_assert_cmpuint(strlen(word), ==, 64);
        g_assert_null(strstr(hostile[i], word));
        g_assert_cmpstr(line[count - 2], ==, end);
        g_assert_cmpstr(line[count - 1], ==, "");
    }
}

static void
names_of_results_hold_no_line_breaks(void)
{
    static const char text[] = "{\"schema\": 1, \"generator\": \"iosizer test\", \"workloads\": {\"a\\n::error::b\": "
                               "{\"words\": [\"\\u001b[31mred\", \"\303\251t\303\251\"]}}}";
    g_autoptr(GError) error = NULL;
    g_autoptr(ResultsFile) file = results_file_parse(text, strlen(text), "r\n.json", &error);
    g_assert_no_error(error);
    g_assert_cmpstr(file->path, ==, "r\\x0a.json");
    json_t *workloads = json_object_get(file->root, "workloads");
    g_assert_cmpuint(json_object_size(workloads), ==, 1);
    json_t *words = json_object_get(json_object_get(workloads, "a\\x0a::error::b"), "words");
    g_assert_cmpstr(json_string_value(json_array_get(words, 0)), ==, "\\x1b[31mred");
    g_assert_cmpstr(json_string_value(json_array_get(words, 1)), ==, "\303\251t\303\251");
}

static void
results_without_end_are_refused(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(results_file_read("/dev/zero", &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_nonnull(strstr(error->message, "larger than any results.json"));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const struct {
        const char *path;
        void (*test)(struct fixture *, gconstpointer);
    } with_schema[] = {{"/requirement/operators_hold_as_they_read", operators_hold_as_they_read},
        {"/requirement/names_lead_to_values", names_lead_to_values},
        {"/requirement/missing_figure_is_never_met", missing_figure_is_never_met},
        {"/requirement/wrong_requirements_are_errors", wrong_requirements_are_errors},
        {"/requirement/every_name_is_described", every_name_is_described}};
    for (size_t i = 0; i < G_N_ELEMENTS(with_schema); i++)
        g_test_add(with_schema[i].path, struct fixture, NULL, set_up, with_schema[i].test, tear_down);
    g_test_add_func("/history/level_change_is_found_where_it_is", level_change_is_found_where_it_is);
    g_test_add_func("/history/absent_values_keep_their_places", absent_values_keep_their_places);
    g_test_add_func("/history/few_and_noisy_results_tell_no_change", few_and_noisy_results_tell_no_change);
    g_test_add_func("/history/hostile_results_are_short_work", history_of_hostile_results_is_short_work);
    g_test_add_func("/gate/junit_counts_and_escapes", junit_counts_and_escapes);
    g_test_add_func("/gate/github_commands_are_escaped", github_commands_are_escaped);
    g_test_add_func("/gate/github_shows_ten_of_a_kind", github_shows_ten_of_a_kind);
    g_test_add_func("/gate/gitlab_issues_have_fingerprints_of_their_own", gitlab_issues_have_fingerprints_of_their_own);
    g_test_add_func("/gate/gitlab_shows_each_of_equal_names", gitlab_shows_each_of_equal_names);
    g_test_add_func("/gate/github_takes_no_commands_from_text", github_takes_no_commands_from_text);
    g_test_add_func("/results_file/names_of_results_hold_no_line_breaks", names_of_results_hold_no_line_breaks);
    g_test_add_func("/results_file/results_without_end_are_refused", results_without_end_are_refused);
    return g_test_run();
}
