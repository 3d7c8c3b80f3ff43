/* The masks of single names: what stays, and what the others become. */
#include "mask_private.h"

#include "devices.h"
#include "summary.h"

#include <string.h>

static const struct {
    const char *family, *prefix;
} facts_of_kind[MASK_KINDS] = {
    [MASK_HOST] = {"host", "host-"},
    [MASK_DATABASE] = {"database", "db-"},
    [MASK_INSTANCE] = {"instance", "instance-"},
    [MASK_CONTAINER] = {"container", "pdb-"},
    [MASK_TABLESPACE] = {"tablespace", "tablespace-"},
    [MASK_DATAFILE] = {"datafile", "datafile-"},
    [MASK_DISK_GROUP] = {"disk group", "diskgroup-"},
    [MASK_ADDRESS] = {"address", "address-"},
    [MASK_TARGET] = {"target", "target-"},
    [MASK_SERVER] = {"server", "server-"},
    [MASK_MOUNT] = {"mount", "/mount-"},
    [MASK_SQL] = {"sql", "sql-"},
    [MASK_MODULE] = {"module", "module-"},
    [MASK_ACCOUNT] = {"account", "account-"},
    [MASK_JOB] = {"job", "job-"},
    [MASK_WORKLOAD] = {"workload", "workload-"},
    [MASK_STUDY] = {"study", "study-"},
    [MASK_FOLDER] = {"folder", "folder-"},
    [MASK_FILE] = {"file", "file-"},
    [MASK_VALUE] = {"value", "value-"},
};

/* Names of this kind that say nothing of their owner. */
static const struct {
    enum mask_kind kind;
    const char *name;
} common_name[] = {{MASK_TABLESPACE, "SYSTEM"}, {MASK_TABLESPACE, "SYSAUX"}, {MASK_TABLESPACE, "TEMP"},
    {MASK_TABLESPACE, "USERS"}, {MASK_TABLESPACE, "UNDOTBS1"}, {MASK_TABLESPACE, "UNDOTBS2"},
    {MASK_CONTAINER, "CDB$ROOT"}, {MASK_CONTAINER, "PDB$SEED"}, {MASK_MOUNT, "/"}, {MASK_MOUNT, "/boot"},
    {MASK_MOUNT, "/boot/efi"}, {MASK_MOUNT, "/home"}, {MASK_MOUNT, "/var"}, {MASK_MOUNT, "/var/log"},
    {MASK_MOUNT, "/tmp"}, {MASK_MOUNT, "/usr"}, {MASK_MOUNT, "/opt"}, {MASK_MOUNT, "[SWAP]"}, {MASK_MOUNT, "swap"},
    {MASK_MOUNT, "none"}, {MASK_MODULE, "SQL*Plus"}, {MASK_ACCOUNT, "SYS"}, {MASK_ACCOUNT, "SYSTEM"}};

static bool
is_common(enum mask_kind kind, const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(common_name); i++)
        if (common_name[i].kind == kind && strcmp(common_name[i].name, name) == 0)
            return true;
    return false;
}

static bool
is_address(const char *text)
{
    return g_regex_match_simple("(?<![0-9.])[0-9]{1,3}(\\.[0-9]{1,3}){3}(?![0-9])|[0-9a-f]{0,4}(:[0-9a-f]{0,4}){3,}",
        text, G_REGEX_CASELESS, 0);
}

char *
mask_name(struct mask *mask, enum mask_kind kind, const char *name)
{
    if (!name || !*name || is_common(kind, name))
        return g_strdup(name);
    const char *family = facts_of_kind[kind].family, *prefix = facts_of_kind[kind].prefix;
    if (kind != MASK_HOST || is_address(name))
        return mask_issue(mask, family, name, prefix, &mask->count[kind], "");
    /* AWR prints a host without its domain, iostat with it. */
    g_autofree char *bare = g_strndup(name, strcspn(name, "."));
    char *neutral = mask_issue(mask, family, *bare ? bare : name, prefix, &mask->count[kind], "");
    mask_learn(mask, name, neutral, true);
    return neutral;
}

/* Devices. */

