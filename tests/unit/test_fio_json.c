#include "fio_json.h"

#include "error.h"

#include <math.h>
#include <string.h>

/* Options and one direction of a job as fio 3 prints them. */
#define SIDE(iops, bytes, ios, mean_ns)                                                                                \
    "{\"iops\": " iops ", \"bw_bytes\": " bytes ", \"bw\": 1, \"runtime\": 10000, \"total_ios\": " ios                 \
    ", \"slat_ns\": {\"mean\": 1000.0}, \"clat_ns\": {\"mean\": 5.0, \"percentile\": {\"50.000000\": 100000, "         \
    "\"95.000000\": 200000, \"99.000000\": 400000}}, \"lat_ns\": {\"min\": 18446744073709551615, \"mean\": " mean_ns   \
    "}}"
#define IDLE "{\"iops\": 0.0, \"bw_bytes\": 0, \"runtime\": 0, \"total_ios\": 0, \"lat_ns\": {\"mean\": 0.0}}"
#define JOB(name, options, read, write)                                                                                \
    "{\"jobname\": \"" name "\", \"groupid\": 0, \"job options\": {" options "}, \"read\": " read                      \
    ", \"write\": " write "}"
#define REPORT(jobs)                                                                                                   \
    "{\"fio version\": \"fio-3.33\", \"timestamp\": 1000, \"timestamp_ms\": 1000500, \"jobs\": [" jobs "]}"
#define RANDREAD                                                                                                       \
    "\"rw\": \"randread\", \"bs\": \"8k\", \"ioengine\": \"libaio\", \"direct\": \"1\", \"iodepth\": \"16\""
#define RANDRW "\"rw\": \"randrw\", \"bs\": \"8k\", \"ioengine\": \"io_uring\", \"direct\": \"1\", \"iodepth\": \"4\""

static struct fio_run *
parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    struct fio_run *run = fio_json_parse(text, strlen(text), "f.json", &error);
    g_assert_no_error(error);
    return run;
}

static void
one_job_gives_its_own_figures(void)
{
    g_autoptr(FioRun) run = parse(REPORT(JOB("a", RANDREAD, SIDE("1500.5", "10485760", "15005", "401000.0"), IDLE)));
    g_assert_cmpstr(run->version, ==, "fio-3.33");
    g_assert_cmpstr(run->job_name, ==, "a");
    g_assert_cmpstr(run->rw, ==, "randread");
    g_assert_cmpfloat(run->concurrency, ==, 16);
    g_assert_cmpfloat(run->block_kib, ==, 8);
    g_assert_cmpfloat(run->read_pct, ==, 100);
    g_assert_cmpfloat(run->runtime_s, ==, 10);
    g_assert_cmpfloat(run->start_unix_s, ==, 990.5);
    g_assert_true(run->direct);
    g_assert_cmpfloat(run->iops, ==, 1500.5);
    g_assert_cmpfloat_with_epsilon(run->latency_ms, 0.401, 1e-12);
    g_assert_cmpfloat(run->read.mib_s, ==, 10);
    g_assert_cmpfloat_with_epsilon(run->read.p50_ms, 0.1, 1e-12);
    g_assert_cmpfloat_with_epsilon(run->read.p95_ms, 0.2, 1e-12);
    g_assert_cmpfloat_with_epsilon(run->read.p99_ms, 0.4, 1e-12);
    g_assert_cmpfloat(run->read.total_ios, ==, 15005);
    g_assert_true(isnan(run->write.iops));
    g_assert_true(isnan(run->write.latency_ms));
}

static void
jobs_add_and_latency_is_weighted_by_ios(void)
{
    g_autoptr(FioRun) run = parse(REPORT(JOB("a", RANDRW, SIDE("300", "2457600", "3000", "100000"),
        SIDE("100", "819200", "1000", "300000")) "," JOB("b", RANDRW, SIDE("100", "819200", "1000", "500000"), IDLE)));
    g_assert_cmpfloat(run->concurrency, ==, 8);
    g_assert_cmpfloat(run->iops, ==, 500);
    g_assert_cmpfloat(run->read.iops, ==, 400);
    g_assert_cmpfloat_with_epsilon(run->read.latency_ms, (0.1 * 3000 + 0.5 * 1000) / 4000, 1e-12);
    g_assert_cmpfloat_with_epsilon(run->latency_ms, (0.1 * 3000 + 0.5 * 1000 + 0.3 * 1000) / 5000, 1e-12);
    g_assert_cmpfloat(run->read_pct, ==, 80);
    /* Percentiles of several jobs cannot be put together; the writes are of one job. */
    g_assert_true(isnan(run->read.p99_ms));
    g_assert_cmpfloat_with_epsilon(run->write.p99_ms, 0.4, 1e-12);
}

