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
    const char *folder; /* that holds all inputs; NULL: none, or a part of the findings that names no file */
    GHashTable *files;  /* const char *: paths of the inputs; NULL: not learnt */
};

/* Copies a new string into the pool, frees it, and gives the copy. NULL becomes "". */
const char *keep(struct builder *builder, char *text);

/* A figure or a date as format.h made it, in the signs of the report's language; frees it. Pool. */
const char *keep_figure(struct builder *builder, char *text);
const char *keep_date(struct builder *builder, char *text);

/* A fixed text of the program in the report's language. Not for names and other data. Borrowed. */
const char *tr(const struct builder *builder, const char *english) G_GNUC_FORMAT(2);

/* A sentence: the format is translated. Pool. */
const char *keepf(struct builder *builder, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* An id of a table or chart: never translated. Pool. */
const char *keep_id(struct builder *builder, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The language of the report; NULL: English. */
const struct language *language_of(const struct builder *builder);

/* Why these devices are measured, as analysis has it. Pool. */
const char *layer_rule_words(struct builder *builder, const char *rule);

/* Two sentences, either of which may be "". Pool. */
const char *joined(struct builder *builder, const char *first, const char *second);

/* A new chart whose axes and writers' words are of the report's language. Title and subtitle are copied. */
struct chart *new_chart(struct builder *builder, const char *id, const char *title, const char *subtitle);

/* Adds a sentence to the list `name` of a scope. Takes nothing. */
void add_sentence(struct view *view, const char *name, const char *text);

/* findings_files.c: a report names its files from the folder that holds them all; the folder itself is told once, in
 * the disclosure. The caller frees builder->files with g_hash_table_unref. */
void files_learn(struct builder *builder);

/* A text with the paths of inputs in it cut to that folder: "/home/me/captures/read100/awr.html" is
 * "read100/awr.html". Pool; the text itself where nothing was learnt. */
const char *files_shown(struct builder *builder, const char *text);

/* The file that a note begins with, shown; NULL where it begins with none. `message`: the rest, borrowed. */
const char *files_note(struct builder *builder, const char *text, const char **message);

/* findings_ladder.c, findings_charts.c: one workload */
void fill_workload(struct builder *builder, struct view *view, const struct ladder *ladder);
struct chart *ladder_chart(struct builder *builder, const struct ladder *ladder);
struct chart *latency_chart(struct builder *builder, const struct ladder *ladder);
struct chart *series_chart(
    struct builder *builder, const char *id, const char *title, const struct series *series, const GArray *windows);

/* load_charts.c: of a load, its duration curve and its latency over time: `duration`, `heat`; of the root, `hosts` and
 * `paths`. awr_charts.c: `awr_classes`, `awr_histogram`. sizing_charts.c: `limits`. Each sets those that there is
 * something to show of. */
void fill_load_charts(struct builder *builder, struct view *view, const struct load_finding *load, const char *id);
void fill_hosts_chart(struct builder *builder, struct view *view);
void fill_paths_chart(struct builder *builder, struct view *view);
void fill_awr_charts(struct builder *builder, struct view *view);
void fill_limits_chart(struct builder *builder, struct view *view);

/* "sessions", "queue depth" or "concurrency", by the load generator; "outstanding I/Os" within one log. English,
 * static: for load_text and tr. */
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

/* Why a ladder has no best operating point. English, static: for tr. */
const char *no_best_words(const struct ladder *ladder);

/* findings_remarks.c: what is to be said beside a ladder's figures: lists observation, reason, advice, run_remark;
 * table influence. And the same of a load: list remark. */
void fill_ladder_remarks(struct builder *builder, struct view *view, const struct ladder *ladder);
void fill_load_remarks(struct builder *builder, struct view *view, const struct load_finding *load);

/* findings_summary.c: lists found, provision and, of both, summary_line; has_ladders, has_loads */
void fill_summary(struct builder *builder, struct view *view);

/* findings_cover.c: tables cover (where study.ini says for whom or by whom) and key_figures */
void fill_cover(struct builder *builder, struct view *view);

/* "dm-0, dm-1"; of many the first ones: "dm-0, dm-1, dm-2, dm-3, dm-4, dm-5 and 194 more". "" for none. Free with
 * g_free. */
char *names_listed(const struct language *language, const GPtrArray *names);

/* findings_awr.c. "mix90, 64 sessions", or the file's name. Pool. */
const char *place_of_finding(struct builder *builder, const struct awr_finding *finding);
void fill_awr(struct builder *builder, struct view *view);

/* findings_checks.c: Little's law and sizes of each window */
void fill_checks(struct builder *builder, struct view *view);

/* findings_loads.c: loads and their demand */
void fill_loads(struct builder *builder, struct view *view);

/* What the figures of a demand rest on, in a sentence. Pool or static. */
const char *demand_words(struct builder *builder, const struct demand *demand);

/* findings_sizing.c */
void fill_sizing(struct builder *builder, struct view *view);

/* findings_quality.c: environment, checklist, notes, disclosure */
void fill_quality(struct builder *builder, struct view *view);
