#include "chart.h"

#include <math.h>

#define CHART_WIDTH 483.0  /* points: the text width of an A4 page */
#define CHART_HEIGHT 240.0 /* with one panel */
#define CHART_PANEL_HEIGHT 110.0

static void
series_free(void *data)
{
    struct chart_series *series = data;

    g_free(series->label);
    g_array_unref(series->point);
    g_strfreev(series->tip);
    g_strfreev(series->note);
    g_free(series);
}

static void
mark_free(void *data)
{
    struct chart_mark *mark = data;

    g_free(mark->label);
    g_free(mark);
}

static void
cells_free(struct chart_cells *cells)
{
    if (!cells)
        return;
    g_free(cells->edge);
    g_free(cells->value);
    g_free(cells->low_label);
    g_free(cells->high_label);
    g_strfreev(cells->tip);
    g_free(cells);
}

static void
panel_free(void *data)
{
    struct chart_panel *panel = data;

    g_free(panel->label);
    g_free(panel->unit);
    g_strfreev(panel->rows);
    cells_free(panel->cells);
    g_ptr_array_unref(panel->series);
    g_ptr_array_unref(panel->marks);
    g_free(panel);
}

static char *
text_or_empty(const char *text)
{
    return g_strdup(text ? text : "");
}

/* A name for a file and an anchor: of names that differ only in what is replaced each has its own. */
static char *
usable_id(const char *id)
{
    char *clean = g_ascii_strdown(id ? id : "", -1);
    for (char *at = clean; *at; at++)
        if (!g_ascii_isalnum(*at) && *at != '-')
            *at = '-';
    if (g_strcmp0(clean, id) == 0 || !*clean)
        return clean;
    char *unique = g_strdup_printf("%s-%04x", clean, g_str_hash(id) & 0xffff);
    g_free(clean);
    return unique;
}

struct chart *
chart_new(const char *id, const char *title, const char *subtitle)
{
    struct chart *chart = g_new0(struct chart, 1);

    chart->id = usable_id(id);
    chart->title = text_or_empty(title);
    chart->subtitle = text_or_empty(subtitle);
    chart->x_label = text_or_empty(NULL);
    chart->x_scale = CHART_LINEAR;
    chart->x_from = chart->x_to = NAN;
    chart->width = CHART_WIDTH;
    chart->height = CHART_HEIGHT;
    chart->panels = g_ptr_array_new_with_free_func(panel_free);
    chart->marks = g_ptr_array_new_with_free_func(mark_free);
    return chart;
}

void
chart_free(struct chart *chart)
{
    if (!chart)
        return;
    g_free(chart->id);
    g_free(chart->title);
    g_free(chart->subtitle);
    g_free(chart->alt);
    g_free(chart->x_label);
    g_ptr_array_unref(chart->panels);
    g_ptr_array_unref(chart->marks);
    g_free(chart);
}

void
chart_x_axis(struct chart *chart, const char *label, enum chart_scale scale)
{
    g_free(chart->x_label);
    chart->x_label = text_or_empty(label);
    chart->x_scale = scale;
}

void
chart_x_reach(struct chart *chart, double from, double to)
{
    chart->x_from = from;
    chart->x_to = to;
}

struct chart_panel *
chart_add_panel(struct chart *chart, const char *label, const char *unit, enum chart_scale scale, bool from_zero)
{
    struct chart_panel *panel = g_new0(struct chart_panel, 1);

    panel->label = text_or_empty(label);
    panel->unit = text_or_empty(unit);
    panel->scale = scale;
    panel->from_zero = from_zero;
    panel->series = g_ptr_array_new_with_free_func(series_free);
    panel->marks = g_ptr_array_new_with_free_func(mark_free);
    if (chart->panels->len > 0)
        chart->height += CHART_PANEL_HEIGHT;
    g_ptr_array_add(chart->panels, panel);
    return panel;
}

/* A copy of n texts, NULL as empty ones, with a NULL behind them. */
static char **
texts_copy(const char *const *text, size_t n)
{
    if (!text)
        return NULL;
    char **copy = g_new0(char *, n + 1);
    for (size_t i = 0; i < n; i++)
        copy[i] = text_or_empty(text[i]);
    return copy;
}

struct chart_panel *
chart_add_rows(struct chart *chart, const char *label, const char *const *names, size_t n, bool stacked)
{
    struct chart_panel *panel = chart_add_panel(chart, label, "", CHART_ROWS, false);

    panel->rows = texts_copy(names, n);
    panel->stacked = stacked;
    return panel;
}

void
chart_take_cells(struct chart_panel *panel, const struct chart_cells *cells)
{
    struct chart_cells *copy = g_new(struct chart_cells, 1);

    *copy = *cells;
    copy->edge = g_memdup2(cells->edge, (cells->rows + 1) * sizeof *cells->edge);
    copy->value = g_memdup2(cells->value, cells->columns * cells->rows * sizeof *cells->value);
    copy->low_label = text_or_empty(cells->low_label);
    copy->high_label = text_or_empty(cells->high_label);
    copy->tip = texts_copy((const char *const *)cells->tip, cells->columns);
    cells_free(panel->cells);
    panel->cells = copy;
}

void
chart_series_texts(struct chart_series *series, const char *const *tip, const char *const *note)
{
    g_strfreev(series->tip);
    g_strfreev(series->note);
    series->tip = texts_copy(tip, series->point->len);
    series->note = texts_copy(note, series->point->len);
}

struct chart_series *
chart_add_series(struct chart_panel *panel, const char *label, enum chart_style style, unsigned color, const double *x,
    const double *y, size_t n)
{
    struct chart_series *series = g_new0(struct chart_series, 1);

    series->label = text_or_empty(label);
    series->style = style;
    series->color = color;
    series->point = g_array_sized_new(FALSE, FALSE, sizeof(struct point), (guint)n);
    for (size_t i = 0; i < n; i++) {
        struct point point = {x[i], y[i]};
        g_array_append_val(series->point, point);
    }
    g_ptr_array_add(panel->series, series);
    return series;
}

static void
marks_add(GPtrArray *marks, enum chart_mark_kind kind, double from, double to, const char *label)
{
    struct chart_mark *mark = g_new0(struct chart_mark, 1);

    mark->kind = kind;
    mark->from = from;
    mark->to = to;
    mark->label = text_or_empty(label);
    g_ptr_array_add(marks, mark);
}

void
chart_add_mark(struct chart *chart, enum chart_mark_kind kind, double from, double to, const char *label)
{
    g_return_if_fail(kind == CHART_MARK_X || kind == CHART_MARK_X_BAND || kind == CHART_MARK_X_HATCH);
    marks_add(chart->marks, kind, from, to, label);
}

void
chart_panel_add_mark(struct chart_panel *panel, enum chart_mark_kind kind, double from, double to, const char *label)
{
    g_return_if_fail(kind == CHART_MARK_Y || kind == CHART_MARK_POINT);
    marks_add(panel->marks, kind, from, to, label);
}
