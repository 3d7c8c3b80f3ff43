/* Exports of the DBA_HIST views: the rows of AWR's own tables, in place of a report made of them.
 *
 * Counters of these views run since the start of the instance. Two snapshots of one instance, next to each other by
 * number, make one report (AWR_INSTANCE) of the time between them, with the differences of the counters; where the
 * instance was started in between, none. Each instance of a RAC has its own reports.
 *
 *     g_autoptr(AwrViews) views = awr_views_new();
 *     if (awr_views_read(views, stream, &error) && awr_views_finish(views, path, reports, &error)) ...
 *
 * Several files may be read before the finish: one view each, as exports are.
 * Views and columns: Oracle Database Reference, DBA_HIST_SNAPSHOT, _SYSSTAT, _SYS_TIME_MODEL, _SYSTEM_EVENT, _OSSTAT,
 * _PARAMETER, _IOSTAT_FUNCTION, _TBSPC_SPACE_USAGE, _DATABASE_INSTANCE.
 */
#pragma once

#include "awr.h"
#include "source.h"

struct awr_views;
typedef struct awr_views AwrViews;

struct awr_views *awr_views_new(void);
void awr_views_free(struct awr_views *views);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AwrViews, awr_views_free)

/* Reads one file: ROWSET/ROW of DBMS_XMLGEN, RESULTS/ROW/COLUMN of SQL Developer and SQLcl, or CSV. False with
 * IOSIZER_ERROR_NO_INPUT where no row of a known view is in it. */
bool awr_views_read(struct awr_views *views, struct stream *stream, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends the reports, by database, instance and time. False with IOSIZER_ERROR_NO_INPUT, that says what lacks, where
 * the rows make none. */
bool awr_views_finish(
    struct awr_views *views, const char *path, GPtrArray *reports, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Whether these names of columns (of a CSV, or tags) are those of a view that is read here: `has` tells of one name in
 * upper case. */
bool awr_views_know(bool (*has)(const char *name, void *user_data), void *user_data);
