#include "pdf_grid.h"

#include "language.h"
#include "pdf_number.h"
#include "pdf_table.h"

#include <math.h>
#include <string.h>

#define SIZE_MAX_PT 9.0
#define SIZE_MIN_PT 7.0
#define SIZE_STEP_PT 0.5
#define SIZE_UNBROKEN_MIN_PT 8.0 /* smaller type, down to this, rather than broken cells */
#define LEADING 1.34
#define WORD_WIDTH_MAX 118.0 /* at 9 pt: a longer word (a path) is broken anywhere */
#define WORD_CHARS_WHOLE 22
#define NUMBER_WIDTH_MAX 160.0 /* at 9 pt: what is longer is no number */
#define FIRST_WIDTH_MIN 60.0   /* at 7 pt: the first column is cut to this before columns go to a part of their own */
#define LEAD_AFTER_NUMBER 6.0
#define CELL_LINES_MAX 8
#define CELL_CHARS_MAX 2000

/* Least and useful widths of a column at 9 pt. Unhinted type scales, so other sizes need no new measure. */
struct extent {
    double least;   /* the longest word; a number is not broken */
    double natural; /* no cell is broken, the heading may be */
    double most;    /* nothing is broken */
};

static const struct table_column *
grid_column(const struct grid *grid, guint i)
{
    return g_ptr_array_index(grid->table->columns, grid->column[i]);
}

bool
grid_is_number(const struct grid *grid, guint i)
{
    return grid_column(grid, i)->kind == TABLE_NUMBER;
}

bool
grid_is_bold(const struct grid *grid, guint line)
{
    return line == 0 || ((const struct table_row *)g_ptr_array_index(grid->table->rows, line - 1))->emphasis;
}

const char *
grid_text(const struct grid *grid, guint line, guint i)
{
    return grid->text[(size_t)line * grid->columns + i];
}

double
grid_lead(const struct grid *grid, guint i)
{
    bool follows_number = i > 0 && !grid_is_number(grid, i) && grid_is_number(grid, i - 1);
    return grid->pad + (follows_number ? LEAD_AFTER_NUMBER : 0);
}

static double
grid_padding(const struct grid *grid)
{
    double total = 0;
    for (guint i = 0; i < grid->columns; i++)
        total += grid_lead(grid, i) + grid->pad;
    return total;
}

struct text_style
grid_style(const struct grid *grid, guint line)
{
    return (struct text_style){FONTS_TEXT_FAMILY, grid->size, grid->size * LEADING,
        grid_is_bold(grid, line) ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL, FONTS_FIGURE_FEATURES};
}

static double
layout_width(PangoLayout *layout)
{
    int width = 0;
    pango_layout_get_size(layout, &width, NULL);
    return (double)width / PANGO_SCALE;
}

static char *
cell_text(const char *text)
{
    char *clean = text_clean(text, false);
    g_strstrip(clean);
    if (g_utf8_strlen(clean, -1) <= CELL_CHARS_MAX)
        return clean;
    g_autofree char *whole = clean;
    g_autofree char *start = g_utf8_substring(whole, 0, CELL_CHARS_MAX);
    return g_strconcat(start, "…", NULL);
}

/* --- widths --- */

/* A text of a table laid out: short words ("I/Os") are broken nowhere, whatever signs are in them. */
static PangoLayout *
words_layout(struct flow *flow, const struct text_style *style, const char *text, double width)
{
    PangoAttrList *attributes = pango_attr_list_new();
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, " ");
        if (text_columns(at, length) <= WORD_CHARS_WHOLE) {
            PangoAttribute *whole = pango_attr_allow_breaks_new(FALSE);
            whole->start_index = (guint)(at - text);
            whole->end_index = (guint)(at - text + (gssize)length);
            pango_attr_list_insert(attributes, whole);
        }
        at += length + (at[length] == ' ');
    }
    PangoLayout *layout = flow_layout(flow, style, text, attributes, width);
    pango_attr_list_unref(attributes);
    return layout;
}

/* The widest of the pieces that a text may be broken into. */
static double
longest_word(struct flow *flow, const struct grid *grid, guint line, guint i)
{
    struct text_style style = grid_style(grid, line);
    const char *text = grid_text(grid, line, i);
    if (!*text)
        return 0;
    g_autoptr(PangoLayout) layout = words_layout(flow, &style, text, 0);
    pango_layout_set_width(layout, 0);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD);
    return MIN(layout_width(layout), WORD_WIDTH_MAX);
}

