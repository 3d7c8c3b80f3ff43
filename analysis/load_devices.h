/* The devices of a host's load as groups, each with its own demand.
 *
 *     load_group_devices(load, layer, inputs->host);
 *
 * Devices whose names are a purpose and a number are one group (DATA_01 and DATA_02: "DATA"; an alias of multipath -ll
 * counts as the name); every other device is a group of its own.
 */
#pragma once

#include "findings.h"

/* At most so many groups: of more devices the busiest are shown. */
#define LOAD_GROUPS_MAX 64u

/* Sets `parts` and the coincidence of a load with a log whose layer has two groups or more; else nothing. Groups are
 * those of the load's own devices, the busiest first; where some are left out the coincidence is
 * not known. A load whose devices runs.csv names is left as it is. */
void load_group_devices(struct load_finding *load, const struct layer *layer, const struct host *host);

/* Sets the coincidence of a load from its own peaks and those of its parts, of which there is at least one. */
void load_parts_compare(struct load_finding *load);

/* What a device is grouped by: the new string is "DATA" for "DATA_01"; NULL where the name is the kernel's or tells no
 * purpose. */
char *device_group_name(const char *name);
