/* Charts beyond lines and dots: areas, columns, bars, cells; and what they tell when pointed at. */
#include "canvas_record.h"
#include "chart.h"
#include "text.h"
#include "theme.h"
#include "writers.h"

#include <math.h>
#include <string.h>

static struct fonts *fonts;
static struct theme theme;

static struct canvas *
drawn(const struct chart *chart)
{
    struct canvas *canvas = canvas_record_new(chart->width, chart->height, fonts);

    chart_draw(chart, &theme, canvas);
    return canvas;
}

/* The n-th line that begins with `start` and holds `part`; NULL: there is none. */
static const char *
line_at(const struct canvas *canvas, const char *start, const char *part, unsigned n)
{
    const GPtrArray *lines = canvas_record_lines(canvas);

    for (guint i = 0; i < lines->len; i++)
        if (g_str_has_prefix(lines->pdata[i], start) && strstr(lines->pdata[i], part) && n-- == 0)
            return lines->pdata[i];
    return NULL;
}

static unsigned
count(const struct canvas *canvas, const char *start, const char *part)
{
    unsigned n = 0;

    while (line_at(canvas, start, part, n))
        n++;
    return n;
}

/* The first `n` numbers of a line. */
static void
numbers(const char *line, double *out, int n)
{
    g_assert_nonnull(line);
    char *at = strchr(line, ' ');
    for (int i = 0; i < n; i++)
        out[i] = g_ascii_strtod(at, &at);
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

/* Everything that is not clipped lies within the picture. */
static void
assert_nothing_outside(const struct canvas *canvas)
{
    const GPtrArray *lines = canvas_record_lines(canvas);
    bool clipped = false;

    for (guint i = 0; i < lines->len; i++) {
        char *at = lines->pdata[i];
        if (g_str_has_prefix(at, "clip "))
            clipped = true;
        if (g_str_has_prefix(at, "unclip"))
            clipped = false;
        if (clipped ||
            !(g_str_has_prefix(at, "polyline ") || g_str_has_prefix(at, "polygon ") || g_str_has_prefix(at, "dots ")))
            continue;
        for (at = strchr(at, ' '); at[1] != '|';) {
            double x = g_ascii_strtod(at, &at), y = g_ascii_strtod(at, &at);
            g_assert_cmpfloat(x, >=, -0.1);
            g_assert_cmpfloat(x, <=, canvas->width + 0.1);
            g_assert_cmpfloat(y, >=, -0.1);
            g_assert_cmpfloat(y, <=, canvas->height + 0.1);
        }
    }
}

static const double hours[] = {0, 1, 2, 3};

static void
test_areas_stand_on_each_other(void)
{
    g_autoptr(Chart) chart = chart_new("areas", "", "");
    struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
    chart_add_series(panel, "db01", CHART_AREA, 0, hours, (const double[]){10, 20, 30, 40}, 4);
    chart_add_series(panel, "db02", CHART_AREA, 1, hours, (const double[]){40, 40, NAN, 40}, 4);
    struct canvas *canvas = drawn(chart);
    double top[8], low[8], tick[4];

    /* The upper one is drawn first, down to the axis; the lower one over it. */
    numbers(line_at(canvas, "polygon ", "#e69f00", 0), top, 8);
    numbers(line_at(canvas, "polygon ", "#0072b2", 0), low, 8);
    double axis = 0, per_unit;
    numbers(line_at(canvas, "polyline ", "#5a6671 0.8", 0), tick, 4); /* the base line */
    axis = tick[1] > low[1] ? tick[1] : 0;
    g_assert_cmpfloat(axis, >, 0);
    per_unit = (axis - low[1]) / 10;
    g_assert_cmpfloat_with_epsilon(axis - low[7], 40 * per_unit, 0.1);
    g_assert_cmpfloat_with_epsilon(axis - top[1], 50 * per_unit, 0.1);
    g_assert_cmpfloat_with_epsilon(axis - top[5], 30 * per_unit, 0.1); /* a missing part adds nothing */
    g_assert_cmpfloat_with_epsilon(axis - top[7], 80 * per_unit, 0.1);
    g_assert_cmpfloat(text_found(canvas, "db02")->top, <, text_found(canvas, "db01")->top);
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

static void
test_columns_reach_from_edge_to_edge(void)
{
    g_autoptr(Chart) chart = chart_new("columns", "", "");
    chart_x_axis(chart, "Wait, ms", CHART_LOG10);
    struct chart_panel *panel = chart_add_panel(chart, "Waits", "%", CHART_LINEAR, true);
    const double edge[] = {0.25, 0.5, 1, 2}, share[] = {20, 60, 20, NAN};
    chart_series_texts(chart_add_series(panel, "read", CHART_COLUMNS, 0, edge, share, 4),
        (const char *const[]){"0.25 to 0.5 ms: 20%", "0.5 to 1 ms: 60%", "1 to 2 ms: 20%", ""},
        (const char *const[]){"20%", "60%", "20%", ""});
    struct canvas *canvas = drawn(chart);
    double first[4], second[4], third[4];

    g_assert_cmpuint(count(canvas, "rect ", "#0072b2"), ==, 3);
    numbers(line_at(canvas, "rect ", "#0072b2", 0), first, 4);
    numbers(line_at(canvas, "rect ", "#0072b2", 1), second, 4);
    numbers(line_at(canvas, "rect ", "#0072b2", 2), third, 4);
    g_assert_cmpfloat_with_epsilon(first[0] + first[2], second[0], 0.02); /* no gap, no overlap */
    g_assert_cmpfloat_with_epsilon(first[2], third[2], 0.02);             /* octaves are of one width */
    g_assert_cmpfloat_with_epsilon(second[3], 3 * first[3], 0.05);
    g_assert_cmpfloat_with_epsilon(first[1] + first[3], second[1] + second[3], 0.02);
    const struct record_text *note = text_found(canvas, "60%");
    g_assert_nonnull(note);
    g_assert_cmpfloat(note->bottom, <=, second[1]); /* over the column, not in it */
    g_assert_cmpuint(count(canvas, "spot ", "0.5 to 1 ms: 60%"), ==, 1);
    g_assert_cmpuint(count(canvas, "spot ", ""), ==, 3);
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

static void
test_bars_are_as_long_as_their_figures(void)
{
    g_autoptr(Chart) chart = chart_new("bars", "", "");
    chart_x_axis(chart, "IOPS", CHART_LINEAR);
    struct chart_panel *panel = chart_add_rows(chart, "", (const char *const[]){"sdb", "sdc", "sdd"}, 3, false);
    chart_series_texts(
        chart_add_series(panel, "", CHART_BARS, 0, (const double[]){100, 50, NAN}, (const double[]){0, 1, 2}, 3), NULL,
        (const char *const[]){"66.7%", "33.3%", "not known"});
    struct canvas *canvas = drawn(chart);
    double first[4], second[4];

    g_assert_cmpuint(count(canvas, "rect ", "#0072b2"), ==, 2);
    numbers(line_at(canvas, "rect ", "#0072b2", 0), first, 4);
    numbers(line_at(canvas, "rect ", "#0072b2", 1), second, 4);
    g_assert_cmpfloat(first[0], ==, second[0]);
    g_assert_cmpfloat_with_epsilon(first[2], 2 * second[2], 0.02);
    g_assert_cmpfloat(first[1] + first[3], <, second[1]); /* rows go down */
    g_assert_cmpfloat(text_found(canvas, "66.7%")->left, >=, first[0] + first[2]);
    g_assert_cmpfloat(text_found(canvas, "sdb")->right, <, first[0]);
    g_assert_null(text_found(canvas, "not known"));
    g_assert_nonnull(text_found(canvas, "sdd")); /* a row without a figure is still there */
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

static void
test_stacked_bars_stand_end_to_end_with_a_key(void)
{
    g_autoptr(Chart) chart = chart_new("classes", "", "");
    chart_x_axis(chart, "Share, %", CHART_LINEAR);
    chart_x_reach(chart, 0, 100);
    struct chart_panel *panel = chart_add_rows(chart, "", (const char *const[]){"64 sessions"}, 1, true);
    const double row[] = {0};
    chart_series_texts(chart_add_series(panel, "User I/O", CHART_BARS, 0, (const double[]){60}, row, 1), NULL,
        (const char *const[]){"60%"});
    chart_series_texts(chart_add_series(panel, "DB CPU", CHART_BARS, 1, (const double[]){20}, row, 1), NULL,
        (const char *const[]){"20%"});
    struct canvas *canvas = drawn(chart);
    double wait[4], cpu[4], key[4];

    numbers(line_at(canvas, "rect ", "#0072b2", 0), key, 4); /* the key's colour comes first */
    numbers(line_at(canvas, "rect ", "#0072b2", 1), wait, 4);
    numbers(line_at(canvas, "rect ", "#e69f00", 1), cpu, 4);
    g_assert_cmpfloat(key[2], ==, 7);
    g_assert_cmpfloat_with_epsilon(wait[0] + wait[2], cpu[0], 0.02);
    g_assert_cmpfloat_with_epsilon(wait[2], 3 * cpu[2], 0.05);
    g_assert_cmpfloat(text_found(canvas, "60%")->left, >, wait[0]); /* inside its part */
    g_assert_cmpfloat(text_found(canvas, "60%")->right, <, wait[0] + wait[2]);
    g_assert_nonnull(text_found(canvas, "User I/O"));
    g_assert_nonnull(text_found(canvas, "DB CPU"));
    g_assert_nonnull(text_found(canvas, "100")); /* of 80% in all the axis still shows the whole */
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

/* A line at 80% runs where the text of a bar of 75% would stand: the text goes into the bar. */
static void
test_no_line_runs_through_a_bar_text(void)
{
    g_autoptr(Chart) chart = chart_new("limits", "", "");
    chart_x_reach(chart, 0, 100);
    struct chart_panel *panel = chart_add_rows(chart, "", (const char *const[]){"Product\n2 x tier"}, 1, false);
    chart_series_texts(chart_add_series(panel, "IOPS", CHART_BARS, 0, (const double[]){75}, (const double[]){0}, 1),
        NULL, (const char *const[]){"IOPS 75.0%"});
    chart_add_mark(chart, CHART_MARK_X, 80, NAN, "used up to 80%");
    struct canvas *canvas = drawn(chart);
    double bar[4];

    numbers(line_at(canvas, "rect ", "#0072b2", 0), bar, 4);
    g_assert_cmpfloat(text_found(canvas, "IOPS 75.0%")->right, <, bar[0] + bar[2]);
    g_assert_cmpfloat(text_found(canvas, "2 x tier")->top, >, text_found(canvas, "Product")->top);
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

static struct chart *
cells_chart(const double *value)
{
    struct chart *chart = chart_new("heat", "", "");
    struct chart_panel *panel = chart_add_panel(chart, "Latency", "ms", CHART_LOG10, false);
    double edge[] = {0.1, 1, 10};
    char *tip[] = {(char *)"a", (char *)"b", (char *)"", (char *)"d"};
    const struct chart_cells cells = {.x_from = 0,
        .x_step = 10,
        .columns = 4,
        .rows = 2,
        .edge = edge,
        .value = (double *)value,
        .least = 1,
        .low_label = (char *)"1 I/O",
        .high_label = (char *)"1000 I/Os",
        .tip = tip};
    chart_take_cells(panel, &cells);
    return chart;
}

static void
test_cells_of_one_colour_are_joined_in_a_row(void)
{
    /* column by column, from the lowest row */
    const double value[] = {1000, 0, 1000, 1, 0, 1, 1000, NAN};
    g_autoptr(Chart) chart = cells_chart(value);
    struct canvas *canvas = drawn(chart);
    double dark[8], light[4];

    numbers(line_at(canvas, "rects ", "#00224e", 0), dark, 8);
    numbers(line_at(canvas, "rects ", "#fee838", 0), light, 4);
    g_assert_cmpfloat_with_epsilon(dark[2], 2 * dark[6], 0.03); /* two columns as one, then one alone */
    g_assert_cmpfloat_with_epsilon(dark[4], dark[0] + 3 * dark[6], 0.03);
    g_assert_cmpfloat_with_epsilon(light[0], dark[0] + dark[6], 0.03);
    g_assert_cmpfloat(light[1], <, dark[1]); /* the higher row */
    g_assert_cmpfloat_with_epsilon(light[1] + light[3], dark[1], 0.03);
    g_assert_nonnull(text_found(canvas, "1 I/O"));
    g_assert_nonnull(text_found(canvas, "1000 I/Os"));
    g_assert_nonnull(text_found(canvas, "10"));
    g_assert_cmpuint(count(canvas, "spot ", ""), ==, 0); /* it stands alone */
    canvas_record_free(canvas);
    canvas = canvas_record_new(chart->width, chart->height, fonts);
    canvas->transparent = true;
    chart_draw(chart, &theme, canvas);
    g_assert_cmpuint(count(canvas, "spot ", ""), ==, 3); /* columns that have something to say */
    assert_texts_apart_and_inside(canvas);
    canvas_record_free(canvas);
}

static void
test_cells_without_a_value_are_no_data(void)
{
    const double none[] = {0, NAN, 0, 0, NAN, 0, 0, 0};
    g_autoptr(Chart) chart = cells_chart(none);
    struct canvas *canvas = drawn(chart);

    g_assert_nonnull(text_found(canvas, "no data"));
    canvas_record_free(canvas);
}

static void
test_points_tell_what_they_stand_for(void)
{
    g_autoptr(Chart) chart = chart_new("ladder", "", "");
    chart_x_axis(chart, "Sessions", CHART_LOG2);
    struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
    const double x[] = {1, 2, 4}, y[] = {100, NAN, 156540};
    chart_series_texts(chart_add_series(panel, "measured", CHART_LINE_DOTS, 0, x, y, 3),
        (const char *const[]){"one", "two", "4 sessions: 156,540 IOPS, 0.401 ms"}, NULL);
    chart_add_series(panel, "fit", CHART_DASHED, 1, x, y, 3);
    chart_add_series(panel, "plain", CHART_DOTS, 2, x, y, 3);
    struct canvas *canvas = drawn(chart);

    g_assert_cmpuint(count(canvas, "spot ", ""), ==, 4); /* two of each; nothing is told of a fit or a gap */
    g_assert_cmpuint(count(canvas, "spot ", "| 4 156540 | 4 sessions: 156,540 IOPS, 0.401 ms"), ==, 1);
    g_assert_cmpuint(count(canvas, "spot ", "| 4 156540 | 4.00: 156,540 IOPS"), ==, 1);
    g_assert_cmpuint(count(canvas, "group series | measured", ""), ==, 1);
    g_assert_cmpuint(count(canvas, "group ", ""), ==, count(canvas, "ungroup", ""));
    canvas_record_free(canvas);
}

static void
test_long_line_has_few_spots_and_its_peak(void)
{
    enum { N = 86400 };
    g_autofree double *x = g_new(double, N), *y = g_new(double, N);
    for (int i = 0; i < N; i++) {
        x[i] = 1.7e9 + i;
        y[i] = i == 54321 ? 99999 : i % 100;
    }
    g_autoptr(Chart) chart = chart_new("day", "", "");
    chart_x_axis(chart, "", CHART_TIME);
    chart_add_series(chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true), "", CHART_LINE, 0, x, y, N);
    struct canvas *alone = drawn(chart), *in_page = canvas_record_new(chart->width, chart->height, fonts);
    in_page->transparent = true;
    chart_draw(chart, &theme, in_page);

    g_assert_cmpuint(count(alone, "spot ", ""), ==, 0);
    g_assert_cmpuint(count(in_page, "spot ", ""), >, 20);
    g_assert_cmpuint(count(in_page, "spot ", ""), <=, 200);
    g_assert_cmpuint(count(in_page, "spot ", "| 1700054321 99999 | 2023-11-15 13:18:41: 99,999 IOPS"), ==, 1);
    g_assert_cmpuint(count(alone, "rect 0 0 483 240 #ffffff", ""), ==, 1);
    g_assert_cmpuint(count(in_page, "rect 0 0 483 240 #ffffff", ""), ==, 0); /* on the page's own paper */
    canvas_record_free(alone);
    canvas_record_free(in_page);
}

static void
test_svg_in_a_page_follows_its_colours(void)
{
    g_autoptr(Chart) chart = chart_new("ladder", "Title", "");
    struct chart_panel *panel = chart_add_panel(chart, "IOPS", "", CHART_LINEAR, true);
    chart_series_texts(chart_add_series(panel, "a <b>", CHART_LINE_DOTS, 0, hours, hours, 4),
        (const char *const[]){"<script>", "b", "c", "d"}, NULL);
    g_autofree char *in_page = chart_svg_in_page(chart, &theme, fonts), *alone = chart_svg(chart, &theme, fonts);

    g_assert_nonnull(strstr(in_page, "<svg class=\"chart\" "));
    g_assert_nonnull(strstr(in_page, "stroke:var(--s1,#0072b2)"));
    g_assert_nonnull(strstr(in_page, "fill:var(--ink,#1b2733)"));
    g_assert_nonnull(strstr(in_page, "stroke:var(--grid,#e1e5e9)"));
    g_assert_nonnull(strstr(in_page, "<g class=\"series\" role=\"group\" aria-label=\"a &lt;b&gt;\">"));
    g_assert_nonnull(strstr(in_page, "<circle class=\"pt\" "));
    g_assert_nonnull(strstr(in_page, "data-x=\"3\" data-y=\"3\" fill-opacity=\"0\"><title>d</title></circle>"));
    g_assert_nonnull(strstr(in_page, "<title>&lt;script&gt;</title>"));
    g_assert_null(strstr(in_page, "fill=\"#ffffff\"/>\n<text")); /* no paper */
    g_assert_null(strstr(alone, "var("));
    g_assert_nonnull(strstr(alone, "fill=\"#ffffff\"")); /* right on a dark page too */
}

static void
add_odd_panel(struct chart *chart, int kind, const double *x, const double *y, size_t n)
{
    static const char *const names[] = {"a row", "another row with a long name that has to be cut somewhere", "c"};
    enum chart_style style = (enum chart_style)(kind % 8);
    bool bars = style == CHART_BARS;
    struct chart_panel *panel = bars ? chart_add_rows(chart, "Rows", names, 3, kind >= 8)
                                     : chart_add_panel(chart, "Panel", "ms", CHART_LINEAR, kind < 8);
    for (unsigned s = 0; s < 3; s++)
        chart_add_series(panel, "series", style, s, x, y, n);
}

/* No value, one, the same ones, ones that are none, and huge ones, in every kind of chart. */
static void
test_odd_series_of_every_kind_stay_inside(void)
{
    static const double rising[] = {0, 1, 2, 3, 4, 5};
    static const struct {
        double x[6], y[6];
        size_t n;
    } odd[] = {{{0}, {0}, 0}, {{1}, {1}, 1}, {{0, 1, 2}, {5, 5, 5}, 3}, {{1, 1, 1}, {0, 1, 2}, 3},
        {{NAN, 1, INFINITY}, {1, NAN, -INFINITY}, 3}, {{0, 1, 2}, {1e300, -1e300, 1e140}, 3},
        {{1e-9, 2e-9, 3e-9}, {0, 1, 2}, 3}, {{1e9, 1e12, -1e12}, {0, 1, 2}, 3}, {{-5, 5, 0}, {2, 7, -3}, 3}};
    for (size_t i = 0; i < G_N_ELEMENTS(odd); i++)
        for (int kind = 0; kind < 16; kind++) {
            g_autoptr(Chart) chart = chart_new("odd", "Odd", "");
            chart_x_axis(chart, "x", kind % 3 == 0 ? CHART_ELAPSED : CHART_LINEAR);
            add_odd_panel(chart, kind, odd[i].x, odd[i].y, odd[i].n);
            add_odd_panel(chart, kind, rising, rising, i % 7);
            struct canvas *canvas = drawn(chart);
            assert_texts_apart_and_inside(canvas);
            assert_nothing_outside(canvas);
            canvas_record_free(canvas);
        }
}

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    {"/chart_kinds/areas_stand_on_each_other", test_areas_stand_on_each_other},
    {"/chart_kinds/columns_reach_from_edge_to_edge", test_columns_reach_from_edge_to_edge},
    {"/chart_kinds/bars_are_as_long_as_their_figures", test_bars_are_as_long_as_their_figures},
    {"/chart_kinds/stacked_bars_stand_end_to_end_with_a_key", test_stacked_bars_stand_end_to_end_with_a_key},
    {"/chart_kinds/no_line_runs_through_a_bar_text", test_no_line_runs_through_a_bar_text},
    {"/chart_kinds/cells_of_one_colour_are_joined_in_a_row", test_cells_of_one_colour_are_joined_in_a_row},
    {"/chart_kinds/cells_without_a_value_are_no_data", test_cells_without_a_value_are_no_data},
    {"/chart_kinds/points_tell_what_they_stand_for", test_points_tell_what_they_stand_for},
    {"/chart_kinds/long_line_has_few_spots_and_its_peak", test_long_line_has_few_spots_and_its_peak},
    {"/chart_kinds/svg_in_a_page_follows_its_colours", test_svg_in_a_page_follows_its_colours},
    {"/chart_kinds/odd_series_of_every_kind_stay_inside", test_odd_series_of_every_kind_stay_inside},
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
