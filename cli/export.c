#include "cli.h"

#include "export.h"
#include "masking.h"
#include "note.h"

#include <stdio.h>
#include <string.h>

static bool
choose_format(const char *text, enum export_format *out, GError **error)
{
    *out = text && strcmp(text, "json") == 0 ? EXPORT_JSON : EXPORT_CSV;
    if (!text || *out == EXPORT_JSON || strcmp(text, "csv") == 0)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--format must be one of csv, json, not \"%s\"", text);
    return false;
}

static void
say_errors(const GPtrArray *notes)
{
    for (guint i = 0; i < notes->len; i++) {
        const struct note *note = g_ptr_array_index(notes, i);
        if (note->level == NOTE_ERROR)
            fprintf(stderr, "iosizer: %s\n", note->text);
    }
}

/* What the walk could not read, and what could not be understood. */
static void
say_unusable(const struct inputs *inputs)
{
    say_errors(inputs->notes);
    for (guint i = 0; i < inputs->input->len; i++)
        say_errors(((const struct input *)g_ptr_array_index(inputs->input, i))->notes);
}

static bool
export_samples(const struct options *options, struct masking *masking, const char *format_text, GError **error)
{
    enum export_format format;
    if (!choose_format(format_text, &format, error))
        return false;
    struct inputs_options reading = {.iostat = options->iostat, .jobs = options->iostat.jobs};
    /* Without --device every sample of every device is asked for; with it, others need not stay in memory. */
    if (options->devices)
        options_keep_series(options, &reading.iostat);
    reading.iostat.with_series = true;
    reading.iostat.series_columns = 0;
    g_autoptr(Inputs) inputs = inputs_read((const char *const *)options->inputs, &reading, error);
    if (!inputs)
        return false;
    masking_apply(masking, options, inputs);
    say_unusable(inputs);
    struct export *export = export_new(format, stdout);
    uint64_t rows = 0;
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++)
            rows +=
                export_capture(export, g_ptr_array_index(input->captures, c), (const char *const *)masking->devices);
    }
    bool written = export_finish(export);
    if (!written)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "standard output could not be written to its end");
    else if (rows == 0)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "no sample%s is in the inputs",
            options->devices ? " of a device that matches --device" : "");
    return written && rows > 0;
}

int
export_command(int argc, char **argv)
{
    g_autofree char *format = NULL;
    const GOptionEntry own[] = {{"format", 0, 0, G_OPTION_ARG_STRING, &format, "csv (default) or json", "FORMAT"},
        {NULL, 0, 0, 0, NULL, NULL, NULL}};
    struct options options;
    struct masking masking = {0};
    g_autoptr(GError) error = NULL;
    bool good =
        options_parse(&options, argc, argv,
            "Writes the samples of iostat logs as a tidy table: one row a device and sample, times in UTC where the\n"
            "zone is known, empty cells for what a log does not have. Averages since boot are no samples.",
            own, &error) &&
        masking_begin_with(&masking, &options) && export_samples(&options, &masking, format, &error);
    mask_error(masking.mask, error);
    masking_end(&masking);
    options_release(&options);
    return good ? EXIT_DONE : exit_status_of(error);
}
