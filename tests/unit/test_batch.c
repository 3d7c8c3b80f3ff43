#include "batch_folder.h"
#include "batch_row.h"
#include "error.h"
#include "output.h"
#include "theme.h"

#include <glib/gstdio.h>
#include <string.h>

static const char results[] =
    "{\"schema\": 1, \"environment\": {\"host\": \"db01\"}, \"workloads\": {\"read100\": {\"read_pct\": 100.0,"
    "\"rungs\": [], \"best\": {\"concurrency\": 80.0, \"iops\": 156540.25, \"latency_ms\": 0.4011, \"mib_s\": 1222.97},"
    "\"knee\": {\"verdict\": \"not_reached\"}}}, \"demand\": {\"source\": \"iostat\", \"iops\": {\"p95\": 90000.0},"
    "\"mib_s\": {\"p95\": 703.13}}, \"sizing\": {\"percentile\": \"p95\", \"required\": {\"iops\": 108000.0}},"
    "\"awr\": {\"storage_bound\": {\"verdict\": \"not_proven\"}}, \"quality\": {\"confidence\": \"medium\","
    "\"errors\": 0, \"warnings\": 2}}";

static const char *const files[] = {"report.html", "report.md", NULL};

static struct batch_study *
done(const char *name)
{
    struct batch_study *study = batch_study_new(name, "tree/x");
    study->figures = batch_figures(results, files);
    return study;
}

static struct batch_study *
failed(const char *name, const char *reason)
{
    struct batch_study *study = batch_study_new(name, "tree/y");
    study->state = BATCH_FAILED;
    study->reason = g_strdup(reason);
    return study;
}

static void
index_of(const GPtrArray *studies, struct batch_index_files *index)
{
    g_autoptr(GError) error = NULL;
    struct theme theme;
    g_assert_true(theme_init(&theme, NULL, NULL, &error));
    struct batch_context context = {
        .generator = "iosizer 1", .trees = "tree", .theme = &theme, .style_sheet = "body{}"};
    g_assert_true(batch_index_write(studies, &context, index, &error));
    g_assert_no_error(error);
}

static void
assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        g_error("'%s' is not in '%s'", part, text);
}

static void
test_figures_are_those_of_the_results(void)
{
    g_autofree char *figures = batch_figures(results, files);
    g_assert_cmpstr(figures, ==,
        "{\"files\":[\"report.html\",\"report.md\"],\"host\":\"db01\",\"workloads\":[{\"name\":\"read100\","
        "\"read_pct\":100.0,\"best\":{\"concurrency\":80.0,\"iops\":156540.25,\"latency_ms\":0.4011,\"mib_s\":1222.97},"
        "\"knee\":{\"verdict\":\"not_reached\"}}],\"demand\":{\"source\":\"iostat\",\"p95_iops\":90000.0,"
        "\"p95_mib_s\":703.13},\"percentile\":\"p95\",\"required\":{\"iops\":108000.0},\"storage_bound\":\"not_"
        "proven\","
        "\"confidence\":\"medium\",\"errors\":0,\"warnings\":2}");
    g_assert_null(batch_figures_read("{\"files\": 1}"));
    g_assert_null(batch_figures_read("nonsense"));
    g_assert_null(batch_figures_read(NULL));
}

static void
test_all_files_show_the_same_figures(void)
{
    g_autoptr(GPtrArray) studies = g_ptr_array_new_with_free_func(batch_study_free);
    g_ptr_array_add(studies, done("acme"));
    g_ptr_array_add(studies, failed("bad", "x.log:3: cut, \"short\""));
    struct batch_index_files index;
    index_of(studies, &index);
    assert_has(index.md, "| [acme](acme/report.md) | db01 | 90,000 | 108,000 |");
    assert_has(index.md, "| [acme](acme/report.md) | read100 | 100% | 156,540 | 0.401 | 80 | not reached |");
    assert_has(index.md, "| bad | failed | x.log:3: cut, \"short\" |");
    assert_has(index.md, "Reported: 1. Failed: 1. Nothing readable: 0. Left out: 0.");
    assert_has(index.html, "<a href=\"acme/report.html\">acme</a>");
    assert_has(index.html, ">156,540</td>");
    assert_has(
        index.csv, "\nacme,done,read100,100,80,156540.25,1222.97,0.4011,not_reached,,,iostat,90000,703.13,108000,");
    assert_has(index.csv, "\nbad,failed,");
    assert_has(index.csv, ",tree/y,\"x.log:3: cut, \"\"short\"\"\"\n");
    assert_has(index.json, "\"iops\": 156540.25");
    assert_has(index.json, "\"reason\": \"x.log:3: cut, \\\"short\\\"\"");
    batch_index_files_clear(&index);
}

