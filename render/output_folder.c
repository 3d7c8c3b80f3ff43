#include "output_folder.h"

#include "error.h"
#include "output.h"
#include "source.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHA256_HEX = 64, READ_BLOCK = 1 << 16, MAX_LOOKS = 100 };

static const int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

static bool
part_is_valid(const char *part, size_t len)
{
    if (len == 0 || (len == 1 && part[0] == '.') || (len == 2 && part[0] == '.' && part[1] == '.'))
        return false;
    for (size_t i = 0; i < len; i++)
        if (g_ascii_iscntrl(part[i]))
            return false;
    return true;
}

bool
output_name_is_valid(const char *name)
{
    const char *slash = strchr(name, '/');
    size_t first = slash ? (size_t)(slash - name) : strlen(name);
    if (strlen(name) > OUTPUT_MAX_NAME_BYTES || !part_is_valid(name, first) || strcmp(name, OUTPUT_MANIFEST) == 0)
        return false;
    return !slash || (!strchr(slash + 1, '/') && part_is_valid(slash + 1, strlen(slash + 1)));
}

static bool
refuse(GError **error, const char *path, const char *what)
{
    g_autofree char *shown = source_printable(path), *fault = source_printable(what);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "%s: %s; nothing was touched", shown, fault);
    return false;
}

