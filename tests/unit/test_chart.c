#include "canvas_cairo.h"
#include "canvas_record.h"
#include "chart.h"
#include "chart_labels.h"
#include "m4.h"
#include "text.h"
#include "theme.h"

#include <math.h>
#include <string.h>

static struct fonts *fonts;
static struct theme theme;

static const double sessions[] = {1, 2, 4, 8, 16, 32, 64, 128};
static const double iops[] = {2490, 4980, 9950, 19900, 39700, 78600, 143000, 156540};
static const double latency_ms[] = {0.401, 0.401, 0.402, 0.402, 0.403, 0.407, 0.448, 0.818};
enum { RUNGS = G_N_ELEMENTS(sessions) };

/* Draws on a recording canvas; free with canvas_record_free. */
static struct canvas *
drawn(const struct chart *chart)
{
    struct canvas *canvas = canvas_record_new(chart->width, chart->height, fonts);

    chart_draw(chart, &theme, canvas);
    return canvas;
}

/* Lines that begin with `start` and hold `part`. */
static unsigned
lines_with(const struct canvas *canvas, const char *start, const char *part)
{
    const GPtrArray *lines = canvas_record_lines(canvas);
    unsigned n = 0;

    for (guint i = 0; i < lines->len; i++)
        n += g_str_has_prefix(lines->pdata[i], start) && strstr(lines->pdata[i], part);
    return n;
}

static const struct record_text *
text_found(const struct canvas *canvas, const char *text)
{
    const GArray *texts = canvas_record_texts(canvas);

    for (guint i = 0; i < texts->len; i++)
        if (strcmp(g_array_index(texts, struct record_text, i).text, text) == 0)
            return &g_array_index(texts, struct record_text, i);
    return NULL;
}

static void
assert_texts_apart_and_inside(const struct canvas *canvas)
{
    const GArray *texts = canvas_record_texts(canvas);

    for (guint i = 0; i < texts->len; i++) {
        const struct record_text *a = &g_array_index(texts, struct record_text, i);
        g_assert_cmpfloat(a->left, >=, -0.1);
        g_assert_cmpfloat(a->top, >=, -0.1);
        g_assert_cmpfloat(a->right, <=, canvas->width + 0.1);
        g_assert_cmpfloat(a->bottom, <=, canvas->height + 0.1);
        for (guint j = 0; j < i; j++) {
            const struct record_text *b = &g_array_index(texts, struct record_text, j);
            g_assert_false(a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom);
        }
    }
}

static struct chart *
ladder_chart(void)
{
    struct chart *chart = chart_new("ladder", "IOPS flatten at 64 sessions", "IOPS and latency against sessions");
    chart_x_axis(chart, "Sessions", CHART_LOG2);
    struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
    chart_add_series(panel, "measured", CHART_LINE_DOTS, 0, sessions, iops, RUNGS);
    chart_add_series(panel, "fitted", CHART_DASHED, 1, sessions, iops, RUNGS);
    chart_panel_add_mark(panel, CHART_MARK_POINT, 64, 143000, "best operating point");
    panel = chart_add_panel(chart, "Latency", "ms", CHART_LINEAR, true);
    chart_add_series(panel, "reads", CHART_LINE_DOTS, 0, sessions, latency_ms, RUNGS);
    chart_panel_add_mark(panel, CHART_MARK_Y, 1, NAN, "1 ms ceiling");
    chart_add_mark(chart, CHART_MARK_X, 62.8, NAN, "knee 62.8");
    chart_add_mark(chart, CHART_MARK_X_BAND, 55, 71, "90% interval");
    return chart;
}

