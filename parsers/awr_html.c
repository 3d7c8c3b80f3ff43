/* HTML reports through libxml2's SAX: no tree, only the table that is open is in memory. */
#include "awr_forms.h"
#include "note.h"
#include "utf8.h"

#include <libxml/HTMLparser.h>
#include <string.h>

#define CELL_MAX 2000 /* bytes kept of a cell: longer ones are SQL text */
#define LABEL_MAX 200 /* bytes kept of the text before a table */
#define DEPTH_MAX 256 /* open tags: reports have 20 */
#define SPAN_MAX 64
#define ATTRIBUTES_MAX 200 /* bytes of the attributes of a data cell */
#define HEAD_BYTES 16384   /* of a page: its style sheet and title */
#define CHUNK_BYTES ((size_t)32768)

enum place { PLACE_NOWHERE, PLACE_TITLE, PLACE_HEADING, PLACE_CELL, PLACE_SKIPPED };

struct reader {
    struct awr_fill *fill;
    htmlParserCtxtPtr parser;
    uint64_t row_line;
    uint64_t line_base; /* lines of the file that the parser was not given */
    enum place place;
    bool in_table, wanted, row_has_head, row_has_data, saw_data, too_deep;
    GString *heading, *label, *title;
    GString *squeezed;
    GString *row;   /* texts of the row's cells, each with its NUL */
    GArray *offset; /* size_t, where each cell starts in `row` */
    GArray *span;   /* unsigned */
    GArray *cells;  /* struct awr_cell, of the row */
};

static void
append_bounded(GString *out, const char *text, size_t len, size_t from, size_t most)
{
    for (size_t i = 0; i < len && out->len - from < most; i++) {
        char c = text[i];
        bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f';
        if (c == '\xc2' && i + 1 < len && text[i + 1] == '\xa0') {
            blank = true;
            i++;
        }
        if (!blank)
            g_string_append_c(out, c);
        else if (out->len > from && out->str[out->len - 1] != ' ')
            g_string_append_c(out, ' ');
    }
}

static void
trim_end(GString *text, size_t from)
{
    while (text->len > from && text->str[text->len - 1] == ' ')
        g_string_truncate(text, text->len - 1);
}

static void
end_cell(struct reader *reader)
{
    if (reader->place != PLACE_CELL)
        return;
    trim_end(reader->row, g_array_index(reader->offset, size_t, reader->offset->len - 1));
    g_string_append_c(reader->row, '\0');
    reader->place = PLACE_NOWHERE;
}

static uint64_t
line_of(const struct reader *reader)
{
    return reader->line_base + (uint64_t)MAX(xmlSAX2GetLineNumber(reader->parser), 0);
}

static void
end_row(struct reader *reader)
{
    end_cell(reader);
    size_t count = reader->offset->len;
    if (!count)
        return;
    g_array_set_size(reader->cells, 0);
    for (size_t i = 0; i < count; i++) {
        struct awr_cell cell = {
            reader->row->str + g_array_index(reader->offset, size_t, i), g_array_index(reader->span, unsigned, i)};
        g_array_append_val(reader->cells, cell);
    }
    const struct awr_cell *cells = (const struct awr_cell *)(void *)reader->cells->data;
    if (reader->row_has_head && !reader->row_has_data && !reader->saw_data) {
        awr_fill_header(reader->fill, cells, count);
    } else {
        reader->saw_data = true;
        awr_fill_line(reader->fill, reader->row_line);
        awr_fill_row(reader->fill, cells, count);
    }
    g_array_set_size(reader->offset, 0);
    g_array_set_size(reader->span, 0);
    g_string_truncate(reader->row, 0);
    reader->row_has_head = reader->row_has_data = false;
}

static void
end_table(struct reader *reader)
{
    if (reader->wanted) {
        end_row(reader);
        awr_fill_close(reader->fill);
    }
    reader->in_table = reader->wanted = false;
    reader->place = PLACE_NOWHERE;
    g_string_truncate(reader->label, 0);
}

