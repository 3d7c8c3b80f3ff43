/* A table as text cells: made by findings_view, shown by every writer.
 *
 *     struct table *table = table_new("read100-result", "Metric (100% random read)");
 *     table_add_column(table, "Metric", TABLE_TEXT);
 *     table_add_column(table, "Result", TABLE_NUMBER);
 *     table_add_row(table, "Read IOPS", "156,540");
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum table_kind { TABLE_TEXT /* left */, TABLE_NUMBER /* right, tabular figures */ };

struct table_column {
    char *heading;
    enum table_kind kind;
};

struct table_row {
    char **cell;   /* as many as columns, never NULL inside */
    bool emphasis; /* the row that the text speaks of: shown bold */
    char *link;    /* relative path that the first cell leads to in Markdown and HTML; NULL: none */
};

/* How a writer that can may show it; as a plain table is always right. */
enum table_look {
    TABLE_PLAIN,
    TABLE_TILES, /* key figures: label, figure, remark */
    TABLE_COVER, /* what a title page shows anyway: for whom, by whom, when */
};

struct language; /* language.h; NULL: English */

struct table {
    char *id;
    enum table_look look;
    char *caption;             /* one line; may be empty */
    GPtrArray *columns;        /* struct table_column * */
    GPtrArray *rows;           /* struct table_row * */
    guint left_out;            /* rows not shown of a longer list: printed below as "N more rows in results.csv" */
    const char *left_out_file; /* where they are; static, "results.csv" by default */
};

typedef struct table Table;

/* Bytes of a caption's first clause, its sign included, that names the table; what follows explains it. 0: all of the
 * caption is its name. */
size_t table_caption_name(const char *caption);

struct table *table_new(const char *id, const char *caption);
void table_free(struct table *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Table, table_free)
void table_add_column(struct table *table, const char *heading, enum table_kind kind);

/* Texts are copied through text_clean (text.h), on one line; NULL is an empty cell.
 *
 * Adds a row of exactly as many `const char *` as columns (copied). Returned row is borrowed, to set `emphasis`. */
struct table_row *table_add_row(struct table *table, ...);
struct table_row *table_add_row_v(struct table *table, const char *const *cell);

/* The row's link as a URL; NULL where it has none. Free with g_free. */
char *table_link_url(const struct table_row *row);

/* "12 more rows in results.csv" (or another file), or NULL where no row was left out. Free with g_free. */
char *table_left_out_text(const struct table *table, const struct language *language);

/* The same for a writer that leaves out `count` rows in all; NULL for 0. */
char *table_more_text(const struct table *table, guint count, const struct language *language);
