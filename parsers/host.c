#include "host.h"

#include "host_private.h"
#include "line_words.h"

#include <string.h>

static void
path_free(void *data)
{
    struct host_path *path = data;
    g_free(path->device);
    g_free(path->state);
    g_free(path);
}

static void
multipath_free(void *data)
{
    struct host_multipath *map = data;
    char *texts[] = {map->alias, map->wwid, map->dm, map->vendor_product, map->size, map->policy, map->file};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    g_ptr_array_unref(map->paths);
    g_free(map);
}

static void
mount_free(void *data)
{
    struct host_mount *mount = data;
    char *texts[] = {mount->device, mount->point, mount->type, mount->options, mount->file};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    g_free(mount);
}

static void
block_free(void *data)
{
    struct host_block *block = data;
    char *texts[] = {block->name, block->type, block->size, block->mount_point, block->parent};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    g_free(block);
}

static void
setting_free(void *data)
{
    struct host_setting *setting = data;
    g_free(setting->name);
    g_free(setting->value);
    g_free(setting->file);
    g_free(setting);
}

GPtrArray *
host_paths_new(void)
{
    return g_ptr_array_new_with_free_func(path_free);
}

struct host *
host_new(void)
{
    struct host *host = g_new0(struct host, 1);
    host->multipaths = g_ptr_array_new_with_free_func(multipath_free);
    host->mounts = g_ptr_array_new_with_free_func(mount_free);
    host->blocks = g_ptr_array_new_with_free_func(block_free);
    host->settings = g_ptr_array_new_with_free_func(setting_free);
    return host;
}

void
host_free(struct host *host)
{
    if (!host)
        return;
    g_ptr_array_unref(host->multipaths);
    g_ptr_array_unref(host->mounts);
    g_ptr_array_unref(host->blocks);
    g_ptr_array_unref(host->settings);
    g_free(host);
}

/* In the tables of mounts a blank is written \040; in place. */
static char *
unescaped(char *text)
{
    char *out = text;
    for (const char *in = text; *in; out++) {
        bool octal = in[0] == '\\' && in[1] >= '0' && in[1] <= '1' && in[2] >= '0' && in[2] <= '7' && in[3] >= '0' &&
                     in[3] <= '7';
        int code = octal ? (in[1] - '0') * 64 + (in[2] - '0') * 8 + (in[3] - '0') : 0;
        *out = code >= ' ' && code < 127 ? (char)code : *in;
        in += code >= ' ' && code < 127 ? 4 : 1;
    }
    *out = '\0';
    return text;
}

static const char *
without_tree(const char *word, size_t *len)
{
    while (*len && (*word == '|' || *word == '`' || *word == '-' || (unsigned char)*word >= 0x80)) {
        word++;
        (*len)--;
    }
    return word;
}

/* Which word of a line is what; -1: not there. */
struct mount_columns {
    gint device, point, type, options;
    guint words; /* a line of another number of words has blanks in a cell or is no row; 0: any */
};

/* The columns of a findmnt table, told by its header. */
static bool
findmnt_columns(const struct line_words *line, struct mount_columns *out_columns)
{
    gint target = line_words_find(line, 0, "TARGET"), source = line_words_find(line, 0, "SOURCE");
    if (target < 0 || source < 0)
        return false;
    *out_columns = (struct mount_columns){
        source, target, line_words_find(line, 0, "FSTYPE"), line_words_find(line, 0, "OPTIONS"), line->words};
    return true;
}

/* The columns of this line: "DEV on POINT type TYPE (OPTIONS)", or "DEV POINT TYPE OPTIONS [0 0]". */
static struct mount_columns
line_columns(const struct line_words *line)
{
    if (line_words_is(line, 1, "on") && line_words_is(line, 3, "type"))
        return (struct mount_columns){0, 2, 4, 5, 0};
    return (struct mount_columns){0, 1, 2, 3, 0};
}

