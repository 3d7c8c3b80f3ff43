/* The parts that findings_view is put together from; private to it.
 *
 *     struct builder builder = {.findings = findings, .pool = g_string_chunk_new(4096)};
 *     view_take_table(view, "rungs", ladder_rung_table(&builder, ladder));
 */
#pragma once

#include "findings_view.h"

/* Formatted strings live in the builder's pool until the view is made. */
struct builder {
    const struct findings *findings;
    const struct report_context *context;
    GStringChunk *pool;
};

/* Copies a new string into the pool, frees it, and gives the copy. NULL becomes "". */
const char *keep(struct builder *builder, char *text);
const char *keepf(struct builder *builder, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Adds a sentence to the list `name` of a scope. Takes nothing. */
void add_sentence(struct view *view, const char *name, const char *text);

/* findings_ladder.c, findings_charts.c: one workload */
void fill_workload(struct builder *builder, struct view *view, const struct ladder *ladder);
struct chart *ladder_chart(struct builder *builder, const struct ladder *ladder);
struct chart *latency_chart(struct builder *builder, const struct ladder *ladder);
struct chart *series_chart(
    struct builder *builder, const char *id, const char *title, const struct series *series, const GArray *windows);

/* "sessions", "queue depth" or "concurrency", by the load generator; "outstanding I/Os" within one log. Static. */
const char *concurrency_word(const struct ladder *ladder);

/* "80 sessions", "queue depth 8", "concurrency 16". Pool. */
const char *at_load(struct builder *builder, const struct ladder *ladder, double concurrency);

/* The figure alone: whole where it is. Pool. */
const char *load_figure(struct builder *builder, double concurrency);

/* The same without rounding to whole numbers: "50.8 sessions". Pool. */
const char *at_fitted_load(struct builder *builder, const struct ladder *ladder, double concurrency);

/* "1 ms", "0.5 ms": a limit as it was set. Pool. */
const char *limit_ms(struct builder *builder, double ms);

/* "100% random read", "90% read / 10% write", "70% read / 30% write, 16 KiB". Pool. */
const char *workload_words(struct builder *builder, const struct ladder *ladder);

/* Why a ladder has no best operating point. Static. */
const char *no_best_words(const struct ladder *ladder);

/* findings_remarks.c: what is to be said beside a ladder's figures: lists observation, reason, advice, run_remark;
 * table influence. And the same of a load: list remark. */
void fill_ladder_remarks(struct builder *builder, struct view *view, const struct ladder *ladder);
void fill_load_remarks(struct builder *builder, struct view *view, const struct load_finding *load);

/* findings_awr.c */
void fill_awr(struct builder *builder, struct view *view);

/* findings_sizing.c: loads, demand, sizing */
void fill_loads(struct builder *builder, struct view *view);
void fill_sizing(struct builder *builder, struct view *view);

/* findings_quality.c: environment, checklist, notes, disclosure */
void fill_quality(struct builder *builder, struct view *view);
