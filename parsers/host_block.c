#include "host_private.h"

#include "line_words.h"

#include <string.h>

/* Deeper trees than disk, partition, crypt, volume, ... are cut to this. */
#define TREE_DEPTH_MAX 32u

/* A copy of what follows `name` on the line: in quotes, to the bracket that closes the one before it, or to the next
 * blank. NULL where it is not there. */
static char *
attribute(const struct line_words *line, const char *name)
{
    const char *end = line->start + line->len;
    const char *found = line->len ? memmem(line->start, line->len, name, strlen(name)) : NULL;
    if (!found)
        return NULL;
    bool bracketed = found > line->start && found[-1] == '[';
    found += strlen(name);
    bool quoted = found < end && *found == '\'';
    found += quoted;
    char close = quoted ? '\'' : bracketed ? ']' : ' ';
    const char *stop = found;
    while (stop < end && *stop != close)
        stop++;
    return line_words_text(found, (size_t)(stop - found));
}

static bool
is_dm(const struct line_words *line, guint i)
{
    if (line->word_len[i] < 4 || memcmp(line->word[i], "dm-", 3) != 0)
        return false;
    for (size_t c = 3; c < line->word_len[i]; c++)
        if (!g_ascii_isdigit(line->word[i][c]))
            return false;
    return true;
}

/* "[action:] ALIAS [(WWID)] dm-N VENDOR,PRODUCT", or "NAME [nvme]:DEVICE VENDOR". NULL where the line is none. */
static struct host_multipath *
map_of_line(const struct line_words *line, const char *path)
{
    guint first = 0, dm = 0;
    while (first < line->words && line->word[first][line->word_len[first] - 1] == ':')
        first++;
    for (dm = first + 1; dm < line->words && dm <= first + 2; dm++)
        if (is_dm(line, dm) || (line->word_len[dm] > 7 && memcmp(line->word[dm], "[nvme]:", 7) == 0))
            break;
    bool has_wwid =
        dm == first + 2 && dm < line->words && line->word_len[first + 1] > 2 && line->word[first + 1][0] == '(';
    if (dm >= line->words || (dm != first + 1 && !has_wwid))
        return NULL;
    struct host_multipath *map = g_new0(struct host_multipath, 1);
    map->alias = line_words_copy(line, first);
    if (has_wwid)
        map->wwid = line_words_text(line->word[first + 1] + 1, line->word_len[first + 1] - 2);
    else
        map->wwid = g_strdup(map->alias);
    map->dm = is_dm(line, dm) ? line_words_copy(line, dm) : line_words_text(line->word[dm] + 7, line->word_len[dm] - 7);
    const char *rest = line->word[dm] + line->word_len[dm];
    map->vendor_product = g_strstrip(line_words_text(rest, (size_t)(line->start + line->len - rest)));
    map->paths = host_paths_new();
    map->file = g_strdup(path);
    return map;
}

/* The word that is the SCSI address of a path, "18:0:0:38" or "#:#:#:#", with a device after it; -1 where none is. */
static gint
address_word(const struct line_words *line)
{
    for (guint i = 0; i + 1 < line->words && i < 6; i++) {
        guint colons = 0;
        size_t c = 0;
        for (; c < line->word_len[i] && strchr("0123456789:#", line->word[i][c]); c++)
            colons += line->word[i][c] == ':';
        if (c == line->word_len[i] && colons >= 2)
            return (gint)i;
    }
    return -1;
}

/* "... 18:0:0:38 sdaq 66:160 active ready running", or "... [active][ready]". */
static void
add_path(struct host_multipath *map, const struct line_words *line, guint address)
{
    struct host_path *path = g_new0(struct host_path, 1);
    path->device = line_words_copy(line, address + 1);
    guint from = address + 3;
    const char *rest = from < line->words ? line->word[from] : line->start + line->len;
    path->state = line_words_text(rest, (size_t)(line->start + line->len - rest));
    g_strdelimit(path->state, "[]", ' ');
    g_auto(GStrv) words = g_strsplit(path->state, " ", -1);
    g_autoptr(GString) state = g_string_new(NULL);
    for (char **word = words; *word; word++)
        if (**word)
            g_string_append_printf(state, "%s%s", state->len ? " " : "", *word);
    g_free(path->state);
    path->state = g_strdup(state->str);
    g_ptr_array_add(map->paths, path);
}

