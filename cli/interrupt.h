/* Ctrl-C and its like while outputs are written: studies under way are abandoned, what is there is whole, exit 130.
 *
 *     struct interrupt *interrupt = interrupt_begin(group);
 *     ... threads may be started and outputs of the group written ...
 *     interrupt_end(interrupt);
 *
 * SIGINT, SIGTERM and SIGHUP are blocked and taken by a thread of their own, so that no code runs in a signal handler
 * and a thread that waits for a slow disk or a pipe need not wake up. Those that were ignored stay ignored.
 */
#pragma once

#include "output_group.h"

struct interrupt;

/* Before any other thread is started. Never NULL. `group` is borrowed. */
struct interrupt *interrupt_begin(struct output_group *group);
void interrupt_end(struct interrupt *interrupt);
