#include "catalog.h"

#include "csv_rows.h"
#include "error.h"
#include "nearest.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum column_kind { TEXT, NUMBER, STEPS, STATUS };

#define GIB_PER_TIB 1024.0

#define FIELD(field) offsetof(struct catalog_product, field)

/* The first two are required. A number is kept times `factor`: figures are written in the unit of their source. */
static const struct {
    const char *name;
    enum column_kind kind;
    size_t offset;
    double factor;
} columns[] = {
    {"provider", TEXT, FIELD(provider), 1},
    {"product", TEXT, FIELD(product), 1},
    {"tier", TEXT, FIELD(tier), 1},
    {"unit", TEXT, FIELD(unit), 1},
    {"status", STATUS, FIELD(status), 1},
    {"min_capacity_gib", NUMBER, FIELD(min_capacity_gib), 1},
    {"max_capacity_gib", NUMBER, FIELD(max_capacity_gib), 1},
    {"min_capacity_tib", NUMBER, FIELD(min_capacity_gib), GIB_PER_TIB},
    {"max_capacity_tib", NUMBER, FIELD(max_capacity_gib), GIB_PER_TIB},
    {"iops_per_gib", NUMBER, FIELD(iops_per_gib), 1},
    {"iops_per_tib", NUMBER, FIELD(iops_per_gib), 1 / GIB_PER_TIB},
    {"least_iops_per_gib", NUMBER, FIELD(least_iops_per_gib), 1},
    {"base_iops", NUMBER, FIELD(base_iops), 1},
    {"max_iops", NUMBER, FIELD(max_iops), 1},
    {"mibps_per_tib", NUMBER, FIELD(mib_s_per_tib), 1},
    {"mibps_per_gib", NUMBER, FIELD(mib_s_per_tib), GIB_PER_TIB},
    {"mbps_per_tib", NUMBER, FIELD(mib_s_per_tib), MIB_PER_MB},
    {"mbps_per_gib", NUMBER, FIELD(mib_s_per_tib), MIB_PER_MB *GIB_PER_TIB},
    {"least_mibps_per_tib", NUMBER, FIELD(least_mib_s_per_tib), 1},
    {"base_mibps", NUMBER, FIELD(base_mib_s), 1},
    {"base_mbps", NUMBER, FIELD(base_mib_s), MIB_PER_MB},
    {"max_mibps", NUMBER, FIELD(max_mib_s), 1},
    {"max_mbps", NUMBER, FIELD(max_mib_s), MIB_PER_MB},
    {"mibps_steps", STEPS, FIELD(steps), 1},
    {"mbps_steps", STEPS, FIELD(steps), MIB_PER_MB},
    {"iops_per_mibps", NUMBER, FIELD(iops_per_mib_s), 1},
    {"iops_per_mbps", NUMBER, FIELD(iops_per_mib_s), 1 / MIB_PER_MB},
    {"iops_needed_per_mibps", NUMBER, FIELD(iops_needed_per_mib_s), 1},
    {"iops_needed_per_mbps", NUMBER, FIELD(iops_needed_per_mib_s), 1 / MIB_PER_MB},
    {"max_units", NUMBER, FIELD(max_units), 1},
    {"pool_min_gib", NUMBER, FIELD(pool_min_gib), 1},
    {"pool_max_gib", NUMBER, FIELD(pool_max_gib), 1},
    {"volume_max_gib", NUMBER, FIELD(volume_max_gib), 1},
    {"volume_max_iops", NUMBER, FIELD(volume_max_iops), 1},
    {"volume_max_mibps", NUMBER, FIELD(volume_max_mib_s), 1},
    {"volume_max_mbps", NUMBER, FIELD(volume_max_mib_s), MIB_PER_MB},
    {"latency_ms_claim", TEXT, FIELD(latency_claim), 1},
    {"protocol", TEXT, FIELD(protocol), 1},
    {"source", TEXT, FIELD(source), 1},
    {"source_date", TEXT, FIELD(source_date), 1},
    {"notes", TEXT, FIELD(notes), 1},
};

#define REQUIRED 2u
#define VALUE_MAX 1e12

