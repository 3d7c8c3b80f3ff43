/* Exported files of DBA_HIST views, cut into rows. */
#include "awr_views_private.h"
#include "csv_rows.h"
#include "error.h"
#include "utf8.h"

#include <libxml/parser.h>
#include <string.h>

#define EXPORT_BYTES_MAX ((size_t)1 << 30)
#define CELL_BYTES_MAX ((size_t)4000)
#define XML_DEPTH_MAX 16 /* rows are at depth 2, their columns at 3 */
#define XML_CHUNK_BYTES ((size_t)1 << 20)

static const char *const column_names[VIEW_COLUMNS] = {
    [VIEW_SNAP_ID] = "SNAP_ID",
    [VIEW_DBID] = "DBID",
    [VIEW_INSTANCE_NUMBER] = "INSTANCE_NUMBER",
    [VIEW_STARTUP_TIME] = "STARTUP_TIME",
    [VIEW_END_INTERVAL_TIME] = "END_INTERVAL_TIME",
    [VIEW_CON_ID] = "CON_ID",
    [VIEW_STAT_NAME] = "STAT_NAME",
    [VIEW_VALUE] = "VALUE",
    [VIEW_EVENT_NAME] = "EVENT_NAME",
    [VIEW_WAIT_CLASS] = "WAIT_CLASS",
    [VIEW_TOTAL_WAITS] = "TOTAL_WAITS",
    [VIEW_TIME_WAITED_MICRO] = "TIME_WAITED_MICRO",
    [VIEW_TOTAL_WAITS_FG] = "TOTAL_WAITS_FG",
    [VIEW_TIME_WAITED_MICRO_FG] = "TIME_WAITED_MICRO_FG",
    [VIEW_PARAMETER_NAME] = "PARAMETER_NAME",
    [VIEW_FUNCTION_NAME] = "FUNCTION_NAME",
    [VIEW_SMALL_READ_MEGABYTES] = "SMALL_READ_MEGABYTES",
    [VIEW_SMALL_WRITE_MEGABYTES] = "SMALL_WRITE_MEGABYTES",
    [VIEW_LARGE_READ_MEGABYTES] = "LARGE_READ_MEGABYTES",
    [VIEW_LARGE_WRITE_MEGABYTES] = "LARGE_WRITE_MEGABYTES",
    [VIEW_SMALL_READ_REQS] = "SMALL_READ_REQS",
    [VIEW_SMALL_WRITE_REQS] = "SMALL_WRITE_REQS",
    [VIEW_LARGE_READ_REQS] = "LARGE_READ_REQS",
    [VIEW_LARGE_WRITE_REQS] = "LARGE_WRITE_REQS",
    [VIEW_NUMBER_OF_WAITS] = "NUMBER_OF_WAITS",
    [VIEW_WAIT_TIME] = "WAIT_TIME",
    [VIEW_TABLESPACE_ID] = "TABLESPACE_ID",
    [VIEW_TABLESPACE_SIZE] = "TABLESPACE_SIZE",
    [VIEW_DB_NAME] = "DB_NAME",
    [VIEW_INSTANCE_NAME] = "INSTANCE_NAME",
    [VIEW_HOST_NAME] = "HOST_NAME",
    [VIEW_VERSION] = "VERSION",
    [VIEW_PLATFORM_NAME] = "PLATFORM_NAME",
};

enum view_column
view_column_named(const char *name)
{
    for (int c = 0; c < VIEW_COLUMNS; c++)
        if (g_ascii_strcasecmp(name, column_names[c]) == 0)
            return (enum view_column)c;
    return VIEW_NO_COLUMN;
}

bool
awr_views_know(bool (*has)(const char *name, void *user_data), void *user_data)
{
    static const char *const needs[][3] = {{"SNAP_ID", "STAT_NAME", "VALUE"}, {"SNAP_ID", "EVENT_NAME", "TOTAL_WAITS"},
        {"SNAP_ID", "PARAMETER_NAME", "VALUE"}, {"SNAP_ID", "FUNCTION_NAME", "SMALL_READ_REQS"},
        {"SNAP_ID", "END_INTERVAL_TIME", NULL}, {"SNAP_ID", "TABLESPACE_ID", "TABLESPACE_SIZE"},
        {"DBID", "INSTANCE_NAME", "HOST_NAME"}};
    for (size_t n = 0; n < G_N_ELEMENTS(needs); n++) {
        bool all = true;
        for (size_t i = 0; i < 3 && needs[n][i]; i++)
            all = all && has(needs[n][i], user_data);
        if (all)
            return true;
    }
    return false;
}

