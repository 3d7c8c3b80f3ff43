/* Everything the user dropped on the command line, read: one struct input a file, with the model its content gave.
 *
 *     struct inputs_options options = {.iostat = IOSTAT_OPTIONS_DEFAULT, .with_hash = true};
 *     g_autoptr(Inputs) inputs = inputs_read(paths, &options, &error);
 *
 * Nothing is dropped in silence: a file that gave no model has a note that says why.
 */
#pragma once

#include "awr.h"
#include "fio_json.h"
#include "host.h"
#include "iostat.h"
#include "kind.h"
#include "ladder_csv.h"
#include "load_log.h"
#include "slob.h"

struct input {
    char *path;
    char *sha256;            /* NULL without with_hash, and of kinds that are not read */
    char *unread_sha256;     /* of those, see fingerprint.h; NULL without with_hash */
    uint64_t bytes;          /* read from it, decompressed; only the head where the file was of no use and not hashed */
    enum kind kind;
    const char *what;        /* "iostat text"; static */
    const char *reason;      /* of a refusal: static; else NULL */
    GPtrArray *captures;     /* struct capture *; empty for other kinds */
    GPtrArray *awrs;         /* struct awr * */
    struct fio_run *fio;     /* NULL for other kinds; so are the next */
    struct slob_conf *slob;
    struct ladder_csv *csv;
    struct load_log *load;   /* CPU and run queue of vmstat, mpstat, sar; NULL: no row of them */
    char *text;              /* runs.csv and study.ini: their content */
    size_t text_len;
    bool is_joined;          /* rows of DBA_HIST views: they are in the reports of another file of the folder */
    bool is_host_file;       /* it added to inputs->host */
    GPtrArray *notes;        /* about the file itself; a capture's and a report's own notes stay with them */
};

struct inputs {
    GPtrArray *input;  /* struct input *, in the order of the walk */
    struct host *host; /* all host files together */
    GTimeZone *timezone; /* of stamps that tell none, as the caller named it; NULL: not known */
    GPtrArray *notes;  /* of the walk: unreadable, skipped */
};

typedef struct inputs Inputs;

struct inputs_options {
    struct iostat_options iostat;
    bool with_hash;
    bool prefer_iostat; /* disk figures of sar are left out, with a note, where an iostat log of the same host is there */
    unsigned jobs; /* files read at once; 0 and 1: one. The result is the same with any number */
    const char *config_path; /* a study.ini that comes before any in the inputs; NULL: none */
};

/* Reads all inputs ("-" is standard input; NULL-terminated). NULL with IOSIZER_ERROR_NO_INPUT where an input named by the
 * caller cannot be opened, with IOSIZER_ERROR_USAGE where the configuration cannot. A folder without a usable file gives an empty or useless list, which is no error here. */
struct inputs *inputs_read(const char *const *paths, const struct inputs_options *options, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;
void inputs_free(struct inputs *inputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Inputs, inputs_free)

/* True where the file gave a model that a report can be made of, or that adds to one. */
bool input_is_used(const struct input *input);

/* Whether files of the kind are read at all, beyond the head that tells it. */
bool input_kind_is_read(enum kind kind);

/* The kind as the inspect contract names it: "iostat", "awr", "fio", "slob", "ladder", "host", ...; "refused"; "other". */
const char *input_kind_name(const struct input *input);
