#include "error.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* These take the place of the C library's: a file system without exchange, a disk that fails. */
static bool no_rename_flags, disk_fails;

int
renameat2(int old_folder, const char *old, int new_folder, const char *new, unsigned flags)
{
    if (no_rename_flags && flags != 0) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_renameat2, old_folder, old, new_folder, new, flags);
}

int
fsync(int fd)
{
    if (disk_fails) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, fd);
}

struct place {
    char *folder; /* a scratch folder */
    char *target; /* "report" in it */
};

static void
place_up(struct place *place, const void *unused)
{
    place->folder = g_dir_make_tmp("iosizer-output-XXXXXX", NULL);
    place->target = g_build_filename(place->folder, "report", NULL);
    no_rename_flags = disk_fails = false;
}

static void
remove_tree(const char *path)
{
    GDir *stream = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; stream && (name = g_dir_read_name(stream)) != NULL;) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        remove_tree(inner);
    }
    if (stream)
        g_dir_close(stream);
    remove(path);
}

static void
place_down(struct place *place, const void *unused)
{
    disk_fails = false;
    remove_tree(place->folder);
    g_free(place->folder);
    g_free(place->target);
}

static void
put(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void
assert_holds(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL), *seen = NULL;
    g_assert_true(g_file_get_contents(path, &seen, NULL, NULL));
    g_assert_cmpstr(seen, ==, text);
}

