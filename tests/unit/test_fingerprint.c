#include "fingerprint.h"

#include <glib/gstdio.h>
#include <string.h>

static const char log_text[] = "Linux 5.4.17 (db01) \t02/10/2026 \t_x86_64_\t(8 CPU)\n\n02/10/2026 09:00:00 AM\n"
                               "Device            r/s     rMB/s   w/s     wMB/s  r_await w_await  aqu-sz  %util\n"
                               "dm-0           100.00      0.78  0.00      0.00     0.50    0.00    0.05   5.00\n";

struct place {
    char *folder;
};

static void
put(const struct place *place, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(place->folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void
place_up(struct place *place, const void *unused)
{
    place->folder = g_dir_make_tmp("iosizer-test-XXXXXX", NULL);
    put(place, "iostat.log", log_text);
    put(place, "photo.png", "\x89PNG\r\n");
}

static void
place_down(struct place *place, const void *unused)
{
    static const char *const names[] = {"iostat.log", "photo.png", "z.txt"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(place->folder, names[i], NULL);
        g_unlink(path);
    }
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    g_free(place->folder);
}

static char *
by_reading(const struct place *place)
{
    g_autoptr(GError) error = NULL;
    struct inputs_options options = {.iostat = IOSTAT_OPTIONS_DEFAULT, .with_hash = true};
    g_autoptr(Inputs) inputs = inputs_read((const char *const[]){place->folder, NULL}, &options, &error);
    g_assert_no_error(error);
    return fingerprint_of_inputs(inputs);
}

static char *
by_paths(const struct place *place)
{
    return fingerprint_of_paths((const char *const[]){place->folder, NULL}, NULL);
}

static void
test_both_ways_agree(struct place *place, const void *unused)
{
    g_autofree char *read = by_reading(place), *again = by_paths(place);
    g_assert_cmpuint(strlen(read), ==, 64);
    g_assert_cmpstr(read, ==, again);
}

/* Of a picture it is its content, too: a report may show it. */
static void
test_every_change_shows(struct place *place, const void *unused)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_assert_true(g_hash_table_add(seen, by_paths(place)));
    put(place, "photo.png", "\x89PNG\r\n.");
    g_assert_true(g_hash_table_add(seen, by_paths(place)));
    g_autofree char *longer = g_strconcat(log_text, "\n", NULL);
    put(place, "iostat.log", longer);
    g_assert_true(g_hash_table_add(seen, by_paths(place)));
    put(place, "z.txt", "");
    g_assert_true(g_hash_table_add(seen, by_paths(place)));
    g_autofree char *read = by_reading(place), *again = by_paths(place);
    g_assert_cmpstr(read, ==, again);
    g_autofree char *path = g_build_filename(place->folder, "z.txt", NULL);
    g_assert_cmpint(g_unlink(path), ==, 0);
    g_assert_false(g_hash_table_add(seen, by_paths(place)));
}

static void
test_configuration_counts(struct place *place, const void *unused)
{
    const char *const paths[] = {place->folder, NULL};
    put(place, "z.txt", "[study]\ntitle = One\n");
    g_autofree char *config = g_build_filename(place->folder, "z.txt", NULL);
    g_autofree char *with = fingerprint_of_paths(paths, config), *without = fingerprint_of_paths(paths, NULL);
    g_assert_cmpstr(with, !=, without);
}

static void
test_what_cannot_be_read_again_has_none(struct place *place, const void *unused)
{
    g_assert_null(fingerprint_of_paths((const char *const[]){"-", NULL}, NULL));
    g_assert_null(fingerprint_of_paths((const char *const[]){"/nowhere/at/all", NULL}, NULL));
    g_assert_null(fingerprint_of_paths((const char *const[]){place->folder, NULL}, "/nowhere/at/all"));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const struct {
        const char *path;
        void (*run)(struct place *, const void *);
    } tests[] = {
        {"/fingerprint/both_ways_agree", test_both_ways_agree},
        {"/fingerprint/every_change_shows", test_every_change_shows},
        {"/fingerprint/configuration_counts", test_configuration_counts},
        {"/fingerprint/what_cannot_be_read_again_has_none", test_what_cannot_be_read_again_has_none},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add(tests[i].path, struct place, NULL, place_up, tests[i].run, place_down);
    return g_test_run();
}
