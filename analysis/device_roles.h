/* What each device of a layer is: by the host's own files, by its name, by the data.
 *
 *     device_role_tell(device, seen->is_group, host);
 *     device_roles_refine(layer, captures, notes);
 */
#pragma once

#include "devices.h"

/* Role from the host's own files where they name the device (sets role_told), else from its name. `host` may be NULL.
 */
void device_role_tell(struct layer_device *device, bool is_group, const struct host *host);

/* Refines the roles with the data, see the rules in devices.h: dm numbers become multipath maps or volumes, disks below
 * a map become its paths. What was taken for what is noted. */
void device_roles_refine(struct layer *layer, const GPtrArray *captures, GPtrArray *notes);
