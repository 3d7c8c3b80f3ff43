/* What awr_views.c (rows to snapshots), awr_views_report.c (snapshots to reports) and awr_views_read.c (files to rows)
 * share. */
#pragma once

#include "awr_views.h"
#include "note.h"

/* The columns that are read, of all views together. */
enum view_column {
    VIEW_SNAP_ID,
    VIEW_DBID,
    VIEW_INSTANCE_NUMBER,
    VIEW_STARTUP_TIME,
    VIEW_END_INTERVAL_TIME,
    VIEW_CON_ID,
    VIEW_STAT_NAME,
    VIEW_VALUE,
    VIEW_EVENT_NAME,
    VIEW_WAIT_CLASS,
    VIEW_TOTAL_WAITS,
    VIEW_TIME_WAITED_MICRO,
    VIEW_TOTAL_WAITS_FG,
    VIEW_TIME_WAITED_MICRO_FG,
    VIEW_PARAMETER_NAME,
    VIEW_FUNCTION_NAME,
    VIEW_SMALL_READ_MEGABYTES,
    VIEW_SMALL_WRITE_MEGABYTES,
    VIEW_LARGE_READ_MEGABYTES,
    VIEW_LARGE_WRITE_MEGABYTES,
    VIEW_SMALL_READ_REQS,
    VIEW_SMALL_WRITE_REQS,
    VIEW_LARGE_READ_REQS,
    VIEW_LARGE_WRITE_REQS,
    VIEW_NUMBER_OF_WAITS,
    VIEW_WAIT_TIME,
    VIEW_TABLESPACE_ID,
    VIEW_TABLESPACE_SIZE, /* in blocks of the tablespace */
    VIEW_DB_NAME,
    VIEW_INSTANCE_NAME,
    VIEW_HOST_NAME,
    VIEW_VERSION,
    VIEW_PLATFORM_NAME,
    VIEW_COLUMNS,
    VIEW_NO_COLUMN = VIEW_COLUMNS
};

#define VIEW_FIRST_INSTANCE 1 /* of rows without INSTANCE_NUMBER */
#define CELL_VALUES 10        /* counters of the widest row: IOSTAT_FUNCTION */
#define SNAPSHOTS_MAX 200000u /* of all instances: ten years of hours on two of them */

enum view {
    VIEW_OF_STATISTICS,
    VIEW_OF_OS,
    VIEW_OF_EVENTS,
    VIEW_OF_PARAMETERS,
    VIEW_OF_FUNCTIONS,
    VIEW_OF_SPACE,
    VIEWS
};

/* One row of a view. Names and texts are interned: equal ones have one address. */
struct view_cell {
    const char *name;
    const char *text; /* wait class, or value of a parameter */
    uint64_t line;
    guint set;
    double value[CELL_VALUES];
};

struct view_snapshot {
    int64_t dbid, instance, id;
    double startup_s, end_s; /* NAN: not told */
    GArray *cells[VIEWS];    /* struct view_cell; NULL: none */
};

/* What DBA_HIST_DATABASE_INSTANCE says of an instance. */
struct view_instance {
    int64_t dbid, number;
    const char *db_name, *name, *host, *release, *platform;
};

/* The result of one query. */
struct view_set {
    bool time_model, system; /* statistics that only the one or the other view has */
};

struct awr_views {
    GPtrArray *snapshots;       /* struct view_snapshot * */
    GHashTable *by_id;          /* of themselves */
    struct view_snapshot *last; /* the row before was of it */
    GArray *instances;          /* struct view_instance */
    GArray *sets;               /* struct view_set */
    GStringChunk *names;
    GHashTable *interned;
    size_t names_bytes;
    enum awr_format format;
    bool over_limit, strange_time;
    uint64_t strange_line;
    GPtrArray *notes; /* said in each report */
};

/* One copy of each text; NULL where the room for them is used up. */
const char *awr_views_intern(struct awr_views *views, const char *text);

/* A number of an export: no group signs, point or comma. NAN where it is none, or NULL. */
double awr_views_number(const char *text);

/* VIEW_NO_COLUMN for other names; ASCII case does not matter. */
enum view_column view_column_named(const char *name);

/* A query's result begins: rows of several views are told apart by it. */
void awr_views_begin_set(struct awr_views *views);

/* One row; NULL for columns that it lacks or that are null. True where it is a row of a view that is read. */
bool awr_views_row(struct awr_views *views, const char *const cell[VIEW_COLUMNS], uint64_t line);

/* The file `path` ended before its last row did, or has a fault at `line`: said in each report. */
void awr_views_cut(struct awr_views *views, const char *path, uint64_t line, const char *fault);
void awr_views_set_format(struct awr_views *views, enum awr_format format);

/* Figures of the time model have names that statistics have too, in another unit: they get names of their own. */
#define TIME_MODEL "time model: "

/* The time between two snapshots, and the report that is made of it. */
struct view_interval {
    const struct awr_views *views;
    const struct view_snapshot *begin, *end;
    double seconds;
    struct awr *awr;
};

/* Where the counters of two snapshots meet: the cell of each, by name. The first of several rows of a name stays, but a
 * row of the whole database (CON_ID 0) is not told from those of its containers where CON_ID was left out. */
GHashTable *awr_views_cells(const struct view_snapshot *snapshot, enum view view);

/* Fills the interval's report. `is_rac`: the database has other instances. */
void awr_views_fill(struct view_interval *interval, bool is_rac);
