#include "manifest.h"

#include "error.h"

#include <math.h>
#include <string.h>

static void
runs_are_read_with_their_lines(void)
{
    static const char text[] = "workload,concurrency,iostat,awr,device,start,end,note\n"
                               "read100,8,qd8/iostat.log,qd8/awr.html,dm-0,2026-11-30T11:00:00,,\"first, short\"\n\n"
                               "mix90,,b.log\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) runs = runs_csv_parse(text, strlen(text), "runs.csv", &error);
    g_assert_no_error(error);
    g_assert_cmpuint(runs->len, ==, 2);
    const struct manifest_run *run = g_ptr_array_index(runs, 0);
    g_assert_cmpstr(run->workload, ==, "read100");
    g_assert_cmpfloat(run->concurrency, ==, 8);
    g_assert_cmpstr(run->iostat, ==, "qd8/iostat.log");
    g_assert_cmpstr(run->awr, ==, "qd8/awr.html");
    g_assert_cmpstr(run->device, ==, "dm-0");
    g_assert_cmpstr(run->start, ==, "2026-11-30T11:00:00");
    g_assert_null(run->end);
    g_assert_cmpstr(run->note, ==, "first, short");
    g_assert_cmpuint(run->line, ==, 2);
    run = g_ptr_array_index(runs, 1);
    g_assert_true(isnan(run->concurrency));
    g_assert_null(run->awr);
    g_assert_cmpuint(run->line, ==, 4);
}

static void
faults_in_runs_name_line_and_place(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "r.csv:1: expected the header workload,concurrency,iostat,awr,device,start,end,note, saw nothing"},
        {"workload,concurency,iostat\n", "r.csv:1: unknown column \"concurency\"; nearest known: \"concurrency\""},
        {"workload,concurrency\n", "r.csv:1: expected a column iostat or awr that names the files of a run"},
        {"concurrency,iostat\n0,a\n", "r.csv:2: expected a concurrency above 0, saw \"0\""},
        {"concurrency,iostat\neight,a\n", "r.csv:2: expected a concurrency above 0, saw \"eight\""},
        {"concurrency,iostat\n1,a\n\n8,\n", "r.csv:4: names neither an iostat nor an awr file"},
        {"concurrency,iostat\n8,a,b\n", "r.csv:2: expected 2 cells as in the header, saw 3 (put quotes around commas)"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(runs_csv_parse(cases[i].text, strlen(cases[i].text), "r.csv", &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        g_assert_cmpstr(error->message, ==, cases[i].message);
    }
}

static struct study_ini *
ini_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    struct study_ini *ini = study_ini_parse(text, strlen(text), "study.ini", &error);
    g_assert_no_error(error);
    return ini;
}

static void
study_keys_are_read(void)
{
    g_autoptr(StudyIni) ini = ini_of(
        "\xef\xbb\xbf# ours\n[study]\ntitle = \"Storage study, \xc3\xa4\"\ncustomer=ACME\nnotice = SYNTHETIC DATA: x\n"
        "accent = #0A5fb4\nlatency_ceiling_ms = 0.5\ngrowth_pct = -10\nutilisation_limit = 1\npercentile = p99\n"
        "size_at = knee\ndemand_iops = 5e4\ndemand_read_pct = 0\nlogo = img\\logo.png\nauthor =\n");
    g_assert_cmpstr(ini->title, ==, "Storage study, \xc3\xa4");
    g_assert_cmpstr(ini->customer, ==, "ACME");
    g_assert_cmpstr(ini->notice, ==, "SYNTHETIC DATA: x");
    g_assert_cmpstr(ini->accent, ==, "#0A5fb4");
    g_assert_cmpstr(ini->logo, ==, "img\\logo.png");
    g_assert_cmpfloat(ini->latency_ceiling_ms, ==, 0.5);
    g_assert_cmpfloat(ini->growth_pct, ==, -10);
    g_assert_cmpfloat(ini->utilisation_limit, ==, 1);
    g_assert_cmpstr(ini->percentile, ==, "p99");
    g_assert_true(ini->size_at_knee);
    g_assert_cmpfloat(ini->demand_iops, ==, 50000);
    g_assert_cmpfloat(ini->demand_read_pct, ==, 0);
    g_assert_true(isnan(ini->demand_mib_s));
    g_assert_true(isnan(ini->capacity_gib));
    g_assert_null(ini->author);
    g_assert_null(ini->template);
}

static void
environment_is_taken_as_given(void)
{
    g_autoptr(StudyIni) ini =
        ini_of("[environment]\nVM type = c3-standard-88\nDatabase = \"Oracle 23ai\"\nVM type = x2\n");
    g_assert_cmpuint(g_hash_table_size(ini->environment), ==, 2);
    g_assert_cmpstr(g_hash_table_lookup(ini->environment, "VM type"), ==, "x2");
    g_assert_cmpstr(g_hash_table_lookup(ini->environment, "Database"), ==, "Oracle 23ai");
}

