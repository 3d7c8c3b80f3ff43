/* The studies of trees, by the rule in batch.h. */
#pragma once

#include "batch_index.h"

/* What is known of an entry before it is read. */
struct batch_entry {
    struct batch_study *study; /* owned; state BATCH_LEFT_OUT: with its reason, there is nothing to read */
    bool is_file;              /* at the top: it may turn out to be no study */
    char *source;              /* where it is read from, where study->path is not shown as it is; NULL: study->path */
};

/* struct batch_entry *, in the order of the trees, then by name. NULL with IOSIZER_ERROR_NO_INPUT where a tree cannot
 * be read, with IOSIZER_ERROR_USAGE for standard input. */
GPtrArray *batch_studies(const char *const *trees, GError **error) G_GNUC_WARN_UNUSED_RESULT;
