#include "output_group.h"

#include "error.h"
#include "output_private.h"

struct output_group {
    GMutex lock;
    GCond quiet;
    guint writing; /* threads between enter and leave */
    bool abandoned;
    GPtrArray *outputs; /* borrowed */
};

struct output_group *
output_group_new(void)
{
    struct output_group *group = g_new0(struct output_group, 1);
    g_mutex_init(&group->lock);
    g_cond_init(&group->quiet);
    group->outputs = g_ptr_array_new();
    return group;
}

void
output_group_free(struct output_group *group)
{
    if (!group)
        return;
    g_assert(group->outputs->len == 0);
    g_ptr_array_unref(group->outputs);
    g_mutex_clear(&group->lock);
    g_cond_clear(&group->quiet);
    g_free(group);
}

void
output_group_abandon(struct output_group *group)
{
    g_mutex_lock(&group->lock);
    group->abandoned = true;
    while (group->writing > 0)
        g_cond_wait(&group->quiet, &group->lock);
    for (guint i = 0; i < group->outputs->len; i++)
        output_remove_temporary(g_ptr_array_index(group->outputs, i));
    g_ptr_array_set_size(group->outputs, 0);
    g_mutex_unlock(&group->lock);
}

bool
output_group_enter(struct output_group *group, GError **error)
{
    if (!group)
        return true;
    g_mutex_lock(&group->lock);
    bool open = !group->abandoned;
    group->writing += open ? 1 : 0;
    g_mutex_unlock(&group->lock);
    if (!open)
        g_set_error_literal(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERRUPTED, "interrupted");
    return open;
}

void
output_group_leave(struct output_group *group)
{
    if (!group)
        return;
    g_mutex_lock(&group->lock);
    if (--group->writing == 0)
        g_cond_broadcast(&group->quiet);
    g_mutex_unlock(&group->lock);
}

void
output_group_add(struct output_group *group, struct output *output)
{
    if (!group)
        return;
    g_mutex_lock(&group->lock);
    g_ptr_array_add(group->outputs, output);
    g_mutex_unlock(&group->lock);
}

void
output_group_remove(struct output_group *group, struct output *output)
{
    if (!group)
        return;
    g_mutex_lock(&group->lock);
    g_ptr_array_remove(group->outputs, output);
    g_mutex_unlock(&group->lock);
}
