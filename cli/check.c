#include "cli.h"

#include "gate_output.h"
#include "requirement.h"
#include "resource.h"
#include "results_file.h"
#include "source.h"

#include <stdio.h>
#include <string.h>

#define REQUIREMENTS_MAX 10000
#define FILE_MAX_BYTES (1 << 20)

struct check_options {
    char **paths, **requirements, **files;
    char *ci, *junit;
    gboolean schema, quiet;
};

static bool
add_requirement(GArray *list, const char *text, const char *where, GError **error)
{
    struct requirement requirement;
    bool good = requirement_parse(&requirement, text, error);
    requirement.where = g_strdup(where);
    g_array_append_val(list, requirement);
    if (good && list->len > REQUIREMENTS_MAX) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "more than %d requirements", REQUIREMENTS_MAX);
        return false;
    }
    if (!good && where)
        g_prefix_error(error, "%s: ", where);
    return good;
}

/* A comment is a line, or the end of one, from a # on that follows a blank. */
static void
cut_comment(char *line)
{
    for (char *at = strchr(line, '#'); at; at = strchr(at + 1, '#'))
        if (at == line || g_ascii_isspace(at[-1])) {
            *at = '\0';
            return;
        }
}

static bool
add_file(GArray *list, const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize len = 0;
    g_autoptr(GError) fault = NULL;
    if (!g_file_get_contents(path, &text, &len, &fault) || len > FILE_MAX_BYTES) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--require-file %s: %s", path,
            fault ? fault->message : "larger than 1 MiB");
        return false;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        g_autofree char *where = g_strdup_printf("%s:%u", path, i + 1);
        cut_comment(lines[i]);
        if (*g_strstrip(lines[i]) && !add_requirement(list, lines[i], where, error))
            return false;
    }
    return true;
}

static bool
collect(GArray *list, const struct check_options *own, GError **error)
{
    for (char **text = own->requirements; text && *text; text++)
        if (**text == '@' ? !add_file(list, *text + 1, error) : !add_requirement(list, *text, NULL, error))
            return false;
    for (char **path = own->files; path && *path; path++)
        if (!add_file(list, *path, error))
            return false;
    if (list->len > 0)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
        "no requirement was given: use --require 'EXPR' or --require-file FILE; see iosizer check --help");
    return false;
}

static void
add_case(struct gate *gate, GString *text, const struct requirement *requirement, bool quiet)
{
    static const char *const words[] = {
        [REQUIREMENT_MET] = "met", [REQUIREMENT_NOT_MET] = "NOT MET", [REQUIREMENT_MISSING] = "MISSING"};
    g_autofree char *missing = requirement->missing ? source_printable(requirement->missing) : NULL;
    g_autofree char *message = requirement->outcome == REQUIREMENT_MISSING
                                   ? g_strdup_printf("the results have no %s", missing)
                                   : g_strdup_printf("found %s", requirement->found);
    g_autofree char *name = source_printable(requirement->text);
    if (!quiet || requirement->outcome != REQUIREMENT_MET)
        g_string_append_printf(text, "%-7s  %s: %s\n", words[requirement->outcome], name, message);
    gate_add(gate, "requirements", name, requirement->outcome == REQUIREMENT_MET ? GATE_MET : GATE_NOT_MET,
        message);
}

static bool
judge_all(GArray *list, const json_t *schema, const struct results_file *file, GError **error)
{
    for (guint i = 0; i < list->len; i++) {
        struct requirement *requirement = &g_array_index(list, struct requirement, i);
        if (requirement_judge(requirement, schema, file->root, error))
            continue;
        if (requirement->where)
            g_prefix_error(error, "%s: ", requirement->where);
        return false;
    }
    return true;
}

static bool
check_results(const struct check_options *own, bool *met, GError **error)
{
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(struct requirement));
    g_array_set_clear_func(list, requirement_clear);
    if (!gate_ci_known(own->ci, error) || !collect(list, own, error))
        return false;
    g_autoptr(ResultsFile) file = results_file_read(own->paths[0], error);
    if (!file)
        return false;
    g_autofree char *schema_text = resource_text("results.schema.json");
    json_t *schema = json_loads(schema_text, 0, NULL);
    bool good = judge_all(list, schema, file, error);
    if (good) {
        g_autoptr(Gate) gate = gate_new("check", file->path);
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint i = 0; i < list->len; i++)
            add_case(gate, text, &g_array_index(list, struct requirement, i), own->quiet);
        if (!own->quiet)
            g_string_append_printf(
                text, "%s: %u of %u requirements met\n", file->path, gate_count(gate, GATE_MET), list->len);
        *met = gate_count(gate, GATE_NOT_MET) == 0;
        good = gate_output(gate, own->ci, own->junit, text->str, error);
    }
    json_decref(schema);
    return good;
}

static bool
parse(struct check_options *own, int argc, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"require", 0, 0, G_OPTION_ARG_STRING_ARRAY, &own->requirements,
            "A requirement, such as 'read100.knee.iops >= 150000'; @FILE: those of a file; repeatable", "EXPR"},
        {"require-file", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &own->files,
            "Requirements, one a line, # begins a comment; repeatable", "FILE"},
        {"ci", 0, 0, G_OPTION_ARG_STRING, &own->ci, "Annotations for a CI server: github, gitlab", "NAME"},
        {"junit", 0, 0, G_OPTION_ARG_FILENAME, &own->junit, "Write a JUnit file", "FILE"},
        {"quiet", 0, 0, G_OPTION_ARG_NONE, &own->quiet, "Print only what is not met", NULL},
        {"schema", 0, 0, G_OPTION_ARG_NONE, &own->schema, "Print the JSON Schema of results.json, check nothing", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &own->paths, NULL, "RESULTS"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context,
        "Holds a results.json, or the folder of a report, against requirements. Names are those of results.json\n"
        "(`workloads.` may be left out), operators >= <= > < == !=. Exits with 1 where one is not met or its figure "
        "is\n"
        "missing, with 2 where a name is unknown.");
    g_option_context_add_main_entries(context, entries, NULL);
    g_autoptr(GError) fault = NULL;
    if (!g_option_context_parse(context, &argc, &argv, &fault)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s; see iosizer check --help", fault->message);
        return false;
    }
    if (!own->schema && (!own->paths || g_strv_length(own->paths) != 1)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "one results.json or folder of a report is to be given; see iosizer check --help");
        return false;
    }
    return true;
}

static bool
print_schema(void)
{
    g_autofree char *text = resource_text("results.schema.json");
    fputs(text, stdout);
    return true;
}

int
check_command(int argc, char **argv)
{
    struct check_options own = {0};
    bool met = false;
    g_autoptr(GError) error = NULL;
    bool good =
        parse(&own, argc, argv, &error) && (own.schema ? (met = print_schema()) : check_results(&own, &met, &error));
    g_strfreev(own.paths);
    g_strfreev(own.requirements);
    g_strfreev(own.files);
    g_free(own.ci);
    g_free(own.junit);
    return !good ? exit_status_of(error) : met ? EXIT_DONE : EXIT_NOT_MET;
}
