#include "devices.h"

#include "device_roles.h"
#include "note.h"

#include <fnmatch.h>
#include <string.h>

/* I/O of disks outside a multipath layer that is worth a warning: this share of the layer's. */
#define OUTSIDE_SHARE 0.05

static void
layer_device_free(void *data)
{
    struct layer_device *device = data;
    g_free(device->name);
    g_free(device);
}

/* Takes `name`. */
static struct layer_device *
layer_add(struct layer *layer, char *name)
{
    struct layer_device *device = g_new0(struct layer_device, 1);
    device->name = name;
    g_ptr_array_add(layer->devices, device);
    g_hash_table_insert(layer->by_name, device->name, device);
    return device;
}

static struct layer *
layer_empty(void)
{
    struct layer *layer = g_new0(struct layer, 1);
    layer->devices = g_ptr_array_new_with_free_func(layer_device_free);
    layer->names = g_ptr_array_new();
    layer->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    return layer;
}

static struct layer *
layer_new(const GPtrArray *captures, const struct host *host)
{
    struct layer *layer = layer_empty();
    for (guint c = 0; c < captures->len; c++) {
        const struct capture *capture = g_ptr_array_index(captures, c);
        for (guint d = 0; d < capture->devices->len; d++) {
            const struct capture_device *seen = g_ptr_array_index(capture->devices, d);
            struct layer_device *device = g_hash_table_lookup(layer->by_name, seen->name);
            if (!device) {
                device = layer_add(layer, g_strdup(seen->name));
                device_role_tell(device, seen->is_group, host);
            }
            device->iops += seen->totals.sum[CAPTURE_IOPS];
        }
    }
    /* Sums become means over all samples of the logs: a device that came late is weighed by its presence. */
    double all = 0;
    for (guint c = 0; c < captures->len; c++) {
        const struct capture *capture = g_ptr_array_index(captures, c);
        all += capture->reports->len > capture->since_boot_reports
                   ? (double)(capture->reports->len - capture->since_boot_reports)
                   : 0;
    }
    for (guint i = 0; i < layer->devices->len; i++) {
        struct layer_device *device = g_ptr_array_index(layer->devices, i);
        device->iops = all > 0 ? device->iops / all : 0;
    }
    return layer;
}

bool
device_name_matches(const char *name, const char *const *globs)
{
    for (; *globs; globs++)
        if (fnmatch(g_str_has_prefix(*globs, "/dev/") ? *globs + strlen("/dev/") : *globs, name, 0) == 0)
            return true;
    return false;
}

static void
choose_role(struct layer *layer, enum device_role role, bool idle_too)
{
    for (guint i = 0; i < layer->devices->len; i++) {
        struct layer_device *device = g_ptr_array_index(layer->devices, i);
        device->chosen = device->role == role && (idle_too || device->iops > 0);
        if (device->chosen)
            g_ptr_array_add(layer->names, device->name);
    }
}

/* Rules 2 to 4 in their order, with the words of the report. */
static const struct {
    enum device_role role;
    const char *words;
} layer_order[] = {
    {DEVICE_MULTIPATH, "all multipath devices that did I/O; their paths are not added"},
    {DEVICE_DISK, "all whole disks that did I/O; no multipath device did any"},
    {DEVICE_MD, "all md devices that did I/O; no whole disk did any"},
    {DEVICE_LVM, "all volumes that did I/O; no disk below them did any"},
    {DEVICE_LOOP, "all loop devices that did I/O; no other device did any"},
    {DEVICE_PARTITION, "all partitions that did I/O; no whole disk did any"},
    {DEVICE_PATH, "all paths that did I/O; the multipath device over them is not in the log"},
    {DEVICE_GROUP, "the groups of the log; no single device is in it"},
};

/* Two layers in one sum count the same I/O twice; the user is free to ask for it, and is told. */
static void
note_mixed_layers(const struct layer *layer, GPtrArray *notes)
{
    static const enum device_role mixed[][2] = {{DEVICE_MULTIPATH, DEVICE_PATH}, {DEVICE_DISK, DEVICE_PARTITION}};
    for (size_t m = 0; m < G_N_ELEMENTS(mixed); m++) {
        const struct layer_device *seen[2] = {NULL, NULL};
        for (guint i = 0; i < layer->devices->len; i++) {
            const struct layer_device *device = layer_device_at(layer, i);
            for (int k = 0; k < 2; k++)
                if (device->chosen && device->role == mixed[m][k])
                    seen[k] = device;
        }
        if (seen[0] && seen[1])
            notes_add(notes, NOTE_WARNING, "layers-mixed", 0,
                "--device takes %s (%s) and %s (%s): the same I/O may be counted twice", seen[0]->name,
                device_role_name(seen[0]->role), seen[1]->name, device_role_name(seen[1]->role));
    }
}

static void
choose_asked(struct layer *layer, const char *const *globs, GPtrArray *notes)
{
    for (guint i = 0; i < layer->devices->len; i++) {
        struct layer_device *device = layer_device_at(layer, i);
        device->chosen = device_name_matches(device->name, globs);
        if (device->chosen)
            g_ptr_array_add(layer->names, device->name);
    }
    g_autofree char *list = g_strjoinv(" ", (char **)globs);
    layer->rule = g_strdup_printf("the devices asked for (--device %s)", list);
    if (layer->names->len == 0)
        notes_add(notes, NOTE_ERROR, "no-device", 0, "no device of the logs matches --device %s", list);
    note_mixed_layers(layer, notes);
}