/* "\_ round-robin 0 [prio=4][active]": the words between the mark and the bracket. */
static char *
old_policy(const struct line_words *line)
{
    const char *start = line->words > 1 ? line->word[1] : line->start;
    const char *bracket = memchr(start, '[', (size_t)(line->start + line->len - start));
    return bracket ? g_strchomp(line_words_text(start, (size_t)(bracket - start))) : NULL;
}

/* A line below the head of a map. */
static void
add_detail(struct host_multipath *map, const struct line_words *line)
{
    gint address = address_word(line);
    if (address >= 0) {
        add_path(map, line, (guint)address);
        return;
    }
    g_autofree char *policy = attribute(line, "policy=");
    if (!policy && line_words_is(line, 0, "\\_") && memmem(line->start, line->len, "[prio", 5))
        policy = old_policy(line);
    if (policy) {
        map->path_groups++;
        if (!map->policy)
            map->policy = g_steal_pointer(&policy);
        return;
    }
    g_autofree char *handler = attribute(line, "hwhandler=");
    map->alua = map->alua || (handler && strstr(handler, "alua"));
    if (!map->size)
        map->size = attribute(line, "size=");
}

/* Every map has a size on the line below its head: other lines that name a dm device are none. */
static void
drop_sizeless(GPtrArray *maps, guint from)
{
    const struct host_multipath *last = maps->len > from ? g_ptr_array_index(maps, maps->len - 1) : NULL;
    if (last && !last->size)
        g_ptr_array_remove_index(maps, maps->len - 1);
}

guint
host_read_multipath(struct host *host, const char *text, size_t len, const char *path)
{
    guint before = host->multipaths->len;
    const char *at = text, *end = len ? text + len : text;
    struct line_words line = {0};
    struct host_multipath *map = NULL;
    while (line_words_next(&line, &at, end)) {
        if (line.words == 0)
            continue;
        bool room = host->multipaths->len < HOST_ENTRIES_MAX;
        struct host_multipath *next = room ? map_of_line(&line, path) : NULL;
        if (next) {
            drop_sizeless(host->multipaths, before);
            map = next;
            g_ptr_array_add(host->multipaths, map);
        } else if (map && map->paths->len < HOST_ENTRIES_MAX) {
            add_detail(map, &line);
        }
    }
    drop_sizeless(host->multipaths, before);
    return host->multipaths->len - before;
}

/* Where the columns of an lsblk table are: places on the screen, each glyph of the tree one place. */
struct block_columns {
    gint type, size, mount_point; /* words of the header; -1: not there */
    guint type_at, size_end, mount_at, second_at;
    bool standard;      /* NAME MAJ:MIN RM SIZE RO TYPE: no cell of these is ever blank */
    bool mount_is_last; /* and MOUNTPOINT the only one after them */
};

/* The place of byte `p` on the line: UTF-8 sequences count one. */
static guint
place_of(const struct line_words *line, const char *p)
{
    guint place = line->indent;
    for (const char *c = line->start; c < p; c++)
        place += ((unsigned char)*c & 0xc0) != 0x80;
    return place;
}

static bool
block_header(const struct line_words *line, struct block_columns *out)
{
    static const char *const standard[] = {"NAME", "MAJ:MIN", "RM", "SIZE", "RO", "TYPE"};
    if (!line_words_is(line, 0, "NAME") || line->words < 2)
        return false;
    *out = (struct block_columns){.type = line_words_find(line, 0, "TYPE"),
        .size = line_words_find(line, 0, "SIZE"),
        .mount_point = line_words_find(line, 0, "MOUNTPOINT"),
        .second_at = place_of(line, line->word[1]),
        .standard = true};
    if (out->mount_point < 0)
        out->mount_point = line_words_find(line, 0, "MOUNTPOINTS");
    for (guint i = 0; i < G_N_ELEMENTS(standard); i++)
        out->standard = out->standard && line_words_is(line, i, standard[i]);
    if (out->type >= 0)
        out->type_at = place_of(line, line->word[out->type]);
    if (out->size >= 0)
        out->size_end = place_of(line, line->word[out->size] + line->word_len[out->size]);
    if (out->mount_point >= 0) {
        guint next = (guint)out->mount_point + 1;
        out->mount_is_last = out->standard && next == line->words && next == G_N_ELEMENTS(standard) + 1;
        out->mount_at = place_of(line, line->word[out->mount_point]);
    }
    return true;
}

