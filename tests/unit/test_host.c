#include "host.h"

#include <string.h>

typedef guint (*reader)(struct host *host, const char *text, size_t len, const char *path);

static struct host *
read_with(reader read, const char *text, guint expected)
{
    struct host *host = host_new();
    g_assert_cmpuint(read(host, text, strlen(text), "f.txt"), ==, expected);
    return host;
}

static void
maps_are_read_with_their_paths(void)
{
    g_autoptr(Host) host = read_with(host_read_multipath,
        "Nov 30 | some warning\n"
        "mpatha (3600a098038) dm-3 NETAPP,LUN C-Mode\n"
        "size=5.0T features='3 queue_if_no_path pg_init_retries 50' hwhandler='1 alua' wp=rw\n"
        "|-+- policy='service-time 0' prio=50 status=active\n"
        "| |- 33:0:0:0 sdb  8:16  active ready running\n"
        "| `- 34:0:0:0 sdc  8:32  active ready running\n"
        "`-+- policy='round-robin 0' prio=10 status=enabled\n"
        "  `- 35:0:0:0 sdd  8:48  failed faulty offline\n"
        "3600c0ff dm-10 HP,MSA\n"
        "size=1.0G features='0' hwhandler='0' wp=rw\n"
        "`-+- policy='queue-length 0' prio=1 status=active\n"
        "  `- #:#:#:# -   #:#   failed undef unknown\n",
        2);
    const struct host_multipath *map = host_multipath_named(host, "dm-3");
    g_assert_nonnull(map);
    g_assert_cmpstr(map->alias, ==, "mpatha");
    g_assert_cmpstr(map->wwid, ==, "3600a098038");
    g_assert_cmpstr(map->vendor_product, ==, "NETAPP,LUN C-Mode");
    g_assert_cmpstr(map->size, ==, "5.0T");
    g_assert_cmpstr(map->policy, ==, "service-time 0");
    g_assert_cmpstr(map->file, ==, "f.txt");
    g_assert_true(map->alua);
    g_assert_cmpuint(map->path_groups, ==, 2);
    g_assert_cmpuint(map->paths->len, ==, 3);
    const struct host_path *path = g_ptr_array_index(map->paths, 2);
    g_assert_cmpstr(path->device, ==, "sdd");
    g_assert_cmpstr(path->state, ==, "failed faulty offline");
    g_assert_true(host_multipath_of_path(host, "sdc") == map);
    g_assert_true(host_multipath_named(host, "3600a098038") == map);
    g_assert_null(host_multipath_of_path(host, "sdz"));
    const struct host_multipath *other = host_multipath_named(host, "3600c0ff");
    g_assert_cmpstr(other->dm, ==, "dm-10");
    g_assert_false(other->alua);
}

static void
maps_of_old_tools_are_read(void)
{
    g_autoptr(Host) host = read_with(host_read_multipath,
        "create: mpath0 (360a98000) dm-3 NETAPP,LUN\n"
        "[size=100G][features=1 queue_if_no_path][hwhandler=1 alua][rw]\n"
        "\\_ round-robin 0 [prio=4][active]\n"
        " \\_ 2:0:0:1 sdb 8:16 [active][ready]\n"
        "\\_ round-robin 0 [prio=1][enabled]\n"
        " \\_ 3:0:0:1 sdc 8:32 [failed][faulty]\n",
        1);
    const struct host_multipath *map = host_multipath_named(host, "mpath0");
    g_assert_cmpstr(map->size, ==, "100G");
    g_assert_cmpstr(map->policy, ==, "round-robin 0");
    g_assert_true(map->alua);
    g_assert_cmpuint(map->path_groups, ==, 2);
    g_assert_cmpstr(((const struct host_path *)g_ptr_array_index(map->paths, 1))->state, ==, "failed faulty");
}