static const char *
attribute(const xmlChar **attributes, const char *name)
{
    for (; attributes && attributes[0]; attributes += 2)
        if (strcmp((const char *)attributes[0], name) == 0)
            return attributes[1] ? (const char *)attributes[1] : "";
    return NULL;
}

static void
begin_table(struct reader *reader, const xmlChar **attributes)
{
    if (reader->in_table)
        end_table(reader);
    trim_end(reader->label, 0);
    reader->in_table = true;
    reader->saw_data = false;
    reader->wanted = awr_fill_open(
        reader->fill, reader->heading->str, reader->label->str, attribute(attributes, "summary"), line_of(reader));
}

static void
begin_cell(struct reader *reader, bool is_head, const xmlChar **attributes)
{
    end_cell(reader);
    if (reader->offset->len >= AWR_COLUMNS_MAX)
        return;
    const char *text = is_head ? attribute(attributes, "colspan") : NULL;
    guint64 number = text ? g_ascii_strtoull(text, NULL, 10) : 1;
    unsigned span = number >= 1 && number <= SPAN_MAX ? (unsigned)number : 1;
    size_t offset = reader->row->len;
    if (!reader->offset->len)
        reader->row_line = line_of(reader);
    g_array_append_val(reader->offset, offset);
    g_array_append_val(reader->span, span);
    reader->row_has_head |= is_head;
    reader->place = PLACE_CELL;
}

/* Data cells in a header row are blank corners: a td with text makes it a row of data. */
static void
note_data(struct reader *reader, const char *name)
{
    if (name[1] == 'd' && reader->place == PLACE_CELL) {
        size_t start = g_array_index(reader->offset, size_t, reader->offset->len - 1);
        reader->row_has_data |= reader->row->len > start;
    }
}

static bool
is_heading(const char *name)
{
    return name[0] == 'h' && name[1] >= '1' && name[1] <= '4' && name[2] == '\0';
}

static void
start_element(void *data, const xmlChar *xml_name, const xmlChar **attributes)
{
    struct reader *reader = data;
    const char *name = (const char *)xml_name;
    if (reader->parser->nameNr > DEPTH_MAX) {
        reader->too_deep = true;
        xmlStopParser(reader->parser);
        return;
    }
    if (reader->wanted && name[0] == 't' && (name[1] == 'd' || name[1] == 'h') && name[2] == '\0') {
        begin_cell(reader, name[1] == 'h', attributes);
    } else if (strcmp(name, "tr") == 0) {
        if (reader->wanted)
            end_row(reader);
    } else if (strcmp(name, "table") == 0) {
        begin_table(reader, attributes);
    } else if (is_heading(name)) {
        if (reader->in_table)
            end_table(reader);
        reader->place = PLACE_HEADING;
        g_string_truncate(reader->heading, 0);
        g_string_truncate(reader->label, 0);
    } else if (strcmp(name, "title") == 0) {
        reader->place = PLACE_TITLE;
        g_string_truncate(reader->title, 0);
    } else if (strcmp(name, "style") == 0 || strcmp(name, "script") == 0) {
        reader->place = PLACE_SKIPPED;
    }
}

static void
end_element(void *data, const xmlChar *xml_name)
{
    struct reader *reader = data;
    const char *name = (const char *)xml_name;
    if (name[0] == 't' && name[1] != 'a' && name[1] != 'i') {
        if (!reader->wanted)
            return;
        if ((name[1] == 'd' || name[1] == 'h') && name[2] == '\0') {
            note_data(reader, name);
            end_cell(reader);
        } else if (name[1] == 'r') {
            end_row(reader);
        }
    } else if (strcmp(name, "table") == 0) {
        end_table(reader);
    } else if (is_heading(name) && reader->place == PLACE_HEADING) {
        trim_end(reader->heading, 0);
        awr_fill_title(reader->fill, reader->heading->str);
        reader->place = PLACE_NOWHERE;
    } else if (strcmp(name, "title") == 0 && reader->place == PLACE_TITLE) {
        awr_fill_title(reader->fill, reader->title->str);
        reader->place = PLACE_NOWHERE;
    } else if (reader->place == PLACE_SKIPPED) {
        reader->place = PLACE_NOWHERE;
    }
}