static void
assert_absent(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

/* How many entries a folder has, hidden ones too: no temporary folder may stay behind. */
static void
assert_entries(const char *folder, guint expected)
{
    GDir *stream = g_dir_open(folder, 0, NULL);
    guint count = 0;
    while (g_dir_read_name(stream))
        count++;
    g_dir_close(stream);
    g_assert_cmpuint(count, ==, expected);
}

static void
add(struct output *output, const char *name, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(output_add(output, name, text, strlen(text), &error));
    g_assert_no_error(error);
}

/* Writes report.md with `text`, and `second` where it is not NULL. */
static bool
write_report(const char *target, const char *text, const char *second, GError **error)
{
    g_autoptr(Output) output = output_begin(target, error);
    if (!output)
        return false;
    if (second && !output_add(output, second, "x", 1, error))
        return false;
    return output_add(output, "report.md", text, strlen(text), error) && output_commit(output, error);
}

static void
assert_written(const char *target, const char *text, const char *second)
{
    g_autoptr(GError) error = NULL;
    bool written = write_report(target, text, second, &error);
    g_assert_no_error(error);
    g_assert_true(written);
}

static void
assert_refused(const char *target, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(write_report(target, "new", NULL, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT);
    if (!strstr(error->message, message))
        g_error("'%s' is not in '%s'", message, error->message);
}

static void
test_manifest_is_sorted_sums(struct place *place, const void *unused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Output) output = output_begin(place->target, &error);
    g_assert_no_error(error);
    add(output, "report.md", "abc");
    add(output, "charts/b.svg", "");
    add(output, "charts/a.svg", "abc");
    assert_absent(place->folder, "report");
    g_assert_true(output_commit(output, &error));
    assert_holds(place->target, ".iosizer",
        "iosizer-output 2\n"
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  charts/a.svg\n"
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  charts/b.svg\n"
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  report.md\n");
    assert_holds(place->target, "charts/a.svg", "abc");
    assert_entries(place->folder, 1);
}

static void
test_own_folder_is_replaced(struct place *place, const void *unused)
{
    assert_written(place->target, "old", "charts/gone.svg");
    g_chmod(place->target, 0750);
    g_autofree char *slashed = g_strconcat(place->target, "//", NULL);
    assert_written(slashed, "new", "kept.csv");
    assert_holds(place->target, "report.md", "new");
    assert_absent(place->target, "charts");
    assert_entries(place->target, 3);
    assert_entries(place->folder, 1);
    struct stat info;
    g_assert_cmpint(stat(place->target, &info), ==, 0);
    g_assert_cmpint(info.st_mode & 0777, ==, 0750);
}

static void
test_own_folder_is_replaced_without_exchange(struct place *place, const void *unused)
{
    no_rename_flags = true;
    assert_written(place->target, "old", "charts/gone.svg");
    assert_written(place->target, "new", NULL);
    assert_holds(place->target, "report.md", "new");
    assert_absent(place->target, "charts");
    assert_entries(place->folder, 1);
}

static void
test_empty_folder_is_taken(struct place *place, const void *unused)
{
    g_assert_cmpint(g_mkdir(place->target, 0755), ==, 0);
    assert_written(place->target, "new", NULL);
    assert_holds(place->target, "report.md", "new");
    assert_entries(place->folder, 1);
}

static void
test_foreign_folder_is_refused(struct place *place, const void *unused)
{
    g_assert_cmpint(g_mkdir(place->target, 0755), ==, 0);
    put(place->target, "thesis.tex", "years");
    assert_refused(place->target, "was not written by iosizer");
    assert_holds(place->target, "thesis.tex", "years");
    assert_entries(place->target, 1);
    assert_entries(place->folder, 1);
}

static void
test_forged_manifests_are_refused(struct place *place, const void *unused)
{
#define SUM "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    static const char *const forged[] = {"", "iosizer-output 1", "iosizer-output 3\n", "iosizer-output 1\n" SUM "  a",
        "iosizer-output 1\n" SUM "  ../a\n", "iosizer-output 1\n" SUM "  /a\n", "iosizer-output 1\n" SUM " a\n",
        "iosizer-output 1\nba78  a\n", "iosizer-output 1\n" SUM "  a/b/c\n", "iosizer-output 1\n" SUM "  \n"};
    g_assert_cmpint(g_mkdir(place->target, 0755), ==, 0);
    put(place->folder, "a", "abc");
    put(place->target, "a", "abc");
    for (size_t i = 0; i < G_N_ELEMENTS(forged); i++) {
        put(place->target, ".iosizer", forged[i]);
        assert_refused(place->target, "no valid .iosizer");
    }
    put(place->target, ".iosizer", "iosizer-output 1\n" SUM "  a\n");
    assert_written(place->target, "new", NULL);
    assert_holds(place->folder, "a", "abc");
#undef SUM
}

static void
test_added_files_are_refused_by_name(struct place *place, const void *unused)
{
    assert_written(place->target, "old", "charts/a.svg");
    put(place->target, "remarks.txt", "mine");
    assert_refused(place->target, "remarks.txt is not ours");
    assert_holds(place->target, "remarks.txt", "mine");
    assert_holds(place->target, "report.md", "old");
    g_autofree char *remarks = g_build_filename(place->target, "remarks.txt", NULL);
    g_assert_cmpint(g_unlink(remarks), ==, 0);

    put(place->target, "charts/mine.svg", "mine");
    assert_refused(place->target, "charts/mine.svg is not ours");
    assert_entries(place->folder, 1);
    assert_holds(place->target, "charts/mine.svg", "mine");
}

static void
test_changed_file_is_refused_and_missing_is_not(struct place *place, const void *unused)
{
    assert_written(place->target, "old", "charts/a.svg");
    put(place->target, "report.md", "old, with remarks of a day's work");
    assert_refused(place->target, "report.md was changed since it was written");
    assert_holds(place->target, "report.md", "old, with remarks of a day's work");
    g_autofree char *report = g_build_filename(place->target, "report.md", NULL);
    g_assert_cmpint(g_unlink(report), ==, 0);
    assert_written(place->target, "new", NULL);
}

static void
test_links_within_are_not_followed(struct place *place, const void *unused)
{
    assert_written(place->target, "old", "charts/a.svg");
    g_autofree char *report = g_build_filename(place->target, "report.md", NULL);
    put(place->folder, "outside.md", "old");
    g_assert_cmpint(g_unlink(report), ==, 0);
    g_assert_cmpint(symlink("../outside.md", report), ==, 0);
    assert_refused(place->target, "report.md was changed");
    g_assert_cmpint(g_unlink(report), ==, 0);

    g_autofree char *charts = g_build_filename(place->target, "charts", NULL);
    g_autofree char *moved = g_build_filename(place->folder, "moved", NULL);
    g_assert_cmpint(rename(charts, moved), ==, 0);
    g_assert_cmpint(symlink("../moved", charts), ==, 0);
    assert_refused(place->target, "charts is not ours");
    assert_holds(moved, "a.svg", "x");
}

static void
test_fifo_in_the_folder_does_not_hang(struct place *place, const void *unused)
{
    g_assert_cmpint(g_mkdir(place->target, 0755), ==, 0);
    g_autofree char *fifo = g_build_filename(place->target, ".iosizer", NULL);
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    assert_refused(place->target, "no valid .iosizer");
}

static void
test_file_and_link_targets_are_refused(struct place *place, const void *unused)
{
    put(place->folder, "report", "a file");
    assert_refused(place->target, "is not a folder");
    assert_holds(place->folder, "report", "a file");

    g_autofree char *link = g_build_filename(place->folder, "link", NULL), *inside = g_strconcat(link, "/", NULL);
    g_assert_cmpint(symlink("nowhere", link), ==, 0);
    assert_refused(link, "is a symbolic link");
    assert_refused(inside, "is a symbolic link");
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
    assert_entries(place->folder, 2);
}

static void
test_unusable_paths_are_refused(struct place *place, const void *unused)
{
    static const char *const path[] = {"", ".", "..", "/", "//", "a/..", "a/.", "/tmp/."};
    for (size_t i = 0; i < G_N_ELEMENTS(path); i++)
        assert_refused(path[i], "cannot be replaced");
}

static void
test_parent_that_cannot_be_written(struct place *place, const void *unused)
{
    put(place->folder, "file", "");
    g_autofree char *missing = g_build_filename(place->folder, "missing", "report", NULL);
    g_autofree char *below_file = g_build_filename(place->folder, "file", "report", NULL);
    assert_refused(missing, "cannot open the folder");
    assert_refused(below_file, "Not a directory");
    assert_refused("/proc/iosizer-report", "cannot make a folder in /proc");
    assert_entries(place->folder, 1);
}

static void
test_names_are_checked(struct place *place, const void *unused)
{
    static const char *const bad[] = {
        "", ".", "..", "/etc/passwd", "../x", "a/../b", "a/b/c", "a/", "/", ".iosizer", "a//b", "a\nb", "twice"};
    g_autoptr(GError) error = NULL;
    g_autoptr(Output) output = output_begin(place->target, &error);
    g_assert_no_error(error);
    add(output, "twice", "x");
    add(output, "..a/..b", "x");
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_assert_false(output_add(output, bad[i], "x", 1, &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL);
        g_clear_error(&error);
    }
    g_autofree char *long_name = g_strnfill(300, 'a');
    g_assert_false(output_add(output, long_name, "x", 1, NULL));
}

static void
test_uncommitted_leaves_nothing(struct place *place, const void *unused)
{
    assert_written(place->target, "old", NULL);
    g_autoptr(GError) error = NULL;
    struct output *output = output_begin(place->target, &error);
    add(output, "charts/a.svg", "x");
    assert_entries(place->folder, 2);
    output_free(output);
    output_free(NULL);
    assert_entries(place->folder, 1);
    assert_holds(place->target, "report.md", "old");
}

static void
test_failed_writes_leave_the_old_folder(struct place *place, const void *unused)
{
    assert_written(place->target, "old", NULL);
    disk_fails = true;
    assert_refused(place->target, "cannot write report.md: Input/output error");
    disk_fails = false;

    g_autoptr(GError) error = NULL;
    struct output *output = output_begin(place->target, &error);
    struct rlimit before, small = {.rlim_cur = 10};
    g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &before), ==, 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &small), ==, 0);
    bool added = output_add(output, "big", "0123456789abcdef", 16, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    g_assert_false(added);
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT);
    g_assert_nonnull(strstr(error->message, "cannot write big: File too large"));
    output_free(output);
    assert_entries(place->folder, 1);
    assert_holds(place->target, "report.md", "old");
}

