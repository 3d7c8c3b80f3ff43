/* What the user says of a study: runs.csv (which files form which run) and study.ini (title, ceiling, growth, ...).
 *
 *     g_autoptr(GPtrArray) runs = runs_csv_parse(text, len, path, &error);
 *     g_autoptr(StudyIni) ini = study_ini_parse(text, len, path, &error);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* One row of runs.csv: workload,concurrency,iostat,awr,device,start,end,note. Empty cells are NULL, NAN for numbers. */
struct manifest_run {
    char *workload;
    double concurrency;
    char *iostat, *awr; /* paths relative to runs.csv */
    char *device;
    char *start, *end;  /* local times that bound the samples, as written */
    char *note;
    guint line;
};

void manifest_run_free(struct manifest_run *run);

/* The rows as struct manifest_run *, in file order. NULL with IOSIZER_ERROR_USAGE (file, line, expected, seen). */
GPtrArray *runs_csv_parse(const char *text, size_t len, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* study.ini, section [study]: every key optional. Strings NULL, numbers NAN where not set. */
struct study_ini {
    char *title, *customer, *author, *logo, *accent, *language, *template;
    char *paper;              /* a4 or letter */
    char *path;               /* of the file itself: logo and template are relative to it */
    char *notice;             /* shown on top of every page: "SYNTHETIC DATA: ..." */
    double latency_ceiling_ms, growth_pct, utilisation_limit, capacity_gib;
    char *percentile;         /* mean p50 p95 p99 p999 peak */
    bool size_at_knee;        /* size_at = knee */
    double demand_iops, demand_mib_s, demand_read_pct; /* typed by hand */
    double network_gbit;      /* of the host, towards the storage */
    double iscsi_sessions, queue_depth; /* towards one LUN; of a session */
    char *catalog_filter;     /* provider or product glob */
    GHashTable *environment;  /* section [environment]: char * -> char *, shown in the environment table as given */
};

typedef struct study_ini StudyIni;

/* NULL with IOSIZER_ERROR_USAGE where the file is no key file, a key is unknown (names the nearest known one) or a value
 * is out of range. */
struct study_ini *study_ini_parse(const char *text, size_t len, const char *path, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;
void study_ini_free(struct study_ini *ini);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(StudyIni, study_ini_free)
