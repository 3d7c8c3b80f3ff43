/* Figures on standard output as CSV, from one description of the columns.
 *
 *     static const struct figure_column columns[] = {{"file", FIGURE_TEXT, 0}, {"knee_iops", FIGURE_NUMBER, 1}};
 *     struct figures *figures = figures_new(columns, G_N_ELEMENTS(columns));
 *     figures_add(figures, (struct figure[]){{.text = path}, {.number = 156540}});
 *     figures_print(figures);
 *     figures_free(figures);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum figure_kind { FIGURE_TEXT, FIGURE_NUMBER };

struct figure_column {
    const char *name;
    enum figure_kind kind;
    int decimals;
};

/* One cell: text NULL and number NAN are absent: an empty cell. */
struct figure {
    const char *text;
    double number;
};

struct figures;

/* `columns` must outlive it. */
struct figures *figures_new(const struct figure_column *columns, size_t count);
void figures_free(struct figures *figures);

/* Copies one row of as many cells as columns. */
void figures_add(struct figures *figures, const struct figure *cells);

/* Prints a head line and all rows. */
void figures_print(const struct figures *figures);
