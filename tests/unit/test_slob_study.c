#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "awr_figures.h"
#include "awr_report.h"
#include "iostat_log.h"
#include "model.h"
#include "number_text.h"
#include "slob_random.h"
#include "run.h"
#include "study_folder.h"

#define SIZE_LIMIT_BYTES 4600000 /* of samples/slob-study: the repository stays small */

/* What README.md says made the committed captures. */
static const struct study_options committed = {.seconds = 240, .rungs = 8, .seed = 1};

static void
assert_near(double value, double expected, double relative)
{
    double error = value > expected ? value - expected : expected - value;
    if (error > relative * expected)
        g_error("%.6f is further than %g of it from %.6f", value, relative, expected);
}

static struct slob_run *
run_of(struct model *model, unsigned workload, unsigned sessions)
{
    g_assert_true(model_solve(model, &model_workloads[workload]));
    const struct slob_plan plan = {
        .sessions = sessions, .seconds = 240, .start_s = 1770710400, .snap_id = 7, .seed = 1};
    return slob_run_new(model, &plan);
}

/* The lowest rung within 2% of the best IOPS of those within 1 ms. */
static unsigned
best_rung(const struct model *model, const unsigned *rung, unsigned n)
{
    double best = 0;
    for (unsigned i = 0; i < n; i++)
        if (model_latency_ms(model, rung[i]) <= 1)
            best = MAX(best, model_iops(model, rung[i]));
    for (unsigned i = 0; i < n; i++)
        if (model_latency_ms(model, rung[i]) <= 1 && model_iops(model, rung[i]) >= 0.98 * best)
            return rung[i];
    return 0;
}

static void
best_point_of_each_ladder_is_the_published_one(void)
{
    static const struct {
        double iops, latency_ms, outstanding;
    } published[MODEL_WORKLOADS] = {{156540, 0.401, 62.8}, {145784, 0.377, 55.0}};
    for (unsigned w = 0; w < MODEL_WORKLOADS; w++) {
        for (unsigned rungs = STUDY_RUNGS_MIN; rungs <= STUDY_RUNGS_MAX; rungs++) {
            struct model model;
            unsigned rung[STUDY_RUNGS_MAX];
            g_assert_true(model_solve(&model, &model_workloads[w]));
            g_assert_cmpuint(study_folder_rungs(rung, rungs), ==, rungs);
            g_assert_cmpuint(best_rung(&model, rung, rungs), ==, 64);
            assert_near(model_iops(&model, 64), published[w].iops, 0.0001);
            assert_near(model_latency_ms(&model, 64), published[w].latency_ms, 0.0001);
            assert_near(model_iops(&model, 64) * model_latency_ms(&model, 64) / 1000, published[w].outstanding, 0.002);
        }
    }
}

static void
throughput_rises_to_the_best_point_and_is_flat_beyond(void)
{
    unsigned rung[STUDY_RUNGS_MAX];
    unsigned n = study_folder_rungs(rung, STUDY_RUNGS_MAX);
    for (unsigned w = 0; w < MODEL_WORKLOADS; w++) {
        struct model model;
        g_assert_true(model_solve(&model, &model_workloads[w]));
        for (unsigned i = 1; i < n; i++) {
            double growth = model_iops(&model, rung[i]) / model_iops(&model, rung[i - 1]);
            if (rung[i] <= 64)
                g_assert_cmpfloat(growth, >, 1.05);
            else
                g_assert_cmpfloat(growth, <, 1.01);
            g_assert_cmpfloat(model_latency_ms(&model, rung[i]), >, model_latency_ms(&model, rung[i - 1]));
        }
        assert_near(model_iops(&model, 128), model_iops(&model, 64), 0.015);
        double cycle_ms = model_latency_ms(&model, 128) + model.think_ms;
        assert_near(cycle_ms, 128 / (model.cap_iops / 1000), 0.0001);
    }
}

/* Up to as many sessions as media servers nobody queues there: the media is a delay, and the plain recursion of mean
 * value analysis (Reiser and Lavenberg 1980) with one queue must give the same throughput. */
