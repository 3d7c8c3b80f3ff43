#include "cursor.h"
#include "error.h"
#include "iostat.h"
#include "iostat_ahead.h"
#include "iostat_columns.h"
#include "iostat_lines.h"
#include "iostat_log.h"
#include "note.h"

#include <string.h>

#define LAYOUTS_MAX 256 /* different header lines of one file */
#define HOSTS_MAX 4096
#define TABLES_MAX 8 /* tables of one split report */

/* Where the reader is in the log of one host. */
struct text_host {
    char *key; /* from the prefix or the banner; NULL: none seen */
    struct iostat_log *log;
    const struct iostat_layout *layout;             /* of the open table; NULL: none */
    const struct iostat_layout *tables[TABLES_MAX]; /* of the open report */
    unsigned table_count;
    size_t indent;         /* blanks before the header: rows have as many, group rows more */
    struct cpu_layout cpu; /* columns > 0: its values are expected */
    char *lone_name;       /* a line that may be the name of the values on the next one */
    bool lone_is_group;
    bool behind_banner; /* only empty lines since */
    unsigned blanks;    /* how many */
};

struct text_reader {
    const char *path;
    const struct iostat_options *options;
    GPtrArray *hosts; /* struct text_host *, in order of appearance */
    struct text_host *host;
    GPtrArray *layouts; /* struct iostat_layout * */
    const struct iostat_layout *last_layout;
    struct line_prefix prefix;
    char *clean, *copy; /* a line each */
    const struct cursor_line *line;
    const char *time;   /* date and time of the line's prefix */
    size_t time_len;
};

static void
text_host_free(struct text_host *host)
{
    iostat_log_free(host->log);
    g_free(host->key);
    g_free(host->lone_name);
    g_free(host);
}

static struct text_host *
reader_add_host(struct text_reader *reader, const char *key, size_t len)
{
    struct text_host *host = g_new0(struct text_host, 1);
    host->key = key != NULL ? g_strndup(key, len) : NULL;
    host->log = iostat_log_new(reader->path, CAPTURE_TEXT, reader->options);
    g_ptr_array_add(reader->hosts, host);
    return host;
}

static bool
host_is(const struct text_host *host, const char *key, size_t len)
{
    return host->key != NULL && strncmp(host->key, key, len) == 0 && host->key[len] == '\0';
}

/* The host of this key, added where it is new. A log whose head was cut off has no name: the first name seen is its. */
static struct text_host *
reader_host_named(struct text_reader *reader, const char *key, size_t len)
{
    if (host_is(reader->host, key, len))
        return reader->host;
    for (guint i = 0; i < reader->hosts->len; i++) {
        struct text_host *host = g_ptr_array_index(reader->hosts, i);
        if (host->key == NULL)
            host->key = g_strndup(key, len);
        if (host_is(host, key, len))
            return host;
    }
    return reader->hosts->len < HOSTS_MAX ? reader_add_host(reader, key, len) : reader->host;
}

static void
host_close_table(struct text_host *host)
{
    host->layout = NULL;
    host->table_count = 0;
    host->cpu.columns = 0;
    g_clear_pointer(&host->lone_name, g_free);
}

static const struct iostat_layout *
reader_layout(struct text_reader *reader, const char *text, size_t len)
{
    for (guint i = 0; i < reader->layouts->len; i++) {
        const struct iostat_layout *known = g_ptr_array_index(reader->layouts, i);
        if (known->text_len == len && memcmp(known->text, text, len) == 0)
            return reader->last_layout = known;
    }
    g_autofree struct iostat_layout *layout = g_new(struct iostat_layout, 1);
    if (!iostat_layout_parse(text, len, layout))
        return NULL;
    if (reader->layouts->len == LAYOUTS_MAX) {
        host_close_table(reader->host);
        notes_add(iostat_log_capture(reader->host->log)->notes, NOTE_ERROR, "too-many-headers", reader->line->number,
            "more than %d different header lines: tables under further ones are left out", LAYOUTS_MAX);
        return NULL;
    }
    g_ptr_array_add(reader->layouts, layout);
    return reader->last_layout = g_steal_pointer(&layout);
}

static void
set_unit(struct capture *capture, enum capture_unit unit, uint64_t line)
{
    if (capture->unit == CAPTURE_UNIT_UNKNOWN)
        capture->unit = unit;
    else if (unit != capture->unit && unit != CAPTURE_UNIT_UNKNOWN && capture->unit != CAPTURE_UNIT_HUMAN)
        notes_add(capture->notes, NOTE_INFO, "unit-changed", line, "a later table is in another unit: converted");
}