/* Busy disks that are neither in a multipath layer nor below it: what they did is in no figure. */
static void
note_disks_outside(const struct layer *layer, GPtrArray *notes)
{
    double chosen = 0, outside = 0, covered = 0;
    const char *busiest = NULL;
    double highest = 0;
    for (guint i = 0; i < layer->devices->len; i++) {
        const struct layer_device *device = layer_device_at(layer, i);
        if (device->chosen && device->role != DEVICE_MULTIPATH)
            return;
        chosen += device->chosen ? device->iops : 0;
        covered += device->role == DEVICE_PATH ? device->iops : 0;
        outside += device->role == DEVICE_DISK ? device->iops : 0;
        if (device->role == DEVICE_DISK && device->iops > highest) {
            highest = device->iops;
            busiest = device->name;
        }
    }
    /* Paths that could not be told from disks do what the layer does beyond its known paths. */
    outside -= fmax(0, chosen - covered);
    if (busiest && chosen > 0 && outside > OUTSIDE_SHARE * chosen)
        notes_add(notes, NOTE_WARNING, "disks-outside", 0,
            "disks outside the multipath devices, such as %s, did %.0f IOPS that are in no figure (the multipath "
            "devices did %.0f)",
            busiest, outside, chosen);
}

/* Without a multipath device that did I/O, the disks that a file of the host calls paths are the disks of the log. */
static void
paths_are_disks(struct layer *layer)
{
    for (guint i = 0; i < layer->devices->len; i++)
        if (layer_device_at(layer, i)->role == DEVICE_MULTIPATH && layer_device_at(layer, i)->iops > 0)
            return;
    for (guint i = 0; i < layer->devices->len; i++)
        if (layer_device_at(layer, i)->role == DEVICE_PATH && layer_device_at(layer, i)->role_told)
            layer_device_at(layer, i)->role = DEVICE_DISK;
}

static void
choose_by_rule(struct layer *layer, GPtrArray *notes)
{
    for (int idle_too = 0; idle_too <= 1; idle_too++) {
        for (size_t i = 0; i < G_N_ELEMENTS(layer_order) && layer->names->len == 0; i++) {
            choose_role(layer, layer_order[i].role, idle_too);
            if (layer->names->len == 0)
                continue;
            layer->rule = g_strdup(idle_too ? "no device of the logs did any I/O" : layer_order[i].words);
            if (idle_too)
                notes_add(notes, NOTE_WARNING, "all-idle", 0,
                    "no device did any I/O: the measured storage may not be in the log");
        }
    }
    if (layer->names->len == 0) {
        layer->rule = g_strdup("no device is in the logs");
        notes_add(notes, NOTE_ERROR, "no-device", 0, "no device is in the logs");
    }
}

struct layer_device *
layer_device_at(const struct layer *layer, guint index)
{
    return g_ptr_array_index(layer->devices, index);
}

struct layer *
layer_choose(const GPtrArray *captures, const struct host *host, const char *const *globs, GPtrArray *notes)
{
    struct layer *layer = layer_new(captures, host);
    device_roles_refine(layer, captures, notes);
    if (globs && *globs) {
        choose_asked(layer, globs, notes);
        return layer;
    }
    paths_are_disks(layer);
    choose_by_rule(layer, notes);
    note_disks_outside(layer, notes);
    return layer;
}

struct layer *
layer_of_roles(const struct capture *capture, const struct host *host)
{
    g_autoptr(GPtrArray) captures = g_ptr_array_new(), notes = notes_new();
    g_ptr_array_add(captures, (void *)capture);
    struct layer *layer = layer_new(captures, host);
    device_roles_refine(layer, captures, notes);
    return layer;
}

void
layer_thin_others(struct capture *capture, const void *globs)
{
    g_autoptr(GPtrArray) captures = g_ptr_array_new(), notes = notes_new();
    g_ptr_array_add(captures, capture);
    const char *const *asked = globs;
    g_autoptr(Layer) layer = layer_choose(captures, NULL, asked, notes);
    if (layer->names->len == 0)
        return;
    const struct layer_device *first = g_hash_table_lookup(layer->by_name, g_ptr_array_index(layer->names, 0));
    guint thinned = 0;
    for (guint i = 0; i < capture->devices->len; i++) {
        struct capture_device *device = g_ptr_array_index(capture->devices, i);
        const struct layer_device *known = g_hash_table_lookup(layer->by_name, device->name);
        if (known->chosen || (!(asked && *asked) && known->role == first->role))
            continue;
        capture_thin(capture, device);
        thinned++;
    }
    if (thinned > 0)
        notes_add(capture->notes, NOTE_INFO, "thin-series", 0,
            "a long log: of %u devices beside the measured ones (such as %s) only some samples are kept, and the means",
            thinned, first->name);
}

struct layer *
layer_of_device(const char *name)
{
    struct layer *layer = layer_empty();
    struct layer_device *device = layer_add(layer, g_strdup(name));
    device->chosen = true;
    g_ptr_array_add(layer->names, device->name);
    return layer;
}

struct layer *
layer_of_names(const GPtrArray *names)
{
    struct layer *layer = layer_empty();
    for (guint i = 0; i < names->len; i++) {
        struct layer_device *device = layer_add(layer, g_strdup(g_ptr_array_index(names, i)));
        device->chosen = true;
        g_ptr_array_add(layer->names, device->name);
    }
    return layer;
}

void
layer_free(struct layer *layer)
{
    g_hash_table_unref(layer->by_name);
    g_ptr_array_unref(layer->names);
    g_ptr_array_unref(layer->devices);
    g_free(layer->rule);
    g_free(layer);
}

bool
layer_holds(const struct layer *layer, const char *name)
{
    const struct layer_device *device = g_hash_table_lookup(layer->by_name, name);
    return device && device->chosen;
}
