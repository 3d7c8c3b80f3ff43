#include "ladder_text.h"

#include "findings_parts.h"
#include "plain.h"
#include "results_parts.h"
#include "view.h"

#include <stdlib.h>
#include <string.h>

#define INDENT 2

static void
append_list(GString *out, const struct view *view, const char *name)
{
    const GPtrArray *elements = view_elements(view, name);
    for (guint i = 0; i < elements->len; i++)
        plain_paragraph(out, "- ", view_value(g_ptr_array_index(elements, i), "text"));
}

static void
append_headed_list(GString *out, const struct view *view, const char *name, const char *heading)
{
    if (view_elements(view, name)->len == 0)
        return;
    g_string_append_printf(out, "\n%s\n", heading);
    append_list(out, view, name);
}

static void
append_table(GString *out, const struct view *view, const char *name, const char *heading)
{
    const struct table *table = view_table(view, name);
    if (!table)
        return;
    g_string_append_printf(out, "\n%s\n", heading);
    plain_table(out, table, INDENT);
}

static void
append_ladder(GString *out, struct builder *builder, const struct ladder *ladder)
{
    struct view *view = view_new();
    fill_workload(builder, view, ladder);
    g_string_append_printf(out, "%s: %s\n", ladder->name, view_value(view, "words"));
    g_string_append_printf(out, "%s", ladder_rung(ladder, 0)->run->label);
    if (ladder->rungs->len > 1 && !ladder->from_one_log)
        g_string_append_printf(out, " and %u more", ladder->rungs->len - 1);
    g_string_append(out, "\n\n");
    plain_table(out, view_table(view, "result"), INDENT);
    g_string_append_c(out, '\n');
    plain_paragraph(out, "", view_value(view, "key_observation"));
    append_list(out, view, "observation");
    g_string_append(out, "\nRungs (> the best operating point)\n");
    plain_table(out, view_table(view, "rungs"), INDENT);
    append_list(out, view, "run_remark");
    append_table(out, view, "fit", "Measured and fitted");
    append_table(out, view, "influence", "The knee without each rung");
    g_autofree char *plateau =
        g_strdup_printf("Provisioned limit or saturated device? %s", view_value(view, "plateau_verdict"));
    append_headed_list(out, view, "reason", plateau);
    append_headed_list(out, view, "advice", "What to run next");
    view_free(view);
}

char *
ladders_text(const struct findings *findings)
{
    struct builder builder = {.findings = findings, .pool = g_string_chunk_new(4096)};
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < findings->ladders->len; i++) {
        if (i > 0)
            g_string_append(out, "\n\n");
        append_ladder(out, &builder, g_ptr_array_index(findings->ladders, i));
    }
    g_string_chunk_free(builder.pool);
    return g_string_free(out, FALSE);
}

char *
ladders_json(const struct findings *findings)
{
    json_t *root = json_object(), *array = json_array();
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        json_t *object = json_object();
        set_text(object, "name", ladder->name);
        set_text(object, "file", ladder_rung(ladder, 0)->run->label);
        json_t *figures = ladder_json(ladder);
        json_object_update(object, figures);
        json_decref(figures);
        json_array_append_new(array, object);
    }
    json_object_set_new(root, "ladders", array);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(root);
    char *copy = g_strconcat(text, "\n", NULL);
    free(text);
    return copy;
}