/* A header opens a report, unless it is the next table of a split one. */
static void
read_header(struct text_reader *reader, const struct iostat_layout *layout, size_t indent)
{
    struct text_host *host = reader->host;
    struct capture *capture = iostat_log_capture(host->log);
    bool next_table = layout->is_part && host->table_count > 0 && host->table_count < TABLES_MAX;
    for (unsigned i = 0; i < host->table_count; i++)
        next_table &= host->tables[i] != layout && host->tables[i]->is_part;
    struct stamp stamp;
    if (!next_table && reader->time_len > 0 && stamp_parse(reader->time, reader->time_len, &stamp))
        iostat_log_prefix_stamp(host->log, &stamp);
    if (!next_table) {
        iostat_log_open_report(host->log);
        host->table_count = 0;
    }
    host->tables[host->table_count++] = layout;
    host->layout = layout;
    host->indent = indent;
    host->cpu.columns = 0;
    set_unit(capture, layout->unit, reader->line->number);
    if (layout->discards_in_writes)
        notes_add(capture->notes, NOTE_WARNING, "discards-in-writes", reader->line->number,
            "iostat -s prints writes and discards in one column: no figure for writes alone, MiB/s include discards");
}

static void
add_row(struct text_reader *reader, const char *name, size_t len, bool is_group, const struct row_fields *fields,
    bool rejected)
{
    struct text_host *host = reader->host;
    struct iostat_log_row row = {
        name, len, is_group, rejected, host->layout->is_part, fields->decimals == 2, host->layout->kept, fields->row};
    iostat_log_row(host->log, &row, reader->line->number);
    if (fields->human)
        iostat_log_capture(host->log)->unit = CAPTURE_UNIT_HUMAN;
    if (fields->comma)
        iostat_log_comma(host->log);
}

/* A short row is one of a known device, or one word and several decimals; else it is a sentence with a number. */
static bool
is_short_row(const struct text_host *host, const struct row_fields *fields)
{
    if (fields->name_len == 0)
        return false;
    bool one_word = memchr(fields->name, ' ', fields->name_len) == NULL;
    g_autofree char *name = g_strndup(fields->name, fields->name_len);
    return (one_word && fields->decimals > 0 && fields->values > 1) ||
           g_hash_table_contains(iostat_log_capture(host->log)->device_by_name, name);
}

/* Is the line a row of the open table? Then it is taken. */
static bool
read_row(struct text_reader *reader, const char *text, size_t len)
{
    struct text_host *host = reader->host;
    struct row_fields fields;
    enum row_verdict verdict = iostat_layout_row(host->layout, text, len, reader->line->whole, &fields);
    size_t indent = host->indent + (host->layout->device_last ? 1 : 0);
    if (host->layout->device_last)
        indent = 1;
    bool is_group = fields.indent > indent;
    bool values_only = fields.name_len == 0 && fields.values > 0;
    if (values_only && host->lone_name != NULL) {
        add_row(reader, host->lone_name, strlen(host->lone_name), host->lone_is_group, &fields, verdict != ROW_VALUES);
        g_clear_pointer(&host->lone_name, g_free);
        return true;
    }
    if (verdict == ROW_SHORT && !is_short_row(host, &fields))
        return false;
    if (verdict == ROW_FOREIGN)
        notes_add(iostat_log_capture(host->log)->notes, NOTE_INFO, "foreign-row", reader->line->number,
            "a line of numbers that is no row of the table above it is left out");
    if (verdict < ROW_SHORT || fields.name_len == 0)
        return false;
    add_row(reader, fields.name, fields.name_len, is_group, &fields, verdict != ROW_GOOD);
    return true;
}

static void
read_banner(struct text_reader *reader, const struct iostat_banner *banner)
{
    if (reader->prefix.host_word == 0)
        reader->host = reader_host_named(reader, banner->host, strlen(banner->host));
    host_close_table(reader->host);
    iostat_log_banner(reader->host->log, banner, reader->line->number);
    reader->host->behind_banner = true;
    reader->host->blanks = 0;
}

/* The name column is first or last. */
static bool
is_header_like(const char *text, size_t len)
{
    return len > 6 && (memcmp(text, "Device", 6) == 0 || memcmp(text + len - 6, "Device", 6) == 0);
}

