#include "iostat_ahead.h"

#include <string.h>

#define NO_ROW UINT32_MAX
#define AHEAD_LINE 64u /* bytes of a cache line */

/* A line of a block. */
struct mark {
    uint32_t at, len;
    uint32_t row; /* index into rows; NO_ROW: not read */
};

enum block_state { BLOCK_READ, BLOCK_CLAIMED, BLOCK_MARKED };

struct ahead_block {
    char *text; /* whole lines but for the last of the stream; one byte more is there for its newline */
    size_t len, room;
    enum block_state state;
    bool marked;   /* lines are in `marks`; else they are cut off one by one */
    GArray *marks; /* struct mark */
    GArray *rows;  /* struct ahead_row */
    size_t next;   /* the next line: index into marks, or offset */
};

/* A hint is shared by the blocks that were begun with it. */
struct shared_hint {
    gatomicrefcount references;
    struct ahead_hint hint;
    char *names; /* copies: those of the caller lie beside what it writes, which would slow the other threads down */
};

struct ahead {
    struct stream *stream; /* of the reading thread, once that runs */
    char *rest;
    size_t rest_len;
    size_t block_bytes;
    uint64_t line_number; /* of the line given out last */
    unsigned slots;
    GThread *reader;
    GPtrArray *workers; /* GThread * */

    GMutex lock; /* of all below */
    GCond changed;
    GQueue waiting; /* struct ahead_block *, in order of the stream: read, claimed or marked */
    GQueue idle;    /* struct ahead_block *: to be filled */
    struct shared_hint *hint;
    bool at_end, stopping;
    GError *fault;
};

static void
hint_release(struct shared_hint *shared)
{
    if (!g_atomic_ref_count_dec(&shared->references))
        return;
    g_free(shared->hint.devices);
    g_free(shared->names);
    g_free(shared);
}

static struct shared_hint *
hint_share(const struct ahead_hint *hint)
{
    size_t size = 0, at = 0;
    for (guint i = 0; i < hint->count; i++)
        size += hint->devices[i].name_len;
    struct shared_hint *shared = g_new0(struct shared_hint, 1);
    g_atomic_ref_count_init(&shared->references);
    shared->hint = *hint;
    shared->hint.devices = g_memdup2(hint->devices, hint->count * sizeof *hint->devices);
    shared->names = g_malloc(size + AHEAD_LINE);
    for (guint i = 0; i < hint->count; i++) {
        struct ahead_device *device = &shared->hint.devices[i];
        memcpy(shared->names + at, device->name, device->name_len);
        device->name = shared->names + at;
        at += device->name_len;
    }
    return shared;
}

static void
block_free(void *data)
{
    struct ahead_block *block = data;
    g_free(block->text);
    g_array_unref(block->marks);
    g_array_unref(block->rows);
    g_free(block);
}

/* Room for `size` bytes and the newline behind them. */
static void
block_reserve(struct ahead_block *block, size_t size)
{
    if (block->room >= size)
        return;
    block->room = size;
    block->text = g_realloc(block->text, size + 1);
}

static const char *
last_newline(const struct ahead_block *block)
{
    return block->len > 0 ? memrchr(block->text, '\n', block->len) : NULL;
}

/* Appends what the stream gives at once. False at its end. */
static bool
block_read_more(struct ahead *ahead, struct ahead_block *block, size_t most, GError **error)
{
    block_reserve(block, block->len + most);
    gssize got = stream_read(ahead->stream, block->text + block->len, most, error);
    if (got > 0)
        block->len += (size_t)got;
    return got > 0;
}

/* A line that is too long: its first CURSOR_BLOCK bytes are kept, so that it counts as one, the rest is passed over up
 * to its newline. False at the end of the stream. */
