#include "absent_storage.h"

#include "note.h"

#include <math.h>

/* The highest load that fio or a report tells of; *out_witness says who. NAN: none. */
static double
load_told(const struct run *run, const char **out_witness, const char **out_path)
{
    double told = NAN;
    if (run->fio && run->fio->iops > 0) {
        told = run->fio->iops;
        *out_witness = "fio";
        *out_path = run->fio->path;
    }
    for (guint i = 0; i < run->awrs->len; i++) {
        const struct awr *awr = g_ptr_array_index(run->awrs, i);
        double iops = awr->rates.read_requests_per_s + awr->rates.write_requests_per_s;
        if (!isfinite(iops) || iops <= (isnan(told) ? 0 : told))
            continue;
        told = iops;
        *out_witness = "AWR";
        *out_path = awr->path;
    }
    return told;
}

/* All devices at their highest samples; NAN where no log has a sample. */
static double
most_of_log(const struct run *run)
{
    double most = 0;
    bool any = false;
    for (guint c = 0; c < run->captures->len; c++) {
        const struct capture *capture = g_ptr_array_index(run->captures, c);
        for (guint d = 0; d < capture->devices->len; d++) {
            const struct capture_totals *totals =
                &((struct capture_device *)g_ptr_array_index(capture->devices, d))->totals;
            any |= totals->samples > 0;
            most += isfinite(totals->iops_max) ? totals->iops_max : 0;
        }
    }
    return any ? most : NAN;
}

static void
note_run(const struct run *run, GPtrArray *notes)
{
    const char *witness = NULL, *path = NULL;
    double told = load_told(run, &witness, &path), most = most_of_log(run);
    if (!(told >= ABSENT_IOPS_MIN) || !(most < ABSENT_SHARE * told))
        return;
    const struct capture *log = g_ptr_array_index(run->captures, 0);
    notes_add(notes, NOTE_WARNING, "storage-not-in-log", 0,
        "%s: its devices did at most %.0f IOPS at any time, while %s counted %.0f (%s): the measured storage is not in "
        "the log (NFS, or devices that iostat was not told to show)",
        log->path, most, witness, told, path);
}

void
absent_storage_note(const struct study *study, GPtrArray *notes)
{
    for (guint i = 0; i < study->ladders->len; i++) {
        const struct workload *workload = g_ptr_array_index(study->ladders, i);
        for (guint r = 0; r < workload->runs->len; r++)
            note_run(g_ptr_array_index(workload->runs, r), notes);
    }
    for (guint i = 0; i < study->loads->len; i++)
        note_run(g_ptr_array_index(study->loads, i), notes);
}
