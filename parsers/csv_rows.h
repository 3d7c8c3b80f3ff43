/* Rows of a CSV text, one call a row (libcsv), with their line in the file.
 *
 *     static bool row(const struct csv_row *row, void *user_data, GError **error) { ... return true; }
 *     ok = csv_rows(text, len, path, row, user_data, &error);
 *
 * The delimiter is a comma; a semicolon or a tab where the first line has more of those. A byte order mark, blank lines
 * and lines that begin with # are passed over. The first row is the header; it comes like any other.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct csv_row {
    const char *const *cell; /* NUL-terminated, blanks at both ends cut, bad UTF-8 replaced; valid during the call */
    guint cells;             /* at least 1; empty cells at the end are not counted */
    guint line;              /* 1-based line on which the row begins */
    char delimiter;
};

/* False with an error stops the reading. */
typedef bool (*csv_row_visit)(const struct csv_row *row, void *user_data, GError **error);

/* False with the visitor's error, or with IOSIZER_ERROR_NO_INPUT where a row is wider or a cell longer than any table.
 * Empty text calls nothing and is true. */
bool csv_rows(const char *text, size_t len, const char *path, csv_row_visit visit, void *user_data,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The column of this name, ASCII case and blanks and underscores aside; -1 where it is not. */
gint csv_column(const struct csv_row *header, const char *name);

/* The cell, "" where the row is too short or `column` is negative. */
const char *csv_cell(const struct csv_row *row, gint column);

/* True where the whole cell is one finite decimal number. A comma is the decimal sign where the delimiter is not one.
 */
bool csv_number(const struct csv_row *row, gint column, double *out_value);
