#include "place.h"

#include <math.h>

static void
concurrency_is_what_a_word_or_a_whole_name_says(void)
{
    static const struct {
        const char *name;
        double concurrency; /* 0: none */
    } cases[] = {
        {"slob_32u", 32},
        {"slob_032u", 32},
        {"slob_32", 32},
        {"qd8", 8},
        {"QD8", 8},
        {"qd=008", 8},
        {"qd-16", 16},
        {"128th", 128},
        {"_128th", 128},
        {"threads=64", 64},
        {"032", 32},
        {"Tier2G_RW_16th", 16},
        {"8_users", 8},
        {"8users", 8},
        {"mix90_qd4", 4},
        {"read100_threads_12", 12},
        {"iodepth32", 32},
        {"100u_10", 100},
        {"2048", 2048},
        /* No concurrency. */
        {"2026-11-30", 0},
        {"20261130", 0},
        {"2026", 0},
        {"host01", 0},
        {"1_160_161", 0},
        {"10.0.0.5", 0},
        {"192.168.10.128", 0},
        {"2G", 0},
        {"read100", 0},
        {"mix90", 0},
        {"sda1", 0},
        {"dm-0", 0},
        {"24h", 0},
        {"0", 0},
        {"qd0", 0},
        {"slob2", 0},
        {"slob_2.5", 0},
        {"slob-10.0.0.5", 0},
        {"user1", 0},
        {"month_11", 0},
        {"rack4u", 0},
        {"19c", 0},
        {"", 0},
        {"9999999", 0},
        {"qd99999999999999999999", 0},
        {"128thing", 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        size_t start = 0, end = 0;
        double found = place_concurrency(cases[i].name, &start, &end);
        g_test_message("%s: %g", cases[i].name, found);
        if (cases[i].concurrency > 0)
            g_assert_cmpfloat(found, ==, cases[i].concurrency);
        else
            g_assert_true(isnan(found));
    }
}

static void
digits_are_bounded(void)
{
    size_t start = 0, end = 0;
    g_assert_cmpfloat(place_concurrency("a_qd=008_b", &start, &end), ==, 8);
    g_assert_cmpuint(start, ==, 5);
    g_assert_cmpuint(end, ==, 8);
}

static void
assert_place(const char *path, double concurrency, const char *workload_key, const char *folder, const char *label)
{
    g_autoptr(Place) place = place_of(path);
    g_test_message("%s: %g %s", path, place->concurrency, place->run_key);
    if (isnan(concurrency))
        g_assert_true(isnan(place->concurrency));
    else
        g_assert_cmpfloat(place->concurrency, ==, concurrency);
    g_assert_cmpstr(place->workload_key, ==, workload_key);
    g_assert_cmpstr(place->folder, ==, folder);
    g_assert_cmpstr(place->label, ==, label);
}

static void
name_goes_before_nearest_folder(void)
{
    assert_place("study/read100/slob_032u/iostat.log", 32, "study/read100/slob#u", "study/read100", "");
    assert_place("study/read100/iostat_qd8.log", 8, "study/read100/qd#", "study/read100", "");
    assert_place("study/mix90_qd8.iostat.log", 8, "study/mix90_qd#", "study", "mix90");
    assert_place("study/qd8_mix90.log", 8, "study/qd#mix90", "study", "mix90");
    assert_place("l/Tier2G_RW_16th.iostat.txt", 16, "l/Tier2G_RW#th", "l", "Tier2G_RW");
    assert_place("s/8_users_ro/iostat.log.gz", 8, "s/#users_ro", "s", "ro");
    assert_place("/abs/032/iostat.log", 32, "/abs/#", "/abs", "");
    assert_place("qd8.log", 8, "/qd#", "", "");
    assert_place("a/qd8/x/y/iostat.log", NAN, "a/qd8/x", "a/qd8/x", "");
    assert_place("iostat.log", NAN, "", "", "");
}

static void
rotations_dates_and_snapshots_are_no_concurrency(void)
{
    static const char *const none[] = {"a/iostat.log.1", "a/iostat.log.2.gz", "a/iostat.txt.10",
        "awrrpt_1_160_161.html", "2026/11/30/iostat.log", "2026/iostat.log", "iostat-2026-11-30.log",
        "iostat-20261130.log", "host01/iostat.log", "10.0.0.5/iostat.log"};
    for (guint i = 0; i < G_N_ELEMENTS(none); i++) {
        g_autoptr(Place) place = place_of(none[i]);
        g_test_message("%s: %g", none[i], place->concurrency);
        g_assert_true(isnan(place->concurrency));
    }
}

static void
files_of_one_run_share_its_key(void)
{
    static const struct {
        const char *a, *b;
        bool same_run, same_workload;
    } cases[] = {
        {"w/qd8/iostat.log", "w/qd8/awr.html", true, true},
        {"w/iostat_qd8.log", "w/awr_qd8.html", true, true},
        {"w/qd8.iostat.log", "w/qd8.fio.json", true, true},
        {"w/slob_8/iostat/iostat.log", "w/slob_8/awr/awrrpt_1_160_161.html", true, true},
        {"w/qd8/iostat.log", "w/qd16/iostat.log", false, true},
        {"w/slob_008u/iostat.log", "w/slob_128u/iostat.log", false, true},
        {"w/qd8/run1/iostat.log", "w/qd8/run2/iostat.log", false, true},
        {"w/qd8_run1.log", "w/qd8_run2.log", false, true},
        {"w/run1_qd8.log", "w/run2_qd16.log", false, true},
        {"w/read_qd8.log", "w/mix_qd8.log", false, false},
        {"read100/qd8/iostat.log", "mix90/qd8/iostat.log", false, false},
        {"a/iostat.log.1", "a/iostat.log.2", true, true},
        {"p/mon/iostat.log", "p/tue/iostat.log", false, true},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Place) a = place_of(cases[i].a), b = place_of(cases[i].b);
        g_test_message("%s %s: %s %s", cases[i].a, cases[i].b, a->run_key, b->run_key);
        g_assert_true((g_strcmp0(a->run_key, b->run_key) == 0) == cases[i].same_run);
        g_assert_true((g_strcmp0(a->workload_key, b->workload_key) == 0) == cases[i].same_workload);
    }
}

static void
bare_number_is_told(void)
{
    g_autoptr(Place) bare = place_of("w/awr_2.html"), worded = place_of("w/awr_qd2.html"),
                     folder = place_of_folder("w/awr_2.html");
    g_assert_true(bare->bare);
    g_assert_cmpfloat(bare->concurrency, ==, 2);
    g_assert_false(worded->bare);
    g_assert_true(isnan(folder->concurrency));
    g_assert_cmpstr(folder->run_key, ==, "w");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func(
        "/place/concurrency_is_what_a_word_or_a_whole_name_says", concurrency_is_what_a_word_or_a_whole_name_says);
    g_test_add_func("/place/digits_are_bounded", digits_are_bounded);
    g_test_add_func("/place/name_goes_before_nearest_folder", name_goes_before_nearest_folder);
    g_test_add_func(
        "/place/rotations_dates_and_snapshots_are_no_concurrency", rotations_dates_and_snapshots_are_no_concurrency);
    g_test_add_func("/place/files_of_one_run_share_its_key", files_of_one_run_share_its_key);
    g_test_add_func("/place/bare_number_is_told", bare_number_is_told);
    return g_test_run();
}
