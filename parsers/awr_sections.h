/* The one table of sections and fields that every form of report is read through.
 *
 * A reader (awr_html.c, awr_text.c) cuts a file into tables: what is written above them, the names of their columns,
 * rows of cells. A section says which tables hold it and where their values go in struct awr. To read more of a report,
 * add a line here.
 *
 * A table is a section's where one of its titles begins with one of the section's, and all its required columns are
 * there. Titles, column names and row labels are compared as keys (awr_key), alternatives parted by '|'.
 */
#pragma once

#include "awr.h"
#include "awr_number.h"

enum awr_layout {
    AWR_EVENTS,     /* each row becomes a struct awr_event of the list at `list` */
    AWR_STATISTICS, /* ... a struct awr_statistic */
    AWR_IO_LINES,   /* ... a struct awr_io_line */
    AWR_RECORDS,    /* ... a record of the type `record`, of the list at `list` */
    AWR_CURVES,     /* ... points of the struct awr_curve of its event */
    AWR_PARAMETERS, /* ... an entry of `parameters` */
    AWR_OS_FIGURES, /* ... an entry of `os_statistics` */
    AWR_RECORD,     /* the fields are columns, of one row or more */
    AWR_LABELS,     /* the fields are row labels, the value is in the column `value_columns` */
    AWR_SAMPLES,    /* AWR Miner: rates over snapshots, weighted by the column "durm" */
};

enum awr_rows {
    AWR_ALL_ROWS,
    AWR_CLUSTER_ROWS,  /* the column I# says "*", where there is such a column */
    AWR_SUM_ROW,       /* the first cell says "Sum"; the only row of a table without I# counts too */
    AWR_INSTANCE_ROWS, /* the first cell is an instance number */
};

struct awr_field {
    const char *names; /* columns, or row labels of AWR_LABELS */
    enum awr_unit unit;
    size_t offset;          /* in the record of the layout, else in struct awr */
    unsigned nth;           /* which one of several columns of this name, from 0 */
    bool required;          /* without this column the table is not of this section */
    bool adds;              /* values of several rows add up; else the first one stays */
    bool latest;            /* the last row's value stays, not the first one's */
    bool any_column;        /* AWR_LABELS: the first cell that can be read, whatever its column */
    const char *fixed_name; /* AWR_EVENTS over a wide table: the event that this column is about */
};

/* A type of record that rows are read into. */
struct awr_record {
    size_t size;
    const void *blank; /* one with every figure absent */
    size_t line;       /* offset of its uint64_t line */
    bool by_number;    /* the first field is an int that tells the records apart: several tables fill one */
};

struct awr_section {
    const char *name;   /* for messages */
    const char *titles; /* keys without digits; "" where the columns alone tell */
    enum awr_layout layout;
    enum awr_rows rows;
    unsigned reports;          /* 1u << enum awr_report, of those that have it */
    size_t list;               /* offset of the GPtrArray in struct awr */
    const char *value_columns; /* AWR_LABELS: NULL takes the first cell after the label */
    const char *other_titles;  /* NULL, or titles that begin alike and are another section's */
    bool is_profile;           /* the offsets are in the struct awr_rates of the IO profile, which is only a check */
    const struct awr_record *record; /* AWR_RECORDS */
    const struct awr_field *fields;
    size_t field_count;
};

extern const struct awr_section awr_sections[];
extern const size_t awr_section_count;

/* One row of `parameters` or `os_statistics`. */
struct awr_pair {
    char *name, *value, *end_value, *container;
};
