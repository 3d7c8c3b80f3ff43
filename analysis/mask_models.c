/* One walk over everything that was read: names are learnt on the first pass and replaced on the second. */
#include "mask_private.h"

#include "note.h"

#include <string.h>

struct walk {
    struct mask *mask;
    bool renames;
};

/* Takes `neutral`. */
static void
put(const struct walk *walk, char **slot, char *neutral)
{
    if (!walk->renames) {
        g_free(neutral);
        return;
    }
    g_free(*slot);
    *slot = neutral;
}

static void
name(const struct walk *walk, enum mask_kind kind, char **slot)
{
    if (*slot)
        put(walk, slot, mask_name(walk->mask, kind, *slot));
}

static void
names(const struct walk *walk, enum mask_kind kind, GPtrArray *list)
{
    for (guint i = 0; i < list->len; i++)
        name(walk, kind, (char **)&list->pdata[i]);
}

static void
device(const struct walk *walk, char **slot)
{
    if (*slot)
        put(walk, slot, mask_device(walk->mask, *slot));
}

static void
path(const struct walk *walk, char **slot)
{
    if (*slot)
        put(walk, slot, mask_path(walk->mask, *slot));
}

/* Free text: only once all names are known. */
static void
text(const struct walk *walk, char **slot)
{
    if (*slot && walk->renames)
        put(walk, slot, mask_text(walk->mask, *slot));
}

static void
notes(const struct walk *walk, GPtrArray *list)
{
    for (guint i = 0; list && i < list->len; i++)
        text(walk, &((struct note *)g_ptr_array_index(list, i))->text);
}

static void
texts_of(const struct walk *walk, GHashTable *table)
{
    GHashTableIter iter;
    void *key, *value;
    if (!table || !walk->renames)
        return;
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, &key, &value))
        g_hash_table_iter_replace(&iter, mask_text(walk->mask, value));
}

/* Captures. */

static void
capture_devices(const struct walk *walk, struct capture *capture)
{
    g_hash_table_remove_all(capture->device_by_name); /* its keys are the names */
    for (guint i = 0; i < capture->devices->len; i++) {
        struct capture_device *one = g_ptr_array_index(capture->devices, i);
        g_autofree char *before = g_strdup(one->name);
        device(walk, &one->name);
        if (strcmp(before, one->name) == 0)
            mask_keep(walk->mask, one->name);
        one->name_len = strlen(one->name);
        g_hash_table_insert(capture->device_by_name, one->name, one);
    }
}

static void
capture_names(const struct walk *walk, struct capture *capture)
{
    name(walk, MASK_HOST, &capture->host);
    text(walk, &capture->kernel);
    capture_devices(walk, capture);
    notes(walk, capture->notes);
}

/* AWR reports. */

static void
keep_names_of(const struct walk *walk, const GPtrArray *events)
{
    for (guint i = 0; i < events->len; i++)
        mask_keep(walk->mask, ((const struct awr_event *)g_ptr_array_index(events, i))->name);
}

static void
awr_files(const struct walk *walk, GPtrArray *list)
{
    for (guint i = 0; i < list->len; i++) {
        struct awr_file_io *file = g_ptr_array_index(list, i);
        name(walk, MASK_TABLESPACE, &file->tablespace);
        name(walk, MASK_DATAFILE, &file->file);
        name(walk, MASK_CONTAINER, &file->container);
    }
}

static void
awr_names(const struct walk *walk, struct awr *awr)
{
    name(walk, MASK_DATABASE, &awr->db_name);
    names(walk, MASK_INSTANCE, awr->instances);
    names(walk, MASK_HOST, awr->hosts);
    for (guint i = 0; i < awr->nodes->len; i++) {
        struct awr_node *node = g_ptr_array_index(awr->nodes, i);
        name(walk, MASK_INSTANCE, &node->name);
        name(walk, MASK_HOST, &node->host);
    }
    awr_files(walk, awr->tablespace_io);
    awr_files(walk, awr->file_io);
    for (guint i = 0; i < awr->disk_groups->len; i++)
        name(walk, MASK_DISK_GROUP, &((struct awr_disk_group *)g_ptr_array_index(awr->disk_groups, i))->name);
    keep_names_of(walk, awr->top_events);
    keep_names_of(walk, awr->events);
    keep_names_of(walk, awr->background_events);
    texts_of(walk, awr->parameters);
    notes(walk, awr->notes);
}

