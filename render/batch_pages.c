#include "batch_pages.h"

#include "batch_row.h"
#include "document.h"
#include "format.h"
#include "language.h"
#include "resource.h"
#include "template.h"
#include "writers.h"

#include <math.h>
#include <string.h>

/* The figures of one study, read; NULL where it has none. */
struct row {
    const struct batch_study *study;
    json_t *figures;
    char *link; /* of its report, relative to the index; NULL: none */
};

struct page {
    const struct language *language;
    enum batch_page kind;
    GPtrArray *rows; /* struct row * */
};

static void
row_free(void *data)
{
    struct row *row = data;
    json_decref(row->figures);
    g_free(row->link);
    g_free(row);
}

/* The report that a reader of the page can go on with: his own form first. */
static char *
link_of(const struct row *row, enum batch_page kind)
{
    static const char *const wanted[][4] = {
        [BATCH_PAGE_MD] = {"report.md", "report.html", "report.pdf", "results.json"},
        [BATCH_PAGE_HTML] = {"report.html", "report.pdf", "report.md", "results.json"}};
    json_t *files = json_object_get(row->figures, "files");
    for (size_t i = 0; i < G_N_ELEMENTS(wanted[0]); i++)
        for (size_t k = 0; k < json_array_size(files); k++) {
            const char *file = json_string_value(json_array_get(files, k));
            if (file && strcmp(file, wanted[kind][i]) == 0)
                return g_strconcat(row->study->name, "/", file, NULL);
        }
    return NULL;
}

static void
rows_fill(struct page *page, const GPtrArray *studies)
{
    page->rows = g_ptr_array_new_with_free_func(row_free);
    for (guint i = 0; i < studies->len; i++) {
        struct row *row = g_new0(struct row, 1);
        row->study = g_ptr_array_index(studies, i);
        row->figures = batch_figures_read(row->study->figures);
        row->link = link_of(row, page->kind);
        g_ptr_array_add(page->rows, row);
    }
}

static double
figure(json_t *object, const char *within, const char *name)
{
    json_t *value = json_object_get(within ? json_object_get(object, within) : object, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *
text(json_t *object, const char *name)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value ? value : FORMAT_NOTHING;
}

static const char *
bound_words(json_t *figures)
{
    static const struct {
        const char *verdict, *words;
    } known[] = {{"proven", "proven"}, {"not_proven", "not proven"}, {"refuted", "refuted"}};
    const char *verdict = text(figures, "storage_bound");
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(verdict, known[i].verdict) == 0)
            return known[i].words;
    return verdict;
}

static void
add_columns(const struct page *page, struct table *table, const char *const *heading, size_t count, const char *numbers)
{
    for (size_t i = 0; i < count; i++)
        table_add_column(
            table, language_text(page->language, heading[i]), numbers[i] == 'n' ? TABLE_NUMBER : TABLE_TEXT);
}

static void
set_link(struct table_row *shown, const struct row *row)
{
    shown->link = g_strdup(row->link);
}

static struct table *
studies_table(const struct page *page)
{
    static const char *const heading[] = {
        "Study", "Host", "Demand p95 IOPS", "Required IOPS", "Required MiB/s", "Storage-bound", "Confidence", "Errors"};
    struct table *table = table_new("studies", "");
    add_columns(page, table, heading, G_N_ELEMENTS(heading), "ttnnnttn");
    for (guint i = 0; i < page->rows->len; i++) {
        const struct row *row = g_ptr_array_index(page->rows, i);
        if (!row->figures)
            continue;
        g_autofree char *demand =
            language_figure(page->language, format_iops(figure(row->figures, "demand", "p95_iops")));
        g_autofree char *iops = language_figure(page->language, format_iops(figure(row->figures, "required", "iops")));
        g_autofree char *mib_s =
            language_figure(page->language, format_mib_s(figure(row->figures, "required", "mib_s")));
        g_autofree char *errors = language_figure(page->language, format_count(figure(row->figures, NULL, "errors")));
        set_link(table_add_row(table, row->study->name, text(row->figures, "host"), demand, iops, mib_s,
                     language_text(page->language, bound_words(row->figures)),
                     language_text(page->language, text(row->figures, "confidence")), errors),
            row);
    }
    return table;
}

static char *
knee_words(const struct language *language, json_t *workload)
{
    static const struct {
        const char *verdict, *words;
    } known[] = {{"not_reached", "not reached"}, {"already_past", "already past"}, {"insufficient", "cannot tell"}};
    json_t *knee = json_object_get(workload, "knee");
    const char *verdict = text(knee, "verdict");
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(verdict, known[i].verdict) == 0)
            return g_strdup(language_text(language, known[i].words));
    return language_figure(language, format_decimal(figure(knee, NULL, "concurrency"), 1));
}

/* Whole where it is. */
static char *
concurrency_text(double concurrency)
{
    return concurrency == floor(concurrency) ? format_count(concurrency) : format_three_digits(concurrency, 1);
}

