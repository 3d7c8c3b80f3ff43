#include "batch.h"

#include "batch_folder.h"
#include "batch_studies.h"
#include "masking.h"
#include "press_language.h"
#include "progress.h"
#include "resource.h"
#include "source.h"

#include "config.h"

#include <stdio.h>
#include <string.h>

/* A run; shared by its threads, which change only the entries they work on. */
struct batch {
    const struct report_plan *plan;
    const struct batch_options *options;
    GPtrArray *entries;  /* struct batch_entry * */
    char *trees, *typed; /* inputs and options, as they are shown */
    struct progress *progress;
    GMutex lock;
    int status; /* the worst so far */
};

/* A failure of the program or the disk outranks one of a study. */
static int
worse(int a, int b)
{
    return MAX(a, b);
}

/* What became of a study whose report could not be made. */
static void
judge(struct batch_entry *entry, const struct report_result *result, const GError *error)
{
    struct batch_study *study = entry->study;
    study->state = !result->nothing_readable ? BATCH_FAILED : entry->is_file ? BATCH_LEFT_OUT : BATCH_NOTHING;
    if (study->state == BATCH_FAILED && result->first_fault)
        study->reason = g_strdup_printf("%s; the first fault: %s", error->message, result->first_fault);
    else
        study->reason = g_strdup(study->state == BATCH_FAILED    ? error->message
                                 : study->state == BATCH_NOTHING ? "no file in it is read as a log or a report"
                                                                 : "a file that is not read as a log or a report");
}

/* A study that has no report fails the run with 3, whatever was wrong with it; an output or the program itself keeps
 * its own status. */
static int
status_of(const struct batch_study *study, const GError *error)
{
    if (study->state == BATCH_DONE || study->state == BATCH_LEFT_OUT)
        return EXIT_DONE;
    return worse(EXIT_NO_INPUT, exit_status_for(error));
}

static char *
words_for(const struct batch *batch, const struct batch_study *study, bool up_to_date)
{
    g_autofree char *folder = g_build_filename(batch->options->directory, study->name, NULL);
    g_autofree char *shown = source_printable(study->state == BATCH_DONE ? folder : study->path);
    switch (study->state) {
    case BATCH_DONE:
        return g_strdup_printf(up_to_date ? "%s: up to date" : "%s: written", shown);
    case BATCH_LEFT_OUT:
        return g_strdup_printf("%s: left out: %s", shown, study->reason);
    default:
        return g_strdup_printf("%s: no report: %s", shown, study->reason);
    }
}

static void
tell(struct batch *batch, guint index, bool up_to_date)
{
    const struct batch_study *study = ((const struct batch_entry *)g_ptr_array_index(batch->entries, index))->study;
    g_autofree char *name = source_printable(study->name), *text = words_for(batch, study, up_to_date);
    bool is_fault = study->state == BATCH_FAILED || study->state == BATCH_NOTHING;
    progress_done(batch->progress, index,
        &(struct progress_line){.name = name,
            .text = text,
            .is_fault = is_fault,
            .took_time = !up_to_date && study->state != BATCH_LEFT_OUT});
}

static void
run_study(void *data, void *user_data)
{
    struct batch *batch = user_data;
    guint index = GPOINTER_TO_UINT(data) - 1; /* a pool takes no 0 */
    struct batch_entry *entry = g_ptr_array_index(batch->entries, index);
    g_autofree char *directory = g_build_filename(batch->options->directory, entry->study->name, NULL);
    g_autoptr(GError) error = NULL;
    struct report_result result;
    bool good = study_report(batch->plan,
        (const char *const[]){entry->source ? entry->source : entry->study->path, NULL}, directory, &result, &error);
    if (g_error_matches(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERRUPTED))
        return; /* the program is about to end */
    if (good)
        entry->study->figures = g_steal_pointer(&result.figures);
    else
        judge(entry, &result, error);
    report_result_clear(&result);
    g_mutex_lock(&batch->lock);
    batch->status = worse(batch->status, status_of(entry->study, error));
    g_mutex_unlock(&batch->lock);
    tell(batch, index, result.up_to_date);
}

