/* Builds one capture from the parts of its log, as the text and the JSON reader find them: banners, stamps, CPU lines,
 * reports, rows. Here is what needs more than one line to be known: the date order, the interval, the average since
 * boot.
 *
 *     struct iostat_log *log = iostat_log_new(path, CAPTURE_TEXT, options);
 *     iostat_log_banner(log, &banner, line);
 *     iostat_log_stamp(log, &stamp);
 *     iostat_log_open_report(log);
 *     iostat_log_row(log, &row, line);
 *     struct capture *capture = iostat_log_finish(log);    // frees the log
 *
 * The first report after a banner is the average since boot. With SINCE_BOOT_AUTO its rows are held back until the end
 * of that run of iostat; they become samples where they are shown to be no average (boot_test below).
 */
#pragma once

#include "capture.h"
#include "iostat.h"
#include "timestamp.h"

struct iostat_log;

struct iostat_log *iostat_log_new(const char *path, enum capture_format format, const struct iostat_options *options);
void iostat_log_free(struct iostat_log *log);

/* The capture so far, to look things up and to add notes. Borrowed. */
struct capture *iostat_log_capture(struct iostat_log *log);

struct iostat_banner {
    const char *host, *kernel, *date; /* NULL: not printed */
    int cpus;                         /* 0: not printed */
};

/* A start of iostat. */
void iostat_log_banner(struct iostat_log *log, const struct iostat_banner *banner, uint64_t line);

/* Two empty lines followed the banner instead of one. */
void iostat_log_extra_blank(struct iostat_log *log);

/* The stamp of the next report. */
void iostat_log_stamp(struct iostat_log *log, const struct stamp *stamp);

struct iostat_cpu {
    double user_pct, system_pct, iowait_pct, idle_pct; /* user includes nice */
    double sum_pct;                                    /* all columns */
};

/* The same from a line prefix: only where the report has no stamp of its own. */
void iostat_log_prefix_stamp(struct iostat_log *log, const struct stamp *stamp);

/* The CPU figures of the next report. */
void iostat_log_cpu(struct iostat_log *log, const struct iostat_cpu *cpu, uint64_t line);

/* A disk table that starts a report. */
void iostat_log_open_report(struct iostat_log *log);

struct iostat_log_row {
    const char *name; /* trimmed */
    size_t name_len;
    bool is_group;
    bool rejected;   /* short or wild: only counted */
    bool part;       /* of a report split in several tables: joined with the other parts by name */
    bool hundredths; /* printed with two decimals */
    uint32_t kept;   /* the columns that a part brings */
    struct capture_row row;
};

void iostat_log_row(struct iostat_log *log, const struct iostat_log_row *row, uint64_t line);

/* The numbers of this log have decimal commas: a hint for the order of dates. */
void iostat_log_comma(struct iostat_log *log);

/* The short way for a good row of a known device, which is not a part. Only where iostat_log_is_plain. */
void iostat_log_sample(
    struct iostat_log *log, struct capture_device *device, const struct capture_row *row, uint64_t line);

/* False while the rows of the open report are held back. */
bool iostat_log_is_plain(const struct iostat_log *log);

/* Resolves what was left open and hands the capture over; NULL where no disk table was seen. Frees the log. */
struct capture *iostat_log_finish(struct iostat_log *log);
