/* What the path of a captured file says of the run it belongs to.
 *
 *     g_autoptr(Place) place = place_of("study/read100/slob_032u/iostat.log");
 *     // concurrency 32, workload_key "study/read100/slob#u", folder "study/read100", label ""
 *
 * A number is a concurrency where a word beside it says so (qd8, threads=64, slob_32, 128th, 8_users), or where a
 * file's or folder's whole name is that number (032) and it is no part of a date (2026/11/30, a year) or of a rotation
 * (iostat.log.1). Other numbers are host names, sizes, dates, addresses, versions, snapshot numbers.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct place {
    double concurrency; /* NAN: no name of the path holds one */
    bool bare;          /* the file name is nothing but the number: "awr_2.html" may count reports instead */
    char *run_key;      /* files of equal run_key are one run */
    char *workload_key; /* runs of equal workload_key are one workload */
    char *folder;       /* the folder a workload is named for; may be empty */
    char *label; /* what the name with the concurrency says beside it: "mix90" of "mix90_qd8.log"; may be empty */
};

typedef struct place Place;

/* Never NULL. Looks at the file name, then at the two folders above it, nearest first. Folders between the file and the
 * one that held the concurrency tell runs of it apart (qd8/run1, qd8/run2), unless they are named for a kind of file
 * (qd8/awr, qd8/iostat). */
struct place *place_of(const char *path);

/* The same, without a look at the file's own name. */
struct place *place_of_folder(const char *path);
void place_free(struct place *place);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Place, place_free)

/* The concurrency in one name, NAN where there is none; *out_start and *out_end bound its digits. */
double place_concurrency(const char *name, size_t *out_start, size_t *out_end);
