#include "study.h"

#include "error.h"
#include "note.h"

#include <glib/gstdio.h>
#include <string.h>

/* A study folder that is written file by file, read, and removed. Paths are relative to it. */
struct folder {
    char *path, *before;
    struct inputs *inputs;
    GPtrArray *notes;
};

static void
folder_open(struct folder *folder)
{
    folder->before = g_get_current_dir();
    folder->path = g_dir_make_tmp("study-XXXXXX", NULL);
    g_assert_cmpint(g_chdir(folder->path), ==, 0);
    folder->inputs = NULL;
    folder->notes = notes_new();
}

static void
add_file(const char *path, const char *text)
{
    g_autofree char *directory = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir_with_parents(directory, 0700), ==, 0);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* A log of 4 seconds from 12:MM:00 on, stamps of the host's local time. */
static char *
log_text(const char *host, int minute, double reads, double writes)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "Linux 5.14.0 (%s) \t2026-11-30 \t_x86_64_\t(8 CPU)\n\n", host);
    for (int i = 0; i < 5; i++)
        g_string_append_printf(text,
            "2026-11-30T12:%02d:%02d+0000\n"
            "Device r/s rMB/s rrqm/s %%rrqm r_await rareq-sz w/s wMB/s wrqm/s %%wrqm w_await wareq-sz aqu-sz %%util\n"
            "sda %.2f 1.00 0.00 0.00 0.50 8.00 %.2f 1.00 0.00 0.00 0.50 8.00 1.00 50.00\n\n",
            minute, i, i == 0 ? 1.0 : reads, i == 0 ? 1.0 : writes);
    return g_string_free(text, FALSE);
}

static void
add_log(const char *path, const char *host, int minute)
{
    g_autofree char *text = log_text(host, minute, 90, 10);
    add_file(path, text);
}

static void
add_fio(const char *path, const char *rw, int depth)
{
    g_autofree char *text =
        g_strdup_printf("{\"fio version\": \"fio-3.33\", \"timestamp\": 1000, \"jobs\": [{\"jobname\": \"a\", "
                        "\"job options\": {\"rw\": \"%s\", \"bs\": \"8k\", \"ioengine\": \"libaio\", \"iodepth\": "
                        "\"%d\"}, \"job_runtime\": 60000, "
                        "\"read\": {\"iops\": 100.0, \"bw_bytes\": 819200, \"total_ios\": 6000, \"runtime\": 60000, "
                        "\"clat_ns\": {\"mean\": 500000}}, "
                        "\"write\": {\"iops\": 0, \"bw_bytes\": 0, \"total_ios\": 0}}]}",
            rw, depth);
    add_file(path, text);
}

static void
add_awr(const char *path, const char *host, int from_minute, int to_minute)
{
    g_autofree char *text = g_strdup_printf(
        "<html lang=\"en\"><head><title>AWR Report for DB: D, Inst: D, Snaps: 1-2</title></head><body>\n"
        "<h1 class=\"awr\">WORKLOAD REPOSITORY report for</h1>\n"
        "<table summary=\"This table displays database instance information\"><tr><th>DB Name</th><th>DB "
        "Id</th><th>Release</th>"
        "<th>RAC</th></tr><tr><td>D</td><td>1</td><td>19.0.0.0.0</td><td>NO</td></tr></table>\n"
        "<table summary=\"This table displays host information\"><tr><th>Host "
        "Name</th><th>Platform</th><th>CPUs</th></tr>"
        "<tr><td>%s</td><td>Linux</td><td>8</td></tr></table>\n"
        "<table summary=\"This table displays snapshot information\"><tr><th></th><th>Snap Id</th><th>Snap "
        "Time</th></tr>"
        "<tr><td>Begin Snap:</td><td>1</td><td>30-Nov-26 12:%02d:00</td></tr>"
        "<tr><td>End Snap:</td><td>2</td><td>30-Nov-26 12:%02d:04</td></tr></table></body></html>\n",
        host, from_minute, to_minute);
    add_file(path, text);
}

static struct study *
read_study(struct folder *folder, GError **error)
{
    static const char *const paths[] = {"s", NULL};
    struct inputs_options options = {.iostat = IOSTAT_OPTIONS_DEFAULT};
    options.iostat.with_series = true;
    g_autoptr(GError) fault = NULL;
    folder->inputs = inputs_read(paths, &options, &fault);
    g_assert_no_error(fault);
    return study_new(folder->inputs, folder->notes, error);
}

