#include "annotations.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define GITHUB_MAX 10 /* annotations of a kind that a step may have */

/* The escapes of a workflow command: of its text, and of its properties, which end at a colon or comma. */
static void
append_escaped(GString *line, const char *text, bool property)
{
    static const struct {
        char c;
        const char *escape;
        bool in_text;
    } escapes[] = {
        {'%', "%25", true}, {'\r', "%0D", true}, {'\n', "%0A", true}, {':', "%3A", false}, {',', "%2C", false}};
    for (; *text; text++) {
        size_t i = 0;
        while (i < G_N_ELEMENTS(escapes) && !(escapes[i].c == *text && (property || escapes[i].in_text)))
            i++;
        if (i < G_N_ELEMENTS(escapes))
            g_string_append(line, escapes[i].escape);
        else
            g_string_append_c(line, *text);
    }
}

static void
append_command(GString *lines, const struct gate *gate, const char *level, const char *title, const char *message)
{
    g_string_append_printf(lines, "::%s file=", level);
    append_escaped(lines, gate->file, true);
    g_string_append(lines, ",title=");
    append_escaped(lines, title, true);
    g_string_append(lines, "::");
    append_escaped(lines, message, false);
    g_string_append_c(lines, '\n');
}

static void
append_state(GString *lines, const struct gate *gate, enum gate_state state, const char *level)
{
    guint count = gate_count(gate, state), shown = 0;
    for (guint i = 0; i < gate->cases->len; i++) {
        const struct gate_case *one = &g_array_index(gate->cases, struct gate_case, i);
        if (one->state != state)
            continue;
        if (count > GITHUB_MAX && shown == GITHUB_MAX - 1) {
            g_autofree char *rest = g_strdup_printf("%u of %u are shown; the job's log has all", shown, count);
            append_command(lines, gate, level, gate->title, rest);
            return;
        }
        append_command(lines, gate, level, one->name, one->message);
        shown++;
    }
}

char *
annotations_github(const struct gate *gate)
{
    GString *lines = g_string_new(NULL);
    append_state(lines, gate, GATE_NOT_MET, "error");
    append_state(lines, gate, GATE_NOT_TOLD, "warning");
    return g_string_free(lines, FALSE);
}

/* Commands of today begin a line, those of old, "##[error]", stand anywhere in it. */
static bool
holds_command(const char *text)
{
    return g_regex_match_simple("^\\s*::|##\\[", text, G_REGEX_MULTILINE | G_REGEX_RAW, 0);
}

char *
annotations_github_quote(const char *text)
{
    if (!holds_command(text))
        return g_strdup(text);
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    const char *end = g_str_has_suffix(text, "\n") ? "" : "\n";
    return g_strdup_printf("::stop-commands::%s\n%s%s::%s::\n", sum, text, end, sum);
}

/* How many cases before this one have its group and name: "alike" is said of every difference between runs. */
static guint
same_before(const struct gate *gate, guint at)
{
    const struct gate_case *one = &g_array_index(gate->cases, struct gate_case, at);
    guint count = 0;
    for (guint i = 0; i < at; i++) {
        const struct gate_case *other = &g_array_index(gate->cases, struct gate_case, i);
        count += strcmp(other->group, one->group) == 0 && strcmp(other->name, one->name) == 0 ? 1 : 0;
    }
    return count;
}

/* One and the same for a case of a gate, whatever its figures are: GitLab tells new findings from old ones by it, and
 * shows one of those that share it. */
static char *
fingerprint_of(const struct gate *gate, guint at)
{
    const struct gate_case *one = &g_array_index(gate->cases, struct gate_case, at);
    guint before = same_before(gate, at);
    g_autofree char *nth = before > 0 ? g_strdup_printf("\n%u", before) : NULL;
    g_autofree char *text = g_strdup_printf("%s\n%s\n%s%s", gate->title, one->group, one->name, nth ? nth : "");
    char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    sum[32] = '\0';
    return sum;
}

static json_t *
text_json(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    return json_string(valid);
}

char *
annotations_gitlab(const struct gate *gate)
{
    json_t *array = json_array();
    for (guint i = 0; i < gate->cases->len; i++) {
        const struct gate_case *one = &g_array_index(gate->cases, struct gate_case, i);
        if (one->state == GATE_MET)
            continue;
        g_autofree char *fingerprint = fingerprint_of(gate, i);
        g_autofree char *description = g_strdup_printf("%s: %s", one->name, one->message);
        g_autofree char *check = g_strdup_printf("iosizer-%s", gate->title);
        json_t *object = json_object(), *location = json_object(), *lines = json_object();
        json_object_set_new(object, "description", text_json(description));
        json_object_set_new(object, "check_name", text_json(check));
        json_object_set_new(object, "fingerprint", text_json(fingerprint));
        json_object_set_new(object, "severity", json_string(one->state == GATE_NOT_MET ? "major" : "info"));
        json_object_set_new(location, "path", text_json(gate->file));
        json_object_set_new(lines, "begin", json_integer(1));
        json_object_set_new(location, "lines", lines);
        json_object_set_new(object, "location", location);
        json_array_append_new(array, object);
    }
    char *text = json_dumps(array, JSON_INDENT(2)), *copy = g_strconcat(text, "\n", NULL);
    free(text);
    json_decref(array);
    return copy;
}
