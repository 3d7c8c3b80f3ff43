#include "checklist.h"

#include <stdarg.h>
#include <string.h>

/* Defaults of open-iscsi that a storage vendor's guidance raises. */
#define ISCSI_QUEUE_DEPTH_DEFAULT 32
#define ISCSI_CMDS_MAX_DEFAULT 128

struct evidence {
    const struct host *host;
    const GPtrArray *reports;
    const struct check_facts *facts;
};

static struct check_item verdict(enum check_verdict verdict_is, const char *format, ...) G_GNUC_PRINTF(2, 3);

static struct check_item
verdict(enum check_verdict verdict_is, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = g_strdup_vprintf(format, args);
    va_end(args);
    return (struct check_item){.verdict = verdict_is, .evidence = text};
}

static const struct host_multipath *
first_map(const struct evidence *evidence)
{
    const GPtrArray *maps = evidence->host->multipaths;
    return maps->len > 0 ? g_ptr_array_index(maps, 0) : NULL;
}

static struct check_item
check_provisioned(const struct evidence *evidence)
{
    return verdict(
        CHECK_CANNOT_TELL, "the provisioned limits of the volume and the pool are not in the captured files");
}

static struct check_item
check_iscsi(const struct evidence *evidence)
{
    const GPtrArray *settings = evidence->host->settings;
    guint sessions = evidence->host->iscsi_sessions;
    if (sessions > 0)
        return verdict(CHECK_YES, "%u iSCSI %s open", sessions, sessions == 1 ? "session is" : "sessions are");
    if (settings->len == 0)
        return verdict(CHECK_CANNOT_TELL, "no iscsid.conf or iscsiadm output was given");
    const struct host_setting *setting = g_ptr_array_index(settings, 0);
    return verdict(CHECK_YES, "iSCSI settings in %s", setting->file);
}

static struct check_item
check_sessions(const struct evidence *evidence)
{
    const struct host_setting *sessions = host_setting_named(evidence->host, "node.session.nr_sessions");
    if (evidence->host->iscsi_sessions > 0)
        return verdict(evidence->host->iscsi_sessions > 1 ? CHECK_YES : CHECK_NO, "%u %s open",
            evidence->host->iscsi_sessions, evidence->host->iscsi_sessions == 1 ? "session is" : "sessions are");
    if (!sessions)
        return verdict(CHECK_CANNOT_TELL, "node.session.nr_sessions is not in the captured files");
    return verdict(g_ascii_strtoull(sessions->value, NULL, 10) > 1 ? CHECK_YES : CHECK_NO,
        "node.session.nr_sessions = %s in %s", sessions->value, sessions->file);
}

static struct check_item
check_queue_depth(const struct evidence *evidence)
{
    const struct host_setting *depth = host_setting_named(evidence->host, "node.session.queue_depth");
    const struct host_setting *commands = host_setting_named(evidence->host, "node.session.cmds_max");
    if (!depth || !commands)
        return verdict(
            CHECK_CANNOT_TELL, "node.session.queue_depth and node.session.cmds_max are not in the captured files");
    bool raised = g_ascii_strtoull(depth->value, NULL, 10) > ISCSI_QUEUE_DEPTH_DEFAULT &&
                  g_ascii_strtoull(commands->value, NULL, 10) > ISCSI_CMDS_MAX_DEFAULT;
    return verdict(raised ? CHECK_YES : CHECK_NO, "queue_depth = %s, cmds_max = %s in %s (defaults %d and %d)",
        depth->value, commands->value, depth->file, ISCSI_QUEUE_DEPTH_DEFAULT, ISCSI_CMDS_MAX_DEFAULT);
}

static struct check_item
check_multipath(const struct evidence *evidence)
{
    const struct host_multipath *map = first_map(evidence);
    if (!map)
        return verdict(CHECK_CANNOT_TELL, "no `multipath -ll` output was given");
    return verdict(map->paths->len > 1 && map->alua ? CHECK_YES : CHECK_NO, "%s (%s): %u %s, policy %s, ALUA %s, in %s",
        map->alias, map->dm ? map->dm : "no dm name", map->paths->len, map->paths->len == 1 ? "path" : "paths",
        map->policy ? map->policy : "not printed", map->alua ? "on" : "not seen", map->file);
}

/* The first mount of a multipath device; else the first of one of its paths, which is a fault. */
static const struct host_mount *
data_mount(const struct evidence *evidence, bool *out_on_map)
{
    const struct host *host = evidence->host;
    for (guint i = 0; i < host->mounts->len; i++) {
        const struct host_mount *mount = g_ptr_array_index(host->mounts, i);
        g_autofree char *base = g_path_get_basename(mount->device);
        if (host_multipath_named(host, base)) {
            *out_on_map = true;
            return mount;
        }
    }
    *out_on_map = false;
    for (guint i = 0; i < host->mounts->len; i++) {
        const struct host_mount *mount = g_ptr_array_index(host->mounts, i);
        g_autofree char *base = g_path_get_basename(mount->device);
        if (host_multipath_of_path(host, base))
            return mount;
    }
    return NULL;
}

static struct check_item
check_mounted_on_map(const struct evidence *evidence)
{
    bool on_map = false;
    const struct host_mount *mount = data_mount(evidence, &on_map);
    if (!mount)
        return verdict(CHECK_CANNOT_TELL, evidence->host->mounts->len > 0
                                              ? "no mount of a multipath device is in the captured files"
                                              : "no list of mounts was given");
    return verdict(on_map ? CHECK_YES : CHECK_NO, "%s on %s in %s", mount->device, mount->point, mount->file);
}

