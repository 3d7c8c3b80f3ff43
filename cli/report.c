#include "cli.h"

#include "config.h"
#include "document.h"
#include "findings_view.h"
#include "note.h"
#include "output.h"
#include "resource.h"
#include "results.h"
#include "versions.h"
#include "writers.h"

#include <stdio.h>
#include <string.h>

#define GENERATOR "iosizer " IOSIZER_VERSION
#define DEFAULT_OUTPUT "./iosizer-report"
#define DEFAULT_FORMATS "md,html,pdf,json,csv"

struct report_options {
    char *output, *formats, *template_path, *theme_path;
    gboolean list_names;
};

enum format {
    FORMAT_MD = 1 << 0,
    FORMAT_HTML = 1 << 1,
    FORMAT_PDF = 1 << 2,
    FORMAT_JSON = 1 << 3,
    FORMAT_CSV = 1 << 4
};

static const struct {
    const char *name;
    unsigned format;
} format_named[] = {
    {"md", FORMAT_MD}, {"html", FORMAT_HTML}, {"pdf", FORMAT_PDF}, {"json", FORMAT_JSON}, {"csv", FORMAT_CSV}};

static bool
parse_formats(unsigned *out, const char *text, GError **error)
{
    g_auto(GStrv) names = g_strsplit(text, ",", -1);
    *out = 0;
    for (char **name = names; *name; name++) {
        unsigned found = 0;
        for (size_t i = 0; i < G_N_ELEMENTS(format_named); i++)
            if (strcmp(format_named[i].name, *name) == 0)
                found = format_named[i].format;
        if (found == 0) {
            g_set_error(
                error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--format takes " DEFAULT_FORMATS ", not \"%s\"", *name);
            return false;
        }
        *out |= found;
    }
    return true;
}

/* The date that documents carry: SOURCE_DATE_EPOCH where it is set, else the newest stamp of the inputs, never the
 * clock. */
static int64_t
document_date(const struct findings *findings)
{
    const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
    gint64 value = 0;
    if (epoch && g_ascii_string_to_signed(epoch, 10, 0, 253402300799, &value, NULL))
        return value;
    return findings->date_s == CAPTURE_NO_TIME ? 0 : findings->date_s;
}

static bool
add_text(struct output *output, const char *name, const char *text, GError **error)
{
    return output_add(output, name, text, strlen(text), error);
}

static bool
add_charts(struct output *output, const struct document *document, const struct theme *theme, struct fonts *fonts,
    GError **error)
{
    for (guint i = 0; i < document->blocks->len; i++) {
        const struct block *block = g_ptr_array_index(document->blocks, i);
        if (block->kind != BLOCK_CHART)
            continue;
        g_autofree char *svg = chart_svg(block->chart, theme, fonts);
        g_autofree char *name = g_strdup_printf("charts/%s.svg", block->chart->id);
        if (!add_text(output, name, svg, error))
            return false;
    }
    return true;
}

/* What the documents are made with. */
struct press {
    const struct findings *findings;
    const struct report_options *own;
    struct fonts *fonts;
    struct theme theme;
    struct view *view;
};

static void
press_release(struct press *press)
{
    g_clear_pointer(&press->view, view_free);
    g_clear_pointer(&press->fonts, fonts_free);
}

static bool
press_init(struct press *press, const struct findings *findings, const struct report_options *own, const char *typed,
    GError **error)
{
    *press = (struct press){.findings = findings, .own = own, .fonts = fonts_new(NULL, error)};
    if (!press->fonts)
        return false;
    const struct study_ini *ini = findings->study->ini;
    g_autofree char *theme = own->theme_path ? option_text("--theme", own->theme_path, NULL, error) : NULL;
    if ((own->theme_path && !theme) || !theme_init(&press->theme, theme, ini ? ini->accent : NULL, error))
        return false;
    g_autofree char *libraries = versions_describe();
    struct report_context context = {
        .generator = GENERATOR, .fonts = fonts_describe(press->fonts), .libraries = libraries, .options = typed};
    press->view = findings_view_new(findings, &context);
    return true;
}

static bool
write_documents(
    struct output *output, struct press *press, const struct document *document, unsigned formats, GError **error)
{
    const struct study_ini *ini = press->findings->study->ini;
    g_autofree char *subject = findings_subject(press->findings), *style = resource_text("style.css");
    struct document_info info = {
        .title = findings_title(press->findings),
        .subject = subject,
        .author = ini ? ini->author : NULL,
        .language = ini && ini->language ? ini->language : "en",
        .generator = GENERATOR,
        .banner = ini ? ini->notice : NULL,
        .date_unix_s = document_date(press->findings),
    };
    if (formats & FORMAT_MD) {
        g_autofree char *text = markdown_write(document, &info, &press->theme);
        if (!add_text(output, "report.md", text, error) ||
            !add_charts(output, document, &press->theme, press->fonts, error))
            return false;
    }
    if (formats & FORMAT_HTML) {
        g_autofree char *text = html_write(document, &info, &press->theme, style, press->fonts);
        if (!add_text(output, "report.html", text, error))
            return false;
    }
    if (formats & FORMAT_PDF) {
        g_autoptr(GByteArray) bytes = pdf_write(document, &info, &press->theme, press->fonts, error);
        return bytes && output_add(output, "report.pdf", bytes->data, bytes->len, error);
    }
    return true;
}

