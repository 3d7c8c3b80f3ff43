#include "source_private.h"

#include "error.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

/* An archive in an archive is opened, one deeper is not: a tar of compressed logs needs two levels. */
#define ARCHIVE_DEPTH_MAX 2u
/* Members of one input, those of nested archives included. */
#define ARCHIVE_MEMBERS_MAX 50000
/* What one input may expand to. */
#define ARCHIVE_EXPANDED_MAX_GIB 64
/* Expanded to packed bytes. The log of an idle host packs 430 to 1 with bzip2; bombs start at 1000 to 1. */
#define ARCHIVE_RATIO_MAX 600
/* Below this the ratio does not count: small files of zeros are harmless. */
#define ARCHIVE_RATIO_FLOOR ((uint64_t)512 << 20)
#define ARCHIVE_BLOCK ((size_t)65536)

/* What one input may still cost. */
struct budget {
    struct stream *packed; /* the input itself */
    uint64_t packed_bytes; /* its size where that is known; else what was read of it counts */
    uint64_t expanded;
    guint members;
    bool exceeded;
};

/* An archive being read. */
struct opened {
    struct walk *walk;
    struct budget *budget;
    struct archive *archive;
    struct stream *from;
    unsigned depth;
    bool seekable; /* skipping costs nothing */
    bool any_member;
    bool dead;             /* nothing more can be read of it */
    char *member;          /* path of the current member, for notes */
    GPtrArray *own_output; /* char *: folders that hold our mark, with a slash at the end */
    char block[ARCHIVE_BLOCK];
};

/* First bytes of what is opened; `at` is their offset. */
static const struct {
    size_t at, len;
    const char *bytes;
} magics[] = {
    {0, 3, "\x1f\x8b\x08"},
    {0, 6,
        "\xfd"
        "7zXZ\0"},
    {0, 4, "\x28\xb5\x2f\xfd"},
    {0, 3, "BZh"},
    {0, 4, "PK\x03\x04"},
    {0, 4, "PK\x05\x06"},
    {257, 5, "ustar"},
};

/* Zip files that are documents or programs: their first member has one of these names. */
static const char *const zip_documents[] = {"[Content_Types].xml", "_rels/", "docProps/", "mimetype", "META-INF/"};

#define ZIP_NAME_LEN_AT 26u
#define ZIP_NAME_AT 30u

static bool
is_zip_document(const char *head, size_t len)
{
    if (len < ZIP_NAME_AT || memcmp(head, "PK\x03\x04", 4) != 0)
        return false;
    size_t name_len = (size_t)(unsigned char)head[ZIP_NAME_LEN_AT] | (size_t)(unsigned char)head[ZIP_NAME_LEN_AT + 1]
                                                                         << 8;
    for (guint i = 0; i < G_N_ELEMENTS(zip_documents); i++) {
        size_t want = strlen(zip_documents[i]);
        if (name_len >= want && len - ZIP_NAME_AT >= want && memcmp(head + ZIP_NAME_AT, zip_documents[i], want) == 0)
            return true;
    }
    return false;
}

#define TAR_BLOCK 512u
#define TAR_SUM_AT 148u
#define TAR_SUM_LEN 8u

/* Tar before POSIX has no magic: its header block sums up to an octal number in the block itself. */
static bool
is_old_tar(const char *head, size_t len)
{
    if (len < TAR_BLOCK || head[0] == '\0')
        return false;
    unsigned sum = TAR_SUM_LEN * ' ', printed = 0, digits = 0;
    for (unsigned i = 0; i < TAR_BLOCK; i++)
        if (i < TAR_SUM_AT || i >= TAR_SUM_AT + TAR_SUM_LEN)
            sum += (unsigned char)head[i];
    for (unsigned i = 0; i < TAR_SUM_LEN; i++) {
        char c = head[TAR_SUM_AT + i];
        if (c >= '0' && c <= '7') {
            printed = printed * 8 + (unsigned)(c - '0');
            digits++;
        } else if (digits) {
            break;
        } else if (c != ' ') {
            return false;
        }
    }
    return digits >= 4 && printed == sum;
}

