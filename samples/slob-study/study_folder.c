#include "study_folder.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "host_files.h"
#include "iostat_log.h"
#include "model.h"
#include "run.h"

#define FIRST_RUN_S INT64_C(1770710400) /* 2026-02-10 08:00:00 UTC */
#define PAUSE_S 60                      /* between two runs */
#define FIRST_SNAP_ID 201
#define FOLDER_MODE 0755

/* The ladder, and how dear each rung is: a shorter ladder is without those of a higher rank. */
static const struct {
    unsigned sessions;
    unsigned rank;
} ladder[STUDY_RUNGS_MAX] = {
    {8, 2},
    {16, 7},
    {24, 9},
    {32, 4},
    {48, 5},
    {64, 1},
    {80, 8},
    {96, 6},
    {128, 3},
};

unsigned
study_folder_rungs(unsigned *out, unsigned rungs)
{
    unsigned n = 0;
    for (unsigned i = 0; i < STUDY_RUNGS_MAX; i++)
        if (ladder[i].rank <= rungs)
            out[n++] = ladder[i].sessions;
    return n;
}

/* Writes one file below `folder`, making the folders on the way. */
static bool
write_file(const char *folder, const char *name, const char *text, gsize len, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *parent = g_path_get_dirname(path);
    if (g_mkdir_with_parents(parent, FOLDER_MODE) != 0) {
        int saved = errno;
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(saved), "%s: cannot make the folder: %s", parent,
            g_strerror(saved));
        return false;
    }
    return g_file_set_contents(path, text, (gssize)len, error);
}

static bool
write_run(const char *folder, const struct slob_run *run, const struct study_options *options, GError **error)
{
    g_autofree char *name = g_strdup_printf("%s/slob_%03uu", run->model->workload->name, run->plan.sessions);
    g_autofree char *run_folder = g_build_filename(folder, name, NULL);
    g_autoptr(GString) log = iostat_log_text(run, options->padded);
    g_autoptr(GString) report = awr_form_report(run, options->awr_form);
    g_autoptr(GString) conf = host_files_slob_conf(run);
    return write_file(run_folder, "iostat.log", log->str, log->len, error) &&
           write_file(run_folder, awr_form_file(options->awr_form), report->str, report->len, error) &&
           write_file(run_folder, "slob.conf", conf->str, conf->len, error);
}

static bool
options_valid(const struct study_options *options, GError **error)
{
    if (options->seconds < SLOB_SECONDS_MIN || options->seconds > SLOB_SECONDS_MAX) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--seconds is %u, expected %d to %d",
            options->seconds, SLOB_SECONDS_MIN, SLOB_SECONDS_MAX);
        return false;
    }
    if (options->rungs < STUDY_RUNGS_MIN || options->rungs > STUDY_RUNGS_MAX) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--rungs is %u, expected %d to %d", options->rungs,
            STUDY_RUNGS_MIN, STUDY_RUNGS_MAX);
        return false;
    }
    return true;
}

bool
study_folder_write(const char *folder, const struct study_options *options, GError **error)
{
    if (!options_valid(options, error))
        return false;
    for (const struct host_file *file = host_files; file->path; file++)
        if (!write_file(folder, file->path, file->text, strlen(file->text), error))
            return false;
    unsigned sessions[STUDY_RUNGS_MAX];
    unsigned rungs = study_folder_rungs(sessions, options->rungs);
    struct slob_plan plan = {
        .seconds = options->seconds, .start_s = FIRST_RUN_S, .snap_id = FIRST_SNAP_ID, .seed = options->seed};
    for (size_t w = 0; w < MODEL_WORKLOADS; w++) {
        struct model model;
        bool solved = model_solve(&model, &model_workloads[w]);
        g_assert(solved); /* the workloads are compiled in */
        for (unsigned i = 0; i < rungs; i++) {
            plan.sessions = sessions[i];
            g_autoptr(SlobRun) run = slob_run_new(&model, &plan);
            if (!write_run(folder, run, options, error))
                return false;
            plan.start_s += plan.seconds + PAUSE_S;
            plan.snap_id += 2;
        }
    }
    return true;
}