/* Banner, CPU block and headers: lines that say what they are. */
static bool
read_marked_line(struct text_reader *reader, const char *text, size_t len, size_t indent)
{
    struct text_host *host = reader->host;
    struct iostat_banner banner;
    if (len > 6 && memcmp(text, "Linux ", 6) == 0 && banner_parse(text, len, reader->copy, &banner)) {
        read_banner(reader, &banner);
        return true;
    }
    struct cpu_layout cpu;
    if (cpu_layout_parse(text, len, &cpu)) {
        host_close_table(host);
        host->cpu = cpu;
        return true;
    }
    static const char file_systems[] = "Filesystem"; /* NFS or CIFS: no block devices */
    if (len >= strlen(file_systems) && memcmp(text, file_systems, strlen(file_systems)) == 0)
        host_close_table(host);
    if (!is_header_like(text, len))
        return false;
    const struct iostat_layout *layout = reader_layout(reader, text, len);
    if (layout == NULL || !reader->line->whole)
        return false;
    read_header(reader, layout, indent);
    return true;
}

/* A line that is nothing of iostat's; it may be the name of the device whose values follow. */
static void
keep_lone_name(struct text_host *host, const char *text, size_t len, size_t indent)
{
    g_clear_pointer(&host->lone_name, g_free);
    if (host->layout == NULL || host->layout->device_last)
        return;
    iostat_trim_name(&text, &len);
    host->lone_name = g_strndup(text, len);
    host->lone_is_group = indent > host->indent;
}

static bool
read_body(struct text_reader *reader, const char *body, size_t body_len)
{
    struct text_host *host = reader->host;
    const char *text = body;
    size_t len = body_len, indent = 0;
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t'))
        len--;
    while (indent < len && (text[indent] == ' ' || text[indent] == '\t'))
        indent++;
    if (indent == len) {
        host->blanks++;
        return true;
    }
    if (host->behind_banner && host->blanks == 2)
        iostat_log_extra_blank(host->log);
    host->behind_banner = false;
    if (read_marked_line(reader, text + indent, len - indent, indent))
        return true;
    struct iostat_cpu cpu;
    if (host->cpu.columns > 0 && cpu_values_parse(&host->cpu, text + indent, len - indent, &cpu)) {
        iostat_log_cpu(host->log, &cpu, reader->line->number);
        host->cpu.columns = 0;
        return true;
    }
    if (host->layout != NULL && read_row(reader, text, len))
        return true;
    struct stamp stamp;
    if (stamp_parse(text + indent, len - indent, &stamp)) {
        host_close_table(host);
        iostat_log_stamp(host->log, &stamp);
        return true;
    }
    keep_lone_name(host, text + indent, len - indent, indent);
    return false;
}

/* The usual line: a row of the device that came next in the report before. False for anything else, of which nothing
 * was taken then. */
static bool
read_row_fast(struct text_reader *reader, const char *text, size_t len)
{
    struct text_host *host = reader->host;
    const struct iostat_layout *layout = host->layout;
    if (layout == NULL || layout->is_part || host->indent > 0 || !reader->line->whole ||
        !iostat_log_is_plain(host->log))
        return false;
    struct capture *capture = iostat_log_capture(host->log);
    struct capture_device *device = capture_device_expected(capture);
    struct capture_row row;
    if (device == NULL || !iostat_layout_row_of(layout, text, len, device->name, device->name_len, &row))
        return false;
    capture_device_follow(capture, device);
    iostat_log_sample(host->log, device, &row, reader->line->number);
    return true;
}

/* The same header as before, where a header opens a report by itself. */
static bool
read_header_fast(struct text_reader *reader, const char *text, size_t len)
{
    const struct iostat_layout *layout = reader->last_layout;
    if (layout == NULL || layout->is_part || layout->text_len != len || memcmp(layout->text, text, len) != 0 ||
        !reader->line->whole)
        return false;
    read_header(reader, layout, 0);
    return true;
}

static bool
use_prefix(struct text_reader *reader, const struct line_parts *parts)
{
    if (parts->host_len > 0)
        reader->host = reader_host_named(reader, parts->host, parts->host_len);
    reader->time = parts->time;
    reader->time_len = parts->time_len;
    return read_row_fast(reader, parts->body, parts->body_len) ||
           read_header_fast(reader, parts->body, parts->body_len) || read_body(reader, parts->body, parts->body_len);
}

