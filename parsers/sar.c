#include "sar.h"

#include "cursor.h"
#include "error.h"
#include "iostat_columns.h"
#include "iostat_lines.h"
#include "iostat_log.h"
#include "note.h"

#include <string.h>

/* CPU lines that are kept until the disk lines of their time come: three days of seconds. */
#define CPU_LINES_MAX 262144u

struct sar_reader {
    struct iostat_log *log;
    struct load_log *load;
    struct iostat_layout layout; /* of the open disk table */
    bool has_table;
    char stamp[STAMP_LEN_MAX]; /* of the open report; empty: none */
    GHashTable *cpu;           /* stamp -> struct iostat_cpu *: sar -A prints the CPU of all times first */
    char *clean, *copy;
    uint64_t number;
};

/* The header of a disk table as iostat would print it: "Device tps rkB/s ...". False where the line is none. */
static bool
open_disks(struct sar_reader *reader, const struct line_words *line, guint times)
{
    if (line_words_find(line, times, "DEV") < 0 || line_words_find(line, times, "tps") < 0)
        return false;
    g_autoptr(GString) header = g_string_new(NULL);
    for (guint i = times; i < line->words; i++) {
        bool is_name = line_words_is(line, i, "DEV");
        g_string_append_printf(header, "%s%.*s", i > times ? " " : "", is_name ? 6 : (int)line->word_len[i],
            is_name ? "Device" : line->word[i]);
    }
    reader->has_table = iostat_layout_parse(header->str, header->len, &reader->layout);
    if (reader->has_table)
        iostat_log_capture(reader->log)->unit = reader->layout.unit;
    return reader->has_table;
}

static void
open_report(struct sar_reader *reader, const char *stamp_text)
{
    if (strcmp(stamp_text, reader->stamp) == 0)
        return;
    g_strlcpy(reader->stamp, stamp_text, sizeof reader->stamp);
    g_autofree char *timed = g_strdup_printf("Time: %s", stamp_text);
    struct stamp stamp;
    if (stamp_parse(timed, strlen(timed), &stamp))
        iostat_log_stamp(reader->log, &stamp);
    const struct iostat_cpu *cpu = g_hash_table_lookup(reader->cpu, stamp_text);
    if (cpu != NULL)
        iostat_log_cpu(reader->log, cpu, reader->number);
    iostat_log_open_report(reader->log);
}

static void
read_disk_row(struct sar_reader *reader, const struct line_words *line, guint times, bool whole)
{
    if (line->words == times)
        return;
    const char *text = line->word[times];
    size_t len = (size_t)(line->start + line->len - text);
    struct row_fields fields;
    enum row_verdict verdict = iostat_layout_row(&reader->layout, text, len, whole, &fields);
    if (verdict < ROW_SHORT || fields.name_len == 0)
        return;
    g_autofree char *stamp =
        g_strndup(line->start, (size_t)(line->word[times - 1] + line->word_len[times - 1] - line->start));
    open_report(reader, stamp);
    struct iostat_log_row row = {fields.name, fields.name_len, false, verdict != ROW_GOOD, false, fields.decimals == 2,
        reader->layout.kept, fields.row};
    iostat_log_row(reader->log, &row, reader->number);
}

static void
keep_cpu(struct sar_reader *reader, const struct line_words *line, guint times)
{
    const double *value = reader->load->value;
    if (times == 0 || isnan(value[LOAD_IDLE_PCT]) || g_hash_table_size(reader->cpu) >= CPU_LINES_MAX)
        return;
    struct iostat_cpu *cpu = g_new0(struct iostat_cpu, 1);
    *cpu = (struct iostat_cpu){.user_pct = value[LOAD_USER_PCT],
        .system_pct = value[LOAD_SYSTEM_PCT],
        .iowait_pct = isnan(value[LOAD_IOWAIT_PCT]) ? 0 : value[LOAD_IOWAIT_PCT],
        .idle_pct = value[LOAD_IDLE_PCT],
        .sum_pct = 100};
    size_t len = (size_t)(line->word[times - 1] + line->word_len[times - 1] - line->start);
    g_hash_table_replace(reader->cpu, g_strndup(line->start, len), cpu);
}

