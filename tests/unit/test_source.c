#include "source.h"

#include "error.h"
#include "note.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* SHA-256 of "abc", from FIPS 180-2. */
#define SHA256_ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

/* A temporary folder, and what a walk over it saw. */
struct fixture {
    char *root;
    GPtrArray *notes;
    GString *seen; /* "path=content;" of each leaf, the root cut off, contents of at most 20 bytes */
};

static bool
note_leaf(struct stream *stream, void *user_data, GError **error)
{
    struct fixture *fixture = user_data;
    size_t len;
    g_autofree char *text = stream_read_all(stream, 1 << 20, &len, error);
    if (!text)
        return false;
    const char *path = stream_path(stream);
    g_string_append_printf(
        fixture->seen, "%s=%.20s;", g_str_has_prefix(path, fixture->root) ? path + strlen(fixture->root) : path, text);
    return true;
}

static void
fixture_open(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->root = g_dir_make_tmp("iosizer-XXXXXX", NULL);
    fixture->notes = notes_new();
    fixture->seen = g_string_new(NULL);
    g_assert_nonnull(fixture->root);
}

static void
remove_tree(const char *path)
{
    GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *below = g_build_filename(path, name, NULL);
        remove_tree(below);
    }
    if (dir)
        g_dir_close(dir);
    g_remove(path);
}

static void
fixture_close(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    remove_tree(fixture->root);
    g_free(fixture->root);
    g_ptr_array_unref(fixture->notes);
    g_string_free(fixture->seen, TRUE);
}

/* Path below the root of the fixture; the folders on the way are made. */
static char *
place(const struct fixture *fixture, const char *name)
{
    char *path = g_build_filename(fixture->root, name, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
    return path;
}

static void
put(const struct fixture *fixture, const char *name, const void *data, size_t len)
{
    g_autofree char *path = place(fixture, name);
    g_assert_true(g_file_set_contents(path, data, (gssize)len, NULL));
}

static void
put_text(const struct fixture *fixture, const char *name, const char *text)
{
    put(fixture, name, text, strlen(text));
}

static bool
walk(struct fixture *fixture, const char *below, GError **error)
{
    g_autofree char *path = *below ? g_build_filename(fixture->root, below, NULL) : g_strdup(fixture->root);
    const char *const inputs[] = {path, NULL};
    return source_walk(inputs, fixture->notes, note_leaf, fixture, error);
}

static void
assert_walk(struct fixture *fixture, const char *below, const char *seen)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(walk(fixture, below, &error));
    g_assert_no_error(error);
    g_assert_cmpstr(fixture->seen->str, ==, seen);
}

/* How often a note of this code was made; its level must be `level`. */
static guint
noted(const struct fixture *fixture, const char *code, enum note_level level)
{
    guint count = 0;
    for (guint i = 0; i < fixture->notes->len; i++) {
        const struct note *note = g_ptr_array_index(fixture->notes, i);
        if (strcmp(note->code, code) != 0)
            continue;
        g_assert_cmpint((int)note->level, ==, (int)level);
        count += (guint)note->count;
    }
    return count;
}

/* A member of an archive under construction. */
static void
add_member(struct archive *archive, const char *name, const void *data, size_t len)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_size(entry, (la_int64_t)len);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0600);
    g_assert_cmpint(archive_write_header(archive, entry), ==, ARCHIVE_OK);
    g_assert_true(archive_write_data(archive, data, len) == (la_ssize_t)len);
    archive_entry_free(entry);
}

/* An archive in memory; closed by archive_end. */
static struct archive *
archive_begin(char *buffer, size_t size, size_t *used, int (*format)(struct archive *), int (*filter)(struct archive *))
{
    struct archive *archive = archive_write_new();
    g_assert_cmpint(format(archive), ==, ARCHIVE_OK);
    if (filter)
        g_assert_cmpint(filter(archive), ==, ARCHIVE_OK);
    archive_write_set_bytes_per_block(archive, 512);
    archive_write_set_bytes_in_last_block(archive, 1);
    g_assert_cmpint(archive_write_open_memory(archive, buffer, size, used), ==, ARCHIVE_OK);
    return archive;
}

static void
archive_end(struct archive *archive)
{
    g_assert_cmpint(archive_write_close(archive), ==, ARCHIVE_OK);
    archive_write_free(archive);
}

