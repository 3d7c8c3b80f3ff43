#include "batch_folder.h"

#include "error.h"
#include "output_folder.h"
#include "output_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define BATCH_FORMAT "iosizer-batch 1\n"
#define STUDY_LINE "study: "
#define MAX_TRIES 1000

struct batch_folder {
    char *path;
    int folder;
    char *manifest; /* as it was when last read or written */
};

static const char *const index_names[] = {"batch.json", "index.csv", "index.html", "index.md"};

static bool
fail(const struct batch_folder *folder, GError **error, const char *what, const char *name)
{
    int number = errno;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "%s: cannot %s %s: %s", folder->path, what, name,
        g_strerror(number));
    return false;
}

static bool
write_new(int folder, const char *name, const char *text)
{
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    (void)flock(fd, LOCK_EX | LOCK_NB); /* see output_stale.c */
    size_t len = strlen(text), done = 0;
    while (done < len) {
        ssize_t wrote = write(fd, text + done, len - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            break;
        done += (size_t)wrote;
    }
    bool good = done == len && fsync(fd) == 0;
    int number = errno;
    good = close(fd) == 0 && good;
    errno = number;
    return good;
}

/* The file takes its new content whole or not at all. */
static bool
put(struct batch_folder *folder, const char *name, const char *text, GError **error)
{
    for (unsigned i = 0; i < MAX_TRIES; i++) {
        g_autofree char *temporary = g_strdup_printf(".%s" OUTPUT_INFIX "%ld-%u", name, (long)getpid(), i);
        if (write_new(folder->folder, temporary, text) &&
            renameat(folder->folder, temporary, folder->folder, name) == 0)
            return true;
        if (errno == EEXIST)
            continue;
        fail(folder, error, "write", name);
        unlinkat(folder->folder, temporary, 0);
        return false;
    }
    return fail(folder, error, "write", name);
}

/* The manifest. */

static bool
holds_line(const char *manifest, const char *line)
{
    g_autofree char *whole = g_strdup_printf("\n%s\n", line);
    return strstr(manifest, whole) != NULL;
}

/* A file of the index is ours where its sum is one of those that the manifest has for it, or it is not there. */
static bool
index_is_ours(const struct batch_folder *folder, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(index_names); i++) {
        if (faccessat(folder->folder, index_names[i], F_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT)
            continue;
        g_autofree char *sha256 = output_folder_sha256(folder->folder, index_names[i]);
        g_autofree char *line = g_strdup_printf("%s  %s", sha256 ? sha256 : "", index_names[i]);
        if (sha256 && holds_line(folder->manifest, line))
            continue;
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT,
            "%s: %s was changed since it was written: move it away or choose another folder; nothing was touched",
            folder->path, index_names[i]);
        return false;
    }
    return true;
}

static void
append_sums(GString *manifest, const char *const *texts)
{
    for (size_t i = 0; i < G_N_ELEMENTS(index_names); i++) {
        g_autofree char *sha256 = g_compute_checksum_for_string(G_CHECKSUM_SHA256, texts[i], -1);
        g_string_append_printf(manifest, "%s  %s\n", sha256, index_names[i]);
    }
}

static void
append_studies(GString *manifest, const GPtrArray *studies)
{
    for (guint i = 0; i < studies->len; i++) {
        const struct batch_study *study = g_ptr_array_index(studies, i);
        if (study->state != BATCH_LEFT_OUT)
            g_string_append_printf(manifest, STUDY_LINE "%s\n", study->name);
    }
}

/* Opening. */

/* A folder that holds the manifest of an empty batch takes the name, unless somebody was faster. */
static bool
make_folder(const struct batch_folder *folder)
{
    g_autofree char *parent = g_path_get_dirname(folder->path), *name = g_path_get_basename(folder->path);
    g_autofree char *temporary = NULL;
    for (unsigned i = 0; i < MAX_TRIES; i++) {
        g_free(temporary);
        temporary = g_strdup_printf("%s/.%s" OUTPUT_INFIX "%ld-%u", parent, name, (long)getpid(), i);
        if (mkdir(temporary, 0777) == 0)
            break;
        if (errno != EEXIST)
            return false;
    }
    int new = open(temporary, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (new < 0)
        return false;
    /* Plain rename replaces an empty folder at most. */
    bool good = write_new(new, OUTPUT_MANIFEST, BATCH_FORMAT) && rename(temporary, folder->path) == 0;
    int number = errno;
    if (!good) {
        unlinkat(new, OUTPUT_MANIFEST, 0);
        rmdir(temporary);
    }
    close(new);
    errno = number;
    return good;
}

static bool
is_empty(int folder)
{
    GList *entries = NULL;
    bool empty = output_folder_list(folder, &entries) && !entries;
    g_list_free_full(entries, g_free);
    return empty;
}

static bool
refuse(const struct batch_folder *folder, GError **error)
{
    bool single = folder->manifest && g_str_has_prefix(folder->manifest, "iosizer-output ");
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "%s: %s; nothing was touched", folder->path,
        single ? "holds the report of one study: choose another folder for those of several"
               : "the folder is not empty and was not written by iosizer report --each (no valid .iosizer in it)");
    return false;
}

