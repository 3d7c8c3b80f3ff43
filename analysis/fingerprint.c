#include "fingerprint.h"

#include "kind.h"
#include "note.h"

#include <string.h>

char *
fingerprint_of_unread(struct stream *stream)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *block = g_malloc(STREAM_PEEK_MAX);
    gssize got = 1;
    for (size_t left = FINGERPRINT_UNREAD_MAX; left > 0 && got > 0; left -= (size_t)MAX(got, 0)) {
        got = stream_read(stream, block, MIN(left, STREAM_PEEK_MAX), NULL);
        if (got > 0)
            g_checksum_update(sum, (const guchar *)block, got);
    }
    return g_strdup(g_checksum_get_string(sum));
}

static void
add_line(GChecksum *sum, const char *text)
{
    g_checksum_update(sum, (const guchar *)text, -1);
    g_checksum_update(sum, (const guchar *)"\n", 1);
}

/* Paths hold no newline: the walk escapes it. */
static void
add_file(GChecksum *sum, const char *path, const char *sha256)
{
    add_line(sum, path);
    add_line(sum, sha256 ? sha256 : "unreadable");
}

static char *
finish(GChecksum *sum, const GPtrArray *notes)
{
    for (guint i = 0; i < notes->len; i++) {
        const struct note *note = g_ptr_array_index(notes, i);
        add_line(sum, note->code);
        add_line(sum, note->text);
        g_autofree char *count = g_strdup_printf("%" G_GUINT64_FORMAT, note->count);
        add_line(sum, count);
    }
    return g_strdup(g_checksum_get_string(sum));
}

char *
fingerprint_of_inputs(const struct inputs *inputs)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        add_file(sum, input->path, input->sha256 ? input->sha256 : input->unread_sha256);
    }
    return finish(sum, inputs->notes);
}

static bool
add_leaf(struct stream *stream, void *user_data, GError **error)
{
    size_t len = 0;
    const char *head = stream_peek(stream, &len);
    g_autofree char *path = g_strdup(stream_path(stream)), *sha256 = NULL;
    if (input_kind_is_read(kind_recognise(head, len, path).kind)) {
        stream_hash_start(stream);
        sha256 = stream_sha256(stream);
    } else {
        sha256 = fingerprint_of_unread(stream);
    }
    add_file(user_data, path, sha256);
    return true;
}

static bool
can_be_read_twice(const char *const *paths)
{
    for (; *paths; paths++)
        if (strcmp(*paths, "-") == 0)
            return false;
    return true;
}

char *
fingerprint_of_paths(const char *const *paths, const char *config_path)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *config = NULL;
    gsize len = 0;
    if (!can_be_read_twice(paths) || (config_path && !g_file_get_contents(config_path, &config, &len, NULL)))
        return NULL;
    if (config_path) {
        g_autofree char *sha256 = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)config, len);
        add_file(sum, config_path, sha256);
    }
    g_autoptr(GPtrArray) notes = notes_new();
    return source_walk(paths, notes, add_leaf, sum, NULL) ? finish(sum, notes) : NULL;
}
