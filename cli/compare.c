#include "cli.h"

#include "compare_view.h"
#include "config.h"
#include "gate_output.h"
#include "history_view.h"
#include "junit.h"
#include "press.h"
#include "sheet.h"

#include <stdio.h>
#include <string.h>

#define FORMATS "md,html,pdf,json,junit"
#define LIMIT_MAX_PCT 1000.0

enum { FORMAT_JUNIT = 1 << 8 };

struct compare_options {
    char **paths, **limits;
    char *formats, *output, *ci, *junit, *history;
    gboolean strict, quiet;
};

/* Nothing between commas, or nothing at all, is no format. */
static bool
parse_formats(unsigned *out, const char *text, GError **error)
{
    static const struct {
        const char *name;
        unsigned format;
    } known[] = {
        {"md", FORMAT_MD}, {"html", FORMAT_HTML}, {"pdf", FORMAT_PDF}, {"json", FORMAT_JSON}, {"junit", FORMAT_JUNIT}};
    g_auto(GStrv) names = g_strsplit(*text ? text : ",", ",", -1);
    *out = 0;
    for (char **name = names; *name; name++) {
        unsigned found = 0;
        for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
            if (strcmp(known[i].name, *name) == 0)
                found = known[i].format;
        if (found == 0) {
            g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--format takes " FORMATS ", not \"%s\"", *name);
            return false;
        }
        *out |= found;
    }
    return true;
}

static bool
parse_percent(double *out, const char *text)
{
    char *end = NULL;
    *out = g_ascii_strtod(text, &end);
    if (end != text && strcmp(end, "%") == 0)
        end++;
    return end != text && *end == '\0' && *out >= 0 && *out <= LIMIT_MAX_PCT;
}

/* "5" is the limit of IOPS, MiB/s and latency, "latency=10" that of one kind; the knee, a figure of a fit, has its own.
 */
static bool
parse_limit(struct compare_limits *limits, const char *text, GError **error)
{
    const struct {
        const char *name;
        double *pct;
    } named[] = {{"iops", &limits->pct[COMPARE_IOPS]}, {"mib_s", &limits->pct[COMPARE_MIB_S]},
        {"latency", &limits->pct[COMPARE_LATENCY]}, {"knee", &limits->knee_pct}};
    const char *equals = strchr(text, '=');
    double pct;
    if (parse_percent(&pct, equals ? equals + 1 : text)) {
        bool found = false;
        for (size_t i = 0; i < G_N_ELEMENTS(named); i++) {
            size_t len = strlen(named[i].name);
            bool chosen = equals ? len == (size_t)(equals - text) && strncmp(named[i].name, text, len) == 0
                                 : named[i].pct != &limits->knee_pct;
            if (!chosen)
                continue;
            *named[i].pct = pct;
            found = true;
        }
        if (found)
            return true;
    }
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
        "--max-regression takes a percentage (0 to %g) or iops=, mib_s=, latency= or knee= and a percentage, not "
        "\"%s\"",
        LIMIT_MAX_PCT, text);
    return false;
}

static bool
parse_limits(struct compare_limits *limits, char **texts, GError **error)
{
    /* The one for all figures first, wherever it stands. */
    for (int named = 0; named < 2; named++)
        for (char **text = texts; text && *text; text++)
            if ((strchr(*text, '=') != NULL) == (named == 1) && !parse_limit(limits, *text, error))
                return false;
    return true;
}

static bool
add_text(struct output *output, const char *name, const char *text, GError **error)
{
    return output_add(output, name, text, strlen(text), error);
}

/* What a comparison or a history comes to, in every form. Strings are owned. */
struct outcome {
    struct gate *gate;
    struct view *view;
    char *text, *json;
    struct sheet sheet;
    bool met;
};

static void
outcome_release(struct outcome *outcome)
{
    g_clear_pointer(&outcome->gate, gate_free);
    g_clear_pointer(&outcome->view, view_free);
    g_free(outcome->text);
    g_free(outcome->json);
}

/* The one format that standard output takes. */
static bool
print_format(const struct outcome *outcome, unsigned formats, const char *xml, GError **error)
{
    if (formats == FORMAT_JSON || formats == FORMAT_JUNIT) {
        fputs(formats == FORMAT_JSON ? outcome->json : xml, stdout);
        return true;
    }
    if (formats == FORMAT_MD) {
        g_autofree char *text = sheet_markdown(&outcome->sheet, error);
        if (text)
            fputs(text, stdout);
        return text != NULL;
    }
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
        "standard output takes one of the formats md, json and junit: give -o DIR for the others and for several");
    return false;
}

static bool
write_files(const struct compare_options *own, const struct outcome *outcome, unsigned formats, GError **error)
{
    g_autofree char *xml = junit_write(outcome->gate);
    if (!own->output)
        return print_format(outcome, formats, xml, error);
    g_autofree char *json_name = g_strconcat(outcome->sheet.file_name, ".json", NULL);
    g_autofree char *xml_name = g_strconcat(outcome->sheet.file_name, ".xml", NULL);
    g_autoptr(Output) output = output_begin(own->output, error);
    if (!output || !sheet_write(&outcome->sheet, output, formats, error) ||
        ((formats & FORMAT_JSON) && !add_text(output, json_name, outcome->json, error)) ||
        ((formats & FORMAT_JUNIT) && !add_text(output, xml_name, xml, error)) || !output_commit(output, error))
        return false;
    if (!own->quiet)
        fprintf(stderr, "iosizer: %s: written\n", own->output);
    return true;
}