/* Names are bytes of a file system: neither markup nor a broken link comes of them. */
static void
test_hostile_names_stay_names(void)
{
    g_autoptr(GPtrArray) studies = g_ptr_array_new_with_free_func(batch_study_free);
    g_ptr_array_add(studies, done("<b>|x](y) \xff"));
    g_ptr_array_add(studies, done("javascript:alert(1)"));
    struct batch_index_files index;
    index_of(studies, &index);
    assert_has(index.html, "<a href=\"%3Cb%3E%7Cx%5D%28y%29%20%FF/report.html\">&lt;b&gt;|x](y) \xef\xbf\xbd</a>");
    assert_has(index.html, "<a href=\"javascript%3Aalert%281%29/report.html\">");
    assert_has(index.md, "| [\\<b\\>\\|x\\](y) \xef\xbf\xbd](%3Cb%3E%7Cx%5D%28y%29%20%FF/report.md) |");
    batch_index_files_clear(&index);
}

static void
test_empty_batch_has_an_index(void)
{
    g_autoptr(GPtrArray) studies = g_ptr_array_new();
    struct batch_index_files index;
    index_of(studies, &index);
    assert_has(index.md, "Reported: 0.");
    g_assert_null(strstr(index.md, "## Workloads"));
    assert_has(index.json, "\"studies\": []");
    batch_index_files_clear(&index);
}

/* The folder. */

struct place {
    char *folder, *target;
};

static void
place_up(struct place *place, const void *unused)
{
    place->folder = g_dir_make_tmp("iosizer-batch-XXXXXX", NULL);
    place->target = g_build_filename(place->folder, "out", NULL);
}

static void
remove_tree(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        remove_tree(inner);
    }
    if (dir)
        g_dir_close(dir);
    g_remove(path);
}

static void
place_down(struct place *place, const void *unused)
{
    remove_tree(place->folder);
    g_free(place->folder);
    g_free(place->target);
}

static bool
write_index(const struct place *place, const char *md, GPtrArray *studies, GPtrArray *removed, GError **error)
{
    struct batch_index_files index = {.md = (char *)md, .html = "<p>", .json = "{}", .csv = "a\n"};
    g_autoptr(BatchFolder) folder = batch_folder_open(place->target, error);
    return folder && batch_folder_index(folder, &index, studies, removed, error);
}

static void
write_study(const struct place *place, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *target = g_build_filename(place->target, name, NULL);
    g_autoptr(Output) output = output_begin(target, &error);
    g_assert_true(output && output_add(output, "report.md", "x", 1, &error) && output_commit(output, &error));
}

