#include "timestamp.h"

#include <string.h>

/* "YYYY-MM-DDTHH:MM:SS" of the stamp in this order; "none" where the text is no stamp, "no date" without one. */
static char *
read_stamp(const char *text, enum date_order order, struct stamp *out)
{
    struct stamp local;
    struct stamp *stamp = out != NULL ? out : &local;
    if (!stamp_parse(text, strlen(text), stamp))
        return g_strdup("none");
    char *time = capture_time_text(stamp_time_s(stamp, order), stamp->has_zone, stamp->utc_offset_s);
    return time != NULL ? time : g_strdup("no date");
}

static const struct {
    const char *text;
    enum date_order order;
    const char *want;
} forms[] = {
    {"11/30/26 11:33:12", DATE_ORDER_MDY, "2026-11-30T11:33:12"},
    {"11/30/2026 11:33:12 AM", DATE_ORDER_MDY, "2026-11-30T11:33:12"},
    {"11/30/2026 12:00:00 AM", DATE_ORDER_MDY, "2026-11-30T00:00:00"},
    {"11/30/2026 12:10:00 PM", DATE_ORDER_MDY, "2026-11-30T12:10:00"},
    {"11/30/2026 01:10:00 PM", DATE_ORDER_MDY, "2026-11-30T13:10:00"},
    {"30.11.2026 11:33:12", DATE_ORDER_DMY, "2026-11-30T11:33:12"},
    {"30.11.2026 11.33.12", DATE_ORDER_DMY, "2026-11-30T11:33:12"},
    {"30/11/26 11:33:12", DATE_ORDER_DMY, "2026-11-30T11:33:12"},
    {"30-11-26 11:33:12", DATE_ORDER_DMY, "2026-11-30T11:33:12"},
    {"2026-11-30 11:33:12", DATE_ORDER_AUTO, "2026-11-30T11:33:12"},
    {"2026-11-30 11:33:12 PM", DATE_ORDER_AUTO, "2026-11-30T23:33:12"},
    {"30/11/26 11:33:12 AM UTC", DATE_ORDER_DMY, "2026-11-30T11:33:12"},
    {"2026年11月30日 11時33分12秒", DATE_ORDER_AUTO, "2026-11-30T11:33:12"},
    {"2026年11月30日 下午11时33分12秒", DATE_ORDER_AUTO, "2026-11-30T23:33:12"},
    {"2026년 11월 30일 오후 01시 33분 12초", DATE_ORDER_AUTO, "2026-11-30T13:33:12"},
    {"30 Nov 2026 11:33:12", DATE_ORDER_AUTO, "2026-11-30T11:33:12"},
    {"30 نوف, 2026 11:33:12 م", DATE_ORDER_AUTO, "2026-11-30T23:33:12"},
    {"2026-11-30T11:33:12+0530", DATE_ORDER_AUTO, "2026-11-30T11:33:12+05:30"},
    {"2026-11-30T11:33:12-08:00", DATE_ORDER_AUTO, "2026-11-30T11:33:12-08:00"},
    {"2026-11-30T11:33:12Z", DATE_ORDER_AUTO, "2026-11-30T11:33:12+00:00"},
    {"2026-11-30T11:33:12", DATE_ORDER_AUTO, "2026-11-30T11:33:12"},
    {"1796038452", DATE_ORDER_AUTO, "2026-11-30T11:34:12+00:00"},
    {"Time: 03:49:57 PM", DATE_ORDER_AUTO, "no date"},
    {"  11/30/26 11:33:12 ", DATE_ORDER_MDY, "2026-11-30T11:33:12"},
    {"26/11/30 11:33:12", DATE_ORDER_YMD, "2026-11-30T11:33:12"},
    {"99/11/30 11:33:12", DATE_ORDER_AUTO, "1999-11-30T11:33:12"},
    {"02/29/28 23:59:59", DATE_ORDER_MDY, "2028-02-29T23:59:59"},
    {"02/29/27 00:00:00", DATE_ORDER_MDY, "no date"},
    {"30/11/26 11:33:12", DATE_ORDER_MDY, "no date"},
    {"11/30/26 25:33:12", DATE_ORDER_MDY, "none"},
    {"11/30/26 11:61:12", DATE_ORDER_MDY, "none"},
    {"11/30/26", DATE_ORDER_MDY, "none"},
    {"11:33:12", DATE_ORDER_MDY, "none"},
    {"", DATE_ORDER_MDY, "none"},
    {"sda 11/30/26 11:33:12 0.00", DATE_ORDER_MDY, "none"},
    {"Last login: Mon Nov 30 09:12:44 2026 from 10.0.0.7", DATE_ORDER_MDY, "none"},
    {"360050768081234567890123456789012", DATE_ORDER_MDY, "none"},
    {"2026-11-30T11:33:12+9930", DATE_ORDER_AUTO, "none"},
};