struct reading {
    const char *path;
    GPtrArray *products;
    gint at[G_N_ELEMENTS(columns)];
    guint header_cells; /* 0: the header is still to come */
};

static bool fault(const struct reading *reading, guint line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Sets the error and is false. */
static bool
fault(const struct reading *reading, guint line, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "%s:%u: %s", reading->path, line, text);
    return false;
}

static bool
read_header(struct reading *reading, const struct csv_row *row, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        reading->at[i] = csv_column(row, columns[i].name);
        if (reading->at[i] < 0 && i < REQUIRED)
            return fault(
                reading, row->line, error, "expected a column %s, saw \"%.60s\" first", columns[i].name, row->cell[0]);
    }
    for (guint c = 0; c < row->cells; c++) {
        bool known = false;
        for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
            known = known || reading->at[i] == (gint)c;
        if (!known)
            return fault(reading, row->line, error, "unknown column \"%.60s\"; nearest known: \"%s\"", row->cell[c],
                nearest_name(columns, G_N_ELEMENTS(columns), sizeof columns[0], row->cell[c]));
    }
    reading->header_cells = row->cells;
    return true;
}

void
catalog_product_free(struct catalog_product *product)
{
    if (!product)
        return;
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        if (columns[i].kind == TEXT)
            g_free(*(char **)(void *)((char *)product + columns[i].offset));
    g_free(product);
}

static void *
place_of(struct catalog_product *product, guint column)
{
    return (char *)product + columns[column].offset;
}

/* Numbers are NAN until a column gives them. */
static struct catalog_product *
product_new(guint line)
{
    struct catalog_product *product = g_new0(struct catalog_product, 1);
    product->line = line;
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        if (columns[i].kind == NUMBER)
            *(double *)place_of(product, i) = NAN;
    return product;
}

static bool
fill_number(const struct reading *reading, const struct csv_row *row, double *place, guint column, GError **error)
{
    double value;
    if (!csv_number(row, reading->at[column], &value) || !(value >= 0 && value < VALUE_MAX))
        return fault(reading, row->line, error, "%s: expected a number of 0 or more, saw \"%.60s\"",
            columns[column].name, csv_cell(row, reading->at[column]));
    if (!isnan(*place))
        return fault(reading, row->line, error,
            "%s: another column gives the same figure in another unit: leave one empty", columns[column].name);
    *place = value * columns[column].factor;
    return true;
}

static bool
fill_steps(
    const struct reading *reading, const struct csv_row *row, struct catalog_steps *steps, guint column, GError **error)
{
    const char *cell = csv_cell(row, reading->at[column]);
    if (steps->count > 0)
        return fault(reading, row->line, error, "%s: another column gives the steps in another unit: leave one empty",
            columns[column].name);
    g_auto(GStrv) words = g_strsplit_set(cell, " ;", -1);
    for (char **word = words; *word; word++) {
        if (**word == '\0')
            continue;
        char *end;
        double value = g_ascii_strtod(*word, &end) * columns[column].factor;
        bool rising = steps->count == 0 || value > steps->mib_s[MAX(steps->count, 1) - 1];
        if (*end != '\0' || !(value > 0 && value < VALUE_MAX) || !rising || steps->count == CATALOG_STEPS_MAX)
            return fault(reading, row->line, error,
                "%s: expected at most %d rising numbers above 0 with blanks between them, saw \"%.60s\"",
                columns[column].name, CATALOG_STEPS_MAX, cell);
        steps->mib_s[steps->count++] = value;
    }
    return true;
}

static const char *const status_names[] = {
    [CATALOG_CURRENT] = "", [CATALOG_OLD_SOURCE] = "old source", [CATALOG_SUPERSEDED] = "superseded"};

const char *
catalog_status_name(enum catalog_status status)
{
    return status_names[status];
}

static bool
fill_status(const struct reading *reading, const struct csv_row *row, struct catalog_product *product, guint column,
    GError **error)
{
    const char *cell = csv_cell(row, reading->at[column]);
    for (guint i = 0; i < G_N_ELEMENTS(status_names); i++) {
        if (strcmp(cell, status_names[i]) != 0)
            continue;
        product->status = (enum catalog_status)i;
        return true;
    }
    return fault(reading, row->line, error, "status: expected \"%s\", \"%s\" or nothing, saw \"%.60s\"",
        status_names[CATALOG_OLD_SOURCE], status_names[CATALOG_SUPERSEDED], cell);
}

