/* What the charts of findings say and hold: paths, hosts, limits of products, wait classes. */
#include "findings_parts.h"
#include "view.h"

#include <math.h>
#include <string.h>

/* Findings of nothing, with a pool for texts; released by fixture_release. */
struct fixture {
    struct findings findings;
    struct builder builder;
    struct view *view;
};

static void
fixture_init(struct fixture *fixture)
{
    *fixture = (struct fixture){.view = view_new()};
    fixture->findings.loads = g_ptr_array_new();
    fixture->findings.paths = g_array_new(FALSE, TRUE, sizeof(struct path_share));
    fixture->findings.awr = g_array_new(FALSE, TRUE, sizeof(struct awr_finding));
    fixture->builder = (struct builder){.findings = &fixture->findings, .pool = g_string_chunk_new(256)};
}

static void
fixture_release(struct fixture *fixture)
{
    g_ptr_array_unref(fixture->findings.loads);
    g_array_unref(fixture->findings.paths);
    g_array_unref(fixture->findings.awr);
    g_string_chunk_free(fixture->builder.pool);
    view_free(fixture->view);
}

static const struct chart_series *
series_at(const struct chart *chart, guint panel, guint number)
{
    const struct chart_panel *data = g_ptr_array_index(chart->panels, panel);
    g_assert_cmpuint(number, <, data->series->len);
    return g_ptr_array_index(data->series, number);
}

static struct point
point_at(const struct chart_series *series, guint i)
{
    g_assert_cmpuint(i, <, series->point->len);
    return g_array_index(series->point, struct point, i);
}

static void
add_path(struct fixture *fixture, const char *name, double iops, double share_pct)
{
    struct path_share path = {(char *)name, iops, share_pct, 0.4};
    g_array_append_val(fixture->findings.paths, path);
}

static void
test_paths_are_even_or_the_odd_ones_are_named(void)
{
    struct fixture even, odd, single;
    fixture_init(&even);
    fixture_init(&odd);
    fixture_init(&single);
    add_path(&even, "sdb", 1000, 50.5);
    add_path(&even, "sdc", 980, 49.5);
    add_path(&odd, "sdb", 1500, 75);
    add_path(&odd, "sdc", 500, 25);
    add_path(&single, "sdb", 1500, 100);
    fill_paths_chart(&even.builder, even.view);
    fill_paths_chart(&odd.builder, odd.view);
    fill_paths_chart(&single.builder, single.view);

    g_assert_cmpstr(
        view_chart(even.view, "paths")->title, ==, "The paths share the load evenly: each carries 49.5% to 50.5%");
    g_assert_cmpstr(view_chart(odd.view, "paths")->title, ==,
        "The paths do not share the load evenly: sdb carries 75.0%, sdc 25.0%");
    g_assert_cmpfloat(point_at(series_at(view_chart(odd.view, "paths"), 0, 0), 1).x, ==, 500);
    g_assert_null(view_chart(single.view, "paths")); /* nothing to share */
    fixture_release(&even);
    fixture_release(&odd);
    fixture_release(&single);
}

static void
test_of_many_paths_the_first_are_shown_and_it_is_said(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    for (int i = 0; i < 200; i++)
        add_path(&fixture, "sdx", 10, 0.5);
    fill_paths_chart(&fixture.builder, fixture.view);
    const struct chart *chart = view_chart(fixture.view, "paths");

    g_assert_nonnull(strstr(chart->subtitle, "first 24 of 200 paths"));
    g_assert_cmpuint(series_at(chart, 0, 0)->point->len, ==, 24);
    fixture_release(&fixture);
}

enum { HOSTS = 10, SLOTS = 30 };