/* A line with iostat's text behind something: a prefix that all lines have from here on. */
static bool
read_behind_prefix(struct text_reader *reader, const char *text, size_t len)
{
    size_t anchor = line_anchor(text, len);
    struct line_prefix prefix;
    struct line_parts parts;
    if (anchor == SIZE_MAX || anchor == 0 || !line_prefix_learn(&prefix, text, anchor) ||
        !line_prefix_cut(&prefix, text, len, &parts))
        return false;
    reader->prefix = prefix;
    return use_prefix(reader, &parts);
}

/* A row that was cut when iostat was killed, with the banner of the next run behind it. */
static bool
read_glued_banner(struct text_reader *reader, const char *text, size_t len)
{
    size_t at = line_glued_banner(text, len);
    if (at == SIZE_MAX)
        return false;
    const struct cursor_line *whole = reader->line;
    struct cursor_line cut = *whole;
    g_autofree char *row = g_strdup_printf("%.*s\n", (int)at, text);
    cut.whole = false;
    reader->line = &cut;
    if (reader->host->layout != NULL)
        (void)read_row(reader, row, strlen(row) - 1);
    reader->line = whole;
    return read_body(reader, text + at, len - at);
}

/* Does the line hold nothing that line_clean would change? */
static bool
is_clean(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text[i] < ' ' && text[i] != '\t')
            return false;
    }
    return len == 0 || (text[0] != '\xEF' && text[0] != '^');
}

static void
read_line(struct text_reader *reader)
{
    const char *line = reader->line->text;
    size_t len = reader->line->len;
    if (reader->prefix.words == 0 && ((len == 0 && !reader->host->behind_banner) || read_row_fast(reader, line, len) ||
                                         read_header_fast(reader, line, len)))
        return;
    if (!is_clean(line, len)) {
        len = line_clean(line, len, reader->clean);
        line = reader->clean;
    }
    struct line_parts parts;
    bool prefixed = line_prefix_cut(&reader->prefix, line, len, &parts);
    if ((prefixed && use_prefix(reader, &parts)) || read_behind_prefix(reader, line, len) ||
        read_glued_banner(reader, line, len))
        return;
    if (!prefixed && line_anchor(line, len) == 0) {
        reader->prefix = (struct line_prefix){0};
        (void)read_body(reader, line, len);
    }
}

static void
note_long_line(struct text_reader *reader)
{
    notes_add(iostat_log_capture(reader->host->log)->notes, NOTE_WARNING, "long-line", reader->line->number,
        "a line of more than %zu bytes is left out", CURSOR_BLOCK);
}

/* The prefix of a log whose head was cut off shows only in a later line: it is looked for in the first block. */
static void
find_first_prefix(struct text_reader *reader, struct cursor *cursor)
{
    size_t len;
    const char *text = cursor_peek(cursor, &len);
    while (len > 0) {
        const char *newline = memchr(text, '\n', len);
        size_t line_len = newline != NULL ? (size_t)(newline - text) : len;
        if (newline == NULL)
            return;
        size_t clean_len = line_clean(text, line_len, reader->clean);
        size_t anchor = line_anchor(reader->clean, clean_len);
        if (anchor != SIZE_MAX) {
            if (!line_prefix_learn(&reader->prefix, reader->clean, anchor))
                reader->prefix = (struct line_prefix){0};
            return;
        }
        text = newline + 1;
        len -= line_len + 1;
    }
}

static void
read_one(struct text_reader *reader)
{
    if (reader->line->too_long)
        note_long_line(reader);
    else
        read_line(reader);
}

/* Takes a row that was read ahead, where read_row_fast would have read just that: the same table is open and the same
 * device is expected. */
static bool
take_row(struct text_reader *reader, const struct ahead_row *row)
{
    const struct text_host *host = reader->host;
    if (reader->prefix.words > 0 || host->layout != row->layout || host->layout->is_part || host->indent > 0 ||
        !iostat_log_is_plain(host->log))
        return false;
    struct capture *capture = iostat_log_capture(host->log);
    struct capture_device *device = capture_device_expected(capture);
    if (device == NULL || device != row->device)
        return false;
    capture_device_follow(capture, device);
    iostat_log_sample(host->log, device, &row->row, reader->line->number);
    return true;
}