/* All studies; several at once, and what threads are left to each. */
static void
run_all(struct batch *batch, struct report_plan *plan)
{
    unsigned jobs = plan->options->iostat.jobs, studies = MAX(batch->entries->len, 1);
    unsigned at_once = MIN(jobs, studies);
    plan->jobs = MAX(jobs / at_once, 1);
    batch->progress = progress_new(batch->entries->len, plan->options->quiet);
    GThreadPool *pool = at_once > 1 ? g_thread_pool_new(run_study, batch, (gint)at_once, FALSE, NULL) : NULL;
    for (guint i = 0; i < batch->entries->len; i++) {
        const struct batch_entry *entry = g_ptr_array_index(batch->entries, i);
        if (entry->study->state == BATCH_LEFT_OUT)
            tell(batch, i, false);
        else if (pool)
            g_thread_pool_push(pool, GUINT_TO_POINTER(i + 1), NULL);
        else
            run_study(GUINT_TO_POINTER(i + 1), batch);
    }
    if (pool)
        g_thread_pool_free(pool, FALSE, TRUE);
    progress_free(batch->progress);
}

static const struct batch_entry *
entry_named(const GPtrArray *entries, const char *name)
{
    for (guint i = 0; i < entries->len; i++) {
        const struct batch_entry *entry = g_ptr_array_index(entries, i);
        if (strcmp(entry->study->name, name) == 0)
            return entry;
    }
    return NULL;
}

/* Only the studies of --study stay. */
static bool
keep_only(GPtrArray *entries, char **only, GError **error)
{
    for (char **name = only; *name; name++) {
        if (entry_named(entries, *name))
            continue;
        g_autofree char *shown = source_printable(*name);
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
            "--study: no study is named \"%s\"; --list-studies prints the names", shown);
        return false;
    }
    for (guint i = entries->len; i > 0; i--) {
        const struct batch_entry *entry = g_ptr_array_index(entries, i - 1);
        if (!g_strv_contains((const char *const *)only, entry->study->name))
            g_ptr_array_remove_index(entries, i - 1);
    }
    return true;
}

static GPtrArray *
studies_of(const struct batch *batch)
{
    GPtrArray *studies = g_ptr_array_new();
    for (guint i = 0; i < batch->entries->len; i++)
        g_ptr_array_add(studies, ((const struct batch_entry *)g_ptr_array_index(batch->entries, i))->study);
    return studies;
}

/* The index of the studies, and the reports of those that are gone. */
static bool
write_index(const struct batch *batch, struct batch_folder *folder, const GPtrArray *studies, GError **error)
{
    const struct report_plan *plan = batch->plan;
    const char *theme_path = plan->press->theme_path;
    g_autofree char *theme_text = theme_path ? option_text("--theme", theme_path, NULL, error) : NULL;
    struct theme theme;
    if ((theme_path && !theme_text) || !theme_init(&theme, theme_text, NULL, error))
        return false;
    g_autofree char *style = resource_text("style.css");
    g_autoptr(Language) language = NULL;
    if (!press_language(&language, plan->press->language, error))
        return false;
    struct batch_context context = {.language = language,
        .generator = GENERATOR,
        .trees = batch->trees,
        .options = batch->typed,
        .theme = &theme,
        .style_sheet = style};
    struct batch_index_files files;
    g_autoptr(GPtrArray) removed = g_ptr_array_new_with_free_func(g_free);
    bool good = batch_index_write(studies, &context, &files, error) && output_group_enter(plan->group, error);
    if (good) {
        good = batch_folder_index(folder, &files, studies, removed, error);
        output_group_leave(plan->group);
    }
    batch_index_files_clear(&files);
    for (guint i = 0; i < removed->len && !plan->options->quiet; i++)
        fprintf(stderr, "iosizer: %s/%s: removed, its study is gone\n", batch->options->directory,
            (const char *)g_ptr_array_index(removed, i));
    return good;
}

static void
say_counts(const struct batch *batch, const GPtrArray *studies)
{
    if (!batch->plan->options->quiet)
        fprintf(stderr, "iosizer: %s: reports: %u, failed: %u, nothing readable: %u, left out: %u\n",
            batch->options->directory, batch_count(studies, BATCH_DONE), batch_count(studies, BATCH_FAILED),
            batch_count(studies, BATCH_NOTHING), batch_count(studies, BATCH_LEFT_OUT));
}

