/* What an existing folder is to us, and how ours is taken away: the part of output.h that never deletes a user's file.
 *
 * All is relative to open folders, so that a path that changes meanwhile cannot lead elsewhere. Symbolic links are never
 * followed.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#define OUTPUT_MANIFEST ".iosizer"
#define OUTPUT_MANIFEST_FORMAT "iosizer-output 1\n"

enum {
    OUTPUT_MAX_MANIFEST_BYTES = 16 << 20,
    OUTPUT_MAX_NAME_BYTES = 255,
};

/* A plain file name, or one below one folder: no empty part, no "." or "..", no control character, not the manifest. */
bool output_name_is_valid(const char *name);

/* True where the folder `name` in `parent` may be replaced: it is empty, or all that is in it was written by us and is
 * unchanged. `path` is what messages call it. False with IOSIZER_ERROR_OUTPUT, which names a file that stands in the way. */
bool output_folder_is_ours(int parent, const char *name, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Removes the files named (a set: name -> any), their folders, the manifest and the folder itself. False where something else
 * was in it, which is then still there. */
bool output_folder_remove(int parent, const char *name, GHashTable *files);

/* Removes a folder that is ours, by its own manifest. */
bool output_folder_remove_ours(int parent, const char *name);
