/* What small files kept beside a capture say of the host: multipath maps, mounts, iSCSI settings, block devices.
 *
 * One struct host collects the files of one folder; each host_read_* adds to it. Lists are empty where nothing is known.
 *
 *     g_autoptr(Host) host = host_new();
 *     host_read_multipath(host, text, len, path);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct host_path {
    char *device; /* sdb */
    char *state;  /* "active ready running" */
};

struct host_multipath {
    char *alias;    /* mpatha or the WWID */
    char *wwid;     /* NULL: not printed */
    char *dm;       /* dm-0 */
    char *vendor_product; /* "NETAPP,LUN C-Mode" */
    char *size;     /* as printed, "5.0T" */
    char *policy;   /* of the first path group: "service-time 0" */
    bool alua;      /* hwhandler says alua */
    GPtrArray *paths; /* struct host_path * */
    guint path_groups;
    char *file;
};

struct host_mount {
    char *device, *point, *type, *options; /* options: comma-separated, as written; type, options NULL: not listed */
    char *file;
};

struct host_block { /* lsblk */
    char *name, *type, *size; /* type: disk part mpath lvm crypt raid1 ...; type and size NULL where not listed */
    char *mount_point; /* NULL: none */
    char *parent;      /* NULL: top level */
};

struct host_setting { /* iSCSI: node.session.nr_sessions = 4 */
    char *name, *value;
    char *file;
    guint line;
};

struct host {
    GPtrArray *multipaths; /* struct host_multipath * */
    GPtrArray *mounts;     /* struct host_mount * */
    GPtrArray *blocks;     /* struct host_block * */
    GPtrArray *settings;   /* struct host_setting * */
    guint iscsi_sessions;  /* sessions listed by `iscsiadm -m session`; 0: not known */
};

typedef struct host Host;

struct host *host_new(void);
void host_free(struct host *host);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Host, host_free)

/* Each returns how many entries it added; lines that are none of the form are passed over. */
guint host_read_multipath(struct host *host, const char *text, size_t len, const char *path);
guint host_read_mounts(struct host *host, const char *text, size_t len, const char *path);
guint host_read_iscsi(struct host *host, const char *text, size_t len, const char *path);
guint host_read_lsblk(struct host *host, const char *text, size_t len, const char *path);

/* The value of an iSCSI setting, the last one where files repeat it; NULL: not there. */
const struct host_setting *host_setting_named(const struct host *host, const char *name);

/* The multipath map of this dm name, alias or WWID; NULL: none. */
const struct host_multipath *host_multipath_named(const struct host *host, const char *name);

/* The map that has `device` (sdb) as a path; NULL: none. */
const struct host_multipath *host_multipath_of_path(const struct host *host, const char *device);
