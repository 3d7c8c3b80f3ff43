#include "devices.h"

#include "note.h"

#include <string.h>

/* Load of a device at a sample: a share of a common load that wanders, so that equal means are not equal samples. */
static double
load(guint seed, guint t)
{
    guint h = (seed * 2654435761u) ^ (t * 40503u + 977u);
    h ^= h >> 13;
    h *= 2246822519u;
    h ^= h >> 16;
    return 500 + 0.5 * (double)(h % 1000u);
}

enum { SAMPLES = 40, PARTS = 8 };

/* A device of the test: its IOPS are the sum of the loads of `seeds`, times `scale`. */
struct device {
    const char *name;
    guint seeds[PARTS]; /* 0 ends */
    double scale;       /* 0: idle */
};

static struct capture *
capture_of(const struct device *devices, size_t n, guint samples)
{
    struct capture *capture = capture_new("log", CAPTURE_TEXT, true);
    for (guint t = 0; t < samples; t++) {
        struct capture_report report = {.time_s = 1000 + t};
        capture_add_report(capture, &report);
        for (size_t d = 0; d < n; d++) {
            double iops = 0;
            for (guint s = 0; s < PARTS && devices[d].seeds[s] > 0; s++)
                iops += devices[d].scale * load(devices[d].seeds[s], t);
            struct capture_row row;
            for (int c = 0; c < CAPTURE_VALUES; c++)
                row.value[c] = NAN;
            row.value[CAPTURE_READ_IOPS] = iops;
            row.value[CAPTURE_WRITE_IOPS] = 0;
            capture_add_row(
                capture, capture_device_named(capture, devices[d].name, strlen(devices[d].name)), &row, t + 1);
        }
    }
    return capture;
}

/* "name,name" of the layer chosen; the roles and notes are left with the caller. */
struct choice {
    struct layer *layer;
    GPtrArray *notes;
    char *names;
};

static struct choice
choose(const struct device *devices, size_t n, const struct host *host, const char *const *globs)
{
    struct choice choice = {.notes = notes_new()};
    struct capture *capture = capture_of(devices, n, SAMPLES);
    g_autoptr(GPtrArray) captures = g_ptr_array_new();
    g_ptr_array_add(captures, capture);
    choice.layer = layer_choose(captures, host, globs, choice.notes);
    g_ptr_array_add(choice.layer->names, NULL);
    choice.names = g_strjoinv(",", (char **)choice.layer->names->pdata);
    capture_free(capture);
    return choice;
}

static enum device_role
role_in(const struct choice *choice, const char *name)
{
    for (guint i = 0; i < choice->layer->devices->len; i++) {
        const struct layer_device *device = g_ptr_array_index(choice->layer->devices, i);
        if (strcmp(device->name, name) == 0)
            return device->role;
    }
    g_assert_not_reached();
}

static bool
has_note(const struct choice *choice, const char *code)
{
    for (guint i = 0; i < choice->notes->len; i++)
        if (strcmp(((const struct note *)g_ptr_array_index(choice->notes, i))->code, code) == 0)
            return true;
    return false;
}

static void
release(struct choice *choice)
{
    layer_free(choice->layer);
    g_ptr_array_unref(choice->notes);
    g_free(choice->names);
}

static void
globs_win_over_every_rule(void)
{
    static const struct device devices[] = {{"sda", {1}, 1}, {"sdb", {2}, 1}, {"mpatha", {1, 2}, 1}};
    static const char *const globs[] = {"/dev/sd[a]", NULL}, *const none[] = {"nvme*", NULL},
                             *const both[] = {"*", NULL};
    struct choice choice = choose(devices, 3, NULL, globs);
    g_assert_cmpstr(choice.names, ==, "sda");
    g_assert_cmpuint(choice.notes->len, ==, 0);
    release(&choice);
    choice = choose(devices, 3, NULL, none);
    g_assert_cmpstr(choice.names, ==, "");
    g_assert_true(has_note(&choice, "no-device"));
    release(&choice);
    choice = choose(devices, 3, NULL, both);
    g_assert_cmpstr(choice.names, ==, "sda,sdb,mpatha");
    g_assert_true(has_note(&choice, "layers-mixed"));
    release(&choice);
}