/* ---- XML ---- */

struct xml_reader {
    struct awr_views *views;
    xmlParserCtxtPtr parser;
    int depth;
    bool in_column, too_deep;
    enum view_column column;
    GString *text;               /* of the open column */
    GString *cells;              /* texts of the row's columns, each with its NUL */
    size_t offset[VIEW_COLUMNS]; /* of each in `cells`, plus 1; 0: the row lacks it */
    uint64_t line_base, rows, rows_used;
};

static void
xml_start(void *data, const xmlChar *xml_name, const xmlChar **attributes)
{
    struct xml_reader *reader = data;
    const char *name = (const char *)xml_name;
    if (++reader->depth > XML_DEPTH_MAX) {
        reader->too_deep = true;
        xmlStopParser(reader->parser);
        return;
    }
    if (reader->depth == 2) {
        memset(reader->offset, 0, sizeof reader->offset);
        g_string_truncate(reader->cells, 0);
    }
    if (reader->depth != 3)
        return;
    if (g_ascii_strcasecmp(name, "COLUMN") == 0)
        for (; attributes && attributes[0]; attributes += 2)
            if (g_ascii_strcasecmp((const char *)attributes[0], "NAME") == 0 && attributes[1])
                name = (const char *)attributes[1];
    reader->column = view_column_named(name);
    reader->in_column = reader->column != VIEW_NO_COLUMN;
    g_string_truncate(reader->text, 0);
}

static void
xml_characters(void *data, const xmlChar *text, int length)
{
    struct xml_reader *reader = data;
    if (reader->in_column && reader->text->len < CELL_BYTES_MAX)
        g_string_append_len(reader->text, (const char *)text, (gssize)MIN((size_t)length, CELL_BYTES_MAX));
}

static void
end_column(struct xml_reader *reader)
{
    const char *text = g_strstrip(reader->text->str);
    if (*text && !reader->offset[reader->column]) {
        reader->offset[reader->column] = reader->cells->len + 1;
        g_string_append(reader->cells, text);
        g_string_append_c(reader->cells, '\0');
    }
    reader->in_column = false;
}

static void
xml_end(void *data, const xmlChar *name)
{
    struct xml_reader *reader = data;
    if (reader->depth == 3 && reader->in_column)
        end_column(reader);
    if (reader->depth == 2) {
        const char *cell[VIEW_COLUMNS];
        for (int c = 0; c < VIEW_COLUMNS; c++)
            cell[c] = reader->offset[c] ? reader->cells->str + reader->offset[c] - 1 : NULL;
        uint64_t line = reader->line_base + (uint64_t)MAX(xmlSAX2GetLineNumber(reader->parser), 0);
        reader->rows++;
        reader->rows_used += awr_views_row(reader->views, cell, line);
    }
    reader->depth--;
}

/* One document, from its root's tag on: what stood before it (a document type, entities, dialogue) is not given to the
 * parser at all, so that nothing but the five entities of XML can be meant. */
static bool
read_document(struct xml_reader *reader, const char *text, size_t len, const char *path)
{
    xmlSAXHandler sax = {.startElement = xml_start,
        .endElement = xml_end,
        .characters = xml_characters,
        .cdataBlock = xml_characters,
        .initialized = 1};
    reader->depth = 0;
    reader->in_column = false;
    reader->parser = xmlCreatePushParserCtxt(&sax, reader, NULL, 0, NULL);
    xmlCtxtUseOptions(reader->parser, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOBLANKS);
    int fault = 0;
    for (size_t at = 0; at < len && !fault; at += XML_CHUNK_BYTES)
        fault = xmlParseChunk(reader->parser, text + at, (int)MIN(XML_CHUNK_BYTES, len - at), 0);
    if (!fault)
        fault = xmlParseChunk(reader->parser, NULL, 0, 1);
    bool whole = !fault && !reader->too_deep && reader->parser->wellFormed;
    if (!whole) {
        const xmlError *last = xmlCtxtGetLastError(reader->parser);
        uint64_t line = reader->line_base + (uint64_t)MAX(last ? last->line : 0, 0);
        g_autofree char *message = g_strdup(reader->too_deep        ? "tags nest too deep"
                                            : last && last->message ? last->message
                                                                    : "the document ends early");
        awr_views_cut(reader->views, path, line, g_strstrip(message));
    }
    xmlFreeParserCtxt(reader->parser);
    return whole;
}

