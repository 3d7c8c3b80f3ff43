#include "ladder_csv.h"

#include "csv_rows.h"
#include "error.h"
#include "note.h"

#include <math.h>
#include <string.h>

/* A rate or a latency of this or more is a slip of the pen or of a counter, as in iostat logs. */
#define VALUE_MAX 1e9

enum column { CONCURRENCY, IOPS, LATENCY, COLUMNS };

/* Names by which the columns are known; `to_ms` of a latency. */
static const struct {
    const char *name;
    enum column column;
    double to_ms;
} names[] = {
    {"concurrency", CONCURRENCY, 1},
    {"threads", CONCURRENCY, 1},
    {"users", CONCURRENCY, 1},
    {"clients", CONCURRENCY, 1},
    {"sessions", CONCURRENCY, 1},
    {"iodepth", CONCURRENCY, 1},
    {"queue_depth", CONCURRENCY, 1},
    {"qd", CONCURRENCY, 1},
    {"iops", IOPS, 1},
    {"total_iops", IOPS, 1},
    {"latency_ms", LATENCY, 1},
    {"avg_latency_ms", LATENCY, 1},
    {"mean_latency_ms", LATENCY, 1},
    {"await_ms", LATENCY, 1},
    {"await", LATENCY, 1},
    {"lat_ms", LATENCY, 1},
    {"latency_us", LATENCY, 1e-3},
    {"lat_us", LATENCY, 1e-3},
};

struct layout {
    gint at[COLUMNS]; /* -1: absent */
    double to_ms;
};

/* The first known name of each column that the header has. */
static struct layout
layout_of(const struct csv_row *header)
{
    struct layout layout = {.at = {-1, -1, -1}, .to_ms = 1};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (layout.at[names[i].column] >= 0)
            continue;
        layout.at[names[i].column] = csv_column(header, names[i].name);
        if (names[i].column == LATENCY && layout.at[LATENCY] >= 0)
            layout.to_ms = names[i].to_ms;
    }
    return layout;
}

static bool
form_visit(const struct csv_row *row, void *user_data, GError **error)
{
    (void)error;
    enum ladder_csv_form *form = user_data;
    struct layout layout = layout_of(row);
    bool files = csv_column(row, "iostat") >= 0 || csv_column(row, "awr") >= 0;
    if (files && (csv_column(row, "concurrency") >= 0 || csv_column(row, "workload") >= 0))
        *form = LADDER_CSV_RUNS;
    else if (layout.at[IOPS] >= 0 && layout.at[LATENCY] >= 0)
        *form = layout.at[CONCURRENCY] >= 0 ? LADDER_CSV_LADDER : LADDER_CSV_SERIES;
    return true;
}

enum ladder_csv_form
ladder_csv_columns(const char *line, size_t len)
{
    enum ladder_csv_form form = LADDER_CSV_OTHER;
    g_autoptr(GError) ignored = NULL;
    return csv_rows(line, len, "", form_visit, &form, &ignored) ? form : LADDER_CSV_OTHER;
}

struct reading {
    struct ladder_csv *csv;
    struct layout layout;
    bool has_header;
};

/* Why a row is left out; NULL: it is not. A second without I/O may have no latency. */
static const char *
read_row(const struct csv_row *row, const struct layout *layout, double out_value[COLUMNS])
{
    bool ladder = layout->at[CONCURRENCY] >= 0;
    out_value[CONCURRENCY] = NAN;
    out_value[LATENCY] = NAN;
    if (ladder && (!csv_number(row, layout->at[CONCURRENCY], &out_value[CONCURRENCY]) ||
                      !(out_value[CONCURRENCY] > 0 && out_value[CONCURRENCY] < VALUE_MAX)))
        return "concurrency is not a number above 0";
    if (!csv_number(row, layout->at[IOPS], &out_value[IOPS]) || !(out_value[IOPS] >= 0 && out_value[IOPS] < VALUE_MAX))
        return "IOPS is not a number of 0 or more";
    bool idle = !ladder && out_value[IOPS] <= 0 && *csv_cell(row, layout->at[LATENCY]) == '\0';
    if (!idle && !csv_number(row, layout->at[LATENCY], &out_value[LATENCY]))
        return "latency is not a number";
    out_value[LATENCY] *= layout->to_ms;
    return out_value[LATENCY] < 0 || out_value[LATENCY] >= VALUE_MAX ? "latency is out of range" : NULL;
}

static bool
row_visit(const struct csv_row *row, void *user_data, GError **error)
{
    struct reading *reading = user_data;
    struct ladder_csv *csv = reading->csv;
    double value[COLUMNS];
    if (!reading->has_header) {
        reading->has_header = true;
        reading->layout = layout_of(row);
        if (reading->layout.at[IOPS] >= 0 && reading->layout.at[LATENCY] >= 0)
            return true;
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s:%u: expected the columns concurrency,iops,latency_ms (or iops,latency_ms), saw \"%.60s\"", csv->path,
            row->line, row->cell[0]);
        return false;
    }
    const char *fault = read_row(row, &reading->layout, value);
    if (fault) {
        notes_add(csv->notes, NOTE_WARNING, "bad-row", row->line, "%s, row left out", fault);
        return true;
    }
    if (reading->layout.at[CONCURRENCY] >= 0)
        g_array_append_val(csv->concurrency, value[CONCURRENCY]);
    g_array_append_val(csv->iops, value[IOPS]);
    g_array_append_val(csv->latency_ms, value[LATENCY]);
    return true;
}

struct ladder_csv *
ladder_csv_parse(const char *text, size_t len, const char *path, GError **error)
{
    g_autoptr(LadderCsv) csv = g_new0(struct ladder_csv, 1);
    csv->path = g_strdup(path);
    csv->concurrency = g_array_new(FALSE, FALSE, sizeof(double));
    csv->iops = g_array_new(FALSE, FALSE, sizeof(double));
    csv->latency_ms = g_array_new(FALSE, FALSE, sizeof(double));
    csv->notes = notes_new();
    struct reading reading = {.csv = csv};
    if (!csv_rows(text, len, path, row_visit, &reading, error))
        return NULL;
    if (csv->iops->len == 0) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: no row that can be read below the header%s",
            path, csv->notes->len ? " (all were left out)" : "");
        return NULL;
    }
    return g_steal_pointer(&csv);
}

void
ladder_csv_free(struct ladder_csv *csv)
{
    if (!csv)
        return;
    g_free(csv->path);
    g_array_unref(csv->concurrency);
    g_array_unref(csv->iops);
    g_array_unref(csv->latency_ms);
    g_ptr_array_unref(csv->notes);
    g_free(csv);
}