static int
open_regular(int folder, const char *name)
{
    /* O_NONBLOCK: a FIFO of that name must not hang us. */
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    if (fd >= 0 && (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static ssize_t
read_some(int fd, char *into, size_t size)
{
    ssize_t got;
    do
        got = read(fd, into, size);
    while (got < 0 && errno == EINTR);
    return got;
}

char *
output_folder_sha256(int folder, const char *name)
{
    int fd = open_regular(folder, name);
    if (fd < 0)
        return NULL;
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *block = g_malloc(READ_BLOCK);
    ssize_t got;
    while ((got = read_some(fd, block, READ_BLOCK)) > 0)
        g_checksum_update(sum, (const guchar *)block, got);
    close(fd);
    return got == 0 ? g_strdup(g_checksum_get_string(sum)) : NULL;
}

char *
output_folder_manifest(int folder)
{
    int fd = open_regular(folder, OUTPUT_MANIFEST);
    if (fd < 0)
        return NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *block = g_malloc(READ_BLOCK);
    ssize_t got;
    while ((got = read_some(fd, block, READ_BLOCK)) > 0 && text->len <= OUTPUT_MAX_MANIFEST_BYTES)
        g_string_append_len(text, block, got);
    close(fd);
    bool whole = got == 0 && strlen(text->str) == text->len;
    return whole ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* "name: text"; the sums of files have no colon. */
static bool
is_kept_line(const char *line)
{
    size_t len = strcspn(line, " :");
    return len > 0 && line[len] == ':' && line[len + 1] == ' ';
}

/* The lines behind the format line; NULL for a format that is not known. */
static char *
manifest_lines(char *text)
{
    static const char *const formats[] = {OUTPUT_MANIFEST_FORMAT, OUTPUT_MANIFEST_FORMAT_1};
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++)
        if (g_str_has_prefix(text, formats[i]))
            return text + strlen(formats[i]);
    return NULL;
}

/* name -> SHA-256 in hex; NULL where there is no valid manifest. */
static GHashTable *
manifest_files(int folder)
{
    g_autofree char *text = output_folder_manifest(folder);
    char *line = text && g_str_has_suffix(text, "\n") ? manifest_lines(text) : NULL;
    if (!line)
        return NULL;
    g_autoptr(GHashTable) files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (char *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        if (is_kept_line(line))
            continue;
        if (strspn(line, "0123456789abcdef") != SHA256_HEX || !g_str_has_prefix(line + SHA256_HEX, "  ") ||
            !output_name_is_valid(line + SHA256_HEX + 2))
            return NULL;
        g_hash_table_replace(files, g_strdup(line + SHA256_HEX + 2), g_strndup(line, SHA256_HEX));
    }
    return g_steal_pointer(&files);
}

/* The folders that the files stand in: name -> itself. */
static GHashTable *
folders_of(GHashTable *files)
{
    GHashTable *folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GHashTableIter iter;
    void *name;
    g_hash_table_iter_init(&iter, files);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        const char *slash = strchr(name, '/');
        if (slash)
            g_hash_table_add(folders, g_strndup(name, (size_t)(slash - (const char *)name)));
    }
    return folders;
}

/* Sorted, so that the file named in a refusal is the same each time. */
bool
output_folder_list(int folder, GList **entries)
{
    int fd = openat(folder, ".", folder_flags);
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    *entries = NULL;
    if (!stream) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            *entries = g_list_prepend(*entries, g_strdup(entry->d_name));
    closedir(stream);
    *entries = g_list_sort(*entries, (GCompareFunc)strcmp);
    return true;
}

struct check {
    GHashTable *files, *folders;
    const char *path;
};

static bool
entry_is_ours(const struct check *check, int folder, const char *entry, const char *name, GError **error)
{
    const char *expected = g_hash_table_lookup(check->files, name);
    g_autofree char *seen = expected ? output_folder_sha256(folder, entry) : NULL;
    if (seen && strcmp(seen, expected) == 0)
        return true;
    g_autofree char *what =
        expected ? g_strdup_printf("%s was changed since it was written: move it away or choose another folder", name)
                 : g_strdup_printf("%s is not ours: move it away or choose another folder", name);
    return refuse(error, check->path, what);
}

static bool entries_are_ours(const struct check *check, int folder, const char *within, GError **error);

static bool
folder_entry_is_ours(const struct check *check, int folder, const char *entry, GError **error)
{
    int inner = openat(folder, entry, folder_flags);
    if (inner < 0)
        return entry_is_ours(check, folder, entry, entry, error);
    bool ours = entries_are_ours(check, inner, entry, error);
    close(inner);
    return ours;
}

/* `within` is NULL for the folder itself, else the name of the folder in it. */
static bool
entries_are_ours(const struct check *check, int folder, const char *within, GError **error)
{
    GList *entries;
    if (!output_folder_list(folder, &entries))
        return refuse(error, check->path, g_strerror(errno));
    bool ours = true;
    for (const GList *at = entries; at && ours; at = at->next) {
        const char *entry = at->data;
        g_autofree char *name = within ? g_strconcat(within, "/", entry, NULL) : g_strdup(entry);
        if (within)
            ours = entry_is_ours(check, folder, entry, name, error);
        else if (g_hash_table_contains(check->folders, entry))
            ours = folder_entry_is_ours(check, folder, entry, error);
        else if (strcmp(entry, OUTPUT_MANIFEST) != 0)
            ours = entry_is_ours(check, folder, entry, name, error);
    }
    g_list_free_full(entries, g_free);
    return ours;
}

static bool
opened_is_ours(int folder, const char *path, GError **error)
{
    GList *entries;
    if (!output_folder_list(folder, &entries))
        return refuse(error, path, g_strerror(errno));
    bool empty = !entries;
    g_list_free_full(entries, g_free);
    if (empty)
        return true;
    g_autoptr(GHashTable) files = manifest_files(folder);
    if (!files)
        return refuse(error, path, "the folder is not empty and was not written by iosizer (no valid .iosizer in it)");
    g_autoptr(GHashTable) folders = folders_of(files);
    return entries_are_ours(&(struct check){.files = files, .folders = folders, .path = path}, folder, NULL, error);
}

/* Whether `name` is another folder by now than the open one, or none: another run has exchanged it. */
static bool
was_exchanged(int parent, const char *name, int folder)
{
    struct stat opened, now;
    return fstat(folder, &opened) == 0 && (fstatat(parent, name, &now, AT_SYMLINK_NOFOLLOW) != 0 ||
                                              opened.st_ino != now.st_ino || opened.st_dev != now.st_dev);
}

/* `*again`: another run exchanged the folder while it was looked at. */
static bool
look_at(int parent, const char *name, const char *path, bool *again, GError **error)
{
    struct stat info;
    *again = false;
    if (fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT || refuse(error, path, g_strerror(errno));
    if (S_ISLNK(info.st_mode))
        return refuse(error, path, "is a symbolic link: name the folder that it points to");
    if (!S_ISDIR(info.st_mode))
        return refuse(error, path, "is not a folder");
    int folder = openat(parent, name, folder_flags);
    if (folder < 0)
        return errno == ENOENT || refuse(error, path, g_strerror(errno));
    bool ours = opened_is_ours(folder, path, error);
    *again = !ours && was_exchanged(parent, name, folder);
    close(folder);
    return ours;
}

bool
output_folder_is_ours(int parent, const char *name, const char *path, GError **error)
{
    bool ours = false, again = true;
    for (unsigned i = 0; again && i < MAX_LOOKS; i++) {
        g_clear_error(error);
        ours = look_at(parent, name, path, &again, error);
    }
    return ours;
}

static bool
has_all_files(int folder)
{
    g_autoptr(GHashTable) files = manifest_files(folder);
    if (!files)
        return false;
    GHashTableIter iter;
    void *name;
    g_hash_table_iter_init(&iter, files);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        if (faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
            return false;
    return true;
}

char *
output_folder_kept(int parent, const char *name, const char *kept)
{
    int folder = openat(parent, name, folder_flags);
    if (folder < 0)
        return NULL;
    g_autofree char *text =
        opened_is_ours(folder, name, NULL) && has_all_files(folder) ? output_folder_manifest(folder) : NULL;
    close(folder);
    g_autofree char *mark = g_strdup_printf("\n%s: ", kept);
    const char *at = text ? strstr(text, mark) : NULL;
    if (!at)
        return NULL;
    at += strlen(mark);
    return g_strndup(at, strcspn(at, "\n"));
}

char *
output_kept(const char *directory, const char *name)
{
    g_autofree char *parent_path = g_path_get_dirname(directory), *base = g_path_get_basename(directory);
    int parent = open(parent_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent < 0)
        return NULL;
    char *text = output_folder_kept(parent, base, name);
    close(parent);
    return text;
}

bool
output_folder_remove_all(int parent, const char *name)
{
    int folder = openat(parent, name, folder_flags);
    GList *entries = NULL;
    if (folder < 0 || !output_folder_list(folder, &entries)) {
        if (folder >= 0)
            close(folder);
        return false;
    }
    struct stat info;
    (void)fchmod(folder, 0700); /* it may have the mode of a target that is read-only */
    for (const GList *at = entries; at; at = at->next) {
        if (fstatat(folder, at->data, &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (S_ISREG(info.st_mode))
            unlinkat(folder, at->data, 0);
        else if (S_ISDIR(info.st_mode))
            output_folder_remove_all(folder, at->data);
    }
    g_list_free_full(entries, g_free);
    close(folder);
    return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

bool
output_folder_remove(int parent, const char *name, GHashTable *files)
{
    int folder = openat(parent, name, folder_flags);
    if (folder < 0)
        return false;
    GHashTableIter iter;
    void *file;
    (void)fchmod(folder, 0700); /* it may be read-only */
    g_hash_table_iter_init(&iter, files);
    while (g_hash_table_iter_next(&iter, &file, NULL))
        unlinkat(folder, file, 0);
    g_autoptr(GHashTable) folders = folders_of(files);
    g_hash_table_iter_init(&iter, folders);
    while (g_hash_table_iter_next(&iter, &file, NULL))
        unlinkat(folder, file, AT_REMOVEDIR);
    unlinkat(folder, OUTPUT_MANIFEST, 0);
    close(folder);
    return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

bool
output_folder_remove_ours(int parent, const char *name)
{
    int folder = openat(parent, name, folder_flags);
    if (folder < 0)
        return false;
    g_autoptr(GHashTable) files = manifest_files(folder);
    if (!files) /* an empty folder was replaced */
        files = g_hash_table_new(g_str_hash, g_str_equal);
    close(folder);
    return output_folder_remove(parent, name, files);
}
