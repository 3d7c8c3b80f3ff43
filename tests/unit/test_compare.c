#include "compare.h"
#include "precision.h"
#include "student.h"

#include <math.h>
#include <string.h>

static void
student_has_the_values_of_the_tables(void)
{
    static const struct {
        double p, freedom, t;
    } row[] = {
        {0.975, 1, 12.7062}, {0.975, 9, 2.2622}, {0.999, 30, 3.3852}, {0.9995, 10, 4.5869}, {0.975, INFINITY, 1.95996}};
    for (size_t i = 0; i < G_N_ELEMENTS(row); i++) {
        g_assert_cmpfloat_with_epsilon(student_quantile(row[i].p, row[i].freedom), row[i].t, 1e-4);
        g_assert_cmpfloat_with_epsilon(student_quantile(1 - row[i].p, row[i].freedom), -row[i].t, 1e-4);
        g_assert_cmpfloat_with_epsilon(student_tails(row[i].t, row[i].freedom), 2 * (1 - row[i].p), 1e-5);
    }
    g_assert_true(isnan(student_quantile(0.975, 0)));
    g_assert_true(isnan(student_quantile(1, 5)));
}

static double
normal(GRand *random)
{
    double u = g_rand_double_range(random, 1e-12, 1);
    return sqrt(-2 * log(u)) * cos(2 * G_PI * g_rand_double(random));
}

/* 300 series of 600 s with a correlation of 0.9 from one second to the next: 95% of the intervals hold the mean. */
static void
interval_holds_the_mean_of_a_correlated_series(void)
{
    GRand *random = g_rand_new_with_seed(7);
    int held = 0;
    double value[600];
    for (int k = 0; k < 300; k++) {
        double slow = normal(random);
        for (size_t i = 0; i < G_N_ELEMENTS(value); i++) {
            slow = 0.9 * slow + sqrt(1 - 0.81) * normal(random);
            value[i] = 100 + 3 * slow;
        }
        struct precision precision = precision_of_mean(value, G_N_ELEMENTS(value), 1, 0);
        double mean = 0;
        for (size_t i = 0; i < G_N_ELEMENTS(value); i++)
            mean += value[i] / G_N_ELEMENTS(value);
        held += fabs(mean - 100) <= precision.half_width_pct / 100 * mean;
        /* 600 samples are worth 600 / 19 independent ones. */
        g_assert_cmpfloat(precision.effective_samples, <, 120);
    }
    g_rand_free(random);
    g_assert_cmpint(held, >=, 285);
}

static void
oscillation_is_not_taken_for_noise(void)
{
    double value[420];
    for (int i = 0; i < 420; i++)
        value[i] = 100 + 10 * sin(2 * G_PI * i / 42);
    g_assert_cmpfloat(precision_of_mean(value, 420, 1, 42).error_pct, <, 0.01);
    g_assert_cmpfloat(precision_of_mean(value, 420, 1, 0).error_pct, >, 0.2);
}

static void
few_or_absent_samples_tell_no_precision(void)
{
    const double value[] = {1, 2, 3, 4, 5, NAN};
    g_assert_true(isnan(precision_of_mean(value, 6, 1, 0).error_pct));
    g_assert_true(isnan(precision_of_mean(NULL, 0, 1, 0).error_pct));
    const double flat[] = {5, 5, 5, 5, 5, 5, 5, 5};
    g_assert_cmpfloat(precision_of_mean(flat, 8, 1, 0).error_pct, ==, 0);
    g_assert_cmpfloat(precision_of_mean(flat, 8, 1, 0).effective_samples, ==, 8);
}

/* A results.json of one workload with rungs at 1, 2, 4; the figures of `change` replace "KEY". */
struct side {
    double iops[3], latency_ms[3], error_pct; /* 0: no precision is known */
    double read_pct, io_kib, ceiling_ms;
    int best; /* index; -1: none */
    bool unsteady;
    const char *source, *name;
};

static const struct side usual = {{1000, 2000, 3000}, {1, 1, 1.33}, 0.2, 100, 8, 2, 2, false, "iostat", "read100"};

static void
append_rung(GString *json, const struct side *side, int i)
{
    g_string_append_printf(json,
        "{\"concurrency\": %d, \"iops\": %.3f, \"mib_s\": %.3f, \"latency_ms\": %.4f, \"source\": \"%s\", \"window\": "
        "{\"samples\": 300, \"steady\": %s}",
        1 << i, side->iops[i], side->iops[i] / 128, side->latency_ms[i], side->source,
        side->unsteady ? "false" : "true");
    if (side->error_pct > 0) {
        g_string_append(json, ", \"precision\": {");
        static const char *const key[] = {"iops", "mib_s", "latency_ms"};
        for (size_t k = 0; k < G_N_ELEMENTS(key); k++)
            g_string_append_printf(
                json, "%s\"%s\": {\"error_pct\": %.3f, \"freedom\": 50}", k > 0 ? ", " : "", key[k], side->error_pct);
        g_string_append(json, "}");
    }
    g_string_append(json, "}");
}

