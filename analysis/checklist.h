/* The deployment checklist: each item with a verdict and the evidence it rests on.
 *
 *     g_autoptr(GArray) items = checklist_new(host, reports, facts);
 */
#pragma once

#include "awr.h"
#include "host.h"

#include <glib.h>

enum check_verdict { CHECK_CANNOT_TELL, CHECK_YES, CHECK_NO };

struct check_item {
    const char *item; /* static words */
    enum check_verdict verdict;
    char *evidence; /* what was seen and where; or what file would tell */
};

/* What analysis found out that items speak of. */
struct check_facts {
    bool has_iostat, has_awr, multipath_measured;
    bool is_benchmark; /* a ladder is among the inputs */
    bool storage_bound_known, storage_bound_proven;
    const char *layer_names; /* "dm-0" */
};

/* struct check_item in the order of the checklist, owned by the array. `reports`: struct awr *. */
GArray *checklist_new(const struct host *host, const GPtrArray *reports, const struct check_facts *facts);

/* "yes", "no", "cannot tell". */
const char *check_verdict_name(enum check_verdict verdict);
