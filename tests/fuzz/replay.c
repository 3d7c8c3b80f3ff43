/* Runs stored inputs through a fuzz target as an ordinary test (TAP), without libFuzzer.
 *
 *     replay_NAME CORPUS [--only=.html,.txt] [--cuts=N]
 *
 * Every file of the folder CORPUS is run whole, and then, the short form, cut at and with a byte changed at some
 * places. IOSIZER_FUZZ_FILES names a folder of other files to do so with, CUTS_LONG places each (or N, or
 * IOSIZER_FUZZ_CUTS);
 * --only limits it to names with these ends. Places and bytes are the same in every run.
 */
#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define CUTS_SHORT 25
#define CUTS_LONG 500
#define FILE_BYTES_MAX ((gsize)64 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int
by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static gboolean
is_wanted(const char *name, char **ends)
{
    for (guint i = 0; ends && ends[i]; i++)
        if (g_str_has_suffix(name, ends[i]))
            return TRUE;
    return ends == NULL;
}

/* The regular files of a folder (not of those in it), sorted; NULL where it cannot be read. */
static GPtrArray *
files_of(const char *folder, char **ends)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    if (!dir)
        return NULL;
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (is_wanted(name, ends) && g_file_test(path, G_FILE_TEST_IS_REGULAR))
            g_ptr_array_add(files, g_steal_pointer(&path));
    }
    g_ptr_array_sort(files, by_name);
    return files;
}

/* A copy of its own size: reading behind its end is seen by the address sanitizer. */
static void
run(const char *data, gsize len)
{
    g_autofree uint8_t *copy = g_malloc(len ? len : 1);
    memcpy(copy, data, len);
    LLVMFuzzerTestOneInput(copy, len);
}

static void
run_damaged(char *data, gsize len, guint places)
{
    static const char bytes[] = "\0<>\"&|,.-0 \n\xff";
    uint64_t chance = 0x9e3779b97f4a7c15u ^ len;
    for (guint i = 0; i < places && len > 0; i++) {
        run(data, len * i / places);
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        gsize at = (gsize)(chance >> 16) % len;
        char kept = data[at];
        data[at] = bytes[(chance >> 8) % (sizeof bytes - 1)];
        run(data, len);
        data[at] = kept;
    }
}

static guint
run_folder(const char *folder, char **ends, guint places, guint number)
{
    g_autoptr(GPtrArray) files = files_of(folder, ends);
    if (!files || !files->len) {
        printf("ok %u - # SKIP no files in %s\n", ++number, folder);
        return number;
    }
    for (guint i = 0; i < files->len; i++) {
        const char *path = g_ptr_array_index(files, i);
        g_autofree char *data = NULL, *base = g_path_get_basename(path);
        gsize len = 0;
        if (!g_file_get_contents(path, &data, &len, NULL) || len > FILE_BYTES_MAX) {
            printf("not ok %u - %s cannot be read\n", ++number, base);
            continue;
        }
        run(data, len);
        run_damaged(data, len, places);
        printf("ok %u - %s, whole, and cut and changed at %u places\n", ++number, base, places);
        fflush(stdout);
    }
    return number;
}

int
main(int argc, char **argv)
{
    const char *others = g_getenv("IOSIZER_FUZZ_FILES"), *cuts = g_getenv("IOSIZER_FUZZ_CUTS"), *folder = NULL;
    guint places = cuts ? (guint)g_ascii_strtoull(cuts, NULL, 10) : CUTS_LONG;
    g_auto(GStrv) ends = NULL;
    for (int i = 1; i < argc; i++) {
        if (g_str_has_prefix(argv[i], "--only="))
            ends = g_strsplit(argv[i] + strlen("--only="), ",", -1);
        else if (g_str_has_prefix(argv[i], "--cuts="))
            places = (guint)g_ascii_strtoull(argv[i] + strlen("--cuts="), NULL, 10);
        else
            folder = argv[i];
    }
    guint number = folder ? run_folder(folder, NULL, CUTS_SHORT, 0) : 0;
    if (others)
        number = run_folder(others, ends, places, number);
    else
        printf("ok %u - # SKIP IOSIZER_FUZZ_FILES names no folder of other files\n", ++number);
    printf("1..%u\n", number);
    return 0;
}