static void
remove_all(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *below = g_build_filename(path, name, NULL);
        if (g_file_test(below, G_FILE_TEST_IS_DIR))
            remove_all(below);
        else
            g_remove(below);
    }
    g_rmdir(path);
}

static void
folder_close(struct folder *folder)
{
    g_clear_pointer(&folder->inputs, inputs_free);
    g_ptr_array_unref(folder->notes);
    g_assert_cmpint(g_chdir(folder->before), ==, 0);
    remove_all(folder->path);
    g_free(folder->path);
    g_free(folder->before);
}

/* "concurrency:logs/reports+fio ..." of runs in their order; "-" for no concurrency. */
static char *
runs_text(const GPtrArray *runs)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < runs->len; i++) {
        const struct run *run = g_ptr_array_index(runs, i);
        g_string_append(text, i > 0 ? " " : "");
        if (run->concurrency > 0)
            g_string_append_printf(text, "%.0f:", run->concurrency);
        else
            g_string_append(text, "-:");
        g_string_append_printf(text, "%u/%u%s", run->captures->len, run->awrs->len, run->fio ? "+fio" : "");
    }
    return g_string_free(text, FALSE);
}

/* "name(runs);name(runs);loads" */
static char *
study_text(const struct study *study)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < study->ladders->len; i++) {
        const struct workload *workload = g_ptr_array_index(study->ladders, i);
        g_autofree char *runs = runs_text(workload->runs);
        g_string_append_printf(text, "%s%s(%s);", workload->name, workload->name_given ? "" : "?", runs);
    }
    g_autofree char *loads = runs_text(study->loads);
    g_string_append(text, loads);
    return g_string_free(text, FALSE);
}

static void
assert_study_of(struct folder *folder, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Study) study = read_study(folder, &error);
    g_assert_no_error(error);
    g_autofree char *text = study_text(study);
    g_assert_cmpstr(text, ==, expected);
}

static bool
has_note(const struct folder *folder, const char *code)
{
    for (guint i = 0; i < folder->notes->len; i++)
        if (strcmp(((const struct note *)g_ptr_array_index(folder->notes, i))->code, code) == 0)
            return true;
    return false;
}

static void
nested_folders_are_workloads_and_runs(void)
{
    struct folder folder;
    folder_open(&folder);
    add_log("s/read100/slob_016u/iostat.log", "db", 2);
    add_log("s/read100/slob_008u/iostat.log", "db", 1);
    add_awr("s/read100/slob_008u/awrrpt_1_160_161.html", "db", 1, 1);
    add_file("s/read100/slob_008u/slob.conf", "UPDATE_PCT=0\nRUN_TIME=60\nWORK_UNIT=8\n");
    add_log("s/mix90/slob_8u/iostat.log", "db", 3);
    add_log("s/mix90/slob_16u/iostat.log", "db", 4);
    g_autoptr(GError) error = NULL;
    g_autoptr(Study) study = read_study(&folder, &error);
    g_assert_no_error(error);
    g_autofree char *text = study_text(study);
    g_assert_cmpstr(text, ==, "mix90(8:1/0 16:1/0);read100(8:1/1 16:1/0);");
    const struct run *run = g_ptr_array_index(((struct workload *)g_ptr_array_index(study->ladders, 1))->runs, 0);
    g_assert_cmpstr(run->concurrency_source, ==, "name");
    g_assert_nonnull(run->slob);
    g_assert_cmpuint(folder.notes->len, ==, 0);
    folder_close(&folder);
}

static void
flat_folder_is_told_by_suffixes(void)
{
    struct folder folder;
    folder_open(&folder);
    add_log("s/iostat_qd8.log", "db", 1);
    add_log("s/iostat_qd16.log", "db", 2);
    add_awr("s/awr_qd16.html", "db", 2, 2);
    assert_study_of(&folder, "s(8:1/0 16:1/1);");
    folder_close(&folder);
}