/* True where the folder is open and a batch's. `*absent`: it is to be made. */
static bool
look(struct batch_folder *folder, bool *absent, GError **error)
{
    struct stat info;
    *absent = lstat(folder->path, &info) != 0 && errno == ENOENT;
    if (*absent)
        return false;
    folder->folder = open(folder->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder->folder < 0)
        return fail(folder, error, "open", "the folder");
    folder->manifest = output_folder_manifest(folder->folder);
    if (!folder->manifest && is_empty(folder->folder)) {
        *absent = true;
        close(folder->folder);
        folder->folder = -1;
        return false;
    }
    if (!folder->manifest || !g_str_has_prefix(folder->manifest, BATCH_FORMAT))
        return refuse(folder, error);
    return true;
}

/* Manifest and index belong together: while one run writes them, another waits. Not every file system can lock. */
static void
lock(const struct batch_folder *folder, bool on)
{
    while (flock(folder->folder, on ? LOCK_EX : LOCK_UN) != 0 && errno == EINTR)
        ;
}

/* The manifest as it is now, and whether the index is what it says. */
static bool
reread(struct batch_folder *folder, GError **error)
{
    char *now = output_folder_manifest(folder->folder);
    if (now) {
        g_free(folder->manifest);
        folder->manifest = now;
    }
    return index_is_ours(folder, error);
}

/* A rename puts the folder in its place: it needs a name. */
static bool
can_be_made(const struct batch_folder *folder, GError **error)
{
    g_autofree char *name = g_path_get_basename(folder->path);
    if (*folder->path && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "'%s' cannot be replaced: name a folder below it",
        folder->path);
    return false;
}

struct batch_folder *
batch_folder_open(const char *directory, GError **error)
{
    g_autoptr(BatchFolder) folder = g_new0(struct batch_folder, 1);
    folder->folder = -1;
    folder->path = g_strdup(directory);
    for (size_t len = strlen(folder->path); len > 1 && folder->path[len - 1] == '/'; len--)
        folder->path[len - 1] = '\0';
    bool absent = false, made = true;
    while (!look(folder, &absent, error)) {
        if (!absent || !can_be_made(folder, error))
            return NULL;
        made = make_folder(folder);
        if (!made && errno != EEXIST && errno != ENOTEMPTY) {
            fail(folder, error, "make", "the folder");
            return NULL;
        }
    }
    lock(folder, true);
    bool good = reread(folder, error);
    lock(folder, false);
    return good ? g_steal_pointer(&folder) : NULL;
}

void
batch_folder_free(struct batch_folder *folder)
{
    if (!folder)
        return;
    if (folder->folder >= 0)
        close(folder->folder);
    g_free(folder->path);
    g_free(folder->manifest);
    g_free(folder);
}

bool
batch_folder_name_is_free(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(index_names); i++)
        if (strcmp(name, index_names[i]) == 0)
            return false;
    return name[0] != '.' && !strchr(name, '\n');
}

/* The index. */

/* The folders of studies that are gone, where they are as they were written. */
static void
remove_gone(const struct batch_folder *folder, const char *before, const char *now, GPtrArray *removed)
{
    g_auto(GStrv) lines = g_strsplit(before, "\n", -1);
    for (char **line = lines; *line; line++) {
        const char *name = g_str_has_prefix(*line, STUDY_LINE) ? *line + strlen(STUDY_LINE) : NULL;
        if (!name || strchr(name, '/') || !batch_folder_name_is_free(name) || holds_line(now, *line))
            continue;
        if (faccessat(folder->folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 &&
            output_folder_is_ours(folder->folder, name, name, NULL) && output_folder_remove_ours(folder->folder, name))
            g_ptr_array_add(removed, g_strdup(name));
    }
}

static bool
write_index(struct batch_folder *folder, const struct batch_index_files *files, const GPtrArray *studies,
    GPtrArray *removed, GError **error)
{
    const char *const texts[] = {files->json, files->csv, files->html, files->md};
    if (!reread(folder, error))
        return false;
    g_autoptr(GString) now = g_string_new(BATCH_FORMAT);
    append_sums(now, texts);
    append_studies(now, studies);
    /* Both sums of each file stand in the manifest while they are exchanged: a run that is killed in between leaves
     * files that are known to be ours. */
    g_autofree char *both = g_strconcat(folder->manifest, now->str + strlen(BATCH_FORMAT), NULL);
    if (!put(folder, OUTPUT_MANIFEST, both, error))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(index_names); i++)
        if (!put(folder, index_names[i], texts[i], error))
            return false;
    remove_gone(folder, folder->manifest, now->str, removed);
    if (!put(folder, OUTPUT_MANIFEST, now->str, error))
        return false;
    g_free(folder->manifest);
    folder->manifest = g_strdup(now->str);
    return true;
}

bool
batch_folder_index(struct batch_folder *folder, const struct batch_index_files *files, const GPtrArray *studies,
    GPtrArray *removed, GError **error)
{
    lock(folder, true);
    bool good = write_index(folder, files, studies, removed, error);
    lock(folder, false);
    return good;
}