static struct results_file *
file_of(const struct side *side)
{
    g_autoptr(GString) json = g_string_new("{\"schema\": 1, \"generator\": \"iosizer test\", \"workloads\": {");
    g_string_append_printf(json,
        "\"%s\": {\"read_pct\": %.2f, \"io_kib\": %.2f, \"latency_ceiling_ms\": %.2f, \"rungs\": [", side->name,
        side->read_pct, side->io_kib, side->ceiling_ms);
    for (int i = 0; i < 3; i++) {
        g_string_append(json, i > 0 ? ", " : "");
        append_rung(json, side, i);
    }
    g_string_append(json, "], \"knee\": {\"verdict\": \"insufficient\"}");
    if (side->best >= 0) {
        g_string_append(json, ", \"best\": ");
        append_rung(json, side, side->best);
    }
    g_string_append(json, "}}}");
    g_autoptr(GError) error = NULL;
    struct results_file *file = results_file_parse(json->str, json->len, "results.json", &error);
    g_assert_no_error(error);
    return file;
}

static struct compare *
compare_of(const struct side *base, size_t bases, const struct side *new, size_t news)
{
    g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func((GDestroyNotify)results_file_free);
    g_autoptr(GPtrArray) right = g_ptr_array_new_with_free_func((GDestroyNotify)results_file_free);
    for (size_t i = 0; i < bases; i++)
        g_ptr_array_add(left, file_of(&base[i]));
    for (size_t i = 0; i < news; i++)
        g_ptr_array_add(right, file_of(&new[i]));
    struct compare_limits limits = COMPARE_LIMITS_DEFAULT;
    return compare_new(left, right, &limits);
}

static const struct compare_line *
line_of(const struct compare *compare, enum compare_place place, double at, enum compare_figure figure)
{
    for (guint i = 0; i < compare->lines->len; i++) {
        const struct compare_line *line = &g_array_index(compare->lines, struct compare_line, i);
        if (line->place == place && line->figure == figure && (place != COMPARE_RUNG || line->base_at == at))
            return line;
    }
    g_error("no such line");
}

static void
equal_results_are_the_same(void)
{
    g_autoptr(Compare) compare = compare_of(&usual, 1, &usual, 1);
    g_assert_true(compare_is_met(compare));
    g_assert_cmpuint(compare->compared, ==, 9);
    g_assert_cmpuint(compare->count[COMPARE_SAME], ==, 9);
    g_assert_cmpfloat_with_epsilon(compare->alpha_each, 0.01 / 9, 1e-12);
    /* By hand: Welch with 100 degrees of freedom, errors of 0.2% a side. */
    double reach = student_quantile(1 - 0.01 / 18, 100) * 0.002 * sqrt(2);
    const struct compare_line *line = line_of(compare, COMPARE_RUNG, 1, COMPARE_IOPS);
    g_assert_cmpfloat_with_epsilon(line->hi_pct, 100 * expm1(reach), 1e-9);
    g_assert_cmpfloat_with_epsilon(line->lo_pct, 100 * expm1(-reach), 1e-9);
}

static void
change_beyond_noise_and_limit_is_worse_or_better(void)
{
    struct side new = usual;
    new.iops[1] = 1900;
    new.latency_ms[2] = 1.2;
    g_autoptr(Compare) compare = compare_of(&usual, 1, &new, 1);
    const struct compare_line *line = line_of(compare, COMPARE_RUNG, 2, COMPARE_IOPS);
    g_assert_cmpint(line->verdict, ==, COMPARE_WORSE);
    g_assert_cmpfloat_with_epsilon(line->change_pct, -5, 1e-9);
    g_assert_cmpint(line_of(compare, COMPARE_RUNG, 4, COMPARE_LATENCY)->verdict, ==, COMPARE_BETTER);
    g_assert_false(compare_is_met(compare));
    g_assert_cmpuint(compare->count[COMPARE_WORSE], ==, 2); /* MiB/s go with IOPS */
}