static void
model_agrees_with_mean_value_analysis(void)
{
    struct model model;
    g_assert_true(model_solve(&model, &model_workloads[0]));
    double service_ms = 1000 / model.cap_iops;
    double delay_ms = model.think_ms + model.floor_ms + model.media_ms;
    double queue = 0;
    for (unsigned n = 1; n <= MODEL_MEDIA_SERVERS; n++) {
        double residence_ms = service_ms * (1 + queue);
        double per_ms = n / (delay_ms + residence_ms);
        queue = per_ms * residence_ms;
        assert_near(model_iops(&model, n), per_ms * 1000, 1e-9);
    }
}

static void
unreachable_target_is_refused(void)
{
    struct model model;
    struct model_workload workload = model_workloads[0];
    workload.target_latency_ms = 0.5; /* 64 sessions x 1/0.5 ms is less than the IOPS asked for */
    g_assert_false(model_solve(&model, &workload));
    workload.target_latency_ms = 0.05; /* think time takes the rest: then the media alone is slower */
    g_assert_false(model_solve(&model, &workload));
}

static void
steady_means_are_the_models(void)
{
    unsigned rung[STUDY_RUNGS_MAX];
    unsigned n = study_folder_rungs(rung, STUDY_RUNGS_MAX);
    for (unsigned w = 0; w < MODEL_WORKLOADS; w++) {
        for (unsigned i = 0; i < n; i++) {
            struct model model;
            g_autoptr(SlobRun) run = run_of(&model, w, rung[i]);
            struct slob_totals totals = slob_run_totals(run, run->steady_start, run->steady_end);
            double ios = totals.reads + totals.writes;
            double seconds = run->steady_end - run->steady_start;
            assert_near(ios / seconds, model_iops(&model, rung[i]), 0.003);
            assert_near((totals.read_wait_ms + totals.write_wait_ms) / ios, model_latency_ms(&model, rung[i]), 0.003);
            assert_near(totals.reads / ios, 1 - model_workloads[w].write_share, 0.003);
        }
    }
}

static void
noise_is_there_and_dips_only_where_there_are_writes(void)
{
    for (unsigned w = 0; w < MODEL_WORKLOADS; w++) {
        struct model model;
        g_autoptr(SlobRun) run = run_of(&model, w, 64);
        unsigned off_1pct = 0, dips = 0;
        for (unsigned t = run->steady_start; t < run->steady_end; t++) {
            struct slob_path_second device = slob_second_of_device(&run->seconds[t]);
            double relative = (device.reads + device.writes) / model_iops(&model, 64);
            off_1pct += relative < 0.99 || relative > 1.01;
            dips += relative < 0.85;
        }
        g_assert_cmpuint(off_1pct, >, 40); /* of 207: about a third are beyond one standard deviation */
        g_assert_cmpuint(off_1pct, <, 120);
        if (model_workloads[w].write_share > 0)
            g_assert_cmpuint(dips, >=, 3);
        else
            g_assert_cmpuint(dips, ==, 0);
    }
}

/* Column c of a row, 0 being the device's name. */
static double
cell(char **row, guint c)
{
    char *end;
    double value = g_ascii_strtod(row[c], &end);
    g_assert_true(*end == '\0' && end != row[c]);
    return value;
}

enum { R = 1, W, RMB, WMB, R_AWAIT = 9, W_AWAIT, AQU_SZ, COLUMNS = 16 };

/* Calls `check` for each report of a squeezed log after the one since boot: rows[0] is dm-0, the others its paths. */
static guint
each_report(const char *log, void (*check)(char ***rows, gpointer data), gpointer data)
{
    g_auto(GStrv) lines = g_strsplit(log, "\n", -1);
    guint reports = 0;
    for (guint l = 0; lines[l]; l++) {
        if (!g_str_has_prefix(lines[l], "dm-0 "))
            continue;
        if (reports++ == 0)
            continue;
        char **rows[1 + SLOB_PATHS];
        for (guint d = 0; d <= SLOB_PATHS; d++) {
            rows[d] = g_strsplit(lines[l + d], " ", -1);
            g_assert_cmpuint(g_strv_length(rows[d]), ==, COLUMNS);
            g_assert_cmpstr(rows[d][0], ==, iostat_log_devices[d]);
        }
        check(rows, data);
        for (guint d = 0; d <= SLOB_PATHS; d++)
            g_strfreev(rows[d]);
    }
    return reports - 1;
}

