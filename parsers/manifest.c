#include "manifest.h"

#include "csv_rows.h"
#include "error.h"
#include "nearest.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum column { WORKLOAD, CONCURRENCY, IOSTAT, AWR, DEVICE, START, END, NOTE, COLUMNS };

static const struct {
    const char *name;
    size_t text; /* offset of the char * in struct manifest_run; concurrency is a number */
} columns[COLUMNS] = {
    [WORKLOAD] = {"workload", offsetof(struct manifest_run, workload)},
    [CONCURRENCY] = {"concurrency", 0},
    [IOSTAT] = {"iostat", offsetof(struct manifest_run, iostat)},
    [AWR] = {"awr", offsetof(struct manifest_run, awr)},
    [DEVICE] = {"device", offsetof(struct manifest_run, device)},
    [START] = {"start", offsetof(struct manifest_run, start)},
    [END] = {"end", offsetof(struct manifest_run, end)},
    [NOTE] = {"note", offsetof(struct manifest_run, note)},
};

struct reading {
    const char *path;
    GPtrArray *runs;
    gint at[COLUMNS];
    guint header_cells; /* 0: the header is still to come */
};

static bool fault(const struct reading *reading, guint line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Sets the error and is false. */
static bool
fault(const struct reading *reading, guint line, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s:%u: %s", reading->path, line, text);
    return false;
}

static bool
read_header(struct reading *reading, const struct csv_row *row, GError **error)
{
    guint known = 0;
    for (guint i = 0; i < COLUMNS; i++) {
        reading->at[i] = csv_column(row, columns[i].name);
        known += reading->at[i] >= 0;
    }
    for (guint i = 0; known < row->cells && i < row->cells; i++) {
        bool found = false;
        for (guint c = 0; c < COLUMNS; c++)
            found = found || reading->at[c] == (gint)i;
        if (!found)
            return fault(reading, row->line, error, "unknown column \"%.60s\"; nearest known: \"%s\"", row->cell[i],
                nearest_name(columns, COLUMNS, sizeof columns[0], row->cell[i]));
    }
    if (reading->at[IOSTAT] < 0 && reading->at[AWR] < 0)
        return fault(reading, row->line, error, "expected a column iostat or awr that names the files of a run");
    reading->header_cells = row->cells;
    return true;
}

void
manifest_run_free(struct manifest_run *run)
{
    if (!run)
        return;
    char *texts[] = {run->workload, run->iostat, run->awr, run->device, run->start, run->end, run->note};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    g_free(run);
}

static bool
read_run(const struct csv_row *row, void *user_data, GError **error)
{
    struct reading *reading = user_data;
    if (reading->header_cells == 0)
        return read_header(reading, row, error);
    if (row->cells > reading->header_cells)
        return fault(reading, row->line, error, "expected %u cells as in the header, saw %u (put quotes around commas)",
            reading->header_cells, row->cells);
    const char *concurrency = csv_cell(row, reading->at[CONCURRENCY]);
    double value = NAN;
    if (*concurrency && (!csv_number(row, reading->at[CONCURRENCY], &value) || !(value > 0 && value < 1e9)))
        return fault(reading, row->line, error, "expected a concurrency above 0, saw \"%.60s\"", concurrency);
    if (!*csv_cell(row, reading->at[IOSTAT]) && !*csv_cell(row, reading->at[AWR]))
        return fault(reading, row->line, error, "names neither an iostat nor an awr file");
    struct manifest_run *run = g_new0(struct manifest_run, 1);
    run->concurrency = value;
    run->line = row->line;
    for (guint i = 0; i < COLUMNS; i++) {
        const char *cell = csv_cell(row, reading->at[i]);
        if (i != CONCURRENCY && *cell)
            *(char **)(void *)((char *)run + columns[i].text) = g_strdup(cell);
    }
    g_ptr_array_add(reading->runs, run);
    return true;
}

GPtrArray *
runs_csv_parse(const char *text, size_t len, const char *path, GError **error)
{
    GError *local = NULL;
    g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func((GDestroyNotify)manifest_run_free);
    struct reading reading = {.path = path, .runs = runs};
    if (!csv_rows(text, len, path, read_run, &reading, &local)) {
        g_set_error_literal(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, local->message);
        g_error_free(local);
        return NULL;
    }
    if (reading.header_cells == 0) {
        fault(&reading, 1, error,
            "expected the header workload,concurrency,iostat,awr,device,start,end,note, saw nothing");
        return NULL;
    }
    return g_steal_pointer(&runs);
}
