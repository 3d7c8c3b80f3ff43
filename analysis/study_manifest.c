#include "study_parts.h"

#include "error.h"
#include "note.h"

#include <string.h>

/* The input of a path that runs.csv gives relative to itself. NULL: not among the inputs. */
static const struct input *
input_at(const struct inputs *inputs, const char *manifest_path, const char *relative)
{
    while (g_str_has_prefix(relative, "./"))
        relative += strlen("./");
    const char *slash = strrchr(manifest_path, '/');
    int folder = slash && *relative != '/' ? (int)(slash - manifest_path + 1) : 0;
    g_autofree char *path = g_strdup_printf("%.*s%s", folder, manifest_path, relative);
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        if (strcmp(input->path, path) == 0)
            return input;
    }
    return NULL;
}

static struct workload *
workload_named(GPtrArray *workloads, const char *name)
{
    for (guint i = 0; i < workloads->len; i++) {
        struct workload *workload = g_ptr_array_index(workloads, i);
        if (strcmp(workload->name, name) == 0)
            return workload;
    }
    struct workload *workload = workload_new(g_strdup(name), true);
    g_ptr_array_add(workloads, workload);
    return workload;
}

static bool
read_bounds(struct run *run, const char *path, const struct manifest_run *row, GError **error)
{
    const struct {
        const char *text;
        int64_t *time_s;
    } bound[] = {{row->start, &run->from_s}, {row->end, &run->to_s}};
    for (size_t i = 0; i < G_N_ELEMENTS(bound); i++) {
        *bound[i].time_s = study_time_s(bound[i].text);
        if (bound[i].text && *bound[i].time_s == CAPTURE_NO_TIME) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
                "%s:%u: a time must be YYYY-MM-DDTHH:MM:SS, seen \"%s\"", path, row->line, bound[i].text);
            return false;
        }
    }
    if (row->start && row->end && run->to_s <= run->from_s) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "%s:%u: the end \"%s\" must be later than the start \"%s\"", path, row->line, row->end, row->start);
        return false;
    }
    return true;
}

static bool
take_files(struct run *run, const struct inputs *inputs, const char *path, const struct manifest_run *row,
    GPtrArray *notes, GError **error)
{
    const struct input *log = row->iostat ? input_at(inputs, path, row->iostat) : NULL;
    const struct input *awr = row->awr ? input_at(inputs, path, row->awr) : NULL;
    bool log_missing = row->iostat && (!log || log->captures->len == 0);
    bool awr_missing = row->awr && (!awr || awr->awrs->len == 0);
    if (log_missing || awr_missing) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "%s:%u: %s \"%s\" is not among the inputs or could not be read", path, row->line,
            log_missing ? "iostat log" : "AWR report", log_missing ? row->iostat : row->awr);
        return false;
    }
    for (guint i = 0; log && i < log->captures->len; i++)
        run_take_capture(run, g_ptr_array_index(log->captures, i), notes);
    for (guint i = 0; awr && i < awr->awrs->len; i++)
        g_ptr_array_add(run->awrs, g_ptr_array_index(awr->awrs, i));
    return true;
}

bool
study_read_manifest(struct study *study, const struct input *manifest, GPtrArray *notes, GError **error)
{
    g_autoptr(GPtrArray) rows = runs_csv_parse(manifest->text, manifest->text_len, manifest->path, error);
    if (!rows)
        return false;
    g_autoptr(GPtrArray) workloads = g_ptr_array_new();
    bool good = true;
    for (guint i = 0; i < rows->len && good; i++) {
        const struct manifest_run *row = g_ptr_array_index(rows, i);
        g_autofree char *name = study_clean_name(row->workload ? row->workload : "load");
        struct run *run = run_new(row->iostat ? row->iostat : row->awr);
        run->concurrency = row->concurrency;
        run->concurrency_source = row->concurrency > 0 ? "runs.csv" : NULL;
        run->device = g_strdup(row->device);
        g_ptr_array_add(workload_named(workloads, name)->runs, run);
        good = read_bounds(run, manifest->path, row, error) &&
               take_files(run, study->inputs, manifest->path, row, notes, error);
    }
    for (guint i = 0; i < workloads->len; i++)
        study_file_workload(study, g_ptr_array_index(workloads, i));
    return good;
}