static void
check_paths(char ***rows, gpointer data)
{
    static const struct {
        guint column;
        double tolerance; /* half a hundredth a row */
    } sums[] = {{R, 0}, {W, 0}, {RMB, 0.0451}, {WMB, 0.0451}, {AQU_SZ, 0.0451}};
    for (guint s = 0; s < G_N_ELEMENTS(sums); s++) {
        double sum = 0;
        for (guint d = 1; d <= SLOB_PATHS; d++)
            sum += cell(rows[d], sums[s].column);
        double whole = cell(rows[0], sums[s].column);
        g_assert_cmpfloat_with_epsilon(sum, whole, sums[s].tolerance + 1e-6);
    }
    double ios = cell(rows[0], R) + cell(rows[0], W);
    double wait_s = (cell(rows[0], R) * cell(rows[0], R_AWAIT) + cell(rows[0], W) * cell(rows[0], W_AWAIT)) / 1000;
    g_assert_cmpfloat_with_epsilon(wait_s, cell(rows[0], AQU_SZ), ios * 0.005 / 1000 + 0.0051);
    g_assert_cmpfloat_with_epsilon(cell(rows[0], R) * 8 / 1024, cell(rows[0], RMB), 0.0051);
}

static void
paths_add_up_to_the_device_in_every_report(void)
{
    for (unsigned w = 0; w < MODEL_WORKLOADS; w++) {
        struct model model;
        g_autoptr(SlobRun) run = run_of(&model, w, 48);
        g_autoptr(GString) log = iostat_log_text(run, false);
        g_assert_cmpuint(each_report(log->str, check_paths, NULL), ==, 240);
    }
}

struct sums {
    guint report, first, end;
    double ios, wait_ms;
};

static void
add_report(char ***rows, gpointer data)
{
    struct sums *sums = data;
    guint t = sums->report++;
    if (t < sums->first || t >= sums->end)
        return;
    double reads = cell(rows[0], R), writes = cell(rows[0], W);
    sums->ios += reads + writes;
    sums->wait_ms += reads * cell(rows[0], R_AWAIT) + writes * cell(rows[0], W_AWAIT);
}

static void
printed_best_point_is_within_half_a_percent(void)
{
    for (unsigned w = 0; w < MODEL_WORKLOADS; w++) {
        struct model model;
        g_autoptr(SlobRun) run = run_of(&model, w, 64);
        g_autoptr(GString) log = iostat_log_text(run, false);
        struct sums sums = {.first = run->steady_start, .end = run->steady_end};
        each_report(log->str, add_report, &sums);
        assert_near(sums.ios / (sums.end - sums.first), model_workloads[w].target_iops, 0.005);
        assert_near(sums.wait_ms / sums.ios, model_workloads[w].target_latency_ms, 0.005);
    }
}

static void
padded_log_has_the_same_values_in_iostats_columns(void)
{
    struct model model;
    g_autoptr(SlobRun) run = run_of(&model, 0, 8);
    g_autoptr(GString) padded = iostat_log_text(run, true);
    g_autoptr(GString) squeezed = iostat_log_text(run, false);
    const char *row = strstr(padded->str, "\ndm-0 ");
    g_assert_true(g_str_has_prefix(row,
        "\ndm-0            96.48    3.36      0.75      0.04     0.00     0.00   0.00   0.00    0.32    0.21   0.03"
        "     8.00    11.26   0.02   0.24\n"));
    g_autoptr(GString) again = g_string_new(NULL);
    for (gsize i = 0; i < padded->len; i++)
        if (padded->str[i] != ' ' || again->len == 0 || again->str[again->len - 1] != ' ')
            g_string_append_c(again, padded->str[i]);
    g_assert_cmpstr(again->str, ==, squeezed->str);
    g_assert_true(g_str_has_prefix(squeezed->str,
        "Linux 5.15.0-206.153.7.el8uek.x86_64 (slob-synthetic) \t2026-02-10 \t_x86_64_\t(32 CPU)\n\n"
        "2026-02-10T08:00:00+0000\navg-cpu: %user %nice %system %iowait %steal %idle\n"));
}

