#include "output_private.h"

#include "error.h"
#include "output_folder.h"
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Two runs of one process, or of two, must not share a temporary folder. */
enum { MAX_TEMPORARY_TRIES = 1000, MAX_PLACING_TRIES = 100 };

struct output {
    char *path;      /* as messages call the target */
    char *name;      /* of the target in its parent */
    char *temporary; /* name in the parent; NULL once committed */
    int parent, folder;
    output_check check; /* NULL: none */
    const void *check_data;
    GHashTable *files;          /* name -> SHA-256 in hex */
    GHashTable *kept;           /* name -> text */
    struct output_group *group; /* borrowed; NULL: none */
};

/* errno stays. */
static bool
fail(const struct output *output, GError **error, const char *what, const char *name)
{
    int number = errno;
    g_autofree char *shown = source_printable(name);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "%s: cannot %s %s: %s", output->path, what, shown,
        g_strerror(number));
    errno = number;
    return false;
}

/* Target and parent. */

static bool
split_path(struct output *output, const char *directory, char **parent, GError **error)
{
    g_autofree char *trimmed = g_strdup(directory);
    for (size_t len = strlen(trimmed); len > 1 && trimmed[len - 1] == '/'; len--)
        trimmed[len - 1] = '\0';
    output->path = source_printable(trimmed);
    output->name = g_path_get_basename(trimmed);
    *parent = g_path_get_dirname(trimmed);
    if (*trimmed && strcmp(output->name, ".") != 0 && strcmp(output->name, "..") != 0 && strcmp(output->name, "/") != 0)
        return true;
    g_set_error(
        error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "'%s' cannot be replaced: name a folder below it", output->path);
    return false;
}

static bool
target_exists(const struct output *output)
{
    struct stat info;
    return fstatat(output->parent, output->name, &info, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT;
}

/* A name in the parent that nobody has: `make` gives 0, or -1 and errno. */
static char *
unused_name(const struct output *output, const char *infix)
{
    g_autofree char *stem = g_strndup(output->name, OUTPUT_MAX_STEM);
    for (unsigned i = 0; i < MAX_TEMPORARY_TRIES; i++) {
        g_autofree char *name = g_strdup_printf(".%s" OUTPUT_INFIX "%s%ld-%u", stem, infix, (long)getpid(), i);
        if (mkdirat(output->parent, name, 0777) == 0)
            return g_steal_pointer(&name);
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

/* The new folder is as open to others as the one that it replaces. */
static void
copy_mode(const struct output *output)
{
    struct stat info;
    if (fstatat(output->parent, output->name, &info, AT_SYMLINK_NOFOLLOW) == 0)
        fchmod(output->folder, info.st_mode & 0777);
}

static bool
open_folders(struct output *output, const char *parent, GError **error)
{
    output->parent = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (output->parent < 0)
        return fail(output, error, "open the folder", parent);
    if (target_exists(output) && !output_folder_is_ours(output->parent, output->name, output->path, error))
        return false;
    output->temporary = unused_name(output, "");
    if (!output->temporary)
        return fail(output, error, "make a folder in", parent);
    output->folder = openat(output->parent, output->temporary, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (output->folder < 0)
        return fail(output, error, "open the folder", output->temporary);
    /* Tells output_remove_stale of another run that the folder is in use; not every file system can. */
    (void)flock(output->folder, LOCK_EX | LOCK_NB);
    return true;
}

struct output *
output_begin_in(struct output_group *group, const char *directory, GError **error)
{
    if (!output_group_enter(group, error))
        return NULL;
    struct output *output = g_new0(struct output, 1);
    output->parent = output->folder = -1;
    output->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    output->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    output->group = group;
    g_autofree char *parent = NULL;
    bool good = split_path(output, directory, &parent, error) && open_folders(output, parent, error);
    if (output->temporary)
        output_group_add(group, output);
    output_group_leave(group);
    if (!good)
        g_clear_pointer(&output, output_free);
    return output;
}

struct output *
output_begin(const char *directory, GError **error)
{
    return output_begin_in(NULL, directory, error);
}

void
output_keep(struct output *output, const char *name, const char *text)
{
    g_assert(!strchr(text, '\n') && !strpbrk(name, " :\n"));
    g_hash_table_insert(output->kept, g_strdup(name), g_strdup(text));
}

/* Files. */

static bool
write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t wrote = write(fd, bytes, len);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0) {
            errno = wrote == 0 ? ENOSPC : errno;
            return false;
        }
        bytes += wrote;
        len -= (size_t)wrote;
    }
    return true;
}

static bool
make_folder_of(const struct output *output, const char *name)
{
    const char *slash = strchr(name, '/');
    if (!slash)
        return true;
    g_autofree char *folder = g_strndup(name, (size_t)(slash - name));
    return mkdirat(output->folder, folder, 0777) == 0 || errno == EEXIST;
}

static bool
write_file(const struct output *output, const char *name, const void *bytes, size_t len, GError **error)
{
    int fd = make_folder_of(output, name)
                 ? openat(output->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666)
                 : -1;
    if (fd < 0)
        return fail(output, error, "create", name);
    bool ok = write_all(fd, bytes, len) && fsync(fd) == 0;
    int number = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        number = errno;
    }
    errno = number;
    return ok || fail(output, error, "write", name);
}

