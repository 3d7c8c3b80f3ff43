#include "load_devices.h"

#include "run_series.h"

#include "note.h"

#include <string.h>

/* Names that the kernel or a tool numbers: what is left without the number says nothing of a purpose. */
static const char *const numbered[] = {"sd", "vd", "xvd", "hd", "dm", "nvme", "md", "loop", "mpath", "emcpower",
    "hdisk", "disk", "dasd", "rbd", "nbd", "dev", "36", "35", "32", NULL};

char *
device_group_name(const char *name)
{
    const char *end = name + strlen(name);
    while (end > name && g_ascii_isdigit(end[-1]))
        end--;
    if (*end == '\0')
        return NULL;
    while (end > name && strchr("-_.", end[-1]))
        end--;
    if (end == name)
        return NULL;
    for (size_t i = 0; numbered[i]; i++) {
        size_t len = strlen(numbered[i]);
        /* "sdb1", "nvme0n1", "mpathb", a WWID; but not "sdata_1". */
        if (g_str_has_prefix(name, numbered[i]) && ((size_t)(end - name) <= len + 2 || g_ascii_isdigit(name[len])))
            return NULL;
    }
    return g_strndup(name, (gsize)(end - name));
}

/* One group on its way. */
struct group {
    char *name;
    GPtrArray *devices; /* char * */
    double iops;
};

static void
group_free(void *data)
{
    struct group *group = data;
    g_ptr_array_unref(group->devices);
    g_free(group->name);
    g_free(group);
}

static void
add_device(GPtrArray *groups, GHashTable *by_name, const struct layer_device *device, const struct host *host)
{
    const struct host_multipath *map = host ? host_multipath_named(host, device->name) : NULL;
    const char *shown = map && map->alias ? map->alias : device->name;
    g_autofree char *name = device_group_name(shown);
    if (!name)
        name = g_strdup(device->name);
    struct group *group = g_hash_table_lookup(by_name, name);
    if (!group) {
        group = g_new0(struct group, 1);
        group->name = g_strdup(name);
        group->devices = g_ptr_array_new_with_free_func(g_free);
        g_hash_table_insert(by_name, group->name, group);
        g_ptr_array_add(groups, group);
    }
    g_ptr_array_add(group->devices, g_strdup(device->name));
    group->iops += isfinite(device->iops) ? device->iops : 0;
}

static int
by_iops(const void *a, const void *b)
{
    const struct group *left = *(struct group *const *)a, *right = *(struct group *const *)b;
    if (left->iops != right->iops)
        return left->iops > right->iops ? -1 : 1;
    return strcmp(left->name, right->name);
}

static bool
is_of_run(const struct run *run, const char *device)
{
    for (guint i = 0; i < run->captures->len; i++) {
        const struct capture *capture = g_ptr_array_index(run->captures, i);
        const struct capture_device *own = g_hash_table_lookup(capture->device_by_name, device);
        if (own && own->totals.samples > 0)
            return true;
    }
    return false;
}

static GPtrArray *
groups_of(const struct run *run, const struct layer *layer, const struct host *host)
{
    GPtrArray *groups = g_ptr_array_new_with_free_func(group_free);
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < layer->devices->len; i++) {
        const struct layer_device *device = layer_device_at(layer, i);
        if (device->chosen && is_of_run(run, device->name))
            add_device(groups, by_name, device, host);
    }
    g_ptr_array_sort(groups, by_iops);
    return groups;
}

/* What the part did while the whole was at its peak. */
static void
take_peak_of_whole(struct load_part *part, const struct series *own, const struct load_finding *load)
{
    const struct demand_moment *peak = &load->demand.at[DEMAND_AT_PEAK_IOPS];
    double slot = peak->offset_s / own->interval_s - 1;
    if (!(slot >= 0) || slot >= (double)own->n)
        return;
    size_t at = (size_t)llround(slot);
    part->iops_then = own->iops[at];
    part->mib_s_then = own->mib_s[at];
    if (own->has_split) {
        part->read_iops_then = own->read_iops[at];
        part->write_iops_then = own->write_iops[at];
    }
}

/* The series of one group, slot by slot as that of the whole: both are of the same logs. NULL where they are not. */
static struct series *
series_of_group(const struct load_finding *load, const struct group *group)
{
    g_autoptr(Layer) layer = layer_of_names(group->devices);
    g_autoptr(GPtrArray) notes = notes_new();
    g_autoptr(Series) own = run_series(load->run, layer, notes);
    if (!own || own->n != load->series->n || own->interval_s != load->series->interval_s)
        return NULL;
    return g_steal_pointer(&own);
}

void
load_parts_compare(struct load_finding *load)
{
    g_autofree double *iops = g_new(double, load->parts->len), *mib_s = g_new(double, load->parts->len);
    for (guint i = 0; i < load->parts->len; i++) {
        const struct load_part *part = g_ptr_array_index(load->parts, i);
        iops[i] = part->demand.iops.peak;
        mib_s[i] = part->demand.mib_s.peak;
    }
    load->coincidence_iops = coincidence_of(load->demand.iops.peak, iops, load->parts->len);
    load->coincidence_mib_s = coincidence_of(load->demand.mib_s.peak, mib_s, load->parts->len);
}

void
load_group_devices(struct load_finding *load, const struct layer *layer, const struct host *host)
{
    if (!load->series || !load->run || load->run->device)
        return;
    g_autoptr(GPtrArray) groups = groups_of(load->run, layer, host);
    if (groups->len < 2)
        return;
    if (groups->len > LOAD_GROUPS_MAX) {
        load->parts_left_out = groups->len - LOAD_GROUPS_MAX;
        g_ptr_array_set_size(groups, LOAD_GROUPS_MAX);
    }
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(load_part_free);
    for (guint i = 0; i < groups->len; i++) {
        struct group *group = g_ptr_array_index(groups, i);
        g_autoptr(Series) own = series_of_group(load, group);
        if (!own)
            return;
        struct demand demand = demand_of_series(own);
        struct load_part *part = load_part_new(g_strdup(group->name), &demand);
        part->devices = g_ptr_array_ref(group->devices);
        take_peak_of_whole(part, own, load);
        g_ptr_array_add(parts, part);
    }
    load->parts_kind = LOAD_PARTS_DEVICES;
    load->parts = g_steal_pointer(&parts);
    if (load->parts_left_out == 0)
        load_parts_compare(load);
}
