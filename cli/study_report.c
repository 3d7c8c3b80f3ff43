#include "study_report.h"

#include "batch_row.h"
#include "config.h"
#include "fingerprint.h"
#include "made_of.h"
#include "masking.h"
#include "note.h"
#include "results.h"

#include <stdio.h>
#include <string.h>

/* The name in the manifest of what the report was made of. */
#define MADE_OF "made-of"

#define FORMAT_DOCUMENTS (FORMAT_MD | FORMAT_HTML | FORMAT_PDF)

bool
report_plan_fill(struct report_plan *plan, GError **error)
{
    plan->products = options_catalog(plan->options, error);
    if (!plan->products)
        return false;
    g_autoptr(GError) fault = NULL;
    plan->capacity = options_capacity(plan->options, &fault);
    if (fault) {
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
    if (plan->capacity && plan->options->masks)
        masking_rename_capacity(plan->capacity);
    plan->program = made_of_program(plan->options->made_of, plan->formats);
    return true;
}

void
report_plan_clear(struct report_plan *plan)
{
    g_clear_pointer(&plan->products, g_ptr_array_unref);
    g_clear_pointer(&plan->capacity, results_file_free);
    g_clear_pointer(&plan->program, g_free);
}

void
report_result_clear(struct report_result *result)
{
    g_clear_pointer(&result->figures, g_free);
    g_clear_pointer(&result->first_fault, g_free);
}

static bool
is_up_to_date(const struct report_plan *plan, const char *const *paths, const char *directory, char **figures)
{
    g_autofree char *kept = output_kept(directory, MADE_OF);
    if (!kept)
        return false;
    g_autofree char *inputs = fingerprint_of_paths(paths, plan->options->config);
    g_autofree char *now = made_of_hash(plan->program, inputs);
    *figures = now && strcmp(kept, now) == 0 ? output_kept(directory, BATCH_FIGURES) : NULL;
    return *figures;
}

static struct inputs *
read_inputs(const struct report_plan *plan, const char *const *paths, GError **error)
{
    const struct options *options = plan->options;
    struct inputs_options reading = {.config_path = options->config,
        .iostat = options->iostat,
        .jobs = plan->jobs,
        .prefer_iostat = true,
        .with_hash = true};
    reading.iostat.jobs = plan->jobs;
    options_keep_series(options, &reading.iostat);
    return inputs_read(paths, &reading, error);
}

static struct findings *
find(const struct report_plan *plan, const struct masking *masking, const struct inputs *inputs, GError **error)
{
    struct findings_options choices = FINDINGS_OPTIONS_DEFAULT;
    choices.latency_ceiling_ms = plan->options->latency_ceiling_ms;
    choices.capacity = plan->capacity;
    masking_choose(masking, &choices);
    return findings_new(inputs, &choices, plan->products, error);
}

/* NULL where nothing was wrong. Borrowed. */
static const char *
first_fault(const struct inputs *inputs)
{
    const char *fault = notes_first(inputs->notes, NOTE_ERROR);
    for (guint i = 0; i < inputs->input->len && !fault; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        fault = notes_first(input->notes, input->kind == KIND_REFUSED ? NOTE_WARNING : NOTE_ERROR);
    }
    return fault;
}

static bool
holds_load(const struct inputs *inputs)
{
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        if (input->captures->len > 0 || input->awrs->len > 0 || input->fio || input->csv)
            return true;
    }
    return false;
}

static bool
check_strict(const struct report_plan *plan, const struct findings *findings, GError **error)
{
    uint64_t errors = notes_count(findings->notes, NOTE_ERROR);
    if (!plan->options->strict || errors == 0)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
        "--strict: %" G_GUINT64_FORMAT " %s of level error, the first: %s", errors,
        errors == 1 ? "note is" : "notes are", notes_first(findings->notes, NOTE_ERROR));
    return false;
}

static bool
add_text(struct output *output, const char *name, const char *text, GError **error)
{
    return output_add(output, name, text, strlen(text), error);
}

