#include "cli.h"

#include "note.h"
#include "results.h"
#include "study.h"

#include <stdio.h>
#include <string.h>

/* The path as runs.csv wants it: relative to the folder that it will lie in, which is the one input where it is a folder. */
static const char *
relative(const char *path, const char *folder)
{
    size_t len = folder ? strlen(folder) : 0;
    while (len > 0 && folder[len - 1] == '/')
        len--;
    return len > 0 && strncmp(path, folder, len) == 0 && path[len] == '/' ? path + len + 1 : path;
}

static void
add_row(GString *out, const char *workload, const struct run *run, const char *iostat, const char *awr, const char *note)
{
    char concurrency[G_ASCII_DTOSTR_BUF_SIZE] = "";
    if (run->concurrency > 0)
        g_ascii_formatd(concurrency, sizeof concurrency, "%g", run->concurrency);
    const char *const cell[] = {
        workload, concurrency, iostat ? iostat : "", awr ? awr : "", run->device ? run->device : "", "", "", note};
    for (size_t i = 0; i < G_N_ELEMENTS(cell); i++)
        results_csv_cell(out, cell[i]);
    g_string_append_c(out, '\n');
}

/* One row a log or report: a row names one of each. */
static void
add_run(GString *out, const char *workload, const struct run *run, const char *folder)
{
    guint rows = MAX(run->captures->len, run->awrs->len);
    for (guint i = 0; i < rows; i++) {
        const struct capture *capture = i < run->captures->len ? g_ptr_array_index(run->captures, i) : NULL;
        const struct awr *awr = i < run->awrs->len ? g_ptr_array_index(run->awrs, i) : NULL;
        add_row(out, workload, run, capture ? relative(capture->path, folder) : NULL,
            awr ? relative(awr->path, folder) : NULL, i > 0 ? "further file of the run above" : "");
    }
}

bool
runs_of(struct inputs *inputs, const char *folder, struct mask *mask, char **out_text, GError **error)
{
    g_autofree char *neutral = mask ? mask_path(mask, folder) : NULL;
    if (mask)
        mask_bind(mask, inputs);
    g_autoptr(GPtrArray) notes = notes_new();
    g_autoptr(Study) study = study_new(inputs, notes, error);
    if (!study) {
        if (mask)
            mask_inputs(mask);
        return false;
    }
    if (mask) {
        mask_study(study, notes, mask);
        folder = neutral;
    }
    g_autoptr(GString) out = g_string_new("workload,concurrency,iostat,awr,device,start,end,note\n");
    for (guint i = 0; i < study->ladders->len; i++) {
        const struct workload *workload = g_ptr_array_index(study->ladders, i);
        for (guint k = 0; k < workload->runs->len; k++)
            add_run(out, workload->name, g_ptr_array_index(workload->runs, k), folder);
    }
    for (guint i = 0; i < study->loads->len; i++)
        add_run(out, "load", g_ptr_array_index(study->loads, i), folder);
    *out_text = g_string_free(g_steal_pointer(&out), FALSE);
    return true;
}