static double
time_of_busy_waits(const GArray *waits)
{
    double sum = 0;
    for (guint i = 0; i < waits->len; i++)
        if (!g_array_index(waits, struct awr_wait, i).idle)
            sum += g_array_index(waits, struct awr_wait, i).time_s;
    return sum;
}

static void
awr_figures_add_up_and_agree_with_the_device(void)
{
    unsigned rung[STUDY_RUNGS_MAX];
    unsigned n = study_folder_rungs(rung, STUDY_RUNGS_MAX);
    for (unsigned w = 0; w < MODEL_WORKLOADS; w++) {
        for (unsigned i = 0; i < n; i++) {
            struct model model;
            g_autoptr(SlobRun) run = run_of(&model, w, rung[i]);
            g_autoptr(AwrFigures) f = awr_figures_new(run);
            g_assert_cmpuint(run->snap_start, >=, run->steady_start);
            g_assert_cmpuint(run->snap_end, <=, run->steady_end);
            assert_near(f->elapsed_s, 198, 1e-12);
            assert_near(f->db_time_s, rung[i] * 198.0, 1e-12);
            assert_near(time_of_busy_waits(f->foreground) + f->db_cpu_s, f->db_time_s, 1e-9);
            g_assert_cmpfloat(f->db_cpu_s, >, 0);

            struct slob_totals device = slob_run_totals(run, run->snap_start, run->snap_end);
            assert_near(f->reads, device.reads, 1e-12);
            assert_near(f->writes, device.writes, 1e-12);
            assert_near((f->reads + f->writes) / f->elapsed_s, model_iops(&model, rung[i]), 0.005);
            assert_near(f->write_bytes, device.write_kib * 1024, 0.001);
            assert_near(f->data_reads + f->control_reads, f->reads, 1e-12);
            assert_near(f->block_writes + f->redo_writes + f->control_writes, f->writes, 1e-12);
            g_assert_cmpfloat(f->redo_bytes, >, 0);

            const struct awr_wait *top = &g_array_index(f->foreground, struct awr_wait, 0);
            g_assert_cmpstr(top->name, ==, "db file sequential read");
            g_assert_cmpfloat(top->time_s, >, 0.75 * f->db_time_s);
            double device_us = device.read_wait_ms * 1000 / device.reads;
            assert_near(awr_wait_average_us(top), device_us + 1.5, 1e-6);
            double host_busy_s = (device.user_pct + device.system_pct) / 100 * SLOB_CPUS * f->elapsed_s;
            g_assert_cmpfloat(f->db_cpu_s + f->background_cpu_s, <, host_busy_s);
        }
    }
}