static double
whole_width(struct flow *flow, const struct grid *grid, guint line, guint i)
{
    struct canvas_font font = {grid->size, grid_is_bold(grid, line) ? WEIGHT_SEMIBOLD : WEIGHT_NORMAL, {0, 0, 0, 1}};
    return fonts_text_width(flow->fonts, &font, grid_text(grid, line, i));
}

static double
text_width(struct flow *flow, const struct grid *grid, guint line, const char *text)
{
    struct canvas_font font = {grid->size, grid_is_bold(grid, line) ? WEIGHT_SEMIBOLD : WEIGHT_NORMAL, {0, 0, 0, 1}};
    return fonts_text_width(flow->fonts, &font, text);
}

/* The widest tail of a column of plain numbers of one unit, whose decimals differ in number; 0: any other column.
 * `*head` gets the widest part before it. */
static double
column_tail(struct flow *flow, const struct grid *grid, guint i, double *head)
{
    const char *unit = NULL;
    double widest = 0, least = G_MAXDOUBLE;
    char decimal = language_decimal(flow->info->words);
    *head = 0;
    for (guint line = 1; line <= grid->rows && grid_is_number(grid, i); line++) {
        const char *text = grid_text(grid, line, i), *tail = number_tail(text, decimal);
        if (number_is_absent(text))
            continue;
        if (!tail || strlen(number_unit(tail, decimal)) > 2 || (unit && strcmp(unit, number_unit(tail, decimal)) != 0))
            return 0;
        unit = number_unit(tail, decimal);
        double width = text_width(flow, grid, line, tail);
        widest = MAX(widest, width);
        least = MIN(least, width);
        *head = MAX(*head, whole_width(flow, grid, line, i) - width);
    }
    return unit && widest - least > 0.5 ? widest : 0;
}

double
grid_behind(struct flow *flow, const struct grid *grid, guint line, guint i)
{
    const char *tail = line > 0 && grid->tail[i] > 0
                           ? number_tail(grid_text(grid, line, i), language_decimal(flow->info->words))
                           : NULL;
    return tail ? MAX(grid->tail[i] - text_width(flow, grid, line, tail), 0) : 0;
}

static struct extent
column_extent(struct flow *flow, const struct grid *grid, guint i)
{
    struct extent extent = {0, 0, 0};
    for (guint line = 0; line <= grid->rows; line++) {
        double whole = whole_width(flow, grid, line, i);
        bool is_unbroken = line > 0 && grid_is_number(grid, i);
        double least = is_unbroken || whole <= extent.least ? whole : longest_word(flow, grid, line, i);
        extent.least = MAX(extent.least, least);
        extent.natural = MAX(extent.natural, line == 0 ? least : whole);
        extent.most = MAX(extent.most, whole);
    }
    double head = 0, tail = column_tail(flow, grid, i, &head);
    if (tail > 0)
        extent.least = MAX(extent.least, head + tail);
    extent.least = MIN(extent.least, NUMBER_WIDTH_MAX);
    extent.natural = MAX(extent.natural, extent.least);
    extent.most = MAX(extent.most, extent.natural);
    return extent;
}

static double
extent_sum(const struct extent *extent, guint n, size_t member, double factor)
{
    double total = 0;
    for (guint i = 0; i < n; i++)
        total += *(const double *)(const void *)((const char *)&extent[i] + member) * factor;
    return total;
}

#define EXTENT_SUM(extent, n, member, factor) extent_sum(extent, n, offsetof(struct extent, member), factor)

static double
sum(const double *value, guint n)
{
    double total = 0;
    for (guint i = 0; i < n; i++)
        total += value[i];
    return total;
}

/* A narrow table is set to a half, three quarters or all of the column, so that tables below each other line up. */
static double
table_width(double content, double column)
{
    return content <= column * 0.5 ? column * 0.5 : content <= column * 0.75 ? column * 0.75 : column;
}

/* Shares `rest` among columns that want more, up to their goals. A column that wants less than an even share is served
 * in full; the others get by the root of their want, so that a long text gets more than a middling one, but not all. */
static void
widths_fill(double *width, const double *goal, guint n, double rest)
{
    for (guint round = 0; round < n && rest > 0.01; round++) {
        guint wanting = 0;
        double roots = 0, served = 0;
        for (guint i = 0; i < n; i++) {
            wanting += goal[i] - width[i] > 0.001;
            roots += sqrt(MAX(goal[i] - width[i], 0));
        }
        for (guint i = 0; i < n; i++) {
            double want = MAX(goal[i] - width[i], 0);
            if (want > 0 && want <= rest / MAX(wanting, 1)) {
                width[i] = goal[i];
                served += want;
            }
        }
        for (guint i = 0; i < n && served <= 0 && roots > 0; i++)
            width[i] += rest * sqrt(MAX(goal[i] - width[i], 0)) / roots;
        rest = served > 0 ? rest - served : 0;
    }
}

