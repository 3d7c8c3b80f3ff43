#include "m4.h"

#include <math.h>

/* Four points of one column, as indexes. */
struct column {
    double number;
    size_t first, low, high, last;
};

static bool
is_break(const struct point *point)
{
    return !isfinite(point->x) || !isfinite(point->y);
}

static bool
x_rises(const struct point *point, size_t n)
{
    double before = -INFINITY;

    for (size_t i = 0; i < n; i++) {
        if (is_break(&point[i]))
            continue;
        if (point[i].x < before)
            return false;
        before = point[i].x;
    }
    return true;
}

static void
column_flush(GArray *out, const struct point *point, const struct column *column)
{
    size_t middle_first = MIN(column->low, column->high), middle_last = MAX(column->low, column->high);
    const size_t order[] = {column->first, middle_first, middle_last, column->last};

    for (size_t i = 0; i < G_N_ELEMENTS(order); i++)
        if (i == 0 || order[i] != order[i - 1])
            g_array_append_val(out, point[order[i]]);
}

GArray *
m4_reduce(const struct point *point, size_t n, double column_width)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(struct point));
    bool reduce = column_width > 0 && x_rises(point, n);
    bool open = false, broken = false;
    struct column column = {0};

    for (size_t i = 0; i < n; i++) {
        if (is_break(&point[i])) {
            if (open)
                column_flush(out, point, &column);
            broken = broken || open;
            open = false;
            continue;
        }
        double number = reduce ? floor(point[i].x / column_width) : (double)i;
        if (open && number == column.number) {
            column.low = point[i].y < point[column.low].y ? i : column.low;
            column.high = point[i].y > point[column.high].y ? i : column.high;
            column.last = i;
            continue;
        }
        if (open)
            column_flush(out, point, &column);
        if (broken) {
            struct point gap = {NAN, NAN};
            g_array_append_val(out, gap);
            broken = false;
        }
        column = (struct column){number, i, i, i, i};
        open = true;
    }
    if (open)
        column_flush(out, point, &column);
    return out;
}