static void
change_within_noise_cannot_be_told(void)
{
    struct side base = usual, new = usual;
    base.error_pct = new.error_pct = 2;
    new.iops[1] = 1900;
    g_autoptr(Compare) compare = compare_of(&base, 1, &new, 1);
    const struct compare_line *line = line_of(compare, COMPARE_RUNG, 2, COMPARE_IOPS);
    g_assert_cmpint(line->verdict, ==, COMPARE_CANNOT_TELL);
    g_assert_cmpint(line->reason, ==, COMPARE_TOO_WIDE);
    g_assert_true(compare_is_met(compare));
}

static void
change_near_the_limit_cannot_be_told(void)
{
    struct side new = usual;
    new.iops[1] = 1945; /* -2.75% of a limit of 3% */
    g_autoptr(Compare) compare = compare_of(&usual, 1, &new, 1);
    const struct compare_line *line = line_of(compare, COMPARE_RUNG, 2, COMPARE_IOPS);
    g_assert_cmpint(line->verdict, ==, COMPARE_CANNOT_TELL);
    g_assert_cmpint(line->reason, ==, COMPARE_NEAR_LIMIT);
}

static void
figure_without_seconds_cannot_be_told(void)
{
    struct side base = usual, new = usual;
    base.error_pct = new.error_pct = 0;
    new.iops[1] = 1000;
    g_autoptr(Compare) compare = compare_of(&base, 1, &new, 1);
    g_assert_cmpint(line_of(compare, COMPARE_RUNG, 2, COMPARE_IOPS)->reason, ==, COMPARE_NO_INTERVAL);
    g_assert_cmpuint(compare->compared, ==, 0);
    new = usual;
    new.unsteady = true;
    g_autoptr(Compare) unsteady = compare_of(&usual, 1, &new, 1);
    g_assert_cmpint(line_of(unsteady, COMPARE_RUNG, 2, COMPARE_IOPS)->reason, ==, COMPARE_NOT_STEADY);
}

static void
spread_between_runs_is_counted(void)
{
    /* Runs that differ by 4% at each rung: the same change that one run a side tells is noise. */
    struct side base[2] = {usual, usual}, new[2] = {usual, usual};
    for (int i = 0; i < 3; i++) {
        base[0].iops[i] *= 1.02;
        base[1].iops[i] /= 1.02;
        new[0].iops[i] *= 0.95 * 1.02;
        new[1].iops[i] *= 0.95 / 1.02;
    }
    g_autoptr(Compare) compare = compare_of(base, 2, new, 2);
    const struct compare_line *line = line_of(compare, COMPARE_RUNG, 2, COMPARE_IOPS);
    g_assert_true(compare->between_runs);
    g_assert_cmpfloat_with_epsilon(line->change_pct, -5, 1e-4);
    g_assert_cmpint(line->verdict, ==, COMPARE_CANNOT_TELL);
    /* Variance of a run: 2 x ln(1.02)^2 from each pair, 6 degrees of freedom; of a mean of two half of it. */
    double error = sqrt(2 * log(1.02) * log(1.02) / 2 * 2),
           reach = student_quantile(1 - compare->alpha_each / 2, 12) * error;
    g_assert_cmpfloat_with_epsilon(line->hi_pct, 100 * expm1(log(0.95) + reach), 1e-3);
    g_autoptr(Compare) single = compare_of(base, 1, new, 1);
    g_assert_cmpint(line_of(single, COMPARE_RUNG, 2, COMPARE_IOPS)->verdict, ==, COMPARE_WORSE);
}

static void
calm_run_counts_as_the_louder_ones(void)
{
    struct side base = usual, new = usual;
    base.error_pct = 0.001;
    new.error_pct = 1;
    new.iops[1] = 2005;
    g_autoptr(Compare) compare = compare_of(&base, 1, &new, 1);
    /* The upper quartile of three of 0.001% and three of 1%: the calm side has the noise of the other. */
    double typical = 0.01 * 0.01, variance = typical + 0.01 * 0.01;
    double freedom = variance * variance / (typical * typical / 50 + 1e-8 / 50);
    double reach = student_quantile(1 - compare->alpha_each / 2, freedom) * sqrt(variance);
    const struct compare_line *line = line_of(compare, COMPARE_RUNG, 2, COMPARE_IOPS);
    g_assert_cmpfloat_with_epsilon(line->hi_pct, 100 * expm1(log(2005.0 / 2000) + reach), 1e-6);
}