#define KERNEL_NAMES                                                                                                   \
    "^(([shv]|xv)d[a-z]{1,3}[0-9]*|nvme[0-9]+(c[0-9]+)?n[0-9]+(p[0-9]+)?|dm-[0-9]+|md_?d?[0-9]+(p[0-9]+)?|"            \
    "(loop|mmcblk|rbd|nbd)[0-9]+(p[0-9]+)?|(sr|fd|st|zram|ram|bcache|drbd|zd|hdisk|vpath|mpath)[0-9]+|dasd[a-z]+[0-9]" \
    "*|"                                                                                                               \
    "mpath[a-z]{1,2}(p?[0-9]+)?|emcpower[a-z]+[0-9]*|dev[0-9]+-[0-9]+|cciss/c[0-9]+d[0-9]+(p[0-9]+)?|"                 \
    "c[0-9]+t[0-9]+d[0-9]+(s[0-9]+)?|[0-9]+:[0-9]+)$"

/* Whatever devices.h makes of a name: its role, and the kernel's families of disks, volumes and memory. */
static guint
signature_of(const char *name)
{
    static const char *const family[] = {
        "dm-", "sd", "hd", "vd", "xvd", "nvme", "dasd", "mmcblk", "rbd", "nbd", "bcache", "drbd", "zd", "zram", "ram"};
    guint signature = (guint)device_role_of_name(name, false);
    for (size_t i = 0; i < G_N_ELEMENTS(family); i++)
        signature |= g_str_has_prefix(name, family[i]) ? 1u << (8 + i) : 0;
    return signature;
}

char *
mask_device(struct mask *mask, const char *name)
{
    static const struct {
        const char *prefix, *suffix;
    } form[] = {{"device", ""}, {"lvm-", ""}, {"mpath", ""}, {"md/", ""}, {"device", "-part1"}, {"dm-x", ""},
        {"sdx", "x"}, {"hdx", "x"}, {"vdx", "x"}, {"xvdx", "x"}, {"nvmex", ""}, {"dasdx", "x"}, {"mmcblkx", ""},
        {"rbdx", ""}, {"nbdx", ""}, {"bcachex", ""}, {"drbdx", ""}, {"zdx", ""}, {"zramx", ""}, {"ramx", ""},
        {"sd-x", ""}, {"hd-x", ""}, {"vd-x", ""}, {"xvd-x", ""}, {"nvme-x", ""}, {"dasd-x", ""}, {"rbd-x", ""},
        {"nbd-x", ""}, {"bcache-x", ""}, {"drbd-x", ""}, {"zd-x", ""}, {"ram-x", ""}};
    if (!name || !*name || g_regex_match_simple(KERNEL_NAMES, name, 0, 0))
        return g_strdup(name);
    size_t chosen = 0;
    for (size_t i = G_N_ELEMENTS(form); i > 0; i--) {
        g_autofree char *example = g_strdup_printf("%s1%s", form[i - 1].prefix, form[i - 1].suffix);
        if (signature_of(example) == signature_of(name))
            chosen = i - 1;
    }
    return mask_issue(mask, "device", name, form[chosen].prefix, &mask->devices, form[chosen].suffix);
}

char **
mask_device_globs(struct mask *mask, const char *const *globs)
{
    if (!globs)
        return NULL;
    g_autoptr(GHashTable) added = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *out = g_ptr_array_new();
    for (; *globs; globs++) {
        const char *const one[] = {*globs, NULL};
        guint before = out->len;
        for (guint i = 0; mask->inputs && i < mask->inputs->input->len; i++) {
            const struct input *input = g_ptr_array_index(mask->inputs->input, i);
            for (guint c = 0; c < input->captures->len; c++) {
                const struct capture *capture = g_ptr_array_index(input->captures, c);
                for (guint d = 0; d < capture->devices->len; d++) {
                    const struct capture_device *device = g_ptr_array_index(capture->devices, d);
                    if (!device_name_matches(device->name, one) || !g_hash_table_add(added, device->name))
                        continue;
                    g_ptr_array_add(out, mask_device(mask, device->name));
                }
            }
        }
        if (out->len == before)
            g_ptr_array_add(out, mask_text(mask, *globs));
    }
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(out, FALSE);
}

/* Paths. */

