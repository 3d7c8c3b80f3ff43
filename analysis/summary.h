/* The figures of one device over a whole log: what `inspect` shows and what later stages weigh.
 *
 *     struct summary summary = summary_of(&device->totals);
 */
#pragma once

#include "capture.h"

struct summary {
    uint64_t samples;
    double read_iops, write_iops, iops;          /* means over the rows kept; NAN: the layout has no such column */
    double read_mib_s, write_mib_s, mib_s;
    double read_await_ms, write_await_ms, await_ms; /* weighted by I/Os; NAN where there was no I/O */
    double aqu_sz;
    double iops_max, util_max_pct;
};

/* All NAN and 0 for a device without samples. */
struct summary summary_of(const struct capture_totals *totals);

/* What a device is, told from its name alone (devices.h refines it with data). */
enum device_role {
    DEVICE_DISK,
    DEVICE_PATH,
    DEVICE_MULTIPATH,
    DEVICE_PARTITION,
    DEVICE_LVM,
    DEVICE_MD,
    DEVICE_LOOP,
    DEVICE_GROUP,
};

enum device_role device_role_of_name(const char *name, bool is_group);

/* "disk", "path", "multipath", ... as in the JSON contract. */
const char *device_role_name(enum device_role role);