static void
group_reporting_multiplies_the_depth(void)
{
    g_autoptr(FioRun) run = parse(REPORT(JOB(
        "a", RANDREAD ", \"numjobs\": \"4\", \"group_reporting\": \"1\"", SIDE("1", "8192", "10", "100000"), IDLE)));
    g_assert_cmpfloat(run->concurrency, ==, 64);
    g_autoptr(FioRun) apart =
        parse(REPORT(JOB("a", RANDREAD ", \"numjobs\": \"4\"", SIDE("1", "8192", "10", "100000"), IDLE)));
    g_assert_cmpfloat(apart->concurrency, ==, 16);
}

static void
waiting_engines_have_depth_one(void)
{
    g_autoptr(FioRun) psync = parse(
        REPORT(JOB("a", "\"ioengine\": \"psync\", \"iodepth\": \"32\"", SIDE("1", "8192", "10", "100000"), IDLE)));
    g_assert_cmpfloat(psync->concurrency, ==, 1);
    g_autoptr(FioRun) absent = parse(REPORT(JOB("a", "\"iodepth\": \"32\"", SIDE("1", "8192", "10", "100000"), IDLE)));
    g_assert_cmpfloat(absent->concurrency, ==, 1);
    g_assert_false(absent->direct);
    g_assert_cmpfloat(absent->block_kib, ==, 4);
}

static void
global_options_count_and_block_sizes_may_differ(void)
{
    g_autoptr(FioRun) run =
        parse("{\"fio version\": \"fio-3.1\", \"timestamp\": 20, \"global options\": {\"ioengine\": "
              "\"libaio\", \"iodepth\": \"8\", \"bs\": \"16k,8k\"}, \"jobs\": [" JOB(
                  "a", "", SIDE("1", "8192", "10", "100000"), IDLE) "]}");
    g_assert_cmpfloat(run->concurrency, ==, 8);
    g_assert_true(isnan(run->block_kib));
    g_assert_cmpfloat(run->start_unix_s, ==, 10);
    g_assert_null(run->rw);
}

static void
fio_2_prints_microseconds_and_kib(void)
{
    g_autoptr(FioRun) run =
        parse("{\"fio version\": \"fio-2.2.10\", \"jobs\": [{\"jobname\": \"x\", \"read\": {\"iops\": "
              "200, \"bw\": 1600, \"runtime\": 5000, \"total_ios\": 1000, \"lat\": {\"mean\": 250.5}, "
              "\"clat\": {\"mean\": 249, \"percentile\": {\"99.000000\": 900}}}}]}");
    g_assert_cmpfloat_with_epsilon(run->latency_ms, 0.2505, 1e-12);
    g_assert_cmpfloat_with_epsilon(run->read.p99_ms, 0.9, 1e-12);
    g_assert_cmpfloat(run->read.mib_s, ==, 1.5625);
    g_assert_true(isnan(run->read.p50_ms));
    g_assert_true(isnan(run->concurrency));
    g_assert_true(isnan(run->start_unix_s));
}

static void
bins_of_json_plus_are_merged(void)
{
    g_autoptr(FioRun) run =
        parse("{\"fio version\": \"fio-3.33\", \"jobs\": [{\"read\": {\"iops\": 10, \"total_ios\": 90, \"lat_ns\": "
              "{\"mean\": 1.0}, \"clat_ns\": {\"bins\": {\"1000000\": 90}}}}, {\"read\": {\"iops\": 1, "
              "\"total_ios\": 10, \"lat_ns\": {\"mean\": 1.0}, \"clat_ns\": {\"bins\": {\"5000000\": 6, "
              "\"3000000\": 4}}}}]}");
    g_assert_cmpfloat_with_epsilon(run->read.p50_ms, 1, 1e-12);
    g_assert_cmpfloat_with_epsilon(run->read.p95_ms, 5, 1e-12);
}

static void
noise_around_the_report_is_passed_over(void)
{
    g_autoptr(FioRun) run = parse("fio: {this} is \"noise\nnote: both iodepth >= 1 and synchronous I/O engine\n" REPORT(
        JOB("a", RANDREAD, SIDE("7", "8192", "10", "100000"), IDLE)) "\n\nfio: bye {\n");
    g_assert_cmpfloat(run->iops, ==, 7);
}