static void
awr_report_prints_the_figures_in_19c_layout(void)
{
    struct model model;
    g_autoptr(SlobRun) run = run_of(&model, 1, 64);
    g_autoptr(AwrFigures) f = awr_figures_new(run);
    g_autoptr(GString) html = awr_report_html(run);
    g_autoptr(GString) row = g_string_new("physical read total IO requests</td><td>");
    text_grouped(row, f->reads, 0);
    g_string_append(row, "</td><td>");
    text_grouped(row, f->reads / f->elapsed_s, 2);
    g_string_append(row, "</td><td>");
    g_assert_nonnull(strstr(html->str, row->str));
    static const char *const parts[] = {
        "<title>AWR Report for DB: SYNTHDB, Inst: SYNTHDB, Snaps: 7-8</title>",
        "WORKLOAD REPOSITORY report for",
        "<td>10-Feb-26 08:00:22</td>",
        "<td>10-Feb-26 08:03:40</td>",
        "<td>3.30 (mins)</td>",
        "<td>211.20 (mins)</td>",
        "summary=\"This table displays top 10 wait events by total wait time\"",
        "<tr><th>Event</th><th>Waits</th><th>Total Wait Time (sec)</th><th>Avg Wait</th><th>% DB time</th>",
        "Buffer Cache:</td><td>192M</td><td>192M</td><td>Std Block Size:</td><td>8K</td>",
        "filesystemio_options</td><td>SETALL</td>",
        "db_cache_size</td><td>201326592</td>",
        "SYNTHETIC DATA",
        "End of Report\n</body></html>\n",
    };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        if (!strstr(html->str, parts[i]))
            g_error("not in the report: %s", parts[i]);
    static const char *const tags[] = {"table", "tr", "td", "th", "h2", "h3", "html", "body"};
    for (guint i = 0; i < G_N_ELEMENTS(tags); i++) {
        g_autofree char *open = g_strdup_printf("<%s[ >]", tags[i]);
        g_autofree char *close = g_strdup_printf("</%s>", tags[i]);
        g_auto(GStrv) opened = g_regex_split_simple(open, html->str, 0, 0);
        g_auto(GStrv) closed = g_strsplit(html->str, close, -1);
        g_assert_cmpuint(g_strv_length(opened), ==, g_strv_length(closed));
    }
}

static void
histogram_shares_follow_the_average(void)
{
    const struct awr_wait wait = {.name = "x", .wait_class = "User I/O", .waits = 1000, .time_s = 0.4, .floor_us = 300};
    g_assert_cmpfloat(awr_wait_share_below(&wait, 256), ==, 0);
    assert_near(awr_wait_share_below(&wait, 400), 0.632, 0.002); /* 1 - 1/e: the tail's mean is 100 us */
    assert_near(awr_wait_share_below(&wait, 2048), 1, 1e-6);
}

static void
numbers_are_printed_as_iostat_and_oracle_do(void)
{
    g_autoptr(GString) out = g_string_new(NULL);
    text_fixed(out, 0.4049, 2, 7);
    text_fixed(out, 156540, 2, 7);
    text_fixed(out, 2.5, 0, 0);
    g_assert_cmpstr(out->str, ==, "   0.40156540.003");
    static const struct {
        void (*print)(GString *, double);
        double value;
        const char *text;
    } cases[] = {
        {text_short, 0.44, ".4"},
        {text_short, 0, ".0"},
        {text_short, 7376.4, "7376.4"},
        {text_short, 26366, "26.4K"},
        {text_short, 20000, "20K"},
        {text_duration, 885, "885.00us"},
        {text_duration, 3818.2, "3.82ms"},
        {text_duration, 1600000, "1600.00ms"},
        {text_duration, 18730000, "18.73 s"},
        {text_data, 0, "0M"},
        {text_data, 995.0 * 1048576, "995M"},
        {text_data, 4096.0 * 1048576, "4G"},
        {text_data, 29.1 * 1099511627776.0, "29.1T"},
        {text_data_rate, 0, "0M"},
        {text_data_rate, 63963.136, ".061M"},
        {text_data_rate, 499.764 * 1048576, "499.764M"},
        {text_data_rate, 1222.96875 * 1048576, "1.194G"},
        {text_count, 6016, "6016"},
        {text_count, 20100, "20.1K"},
        {text_count, 6904693, "6.9M"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_string_truncate(out, 0);
        cases[i].print(out, cases[i].value);
        g_assert_cmpstr(out->str, ==, cases[i].text);
    }
    g_string_truncate(out, 0);
    text_grouped(out, 1234567.5, 1);
    text_grouped(out, 0, 2);
    text_grouped(out, 999, 0);
    g_assert_cmpstr(out->str, ==, "1,234,567.50.00999");
}

static void
days_are_those_of_the_calendar(void)
{
    static const struct {
        int64_t time_s;
        const char *text;
    } cases[] = {{0, "1970-01-01 00:00:00 01-Jan-70"}, {951782400, "2000-02-29 00:00:00 29-Feb-00"},
        {1770710405, "2026-02-10 08:00:05 10-Feb-26"}, {1798761599, "2026-12-31 23:59:59 31-Dec-26"}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) out = g_string_new(NULL);
        text_date(out, cases[i].time_s);
        g_string_append_c(out, ' ');
        text_clock(out, cases[i].time_s);
        g_string_append_c(out, ' ');
        text_oracle_date(out, cases[i].time_s);
        g_assert_cmpstr(out->str, ==, cases[i].text);
    }
}