/* Files of the host. */

/* Words of mounts that are no names: file systems of the kernel itself. */
static bool
is_kernel_file_system(const char *source)
{
    static const char *const known[] = {"proc", "sysfs", "tmpfs", "devtmpfs", "devpts", "cgroup", "cgroup2", "mqueue",
        "hugetlbfs", "debugfs", "tracefs", "securityfs", "pstore", "configfs", "fusectl", "bpf", "efivarfs",
        "selinuxfs", "systemd-1", "binfmt_misc", "sunrpc", "nfsd", "none", "overlay", "udev", "rootfs", NULL};
    return g_strv_contains(known, source);
}

/* "/dev/mapper/acme-data", "filer:/vol/acme", "UUID=...". */
static char *
mount_source(struct mask *mask, const char *source)
{
    static const char *const folder[] = {"/dev/mapper/", "/dev/disk/by-id/", "/dev/"};
    for (size_t i = 0; i < G_N_ELEMENTS(folder); i++) {
        if (!g_str_has_prefix(source, folder[i]))
            continue;
        g_autofree char *neutral = mask_device(mask, source + strlen(folder[i]));
        return g_strconcat(folder[i], neutral, NULL);
    }
    const char *colon = strstr(source, ":/");
    if (!colon)
        return is_kernel_file_system(source) ? g_strdup(source) : mask_name(mask, MASK_VALUE, source);
    g_autofree char *server = g_strndup(source, (size_t)(colon - source));
    g_autofree char *neutral = mask_name(mask, MASK_SERVER, server), *point = mask_name(mask, MASK_MOUNT, colon + 1);
    return g_strconcat(neutral, ":", point, NULL);
}

/* "rw,noatime,logbsize=32k,addr=10.0.0.1": values that are no numbers go. */
static char *
mount_options(struct mask *mask, const char *options)
{
    g_auto(GStrv) option = g_strsplit(options, ",", -1);
    for (char **at = option; *at; at++) {
        const char *value = strchr(*at, '=');
        if (!value)
            continue;
        const char *unit = value + 1 + strspn(value + 1, "0123456789");
        g_autofree char *key = g_strndup(*at, (size_t)(value - *at)), *neutral = NULL;
        if (unit > value + 1 && (*unit == '\0' || (g_ascii_isalpha(*unit) && unit[1] == '\0')))
            continue;
        neutral = strstr(key, "addr") ? mask_name(mask, MASK_ADDRESS, value + 1) : mask_text(mask, value + 1);
        g_free(*at);
        *at = g_strconcat(key, "=", neutral, NULL);
    }
    return g_strjoinv(",", option);
}

static void
host_mounts(const struct walk *walk, struct host *host)
{
    for (guint i = 0; i < host->mounts->len; i++) {
        struct host_mount *mount = g_ptr_array_index(host->mounts, i);
        if (mount->device)
            put(walk, &mount->device, mount_source(walk->mask, mount->device));
        name(walk, MASK_MOUNT, &mount->point);
        if (mount->options)
            put(walk, &mount->options, mount_options(walk->mask, mount->options));
        path(walk, &mount->file);
    }
    for (guint i = 0; i < host->blocks->len; i++) {
        struct host_block *block = g_ptr_array_index(host->blocks, i);
        device(walk, &block->name);
        device(walk, &block->parent);
        name(walk, MASK_MOUNT, &block->mount_point);
    }
}

static void
host_names(const struct walk *walk, struct host *host)
{
    static const char *const plain_value[] = {"yes", "no", "none", "auto", "manual", "automatic", "onboot", "tcp",
        "default", "chap", "true", "false", "iser", "md5", "sha1", "sha256", NULL};
    for (guint i = 0; i < host->multipaths->len; i++) {
        struct host_multipath *map = g_ptr_array_index(host->multipaths, i);
        device(walk, &map->alias);
        device(walk, &map->wwid);
        path(walk, &map->file);
    }
    host_mounts(walk, host);
    for (guint i = 0; i < host->settings->len; i++) {
        struct host_setting *setting = g_ptr_array_index(host->settings, i);
        g_autofree char *lower = setting->value ? g_ascii_strdown(setting->value, -1) : NULL;
        bool number = lower && lower[strspn(lower, "0123456789.")] == '\0' && !strchr(lower, '.');
        if (lower && !number && !g_strv_contains(plain_value, lower))
            name(walk,
                strstr(setting->name, "address")                                  ? MASK_ADDRESS
                : strstr(setting->name, "name") && !strstr(setting->name, "auth") ? MASK_TARGET
                                                                                  : MASK_VALUE,
                &setting->value);
        path(walk, &setting->file);
    }
}

