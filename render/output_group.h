/* The outputs that are being written, so that a signal can abandon them all and leave nothing half-done.
 *
 *     struct output_group *group = output_group_new();
 *     g_autoptr(Output) output = output_begin_in(group, "report", &error);  any thread
 *     ...
 *     output_group_abandon(group);                                          another thread
 *
 * After abandoning, every call that would write fails with IOSIZER_ERROR_INTERRUPTED; an exchange that has begun is
 * waited for, so that each target is its old or its new self.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct output_group;
struct output;

struct output_group *output_group_new(void);
void output_group_free(struct output_group *group); /* after all outputs of it; NULL: nothing */

/* Removes the temporary folders of all outputs under way. Safe from any thread, any number of times. */
void output_group_abandon(struct output_group *group);

/* For output.c: between enter and leave a thread may write. `group` NULL: always. False with IOSIZER_ERROR_INTERRUPTED
 * once the group is abandoned. */
bool output_group_enter(struct output_group *group, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void output_group_leave(struct output_group *group);

/* For output.c, between enter and leave: an output that has a temporary folder, or has it no more. */
void output_group_add(struct output_group *group, struct output *output);
void output_group_remove(struct output_group *group, struct output *output);