/* The highest rung is over the ceiling by its interval or not: its loss alone proves nothing. */
static void
best_point_lost_by_noise_cannot_be_told(void)
{
    struct side base = usual, new = usual;
    base.latency_ms[2] = 1.995;
    new.latency_ms[2] = 2.005;
    new.best = 1;
    g_autoptr(Compare) compare = compare_of(&base, 1, &new, 1);
    const struct compare_line *best = line_of(compare, COMPARE_BEST, 0, COMPARE_IOPS);
    g_assert_cmpfloat(best->base_at, ==, 4);
    g_assert_cmpfloat(best->new_at, ==, 2);
    g_assert_cmpint(best->verdict, ==, COMPARE_CANNOT_TELL);
    new.latency_ms[2] = 2.5;
    g_autoptr(Compare) lost = compare_of(&base, 1, &new, 1);
    g_assert_cmpint(line_of(lost, COMPARE_RUNG, 4, COMPARE_LATENCY)->verdict, ==, COMPARE_WORSE);
}

static void
no_rung_within_the_ceiling_any_more_is_worse(void)
{
    struct side new = usual;
    for (int i = 0; i < 3; i++)
        new.latency_ms[i] = 4;
    new.best = -1;
    g_autoptr(Compare) compare = compare_of(&usual, 1, &new, 1);
    const struct compare_line *best = line_of(compare, COMPARE_BEST, 0, COMPARE_IOPS);
    g_assert_cmpint(best->verdict, ==, COMPARE_WORSE);
    g_assert_cmpint(best->reason, ==, COMPARE_NONE_WITHIN);
}

static void
assert_unlike(const struct side *new, enum compare_difference difference)
{
    g_autoptr(Compare) compare = compare_of(&usual, 1, new, 1);
    g_assert_cmpuint(compare->unlike->len, >=, 1);
    g_assert_cmpint(g_array_index(compare->unlike, struct compare_unlike, 0).difference, ==, difference);
    g_assert_cmpuint(compare->lines->len, ==, 0);
    g_assert_false(compare_is_met(compare));
}

static void
unlike_runs_are_told(void)
{
    struct side new = usual;
    new.read_pct = 90;
    assert_unlike(&new, COMPARE_UNLIKE_READ_SHARE);
    new = usual;
    new.io_kib = 16;
    assert_unlike(&new, COMPARE_UNLIKE_IO_SIZE);
    new = usual;
    new.ceiling_ms = 1;
    assert_unlike(&new, COMPARE_UNLIKE_CEILING);
    new = usual;
    new.source = "awr";
    assert_unlike(&new, COMPARE_UNLIKE_SOURCE);
    new = usual;
    new.name = "mix90";
    assert_unlike(&new, COMPARE_UNLIKE_WORKLOAD);
}

static void
noise_of_shares_and_sizes_is_alike(void)
{
    struct side new = usual;
    new.read_pct = 98;
    new.io_kib = 8.3;
    g_autoptr(Compare) compare = compare_of(&usual, 1, &new, 1);
    g_assert_cmpuint(compare->unlike->len, ==, 0);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/compare/student_has_the_values_of_the_tables", student_has_the_values_of_the_tables);
    g_test_add_func(
        "/compare/interval_holds_the_mean_of_a_correlated_series", interval_holds_the_mean_of_a_correlated_series);
    g_test_add_func("/compare/oscillation_is_not_taken_for_noise", oscillation_is_not_taken_for_noise);
    g_test_add_func("/compare/few_or_absent_samples_tell_no_precision", few_or_absent_samples_tell_no_precision);
    g_test_add_func("/compare/equal_results_are_the_same", equal_results_are_the_same);
    g_test_add_func(
        "/compare/change_beyond_noise_and_limit_is_worse_or_better", change_beyond_noise_and_limit_is_worse_or_better);
    g_test_add_func("/compare/change_within_noise_cannot_be_told", change_within_noise_cannot_be_told);
    g_test_add_func("/compare/change_near_the_limit_cannot_be_told", change_near_the_limit_cannot_be_told);
    g_test_add_func("/compare/figure_without_seconds_cannot_be_told", figure_without_seconds_cannot_be_told);
    g_test_add_func("/compare/spread_between_runs_is_counted", spread_between_runs_is_counted);
    g_test_add_func("/compare/calm_run_counts_as_the_louder_ones", calm_run_counts_as_the_louder_ones);
    g_test_add_func("/compare/best_point_lost_by_noise_cannot_be_told", best_point_lost_by_noise_cannot_be_told);
    g_test_add_func(
        "/compare/no_rung_within_the_ceiling_any_more_is_worse", no_rung_within_the_ceiling_any_more_is_worse);
    g_test_add_func("/compare/unlike_runs_are_told", unlike_runs_are_told);
    g_test_add_func("/compare/noise_of_shares_and_sizes_is_alike", noise_of_shares_and_sizes_is_alike);
    return g_test_run();
}