static void
test_ladder_has_its_ticks_and_labels(void)
{
    g_autoptr(Chart) chart = ladder_chart();
    struct canvas *canvas = drawn(chart);
    static const char *const texts[] = {"IOPS flatten at 64 sessions", "IOPS and latency against sessions", "IOPS",
        "Latency, ms", "1", "2", "4", "8", "16", "32", "64", "128", "Sessions", "0", "40k", "80k", "120k", "160k",
        "0.25", "0.50", "0.75", "1.00", "measured", "fitted", "reads", "1 ms ceiling", "knee 62.8", "90% interval",
        "best operating point"};

    g_assert_cmpfloat(chart->height, ==, 350);
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_nonnull(text_found(canvas, texts[i]));
    g_assert_cmpuint(canvas_record_texts(canvas)->len, ==, G_N_ELEMENTS(texts) + 1); /* "0" stands in both panels */
    g_assert_cmpuint(lines_with(canvas, "text start 0 12 11.5 semibold #1b2733", "IOPS flatten"), ==, 1);
    g_assert_cmpuint(lines_with(canvas, "rect ", "#e9eff5"), ==, 2);                    /* the band, in both panels */
    g_assert_cmpuint(lines_with(canvas, "polyline ", "#1b2733 0.8 dash 3 2.5"), ==, 2); /* the knee */
    g_assert_cmpuint(lines_with(canvas, "dots ", "4.6 none #1b2733"), ==, 1);           /* the ring */
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

static void
test_direct_labels_stand_at_line_ends_apart(void)
{
    g_autoptr(Chart) chart = ladder_chart();
    struct canvas *canvas = drawn(chart);
    const struct record_text *measured = text_found(canvas, "measured"), *fitted = text_found(canvas, "fitted");
    const struct record_text *last = text_found(canvas, "128");

    g_assert_cmpfloat(measured->left, >, last->right);
    g_assert_cmpfloat(measured->left, ==, fitted->left);
    g_assert_cmpfloat_with_epsilon(fabs(measured->top - fitted->top), 11, 0.01);
    canvas_record_free(canvas);
}

static void
test_nan_breaks_the_line(void)
{
    g_autoptr(Chart) chart = chart_new("gap", "", "");
    const double x[] = {0, 1, 2, 3, 4, 5, 6}, y[] = {1, 2, NAN, 3, NAN, 4, 5};
    chart_add_series(chart_add_panel(chart, "", "ms", CHART_LINEAR, true), "", CHART_LINE, 0, x, y, 7);
    struct canvas *canvas = drawn(chart);

    g_assert_cmpuint(lines_with(canvas, "polyline ", "#0072b2 1.5"), ==, 2);
    g_assert_cmpuint(lines_with(canvas, "dots ", "| 1.5 #0072b2 none"), ==, 1); /* the lonely point is to be seen */
    canvas_record_free(canvas);
}

static void
test_value_off_a_log_axis_breaks_the_line(void)
{
    g_autoptr(Chart) chart = chart_new("log", "", "");
    const double x[] = {1, 2, 3, 4, 5}, y[] = {1, 10, 0, 100, 1000};
    chart_add_series(chart_add_panel(chart, "", "ms", CHART_LOG10, false), "", CHART_LINE, 0, x, y, 5);
    struct canvas *canvas = drawn(chart);

    g_assert_cmpuint(lines_with(canvas, "polyline ", "#0072b2 1.5"), ==, 2);
    g_assert_nonnull(text_found(canvas, "1"));
    g_assert_nonnull(text_found(canvas, "1,000"));
    canvas_record_free(canvas);
}

static void
test_chart_without_a_point_says_so(void)
{
    const double x[] = {1, 2}, y[] = {NAN, INFINITY};
    g_autoptr(Chart) none = chart_new("none", "Nothing was measured", "");
    g_autoptr(Chart) nan = chart_new("nan", "Nothing was measured", "");
    chart_add_series(chart_add_panel(nan, "IOPS", "", CHART_LINEAR, true), "a", CHART_LINE, 0, x, y, 2);
    chart_add_mark(nan, CHART_MARK_X, 3, NAN, "knee");
    const struct chart *charts[] = {none, nan};

    for (size_t i = 0; i < G_N_ELEMENTS(charts); i++) {
        struct canvas *canvas = drawn(charts[i]);
        g_assert_nonnull(text_found(canvas, "no data"));
        g_assert_nonnull(text_found(canvas, "Nothing was measured"));
        g_assert_cmpuint(canvas_record_texts(canvas)->len, ==, 2);
        g_assert_cmpuint(lines_with(canvas, "polyline ", "#e1e5e9 0.8"), ==, 1);
        canvas_record_free(canvas);
    }
}

static void
test_empty_panel_beside_a_full_one_says_so(void)
{
    g_autoptr(Chart) chart = chart_new("half", "", "");
    chart_x_axis(chart, "Sessions", CHART_LOG2);
    chart_add_series(
        chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true), "m", CHART_LINE_DOTS, 0, sessions, iops, RUNGS);
    chart_add_panel(chart, "Latency", "ms", CHART_LINEAR, true);
    struct canvas *canvas = drawn(chart);

    g_assert_nonnull(text_found(canvas, "no data"));
    g_assert_nonnull(text_found(canvas, "160k"));
    canvas_record_free(canvas);
}

