#include "findings.h"

#include "absent_storage.h"

#include "awr_findings.h"
#include "confidence.h"
#include "environment.h"
#include "error.h"
#include "findings_demand.h"
#include "load_findings.h"
#include "note.h"
#include "plateau.h"
#include "sizing_findings.h"

#include <string.h>

#define LATENCY_CEILING_MS 1.0
#define UTILISATION_LIMIT 0.8

static double
first_known(double a, double b, double c)
{
    return isfinite(a) ? a : isfinite(b) ? b : c;
}

/* A reader's fault names its file already. */
static void
append_notes_of_file(GPtrArray *to, const GPtrArray *from, const char *path)
{
    for (guint i = 0; i < from->len; i++) {
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        const struct note *note = g_ptr_array_index(from, i);
        g_ptr_array_add(one, (void *)note);
        notes_append(to, one, g_str_has_prefix(note->text, path) ? NULL : path);
    }
}

static void
collect_notes(struct findings *findings)
{
    const struct inputs *inputs = findings->inputs;
    notes_append(findings->notes, inputs->notes, NULL);
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        append_notes_of_file(findings->notes, input->notes, input->path);
        for (guint c = 0; c < input->captures->len; c++)
            notes_append(
                findings->notes, ((struct capture *)g_ptr_array_index(input->captures, c))->notes, input->path);
        for (guint r = 0; r < input->awrs->len; r++)
            notes_append(findings->notes, ((struct awr *)g_ptr_array_index(input->awrs, r))->notes, input->path);
        if (input->csv)
            notes_append(findings->notes, input->csv->notes, input->path);
    }
}

static void
choose_layer(struct findings *findings, const struct findings_options *options)
{
    g_autoptr(GPtrArray) captures = g_ptr_array_new();
    for (guint i = 0; i < findings->inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(findings->inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++)
            g_ptr_array_add(captures, g_ptr_array_index(input->captures, c));
    }
    g_autoptr(GPtrArray) notes = notes_new();
    findings->layer = layer_choose(captures, findings->inputs->host, options->devices, notes);
    if (captures->len > 0)
        notes_append(findings->notes, notes, NULL);
}

/* Pure reads first, as a study shows them; then by name. */
static int
by_read_share(const void *a, const void *b)
{
    const struct ladder *left = *(struct ladder *const *)a, *right = *(struct ladder *const *)b;
    double left_pct = isnan(left->read_pct) ? -1 : round(left->read_pct);
    double right_pct = isnan(right->read_pct) ? -1 : round(right->read_pct);
    if (left_pct != right_pct)
        return left_pct > right_pct ? -1 : 1;
    return strcmp(left->name, right->name);
}

/* Two workloads without a name of their own may share a measured read share: results are kept by name. */
static void
tell_names_apart(GPtrArray *ladders)
{
    g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < ladders->len; i++) {
        struct ladder *ladder = g_ptr_array_index(ladders, i);
        char *name = g_strdup(ladder->name);
        for (guint number = 2; g_hash_table_contains(taken, name); number++) {
            g_free(name);
            name = g_strdup_printf("%s-%u", ladder->name, number);
        }
        g_free(ladder->name);
        ladder->name = name;
        g_hash_table_add(taken, name);
    }
}

static void
add_ladders(struct findings *findings, GPtrArray *lone_reports)
{
    for (guint i = 0; i < findings->study->ladders->len; i++) {
        const struct workload *workload = g_ptr_array_index(findings->study->ladders, i);
        g_autoptr(GPtrArray) ladders =
            ladders_of_workload(workload, findings->layer, findings->latency_ceiling_ms, findings->notes);
        guint taken = 0;
        while (ladders->len > 0) {
            struct ladder *ladder = g_ptr_array_steal_index(ladders, 0);
            if (ladder->rungs->len >= 2) {
                g_ptr_array_add(findings->ladders, ladder);
                taken++;
            } else {
                ladder_free(ladder);
            }
        }
        if (taken > 0)
            continue;
        g_autoptr(GPtrArray) own = notes_new(); /* each workload speaks for itself: notes of one code would be merged */
        notes_add(own, NOTE_WARNING, "no-ladder", 0,
            "workload %s is no ladder: fewer than two of its runs can be used; they are shown as loads",
            workload->name);
        notes_append(findings->notes, own, NULL);
        findings_add_loads(findings, workload->runs, lone_reports);
    }
}

/* Once all ladders are known: in order, under names of their own, their plateaus held against each other. */
static void
settle_ladders(struct findings *findings, const GPtrArray *products)
{
    g_ptr_array_sort(findings->ladders, by_read_share);
    tell_names_apart(findings->ladders);
    for (guint i = 0; i < findings->ladders->len; i++)
        plateau_judge(g_ptr_array_index(findings->ladders, i), findings->ladders, products);
}