static void
two_maps_over_disjoint_paths_are_told_by_the_data(void)
{
    /* dm-2 is a volume over both maps: adding it would count every I/O twice. */
    static const struct device devices[] = {{"sda", {9}, 0.01}, {"sdb", {1}, 1}, {"sdc", {2}, 1}, {"sdd", {3}, 1},
        {"sde", {4}, 1}, {"dm-0", {1, 3}, 1}, {"dm-1", {2, 4}, 1}, {"dm-2", {1, 2, 3, 4}, 1}};
    struct choice choice = choose(devices, G_N_ELEMENTS(devices), NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "dm-0,dm-1");
    g_assert_cmpint(role_in(&choice, "sdb"), ==, DEVICE_PATH);
    g_assert_cmpint(role_in(&choice, "sde"), ==, DEVICE_PATH);
    g_assert_cmpint(role_in(&choice, "sda"), ==, DEVICE_DISK);
    g_assert_cmpint(role_in(&choice, "dm-2"), ==, DEVICE_LVM);
    g_assert_true(has_note(&choice, "multipath-by-data"));
    release(&choice);
}

static void
equal_means_without_equal_samples_are_no_sum(void)
{
    /* dm-0 does as much as both disks on average, at other moments: a volume of something else. */
    static const struct device devices[] = {{"sda", {1}, 1}, {"sdb", {2}, 1}, {"dm-0", {3, 4}, 1}};
    struct choice choice = choose(devices, 3, NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "sda,sdb");
    g_assert_cmpint(role_in(&choice, "dm-0"), ==, DEVICE_LVM);
    release(&choice);
}

static void
maps_that_cannot_be_told_apart_are_told_together(void)
{
    /* Every path does the same at every moment: no path can be given to one map, all together add up. */
    static const struct device devices[] = {
        {"sda", {1}, 1}, {"sdb", {1}, 1}, {"sdc", {1}, 1}, {"sdd", {1}, 1}, {"dm-0", {1, 1}, 1}, {"dm-1", {1, 1}, 1}};
    struct choice choice = choose(devices, G_N_ELEMENTS(devices), NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "dm-0,dm-1");
    g_assert_cmpint(role_in(&choice, "sdd"), ==, DEVICE_PATH);
    release(&choice);
}

static void
volume_over_one_disk_leaves_the_disk(void)
{
    static const struct device devices[] = {
        {"sda", {1, 2}, 1}, {"sda1", {1, 2}, 1}, {"dm-0", {1}, 1}, {"vg-root", {2}, 1}};
    struct choice choice = choose(devices, 4, NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "sda");
    g_assert_cmpint(role_in(&choice, "dm-0"), ==, DEVICE_LVM);
    release(&choice);
}

static void
alias_over_its_paths_is_a_map(void)
{
    static const struct device devices[] = {{"sdb", {1}, 1}, {"sdc", {2}, 1}, {"oradata", {1, 2}, 1}};
    struct choice choice = choose(devices, 3, NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "oradata");
    g_assert_cmpint(role_in(&choice, "sdc"), ==, DEVICE_PATH);
    release(&choice);
}

static void
names_of_maps_are_believed(void)
{
    static const struct device devices[] = {
        {"sda", {1}, 0.02}, {"mpatha", {2}, 1}, {"mpathb", {3}, 1}, {"mpathc", {4}, 0}, {"mpatha1", {2}, 1}};
    struct choice choice = choose(devices, 5, NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "mpatha,mpathb");
    release(&choice);
}

