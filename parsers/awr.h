/* The model of an Oracle AWR or Statspack report: what the report prints, in one unit each.
 *
 * Times are seconds or as the name says, sizes bytes (1024-based), rates per second of elapsed time. What a report does
 * not hold is NAN, 0 for counts of things (cpus), or NULL: never a made-up 0. Names are as printed. Every figure that
 * was repaired or doubted has a note.
 */
#pragma once

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Where a value stands: `line` is the line of the file (1-based; of an unpacked report, the line in what was unpacked);
 * 0 where it was computed. Every record below has its own. */

enum awr_report { AWR_INSTANCE, AWR_PDB, AWR_RAC, AWR_DIFF, AWR_STATSPACK, AWR_AWRMINER };
enum awr_format { AWR_HTML, AWR_TEXT, AWR_XML, AWR_CSV /* rows of the DBA_HIST views */ };

/* One line of a wait table. waits NAN for CPU rows. */
struct awr_event {
    char *name;
    char *wait_class; /* NULL: not printed */
    double waits;
    double time_s;
    double avg_wait_ms; /* time/waits where the printed value has fewer digits */
    double db_time_pct;
    uint64_t line;
};

/* One line of the instance activity statistics. */
struct awr_statistic {
    char *name;
    double total;
    double per_s;
    uint64_t line;
};

/* IOStat by Function, or by file type. */
struct awr_io_line {
    char *name;
    double read_bytes, write_bytes; /* totals */
    double read_requests_per_s, write_requests_per_s;
    double wait_count, avg_wait_ms;      /* of IOStat by Function */
    double small_read_ms, large_read_ms; /* service times, of IOStat by file type */
    uint64_t line;
};

/* A line of Tablespace IO Stats, or of File IO Stats. */
struct awr_file_io {
    char *tablespace, *file, *container; /* file: NULL in tablespace lines; container: the pluggable database */
    double reads, reads_per_s, read_ms, blocks_per_read;
    double writes, writes_per_s, write_ms;
    double buffer_waits, buffer_wait_ms;
    uint64_t line;
};

/* A line of the Buffer Pool Advisory: what another size of the pool would have read. */
struct awr_advice {
    char *pool; /* "D": DEFAULT, "K": KEEP, "R": RECYCLE, or a block size */
    double size_bytes;
    double size_factor;             /* of the size it had: 1 for that line */
    double read_factor, read_count; /* estimated physical reads, as a factor and as blocks */
    uint64_t line;
};

/* Latencies of one event: the histograms of a report joined to one cumulative curve. */
struct awr_curve_point {
    double below_us;  /* microseconds; powers of 2 from release 12.2 on ("1ms" is 1024), milliseconds before */
    double waits_pct; /* of all waits of the event, those shorter than that; never falls along the curve */
};

struct awr_curve {
    char *name;
    double waits; /* foreground and background */
    GArray
        *points; /* struct awr_curve_point, by below_us; the waits that are missing to 100% are longer than the last */
    uint64_t line;
};

/* An ASM disk group of the Exadata chapter. */
struct awr_disk_group {
    char *name, *redundancy, *state;
    double size_bytes, used_bytes; /* raw: a group of redundancy HIGH keeps everything three times */
    uint64_t line;
};

struct awr_rates { /* "physical read/write total ..." statistics; cluster sums of a RAC report */
    double read_requests_per_s, write_requests_per_s;
    double read_bytes_per_s, write_bytes_per_s;
    double redo_bytes_per_s;
};

struct awr_host_cpu { /* percent of all CPUs over the snapshot interval */
    double user_pct, system_pct, iowait_pct, idle_pct;
    double load_average_begin, load_average_end;
};

struct awr_load_profile { /* per second */
    double logical_reads, block_changes, physical_reads_blocks, physical_writes_blocks;
    double read_io_requests, write_io_requests; /* database only, not the totals */
    double user_calls, transactions, executes;
    double db_time_s, db_cpu_s;
};

/* One instance of a RAC report. */
struct awr_node {
    int number; /* I# */
    char *name, *host, *begin, *end;
    double elapsed_min, db_time_min, db_cpu_time_s;
    int cpus, cores, sockets;
    double memory_bytes, buffer_cache_bytes;
    struct awr_host_cpu host_cpu;
    double busy_s, idle_s; /* of all CPUs of its host */
    struct awr_load_profile load;
    double redo_bytes_per_s;
    uint64_t line; /* of its first row */
};

