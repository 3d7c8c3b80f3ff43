#include "format.h"

#include <locale.h>
#include <math.h>

#define EXPECT(call, text)                                                                                             \
    do {                                                                                                               \
        g_autofree char *seen = call;                                                                                  \
        g_assert_cmpstr(seen, ==, text);                                                                               \
    } while (0)

static void
test_half_goes_away_from_zero(void)
{
    EXPECT(format_decimal(0.5, 0), "1");
    EXPECT(format_decimal(1.5, 0), "2");
    EXPECT(format_decimal(2.5, 0), "3");
    EXPECT(format_decimal(-0.5, 0), "−1");
    EXPECT(format_decimal(0.125, 2), "0.13");
    /* The nearest doubles are a little below these decimals. */
    EXPECT(format_decimal(1.005, 2), "1.01");
    EXPECT(format_decimal(0.285 * 100, 0), "29");
    EXPECT(format_decimal(0.4005, 3), "0.401");
    EXPECT(format_decimal(2.4999999, 0), "2");
    EXPECT(format_decimal(0.4999999, 0), "0");
}

static void
test_carry_runs_through_nines(void)
{
    EXPECT(format_decimal(9.995, 2), "10.00");
    EXPECT(format_decimal(999.96, 1), "1,000.0");
    EXPECT(format_decimal(999999.5, 0), "1,000,000");
    EXPECT(format_ms(9.996), "10.0");
    EXPECT(format_ms(99.96), "100");
    EXPECT(format_ms(0.9996), "1.00");
}

static void
test_unknown_is_never_zero(void)
{
    EXPECT(format_count(NAN), "–");
    EXPECT(format_iops(INFINITY), "–");
    EXPECT(format_rough(NAN), "–");
    EXPECT(format_ms(NAN), "–");
    EXPECT(format_mib_s(-INFINITY), "–");
    EXPECT(format_gb_s(NAN), "–");
    EXPECT(format_percent(NAN), "–");
    EXPECT(format_percent_whole(NAN), "–");
    EXPECT(format_change_percent(NAN), "–");
    EXPECT(format_bytes(NAN), "–");
    EXPECT(format_duration_s(NAN), "–");
    EXPECT(format_time(NAN), "–");
    EXPECT(format_clock(1e300), "–");
    EXPECT(format_date(-1e300), "–");
    EXPECT(format_time_range(NAN, NAN), "– – –");
}

static void
test_zero_has_no_sign(void)
{
    EXPECT(format_decimal(-0.0, 1), "0.0");
    EXPECT(format_decimal(-0.04, 1), "0.0");
    EXPECT(format_change_percent(-0.04), "0.0%");
    EXPECT(format_change_percent(0.04), "0.0%");
}

static void
test_counts_have_separators(void)
{
    EXPECT(format_count(0), "0");
    EXPECT(format_count(999), "999");
    EXPECT(format_count(1000), "1,000");
    EXPECT(format_count(156540.4), "156,540");
    EXPECT(format_count(-1234567), "−1,234,567");
    EXPECT(format_count(9007199254740991.0), "9,007,199,254,740,990"); /* 15 digits are kept */
}

static void
test_iops_of_a_quiet_device_are_not_zero(void)
{
    EXPECT(format_iops(156540.2), "156,540");
    EXPECT(format_iops(100), "100");
    EXPECT(format_iops(99.96), "100");
    EXPECT(format_iops(99.94), "99.9");
    EXPECT(format_iops(0.4), "0.4");
    EXPECT(format_iops(0), "0.0");
}

static void
test_headline_figures_are_rough(void)
{
    EXPECT(format_rough(156540), "157k");
    EXPECT(format_rough(145784), "146k");
    EXPECT(format_rough(1500), "1.5k");
    EXPECT(format_rough(940), "940");
    EXPECT(format_rough(999.6), "1k");
    EXPECT(format_rough(999600), "1M");
    EXPECT(format_rough(2.5e9), "2.5G");
    EXPECT(format_rough(0), "0");
}

static void
test_latency_has_three_digits(void)
{
    EXPECT(format_ms(0.40113), "0.401");
    EXPECT(format_ms(0.377), "0.377");
    EXPECT(format_ms(0.05), "0.050");
    EXPECT(format_ms(3.2659), "3.27");
    EXPECT(format_ms(12.34), "12.3");
    EXPECT(format_ms(250.4), "250");
    EXPECT(format_ms(12345.6), "12,346");
    EXPECT(format_ms(0), "0.000");
    EXPECT(format_ms(0.0004), "0.000");
}

static void
test_throughput_has_three_digits(void)
{
    EXPECT(format_mib_s(1222.97), "1,223");
    EXPECT(format_mib_s(97.66), "97.7");
    EXPECT(format_mib_s(9.766), "9.77");
    EXPECT(format_mib_s(0.0478), "0.05");
    EXPECT(format_gb_s(1.28238), "1.28");
    EXPECT(format_gb_s(12.345), "12.35");
}