/* The text gives way to a format that standard output takes. */
static bool
write_outcome(const struct compare_options *own, const struct outcome *outcome, GError **error)
{
    unsigned formats = 0;
    const char *names = own->formats ? own->formats : own->output ? FORMATS : NULL;
    if (names && !parse_formats(&formats, names, error))
        return false;
    return (formats == 0 || write_files(own, outcome, formats, error)) &&
           gate_output(outcome->gate, own->ci, own->junit, formats != 0 && !own->output ? "" : outcome->text, error);
}

/* The day of the newest of the results, for the document. */
static int64_t
date_of(const GPtrArray *files)
{
    int64_t newest = 0;
    for (guint i = 0; i < files->len; i++) {
        const char *date = results_file_date(g_ptr_array_index(files, i));
        int64_t time_s = date ? study_time_s(date) : CAPTURE_NO_TIME;
        newest = time_s != CAPTURE_NO_TIME ? MAX(newest, time_s) : newest;
    }
    return newest;
}

static bool
compare_paths(
    const struct compare_options *own, const struct compare_limits *limits, struct outcome *outcome, GError **error)
{
    g_autoptr(GPtrArray) base = results_files_read(own->paths[0], error);
    g_autoptr(GPtrArray) new = base ? results_files_read(own->paths[1], error) : NULL;
    if (!new)
        return false;
    g_autoptr(Compare) compare = compare_new(base, new, limits);
    if (compare->unlike->len == 0 && compare->lines->len == 0) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: there is nothing to compare: the results hold no workload with runs at known concurrency",
            own->paths[1]);
        return false;
    }
    *outcome = (struct outcome){.gate = compare_gate(compare, own->strict),
        .view = compare_view_new(compare, GENERATOR),
        .text = compare_text(compare),
        .json = compare_json(compare, GENERATOR),
        .met = compare_is_met(compare) && !(own->strict && compare->count[COMPARE_CANNOT_TELL] > 0)};
    outcome->sheet = (struct sheet){outcome->view, "compare.md", "compare", "Comparison of results", date_of(new)};
    return write_outcome(own, outcome, error);
}

static bool
compare_history(
    const struct compare_options *own, const struct compare_limits *limits, struct outcome *outcome, GError **error)
{
    g_autoptr(GPtrArray) files = results_files_read(own->history, error);
    if (!files)
        return false;
    g_autoptr(History) history = history_new(files, limits);
    *outcome = (struct outcome){.gate = history_gate(history),
        .view = history_view_new(history, GENERATOR),
        .text = history_text(history),
        .json = history_json(history, GENERATOR),
        .met = history_is_met(history)};
    outcome->sheet = (struct sheet){outcome->view, "history.md", "history", "History of results", date_of(files)};
    return write_outcome(own, outcome, error);
}

static bool
parse(struct compare_options *own, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"max-regression", 0, 0, G_OPTION_ARG_STRING_ARRAY, &own->limits,
            "How much worse a figure may be, percent; or iops=P, mib_s=P, latency=P, knee=P; repeatable "
            "(default 3, latency 5, knee 20)",
            "P"},
        {"format", 0, 0, G_OPTION_ARG_STRING, &own->formats, "What to write: " FORMATS, "LIST"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &own->output, "Folder to write (default: text on standard output)",
            "DIR"},
        {"history", 0, 0, G_OPTION_ARG_FILENAME, &own->history,
            "Instead of BASE and NEW: the results in a folder in order of time, and where their level changed", "DIR"},
        {"junit", 0, 0, G_OPTION_ARG_FILENAME, &own->junit, "Write a JUnit file", "FILE"},
        {"ci", 0, 0, G_OPTION_ARG_STRING, &own->ci, "Annotations for a CI server: github, gitlab", "NAME"},
        {"strict", 0, 0, G_OPTION_ARG_NONE, &own->strict, "Exit with 1 also where a figure cannot be told", NULL},
        {"quiet", 0, 0, G_OPTION_ARG_NONE, &own->quiet, "Say nothing but errors and the result", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &own->paths, NULL, "BASE NEW"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context,
        "Holds two results.json, or the folders of two reports, against each other: the same workloads and rungs "
        "only.\n"
        "A folder of several reports of the same study is one side, with its spread between runs. Exits with 1 where "
        "a\n"
        "figure is worse beyond its limit and beyond the noise, or the runs are unlike.");
    g_option_context_add_main_entries(context, entries, NULL);
    g_autoptr(GError) fault = NULL;
    if (!g_option_context_parse(context, &argc, &argv, &fault)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s; see iosizer compare --help", fault->message);
        return false;
    }
    if ((own->paths ? g_strv_length(own->paths) : 0) != (own->history ? 0u : 2u)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "two results are to be given, BASE and NEW, or --history DIR; see iosizer compare --help");
        return false;
    }
    if (own->ci && own->formats && !own->output) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "--ci and --format both want standard output: give -o DIR for the formats");
        return false;
    }
    return true;
}

int
compare_command(int argc, char **argv)
{
    struct compare_options own = {0};
    struct outcome outcome = {0};
    struct compare_limits limits = COMPARE_LIMITS_DEFAULT;
    unsigned formats;
    g_autoptr(GError) error = NULL;
    bool good = parse(&own, argc, argv, &error) && parse_limits(&limits, own.limits, &error) &&
                gate_ci_known(own.ci, &error) && (!own.formats || parse_formats(&formats, own.formats, &error)) &&
                (own.history ? compare_history(&own, &limits, &outcome, &error)
                             : compare_paths(&own, &limits, &outcome, &error));
    outcome_release(&outcome);
    g_strfreev(own.paths);
    g_strfreev(own.limits);
    g_free(own.formats);
    g_free(own.output);
    g_free(own.ci);
    g_free(own.junit);
    g_free(own.history);
    return !good ? exit_status_of(error) : outcome.met ? EXIT_DONE : EXIT_NOT_MET;
}