bool
archive_recognise(const char *head, size_t len)
{
    for (guint i = 0; i < G_N_ELEMENTS(magics); i++)
        if (len >= magics[i].at + magics[i].len && memcmp(head + magics[i].at, magics[i].bytes, magics[i].len) == 0)
            return !is_zip_document(head, len);
    return is_old_tar(head, len);
}

/* libarchive asks for the next bytes of the packed stream. */
static la_ssize_t
packed_read(struct archive *archive, void *context, const void **out_block)
{
    struct opened *opened = context;
    g_autoptr(GError) fault = NULL;
    gssize n = stream_read(opened->from, opened->block, sizeof opened->block, &fault);
    if (n < 0)
        archive_set_error(archive, EIO, "%s", fault->message);
    *out_block = opened->block;
    return n;
}

/* True, once with a note, where `more` bytes would pass the limits. */
static bool
exceeds(struct opened *opened, uint64_t more)
{
    struct budget *budget = opened->budget;
    uint64_t packed = budget->packed_bytes ? budget->packed_bytes : stream_bytes(budget->packed);
    uint64_t total = more > UINT64_MAX - budget->expanded ? UINT64_MAX : budget->expanded + more;
    const char *limit = total > ((uint64_t)ARCHIVE_EXPANDED_MAX_GIB << 30)
                            ? "expands to more than " G_STRINGIFY(ARCHIVE_EXPANDED_MAX_GIB) " GiB"
                        : total > ARCHIVE_RATIO_FLOOR && total / ARCHIVE_RATIO_MAX > packed
                            ? "expands more than " G_STRINGIFY(ARCHIVE_RATIO_MAX) " to 1"
                        : budget->members > ARCHIVE_MEMBERS_MAX
                            ? "holds more than " G_STRINGIFY(ARCHIVE_MEMBERS_MAX) " members"
                            : NULL;
    if (limit && !budget->exceeded)
        walk_note(opened->walk, NOTE_ERROR, "archive-limit", stream_path(budget->packed),
            "%s, the rest is not read; unpack it and name the files", limit);
    budget->exceeded = budget->exceeded || limit;
    return budget->exceeded;
}

static const char *
fault_text(struct archive *archive)
{
    const char *text = archive_error_string(archive);
    return text ? text : "damaged";
}

/* Content of the current member. What precedes damage is worth reading: the damage is a note and ends the stream. */
static gssize
member_read(void *context, void *buffer, size_t size, GError **error)
{
    struct opened *opened = context;
    if (opened->dead)
        return 0;
    la_ssize_t n;
    do
        n = archive_read_data(opened->archive, buffer, size);
    while (n == ARCHIVE_RETRY);
    if (n < 0) {
        walk_note(opened->walk, NOTE_ERROR, "archive-damaged", opened->member, "%s; only what precedes is read",
            fault_text(opened->archive));
        opened->dead = n == ARCHIVE_FATAL;
        return 0;
    }
    if (exceeds(opened, (uint64_t)n)) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "%s: expands beyond the limits for an archive; unpack it and name the files", opened->member);
        return -1;
    }
    opened->budget->expanded += (uint64_t)n;
    return (gssize)n;
}

/* Passes over what the visitor left of the current member, at the cost of the budget where it must be unpacked. */
static void
skip_rest(struct opened *opened)
{
    if (opened->dead || opened->budget->exceeded)
        return;
    if (opened->seekable && archive_filter_count(opened->archive) == 1) {
        opened->dead = archive_read_data_skip(opened->archive) == ARCHIVE_FATAL;
        return;
    }
    const void *block;
    size_t size;
    la_int64_t offset;
    int status;
    while ((status = archive_read_data_block(opened->archive, &block, &size, &offset)) == ARCHIVE_OK ||
           status == ARCHIVE_RETRY) {
        if (status == ARCHIVE_OK && exceeds(opened, size))
            return;
        opened->budget->expanded += status == ARCHIVE_OK ? size : 0;
    }
    opened->dead = status == ARCHIVE_FATAL;
}