static bool
pass_long_line(struct ahead *ahead, struct ahead_block *block, GError **error)
{
    for (;;) {
        block->len = CURSOR_BLOCK;
        if (!block_read_more(ahead, block, CURSOR_BLOCK, error))
            return false;
        char *from = block->text + CURSOR_BLOCK;
        size_t got = block->len - CURSOR_BLOCK;
        char *newline = memchr(from, '\n', got);
        if (newline == NULL)
            continue;
        memmove(from, newline, got - (size_t)(newline - from));
        block->len -= (size_t)(newline - from);
        return true;
    }
}

/* Fills a block with whole lines; the bytes behind its last newline are kept for the next. False at the end of the
 * stream, where the block may be empty. */
static bool
block_fill(struct ahead *ahead, struct ahead_block *block, GError **error)
{
    bool more = true;
    block_reserve(block, MAX(ahead->block_bytes, ahead->rest_len));
    if (ahead->rest_len > 0)
        memcpy(block->text, ahead->rest, ahead->rest_len);
    block->len = ahead->rest_len;
    ahead->rest_len = 0;
    while (more && block->len < ahead->block_bytes)
        more = block_read_more(ahead, block, ahead->block_bytes - block->len, error);
    while (more && last_newline(block) == NULL)
        more = block->len < CURSOR_BLOCK ? block_read_more(ahead, block, CURSOR_BLOCK - block->len, error)
                                         : pass_long_line(ahead, block, error);
    if (!more)
        return false;
    size_t whole = (size_t)(last_newline(block) - block->text) + 1;
    if (whole > ahead->block_bytes) { /* the rest that the first block starts with may be longer than a block */
        const char *border = memrchr(block->text, '\n', ahead->block_bytes);
        whole = border != NULL ? (size_t)(border - block->text) + 1 : whole;
    }
    ahead->rest_len = block->len - whole;
    ahead->rest = g_realloc(ahead->rest, ahead->rest_len + 1);
    memcpy(ahead->rest, block->text + whole, ahead->rest_len);
    block->len = whole;
    return true;
}

static void *
reader_run(void *data)
{
    struct ahead *ahead = data;
    bool more = true;
    while (more) {
        g_mutex_lock(&ahead->lock);
        while (g_queue_is_empty(&ahead->idle) && !ahead->stopping)
            g_cond_wait(&ahead->changed, &ahead->lock);
        struct ahead_block *block = ahead->stopping ? NULL : g_queue_pop_head(&ahead->idle);
        g_mutex_unlock(&ahead->lock);
        if (block == NULL)
            break;
        GError *fault = NULL;
        more = block_fill(ahead, block, &fault);
        block->state = BLOCK_READ;
        block->marked = false;
        block->next = 0;
        g_mutex_lock(&ahead->lock);
        g_queue_push_tail(&ahead->waiting, block);
        ahead->fault = fault;
        ahead->at_end = !more;
        g_cond_broadcast(&ahead->changed);
        g_mutex_unlock(&ahead->lock);
    }
    return NULL;
}

/* Cuts the line at `at` off; returns where the next one starts. */
static size_t
cut_line(const struct ahead_block *block, size_t at, size_t *out_len, bool *out_whole)
{
    const char *text = block->text + at;
    const char *newline = memchr(text, '\n', block->len - at);
    size_t len = newline != NULL ? (size_t)(newline - text) : block->len - at;
    *out_whole = newline != NULL;
    size_t next = at + len + (newline != NULL ? 1 : 0);
    if (len < CURSOR_BLOCK) { /* too long lines are not read: their end does not matter */
        while (len > 0 && text[len - 1] == '\r')
            len--;
    }
    *out_len = len;
    return next;
}

/* Which device a line starts with; count: none. */
static guint
device_at(const struct ahead_hint *hint, const char *text, size_t len)
{
    guint i = 0;
    while (i < hint->count) {
        const struct ahead_device *device = &hint->devices[i];
        if (len > device->name_len && text[device->name_len] == ' ' &&
            memcmp(text, device->name, device->name_len) == 0)
            break;
        i++;
    }
    return i;
}

