#include "batch_index.h"

#include "batch_row.h"
#include "results.h"
#include "results_parts.h"

#include "batch_pages.h"

#include <stdlib.h>
#include <string.h>

struct batch_study *
batch_study_new(const char *name, const char *path)
{
    struct batch_study *study = g_new0(struct batch_study, 1);
    study->name = g_strdup(name);
    study->path = g_strdup(path);
    return study;
}

void
batch_study_free(void *data)
{
    struct batch_study *study = data;
    g_free(study->name);
    g_free(study->path);
    g_free(study->reason);
    g_free(study->figures);
    g_free(study);
}

const char *
batch_state_name(enum batch_state state)
{
    static const char *const name[] = {[BATCH_DONE] = "done",
        [BATCH_FAILED] = "failed",
        [BATCH_NOTHING] = "nothing_readable",
        [BATCH_LEFT_OUT] = "left_out"};
    return name[state];
}

guint
batch_count(const GPtrArray *studies, enum batch_state state)
{
    guint count = 0;
    for (guint i = 0; i < studies->len; i++)
        count += ((const struct batch_study *)g_ptr_array_index(studies, i))->state == state;
    return count;
}

/* JSON */

static json_t *
study_json(const struct batch_study *study)
{
    json_t *object = json_object(), *figures = batch_figures_read(study->figures);
    set_text(object, "study", study->name);
    set_text(object, "path", study->path);
    set_text(object, "status", batch_state_name(study->state));
    set_text(object, "reason", study->reason);
    if (figures)
        json_object_update(object, figures);
    json_decref(figures);
    return object;
}

static char *
batch_json(const GPtrArray *studies, const struct batch_context *context)
{
    json_t *root = json_object(), *array = json_array(), *counts = json_object();
    set_count(root, "schema", 1);
    set_text(root, "generator", context->generator);
    for (enum batch_state state = BATCH_DONE; state <= BATCH_LEFT_OUT; state++)
        set_count(counts, batch_state_name(state), batch_count(studies, state));
    json_object_set_new(root, "counts", counts);
    for (guint i = 0; i < studies->len; i++)
        json_array_append_new(array, study_json(g_ptr_array_index(studies, i)));
    json_object_set_new(root, "studies", array);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(root);
    char *copy = g_strconcat(text, "\n", NULL);
    free(text);
    return copy;
}

/* CSV: a row a workload; a study without one has a row of its own. */

/* Where a column comes from: the row of the study, or the workload. */
static const struct batch_column {
    const char *name;
    bool of_workload;
    const char *path;
} columns[] = {
    {"study", false, "study"},
    {"status", false, "status"},
    {"workload", true, "name"},
    {"read_pct", true, "read_pct"},
    {"best_concurrency", true, "best.concurrency"},
    {"best_iops", true, "best.iops"},
    {"best_mib_s", true, "best.mib_s"},
    {"best_latency_ms", true, "best.latency_ms"},
    {"knee_verdict", true, "knee.verdict"},
    {"knee_concurrency", true, "knee.concurrency"},
    {"knee_iops", true, "knee.iops"},
    {"demand_source", false, "demand.source"},
    {"demand_p95_iops", false, "demand.p95_iops"},
    {"demand_p95_mib_s", false, "demand.p95_mib_s"},
    {"required_iops", false, "required.iops"},
    {"required_mib_s", false, "required.mib_s"},
    {"required_capacity_gib", false, "required.capacity_gib"},
    {"storage_bound", false, "storage_bound"},
    {"confidence", false, "confidence"},
    {"errors", false, "errors"},
    {"warnings", false, "warnings"},
    {"path", false, "path"},
    {"reason", false, "reason"},
};

static json_t *
member(json_t *object, const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, ".", -1);
    for (char **part = parts; *part && object; part++)
        object = json_object_get(object, *part);
    return object;
}

static void
append_value(GString *line, const json_t *value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE] = "";
    if (json_is_number(value))
        g_ascii_formatd(text, sizeof text, "%.15g", json_number_value(value));
    results_csv_cell(line, json_is_string(value) ? json_string_value(value) : text);
}

static void
append_line(GString *csv, json_t *study, json_t *workload)
{
    g_autoptr(GString) line = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
        append_value(line, member(columns[i].of_workload ? workload : study, columns[i].path));
    g_string_append_printf(csv, "%s\n", line->str);
}

static char *
batch_csv(const GPtrArray *studies)
{
    GString *csv = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
        g_string_append_printf(csv, "%s%s", i == 0 ? "" : ",", columns[i].name);
    g_string_append_c(csv, '\n');
    for (guint i = 0; i < studies->len; i++) {
        json_t *study = study_json(g_ptr_array_index(studies, i)), *workloads = json_object_get(study, "workloads");
        if (json_array_size(workloads) == 0)
            append_line(csv, study, NULL);
        for (size_t k = 0; k < json_array_size(workloads); k++)
            append_line(csv, study, json_array_get(workloads, k));
        json_decref(study);
    }
    return g_string_free(csv, FALSE);
}

bool
batch_index_write(
    const GPtrArray *studies, const struct batch_context *context, struct batch_index_files *files, GError **error)
{
    *files = (struct batch_index_files){.json = batch_json(studies, context), .csv = batch_csv(studies)};
    files->md = batch_page(studies, context, BATCH_PAGE_MD, error);
    files->html = files->md ? batch_page(studies, context, BATCH_PAGE_HTML, error) : NULL;
    return files->html;
}

void
batch_index_files_clear(struct batch_index_files *files)
{
    g_free(files->md);
    g_free(files->html);
    g_free(files->json);
    g_free(files->csv);
}
