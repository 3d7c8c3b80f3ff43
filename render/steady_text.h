/* A series and its steady windows as `iosizer steady` prints them.
 *
 *     struct steady_item item = {.path = path, .series = series, .windows = windows, .account = account};
 *     steady_append_text(out, &item);
 */
#pragma once

#include "series.h"
#include "steady.h"

struct steady_item {
    char *path, *host, *device; /* host and device NULL: a table of values */
    struct series *series;
    GArray *windows; /* struct steady_window */
    struct steady_account account;
};

/* Frees what it holds and itself. */
void steady_item_free(struct steady_item *item);

/* The windows with their precision, what was left out and why, and what the log says of its own steadiness. */
void steady_append_text(GString *out, const struct steady_item *item);

/* {"series": [{"file", "windows": [...], "excluded": [...], ...}, ...]} of struct steady_item *. Free with g_free. */
char *steady_json(const GPtrArray *items);
