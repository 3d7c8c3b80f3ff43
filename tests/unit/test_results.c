#include "error.h"
#include "results.h"
#include "study_in_memory.h"

#include <jansson.h>

static json_t *
json_of(const struct findings *findings)
{
    g_autofree char *text = results_json(findings, "iosizer test");
    g_assert_true(g_str_has_suffix(text, "}\n"));
    json_error_t fault;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &fault);
    if (!root)
        g_error("%s", fault.text);
    return root;
}

/* The value at a path of keys and indexes: "workloads/read/rungs/0/iops". Borrowed; NULL: not there. */
static const json_t *
at(const json_t *root, const char *path)
{
    g_auto(GStrv) step = g_strsplit(path, "/", -1);
    for (char **name = step; *name && root; name++)
        root = json_is_array(root) ? json_array_get(root, (size_t)g_ascii_strtoull(*name, NULL, 10))
                                   : json_object_get(root, *name);
    return root;
}

static void
check_types(const json_t *root, const char *under, const char *const *real, const char *const *text)
{
    for (; real && *real; real++) {
        g_autofree char *path = g_strconcat(under, "/", *real, NULL);
        if (!json_is_real(at(root, path)))
            g_error("%s is no number", path);
    }
    for (; text && *text; text++) {
        g_autofree char *path = g_strconcat(under, "/", *text, NULL);
        if (!json_is_string(at(root, path)))
            g_error("%s is no text", path);
    }
}

static const char *const rung_keys[] = {"concurrency", "iops", "read_iops", "write_iops", "mib_s", "latency_ms",
    "read_latency_ms", "write_latency_ms", "p95_latency_ms", "outstanding", NULL};

static void
ladders_have_the_contract_names(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    add_study_ini(inputs, "[study]\n[environment]\nstorage=a LUN\n");
    g_autoptr(Findings) findings = findings_of(inputs);
    json_t *root = json_of(findings);
    g_assert_cmpint(json_integer_value(at(root, "schema")), ==, 1);
    g_assert_cmpstr(json_string_value(at(root, "generator")), ==, "iosizer test");
    static const char *const input_text[] = {"path", "sha256", "kind", NULL};
    check_types(root, "inputs/0", NULL, input_text);
    g_assert_true(json_is_array(at(root, "inputs/0/notes")));
    static const char *const environment_text[] = {"host", "kernel", "storage", NULL};
    check_types(root, "environment", NULL, environment_text);
    g_assert_cmpint(json_integer_value(at(root, "environment/cpus")), ==, 16);
    g_assert_cmpstr(json_string_value(at(root, "environment/layer/0")), ==, "sda");

    static const char *const workload_keys[] = {"read_pct", "io_kib", "latency_ceiling_ms", NULL};
    check_types(root, "workloads/a_mix", workload_keys, NULL);
    g_assert_cmpuint(json_array_size(at(root, "workloads/a_mix/rungs")), ==, 7);
    check_types(root, "workloads/a_mix/rungs/6", rung_keys, NULL);
    check_types(root, "workloads/a_mix/saturation", rung_keys, NULL);
    check_types(root, "workloads/a_mix/best", rung_keys, NULL);
    static const char *const window_real[] = {"half_width_pct", NULL}, *const window_text[] = {"grade", NULL};
    check_types(root, "workloads/a_mix/rungs/6/window", window_real, window_text);
    static const char *const counts[] = {"start", "end", "samples"};
    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++)
        g_assert_true(json_is_integer(json_object_get(at(root, "workloads/a_mix/rungs/6/window"), counts[i])));
    static const char *const knee_real[] = {"probability", "concurrency", "lo", "hi", "iops", "latency_ms", NULL};
    static const char *const verdict[] = {"verdict", NULL};
    check_types(root, "workloads/a_mix/knee", knee_real, verdict);
    g_assert_cmpstr(json_string_value(at(root, "workloads/b_read/knee/verdict")), ==, "knee");
    check_types(root, "workloads/a_mix/plateau", NULL, verdict);
    g_assert_true(json_is_string(at(root, "workloads/a_mix/plateau/reasons/0")));
    g_assert_cmpfloat(json_real_value(at(root, "workloads/a_mix/read_pct")), ==, 80);
    g_assert_cmpfloat(json_real_value(at(root, "workloads/a_mix/io_kib")), ==, 8);
    g_assert_cmpfloat(json_real_value(at(root, "workloads/a_mix/rungs/6/concurrency")), ==, 64);
    /* 64 of 8 servers: 7994.8 IOPS, within the half percent of the samples */
    g_assert_cmpfloat_with_epsilon(json_real_value(at(root, "workloads/a_mix/rungs/6/iops")), station_iops(64), 8);
    json_decref(root);
}

