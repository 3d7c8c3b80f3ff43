/* The model of an iostat log: one host, its devices, the samples of each, as the file prints them.
 *
 * One struct capture is one host's log; restarts of iostat appended in one file are one capture (banners are counted).
 * Values are converted to one unit at the parser: MB and kB of iostat are MiB and KiB, sectors and Blk are 512 bytes.
 * Nothing is averaged and nothing is judged here; the running sums are there so that a log needs no series in memory
 * when only its means are asked for.
 *
 * Invariants: device names are unique within a capture, trimmed and without "/dev/"; `report` of a device rises
 * strictly; a value that the log's layout does not have is NAN (never 0).
 */
#pragma once

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum capture_format { CAPTURE_TEXT, CAPTURE_JSON };

/* The unit of the log's size columns as printed; values in the model are MiB/s whatever this says. */
enum capture_unit {
    CAPTURE_UNIT_UNKNOWN,
    CAPTURE_UNIT_KB,
    CAPTURE_UNIT_MB,
    CAPTURE_UNIT_GB,
    CAPTURE_UNIT_BLK,
    CAPTURE_UNIT_SECTORS,
    CAPTURE_UNIT_HUMAN,
};

/* What one row holds. IOPS are completed requests per second, sizes MiB/s, latencies ms, aqu_sz requests. */
enum capture_column {
    CAPTURE_READ_IOPS,
    CAPTURE_WRITE_IOPS,
    CAPTURE_IOPS, /* read + write; or the only figure of layouts without a split (tps) */
    CAPTURE_READ_MIB_S,
    CAPTURE_WRITE_MIB_S,
    CAPTURE_MIB_S, /* read + write; or the only figure of layouts without a split */
    CAPTURE_READ_AWAIT_MS,
    CAPTURE_WRITE_AWAIT_MS,
    CAPTURE_AWAIT_MS, /* printed await; else (r r_await + w w_await)/(r + w); NAN where there was no I/O */
    CAPTURE_AQU_SZ,
    CAPTURE_UTIL_PCT, /* as printed, never capped here */
    CAPTURE_COLUMNS,
    /* Of a row only, for its check: they are no columns of series and totals. */
    CAPTURE_READ_KIB = CAPTURE_COLUMNS, /* mean request sizes */
    CAPTURE_WRITE_KIB,
    CAPTURE_KIB, /* of reads and writes together */
    CAPTURE_DISCARD_IOPS,
    CAPTURE_DISCARD_AWAIT_MS,
    CAPTURE_FLUSH_IOPS,
    CAPTURE_FLUSH_AWAIT_MS,
    CAPTURE_VALUES
};

#define CAPTURE_NO_TIME INT64_MIN

struct capture_report {
    int64_t time_s;  /* local seconds since 1970-01-01 (no zone applied); CAPTURE_NO_TIME without a stamp */
    bool since_boot; /* the average since boot that follows a banner: never a sample */
    bool has_cpu;    /* the four below are set; percent of all CPUs */
    float user_pct, system_pct, iowait_pct, idle_pct; /* user includes nice */
};

/* Exact running sums over the kept rows of one device (since-boot reports are not rows). */
struct capture_totals {
    uint64_t samples;
    double sum[CAPTURE_COLUMNS];       /* plain sums of the columns that were present */
    uint64_t present[CAPTURE_COLUMNS]; /* rows in which the column had a value */
    double read_wait_ms_per_s;         /* sum of r/s x r_await, and so on: numerators of I/O-weighted latencies */
    double write_wait_ms_per_s;
    double wait_ms_per_s;
    double read_weight, write_weight, weight; /* their denominators: IOPS of rows that had a latency */
    double iops_max, util_max_pct;            /* NAN without samples */
};

/* What a row says a second time: for checks of one column against others. NAN: the layout does not have it. */
struct capture_check {
    float aqu_sz;     /* of reads and writes: less the discards and flushes that iostat counts in it */
    float size_mib_s; /* IOPS x mean request size */
};

struct capture_device {
    char *name;
    bool is_group; /* a row of iostat -g: the sum of other rows */
    size_t name_len;
    guint index;         /* in capture->devices */
    guint follower;      /* index of the device whose row came after, last time */
    int64_t last_report; /* index of the report that its last row belongs to; -1: none */
    bool is_thin;        /* its series has the samples of every thin_every-th report of the capture only */
    struct capture_totals totals;
    GArray *report;                  /* uint32_t index into capture->reports, one per sample; empty without series */
    GArray *column[CAPTURE_COLUMNS]; /* double, one per sample; NULL where the layout lacks it or without series */
    GArray *check;                   /* struct capture_check, one per sample; NULL without with_checks */
};