static void
test_forms_of_all_locales(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autofree char *got = read_stamp(forms[i].text, forms[i].order, NULL);
        if (!g_str_equal(got, forms[i].want))
            g_error("%s: %s, not %s", forms[i].text, got, forms[i].want);
    }
}

static void
test_undated_stamp_has_time_of_day(void)
{
    struct stamp stamp;
    g_autofree char *got = read_stamp("Time: 03:49:57 PM", DATE_ORDER_AUTO, &stamp);
    g_assert_cmpstr(got, ==, "no date");
    g_assert_cmpint(stamp.date, ==, STAMP_NO_DATE);
    g_assert_cmpint(stamp.second_of_day, ==, 15 * 3600 + 49 * 60 + 57);
    g_assert_true(stamp.twelve_hours);
}

/* The verdict over a list of stamps. */
static struct date_verdict
verdict_of(const char *const *texts, bool comma)
{
    struct date_evidence evidence = {.comma = comma};
    for (; *texts != NULL; texts++) {
        struct stamp stamp;
        g_assert_true(stamp_parse(*texts, strlen(*texts), &stamp));
        date_evidence_add(&evidence, &stamp);
    }
    return date_evidence_verdict(&evidence);
}

static void
check_verdict(enum date_order order, bool proven, bool comma, const char *first, const char *second)
{
    const char *const texts[] = {first, second, NULL};
    struct date_verdict verdict = verdict_of(texts, comma);
    g_assert_cmpint(verdict.order, ==, order);
    g_assert_true(verdict.proven == proven);
}

static void
test_order_is_proven_by_a_day_over_12(void)
{
    check_verdict(DATE_ORDER_MDY, true, false, "03/04/26 10:00:00", "03/13/26 10:00:00");
    check_verdict(DATE_ORDER_DMY, true, false, "03/04/26 10:00:00", "13/04/26 10:00:00");
    check_verdict(DATE_ORDER_YMD, true, false, "99/04/03 10:00:00", NULL);
}

static void
test_order_is_proven_by_midnight(void)
{
    check_verdict(DATE_ORDER_DMY, true, false, "03/04/26 23:59:59", "04/04/26 00:00:00");
    check_verdict(DATE_ORDER_MDY, true, false, "03/04/26 23:59:59", "03/05/26 00:00:00");
}

static void
test_order_by_habit_is_not_proven(void)
{
    check_verdict(DATE_ORDER_MDY, false, false, "03/04/26 10:00:00", NULL);
    check_verdict(DATE_ORDER_MDY, false, false, "03/04/2026 10:00:00 AM", NULL);
    check_verdict(DATE_ORDER_DMY, false, false, "03/04/2026 10:00:00", NULL);
    check_verdict(DATE_ORDER_DMY, false, false, "03.04.2026 10:00:00", NULL);
    check_verdict(DATE_ORDER_DMY, false, true, "03/04/26 10:00:00", NULL);
}

static void
test_mixed_orders_are_contradictory(void)
{
    const char *const texts[] = {"03/13/26 10:00:00", "13/03/26 10:00:01", NULL};
    g_assert_true(verdict_of(texts, false).contradictory);
}

static void
test_banner_dates(void)
{
    static const struct {
        const char *text;
        int64_t want;
    } dates[] = {
        {"11/30/26", 1795996800},
        {"2026-11-30", 1795996800},
        {"2026年11月30日", 1795996800},
        {"30 Nov 2026", 1795996800},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(dates); i++) {
        struct stamp stamp;
        g_assert_true(stamp_parse_date(dates[i].text, strlen(dates[i].text), &stamp));
        g_assert_cmpint(stamp_time_s(&stamp, DATE_ORDER_MDY), ==, dates[i].want);
    }
    struct stamp stamp;
    g_assert_false(stamp_parse_date("?/?/?", 5, &stamp));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/timestamp/forms_of_all_locales", test_forms_of_all_locales);
    g_test_add_func("/timestamp/undated_stamp_has_time_of_day", test_undated_stamp_has_time_of_day);
    g_test_add_func("/timestamp/order_is_proven_by_a_day_over_12", test_order_is_proven_by_a_day_over_12);
    g_test_add_func("/timestamp/order_is_proven_by_midnight", test_order_is_proven_by_midnight);
    g_test_add_func("/timestamp/order_by_habit_is_not_proven", test_order_by_habit_is_not_proven);
    g_test_add_func("/timestamp/mixed_orders_are_contradictory", test_mixed_orders_are_contradictory);
    g_test_add_func("/timestamp/banner_dates", test_banner_dates);
    return g_test_run();
}
