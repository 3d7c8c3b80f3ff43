/* slob.conf: the parameters of a SLOB benchmark run, as NAME=value lines of shell.
 *
 *     g_autoptr(SlobConf) conf = slob_conf_parse(text, len, path, &error);
 */
#pragma once

#include <glib.h>

struct slob_conf {
    char *path;
    double update_pct;         /* UPDATE_PCT: NAN where it is absent */
    double run_time_s;         /* RUN_TIME */
    double scale_bytes;        /* SCALE: blocks of 8 KiB, or with K M G T suffix bytes */
    double threads_per_schema; /* THREADS_PER_SCHEMA */
    double work_unit;          /* WORK_UNIT */
    GHashTable *value;         /* char * -> char *: every setting as written, quotes removed, comments cut */
};

typedef struct slob_conf SlobConf;

/* NULL with IOSIZER_ERROR_NO_INPUT where no known setting is in it. */
struct slob_conf *slob_conf_parse(const char *text, size_t len, const char *path, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;
void slob_conf_free(struct slob_conf *conf);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SlobConf, slob_conf_free)
