#include "confidence.h"

#include "study_in_memory.h"

/* The reason whose text holds the words; NULL: none. */
static const struct grade_reason *
reason_of(const struct findings *findings, const char *words)
{
    for (guint i = 0; i < findings->grade_reasons->len; i++) {
        const struct grade_reason *reason = g_ptr_array_index(findings->grade_reasons, i);
        if (strstr(reason->text, words))
            return reason;
    }
    return NULL;
}

static struct awr *
add_interval(struct inputs *inputs, int day, int hour, double reads)
{
    g_autofree char *path = g_strdup_printf("awr/%02d-%02d.html", day, hour);
    struct awr *awr = add_report(inputs, path, 60, reads);
    g_free(awr->begin);
    g_free(awr->end);
    awr->begin = g_strdup_printf("2026-11-%02dT%02d:00", day, hour);
    awr->end = hour < 23 ? g_strdup_printf("2026-11-%02dT%02d:00", day, hour + 1)
                         : g_strdup_printf("2026-11-%02dT00:00", day + 1);
    awr->elapsed_min = 60;
    return awr;
}

static void
single_interval_is_a_single_sighting(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_interval(inputs, 10, 9, 1000);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpint(findings->grade, ==, 1);
    g_assert_cmpint(findings->part_grade[GRADE_DEMAND], ==, 1);
    g_assert_cmpint(findings->part_grade[GRADE_LADDER], ==, 0);
    g_assert_cmpint(findings->confidence, ==, CONFIDENCE_LOW);
    g_assert_nonnull(reason_of(findings, "one mean over 60 min"));
}

/* A week of hours, Monday 9 to Sunday 15 November: no month's end, and hours hide their peaks. */
static void
week_of_hours_is_usable(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    for (int day = 9; day < 16; day++)
        for (int hour = 0; hour < 24; hour++)
            add_interval(inputs, day, hour, 1000 + hour);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpint(findings->grade, ==, 3);
    g_assert_cmpint(findings->confidence, ==, CONFIDENCE_MEDIUM);
    g_assert_null(reason_of(findings, "less than 7 days"));
    g_assert_null(reason_of(findings, "working days"));
    g_assert_cmpint(reason_of(findings, "start of a month")->cap, ==, 4);
    g_assert_cmpint(reason_of(findings, "means over 60 min")->cap, ==, 3);
}

/* Two days with a hole of six hours: warned of, and the report goes on. */
static void
less_than_a_week_warns_and_goes_on(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    for (int hour = 0; hour < 48; hour++)
        if (hour < 20 || hour >= 26)
            add_interval(inputs, 10 + hour / 24, hour % 24, 1000);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpint(findings->grade, ==, 2);
    g_assert_cmpint(reason_of(findings, "cover 42.0 h, less than 7 days")->cap, ==, 2);
    g_assert_cmpint(reason_of(findings, "12.5% of the observed time is missing, the longest gap is 6.0 h")->cap, ==, 3);
    g_assert_cmpint(reason_of(findings, "of the five working days 2 were seen")->cap, ==, 4);
    g_assert_nonnull(findings->sizing);
}

/* A ladder alone is judged as one: nobody asked for a demand. Its grade is the least cap among its reasons. */
static void
ladder_has_a_grade_of_its_own(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    for (int users = 2; users <= 16; users *= 2) {
        g_autofree char *path = g_strdup_printf("read/slob_%du/iostat.txt", users);
        add_log(inputs, path, users, 1.0);
    }
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpuint(findings->ladders->len, ==, 1);
    g_assert_cmpint(findings->part_grade[GRADE_DEMAND], ==, 0);
    g_assert_cmpint(reason_of(findings, "has 4 rungs")->cap, ==, 3);
    g_assert_cmpint(findings->part_grade[GRADE_LADDER], ==, 3);
    g_assert_cmpint(findings->grade, ==, 3);
    g_assert_cmpuint(findings->confidence_reasons->len, ==, findings->grade_reasons->len);
}

static void
minutes_of_log_are_a_single_sighting(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    add_level(inputs, "prod/iostat.txt", 2000, 1, 0.7);
    g_autoptr(Findings) findings = findings_of(inputs);
    g_assert_cmpint(findings->grade, ==, 1);
    g_assert_cmpint(reason_of(findings, "observed for 3 min only")->cap, ==, 1);
    g_assert_true(findings->demand_load == g_ptr_array_index(findings->loads, 0));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/confidence/" #name, name)
    ADD(single_interval_is_a_single_sighting);
    ADD(week_of_hours_is_usable);
    ADD(less_than_a_week_warns_and_goes_on);
    ADD(ladder_has_a_grade_of_its_own);
    ADD(minutes_of_log_are_a_single_sighting);
    return g_test_run();
}
