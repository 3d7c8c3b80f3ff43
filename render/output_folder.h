/* What an existing folder is to us, and how ours is taken away: the part of output.h that never deletes a user's file.
 *
 * All is relative to open folders, so that a path that changes meanwhile cannot lead elsewhere. Symbolic links are
 * never followed.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#define OUTPUT_MANIFEST ".iosizer"
#define OUTPUT_MANIFEST_FORMAT "iosizer-output 2\n"
#define OUTPUT_MANIFEST_FORMAT_1 "iosizer-output 1\n" /* kept nothing but sums; read, not written */

enum {
    OUTPUT_MAX_MANIFEST_BYTES = 16 << 20,
    OUTPUT_MAX_NAME_BYTES = 255,
};

/* A plain file name, or one below one folder: no empty part, no "." or "..", no control character, not the manifest. */
bool output_name_is_valid(const char *name);

/* True where the folder `name` in `parent` may be replaced: it is gone or empty, or all that is in it was written by us and is
 * unchanged. `path` is what messages call it. False with IOSIZER_ERROR_OUTPUT, which names a file that stands in the
 * way. */
bool output_folder_is_ours(int parent, const char *name, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Removes the files named (a set: name -> any), their folders, the manifest and the folder itself. False where
 * something else was in it, which is then still there. */
bool output_folder_remove(int parent, const char *name, GHashTable *files);

/* The text that the manifest keeps under a name, where the folder is ours and no file of it is missing. NULL otherwise.
 * Free with g_free. */
char *output_folder_kept(int parent, const char *name, const char *kept);

/* The whole manifest, as it is; NULL where there is none that can be read. Free with g_free. */
char *output_folder_manifest(int folder);

/* SHA-256 in hex of a regular file; NULL where it is none or cannot be read. Free with g_free. */
char *output_folder_sha256(int folder, const char *name);

/* The names in an open folder, sorted, "." and ".." left out: a list of char * to free with g_list_free_full. False
 * where it cannot be read. */
bool output_folder_list(int folder, GList **entries);

/* Removes a temporary folder with all regular files in it and in its folders; anything else stays, and the folder too.
 */
bool output_folder_remove_all(int parent, const char *name);

/* Removes a folder that is ours, by its own manifest. */
bool output_folder_remove_ours(int parent, const char *name);