static void
prefixes_of_one_folder_are_workloads(void)
{
    struct folder folder;
    folder_open(&folder);
    static const char *const path[] = {"s/ro_qd8.log", "s/ro_qd16.log", "s/rw_qd8.log", "s/rw_qd16.log"};
    for (int i = 0; i < 4; i++)
        add_log(path[i], "db", i);
    assert_study_of(&folder, "ro(8:1/0 16:1/0);rw(8:1/0 16:1/0);");
    folder_close(&folder);
}

static void
single_log_is_a_load(void)
{
    struct folder folder;
    folder_open(&folder);
    add_log("s/iostat.log", "db", 1);
    assert_study_of(&folder, "-:1/0");
    folder_close(&folder);
}

static void
lone_reports_are_no_ladder(void)
{
    struct folder folder;
    folder_open(&folder);
    add_awr("s/awr_1.html", "db", 1, 1);
    add_awr("s/awr_2.html", "db", 2, 2);
    assert_study_of(&folder, "-:0/2");
    folder_close(&folder);
}

static void
report_finds_its_log_by_time(void)
{
    struct folder folder;
    folder_open(&folder);
    add_log("s/iostat_qd8.log", "db", 1);
    add_log("s/iostat_qd16.log", "db", 2);
    add_log("s/iostat_qd32.log", "db", 3);
    add_awr("s/awrrpt_1_160_161.html", "db.example", 2, 2);
    assert_study_of(&folder, "s(8:1/0 16:1/1 32:1/0);");
    folder_close(&folder);
}

static void
report_at_another_time_stays_alone(void)
{
    struct folder folder;
    folder_open(&folder);
    add_log("s/iostat_qd8.log", "db", 1);
    add_log("s/iostat_qd16.log", "db", 2);
    add_awr("s/awrrpt_1_160_161.html", "db", 30, 31);
    assert_study_of(&folder, "s(8:1/0 16:1/0);-:0/1");
    folder_close(&folder);
}

static void
rotated_logs_are_one_run_in_time_order(void)
{
    struct folder folder;
    folder_open(&folder);
    add_log("s/host/iostat.log", "db", 3);
    add_log("s/host/iostat.log.1", "db", 2);
    add_log("s/host/iostat.log.2", "db", 1);
    g_autoptr(GError) error = NULL;
    g_autoptr(Study) study = read_study(&folder, &error);
    g_assert_no_error(error);
    g_autofree char *text = study_text(study);
    g_assert_cmpstr(text, ==, "-:3/0");
    const struct run *run = g_ptr_array_index(study->loads, 0);
    for (guint i = 0; i < 3; i++)
        g_assert_cmpstr(((struct capture *)g_ptr_array_index(run->captures, i))->path, ==,
            i == 0   ? "s/host/iostat.log.2"
            : i == 1 ? "s/host/iostat.log.1"
                     : "s/host/iostat.log");
    folder_close(&folder);
}

static void
content_of_fio_wins_over_the_name(void)
{
    struct folder folder;
    folder_open(&folder);
    add_fio("s/qd8/fio.json", "randread", 64);
    add_log("s/qd8/iostat.log", "db", 1);
    add_fio("s/qd16/fio.json", "randread", 16);
    g_autoptr(GError) error = NULL;
    g_autoptr(Study) study = read_study(&folder, &error);
    g_assert_no_error(error);
    g_autofree char *text = study_text(study);
    g_assert_cmpstr(text, ==, "s(16:0/0+fio 64:1/0+fio);");
    g_assert_cmpuint(folder.notes->len, ==, 1);
    g_assert_cmpstr(((struct note *)g_ptr_array_index(folder.notes, 0))->text, ==,
        "s/qd8/fio.json: fio kept 64 I/Os outstanding, the name says 8; fio's own figure is used");
    folder_close(&folder);
}

static void
fio_reports_of_one_folder_are_ladders_by_pattern(void)
{
    struct folder folder;
    folder_open(&folder);
    add_fio("s/a.json", "randread", 8);
    add_fio("s/b.json", "randread", 16);
    add_fio("s/c.json", "randrw", 8);
    add_fio("s/d.json", "randrw", 16);
    assert_study_of(&folder, "randread(8:0/0+fio 16:0/0+fio);randrw(8:0/0+fio 16:0/0+fio);");
    folder_close(&folder);
}