static const char *
next_root(const char *text, const char *end, const char **out_close)
{
    static const struct {
        const char *open, *close;
    } roots[] = {{"<ROWSET", "</ROWSET>"}, {"<RESULTS", "</RESULTS>"}};
    const char *first = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(roots); i++) {
        const char *at = memmem(text, (size_t)(end - text), roots[i].open, strlen(roots[i].open));
        if (at && (!first || at < first)) {
            first = at;
            *out_close = roots[i].close;
        }
    }
    return first;
}

/* Spooled files hold several documents, with dialogue between them. */
static void
read_xml(struct xml_reader *reader, const char *text, size_t len, const char *path)
{
    const char *end = text + len, *at = text, *root, *close = NULL;
    while ((root = next_root(at, end, &close)) != NULL) {
        const char *stop = memmem(root, (size_t)(end - root), close, strlen(close));
        reader->line_base += utf8_lines(at, root);
        at = stop ? stop + strlen(close) : end;
        awr_views_begin_set(reader->views);
        read_document(reader, root, (size_t)(at - root), path);
        reader->line_base += utf8_lines(root, at);
    }
}

/* ---- CSV ---- */

struct csv_reader {
    struct awr_views *views;
    bool has_header;
    guint width;
    enum view_column column[256];
    uint64_t rows_used, short_rows, short_line, last_line;
    bool last_short;
};

static bool
has_cell(const char *name, void *user_data)
{
    return csv_column(user_data, name) >= 0;
}

static bool
csv_visit(const struct csv_row *row, void *user_data, GError **error)
{
    struct csv_reader *reader = user_data;
    if (awr_views_know(has_cell, (void *)row)) { /* a header; several exports in one file have several */
        reader->has_header = true;
        reader->width = MIN(row->cells, (guint)G_N_ELEMENTS(reader->column));
        for (guint c = 0; c < reader->width; c++)
            reader->column[c] = view_column_named(row->cell[c]);
        awr_views_begin_set(reader->views);
        return true;
    }
    if (!reader->has_header)
        return true;
    const char *cell[VIEW_COLUMNS] = {NULL};
    for (guint c = 0; c < MIN(row->cells, reader->width); c++)
        if (reader->column[c] != VIEW_NO_COLUMN && row->cell[c][0] && !cell[reader->column[c]])
            cell[reader->column[c]] = row->cell[c];
    reader->rows_used += awr_views_row(reader->views, cell, row->line);
    reader->last_line = row->line;
    return true;
}

/* A cut shows in the last line only: it has no end, or a quote that does not close. */
static bool
csv_is_cut(const char *text, size_t len)
{
    size_t quotes = 0;
    for (size_t i = 0; i < len; i++)
        quotes += text[i] == '"';
    return quotes % 2 == 1 || (len > 0 && text[len - 1] != '\n' && text[len - 1] != '\r');
}

static bool
read_csv(struct csv_reader *reader, const char *text, size_t len, const char *path, GError **error)
{
    bool cut = csv_is_cut(text, len);
    size_t whole = len;
    while (cut && whole > 0 && text[whole - 1] != '\n') /* the row that is not whole is no row */
        whole--;
    if (!csv_rows(text, whole, path, csv_visit, reader, error))
        return false;
    if (cut)
        awr_views_cut(reader->views, path, reader->last_line + 1, "its last line is cut");
    return true;
}

bool
awr_views_read(struct awr_views *views, struct stream *stream, GError **error)
{
    const char *path = stream_path(stream);
    size_t len = 0;
    char *raw = stream_read_all(stream, EXPORT_BYTES_MAX, &len, error);
    if (!raw)
        return false;
    g_autofree char *text = utf8_text(raw, &len);
    const char *close;
    uint64_t rows_used = 0;
    if (next_root(text, text + len, &close)) {
        utf8_xml_ready();
        struct xml_reader reader = {.views = views, .text = g_string_new(NULL), .cells = g_string_new(NULL)};
        awr_views_set_format(views, AWR_XML);
        read_xml(&reader, text, len, path);
        rows_used = reader.rows_used;
        g_string_free(reader.text, TRUE);
        g_string_free(reader.cells, TRUE);
    } else {
        g_autofree struct csv_reader *reader = g_new0(struct csv_reader, 1);
        reader->views = views;
        awr_views_set_format(views, AWR_CSV);
        if (!read_csv(reader, text, len, path, error))
            return false;
        rows_used = reader->rows_used;
    }
    if (rows_used)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
        "%s: no row of a DBA_HIST view that is read (SNAPSHOT, SYSSTAT, SYS_TIME_MODEL, SYSTEM_EVENT, OSSTAT, "
        "PARAMETER, IOSTAT_FUNCTION, TBSPC_SPACE_USAGE, DATABASE_INSTANCE)",
        path);
    return false;
}
