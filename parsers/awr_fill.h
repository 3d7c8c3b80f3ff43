/* Fills struct awr from the tables of a report, through the sections of awr_sections.h.
 *
 *     struct awr_fill *fill = awr_fill_new(path, AWR_HTML, numbers);
 *     awr_fill_title(fill, "WORKLOAD REPOSITORY report for");
 *     if (awr_fill_open(fill, "Report Summary", "Load Profile", "This table displays load profile", line)) {
 *         awr_fill_header(fill, cells, 5);
 *         awr_fill_row(fill, cells, 5);
 *         awr_fill_close(fill);
 *     }
 *     awr_fill_finish(fill, reports);
 *
 * The order of the tables in the file does not matter, except that the title comes first.
 */
#pragma once

#include "awr_number.h"
#include "awr_sections.h"

typedef struct awr_fill AwrFill;

/* Text of one cell, trimmed, inner blanks collapsed, UTF-8, borrowed; and how many columns it spans. */
struct awr_cell {
    const char *text;
    unsigned span;
};

/* What a wait table row was read with: struct awr_event and how exact its figures are printed. Every event of a report
 * under awr_fill is of this type. */
struct awr_event_read {
    struct awr_event event;
    double time_step_s, avg_step_ms;
};

#define AWR_COLUMNS_MAX 256 /* columns of one table; what stands further right is not read */

struct awr_fill *awr_fill_new(const char *path, enum awr_format format, struct awr_numbers numbers);
void awr_fill_free(struct awr_fill *fill);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AwrFill, awr_fill_free)

/* The title of the report, which tells its kind; other headings are ignored. True once the kind is known. */
bool awr_fill_title(struct awr_fill *fill, const char *text);

/* A table begins; NULL for titles that are not there. False: nothing of it is wanted, do not send its rows. */
bool awr_fill_open(struct awr_fill *fill, const char *heading, const char *label, const char *summary, uint64_t line);

/* A row of column names: several are levels of one header, the last one has the names. */
void awr_fill_header(struct awr_fill *fill, const struct awr_cell *cells, size_t count);
/* The line of the file that the next rows stand on. */
void awr_fill_line(struct awr_fill *fill, uint64_t line);
void awr_fill_row(struct awr_fill *fill, const struct awr_cell *cells, size_t count);
void awr_fill_close(struct awr_fill *fill);

/* For notes on how the file was read: of the first report. */
GPtrArray *awr_fill_notes(struct awr_fill *fill);

/* A database name found beside the tables (Statspack leaves the cell of its header blank): used if there is no other.
 */
void awr_fill_database_name(struct awr_fill *fill, const char *name, size_t len);

/* Completes, checks and appends the reports to `reports`, and frees `fill`. `ended`: the mark of the report's end was
 * there. False, with nothing appended, where the tables hold no report. */
bool awr_fill_finish(struct awr_fill *fill, bool ended, GPtrArray *reports);

/* A wait event without figures. */
struct awr_event_read *awr_event_read_new(const char *name);

/* Completes and checks one report: awr_finish.c. `profile` are the rates of the IO profile, NAN where absent;
 * `sections` the names of the sections that were read, NULL where there are none to miss (rows of views). Events of
 * `awr` are struct awr_event_read. */
void awr_finish(struct awr *awr, const struct awr_rates *profile, bool ended, GHashTable *sections);

/* All histograms have been read: the points become curves that never fall, and waits that a text report has cut the
 * unit off ("521.6" for 521.6K) get it back from the wait tables. awr_curves.c. */
void awr_curves_finish(struct awr *awr);
