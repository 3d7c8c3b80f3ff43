/* The tables of the sizing; private to findings_sizing.c.
 *
 *     view_take_table(view, "candidates", sizing_candidates_table(builder, sizing));
 */
#pragma once

#include "findings_parts.h"

/* Each is new; table_free or view_take_table. `usable` needs a ladder, no sizing. */
struct table *sizing_usable_table(struct builder *builder);
struct table *sizing_inputs_table(struct builder *builder, const struct sizing *sizing);
struct table *sizing_requirement_table(struct builder *builder, const struct sizing *sizing);
struct table *sizing_evidence_table(struct builder *builder, const struct sizing *sizing);
struct table *sizing_candidates_table(struct builder *builder, const struct sizing *sizing);
struct table *sizing_sensitivity_table(struct builder *builder, const struct sizing *sizing);
struct table *sizing_capacity_table(struct builder *builder, const struct sizing *sizing);
struct table *sizing_host_table(struct builder *builder, const struct sizing *sizing);
