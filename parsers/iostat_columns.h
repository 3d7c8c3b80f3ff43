/* The columns of iostat's disk tables, and what one header line says of the rows below it.
 *
 * One table holds every column name of every age, text and JSON. A layout is a header line resolved through it, once:
 *
 *     struct iostat_layout layout;
 *     if (iostat_layout_parse(text, len, &layout))
 *         verdict = iostat_layout_row(&layout, row_text, row_len, &fields);
 */
#pragma once

#include "capture.h"

#include <stdbool.h>
#include <stddef.h>

#define LAYOUT_COLUMNS_MAX 64
#define LAYOUT_TEXT_MAX 1024

/* A rate or size from here on is a counter that went backwards, not a measurement. */
#define IOSTAT_VALUE_MAX 1e9

enum column_use {
    COLUMN_PASSED,           /* not needed: percents but %util, totals since start, svctm */
    COLUMN_BOUNDED,          /* a rate or size that is only checked against IOSTAT_VALUE_MAX */
    COLUMN_KEPT,             /* into the row as it is, times scale */
    COLUMN_WRITE_OR_DISCARD, /* writes and discards in one figure: counts into the sum only */
    COLUMN_WRITE_SIZE,       /* mean KiB of a write: kept, and used to check JSON of one release */
};

struct column_rule {
    const char *name;
    enum column_use use;
    enum capture_column column; /* of COLUMN_KEPT */
    enum capture_unit unit;     /* of size columns; CAPTURE_UNIT_UNKNOWN: not one */
    double scale;               /* to the unit of the column; 0: 1, or what `unit` says */
    bool percent;               /* of no interest to the bound, and printed without `%` in JSON */
};

/* The rule of a column name (text form); NULL for an unknown name. A name that ends with a colon is not known. */
const struct column_rule *column_rule_named(const char *name, size_t len);

/* What a printed value of the column is to be multiplied by. */
double column_rule_scale(const struct column_rule *rule);

/* MiB of one printed unit: 1/1024 for kB, 1 for MB, 1/2048 for Blk and sectors. */
double capture_unit_mib(enum capture_unit unit);

struct iostat_layout {
    char text[LAYOUT_TEXT_MAX]; /* the header, as the key of a cache */
    size_t text_len;
    unsigned columns;                                   /* values of a row, without the name */
    const struct column_rule *rule[LAYOUT_COLUMNS_MAX]; /* NULL: unknown column */
    double scale[LAYOUT_COLUMNS_MAX];
    double bound[LAYOUT_COLUMNS_MAX];      /* a value from here on makes a row wild */
    signed char place[LAYOUT_COLUMNS_MAX]; /* enum capture_column that takes the value as it is; -1: none */
    bool device_last;
    uint32_t kept; /* bit of each capture_column that a row fills */
    enum capture_unit unit;
    bool discards_in_writes;
    bool is_part; /* one of several tables of a report: reads, writes, discards, the rest */
};

/* Is the line a header of a disk table? The name column is first or last, with a colon or without, and at least one
 * other column is known. Leading and trailing blanks count not. */
bool iostat_layout_parse(const char *text, size_t len, struct iostat_layout *out);

enum row_verdict {
    ROW_NOT,     /* no row of this layout */
    ROW_VALUES,  /* values without a name: the name is on the line before */
    ROW_FOREIGN, /* values, but no name that iostat prints: a row of vmstat, mpstat, sar, or of another table */
    ROW_SHORT,   /* a name and too few values, or a value cut in the middle */
    ROW_WILD,    /* a rate or size of IOSTAT_VALUE_MAX or more, or negative */
    ROW_GOOD,
};

struct row_fields {
    const char *name; /* points into the text; trimmed, without "/dev/" */
    size_t name_len;
    size_t indent;     /* blanks before the name */
    unsigned values;   /* found */
    unsigned decimals; /* of the first value */
    bool human;        /* a value had a unit letter */
    bool comma;        /* a value had a decimal comma */
    struct capture_row row;
};

/* Reads one row of clean text (no colours, no NULs; the byte behind it is no digit). `whole` is false for a last line
 * without a newline, whose last number may be cut. */
enum row_verdict iostat_layout_row(
    const struct iostat_layout *layout, const char *text, size_t len, bool whole, struct row_fields *out);

/* The short way for a clean row of a device that is expected next: true where the line is exactly that, with plain
 * numbers within bounds. Else false, and iostat_layout_row decides. The byte behind the text must be '\r' or '\n'. */
bool iostat_layout_row_of(const struct iostat_layout *layout, const char *text, size_t len, const char *name,
    size_t name_len, struct capture_row *out);

/* Cuts blanks and a leading "/dev/" off a name. */
void iostat_trim_name(const char **name, size_t *len);

/* Adds value to its place in the row, as `use` of the rule says. False where it is out of bounds. */
bool iostat_row_set(struct capture_row *row, const struct column_rule *rule, double scale, double value);

/* All values absent. */
void iostat_row_clear(struct capture_row *row);