static void
disks_beside_the_maps_are_told(void)
{
    static const struct device devices[] = {{"sda", {1}, 1}, {"sdb", {2}, 1}, {"sdc", {3}, 1}, {"mpatha", {1, 2}, 1}};
    struct choice choice = choose(devices, 4, NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "mpatha");
    g_assert_true(has_note(&choice, "disks-outside"));
    release(&choice);
}

static void
files_of_the_host_are_believed(void)
{
    static const char multipath[] = "mpatha (3600a098038303053) dm-0 NETAPP,LUN C-Mode\n"
                                    "size=5.0T features='0' hwhandler='1 alua' wp=rw\n"
                                    "`-+- policy='service-time 0' prio=50 status=active\n"
                                    "  |- 1:0:0:1 sdb 8:16 active ready running\n"
                                    "  `- 2:0:0:1 sdc 8:32 active ready running\n";
    static const struct device devices[] = {
        {"sda", {3}, 0.02}, {"sdb", {1}, 1}, {"sdc", {2}, 1}, {"dm-0", {5, 6}, 1}, {"dm-1", {5, 6}, 1}};
    g_autoptr(Host) host = host_new();
    g_assert_cmpuint(host_read_multipath(host, multipath, strlen(multipath), "multipath.txt"), >, 0);
    struct choice choice = choose(devices, 5, host, NULL);
    g_assert_cmpstr(choice.names, ==, "dm-0");
    g_assert_cmpint(role_in(&choice, "sdb"), ==, DEVICE_PATH);
    g_assert_cmpint(role_in(&choice, "dm-1"), ==, DEVICE_LVM);
    release(&choice);
    /* The log holds the paths only: they are its disks. */
    static const struct device paths[] = {{"sdb", {1}, 1}, {"sdc", {2}, 1}};
    choice = choose(paths, 2, host, NULL);
    g_assert_cmpstr(choice.names, ==, "sdb,sdc");
    release(&choice);
}

static void
lsblk_tells_maps_and_their_paths(void)
{
    static const char lsblk[] = "NAME     MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINT\n"
                                "sdb        8:16   0    5T  0 disk\n"
                                "└─orafs  253:0    0    5T  0 mpath /u02\n"
                                "sdc        8:32   0    5T  0 disk\n"
                                "└─orafs  253:0    0    5T  0 mpath /u02\n";
    static const struct device devices[] = {{"sdb", {1}, 1}, {"sdc", {2}, 1}, {"orafs", {7, 8}, 1}};
    g_autoptr(Host) host = host_new();
    g_assert_cmpuint(host_read_lsblk(host, lsblk, strlen(lsblk), "lsblk.txt"), >, 0);
    struct choice choice = choose(devices, 3, host, NULL);
    g_assert_cmpstr(choice.names, ==, "orafs");
    g_assert_cmpint(role_in(&choice, "sdc"), ==, DEVICE_PATH);
    release(&choice);
}

