#include "source_private.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Deeper folders are named in a note and left out; a study has two or three levels. */
#define FOLDER_DEPTH_MAX 24
/* Leaves of one walk, the members of archives included. */
#define LEAVES_MAX 200000u
/* Faults that are named one by one; more are counted. */
#define FAULTS_NAMED_MAX 200u
/* The file by which a folder is known to be our own output. */
#define OUTPUT_MARK ".iosizer"

void
walk_note(struct walk *walk, enum note_level level, const char *code, const char *path, const char *format, ...)
{
    if (!walk->notes)
        return;
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *name = source_printable(path);
    if (level == NOTE_INFO || walk->faults >= FAULTS_NAMED_MAX) {
        notes_add(walk->notes, level, code, 0, "%s: %s", name, text);
        return;
    }
    walk->faults++;
    g_autoptr(GPtrArray) one = notes_new();
    notes_add(one, level, code, 0, "%s", text);
    notes_append(walk->notes, one, name);
}

bool
walk_leaf(struct walk *walk, struct stream *stream, GError **error)
{
    if (walk->leaves >= LEAVES_MAX) {
        walk_note(
            walk, NOTE_ERROR, "too-many-files", stream_path(stream), "not read: %u files are read at most", LEAVES_MAX);
        return true;
    }
    walk->leaves++;
    size_t len;
    stream_peek(stream, &len);
    if (len == 0 && stream_fault(stream)) {
        walk_note(walk, NOTE_ERROR, "unreadable", stream_path(stream), "%s", stream_fault(stream)->message);
        return true;
    }
    return walk->visit(stream, walk->user_data, error);
}

static gssize
file_read(void *context, void *buffer, size_t size, GError **error)
{
    int fd = GPOINTER_TO_INT(context);
    gssize n;
    do
        n = read(fd, buffer, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "reading fails: %s", g_strerror(errno));
    return n;
}

/* An open file, or standard input: a leaf, or an archive of leaves. `named` by the caller: a fault is an error. */
static bool
walk_fd(struct walk *walk, int fd, bool seekable, bool named, const char *path, GError **error)
{
    struct stream *stream = stream_new(path, file_read, GINT_TO_POINTER(fd));
    size_t len;
    const char *head = stream_peek(stream, &len);
    bool ok = false;
    if (named && len == 0 && stream_fault(stream))
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: %s; check the file, or the pipe that feeds it",
            stream_path(stream), stream_fault(stream)->message);
    else if (archive_recognise(head, len))
        ok = archive_walk(walk, stream, seekable ? fd : -1, error);
    else
        ok = walk_leaf(walk, stream, error);
    stream_free(stream);
    return ok;
}

