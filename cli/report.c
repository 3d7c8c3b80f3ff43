#include "cli.h"

#include "batch.h"
#include "interrupt.h"
#include "names.h"
#include "press.h"
#include "study_report.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_OUTPUT "./iosizer-report"
#define DEFAULT_FORMATS "md,html,pdf,json,csv"

struct report_options {
    char *output, *formats;
    struct press_options press;
    char **studies;
    gboolean list_texts, each, resume, list_studies;
};

static const struct {
    const char *name;
    unsigned format;
} format_named[] = {
    {"md", FORMAT_MD}, {"html", FORMAT_HTML}, {"pdf", FORMAT_PDF}, {"json", FORMAT_JSON}, {"csv", FORMAT_CSV}};

/* Nothing between commas, or nothing at all, is no format. */
static bool
parse_formats(unsigned *out, const char *text, GError **error)
{
    g_auto(GStrv) names = g_strsplit(*text ? text : ",", ",", -1);
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

/* One report of all inputs. */
static bool
write_single(const struct report_plan *plan, const char *directory, GError **error)
{
    g_autofree char *parent = g_path_get_dirname(directory), *name = g_path_get_basename(directory);
    output_remove_stale(parent, name);
    struct report_result result;
    bool good = study_report(plan, (const char *const *)plan->options->inputs, directory, &result, error);
    if (good && !plan->options->quiet)
        fprintf(stderr, result.up_to_date ? "iosizer: %s: up to date\n" : "iosizer: %s: written\n", directory);
    report_result_clear(&result);
    return good;
}

static int
write_reports(struct report_plan *plan, const struct report_options *own, GError **error)
{
    const char *directory = own->output ? own->output : DEFAULT_OUTPUT;
    if (own->each)
        return batch_run(plan, &(struct batch_options){.directory = directory, .only = own->studies}, error);
    const char *const *inputs = (const char *const *)plan->options->inputs;
    bool good = plan->options->list_names ? study_list(plan, inputs, LIST_NAMES, error)
                : own->list_texts         ? study_list(plan, inputs, LIST_TEXTS, error)
                                          : write_single(plan, directory, error);
    return good ? EXIT_DONE : exit_status_for(*error);
}

static bool
options_agree(const struct options *options, const struct report_options *own, GError **error)
{
    if (!own->each && (own->studies || own->list_studies))
        g_set_error_literal(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--study and --list-studies need --each");
    else if (own->each && own->list_texts)
        g_set_error_literal(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--list-texts is about one study, not --each");
    else if (own->each && options->list_names)
        g_set_error_literal(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--list-names is about one study, not --each");
    else
        return true;
    return false;
}

static int
print_all_names(void)
{
    g_autoptr(Names) names = names_new();
    g_autofree char *text = names_describe(names);
    fputs(text, stdout);
    return EXIT_DONE;
}

static int
run(const struct options *options, const struct report_options *own, GError **error)
{
    struct report_plan plan = {
        .options = options, .press = &own->press, .jobs = options->iostat.jobs, .resume = own->resume};
    if (!parse_formats(&plan.formats, own->formats ? own->formats : DEFAULT_FORMATS, error) ||
        !options_agree(options, own, error))
        return exit_status_for(*error);
    if (options->list_names && !options->inputs)
        return print_all_names();
    if (own->list_studies)
        return batch_list(options, error);
    plan.group = output_group_new();
    struct interrupt *interrupt = interrupt_begin(plan.group); /* before there are threads */
    int status = report_plan_fill(&plan, error) ? write_reports(&plan, own, error) : exit_status_for(*error);
    report_plan_clear(&plan);
    interrupt_end(interrupt);
    output_group_free(plan.group);
    return status;
}

int
report_command(int argc, char **argv)
{
    struct report_options own = {0};
    struct options options;
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &own.output, "Folder to write (default " DEFAULT_OUTPUT ")", "DIR"},
        {"format", 0, 0, G_OPTION_ARG_STRING, &own.formats, "What to write (default " DEFAULT_FORMATS ")", "LIST"},
        {"template", 0, 0, G_OPTION_ARG_FILENAME, &own.press.template_path, "CommonMark template of the documents",
            "FILE.md"},
        {"theme", 0, 0, G_OPTION_ARG_FILENAME, &own.press.theme_path, "Colours of the documents (key file)",
            "FILE.ini"},
        {"each", 0, 0, G_OPTION_ARG_NONE, &own.each,
            "One report a study, that is a folder, archive or log at the top of INPUT, and an index of them", NULL},
        {"resume", 0, 0, G_OPTION_ARG_NONE, &own.resume,
            "Leave reports that are up to date: same inputs, options and program", NULL},
        {"study", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &own.studies,
            "With --each: only this study, without the index (repeatable)", "NAME"},
        {"list-studies", 0, 0, G_OPTION_ARG_NONE, &own.list_studies,
            "With --each: print the names of the studies, write nothing", NULL},
        {"language", 0, 0, G_OPTION_ARG_FILENAME, &own.press.language,
            "Language of the documents: en (default), de, ja, or a file of your own", "CODE|FILE.csv"},
        {"list-texts", 0, 0, G_OPTION_ARG_NONE, &own.list_texts,
            "Print the fixed texts of this report with their translations, to translate from; write nothing", NULL},
        {"paper", 0, 0, G_OPTION_ARG_STRING, &own.press.paper, "Page size of the PDF: a4 (default) or letter", "SIZE"},
        {"list-names", 0, 0, G_OPTION_ARG_NONE, &options.list_names,
            "Print the names that a template may use, with INPUT those of its report; write nothing", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GError) error = NULL;
    int status = EXIT_DONE;
    if (options_parse(&options, argc, argv,
            "Writes the report of the study or the load in the inputs: report.md, report.html, report.pdf,\n"
            "results.json and results.csv; with --each one of each study.",
            entries, &error))
        status = run(&options, &own, &error);
    options_release(&options);
    g_free(own.output);
    g_free(own.formats);
    g_strfreev(own.studies);
    g_free(own.press.template_path);
    g_free(own.press.theme_path);
    g_free(own.press.paper);
    g_free(own.press.language);
    int said = exit_status_of(error);
    return MAX(status, said);
}
