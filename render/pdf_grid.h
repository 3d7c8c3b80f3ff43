/* A table laid out for the PDF: which columns stand beside each other, how wide each is, how high each row.
 *
 *     const struct grid *grid = grid_of(flow, table, 0);
 *     PangoLayout *layout = grid_cell(flow, grid, line, column);
 *
 * A line is the header (0) or a row (from 1).
 */
#pragma once

#include "pdf_flow.h"

#define GRID_ROW_PAD 2.6 /* above and below the text of a row */

/* A table, or the part of its columns that fits the page, with all that is known about its place. */
struct grid {
    const struct table *table;
    guint from;          /* the first column wanted */
    double column_width; /* that was there */
    guint columns, rows, left_out;
    guint *column;      /* which columns of the table: the first one stands in every part */
    guint next;         /* the first column of the next part; 0: none */
    double size, pad;   /* type size; space on both sides of a cell */
    double *width;      /* of the text in each column, points */
    char **text;        /* header, then rows; cleaned */
    double *row_height; /* header, then rows */
    double *tail;       /* of each column: the widest part from the decimal point on; 0: not aligned on it */
    bool is_cut;        /* the first column had to be cut */
};

/* The tables of one document, laid out: to be given to flow_new. Free with g_hash_table_unref, after the flows. */
GHashTable *grid_cache_new(void);

/* The part of a table that begins with the column `from` (0: the first part), in the flow's width. The table has
 * columns. Borrowed from the flow's cache: laid out at the first call. */
const struct grid *grid_of(struct flow *flow, const struct table *table, guint from);

bool grid_is_number(const struct grid *grid, guint i);

/* The header, or a row that the text speaks of. */
bool grid_is_bold(const struct grid *grid, guint line);

struct text_style grid_style(const struct grid *grid, guint line);

/* The cell's text, cleaned. Borrowed. */
const char *grid_text(const struct grid *grid, guint line, guint i);

/* The cell's text in its width. Free with g_object_unref. */
PangoLayout *grid_cell(struct flow *flow, const struct grid *grid, guint line, guint i);

/* Space left of a cell: a text beside the right edge of a number needs more to be told from it. */
double grid_lead(const struct grid *grid, guint i);

/* Space to leave behind a number, so that its decimal point stands below the others'. */
double grid_behind(struct flow *flow, const struct grid *grid, guint line, guint i);

/* With all padding, points. */
double grid_width(const struct grid *grid);

/* Header and all rows, points. */
double grid_height(const struct grid *grid);
