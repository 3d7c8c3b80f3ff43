/* Inputs as they come: compressed and packed logs give what the plain log gives; several files read at once give what
 * they give one by one. */
#include "capture_dump.h"
#include "error.h"
#include "inputs.h"
#include "random.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>

struct folder {
    char *path;
};

static void
folder_open(struct folder *folder, gconstpointer data)
{
    (void)data;
    folder->path = g_dir_make_tmp("iosizer-XXXXXX", NULL);
    g_assert_nonnull(folder->path);
}

static void
folder_close(struct folder *folder, gconstpointer data)
{
    (void)data;
    g_autoptr(GDir) dir = g_dir_open(folder->path, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *path = g_build_filename(folder->path, name, NULL);
        g_remove(path);
    }
    g_rmdir(folder->path);
    g_free(folder->path);
}

static char *
make_log(unsigned reports, uint64_t random)
{
    GString *out = g_string_new("Linux 5.14.0-1.x86_64 (db1) \t2026-11-30 \t_x86_64_\t(8 CPU)\n\n");
    for (unsigned i = 0; i < reports; i++) {
        g_string_append_printf(out,
            "2026-11-30 10:%02u:%02u\nDevice r/s rMB/s r_await w/s wMB/s w_await aqu-sz %%util\n", i / 60 % 60, i % 60);
        for (char disk = 'a'; disk <= 'c'; disk++)
            g_string_append_printf(out, "sd%c %d.50 1.00 0.50 %d.00 0.00 0.00 0.10 10.00\n", disk,
                (int)(next_random(&random) * 5000), (int)(next_random(&random) * 700));
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

typedef int (*set_up)(struct archive *);

/* The bytes as one member of an archive, or as raw content of a filter. */
static GBytes *
packed(const void *data, size_t len, set_up format, set_up filter, const char *member)
{
    size_t room = len + 65536, used = 0;
    char *buffer = g_malloc(room);
    struct archive *archive = archive_write_new();
    g_assert_cmpint(format(archive), ==, ARCHIVE_OK);
    if (filter != NULL)
        g_assert_cmpint(filter(archive), ==, ARCHIVE_OK);
    g_assert_cmpint(archive_write_open_memory(archive, buffer, room, &used), ==, ARCHIVE_OK);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, member);
    archive_entry_set_size(entry, (la_int64_t)len);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    g_assert_cmpint(archive_write_header(archive, entry), ==, ARCHIVE_OK);
    g_assert_cmpint((int)archive_write_data(archive, data, len), ==, (int)len);
    archive_entry_free(entry);
    g_assert_cmpint(archive_write_close(archive), ==, ARCHIVE_OK);
    archive_write_free(archive);
    return g_bytes_new_take(buffer, used);
}

/* What the inputs hold but for their paths. */
static char *
dump_inputs(const struct inputs *inputs)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        g_autofree char *name = g_path_get_basename(input->path), *dump = dump_captures(input->captures);
        const char *behind_path = strstr(dump, " host ");
        g_string_append_printf(out, "%s %d %s %" G_GUINT64_FORMAT " bytes %u notes\n%s\n", name, (int)input->kind,
            input->sha256, input->bytes, input->notes->len, behind_path != NULL ? behind_path : dump);
    }
    return g_strdup(out->str);
}

static char *
read_path(const char *path, unsigned jobs)
{
    struct inputs_options options = {.iostat = IOSTAT_OPTIONS_DEFAULT, .with_hash = true, .jobs = jobs};
    options.iostat.with_series = true;
    options.iostat.jobs = jobs;
    g_autoptr(GError) error = NULL;
    g_autoptr(Inputs) inputs = inputs_read((const char *const[]){path, NULL}, &options, &error);
    g_assert_no_error(error);
    return dump_inputs(inputs);
}

static char *
write_and_read(const struct folder *folder, const char *name, GBytes *bytes, unsigned jobs)
{
    g_autofree char *path = g_build_filename(folder->path, name, NULL);
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    g_assert_true(g_file_set_contents(path, data, (gssize)len, NULL));
    return read_path(path, jobs);
}

static int
no_filter(struct archive *archive)
{
    return archive_write_add_filter_none(archive);
}

static const struct {
    const char *name;
    set_up format, filter;
} packings[] = {
    {"a.log.gz", archive_write_set_format_raw, archive_write_add_filter_gzip},
    {"a.log.xz", archive_write_set_format_raw, archive_write_add_filter_xz},
    {"a.log.zst", archive_write_set_format_raw, archive_write_add_filter_zstd},
    {"a.log.bz2", archive_write_set_format_raw, archive_write_add_filter_bzip2},
    {"a.zip", archive_write_set_format_zip, no_filter},
    {"a.tar", archive_write_set_format_pax_restricted, no_filter},
    {"a.tar.zst", archive_write_set_format_pax_restricted, archive_write_add_filter_zstd},
};

/* A dump without its first word, the name of the file. */
static const char *
without_name(const char *dump)
{
    return strchr(dump, ' ');
}

