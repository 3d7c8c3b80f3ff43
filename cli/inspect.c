#include "cli.h"

#include "inspect.h"
#include "masking.h"
#include "note.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *
plain_json(const struct input *input)
{
    json_t *object = json_object();
    json_object_set_new(object, "path", json_string(input->path));
    json_object_set_new(object, "kind", json_string(input_kind_name(input)));
    json_object_set_new(object, "what", json_string(input->what));
    if (input->kind == KIND_REFUSED)
        json_object_set_new(object, "reason", json_string(input->reason));
    if (input->fio) {
        json_object_set_new(object, "concurrency", json_real(input->fio->concurrency));
        json_object_set_new(object, "iops", json_real(input->fio->iops));
        if (isfinite(input->fio->latency_ms))
            json_object_set_new(object, "latency_ms", json_real(input->fio->latency_ms));
    }
    if (input->load)
        inspect_load_json(input->load, object);
    if (input->notes->len > 0)
        json_object_set_new(object, "notes", inspect_notes_json(input->notes));
    return object;
}

/* sar text has CPU and run queue beside its disks. */
static json_t *
iostat_json(const struct input *input, const struct capture *capture, const struct host *host)
{
    json_t *object = inspect_iostat_json(capture, host);
    if (input->load)
        inspect_load_json(input->load, object);
    return object;
}

static char *
json_of(const struct inputs *inputs)
{
    json_t *array = json_array();
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++)
            json_array_append_new(array, iostat_json(input, g_ptr_array_index(input->captures, c), inputs->host));
        for (guint r = 0; r < input->awrs->len; r++)
            json_array_append_new(array, inspect_awr_json(g_ptr_array_index(input->awrs, r)));
        if (input->captures->len == 0 && input->awrs->len == 0)
            json_array_append_new(array, plain_json(input));
    }
    json_t *root = json_pack("{s:o}", "inputs", array);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    char *out = g_strconcat(text, "\n", NULL);
    free(text);
    json_decref(root);
    return out;
}

static char *
text_of(const struct inputs *inputs)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        if (i > 0)
            g_string_append_c(out, '\n');
        for (guint c = 0; c < input->captures->len; c++)
            inspect_iostat_text(g_ptr_array_index(input->captures, c), inputs->host, out);
        for (guint r = 0; r < input->awrs->len; r++)
            inspect_awr_text(g_ptr_array_index(input->awrs, r), out);
        if (input->captures->len == 0 && input->awrs->len == 0) {
            g_string_append_printf(
                out, "%s: %s%s\n", input->path, input->what, input_is_used(input) ? "" : " (not used)");
            if (input->fio)
                g_string_append_printf(out, "  concurrency %g, %.0f IOPS at %.3f ms\n", input->fio->concurrency,
                    input->fio->iops, input->fio->latency_ms);
        }
        if (input->load)
            inspect_load_text(input->load, out);
        inspect_notes_text(input->notes, out);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* A refusal is said on standard error too: a script that reads the JSON alone must not be the only one to learn of it.
 */
static guint
say_refusals(const struct inputs *inputs)
{
    guint models = 0;
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        models += input_is_used(input) ? 1 : 0;
        if (input->kind == KIND_REFUSED)
            fprintf(stderr, "iosizer: %s: %s: %s\n", input->path, input->what, input->reason);
        for (guint k = 0; k < input->notes->len; k++) {
            const struct note *note = g_ptr_array_index(input->notes, k);
            if (note->level == NOTE_ERROR)
                fprintf(stderr, "iosizer: %s\n", note->text);
        }
    }
    return models;
}

int
inspect_command(int argc, char **argv)
{
    gboolean json = FALSE, runs = FALSE;
    const GOptionEntry own[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &json, "Machine-readable output", NULL},
        {"runs", 0, 0, G_OPTION_ARG_NONE, &runs, "Print the runs that were found as a runs.csv to start from", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL}};
    struct options options;
    g_autoptr(GError) error = NULL;
    int status = EXIT_DONE;
    bool good = options_parse(&options, argc, argv,
                    "Shows what was recognised in each input, and the values read.", own, &error) &&
                options_one_form(json, "--json", runs, "--runs", &error);
    if (!good) {
        status = exit_status_of(error);
        options_release(&options);
        return status;
    }
    struct inputs_options reading = {.iostat = options.iostat, .jobs = options.iostat.jobs};
    reading.iostat.with_series = reading.iostat.thin_series = true;
    struct masking masking;
    masking_begin_with(&masking, &options);
    g_autoptr(Inputs) inputs = inputs_read((const char *const *)options.inputs, &reading, &error);
    if (inputs && !runs)
        masking_apply(&masking, &options, inputs);
    g_autofree char *printed = NULL;
    if (inputs && runs)
        good = runs_of(inputs, options.inputs[1] ? NULL : options.inputs[0], masking.mask, &printed, &error);
    else if (inputs)
        printed = json ? json_of(inputs) : text_of(inputs);
    guint models = inputs ? say_refusals(inputs) : 0;
    if (printed && masking_allows(&masking, printed, &error))
        fputs(printed, stdout);
    if (good && !error && models == 0)
        status = EXIT_NO_INPUT;
    if (status == EXIT_NO_INPUT && inputs->input->len == 0)
        fprintf(stderr, "iosizer: no file to read was found in the inputs\n");
    else if (status == EXIT_NO_INPUT && !options.quiet)
        fprintf(stderr, "iosizer: none of the inputs is of a kind that can be read\n");
    mask_error(masking.mask, error);
    masking_end(&masking);
    if (error)
        status = exit_status_of(error);
    options_release(&options);
    return status;
}