static void
mounts_of_every_form_are_read(void)
{
    static const char *const texts[] = {
        "/dev/mapper/mpatha /u02 xfs rw,noatime,logbufs=8,logbsize=32k 0 0\n",
        "# fstab\n/dev/mapper/mpatha  /u02  xfs  rw,noatime,logbufs=8,logbsize=32k\n/dev/sda2 swap swap defaults 0 0\n",
        "/dev/mapper/mpatha on /u02 type xfs (rw,noatime,logbufs=8,logbsize=32k)\n",
        ("TARGET SOURCE  FSTYPE OPTIONS\n\xe2\x94\x94\xe2\x94\x80/u02 /dev/mapper/mpatha xfs "
         "rw,noatime,logbufs=8,logbsize=32k\n"),
        "SOURCE             TARGET FSTYPE OPTIONS\n/dev/mapper/mpatha `-/u02 xfs rw,noatime,logbufs=8,logbsize=32k\n",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(Host) host = read_with(host_read_mounts, texts[i], 1);
        const struct host_mount *mount = g_ptr_array_index(host->mounts, 0);
        g_assert_cmpstr(mount->device, ==, "/dev/mapper/mpatha");
        g_assert_cmpstr(mount->point, ==, "/u02");
        g_assert_cmpstr(mount->type, ==, "xfs");
        g_assert_cmpstr(mount->options, ==, "rw,noatime,logbufs=8,logbsize=32k");
    }
}

static void
blanks_in_mount_points_are_unescaped(void)
{
    g_autoptr(Host) host = read_with(host_read_mounts, "/dev/a /u\\0402\\134x\\9 xfs rw 0 0\n", 1);
    g_assert_cmpstr(((const struct host_mount *)g_ptr_array_index(host->mounts, 0))->point, ==, "/u 2\\x\\9");
}

static void
last_iscsi_setting_wins_and_comments_do_not_count(void)
{
    g_autoptr(Host) host = read_with(host_read_iscsi,
        "# node.session.queue_depth = 1\nnode.session.nr_sessions = 4\nnode.session.queue_depth = 32\n"
        "node.session.queue_depth=256\r\n# BEGIN RECORD\niface.hwaddress = <empty>\nother = 1\nnode.x\n",
        4);
    const struct host_setting *setting = host_setting_named(host, "node.session.queue_depth");
    g_assert_cmpstr(setting->value, ==, "256");
    g_assert_cmpuint(setting->line, ==, 4);
    g_assert_null(host_setting_named(host, "node.session.cmds_max"));
    g_assert_cmpuint(host->iscsi_sessions, ==, 0);
}

static void
sessions_are_counted_once_for_two_listings(void)
{
    static const char brief[] = "tcp: [1] 10.0.0.1:3260,1 iqn.a:b (non-flash)\ntcp: [2] 10.0.0.2:3260,2 iqn.a:b\n";
    g_autoptr(Host) host = read_with(host_read_iscsi,
        "Target: iqn.a:b\n\tCurrent Portal: 10.0.0.1:3260,1\n\t\tSID: 1\n\tCurrent Portal: 10.0.0.2:3260,2\n\t\tSID: "
        "2\n",
        2);
    g_assert_cmpuint(host_read_iscsi(host, brief, strlen(brief), "b"), ==, 2);
    g_assert_cmpuint(host->iscsi_sessions, ==, 2);
}

static const struct host_block *
block(const struct host *host, guint i)
{
    g_assert_cmpuint(i, <, host->blocks->len);
    return g_ptr_array_index(host->blocks, i);
}

static void
lsblk_tree_gives_parents_and_mount_points(void)
{
    g_autoptr(Host) host = read_with(host_read_lsblk,
        "NAME          MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINTS\n"
        "sda             8:0    0  1.7T  0 disk  \n"
        "\xe2\x94\x9c\xe2\x94\x80sda1          8:1    0  600M  0 part  /boot\n"
        "\xe2\x94\x94\xe2\x94\x80sda2          8:2    0    1T  0 part  \n"
        "  \xe2\x94\x94\xe2\x94\x80rl-root   253:0    0   70G  0 lvm   /\n"
        "                                      /also\n"
        "sdb             8:16   0    1T  0 disk  \n"
        "`-mpatha      253:3    0    1T  0 mpath \n",
        6);
    g_assert_cmpstr(block(host, 1)->name, ==, "sda1");
    g_assert_cmpstr(block(host, 1)->mount_point, ==, "/boot");
    g_assert_cmpstr(block(host, 1)->parent, ==, "sda");
    g_assert_cmpstr(block(host, 3)->name, ==, "rl-root");
    g_assert_cmpstr(block(host, 3)->parent, ==, "sda2");
    g_assert_cmpstr(block(host, 3)->type, ==, "lvm");
    g_assert_cmpstr(block(host, 3)->mount_point, ==, "/");
    g_assert_null(block(host, 4)->parent);
    g_assert_null(block(host, 4)->mount_point);
    g_assert_cmpstr(block(host, 5)->type, ==, "mpath");
    g_assert_cmpstr(block(host, 5)->size, ==, "1T");
    g_assert_cmpstr(block(host, 5)->parent, ==, "sdb");
}