static void
add_mount(struct host *host, const struct line_words *line, const struct mount_columns *columns, const char *path)
{
    struct host_mount *mount = g_new0(struct host_mount, 1);
    guint point = (guint)columns->point;
    size_t len = line->word_len[point];
    const char *start = without_tree(line->word[point], &len);
    mount->device = unescaped(line_words_copy(line, (guint)columns->device));
    mount->point = unescaped(line_words_text(start, len));
    mount->type = columns->type < 0 ? NULL : line_words_copy(line, (guint)columns->type);
    mount->options = columns->options < 0 ? NULL : line_words_copy(line, (guint)columns->options);
    mount->file = g_strdup(path);
    size_t options = mount->options ? strlen(mount->options) : 0;
    if (options >= 2 && mount->options[0] == '(' && mount->options[options - 1] == ')') {
        mount->options[options - 1] = '\0';
        memmove(mount->options, mount->options + 1, options - 1);
    }
    g_ptr_array_add(host->mounts, mount);
}

guint
host_read_mounts(struct host *host, const char *text, size_t len, const char *path)
{
    guint before = host->mounts->len;
    struct mount_columns table = {-1, -1, -1, -1, 0};
    const char *at = text, *end = len ? text + len : text;
    struct line_words line = {0};
    while (line_words_next(&line, &at, end) && host->mounts->len < HOST_ENTRIES_MAX) {
        if (line.words < 2 || line.start[0] == '#' || findmnt_columns(&line, &table))
            continue;
        struct mount_columns columns = table.words ? table : line_columns(&line);
        if (columns.words ? line.words != columns.words : line.words < 4 || line.words < (guint)columns.options + 1)
            continue;
        size_t point_len = line.word_len[columns.point];
        const char *point = without_tree(line.word[columns.point], &point_len);
        if (point_len > 0 && *point == '/')
            add_mount(host, &line, &columns, path);
    }
    return host->mounts->len - before;
}

/* "name = value" of the open-iscsi tools. */
static bool
add_setting(struct host *host, const struct line_words *line, const char *path)
{
    static const char *const families[] = {"node.", "iface.", "discovery.", "iscsid.", "isns."};
    const char *equals = memchr(line->start, '=', line->len);
    bool known = false;
    for (guint i = 0; i < G_N_ELEMENTS(families); i++)
        known = known || line_words_starts(line, families[i]);
    if (!known || !equals)
        return false;
    struct host_setting *setting = g_new0(struct host_setting, 1);
    setting->name = g_strchomp(line_words_text(line->start, (size_t)(equals - line->start)));
    setting->value = g_strstrip(line_words_text(equals + 1, line->len - (size_t)(equals + 1 - line->start)));
    setting->file = g_strdup(path);
    setting->line = line->number;
    g_ptr_array_add(host->settings, setting);
    return true;
}

guint
host_read_iscsi(struct host *host, const char *text, size_t len, const char *path)
{
    guint added = 0, sessions = 0;
    const char *at = text, *end = len ? text + len : text;
    struct line_words line = {0};
    while (line_words_next(&line, &at, end) && host->settings->len < HOST_ENTRIES_MAX) {
        bool session = line_words_is(&line, 0, "SID:") || line_words_starts(&line, "tcp: [") ||
                       line_words_starts(&line, "iser: [");
        sessions += session;
        added += session || add_setting(host, &line, path);
    }
    /* Two listings of one host show the same sessions. */
    host->iscsi_sessions = MAX(host->iscsi_sessions, sessions);
    return added;
}

const struct host_setting *
host_setting_named(const struct host *host, const char *name)
{
    for (guint i = host->settings->len; i-- > 0;) {
        const struct host_setting *setting = g_ptr_array_index(host->settings, i);
        if (strcmp(setting->name, name) == 0)
            return setting;
    }
    return NULL;
}

const struct host_multipath *
host_multipath_named(const struct host *host, const char *name)
{
    for (guint i = 0; i < host->multipaths->len; i++) {
        const struct host_multipath *map = g_ptr_array_index(host->multipaths, i);
        if (g_strcmp0(map->dm, name) == 0 || g_strcmp0(map->alias, name) == 0 || g_strcmp0(map->wwid, name) == 0)
            return map;
    }
    return NULL;
}

const struct host_multipath *
host_multipath_of_path(const struct host *host, const char *device)
{
    for (guint i = 0; i < host->multipaths->len; i++) {
        const struct host_multipath *map = g_ptr_array_index(host->multipaths, i);
        for (guint p = 0; p < map->paths->len; p++) {
            const struct host_path *path = g_ptr_array_index(map->paths, p);
            if (strcmp(path->device, device) == 0)
                return map;
        }
    }
    return NULL;
}