/* With --mask, names and paths are shown neutral; a study is read from where it is. */
static void
mask_entries(GPtrArray *entries, struct mask *mask)
{
    for (guint i = 0; mask && i < entries->len; i++) {
        struct batch_entry *entry = g_ptr_array_index(entries, i);
        char *name = mask_study_name(mask, entry->study->name);
        g_free(entry->study->name);
        entry->study->name = name;
        entry->source = entry->study->path;
        entry->study->path = mask_path(mask, entry->source);
    }
}

static GPtrArray *
gather_entries(const struct options *options, char **out_trees, char **out_typed, GError **error)
{
    struct masking masking;
    masking_begin_with(&masking, options);
    GPtrArray *entries = batch_studies((const char *const *)options->inputs, error);
    if (entries)
        mask_entries(entries, masking.mask);
    else if (error)
        mask_error(masking.mask, *error);
    g_autofree char *typed = g_strjoinv(", ", options->inputs), *shown = source_printable(typed);
    if (out_trees)
        *out_trees = masking.mask ? mask_text(masking.mask, shown) : g_steal_pointer(&shown);
    if (out_typed)
        *out_typed = masking.mask ? mask_text(masking.mask, options->typed) : g_strdup(options->typed);
    masking_end(&masking);
    return entries;
}

static bool
gather(struct batch *batch, GError **error)
{
    batch->entries = gather_entries(batch->plan->options, &batch->trees, &batch->typed, error);
    return batch->entries && (!batch->options->only || keep_only(batch->entries, batch->options->only, error));
}

static struct batch_folder *
open_folder(const struct batch *batch, GError **error)
{
    if (!output_group_enter(batch->plan->group, error))
        return NULL;
    g_autofree char *parent = g_path_get_dirname(batch->options->directory);
    g_autofree char *name = g_path_get_basename(batch->options->directory);
    output_remove_stale(parent, name);
    struct batch_folder *folder = batch_folder_open(batch->options->directory, error);
    if (folder)
        output_remove_stale(batch->options->directory, NULL);
    output_group_leave(batch->plan->group);
    return folder;
}

static bool
write_all(struct batch *batch, struct report_plan *plan, GError **error)
{
    g_autoptr(BatchFolder) folder = gather(batch, error) ? open_folder(batch, error) : NULL;
    if (!folder)
        return false;
    run_all(batch, plan);
    g_autoptr(GPtrArray) studies = studies_of(batch);
    if (batch_count(studies, BATCH_LEFT_OUT) == studies->len && !batch->options->only) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "no study is in %s: a study is a folder, an archive or a log at the top of it", batch->trees);
        return false;
    }
    if (batch->options->only)
        return true;
    bool good = write_index(batch, folder, studies, error);
    if (good)
        say_counts(batch, studies);
    return good;
}

int
batch_run(struct report_plan *plan, const struct batch_options *options, GError **error)
{
    struct batch batch = {.plan = plan, .options = options, .status = EXIT_DONE};
    g_mutex_init(&batch.lock);
    GError *fault = NULL;
    bool good = write_all(&batch, plan, &fault);
    int status = good ? batch.status : worse(batch.status, exit_status_for(fault));
    if (fault)
        g_propagate_error(error, fault);
    g_clear_pointer(&batch.entries, g_ptr_array_unref);
    g_free(batch.trees);
    g_free(batch.typed);
    g_mutex_clear(&batch.lock);
    return status;
}

int
batch_list(const struct options *options, GError **error)
{
    g_autoptr(GPtrArray) entries = gather_entries(options, NULL, NULL, error);
    for (guint i = 0; entries && i < entries->len; i++) {
        const struct batch_study *study = ((const struct batch_entry *)g_ptr_array_index(entries, i))->study;
        if (study->state != BATCH_LEFT_OUT)
            puts(study->name);
    }
    return entries ? EXIT_DONE : EXIT_NO_INPUT;
}