/* Reads the row of one line, where it is of the expected device. */
static uint32_t
mark_row(struct ahead_block *block, const struct ahead_hint *hint, const char *text, size_t len, guint *expected)
{
    if (*expected >= hint->count)
        *expected = device_at(hint, text, len);
    if (*expected >= hint->count)
        return NO_ROW;
    const struct ahead_device *device = &hint->devices[*expected];
    guint index = block->rows->len;
    g_array_set_size(block->rows, index + 1);
    struct ahead_row *row = &g_array_index(block->rows, struct ahead_row, index);
    if (iostat_layout_row_of(hint->layout, text, len, device->name, device->name_len, &row->row)) {
        row->layout = hint->layout;
        row->device = device->device;
        *expected = device->follower;
        return index;
    }
    g_array_set_size(block->rows, index);
    *expected = hint->count;
    return NO_ROW;
}

static void
mark_lines(struct ahead_block *block, const struct ahead_hint *hint)
{
    g_array_set_size(block->marks, 0);
    g_array_set_size(block->rows, 0);
    const struct iostat_layout *layout = hint->layout;
    guint expected = hint->count;
    bool whole;
    for (size_t at = 0, next; at < block->len; at = next) {
        size_t len;
        next = cut_line(block, at, &len, &whole);
        struct mark mark = {(uint32_t)at, (uint32_t)len, NO_ROW};
        const char *text = block->text + at;
        if (len == layout->text_len && memcmp(text, layout->text, len) == 0)
            expected = hint->first;
        else if (whole && len > 0 && len < CURSOR_BLOCK)
            mark.row = mark_row(block, hint, text, len, &expected);
        g_array_append_val(block->marks, mark);
    }
}

/* The next block that nobody has begun; NULL: none. With the lock. */
static struct ahead_block *
claim_block(struct ahead *ahead)
{
    for (GList *at = ahead->waiting.head; at != NULL; at = at->next) {
        struct ahead_block *block = at->data;
        if (block->state == BLOCK_READ)
            return block;
    }
    return NULL;
}

static void *
worker_run(void *data)
{
    struct ahead *ahead = data;
    g_mutex_lock(&ahead->lock);
    while (!ahead->stopping) {
        struct ahead_block *block = ahead->hint != NULL ? claim_block(ahead) : NULL;
        if (block == NULL) {
            g_cond_wait(&ahead->changed, &ahead->lock);
            continue;
        }
        block->state = BLOCK_CLAIMED;
        struct shared_hint *hint = ahead->hint;
        g_atomic_ref_count_inc(&hint->references);
        g_mutex_unlock(&ahead->lock);
        mark_lines(block, &hint->hint);
        hint_release(hint);
        g_mutex_lock(&ahead->lock);
        block->marked = true;
        block->state = BLOCK_MARKED;
        g_cond_broadcast(&ahead->changed);
    }
    g_mutex_unlock(&ahead->lock);
    return NULL;
}

struct ahead *
ahead_start(
    struct stream *stream, const char *rest, size_t rest_len, uint64_t lines_before, size_t block_bytes, unsigned jobs)
{
    struct ahead *ahead = g_new0(struct ahead, 1);
    ahead->stream = stream;
    ahead->rest = g_malloc(rest_len + 1);
    memcpy(ahead->rest, rest, rest_len);
    ahead->rest_len = rest_len;
    ahead->line_number = lines_before;
    ahead->block_bytes = block_bytes;
    ahead->slots = jobs + AHEAD_BLOCKS_MORE;
    g_mutex_init(&ahead->lock);
    g_cond_init(&ahead->changed);
    g_queue_init(&ahead->waiting);
    g_queue_init(&ahead->idle);
    for (unsigned i = 0; i < ahead->slots; i++) {
        struct ahead_block *block = g_new0(struct ahead_block, 1);
        block->marks = g_array_new(FALSE, FALSE, sizeof(struct mark));
        block->rows = g_array_new(FALSE, FALSE, sizeof(struct ahead_row));
        g_queue_push_tail(&ahead->idle, block);
    }
    ahead->workers = g_ptr_array_new();
    ahead->reader = g_thread_new("log-read", reader_run, ahead);
    for (unsigned i = 1; i < jobs; i++)
        g_ptr_array_add(ahead->workers, g_thread_new("log-rows", worker_run, ahead));
    return ahead;
}