static void
awr_checklist_and_quality_have_the_contract_names(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    g_autoptr(Findings) findings = findings_of(inputs);
    json_t *root = json_of(findings);
    g_assert_cmpuint(json_array_size(at(root, "awr/reports")), ==, 14);
    g_assert_cmpstr(json_string_value(at(root, "awr/reports/0/path")), ==, "b_read/slob_1u/awr.html");
    g_assert_cmpstr(json_string_value(at(root, "awr/storage_bound/verdict")), ==, "proven");
    g_assert_cmpuint(json_array_size(at(root, "awr/storage_bound/tests")), ==, STORAGE_TESTS);
    static const char *const test_real[] = {"value", "threshold", NULL}, *const test_text[] = {"name", NULL};
    check_types(root, "awr/storage_bound/tests/1", test_real, test_text);
    g_assert_true(json_is_true(at(root, "awr/storage_bound/tests/1/met")));
    g_assert_cmpuint(json_array_size(at(root, "awr/reconcile")), ==, 14);
    g_assert_cmpfloat_with_epsilon(json_real_value(at(root, "awr/reconcile/0/iops_ratio")), 1, 0.002);
    static const char *const item_text[] = {"item", "verdict", "evidence", NULL};
    check_types(root, "checklist/0", NULL, item_text);
    static const char *const quality_text[] = {"confidence", NULL};
    check_types(root, "quality", NULL, quality_text);
    g_assert_true(json_is_integer(at(root, "quality/errors")));
    g_assert_true(json_is_integer(at(root, "quality/warnings")));
    g_assert_true(json_is_array(at(root, "quality/notes")));
    g_assert_null(at(root, "demand"));
    g_assert_null(at(root, "sizing"));
    json_decref(root);
}

static void
demand_and_sizing_have_the_contract_names(void)
{
    static const char catalog[] = "provider,product,tier,max_iops,max_mibps\nP,V,t,1000,100\n";
    g_autoptr(GPtrArray) products = catalog_parse(catalog, strlen(catalog), "c.csv", NULL);
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_level(inputs, "prod/iostat.txt", 2000, 0.7, 0.75);
    struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
    options.growth_pct = 25;
    options.percentile = "mean";
    g_autoptr(Findings) findings = findings_new(inputs, &options, products, NULL);
    json_t *root = json_of(findings);
    g_assert_cmpstr(json_string_value(at(root, "demand/source")), ==, "iostat");
    static const char *const figures[] = {"mean", "p50", "p95", "p99", "p999", "peak", NULL};
    check_types(root, "demand/iops", figures, NULL);
    check_types(root, "demand/mib_s", figures, NULL);
    g_assert_null(at(root, "demand/iops/sustained_5min")); /* 150 s of log */
    g_assert_cmpfloat_with_epsilon(json_real_value(at(root, "demand/read_pct")), 75, 0.01);
    g_assert_cmpfloat_with_epsilon(json_real_value(at(root, "demand/io_kib")), 8, 0.01);
    g_assert_cmpstr(json_string_value(at(root, "sizing/percentile")), ==, "mean");
    g_assert_cmpfloat(json_real_value(at(root, "sizing/growth_pct")), ==, 25);
    g_assert_cmpfloat(json_real_value(at(root, "sizing/utilisation_limit")), ==, 0.8);
    g_assert_cmpfloat_with_epsilon(json_real_value(at(root, "sizing/required/iops")), 2500, 1);
    g_assert_cmpfloat_with_epsilon(json_real_value(at(root, "sizing/required/mib_s")), 2500.0 / 128, 0.02);
    g_assert_null(at(root, "sizing/required/capacity_gib"));
    /* 2500 / 0.8 of 1000 a unit */
    static const char *const candidate_text[] = {"provider", "product", "tier", "binding_limit", NULL};
    check_types(root, "sizing/candidates/0", NULL, candidate_text);
    g_assert_cmpfloat(json_real_value(at(root, "sizing/candidates/0/units")), ==, 4);
    g_assert_cmpfloat_with_epsilon(json_real_value(at(root, "sizing/candidates/0/provision/iops")), 782, 1);
    g_assert_cmpfloat_with_epsilon(json_real_value(at(root, "sizing/candidates/0/utilisation")), 0.625, 0.001);
    g_assert_cmpuint(json_array_size(at(root, "sizing/sensitivity")), ==, 16);
    g_assert_null(at(root, "workloads"));
    g_assert_null(at(root, "awr"));
    json_decref(root);
}

