/* What inspect_awr.c (text) and inspect_awr_json.c share. */
#pragma once

#include "inspect.h"

/* A figure of struct awr: its key in JSON, its name as reports print it, and how. */
struct inspect_awr_figure {
    const char *key;
    const char *label;
    size_t offset;
    double unit; /* shown in this unit */
    int decimals;
    const char *unit_name;
    enum { AWR_FIGURE_NUMBER, AWR_FIGURE_COUNT, AWR_FIGURE_TEXT, AWR_FIGURE_LIST } type;
};

extern const struct inspect_awr_figure inspect_awr_figures[];
extern const size_t inspect_awr_figure_count;

/* Whether the event waits for storage, or for a commit's write. */
bool inspect_awr_is_storage(const struct awr *awr, const char *event);
