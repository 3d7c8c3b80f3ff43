#include "study.h"

#include "error.h"
#include "note.h"
#include "study_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct run *
run_new(const char *label)
{
    struct run *run = g_new0(struct run, 1);
    run->label = g_strdup(label);
    run->concurrency = run->point_iops = run->point_latency_ms = NAN;
    run->captures = g_ptr_array_new();
    run->awrs = g_ptr_array_new();
    run->from_s = run->to_s = CAPTURE_NO_TIME;
    return run;
}

void
run_free(void *data)
{
    struct run *run = data;
    g_free(run->label);
    g_free(run->device);
    g_ptr_array_unref(run->captures);
    g_ptr_array_unref(run->awrs);
    g_free(run);
}

static void
workload_free(void *data)
{
    struct workload *workload = data;
    g_free(workload->name);
    g_ptr_array_unref(workload->runs);
    g_free(workload);
}

struct workload *
workload_new(char *name, bool name_given)
{
    struct workload *workload = g_new0(struct workload, 1);
    workload->name = name;
    workload->name_given = name_given;
    workload->runs = g_ptr_array_new_with_free_func(run_free);
    return workload;
}

void
run_take_capture(struct run *run, struct capture *capture, GPtrArray *notes)
{
    const struct capture *first = run->captures->len > 0 ? g_ptr_array_index(run->captures, 0) : capture;
    if (g_strcmp0(first->host, capture->host) == 0)
        g_ptr_array_add(run->captures, capture);
    else
        study_note(notes, NOTE_WARNING, "other-host", "%s: host %s is left out, the run is of host %s", capture->path,
            capture->host ? capture->host : "unnamed", first->host ? first->host : "unnamed");
}

void
study_note(GPtrArray *notes, enum note_level level, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autoptr(GPtrArray) single = notes_new();
    notes_add(single, level, code, 0, "%s", text);
    notes_append(notes, single, NULL);
}

int64_t
study_time_s(const char *text)
{
    if (!text)
        return CAPTURE_NO_TIME;
    int year, month, day, hour, minute, second = 0, read = 0;
    if (sscanf(text, "%4d-%2d-%2d%*1[T ]%2d:%2d%n:%2d", &year, &month, &day, &hour, &minute, &read, &second) < 5 ||
        read == 0)
        return CAPTURE_NO_TIME;
    g_autoptr(GDateTime) time = g_date_time_new_utc(year, month, day, hour, minute, second);
    return time ? g_date_time_to_unix(time) : CAPTURE_NO_TIME;
}

/* Runs without a concurrency come last; equal ones in the order of their names, then of their figures. */
static int
by_concurrency(const void *a, const void *b)
{
    const struct run *left = *(struct run *const *)a, *right = *(struct run *const *)b;
    double left_n = isnan(left->concurrency) ? INFINITY : left->concurrency;
    double right_n = isnan(right->concurrency) ? INFINITY : right->concurrency;
    if (left_n != right_n)
        return left_n < right_n ? -1 : 1;
    int order = strcmp(left->label, right->label);
    if (order != 0 || left->point_iops == right->point_iops)
        return order;
    return left->point_iops < right->point_iops ? -1 : 1;
}

static guint
distinct_concurrencies(const GPtrArray *runs)
{
    guint distinct = 0;
    for (guint i = 0; i < runs->len; i++) {
        const struct run *run = g_ptr_array_index(runs, i);
        const struct run *before = i > 0 ? g_ptr_array_index(runs, i - 1) : NULL;
        distinct += run->concurrency > 0 && !(before && before->concurrency == run->concurrency) ? 1 : 0;
    }
    return distinct;
}

char *
study_clean_name(const char *text)
{
    char *name = g_strdup(text);
    for (char *at = name; *at; at++)
        if (!g_ascii_isalnum(*at) && !strchr("._-", *at))
            *at = '-';
    return name;
}

static bool
name_is_taken(const GPtrArray *workloads, const char *name, guint except)
{
    for (guint i = 0; i < workloads->len; i++)
        if (i != except && strcmp(((const struct workload *)g_ptr_array_index(workloads, i))->name, name) == 0)
            return true;
    return false;
}

