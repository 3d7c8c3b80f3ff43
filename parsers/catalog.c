#include "catalog.h"

#include "csv_rows.h"
#include "error.h"
#include "nearest.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define TEXT(name, field)                                                                                              \
    {                                                                                                                  \
        name, offsetof(struct catalog_product, field), false                                                           \
    }
#define NUMBER(name, field)                                                                                            \
    {                                                                                                                  \
        name, offsetof(struct catalog_product, field), true                                                            \
    }

/* Order as in the compiled-in catalog; the first two are required. */
static const struct {
    const char *name;
    size_t offset;
    bool number;
} columns[] = {
    TEXT("provider", provider),
    TEXT("product", product),
    TEXT("tier", tier),
    NUMBER("min_capacity_gib", min_capacity_gib),
    NUMBER("max_capacity_gib", max_capacity_gib),
    NUMBER("iops_per_gib", iops_per_gib),
    NUMBER("base_iops", base_iops),
    NUMBER("max_iops", max_iops),
    NUMBER("mibps_per_tib", mib_s_per_tib),
    NUMBER("base_mibps", base_mib_s),
    NUMBER("max_mibps", max_mib_s),
    NUMBER("iops_per_mibps", iops_per_mib_s),
    TEXT("latency_ms_claim", latency_claim),
    TEXT("protocol", protocol),
    TEXT("source", source),
    TEXT("source_date", source_date),
    TEXT("notes", notes),
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
        if (!columns[i].number)
            g_free(*(char **)(void *)((char *)product + columns[i].offset));
    g_free(product);
}

/* Fills the product from the cells. False where a cell is no number of 0 or more, or a required one is empty. */
static bool
fill(const struct reading *reading, const struct csv_row *row, struct catalog_product *product, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        const char *cell = csv_cell(row, reading->at[i]);
        void *place = (char *)product + columns[i].offset;
        double value = NAN;
        if (*cell == '\0' && i < REQUIRED)
            return fault(reading, row->line, error, "%s is empty", columns[i].name);
        if (columns[i].number && *cell &&
            (!csv_number(row, reading->at[i], &value) || !(value >= 0 && value < VALUE_MAX)))
            return fault(
                reading, row->line, error, "%s: expected a number of 0 or more, saw \"%.60s\"", columns[i].name, cell);
        if (columns[i].number)
            *(double *)place = value;
        else
            *(char **)place = g_strdup(cell);
    }
    return true;
}

/* Lower and upper limits must not be exchanged, and something must be limited at all. */
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
    };
    for (guint i = 0; i < G_N_ELEMENTS(ranges); i++)
        if (ranges[i].low > ranges[i].high)
            return fault(reading, row->line, error, "%s is above %s", ranges[i].low_name, ranges[i].high_name);
    if (isnan(product->iops_per_gib) && isnan(product->base_iops) && isnan(product->max_iops) &&
        isnan(product->mib_s_per_tib) && isnan(product->base_mib_s) && isnan(product->max_mib_s))
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
    struct catalog_product *product = g_new0(struct catalog_product, 1);
    product->line = row->line;
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