static void
read_line(struct sar_reader *reader, const struct cursor_line *from)
{
    size_t len = line_clean(from->text, from->len, reader->clean);
    const char *at = reader->clean;
    struct line_words line = {0};
    if (!line_words_next(&line, &at, reader->clean + len))
        line = (struct line_words){0};
    reader->number = from->number;
    struct iostat_banner banner;
    if (line.words > 0 && banner_parse(line.start, line.len, reader->copy, &banner)) {
        iostat_log_banner(reader->log, &banner, from->number);
        reader->has_table = false;
        reader->stamp[0] = '\0';
        return;
    }
    guint times = line_time_words(&line);
    if (load_log_line(reader->load, &line)) {
        if (reader->load->section == LOAD_CPU)
            keep_cpu(reader, &line, times);
        return;
    }
    if (times == 0)
        reader->has_table = false; /* an empty line, or averages */
    else if (!open_disks(reader, &line, times) && reader->has_table)
        read_disk_row(reader, &line, times, from->whole);
}

/* "dev253-0": sar -d without -p. */
static bool
is_number_name(const char *name)
{
    return g_str_has_prefix(name, "dev") && g_ascii_isdigit(name[3]) && strchr(name, '-') != NULL;
}

static void
note_sar(struct capture *capture)
{
    capture->tool = "sar";
    char interval[G_ASCII_DTOSTR_BUF_SIZE] = "some";
    if (isfinite(capture->interval_s))
        g_ascii_formatd(interval, sizeof interval, "%.15g", capture->interval_s);
    notes_add(capture->notes, NOTE_INFO, "sar-averages", 0,
        "figures of sar are averages over %s s: shorter peaks do not show; IOPS and latency are of reads, writes and "
        "discards together",
        interval);
    guint numbered = 0;
    for (guint i = 0; i < capture->devices->len; i++)
        numbered += is_number_name(((const struct capture_device *)g_ptr_array_index(capture->devices, i))->name);
    if (numbered > 1)
        notes_add(capture->notes, NOTE_WARNING, "sar-names", 0,
            "devices are named by numbers (sar -d without -p): disks and the volumes over them cannot be told apart, "
            "so that I/O may be counted twice; name the measured ones with --device");
}

bool
sar_text_parse(struct stream *stream, const struct iostat_options *options, GPtrArray *captures, struct load_log *load,
    GError **error)
{
    struct iostat_options own = *options;
    own.since_boot = SINCE_BOOT_KEEP;
    g_auto(Cursor) cursor;
    cursor_init(&cursor, stream);
    g_autofree char *clean = g_malloc(CURSOR_BLOCK + 2), *copy = g_malloc(CURSOR_BLOCK + 2);
    struct sar_reader reader = {.log = iostat_log_new(stream_path(stream), CAPTURE_TEXT, &own),
        .load = load,
        .cpu = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .clean = clean,
        .copy = copy};
    g_autoptr(GError) fault = NULL;
    struct cursor_line line;
    while (cursor_next(&cursor, &line, &fault))
        if (!line.too_long)
            read_line(&reader, &line);
    g_hash_table_unref(reader.cpu);
    struct capture *capture = iostat_log_finish(reader.log);
    if (fault != NULL) {
        capture_free(capture);
        g_propagate_error(error, g_steal_pointer(&fault));
        return false;
    }
    if (capture != NULL) {
        note_sar(capture);
        g_ptr_array_add(captures, capture);
    }
    if (capture != NULL || load->samples > 0)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
        "%s: neither a disk section of sar -d nor a row of CPU or run queue in %" G_GUINT64_FORMAT " lines",
        stream_path(stream), cursor.number);
    return false;
}

bool
sar_json_parse(struct stream *stream, const struct iostat_options *options, GPtrArray *captures, GError **error)
{
    struct iostat_options own = *options;
    own.since_boot = SINCE_BOOT_KEEP;
    guint before = captures->len;
    if (!iostat_json_parse(stream, &own, captures, error))
        return false;
    for (guint i = before; i < captures->len; i++)
        note_sar(g_ptr_array_index(captures, i));
    return true;
}