static void
test_one_point_has_an_axis_and_a_label(void)
{
    g_autoptr(Chart) chart = chart_new("one", "One run", "");
    chart_x_axis(chart, "Sessions", CHART_LOG2);
    chart_add_series(chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true), "measured", CHART_LINE_DOTS, 0,
        sessions + 6, iops + 6, 1);
    struct canvas *canvas = drawn(chart);

    g_assert_nonnull(text_found(canvas, "32"));
    g_assert_nonnull(text_found(canvas, "128"));
    g_assert_cmpfloat(text_found(canvas, "measured")->left, <, text_found(canvas, "128")->left);
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

static void
test_far_marks_are_named_at_the_edge(void)
{
    g_autoptr(Chart) chart = ladder_chart();
    chart_add_mark(chart, CHART_MARK_X, 1e9, NAN, "planned");
    chart_panel_add_mark(chart->panels->pdata[0], CHART_MARK_Y, 5e6, NAN, "limit");
    struct canvas *canvas = drawn(chart);

    g_assert_nonnull(text_found(canvas, "planned →"));
    g_assert_nonnull(text_found(canvas, "↑ limit"));
    g_assert_nonnull(text_found(canvas, "160k")); /* not squeezed */
    g_assert_null(text_found(canvas, "256"));
    canvas_record_free(canvas);
}