static void
hosts_of_one_log_are_loads_of_their_own(void)
{
    struct folder folder;
    folder_open(&folder);
    g_autofree char *a = log_text("node1", 1, 90, 10), *b = log_text("node2", 1, 50, 50),
                    *both = g_strconcat(a, b, NULL);
    add_file("s/iostat.log", both);
    assert_study_of(&folder, "-:1/0 -:1/0");
    g_assert_false(has_note(&folder, "other-host"));
    folder_close(&folder);
    /* On a ladder a run is one host's. */
    folder_open(&folder);
    add_file("s/qd8.log", both);
    add_log("s/qd16.log", "node1", 2);
    assert_study_of(&folder, "s(8:1/0 16:1/0);");
    g_assert_true(has_note(&folder, "other-host"));
    folder_close(&folder);
}

static void
repeats_are_runs_of_their_own(void)
{
    struct folder folder;
    folder_open(&folder);
    add_log("s/qd8/run1/iostat.log", "db", 1);
    add_log("s/qd8/run2/iostat.log", "db", 2);
    add_log("s/qd16/run1/iostat.log", "db", 3);
    assert_study_of(&folder, "s(8:1/0 8:1/0 16:1/0);");
    folder_close(&folder);
}

static void
ladder_csv_is_sorted_and_named_for_its_file(void)
{
    struct folder folder;
    folder_open(&folder);
    add_file("s/my ladder.csv", "concurrency,iops,latency_ms\n16,900,2\n4,400,1\n8,700,1.2\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Study) study = read_study(&folder, &error);
    g_assert_no_error(error);
    g_autofree char *text = study_text(study);
    g_assert_cmpstr(text, ==, "my-ladder(4:0/0 8:0/0 16:0/0);");
    const struct run *run = g_ptr_array_index(((struct workload *)g_ptr_array_index(study->ladders, 0))->runs, 1);
    g_assert_cmpfloat(run->point_iops, ==, 700);
    g_assert_cmpfloat(run->point_latency_ms, ==, 1.2);
    g_assert_cmpstr(run->concurrency_source, ==, "csv");
    folder_close(&folder);
}

static void
equal_names_are_numbered(void)
{
    struct folder folder;
    folder_open(&folder);
    static const char csv[] = "concurrency,iops,latency_ms\n4,400,1\n8,700,1.2\n";
    add_file("s/a/x-2.csv", csv);
    add_file("s/b/x.csv", csv);
    add_file("s/c/x.csv", csv);
    assert_study_of(&folder, "x-2(4:0/0 8:0/0);x(4:0/0 8:0/0);x-3(4:0/0 8:0/0);");
    folder_close(&folder);
}

static void
runs_csv_overrides_what_names_say(void)
{
    struct folder folder;
    folder_open(&folder);
    add_log("s/qd8.log", "db", 1);
    add_log("s/qd16.log", "db", 2);
    add_log("s/sub/extra_qd32.log", "db", 3);
    add_awr("s/awr.html", "db", 2, 2);
    add_file("s/runs.csv", "workload,concurrency,iostat,awr,device,start,end\n"
                           "Mix 70,100,qd16.log,awr.html,sda,2026-11-30T12:02:01,2026-11-30 12:02:03\n"
                           "Mix 70,50,./sub/extra_qd32.log,,,,\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Study) study = read_study(&folder, &error);
    g_assert_no_error(error);
    g_autofree char *text = study_text(study);
    g_assert_cmpstr(text, ==, "Mix-70(50:1/0 100:1/1);");
    const struct run *run = g_ptr_array_index(((struct workload *)g_ptr_array_index(study->ladders, 0))->runs, 1);
    g_assert_cmpstr(run->device, ==, "sda");
    g_assert_cmpstr(run->concurrency_source, ==, "runs.csv");
    g_assert_cmpint(run->from_s, ==, study_time_s("2026-11-30T12:02:01"));
    g_assert_cmpint(run->to_s - run->from_s, ==, 2);
    folder_close(&folder);
}

static void
faults_of_runs_csv_and_study_ini_name_file_and_line(void)
{
    static const struct {
        const char *name, *text, *message;
    } cases[] = {
        {"s/runs.csv", "concurrency,iostat\n8,qd8.log\n16,nope.log\n",
            "s/runs.csv:3: iostat log \"nope.log\" is not among the inputs or could not be read"},
        {"s/runs.csv", "concurrency,iostat,awr\n8,qd8.log,qd8.log\n",
            "s/runs.csv:2: AWR report \"qd8.log\" is not among the inputs or could not be read"},
        {"s/runs.csv", "concurrency,iostat,start\n8,qd8.log,noon\n",
            "s/runs.csv:2: a time must be YYYY-MM-DDTHH:MM:SS, seen \"noon\""},
        {"s/runs.csv", "concurrency,iostat,start,end\n8,qd8.log,2026-11-30T12:00:00,2026-11-30T11:00:00\n",
            "s/runs.csv:2: the end \"2026-11-30T11:00:00\" must be later than the start \"2026-11-30T12:00:00\""},
        {"s/runs.csv", "concurrency,iostat\neight,qd8.log\n",
            "s/runs.csv:2: expected a concurrency above 0, saw \"eight\""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct folder folder;
        folder_open(&folder);
        add_log("s/qd8.log", "db", 1);
        add_file(cases[i].name, cases[i].text);
        g_autoptr(GError) error = NULL;
        g_assert_null(read_study(&folder, &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
        g_assert_cmpstr(error->message, ==, cases[i].message);
        folder_close(&folder);
    }
    struct folder folder;
    folder_open(&folder);
    add_file("s/study.ini", "[study]\ntitel = x\n");
    g_autoptr(GError) error = NULL;
    g_assert_null(read_study(&folder, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE);
    g_assert_true(g_str_has_prefix(error->message, "s/study.ini"));
    folder_close(&folder);
}

static void
second_settings_are_told(void)
{
    struct folder folder;
    folder_open(&folder);
    add_file("s/a/study.ini", "[study]\ntitle = first\n");
    add_file("s/b/study.ini", "[study]\ntitle = second\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Study) study = read_study(&folder, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(study->ini->title, ==, "first");
    g_assert_true(has_note(&folder, "second-study-ini"));
    folder_close(&folder);
}

static void
times_are_read_as_local(void)
{
    g_assert_cmpint(study_time_s("1970-01-02T00:00"), ==, 86400);
    g_assert_cmpint(study_time_s("1970-01-01 00:01:05"), ==, 65);
    g_assert_cmpint(study_time_s("1970-01-01T00:01:05+05:30"), ==, 65);
    static const char *const wrong[] = {"", "noon", "2026-13-01T00:00", "2026-01-01", "30/11/2026 12:00", NULL};
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
        g_assert_cmpint(study_time_s(wrong[i]), ==, CAPTURE_NO_TIME);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"/study/nested_folders_are_workloads_and_runs", nested_folders_are_workloads_and_runs},
        {"/study/flat_folder_is_told_by_suffixes", flat_folder_is_told_by_suffixes},
        {"/study/prefixes_of_one_folder_are_workloads", prefixes_of_one_folder_are_workloads},
        {"/study/single_log_is_a_load", single_log_is_a_load},
        {"/study/lone_reports_are_no_ladder", lone_reports_are_no_ladder},
        {"/study/report_finds_its_log_by_time", report_finds_its_log_by_time},
        {"/study/report_at_another_time_stays_alone", report_at_another_time_stays_alone},
        {"/study/rotated_logs_are_one_run_in_time_order", rotated_logs_are_one_run_in_time_order},
        {"/study/content_of_fio_wins_over_the_name", content_of_fio_wins_over_the_name},
        {"/study/fio_reports_of_one_folder_are_ladders_by_pattern", fio_reports_of_one_folder_are_ladders_by_pattern},
        {"/study/hosts_of_one_log_are_loads_of_their_own", hosts_of_one_log_are_loads_of_their_own},
        {"/study/repeats_are_runs_of_their_own", repeats_are_runs_of_their_own},
        {"/study/ladder_csv_is_sorted_and_named_for_its_file", ladder_csv_is_sorted_and_named_for_its_file},
        {"/study/equal_names_are_numbered", equal_names_are_numbered},
        {"/study/runs_csv_overrides_what_names_say", runs_csv_overrides_what_names_say},
        {"/study/faults_of_runs_csv_and_study_ini_name_file_and_line",
            faults_of_runs_csv_and_study_ini_name_file_and_line},
        {"/study/second_settings_are_told", second_settings_are_told},
        {"/study/times_are_read_as_local", times_are_read_as_local},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add_func(tests[i].name, tests[i].test);
    return g_test_run();
}