/* Where a figure of struct awr itself was read. */
struct awr_origin {
    size_t offset; /* offsetof(struct awr, ...) */
    const char *section;
    uint64_t line;
};

struct awr {
    char *path;
    enum awr_report report;
    enum awr_format format;
    char *release, *db_name, *edition, *platform; /* NULL: not printed */
    char *begin, *end;                            /* local time, YYYY-MM-DDTHH:MM[:SS]; NULL: not printed */
    char *startup;                                /* when the instance was started, as begin; NULL: not printed */
    GPtrArray *instances;                         /* char *, at least empty */
    GPtrArray *hosts;                             /* char * */
    bool is_rac; /* the database is a RAC (an instance report may be 1/N of the load) */
    double elapsed_min, db_time_min;
    int cpus, cores, sockets; /* these, memory and buffer cache: sums over the instances of a RAC report */
    double memory_bytes;
    double buffer_cache_bytes; /* begin value */
    double block_size_bytes;
    struct awr_rates rates;
    struct awr_host_cpu host_cpu;
    struct awr_load_profile load;
    double db_cpu_time_s;  /* of the report's interval; NAN: not printed */
    GPtrArray *top_events; /* struct awr_event *, as ordered in the report */
    GPtrArray *events;     /* struct awr_event *: the foreground table, completed from the top list */
    GPtrArray *background_events;
    GPtrArray *wait_classes;  /* struct awr_event *: foreground wait classes (name = class) */
    GPtrArray *statistics;    /* struct awr_statistic *: instance activity */
    GPtrArray *io_functions;  /* struct awr_io_line *, with the line "TOTAL:" or "Total" that is their sum */
    GPtrArray *io_filetypes;  /* struct awr_io_line *: IOStat by file type, with the line "Total" where it is printed */
    GPtrArray *tablespace_io; /* struct awr_file_io * */
    GPtrArray *file_io;       /* struct awr_file_io * */
    GPtrArray *cache_advice;  /* struct awr_advice *: buffer pool advisory */
    GPtrArray *curves;        /* struct awr_curve *: latencies by event */
    GPtrArray *disk_groups;   /* struct awr_disk_group * */
    GPtrArray *nodes;         /* struct awr_node *, of a RAC report, by I#; empty for others */
    double database_bytes; /* size of the database, where the file tells it (AWR Miner; files of a tablespace do not) */
    GArray *origins;       /* struct awr_origin: see awr_origin_of */
    GHashTable *parameters;    /* char * -> char *: begin values; listed ones only */
    GHashTable *os_statistics; /* char * -> double *: NUM_CPUS, BUSY_TIME, ... */
    GPtrArray *notes;
};

typedef struct awr Awr;

/* A new report with every figure absent; `path` is copied. */
struct awr *awr_new(const char *path, enum awr_report report, enum awr_format format);
void awr_free(struct awr *awr);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Awr, awr_free)

/* The event of exactly this name in `events` (any of the lists above); NULL where it is not. */
const struct awr_event *awr_event_named(const GPtrArray *events, const char *name);

/* The statistic of exactly this name; NULL where it is not. */
const struct awr_statistic *awr_statistic_named(const struct awr *awr, const char *name);

/* The curve of exactly this event; NULL where it is not. */
const struct awr_curve *awr_curve_named(const struct awr *awr, const char *event);

/* Where the figure at offsetof(struct awr, ...) was read; NULL where it is absent or was computed. */
const struct awr_origin *awr_origin_of(const struct awr *awr, size_t offset);

/* For readers: notes where a figure was read, in place of what was noted before. `section` is static. */
void awr_origin_set(struct awr *awr, size_t offset, const char *section, uint64_t line);

/* A line with every figure absent; `name` is copied. */
struct awr_io_line *awr_io_line_new(const char *name);

/* "instance", "pdb", "rac", "diff", "statspack", "awrminer"; "html", "text", "xml", "csv". */
const char *awr_report_name(enum awr_report report);
const char *awr_format_name(enum awr_format format);
