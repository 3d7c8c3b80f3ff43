/* The small files kept beside the captures: study.ini, multipath -ll, /proc/mounts, iscsid.conf, slob.conf.
 *
 *     g_autoptr(GString) text = host_files_slob_conf(run);
 */
#pragma once

#include <glib.h>

#include "run.h"

/* Files that are the same for every run, with their paths below the study's folder; ended by a NULL path. */
struct host_file {
    const char *path;
    const char *text;
};
extern const struct host_file host_files[];

/* slob.conf of a run. */
GString *host_files_slob_conf(const struct slob_run *run);