static char *
replaced(const char *text, const char *from, const char *to)
{
    g_assert_nonnull(strstr(text, from));
    g_auto(GStrv) parts = g_strsplit(text, from, 2);
    return g_strjoinv(to, parts);
}

static void
check_refused(const char *json, const char *csv, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(results_agree(json, csv, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL);
    if (!strstr(error->message, words))
        g_error("\"%s\" is not in: %s", words, error->message);
}

/* The text without its line `number`, counted from 0; `twice`: with it twice. */
static char *
line_changed(const char *text, guint number, bool twice)
{
    g_auto(GStrv) line = g_strsplit(text, "\n", -1);
    GString *out = g_string_new(NULL);
    for (guint i = 0; line[i] && (line[i + 1] || *line[i]); i++)
        for (int k = 0; k < (i != number ? 1 : twice ? 2 : 0); k++)
            g_string_append_printf(out, "%s\n", line[i]);
    return g_string_free(out, FALSE);
}

static char *
lines_swapped(const char *text, guint a, guint b)
{
    g_auto(GStrv) line = g_strsplit(text, "\n", -1);
    char *kept = line[a];
    line[a] = line[b];
    line[b] = kept;
    return g_strjoinv("\n", line);
}

static void
self_check_sees_every_difference_of_rungs(void)
{
    g_autoptr(Inputs) inputs = two_ladders();
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *json = results_json(findings, "iosizer test"), *csv = results_csv(findings);
    g_autoptr(GError) error = NULL;
    g_assert_true(results_agree(json, csv, &error));
    g_assert_no_error(error);
    const struct rung *rung = ladder_rung(g_ptr_array_index(findings->ladders, 0), 6);
    char figure[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(figure, sizeof figure, "%.15g", results_rounded(rung->means.iops, 2));
    g_autofree char *changed = replaced(csv, figure, "7994.12"), *emptied = replaced(csv, figure, "");
    check_refused(json, changed, "iops of b_read is ");
    check_refused(json, emptied, "absent in results.csv");
    g_autofree char *without = line_changed(csv, 14, false), *without_first = line_changed(csv, 1, false);
    check_refused(json, without, "results.json has 14 rungs, results.csv 13");
    check_refused(json, without_first, "concurrency of b_read");
    g_autofree char *more = line_changed(csv, 14, true);
    check_refused(json, more, "results.json has 14 rungs, results.csv 15");
    g_autofree char *swapped = lines_swapped(csv, 3, 4), *other_ladder = lines_swapped(csv, 1, 8);
    check_refused(json, swapped, "concurrency of b_read is 4 in results.json and 8 in results.csv");
    check_refused(json, other_ladder, "a rung of b_read where results.csv has one of a_mix");
    g_autofree char *renamed = replaced(csv, "outstanding", "queue");
    check_refused(json, renamed, "outstanding of b_read");
    check_refused(json, "", "results.csv is empty");
    check_refused("{", csv, "does not parse");
}

static void
self_check_sees_every_difference_of_a_demand(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_level(inputs, "other/iostat.txt", 300, 0.7, 1);
    add_level(inputs, "prod/iostat.txt", 2000, 0.7, 0.75);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->loads->len, ==, 2);
    g_autofree char *json = results_json(findings, "iosizer test"), *csv = results_csv(findings);
    g_autoptr(GError) error = NULL;
    g_assert_true(results_agree(json, csv, &error));
    g_assert_no_error(error);
    g_autofree char *swapped = lines_swapped(csv, 2, 3), *renamed = replaced(csv, "other/", "others/");
    check_refused(json, swapped, "results.csv has another row where p50 of other/iostat.txt was to be");
    check_refused(json, renamed, "results.csv has another row where mean of other/iostat.txt was to be");
    g_autofree char *changed = replaced(csv, "prod/iostat.txt,peak,", "prod/iostat.txt,peak,9");
    check_refused(json, changed, "peak of prod/iostat.txt is 2010 in results.json and 92010 in results.csv");
    for (guint line = 1; line < 21; line++) {
        g_autofree char *without = line_changed(csv, line, false);
        check_refused(json, without, "results.json has 2 loads, results.csv 19 rows of them");
    }
}

static void
rounding_is_to_decimal_halves(void)
{
    static const struct {
        double value;
        int decimals;
        double expected;
    } round[] = {{1.005, 2, 1.01}, {-1.005, 2, -1.01}, {0.125, 2, 0.13}, {0.1249, 2, 0.12}, {156540.0049, 2, 156540},
        {2.5, 0, 3}, {1e300, 2, 1e300}, {0, 2, 0}};
    for (size_t i = 0; i < G_N_ELEMENTS(round); i++)
        g_assert_cmpfloat(results_rounded(round[i].value, round[i].decimals), ==, round[i].expected);
    g_assert_false(signbit(results_rounded(-0.001, 2)));
    g_assert_true(isnan(results_rounded(NAN, 2)));
}

static void
text_that_is_no_utf8_does_not_lose_its_key(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    struct awr *awr = add_report(inputs, "prod/awr.html", 60, 500);
    g_free(awr->db_name);
    awr->db_name = g_strdup("OR\xc3L");
    g_autoptr(Findings) findings = findings_of(inputs);
    json_t *root = json_of(findings);
    g_assert_cmpuint(json_array_size(at(root, "environment/facts")), >, 0);
    bool found = false;
    size_t i;
    const json_t *fact;
    json_array_foreach(at(root, "environment/facts"), i, fact) found =
        found || g_strcmp0(json_string_value(json_object_get(fact, "value")), "OR\357\277\275L") == 0;
    g_assert_true(found);
    json_decref(root);
}

static void
cells_are_quoted_and_same_input_gives_same_bytes(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_level(inputs, "a, \"b\"/iostat.txt", 300, 0.7, 1);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_autofree char *csv = results_csv(findings), *again = results_csv(findings);
    g_assert_true(g_str_has_prefix(csv, "load,figure,iops,mib_s\n\"a, \"\"b\"\"/iostat.txt\",mean,"));
    g_assert_cmpstr(csv, ==, again);
    g_autofree char *json = results_json(findings, "x"), *same = results_json(findings, "x");
    g_assert_cmpstr(json, ==, same);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/results/" #name, name)
    ADD(ladders_have_the_contract_names);
    ADD(awr_checklist_and_quality_have_the_contract_names);
    ADD(demand_and_sizing_have_the_contract_names);
    ADD(self_check_sees_every_difference_of_rungs);
    ADD(self_check_sees_every_difference_of_a_demand);
    ADD(rounding_is_to_decimal_halves);
    ADD(text_that_is_no_utf8_does_not_lose_its_key);
    ADD(cells_are_quoted_and_same_input_gives_same_bytes);
    return g_test_run();
}