static bool
add_documents(struct output *output, struct press *press, unsigned formats, GError **error)
{
    const char *path = press->own->template_path;
    g_autofree char *template = option_text("--template", path, "study.md", error);
    g_autoptr(Document) document =
        template ? document_new(template, path ? path : "study.md", press->view, error) : NULL;
    return document && write_documents(output, press, document, formats, error);
}

static bool
add_results(struct output *output, const struct findings *findings, unsigned formats, GError **error)
{
    g_autofree char *json = results_json(findings, GENERATOR), *csv = results_csv(findings);
    return results_agree(json, csv, error) &&
           (!(formats & FORMAT_JSON) || add_text(output, "results.json", json, error)) &&
           (!(formats & FORMAT_CSV) || add_text(output, "results.csv", csv, error));
}

static void
print_names(const struct view *view)
{
    g_autofree char *names = view_names(view);
    fputs(names, stdout);
}

static bool
write_folder(const struct options *options, struct press *press, const struct findings *findings, unsigned formats,
    const char *directory, GError **error)
{
    g_autoptr(Output) output = output_begin(directory, error);
    if (!output || !add_results(output, findings, formats, error))
        return false;
    if (formats & (FORMAT_MD | FORMAT_HTML | FORMAT_PDF) && !add_documents(output, press, formats, error))
        return false;
    if (!output_commit(output, error))
        return false;
    if (!options->quiet)
        fprintf(stderr, "iosizer: %s: written\n", directory);
    return true;
}

static bool
write_report(const struct options *options, const struct report_options *own, GError **error)
{
    unsigned formats = 0;
    if (!parse_formats(&formats, own->formats ? own->formats : DEFAULT_FORMATS, error))
        return false;
    g_autoptr(GPtrArray) products = options_catalog(options, error);
    if (!products)
        return false;
    struct inputs_options reading = {.config_path = options->config,
        .iostat = options->iostat,
        .jobs = options->iostat.jobs,
        .prefer_iostat = true,
        .with_hash = true};
    options_keep_series(options, &reading.iostat);
    g_autoptr(Inputs) inputs = inputs_read((const char *const *)options->inputs, &reading, error);
    if (!inputs)
        return false;
    struct findings_options choices = FINDINGS_OPTIONS_DEFAULT;
    choices.latency_ceiling_ms = options->latency_ceiling_ms;
    choices.devices = (const char *const *)options->devices;
    g_autoptr(Findings) findings = findings_new(inputs, &choices, products, error);
    if (!findings)
        return false;
    uint64_t errors = notes_count(findings->notes, NOTE_ERROR);
    if (options->strict && errors > 0) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "--strict: %" G_GUINT64_FORMAT " %s of level error, the first: %s", errors,
            errors == 1 ? "note is" : "notes are", notes_first(findings->notes, NOTE_ERROR));
        return false;
    }
    struct press press = {0};
    bool wants_documents = own->list_names || formats & (FORMAT_MD | FORMAT_HTML | FORMAT_PDF);
    bool good = !wants_documents || press_init(&press, findings, own, options->typed, error);
    if (good && own->list_names)
        print_names(press.view);
    else
        good =
            good && write_folder(options, &press, findings, formats, own->output ? own->output : DEFAULT_OUTPUT, error);
    press_release(&press);
    return good;
}

int
report_command(int argc, char **argv)
{
    struct report_options own = {0};
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &own.output, "Folder to write (default " DEFAULT_OUTPUT ")", "DIR"},
        {"format", 0, 0, G_OPTION_ARG_STRING, &own.formats, "What to write (default " DEFAULT_FORMATS ")", "LIST"},
        {"template", 0, 0, G_OPTION_ARG_FILENAME, &own.template_path, "CommonMark template of the documents",
            "FILE.md"},
        {"theme", 0, 0, G_OPTION_ARG_FILENAME, &own.theme_path, "Colours of the documents (key file)", "FILE.ini"},
        {"list-names", 0, 0, G_OPTION_ARG_NONE, &own.list_names,
            "Print the names that a template may use, write nothing", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    struct options options;
    g_autoptr(GError) error = NULL;
    bool good = options_parse(&options, argc, argv,
                    "Writes the report of the study or the load in the inputs: report.md, report.html, report.pdf,\n"
                    "results.json and results.csv.",
                    entries, &error) &&
                write_report(&options, &own, &error);
    options_release(&options);
    g_free(own.output);
    g_free(own.formats);
    g_free(own.template_path);
    g_free(own.theme_path);
    return good ? EXIT_DONE : exit_status_of(error);
}