static void
test_percent_says_all_or_nothing_only_when_it_is_so(void)
{
    EXPECT(format_percent(97.84), "97.8%");
    EXPECT(format_percent(100), "100.0%");
    EXPECT(format_percent_whole(100), "100%");
    EXPECT(format_percent_whole(99.7), ">99%");
    EXPECT(format_percent_whole(99.4), "99%");
    EXPECT(format_percent_whole(0.2), "<1%");
    EXPECT(format_percent_whole(0), "0%");
    EXPECT(format_percent_whole(90), "90%");
    EXPECT(format_change_percent(3.21), "+3.2%");
    EXPECT(format_change_percent(-10), "−10.0%");
}

static void
test_bytes_take_the_largest_unit(void)
{
    EXPECT(format_bytes(0), "0 B");
    EXPECT(format_bytes(512), "512 B");
    EXPECT(format_bytes(8192), "8 KiB");
    EXPECT(format_bytes(201326592), "192 MiB");
    EXPECT(format_bytes(1649267441664.0), "1.5 TiB");
    EXPECT(format_bytes(1023 * 1024), "1,023 KiB");
    EXPECT(format_bytes(1023.7 * 1024), "1 MiB");
    EXPECT(format_bytes(0x1p80), "1,048,576 EiB");
}

static void
test_durations_have_two_units(void)
{
    EXPECT(format_duration_s(0), "0 s");
    EXPECT(format_duration_s(0.44), "0.4 s");
    EXPECT(format_duration_s(45), "45 s");
    EXPECT(format_duration_s(59.94), "59.9 s");
    EXPECT(format_duration_s(59.96), "1 min");
    EXPECT(format_duration_s(90), "1 min 30 s");
    EXPECT(format_duration_s(1800), "30 min");
    EXPECT(format_duration_s(5400), "1 h 30 min");
    EXPECT(format_duration_s(3599.6), "1 h");
    EXPECT(format_duration_s(86399), "1 d");
    EXPECT(format_duration_s(183600), "2 d 3 h");
    EXPECT(format_duration_s(-90), "−1 min 30 s");
}

static void
test_times_are_local_and_whole(void)
{
    EXPECT(format_time(1700000000), "2023-11-14 22:13:20");
    EXPECT(format_time(1700000000.9), "2023-11-14 22:13:20");
    EXPECT(format_clock(0), "00:00:00");
    EXPECT(format_date(-1), "1969-12-31");
    EXPECT(format_time(253402300799.0), "9999-12-31 23:59:59");
    EXPECT(format_time(253402300800.0), "–");
    EXPECT(format_time_range(1700000000, 1700001800), "22:13:20–22:43:20");
    EXPECT(format_time_range(1700005800, 1700007600), "2023-11-14 23:50:00 – 2023-11-15 00:20:00");
}

static void
test_no_locale_is_asked(void)
{
    /* Where the machine has none of these, the plain locale stays: the assertions hold all the same. */
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        setlocale(LC_ALL, "fr_FR.UTF-8");
    EXPECT(format_ms(0.4011), "0.401");
    EXPECT(format_count(156540), "156,540");
    setlocale(LC_ALL, "C");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/format/half_goes_away_from_zero", test_half_goes_away_from_zero);
    g_test_add_func("/format/carry_runs_through_nines", test_carry_runs_through_nines);
    g_test_add_func("/format/unknown_is_never_zero", test_unknown_is_never_zero);
    g_test_add_func("/format/zero_has_no_sign", test_zero_has_no_sign);
    g_test_add_func("/format/counts_have_separators", test_counts_have_separators);
    g_test_add_func("/format/iops_of_a_quiet_device_are_not_zero", test_iops_of_a_quiet_device_are_not_zero);
    g_test_add_func("/format/headline_figures_are_rough", test_headline_figures_are_rough);
    g_test_add_func("/format/latency_has_three_digits", test_latency_has_three_digits);
    g_test_add_func("/format/throughput_has_three_digits", test_throughput_has_three_digits);
    g_test_add_func(
        "/format/percent_says_all_or_nothing_only_when_it_is_so", test_percent_says_all_or_nothing_only_when_it_is_so);
    g_test_add_func("/format/bytes_take_the_largest_unit", test_bytes_take_the_largest_unit);
    g_test_add_func("/format/durations_have_two_units", test_durations_have_two_units);
    g_test_add_func("/format/times_are_local_and_whole", test_times_are_local_and_whole);
    g_test_add_func("/format/no_locale_is_asked", test_no_locale_is_asked);
    return g_test_run();
}