/* What a file is called that is neither a regular file nor a folder. */
static const char *
special_name(mode_t mode)
{
    return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

static bool walk_folder(struct walk *walk, const char *root, const char *path, unsigned depth, GError **error);

/* True where the real path `real` lies below `root` and no part of it on the way is hidden: it is met there anyway. */
static bool
met_below(const char *root, const char *real)
{
    size_t len = strlen(root);
    while (len && root[len - 1] == '/')
        len--;
    if (strncmp(root, real, len) != 0 || (real[len] != '/' && real[len] != '\0'))
        return false;
    return !strstr(real + len, "/.");
}

/* One entry of a folder that is a symbolic link. True with *out_follow where the file behind it is to be read. */
static bool
link_to_follow(struct walk *walk, const char *root, const char *path)
{
    struct stat facts;
    g_autofree char *real = NULL;
    char *resolved = realpath(path, NULL);
    real = g_strdup(resolved);
    free(resolved);
    if (!real || stat(path, &facts) != 0) {
        walk_note(walk, NOTE_ERROR, "unreadable", path, "symbolic link that leads nowhere: %s", g_strerror(errno));
        return false;
    }
    bool below = met_below(root, real);
    if (below)
        walk_note(walk, NOTE_INFO, "link-inside", path, "symbolic link to a place that is read under its own name");
    else if (S_ISDIR(facts.st_mode))
        walk_note(walk, NOTE_WARNING, "link-outside", path,
            "symbolic link to a folder elsewhere, not followed: name that folder as an input");
    else if (!S_ISREG(facts.st_mode))
        walk_note(walk, NOTE_INFO, "special-file", path, "%s, skipped", special_name(facts.st_mode));
    return !below && S_ISREG(facts.st_mode);
}

/* Opens and walks a regular file; faults are notes. */
static bool
walk_file(struct walk *walk, const char *path, bool named, GError **error)
{
    /* O_NONBLOCK: a pipe that took the file's place meanwhile must not hang us. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat facts;
    if (fd < 0) {
        walk_note(walk, NOTE_ERROR, "unreadable", path, "cannot be opened: %s", g_strerror(errno));
        return true;
    }
    bool ok = true;
    if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode))
        walk_note(walk, NOTE_ERROR, "unreadable", path, "not a regular file any more");
    else
        ok = walk_fd(walk, fd, true, named, path, error);
    close(fd);
    return ok;
}

/* One entry of a folder. */
static bool
walk_entry(struct walk *walk, const char *root, const char *path, unsigned depth, GError **error)
{
    struct stat facts;
    if (lstat(path, &facts) != 0) {
        walk_note(walk, NOTE_ERROR, "unreadable", path, "%s", g_strerror(errno));
        return true;
    }
    if (S_ISLNK(facts.st_mode))
        return link_to_follow(walk, root, path) ? walk_file(walk, path, false, error) : true;
    if (S_ISDIR(facts.st_mode))
        return walk_folder(walk, root, path, depth + 1, error);
    if (S_ISREG(facts.st_mode))
        return walk_file(walk, path, false, error);
    walk_note(walk, NOTE_INFO, "special-file", path, "%s, skipped", special_name(facts.st_mode));
    return true;
}

static gint
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in a folder in byte order, hidden ones left out and counted. NULL where it cannot be listed. */
static GPtrArray *
folder_names(struct walk *walk, const char *path)
{
    g_autoptr(GError) fault = NULL;
    GDir *dir = g_dir_open(path, 0, &fault);
    if (!dir) {
        walk_note(walk, NOTE_ERROR, "unreadable", path, "folder cannot be listed: %s", fault->message);
        return NULL;
    }
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    const char *name;
    while ((name = g_dir_read_name(dir))) {
        if (name[0] != '.') {
            g_ptr_array_add(names, g_strdup(name));
            continue;
        }
        g_autofree char *hidden = g_build_filename(path, name, NULL);
        walk_note(walk, NOTE_INFO, "hidden-file", hidden, "hidden, skipped");
    }
    g_dir_close(dir);
    g_ptr_array_sort(names, compare_names);
    return names;
}

static bool
is_own_output(const char *path)
{
    g_autofree char *mark = g_build_filename(path, OUTPUT_MARK, NULL);
    struct stat facts;
    return lstat(mark, &facts) == 0;
}

static bool
walk_folder(struct walk *walk, const char *root, const char *path, unsigned depth, GError **error)
{
    if (depth > FOLDER_DEPTH_MAX) {
        walk_note(walk, NOTE_ERROR, "too-deep", path, "not read: folders are read %d levels deep", FOLDER_DEPTH_MAX);
        return true;
    }
    if (is_own_output(path)) {
        walk_note(walk, NOTE_INFO, "own-output", path, "a report made by iosizer, skipped");
        return true;
    }
    g_autoptr(GPtrArray) names = folder_names(walk, path);
    if (!names)
        return true;
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *below = g_build_filename(path, g_ptr_array_index(names, i), NULL);
        if (!walk_entry(walk, root, below, depth, error))
            return false;
    }
    return true;
}

/* An input named by the caller must be there and readable. */
static bool
input_usable(const char *path, struct stat *facts, GError **error)
{
    g_autofree char *name = source_printable(path);
    if (stat(path, facts) != 0)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: %s; name an existing file, folder or archive, or - for standard input", name, g_strerror(errno));
    else if (!S_ISDIR(facts->st_mode) && !S_ISREG(facts->st_mode))
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: %s, not a file; feed it through standard input and name it -", name, special_name(facts->st_mode));
    else if (access(path, S_ISDIR(facts->st_mode) ? R_OK | X_OK : R_OK) != 0)
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: %s; make it readable for this user", name,
            g_strerror(errno));
    else if (S_ISDIR(facts->st_mode) && is_own_output(path))
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: a report made by iosizer; name the folder with the captured files", name);
    else
        return true;
    return false;
}

static bool
walk_input(struct walk *walk, const char *path, GError **error)
{
    struct stat facts;
    if (strcmp(path, "-") == 0)
        return walk_fd(walk, STDIN_FILENO, false, true, path, error);
    if (!input_usable(path, &facts, error))
        return false;
    if (!S_ISDIR(facts.st_mode))
        return walk_file(walk, path, true, error);
    char *resolved = realpath(path, NULL);
    bool ok = walk_folder(walk, resolved ? resolved : path, path, 0, error);
    free(resolved);
    return ok;
}

bool
source_walk(const char *const *inputs, GPtrArray *notes, source_visit visit, void *user_data, GError **error)
{
    struct walk walk = {.notes = notes, .visit = visit, .user_data = user_data};
    for (; *inputs; inputs++)
        if (!walk_input(&walk, *inputs, error))
            return false;
    return true;
}