/* The largest size at which no cell is broken, not far below 9 pt; else the largest at which no word is. */
static double
size_choose(const struct extent *extent, guint n, double available)
{
    for (double size = SIZE_MAX_PT; size >= SIZE_UNBROKEN_MIN_PT; size -= SIZE_STEP_PT)
        if (EXTENT_SUM(extent, n, natural, size / SIZE_MAX_PT) <= available)
            return size;
    for (double size = SIZE_MAX_PT; size > SIZE_MIN_PT; size -= SIZE_STEP_PT)
        if (EXTENT_SUM(extent, n, least, size / SIZE_MAX_PT) <= available)
            return size;
    return SIZE_MIN_PT;
}

static void
widths_choose(struct grid *grid, const struct extent *extent, double column_width)
{
    guint n = grid->columns;
    double available = MAX(column_width - grid_padding(grid), 1);
    grid->size = size_choose(extent, n, available);
    double factor = grid->size / SIZE_MAX_PT;
    g_autofree double *natural = g_new(double, n), *most = g_new(double, n);
    for (guint i = 0; i < n; i++) {
        grid->width[i] = extent[i].least * factor;
        natural[i] = extent[i].natural * factor;
        most[i] = extent[i].most * factor;
    }
    double excess = sum(grid->width, n) - available;
    if (excess > 0) {
        grid->is_cut = true;
        grid->width[0] = MAX(grid->width[0] - excess, 1);
        return;
    }
    widths_fill(grid->width, natural, n, available - sum(grid->width, n));
    widths_fill(grid->width, most, n, available - sum(grid->width, n));
    double rest =
        table_width(sum(grid->width, n) + grid_padding(grid), column_width) - grid_padding(grid) - sum(grid->width, n);
    for (guint i = 0; i < n; i++)
        grid->width[i] += MAX(rest, 0) / n;
}

/* --- cells --- */

PangoLayout *
grid_cell(struct flow *flow, const struct grid *grid, guint line, guint i)
{
    struct text_style style = grid_style(grid, line);
    const char *text = grid_text(grid, line, i);
    bool is_number = grid_is_number(grid, i);
    /* Half a point more than measured: rounding must not wrap a text that fits. */
    double width = grid->width[i] + 0.5;
    if (is_number && line > 0 && whole_width(flow, grid, line, i) > width)
        text = "…"; /* a number that is cut would be read as another number */
    PangoLayout *layout = words_layout(flow, &style, text, width);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_height(layout, grid->is_cut && i == 0 && line > 0 ? -1 : -CELL_LINES_MAX);
    return layout;
}

static double
line_height(struct flow *flow, const struct grid *grid, guint line)
{
    int lines = 1;
    for (guint column = 0; column < grid->columns; column++) {
        /* Most cells fit on one line: that is known from the widths, without a layout. */
        if (whole_width(flow, grid, line, column) <= grid->width[column])
            continue;
        g_autoptr(PangoLayout) layout = grid_cell(flow, grid, line, column);
        lines = MAX(lines, pango_layout_get_line_count(layout));
    }
    return lines * grid->size * LEADING + 2 * GRID_ROW_PAD;
}

static void
texts_clear(struct grid *grid)
{
    for (size_t i = 0; grid->text && i < ((size_t)grid->rows + 1) * grid->columns; i++)
        g_free(grid->text[i]);
    g_clear_pointer(&grid->text, g_free);
}

static void
grid_free(gpointer data)
{
    struct grid *grid = data;
    texts_clear(grid);
    g_free(grid->column);
    g_free(grid->width);
    g_free(grid->row_height);
    g_free(grid->tail);
    g_free(grid);
}

/* Takes over columns from `from` on, as many as fit at the smallest size beside a first column that may be cut, and at
 * most `limit`. */
static void
columns_take(struct grid *grid, const struct extent *all, guint from, guint limit, double column_width)
{
    double factor = SIZE_MIN_PT / SIZE_MAX_PT;
    grid->pad = grid->table->columns->len > 7 ? 3.5 : 5;
    grid->next = 0;
    grid->column[0] = 0;
    grid->columns = 1;
    double used = 2 * grid->pad + MIN(all[0].least * factor, FIRST_WIDTH_MIN);
    for (guint i = MAX(from, 1); i < grid->table->columns->len; i++) {
        used += 2 * grid->pad + LEAD_AFTER_NUMBER * (grid->table->columns->len <= 7) + all[i].least * factor;
        if ((used > column_width || grid->columns > limit) && grid->columns > 1) {
            grid->next = i;
            return;
        }
        grid->column[grid->columns++] = i;
    }
}

