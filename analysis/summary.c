#include "summary.h"

#include <string.h>

static double
mean_of(const struct capture_totals *totals, enum capture_column column)
{
    return totals->present[column] > 0 ? totals->sum[column] / (double)totals->present[column] : NAN;
}

static double
weighted(double sum, double weight)
{
    return weight > 0 ? sum / weight : NAN;
}

struct summary
summary_of(const struct capture_totals *totals)
{
    return (struct summary){
        .samples = totals->samples,
        .read_iops = mean_of(totals, CAPTURE_READ_IOPS),
        .write_iops = mean_of(totals, CAPTURE_WRITE_IOPS),
        .iops = mean_of(totals, CAPTURE_IOPS),
        .read_mib_s = mean_of(totals, CAPTURE_READ_MIB_S),
        .write_mib_s = mean_of(totals, CAPTURE_WRITE_MIB_S),
        .mib_s = mean_of(totals, CAPTURE_MIB_S),
        .read_await_ms = weighted(totals->read_wait_ms_per_s, totals->read_weight),
        .write_await_ms = weighted(totals->write_wait_ms_per_s, totals->write_weight),
        .await_ms = weighted(totals->wait_ms_per_s, totals->weight),
        .aqu_sz = mean_of(totals, CAPTURE_AQU_SZ),
        .iops_max = totals->iops_max,
        .util_max_pct = totals->util_max_pct,
    };
}

/* Patterns of kernel and device mapper names: `a` is one or more letters, `9` one or more digits, `h` one or more hex
 * digits, `*` the rest whatever it is; other characters stand for themselves. The first that fits decides. A dm number
 * can be a multipath map or a logical volume: multipath is what a sizing log is about, devices.h looks closer. */
static const struct {
    const char *pattern;
    enum device_role role;
} name_rules[] = {
    {"dm-9", DEVICE_MULTIPATH},
    {"mpatha", DEVICE_MULTIPATH},
    {"mpathap9", DEVICE_PARTITION},
    {"mpath9", DEVICE_MULTIPATH},
    {"emcpowera", DEVICE_MULTIPATH},
    {"dev9-9", DEVICE_DISK}, /* sar: major and minor number */
    {"emcpowera9", DEVICE_PARTITION},
    {"loop9p9", DEVICE_PARTITION},
    {"loop9", DEVICE_LOOP},
    {"md9p9", DEVICE_PARTITION},
    {"md9", DEVICE_MD},
    {"md_d9", DEVICE_MD},
    {"md/*", DEVICE_MD},
    {"nvme9c9n9", DEVICE_PATH},
    {"nvme9n9p9", DEVICE_PARTITION},
    {"nvme9n9", DEVICE_DISK},
    {"mmcblk9p9", DEVICE_PARTITION},
    {"nbd9p9", DEVICE_PARTITION},
    {"rbd9p9", DEVICE_PARTITION},
    {"cciss/c9d9p9", DEVICE_PARTITION},
    {"sda9", DEVICE_PARTITION},
    {"hda9", DEVICE_PARTITION},
    {"vda9", DEVICE_PARTITION},
    {"xvda9", DEVICE_PARTITION},
    {"xvda", DEVICE_DISK},
};

/* `pattern` up to its end against `name` up to its end. In "sda9" the letter a after the two fixed ones is the
 * wildcard. */
static bool
fits(const char *pattern, const char *name)
{
    for (; *pattern != '\0'; pattern++) {
        if (*pattern == '*')
            return true;
        bool letters = *pattern == 'a' && (pattern[1] == '\0' || pattern[1] == '9' || pattern[1] == 'p');
        if (*pattern == '9' || letters) {
            size_t run = 0;
            while (letters ? g_ascii_islower(name[run]) && !(pattern[1] == 'p' && name[run] == 'p')
                           : g_ascii_isdigit(name[run]))
                run++;
            if (run == 0)
                return false;
            name += run;
        } else if (*pattern != *name++) {
            return false;
        }
    }
    return *name == '\0';
}

/* A SCSI identifier as multipath names maps without an alias: 3 and the digits of an NAA or T10 name, or 2 and EUI-64.
 */
static bool
is_wwid(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    return name[digits] == '\0' && (digits == 17 || (digits >= 25 && digits <= 33)) && strchr("23", name[0]) != NULL;
}

static bool
is_udev_partition(const char *name)
{
    const char *part = g_strrstr(name, "-part");
    return part != NULL && part[5] != '\0' && strspn(part + 5, "0123456789") == strlen(part + 5);
}

/* udev's persistent names of whole disks; they have hyphens as volumes have. */
static bool
is_udev_disk(const char *name)
{
    static const char *const buses[] = {"ata-", "scsi-", "wwn-", "nvme-", "virtio-", "usb-", "pci-", "mmc-", "ip-"};
    for (size_t i = 0; i < G_N_ELEMENTS(buses); i++) {
        if (g_str_has_prefix(name, buses[i]))
            return true;
    }
    return g_uuid_string_is_valid(name);
}

enum device_role
device_role_of_name(const char *name, bool is_group)
{
    if (is_group)
        return DEVICE_GROUP;
    for (size_t i = 0; i < G_N_ELEMENTS(name_rules); i++) {
        if (fits(name_rules[i].pattern, name))
            return name_rules[i].role;
    }
    if (is_wwid(name))
        return DEVICE_MULTIPATH;
    if (is_udev_partition(name))
        return DEVICE_PARTITION;
    if (is_udev_disk(name))
        return DEVICE_DISK;
    /* -N prints volume-group, hyphen, volume; luks and docker maps look the same. */
    return strchr(name, '-') != NULL ? DEVICE_LVM : DEVICE_DISK;
}

const char *
device_role_name(enum device_role role)
{
    static const char *const names[] = {
        [DEVICE_DISK] = "disk",
        [DEVICE_PATH] = "path",
        [DEVICE_MULTIPATH] = "multipath",
        [DEVICE_PARTITION] = "partition",
        [DEVICE_LVM] = "lvm",
        [DEVICE_MD] = "md",
        [DEVICE_LOOP] = "loop",
        [DEVICE_GROUP] = "group",
    };
    return names[role];
}
