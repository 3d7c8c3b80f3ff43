/* The output folder: whole or not at all.
 *
 * Files are written into a folder beside the target and exchanged with it (renameat2) when all is there. A target that
 * exists is replaced only where it is empty or holds our manifest `.iosizer` and nothing but the files in it,
 * unchanged: a file that somebody added or edited is never deleted. Anything else is left untouched, symbolic links
 * too.
 *
 *     g_autoptr(Output) output = output_begin("iosizer-report", &error);
 *     output_add(output, "report.md", bytes, len, &error) && output_commit(output, &error)
 */
#pragma once

#include "output_group.h"

#include <glib.h>
#include <stdbool.h>

struct output;
typedef struct output Output;

/* NULL with IOSIZER_ERROR_OUTPUT: parent missing or not writable, target is a file or a folder that is not ours. */
struct output *output_begin(const char *directory, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same as one of a group that may be abandoned (output_group.h), which must outlive it; NULL: of none. */
struct output *output_begin_in(
    struct output_group *group, const char *directory, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Looks at each file before it is written; false with an error refuses it. */
typedef bool (*output_check)(const char *name, const void *bytes, size_t len, const void *data, GError **error);
void output_set_check(struct output *output, output_check check, const void *data);

/* Keeps a text of one line under a name (letters, digits, `-`) in the manifest; see output_kept. */
void output_keep(struct output *output, const char *name, const char *text);

/* Adds a file; `name` may hold one folder ("charts/x.svg"). False with IOSIZER_ERROR_OUTPUT where it cannot be written,
 * with IOSIZER_ERROR_INTERNAL where the name is absolute, has a "..", is the manifest's or was added before. */
bool output_add(
    struct output *output, const char *name, const void *bytes, size_t len, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the manifest (a format line, "name: text" of what is kept, then "SHA-256  name", both sorted by name), syncs,
 * looks at the target again, exchanges, and removes the old folder. After it only output_free is allowed. False with
 * IOSIZER_ERROR_OUTPUT; the target is then as it was, but for the one case that the message tells: the new folder is
 * there and something in the old one could not be removed. */
bool output_commit(struct output *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What output_keep kept in the manifest of the folder. NULL where it is not there, or where the folder is not as it was
 * written: a file is missing, changed or added. Free with g_free. */
char *output_kept(const char *directory, const char *name);

/* Removes what killed runs left beside their targets in `parent`: temporary folders of processes that are gone, of the
 * target `name`, or of all (NULL). An old report that was put aside comes back where its target is missing. Faults are
 * no error: what cannot be removed stays. */
void output_remove_stale(const char *parent, const char *name);

/* Frees; what was not committed is removed. */
void output_free(struct output *output);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Output, output_free)
