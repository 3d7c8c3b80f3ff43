/* What awr_fill.c (tables and their columns) and awr_rows.c (rows) share. */
#pragma once

#include "awr_fill.h"

#include <limits.h>

#define PERIODS_MAX 2   /* a compare report holds two */
#define SECTIONS_OPEN 8 /* sections that one table may belong to */
#define FIELDS_MAX 16   /* fields of a section */
#define NO_COLUMN UINT_MAX
#define NO_PERIOD (-1)

struct awr_column {
    char key[AWR_KEY_MAX];
    int period; /* 0 or 1 where the column is of one period of a compare report */
};

/* One section that the open table may be, with its columns found. */
struct awr_match {
    const struct awr_section *section;
    bool decided, accepted;
    unsigned value[PERIODS_MAX];              /* column of the values of AWR_LABELS */
    unsigned column[PERIODS_MAX][FIELDS_MAX]; /* NO_COLUMN where the table lacks the field */
};

struct awr_fill {
    struct awr_numbers numbers;
    bool has_microseconds;  /* of histograms: their "ms" is 1024 us then */
    bool has_kind, is_over; /* is_over: a second report has begun */
    unsigned periods;
    struct awr *awr[PERIODS_MAX];
    struct awr_rates profile[PERIODS_MAX];
    GHashTable *sections;           /* names of the sections found */
    GHashTable *names[PERIODS_MAX]; /* names in `statistics`: lists repeat in several tables */
    uint64_t line;                  /* of the open table's title, then of its row */
    size_t match_count;
    struct awr_match match[SECTIONS_OPEN];
    struct awr_column *columns; /* of the open table, AWR_COLUMNS_MAX */
    size_t column_count;
    char group[AWR_COLUMNS_MAX][AWR_KEY_MAX]; /* the level of the header above, by column */
    size_t group_count;
    struct awr_pair last_pair; /* of the open table: lines without a name carry on its value */
    char *first_instance;      /* AWR_SAMPLES */
    double sampled_min;
};

/* The nth column of one of these names: of the period, else of no period. NO_COLUMN where there is none. */
unsigned awr_fill_column(const struct awr_fill *fill, const char *names, unsigned nth, int period);

/* Reads one row of the open table into the section of `match`, whose columns are found. */
void awr_rows_read(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count);

/* All rows have been read: sums over snapshots become means. */
void awr_rows_finish(struct awr_fill *fill);

/* A row of a wait event histogram: awr_curves.c. */
void awr_curve_read(struct awr_fill *fill, const struct awr_match *match, const struct awr_cell *cells, size_t count);