/* Host h does 100 x (h + 1) IOPS all the time; the sum is 5,500. */
static void
test_small_hosts_are_one_area_and_nothing_is_lost(void)
{
    static const char *const names[HOSTS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    struct fixture fixture;
    struct load_part part[HOSTS] = {0};
    double iops[HOSTS][SLOTS], sum[SLOTS] = {0};
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    fixture_init(&fixture);
    for (int h = 0; h < HOSTS; h++) {
        for (int i = 0; i < SLOTS; i++) {
            iops[h][i] = 100 * (h + 1);
            sum[i] += iops[h][i];
        }
        part[h] = (struct load_part){.name = (char *)names[h], .iops = iops[h]};
        part[h].demand.iops.mean = iops[h][0];
        g_ptr_array_add(parts, &part[h]);
    }
    struct load_finding together = {
        .kind = LOAD_HOSTS_TOGETHER, .parts = parts, .coincidence_iops = {5500, 6000, 5500.0 / 6000, 6000 / 5500.0}};
    together.series = series_of_values(sum, sum, SLOTS, 60);
    together.series->start_s = 600;
    g_ptr_array_add(fixture.findings.loads, &together);
    fill_hosts_chart(&fixture.builder, fixture.view);
    const struct chart *chart = view_chart(fixture.view, "hosts");
    const struct chart_panel *panel = g_ptr_array_index(chart->panels, 0);
    double all = 0;

    g_assert_cmpstr(chart->title, ==, "Together the hosts peak at 5,500 IOPS, their own peaks add up to 6,000");
    g_assert_cmpuint(panel->series->len, ==, 7);
    g_assert_cmpstr(series_at(chart, 0, 0)->label, ==, "j"); /* the largest at the bottom */
    g_assert_cmpstr(series_at(chart, 0, 6)->label, ==, "4 other hosts");
    g_assert_cmpfloat(point_at(series_at(chart, 0, 6), 3).y, ==, 100 + 200 + 300 + 400);
    for (guint i = 0; i < panel->series->len; i++)
        all += point_at(series_at(chart, 0, i), 3).y;
    g_assert_cmpfloat(all, ==, 5500);
    series_free(together.series);
    fixture_release(&fixture);
}

static void
add_event(GPtrArray *events, const char *name, const char *wait_class, double time_s)
{
    struct awr_event *event = g_new0(struct awr_event, 1);
    event->name = g_strdup(name);
    event->wait_class = g_strdup(wait_class);
    event->waits = 1000;
    event->time_s = time_s;
    event->avg_wait_ms = event->db_time_pct = NAN;
    g_ptr_array_add(events, event);
}

/* One report of 1,000 s of DB time. */
static struct awr *
report_of(struct fixture *fixture, enum awr_report kind, double user_io_pct, double cpu_pct)
{
    struct awr *awr = awr_new("report.lst", kind, AWR_TEXT);
    awr->db_time_min = 1000.0 / 60;
    struct awr_finding finding = {.awr = awr, .bound = {.user_io_pct = user_io_pct, .db_cpu_pct = cpu_pct}};
    g_array_append_val(fixture->findings.awr, finding);
    fixture->findings.bound = &g_array_index(fixture->findings.awr, struct awr_finding, 0);
    return awr;
}

static double
share_of(const struct chart *chart, const char *part)
{
    const struct chart_panel *panel = g_ptr_array_index(chart->panels, 0);
    for (guint i = 0; i < panel->series->len; i++)
        if (strcmp(series_at(chart, 0, i)->label, part) == 0)
            return point_at(series_at(chart, 0, i), 0).x;
    return NAN;
}

/* Statspack lists what idle sessions wait for among the events: a thousand times the DB time. It is no part of it. */
static void
test_idle_waits_are_no_part_of_db_time(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    struct awr *awr = report_of(&fixture, AWR_STATSPACK, 60, 30);
    add_event(awr->events, "db file sequential read", NULL, 600);
    add_event(awr->events, "log file sync", NULL, 50);
    add_event(awr->events, "SQL*Net message from client", NULL, 900000);
    fill_awr_charts(&fixture.builder, fixture.view);
    const struct chart *chart = view_chart(fixture.view, "awr_classes");

    g_assert_cmpfloat_with_epsilon(share_of(chart, "User I/O"), 60, 1e-9);
    g_assert_cmpfloat_with_epsilon(share_of(chart, "DB CPU"), 30, 1e-9);
    g_assert_cmpfloat_with_epsilon(share_of(chart, "Commit"), 5, 1e-9);
    g_assert_false(share_of(chart, "Other waits") > 10);
    g_assert_cmpstr(chart->title, ==, "User I/O is 60.0% of DB time and DB CPU 30.0%: report.lst");
    awr_free(awr);
    fixture_release(&fixture);
}

static void
test_title_names_what_took_most(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    struct awr *awr = report_of(&fixture, AWR_INSTANCE, 2, 3);
    add_event(awr->wait_classes, "Application", NULL, 940);
    add_event(awr->wait_classes, "User I/O", NULL, 20);
    add_event(awr->wait_classes, "Commit", NULL, 4);
    fill_awr_charts(&fixture.builder, fixture.view);
    const struct chart *chart = view_chart(fixture.view, "awr_classes");

    g_assert_cmpstr(chart->title, ==, "Application is 94.0% of DB time, User I/O 2.0%: report.lst");
    g_assert_cmpfloat_with_epsilon(share_of(chart, "Application"), 94, 1e-9);
    g_assert_cmpfloat_with_epsilon(share_of(chart, "User I/O"), 2, 1e-9); /* small, but always shown */
    g_assert_true(isnan(share_of(chart, "Commit")));
    g_assert_cmpfloat_with_epsilon(share_of(chart, "Other waits"), 0.4, 1e-9);
    awr_free(awr);
    fixture_release(&fixture);
}

static void
test_limits_are_shares_of_what_a_product_can_give(void)
{
    const struct catalog_product product = {.provider = (char *)"P", .product = (char *)"Disk", .tier = (char *)"Fast"};
    struct candidate candidate = {
        .product = &product, .units = 2, .binding_limit = "IOPS", .utilisation_pct = 67.5, .judged_whole = true};
    candidate.limits[LIMIT_IOPS] = (struct candidate_limit){108000, NAN, 160000, 67.5, NAN};
    candidate.limits[LIMIT_MIB_S] = (struct candidate_limit){844, NAN, NAN, NAN, NAN};
    candidate.limits[LIMIT_CAPACITY] = (struct candidate_limit){NAN, NAN, NAN, NAN, NAN};
    g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof candidate);
    g_array_append_val(candidates, candidate);
    struct sizing sizing = {.options = {.utilisation_limit = 0.8}, .candidates = candidates};
    struct fixture fixture, none;
    fixture_init(&fixture);
    fixture_init(&none);
    fixture.findings.sizing = &sizing;
    fill_limits_chart(&fixture.builder, fixture.view);
    fill_limits_chart(&none.builder, none.view);
    const struct chart *chart = view_chart(fixture.view, "limits");
    const struct chart_panel *panel = g_ptr_array_index(chart->panels, 0);
    const struct chart_mark *line = g_ptr_array_index(chart->marks, 0);

    g_assert_cmpstr(chart->title, ==, "Disk, Fast: the required load uses 67.5% of the limit that binds, IOPS");
    g_assert_cmpstr(panel->rows[0], ==, "Disk\n2 × Fast");
    g_assert_cmpuint(panel->series->len, ==, 1); /* what is not known has no bar */
    g_assert_cmpfloat(point_at(series_at(chart, 0, 0), 0).x, ==, 67.5);
    g_assert_cmpstr(series_at(chart, 0, 0)->tip[0], ==, "Disk, Fast: IOPS 108,000 of 160,000");
    g_assert_cmpfloat(line->from, ==, 80);
    g_assert_null(view_chart(none.view, "limits"));
    fixture_release(&fixture);
    fixture_release(&none);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func(
        "/load_charts/paths_are_even_or_the_odd_ones_are_named", test_paths_are_even_or_the_odd_ones_are_named);
    g_test_add_func("/load_charts/of_many_paths_the_first_are_shown_and_it_is_said",
        test_of_many_paths_the_first_are_shown_and_it_is_said);
    g_test_add_func(
        "/load_charts/small_hosts_are_one_area_and_nothing_is_lost", test_small_hosts_are_one_area_and_nothing_is_lost);
    g_test_add_func("/load_charts/idle_waits_are_no_part_of_db_time", test_idle_waits_are_no_part_of_db_time);
    g_test_add_func("/load_charts/title_names_what_took_most", test_title_names_what_took_most);
    g_test_add_func(
        "/load_charts/limits_are_shares_of_what_a_product_can_give", test_limits_are_shares_of_what_a_product_can_give);
    return g_test_run();
}