static void
characters(void *data, const xmlChar *xml_text, int length)
{
    struct reader *reader = data;
    const char *text = (const char *)xml_text;
    size_t len = (size_t)length;
    if (reader->place == PLACE_CELL)
        append_bounded(
            reader->row, text, len, g_array_index(reader->offset, size_t, reader->offset->len - 1), CELL_MAX);
    else if (reader->place == PLACE_HEADING)
        append_bounded(reader->heading, text, len, 0, LABEL_MAX);
    else if (reader->place == PLACE_TITLE)
        append_bounded(reader->title, text, len, 0, LABEL_MAX);
    else if (reader->place == PLACE_NOWHERE && !reader->in_table)
        append_bounded(reader->label, text, len, 0, LABEL_MAX);
}

/* A report that went through a CSV export has every quote doubled: the attributes would all be empty. */
static size_t
undouble_quotes(char *text, size_t len)
{
    static const char mark[] = "=\"\"awr\"\"";
    if (!memmem(text, MIN(len, 65536), mark, sizeof mark - 1) &&
        !memmem(text, MIN(len, 65536), "summary=\"\"T", sizeof "summary=\"\"T" - 1))
        return len;
    size_t out = 0;
    for (size_t i = 0; i < len; i++) {
        text[out++] = text[i];
        if (text[i] == '"' && i + 1 < len && text[i + 1] == '"')
            i++;
    }
    text[out] = '\0';
    return out;
}

static bool
tag_at(const char *p, const char *end, const char *tag)
{
    size_t len = strlen(tag);
    return (size_t)(end - p) > len && g_ascii_strncasecmp(p, tag, len) == 0;
}

/* Where the next table begins: just behind its tag, or at the end of a chunk. */
static const char *
chunk_end(const char *text, const char *end)
{
    const char *most = (size_t)(end - text) > CHUNK_BYTES ? text + CHUNK_BYTES : end;
    for (const char *p = text; (p = memchr(p, '<', (size_t)(most - p))) != NULL; p++) {
        if (!tag_at(p, end, "<table"))
            continue;
        const char *close = memchr(p, '>', (size_t)(end - p));
        return close && (size_t)(close - p) < CHUNK_BYTES ? close + 1 : most;
    }
    return most;
}

/* Where a table that nobody wants ends, or another one or a heading shows that its end is missing. */
static const char *
after_unwanted(const char *text, const char *end)
{
    for (const char *p = text; (p = memchr(p, '<', (size_t)(end - p))) != NULL; p++) {
        char next = p + 1 < end ? g_ascii_tolower(p[1]) : 0;
        bool heading = next == 'h' && p + 2 < end && p[2] >= '1' && p[2] <= '4';
        if (heading || (next == '/' && tag_at(p, end, "</table")) || (next == 't' && tag_at(p, end, "<table")))
            return p;
    }
    return end;
}

/* The attributes of a data cell at `p` ("<td"): where they end, so that it can go without them; NULL where it has none,
 * or has some that cannot be told at a glance. */
static const char *
cell_attributes_end(const char *p, const char *end)
{
    if (end - p < 5 || !g_ascii_isspace(p[3]))
        return NULL;
    const char *limit = end - p > ATTRIBUTES_MAX ? p + ATTRIBUTES_MAX : end;
    unsigned quotes = 0;
    for (const char *q = p + 3; q < limit; q++) {
        if (*q == '>')
            return quotes % 2 == 0 && q[-1] != '/' ? q : NULL;
        if (*q == '<' || *q == '\n')
            return NULL;
        quotes += *q == '"' || *q == '\'';
    }
    return NULL;
}

/* Copies the markup of a table without what a parser would only throw away: attributes of data cells, and runs of
 * blanks, which are a third of it. Lines stay. */
static void
squeeze(GString *out, const char *text, const char *end)
{
    g_string_set_size(out, (gsize)(end - text));
    char *to = out->str;
    for (const char *p = text; p < end;) {
        if (*p == ' ') {
            *to++ = *p++;
            while (p < end && *p == ' ')
                p++;
            continue;
        }
        const char *attributes_end =
            *p == '<' && end - p > 3 && p[1] == 't' && p[2] == 'd' ? cell_attributes_end(p, end) : NULL;
        if (attributes_end) {
            memcpy(to, "<td", 3);
            to += 3;
            p = attributes_end;
        }
        *to++ = *p++;
    }
    g_string_truncate(out, (gsize)(to - out->str));
}

