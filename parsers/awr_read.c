#include "awr_read.h"
#include "awr_forms.h"
#include "awr_views.h"
#include "error.h"
#include "note.h"
#include "utf8.h"

#include <string.h>

#define REPORT_BYTES_MAX ((size_t)512 << 20) /* reports are 1 to 5 MB; the largest known are below 50 */
#define REPORTS_MAX 10000u                   /* of one file */

/* Reads the reports of `text`, one after another. `whole`, of XML: the document is closed, which other forms tell by
 * the mark of a report's end. */
static void
read_reports(const char *path, enum awr_format format, char *text, size_t len, bool whole, GPtrArray *reports)
{
    bool is_text = format == AWR_TEXT;
    struct awr_numbers numbers = awr_numbers_of(text, len);
    uint64_t line = 1;
    for (char *at = text, *end = text + len; at && at < end && reports->len < REPORTS_MAX;) {
        char *next = is_text ? awr_text_next(at, (size_t)(end - at)) : awr_html_next(at, (size_t)(end - at));
        size_t size = (size_t)((next ? next : end) - at);
        char kept = at[size];
        uint64_t lines = utf8_lines(at, at + size);
        at[size] = '\0';
        struct awr_fill *fill = awr_fill_new(path, format, numbers);
        if (numbers.decimal == ',')
            notes_add(awr_fill_notes(fill), NOTE_INFO, "decimal-comma", 0, "numbers are read with a decimal comma");
        bool ended = is_text ? awr_text_read(fill, at, size, line) : awr_html_read(fill, at, size, line);
        ended = format == AWR_XML ? whole : ended;
        guint before = reports->len; /* a page that is no report gives none; the caller tells where all are such */
        if (awr_fill_finish(fill, ended, reports) && (before > 0 || next))
            notes_add(((struct awr *)g_ptr_array_index(reports, before))->notes, NOTE_INFO, "one-of-several", line,
                "the file holds several reports; this one begins at this line");
        at[size] = kept;
        line += lines;
        at = next;
    }
}

static bool
read_views(struct stream *stream, GPtrArray *reports, GError **error)
{
    g_autoptr(AwrViews) views = awr_views_new();
    return awr_views_read(views, stream, error) && awr_views_finish(views, stream_path(stream), reports, error);
}

bool
awr_parse(struct stream *stream, enum kind kind, GPtrArray *reports, GError **error)
{
    const char *path = stream_path(stream);
    if (kind == KIND_AWR_VIEWS)
        return read_views(stream, reports, error);
    size_t len = 0;
    char *raw = stream_read_all(stream, REPORT_BYTES_MAX, &len, error);
    if (!raw)
        return false;
    g_autofree char *text = utf8_text(raw, &len);
    bool whole = true;
    enum awr_format format = kind == KIND_AWR_HTML ? AWR_HTML : kind == KIND_AWR_XML ? AWR_XML : AWR_TEXT;
    if (format == AWR_XML) {
        char *opened = awr_xml_open(text, len, path, &len, &whole, error);
        if (!opened)
            return false;
        g_free(text);
        text = opened;
    }
    guint before = reports->len;
    read_reports(path, format, text, len, whole, reports);
    if (reports->len > before)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
        "%s: no AWR or Statspack report: a heading such as \"WORKLOAD REPOSITORY report\" with its tables was "
        "expected; "
        "make the report with awrrpt.sql, as HTML or text",
        path);
    return false;
}
