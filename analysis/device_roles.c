#include "device_roles.h"

#include "io_sums.h"
#include "note.h"

#include <string.h>

/* Logs with more devices than these are not looked at device by device, or not at all: time and memory stay bounded. */
#define WHOLES_MAX 256u
#define DEVICES_MAX 8192u

static bool
has_prefix_of(const char *name, const char *const *prefixes)
{
    for (; *prefixes; prefixes++)
        if (g_str_has_prefix(name, *prefixes))
            return true;
    return false;
}

/* What lsblk says of the device; false where it does not list it. A disk below a multipath map is a path. */
static bool
role_by_lsblk(const char *name, const struct host *host, enum device_role *out)
{
    static const struct {
        const char *type;
        enum device_role role;
    } lsblk_role[] = {{"mpath", DEVICE_MULTIPATH}, {"part", DEVICE_PARTITION}, {"lvm", DEVICE_LVM},
        {"crypt", DEVICE_LVM}, {"raid", DEVICE_MD}, {"loop", DEVICE_LOOP}, {"disk", DEVICE_DISK}};
    bool found = false;
    for (guint i = 0; i < host->blocks->len; i++) {
        const struct host_block *block = g_ptr_array_index(host->blocks, i);
        if (g_strcmp0(block->parent, name) == 0 && g_strcmp0(block->type, "mpath") == 0) {
            *out = DEVICE_PATH;
            return true;
        }
        for (size_t k = 0; k < G_N_ELEMENTS(lsblk_role) && !found && g_strcmp0(block->name, name) == 0; k++) {
            found = g_str_has_prefix(block->type, lsblk_role[k].type);
            *out = lsblk_role[k].role;
        }
    }
    return found;
}

void
device_role_tell(struct layer_device *device, bool is_group, const struct host *host)
{
    static const char *const over_disks[] = {"bcache", "drbd", "zd", NULL}, *const in_memory[] = {"zram", "ram", NULL};
    device->role = device_role_of_name(device->name, is_group);
    if (has_prefix_of(device->name, over_disks))
        device->role = DEVICE_LVM;
    else if (has_prefix_of(device->name, in_memory))
        device->role = DEVICE_LOOP;
    if (!host)
        return;
    device->role_told = true;
    if (host_multipath_named(host, device->name))
        device->role = DEVICE_MULTIPATH;
    else if (host_multipath_of_path(host, device->name))
        device->role = DEVICE_PATH;
    else
        device->role_told = role_by_lsblk(device->name, host, &device->role);
}

/* A device whose I/O is that of several disks together. */
struct whole {
    guint device;  /* index into layer->devices */
    GArray *parts; /* guint */
};

static void
whole_clear(void *data)
{
    g_clear_pointer(&((struct whole *)data)->parts, g_array_unref);
}

/* A dm number may be a multipath map as well as a volume; so may a name that is no kernel's (an alias). */
static bool
is_dm_number(const struct layer_device *device)
{
    return g_str_has_prefix(device->name, "dm-");
}

static bool
is_kernel_disk(const struct layer_device *device)
{
    static const char *const kernel_disk[] = {"sd", "hd", "vd", "xvd", "nvme", "dasd", "mmcblk", "rbd", "nbd", NULL};
    return device->role == DEVICE_PATH || (device->role == DEVICE_DISK && has_prefix_of(device->name, kernel_disk));
}

static bool
has_kernel_disk(const struct layer *layer)
{
    for (guint i = 0; i < layer->devices->len; i++)
        if (is_kernel_disk(layer_device_at(layer, i)))
            return true;
    return false;
}

/* Fewest parts first, so that a volume over two maps meets its paths claimed; then as in the log. */
static int
by_parts(const void *a, const void *b)
{
    const struct whole *left = a, *right = b;
    if (left->parts->len != right->parts->len)
        return left->parts->len < right->parts->len ? -1 : 1;
    return left->device < right->device ? -1 : left->device > right->device;
}

static GArray *
busy_devices(const struct layer *layer, bool disks)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < layer->devices->len; i++) {
        const struct layer_device *device = layer_device_at(layer, i);
        bool disk = is_kernel_disk(device);
        bool whole = !disk && (device->role == DEVICE_MULTIPATH || (device->role == DEVICE_DISK && !device->role_told));
        if (device->iops > 0 && (disks ? disk : whole))
            g_array_append_val(list, i);
    }
    return list;
}

static void
keep_unresolved(GArray *devices, const bool *resolved)
{
    for (guint i = devices->len; i > 0; i--)
        if (resolved[g_array_index(devices, guint, i - 1)])
            g_array_remove_index(devices, i - 1);
}

static bool
any_resolved(const GArray *devices, const bool *resolved)
{
    for (guint i = 0; i < devices->len; i++)
        if (resolved[g_array_index(devices, guint, i)])
            return true;
    return false;
}

/* Takes the parts as paths of the whole. Where some are another's already, other disks may do as well (equal loads on
 * all paths); else the whole lies above that other one. */