/* The number of columns that makes all parts alike, rather than a full one and a rest. */
static guint
columns_per_part(struct grid *grid, const struct extent *all, double column_width)
{
    guint parts = 0, from = 0;
    do {
        columns_take(grid, all, from, G_MAXUINT, column_width);
        from = grid->next;
        parts++;
    } while (from > 0);
    guint columns = grid->table->columns->len - 1;
    return MAX((columns + parts - 1) / parts, 1);
}

static void
texts_take(struct grid *grid)
{
    grid->text = g_new0(char *, ((size_t)grid->rows + 1) * grid->columns);
    for (guint i = 0; i < grid->columns; i++) {
        grid->text[i] = cell_text(grid_column(grid, i)->heading);
        for (guint row = 0; row < grid->rows; row++) {
            const struct table_row *from = g_ptr_array_index(grid->table->rows, row);
            grid->text[(size_t)(row + 1) * grid->columns + i] = cell_text(from->cell[grid->column[i]]);
        }
    }
}

/* What is known of one table: in a list and outside, it may have several widths. */
struct laid_out {
    struct extent *extent; /* of all columns */
    GPtrArray *grids;      /* struct grid * */
};

static void
laid_out_free(gpointer data)
{
    struct laid_out *known = data;
    g_free(known->extent);
    g_ptr_array_unref(known->grids);
    g_free(known);
}

GHashTable *
grid_cache_new(void)
{
    return g_hash_table_new_full(NULL, NULL, NULL, laid_out_free);
}

static struct grid *
grid_new(const struct table *table, guint from, double column_width)
{
    struct grid *grid = g_new0(struct grid, 1);
    grid->table = table;
    grid->from = from;
    grid->column_width = column_width;
    grid->size = SIZE_MAX_PT;
    grid->rows = MIN(table->rows->len, TABLE_ROWS_MAX);
    grid->left_out = table->left_out + table->rows->len - grid->rows;
    grid->columns = table->columns->len;
    grid->column = g_new(guint, grid->columns);
    for (guint i = 0; i < grid->columns; i++)
        grid->column[i] = i;
    return grid;
}

static struct laid_out *
laid_out_of(struct flow *flow, const struct table *table)
{
    struct laid_out *known = g_hash_table_lookup(flow->grids, table);
    if (known)
        return known;
    known = g_new0(struct laid_out, 1);
    known->grids = g_ptr_array_new_with_free_func(grid_free);
    known->extent = g_new(struct extent, table->columns->len);
    struct grid *all = grid_new(table, 0, flow->width);
    texts_take(all);
    for (guint i = 0; i < all->columns; i++)
        known->extent[i] = column_extent(flow, all, i);
    grid_free(all);
    g_hash_table_insert(flow->grids, (gpointer)table, known);
    return known;
}

static void
grid_lay_out(struct flow *flow, struct grid *grid, const struct extent *all)
{
    columns_take(grid, all, grid->from, columns_per_part(grid, all, grid->column_width), grid->column_width);
    texts_take(grid);
    g_autofree struct extent *taken = g_new(struct extent, grid->columns);
    for (guint i = 0; i < grid->columns; i++)
        taken[i] = all[grid->column[i]];
    grid->width = g_new0(double, grid->columns);
    grid->row_height = g_new0(double, grid->rows + 1);
    widths_choose(grid, taken, grid->column_width);
    grid->tail = g_new0(double, grid->columns);
    for (guint i = 0; i < grid->columns; i++) {
        double head = 0;
        grid->tail[i] = column_tail(flow, grid, i, &head);
    }
    for (guint line = 0; line <= grid->rows; line++)
        grid->row_height[line] = line_height(flow, grid, line);
}

const struct grid *
grid_of(struct flow *flow, const struct table *table, guint from)
{
    struct laid_out *known = laid_out_of(flow, table);
    for (guint i = 0; i < known->grids->len; i++) {
        struct grid *grid = g_ptr_array_index(known->grids, i);
        if (grid->from == from && fabs(grid->column_width - flow->width) < 0.001)
            return grid;
    }
    struct grid *grid = grid_new(table, from, flow->width);
    grid_lay_out(flow, grid, known->extent);
    g_ptr_array_add(known->grids, grid);
    return grid;
}

double
grid_width(const struct grid *grid)
{
    return sum(grid->width, grid->columns) + grid_padding(grid);
}

double
grid_height(const struct grid *grid)
{
    return sum(grid->row_height, grid->rows + 1);
}