static void
test_late_file_is_not_lost(struct place *place, const void *unused)
{
    for (int existing = 0; existing < 2; existing++) {
        if (existing)
            assert_written(place->target, "old", NULL);
        g_autoptr(GError) error = NULL;
        struct output *output = output_begin(place->target, &error);
        add(output, "report.md", "new");
        g_mkdir(place->target, 0755);
        put(place->target, "late.txt", "mine");
        g_assert_false(output_commit(output, &error));
        g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT);
        output_free(output);
        assert_holds(place->target, "late.txt", "mine");
        assert_entries(place->folder, 1);
        remove_tree(place->target);
    }
}

static void
test_long_target_name(struct place *place, const void *unused)
{
    g_autofree char *name = g_strnfill(255, 'r'), *target = g_build_filename(place->folder, name, NULL);
    assert_written(target, "old", NULL);
    no_rename_flags = true;
    assert_written(target, "new", NULL);
    assert_holds(target, "report.md", "new");
    assert_entries(place->folder, 1);
}

static void
test_kept_texts_come_back_while_the_folder_is_whole(struct place *place, const void *unused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Output) output = output_begin(place->target, &error);
    add(output, "report.md", "abc");
    add(output, "charts/a.svg", "abc");
    output_keep(output, "made-of", "12ab: and more");
    g_assert_true(output_commit(output, &error));
    g_autofree char *kept = output_kept(place->target, "made-of");
    g_assert_cmpstr(kept, ==, "12ab: and more");
    g_assert_null(output_kept(place->target, "made"));
    g_autofree char *chart = g_build_filename(place->target, "charts", "a.svg", NULL);
    put(place->target, "charts/a.svg", "abd");
    g_assert_null(output_kept(place->target, "made-of"));
    g_assert_cmpint(g_unlink(chart), ==, 0);
    g_assert_null(output_kept(place->target, "made-of"));
    put(place->target, "charts/a.svg", "abc");
    put(place->target, "mine.txt", "");
    g_assert_null(output_kept(place->target, "made-of"));
}