/* The rows to expect in blocks to come are those of the open table. */
static void
expect_rows(struct text_reader *reader, struct ahead *ahead)
{
    const struct capture *capture = iostat_log_capture(reader->host->log);
    struct ahead_hint hint = {.count = capture->devices->len, .first = capture->first_device};
    bool usual = reader->prefix.words == 0 && reader->last_layout != NULL && !reader->last_layout->is_part;
    hint.layout = usual ? reader->last_layout : NULL;
    g_autofree struct ahead_device *devices = g_new(struct ahead_device, MAX(hint.count, 1));
    for (guint i = 0; i < hint.count; i++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, i);
        devices[i] = (struct ahead_device){device->name, device->name_len, device, device->follower};
    }
    hint.devices = devices;
    ahead_expect(ahead, &hint);
}

/* The rest of a long log, with other threads. */
static bool
read_ahead(struct text_reader *reader, struct cursor *cursor, size_t block_bytes, GError **error)
{
    size_t rest_len;
    const char *rest = cursor_peek(cursor, &rest_len);
    struct ahead *ahead =
        ahead_start(cursor->stream, rest, rest_len, cursor->number, block_bytes, reader->options->jobs);
    struct ahead_block *block;
    struct cursor_line line = {0};
    g_autoptr(GError) fault = NULL;
    expect_rows(reader, ahead);
    reader->line = &line;
    while ((block = ahead_next(ahead, &fault)) != NULL) {
        const struct ahead_row *row;
        while (ahead_line(ahead, block, &line, &row)) {
            if (row == NULL || !take_row(reader, row))
                read_one(reader);
            cursor->number = line.number;
        }
        expect_rows(reader, ahead);
        ahead_done(ahead, block);
    }
    ahead_stop(ahead);
    if (fault != NULL)
        g_propagate_error(error, g_steal_pointer(&fault));
    return error == NULL || *error == NULL;
}

/* Is what is left worth more threads? */
static bool
is_long_log(const struct cursor *cursor, size_t block_bytes, uint64_t taken)
{
    return taken >= block_bytes && !cursor->in_long_line &&
           (!cursor->at_end || cursor->end - cursor->begin > block_bytes);
}

static bool
read_lines(struct text_reader *reader, struct cursor *cursor, GError **error)
{
    struct cursor_line line;
    g_autoptr(GError) fault = NULL;
    size_t block_bytes = reader->options->block_bytes > 0 ? reader->options->block_bytes : AHEAD_BLOCK_BYTES;
    uint64_t taken = 0;
    find_first_prefix(reader, cursor);
    reader->line = &line;
    while (cursor_next(cursor, &line, &fault)) {
        read_one(reader);
        taken += line.len + 1;
        if (reader->options->jobs > 1 && is_long_log(cursor, block_bytes, taken))
            return read_ahead(reader, cursor, block_bytes, error);
    }
    if (fault != NULL)
        g_propagate_error(error, g_steal_pointer(&fault));
    return fault == NULL && (error == NULL || *error == NULL);
}

/* Hands over the captures that have reports. */
static guint
take_captures(struct text_reader *reader, GPtrArray *captures)
{
    guint before = captures->len;
    for (guint i = 0; i < reader->hosts->len; i++) {
        struct text_host *host = g_ptr_array_index(reader->hosts, i);
        struct capture *capture = iostat_log_finish(g_steal_pointer(&host->log));
        if (capture == NULL)
            continue;
        if (capture->host == NULL && reader->prefix.host_word > 0 && host->key != NULL)
            capture->host = g_utf8_make_valid(host->key, -1);
        g_ptr_array_add(captures, capture);
    }
    return captures->len - before;
}

bool
iostat_text_parse(struct stream *stream, const struct iostat_options *options, GPtrArray *captures, GError **error)
{
    g_auto(Cursor) cursor;
    cursor_init(&cursor, stream);
    g_autofree char *clean = g_malloc(CURSOR_BLOCK + 2), *copy = g_malloc(CURSOR_BLOCK + 2);
    g_autoptr(GPtrArray) hosts = g_ptr_array_new_with_free_func((GDestroyNotify)text_host_free);
    g_autoptr(GPtrArray) layouts = g_ptr_array_new_with_free_func(g_free);
    struct text_reader reader = {.path = stream_path(stream),
        .options = options,
        .hosts = hosts,
        .layouts = layouts,
        .clean = clean,
        .copy = copy};
    reader.host = reader_add_host(&reader, NULL, 0);
    if (!read_lines(&reader, &cursor, error))
        return false;
    if (take_captures(&reader, captures) > 0)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
        "%s: no disk report of iostat in %" G_GUINT64_FORMAT
        " lines: expected a header such as 'Device r/s w/s rkB/s wkB/s ... %%util'; capture with iostat -xmt 1",
        reader.path, cursor.number);
    return false;
}