static void
empty_study_sets_nothing(void)
{
    g_autoptr(StudyIni) ini = ini_of("");
    g_assert_null(ini->title);
    g_assert_false(ini->size_at_knee);
    g_assert_true(isnan(ini->latency_ceiling_ms));
    g_assert_cmpuint(g_hash_table_size(ini->environment), ==, 0);
}

static void
faults_in_study_ini_name_line_and_what_is_known(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"[study]\n\ntitel = x\n", "s.ini:3: unknown key \"titel\" in [study]; nearest known: \"title\""},
        {"[studie]\ntitle = x\n", "s.ini:1: unknown section [studie]; nearest known: [study]"},
        {"[study]\nlatency_ceiling_ms = 0\n",
            "s.ini:2: latency_ceiling_ms: expected a number above 0 and at most 1000000, saw \"0\""},
        {"[study]\nutilisation_limit = 80\n",
            "s.ini:2: utilisation_limit: expected a number above 0 and at most 1, saw \"80\""},
        {"[study]\ndemand_read_pct = -1\n",
            "s.ini:2: demand_read_pct: expected a number of at least 0 and at most 100, saw \"-1\""},
        {"[study]\ngrowth_pct = 20%\n",
            "s.ini:2: growth_pct: expected a number above -100 and at most 100000, saw \"20%\""},
        {"[study]\ngrowth_pct = nan\n",
            "s.ini:2: growth_pct: expected a number above -100 and at most 100000, saw \"nan\""},
        {"[study]\npercentile = p90\n",
            "s.ini:2: percentile: expected one of mean, p50, p95, p99, p999, peak, sustained_1min, sustained_5min, "
            "sustained_15min, sustained_60min, saw \"p90\""},
        {"[study]\nsize_at = max\n", "s.ini:2: size_at: expected one of best, knee, saw \"max\""},
        {"[study]\naccent = blue\n", "s.ini:2: accent: expected a colour as #0a5fb4, saw \"blue\""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(study_ini_parse(cases[i].text, strlen(cases[i].text), "s.ini", &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        g_assert_cmpstr(error->message, ==, cases[i].message);
    }
}

static void
text_that_is_no_key_file_is_an_error(void)
{
    static const char *const texts[] = {
        "title = x\n", "[study]\njust words\n", "[study]\n=x\n", "[study]\ntitle=\xff\n"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(StudyIni) ini = study_ini_parse(texts[i], strlen(texts[i]), "s.ini", &error);
        g_assert_null(ini);
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        g_assert_true(g_str_has_prefix(error->message, "s.ini"));
    }
}

static void
every_cut_and_flip_is_safe(void)
{
    static const char text[] = "[study]\ntitle = \"x\"\npercentile = p99\nsize_at=knee\n[environment]\na b = c\n";
    for (size_t i = 0; i < sizeof text - 1; i++) {
        g_autofree char *cut = g_memdup2(text, i), *flip = g_memdup2(text, sizeof text - 1);
        flip[i] = (char)(flip[i] ^ 0x0f);
        g_autoptr(StudyIni) short_ini = study_ini_parse(cut, i, "s", NULL);
        g_autoptr(StudyIni) other_ini = study_ini_parse(flip, sizeof text - 1, "s", NULL);
        g_assert_true(i > 0 || short_ini);
        g_assert_true(!other_ini || other_ini->environment);
    }
}

static void
limits_of_the_host_are_numbers_above_0(void)
{
    static const char good[] = "[study]\nnetwork_gbit = 25\niscsi_sessions = 4\nqueue_depth = 256\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(StudyIni) ini = study_ini_parse(good, strlen(good), "s.ini", &error);
    g_assert_no_error(error);
    g_assert_cmpfloat(ini->network_gbit, ==, 25);
    g_assert_cmpfloat(ini->iscsi_sessions, ==, 4);
    g_assert_cmpfloat(ini->queue_depth, ==, 256);
    static const char bad[] = "[study]\nqueue_depth = 0\n";
    g_assert_null(study_ini_parse(bad, strlen(bad), "s.ini", &error));
    g_assert_cmpstr(
        error->message, ==, "s.ini:2: queue_depth: expected a number above 0 and at most 1000000, saw \"0\"");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/runs_csv/runs_are_read_with_their_lines", runs_are_read_with_their_lines);
    g_test_add_func("/runs_csv/faults_in_runs_name_line_and_place", faults_in_runs_name_line_and_place);
    g_test_add_func("/study_ini/study_keys_are_read", study_keys_are_read);
    g_test_add_func("/study_ini/environment_is_taken_as_given", environment_is_taken_as_given);
    g_test_add_func("/study_ini/empty_study_sets_nothing", empty_study_sets_nothing);
    g_test_add_func(
        "/study_ini/faults_in_study_ini_name_line_and_what_is_known", faults_in_study_ini_name_line_and_what_is_known);
    g_test_add_func("/study_ini/text_that_is_no_key_file_is_an_error", text_that_is_no_key_file_is_an_error);
    g_test_add_func("/study_ini/every_cut_and_flip_is_safe", every_cut_and_flip_is_safe);
    g_test_add_func("/study_ini/limits_of_the_host_are_numbers_above_0", limits_of_the_host_are_numbers_above_0);
    return g_test_run();
}
