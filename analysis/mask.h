/* Names that must not leave the house: hosts, databases, paths, addresses and the like become neutral ones.
 *
 *     struct mask *mask = mask_new(vocabulary);      // words that the program itself writes
 *     mask_bind(mask, inputs);                       // learns every name in the inputs
 *     options.after_study = mask_study;              // findings_new renames between study and analysis
 *     options.after_study_data = mask;
 *     ...
 *     good = mask_check(mask, "report.md", text, len, &error);
 *
 * The models are renamed, not the outputs: a database called IOPS takes no word out of a sentence. Whatever is made of
 * the models afterwards (documents, charts, JSON, CSV) is neutral. Free text (notes, messages of errors, parameter
 * values) keeps the words that the program itself could have written, numbers and device names; known names become
 * their masks in it, any other word becomes "masked".
 *
 * The same name has the same mask everywhere in one report; numbers count up in the order of the inputs. Names that say
 * nothing of their owner stay: kernel device names, tablespaces that every database has, folders and files named for
 * nothing but what is measured (read100/slob_032u/iostat.log). What study.ini says was typed to be shown and stays too.
 */
#pragma once

#include "study.h"

struct mask;
typedef struct mask Mask;

enum mask_kind {
    MASK_HOST, /* one host with or without its domain, in any case */
    MASK_DATABASE,
    MASK_INSTANCE,
    MASK_CONTAINER, /* pluggable database */
    MASK_TABLESPACE,
    MASK_DATAFILE,
    MASK_DISK_GROUP,
    MASK_ADDRESS,
    MASK_TARGET, /* iSCSI names */
    MASK_SERVER, /* of a network file system */
    MASK_MOUNT,
    MASK_SQL,
    MASK_MODULE,
    MASK_ACCOUNT,
    MASK_JOB,
    MASK_WORKLOAD,
    MASK_STUDY,
    MASK_FOLDER,
    MASK_FILE,
    MASK_VALUE,
    MASK_KINDS
};

/* `vocabulary`: words that may stay in free text, apart by anything that is no letter or digit. */
struct mask *mask_new(const char *vocabulary);
void mask_free(struct mask *mask);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Mask, mask_free)

/* Words of `text` (NULL: none) may stay in free text: it was typed by the user, or is no name. */
void mask_keep(struct mask *mask, const char *text);

/* Learns the names in the inputs, which are left as they are. The mask borrows them from here on. */
void mask_bind(struct mask *mask, struct inputs *inputs);

/* Renames in the bound inputs; once. */
void mask_inputs(struct mask *mask);

/* Renames in the bound inputs, in the study made of them and in its notes: `data` is the mask. For findings_options. */
void mask_study(struct study *study, GPtrArray *notes, void *data);

/* The mask of one name. A new string; NULL for NULL, "" for "". */
char *mask_name(struct mask *mask, enum mask_kind kind, const char *name);

/* A device name; kernel names (sda, dm-0, nvme0n1) and default names of multipath maps (mpatha) stay. The mask is of
 * the same role as far as a name tells one (device_role_of_name). */
char *mask_device(struct mask *mask, const char *name);

/* Shell globs of devices, replaced by what they match in the bound inputs; new, NULL-terminated. NULL for NULL. */
char **mask_device_globs(struct mask *mask, const char *const *globs);

/* A path, folder by folder. Endings that tell a kind of file stay (".tar.gz"). */
char *mask_path(struct mask *mask, const char *path);

/* "read100", "mix90" stay, "acme" becomes "workload-1". */
char *mask_workload(struct mask *mask, const char *name);

/* The same for the name of a study among others: "study-1". */
char *mask_study_name(struct mask *mask, const char *name);

/* Free text, as told above. */
char *mask_text(struct mask *mask, const char *text);

/* The message of an error that is to be shown. Nothing where either is NULL. */
void mask_error(struct mask *mask, GError *error);

/* The last look at what is about to be written: false with IOSIZER_ERROR_INTERNAL, which does not repeat it, where a
 * word of four letters or more of a masked name is in `bytes` (any case). Words of the vocabulary are not looked for: a
 * database called IOPS cannot be told from the word. */
bool mask_check(const struct mask *mask, const char *output, const void *bytes, size_t len,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