/* The word that starts at `start_at`, or ends at `end_at` (G_MAXUINT: not asked); NULL where none does. */
static char *
word_at(const struct line_words *line, guint start_at, guint end_at)
{
    for (guint i = 1; i < line->words; i++)
        if (place_of(line, line->word[i]) == start_at || place_of(line, line->word[i] + line->word_len[i]) == end_at)
            return line_words_copy(line, i);
    return NULL;
}

/* The name's first byte: behind the glyphs of the tree. NULL where the line has none. */
static const char *
name_start(const struct line_words *line)
{
    const char *p = line->start, *end = line->start + line->len;
    while (p < end && (*p == ' ' || *p == '|' || *p == '`' || *p == '-' || (unsigned char)*p >= 0x80))
        p++;
    return p < end ? p : NULL;
}

/* The open branch of the tree: names and their places. */
struct branch {
    guint depth;
    guint at[TREE_DEPTH_MAX];
    const char *name[TREE_DEPTH_MAX];
};

static const char *
branch_parent(struct branch *branch, guint at, const char *name)
{
    while (branch->depth > 0 && branch->at[branch->depth - 1] >= at)
        branch->depth--;
    const char *parent = branch->depth > 0 ? branch->name[branch->depth - 1] : NULL;
    if (branch->depth < TREE_DEPTH_MAX) {
        branch->at[branch->depth] = at;
        branch->name[branch->depth++] = name;
    }
    return parent;
}

/* The words from the name on, the glyphs cut; "(dm-3)" behind the name, as old versions print, passed over. */
static void
fill_block(
    struct host_block *block, const struct line_words *line, const struct block_columns *columns, const char *name)
{
    guint i = 0;
    while (i + 1 < line->words && line->word[i] + line->word_len[i] <= name)
        i++;
    block->name = line_words_text(name, (size_t)(line->word[i] + line->word_len[i] - name));
    bool dm = i + 1 < line->words && line->word_len[i + 1] > 4 && memcmp(line->word[i + 1], "(dm-", 4) == 0;
    guint base = i + dm;
    if (columns->standard) {
        block->size = line_words_copy(line, base + 3);
        block->type = line_words_copy(line, base + 5);
    } else {
        block->size = columns->size > 0 ? word_at(line, G_MAXUINT, columns->size_end) : NULL;
        block->type = columns->type > 0 ? word_at(line, columns->type_at, G_MAXUINT) : NULL;
    }
    if (columns->mount_is_last && base + 6 < line->words) {
        const char *start = line->word[base + 6];
        block->mount_point = line_words_text(start, (size_t)(line->start + line->len - start));
    } else if (columns->mount_point > 0)
        block->mount_point = word_at(line, columns->mount_at, G_MAXUINT);
}

guint
host_read_lsblk(struct host *host, const char *text, size_t len, const char *path)
{
    (void)path;
    guint before = host->blocks->len;
    const char *at = text, *end = len ? text + len : text;
    struct line_words line = {0};
    struct block_columns columns = {.type = -1, .size = -1, .mount_point = -1};
    struct branch branch = {0};
    bool open = false;
    while (line_words_next(&line, &at, end) && host->blocks->len < HOST_ENTRIES_MAX) {
        if (line.words > 0 && block_header(&line, &columns)) {
            open = true;
            branch.depth = 0;
            continue;
        }
        const char *name = line.words > 1 && open ? name_start(&line) : NULL;
        guint place = name ? place_of(&line, name) : G_MAXUINT;
        if (place >= columns.second_at || (columns.standard && line.words < 6))
            continue; /* further mount points of the device above, or no row */
        struct host_block *block = g_new0(struct host_block, 1);
        fill_block(block, &line, &columns, name);
        block->parent = g_strdup(branch_parent(&branch, place, block->name));
        g_ptr_array_add(host->blocks, block);
    }
    return host->blocks->len - before;
}