static void
test_near_marks_widen_the_axis(void)
{
    g_autoptr(Chart) chart = ladder_chart();
    chart_add_mark(chart, CHART_MARK_X, 256, NAN, "next rung");
    struct canvas *canvas = drawn(chart);

    g_assert_nonnull(text_found(canvas, "256"));
    g_assert_nonnull(text_found(canvas, "next rung"));
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

/* A part that is left out is hatched, over its width and no further; a shaded one is not. */
static void
test_hatched_part_is_drawn_in_its_width(void)
{
    const double x[] = {0, 100}, y[] = {1, 2};
    guint strokes[3];
    for (int wide = 0; wide < 3; wide++) {
        g_autoptr(Chart) chart = chart_new("hatch", "", "");
        chart_add_series(chart_add_panel(chart, "", "ms", CHART_LINEAR, true), "", CHART_LINE, 0, x, y, 2);
        if (wide > 0)
            chart_add_mark(chart, CHART_MARK_X_HATCH, 20, wide == 1 ? 40 : 80, "ramp-up");
        struct canvas *canvas = drawn(chart);
        strokes[wide] = lines_with(canvas, "", "#e1e5e9 0.8");
        g_assert_cmpuint(lines_with(canvas, "", "#e9eff5"), ==, 0);
        if (wide > 0)
            g_assert_nonnull(text_found(canvas, "ramp-up"));
        canvas_record_free(canvas);
    }
    g_assert_cmpuint(strokes[0], ==, 0);
    g_assert_cmpuint(strokes[1], >, 10);
    g_assert_cmpuint(strokes[2], >, strokes[1] + 10);
}

static void
test_open_interval_reaches_the_edges(void)
{
    g_autoptr(Chart) chart = chart_new("band", "", "");
    const double x[] = {0, 100}, y[] = {1, 2};
    chart_add_series(chart_add_panel(chart, "", "ms", CHART_LINEAR, true), "", CHART_LINE, 0, x, y, 2);
    chart_add_mark(chart, CHART_MARK_X_BAND, -INFINITY, INFINITY, "");
    struct canvas *canvas = drawn(chart);
    const GPtrArray *lines = canvas_record_lines(canvas);
    double band[4] = {0}, grid[4] = {0};

    for (guint i = 0; i < lines->len; i++) {
        char *at = lines->pdata[i];
        double *into = strstr(at, "#e9eff5") ? band : strstr(at, "#e1e5e9 0.6") ? grid : NULL;
        at = strchr(at, ' ');
        for (int j = 0; into && j < 4; j++)
            into[j] = g_ascii_strtod(at, &at);
    }
    g_assert_cmpfloat(band[0], >, 0);
    g_assert_cmpfloat(band[0], ==, grid[0]);
    g_assert_cmpfloat_with_epsilon(band[0] + band[2], grid[2], 0.011);
    canvas_record_free(canvas);
}

static void
test_long_title_takes_two_lines_and_is_cut(void)
{
    g_autofree char *long_title = g_strnfill(400, 'w');
    for (size_t i = 9; i < 400; i += 10)
        long_title[i] = ' ';
    struct canvas *canvas = canvas_record_new(300, 100, fonts);
    const struct canvas_font font = {11.5, WEIGHT_SEMIBOLD, {0, 0, 0, 1}};
    g_auto(GStrv) lines = label_wrap(canvas, &font, long_title, 300, 2);
    g_auto(GStrv) none = label_wrap(canvas, &font, "  ", 300, 2);

    g_assert_cmpuint(g_strv_length(lines), ==, 2);
    g_assert_true(g_str_has_suffix(lines[1], "…"));
    g_assert_false(g_str_has_suffix(lines[0], "…"));
    for (size_t i = 0; i < 2; i++)
        g_assert_cmpfloat(fonts_text_width(fonts, &font, lines[i]), <, 300);
    g_assert_cmpuint(g_strv_length(none), ==, 0);
    canvas_record_free(canvas);
}

static void
test_labels_are_spread_evenly_about_their_places(void)
{
    double crowd[] = {50, 50, 50}, edges[] = {0, 1, 99, 100}, tight[] = {5, 5, 5, 5, 5};

    labels_spread(crowd, 3, 10, 0, 100);
    g_assert_cmpfloat(crowd[0], ==, 40);
    g_assert_cmpfloat(crowd[1], ==, 50);
    g_assert_cmpfloat(crowd[2], ==, 60);
    labels_spread(edges, 4, 10, 0, 100);
    g_assert_cmpfloat(edges[0], ==, 0);
    g_assert_cmpfloat(edges[1], ==, 10);
    g_assert_cmpfloat(edges[2], ==, 90);
    g_assert_cmpfloat(edges[3], ==, 100);
    labels_spread(tight, 5, 10, 0, 20);
    g_assert_cmpfloat(tight[0], ==, 0);
    g_assert_cmpfloat(tight[4], ==, 20);
    labels_spread(NULL, 0, 10, 0, 20);
}

static void
test_too_many_lines_are_counted(void)
{
    g_autoptr(Chart) chart = chart_new("many", "", "");
    struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
    const double x[] = {0, 1};
    for (unsigned i = 0; i < 40; i++) {
        const double y[] = {i, i};
        g_autofree char *label = g_strdup_printf("path %u", i);
        chart_add_series(panel, label, CHART_LINE, i, x, y, 2);
    }
    struct canvas *canvas = drawn(chart);
    unsigned shown = lines_with(canvas, "text ", "| path ");
    g_autofree char *rest = g_strdup_printf("and %u more", 40 - shown);

    g_assert_cmpuint(shown, >, 10);
    g_assert_nonnull(text_found(canvas, rest));
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

/* Any number of marks, labels and series, of any length and place: no two texts touch, none leaves the picture. */
static void
test_no_texts_overlap_whatever_is_marked(void)
{
    static const char *const labels[] = {"knee", "start of the steady window", "90% interval 55 to 71", "", "p95",
        "a label that is far too long for any place in this small picture: it has to be cut somewhere, surely"};
    for (int round = 0; round < 60; round++) {
        g_autoptr(Chart) chart = chart_new("stress", labels[round % 6], labels[(round + 5) % 6]);
        chart_x_axis(chart, round % 3 ? "Sessions" : "", round % 2 ? CHART_LOG2 : CHART_TIME);
        int panels = g_test_rand_int_range(1, 4);
        for (int p = 0; p < panels; p++) {
            enum chart_scale scale = round % 5 == 0 ? CHART_LOG10 : CHART_LINEAR;
            struct chart_panel *panel = chart_add_panel(chart, "Latency", p ? "ms" : "", scale, p % 2 == 0);
            int series = g_test_rand_int_range(0, 9);
            for (int s = 0; s < series; s++) {
                double x[50], y[50];
                int n = g_test_rand_int_range(0, 50);
                for (int i = 0; i < n; i++) {
                    x[i] = round % 2 ? exp2(7.0 * i / n) : 1.7e9 + 60 * i;
                    y[i] = g_test_rand_int_range(0, 9) ? g_test_rand_double_range(0, 1e6) : NAN;
                }
                chart_add_series(panel, labels[g_test_rand_int_range(0, 6)], (enum chart_style)(s % 5), (unsigned)s, x,
                    y, (size_t)n);
            }
            for (int m = g_test_rand_int_range(0, 8); m > 0; m--)
                chart_panel_add_mark(panel, m % 2 ? CHART_MARK_Y : CHART_MARK_POINT,
                    m % 2       ? g_test_rand_double_range(0, 2e6)
                    : round % 2 ? g_test_rand_double_range(1, 128)
                                : 1.7e9 + m * 100,
                    g_test_rand_double_range(0, 1e6), labels[m % 6]);
        }
        for (int m = g_test_rand_int_range(0, 9); m > 0; m--)
            chart_add_mark(chart, m % 2 ? CHART_MARK_X : CHART_MARK_X_BAND,
                round % 2 ? g_test_rand_double_range(0, 300) : 1.7e9 + g_test_rand_double_range(-5000, 9000),
                round % 2 ? g_test_rand_double_range(0, 300) : 1.7e9 + g_test_rand_double_range(-5000, 9000),
                labels[m % 6]);
        struct canvas *canvas = drawn(chart);
        assert_texts_apart_and_inside(canvas);
        canvas_record_free(canvas);
    }
}

/* Marks so close that only a staircase of labels is clear. */
static void
test_no_mark_line_runs_through_a_label(void)
{
    g_autoptr(Chart) chart = ladder_chart();
    chart->width = 300;
    chart_add_mark(chart, CHART_MARK_X, 41, NAN, "saturation point 41");
    chart_add_mark(chart, CHART_MARK_X, 50, NAN, "best operating point 50");
    struct canvas *canvas = drawn(chart);
    const GPtrArray *lines = canvas_record_lines(canvas);
    const GArray *texts = canvas_record_texts(canvas);
    unsigned marks = 0;

    for (guint i = 0; i < lines->len; i++) {
        char *at = lines->pdata[i];
        if (!g_str_has_prefix(at, "polyline ") || !strstr(at, "#1b2733 0.8 dash"))
            continue;
        at = strchr(at, ' ');
        double x = g_ascii_strtod(at, &at), bottom = g_ascii_strtod(at, &at);
        g_assert_cmpfloat(g_ascii_strtod(at, &at), ==, x);
        double top = g_ascii_strtod(at, &at);
        marks++;
        for (guint j = 0; j < texts->len; j++) {
            const struct record_text *text = &g_array_index(texts, struct record_text, j);
            g_assert_false(text->left < x && text->right > x && text->top < bottom && text->bottom > top);
        }
    }
    g_assert_cmpuint(marks, ==, 6); /* three in two panels */
    g_assert_nonnull(text_found(canvas, "saturation point 41"));
    g_assert_nonnull(text_found(canvas, "best operating point 50"));
    g_assert_nonnull(text_found(canvas, "knee 62.8"));
    canvas_record_free(canvas);
}

static void
test_hostile_labels_are_cleaned_and_cut(void)
{
    g_autofree char *long_label = g_strnfill(1000000, 'x');
    static const char *const labels[] = {"a\nb\tc", "\xff\xfe bad", "\x01\x1b[31m", "%s%n%d", "日本"};
    for (size_t i = 0; i <= G_N_ELEMENTS(labels); i++) {
        const char *label = i < G_N_ELEMENTS(labels) ? labels[i] : long_label;
        g_autoptr(Chart) chart = chart_new(label, label, label);
        chart_x_axis(chart, label, CHART_LOG2);
        struct chart_panel *panel = chart_add_panel(chart, label, label, CHART_LINEAR, true);
        chart_add_series(panel, label, CHART_LINE_DOTS, 0, sessions, iops, RUNGS);
        chart_panel_add_mark(panel, CHART_MARK_Y, 50000, NAN, label);
        chart_panel_add_mark(panel, CHART_MARK_POINT, 8, 19900, label);
        chart_add_mark(chart, CHART_MARK_X, 8, NAN, label);
        struct canvas *canvas = drawn(chart);
        const GArray *texts = canvas_record_texts(canvas);
        assert_texts_apart_and_inside(canvas);
        for (guint j = 0; j < texts->len; j++) {
            const char *text = g_array_index(texts, struct record_text, j).text;
            g_assert_true(g_utf8_validate(text, -1, NULL));
            g_assert_null(strpbrk(text, "\n\t\x01\x1b"));
            g_assert_cmpuint(strlen(text), <, 600);
        }
        canvas_record_free(canvas);
    }
}

/* Small pictures lose labels, not sense. */
static void
test_tiny_canvas_does_no_harm(void)
{
    g_autoptr(Chart) chart = ladder_chart();
    for (double size = 1; size < 200; size *= 1.7) {
        chart->width = size;
        chart->height = size;
        struct canvas *canvas = drawn(chart);
        assert_texts_apart_and_inside(canvas);
        canvas_record_free(canvas);
    }
}

static void
test_m4_keeps_every_peak(void)
{
    enum { N = 100000, COLUMNS = 200 };
    g_autofree struct point *line = g_new(struct point, N);
    for (int i = 0; i < N; i++)
        line[i] = (struct point){(double)i * 100 / N, 50 + 10 * sin(i)};
    line[31234].y = 99;
    line[77777].y = -99;
    g_autoptr(GArray) reduced = m4_reduce(line, N, 0.5);
    double low = INFINITY, high = -INFINITY;
    for (guint i = 0; i < reduced->len; i++) {
        const struct point *point = &g_array_index(reduced, struct point, i);
        low = fmin(low, point->y);
        high = fmax(high, point->y);
        if (i > 0)
            g_assert_cmpfloat(point->x, >, g_array_index(reduced, struct point, i - 1).x);
    }
    g_assert_cmpuint(reduced->len, <=, 4 * COLUMNS);
    g_assert_cmpuint(reduced->len, >, 2 * COLUMNS);
    g_assert_cmpfloat(low, ==, -99);
    g_assert_cmpfloat(high, ==, 99);
    g_assert_cmpfloat(g_array_index(reduced, struct point, 0).x, ==, line[0].x);
    g_assert_cmpfloat(g_array_index(reduced, struct point, reduced->len - 1).x, ==, line[N - 1].x);
}

static void
test_m4_keeps_first_low_high_last_in_order(void)
{
    const struct point line[] = {{0.1, 5}, {0.2, 6}, {0.3, 9}, {0.4, 7}, {0.5, 1}, {0.6, 2}, {0.7, 4}, {1.1, 3}};
    const double kept[] = {5, 9, 1, 4, 3};
    g_autoptr(GArray) reduced = m4_reduce(line, G_N_ELEMENTS(line), 1);

    g_assert_cmpuint(reduced->len, ==, G_N_ELEMENTS(kept));
    for (guint i = 0; i < reduced->len; i++)
        g_assert_cmpfloat(g_array_index(reduced, struct point, i).y, ==, kept[i]);
}

static void
test_m4_keeps_breaks_and_loops(void)
{
    const struct point gaps[] = {{NAN, 1}, {0.1, 1}, {0.2, NAN}, {0.3, NAN}, {0.4, 2}, {0.5, NAN}};
    const struct point loop[] = {{0.3, 1}, {0.1, 2}, {0.2, 3}};
    g_autoptr(GArray) broken = m4_reduce(gaps, G_N_ELEMENTS(gaps), 1);
    g_autoptr(GArray) looped = m4_reduce(loop, G_N_ELEMENTS(loop), 1);
    g_autoptr(GArray) empty = m4_reduce(NULL, 0, 1);

    g_assert_cmpuint(broken->len, ==, 3);
    g_assert_cmpfloat(g_array_index(broken, struct point, 0).y, ==, 1);
    g_assert_true(isnan(g_array_index(broken, struct point, 1).y));
    g_assert_cmpfloat(g_array_index(broken, struct point, 2).y, ==, 2);
    g_assert_cmpuint(looped->len, ==, 3);
    g_assert_cmpuint(empty->len, ==, 0);
}

static void
test_long_series_is_reduced_when_drawn(void)
{
    enum { N = 86400 };
    g_autofree double *x = g_new(double, N), *y = g_new(double, N);
    for (int i = 0; i < N; i++) {
        x[i] = 1.7e9 + i;
        y[i] = i == 4321 ? 100 : 50 + sin(i);
    }
    g_autoptr(Chart) chart = chart_new("day", "A day", "");
    chart_x_axis(chart, "", CHART_TIME);
    chart_add_series(chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true), "", CHART_LINE, 0, x, y, N);
    struct canvas *canvas = drawn(chart);
    const GPtrArray *lines = canvas_record_lines(canvas);
    for (guint i = 0; i < lines->len; i++)
        g_assert_cmpuint(strlen(lines->pdata[i]), <, 60000);
    g_assert_cmpuint(lines_with(canvas, "polyline ", "#0072b2 0.8"), ==, 1);
    canvas_record_free(canvas);
}

static void
test_box_is_crossed_by_lines_through_it(void)
{
    const struct box box = {10, 10, 20, 20};

    g_assert_true(box_crossed(&box, (struct point){0, 0}, (struct point){30, 30}));
    g_assert_true(box_crossed(&box, (struct point){15, 0}, (struct point){15, 12}));
    g_assert_true(box_crossed(&box, (struct point){12, 12}, (struct point){12, 12}));
    g_assert_false(box_crossed(&box, (struct point){0, 15}, (struct point){9, 15}));
    g_assert_false(box_crossed(&box, (struct point){0, 25}, (struct point){25, 50}));
    g_assert_false(box_crossed(&box, (struct point){9, 0}, (struct point){9, 30}));
}

static void
test_cairo_leaves_its_context_as_found(void)
{
    g_autoptr(Chart) chart = ladder_chart();
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 500, 400);
    cairo_t *cr = cairo_create(surface);
    cairo_matrix_t before, after;

    cairo_translate(cr, 10, 20);
    cairo_get_matrix(cr, &before);
    struct canvas *canvas = canvas_cairo_new(cr, chart->width, chart->height, fonts);
    chart_draw(chart, &theme, canvas);
    canvas_cairo_free(canvas);
    cairo_get_matrix(cr, &after);
    g_assert_true(memcmp(&before, &after, sizeof before) == 0);
    g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
    cairo_surface_flush(surface);
    const unsigned char *row =
        cairo_image_surface_get_data(surface) + 30 * (size_t)cairo_image_surface_get_stride(surface);
    g_assert_cmpuint(row[4 * 5], ==, 0);     /* left of the chart: untouched black */
    g_assert_cmpuint(row[4 * 480], ==, 255); /* its paper */
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
}