/* Fills the product from the cells. False where a cell is not of its column's kind, or a required one is empty. */
static bool
fill(const struct reading *reading, const struct csv_row *row, struct catalog_product *product, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        const char *cell = csv_cell(row, reading->at[i]);
        if (*cell == '\0' && i < REQUIRED)
            return fault(reading, row->line, error, "%s is empty", columns[i].name);
        if (columns[i].kind == TEXT)
            *(char **)place_of(product, i) = g_strdup(cell);
        else if (*cell && columns[i].kind == NUMBER && !fill_number(reading, row, place_of(product, i), i, error))
            return false;
        else if (*cell && columns[i].kind == STEPS && !fill_steps(reading, row, place_of(product, i), i, error))
            return false;
        else if (columns[i].kind == STATUS && !fill_status(reading, row, product, i, error))
            return false;
    }
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        product->in_mb_s = product->in_mb_s || (*csv_cell(row, reading->at[i]) && strstr(columns[i].name, "mbps"));
    if (isnan(product->max_mib_s) && product->steps.count > 0)
        product->max_mib_s = product->steps.mib_s[product->steps.count - 1];
    return true;
}

/* Lower and upper limits must not be exchanged, and what nothing can be sized with must say where it was looked for. */
static bool
check(const struct reading *reading, const struct csv_row *row, const struct catalog_product *product, GError **error)
{
    const struct {
        const char *low_name, *high_name;
        double low, high;
    } ranges[] = {
        {"min_capacity_gib", "max_capacity_gib", product->min_capacity_gib, product->max_capacity_gib},
        {"base_iops", "max_iops", product->base_iops, product->max_iops},
        {"base_mibps", "max_mibps", product->base_mib_s, product->max_mib_s},
        {"pool_min_gib", "pool_max_gib", product->pool_min_gib, product->pool_max_gib},
    };
    for (guint i = 0; i < G_N_ELEMENTS(ranges); i++)
        if (ranges[i].low > ranges[i].high)
            return fault(reading, row->line, error, "%s is above %s", ranges[i].low_name, ranges[i].high_name);
    if (*product->source == '\0' && isnan(product->iops_per_gib) && isnan(product->base_iops) &&
        isnan(product->max_iops) && isnan(product->mib_s_per_tib) && isnan(product->base_mib_s) &&
        isnan(product->max_mib_s))
        return fault(reading, row->line, error, "no limit of IOPS or MiB/s: nothing can be sized with it");
    return true;
}

static bool
read_product(const struct csv_row *row, void *user_data, GError **error)
{
    struct reading *reading = user_data;
    if (reading->header_cells == 0)
        return read_header(reading, row, error);
    if (row->cells > reading->header_cells)
        return fault(reading, row->line, error, "expected %u cells as in the header, saw %u (put quotes around commas)",
            reading->header_cells, row->cells);
    struct catalog_product *product = product_new(row->line);
    g_ptr_array_add(reading->products, product);
    return fill(reading, row, product, error) && check(reading, row, product, error);
}

GPtrArray *
catalog_parse(const char *text, size_t len, const char *path, GError **error)
{
    GError *local = NULL;
    g_autoptr(GPtrArray) products = g_ptr_array_new_with_free_func((GDestroyNotify)catalog_product_free);
    struct reading reading = {.path = path, .products = products};
    if (!csv_rows(text, len, path, read_product, &reading, &local)) {
        g_set_error_literal(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, local->message);
        g_error_free(local);
        return NULL;
    }
    if (products->len == 0) {
        fault(&reading, 1, error, "expected a header and a product a row, saw none");
        return NULL;
    }
    return g_steal_pointer(&products);
}

double
catalog_latency_ms(const struct catalog_product *product)
{
    const char *figure = strpbrk(product->latency_claim, "0123456789");
    return figure ? g_ascii_strtod(figure, NULL) : NAN;
}
