/* What the makers of ticks share; the door is scale.h. */
#pragma once

#include "scale.h"

/* Takes ownership of the texts; `below` may be NULL. */
void ticks_append(struct ticks *ticks, double value, char *label, char *below);

/* A calendar or clock axis: ticks->min and max are set already. */
void ticks_add_time(struct ticks *ticks, size_t most);
void ticks_add_elapsed(struct ticks *ticks, size_t most);