/* `text` packed by one filter, as gzip and its kin do. Returns the length. */
static size_t
pack(char *buffer, size_t size, const char *text, size_t len, int (*filter)(struct archive *))
{
    size_t used = 0;
    struct archive *archive = archive_begin(buffer, size, &used, archive_write_set_format_raw, filter);
    add_member(archive, "data", text, len);
    archive_end(archive);
    return used;
}

static void
peek_consumes_nothing(void)
{
    struct stream *stream = stream_new_memory("m", "abcdef", 6);
    size_t len;
    char buffer[4];
    g_assert_true(memcmp(stream_peek(stream, &len), "abcdef", 6) == 0);
    g_assert_cmpuint(len, ==, 6);
    g_assert_cmpuint(stream_bytes(stream), ==, 0);
    g_assert_cmpint(stream_read(stream, buffer, 4, NULL), ==, 4);
    g_assert_true(memcmp(buffer, "abcd", 4) == 0);
    g_assert_cmpint(stream_read(stream, buffer, 4, NULL), ==, 2);
    g_assert_true(memcmp(buffer, "ef", 2) == 0);
    g_assert_cmpint(stream_read(stream, buffer, 4, NULL), ==, 0);
    g_assert_cmpuint(stream_bytes(stream), ==, 6);
    stream_free(stream);
}

static void
peek_is_bounded_and_the_rest_follows(void)
{
    size_t size = STREAM_PEEK_MAX + 1000, len;
    g_autofree char *data = g_malloc(size);
    for (size_t i = 0; i < size; i++)
        data[i] = (char)('a' + i % 23);
    struct stream *stream = stream_new_memory("m", data, size);
    stream_peek(stream, &len);
    g_assert_cmpuint(len, ==, STREAM_PEEK_MAX);
    g_autofree char *all = stream_read_all(stream, size, &len, NULL);
    g_assert_cmpuint(len, ==, size);
    g_assert_true(memcmp(all, data, size) == 0);
    g_assert_cmpint(all[size], ==, 0);
    stream_free(stream);
}