/* Everything. */

static void
input_names(const struct walk *walk, struct input *input)
{
    for (guint i = 0; i < input->captures->len; i++)
        capture_names(walk, g_ptr_array_index(input->captures, i));
    for (guint i = 0; i < input->awrs->len; i++)
        awr_names(walk, g_ptr_array_index(input->awrs, i));
    if (input->fio)
        name(walk, MASK_JOB, &input->fio->job_name);
    if (input->slob)
        texts_of(walk, input->slob->value);
    if (input->csv)
        notes(walk, input->csv->notes);
    notes(walk, input->notes);
}

static void
input_paths(const struct walk *walk, struct input *input)
{
    path(walk, &input->path);
    for (guint i = 0; i < input->captures->len; i++)
        path(walk, &((struct capture *)g_ptr_array_index(input->captures, i))->path);
    for (guint i = 0; i < input->awrs->len; i++)
        path(walk, &((struct awr *)g_ptr_array_index(input->awrs, i))->path);
    if (input->fio)
        path(walk, &input->fio->path);
    if (input->slob)
        path(walk, &input->slob->path);
    if (input->csv)
        path(walk, &input->csv->path);
}

/* Paths after all names, so that a folder that is called as a host is known to be no neutral word. */
static void
walk_inputs(const struct walk *walk, struct inputs *inputs)
{
    for (guint i = 0; i < inputs->input->len; i++)
        input_names(walk, g_ptr_array_index(inputs->input, i));
    host_names(walk, inputs->host);
    for (guint i = 0; i < inputs->input->len; i++)
        input_paths(walk, g_ptr_array_index(inputs->input, i));
    notes(walk, inputs->notes);
}

void
mask_bind(struct mask *mask, struct inputs *inputs)
{
    const struct walk walk = {.mask = mask, .renames = false};
    mask->inputs = inputs;
    walk_inputs(&walk, inputs);
}

void
mask_inputs(struct mask *mask)
{
    const struct walk walk = {.mask = mask, .renames = true};
    if (mask->inputs && !mask->renamed)
        walk_inputs(&walk, mask->inputs);
    mask->renamed = true;
}

static void
keep_what_was_typed(struct mask *mask, const struct study_ini *ini)
{
    const char *const typed[] = {ini->title, ini->customer, ini->author, ini->notice, ini->catalog_filter};
    for (size_t i = 0; i < G_N_ELEMENTS(typed); i++)
        mask_keep(mask, typed[i]);
    GHashTableIter iter;
    void *key, *value;
    if (!ini->environment)
        return;
    g_hash_table_iter_init(&iter, ini->environment);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        mask_keep(mask, key);
        mask_keep(mask, value);
    }
}

static void
run_names(const struct walk *walk, struct run *run)
{
    path(walk, &run->label);
    if (!run->device)
        return;
    g_auto(GStrv) globs = g_strsplit(run->device, " ", -1);
    g_auto(GStrv) neutral = mask_device_globs(walk->mask, (const char *const *)globs);
    put(walk, &run->device, g_strjoinv(" ", neutral));
}

void
mask_study(struct study *study, GPtrArray *study_notes, void *data)
{
    const struct walk walk = {.mask = data, .renames = true};
    if (study->ini)
        keep_what_was_typed(walk.mask, study->ini);
    /* Globs are held against the names as they were read: before the inputs are renamed. */
    for (guint i = 0; i < study->ladders->len; i++) {
        struct workload *workload = g_ptr_array_index(study->ladders, i);
        put(&walk, &workload->name, mask_workload(walk.mask, workload->name));
        for (guint r = 0; r < workload->runs->len; r++)
            run_names(&walk, g_ptr_array_index(workload->runs, r));
    }
    for (guint i = 0; i < study->loads->len; i++)
        run_names(&walk, g_ptr_array_index(study->loads, i));
    mask_inputs(walk.mask);
    notes(&walk, study_notes);
}