static void
random_streams_repeat_and_differ(void)
{
    struct random a, b, c;
    random_init(&a, 1, 5);
    random_init(&b, 1, 5);
    random_init(&c, 1, 6);
    double sum = 0, squares = 0;
    guint equal = 0;
    for (int i = 0; i < 20000; i++) {
        double x = random_normal(&a);
        g_assert_cmpfloat(x, ==, random_normal(&b));
        equal += x == random_normal(&c);
        sum += x;
        squares += x * x;
    }
    g_assert_cmpuint(equal, ==, 0);
    g_assert_cmpfloat_with_epsilon(sum / 20000, 0, 0.03);
    assert_near(squares / 20000, 1, 0.03);
}

/* Path below the folder -> contents (GBytes) of every file in it. */
static void
read_tree(GHashTable *files, const char *folder, const char *below)
{
    g_autofree char *path = g_build_filename(folder, below, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) dir = g_dir_open(path, 0, &error);
    g_assert_no_error(error);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *inner = *below ? g_build_filename(below, name, NULL) : g_strdup(name);
        g_autofree char *full = g_build_filename(folder, inner, NULL);
        if (g_file_test(full, G_FILE_TEST_IS_DIR)) {
            read_tree(files, folder, inner);
            continue;
        }
        char *text;
        gsize len;
        g_assert_true(g_file_get_contents(full, &text, &len, NULL));
        g_hash_table_insert(files, g_steal_pointer(&inner), g_bytes_new_take(text, len));
    }
}

static GHashTable *
tree_of(const char *folder)
{
    GHashTable *files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
    read_tree(files, folder, "");
    return files;
}

static void
remove_tree(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        remove_tree(inner);
    }
    g_assert_cmpint(g_remove(path), ==, 0);
}

static GHashTable *
generated_tree(const struct study_options *options)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("slob-study-XXXXXX", &error);
    g_assert_no_error(error);
    g_assert_true(study_folder_write(folder, options, &error));
    g_assert_no_error(error);
    GHashTable *files = tree_of(folder);
    remove_tree(folder);
    return files;
}

static void
assert_same_trees(GHashTable *a, GHashTable *b)
{
    g_assert_cmpuint(g_hash_table_size(a), ==, g_hash_table_size(b));
    GHashTableIter iter;
    gpointer name, bytes;
    g_hash_table_iter_init(&iter, a);
    while (g_hash_table_iter_next(&iter, &name, &bytes)) {
        GBytes *other = g_hash_table_lookup(b, name);
        if (!other || !g_bytes_equal(bytes, other))
            g_error("%s differs", (const char *)name);
    }
}

static void
equal_arguments_give_equal_bytes_and_another_seed_others(void)
{
    struct study_options options = {.seconds = 120, .rungs = 4, .seed = 3};
    g_autoptr(GHashTable) first = generated_tree(&options);
    g_autoptr(GHashTable) second = generated_tree(&options);
    assert_same_trees(first, second);
    g_assert_cmpuint(g_hash_table_size(first), ==, 4 + 2 * 4 * 3);
    options.seed = 4;
    g_autoptr(GHashTable) other = generated_tree(&options);
    const char *log = "mix90/slob_064u/iostat.log";
    g_assert_nonnull(g_hash_table_lookup(first, log));
    g_assert_false(g_bytes_equal(g_hash_table_lookup(first, log), g_hash_table_lookup(other, log)));
}