static struct check_item
check_xfs(const struct evidence *evidence)
{
    bool on_map = false;
    const struct host_mount *mount = data_mount(evidence, &on_map);
    if (!mount)
        return verdict(CHECK_CANNOT_TELL, "no mount of a multipath device is in the captured files");
    static const char *const wanted[] = {"noatime", "logbufs=8", "logbsize=32k"};
    g_auto(GStrv) option = g_strsplit(mount->options, ",", -1);
    g_autoptr(GString) missing = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++)
        if (!g_strv_contains((const char *const *)option, wanted[i]))
            g_string_append_printf(missing, "%s%s", missing->len > 0 ? ", " : "", wanted[i]);
    bool good = strcmp(mount->type, "xfs") == 0 && missing->len == 0;
    return verdict(good ? CHECK_YES : CHECK_NO, "%s, options %s in %s%s%s", mount->type, mount->options, mount->file,
        missing->len > 0 ? "; missing: " : "", missing->str);
}

static struct check_item
check_direct_io(const struct evidence *evidence)
{
    bool listed = false;
    const char *seen = NULL, *path = NULL; /* of the first report that has it, or the first that has another value */
    for (guint i = 0; i < evidence->reports->len; i++) {
        const struct awr *awr = g_ptr_array_index(evidence->reports, i);
        listed = listed || g_hash_table_size(awr->parameters) > 0;
        const char *value = g_hash_table_lookup(awr->parameters, "filesystemio_options");
        bool differs = value && g_ascii_strcasecmp(value, "SETALL") != 0;
        if (value && (!seen || differs)) {
            seen = value;
            path = awr->path;
        }
        if (differs)
            break;
    }
    if (seen)
        return verdict(g_ascii_strcasecmp(seen, "SETALL") == 0 ? CHECK_YES : CHECK_NO,
            "filesystemio_options = %s in %s", seen, path);
    if (listed)
        return verdict(
            CHECK_CANNOT_TELL, "filesystemio_options is not listed: AWR lists only parameters that were set");
    return verdict(CHECK_CANNOT_TELL, "no AWR report with parameters was given");
}

static struct check_item
check_storage_bound(const struct evidence *evidence)
{
    if (!evidence->facts->is_benchmark)
        return verdict(CHECK_CANNOT_TELL, "no benchmark ladder is among the inputs");
    if (!evidence->facts->storage_bound_known)
        return verdict(CHECK_CANNOT_TELL, "no AWR report was given");
    return verdict(evidence->facts->storage_bound_proven ? CHECK_YES : CHECK_NO,
        evidence->facts->storage_bound_proven ? "proven by the tests of the AWR section"
                                              : "not proven by the tests of the AWR section");
}

static struct check_item
check_captured(const struct evidence *evidence)
{
    bool both = evidence->facts->has_iostat && evidence->facts->has_awr;
    return verdict(both ? CHECK_YES : CHECK_NO, "%s",
        both                          ? "both are among the inputs"
        : evidence->facts->has_awr    ? "no iostat log is among the inputs"
        : evidence->facts->has_iostat ? "no AWR report is among the inputs"
                                      : "neither is among the inputs");
}

static struct check_item
check_device_layer(const struct evidence *evidence)
{
    if (!evidence->facts->has_iostat)
        return verdict(CHECK_NO, "no iostat log is among the inputs");
    return verdict(CHECK_YES, "measured at %s%s", evidence->facts->layer_names,
        evidence->facts->multipath_measured ? " (multipath)" : "");
}

static const struct {
    const char *item;
    struct check_item (*check)(const struct evidence *);
} checks[] = {
    {"Performance provisioned for the target", check_provisioned},
    {"iSCSI in use", check_iscsi},
    {"Several iSCSI sessions", check_sessions},
    {"iSCSI queue depth raised", check_queue_depth},
    {"Multipath and ALUA on", check_multipath},
    {"Datafiles on the multipath device", check_mounted_on_map},
    {"XFS with noatime, logbufs=8, logbsize=32k", check_xfs},
    {"Direct and asynchronous I/O (filesystemio_options=SETALL)", check_direct_io},
    {"Benchmark storage-bound", check_storage_bound},
    {"AWR and iostat captured", check_captured},
    {"Storage metrics from the device layer", check_device_layer},
};

static void
item_clear(void *data)
{
    struct check_item *item = data;
    g_free(item->evidence);
}

GArray *
checklist_new(const struct host *host, const GPtrArray *reports, const struct check_facts *facts)
{
    GArray *items = g_array_new(FALSE, TRUE, sizeof(struct check_item));
    g_array_set_clear_func(items, item_clear);
    struct evidence evidence = {.host = host, .reports = reports, .facts = facts};
    for (size_t i = 0; i < G_N_ELEMENTS(checks); i++) {
        struct check_item item = checks[i].check(&evidence);
        item.item = checks[i].item;
        g_array_append_val(items, item);
    }
    return items;
}

const char *
check_verdict_name(enum check_verdict verdict_is)
{
    static const char *const name[] = {[CHECK_CANNOT_TELL] = "cannot tell", [CHECK_YES] = "yes", [CHECK_NO] = "no"};
    return name[verdict_is];
}
