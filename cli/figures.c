#include "figures.h"

#include "results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct figures {
    const struct figure_column *columns;
    size_t count;
    GPtrArray *rows; /* char **: formatted cells, count + 1 */
};

struct figures *
figures_new(const struct figure_column *columns, size_t count)
{
    struct figures *figures = g_new0(struct figures, 1);
    figures->columns = columns;
    figures->count = count;
    figures->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    return figures;
}

void
figures_free(struct figures *figures)
{
    g_ptr_array_unref(figures->rows);
    g_free(figures);
}

void
figures_add(struct figures *figures, const struct figure *cells)
{
    char **row = g_new0(char *, figures->count + 1);
    for (size_t i = 0; i < figures->count; i++) {
        char number[G_ASCII_DTOSTR_BUF_SIZE] = "";
        if (figures->columns[i].kind == FIGURE_NUMBER && isfinite(cells[i].number))
            g_ascii_formatd(
                number, sizeof number, "%.15g", results_rounded(cells[i].number, figures->columns[i].decimals));
        row[i] =
            figures->columns[i].kind == FIGURE_TEXT ? g_strdup(cells[i].text ? cells[i].text : "") : g_strdup(number);
    }
    g_ptr_array_add(figures->rows, row);
}

void
figures_print(const struct figures *figures)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (size_t i = 0; i < figures->count; i++)
        results_csv_cell(out, figures->columns[i].name);
    g_string_append_c(out, '\n');
    for (guint r = 0; r < figures->rows->len; r++) {
        char **row = g_ptr_array_index(figures->rows, r);
        for (size_t i = 0; i < figures->count; i++)
            results_csv_cell(out, row[i]);
        g_string_append_c(out, '\n');
    }
    fputs(out->str, stdout);
}
