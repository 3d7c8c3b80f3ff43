#include "slob.h"

#include "error.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static struct slob_conf *
parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    struct slob_conf *conf = slob_conf_parse(text, strlen(text), "slob.conf", &error);
    g_assert_no_error(error);
    return conf;
}

static void
settings_are_read_with_their_units(void)
{
    g_autoptr(SlobConf) conf =
        parse("# SLOB 2.5\nUPDATE_PCT=10\nRUN_TIME=1800 # half an hour\nSCALE=2T\n"
              "THREADS_PER_SCHEMA=8\nWORK_UNIT=\"64\"\nexport ADMIN_SQLNET_SERVICE='//db1/x y'\n");
    g_assert_cmpfloat(conf->update_pct, ==, 10);
    g_assert_cmpfloat(conf->run_time_s, ==, 1800);
    g_assert_cmpfloat(conf->scale_bytes, ==, 2199023255552.0);
    g_assert_cmpfloat(conf->threads_per_schema, ==, 8);
    g_assert_cmpfloat(conf->work_unit, ==, 64);
    g_assert_cmpstr(g_hash_table_lookup(conf->value, "ADMIN_SQLNET_SERVICE"), ==, "//db1/x y");
    g_assert_cmpuint(g_hash_table_size(conf->value), ==, 6);
}

static void
scale_without_suffix_counts_blocks(void)
{
    g_autoptr(SlobConf) conf = parse("SCALE=10000\n");
    g_assert_cmpfloat(conf->scale_bytes, ==, 81920000);
    g_assert_true(isnan(conf->update_pct));
    g_assert_true(isnan(conf->run_time_s));
}

static void
last_assignment_wins_and_crlf_is_no_part(void)
{
    g_autoptr(SlobConf) conf = parse("UPDATE_PCT=0\r\nUPDATE_PCT=25\r\nRUN_TIME=60\r\n");
    g_assert_cmpfloat(conf->update_pct, ==, 25);
    g_assert_cmpfloat(conf->run_time_s, ==, 60);
}

static void
what_is_no_number_is_absent(void)
{
    g_autoptr(SlobConf) conf =
        parse("UPDATE_PCT=${X:-5}\nRUN_TIME=-1\nSCALE=8XB\nWORK_UNIT=nan\nTHREADS_PER_SCHEMA=1e99\n");
    g_assert_true(isnan(conf->update_pct));
    g_assert_true(isnan(conf->run_time_s));
    g_assert_true(isnan(conf->scale_bytes));
    g_assert_true(isnan(conf->work_unit));
    g_assert_true(isnan(conf->threads_per_schema));
    g_autoptr(SlobConf) above = parse("UPDATE_PCT=101\n");
    g_assert_true(isnan(above->update_pct));
}

static void
other_text_is_refused(void)
{
    static const char *const texts[] = {"", "PATH=/bin\n", "=\n=x\nUPDATE_PCT\n", "\"'\n"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(slob_conf_parse(texts[i], strlen(texts[i]), "x", &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
        g_assert_true(g_str_has_prefix(error->message, "x: expected settings of slob.conf"));
    }
}

static void
cut_text_is_safe(void)
{
    static const char text[] = "UPDATE_PCT=1\nexport RUN_TIME=\"30\nSCALE='1G\n\xff=\xff\nWORK_UNIT=6";
    for (size_t len = 13; len < sizeof text; len++) {
        g_autofree char *exact = g_memdup2(text, len);
        g_autoptr(SlobConf) conf = slob_conf_parse(exact, len, "x", NULL);
        g_assert_nonnull(conf);
        g_assert_cmpfloat(conf->update_pct, ==, 1);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/slob/settings_are_read_with_their_units", settings_are_read_with_their_units);
    g_test_add_func("/slob/scale_without_suffix_counts_blocks", scale_without_suffix_counts_blocks);
    g_test_add_func("/slob/last_assignment_wins_and_crlf_is_no_part", last_assignment_wins_and_crlf_is_no_part);
    g_test_add_func("/slob/what_is_no_number_is_absent", what_is_no_number_is_absent);
    g_test_add_func("/slob/other_text_is_refused", other_text_is_refused);
    g_test_add_func("/slob/cut_text_is_safe", cut_text_is_safe);
    return g_test_run();
}