/* The files of the formats, best first. */
static char *
figures_of(const char *results, unsigned formats)
{
    static const struct {
        unsigned format;
        const char *file;
    } known[] = {{FORMAT_HTML, "report.html"}, {FORMAT_PDF, "report.pdf"}, {FORMAT_MD, "report.md"},
        {FORMAT_JSON, "results.json"}, {FORMAT_CSV, "results.csv"}};
    const char *files[G_N_ELEMENTS(known) + 1] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (formats & known[i].format)
            files[count++] = known[i].file;
    return batch_figures(results, files);
}

static bool
add_results(struct output *output, const struct findings *findings, unsigned formats, char **figures, GError **error)
{
    g_autofree char *json = results_json(findings, GENERATOR), *csv = results_csv(findings);
    *figures = figures_of(json, formats);
    return results_agree(json, csv, error) &&
           (!(formats & FORMAT_JSON) || add_text(output, "results.json", json, error)) &&
           (!(formats & FORMAT_CSV) || add_text(output, "results.csv", csv, error));
}

static bool
write_folder(const struct report_plan *plan, const struct masking *masking, const struct findings *findings,
    const char *fingerprint, const char *directory, struct report_result *result, GError **error)
{
    struct press press = {.mask = masking->mask};
    g_autoptr(Output) output = output_begin_in(plan->group, directory, error);
    if (output)
        masking_guard(masking, output);
    if (!output || !add_results(output, findings, plan->formats, &result->figures, error))
        return false;
    bool good = true;
    if (plan->formats & FORMAT_DOCUMENTS) {
        good = press_init(&press, findings, plan->press, masking->typed, error) &&
               press_documents(&press, output, plan->formats, error);
        press_release(&press);
    }
    if (!good)
        return false;
    g_autofree char *made_of = made_of_hash(plan->program, fingerprint);
    if (made_of)
        output_keep(output, MADE_OF, made_of);
    output_keep(output, BATCH_FIGURES, result->figures);
    return output_commit(output, error);
}

/* Reads, and tells the mask what names are in it. */
static struct inputs *
read_masked(const struct report_plan *plan, struct masking *masking, const char *const *paths, GError **error)
{
    masking_begin(masking, plan->options, paths);
    struct inputs *inputs = read_inputs(plan, paths, error);
    if (inputs)
        masking_learn(masking, plan->options, inputs);
    return inputs;
}

bool
study_report(const struct report_plan *plan, const char *const *paths, const char *directory,
    struct report_result *result, GError **error)
{
    *result = (struct report_result){0};
    if (plan->resume && is_up_to_date(plan, paths, directory, &result->figures)) {
        result->up_to_date = true;
        return true;
    }
    struct masking masking;
    g_autoptr(GError) fault = NULL;
    g_autoptr(Inputs) inputs = read_masked(plan, &masking, paths, &fault);
    g_autofree char *fingerprint = inputs ? fingerprint_of_inputs(inputs) : NULL; /* of the names as they are */
    g_autoptr(Findings) findings = inputs ? find(plan, &masking, inputs, &fault) : NULL;
    if (inputs && !findings) {
        const char *first = first_fault(inputs);
        result->first_fault = masking.mask ? mask_text(masking.mask, first) : g_strdup(first);
        result->nothing_readable = !first && !holds_load(inputs);
    }
    bool good = findings && check_strict(plan, findings, &fault) &&
                write_folder(plan, &masking, findings, fingerprint, directory, result, &fault);
    if (!good) {
        mask_error(masking.mask, fault);
        g_propagate_error(error, g_steal_pointer(&fault));
    }
    masking_end(&masking);
    return good;
}

bool
study_list(const struct report_plan *plan, const char *const *paths, enum study_list what, GError **error)
{
    struct masking masking;
    g_autoptr(GError) fault = NULL;
    g_autoptr(Inputs) inputs = read_masked(plan, &masking, paths, &fault);
    g_autoptr(Findings) findings = inputs ? find(plan, &masking, inputs, &fault) : NULL;
    struct press press = {0};
    bool good = findings && check_strict(plan, findings, &fault) &&
                press_init(&press, findings, plan->press, masking.typed, &fault);
    g_autofree char *list = !good ? NULL : what == LIST_NAMES ? view_names(press.view) : press_texts(&press, &fault);
    good = good && list;
    if (good) {
        fputs(list, stdout);
    } else {
        mask_error(masking.mask, fault);
        g_propagate_error(error, g_steal_pointer(&fault));
    }
    press_release(&press);
    masking_end(&masking);
    return good;
}