static void
claim_parts(struct layer *layer, const struct io_sums *sums, struct whole *whole, const GArray *disks, bool *resolved,
    GPtrArray *notes)
{
    struct layer_device *device = layer_device_at(layer, whole->device);
    if (any_resolved(whole->parts, resolved)) {
        g_autoptr(GArray) others = g_array_copy((GArray *)disks);
        keep_unresolved(others, resolved);
        g_array_unref(whole->parts);
        whole->parts = io_sums_parts(sums, whole->device, others);
    }
    resolved[whole->device] = true;
    if (!whole->parts) {
        if (!device->role_told && is_dm_number(device))
            device->role = DEVICE_LVM;
        return;
    }
    if (!device->role_told && (is_dm_number(device) || device->role == DEVICE_DISK))
        notes_add(notes, NOTE_INFO, "multipath-by-data", 0,
            "%s is taken for a multipath device: its %.0f IOPS are, sample by sample, the sum of those of %u disks",
            device->name, device->iops, whole->parts->len);
    device->role = DEVICE_MULTIPATH;
    for (guint i = 0; i < whole->parts->len; i++) {
        guint part = g_array_index(whole->parts, guint, i);
        layer_device_at(layer, part)->role = DEVICE_PATH;
        resolved[part] = true;
    }
}

/* Where single devices cannot be told apart, all of them together may still do what all disks together do. */
static void
claim_rest(
    struct layer *layer, const struct io_sums *sums, GArray *wholes, GArray *disks, bool *resolved, GPtrArray *notes)
{
    for (guint i = wholes->len; i > 0; i--)
        if (layer_device_at(layer, g_array_index(wholes, guint, i - 1))->role != DEVICE_MULTIPATH)
            g_array_remove_index(wholes, i - 1);
    keep_unresolved(wholes, resolved);
    keep_unresolved(disks, resolved);
    if (wholes->len == 0 || disks->len < 2 * wholes->len || !io_sums_equal(sums, wholes, disks))
        return;
    notes_add(notes, NOTE_INFO, "multipath-by-data", 0,
        "%u devices such as %s are taken for multipath devices: sample by sample they do together what %u disks do "
        "together",
        wholes->len, layer_device_at(layer, g_array_index(wholes, guint, 0))->name, disks->len);
    for (guint i = 0; i < wholes->len; i++)
        resolved[g_array_index(wholes, guint, i)] = true;
    for (guint i = 0; i < disks->len; i++)
        layer_device_at(layer, g_array_index(disks, guint, i))->role = DEVICE_PATH;
}

/* Without disks in the log only volumes over several of the others can be told. */
static void
find_volumes(struct layer *layer, const struct io_sums *sums, const GArray *wholes)
{
    for (guint i = 0; i < wholes->len && wholes->len <= WHOLES_MAX; i++) {
        guint index = g_array_index(wholes, guint, i);
        struct layer_device *device = layer_device_at(layer, index);
        g_autoptr(GArray) parts = io_sums_parts(sums, index, wholes);
        if (parts && !device->role_told && is_dm_number(device))
            device->role = DEVICE_LVM;
    }
}

/* Beside disks, a dm number that was not shown to be their sum. */
static void
dm_numbers_are_volumes(struct layer *layer, const bool *resolved)
{
    for (guint i = 0; i < layer->devices->len; i++) {
        struct layer_device *device = layer_device_at(layer, i);
        if (is_dm_number(device) && !resolved[i] && !device->role_told && device->role == DEVICE_MULTIPATH)
            device->role = DEVICE_LVM;
    }
}

void
device_roles_refine(struct layer *layer, const GPtrArray *captures, GPtrArray *notes)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < layer->devices->len; i++)
        g_ptr_array_add(names, layer_device_at(layer, i)->name);
    g_autoptr(GArray) disks = busy_devices(layer, true), wholes = busy_devices(layer, false);
    g_autofree bool *resolved = g_new0(bool, MAX(layer->devices->len, 1));
    if (layer->devices->len > DEVICES_MAX)
        notes_add(notes, NOTE_WARNING, "too-many-devices", 0,
            "%u devices: multipath devices are told by name alone, their I/O is not held against their paths'",
            layer->devices->len);
    if (wholes->len == 0 || layer->devices->len > DEVICES_MAX) {
        if (has_kernel_disk(layer))
            dm_numbers_are_volumes(layer, resolved);
        return;
    }
    g_autoptr(IoSums) sums = io_sums_new(captures, names);
    if (!has_kernel_disk(layer)) {
        find_volumes(layer, sums, wholes);
        return;
    }
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct whole));
    g_array_set_clear_func(found, whole_clear);
    for (guint i = 0; i < wholes->len && wholes->len <= WHOLES_MAX; i++) {
        struct whole whole = {.device = g_array_index(wholes, guint, i)};
        whole.parts = io_sums_parts(sums, whole.device, disks);
        if (whole.parts)
            g_array_append_val(found, whole);
    }
    g_array_sort(found, by_parts);
    for (guint i = 0; i < found->len; i++)
        claim_parts(layer, sums, &g_array_index(found, struct whole, i), disks, resolved, notes);
    claim_rest(layer, sums, wholes, disks, resolved, notes);
    dm_numbers_are_volumes(layer, resolved);
}
