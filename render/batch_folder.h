/* The output folder of a batch: one folder a study, each written by output.h, and the index.
 *
 * Studies are exchanged one by one, so the folder as a whole is not; its manifest `.iosizer` tells what in it is ours:
 * the files of the index by their sums, and the folders of studies by name. Whatever else is in it is left alone. A
 * folder that exists is taken only where it is empty or holds such a manifest.
 *
 *     g_autoptr(BatchFolder) folder = batch_folder_open("reports", &error);
 *     ... output_begin_in(group, "reports/acme", &error) ...
 *     batch_folder_index(folder, &files, studies, &removed, &error);
 *
 * Several processes may write studies into one folder at once; the index is written by the last.
 */
#pragma once

#include "batch_index.h"

struct batch_folder;
typedef struct batch_folder BatchFolder;

/* Makes the folder, or opens it. NULL with IOSIZER_ERROR_OUTPUT: it cannot be made or written, it is not a batch's, or
 * a file of its index was edited. */
struct batch_folder *batch_folder_open(const char *directory, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void batch_folder_free(struct batch_folder *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BatchFolder, batch_folder_free)

/* Whether a study's folder may have the name: not hidden and not that of a file of the index. */
bool batch_folder_name_is_free(const char *name);

/* Writes the index, each file whole or not at all. Folders of earlier studies (struct batch_study) that are not among
 * `studies` are removed where nothing in them was changed; `removed` gets the names (char *) of those. False with
 * IOSIZER_ERROR_OUTPUT. */
bool batch_folder_index(struct batch_folder *folder, const struct batch_index_files *files, const GPtrArray *studies,
    GPtrArray *removed, GError **error) G_GNUC_WARN_UNUSED_RESULT;