struct ahead_block *
ahead_next(struct ahead *ahead, GError **error)
{
    g_mutex_lock(&ahead->lock);
    while (g_queue_is_empty(&ahead->waiting) && !ahead->at_end)
        g_cond_wait(&ahead->changed, &ahead->lock);
    struct ahead_block *block = g_queue_peek_head(&ahead->waiting);
    while (block != NULL && block->state == BLOCK_CLAIMED)
        g_cond_wait(&ahead->changed, &ahead->lock);
    if (block != NULL)
        (void)g_queue_pop_head(&ahead->waiting);
    if (block == NULL && ahead->fault != NULL)
        g_propagate_error(error, g_steal_pointer(&ahead->fault));
    g_mutex_unlock(&ahead->lock);
    return block;
}

bool
ahead_line(
    struct ahead *ahead, struct ahead_block *block, struct cursor_line *out_line, const struct ahead_row **out_row)
{
    size_t at, len;
    bool whole;
    *out_row = NULL;
    if (block->marked) {
        if (block->next == block->marks->len)
            return false;
        const struct mark *mark = &g_array_index(block->marks, struct mark, block->next++);
        at = mark->at;
        len = mark->len;
        /* The last line of the stream has no newline behind it, all others have one, behind carriage returns. */
        whole = block->next < block->marks->len || block->text[block->len - 1] == '\n';
        if (mark->row != NO_ROW)
            *out_row = &g_array_index(block->rows, struct ahead_row, mark->row);
    } else {
        if (block->next >= block->len)
            return false;
        at = block->next;
        block->next = cut_line(block, at, &len, &whole);
    }
    if (!whole)
        block->text[block->len] = '\n';
    *out_line = (struct cursor_line){block->text + at, len, ++ahead->line_number, whole, len >= CURSOR_BLOCK};
    return true;
}

void
ahead_expect(struct ahead *ahead, const struct ahead_hint *hint)
{
    struct shared_hint *shared = NULL;
    if (hint->layout != NULL && hint->count > 0)
        shared = hint_share(hint);
    g_mutex_lock(&ahead->lock);
    struct shared_hint *before = ahead->hint;
    ahead->hint = shared;
    g_cond_broadcast(&ahead->changed);
    g_mutex_unlock(&ahead->lock);
    if (before != NULL)
        hint_release(before);
}

void
ahead_done(struct ahead *ahead, struct ahead_block *block)
{
    g_mutex_lock(&ahead->lock);
    g_queue_push_tail(&ahead->idle, block);
    g_cond_broadcast(&ahead->changed);
    g_mutex_unlock(&ahead->lock);
}

void
ahead_stop(struct ahead *ahead)
{
    g_mutex_lock(&ahead->lock);
    ahead->stopping = true;
    g_cond_broadcast(&ahead->changed);
    g_mutex_unlock(&ahead->lock);
    g_thread_join(ahead->reader);
    for (guint i = 0; i < ahead->workers->len; i++)
        g_thread_join(g_ptr_array_index(ahead->workers, i));
    g_ptr_array_unref(ahead->workers);
    g_queue_clear_full(&ahead->waiting, block_free);
    g_queue_clear_full(&ahead->idle, block_free);
    if (ahead->hint != NULL)
        hint_release(ahead->hint);
    g_clear_error(&ahead->fault);
    g_mutex_clear(&ahead->lock);
    g_cond_clear(&ahead->changed);
    g_free(ahead->rest);
    g_free(ahead);
}