void
output_set_check(struct output *output, output_check check, const void *data)
{
    output->check = check;
    output->check_data = data;
}

static bool
add(struct output *output, const char *name, const void *bytes, size_t len, GError **error)
{
    if (!output->temporary || !output_name_is_valid(name) || g_hash_table_contains(output->files, name)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "%s: '%s' is not a name for a new output file",
            output->path, name);
        return false;
    }
    if (output->check && !output->check(name, bytes, len, output->check_data, error))
        return false;
    /* Known before it is written: half a file is removed with the rest. */
    g_hash_table_insert(output->files, g_strdup(name), g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, len));
    return write_file(output, name, bytes, len, error);
}

bool
output_add(struct output *output, const char *name, const void *bytes, size_t len, GError **error)
{
    if (!output_group_enter(output->group, error))
        return false;
    bool good = add(output, name, bytes, len, error);
    output_group_leave(output->group);
    return good;
}

/* Committing. */

static char *
manifest_of(const struct output *output)
{
    g_autoptr(GList) kept = g_list_sort(g_hash_table_get_keys(output->kept), (GCompareFunc)strcmp);
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(output->files), (GCompareFunc)strcmp);
    GString *out = g_string_new(OUTPUT_MANIFEST_FORMAT);
    for (const GList *at = kept; at; at = at->next)
        g_string_append_printf(
            out, "%s: %s\n", (const char *)at->data, (const char *)g_hash_table_lookup(output->kept, at->data));
    for (const GList *at = names; at; at = at->next)
        g_string_append_printf(
            out, "%s  %s\n", (const char *)g_hash_table_lookup(output->files, at->data), (const char *)at->data);
    return g_string_free(out, FALSE);
}

static bool
sync_folders(const struct output *output, GError **error)
{
    GHashTableIter iter;
    void *name;
    g_hash_table_iter_init(&iter, output->files);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        const char *slash = strchr(name, '/');
        if (!slash)
            continue;
        g_autofree char *folder = g_strndup(name, (size_t)(slash - (const char *)name));
        int fd = openat(output->folder, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        bool ok = fd >= 0 && fsync(fd) == 0;
        int number = errno;
        if (fd >= 0)
            close(fd);
        errno = number;
        if (!ok)
            return fail(output, error, "sync", folder);
    }
    return fsync(output->folder) == 0 || fail(output, error, "sync", output->temporary);
}

static bool
lacks_flags(int number)
{
    return number == EINVAL || number == ENOSYS || number == ENOTSUP;
}