static void
path_clear(void *data)
{
    g_free(((struct path_share *)data)->name);
}

/* The rung whose paths are shown: the first ladder's best operating point, else its highest rung. */
static const struct rung *
choose_paths_rung(struct findings *findings)
{
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        size_t index = ladder->best_rung == KNEE_NO_RUNG ? ladder->rungs->len - 1 : ladder->best_rung;
        const struct rung *rung = ladder_rung(ladder, index);
        if (!rung || !rung->series)
            continue;
        findings->paths_ladder = ladder;
        findings->paths_rung = index;
        return rung;
    }
    return NULL;
}

static bool
multipath_is_measured(const struct layer *layer)
{
    for (guint i = 0; i < layer->devices->len; i++) {
        const struct layer_device *device = g_ptr_array_index(layer->devices, i);
        if (device->chosen && device->role == DEVICE_MULTIPATH)
            return true;
    }
    return false;
}

static void
share_paths(struct findings *findings)
{
    if (!multipath_is_measured(findings->layer))
        return;
    const struct rung *rung = choose_paths_rung(findings);
    double all = 0;
    for (guint i = 0; rung && i < findings->layer->devices->len; i++) {
        const struct layer_device *device = g_ptr_array_index(findings->layer->devices, i);
        if (device->role != DEVICE_PATH || device->chosen)
            continue;
        g_autoptr(Layer) single = layer_of_device(device->name);
        g_autoptr(GPtrArray) notes = notes_new();
        g_autoptr(Series) series = run_series(rung->run, single, notes);
        if (!series)
            continue;
        struct series_means means = series_means(series, rung->start, rung->end);
        struct path_share share = {.name = g_strdup(device->name), .iops = means.iops, .await_ms = means.latency_ms};
        all += means.iops;
        g_array_append_val(findings->paths, share);
    }
    for (guint i = 0; i < findings->paths->len; i++) {
        struct path_share *share = &g_array_index(findings->paths, struct path_share, i);
        share->share_pct = all > 0 ? 100 * share->iops / all : NAN;
    }
}

static void
check_deployment(struct findings *findings)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    for (guint i = 0; i < findings->awr->len; i++)
        g_ptr_array_add(reports, (void *)g_array_index(findings->awr, struct awr_finding, i).awr);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    struct check_facts facts = {.has_awr = reports->len > 0,
        .is_benchmark = findings->ladders->len > 0,
        .storage_bound_known = findings->bound != NULL,
        .storage_bound_proven = findings->bound && findings->bound->bound.verdict == STORAGE_PROVEN};
    for (guint i = 0; i < findings->layer->devices->len; i++) {
        const struct layer_device *device = g_ptr_array_index(findings->layer->devices, i);
        if (!device->chosen)
            continue;
        g_ptr_array_add(names, device->name);
        facts.has_iostat = true;
        facts.multipath_measured = facts.multipath_measured || device->role == DEVICE_MULTIPATH;
    }
    g_ptr_array_add(names, NULL);
    g_autofree char *layer_names = g_strjoinv(", ", (char **)names->pdata);
    facts.layer_names = layer_names;
    findings->checklist = checklist_new(findings->inputs->host, reports, &facts);
}

static void
find_date(struct findings *findings)
{
    findings->date_s = CAPTURE_NO_TIME;
    for (guint i = 0; i < findings->inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(findings->inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++) {
            const struct capture *capture = g_ptr_array_index(input->captures, c);
            for (guint r = 0; r < capture->reports->len; r++)
                findings->date_s =
                    MAX(findings->date_s, g_array_index(capture->reports, struct capture_report, r).time_s);
        }
        for (guint r = 0; r < input->awrs->len; r++)
            findings->date_s =
                MAX(findings->date_s, study_time_s(((struct awr *)g_ptr_array_index(input->awrs, r))->end));
    }
}