/* Feeds the parser. Three quarters of a report are tables of SQL and segments, which it need not see. */
static void
parse(struct reader *reader, const char *text, size_t size)
{
    const char *end = text + size;
    while (text < end && !reader->too_deep) {
        if (reader->in_table && !reader->wanted) {
            const char *next = after_unwanted(text, end);
            reader->line_base += utf8_lines(text, next);
            text = next;
        }
        const char *next = chunk_end(text, end);
        if (reader->wanted) {
            squeeze(reader->squeezed, text, next);
            htmlParseChunk(reader->parser, reader->squeezed->str, (int)reader->squeezed->len, 0);
        } else if (next > text) {
            htmlParseChunk(reader->parser, text, (int)(next - text), 0);
        }
        text = next;
    }
    htmlParseChunk(reader->parser, NULL, 0, 1);
    if (reader->in_table)
        end_table(reader);
}

bool
awr_html_read(struct awr_fill *fill, char *text, size_t len, uint64_t first_line)
{
    size_t size = undouble_quotes(text, len);
    if (size != len)
        notes_add(awr_fill_notes(fill), NOTE_INFO, "doubled-quotes", 0,
            "every quote is doubled, as by an export to CSV; read as single ones");
    utf8_xml_ready();
    xmlSAXHandler sax = {.startElement = start_element,
        .endElement = end_element,
        .characters = characters,
        .ignorableWhitespace = characters,
        .initialized = 1};
    struct reader reader = {.fill = fill,
        .line_base = first_line - 1,
        .heading = g_string_new(NULL),
        .label = g_string_new(NULL),
        .title = g_string_new(NULL),
        .squeezed = g_string_new(NULL),
        .row = g_string_new(NULL),
        .offset = g_array_new(FALSE, FALSE, sizeof(size_t)),
        .span = g_array_new(FALSE, FALSE, sizeof(unsigned)),
        .cells = g_array_new(FALSE, FALSE, sizeof(struct awr_cell))};
    reader.parser = htmlCreatePushParserCtxt(&sax, &reader, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
    htmlCtxtUseOptions(reader.parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                          HTML_PARSE_NONET | HTML_PARSE_COMPACT | HTML_PARSE_IGNORE_ENC);
    parse(&reader, text, size);
    if (reader.too_deep)
        notes_add(awr_fill_notes(fill), NOTE_WARNING, "too-deep", 0,
            "more than %d nested tags: what follows is not read", DEPTH_MAX);
    htmlFreeParserCtxt(reader.parser);
    GString *const texts[] = {reader.heading, reader.label, reader.title, reader.squeezed, reader.row};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_string_free(texts[i], TRUE);
    g_array_unref(reader.offset);
    g_array_unref(reader.span);
    g_array_unref(reader.cells);
    size_t tail = MIN(size, 4096);
    g_autofree char *lower = g_ascii_strdown(text + size - tail, (gssize)tail);
    return !reader.too_deep && (strstr(lower, "</html>") || strstr(lower, "end of report"));
}

/* Each report is a page: it begins at "<html", and has its title or its first heading soon after. */
char *
awr_html_next(char *text, size_t len)
{
    static const char mark[] = "<html";
    char *end = text + len;
    bool first = true;
    for (char *p = text; (p = memchr(p, '<', (size_t)(end - p))) != NULL; p++) {
        if (!tag_at(p, end, mark) || (p[5] != '>' && !g_ascii_isspace(p[5])))
            continue;
        if (!first) {
            size_t head = MIN((size_t)(end - p), (size_t)HEAD_BYTES);
            g_autofree char *lower = g_ascii_strdown(p, (gssize)head);
            if (strstr(lower, "<title>awr") || strstr(lower, "workload repository"))
                return p;
        }
        first = false;
    }
    return NULL;
}