static void
test_abandoned_group_leaves_old_folders_and_no_temporary(struct place *place, const void *unused)
{
    assert_written(place->target, "old", NULL);
    g_autoptr(GError) error = NULL;
    struct output_group *group = output_group_new();
    g_autofree char *other = g_build_filename(place->folder, "other", NULL);
    struct output *first = output_begin_in(group, place->target, &error);
    struct output *second = output_begin_in(group, other, &error);
    add(first, "charts/a.svg", "new");
    add(second, "report.md", "new");
    assert_entries(place->folder, 3);
    output_group_abandon(group);
    assert_entries(place->folder, 1);
    assert_holds(place->target, "report.md", "old");
    g_assert_false(output_add(first, "report.md", "new", 3, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERRUPTED);
    g_clear_error(&error);
    g_assert_false(output_commit(second, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERRUPTED);
    g_clear_error(&error);
    g_assert_null(output_begin_in(group, other, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERRUPTED);
    output_free(first);
    output_free(second);
    output_group_free(group);
    assert_entries(place->folder, 1);
}

static void
test_committed_output_of_a_group_stays(struct place *place, const void *unused)
{
    g_autoptr(GError) error = NULL;
    struct output_group *group = output_group_new();
    struct output *output = output_begin_in(group, place->target, &error);
    add(output, "report.md", "new");
    g_assert_true(output_commit(output, &error));
    output_group_abandon(group);
    assert_holds(place->target, "report.md", "new");
    output_free(output);
    output_group_free(group);
}

/* A folder `name` in the scratch folder with a file in it. */
static void
leave(const struct place *place, const char *name)
{
    g_autofree char *path = g_build_filename(place->folder, name, NULL);
    g_assert_cmpint(g_mkdir(path, 0755), ==, 0);
    put(path, "report.md", "half");
}

#define DEAD "999999999" /* beyond the largest number of a process */

/* A process that is called as this one, and waits to be killed. */
static pid_t
another_writer(void)
{
    pid_t child = fork();
    g_assert_cmpint(child, >=, 0);
    while (child == 0)
        pause();
    return child;
}

static void
test_only_folders_of_dead_processes_are_stale(struct place *place, const void *unused)
{
    pid_t writer = another_writer();
    g_autofree char *alive = g_strdup_printf(".report.iosizer-%ld-0", (long)writer);
    const char *const kept[] = {alive, ".report.iosizer-" DEAD, ".report.iosizer-" DEAD "-x",
        "report.iosizer-" DEAD "-0", ".iosizer-" DEAD "-0", ".report.iosizer-9" DEAD "-0"};
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
        leave(place, kept[i]);
    leave(place, ".report.iosizer-" DEAD "-0");
    leave(place, ".other.iosizer-" DEAD "-1");
    output_remove_stale(place->folder, "report");
    assert_absent(place->folder, ".report.iosizer-" DEAD "-0");
    assert_entries(place->folder, G_N_ELEMENTS(kept) + 1);
    output_remove_stale(place->folder, NULL);
    assert_entries(place->folder, G_N_ELEMENTS(kept));
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    output_remove_stale(place->folder, "report");
    assert_entries(place->folder, G_N_ELEMENTS(kept) - 1);
}

/* In a container the numbers of processes come round: that of a killed run is this one's, or that of another program.
 */
static void
test_folder_with_a_number_in_use_again_is_stale(struct place *place, const void *unused)
{
    g_autofree char *own = g_strdup_printf(".report.iosizer-%ld-0", (long)getpid());
    leave(place, own);
    output_remove_stale(place->folder, "report");
    assert_entries(place->folder, 0);
    pid_t other = fork();
    g_assert_cmpint(other, >=, 0);
    if (other == 0) {
        prctl(PR_SET_NAME, "not-a-writer");
        pause();
    }
    g_autofree char *comm = g_strdup_printf("/proc/%ld/comm", (long)other);
    for (char *name = NULL; g_file_get_contents(comm, &name, NULL, NULL); g_free(name))
        if (strcmp(name, "not-a-writer\n") == 0) {
            g_free(name);
            break;
        }
    g_autofree char *reused = g_strdup_printf(".report.iosizer-%ld-0", (long)other);
    leave(place, reused);
    output_remove_stale(place->folder, "report");
    assert_entries(place->folder, 0);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
}

static void
test_read_only_folder_is_replaced(struct place *place, const void *unused)
{
    assert_written(place->target, "old", NULL);
    g_assert_cmpint(g_chmod(place->target, 0555), ==, 0);
    assert_written(place->target, "new", NULL);
    assert_holds(place->target, "report.md", "new");
    assert_entries(place->folder, 1);
    struct stat info;
    g_assert_cmpint(g_stat(place->target, &info), ==, 0);
    g_assert_cmpint(info.st_mode & 0777, ==, 0555);
}

enum { WRITERS = 8, ROUNDS = 40 };

static void *
write_many(void *data)
{
    const struct place *place = data;
    for (int i = 0; i < ROUNDS; i++)
        assert_written(place->target, "same", NULL);
    return NULL;
}

static void
test_many_writers_replace_one_folder(struct place *place, const void *unused)
{
    GThread *thread[WRITERS];
    for (int i = 0; i < WRITERS; i++)
        thread[i] = g_thread_new("writer", write_many, place);
    for (int i = 0; i < WRITERS; i++)
        g_thread_join(thread[i]);
    assert_holds(place->target, "report.md", "same");
    assert_entries(place->folder, 1);
}

static void
test_messages_show_names_printable(struct place *place, const void *unused)
{
    g_autofree char *path = g_build_filename(place->folder, "none", "a\nb\xff", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_null(output_begin(path, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT);
    g_assert_nonnull(strstr(error->message, "none/a\\x0ab\\xff: cannot open the folder"));
}

/* Another machine that shares the folder has processes of its own: its lock tells. */
static void
test_locked_folder_is_not_stale(struct place *place, const void *unused)
{
    leave(place, ".report.iosizer-" DEAD "-0");
    g_autofree char *path = g_build_filename(place->folder, ".report.iosizer-" DEAD "-0", NULL);
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    g_assert_cmpint(flock(folder, LOCK_EX), ==, 0);
    output_remove_stale(place->folder, "report");
    assert_holds(path, "report.md", "half");
    close(folder);
    output_remove_stale(place->folder, "report");
    assert_entries(place->folder, 0);
}

static void
test_stale_folder_with_links_and_pipes_stays(struct place *place, const void *unused)
{
    put(place->folder, "mine.txt", "mine");
    leave(place, ".report.iosizer-" DEAD "-0");
    g_autofree char *link = g_build_filename(place->folder, ".report.iosizer-" DEAD "-0", "link", NULL);
    g_assert_cmpint(symlink("../mine.txt", link), ==, 0);
    output_remove_stale(place->folder, NULL);
    assert_holds(place->folder, "mine.txt", "mine");
    assert_entries(place->folder, 2);
}

static void
test_report_put_aside_comes_back(struct place *place, const void *unused)
{
    assert_written(place->target, "old", NULL);
    g_autofree char *aside = g_build_filename(place->folder, ".report.iosizer-old-" DEAD "-0", NULL);
    g_assert_cmpint(g_rename(place->target, aside), ==, 0);
    output_remove_stale(place->folder, "report");
    assert_holds(place->target, "report.md", "old");
    assert_entries(place->folder, 1);
    /* Where the new one is in place, the old one goes. */
    assert_written(aside, "older", NULL);
    output_remove_stale(place->folder, "report");
    assert_holds(place->target, "report.md", "old");
    assert_entries(place->folder, 1);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const struct {
        const char *path;
        void (*run)(struct place *, const void *);
    } tests[] = {
        {"/output/folder_with_a_number_in_use_again_is_stale", test_folder_with_a_number_in_use_again_is_stale},
        {"/output/read_only_folder_is_replaced", test_read_only_folder_is_replaced},
        {"/output/many_writers_replace_one_folder", test_many_writers_replace_one_folder},
        {"/output/messages_show_names_printable", test_messages_show_names_printable},
        {"/output/manifest_is_sorted_sums", test_manifest_is_sorted_sums},
        {"/output/own_folder_is_replaced", test_own_folder_is_replaced},
        {"/output/own_folder_is_replaced_without_exchange", test_own_folder_is_replaced_without_exchange},
        {"/output/empty_folder_is_taken", test_empty_folder_is_taken},
        {"/output/foreign_folder_is_refused", test_foreign_folder_is_refused},
        {"/output/forged_manifests_are_refused", test_forged_manifests_are_refused},
        {"/output/added_files_are_refused_by_name", test_added_files_are_refused_by_name},
        {"/output/changed_file_is_refused_and_missing_is_not", test_changed_file_is_refused_and_missing_is_not},
        {"/output/links_within_are_not_followed", test_links_within_are_not_followed},
        {"/output/fifo_in_the_folder_does_not_hang", test_fifo_in_the_folder_does_not_hang},
        {"/output/file_and_link_targets_are_refused", test_file_and_link_targets_are_refused},
        {"/output/unusable_paths_are_refused", test_unusable_paths_are_refused},
        {"/output/parent_that_cannot_be_written", test_parent_that_cannot_be_written},
        {"/output/names_are_checked", test_names_are_checked},
        {"/output/uncommitted_leaves_nothing", test_uncommitted_leaves_nothing},
        {"/output/failed_writes_leave_the_old_folder", test_failed_writes_leave_the_old_folder},
        {"/output/late_file_is_not_lost", test_late_file_is_not_lost},
        {"/output/long_target_name", test_long_target_name},
        {"/output/kept_texts_come_back_while_the_folder_is_whole", test_kept_texts_come_back_while_the_folder_is_whole},
        {"/output/abandoned_group_leaves_old_folders_and_no_temporary",
            test_abandoned_group_leaves_old_folders_and_no_temporary},
        {"/output/committed_output_of_a_group_stays", test_committed_output_of_a_group_stays},
        {"/output/only_folders_of_dead_processes_are_stale", test_only_folders_of_dead_processes_are_stale},
        {"/output/locked_folder_is_not_stale", test_locked_folder_is_not_stale},
        {"/output/stale_folder_with_links_and_pipes_stays", test_stale_folder_with_links_and_pipes_stays},
        {"/output/report_put_aside_comes_back", test_report_put_aside_comes_back},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add(tests[i].path, struct place, NULL, place_up, tests[i].run, place_down);
    return g_test_run();
}