static void
check_packings(struct folder *folder, unsigned reports, unsigned jobs, size_t step)
{
    g_autofree char *log = make_log(reports, 5);
    g_autoptr(GBytes) plain = g_bytes_new_static(log, strlen(log));
    g_autofree char *want = write_and_read(folder, "a.log", plain, 1);
    g_assert_nonnull(strstr(want, "device sdc"));
    for (size_t i = 0; i < G_N_ELEMENTS(packings); i += step) {
        g_autoptr(GBytes) bytes = packed(log, strlen(log), packings[i].format, packings[i].filter, "a.log");
        g_autofree char *got = write_and_read(folder, packings[i].name, bytes, jobs);
        if (!g_str_equal(without_name(got), without_name(want)))
            g_error("%s gives another log", packings[i].name);
        /* Once more around it: a tar of compressed logs, and a compressed tar in a zip. */
        gsize len;
        const char *inner = g_bytes_get_data(bytes, &len);
        bool is_archive = g_str_has_prefix(packings[i].name, "a.tar") || g_str_has_prefix(packings[i].name, "a.zip");
        g_autoptr(GBytes) outer =
            packed(inner, len, is_archive ? archive_write_set_format_zip : archive_write_set_format_pax_restricted,
                no_filter, packings[i].name);
        g_autofree char *nested = write_and_read(folder, "nested", outer, jobs);
        if (!g_str_equal(without_name(nested), without_name(want)))
            g_error("%s in an archive gives another log", packings[i].name);
    }
}

static void
test_packed_logs_give_what_the_plain_log_gives(struct folder *folder, gconstpointer data)
{
    (void)data;
    check_packings(folder, 200, 1, 1);
    check_packings(folder, 200, 3, 1);
}

/* Beyond what is read into memory for another thread. */
static void
test_long_packed_logs_too(struct folder *folder, gconstpointer data)
{
    (void)data;
    check_packings(folder, 20000, 2, 2);
}

static void
test_files_read_at_once_keep_their_order_and_content(struct folder *folder, gconstpointer data)
{
    (void)data;
    static const unsigned reports[] = {3, 900, 40, 1, 25000, 7, 300, 12};
    for (unsigned i = 0; i < 40; i++) {
        g_autofree char *log = make_log(reports[i % G_N_ELEMENTS(reports)], i);
        g_autofree char *name = g_strdup_printf("host%02u.log", i);
        g_autofree char *path = g_build_filename(folder->path, name, NULL);
        /* Some are damaged, empty, or no log at all. */
        const char *text = i % 9 == 4 ? "" : i % 9 == 5 ? "Linux 5 (db1) \t11/30/26\n\nDevice r/s w/s %util\n" : log;
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
    }
    g_autofree char *one = read_path(folder->path, 1);
    for (unsigned jobs = 2; jobs <= 8; jobs += 3) {
        g_autofree char *several = read_path(folder->path, jobs);
        g_assert_cmpstr(several, ==, one);
    }
}

static void
test_sar_stands_back_behind_iostat(struct folder *folder, gconstpointer data)
{
    (void)data;
    g_autofree char *log = make_log(5, 1);
    g_autofree char *first = g_build_filename(folder->path, "iostat.log", NULL);
    g_autofree char *second = g_build_filename(folder->path, "sar.txt", NULL);
    g_assert_true(g_file_set_contents(first, log, -1, NULL));
    g_assert_true(g_file_set_contents(second,
        "Linux 5.14.0 (db1) \t2026-11-30 \t_x86_64_\t(8 CPU)\n\n"
        "10:00:00          DEV       tps     rkB/s     wkB/s   areq-sz    aqu-sz     await     %util\n"
        "10:10:00          sda    100.00   1024.00   2048.00     30.00      0.10      1.00      5.00\n",
        -1, NULL));
    struct inputs_options options = {.iostat = IOSTAT_OPTIONS_DEFAULT};
    for (int prefer = 0; prefer <= 1; prefer++) {
        options.prefer_iostat = prefer == 1;
        g_autoptr(Inputs) inputs = inputs_read((const char *const[]){folder->path, NULL}, &options, NULL);
        g_assert_cmpuint(inputs->input->len, ==, 2);
        const struct input *iostat = g_ptr_array_index(inputs->input, 0), *sar = g_ptr_array_index(inputs->input, 1);
        g_assert_cmpuint(iostat->captures->len, ==, 1);
        g_assert_cmpuint(sar->captures->len, ==, 1 - (guint)prefer);
        g_assert_cmpuint(sar->notes->len, ==, (guint)prefer);
    }
}

static void
add(const char *path, void (*test)(struct folder *, gconstpointer))
{
    g_test_add(path, struct folder, NULL, folder_open, test, folder_close);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add("/inputs/packed_logs_give_what_the_plain_log_gives", test_packed_logs_give_what_the_plain_log_gives);
    add("/inputs/long_packed_logs_too", test_long_packed_logs_too);
    add("/inputs/files_read_at_once_keep_their_order_and_content",
        test_files_read_at_once_keep_their_order_and_content);
    add("/inputs/sar_stands_back_behind_iostat", test_sar_stands_back_behind_iostat);
    return g_test_run();
}