/* Says why nothing could be made of the inputs: the first reason that is about a file a user meant. */
static void
set_no_load_error(const struct inputs *inputs, GError **error)
{
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++) {
            const struct capture *capture = g_ptr_array_index(input->captures, c);
            if (capture->since_boot_reports > 0 && capture->reports->len == capture->since_boot_reports) {
                g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
                    "%s: holds only averages since boot (the first report of iostat), no samples; capture with an "
                    "interval, such as `iostat -xmt 1 600`",
                    input->path);
                return;
            }
        }
    }
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        if (input->kind == KIND_REFUSED) {
            g_set_error(
                error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: %s: %s", input->path, input->what, input->reason);
            return;
        }
        if (input->csv && input->csv->concurrency->len == 0) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
                "%s: a series of IOPS and latency without time, device or concurrency: `iosizer steady` reads it, a report "
                "needs a log, or a ladder with the column concurrency",
                input->path);
            return;
        }
        const char *fault = notes_first(input->notes, NOTE_ERROR);
        if (fault) {
            bool has_path = g_str_has_prefix(fault, input->path);
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s%s%s", has_path ? "" : input->path,
                has_path ? "" : ": ", fault);
            return;
        }
    }
    if (inputs->input->len == 0)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "no file to read was found in the inputs");
    else
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s holds a load: expected an iostat log, an AWR report, a fio JSON report or a ladder CSV (see "
            "`iosizer inspect`)",
            inputs->input->len == 1 ? "no file of the inputs" : "none of the files");
}

struct findings *
findings_new(
    const struct inputs *inputs, const struct findings_options *options, const GPtrArray *products, GError **error)
{
    g_autoptr(Findings) findings = g_new0(struct findings, 1);
    findings->inputs = inputs;
    findings->notes = notes_new();
    findings->ladders = g_ptr_array_new_with_free_func((GDestroyNotify)ladder_free);
    findings->loads = g_ptr_array_new_with_free_func(load_finding_free);
    findings->awr = g_array_new(FALSE, TRUE, sizeof(struct awr_finding));
    findings->awr_workloads = g_array_new(FALSE, TRUE, sizeof(struct workload_bound));
    findings->paths = g_array_new(FALSE, TRUE, sizeof(struct path_share));
    g_array_set_clear_func(findings->paths, path_clear);
    findings->confidence_reasons = g_ptr_array_new_with_free_func(g_free);
    findings->grade_reasons = g_ptr_array_new_with_free_func(grade_reason_free);

    g_autoptr(GPtrArray) study_notes = notes_new();
    findings->study = study_new(inputs, study_notes, error);
    if (!findings->study)
        return NULL;
    if (options->after_study)
        options->after_study(findings->study, study_notes, options->after_study_data);
    collect_notes(findings);
    notes_append(findings->notes, study_notes, NULL);
    const struct study_ini *ini = findings->study->ini;
    findings->latency_ceiling_ms =
        first_known(options->latency_ceiling_ms, ini ? ini->latency_ceiling_ms : NAN, LATENCY_CEILING_MS);
    findings->utilisation_limit =
        first_known(options->utilisation_limit, ini ? ini->utilisation_limit : NAN, UTILISATION_LIMIT);
    findings->size_at_knee = ini && ini->size_at_knee;

    absent_storage_note(findings->study, findings->notes);
    choose_layer(findings, options);
    if (options->devices && findings->layer->names->len == 0) {
        g_autofree char *globs = g_strjoinv(" ", (char **)options->devices);
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "--device %s: no device of the logs matches; `iosizer inspect` lists them", globs);
        return NULL;
    }
    g_autoptr(GPtrArray) lone_reports = g_ptr_array_new();
    add_ladders(findings, lone_reports);
    findings_add_loads(findings, findings->study->loads, lone_reports);
    settle_ladders(findings, products);
    findings_add_together(findings);
    findings_add_awr_loads(findings, lone_reports);
    findings_add_databases_together(findings);
    findings_finish_loads(findings);
    bool typed_demand = ini && isfinite(ini->demand_iops); /* it needs no capture */
    if (findings->ladders->len == 0 && findings->loads->len == 0 && !typed_demand) {
        set_no_load_error(inputs, error);
        return NULL;
    }
    findings_judge_awr(findings);
    share_paths(findings);
    findings_choose_demand(findings);
    findings_size(findings, options, products);
    check_deployment(findings);
    findings->environment = environment_of(findings);
    find_date(findings);
    findings_count_checks(findings);
    confidence_judge(findings);
    return g_steal_pointer(&findings);
}

void
findings_free(struct findings *findings)
{
    g_clear_pointer(&findings->sizing, sizing_free);
    g_clear_pointer(&findings->checklist, g_array_unref);
    g_clear_pointer(&findings->environment, g_array_unref);
    g_array_unref(findings->awr);
    g_array_unref(findings->awr_workloads);
    g_array_unref(findings->paths);
    g_ptr_array_unref(findings->loads);
    g_ptr_array_unref(findings->ladders);
    g_clear_pointer(&findings->layer, layer_free);
    g_clear_pointer(&findings->study, study_free);
    g_ptr_array_unref(findings->confidence_reasons);
    g_ptr_array_unref(findings->grade_reasons);
    g_ptr_array_unref(findings->notes);
    g_free(findings);
}