static void
last_whole_report_counts(void)
{
    static const char text[] = REPORT(JOB("a", RANDREAD, SIDE("1", "8192", "10", "100000"), IDLE))
        REPORT(JOB("a", RANDREAD, SIDE("2", "8192", "20", "100000"), IDLE)) "{\"fio version\": \"fio-3.33\", \"jo";
    g_autoptr(FioRun) run = parse(text);
    g_assert_cmpfloat(run->iops, ==, 2);
}

static void
nan_of_old_versions_is_no_fault(void)
{
    g_autoptr(FioRun) run =
        parse("{\"fio version\": \"fio-2.1\", \"jobs\": [{\"jobname\": \"nan\", \"read\": {\"iops\": 5, "
              "\"bw_dev\": -nan, \"bw_agg\": nan, \"lat\": {\"mean\": 10}}}]}");
    g_assert_cmpfloat(run->iops, ==, 5);
    g_assert_cmpstr(run->job_name, ==, "nan");
}

static void
what_is_no_report_is_refused(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "f.json: no whole JSON report of fio in it (an interrupted run?)"},
        {"\"fio version\"", "f.json: no whole JSON report of fio in it (an interrupted run?)"},
        {"{\"fio version\": \"3\", \"jobs\": [", "f.json: no whole JSON report of fio in it (an interrupted run?)"},
        {"{\"fio version\": \"3\"}", "f.json: a fio report without jobs"},
        {"{\"fio version\": \"3\", \"jobs\": {}}", "f.json: a fio report without jobs"},
        {"{\"fio version\": \"3\", \"jobs\": [1, null]}", "f.json: a fio report without jobs"},
        {REPORT(JOB("a", RANDREAD, IDLE, IDLE)), "f.json: a fio report without reads or writes"},
        {REPORT(JOB("a", RANDREAD, SIDE("-5", "1", "1", "1"), SIDE("1e300", "1", "1", "1"))),
            "f.json: a fio report without reads or writes"},
        {"{\"fio version\": \"3\", \"jobs\": [{\"groupid\": 0, \"read\": {\"iops\": 1}}, {\"groupid\": 1, "
         "\"job options\": {\"stonewall\": \"1\"}, \"read\": {\"iops\": 1}}]}",
            "f.json: its jobs ran one after another (stonewall): run fio once for each, with its own output"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(fio_json_parse(cases[i].text, strlen(cases[i].text), "f.json", &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
        g_assert_cmpstr(error->message, ==, cases[i].message);
    }
}

static void
every_cut_and_flip_is_safe(void)
{
    static const char text[] = REPORT(JOB("a", RANDREAD, SIDE("7", "8192", "10", "100000"), IDLE));
    for (size_t i = 0; i < sizeof text - 1; i++) {
        g_autofree char *cut = g_memdup2(text, i), *flip = g_memdup2(text, sizeof text - 1);
        g_autoptr(GError) error = NULL;
        g_assert_null(fio_json_parse(cut, i, "f", &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
        flip[i] = (char)(flip[i] ^ 0x11);
        g_autoptr(FioRun) run = fio_json_parse(flip, sizeof text - 1, "f", NULL);
        g_assert_true(!run || run->iops > 0);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fio_json/one_job_gives_its_own_figures", one_job_gives_its_own_figures);
    g_test_add_func("/fio_json/jobs_add_and_latency_is_weighted_by_ios", jobs_add_and_latency_is_weighted_by_ios);
    g_test_add_func("/fio_json/group_reporting_multiplies_the_depth", group_reporting_multiplies_the_depth);
    g_test_add_func("/fio_json/waiting_engines_have_depth_one", waiting_engines_have_depth_one);
    g_test_add_func(
        "/fio_json/global_options_count_and_block_sizes_may_differ", global_options_count_and_block_sizes_may_differ);
    g_test_add_func("/fio_json/fio_2_prints_microseconds_and_kib", fio_2_prints_microseconds_and_kib);
    g_test_add_func("/fio_json/bins_of_json_plus_are_merged", bins_of_json_plus_are_merged);
    g_test_add_func("/fio_json/noise_around_the_report_is_passed_over", noise_around_the_report_is_passed_over);
    g_test_add_func("/fio_json/last_whole_report_counts", last_whole_report_counts);
    g_test_add_func("/fio_json/nan_of_old_versions_is_no_fault", nan_of_old_versions_is_no_fault);
    g_test_add_func("/fio_json/what_is_no_report_is_refused", what_is_no_report_is_refused);
    g_test_add_func("/fio_json/every_cut_and_flip_is_safe", every_cut_and_flip_is_safe);
    return g_test_run();
}