static struct chart *
ladder_with_ceiling(double width)
{
    struct chart *chart = chart_new("narrow", "IOPS flatten", "IOPS against sessions");
    chart_x_axis(chart, "Sessions", CHART_LOG2);
    struct chart_panel *panel = chart_add_panel(chart, "Latency", "ms", CHART_LINEAR, true);
    chart_add_series(panel, "measured", CHART_LINE_DOTS, 0, sessions, latency_ms, RUNGS);
    chart_panel_add_mark(panel, CHART_MARK_Y, 1, NAN, "ceiling 1 ms");
    chart->width = width;
    return chart;
}

static void
a_narrow_chart_has_its_labels_inside(void)
{
    g_autoptr(Chart) wide = ladder_with_ceiling(483), narrow = ladder_with_ceiling(230);
    struct canvas *beside = drawn(wide), *inside = drawn(narrow);
    const struct record_text *label = text_found(beside, "ceiling 1 ms"), *name = text_found(beside, "measured");
    g_assert_cmpfloat(label->left, >, 483 * 0.8);
    g_assert_cmpfloat(name->left, >, 483 * 0.8);
    label = text_found(inside, "ceiling 1 ms");
    name = text_found(inside, "measured");
    g_assert_nonnull(label);
    g_assert_nonnull(name);
    g_assert_cmpfloat(label->left, <, 230 * 0.3);
    g_assert_cmpfloat(name->left, <, 230 * 0.8);
    assert_texts_apart_and_inside(inside);
    canvas_record_free(beside);
    canvas_record_free(inside);
}

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    {"/chart/a_narrow_chart_has_its_labels_inside", a_narrow_chart_has_its_labels_inside},
    {"/chart/ladder_has_its_ticks_and_labels", test_ladder_has_its_ticks_and_labels},
    {"/chart/direct_labels_stand_at_line_ends_apart", test_direct_labels_stand_at_line_ends_apart},
    {"/chart/nan_breaks_the_line", test_nan_breaks_the_line},
    {"/chart/value_off_a_log_axis_breaks_the_line", test_value_off_a_log_axis_breaks_the_line},
    {"/chart/chart_without_a_point_says_so", test_chart_without_a_point_says_so},
    {"/chart/empty_panel_beside_a_full_one_says_so", test_empty_panel_beside_a_full_one_says_so},
    {"/chart/one_point_has_an_axis_and_a_label", test_one_point_has_an_axis_and_a_label},
    {"/chart/far_marks_are_named_at_the_edge", test_far_marks_are_named_at_the_edge},
    {"/chart/near_marks_widen_the_axis", test_near_marks_widen_the_axis},
    {"/chart/hatched_part_is_drawn_in_its_width", test_hatched_part_is_drawn_in_its_width},
    {"/chart/open_interval_reaches_the_edges", test_open_interval_reaches_the_edges},
    {"/chart/long_title_takes_two_lines_and_is_cut", test_long_title_takes_two_lines_and_is_cut},
    {"/chart/labels_are_spread_evenly_about_their_places", test_labels_are_spread_evenly_about_their_places},
    {"/chart/too_many_lines_are_counted", test_too_many_lines_are_counted},
    {"/chart/no_texts_overlap_whatever_is_marked", test_no_texts_overlap_whatever_is_marked},
    {"/chart/no_mark_line_runs_through_a_label", test_no_mark_line_runs_through_a_label},
    {"/chart/hostile_labels_are_cleaned_and_cut", test_hostile_labels_are_cleaned_and_cut},
    {"/chart/tiny_canvas_does_no_harm", test_tiny_canvas_does_no_harm},
    {"/chart/m4_keeps_every_peak", test_m4_keeps_every_peak},
    {"/chart/m4_keeps_first_low_high_last_in_order", test_m4_keeps_first_low_high_last_in_order},
    {"/chart/m4_keeps_breaks_and_loops", test_m4_keeps_breaks_and_loops},
    {"/chart/long_series_is_reduced_when_drawn", test_long_series_is_reduced_when_drawn},
    {"/chart/box_is_crossed_by_lines_through_it", test_box_is_crossed_by_lines_through_it},
    {"/chart/cairo_leaves_its_context_as_found", test_cairo_leaves_its_context_as_found},
};

int
main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;

    g_test_init(&argc, &argv, NULL);
    fonts = fonts_new(NULL, &error);
    g_assert_no_error(error);
    g_assert_true(theme_init(&theme, NULL, NULL, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add_func(tests[i].name, tests[i].run);
    int status = g_test_run();
    fonts_free(fonts);
    return status;
}
