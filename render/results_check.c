#include "results.h"

#include "error.h"

#include <csv.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

/* Both outputs round the same figure; they may part by half a unit of the last place at most. */
#define AGREE_REL 1e-9

struct table_reading {
    GPtrArray *row; /* GPtrArray of char *, the open row */
    GPtrArray *rows;
};

static void
take_cell(void *text, size_t len, void *user_data)
{
    struct table_reading *reading = user_data;
    g_ptr_array_add(reading->row, g_strndup(text, len));
}

static void
take_row(int end, void *user_data)
{
    struct table_reading *reading = user_data;
    g_ptr_array_add(reading->rows, reading->row);
    reading->row = g_ptr_array_new_with_free_func(g_free);
}

static GPtrArray *
rows_of(const char *csv)
{
    struct table_reading reading = {
        .row = g_ptr_array_new_with_free_func(g_free),
        .rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref),
    };
    struct csv_parser parser;
    csv_init(&parser, 0);
    csv_parse(&parser, csv, strlen(csv), take_cell, take_row, &reading);
    csv_fini(&parser, take_cell, take_row, &reading);
    csv_free(&parser);
    g_ptr_array_unref(reading.row);
    return reading.rows;
}

static const char *
cell_of(const GPtrArray *head, const GPtrArray *row, const char *name)
{
    for (guint i = 0; i < head->len && i < row->len; i++)
        if (strcmp(g_ptr_array_index(head, i), name) == 0)
            return g_ptr_array_index(row, i);
    return NULL;
}

static bool
figure_agrees(const json_t *figure, const char *cell)
{
    if (!figure || !*cell)
        return !figure && !*cell;
    double expected = json_number_value(figure);
    return fabs(g_ascii_strtod(cell, NULL) - expected) <= AGREE_REL * MAX(1, fabs(expected));
}

static bool
differ(GError **error, const char *name, const char *of, const json_t *figure, const char *cell)
{
    char expected[G_ASCII_DTOSTR_BUF_SIZE] = "absent";
    if (figure)
        g_ascii_formatd(expected, sizeof expected, "%.15g", json_number_value(figure));
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL,
        "self-check: %s of %s is %s in results.json and %s in results.csv", name, of, expected,
        cell && *cell ? cell : "absent");
    return false;
}

static const char *const rung_figure[] = {"concurrency", "iops", "read_iops", "write_iops", "mib_s", "latency_ms",
    "read_latency_ms", "write_latency_ms", "p95_latency_ms", "outstanding"};

static bool
rung_agrees(const char *workload, const json_t *rung, const GPtrArray *head, const GPtrArray *row, GError **error)
{
    const char *name = cell_of(head, row, "workload");
    if (!name || strcmp(name, workload) != 0) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL,
            "self-check: results.json has a rung of %s where results.csv has one of %s", workload,
            name ? name : "no workload");
        return false;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(rung_figure); i++) {
        const json_t *figure = json_object_get(rung, rung_figure[i]);
        const char *cell = cell_of(head, row, rung_figure[i]);
        if (!cell || !figure_agrees(figure, cell))
            return differ(error, rung_figure[i], workload, figure, cell);
    }
    return true;
}

static bool
rungs_agree(json_t *workloads, const GPtrArray *rows, GError **error)
{
    const GPtrArray *head = g_ptr_array_index(rows, 0);
    guint at = 1;
    const char *name;
    json_t *workload;
    json_object_foreach(workloads, name, workload)
    {
        size_t i;
        json_t *rung;
        json_array_foreach(json_object_get(workload, "rungs"), i, rung)
        {
            if (at < rows->len && !rung_agrees(name, rung, head, g_ptr_array_index(rows, at), error))
                return false;
            at++;
        }
    }
    if (at != rows->len)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL,
            "self-check: results.json has %u rungs, results.csv %u", at - 1, rows->len - 1);
    return at == rows->len;
}

#define FIGURES ((guint)DEMAND_FIGURES)

/* The rows of one load, from `at` on, hold its name and its figures in order. */
static bool
load_agrees(const json_t *load, const GPtrArray *rows, guint at, GError **error)
{
    const GPtrArray *head = g_ptr_array_index(rows, 0);
    const char *name = json_string_value(json_object_get(load, "name"));
    static const char *const unit[] = {"iops", "mib_s"};
    for (guint i = 0; i < FIGURES; i++) {
        const GPtrArray *row = g_ptr_array_index(rows, at + i);
        if (g_strcmp0(cell_of(head, row, "load"), name) != 0 ||
            g_strcmp0(cell_of(head, row, "figure"), demand_figure_names[i]) != 0) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL,
                "self-check: results.csv has another row where %s of %s was to be", demand_figure_names[i],
                name ? name : "a load");
            return false;
        }
        for (size_t u = 0; u < G_N_ELEMENTS(unit); u++) {
            const json_t *figure = json_object_get(json_object_get(load, unit[u]), demand_figure_names[i]);
            const char *cell = cell_of(head, row, unit[u]);
            if (!cell || !figure_agrees(figure, cell))
                return differ(error, demand_figure_names[i], name, figure, cell);
        }
    }
    return true;
}

static bool
loads_agree(const json_t *loads, const GPtrArray *rows, GError **error)
{
    size_t count = json_array_size(loads);
    if (rows->len != 1 + count * FIGURES) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL,
            "self-check: results.json has %zu loads, results.csv %u rows of them", count, rows->len - 1);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (!load_agrees(json_array_get(loads, i), rows, (guint)(1 + i * FIGURES), error))
            return false;
    return true;
}

bool
results_agree(const char *json, const char *csv, GError **error)
{
    json_error_t fault;
    json_t *root = json_loads(json, 0, &fault);
    if (!root) {
        g_set_error(
            error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "self-check: results.json does not parse: %s", fault.text);
        return false;
    }
    g_autoptr(GPtrArray) rows = rows_of(csv);
    bool agree = false;
    json_t *workloads = json_object_get(root, "workloads");
    if (rows->len == 0)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "self-check: results.csv is empty");
    else
        agree =
            workloads ? rungs_agree(workloads, rows, error) : loads_agree(json_object_get(root, "loads"), rows, error);
    json_decref(root);
    return agree;
}
