#include "table.h"

#include "language.h"
#include "text.h"

#include <stdarg.h>
#include <string.h>

static char *
one_line(const char *text)
{
    return g_strstrip(text_clean(text, false));
}

static void
column_free(void *data)
{
    struct table_column *column = data;
    g_free(column->heading);
    g_free(column);
}

static void
row_free(void *data)
{
    struct table_row *row = data;
    g_strfreev(row->cell);
    g_free(row->link);
    g_free(row);
}

struct table *
table_new(const char *id, const char *caption)
{
    struct table *table = g_new0(struct table, 1);
    table->id = g_strdup(id);
    table->caption = one_line(caption);
    table->columns = g_ptr_array_new_with_free_func(column_free);
    table->rows = g_ptr_array_new_with_free_func(row_free);
    return table;
}

void
table_free(struct table *table)
{
    if (!table)
        return;
    g_free(table->id);
    g_free(table->caption);
    g_ptr_array_unref(table->columns);
    g_ptr_array_unref(table->rows);
    g_free(table);
}

void
table_add_column(struct table *table, const char *heading, enum table_kind kind)
{
    g_assert(table->rows->len == 0);
    struct table_column *column = g_new(struct table_column, 1);
    *column = (struct table_column){.heading = one_line(heading), .kind = kind};
    g_ptr_array_add(table->columns, column);
}

struct table_row *
table_add_row_v(struct table *table, const char *const *cell)
{
    struct table_row *row = g_new0(struct table_row, 1);
    row->cell = g_new0(char *, table->columns->len + 1);
    for (guint i = 0; i < table->columns->len; i++)
        row->cell[i] = one_line(cell[i]);
    g_ptr_array_add(table->rows, row);
    return row;
}

struct table_row *
table_add_row(struct table *table, ...)
{
    g_autofree const char **cell = g_new0(const char *, table->columns->len + 1);
    va_list args;
    va_start(args, table);
    for (guint i = 0; i < table->columns->len; i++)
        cell[i] = va_arg(args, const char *);
    va_end(args);
    return table_add_row_v(table, cell);
}

char *
table_link_url(const struct table_row *row)
{
    return row->link ? g_uri_escape_string(row->link, "/", FALSE) : NULL;
}

char *
table_more_text(const struct table *table, guint count, const struct language *language)
{
    if (count == 0)
        return NULL;
    const char *file = table->left_out_file ? table->left_out_file : "results.csv";
    return count == 1 ? language_textf(language, "1 more row in %s", file)
                      : language_textf(language, "%u more rows in %s", count, file);
}

char *
table_left_out_text(const struct table *table, const struct language *language)
{
    return table_more_text(table, table->left_out, language);
}

size_t
table_caption_name(const char *caption)
{
    static const char *const wide[] = {"。", "：", "；"}; /* no space follows these */
    for (const char *at = caption; *at; at = g_utf8_next_char(at)) {
        if (strchr(".?:;", *at) && at[1] == ' ')
            return (size_t)(at + 1 - caption);
        for (size_t i = 0; i < G_N_ELEMENTS(wide); i++)
            if (g_str_has_prefix(at, wide[i]) && at[strlen(wide[i])])
                return (size_t)(at - caption) + strlen(wide[i]);
    }
    return 0;
}