/* The target is not there: the new folder takes its name, unless somebody else did meanwhile. */
static bool
place_new(const struct output *output, GError **error)
{
    if (renameat2(output->parent, output->temporary, output->parent, output->name, RENAME_NOREPLACE) == 0)
        return true;
    /* Plain rename replaces an empty folder at most, and fails over a file. */
    if (lacks_flags(errno) && renameat(output->parent, output->temporary, output->parent, output->name) == 0)
        return true;
    return fail(output, error, "rename the new folder to", output->name);
}

/* For file systems without exchange: the old folder is put aside and comes back if the new one cannot take its place.
 * `*old` is the name that it has then. */
static bool
replace_in_two_steps(const struct output *output, char **old, GError **error)
{
    *old = unused_name(output, OUTPUT_ASIDE);
    if (!*old)
        return fail(output, error, "make a folder beside", output->name);
    if (renameat(output->parent, output->name, output->parent, *old) != 0) {
        fail(output, error, "put aside", output->name);
        unlinkat(output->parent, *old, AT_REMOVEDIR);
        return false;
    }
    if (renameat(output->parent, output->temporary, output->parent, output->name) == 0)
        return true;
    fail(output, error, "rename the new folder to", output->name);
    renameat(output->parent, *old, output->parent, output->name);
    return false;
}

/* Exchanges the folders; `*old` is the name that the old one has then. */
static bool
replace(const struct output *output, char **old, GError **error)
{
    if (renameat2(output->parent, output->temporary, output->parent, output->name, RENAME_EXCHANGE) == 0) {
        *old = g_strdup(output->temporary);
        return true;
    }
    if (lacks_flags(errno))
        return replace_in_two_steps(output, old, error);
    return fail(output, error, "exchange the new folder with", output->name);
}

static bool
remove_old(const struct output *output, const char *old, GError **error)
{
    if (output_folder_remove_ours(output->parent, old))
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT,
        "%s: the new report is there, but the old one could not be removed from %s beside it", output->path, old);
    return false;
}

/* Another run may put its report there, or take it away, between the look at the target and the renaming. */
static bool
put_in_place(const struct output *output, char **old, GError **error)
{
    for (unsigned i = 0; i < MAX_PLACING_TRIES; i++) {
        bool exists = target_exists(output);
        g_clear_error(error);
        /* Looked at again: files may have come into it since output_begin. */
        if (exists && !output_folder_is_ours(output->parent, output->name, output->path, error))
            return false;
        if (exists)
            copy_mode(output);
        if (exists ? replace(output, old, error) : place_new(output, error))
            return true;
        if (errno != (exists ? ENOENT : EEXIST))
            return false;
    }
    return false;
}

static bool
commit(struct output *output, GError **error)
{
    g_autofree char *manifest = manifest_of(output), *old = NULL;
    if (!write_file(output, OUTPUT_MANIFEST, manifest, strlen(manifest), error) || !sync_folders(output, error))
        return false;
    if (!put_in_place(output, &old, error))
        return false;
    g_clear_pointer(&output->temporary, g_free);
    output_group_remove(output->group, output);
    /* Some file systems cannot sync a folder; the new one is in place all the same. */
    fsync(output->parent);
    return !old || remove_old(output, old, error);
}

bool
output_commit(struct output *output, GError **error)
{
    if (!output_group_enter(output->group, error))
        return false;
    bool good = commit(output, error);
    output_group_leave(output->group);
    return good;
}

void
output_remove_temporary(struct output *output)
{
    if (output->temporary)
        output_folder_remove(output->parent, output->temporary, output->files);
    g_clear_pointer(&output->temporary, g_free);
}

void
output_free(struct output *output)
{
    if (!output)
        return;
    if (output_group_enter(output->group, NULL)) {
        output_group_remove(output->group, output);
        output_remove_temporary(output);
        output_group_leave(output->group);
    }
    if (output->folder >= 0)
        close(output->folder);
    if (output->parent >= 0)
        close(output->parent);
    g_hash_table_unref(output->files);
    g_hash_table_unref(output->kept);
    g_free(output->temporary);
    g_free(output->name);
    g_free(output->path);
    g_free(output);
}