static void
add_workload(const struct page *page, struct table *table, const struct row *row, json_t *workload)
{
    g_autofree char *read = language_figure(page->language, format_percent_whole(figure(workload, NULL, "read_pct")));
    g_autofree char *iops = language_figure(page->language, format_iops(figure(workload, "best", "iops")));
    g_autofree char *latency = language_figure(page->language, format_ms(figure(workload, "best", "latency_ms")));
    g_autofree char *concurrency =
        language_figure(page->language, concurrency_text(figure(workload, "best", "concurrency")));
    g_autofree char *knee = knee_words(page->language, workload);
    g_autofree char *knee_iops = language_figure(page->language, format_iops(figure(workload, "knee", "iops")));
    set_link(table_add_row(
                 table, row->study->name, text(workload, "name"), read, iops, latency, concurrency, knee, knee_iops),
        row);
}

static struct table *
workloads_table(const struct page *page)
{
    static const char *const heading[] = {"Study", "Workload", "Reads", "Best IOPS", "Latency (ms)", "At concurrency",
        "Knee at concurrency", "Knee IOPS"};
    struct table *table = table_new("workloads", "");
    add_columns(page, table, heading, G_N_ELEMENTS(heading), "ttnnnnnn");
    for (guint i = 0; i < page->rows->len; i++) {
        const struct row *row = g_ptr_array_index(page->rows, i);
        json_t *workloads = json_object_get(row->figures, "workloads");
        for (size_t k = 0; k < json_array_size(workloads); k++)
            add_workload(page, table, row, json_array_get(workloads, k));
    }
    return table;
}

static struct table *
missing_table(const struct page *page)
{
    static const char *const words[] = {
        [BATCH_FAILED] = "failed", [BATCH_NOTHING] = "nothing readable", [BATCH_LEFT_OUT] = "left out"};
    struct table *table = table_new("missing", "");
    table_add_column(table, language_text(page->language, "Study"), TABLE_TEXT);
    table_add_column(table, language_text(page->language, "Status"), TABLE_TEXT);
    table_add_column(table, language_text(page->language, "Reason"), TABLE_TEXT);
    for (guint i = 0; i < page->rows->len; i++) {
        const struct batch_study *study = ((const struct row *)g_ptr_array_index(page->rows, i))->study;
        if (study->state != BATCH_DONE)
            table_add_row(table, study->name, language_text(page->language, words[study->state]), study->reason);
    }
    return table;
}

/* The table, and whether it has a row: `has_studies`. */
static void
take_table(struct view *view, struct table *table)
{
    g_autofree char *has = g_strconcat("has_", table->id, NULL);
    view_set(view, has, table->rows->len > 0 ? "yes" : "");
    view_take_table(view, table->id, table);
}

/* A warning of any study, such as that its data are synthetic, is one of the index. */
static const char *
notice_of(const struct page *page)
{
    for (guint i = 0; i < page->rows->len; i++) {
        const struct row *row = g_ptr_array_index(page->rows, i);
        const char *notice = json_string_value(json_object_get(row->figures, "notice"));
        if (notice)
            return notice;
    }
    return NULL;
}

static struct view *
view_of(const struct page *page, const GPtrArray *studies, const struct batch_context *context)
{
    struct view *view = view_new();
    view_set(view, "trees", context->trees);
    view_set(view, "generator", context->generator);
    view_set(view, "options", context->options ? context->options : "");
    view_setf(view, "done", "%u", batch_count(studies, BATCH_DONE));
    view_setf(view, "failed", "%u", batch_count(studies, BATCH_FAILED));
    view_setf(view, "nothing", "%u", batch_count(studies, BATCH_NOTHING));
    view_setf(view, "left_out", "%u", batch_count(studies, BATCH_LEFT_OUT));
    take_table(view, studies_table(page));
    take_table(view, workloads_table(page));
    take_table(view, missing_table(page));
    return view;
}

char *
batch_page(const GPtrArray *studies, const struct batch_context *context, enum batch_page kind, GError **error)
{
    struct page page = {.kind = kind, .language = context->language};
    rows_fill(&page, studies);
    struct view *view = view_of(&page, studies, context);
    g_autofree char *template = resource_text("index.md");
    const struct template_source source = {.text = template, .name = "index.md", .language = context->language};
    g_autoptr(Document) document = document_of(&source, view, error);
    g_autofree char *script = resource_text("report.js");
    struct document_info info = {.title = language_text(context->language, "Storage reports"),
        .script = script,
        .subject = context->trees,
        .language = language_code(context->language),
        .words = context->language,
        .generator = context->generator,
        .banner = notice_of(&page)};
    char *out = NULL;
    if (document)
        out = kind == BATCH_PAGE_MD ? markdown_write(document, &info, context->theme)
                                    : html_write(document, &info, context->theme, context->style_sheet, NULL);
    g_clear_pointer(&document, document_free);
    view_free(view);
    g_ptr_array_unref(page.rows);
    return out;
}