/* Formats and filters that are built into libarchive: no other program is ever started. */
static struct archive *
open_archive(struct opened *opened, int fd)
{
    struct archive *archive = archive_read_new();
    if (!archive)
        return NULL;
    size_t len;
    const char *head = stream_peek(opened->from, &len);
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_zip(archive);
    if (memcmp(head, "PK", 2) != 0)
        archive_read_support_format_raw(archive);
    archive_read_support_format_empty(archive);
    int status = fd >= 0 && lseek(fd, 0, SEEK_SET) == 0 ? archive_read_open_fd(archive, fd, ARCHIVE_BLOCK)
                                                        : archive_read_open(archive, opened, NULL, packed_read, NULL);
    if (status != ARCHIVE_OK) {
        walk_note(opened->walk, NOTE_ERROR, "archive-damaged", stream_path(opened->from), "%s", fault_text(archive));
        archive_read_free(archive);
        return NULL;
    }
    return archive;
}

/* True where a part of the member's name begins with a dot, or is the shadow folder of macOS. */
static bool
is_hidden(const char *name)
{
    g_auto(GStrv) parts = g_strsplit(name, "/", -1);
    for (char **part = parts; *part; part++)
        if ((*part)[0] == '.' ? strcmp(*part, ".") != 0 && strcmp(*part, "..") != 0 : strcmp(*part, "__MACOSX") == 0)
            return true;
    return false;
}

/* Remembers the folder of a member ".iosizer"; true where `name` lies in such a folder. */
static bool
is_own_output(struct opened *opened, const char *name)
{
    if (g_str_has_suffix(name, "/.iosizer"))
        g_ptr_array_add(opened->own_output, g_strndup(name, strlen(name) - strlen(".iosizer")));
    for (guint i = 0; i < opened->own_output->len; i++)
        if (g_str_has_prefix(name, g_ptr_array_index(opened->own_output, i)))
            return true;
    return false;
}

/* The name of a member as bytes; "unnamed" where it has none that can be told. Free with g_free. */
static char *
member_name(struct archive_entry *entry)
{
    const char *name = archive_entry_pathname(entry);
    if (!name)
        name = archive_entry_pathname_utf8(entry);
    while (name && g_str_has_prefix(name, "./"))
        name += 2;
    return g_strdup(name && *name ? name : "unnamed");
}

/* The next header. Names of members are converted to the charset of the thread's locale: a fixed one, whatever the
 * environment says, and only here. */
static int
next_header(struct opened *opened, struct archive_entry **out_entry, char **out_name)
{
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
    int status = archive_read_next_header(opened->archive, out_entry);
    if (status == ARCHIVE_OK || status == ARCHIVE_WARN)
        *out_name = member_name(*out_entry);
    if (utf8) {
        uselocale(before);
        freelocale(utf8);
    }
    return status;
}
/* Why a member is no leaf; NULL where it is one. `*out_level` of the note. */
static const char *
reason_to_skip(struct opened *opened, struct archive_entry *entry, const char *name, enum note_level *out_level)
{
    *out_level = NOTE_INFO;
    if (is_own_output(opened, name))
        return "part of a report made by iosizer, skipped";
    if (is_hidden(name))
        return "hidden, skipped";
    if (archive_entry_hardlink(entry))
        return "link to another member, skipped";
    if (archive_entry_filetype(entry) == AE_IFLNK)
        return "symbolic link in an archive, not followed";
    if (archive_entry_filetype(entry) != AE_IFREG)
        return "not a regular file, skipped";
    *out_level = NOTE_ERROR;
    return archive_entry_is_encrypted(entry) ? "encrypted, not read; unpack it and name the files" : NULL;
}

static bool walk_members(
    struct walk *walk, struct budget *budget, struct stream *from, int fd, unsigned depth, GError **error);