static void
empty_stream_is_no_error(void)
{
    struct stream *stream = stream_new_memory("m", NULL, 0);
    size_t len = 9;
    g_autoptr(GError) error = NULL;
    g_assert_nonnull(stream_peek(stream, &len));
    g_assert_cmpuint(len, ==, 0);
    g_autofree char *all = stream_read_all(stream, 10, &len, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(len, ==, 0);
    g_assert_cmpstr(all, ==, "");
    stream_free(stream);
}

static void
read_all_takes_the_limit_and_no_more(void)
{
    size_t len;
    g_autoptr(GError) error = NULL;
    struct stream *fits = stream_new_memory("fits", "12345", 5), *over = stream_new_memory("over", "123456", 6);
    g_autofree char *text = stream_read_all(fits, 5, &len, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(text, ==, "12345");
    g_assert_null(stream_read_all(over, 5, &len, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_true(g_str_has_prefix(error->message, "over: longer than 5 bytes"));
    stream_free(fits);
    stream_free(over);
}

static void
hash_is_of_all_bytes_however_they_were_read(void)
{
    for (int way = 0; way < 3; way++) {
        struct stream *stream = stream_new_memory("m", "abc", 3);
        size_t len;
        char one;
        stream_hash_start(stream);
        if (way > 0)
            stream_peek(stream, &len);
        if (way > 1)
            g_assert_cmpint(stream_read(stream, &one, 1, NULL), ==, 1);
        g_autofree char *sum = stream_sha256(stream), *again = stream_sha256(stream);
        g_assert_cmpstr(sum, ==, SHA256_ABC);
        g_assert_cmpstr(again, ==, SHA256_ABC);
        stream_free(stream);
    }
    struct stream *off = stream_new_memory("m", "abc", 3);
    g_assert_null(stream_sha256(off));
    stream_free(off);
}

static void
names_are_printable(void)
{
    struct stream *stream = stream_new_memory("a\nb\x1b[31m\xff/\xc3\xa9.log", "", 0);
    g_assert_cmpstr(stream_path(stream), ==, "a\\x0ab\\x1b[31m\\xff/\xc3\xa9.log");
    stream_free(stream);
}

static void
folders_are_walked_in_byte_order(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    put_text(fixture, "b.log", "2");
    put_text(fixture, "a/z", "1");
    put_text(fixture, "B.log", "0");
    put_text(fixture, "empty", "");
    assert_walk(fixture, "", "/B.log=0;/a/z=1;/b.log=2;/empty=;");
    g_assert_cmpuint(fixture->notes->len, ==, 0);
}

static void
hidden_and_own_output_are_left_out_with_a_note(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    put_text(fixture, ".hidden", "x");
    put_text(fixture, ".folder/x", "x");
    put_text(fixture, "report/.iosizer", "");
    put_text(fixture, "report/results.json", "x");
    put_text(fixture, "kept", "k");
    assert_walk(fixture, "", "/kept=k;");
    g_assert_cmpuint(noted(fixture, "hidden-file", NOTE_INFO), ==, 2);
    g_assert_cmpuint(noted(fixture, "own-output", NOTE_INFO), ==, 1);
}

static void
links_lead_to_files_elsewhere_only(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    put_text(fixture, "in/a.log", "a");
    put_text(fixture, "out/b.log", "b");
    g_autofree char *outside = place(fixture, "out/b.log"), *folder = place(fixture, "out");
    g_autofree char *to_file = place(fixture, "in/file"), *to_folder = place(fixture, "in/folder");
    g_autofree char *to_same = place(fixture, "in/same"), *loop = place(fixture, "in/loop");
    g_autofree char *nowhere = place(fixture, "in/nowhere");
    g_assert_cmpint(symlink(outside, to_file), ==, 0);
    g_assert_cmpint(symlink(folder, to_folder), ==, 0);
    g_assert_cmpint(symlink("a.log", to_same), ==, 0);
    g_assert_cmpint(symlink(".", loop), ==, 0);
    g_assert_cmpint(symlink("gone", nowhere), ==, 0);
    assert_walk(fixture, "in", "/in/a.log=a;/in/file=b;");
    g_assert_cmpuint(noted(fixture, "link-outside", NOTE_WARNING), ==, 1);
    g_assert_cmpuint(noted(fixture, "link-inside", NOTE_INFO), ==, 2);
    g_assert_cmpuint(noted(fixture, "unreadable", NOTE_ERROR), ==, 1);
}

static void
special_files_are_skipped(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    g_autofree char *pipe = place(fixture, "pipe");
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(mkfifo(pipe, 0600), ==, 0);
    assert_walk(fixture, "", "");
    g_assert_cmpuint(noted(fixture, "special-file", NOTE_INFO), ==, 1);
    g_assert_false(walk(fixture, "pipe", &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
}

static void
deep_folders_end_with_a_note(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) name = g_string_new(NULL);
    for (guint i = 0; i < 40; i++)
        g_string_append(name, "d/");
    g_string_append(name, "leaf");
    put_text(fixture, name->str, "x");
    assert_walk(fixture, "", "");
    g_assert_cmpuint(noted(fixture, "too-deep", NOTE_ERROR), ==, 1);
}

static void
missing_input_is_an_error_that_names_it(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    g_assert_false(walk(fixture, "none.log", &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
    g_assert_nonnull(strstr(error->message, "none.log: No such file or directory; name an existing file"));
}

static void
own_output_as_an_input_is_an_error(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    put_text(fixture, "report/.iosizer", "");
    g_assert_false(walk(fixture, "report", &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT);
}

static bool
refuse(struct stream *stream, void *user_data, GError **error)
{
    guint *calls = user_data;
    ++*calls;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "%s", stream_path(stream));
    return false;
}

static void
visitor_stops_the_walk(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    guint calls = 0;
    char buffer[8192];
    size_t used = 0;
    struct archive *archive = archive_begin(buffer, sizeof buffer, &used, archive_write_set_format_ustar, NULL);
    add_member(archive, "one", "1", 1);
    add_member(archive, "two", "2", 1);
    archive_end(archive);
    put(fixture, "a.tar", buffer, used);
    put_text(fixture, "b", "b");
    const char *const inputs[] = {fixture->root, NULL};
    g_autoptr(GError) error = NULL;
    g_assert_false(source_walk(inputs, fixture->notes, refuse, &calls, &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL);
    g_assert_true(g_str_has_suffix(error->message, "a.tar/one"));
    g_assert_cmpuint(calls, ==, 1);
}

static void
compressed_files_keep_their_path(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    static int (*const filters[])(struct archive *) = {archive_write_add_filter_gzip, archive_write_add_filter_xz,
        archive_write_add_filter_zstd, archive_write_add_filter_bzip2};
    static const char *const names[] = {"1.gz", "2.dat", "3", "4.bz2"};
    char buffer[8192];
    for (guint i = 0; i < G_N_ELEMENTS(filters); i++)
        put(fixture, names[i], buffer, pack(buffer, sizeof buffer, "hello\n", 6, filters[i]));
    assert_walk(fixture, "", "/1.gz=hello\n;/2.dat=hello\n;/3=hello\n;/4.bz2=hello\n;");
    g_assert_cmpuint(fixture->notes->len, ==, 0);
}

static void
members_are_named_by_archive_and_path(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    char buffer[16384], inner[1024];
    size_t used = 0, inner_len = pack(inner, sizeof inner, "nested", 6, archive_write_add_filter_gzip);
    struct archive *archive =
        archive_begin(buffer, sizeof buffer, &used, archive_write_set_format_pax, archive_write_add_filter_gzip);
    add_member(archive, "./qd8/iostat.log", "log", 3);
    add_member(archive, "qd8/._iostat.log", "hidden", 6);
    add_member(archive, "../../evil", "up", 2);
    add_member(archive, "/etc/root", "abs", 3);
    add_member(archive, "qd8/x.gz", inner, inner_len);
    add_member(archive, "old/.iosizer", "", 0);
    add_member(archive, "old/report.md", "own", 3);
    archive_end(archive);
    put(fixture, "l.tgz", buffer, used);
    assert_walk(
        fixture, "", "/l.tgz/qd8/iostat.log=log;/l.tgz/../../evil=up;/l.tgz//etc/root=abs;/l.tgz/qd8/x.gz=nested;");
    g_assert_cmpuint(noted(fixture, "member-skipped", NOTE_INFO), ==, 3);
}

static void
zip_members_are_read_and_documents_are_not_opened(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    char buffer[8192];
    size_t used = 0;
    struct archive *archive = archive_begin(buffer, sizeof buffer, &used, archive_write_set_format_zip, NULL);
    add_member(archive, "a/b.log", "zipped", 6);
    archive_end(archive);
    put(fixture, "1.zip", buffer, used);
    archive = archive_begin(buffer, sizeof buffer, &used, archive_write_set_format_zip, NULL);
    add_member(archive, "[Content_Types].xml", "<x/>", 4);
    archive_end(archive);
    put(fixture, "2.xlsx", buffer, used);
    g_autoptr(GError) error = NULL;
    g_assert_true(walk(fixture, "", &error));
    g_assert_no_error(error);
    g_assert_true(g_str_has_prefix(fixture->seen->str, "/1.zip/a/b.log=zipped;/2.xlsx=PK"));
}

static void
third_level_is_not_opened(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    char one[1024], two[4096], three[8192];
    size_t one_len = pack(one, sizeof one, "deep", 4, archive_write_add_filter_gzip), two_len = 0, three_len = 0;
    struct archive *archive = archive_begin(two, sizeof two, &two_len, archive_write_set_format_ustar, NULL);
    add_member(archive, "x.gz", one, one_len);
    archive_end(archive);
    archive = archive_begin(three, sizeof three, &three_len, archive_write_set_format_zip, NULL);
    add_member(archive, "y.tar", two, two_len);
    archive_end(archive);
    put(fixture, "z.zip", three, three_len);
    assert_walk(fixture, "", "");
    g_assert_cmpuint(noted(fixture, "archive-nested", NOTE_ERROR), ==, 1);
}

static void
cut_archive_gives_what_precedes(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    g_autofree char *noise = g_malloc(400000);
    size_t room = 512 << 10;
    g_autofree char *buffer = g_malloc(room);
    size_t used = 0;
    guint32 state = 1;
    for (size_t i = 0; i < 400000; i++)
        noise[i] = (char)('a' + ((state = state * 1664525u + 1013904223u) >> 28));
    struct archive *archive =
        archive_begin(buffer, room, &used, archive_write_set_format_ustar, archive_write_add_filter_gzip);
    add_member(archive, "first", "whole", 5);
    add_member(archive, "second", noise, 400000);
    archive_end(archive);
    put(fixture, "cut.tgz", buffer, used / 2);
    g_autoptr(GError) error = NULL;
    g_assert_true(walk(fixture, "", &error));
    g_assert_true(g_str_has_prefix(fixture->seen->str, "/cut.tgz/first=whole;"));
    g_assert_cmpuint(noted(fixture, "archive-damaged", NOTE_ERROR), >=, 1);
}

static void
every_cut_and_flip_of_an_archive_ends(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    char buffer[8192];
    size_t used = 0;
    struct archive *archive = archive_begin(buffer, sizeof buffer, &used, archive_write_set_format_zip, NULL);
    add_member(archive, "a", "content of a", 12);
    add_member(archive, "b", "content of b", 12);
    archive_end(archive);
    for (size_t i = 0; i < used; i++) {
        char whole = buffer[i];
        put(fixture, "cut.zip", buffer, i);
        buffer[i] = (char)(whole ^ 0x55);
        put(fixture, "flip.zip", buffer, used);
        buffer[i] = whole;
        g_autoptr(GError) error = NULL;
        g_assert_true(walk(fixture, "", &error));
        g_assert_no_error(error);
    }
}

static void
bombs_stop_at_the_ratio(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    size_t size = (size_t)700 << 20, room = (size_t)4 << 20, used = 0;
    g_autofree char *buffer = g_malloc(room), *zeros = g_malloc0((size_t)1 << 20);
    struct archive *archive =
        archive_begin(buffer, room, &used, archive_write_set_format_pax, archive_write_add_filter_zstd);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, "bomb");
    archive_entry_set_size(entry, (la_int64_t)size);
    archive_entry_set_filetype(entry, AE_IFREG);
    g_assert_cmpint(archive_write_header(archive, entry), ==, ARCHIVE_OK);
    for (size_t done = 0; done < size; done += (size_t)1 << 20)
        g_assert_true(archive_write_data(archive, zeros, (size_t)1 << 20) == 1 << 20);
    archive_entry_free(entry);
    archive_end(archive);
    put(fixture, "bomb.tar.zst", buffer, used);
    put_text(fixture, "c", "kept");
    assert_walk(fixture, "", "/c=kept;");
    g_assert_cmpuint(noted(fixture, "archive-limit", NOTE_ERROR), ==, 1);
}

static void
bytes_that_only_look_packed_are_a_leaf(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    put_text(fixture, "a.txt", "BZhello");
    assert_walk(fixture, "", "/a.txt=BZhello;");
    g_assert_cmpuint(fixture->notes->len, ==, 0);
}

static void
empty_archive_is_noted(struct fixture *fixture, gconstpointer data)
{
    (void)data;
    char buffer[1024];
    put(fixture, "e.gz", buffer, pack(buffer, sizeof buffer, "", 0, archive_write_add_filter_gzip));
    assert_walk(fixture, "", "");
    g_assert_cmpuint(noted(fixture, "archive-empty", NOTE_WARNING), ==, 1);
}

#define WALK_TEST(test) g_test_add("/source/" #test, struct fixture, NULL, fixture_open, test, fixture_close)

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/source/peek_consumes_nothing", peek_consumes_nothing);
    g_test_add_func("/source/peek_is_bounded_and_the_rest_follows", peek_is_bounded_and_the_rest_follows);
    g_test_add_func("/source/empty_stream_is_no_error", empty_stream_is_no_error);
    g_test_add_func("/source/read_all_takes_the_limit_and_no_more", read_all_takes_the_limit_and_no_more);
    g_test_add_func("/source/hash_is_of_all_bytes_however_they_were_read", hash_is_of_all_bytes_however_they_were_read);
    g_test_add_func("/source/names_are_printable", names_are_printable);
    WALK_TEST(folders_are_walked_in_byte_order);
    WALK_TEST(hidden_and_own_output_are_left_out_with_a_note);
    WALK_TEST(links_lead_to_files_elsewhere_only);
    WALK_TEST(special_files_are_skipped);
    WALK_TEST(deep_folders_end_with_a_note);
    WALK_TEST(missing_input_is_an_error_that_names_it);
    WALK_TEST(own_output_as_an_input_is_an_error);
    WALK_TEST(visitor_stops_the_walk);
    WALK_TEST(compressed_files_keep_their_path);
    WALK_TEST(members_are_named_by_archive_and_path);
    WALK_TEST(zip_members_are_read_and_documents_are_not_opened);
    WALK_TEST(third_level_is_not_opened);
    WALK_TEST(cut_archive_gives_what_precedes);
    WALK_TEST(every_cut_and_flip_of_an_archive_ends);
    WALK_TEST(bombs_stop_at_the_ratio);
    WALK_TEST(bytes_that_only_look_packed_are_a_leaf);
    WALK_TEST(empty_archive_is_noted);
    return g_test_run();
}
