/* Forms of the report of a run: releases, and the ways in which they are written and exported. The figures are those of
 * awr_report_html in every form, as far as it prints them.
 *
 *     enum awr_form form;
 *     if (awr_form_named("text", &form))
 *         report = awr_form_report(run, form);
 */
#pragma once

#include <glib.h>

#include "run.h"

enum awr_form {
    AWR_FORM_HTML19, /* what awr_report_html makes */
    AWR_FORM_HTML12, /* 12.2 */
    AWR_FORM_HTML11, /* 11.2.0.4: waits in whole milliseconds */
    AWR_FORM_TEXT,   /* 19c; names cut to the width of their column */
    AWR_FORM_XHTML,
    AWR_FORM_ACTIVE, /* an active report: the XHTML in a <report>, deflated, as base64 */
    AWR_FORM_XMLGEN, /* rows of the DBA_HIST views of two snapshots: ROWSET/ROW */
    AWR_FORM_SQLDEV, /* ... RESULTS/ROW/COLUMN */
    AWR_FORM_CSV,
    AWR_FORMS
};

/* "html19", "html12", "html11", "text", "xhtml", "active", "xmlgen", "sqldev", "csv". FALSE for other names. */
gboolean awr_form_named(const char *name, enum awr_form *out);

/* The names, parted by blanks, for a help text. */
#define AWR_FORM_NAMES "html19 html12 html11 text xhtml active xmlgen sqldev csv"

/* File name: "awr.html", "awr.txt", "awr.xml", "awr.csv". */
const char *awr_form_file(enum awr_form form);

GString *awr_form_report(const struct slob_run *run, enum awr_form form);

/* Appends the rows of the DBA_HIST views to `out`: awr_form_views.c. */
void awr_form_views(GString *out, const struct slob_run *run, enum awr_form form);