static void
one_layer_is_chosen_in_order(void)
{
    static const struct {
        struct device devices[4];
        const char *names;
    } cases[] = {
        {{{"sda", {1}, 1}, {"sdb", {1}, 1}, {"md0", {1, 1}, 1}}, "sda,sdb"},
        {{{"sda", {1}, 0}, {"md0", {1}, 1}, {"md1", {2}, 1}}, "md0,md1"},
        {{{"nvme0n1", {1}, 1}, {"nvme0n1p1", {1}, 1}, {"nvme0c0n1", {1}, 1}}, "nvme0n1"},
        {{{"sdb", {1}, 1}, {"sdc", {2}, 0.5}, {"bcache0", {3}, 1}}, "sdb,sdc"},
        {{{"loop0", {1}, 1}, {"sda", {1}, 0}}, "loop0"},
        {{{"sda1", {1}, 1}, {"sda2", {2}, 1}}, "sda1,sda2"},
        {{{"vg-a", {1}, 1}, {"vg-b", {2}, 1}}, "vg-a,vg-b"},
        {{{"dm-0", {1}, 1}}, "dm-0"},
        {{{"dm-0", {1}, 1}, {"dm-1", {2}, 1}, {"dm-2", {1, 2}, 1}}, "dm-0,dm-1"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        size_t n = 0;
        while (n < 4 && cases[i].devices[n].name)
            n++;
        struct choice choice = choose(cases[i].devices, n, NULL, NULL);
        g_assert_cmpstr(choice.names, ==, cases[i].names);
        release(&choice);
    }
}

static void
idle_logs_choose_disks_and_say_so(void)
{
    static const struct device devices[] = {{"dm-0", {1}, 0}, {"sda", {1}, 0}, {"sda1", {1}, 0}};
    struct choice choice = choose(devices, 3, NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "sda");
    g_assert_true(has_note(&choice, "all-idle"));
    release(&choice);
}

static void
no_device_is_an_error_note(void)
{
    struct choice choice = choose(NULL, 0, NULL, NULL);
    g_assert_cmpstr(choice.names, ==, "");
    g_assert_cmpuint(notes_count(choice.notes, NOTE_ERROR), ==, 1);
    release(&choice);
}

static void
mean_counts_missing_rows_as_nothing(void)
{
    struct capture *capture = capture_new("log", CAPTURE_TEXT, true);
    for (guint t = 0; t < 4; t++) {
        struct capture_report report = {.time_s = t, .since_boot = t == 0};
        capture_add_report(capture, &report);
        struct capture_row row;
        for (int c = 0; c < CAPTURE_VALUES; c++)
            row.value[c] = NAN;
        row.value[CAPTURE_IOPS] = 90;
        if (t < 2)
            capture_add_row(capture, capture_device_named(capture, "sda", 3), &row, t);
    }
    g_autoptr(GPtrArray) captures = g_ptr_array_new(), notes = notes_new();
    g_ptr_array_add(captures, capture);
    g_autoptr(Layer) layer = layer_choose(captures, NULL, NULL, notes);
    g_assert_cmpfloat(((struct layer_device *)g_ptr_array_index(layer->devices, 0))->iops, ==, 30);
    g_assert_true(layer_holds(layer, "sda"));
    g_assert_false(layer_holds(layer, "sdb"));
    capture_free(capture);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/devices/globs_win_over_every_rule", globs_win_over_every_rule);
    g_test_add_func("/devices/two_maps_over_disjoint_paths_are_told_by_the_data",
        two_maps_over_disjoint_paths_are_told_by_the_data);
    g_test_add_func(
        "/devices/equal_means_without_equal_samples_are_no_sum", equal_means_without_equal_samples_are_no_sum);
    g_test_add_func(
        "/devices/maps_that_cannot_be_told_apart_are_told_together", maps_that_cannot_be_told_apart_are_told_together);
    g_test_add_func("/devices/volume_over_one_disk_leaves_the_disk", volume_over_one_disk_leaves_the_disk);
    g_test_add_func("/devices/alias_over_its_paths_is_a_map", alias_over_its_paths_is_a_map);
    g_test_add_func("/devices/names_of_maps_are_believed", names_of_maps_are_believed);
    g_test_add_func("/devices/disks_beside_the_maps_are_told", disks_beside_the_maps_are_told);
    g_test_add_func("/devices/files_of_the_host_are_believed", files_of_the_host_are_believed);
    g_test_add_func("/devices/lsblk_tells_maps_and_their_paths", lsblk_tells_maps_and_their_paths);
    g_test_add_func("/devices/one_layer_is_chosen_in_order", one_layer_is_chosen_in_order);
    g_test_add_func("/devices/idle_logs_choose_disks_and_say_so", idle_logs_choose_disks_and_say_so);
    g_test_add_func("/devices/no_device_is_an_error_note", no_device_is_an_error_note);
    g_test_add_func("/devices/mean_counts_missing_rows_as_nothing", mean_counts_missing_rows_as_nothing);
    return g_test_run();
}