struct capture;

/* Decides which series of a long log go on whole: calls capture_thin for the other devices. */
typedef void (*capture_choose)(struct capture *capture, const void *user_data);

struct capture {
    char *path;
    const char *tool; /* static: "iostat", or "sar" for the disk sections of sar and sadf */
    char *host;       /* NULL: no banner */
    char *kernel;     /* NULL: no banner */
    int cpus;         /* 0: unknown */
    enum capture_format format;
    enum capture_unit unit;
    double interval_s;     /* median step of the stamps, or given by the user; NAN: unknown */
    bool interval_assumed; /* false unless interval_s came from --interval */
    bool has_zone;         /* stamps carried an offset: utc_offset_s of the first is set */
    int utc_offset_s;
    uint32_t banners;
    uint32_t since_boot_reports;
    uint64_t rejected_rows;
    bool has_series;
    bool with_checks; /* series have checks too */
    bool all_thin;       /* all devices are thin: their series serve to compare them with each other */
    uint32_t thin_every; /* 1 or more; thin series have at most CAPTURE_THIN_SAMPLES samples */
    GArray *reports;     /* struct capture_report, in file order, since-boot ones included */
    GPtrArray *devices;  /* struct capture_device *, in order of first appearance */
    GPtrArray *notes;    /* struct note *, see note.h */

    /* Used by the functions below only. */
    GHashTable *device_by_name;         /* name -> struct capture_device * */
    guint first_device;                 /* whose row came first in the report before */
    struct capture_device *last_device; /* of the row before in this report; NULL: none */
    uint32_t series_columns;            /* bits: columns that series keep */
    bool has_thin;
    uint64_t series_values; /* doubles in the series of all devices */
    uint64_t series_values_max;
    capture_choose choose; /* called once, when series_values_max is passed; then NULL */
    const void *choose_data;
};

typedef struct capture Capture;

/* Samples that thin series have at most. */
#define CAPTURE_THIN_SAMPLES 512u

/* Devices of one capture at most; rows of further ones are left out and noted. */
#define CAPTURE_DEVICES_MAX 65536u

/* One row as a layout gives it; absent values are NAN. */
struct capture_row {
    double value[CAPTURE_VALUES];
};

/* A new capture without reports or devices; `path` is copied. */
struct capture *capture_new(const char *path, enum capture_format format, bool with_series);
void capture_free(struct capture *capture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Capture, capture_free)

/* The device of this name, added where it is new. Borrowed; NULL with a note above CAPTURE_DEVICES_MAX. The name is
 * taken as it is: callers trim it. */
struct capture_device *capture_device_named(struct capture *capture, const char *name, size_t len);

/* The device whose row is to be expected next, as the rows came in the report before; NULL: no idea. It is not yet
 * taken for the device of a row: capture_device_named is, or capture_device_follow. */
struct capture_device *capture_device_expected(const struct capture *capture);

/* Says that the row of `device` came next. */
void capture_device_follow(struct capture *capture, struct capture_device *device);

/* Opens a report; rows added from here on belong to it. */
void capture_add_report(struct capture *capture, const struct capture_report *report);

/* Adds one kept row of `device` to the open report. Rows of a since-boot report are ignored. A second row of the device
 * in one report is a note and is left out. Fills CAPTURE_IOPS, CAPTURE_MIB_S and CAPTURE_AWAIT_MS from their parts. */
void capture_add_row(
    struct capture *capture, struct capture_device *device, const struct capture_row *row, uint64_t line);

/* Turns the report at `index` from an average since boot into a sample: its rows can then be added with
 * capture_insert_row. Nothing where it is one already. */
void capture_keep_report(struct capture *capture, uint32_t index);

/* Adds one row of `device` to an earlier report, before the rows of later ones. Else as capture_add_row. */
void capture_insert_row(struct capture *capture, struct capture_device *device, uint32_t report,
    const struct capture_row *row, uint64_t line);

/* Makes the series of a device thin, from its start on. The totals count all rows as before. */
void capture_thin(struct capture *capture, struct capture_device *device);

/* "kB", "MB", ... as in the JSON contract; NULL for unknown. */
const char *capture_unit_name(enum capture_unit unit);

/* "2026-11-30T11:33:12", with "+05:30" appended where `has_zone`. Free with g_free; NULL for CAPTURE_NO_TIME. */
char *capture_time_text(int64_t time_s, bool has_zone, int utc_offset_s);