static bool
exists(const struct place *place, const char *name)
{
    g_autofree char *path = g_build_filename(place->target, name, NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static void
put(const struct place *place, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(place->target, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void
test_folder_is_made_or_taken(struct place *place, const void *unused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_assert_true(write_index(place, "one", none, none, &error));
    g_assert_true(write_index(place, "two", none, none, &error));
    g_autofree char *path = g_build_filename(place->target, "index.md", NULL), *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "two");
    GDir *dir = g_dir_open(place->target, 0, NULL);
    guint count = 0;
    while (g_dir_read_name(dir))
        count++;
    g_dir_close(dir);
    g_assert_cmpuint(count, ==, 5);
}

static void
test_gone_studies_are_removed_unless_edited(struct place *place, const void *unused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) studies = g_ptr_array_new_with_free_func(batch_study_free);
    g_autoptr(GPtrArray) removed = g_ptr_array_new_with_free_func(g_free);
    static const char *const names[] = {"a", "b", "c"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        g_ptr_array_add(studies, batch_study_new(names[i], names[i]));
    g_assert_true(write_index(place, "one", studies, removed, &error));
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        write_study(place, names[i]);
    write_study(place, "single"); /* never one of the batch */
    put(place, "c/mine.txt", "mine");
    g_ptr_array_set_size(studies, 1);
    g_assert_true(write_index(place, "two", studies, removed, &error));
    g_assert_cmpuint(removed->len, ==, 1);
    g_assert_cmpstr(g_ptr_array_index(removed, 0), ==, "b");
    g_assert_true(exists(place, "a/report.md"));
    g_assert_false(exists(place, "b"));
    g_assert_true(exists(place, "c/mine.txt") && exists(place, "c/report.md"));
    g_assert_true(exists(place, "single/report.md"));
}

static void
test_edited_index_is_refused(struct place *place, const void *unused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_assert_true(write_index(place, "one", none, none, &error));
    put(place, "index.md", "one, with a remark");
    g_assert_false(write_index(place, "two", none, none, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT);
    assert_has(error->message, "index.md was changed");
}

/* A run that was killed while it exchanged the files left a manifest with the sums of both. */
static void
test_half_exchanged_index_is_ours(struct place *place, const void *unused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_assert_true(write_index(place, "one", none, none, &error));
    g_autofree char *path = g_build_filename(place->target, ".iosizer", NULL), *manifest = NULL;
    g_assert_true(g_file_get_contents(path, &manifest, NULL, NULL));
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, "two", -1);
    g_autofree char *both = g_strdup_printf("%s%s  index.md\n", manifest, sum);
    put(place, ".iosizer", both);
    put(place, "index.md", "two");
    g_assert_true(write_index(place, "three", none, none, &error));
    g_assert_no_error(error);
}

/* Names in a manifest lead nowhere else. */
static void
test_forged_study_lines_remove_nothing(struct place *place, const void *unused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_autoptr(GPtrArray) removed = g_ptr_array_new_with_free_func(g_free);
    g_assert_true(write_index(place, "one", none, none, &error));
    write_study(place, "../beside");
    write_study(place, ".hidden");
    put(place, ".iosizer", "iosizer-batch 1\nstudy: ../beside\nstudy: .\nstudy: ..\nstudy: .hidden\nstudy: \n");
    static const char *const index[] = {"index.md", "index.html", "index.csv", "batch.json"};
    for (size_t i = 0; i < G_N_ELEMENTS(index); i++) {
        g_autofree char *path = g_build_filename(place->target, index[i], NULL);
        g_assert_cmpint(g_unlink(path), ==, 0);
    }
    g_assert_true(write_index(place, "two", none, removed, &error));
    g_assert_cmpuint(removed->len, ==, 0);
    g_assert_true(exists(place, "../beside/report.md") && exists(place, ".hidden/report.md"));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/batch/figures_are_those_of_the_results", test_figures_are_those_of_the_results);
    g_test_add_func("/batch/all_files_show_the_same_figures", test_all_files_show_the_same_figures);
    g_test_add_func("/batch/hostile_names_stay_names", test_hostile_names_stay_names);
    g_test_add_func("/batch/empty_batch_has_an_index", test_empty_batch_has_an_index);
    static const struct {
        const char *path;
        void (*run)(struct place *, const void *);
    } tests[] = {
        {"/batch/folder_is_made_or_taken", test_folder_is_made_or_taken},
        {"/batch/gone_studies_are_removed_unless_edited", test_gone_studies_are_removed_unless_edited},
        {"/batch/edited_index_is_refused", test_edited_index_is_refused},
        {"/batch/half_exchanged_index_is_ours", test_half_exchanged_index_is_ours},
        {"/batch/forged_study_lines_remove_nothing", test_forged_study_lines_remove_nothing},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add(tests[i].path, struct place, NULL, place_up, tests[i].run, place_down);
    return g_test_run();
}