static void
committed_captures_are_what_the_readme_says(void)
{
    g_autofree char *folder = g_test_build_filename(G_TEST_DIST, "..", "..", "samples", "slob-study", NULL);
    g_autofree char *captures = g_build_filename(folder, "captures", NULL);
    g_autoptr(GHashTable) files = tree_of(captures);
    g_autoptr(GHashTable) generated = generated_tree(&committed);
    assert_same_trees(generated, files);

    g_autoptr(GHashTable) all = tree_of(folder);
    gsize total = 0;
    GHashTableIter iter;
    gpointer bytes;
    g_hash_table_iter_init(&iter, all);
    while (g_hash_table_iter_next(&iter, NULL, &bytes))
        total += g_bytes_get_size(bytes);
    g_assert_cmpuint(total, <, SIZE_LIMIT_BYTES);
    GBytes *readme = g_hash_table_lookup(all, "README.md");
    g_assert_nonnull(readme);
    g_assert_nonnull(
        g_strstr_len(g_bytes_get_data(readme, NULL), (gssize)g_bytes_get_size(readme), "--rungs 8 --seconds 240"));
}

static void
options_out_of_range_are_refused(void)
{
    static const struct study_options wrong[] = {{.seconds = 119, .rungs = 9}, {.seconds = 86401, .rungs = 9},
        {.seconds = 240, .rungs = 3}, {.seconds = 240, .rungs = 10}};
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(study_folder_write("/nonexistent/never", &wrong[i], &error));
        g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    }
}

static void
folder_that_cannot_be_made_is_an_error_with_its_name(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(study_folder_write("/dev/null/study", &committed, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR);
    g_assert_nonnull(strstr(error->message, "/dev/null/study"));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"model/best_point_of_each_ladder_is_the_published_one", best_point_of_each_ladder_is_the_published_one},
        {"model/throughput_rises_to_the_best_point_and_is_flat_beyond",
            throughput_rises_to_the_best_point_and_is_flat_beyond},
        {"model/agrees_with_mean_value_analysis", model_agrees_with_mean_value_analysis},
        {"model/unreachable_target_is_refused", unreachable_target_is_refused},
        {"run/steady_means_are_the_models", steady_means_are_the_models},
        {"run/noise_is_there_and_dips_only_where_there_are_writes",
            noise_is_there_and_dips_only_where_there_are_writes},
        {"iostat_log/paths_add_up_to_the_device_in_every_report", paths_add_up_to_the_device_in_every_report},
        {"iostat_log/printed_best_point_is_within_half_a_percent", printed_best_point_is_within_half_a_percent},
        {"iostat_log/padded_log_has_the_same_values_in_iostats_columns",
            padded_log_has_the_same_values_in_iostats_columns},
        {"awr/figures_add_up_and_agree_with_the_device", awr_figures_add_up_and_agree_with_the_device},
        {"awr/report_prints_the_figures_in_19c_layout", awr_report_prints_the_figures_in_19c_layout},
        {"awr/histogram_shares_follow_the_average", histogram_shares_follow_the_average},
        {"number_text/numbers_are_printed_as_iostat_and_oracle_do", numbers_are_printed_as_iostat_and_oracle_do},
        {"number_text/days_are_those_of_the_calendar", days_are_those_of_the_calendar},
        {"random/streams_repeat_and_differ", random_streams_repeat_and_differ},
        {"folder/equal_arguments_give_equal_bytes_and_another_seed_others",
            equal_arguments_give_equal_bytes_and_another_seed_others},
        {"folder/committed_captures_are_what_the_readme_says", committed_captures_are_what_the_readme_says},
        {"folder/options_out_of_range_are_refused", options_out_of_range_are_refused},
        {"folder/that_cannot_be_made_is_an_error_with_its_name", folder_that_cannot_be_made_is_an_error_with_its_name},
    };
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_autofree char *path = g_strconcat("/slob_study/", tests[i].name, NULL);
        g_test_add_func(path, tests[i].test);
    }
    return g_test_run();
}
