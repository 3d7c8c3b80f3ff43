/* What the figures of logs and of AWR series share; private to demand*.c.
 *
 *     for (size_t i = 0; i < DEMAND_STRETCHES; i++)
 *         *demand_figure_at(&figures, demand_stretches[i].offset) = highest mean over demand_stretches[i].length_s;
 */
#pragma once

#include "demand.h"

#include <stddef.h>

enum { DEMAND_STRETCHES = 4 };

/* A sustained figure: its length, its place in struct demand_figures, and its moment. */
struct demand_stretch {
    double length_s;
    size_t offset;
    enum demand_at at;
};

/* 1, 5, 15 and 60 minutes. */
extern const struct demand_stretch demand_stretches[DEMAND_STRETCHES];

/* The figure at this offset of the struct. Borrowed. */
double *demand_figure_at(struct demand_figures *figures, size_t offset);