/* The first of a name keeps it, the next get -2, -3, ... */
static void
make_names_unique(GPtrArray *workloads)
{
    for (guint i = 1; i < workloads->len; i++) {
        struct workload *workload = g_ptr_array_index(workloads, i);
        bool before = false;
        for (guint k = 0; k < i; k++)
            before =
                before || strcmp(((const struct workload *)g_ptr_array_index(workloads, k))->name, workload->name) == 0;
        for (guint number = 2; before; number++) {
            g_autofree char *numbered = g_strdup_printf("%s-%u", workload->name, number);
            if (name_is_taken(workloads, numbered, i))
                continue;
            g_free(workload->name);
            workload->name = g_steal_pointer(&numbered);
            before = false;
        }
    }
}

void
study_file_workload(struct study *study, struct workload *workload)
{
    g_ptr_array_sort(workload->runs, by_concurrency);
    if (distinct_concurrencies(workload->runs) >= 2) {
        g_ptr_array_add(study->ladders, workload);
        return;
    }
    for (guint i = 0; i < workload->runs->len; i++)
        g_ptr_array_add(study->loads, g_ptr_array_index(workload->runs, i));
    g_ptr_array_set_free_func(workload->runs, NULL);
    workload_free(workload);
}

/* A plain ladder CSV is a workload of its own, named for the file. */
static void
take_ladder_csv(struct study *study, const struct ladder_csv *csv, GPtrArray *notes)
{
    if (csv->concurrency->len == 0) {
        study_note(notes, NOTE_WARNING, "series-csv",
            "%s: a series without concurrency takes no part in a report; see `iosizer steady`", csv->path);
        return;
    }
    g_autofree char *base = g_path_get_basename(csv->path);
    char *dot = strrchr(base, '.');
    if (dot && dot > base)
        *dot = '\0';
    struct workload *workload = workload_new(study_clean_name(base), true);
    for (guint i = 0; i < csv->concurrency->len; i++) {
        struct run *run = run_new(csv->path);
        run->concurrency = g_array_index(csv->concurrency, double, i);
        run->concurrency_source = "csv";
        run->point_iops = g_array_index(csv->iops, double, i);
        run->point_latency_ms = g_array_index(csv->latency_ms, double, i);
        g_ptr_array_add(workload->runs, run);
    }
    if (distinct_concurrencies(workload->runs) < 2)
        study_note(
            notes, NOTE_WARNING, "no-ladder", "%s: a ladder needs at least two concurrencies, it has one", csv->path);
    study_file_workload(study, workload);
}

struct study *
study_new(const struct inputs *inputs, GPtrArray *notes, GError **error)
{
    g_autoptr(Study) study = g_new0(struct study, 1);
    study->inputs = inputs;
    study->ladders = g_ptr_array_new_with_free_func(workload_free);
    study->loads = g_ptr_array_new_with_free_func(run_free);
    const struct input *manifest = NULL;
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        if (input->kind == KIND_RUNS_CSV && input->text) {
            if (manifest)
                study_note(
                    notes, NOTE_WARNING, "second-runs-csv", "%s is left out: %s is used", input->path, manifest->path);
            else
                manifest = input;
        } else if (input->kind == KIND_STUDY_INI && input->text && study->ini) {
            study_note(
                notes, NOTE_WARNING, "second-study-ini", "%s is left out: the first study.ini is used", input->path);
        } else if (input->kind == KIND_STUDY_INI && input->text) {
            study->ini = study_ini_parse(input->text, input->text_len, input->path, error);
            if (!study->ini)
                return NULL;
        }
    }
    if (manifest && !study_read_manifest(study, manifest, notes, error))
        return NULL;
    if (!manifest)
        study_discover(study, notes);
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        if (input->csv)
            take_ladder_csv(study, input->csv, notes);
    }
    make_names_unique(study->ladders);
    return g_steal_pointer(&study);
}

void
study_free(struct study *study)
{
    g_ptr_array_unref(study->ladders);
    g_ptr_array_unref(study->loads);
    g_clear_pointer(&study->ini, study_ini_free);
    g_free(study);
}
