#include "junit.h"

#include <string.h>

#define NO_CLOCK "1970-01-01T00:00:00"

/* Escaped for an attribute or text; a tab or line break of a name stays readable as a space. */
static void
append_escaped(GString *xml, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        static const struct {
            gunichar c;
            const char *entity;
        } entities[] = {
            {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\t', " "}, {'\n', " "}, {'\r', " "}};
        const char *entity = NULL;
        for (size_t i = 0; i < G_N_ELEMENTS(entities) && !entity; i++)
            entity = entities[i].c == c ? entities[i].entity : NULL;
        if (entity)
            g_string_append(xml, entity);
        else
            g_string_append_unichar(xml, c < 0x20 || c == 0xfffe || c == 0xffff ? 0xfffd : c);
    }
}

static void
append_attribute(GString *xml, const char *name, const char *value)
{
    g_string_append_printf(xml, " %s=\"", name);
    append_escaped(xml, value);
    g_string_append_c(xml, '"');
}

static void
append_case(GString *xml, const struct gate *gate, const struct gate_case *one)
{
    static const char *const element[] = {[GATE_NOT_MET] = "failure", [GATE_NOT_TOLD] = "skipped"};
    g_autofree char *class = g_strdup_printf("iosizer.%s.%s", gate->title, one->group);
    g_string_append(xml, "    <testcase");
    append_attribute(xml, "name", one->name);
    append_attribute(xml, "classname", class);
    g_string_append(xml, " time=\"0\"");
    if (one->state == GATE_MET) {
        g_string_append(xml, "/>\n");
        return;
    }
    g_string_append_printf(xml, ">\n      <%s", element[one->state]);
    append_attribute(xml, "message", one->message);
    if (one->state == GATE_NOT_MET) {
        g_string_append(xml, " type=\"requirement\">");
        append_escaped(xml, one->message);
        g_string_append(xml, "</failure>\n");
    } else {
        g_string_append(xml, "/>\n");
    }
    g_string_append(xml, "    </testcase>\n");
}

char *
junit_write(const struct gate *gate)
{
    GString *xml = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
    g_autofree char *name = g_strdup_printf("iosizer %s", gate->title);
    append_attribute(xml, "name", name);
    g_string_append_printf(xml,
        " id=\"0\" package=\"iosizer\" hostname=\"localhost\" timestamp=\"" NO_CLOCK
        "\" time=\"0\" tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\">\n    <properties>\n      <property",
        gate->cases->len, gate_count(gate, GATE_NOT_MET), gate_count(gate, GATE_NOT_TOLD));
    append_attribute(xml, "name", "results");
    append_attribute(xml, "value", gate->file);
    g_string_append(xml, "/>\n    </properties>\n");
    for (guint i = 0; i < gate->cases->len; i++)
        append_case(xml, gate, &g_array_index(gate->cases, struct gate_case, i));
    g_string_append(
        xml, "    <system-out></system-out>\n    <system-err></system-err>\n  </testsuite>\n</testsuites>\n");
    return g_string_free(xml, FALSE);
}