/* Words of file names that tell what was measured, and with what. */
static const char *const standard_words[] = {"iostat", "awr", "awrrpt", "ash", "fio", "vmstat", "mpstat", "sar", "slob",
    "sysbench", "log", "logs", "txt", "out", "html", "htm", "json", "csv", "gz", "tgz", "xz", "zst", "bz", "zip", "tar",
    "lst", "conf", "ini", "xml", "md", "pdf", "sh", "qd", "iodepth", "depth", "threads", "thread", "thr", "th", "users",
    "user", "sessions", "session", "sess", "concurrency", "conc", "clients", "vu", "u", "t", "z", "run", "runs", "rep",
    "repeat", "iter", "pass", "try", "read", "reads", "write", "writes", "mix", "mixed", "rand", "random", "seq",
    "sequential", "randread", "randwrite", "randrw", "ro", "rw", "wo", "update", "upd", "pct", "oltp", "dss", "batch",
    "mount", "mounts", "multipath", "iscsi", "iscsid", "iscsiadm", "lsblk", "fstab", "findmnt", "study", "captures",
    "capture", "samples", "results", "result", "report", "baseline", "rung", "ladder", "load", "before", "after",
    "statspack", "sp", "k", "kib", "kb", "m", "s", "min", "bs", "dm", "readme", "production"};

bool
mask_word_is_standard(const char *word)
{
    size_t len = strlen(word), digits = strspn(word, "0123456789");
    if (digits == len) /* a number: a count, a time of day, a snapshot; longer ones are dates */
        return len <= 6 ||
               ((len == 8 || len == 12 || len == 14) && (g_str_has_prefix(word, "20") || g_str_has_prefix(word, "19")));
    for (const char *at = word; *at;) {
        size_t number = strspn(at, "0123456789"), letters = strcspn(at + number, "0123456789");
        bool found = letters == 0;
        for (size_t i = 0; i < G_N_ELEMENTS(standard_words) && !found; i++)
            found = strlen(standard_words[i]) == letters && strncmp(standard_words[i], at + number, letters) == 0;
        if (!found || (number > 6 && number != 8))
            return false;
        at += number + letters;
    }
    return true;
}

/* Names nothing but what is measured, and no host or database that is known. */
static bool
is_standard(const struct mask *mask, const char *name)
{
    if (is_address(name) ||
        name[strspn(name, "._-=+,@() ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")])
        return false;
    const char *at = name, *start, *end = name + strlen(name);
    for (char *word; (word = mask_next_word(&at, end, &start));) {
        bool standard = mask_word_is_standard(word) && !mask_known_at(mask, start, end);
        g_free(word);
        if (!standard)
            return false;
    }
    return true;
}

/* Where the endings start that tell a kind of file. */
static size_t
endings_start(const char *name)
{
    static const char *const ending[] = {".gz", ".xz", ".zst", ".bz2", ".zip", ".tar", ".tgz", ".log", ".txt", ".out",
        ".html", ".htm", ".json", ".csv", ".xml", ".lst", ".conf", ".ini"};
    size_t len = strlen(name);
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < G_N_ELEMENTS(ending) && !found; i++) {
            size_t ending_len = strlen(ending[i]);
            found = len > ending_len && strncmp(name + len - ending_len, ending[i], ending_len) == 0;
            len -= found ? ending_len : 0;
        }
    }
    return len;
}

static char *
mask_component(struct mask *mask, const char *name, bool is_file)
{
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || is_standard(mask, name))
        return g_strdup(name);
    enum mask_kind kind = is_file ? MASK_FILE : MASK_FOLDER;
    return mask_issue(mask, facts_of_kind[kind].family, name, facts_of_kind[kind].prefix, &mask->count[kind],
        name + endings_start(name));
}

char *
mask_path(struct mask *mask, const char *path)
{
    if (!path || !*path)
        return g_strdup(path);
    g_auto(GStrv) part = g_strsplit(path, "/", -1);
    for (char **at = part; *at; at++) {
        char *neutral = mask_component(mask, *at, !at[1]);
        g_free(*at);
        *at = neutral;
    }
    char *neutral = g_strjoinv("/", part);
    mask_learn(mask, path, neutral, false);
    return neutral;
}

char *
mask_workload(struct mask *mask, const char *name)
{
    return is_standard(mask, name) ? g_strdup(name) : mask_name(mask, MASK_WORKLOAD, name);
}

char *
mask_study_name(struct mask *mask, const char *name)
{
    return is_standard(mask, name) ? g_strdup(name) : mask_name(mask, MASK_STUDY, name);
}
