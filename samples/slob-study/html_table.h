/* Tables in the markup of an AWR report, made small: of Oracle's attributes only those of the table and of a row's
 * first cell are written, as presentation is all that the others are for.
 *
 *     struct html_table table;
 *     html_table_open(&table, out, "This table displays IO profile", headers);
 *     html_row_open(&table, "Total Requests:");
 *     html_cell_grouped(&table, 1234.5, 1);
 *     html_row_close(&table);
 *     html_table_close(&table);
 */
#pragma once

#include <glib.h>

struct html_table {
    GString *out;
    guint rows;
};

/* `headers` ends with NULL; a list without any gives no header row. Texts are markup: "<" is given as "&lt;". */
void html_table_open(struct html_table *table, GString *out, const char *summary, const char *const *headers);
void html_table_close(struct html_table *table);

/* `label` is the first cell. */
void html_row_open(struct html_table *table, const char *label);
void html_row_close(struct html_table *table);

/* An empty cell for NULL. */
void html_cell(struct html_table *table, const char *text);
void html_cell_grouped(struct html_table *table, double value, int decimals);
void html_cell_fixed(struct html_table *table, double value, int decimals);
/* text_short, text_duration, text_data, text_count, text_data_rate of number_text.h; a duration of 0 gives an empty
 * cell. */
void html_cell_short(struct html_table *table, double value);
void html_cell_duration(struct html_table *table, double us);
void html_cell_data(struct html_table *table, double bytes);
void html_cell_count(struct html_table *table, double value);
void html_cell_data_rate(struct html_table *table, double bytes_per_s);

/* Chapter and section headings. */
void html_chapter(GString *out, const char *title);
void html_section(GString *out, const char *title);
/* The bare line that names a table of the report summary. */
void html_label(GString *out, const char *title);
void html_no_data(GString *out, const char *title);
