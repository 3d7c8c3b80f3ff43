#include "gate.h"

static void
case_clear(void *data)
{
    struct gate_case *one = data;
    g_free(one->group);
    g_free(one->name);
    g_free(one->message);
}

struct gate *
gate_new(const char *title, const char *file)
{
    struct gate *gate = g_new0(struct gate, 1);
    gate->title = g_strdup(title);
    gate->file = g_strdup(file);
    gate->cases = g_array_new(FALSE, FALSE, sizeof(struct gate_case));
    g_array_set_clear_func(gate->cases, case_clear);
    return gate;
}

void
gate_free(struct gate *gate)
{
    if (!gate)
        return;
    g_free(gate->title);
    g_free(gate->file);
    g_array_unref(gate->cases);
    g_free(gate);
}

void
gate_add(struct gate *gate, const char *group, const char *name, enum gate_state state, const char *message)
{
    struct gate_case one = {g_strdup(group), g_strdup(name), state, g_strdup(message ? message : "")};
    g_array_append_val(gate->cases, one);
}

guint
gate_count(const struct gate *gate, enum gate_state state)
{
    guint count = 0;
    for (guint i = 0; i < gate->cases->len; i++)
        count += g_array_index(gate->cases, struct gate_case, i).state == state ? 1 : 0;
    return count;
}
