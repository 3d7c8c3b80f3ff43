#include "results_parts.h"

#include "inspect.h"
#include "note.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static json_t *
inputs_json(const struct inputs *inputs)
{
    json_t *array = json_array();
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        json_t *object = json_object();
        set_text(object, "path", input->path);
        set_text(object, "sha256", input->sha256);
        set_text(object, "kind", input_kind_name(input));
        g_autoptr(GPtrArray) notes = notes_new();
        notes_append(notes, input->notes, NULL);
        for (guint c = 0; c < input->captures->len; c++)
            notes_append(notes, ((struct capture *)g_ptr_array_index(input->captures, c))->notes, NULL);
        for (guint r = 0; r < input->awrs->len; r++)
            notes_append(notes, ((struct awr *)g_ptr_array_index(input->awrs, r))->notes, NULL);
        if (input->csv)
            notes_append(notes, input->csv->notes, NULL);
        json_object_set_new(object, "notes", inspect_notes_json(notes));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
environment_json(const struct findings *findings)
{
    json_t *object = json_object(), *facts = json_array();
    static const struct {
        const char *key, *fact;
    } named[] = {{"host", "Host"}, {"kernel", "Kernel"}, {"database", "Database"}, {"database", "Database release"},
        {"storage", "Storage"}};
    for (guint i = 0; i < findings->environment->len; i++) {
        const struct fact *fact = &g_array_index(findings->environment, struct fact, i);
        for (size_t k = 0; k < G_N_ELEMENTS(named); k++)
            if (g_ascii_strcasecmp(fact->name, named[k].fact) == 0)
                set_text(object, named[k].key, fact->value);
        if (strcmp(fact->name, "CPUs") == 0)
            set_count(object, "cpus", g_ascii_strtoull(fact->value, NULL, 10));
        json_t *line = json_object();
        set_text(line, "name", fact->name);
        set_text(line, "value", fact->value);
        set_text(line, "from", fact->evidence);
        json_array_append_new(facts, line);
    }
    json_object_set_new(object, "layer", strings_json(findings->layer->names));
    set_text(object, "layer_rule", findings->layer->rule);
    json_object_set_new(object, "facts", facts);
    return object;
}

static json_t *
checklist_json(const struct findings *findings)
{
    json_t *array = json_array();
    for (guint i = 0; i < findings->checklist->len; i++) {
        const struct check_item *item = &g_array_index(findings->checklist, struct check_item, i);
        json_t *object = json_object();
        set_text(object, "item", item->item);
        set_text(object, "verdict", check_verdict_name(item->verdict));
        set_text(object, "evidence", item->evidence);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
quality_json(const struct findings *findings)
{
    json_t *object = json_object();
    set_text(object, "confidence", confidence_name(findings->confidence));
    set_grades(object, findings);
    json_object_set_new(object, "reasons", strings_json(findings->confidence_reasons));
    set_count(object, "errors", notes_count(findings->notes, NOTE_ERROR));
    set_count(object, "warnings", notes_count(findings->notes, NOTE_WARNING));
    json_object_set_new(object, "notes", inspect_notes_json(findings->notes));
    return object;
}

char *
results_json(const struct findings *findings, const char *generator)
{
    json_t *root = json_object(), *workloads = json_object();
    set_count(root, "schema", 1);
    set_text(root, "generator", generator);
    if (findings->study->ini)
        set_text(root, "notice", findings->study->ini->notice);
    json_object_set_new(root, "inputs", inputs_json(findings->inputs));
    json_object_set_new(root, "environment", environment_json(findings));
    for (guint i = 0; i < findings->ladders->len; i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        g_autofree char *name = g_utf8_make_valid(ladder->name, -1);
        json_object_set_new(workloads, name, ladder_json(ladder));
    }
    if (findings->ladders->len > 0)
        json_object_set(root, "workloads", workloads);
    json_decref(workloads);
    if (findings->awr->len > 0)
        json_object_set_new(root, "awr", awr_json(findings));
    if (findings->loads->len > 0)
        json_object_set_new(root, "loads", loads_json(findings));
    if (findings->demand.source != DEMAND_NONE)
        json_object_set_new(root, "demand", demand_json(&findings->demand));
    if (findings->sizing)
        json_object_set_new(root, "sizing", sizing_json(findings->sizing));
    json_object_set_new(root, "checklist", checklist_json(findings));
    json_object_set_new(root, "quality", quality_json(findings));
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(root);
    char *copy = g_strconcat(text, "\n", NULL);
    free(text);
    return copy;
}