static void
lsblk_of_other_columns_and_ages_is_read(void)
{
    g_autoptr(Host) host = read_with(host_read_lsblk,
        "NAME            SIZE TYPE FSTYPE MOUNTPOINT MODEL\nsda              20G disk                   VMware Virt\n"
        "|-sda1            1G part xfs    /boot      \n",
        2);
    g_assert_cmpstr(block(host, 0)->type, ==, "disk");
    g_assert_null(block(host, 0)->mount_point);
    g_assert_cmpstr(block(host, 1)->size, ==, "1G");
    g_assert_cmpstr(block(host, 1)->mount_point, ==, "/boot");
    g_autoptr(Host) old = read_with(host_read_lsblk,
        "NAME                 MAJ:MIN RM   SIZE RO TYPE MOUNTPOINT\nsda                    8:0    0    20G  0 disk \n"
        "`-vg-lv (dm-0)       253:0    0  17.5G  0 lvm  /\n",
        2);
    g_assert_cmpstr(block(old, 1)->name, ==, "vg-lv");
    g_assert_cmpstr(block(old, 1)->type, ==, "lvm");
    g_assert_cmpstr(block(old, 1)->mount_point, ==, "/");
}

static void
other_text_adds_nothing(void)
{
    static const reader readers[] = {host_read_multipath, host_read_mounts, host_read_iscsi, host_read_lsblk};
    for (guint i = 0; i < G_N_ELEMENTS(readers); i++) {
        g_autoptr(Host) host = read_with(readers[i], "", 0);
        static const char prose[] = "A note: dm-3 is slow.\nmpatha dm-3 mpath\n\n  see /u02\n";
        g_assert_cmpuint(readers[i](host, prose, strlen(prose), "p"), ==, 0);
    }
}

static void
every_cut_and_flip_is_safe(void)
{
    static const reader readers[] = {host_read_multipath, host_read_mounts, host_read_iscsi, host_read_lsblk};
    static const char text[] = "NAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINT\n`-a 8:0 0 1T 0 disk /x\n"
                               "mpatha (36) dm-3 N,L\nsize=5.0T hwhandler='1 alua'\n|-+- policy='s 0' prio=5\n"
                               "| |- 1:0:0:0 sdb 8:16 active\n\\_ rr 0 [prio=4][active]\n"
                               "TARGET SOURCE FSTYPE OPTIONS\n/a /dev/b xfs (rw)\nnode.a = 1\nSID: 1\n";
    for (size_t i = 0; i < sizeof text; i++) {
        g_autoptr(Host) host = host_new();
        g_autofree char *cut = g_memdup2(text, i), *flip = g_memdup2(text, sizeof text);
        flip[i] = (char)0xe2;
        for (guint r = 0; r < G_N_ELEMENTS(readers); r++) {
            g_assert_cmpuint(readers[r](host, cut, i, "c"), <=, 12);
            g_assert_cmpuint(readers[r](host, flip, sizeof text, "f"), <=, 12);
        }
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/host/maps_are_read_with_their_paths", maps_are_read_with_their_paths);
    g_test_add_func("/host/maps_of_old_tools_are_read", maps_of_old_tools_are_read);
    g_test_add_func("/host/mounts_of_every_form_are_read", mounts_of_every_form_are_read);
    g_test_add_func("/host/blanks_in_mount_points_are_unescaped", blanks_in_mount_points_are_unescaped);
    g_test_add_func(
        "/host/last_iscsi_setting_wins_and_comments_do_not_count", last_iscsi_setting_wins_and_comments_do_not_count);
    g_test_add_func("/host/sessions_are_counted_once_for_two_listings", sessions_are_counted_once_for_two_listings);
    g_test_add_func("/host/lsblk_tree_gives_parents_and_mount_points", lsblk_tree_gives_parents_and_mount_points);
    g_test_add_func("/host/lsblk_of_other_columns_and_ages_is_read", lsblk_of_other_columns_and_ages_is_read);
    g_test_add_func("/host/other_text_adds_nothing", other_text_adds_nothing);
    g_test_add_func("/host/every_cut_and_flip_is_safe", every_cut_and_flip_is_safe);
    return g_test_run();
}