/* The content of the current member: a leaf or a nested archive. */
static bool
walk_content(struct opened *opened, GError **error)
{
    struct stream *stream = stream_new(opened->member, member_read, opened);
    size_t len;
    const char *head = stream_peek(stream, &len);
    bool ok = true;
    /* A magic number that libarchive does not follow: these bytes came through unchanged, and are what they are. */
    bool unchanged =
        archive_format(opened->archive) == ARCHIVE_FORMAT_RAW && archive_filter_count(opened->archive) == 1;
    if (unchanged || !archive_recognise(head, len))
        ok = walk_leaf(opened->walk, stream, error);
    else if (opened->depth < ARCHIVE_DEPTH_MAX)
        ok = walk_members(opened->walk, opened->budget, stream, -1, opened->depth + 1, error);
    else
        walk_note(opened->walk, NOTE_ERROR, "archive-nested", opened->member,
            "an archive in an archive in an archive is not opened; unpack it and name the files");
    stream_free(stream);
    return ok;
}

static bool
walk_member(struct opened *opened, struct archive_entry *entry, const char *name, GError **error)
{
    if (archive_entry_filetype(entry) == AE_IFDIR)
        return true;
    bool raw = archive_format(opened->archive) == ARCHIVE_FORMAT_RAW;
    g_free(opened->member);
    opened->member =
        raw ? g_strdup(stream_path(opened->from)) : g_strdup_printf("%s/%s", stream_path(opened->from), name);
    opened->budget->members++;
    enum note_level level;
    const char *reason = raw ? NULL : reason_to_skip(opened, entry, name, &level);
    if (reason) {
        walk_note(
            opened->walk, level, level == NOTE_ERROR ? "encrypted" : "member-skipped", opened->member, "%s", reason);
        return true;
    }
    if (exceeds(opened, archive_entry_size_is_set(entry) ? (uint64_t)MAX(archive_entry_size(entry), 0) : 0))
        return true;
    return walk_content(opened, error);
}

/* Visits member after member until the end, damage, a limit or the visitor stops it. */
static bool
walk_opened(struct opened *opened, GError **error)
{
    while (!opened->dead && !opened->budget->exceeded) {
        struct archive_entry *entry;
        g_autofree char *name = NULL;
        int status = next_header(opened, &entry, &name);
        if (status == ARCHIVE_EOF && !opened->any_member)
            walk_note(opened->walk, NOTE_WARNING, "archive-empty", stream_path(opened->from), "holds no file");
        if (status == ARCHIVE_EOF)
            break;
        if (status == ARCHIVE_RETRY)
            continue;
        if (status == ARCHIVE_FATAL || status == ARCHIVE_FAILED) {
            walk_note(opened->walk, NOTE_ERROR, "archive-damaged", stream_path(opened->from),
                "%s; only the members before it are read", fault_text(opened->archive));
            break;
        }
        opened->any_member = true;
        if (!walk_member(opened, entry, name, error))
            return false;
        skip_rest(opened);
    }
    return true;
}

static bool
walk_members(struct walk *walk, struct budget *budget, struct stream *from, int fd, unsigned depth, GError **error)
{
    struct opened *opened = g_new0(struct opened, 1);
    opened->walk = walk;
    opened->budget = budget;
    opened->from = from;
    opened->depth = depth;
    opened->seekable = fd >= 0;
    opened->own_output = g_ptr_array_new_with_free_func(g_free);
    opened->archive = open_archive(opened, fd);
    bool ok = !opened->archive || walk_opened(opened, error);
    if (opened->archive)
        archive_read_free(opened->archive);
    g_ptr_array_unref(opened->own_output);
    g_free(opened->member);
    g_free(opened);
    return ok;
}

bool
archive_walk(struct walk *walk, struct stream *stream, int fd, GError **error)
{
    off_t size = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0;
    struct budget budget = {.packed = stream, .packed_bytes = size > 0 ? (uint64_t)size : 0};
    return walk_members(walk, &budget, stream, fd, 1, error);
}
