#include "csv_rows.h"

#include "error.h"

#include <csv.h>
#include <math.h>
#include <string.h>

#define CELLS_MAX 256u
#define CELL_BYTES_MAX ((size_t)8192)

/* What the callbacks of libcsv share. */
struct reading {
    const char *path;
    csv_row_visit visit;
    void *user_data;
    GError **error;
    bool failed;
    GString *bytes;       /* the cells of the open row, each with its NUL */
    GArray *starts;       /* size_t: where each begins in `bytes` */
    guint line, row_line; /* line being fed; line on which the open row began, 0: none is open */
    char delimiter;
};

static void
stop(struct reading *reading, const char *what, unsigned long most)
{
    g_set_error(reading->error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s:%u: a row with more than %lu %s is no table",
        reading->path, reading->row_line, most, what);
    reading->failed = true;
}

static void
cell_end(void *cell, size_t len, void *user_data)
{
    struct reading *reading = user_data;
    if (reading->failed)
        return;
    if (reading->starts->len >= CELLS_MAX || len > CELL_BYTES_MAX) {
        if (len > CELL_BYTES_MAX)
            stop(reading, "bytes in a cell", CELL_BYTES_MAX);
        else
            stop(reading, "cells", CELLS_MAX);
        return;
    }
    size_t start = reading->bytes->len;
    const char *first = cell ? cell : "", *last = first + (cell ? len : 0);
    g_array_append_val(reading->starts, start);
    while (first < last && g_ascii_isspace(*first))
        first++;
    while (last > first && g_ascii_isspace(last[-1]))
        last--;
    if (g_utf8_validate(first, last - first, NULL)) {
        g_string_append_len(reading->bytes, first, last - first);
    } else {
        g_autofree char *valid = g_utf8_make_valid(first, last - first);
        g_string_append(reading->bytes, valid);
    }
    g_string_append_c(reading->bytes, '\0');
}

static void
row_end(int terminator, void *user_data)
{
    (void)terminator;
    struct reading *reading = user_data;
    const char *cells[CELLS_MAX];
    guint n = reading->starts->len;
    for (guint i = 0; i < n; i++)
        cells[i] = reading->bytes->str + g_array_index(reading->starts, size_t, i);
    while (n > 0 && cells[n - 1][0] == '\0')
        n--; /* spreadsheets pad rows with empty cells */
    bool blank = n == 0;
    struct csv_row row = {.cell = cells, .cells = n, .line = reading->row_line, .delimiter = reading->delimiter};
    if (!reading->failed && !blank)
        reading->failed = !reading->visit(&row, reading->user_data, reading->error);
    g_string_truncate(reading->bytes, 0);
    g_array_set_size(reading->starts, 0);
    reading->row_line = 0;
}

/* The sign that the first line has most of. */
static char
delimiter_of(const char *text, size_t len)
{
    static const char signs[] = {',', ';', '\t'};
    size_t best = 0, count[sizeof signs] = {0};
    const char *end = memchr(text, '\n', len);
    for (const char *p = text; p < (end ? end : text + len); p++)
        for (size_t i = 0; i < sizeof signs; i++)
            count[i] += *p == signs[i];
    for (size_t i = 1; i < sizeof signs; i++)
        if (count[i] > count[best])
            best = i;
    return signs[best];
}

/* Feeds line by line, so that rows know where they began. */
static void
feed(struct reading *reading, struct csv_parser *parser, const char *text, size_t len)
{
    bool chosen = false;
    for (const char *at = text, *end = len ? text + len : text; at < end && !reading->failed;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
        const char *line = at;
        at += n;
        reading->line++;
        if (reading->row_line == 0 && (*line == '#' || *line == '\n' || *line == '\r'))
            continue;
        if (!chosen)
            csv_set_delim(parser, (unsigned char)(reading->delimiter = delimiter_of(line, n)));
        chosen = true;
        if (reading->row_line == 0)
            reading->row_line = reading->line;
        if (csv_parse(parser, line, n, cell_end, row_end, reading) != n && !reading->failed) {
            g_set_error(reading->error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s:%u: malformed CSV: %s",
                reading->path, reading->line, csv_strerror(csv_error(parser)));
            reading->failed = true;
        }
    }
}

bool
csv_rows(const char *text, size_t len, const char *path, csv_row_visit visit, void *user_data, GError **error)
{
    struct csv_parser parser;
    if (csv_init(&parser, CSV_APPEND_NULL) != 0) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL, "%s: the CSV reader cannot start", path);
        return false;
    }
    struct reading reading = {.path = path,
        .visit = visit,
        .user_data = user_data,
        .error = error,
        .bytes = g_string_new(NULL),
        .starts = g_array_new(FALSE, FALSE, sizeof(size_t)),
        .delimiter = ','};
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        len -= 3;
    }
    feed(&reading, &parser, text, len);
    if (!reading.failed)
        csv_fini(&parser, cell_end, row_end, &reading);
    csv_free(&parser);
    g_string_free(reading.bytes, TRUE);
    g_array_unref(reading.starts);
    return !reading.failed;
}

/* ASCII letters in lower case; blanks, dashes and underscores are one sign. */
static char
folded(char c)
{
    return c == ' ' || c == '-' ? '_' : g_ascii_tolower(c);
}

gint
csv_column(const struct csv_row *header, const char *name)
{
    for (guint i = 0; i < header->cells; i++) {
        const char *a = header->cell[i], *b = name;
        while (*a && folded(*a) == folded(*b)) {
            a++;
            b++;
        }
        if (*a == '\0' && *b == '\0')
            return (gint)i;
    }
    return -1;
}

const char *
csv_cell(const struct csv_row *row, gint column)
{
    return column >= 0 && (guint)column < row->cells ? row->cell[column] : "";
}

bool
csv_number(const struct csv_row *row, gint column, double *out_value)
{
    char digits[64];
    const char *cell = csv_cell(row, column);
    if (*cell == '\0' || strlen(cell) >= sizeof digits || cell[strspn(cell, "0123456789+-.,eE")] != '\0')
        return false;
    g_strlcpy(digits, cell, sizeof digits);
    if (row->delimiter != ',')
        g_strdelimit(digits, ",", '.');
    char *end;
    double value = g_ascii_strtod(digits, &end);
    if (end == digits || *end != '\0' || !isfinite(value))
        return false;
    *out_value = value;
    return true;
}
